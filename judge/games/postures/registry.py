"""The registry that the modules of this game write into."""

from __future__ import annotations

from typing import Final

from judge.engine.kernel.registry import Rules
from judge.engine.trace.kinds import ATTRIBUTE, CARD, CARDS, NUMBER, PRINTS, WORD, Role, line

# --- The kinds of lines that only the game of postures tells.
ATTACK_CANCELLED: Final = line("attack-cancelled", Role.TURNING, Role.FOUGHT, card=CARD)
CLASH_DIRECT: Final = line("clash-direct", Role.TURNING, attacker=CARD, atk=NUMBER)
CLASH: Final = line(
    "clash",
    Role.TURNING,
    Role.FOUGHT,
    attacker=CARD,
    atk=NUMBER,
    target=CARD,
    against=NUMBER,
    attr=ATTRIBUTE,
    posture=WORD,
    prints=PRINTS,
)
NO_MOVE: Final = line("no-move", Role.TURNING, card=CARD)
REST_BEGINS: Final = line("rest-begins", Role.TURNING, cards=CARDS)
NO_SUMMON: Final = line("no-summon", Role.TURNING, card=CARD)


rules = Rules("postures")
