"""The registry that the modules of this game write into."""

from judge.engine.kernel.registry import Rules

rules = Rules("ygo")
ARRIVING = {"position": "state", "facing": "state"}  # how a monster comes, where a text says it
