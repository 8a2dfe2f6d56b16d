"""The registry that the modules of this game write into."""

from judge.engine.registry import Rules

rules = Rules("victory-spark")
rules.word("energy", "number")
rules.word("deal", "number", {"of": "cards"}, ("of",))
rules.word("partner", "flag")
