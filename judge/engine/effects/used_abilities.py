"""What is asked of an ability that is used, where a selector asks for what abilities print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.engine.effects.provenance import parts_of
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.engine.language.traits import names


def asks_of_ability(view: View, want: Mapping[str, object]) -> bool:
    """Does a selector ask for something that abilities print, or for a card without it?"""
    inner = want.get("not")
    nested = isinstance(inner, Mapping) and asks_of_ability(view, inner)
    return nested or not want.keys().isdisjoint(view.book.of_abilities)


def is_use(view: View, called: Iterable[str]) -> bool:
    """Is the event, by one of its names, the moment of something: of an ability, that of its use?"""
    return not view.book.signals.keys().isdisjoint(called)


def seen_in_use(view: View, card: Card, ability: str) -> dict[str, object]:
    """What a card is like, but with that of abilities which the used one has: printed, and added to it."""
    seen = {attr: view.value(card, attr) for attr in view.book.attributes}
    for attr in view.book.of_abilities:
        seen[attr] = words_of(view, card, ability, attr)
    seen["abilities"] = tuple(one.id for one in view.borne(card))
    seen["keywords"] = tuple(one.keyword for one in view.abilities(card) if one.keyword)
    return {key: value for key, value in seen.items() if value is not None}


def is_called(view: View, ability: Ability, words: Iterable[str], kind: str = "") -> bool:
    """Is an ability of one of these keywords or kinds, by a `kind` that it counts as or its own? By the
    rulebook what is of one kind may be of another as well.
    """
    own = kind or ability.kind
    also = [more for one, more in view.book.tables["kinds_within"].items() if one == own]
    called = (ability.keyword, own, *also)
    return any(view.book.keyword(word) in called for word in words)


def words_of(view: View, card: Card, ability: str, attr: str) -> tuple[str, ...]:
    """The words of an attribute that one ability of a card has: printed, and added to all of the card."""
    added = [word for one in parts_of(view, card, attr) if one.makes == "gain" for word in names(one.amount)]
    return (*names(view.table.abilities[ability].data.get(attr, ())), *added)
