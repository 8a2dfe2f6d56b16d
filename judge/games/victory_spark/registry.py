"""The registry that the modules of this game write into.

Code because functions have to be registered somewhere.
"""

from judge.engine.kernel.registry import Rules

AWAY = "to-waiting-room"  # the move of what leaves without having been beaten

rules = Rules("victory-spark")
