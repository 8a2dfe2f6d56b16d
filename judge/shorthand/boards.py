"""Reading a board from one line: `A: leader la 10000; battle k1 15000 rest; B: life 4, hand halt`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS
from judge.engine.layout.slots import slots_of, zone_of
from judge.fixture.on_boards import board_name
from judge.grammar.names import COPIES
from judge.shorthand.card_words import CardWords, is_number
from judge.shorthand.known_cards import KnownCards
from judge.shorthand.typed import ENDS, PLUS, Typed, Word, meant, parted
from judge.text.numbers import is_figures
from judge.text.plain import Json


class Board:
    """Both players' zones, and the cards that are named in them, as a fixture writes them.

    `columns` has the column of the line at which each key of the fixture stands.
    """

    def __init__(self, book: Book, known: KnownCards) -> None:
        self.book = book
        self.known = known
        self.words = CardWords(book)
        self.zones: dict[str, dict[str, Json]] = {seat: {} for seat in SEATS}
        self.cards: dict[str, Json] = {}
        self.columns: dict[str, tuple[str, int]] = {}

    def read(self, typed: Typed) -> None:
        """Lay out what a line says. What is wrong with it becomes its problems."""
        seat = ""
        for group in parted(typed.words(), ENDS):
            words, seat = self.seated(group, seat)
            if words and not seat:
                typed.fault(words[0].column, "whose board is it?", "A: or B: first", words[0].text)
                return
            if words:
                self.zone(typed, seat, words)

    def seated(self, words: Sequence[Word], seat: str) -> tuple[Sequence[Word], str]:
        """The words after a player, and the player: the one named before where there is none."""
        first = words[0] if words else Word("", 0)
        head, rest = first.parts(":")
        if head.text not in SEATS or first.quoted:
            return words, seat
        return ([rest] if rest.text else []) + list(words[1:]), head.text

    def zone(self, typed: Typed, seat: str, words: Sequence[Word]) -> None:
        """A zone with its cards, or a score with its number."""
        head, rest = words[0]._replace(text=words[0].text.rstrip(":")), words[1:]
        names = self.names()
        matches = meant(head.text, names)
        if len(matches) != 1:
            self.no_zone(typed, head, matches, names)
            for card in parted(rest, PLUS):  # what is said of its cards is looked at all the same
                self.words.read(typed, card[1:])
            return
        name = matches[0]
        self.columns.setdefault(f"{seat}.{name}", (typed.name, head.column))
        if name in self.book.tables["score"]:
            self.score(typed, seat, name, head, rest)
            return
        for card in parted(rest, PLUS):
            if card:
                self.entry(typed, seat, name, card)
            else:
                typed.fault(head.column, f"a card is missing in {name}", "a number, or a card's name")

    def no_zone(self, typed: Typed, word: Word, matches: Sequence[str], names: set[str]) -> None:
        """A word that is no zone, or short for several."""
        if matches:
            typed.several(word, matches)
        else:
            typed.unknown(word, "zone (another card of one comes after +)", names)

    def names(self) -> set[str]:
        """Every zone that a board has, slots and scores among them."""
        zones = [name for name, row in self.book.zones.items() if not row.get("outside")]
        slots = [slot for name in zones for slot in slots_of(self.book, name)]
        return {*zones, *slots, *self.book.tables["score"]}

    def score(self, typed: Typed, seat: str, name: str, head: Word, rest: Sequence[Word]) -> None:
        """A score of a player, such as life."""
        if len(rest) != 1 or not is_number(rest[0].text):
            typed.fault(head.column, f"{name} is a number", f"{name} 10")
        else:
            self.zones[seat][name] = int(rest[0].text)

    def entry(self, typed: Typed, seat: str, zone: str, words: Sequence[Word]) -> None:
        """The entry for unseen cards, by their number, or for a named card with its details."""
        words = self.with_whole_name(words)
        lie = self.zones[seat].setdefault(zone, [])
        where = f"{seat}.{zone}[{len(lie)}]"
        self.columns[where] = (typed.name, words[0].column)
        if is_figures(words[0].text) and not words[0].quoted:
            lie.append(self.unseen(typed, words))
        else:
            lie.append(self.card(typed, where, words))
            self.type_by(zone, key_in(lie[-1]))

    def with_whole_name(self, words: Sequence[Word]) -> Sequence[Word]:
        """The words of an entry, with the name of a known card that has several words as one."""
        for end in range(len(words), 1, -1):
            name = " ".join(word.text for word in words[:end])
            quoted = any(word.quoted for word in words[:end])
            if not quoted and self.known.exact(name.partition(COPIES)[0]) is not None:
                return [words[0]._replace(text=name, quoted=True), *words[end:]]
        return words

    def unseen(self, typed: Typed, words: Sequence[Word]) -> int:
        """A number of unseen cards, which have no details."""
        first = words[0]
        if not is_number(first.text):
            typed.fault(first.column, "no zone holds so many cards", "a smaller number", first.text[:40])
            return 0
        if words[1:]:
            message = "nothing can be said of cards that nobody has seen"
            typed.fault(words[1].column, message, "a name before it", words[1].text)
        return int(first.text)

    def card(self, typed: Typed, where: str, words: Sequence[Word]) -> object:
        """The entry for a card by its name, or for several of the same name, with details."""
        name, times = words[0].parts(COPIES)
        key = self.named(typed, name._replace(quoted=words[0].quoted))
        spoken = self.words.read(typed, words[1:])
        self.say(typed, key, spoken.card, spoken.columns)
        self.columns |= {f"{where}.{detail}": (typed.name, spoken.columns[detail]) for detail in spoken.entry}
        card = f"{key}{COPIES}{times.text}" if times.text else key
        return {"card": card, **spoken.entry} if spoken.entry else card

    def named(self, typed: Typed, word: Word) -> str:
        """The name of a card, which is noted as being on the board."""
        if word.text in self.cards or word.text in self.book.tables["stock"]:
            return word.text
        known = self.known.find(word.text)
        key = known.key if known else board_name(word.text) if word.quoted else word.text
        self.columns.setdefault(f"cards.{key}", (typed.name, word.column))
        self.cards.setdefault(key, known.wanted if known else {})
        return key

    def say(self, typed: Typed, key: str, detail: dict[str, object], columns: dict[str, int]) -> None:
        """Note what a card prints and does. A key that was given for a card of this name before is
        a problem.
        """
        if not detail:
            return
        before = self.cards.get(key, {})
        before = {"card": before} if isinstance(before, str) else before
        for details in detail.keys() & before.keys():
            typed.fault(columns[details], f"{details} of {key} was said before", "one of the two", details)
        self.cards[key] = {**before, **detail}
        self.columns |= {f"cards.{key}.{attr}": (typed.name, columns[attr]) for attr in detail}

    def type_by(self, zone: str, key: str) -> None:
        """The type of a card that has none in the line, where its zone cannot hold the usual type."""
        of_zone = self.book.zones[zone if zone in self.book.zones else zone_of(self.book, zone)]
        types, card = of_zone.get("types", ()), self.cards.get(key)
        if isinstance(card, dict) and types and "type" not in card and "card" not in card:
            usual = self.book.tables["types"][0]
            self.cards[key] = card if usual in types else {"type": types[0], **card}

    # --- what is said later --------------------------------------------------------------------------
    def silent(self) -> list[str]:
        """The cards that are neither described on the line nor known."""
        return [key for key, card in self.cards.items() if card == {}]

    def describe(self, typed: Typed) -> None:
        """Read what cards of the board say: `halt contre(attack); raider 15000`."""
        for words in parted(typed.words(), ENDS):
            if words:
                self.described(typed, words[0], words[1:])

    def described(self, typed: Typed, name: Word, rest: Sequence[Word]) -> None:
        """Reads the details of one card."""
        matches = meant(name.text, self.cards)
        if len(matches) != 1:
            (
                typed.several(name, matches)
                if matches
                else typed.unknown(name, "card of the board", self.cards)
            )
            return
        spoken = self.words.read(typed, rest)
        for key in spoken.entry:
            message = f"{key} is how a card lies"
            typed.fault(spoken.columns[key], message, "what it prints; the rest belongs to the board", key)
        self.say(typed, matches[0], spoken.card, spoken.columns)

    def tables(self) -> dict[str, dict[str, object]]:
        """The boards as a fixture has them."""
        return {
            seat: {zone: self.plain(zone, lie) for zone, lie in zones.items()}
            for seat, zones in self.zones.items()
        }

    def plain(self, zone: str, lie: Json) -> object:
        """The entries of a zone: a list, or the one entry itself where it is a number or the zone
        holds one.
        """
        alone = isinstance(lie, list) and len(lie) == 1
        single = zone not in self.book.zones or self.book.zones[zone].get("limit") == 1
        return lie[0] if alone and (single or isinstance(lie[0], int)) else lie


def key_in(entry: Json) -> str:
    """The name of the card that an entry is about."""
    name: str = entry["card"] if isinstance(entry, dict) else entry
    return name.partition(COPIES)[0]
