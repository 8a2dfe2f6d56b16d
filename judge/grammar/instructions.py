"""What stands in an instruction of a card:
its verb and the keys that this takes, as the word is declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from judge.engine.kernel.book import Word
from judge.engine.kernel.state import EMPTY
from judge.engine.words.book_words import COMMON
from judge.errors import Problem, nearest
from judge.grammar.checker import Checker
from judge.grammar.printed import check_made
from judge.grammar.tables import Checks, Path, verb_of
from judge.text.folded_words import fold


def unnamed(checker: Checker, path: Path, data: Mapping[str, object]) -> Problem:
    """That none of its keys is an instruction."""
    first = next(iter(data), "")
    if not first:
        return checker.wrong(path, "an instruction must say what is done, such as { draw = 1 }", data)
    hint = nearest(first, checker.words) or ", ".join(akin(checker, first))
    message = checker.book.not_yet(first) or f"no instruction is called {first!r}"
    return checker.source.problem([*path, first], message, found=first, hint=hint)


def akin(checker: Checker, name: str) -> list[str]:
    """The words that have most parts of a name in theirs or in what the rulebook says of them: a change of
    position is to-attack and to-defence, which set that mark and ask what it was.
    """
    parts, tables = parts_of(name), checker.book.tables
    found: dict[str, int] = {}
    for word in checker.words:
        rows = [tables[one].get(word, EMPTY) for one in ("mark_word", "move", "score_word")]
        made, undone = ({part for row in rows for key in keys for part in words_in(row.get(key))}
                        for keys in (MAKES, ("only",)))  # fmt: skip
        found[word] = len(parts & (parts_of(word) | made)) + len(parts & made & undone)
    most = max(found.values(), default=0)
    return sorted(word for word, n in found.items() if n == most)[:FEW] if most else []


def parts_of(name: str) -> set[str]:
    """The words of a name that say something."""
    return {*PARTED.split(fold(name))} - SMALL


def words_in(value: object) -> Iterator[str]:
    """The words that a value of a row names."""
    for one in (*value, *value.values()) if isinstance(value, Mapping) else (value,):
        if isinstance(one, str):
            yield one


MAKES: Final = ("marks", "asks", "to", "score")  # keys of a row by what they make of a card or a score
FEW: Final = 4
SMALL: Final = {"", "a", "the", "to", "from", "of", "in", "on", "by", "all", "card", "cards", "one"}
PARTED: Final = re.compile(r"[-_ ]+")


def check_instruction(checker: Checker, path: Path, data: object) -> Checks:
    """One instruction: exactly one verb and the keys it takes."""
    if not isinstance(data, Mapping):
        yield checker.wrong(path, "an instruction must be a table such as { draw = 1 }", data)
        return
    verb = first_verb(checker, data)
    if verb is None:
        yield unnamed(checker, path, data)
        return
    word = checker.book.vocabulary[verb]
    takes = {**common(checker, word, data), **word.takes, verb: word.under}
    yield from checker.keys(path, data, takes, f"the instruction {verb!r}", word.needs)
    yield from check_made(checker, path, data)
    for one in word.amiss(checker.book, data) if word.amiss is not None else ():
        where = [*path, one.key] if one.key else path
        yield checker.source.problem(where, one.message, expected=one.expected, found=one.key)


def first_verb(checker: Checker, data: Mapping[str, object]) -> str | None:
    """The verb of an instruction: its first word that is one, `do` only if no other is there."""
    words = checker.words
    other = len(data) > 1 and verb_of(data, words) != "do"
    return next((key for key in data if key in words and not (key == "do" and other)), None)


def common(checker: Checker, word: Word, data: Mapping[str, object]) -> dict[str, str]:
    """What an instruction takes besides its own keys:
    conditions, a name for what it did, an article, marks; each where it says something.
    """
    known = {**COMMON, **dict.fromkeys(marking(checker, word, data), "state")}
    return {key: kind for key, kind in known.items() if key not in word.without}


def marking(checker: Checker, word: Word, data: Mapping[str, object]) -> Iterable[str]:
    """The marks that an instruction can set: where its cards go, cards must be able to have them."""
    if word.marks == "arriving":
        zone = data.get("to", checker.book.moves.get(word.name, EMPTY).get("to", ""))
        return checker.marks if "arrive" in checker.book.zones.get(str(zone), {"arrive": ""}) else ()
    return checker.marks if word.marks else ()
