"""The registry that the modules of this game write into."""

from judge.engine.registry import Rules

rules = Rules("dbs")
rules.word("play", "cards", {"onto": "cards", "keeps": "keeps", "whole": "flag", "mode": "state"})
rules.word("evolve", "cards", without=("as", "rule"))
rules.word("energy", "number", dict.fromkeys(("red", "blue", "green", "yellow", "black"), "int"))
