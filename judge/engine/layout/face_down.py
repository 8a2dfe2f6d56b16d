"""Face-down cards: which cards lie face-down, and that their own abilities do not work meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.kernel.book import Ability, Book
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View


def face_down(view: View, card: Card) -> bool:
    """Does the card lie face-down, in a game that knows such a state?"""
    return lies_down(view.book, card)


def lies_down(book: Book, card: Card) -> bool:
    """Does the card lie face-down by the rulebook's marks alone?"""
    return book.down is not None and card.mark(book.down[0]) == book.down[1]


def losing(book: Book, card: Card) -> Iterator[str]:
    """The articles by which a card loses marks when it is turned face-down where it lies."""
    rows = (row for row in book.tables["implied"] if "lost" in row and card.place in row["zone"])
    return (str(row["lost"]) for row in rows)


def dormant(view: View, card: Card) -> bool:
    """Does what the card prints not work because the card is face-down, or activated and not resolved yet?
    Where a zone is hidden, being face-down is no state of its cards: what works there works.
    """
    zone = view.book.zones.get(card.place)
    down = face_down(view, card) and (zone is None or zone["seen"] == "all")
    return down or any(card.mark(name) == state for name, state in view.book.silent)


def silenced(view: View, card: Card, ability: Ability) -> bool:
    """Does an ability not work because its card is face-down or not resolved yet? Granted abilities work,
    and so do those that the rules give. An ability that is activated from a Set card works only while the
    card lies Set.
    """
    if ability.data.get("turns_up"):
        return not face_down(view, card)
    printed = ability.id.startswith(card.print + "/") and not ability.data.get("inherent")
    return printed and hushes(view, card, ability)


def hushes(view: View, card: Card, ability: Ability) -> bool:
    """Does the way a card lies keep its own ability, or one of a card attached to it, from working?"""
    hushed = any(card.mark(name) == state and ability.kind in of for name, state, of in view.book.disabling)
    return hushed or dormant(view, card)


def unread(view: View, card: Card) -> bool:
    """Does the card lie face-down where others see that it lies there? Some of its printed values do not
    count then.
    """
    return (
        bool(card.zone)
        and not card.on
        and view.book.zones[card.place].get("veiled", False)
        and face_down(view, card)
    )


def agrees(marks: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    """Has each mark the state wanted, or one of several?"""
    return all(
        marks.get(key) in value if isinstance(value, list) else marks.get(key) == value
        for key, value in wanted.items()
    )


def settled(book: Book, place: str, marks: Mapping[str, object]) -> dict[str, object]:
    """Marks with those that they imply: a face-down card may have only one position in some zone."""
    all_marks = dict(marks)
    for row in book.implied.get(place, ()):
        if agrees(all_marks, row["when"]) and not ("unless" in row and agrees(all_marks, row["unless"])):
            all_marks.update(row.get("set", {}))
            cleared = tuple(row.get("clears", ()))
            all_marks = {key: value for key, value in all_marks.items() if not key.startswith(cleared)}
    return all_marks
