"""The names by which a reader is told of cards, zones, values and options, as far as the reader may see."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING

from judge.engine.kernel.state import SEATS, Choice, Decision, Option
from judge.engine.kernel.tracer import Entry
from judge.play.ruling import Ruling
from judge.rulebook.translations import HOME
from judge.speech.catalogue import Phrases, fill, phrases
from judge.text.said import Said

if TYPE_CHECKING:
    from judge.sight.sight import Sight


class Namer:
    """Names things to one reader of one ruling: to everybody, or to the seat that `seat` names."""

    def __init__(self, ruling: Ruling, seat: str = "", lang: str = "en") -> None:
        self.ruling = ruling
        self.seat = seat
        self.lang = lang
        self.book = ruling.fixture.book
        self.words: Phrases = phrases(self.book.folder, lang)
        self.lines: list[Entry] = list(ruling.entries)
        self.known: Container[str] = ()
        self.ever: frozenset[str] = frozenset()
        self.placed: frozenset[str] = frozenset()  # cards of which the reader can tell in which zone they are
        self.seats: Mapping[str, str] = {}
        self.at_entry: dict[int, frozenset[str]] = {}
        self.read_as: Mapping[int, Entry] = {}  # lines of the ruling as the reader reads them
        self.sight: Sight | None = None
        if seat:
            from judge.sight.sight import Sight  # a page for everybody needs none

            self.follow(Sight(ruling, seat))

    def follow(self, sight: Sight) -> None:
        """Keep the lines that the reader may read, and what the reader had seen at each of them."""
        self.sight, self.lines = sight, []
        for entry in sight.lines():
            self.lines.append(entry)
            self.at_entry[id(entry)] = frozenset(sight.known)
        self.read_as = sight.veiled
        read = [(one, id(entry)) for one, entry in sight.veiled.items() if id(entry) in self.at_entry]
        self.at_entry.update((one, self.at_entry[entry]) for one, entry in read)
        self.known = self.ever = frozenset(sight.known)
        self.placed = self.ever | sight.within

    def read(self, entry: Entry) -> Entry:
        """A line as the reader reads it; names are those that the reader knew by then."""
        found = self.read_as.get(id(entry), entry)
        self.known = self.at_entry.get(id(found), self.known)
        return found

    def choices(self, ask: Decision) -> Sequence[Choice]:
        """What can be chosen, as far as the reader can tell."""
        return ask.choices if self.sight is None else self.sight.choices(ask)

    def most(self, ask: Decision) -> int:
        """How many can be chosen at most, as far as the reader can tell."""
        return ask.most if self.sight is None else self.sight.most(ask)

    def traced_at(self) -> list[int]:
        """Where in the trace each line stands that the reader reads; -1 for one that is not there."""
        entries = (self.read_as.get(id(one), one) for one in self.ruling.entries)
        at = {id(entry): n for n, entry in enumerate(entries)}
        return [at.get(id(one), -1) for one in self.lines]

    def card(self, id_: str) -> str:
        """A card's name, hidden where the reader may not see it."""
        card = self.ruling.game.cards.get(id_)
        if card is None:
            return id_
        if self.seat and id_ not in self.known:
            return self.words["text"]["a_card"]
        if id_[:2] in ("A.", "B.") and self.ruling.table.prints[card.print].key == "?":
            return self.words["text"]["unseen"]
        return id_

    def unseen_of_other(self, id_: str) -> bool:
        """Is it a card of the other player that the reader has not seen?"""
        card = self.ruling.game.cards.get(id_)
        return bool(self.seat) and card is not None and card.seat != self.seat and id_ not in self.known

    def sees(self, zone: str) -> bool:
        """May the reader see the cards of a zone?"""
        if not self.seat or not zone:
            return True
        seen = self.book.zones[zone[2:]]["seen"]
        return bool(seen == "all" or (seen == "owner" and zone[0] == self.seat))

    def zone(self, zone: str) -> str:
        """A zone in words, with its owner: ``A's deck``."""
        if not zone:
            return self.words["zone"].get("removed", self.words["text"]["nowhere"])
        name = self.words["zone"].get(zone[2:], zone[2:])
        if zone[2:] in self.book.shared:
            return name
        return fill(self.words["verdict"]["of"], {"seat": zone[0], "what": self.bare(name)})

    def value_of(self, card: str, what: str) -> str:
        """A number of a card, by its word."""
        return fill(self.words["verdict"]["value"], {"card": self.card(card), "attr": what})

    def bare(self, name: str) -> str:
        """A name without its article."""
        articles = self.words["text"]["articles"].split("|")
        return name.removeprefix(next((one for one in articles if name.startswith(one)), ""))

    def window(self, title: str) -> str:
        """A window, by its title in the rulebook, which is English."""
        if self.lang == HOME:
            return title
        names = (name for name, row in self.book.windows.items() if row.title == title)
        return self.words["window"].get(next(names, ""), title)

    def said(self, text: str) -> str:
        """A sentence that was made in English, in the reader's language where it has the phrase."""
        template = self.words["said"].get(text.key) if isinstance(text, Said) else None
        return text if template is None or not isinstance(text, Said) else fill(template, text.values)

    def choice(self, words: Sequence[str]) -> str:
        """A choice in the words of a script; in another language its first word as a page tells it, which a
        state of cards may be.
        """
        (first, *rest), spelt = words, self.words["choice"]
        if self.lang != HOME and first not in self.ruling.game.cards:
            first = spelt.get(first) or self.words["mark"].get(first, first)
        return " ".join((first, *rest))

    def score(self, name: str) -> str:
        """A score that the rulebook sums up by: in capitals, where it has no word of its own."""
        return self.words["score"].get(name, name.upper())

    def marks(self, marks: Mapping[str, object]) -> str:
        """States of marks in words; a flag that is there by its name, one that is not by nothing."""
        said = (key if value is True else value for key, value in marks.items() if value is not False)
        return ", ".join(self.words.get("mark", {}).get(str(one), str(one)) for one in said)

    def value(self, value: object) -> str:
        """A value of an effect: words, or the keywords that are granted."""
        if isinstance(value, (tuple, list)):
            return ", ".join(self.value(one) for one in value)
        ability = self.ruling.table.abilities.get(str(value))
        if ability is None:
            return f"[{value}]" if isinstance(value, str) and value in self.book.keywords else str(value)
        events = (
            [name for on in ability.on for name in on["events"]]
            if ability.kind in ("forbid", "surcharge")
            else []
        )
        return f"[{ability.keyword or ' '.join((ability.kind, ', '.join(events))).strip()}]"

    def option(self, option: Option, seat: str) -> str:
        """An option in the words of a script line: the other player's cards with their seat."""
        words = [self.other_card(one, seat) for one in option.args]
        return " ".join((option.name, *words))

    def doing(self, words: Sequence[str], form: str = "deed") -> str:
        """What somebody does, by the words of a script: ``attack lb with k1``, or ``attacks lb with k1`` in
        the form `does`; "" where the language has no words for it.
        """
        (name, *args), table = words, self.words[form]
        key = f"{name}.{args[-1]}" if args and f"{name}.{args[-1]}" in table else f"{name}.{len(args)}"
        if key not in table:
            return ""
        named = [self.other_card(one, self.seat_of(one)) for one in args]
        return fill(table[key], dict(zip(("first", "second"), named, strict=False)))

    def act_of(self, words: Sequence[str]) -> str:
        """An act that was asked about, in the words of the script; in those of another language where it has
        them.
        """
        told = self.doing(words) if self.lang != HOME else ""
        return told or fill(self.words["text"]["act"], {"act": " ".join(words)})

    def wish(self, words: Sequence[str], seat: str) -> str:
        """What a seat wishes to do, in words; in those of the script where there are no others. What the
        reader wrote is read as it stands: that a card is there would be told by its not being named.
        """
        known = self.known
        # a word names a card, or an ability of it
        own = (part for word in words for part in (word, word.rpartition(".")[0]))
        self.known = frozenset(own) if seat == self.seat else known
        said = self.doing(words) or self.act_of(words)
        self.known = known
        return said

    def seat_of(self, word: str) -> str:
        """In whose zone the card lies that a word names."""
        card = self.ruling.game.cards.get(word)
        return self.seats.get(word) or (card.seat if card is not None else "")

    def other_card(self, word: str, seat: str) -> str:
        """A card's name as a seat writes it."""
        card = self.ruling.game.cards.get(word)
        named = word if card is not None else word.rpartition(".")[0]
        if (
            self.seat and named in self.ruling.game.cards and named not in self.known
        ):  # the reader has not seen it
            return self.words["text"]["a_card"]
        theirs = self.seats.get(word) or (card.seat if card is not None else "")
        return (
            f"{theirs}.{word}"
            if theirs in SEATS and theirs != seat and word[:2] not in ("A.", "B.")
            else word
        )

    def shown(self, words: Sequence[str], seat: str) -> list[str]:
        """The words of a choice as the reader may see them."""
        if not self.seat or seat == self.seat:
            return list(words)
        return [self.card(word) if word in self.ruling.game.cards else word for word in words]
