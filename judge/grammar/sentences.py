"""What may be said of single sentences of a printed text, by their numbers: `sentence.2 = { auto = { … } }`;
`sentence.back.1` is one of the other side, `sentence.BOX.1` one of a portion with abilities of its own
(`[text_box]` of a rulebook).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from judge.grammar.checker import Checker
from judge.grammar.tables import FRONT_ONLY, SENTENCES, UNREAD, Checks, Path, listed

NOTHING: Final = "nothing"  # a sentence that does nothing
TEXT: Final = "text"  # the hash of the sentence that is meant, in files that speak of printed texts
BACK: Final = "back"
READ: Final = "read"
UNSURE: Final = "unsure"  # of a sentence: it means several things, or another that is not read may limit it
STATES: Final = (UNREAD, UNSURE)  # what may be told of a sentence of a card that is written in full
HASH: Final = re.compile(r"[0-9a-f]{12}")


def together(abilities: Iterable[tuple[str, object]]) -> dict[str, object]:
    """Abilities of several sentences as they stand on a card: a list under a kind that it has several of. Of
    a list of what a card has, what is there already is not said twice; two equal abilities are two.
    """
    earlier: dict[str, object] = {}
    for key, value in abilities:
        before = earlier.get(key)
        if before is None or before is True or value is True:
            earlier[key] = value
        else:
            merged, more = several(before), several(value)
            kept = [entry for entry in more if entry not in merged] if isinstance(value, list) else more
            earlier[key] = [*merged, *kept]
    return earlier


def several(value: object) -> list[object]:
    """A value as a list."""
    return value if isinstance(value, list) else [value]


def numbered(table: Mapping[str, object]) -> Iterator[tuple[Path, str, int, object]]:
    """What is said of each sentence, with its place, its side and its number; no other keys are."""
    for key, row in table.items():
        if is_number(key):
            yield [key], "", int(key), row
        elif isinstance(row, Mapping):
            yield from (([key, *path], key, n, entry) for path, side, n, entry in numbered(row) if not side)


def is_number(key: str) -> bool:
    """Is a key the number of a sentence, as it is written?"""
    return key.isdecimal() and key.isascii() and key == str(int(key)) and key != "0"


def check_numbers(checker: Checker, path: Path, table: object, inner: bool = False) -> Checks:
    """The keys under `sentence` are numbers, and the parts of a card that have sentences of their own."""
    if not isinstance(table, Mapping):
        yield checker.wrong(path, "what is said of sentences stands under their numbers", table, "2 = …")
        return
    parts = () if inner else (BACK, *checker.book.tables["text_box"])
    for key, row in table.items():
        if key in parts:
            yield from check_numbers(checker, [*path, key], row, True)
        elif not is_number(key):
            message = f"{key!r} is no number of a sentence"
            yield checker.source.problem(
                [*path, key], message, expected=", ".join(("1, 2, …", *parts)), found=key
            )


def check_states(checker: Checker, path: Path, value: object) -> Checks:
    """What a card that is written in full tells of its text: all of it, or sentences that nobody has read."""
    if not isinstance(value, Mapping):
        if value not in SENTENCES:
            yield checker.wrong(path, "this says nothing of a printed text", value, listed(SENTENCES))
        return
    yield from check_numbers(checker, path, value)
    for where, _, n, row in numbered(value):
        if row not in STATES:
            message = f"what sentence {n} does is told of a card of the catalogue whose text is read"
            expected = f'{listed(STATES)}; or card = "…" beside it'
            yield checker.source.problem([*path, *where], message, expected=expected)


def check_hashed(checker: Checker, path: Path, table: Mapping[str, object]) -> Checks:
    """What a file that speaks of printed texts says of the sentences of one card."""
    yield from check_numbers(checker, path, table)
    for where, _, _, row in numbered(table):
        yield from check_said(checker, [*path, *where], row, hashed=True)


def check_said(checker: Checker, path: Path, row: object, hashed: bool = False) -> Checks:
    """What a sentence does: nothing, or abilities and keywords as on a card. In a file that speaks of printed
    texts it is `hashed` by the text that is meant.
    """
    if row == NOTHING and not hashed:
        return
    if not isinstance(row, Mapping):
        expected = "{ auto = { … } }" if hashed else '{ auto = { … } } or "nothing"'
        yield checker.wrong(path, "this is not what a sentence does", row, expected)
        return
    words = {key: value for key, value in row.items() if not hashed or key not in (TEXT, NOTHING)}
    if hashed:
        yield from _check_hash(checker, path, row, bool(words))
    elif not words:
        yield checker.source.problem(path, "a sentence that does nothing says so", expected='"nothing"')
    for key, value in words.items():
        if key in FRONT_ONLY or key == "type" or key in checker.book.attributes:
            message = f"a sentence has abilities and keywords, no {key}"
            yield checker.source.problem([*path, key], message, found=key)
        else:
            yield from checker.card_key([*path, key], key, value)


def _check_hash(checker: Checker, path: Path, row: Mapping[str, object], says: bool) -> Checks:
    """The hash of the text is there, and either what the sentence does or that it does nothing."""
    digest = row.get(TEXT)
    if not isinstance(digest, str) or HASH.fullmatch(digest) is None:
        expected = 'text = "…", twelve signs that `judge cards read --why` prints'
        yield checker.wrong([*path, TEXT] if TEXT in row else path, "which text is meant?", digest, expected)
    if NOTHING in row and row[NOTHING] is not True:
        yield checker.wrong([*path, NOTHING], "what does something says so", row[NOTHING], "true")
    if says == (NOTHING in row):
        message = "a sentence does something or nothing"
        yield checker.source.problem(path, message, expected="auto = { … } or nothing = true")
