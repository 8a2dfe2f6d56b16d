"""What only Victory Spark does: its plays, cancels and attacks, by article."""

from judge.games.victory_spark import (
    attack,
    cancels,
    damage,
    energy,
    hand,
    plays,
    processing,
    ring,
    setup,
    turn,
)
from judge.games.victory_spark.registry import rules

__all__ = [
    "attack",
    "cancels",
    "damage",
    "energy",
    "hand",
    "plays",
    "processing",
    "ring",
    "rules",
    "setup",
    "turn",
]
