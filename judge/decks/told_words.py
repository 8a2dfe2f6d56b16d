"""What reports tell in the words of a rulebook: its texts about parts, cards and days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from judge.cards.card import as_list
from judge.decks.faults import given
from judge.decks.limits import load_editions, load_limits
from judge.decks.selection import KEYWORDS
from judge.decks.speech import of_attribute
from judge.rulebook.checked import load_checked
from judge.rulebook.shelf import find


def told_words(game: str) -> set[str]:
    """Every text of a game's deck rules that a report may tell, in whatever edition or version.

    Raises BadInput for a game that has none.
    """
    limits = load_limits(game)
    editions = load_editions(game)
    changes = [change for one in editions for change in one.changes]
    changes += [change for rows in load_checked(str(find(game))).versions.values() for change in rows]
    found = {limits.title, str(limits.identity["same"]), given(limits), *(one.name for one in limits.parts)}
    found.update(str(one["title"]) for one in limits.sheet.get("columns", ()))
    found.update(one.title for one in editions)
    found.update(text for row in limits.rows for text in row.things)
    found.update(of_selectors(row.where for row in limits.rows if row.each and row.where))
    found.update(attributes_of([row.where for row in limits.rows] + [one.takes for one in limits.parts]))
    return {str(one) for one in (*found, *of_changes(changes))}


def of_changes(changes: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """What changes of limits tell anew."""
    for one in changes:
        if "limit" in one:
            row = one.get("set", {})
            yield from map(str, row.get("things", ()) if isinstance(row, Mapping) else ())


def of_selectors(selectors: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """The attributes and values that selectors name."""
    for where in selectors:
        for key, wanted in where.items():
            if isinstance(wanted, Mapping):
                yield from of_selectors([wanted])
            elif isinstance(wanted, bool):
                yield of_attribute(key)
            else:
                yield from (of_attribute(key), *map(str, as_list(wanted)))


def attributes_of(selectors: Iterable[Mapping[str, object] | None]) -> Iterator[str]:
    """The attributes that selectors look at: where the card data do not say one, it is told."""
    for where in selectors:
        for key, wanted in (where or {}).items():
            if key in ("not", "and", "any"):
                yield from attributes_of(as_list(wanted))
            elif key == "has":
                yield KEYWORDS
            elif key in ("min", "max") and isinstance(wanted, Mapping):
                yield from map(of_attribute, wanted)
            else:
                yield of_attribute(key)
