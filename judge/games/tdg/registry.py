"""The registry that the modules of this game write into.

Code because the words of the game that cards use are declared beside it, with what they take.
"""

from judge.engine.registry import Rules

rules = Rules("tdg")
rules.word("shifumi", "seat", {"as": "name"}, ("as",))
rules.word("alter", "text", {"of": "cards", "turns": "number"}, ("of",), ("rule",))
rules.word("cool", "number", {"of": "cards"}, ("of",))
rules.word(
    "total", "number-attribute", {"of": "seat", "n": "number", "turns": "number"}, ("n",), ("as", "rule")
)
rules.word("install", "cards", {"to": "goal"}, ("to",), ("as", "rule"))
