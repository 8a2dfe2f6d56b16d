"""Cards that a loaded catalogue does not have, and names that do not belong to their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cards.card import Cards
from judge.cards.near import nearest_card
from judge.decks.counting import grouped
from judge.decks.deck import Deck
from judge.decks.faulting import concern
from judge.decks.items import Item, label
from judge.decks.report import Concerned, Fault
from judge.decks.selecting import values_of
from judge.folding import fold

_HINTS = 100  # of a file in which nothing is known, the first names are looked up


def unknown_cards(deck: Deck, items: Sequence[Item], cards: Cards | None) -> Iterator[Fault]:
    """Each card that nobody has heard of, once, with the nearest name; and names that do not fit their number."""
    if cards is None:
        return
    yield from (misnamed(deck, one) for one in items if not fits(one))
    groups = grouped((one for one in items if one.card is None), label)
    for at, (name, group) in enumerate(groups.items()):
        numbers = namesakes(group[0].line.name, cards) if not group[0].line.card else []
        if len(numbers) > 1:
            yield ambiguous(deck, name, group, numbers)
            continue
        yield unknown(deck, name, group, near(group[0], cards) if at < _HINTS else "")


def near(item: Item, cards: Cards) -> str:
    """The card that may be meant: by the name where there is one; a passcode only when one digit is off."""
    number = item.line.card
    if item.line.name or not number.isdecimal():
        return nearest_card(cards, item.line.name or number)
    found = {one.id for one in map(cards.find, slips(number)) if one is not None}
    return found.pop() if len(found) == 1 else ""


def slips(number: str) -> Iterator[str]:
    """Every number that is one wrong digit, or two digits changed about, away."""
    for at, old in enumerate(number):
        yield from (number[:at] + new + number[at + 1 :] for new in "0123456789" if new != old)
        yield number[:at] + number[at + 1 : at + 2] + old + number[at + 2 :]


def namesakes(name: str, cards: Cards) -> list[str]:
    """The numbers of the cards that share a name: it does not say which is meant."""
    return [one.id for one in cards.named(name)] if name else []


def unknown(deck: Deck, name: str, group: Sequence[Item], hint: str) -> Fault:
    """A card that the catalogue lacks."""
    first = group[0].line
    message = f"the card catalogue has no {name}"
    return Fault("unknown-card", "", "error", message, "", "", concern(group), deck.file, first.line, first.column, hint)


def ambiguous(deck: Deck, name: str, group: Sequence[Item], numbers: Sequence[str]) -> Fault:
    """A name that several cards have, where only a number tells them apart."""
    first = group[0].line
    message = f"{len(numbers)} cards are called {name}: which number is it?"
    return Fault("ambiguous-card", "", "error", message, "", f"one of {', '.join(numbers)}", concern(group),
                 deck.file, first.line, first.column)  # fmt: skip


def unknown_entries(deck: Deck, entries: Sequence[str], cards: Cards | None) -> Iterator[Fault]:
    """Entries of the deck's own limit list that no card answers."""
    if cards is None:
        return
    place = deck.headings.get("list", (1, 1))
    for entry in entries:
        hint = "" if entry.isdecimal() else nearest_card(cards, entry)
        message = f"the deck's limit list names {entry}, which nobody knows: it limits nothing"
        yield Fault("list-entry", "", "unsure", message, "", "", (), deck.file, *place, hint=hint)


def fits(item: Item) -> bool:
    """Whether a name written beside a number is that card's, or begins it; another language cannot be told apart."""
    if not (item.line.card and item.line.name and item.card):
        return True
    names = [fold(str(one)) for one in values_of(item.card, "name")]
    written = fold(item.line.name)
    return not names or any(one.startswith(written) or written.startswith(one) for one in names)


def misnamed(deck: Deck, item: Item) -> Fault:
    """A name that is not that of the number beside it."""
    line, name = item.line, item.card.name if item.card else ""
    message = f"{line.card} is {name} in the card catalogue, not {line.name}"
    cards = (Concerned(line.card, line.name, line.count, (line.line,)),)
    return Fault("other-name", "", "warning", message, line.name, name, cards, deck.file, line.line, line.column)
