"""The registry that the modules of this game write into.

Code because functions have to be registered somewhere.
"""

from judge.engine.kernel.registry import Rules

rules = Rules("tdg")
