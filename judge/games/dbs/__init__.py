"""What only the Dragon Ball Super Card Game does: its steps, offers and words, by article."""

from judge.games.dbs import activation, battle, costs, counters, setup, turn
from judge.games.dbs.registry import rules

__all__ = ["activation", "battle", "costs", "counters", "rules", "setup", "turn"]
