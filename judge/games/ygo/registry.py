"""The registry that the modules of this game write into."""

from __future__ import annotations

from typing import Final

from judge.engine.kernel.registry import Rules
from judge.engine.trace.kinds import (
    ABILITY,
    ARTICLE,
    ATTRIBUTE,
    BEARER,
    CARD,
    CARDS,
    NUMBER,
    SEAT,
    WORDS,
    Role,
    line,
)

# --- The kinds of lines that only Yu-Gi-Oh! tells.
NO_MAIN2: Final = line("no-main2", seat=SEAT, private=SEAT)
STRIPPED: Final = line("stripped", card=CARD)
REPLAY: Final = line("replay", Role.TURNING, card=CARD)
NO_REPLAY_TURNED: Final = line("no-replay-turned", card=CARD)
NO_REPLAY: Final = line("no-replay", card=CARD)
GOES_ON: Final = line("goes-on", Role.TURNING, card=CARD)
WITHHELD: Final = line("withheld", Role.TURNING)
ATTACK_BARRED: Final = line(
    "attack-barred", Role.TURNING, card=CARD, by=CARD, ability=ABILITY, own=ARTICLE, act_rule=ARTICLE
)
BATTLE: Final = line(
    "battle",
    Role.TURNING,
    Role.FOUGHT,
    attacker=CARD,
    atk=NUMBER,
    target=CARD,
    against=NUMBER,
    attr=ATTRIBUTE,
    lent_by=WORDS,
)
TO_CALCULATE: Final = line("to-calculate", card=CARD, target=CARD)
OPPONENT_FIRST: Final = line("opponent-first", seat=SEAT)
NOT_MINE: Final = line("not-mine", Role.TURNING, card=CARD)
CUT_OFF: Final = line("cut-off")
BOTH_FIELDS: Final = line("both-fields", card=CARD)
WITHOUT_CARD: Final = line("without-card", Role.TURNING, card=CARD)
NOT_FACE_UP: Final = line("not-face-up", card=BEARER)
NOT_THERE: Final = line("not-there", card=BEARER)
STAYS: Final = line("stays", Role.TURNING, card=CARD)
AS_SPELL: Final = line("as-spell", card=CARD)
NEGATES_NOTHING: Final = line("negates-nothing", Role.TURNING, card=CARD, by=CARD)
STACKED: Final = line("stacked", cards=CARDS)
NO_MATERIALS: Final = line("no-materials", cards=CARDS)
UNBOUND: Final = line("unbound", Role.TURNING, card=CARD)
ONE_TOO_MANY: Final = line("one-too-many", card=CARD)
NOT_SUMMONABLE: Final = line("not-summonable", Role.UNDONE, Role.PASSED_OVER, card=CARD)
COUNTS_AS_TWO: Final = line("counts-as-two", cards=CARDS, n=NUMBER)
AS_MONSTER: Final = line("as-monster", card=CARD)
NOT_AS_REQUIRED: Final = line("not-as-required", Role.TURNING, card=CARD)
SKIPPED: Final = line("skipped", seat=SEAT, by=CARD, ability=ABILITY, own=ARTICLE, act_rule=ARTICLE)
CANNOT_DRAW: Final = line("cannot-draw", seat=SEAT)
NO_HAND_LIMIT: Final = line("no-hand-limit", seat=SEAT)


rules = Rules("ygo")
ARRIVING = {"position": "state", "facing": "state"}  # how a monster comes, where a text says it
