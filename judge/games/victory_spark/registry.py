"""The registry that the modules of this game write into.

Code because functions have to be registered somewhere.
"""

from __future__ import annotations

from typing import Final

from judge.engine.kernel.registry import Rules
from judge.engine.trace.kinds import BEARER, CARD, FLAG, NUMBER, SEATS, Role, line

# --- The kinds of lines that only Victory Spark tells.
IMPROPER: Final = line("improper", card=CARD, chosen=CARD)
ATTACKS_ANOTHER: Final = line("attacks-another", card=CARD, target=CARD)
NO_PARTNER: Final = line("no-partner", card=CARD, several=FLAG.optional)
PARTNER: Final = line("partner", card=CARD, several=FLAG.optional)
MADE_PARTNER: Final = line("made-partner", card=CARD, left=FLAG)
CAME_LATER: Final = line("came-later", Role.TURNING, Role.SPARED, Role.FOUGHT, card=CARD)
BLOCKED: Final = line("blocked", Role.TURNING, Role.SPARED, Role.FOUGHT, card=CARD)
NO_DAMAGE: Final = line(
    "no-damage", Role.TURNING, Role.SPARED, Role.FOUGHT, card=CARD, n=NUMBER, below=FLAG.optional
)
UNUSABLE_NOW: Final = line("unusable-now", card=BEARER, by=CARD)
MOVED_ON: Final = line("moved-on", card=BEARER)
NOT_FOUND: Final = line("not-found", card=BEARER, moved=CARD)
NO_CHOICE: Final = line("no-choice", card=BEARER, own=FLAG)
IDLE_CANCEL: Final = line("idle-cancel", Role.TURNING, card=BEARER)
REVIVES: Final = line("revives", card=CARD)
LOSS_WAITS: Final = line("loss-waits", Role.TURNING, losers=SEATS)
FREE: Final = line("free", Role.PASSED_OVER, card=CARD, n=NUMBER)


AWAY = "to-waiting-room"  # the move of what leaves without having been beaten

rules = Rules("victory-spark")
