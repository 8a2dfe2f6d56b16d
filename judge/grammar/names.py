"""Names: which names players can say in a line, of cards, abilities and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, UNKNOWN
from judge.engine.words.ability_kinds import KINDS
from judge.errors import Problem
from judge.grammar.tables import FACT_WORDS, Path
from judge.text.composed import composed
from judge.text.source import Source
from judge.text.toml_text import show

RESERVED: Final = ("self", "it", "pass", "none", "chance", *SEATS, UNKNOWN)
COPIES: Final = "*"  # between a card's name and how many copies lie there
PLAIN: Final = "a name in one word"


def unspeakable(name: str) -> str:
    """The reason why no script line can say a name; "" where one can."""
    if not name:
        return "is empty"
    if any(sign.isspace() or not sign.isprintable() for sign in name):
        return "has blanks or signs that do not show"
    return f"has a {COPIES}, which stands for copies" if COPIES in name else ""


def check_card_name(book: Book, source: Source, path: Path, name: str) -> Iterator[Problem]:
    """The problems of a card's name: no line can say it, or it has a meaning in the rulebook."""
    why = unspeakable(name)
    if why:
        message = f"a card cannot be called {show(name)}: that name {why}"
        yield source.problem(path, message, expected=PLAIN, found=show(name))
    elif composed(name) != name:  # by an escape: what is typed is composed at the door
        message = f"a card cannot be called {show(name)}: that name has an accent apart from its letter"
        yield source.problem(path, message, expected=PLAIN, found=show(name), hint=composed(name))
    elif name in (*FACT_WORDS, *book.zones, *book.tables["score"], *RESERVED):
        message = f"a card cannot be called {name!r}: that is a word of the rulebook"
        yield source.problem(path, message, found=name)


def check_spoken(source: Source, path: Path, name: object, what: str) -> Iterator[Problem]:
    """The problems of the name of an ability or of an option."""
    if not isinstance(name, str):
        return  # that it is no text has been said
    why = unspeakable(name) or ("is the word for no choice" if name == "none" else "")
    if why:
        message = f"{what} cannot be called {show(name)}: that name {why}"
        yield source.problem(path, message, expected=PLAIN, found=show(name))


def check_once(
    source: Source, path: Path, rows: Sequence[tuple[Sequence[str | int], object]], what: str
) -> Iterator[Problem]:
    """Checks that no name occurs twice; each comes with its place under `path`."""
    seen: set[str] = set()
    for where, name in rows:
        if isinstance(name, str) and name in seen:
            message = f"{what} is called {name!r} already: which is meant could not be said"
            yield source.problem([*path, *where], message, expected="another name", found=name)
        elif isinstance(name, str):
            seen.add(name)


def names_of_abilities(book: Book, data: Mapping[str, object]) -> Iterator[tuple[list[str | int], object]]:
    """The names of the abilities on one face of a card, each with where it stands."""
    return ((where, ability["name"]) for where, ability in keys_of_abilities(book, data, "name"))


def keys_of_abilities(
    book: Book, data: Mapping[str, object], wanted: str
) -> Iterator[tuple[list[str | int], Mapping[str, object]]]:
    """The abilities on one face of a card that have a key, each with where that stands."""
    for key, value in data.items():
        if key in book.tables["text_box"] and isinstance(value, Mapping):
            yield from (([key, *where], inner) for where, inner in keys_of_abilities(book, value, wanted))
        elif key in KINDS or key in book.kinds or key in book.keyword_names:
            for at, ability in enumerate(value) if isinstance(value, list) else ((None, value),):
                if isinstance(ability, Mapping) and wanted in ability:
                    yield [key, *(() if at is None else (at,)), wanted], ability


def check_shared_limits(
    source: Source, path: Path, rows: Iterator[tuple[list[str | int], Mapping[str, object]]]
) -> Iterator[Problem]:
    """Checks that abilities which share a limit all have it, and the same one; each comes with its place
    under `path`.
    """
    first: dict[str, tuple[list[str | int], object]] = {}
    alone: set[str] = set()
    for where, row in rows:
        word, once = row["shares"], row.get("once")
        if not isinstance(word, str):
            continue  # that it is no text has been said
        if once is None:
            yield source.problem([*path, *where], "without once there is no limit to share", expected="once")
        elif word not in first:
            first[word] = (where, once)
            alone.add(word)
        else:
            alone.discard(word)
            if once != first[word][1]:
                message = f"what shares the limit {word!r} is limited in the same way"
                expected = f"once = {show(first[word][1])}"
                yield source.problem([*path, *where], message, expected=expected, found=show(once))
    for word in sorted(alone):
        message = f"nothing else on this card shares the limit {word!r}"
        yield source.problem([*path, *first[word][0]], message, found=word)
