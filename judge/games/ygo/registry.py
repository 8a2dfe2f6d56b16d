"""The registry that the modules of this game write into, and the grammar of the words that it has of its own."""

from judge.engine.registry import Rules

rules = Rules("ygo")
ARRIVING = {"position": "mark", "facing": "mark"}
rules.word("set-card", "cards", {})
rules.word("special-summon", "cards", {"of": "seat", "by": "seat", **ARRIVING})
rules.word("fusion", "whole-selector", {"with": "selector", "to": "zone", **ARRIVING})
rules.word("ritual", "whole-selector", {"with": "selector", "n": "number", "levels": "number", "exact": "flag", **ARRIVING})
rules.word("equip", "cards", {"to": "cards"}, ("to",))
rules.word("move-equip", "cards", {"to": "cards"}, ("to",))
rules.word("search", "whole-selector", {"n": "number", "upto": "flag", "to": "zone"})
rules.word("excavate", "name", {"n": "number", "of": "seat"})
