"""The registry that the modules of this game write into."""

from judge.engine.kernel.registry import Rules

rules = Rules("dbs")
