"""Row engine: finds every way in which a sentence can be read.

For a kind of part and a place in the sentence, it finds every possible end with every meaning; each is
worked out once and kept. Rows are indexed by the word that they can begin with. A sentence is read only as a
whole, and only when all ways of reading it mean the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from judge.reading.meanings import Meaning, NoMeaning, Saying, same
from judge.reading.notation import NUMBERS, OWN, SILENT, Piece, Signs, Token, Way, slots_of
from judge.text.rows import NamedTuple

MOST: Final = 20_000  # parts that are tried of one sentence; the longest that are printed need some 1,300
DEEP: Final = 90  # parts within parts
LONG: Final = 600  # tokens
ANY: Final = ""  # the beginning of what may be nothing at all
Bound = dict[str, Meaning]


class TooLong(Exception):
    """A sentence that would take too long."""


class Row(NamedTuple):
    """One row: what part it reads, how that is written, and what it says."""

    kind: str
    text: str
    ways: tuple[Way, ...]
    saying: Saying
    place: tuple[str | int, ...] = ()  # in the file


class Read(NamedTuple):
    """The result of reading a sentence: its meanings, each once, and how far any row came."""

    meanings: list[Meaning]
    tokens: list[Token]
    farthest: int  # tokens that were understood from the beginning on, at most
    too_long: bool = False


class Rows:
    """A grammar, ready to read."""

    def __init__(self, signs: Signs, rows: Iterable[Row]) -> None:
        self.signs = signs
        self.rows: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            self.rows[row.kind].append(row)
        self.tokens = frozenset((*NUMBERS, OWN, *signs.kinds))
        # Where no row asks for it, the name of the card is a name, a character or a trait like any other.
        self.tells_own = any(kind == OWN for several in self.rows.values() for row in several
                             for _, kind in slots_of(row.ways))  # fmt: skip
        self._begins: dict[str, frozenset[str]] = {}
        self._found: dict[str, dict[str, list[Row]]] = {kind: self._indexed(kind) for kind in self.rows}

    def read(self, text: str, kind: str, own: str = "") -> Read:
        """Every meaning that a whole text has as a part of this kind, on a card of this name."""
        tokens = self.signs.tokens(text, own if self.tells_own else "")
        if len(tokens) > LONG:
            return Read([], tokens, 0, True)
        run = Run(self, tokens)
        try:
            ends = run.ends(kind, 0)
        except TooLong:
            return Read([], tokens, run.farthest, True)
        meanings = {same(value): value for end, value in ends if end == len(tokens)}
        return Read(list(meanings.values()), tokens, run.farthest)

    # --- rows by what they begin with --------------------------------------------------------
    def found(self, kind: str, token: Token | None) -> Sequence[Row]:
        """The rows of a kind that may begin with a token."""
        by = self._found.get(kind, {})
        if token is None:
            return by.get(ANY, ())
        rows = by.get(token.text, ())
        return rows or by.get(f"\0{token.kind}", ()) or by.get(ANY, ())

    def _indexed(self, kind: str) -> dict[str, list[Row]]:
        begins = [(row, self._of_ways(row.ways)) for row in self.rows[kind]]
        keys = {first for _, firsts in begins for first in firsts} | {ANY}
        kinds = {first for first in keys if first.startswith("\0")}
        return {key: [row for row, firsts in begins if self._fits(key, firsts, kinds)] for key in keys}

    def _fits(self, key: str, firsts: frozenset[str], kinds: Iterable[str]) -> bool:
        """Whether a row with these beginnings may begin as the key says. A word in brackets may also be what
        a slot for such words begins with.
        """
        if key in firsts or ANY in firsts:
            return True
        return any(kind in firsts and self._is_of(key, kind) for kind in kinds)

    def _is_of(self, key: str, kind: str) -> bool:
        return any(f"\0{token.kind}" == kind for token in self.signs.tokens(key)[:1])

    def begins(self, kind: str) -> frozenset[str]:
        """What parts of a kind can begin with: words, kinds of tokens, and nothing."""
        if kind in self.tokens:
            return frozenset((f"\0{kind}",))
        if kind not in self._begins:
            self._begins[kind] = frozenset()  # a row that begins with itself adds nothing
            firsts = (self._of_ways(row.ways) for row in self.rows.get(kind, ()))
            self._begins[kind] = frozenset().union(*firsts)
        return self._begins[kind]

    def _of_ways(self, ways: Iterable[Way]) -> frozenset[str]:
        return frozenset().union(*map(self._of_way, ways))

    def _of_way(self, way: Way) -> frozenset[str]:
        starts: set[str] = set()
        for piece in way:
            firsts = self._of_piece(piece)
            starts |= firsts - {ANY}
            if ANY not in firsts:
                return frozenset(starts)
        return frozenset((*starts, ANY))

    def _of_piece(self, piece: Piece) -> frozenset[str]:
        if piece.word:
            return frozenset((piece.word,))
        if piece.slot:
            return self.begins(piece.kind)
        return self._of_ways(piece.ways) | ({ANY} if piece.maybe else set())


class Run:
    """One sentence being read."""

    def __init__(self, rows: Rows, tokens: Sequence[Token]) -> None:
        self.rows, self.tokens = rows, tokens
        self.kept: dict[tuple[str, int], list[tuple[int, Meaning]]] = {}
        self.farthest = 0
        self.tried = self.depth = 0

    def ends(self, kind: str, at: int) -> list[tuple[int, Meaning]]:
        """Where a part of this kind that begins here can end, and what it means then."""
        ends = self.kept.get((kind, at))
        if ends is None:
            ends = self._token(kind, at) if kind in self.rows.tokens else self._part(kind, at)
            self.kept[kind, at] = ends
        return ends

    def _token(self, kind: str, at: int) -> list[tuple[int, Meaning]]:
        if at >= len(self.tokens) or self.tokens[at].kind != kind:
            return []
        self.farthest = max(self.farthest, at + 1)
        value = self.tokens[at].said
        return [(at + 1, int(value) if kind in NUMBERS else value)]

    def _part(self, kind: str, at: int) -> list[tuple[int, Meaning]]:
        token = self.tokens[at] if at < len(self.tokens) else None
        meanings: dict[tuple[int, str], Meaning] = {}  # each meaning once for each end
        self.depth += 1
        if self.depth > DEEP:
            raise TooLong
        for row in self.rows.found(kind, token):
            for end, bound in self._ways(row.ways, at, {}):
                try:
                    value = row.saying.of(bound)
                except NoMeaning:
                    continue
                meanings.setdefault((end, same(value)), value)
        self.depth -= 1
        return [(end, value) for (end, _), value in meanings.items()]

    def _ways(self, ways: Iterable[Way], at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        word = self.tokens[at].text if at < len(self.tokens) else ""
        for way in ways:
            if not (way and way[0].word and way[0].word != word):
                yield from self._way(way, 0, at, bound)

    def _way(self, way: Way, n: int, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        """Every end of the rest of a way, with what its slots hold."""
        self.tried += 1
        if self.tried > MOST:
            raise TooLong
        while n < len(way) and way[n].word:
            if at >= len(self.tokens) or self.tokens[at].text != way[n].word:
                return
            n, at = n + 1, at + 1
            self.farthest = max(self.farthest, at)
        if n == len(way):
            yield at, bound
            return
        piece = way[n]
        if piece.slot:
            for end, value in self.ends(piece.kind, at):
                more = bound if piece.slot == SILENT else {**bound, piece.slot: value}
                yield from self._way(way, n + 1, end, more)
            return
        for end, more in self._ways(piece.ways, at, bound):
            yield from self._way(way, n + 1, end, more)
        if piece.maybe:
            yield from self._way(way, n + 1, at, bound)


def told(read: Read, text: str, shown: int = 8) -> tuple[str, str]:
    """The end of what was understood of a text, and the beginning of what was not."""
    tokens, far = read.tokens, read.farthest
    before, after = tokens[max(0, far - shown) : far], tokens[far : far + shown]
    known = text[before[0].start : before[-1].end] if before else ""
    unknown = text[after[0].start : after[-1].end] if after else ""
    return ("… " if far > shown else "") + known, unknown + (" …" if far + shown < len(tokens) else "")
