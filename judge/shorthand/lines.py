"""Reading lines of a script, as people say them or in short: `A at raider` is `A: attack raider`. What may
stand behind an act is taken from the act's declaration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final

from judge.board.position import find_card
from judge.engine.kernel.book import Book
from judge.engine.kernel.registry import A_WORD, ANY_CARD, OWN_CARD, THEIR_CARD
from judge.engine.kernel.state import CHANCE, JUDGE, SEATS, Card, Game, opponent
from judge.engine.kernel.table import Table
from judge.engine.layout.slots import slots_of
from judge.errors import nearest
from judge.fixture.acts import OWN, Words, too_long
from judge.fixture.on_boards import board_name, whole_names
from judge.fixture.script import CLAIMS, LEADS, YES
from judge.rulebook.act_names import offers_of, spoken
from judge.shorthand.acts import OWNED, Spoken, act_of, seat_of, without_article
from judge.shorthand.typed import ENDS, Typed, Word, meant, parted
from judge.text.folded_words import fold
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple


# --- places: what a line may name behind an act, whose cards of which types, or which words ------------
class Place(NamedTuple):
    """One thing that a line names: a card of its player, of the other one or of either, or a word."""

    kind: str
    types: tuple[str, ...] = ()  # of its card; any where there are none
    words: frozenset[str] = frozenset()  # that it may be besides a card; any where there are none


Named = tuple[str, Card | None]  # a word of a line, with the card that it is or is of


def places_of(book: Book) -> dict[str, list[tuple[Place, ...]]]:
    """For each act, the places behind it: one row for each offer of that name."""
    by_act: dict[str, list[tuple[Place, ...]]] = {}
    for offer in sorted(offers_of(book)):
        row = book.tables["action"].get(offer)
        places = of_row(book, row) if row is not None else of_offer(book, offer)
        rows = by_act.setdefault(spoken(book, offer), [])
        rows.extend([places] if places not in rows else [])
    return by_act


def of_offer(book: Book, offer: str) -> tuple[Place, ...]:
    """The places of an offer that a game's own code makes."""
    return tuple(
        Place(kind, words=frozenset(book.beside if kind == THEIR_CARD else ())) for kind in book.places[offer]
    )


def of_row(book: Book, row: Fields) -> tuple[Place, ...]:
    """The places of a row of `[action]`: its card, and the card, slot, place, way or words beside it."""
    if "each" not in row:
        return ()
    own = Place(OWN_CARD, types_of(book, row["each"]))
    if row.get("to"):
        return own, Place(whose(row["to"]), types_of(book, row["to"]))
    slots = [slot for zone in row["slots"] for slot in slots_of(book, zone)]
    if slots or row["places"] or row["ways"]:
        return own, Place(A_WORD, words=frozenset((*slots, *row["places"], *row["ways"])))
    return own, *(Place(A_WORD, words=frozenset((word,))) for word in row["words"])


def whose(selector: Mapping[str, object]) -> str:
    """The kind of card that a selector finds, by its player: anybody's, the opponent's, or one's own."""
    return {"any": ANY_CARD, "opponent": THEIR_CARD}.get(str(selector.get("of", "")), OWN_CARD)


def types_of(book: Book, selector: Mapping[str, object]) -> tuple[str, ...]:
    """The types of cards that a selector finds: those that it says, else those that its zones hold."""
    kinds = several(selector.get("type", ()))
    zones = several(selector.get("zone", ()))
    if kinds or not zones or not all(book.zones[zone].get("types") for zone in zones):
        return kinds
    return tuple(dict.fromkeys(kind for name in zones for kind in book.zones[name]["types"]))


def several(value: Json) -> tuple[str, ...]:
    """One word or several, as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


def fits(table: Table, place: Place, named: Named, seat: str) -> bool:
    """May a word stand at a place in a line of a player, by its kind, and for a card its side and type?"""
    card = named[1]
    if card is None or not is_of_kind(place, named):
        return is_of_kind(place, named)
    side = {OWN_CARD: card.seat in ("", seat), THEIR_CARD: card.seat != seat}.get(place.kind, True)
    return side and (not place.types or table.prints[card.print].type in ("", *place.types))


def is_of_kind(place: Place, named: Named) -> bool:
    """Is a word of the kind of its place: a card where a card stands, a word where a word does?"""
    word, card = named
    if place.kind == A_WORD or card is None:
        return card is None and (word in place.words or (place.kind == A_WORD and not place.words))
    return True


def orders(rows: Sequence[tuple[Place, ...]], n: int) -> list[tuple[Place, ...]]:
    """The first n places of each row that has so many, each once."""
    return list(dict.fromkeys(row[:n] for row in rows if len(row) >= n))


WHOLE: Final = ("know", "concede")  # lines that are taken as they are written
FEW: Final = 3  # a line with at most so many things may name them in any order


class Thing(NamedTuple):
    """A thing that a line names behind its act: the ways to write it in a fixture, its word in the line, and
    whether it is a tool, with which the act is done.
    """

    ways: tuple[str, ...]
    word: Word
    tool: bool = False


def acts_in(typed: Typed) -> list[list[Word]]:
    """The words of each act of a line."""
    return [words for words in parted(typed.words(), ENDS) if words]


class Acts:
    """Reads lines of a script against the cards that lie there."""

    def __init__(self, words: Words, table: Table, start: Game) -> None:
        self.words = words
        self.table = table
        self.start = start
        self.spoken = Spoken.of(words.book)
        self.places = places_of(words.book)
        cards = {name for name in words.named if "." not in name and not name.startswith("default-")}
        self.cards = sorted(cards - set(words.book.tables["stock"]))
        self.things = cards | words.beside

    def lines(self, typed: Typed) -> list[str]:
        """The lines of a script, with `;` between them."""
        return [self.line(typed, words) for words in acts_in(typed)]

    def line(self, typed: Typed, words: Sequence[Word]) -> str:
        """One line as a fixture writes it."""
        head = words[0].text.partition(":")[0]
        if head in (CHANCE, JUDGE):
            return " ".join(word.text for word in words)
        seat, rest = seat_of(words)
        if not seat or not rest:
            typed.fault(words[0].column, "whose act is it?", "A or B, then what is done", words[0].text)
            return ""
        return f"{seat}: {' '.join(self.told(typed, seat, rest))}"

    def told(self, typed: Typed, seat: str, words: Sequence[Word]) -> list[str]:
        """The words of one player's line: the act, then its things in order."""
        if words[0].text in WHOLE:
            return [word.text for word in words]
        if words[0].text in CLAIMS and words[1:]:
            return [words[0].text, *self.told(typed, seat, words[1:])]
        if self.words.thing(words[0].text) and words[0].text not in self.words.acts:
            return [words[0].text, *self.in_order(typed, seat, "", words[1:])]
        act, rest = act_of(typed, self.spoken, self.whole_names(words))
        return [act.text, *self.in_order(typed, seat, act.text, rest)]

    def asked(self, typed: Typed, seat: str, words: Sequence[Word]) -> list[str]:
        """The words of a question: the act, then its things, wherever the question names them."""
        act = words[0].text
        return [act, *self.in_order(typed, seat, act, self.whole_names(words[1:]), asked=True)]

    def whole_names(self, words: Sequence[Word]) -> list[Word]:
        """The words with each name of several words, of a card that is there, as one."""
        if any(word.quoted for word in words):
            return [*words]
        named = whole_names([word.text for word in words], self.words.ways)
        return [words[at]._replace(text=name, quoted=name != words[at].text) for name, at in named]

    # --- what is named ------------------------------------------------------------------------------
    def in_order(
        self, typed: Typed, seat: str, act: str, words: Sequence[Word], asked: bool = False
    ) -> list[str]:
        """The things of an act in the order of a script line. A question that could mean several lines, or
        none, is a problem.
        """
        before = len(typed.problems)
        at = next((n for n, token in enumerate(words) if token.text in ("by", "by*", "=")), len(words))
        named = self.things_of(typed, seat, act, words[:at], asked)
        texts = [entry.ways[0] for entry in named]
        if len(typed.problems) == before:
            texts = self.arranged(typed, seat, act, named, asked and at == len(words))
        return [*texts, *(word.text for word in words[at:])]

    def things_of(self, typed: Typed, seat: str, act: str, words: Sequence[Word], asked: bool) -> list[Thing]:
        """The things that the words behind an act name."""
        things: list[Thing] = []
        tool, owner, n = False, "", 0
        while n < len(words):
            token = words[n]
            form = next((form for form in self.spoken.beside if self.begin_with(form, words[n:])), ())
            word = self.as_card(token)
            n += 1
            if token.text[:-2] in SEATS and OWNED.search(token.text):
                owner = token.text[0]
            elif things and without_article(token) != token and without_article(token).text in SEATS:
                things[-1] = things[-1]._replace(ways=owned(things[-1].ways, without_article(token).text))
            elif things and self.spoken.is_one(token, "filling") and words[n:] and words[n].text in SEATS:
                things[-1] = things[-1]._replace(ways=owned(things[-1].ways, words[n].text))
                n += 1
            elif self.words.thing(word.text):
                things.append(Thing(owned((word.text,), owner), token, tool))
                tool, owner = False, ""
            elif form:
                n += len(form) - 1
                things.append(Thing((self.spoken.beside[form],), token, tool))
                tool = False
            elif self.spoken.is_one(token, "with"):
                tool = True
            elif asked and self.spoken.is_one(token, "joining") and not self.spoken.is_one(token, "filling"):
                message = "this asks about several things: ask about one, then about the other"
                typed.fault(token.column, message, f"{act} …? {act} …?", token.text)
            elif not self.spoken.is_one(token, "filling", "may") and token.text != ",":
                things.append(Thing(owned(self.thing(typed, seat, word, tool and asked), owner), token, tool))
                tool, owner = False, ""
        return things

    def as_card(self, word: Word) -> Word:
        """A word in the form of a card's name on the board: a quoted name as its key, without
        article and 's.
        """
        if word.quoted:
            return word._replace(text=word.text if self.words.thing(word.text) else board_name(word.text))
        if self.words.thing(word.text) or self.words.thing(without_article(word).text):
            return word if self.words.thing(word.text) else without_article(word)
        return without_article(word)._replace(text=OWNED.sub("", without_article(word).text))

    def begin_with(self, form: Sequence[str], words: Sequence[Word]) -> bool:
        """Do words begin with all of a form?"""
        return [fold(without_article(word).text) for word in words[: len(form)]] == [*form]

    def thing(self, typed: Typed, seat: str, word: Word, tool: bool) -> tuple[str, ...]:
        """Gives the ways to read a word; a zone is the other player's first, unless the act is
        done with it.
        """
        if word.text in self.words.book.zones:
            ways = [f"{side}.{word.text}" for side in (opponent(seat), seat)]
            return tuple(ways[::-1] if tool else ways)
        owner, dot, name = word.text.rpartition(".")
        matches = meant(name, self.things)
        if len(matches) == 1 and (not dot or owner in SEATS):
            return (f"{owner}{dot}{matches[0]}",)
        if len(matches) > 1:
            typed.several(word, matches)
        else:
            hint = nearest(word.text, self.things)
            typed.unknown(word, "card that is there, and nothing else is called so", self.cards, hint)
        return (word.text,)

    # --- their order --------------------------------------------------------------------------------
    def arranged(self, typed: Typed, seat: str, act: str, named: Sequence[Thing], strict: bool) -> list[str]:
        """The things of a line at the places of its act. Where sides and types allow only one order it is
        that one, else the order of the line with the tool first.
        """
        chosen = [entry.ways[0] for entry in sorted(named, key=lambda other: not other.tool)]
        if act not in self.places:
            return self.answered(typed, act, named, strict)
        longer = too_long(self.words.most, [act, *chosen])
        if longer and strict:
            extra = named[self.words.most[act]]
            typed.fault(extra.word.column, longer, self.shape(act), extra.word.text)
        rows = orders(self.places[act], len(named))
        if not named or longer or len(named) > FEW:
            in_order = any(all(map(is_of_kind, row, map(self.named, chosen))) for row in rows)
            if strict and named and not longer and not in_order:
                typed.fault(named[0].word.column, f"{act} names so much in another order", self.shape(act))
            return chosen
        right = self.fitting(seat, named, rows, fits_side=True)
        if len(right) > 1:
            # The card with which something is done is named first.
            right = [order for order in right if any(thing.tool for _, thing in order[:1])] or right
        if len(right) == 1:
            (texts,) = right
            misplaced = next((later for _, later in texts[1:] if later.tool), None)
            if strict and misplaced is not None:
                self.ask_back(typed, act, misplaced.word, [texts])
            return [text for text, _ in texts]
        if right and strict:
            self.ask_back(typed, act, named[0].word, right)
        if not right and strict:
            self.nowhere(typed, seat, act, named, rows)
        return chosen

    def fitting(
        self, seat: str, named: Sequence[Thing], rows: Sequence[tuple[Place, ...]], fits_side: bool
    ) -> list[list[tuple[str, Thing]]]:
        """The orders in which every thing may stand at its place, each with the texts of the things there."""
        by_ways: dict[tuple[str, ...], list[tuple[str, Thing]]] = {}
        for things in permutations(sorted(named, key=lambda entry: not entry.tool)):
            for row in rows:
                ways = [
                    self.text_at(place, piece, seat, fits_side)
                    for place, piece in zip(row, things, strict=True)
                ]
                if all(ways):
                    by_ways.setdefault(tuple(ways), list(zip(ways, things, strict=True)))
        return list(by_ways.values())

    def text_at(self, place: Place, thing: Thing, seat: str, fits_side: bool) -> str:
        """The text of a thing at a place; "" where it cannot stand there."""
        for text in thing.ways:
            named = self.named(text)
            if fits(self.table, place, named, seat) if fits_side else is_of_kind(place, named):
                return text
        return ""

    def named(self, text: str) -> Named:
        """A word with its card, or the card whose ability it is. A card that lies nowhere has no side."""
        unseen = (f"{seat}.{text}" for seat in SEATS if f"{seat}.{text}" in self.start.cards)
        names = (text, *unseen, text.rpartition(".")[0])
        card = next(filter(None, (find_card(self.start, name) for name in names)), None)
        if card is None and text in self.table.prints:
            card = Card(text, text, "", "", "")
        return text, card

    # --- what is asked back -------------------------------------------------------------------------
    def answered(self, typed: Typed, act: str, named: Sequence[Thing], strict: bool) -> list[str]:
        """The things of an answer to a decision, in the order of the line; more than an answer names is a
        problem.
        """
        tool = next((entry for entry in named if entry.tool), None)
        if strict and tool is not None and act in LEADS and tool is not named[0]:
            message = f"{act} names what is answered, and not that with which"
            typed.fault(tool.word.column, message, f"{act} {named[0].ways[0]}", tool.word.text)
        if strict and act not in LEADS and len(named) > (1 if act in YES else 0):
            extra = named[1 if act in YES else 0]
            typed.fault(extra.word.column, f"{act} is said alone", act, extra.word.text)
        return [entry.ways[0] for entry in named]

    def ask_back(
        self, typed: Typed, act: str, word: Word, possible: Sequence[Sequence[tuple[str, Thing]]]
    ) -> None:
        """A problem that asks which of several lines is meant, or whether the only possible one is."""
        lines = [" ".join((act, *(text for text, _ in order))) for order in possible]
        message = "which of these is meant?" if len(lines) > 1 else "sides say otherwise: is this meant?"
        typed.fault(word.column, message, " or ".join(lines), typed.text.strip()[:60])

    def nowhere(
        self, typed: Typed, seat: str, act: str, named: Sequence[Thing], rows: Sequence[tuple[Place, ...]]
    ) -> None:
        """A problem for a thing that fits no place of its act. A card of the wrong side is none: the rules
        say why it is not allowed.
        """
        places = [place for row in self.places[act] for place in row[1:]]
        alone = len(named) == 1 and not named[0].tool
        missing = alone and any(self.text_at(spot, named[0], seat, fits_side=True) for spot in places)
        if missing:
            first = named[0]
            message = f"{first.ways[0]} is what this is done to: with which card?"
            typed.fault(first.word.column, message, f"{act} CARD {first.ways[0]}", first.word.text)
        elif not self.fitting(seat, named, rows, fits_side=False):
            every = [place for row in rows for place in row]
            strange = (
                entry
                for entry in named
                if not any(self.text_at(place, entry, seat, False) for place in every)
            )
            extra = next(strange, named[-1])
            typed.fault(extra.word.column, f"{act} does not name this", self.shape(act), extra.word.text)

    def shape(self, act: str) -> str:
        """The form of a line for an act."""
        row = max(self.places.get(act, [()]), key=len)
        names = [
            "WORD" if place.kind == A_WORD else "/".join(("CARD", *sorted(place.words))) for place in row
        ]
        return " ".join((act, *names))


def owned(ways: Sequence[str], owner: str) -> tuple[str, ...]:
    """The ways to write a thing that belongs to a player."""
    names = (way[2:] if way[:2] in OWN else way for way in ways[:1])
    return tuple(f"{owner}.{name}" for name in names) if owner else tuple(ways)
