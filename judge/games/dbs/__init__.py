"""What only the Dragon Ball Super Card Game does: its steps, offers and words, by article."""

from judge.games.dbs import activation, battle, costs, counters, turn
from judge.games.dbs.registry import rules

__all__ = ["activation", "battle", "costs", "counters", "rules", "turn"]
