"""The registry that the modules of this game write into.

Code because the words of the game that cards use are declared beside it, with what they take.
"""

from judge.engine.registry import Rules

AWAY = "to-waiting-room"  # the move of what leaves without having been beaten

rules = Rules("victory-spark")
rules.word("energy", "number")
rules.word("deal", "number", {"of": "cards"}, ("of",))
rules.word("partner", "flag")
