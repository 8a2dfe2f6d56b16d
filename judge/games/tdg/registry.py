"""The registry that the modules of this game write into.

Code because functions have to be registered somewhere.
"""

from judge.engine.registry import Rules

rules = Rules("tdg")
