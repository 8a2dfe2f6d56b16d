"""Cards that a loaded catalogue does not have, and names that do not belong to their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cards.card import Card, Cards
from judge.cards.near import nearest_card
from judge.decks.beside import fits, left_over, other_card
from judge.decks.counts import grouped
from judge.decks.deck import Deck, Line
from judge.decks.faults import concern
from judge.decks.formats.draft import shown
from judge.decks.items import Item, label
from judge.decks.report import Concerned, Fault
from judge.decks.speech import phrased
from judge.errors import nearest

_WORDS = 20  # of a line in which a card's name is looked for
_HINTS = 100  # of a file in which nothing is known, the first names are looked up


def unknown_cards(deck: Deck, items: Sequence[Item], cards: Cards | None) -> Iterator[Fault]:
    """Each card that nobody has heard of, once, with the nearest name;
    and names that do not fit their number.
    """
    if cards is None:
        return
    wrong = [found for one in items if (found := misnamed(deck, one, cards)) is not None]
    yield from wrong if wrong == [] or in_another_language(items) else map(sternly, wrong)
    groups = grouped((one for one in items if one.card is None), label)
    for at, group in enumerate(groups.values()):
        yield unheard_of(deck, group, cards, hinted=at < _HINTS)


def unheard_of(deck: Deck, group: Sequence[Item], cards: Cards, hinted: bool) -> Fault:
    """A card that is not known as it is written: its name may be several cards', or have more words."""
    first, name = group[0].line, label(group[0])
    numbers = namesakes(first.name, cards) if not first.card else []
    if len(numbers) > 1:
        return ambiguous(deck, name, group, numbers)
    hint = near(group[0], cards) if hinted else ""
    known = known_start(first, cards) if hinted else ""
    if known and hint in ("", known):
        return not_understood(deck, group[0], known, first.name[len(known) :].strip())
    return unknown(deck, name, group, hint)


def known_start(line: Line, cards: Cards) -> str:
    """The first words of a name that nobody knows, when they are a card's name themselves."""
    words = line.name.split(" ")[:_WORDS] if not line.card else []
    starts = (" ".join(words[:end]) for end in range(len(words) - 1, 0, -1))
    return next((one for one in starts if cards.named(one)), "")


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
    found = at_card("unknown-card", deck, group, phrased("finding.unknown", card=name))
    return found._replace(hint=hint)


def ambiguous(deck: Deck, name: str, group: Sequence[Item], numbers: Sequence[str]) -> Fault:
    """A name that several cards have, where only a number tells them apart."""
    message = phrased("finding.ambiguous", number=len(numbers), card=name)
    return at_card("ambiguous-card", deck, group, message)._replace(
        allowed=phrased("bound.one-of", names=", ".join(numbers))
    )


def unknown_entries(deck: Deck, entries: Sequence[str], cards: Cards | None) -> Iterator[Fault]:
    """Entries of the deck's own limit list that no card answers."""
    if cards is None:
        return
    place = deck.headings.get("list", (1, 1))
    for entry in entries:
        hint = "" if entry.isdecimal() else nearest_card(cards, entry)
        message = phrased("finding.entry", card=entry)
        yield Fault("list-entry", "", "unsure", message, "", "", (), deck.file, *place, hint=hint)


def misnamed(deck: Deck, item: Item, cards: Cards) -> Fault | None:
    """What is wrong with a name written beside a number; nothing with the card's, or the first words of it.

    More words than the card's name are not understood. Another card's name makes two cards of the line. Plain
    other is to be looked at: another language cannot be told apart.
    """
    line, card = item.line, item.card
    if not (line.card and line.name and card) or fits(line, card):
        return None
    if not line.beside:
        if rest := left_over(line.name, card):
            return not_understood(deck, item, card.name, rest)
        if other := other_card(line.name, card, cards):
            return two_cards(deck, item, card, other)
    return other_name(deck, line, card)


def other_name(deck: Deck, line: Line, card: Card) -> Fault:
    """A name that the number's card has not."""
    message = phrased("finding.other-name", number=line.card, name=card.name, other=line.name)
    concerned = (Concerned(line.card, line.name, line.count, (line.line,)),)
    place = (deck.file, line.line, line.column)
    return Fault("other-name", "", "warning", message, line.name, card.name, concerned, *place)


def in_another_language(items: Sequence[Item]) -> bool:
    """Whether most of the names beside numbers are not the cards':
    then no single one of them is suspicious.
    """
    named = [one for one in items if one.line.card and one.line.name and one.card and not one.line.beside]
    return 2 * sum(fits(one.line, one.card) for one in named if one.card) < len(named)


def sternly(found: Fault) -> Fault:
    """A name that is not the number's, in a list in which the others are:
    an error, unless it is a slip of the pen.
    """
    if found.severity != "warning" or nearest(str(found.found), [found.allowed]):
        return found
    return found._replace(severity="error")


def two_cards(deck: Deck, item: Item, card: Card, other: str) -> Fault:
    """A number and a name of two cards: it does not say which is meant."""
    line = item.line
    message = phrased("finding.two-cards", number=line.card, name=card.name, other=other)
    found = at_card("bad-line", deck, [item], message)
    return found._replace(found=line.name, allowed=card.name, column=line.at or line.column)


def not_understood(deck: Deck, item: Item, name: str, rest: str) -> Fault:
    """Text behind a card's name that is in no row of what may stand there."""
    line = item.line
    column = line.at + line.name.rindex(rest) if line.at else line.column
    where = "beside" if rest == line.name else "behind"
    message, expected = (
        phrased(f"finding.{where}", card=name, rest=shown(rest)),
        phrased("finding.beside-expected"),
    )
    found = at_card("bad-line", deck, [item], message)
    return found._replace(found=shown(rest), allowed=expected, column=column)


def at_card(code: str, deck: Deck, group: Sequence[Item], message: str) -> Fault:
    """An error of a card that no article speaks of, where the deck has it first."""
    first = group[0].line
    place = (deck.file, first.line, first.column)
    return Fault(code, "", "error", message, "", "", concern(group), *place)
