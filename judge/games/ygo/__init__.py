"""What only Yu-Gi-Oh! does: its offers, the sums of its Summons, its battles, by article."""

from judge.games.ygo import (
    activation,
    battle,
    battle_result,
    chain,
    equips,
    face_down,
    life_points,
    link,
    match,
    materials,
    pendulum,
    positions,
    searches,
    setup,
    special,
    summons,
    turn,
)
from judge.games.ygo.registry import rules

__all__ = [
    "activation",
    "battle",
    "battle_result",
    "chain",
    "equips",
    "face_down",
    "life_points",
    "link",
    "match",
    "materials",
    "pendulum",
    "positions",
    "rules",
    "searches",
    "setup",
    "special",
    "summons",
    "turn",
]
