"""Veil: removes the cards that a player has not seen from positions and lines.

Each such card has a name that says nothing, `?1`, and is the engine's own unknown card. Whatever is made
from a position without them cannot tell what they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from judge.engine import trace
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import (
    UNKNOWN,
    AppliedEvent,
    Card,
    Choice,
    Condition,
    Decision,
    Effect,
    Game,
    Instruction,
    Option,
)
from judge.engine.kernel.tracer import Entry
from judge.text.plain import Fields, Json

NAMELESS = "?"  # a card that the reader has not seen, followed by a number


LASTING: Final = ("gain", "expire")  # verbs of events that tell of lasting effects


def is_nameless(id_: str) -> bool:
    """Does a word stand for a card that the reader has not seen?"""
    return id_[:1] == NAMELESS and len(id_) > 1


class Veil:
    """Removes the cards in `hidden` from positions and lines of a game, and what only prints in `unread`
    say. `names` keeps the names of such cards.
    """

    def __init__(
        self, book: Book, game: Game, hidden: Collection[str], unread: Collection[str], names: dict[str, str]
    ) -> None:
        self.book = book
        self.names = {id_: names.setdefault(id_, f"{NAMELESS}{len(names) + 1}") for id_ in sorted(hidden)}
        self.refs = frozenset([game.cards[id_].object for id_ in hidden])
        self.hidden_by = self.refs.union(hidden)
        self.unread = unread
        self.ids = game.objects
        self.telling = False  # is a line told? Then abilities that only unseen cards print have no name

    # --- positions -------------------------------------------------------------------------------
    def game(self, game: Game) -> Game:
        """A position without the hidden cards: none of their abilities is pending, and nobody knows what
        they are.
        """
        names, new = self.names, self.masked(game)
        new.cards = {names.get(id_, id_): self.card(card) for id_, card in new.cards.items()}
        new.zones = {zone: tuple([names.get(id_, id_) for id_ in ids]) for zone, ids in game.zones.items()}
        new.objects = {ref: names.get(id_, id_) for ref, id_ in game.objects.items()}
        new.waiting = tuple([self.value(ability) for ability in new.waiting])
        new.memory = self.mapping(game.memory)
        new.agenda = [self.value(frame) for frame in game.agenda]
        new.ask = self.value(game.ask) if game.ask is not None else None
        return new

    def masked(self, game: Game) -> Game:
        """A position in which nobody knows what the hidden cards are; they go by their names."""
        new = game.copy()
        new.forget()
        new.print_index = {}
        for id_ in self.names:
            card = new.cards[id_]
            new.cards[id_] = card._replace(print=UNKNOWN, face="front")
        if game.waiting:
            new.waiting = tuple([ability for ability in game.waiting if ability.card not in self.names])
        new.effects = self.effects(game)
        # a decision that comes back is told as the true run has it
        new.past, new.seen, new.loop = (), {}, None
        return new

    def effects(self, game: Game) -> tuple[Effect, ...]:
        """The lasting effects on seen cards: which unseen card has an effect would tell what that card is."""
        if not any(effect.to for effect in game.effects):
            return game.effects
        kept = (
            (lasting, tuple([ref for ref in lasting.to if ref not in self.refs])) for lasting in game.effects
        )
        return tuple([was if to == was.to else was._replace(to=to) for was, to in kept if to or not was.to])

    def card(self, card: Card) -> Card:
        """A card; a hidden one as an unknown one that lies where it lies."""
        names = self.names
        under = tuple([names.get(id_, id_) for id_ in card.under]) if card.under else card.under
        on = names.get(card.on, card.on)
        if card.id in names:
            return card._replace(id=names[card.id], print=UNKNOWN, face="front", under=under, on=on)
        return card._replace(under=under, on=on) if card.under or card.on else card

    # --- values ----------------------------------------------------------------------------------
    def value(self, value: Json) -> Json:
        """A value of a position or of a line, without the hidden cards."""
        if isinstance(value, str):
            return self.word(value)
        if value is None or isinstance(value, (bool, int, float, trace.Kind)):
            return value
        if isinstance(value, Card):
            return self.card(value)
        if isinstance(value, AppliedEvent):
            return self.record(value)
        if isinstance(value, Instruction):
            return Instruction(value.verb, self.mapping(value.args))
        if isinstance(value, Option):
            conds = tuple([self.value(cond) for cond in value.conds])
            return value._replace(args=self.words(value.args), do=self.value(value.do), conds=conds)
        if isinstance(value, Condition):
            return value._replace(values=self.mapping(value.values))
        if isinstance(value, Decision):
            choices = tuple([self.value(choice) for choice in value.choices])
            return value._replace(choices=choices, data=self.mapping(value.data))
        if isinstance(value, Choice):
            return Choice(self.words(value.words), self.value(value.value))
        if isinstance(value, Mapping):
            return self.mapping(value)
        if hasattr(value, "_fields"):
            return type(value)(*[self.value(part) for part in value])
        if isinstance(value, (tuple, list, set, frozenset)):
            return type(value)([self.value(part) for part in value])
        return value

    def mapping(self, value: Mapping[str, Json]) -> dict[str, Json]:
        """A table of values: its keys may name cards too."""
        return {
            self.word(key) if isinstance(key, str) else key: self.value(inner) for key, inner in value.items()
        }

    def words(self, words: Iterable[str]) -> tuple[str, ...]:
        """Words of a choice."""
        return tuple([self.word(word) for word in words])

    def word(self, word: str) -> str:
        """A word that may name a card, one of its abilities, or several words that do."""
        names = self.names
        if word in names:
            return names[word]
        if " " in word:
            return " ".join([self.word(part) for part in word.split(" ")])
        if ":" in word:
            return ":".join([self.word(part) for part in word.split(":")])
        if self.telling and "/" in word and word.partition("/")[0] in self.unread:
            return NAMELESS
        stem, dot, rest = word.rpartition(".")
        if dot and stem in names:
            return f"{names[stem]}.{rest}"
        if dot and rest in names:  # with the seat whose it is
            return names[rest]
        return word

    def record(self, record: AppliedEvent) -> AppliedEvent:
        """An event; of a hidden card without the values that it had."""
        hidden = record.card in self.names
        if hidden or str(record.args.get("by", "")) in self.hidden_by:
            record = self.covered(record)
        if record.verb == "shuffle":  # nobody sees how the cards come to lie
            record = record._replace(args={key: arg for key, arg in record.args.items() if key != "order"})
        if record.verb in LASTING and record.args.get("to"):
            seen = tuple([ref for ref in record.args["to"] if ref not in self.refs])
            record = record._replace(args={**record.args, "to": seen})
            if hidden and seen:  # it is told with the first that is seen
                record = record._replace(card=self.ids.get(seen[0], ""), ref=seen[0])
        return record._replace(
            card=self.names.get(record.card, record.card),
            args=self.mapping(record.args),
            before=self.card(record.before) if record.before is not None else None,
            after=self.card(record.after) if record.after is not None else None,
            values=None if hidden or record.values is None else self.mapping(record.values),
        )

    def covered(self, record: AppliedEvent) -> AppliedEvent:
        """An event under the name that the rulebook gives it when its card is unseen, as its own name would
        tell what the card is. An event of a text keeps its name.
        """
        row = self.book.tables["covered"].get(record.name)
        if row is None or record.args.get("because") in ("effect", "cost"):
            return record
        args = {key: arg for key, arg in record.args.items() if key != "texts"}
        return record._replace(name=row["called"], rule=row["rule"], args=args)

    # --- lines -----------------------------------------------------------------------------------
    def entry(self, entry: Entry) -> Entry:
        """A line without the hidden cards, and without abilities that only unseen cards print."""
        self.telling = True
        data = {key: self.value(value) for key, value in entry.data.items()}
        self.telling = False
        for key in ("reached", "ended", "shifts") if entry.kind is trace.EVENT else ():
            if key in data:
                data[key] = seen_rows(data[key])
        rule = data["record"].rule if entry.kind is trace.EVENT else entry.rule
        return entry._replace(rule=rule, data=data)

    def lasts_unseen(self, entry: Entry) -> bool:
        """Does a line tell of a lasting effect on unseen cards alone, or of what is kept in mind of one? That
        tells what they are.
        """
        record: AppliedEvent | None = entry.data["record"] if entry.kind is trace.EVENT else None
        if record is None or record.verb not in (*LASTING, "remember"):
            return False
        if record.verb == "remember":
            return not self.refs.isdisjoint(str(record.args["key"]).split(":"))
        cards: Sequence[str] = record.args.get("to") or ()
        return bool(cards) and self.refs.issuperset(cards)


def seen_rows(rows: Json) -> Json:
    """What an event does to cards, without the unseen ones."""
    if isinstance(rows, Mapping):
        return {key: value for key, value in rows.items() if not is_nameless(str(value))}
    kept = []
    for row in rows:
        cards = [card for card in row.get("cards", ()) if not is_nameless(card)]
        if not is_nameless(str(row.get("card", ""))) and (cards or not row.get("cards")):
            kept.append({**row, "cards": tuple(cards)} if "cards" in row else row)
    return tuple(kept)


def unnamed(text: str, instead: str) -> str:
    """A text in which words say that a card is one that the reader has not seen."""
    return re.sub(r"\?\d[\w./-]*\w|\?\d", instead, text)


def alike(told: Entry, other: Entry) -> bool:
    """Do two worlds make the same line? For events: the same thing happened; for offers and questions: the
    same player is asked; for all others, every value is the same.
    """
    if told.kind is not other.kind or told.rule != other.rule:
        return False
    if told.kind is trace.EVENT:
        same = core(told.data["record"]) == core(other.data["record"])
        return bool(same and told.data.get("ended") == other.data.get("ended"))
    if told.kind in (trace.OFFER, trace.LOCKED):
        return bool(told.data["seat"] == other.data["seat"])
    if told.kind is trace.ASK:
        ask, asked = told.data["ask"], other.data["ask"]
        return bool((ask.seat, ask.kind, ask.into) == (asked.seat, asked.kind, asked.into))
    return bool(told.data == other.data)


def core(record: AppliedEvent) -> tuple[object, ...]:
    """What everybody sees of an event."""
    return (record.verb, record.name, record.rule, record.card, record.ref, record.seat, record.after)


def common(data: Mapping[str, Json], other: Mapping[str, Json]) -> Fields:
    """The part of an event that two worlds tell alike."""
    return {key: value for key, value in data.items() if key == "record" or other.get(key) == value}


def in_both(made: Sequence[Entry], true: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The lines of one world that the other makes too, in their order, each with its place in the other."""
    told: list[tuple[int, Entry]] = []
    start = 0
    for entry in made:
        at = next((n for n in range(start, len(true)) if alike(entry, true[n])), None)
        if at is not None:
            told.append((at, entry))
            start = at + 1
    return told
