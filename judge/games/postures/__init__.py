"""What only the game of four postures does: its summons, moves, clashes and activations, by article."""

from judge.games.postures import activation, clash, moves, summons
from judge.games.postures.registry import rules

__all__ = ["activation", "clash", "moves", "rules", "summons"]
