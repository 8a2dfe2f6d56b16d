"""Which of many reasons decide: the fewest without which something could be done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import combinations

from judge.engine.kernel.state import Cond


def fewest_reasons(
    reasons: Mapping[str, Mapping[str, Cond]], enough: Callable[[Collection[str]], bool]
) -> list[Cond]:
    """The fewest of the reasons that keep cards back, each by its name, without which the cards that are free
    then would be `enough`; none where even all cards would not be.
    """
    every = {name: cond for found in reasons.values() for name, cond in found.items()}
    for n in range(1, len(every) + 1):
        for lifted in combinations(every, n):
            if enough([card for card, found in reasons.items() if all(name in lifted for name in found)]):
                return [every[name] for name in lifted]
    return []
