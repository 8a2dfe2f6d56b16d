"""What only Yu-Gi-Oh! does: its offers, the sums of its Summons, its battles, by article."""

from judge.games.ygo import (
    activation,
    battle,
    chain,
    equips,
    facing,
    link,
    match,
    materials,
    pendulum,
    searching,
    setup,
    special,
    summons,
    turn,
)
from judge.games.ygo.registry import rules

__all__ = [
    "activation",
    "battle",
    "chain",
    "equips",
    "facing",
    "link",
    "match",
    "materials",
    "pendulum",
    "rules",
    "searching",
    "setup",
    "special",
    "summons",
    "turn",
]
