"""The registry that the modules of this game write into."""

from judge.engine.registry import Rules

rules = Rules("dbs")
