"""Limits that a sentence of its own tells: they lie on the abilities of other sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from judge.reading.meanings import Meaning, NoMeaning, Table, listed, merged

LIMIT: Final = "@limit"  # { of = "before", "every" or kinds of abilities, adds = what they have besides }
BEFORE, EVERY, ALONE = "before", "every", "only"
BOTH: Final = "both"  # the key of a limit under which a condition stands, as it is used and carried out
ONCE: Final = "once"
SHARED: Final = "shares"  # the key of a limit that several abilities have together
OPTIONS: Final = "options"  # shared by what are one effect, of which its player says what it does
Ability: TypeAlias = "tuple[str, Meaning]"
Abilities: TypeAlias = "tuple[Ability, ...]"


def limits_of(abilities: Iterable[Ability]) -> list[Table]:
    """The limits that a sentence tells."""
    return [value for key, value in abilities if key == LIMIT and isinstance(value, dict)]


def limited(
    told: Sequence[Abilities], read: Sequence[bool], kinds: Sequence[str]
) -> tuple[list[Abilities], dict[int, str]]:
    """The abilities of sentences with the limits that others tell; and which are in doubt, with why.

    A limit is in doubt whose abilities are not known, and so is what cannot bear it.
    """
    abilities, doubts = list(told), dict[int, str]()
    for at, own in enumerate(told):
        for limit in limits_of(own):
            on = meant(told, at, limit["of"], kinds)
            unread = next((n for n in on if not read[n]), None)
            if unread is not None:
                doubts[at] = f"sentence {unread + 1} is not read, and this limits it"
            elif not on or (limit["of"] == ALONE and (len(on) > 1 or not all(read))):
                doubts[at] = "nothing that is read has this limit"
            if at in doubts:
                break
            limit = unshared(limit, sum(key in kinds for n in on for key, _ in abilities[n]))
            for n in on:
                try:
                    abilities[n] = bearing(abilities[n], limit, kinds)
                except NoMeaning:
                    doubts[n] = f"sentence {at + 1} limits it otherwise than it says itself"
    return [tuple(ability for ability in own if ability[0] != LIMIT) for own in abilities], doubts


def meant(told: Sequence[Abilities], at: int, of: Meaning, kinds: Sequence[str]) -> list[int]:
    """The places of the sentences on which a limit lies."""
    others = [n for n, own in enumerate(told) if n != at and not limits_of(own)]
    if of == BEFORE:
        return [n for n in others if n < at][-1:]
    wanted = set(kinds) if of in (EVERY, ALONE) else set(map(str, listed(of)))
    return [n for n in others if any(key in wanted for key, _ in told[n])]


def unshared(limit: Table, many: int) -> Table:
    """A limit of which nothing is shared where it lies on one ability."""
    adds = limit["adds"]
    if many > 1 or not isinstance(adds, dict):
        return limit
    return {**limit, "adds": {key: value for key, value in adds.items() if key != SHARED}}


def bearing(own: Abilities, limit: Table, kinds: Sequence[str]) -> Abilities:
    """Abilities of which the one that can has a limit besides. Raises NoMeaning."""
    if limit["of"] not in (BEFORE, EVERY, ALONE):
        kinds = [*map(str, listed(limit["of"]))]
    only = [*map(str, listed(limit.get("only", [*kinds])))]
    able = [key for key, _ in own if key in kinds]
    adds = limit["adds"]
    alone = len(able) == 1 or all(has_shared(value) for key, value in own if key in kinds)
    if any(key not in only for key in able) or not ((able and alone) or limit["of"] == EVERY):
        raise NoMeaning
    if not isinstance(adds, Mapping):
        raise NoMeaning
    return tuple(
        (key, conditioned(merged(unlimited(value, adds), {**adds}), limit) if key in kinds else value)
        for key, value in own
    )


def has_shared(ability: Meaning) -> bool:
    """Is it one of several that are one effect, of which its player says what it does?"""
    return isinstance(ability, dict) and SHARED in ability


def unlimited(ability: Meaning, adds: Mapping[str, Meaning]) -> Meaning:
    """One of several that share a limit, without it where another sentence tells that limit. Raises NoMeaning
    where two sentences tell limits: an ability holds one.
    """
    if not isinstance(ability, dict) or not has_shared(ability) or ONCE not in adds:
        return ability
    if ability[SHARED] != OPTIONS:
        raise NoMeaning
    return {key: value for key, value in ability.items() if key != ONCE}


def conditioned(ability: Table, limit: Table) -> Table:
    """An ability under what has to hold as it is used and as it is carried out."""
    if BOTH not in limit:
        return ability
    told = limit[BOTH]
    when = [*listed(ability.get("when", [])), *listed(told)]
    do: Meaning = [{"do": ability["do"], "when": told}]
    return {**ability, "when": when if len(when) > 1 else when[0], "do": do}
