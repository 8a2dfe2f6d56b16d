"""The registry that the modules of this game write into.

Code because functions have to be registered somewhere.
"""

from __future__ import annotations

from typing import Final

from judge.engine.kernel.registry import Rules
from judge.engine.trace.kinds import ABILITY, BEARER, CARD, FINDINGS, FLAG, NUMBER, SEAT, WORD, Role, line

# --- The kinds of lines that only Trésors de Geek tells.
BASELESS: Final = line("baseless", card=CARD, stat=WORD)
FAILS: Final = line("fails", card=CARD, stat=WORD)
TURNED: Final = line("turned", card=CARD, stat=WORD)
UNREADABLE: Final = line("unreadable")
ALTERATION_GOES: Final = line("alteration-goes", Role.ROUTINE, card=CARD, old=WORD)
STAYS_ALTERED: Final = line("stays-altered", card=CARD)
ALTERED: Final = line("altered", card=CARD, n=NUMBER, stat=WORD)
UNREAD_ALTERATION: Final = line("unread-alteration", card=CARD)
BLOCK: Final = line("block", Role.IDLE, seat=SEAT, block=WORD, remaining=FLAG.optional, abroad=FLAG.optional)
LINKED: Final = line("linked", Role.IDLE, card=CARD)
UNLINKED: Final = line("unlinked", Role.TURNING, card=CARD)
SPENT: Final = line("spent", card=CARD)
CANCELLED: Final = line("cancelled", Role.TURNING, card=BEARER)
ANNOUNCED_NEXT: Final = line("announced-next", card=CARD)
UNMET: Final = line("unmet", Role.TURNING, card=BEARER, ability=ABILITY, found=FINDINGS)
CARRIED_OUT: Final = line("carried-out", card=CARD, conditional=FLAG.optional)
FURTHER: Final = line("further", seat=SEAT, block=WORD)
FIRST: Final = line("first", card=CARD)
ANSWER_CANCELLED: Final = line("answer-cancelled", Role.TURNING, card=BEARER)
TOO_LATE: Final = line("too-late", Role.TURNING, card=BEARER)
ADDS: Final = line(
    "adds", card=CARD, n=NUMBER, stat=WORD, boosted=FLAG.optional, engaged=FLAG.optional, abroad=FLAG.optional
)
ADDS_NOTHING: Final = line("adds-nothing", Role.STAYS, card=CARD)
TOTAL: Final = line("total", seat=SEAT, n=NUMBER, stat=WORD)
NO_LOSS: Final = line("no-loss", Role.TURNING, Role.FOUGHT, atq=NUMBER, n=NUMBER)
FROZEN: Final = line("frozen", card=CARD, n=NUMBER)
WHATEVER: Final = line("whatever", card=CARD)
BASE_UNREAD: Final = line("base-unread", Role.ROUTINE, card=CARD)


rules = Rules("tdg")
