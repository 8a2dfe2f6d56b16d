"""What only Victory Spark does: its plays, cancels and attacks, by article.

Code because each module says at its head what of it no table can say; all else stands in
rulebooks/victory-spark.
"""

from judge.games.victory_spark import attack, cancels, damage, energy, plays
from judge.games.victory_spark.registry import rules

__all__ = ["attack", "cancels", "damage", "energy", "plays", "rules"]
