"""The registry that the modules of this game write into."""

from __future__ import annotations

from typing import Final

from judge.engine.kernel.registry import Rules
from judge.engine.trace.kinds import BEARER, CARD, FIELDS, FLAG, NUMBER, WORD, Role, line

# --- The kinds of lines that only Dragon Ball Super tells.
REGARDLESS: Final = line("regardless", Role.TURNING, Role.UNTRIGGERED, card=CARD)
GO_ON: Final = line("go-on", Role.ROUTINE)
GONE: Final = line("gone", Role.TURNING, Role.FOUGHT, what=WORD, card=BEARER)
COMPARE: Final = line(
    "compare",
    Role.TURNING,
    Role.FOUGHT,
    attacker=CARD,
    target=CARD,
    power=NUMBER,
    against=NUMBER,
    form=WORD,
    below=FLAG.optional,
)
MODIFIED: Final = line("modified", card=CARD, n=NUMBER)
RECOLOURED: Final = line("recoloured", card=CARD, colors=FIELDS)


rules = Rules("dbs")
