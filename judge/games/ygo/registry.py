"""The registry that the modules of this game write into,
and the grammar of the words that it has of its own.
"""

from judge.engine.registry import Rules

rules = Rules("ygo")
ARRIVING = {"position": "state", "facing": "state"}
RULED: tuple[str, ...] = ("rule",)  # each of their parts has an article of its own
rules.word("set-card", "cards", without=RULED)
rules.word("special-summon", "cards", {"of": "seat", "by": "seat", **ARRIVING})
rules.word("fusion", "whole-selector", {"with": "selector", "to": "zone", **ARRIVING}, without=RULED)
rules.word(
    "ritual",
    "whole-selector",
    {"with": "selector", "n": "number", "levels": "number", "exact": "flag", **ARRIVING},
    without=RULED,
)
rules.word("equip", "cards", {"to": "cards"}, ("to",), RULED)
rules.word("move-equip", "cards", {"to": "cards"}, ("to",), RULED)
rules.word("search", "whole-selector", {"n": "number", "upto": "flag", "to": "zone"}, without=RULED)
rules.word("excavate", "name", {"n": "number", "of": "seat"}, without=("as", "rule"))
