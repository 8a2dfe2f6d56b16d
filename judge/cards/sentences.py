"""The sentences of printed texts, each with what it means: as the catalogue keeps them, or read now and kept.

What reads texts is loaded only where a text has to be read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from judge.cards.card import Card
from judge.cards.catalogue import Catalogue
from judge.cards.file import connect
from judge.cards.vocabulary import load_vocabulary
from judge.errors import BadInput
from judge.grammar.sentences import READ, UNSURE, together
from judge.grammar.tables import UNREAD
from judge.rulebook.checked import code_mark, content_of, load_checked
from judge.rulebook.shelf import named
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.reading.grammar import Grammar
    from judge.reading.meanings import Meaning
    from judge.reading.texts import Sentence, Side

BY_HAND: Final = "by hand"
CORRECTED: Final = "corrected"
WRITTEN: Final = "written"  # in the dispute itself
SETTLED: Final = (READ, BY_HAND, CORRECTED, WRITTEN)
FILE: Final = "text.en.toml"  # of a rulebook: how its texts are read
PATIENCE: Final = (
    200  # thousandths of a second to wait for who writes the catalogue: a text can be read again
)
DECK: Final = "deck"  # abilities that change how a deck is built: cards have them before the game
Abilities = tuple[tuple[str, object], ...]


class Printed(NamedTuple):
    """A sentence of a card's text: on which side, which one there, its state, and what it means."""

    side: str  # "" for the front
    n: int
    text: str
    state: str
    abilities: Abilities = ()
    why: str = ""  # of one that is not read, in a line
    known: str = ""  # the end of what was understood
    unknown: str = ""  # the beginning of what was not
    limited_by: tuple[int, ...] = ()  # the sentences of its side that are not read and may limit it
    kind: str = ""  # of one that is not read: the kind of abilities where which it works; anywhere without

    @property
    def place(self) -> str:
        """Its number, with its side where that is not the front: back.1."""
        return f"{self.side}.{self.n}".strip(".")

    @property
    def settled(self) -> bool:
        """Is it known what it means?"""
        return self.state in SETTLED


def hash_of(text: str) -> str:
    """A short hash of a text, whatever its blanks, capitals and accents."""
    return blake2b(fold(text).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def has_rows(game: str) -> bool:
    """Are there rows that read the texts of a game?"""
    return Path(named(game), FILE).exists()


@lru_cache(maxsize=8)
def grammar_hash(folder: str) -> str:
    """The hash of what reads the texts of a rulebook: its rows, and the code."""
    hashed = blake2b(code_mark().encode(), digest_size=16)
    hashed.update(content_of(Path(folder, FILE)))
    return hashed.hexdigest()


def texts_of(game: str, card: Card) -> list[str]:
    """The printed texts of a card, that of the front first."""
    return [str(card.data.get(text) or "") for text in load_vocabulary(game).texts]


def number_of(game: str, card: Card) -> str:
    """The number of a card, for texts that speak of it; "" where its game has none."""
    numbering = load_vocabulary(game).numbering
    return numbering.base(card.id) if numbering.is_number(card.id) else ""


def data_of(card: Card) -> Mapping[str, Meaning]:
    """What is printed on a card, for texts that are read by it."""
    return {**card.data, "name": card.name}


class Texts:
    """The texts of a game's cards with what they mean. What has to be read is kept by `keep`."""

    def __init__(self, game: str, catalogue: Catalogue | None) -> None:
        self.game, self.catalogue = game, catalogue
        self.folder = str(named(game))
        self.new: dict[str, str] = {}  # what was read now, by the hash of its text

    def of(self, card: Card) -> list[Printed]:
        """The sentences of a card. Raises BadInput with the faults of a grammar of one's own."""
        texts, number = texts_of(self.game, card), number_of(self.game, card)
        data = data_of(card)
        about = json.dumps([number, texts, data], sort_keys=True, default=str)
        digest = blake2b(about.encode(), digest_size=16).hexdigest()
        kept = self.kept(digest)
        if kept is not None:
            return kept
        sentences = read_now(self.folder, texts, number, data)
        self.new[digest] = json.dumps(sentences, ensure_ascii=False, separators=(",", ":"))
        return sentences

    def kept(self, digest: str) -> list[Printed] | None:
        """What was read before of a text, or the catalogue keeps of it, by what reads it now."""
        if digest in self.new:
            return restored(self.new[digest])
        if self.catalogue is None:
            return None
        wanted = "SELECT sentences FROM meaning WHERE game = ? AND text = ? AND grammar = ?"
        rows = self.catalogue.ask(wanted, self.game, digest, grammar_hash(self.folder))
        return restored(rows[0][0]) if rows else None

    def keep(self) -> None:
        """Keep what was read now; where the catalogue cannot be written it is read again another time."""
        if self.catalogue is None or not self.new:
            return
        grammar = grammar_hash(self.folder)
        rows = [(self.game, digest, grammar, sentences) for digest, sentences in self.new.items()]
        with suppress(BadInput, sqlite3.Error):
            connection = connect(self.catalogue.path)
            try:
                connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT OR REPLACE INTO meaning VALUES (?, ?, ?, ?)", rows)
                connection.execute("COMMIT")
            finally:
                connection.close()
        self.new = {}


def restored(text: object) -> list[Printed] | None:
    """Sentences as they are kept; None where that is damaged, for then the text is read again."""
    try:
        rows = json.loads(str(text))
        if not isinstance(rows, list):
            return None
        sentences = [
            Printed(*row)._replace(abilities=tuple(map(tuple, row[4])), limited_by=tuple(row[8]))
            for row in rows
        ]
    except (ValueError, TypeError, IndexError, KeyError, RecursionError):
        return None
    return sentences if all(map(is_sound, sentences)) else None


def is_sound(sentence: Printed) -> bool:
    """Whether every field has the right type. The abilities are checked against the grammar where they are
    used.
    """
    texts = (sentence.side, sentence.text, sentence.state, sentence.why, sentence.known, sentence.unknown)
    pairs = all(len(pair) == 2 and isinstance(pair[0], str) for pair in sentence.abilities)
    numbers = all(isinstance(n, int) for n in (sentence.n, *sentence.limited_by))
    return all(isinstance(text, str) for text in texts) and pairs and numbers


def read_now(folder: str, texts: Sequence[str], number: str, data: Mapping[str, Meaning]) -> list[Printed]:
    """The sentences of texts, read by the rows of a rulebook; `data` is what else the card prints. Raises
    BadInput with every fault of the rows.
    """
    from judge.reading.texts import read_sides  # only what is not kept has to be read

    grammar = grammar_of(folder)
    return printed_of(read_sides(grammar, texts, number, data)) if grammar is not None else []


def printed_of(sides: Iterable[Side]) -> list[Printed]:
    """The sentences of sides, each with where it stands."""
    return [printed(side.key, n, sentence) for side in sides for n, sentence in enumerate(side.sentences, 1)]


def printed(side: str, n: int, sentence: Sentence) -> Printed:
    """A sentence that was read, with where it stands."""
    return Printed(
        side,
        n,
        sentence.text,
        sentence.state,
        sentence.abilities,
        sentence.why,
        sentence.known,
        sentence.unknown,
        sentence.limited_by,
    )


def grammar_of(folder: str) -> Grammar | None:
    """The rows of a rulebook; None for one that has none. Raises BadInput with every fault of them."""
    from judge.reading.grammar import load_grammar

    load_checked(folder)
    return load_grammar(folder)


# --- what several sentences mean together ------------------------------------------------------------
def settled_limits(sentences: Iterable[Printed]) -> list[Printed]:
    """The sentences; one that was unsure only because of others counts as read once those are settled."""
    listed = list(sentences)
    open_ = {(sentence.side, sentence.n) for sentence in listed if not sentence.settled}

    def in_doubt(candidate: Printed) -> bool:
        return not candidate.limited_by or any((candidate.side, n) in open_ for n in candidate.limited_by)

    return [
        sentence
        if sentence.state != UNSURE or in_doubt(sentence)
        else sentence._replace(state=READ, why="", limited_by=())
        for sentence in listed
    ]


def abilities_of(sentences: Iterable[Printed]) -> dict[str, object]:
    """What sentences mean as it stands on a card in play."""
    return together(pair for sentence in sentences for pair in sentence.abilities if pair[0] != DECK)


def states_of(sentences: Iterable[Printed]) -> dict[str, object]:
    """The sentences that are not settled, as a card says it: their states by number, under `back` too."""
    states: dict[str, object] = {}
    for side, row in ((sentence.side, sentence) for sentence in sentences if not sentence.settled):
        under = states.setdefault(side, {}) if side else states
        assert isinstance(under, dict)
        under[str(row.n)] = row.state if row.state == UNSURE else UNREAD
    return states
