"""Names for a reader: the names of cards, zones, values and options, as far as the reader may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.kernel.state import SEATS, Option
from judge.engine.kernel.tracer import Entry
from judge.play.ruling import Ruling
from judge.rulebook.translations import HOME
from judge.speech.catalogue import Phrases, fill, phrases
from judge.text.said import Said
from judge.views.veil import is_nameless, unnamed


class Namer:
    """Names things for one reader of one ruling: for everybody, or for the player at `seat`."""

    def __init__(self, ruling: Ruling, seat: str = "", lang: str = "en") -> None:
        """Raises ValueError where a ruling is not that of who reads: it has more than this player knows."""
        if seat != ruling.viewer:
            told, reader = ruling.viewer or "everybody", seat or "everybody"
            raise ValueError(f"a ruling for {told} is not read by {reader}")
        self.ruling = ruling
        self.seat = seat
        self.lang = lang
        self.book = ruling.fixture.book
        self.words: Phrases = phrases(self.book.folder, lang)
        self.lines: list[Entry] = list(ruling.entries)
        self.seats: Mapping[str, str] = {}

    def card(self, id_: str) -> str:
        """A card's name, hidden where the reader may not see it."""
        if is_nameless(id_):
            return self.words["text"]["unseen"]
        card = self.ruling.game.cards.get(id_)
        if card is None:
            return id_
        if id_[:2] in ("A.", "B.") and self.ruling.table.prints[card.print].key == "?":
            return self.words["text"]["unseen"]
        return id_

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
        """A number of a card, under its word."""
        return fill(self.words["verdict"]["value"], {"card": self.card(card), "attr": what})

    def bare(self, name: str) -> str:
        """A name without its article."""
        articles = self.words["text"]["articles"].split("|")
        return name.removeprefix(next((article for article in articles if name.startswith(article)), ""))

    def window(self, title: str) -> str:
        """A window, by its title in the rulebook, which is English."""
        if self.lang == HOME:
            return title
        names = (name for name, row in self.book.windows.items() if row.title == title)
        return self.words["window"].get(next(names, ""), title)

    def said(self, text: str) -> str:
        """An English sentence in the reader's language, where that has the phrase; unseen cards in it have
        no names.
        """
        told: str = text
        if isinstance(text, Said) and text.key in self.words["said"]:
            values = {**text.values}
            if "window" in values:
                values["window"] = self.window(str(values["window"]))
            told = fill(self.words["said"][text.key], values)
        return unnamed(told, self.words["text"]["unseen"]) if self.seat else told

    def choice(self, words: Sequence[str]) -> str:
        """A choice in the words of a script. In another language its first word, which may be a state of
        cards, is translated as on a page.
        """
        (first, *rest), spelt = words, self.words["choice"]
        if self.lang != HOME and first not in self.ruling.game.cards:
            first = spelt.get(first) or self.words["mark"].get(first, first)
        return " ".join((first, *rest))

    def score(self, name: str) -> str:
        """A score of the rulebook's summary, in capitals where it has no word of its own."""
        return self.words["score"].get(name, name.upper())

    def marks(self, marks: Mapping[str, object]) -> str:
        """Puts the states of marks into words: a flag that is set gives its name, one that is not gives
        nothing.
        """
        states = (key if value is True else value for key, value in marks.items() if value is not False)
        return ", ".join(self.words.get("mark", {}).get(str(state), str(state)) for state in states)

    def value(self, value: object) -> str:
        """A value of an effect: words, or the keywords that are granted."""
        if isinstance(value, (tuple, list)):
            return ", ".join(self.value(entry) for entry in value)
        ability = self.ruling.table.abilities.get(str(value))
        if ability is None:
            return f"[{value}]" if isinstance(value, str) and value in self.book.keywords else str(value)
        events = (
            [name for on in ability.on for name in on["events"]]
            if ability.kind in ("forbid", "surcharge", "auto")
            else []
        )
        kind = "each time" if ability.data.get("at_once") else ability.kind
        return f"[{ability.keyword or ' '.join((kind, ', '.join(events))).strip()}]"

    def option(self, option: Option, seat: str) -> str:
        """An option in the words of a script line: the other player's cards with their seat."""
        words = [self.other_card(arg, seat) for arg in option.args]
        return " ".join((option.name, *words))

    def doing(self, words: Sequence[str], form: str = "deed") -> str:
        """An act in words, from the words of a script: ``attack lb with k1``, or ``attacks lb with k1`` in
        the form `does`; "" where the language has no words for it.
        """
        (name, *args), table = words, self.words[form]
        key = f"{name}.{args[-1]}" if args and f"{name}.{args[-1]}" in table else f"{name}.{len(args)}"
        if key not in table:
            return ""
        named = [self.other_card(arg, self.seat_of(arg)) for arg in args]
        return fill(table[key], dict(zip(("first", "second"), named, strict=False)))

    def act_of(self, words: Sequence[str]) -> str:
        """An act that was asked about, in the words of a script in the reader's language, as far as it has
        them.
        """
        told = self.doing(words) if self.lang != HOME else ""
        return told or fill(self.words["text"]["act"], {"act": " ".join(words)})

    def wish(self, words: Sequence[str]) -> str:
        """A player's wish in words; in those of the script where there are no others."""
        return self.doing(words) or self.act_of(words)

    def seat_of(self, word: str) -> str:
        """The player in whose zone the card lies that a word names."""
        card = self.ruling.game.cards.get(word)
        return self.seats.get(word) or (card.seat if card is not None else "")

    def other_card(self, word: str, seat: str) -> str:
        """A card's name as a player writes it."""
        card = self.ruling.game.cards.get(word)
        if is_nameless(word):
            return self.words["text"]["unseen"]
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
