"""The notation of rows, and texts cut into tokens: words, signs, and what stands in printed brackets.

A row is written as the text that it reads: words as they are, whatever their case; ``{slot}`` or
``{slot:kind}`` for a part that other rows read; ``[left out or not]``; ``(one|another)``. What is printed in
brackets of its own stands in back-quotes. A slot ``{_:kind}`` is read and says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from judge.text.rows import NamedTuple

# --- texts in tokens -----------------------------------------------------------------------------------
_WORD: Final = r"[+-]?[^\W_]+(?:[/'\-.+][^\W_]+)*(?:'(?!\w))?"
_PARAMETER: Final = re.compile(r"(.*\S) ?\s([+-]?\d+|\S+/\S+)")  # what stands behind a word in brackets
_BRACKET: Final = re.compile(r"\([^()]*\)")
ANY: Final = "*"  # before the end of a name: of any name with this end
NUMBERS: Final = {  # kinds of tokens that are numbers, by their form
    "digits": re.compile(r"\d+"),
    "plus": re.compile(r"\+\d+"),
    "minus": re.compile(r"-\d+"),
}


SILENT: Final = "_"  # a slot for what is read and says nothing
OWN: Final = "own"  # the kind of the name, in brackets, of the card whose text it is


class Token(NamedTuple):
    """A word, a sign or a name in brackets."""

    text: str  # as rows have it: small letters, names within their brackets
    kind: str  # of what is in brackets, or of a number; "" for anything else
    said: str  # a name without its brackets, or what a number is
    start: int
    end: int


class Signs:
    """How the texts of a game are cut: signs that count as others, and the brackets of names."""

    def __init__(
        self,
        others: Mapping[str, str],
        quoted: Mapping[str, Sequence[str]],
        dropped: Sequence[str] = (),
        spelled: Mapping[str, str] | None = None,
        parted: Sequence[str] = (),
    ) -> None:
        self.dropped, self.spelled, self.parted = tuple(dropped), spelled or {}, tuple(parted)
        self.endings = {
            plain[1:]: other[1:] for plain, other in self.spelled.items() if plain[0] == other[0] == ANY
        }
        self.others = {ord(one): other for one, other in others.items()}
        self.pairs = {pair[0]: (kind, pair[1]) for kind, pairs in quoted.items() for pair in pairs}
        self.kinds = frozenset(quoted)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """One token."""
        pairs = [f"{re.escape(a)}[^{re.escape(b)}]*{re.escape(b)}" for a, (_, b) in self.pairs.items()]
        return re.compile("|".join([*pairs, _WORD, r"\S"]))

    def plain(self, text: str) -> str:
        """A text in the signs that rows use; every sign keeps its position."""
        return text.translate(self.others)

    def without(self, text: str) -> str:
        """A text with blanks in the place of what is left out."""
        for one in self.dropped:
            text = text.replace(one, " " * len(one))
        if any(word in text for word in self.parted):
            return _BRACKET.sub(self._parted, text)
        return text

    def _parted(self, match: re.Match[str]) -> str:
        """What is in round brackets, its strokes blank where it has one of the texts that part words so."""
        whole = match[0]
        return whole.replace("/", " ") if any(word in whole for word in self.parted) else whole

    def tokens(self, text: str, own: str = "") -> list[Token]:
        """A text in tokens; `own` is the name of the card whose text it is."""
        plain = self.without(self.plain(text))
        tokens = [token for match in self.pattern.finditer(plain) for token in self._tokens(match)]
        own = " ".join(self.without(self.plain(own)).lower().split())
        if own and self.kinds:
            return [
                token._replace(kind=OWN) if token.kind in self.kinds and token.said.lower() == own else token
                for token in tokens
            ]
        return tokens

    def _tokens(self, found: re.Match[str]) -> Iterator[Token]:
        text, start, end = found[0], found.start(), found.end()
        kind, last = self.pairs.get(text[0], ("", ""))
        if last and text[-1] == last and len(text) > 2:
            yield from self._quoted(kind, text, start, end)
            return
        number = next((one for one, form in NUMBERS.items() if form.fullmatch(text)), "")
        yield Token(text.lower(), number, text.lower(), start, end)

    def _quoted(self, kind: str, text: str, start: int, end: int) -> Iterator[Token]:
        """What is in brackets; a number or two words with a stroke behind it are a token of their own."""
        inner = " ".join(text[1:-1].split())
        apart = _PARAMETER.fullmatch(inner) if text[0] == "[" else None
        inner = apart[1] if apart is not None else inner
        ending = next((text for text in self.endings if inner.endswith(text)), "")
        said = self.spelled.get(inner, inner.removesuffix(ending) + self.endings.get(ending, ""))
        yield Token(f"{text[0]}{inner.lower()}{text[-1]}", kind, said, start, end)
        for token in self.tokens(apart[2]) if apart is not None else ():
            yield token._replace(start=start, end=end)


# --- rows ----------------------------------------------------------------------------------------------
class Piece(NamedTuple):
    """A part of a row: a word, a slot, or several alternatives, one of which may be empty."""

    word: str = ""
    slot: str = ""
    kind: str = ""  # of the slot
    ways: tuple[tuple[Piece, ...], ...] = ()
    maybe: bool = False  # it may be left out


Way = tuple[Piece, ...]


class WrongNotation(Exception):
    """Raised for a row that is not in the notation."""


_OPENING: Final = {"[": "]", "(": ")", "{": "}", "`": "`"}
_PLAIN: Final = re.compile(r"[^\s\[\](){}|`]+")
_SLOT: Final = re.compile(r"(\w+)(?::([\w-]+))?")


def ways_of(text: str, signs: Signs) -> tuple[Way, ...]:
    """The ways in which a row can be read. Raises WrongNotation."""
    ways, at = _ways(text, 0, "", signs)
    if at < len(text):
        raise WrongNotation(f"{text[at]!r} closes nothing")
    return ways


def _ways(text: str, at: int, end: str, signs: Signs) -> tuple[tuple[Way, ...], int]:
    """The ways from a place on, and where they end."""
    ways: list[list[Piece]] = [[]]
    while at < len(text) and text[at] not in "])}":
        if text[at] == "|":
            ways.append([])
            at += 1
        elif text[at] in _OPENING:
            pieces, at = _bracket(text, at, signs)
            ways[-1].extend(pieces)
        elif found := _PLAIN.match(text, at):
            ways[-1].extend(Piece(token.text) for token in signs.tokens(found[0]))
            at = found.end()
        else:
            at += 1
    if end and text[at : at + 1] != end:
        raise WrongNotation(f"{end!r} is missing")
    return tuple(map(tuple, ways)), at


def _bracket(text: str, at: int, signs: Signs) -> tuple[list[Piece], int]:
    """What a bracket holds, and where it ends."""
    opening, closing = text[at], _OPENING[text[at]]
    if opening in "[(":
        ways, end = _ways(text, at + 1, closing, signs)
        if opening == "[" and re.match(r"\s*[A-Z]", text[at + 1 : end]):
            inner = text[at : end + 1]
            raise WrongNotation(f"{inner} may be left out: what is printed in brackets stands in back-quotes")
        return [Piece(ways=ways, maybe=opening == "[")], end + 1
    end = text.find(closing, at + 1)
    if end < 0:
        raise WrongNotation(f"{closing!r} is missing")
    inner = text[at + 1 : end]
    if opening == "`":
        return [Piece(token.text) for token in signs.tokens(inner)], end + 1
    found = _SLOT.fullmatch(inner)
    if found is None:
        raise WrongNotation(f"{{{inner}}} is no slot: a name, and its kind behind a colon")
    return [Piece(slot=found[1], kind=found[2] or found[1])], end + 1


def slots_of(ways: Iterable[Way]) -> Iterator[tuple[str, str]]:
    """The slots of a row with their kinds."""
    for way in ways:
        for piece in way:
            if piece.slot:
                yield piece.slot, piece.kind
            yield from slots_of(piece.ways)


def always(ways: Iterable[Way]) -> set[str]:
    """The slots that are filled in every way of reading a row."""
    return set.intersection(*(_always(way) for way in ways))


def _always(way: Way) -> set[str]:
    """The same of one way."""
    slots = {piece.slot for piece in way if piece.slot not in ("", SILENT)}
    return slots.union(*(always(piece.ways) for piece in way if piece.ways and not piece.maybe))
