"""Limits that a sentence of its own tells: they lie on the abilities of other sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from judge.reading.meanings import Meaning, NoMeaning, Table, listed, merged

if TYPE_CHECKING:
    from judge.reading.texts import Sentence

LIMIT: Final = "@limit"  # { of = "before", "every" or kinds of abilities, adds = what they have besides }
BEFORE, EVERY = "before", "every"
BOTH: Final = "both"  # the key of a limit under which a condition stands, as it is used and carried out
SHARED: Final = "shares"  # the key of a limit that several abilities have together
State = Callable[["Sentence", str], "Sentence"]


def limits_of(sentence: Sentence) -> list[Table]:
    """The limits that a sentence tells."""
    return [value for key, value in sentence.abilities if key == LIMIT and isinstance(value, dict)]


def limited(sentences: Sequence[Sentence], kinds: Sequence[str], doubt: State, read: str) -> list[Sentence]:
    """Sentences with the limits that others tell. One whose abilities are not known is in doubt, and so is
    what cannot bear it.
    """
    found = list(sentences)
    for at, one in enumerate(sentences):
        for limit in limits_of(one):
            on = meant(found, at, limit["of"], kinds)
            unread = [n for n in on if found[n].state != read]
            if not on or unread:
                why = "nothing that is read has this limit"
                if unread:
                    why = f"sentence {unread[0] + 1} is not read, and this limits it"
                found[at] = doubt(one, why)
                break
            limit = alone(limit, sum(key in kinds for n in on for key, _ in found[n].abilities))
            for n in on:
                try:
                    found[n] = bearing(found[n], limit, kinds)
                except NoMeaning:
                    found[n] = doubt(found[n], f"sentence {at + 1} limits it otherwise than it says itself")
    return [one._replace(abilities=tuple(own)) if (own := without(one)) is not None else one for one in found]


def alone(limit: Table, many: int) -> Table:
    """A limit of which nothing is shared where it lies on one ability."""
    adds = limit["adds"]
    if many > 1 or not isinstance(adds, dict):
        return limit
    return {**limit, "adds": {key: value for key, value in adds.items() if key != SHARED}}


def without(sentence: Sentence) -> list[tuple[str, Meaning]] | None:
    """The abilities of a sentence that tells limits, without these; None for one that tells none."""
    own = [(key, value) for key, value in sentence.abilities if key != LIMIT]
    return own if len(own) < len(sentence.abilities) else None


def meant(sentences: Sequence[Sentence], at: int, of: Meaning, kinds: Sequence[str]) -> list[int]:
    """The places of the sentences on which a limit lies."""
    told = [n for n, one in enumerate(sentences) if n != at and not limits_of(one)]
    if of == BEFORE:
        return [n for n in told if n < at][-1:]
    wanted = set(map(str, listed(of))) if of != EVERY else set(kinds)
    return [
        n for n in told if sentences[n].abilities and any(key in wanted for key, _ in sentences[n].abilities)
    ]


def bearing(sentence: Sentence, limit: Table, kinds: Sequence[str]) -> Sentence:
    """A sentence whose one ability that can has a limit besides. Raises NoMeaning."""
    if limit["of"] not in (BEFORE, EVERY):
        kinds = [*map(str, listed(limit["of"]))]
    only = [*map(str, listed(limit.get("only", [*kinds])))]
    able = [key for key, _ in sentence.abilities if key in kinds]
    if any(key not in only for key in able) or (len(able) != 1 and limit["of"] != EVERY):
        raise NoMeaning
    adds = limit["adds"]
    if not isinstance(adds, Mapping):
        raise NoMeaning
    own = [
        (key, conditioned(merged(value, {**adds}), limit) if key in kinds else value)
        for key, value in sentence.abilities
    ]
    return sentence._replace(abilities=tuple(own))


def conditioned(ability: Table, limit: Table) -> Table:
    """An ability under what has to hold as it is used and as it is carried out."""
    if BOTH not in limit:
        return ability
    told = limit[BOTH]
    when = [*listed(ability.get("when", [])), *listed(told)]
    do: Meaning = [{"do": ability["do"], "when": told}]
    return {**ability, "when": when if len(when) > 1 else when[0], "do": do}
