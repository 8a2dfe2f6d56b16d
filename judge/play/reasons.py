"""Deciding reasons: finds the one reason that decides why something is refused, examining each failed
condition by itself.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from judge.engine.flow.offers import ACT_RULE
from judge.engine.kernel.state import Condition, Option
from judge.play.moments import LOCKED, UNBEGUN


def failed(option: Option, moments: Container[str] = ()) -> list[Condition]:
    """The failed conditions of an option. Those that concern only the moment, such as waiting for one's
    turn, come last: a player who waits is refused all the same where another condition fails.
    """
    conditions = [cond for cond in option.conds if not cond.ok]
    return sorted(
        conditions, key=lambda cond: cond.message_key in (LOCKED, UNBEGUN) or cond.message_key in moments
    )


def deciding(options: Iterable[Option], moments: Container[str] = ()) -> Condition | None:
    """The condition that decides why none of these options is allowed: one that would turn the answer of an
    option by itself, else the first of the option that fails by the fewest, the moment last.
    """
    rows = sorted((found for option in options if (found := failed(option, moments))), key=len)
    return rows[0][0] if rows else None


def refusing(options: Iterable[Option]) -> tuple[str, ...]:
    """The articles each of which is reason enough: those of all failed conditions, and of the kinds of act
    that texts forbid.
    """
    conds = [cond for option in options for cond in failed(option)]
    kinds = [str(cond.values.get(ACT_RULE, "")) for cond in conds]
    return tuple(dict.fromkeys(filter(None, (*(cond.rule for cond in conds), *kinds))))


def standing_behind(options: Iterable[Option], behind: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The articles behind those that refuse: of the obstacle, and of the text that forbids."""
    for option in options:
        for cond in failed(option):
            yield cond.rule
            yield from behind.get(cond.rule, ())
            yield from (str(cond.values[key]) for key in ("way", "own") if key in cond.values)


def within(rule: str, named: str) -> bool:
    """Is an article the one named, or one under it?"""
    return rule == named or rule.startswith(named + "-") or rule.startswith(named + ".")
