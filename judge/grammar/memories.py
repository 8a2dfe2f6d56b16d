"""What may be asked of before: how a card has come, what has happened."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.effects.pattern_match import DETAILS
from judge.engine.flow.memories import DETAILS as OF_WAYS
from judge.engine.kernel.book import Book
from judge.grammar.checker import Checker
from judge.grammar.conditions import check_heard
from judge.grammar.tables import Checks, Path
from judge.text.plain import Fields, Plain


def ways(book: Book) -> list[str]:
    """The names of events by which a card comes to lie somewhere."""
    states = [word for word, row in book.tables["mark_word"].items() if row["arrives"]]
    happenings = [word for word, row in book.happenings.items() if row["way"] or arriving(book, word, row)]
    return [*dict.fromkeys((*book.moves, *happenings, *states, "move", "create"))]


def arriving(book: Book, word: str, row: Fields) -> bool:
    """Is a happening one of moves: of those that the rulebook names, or that a step makes by this name?"""
    names, made = row.get("names", ()), ("create", *([] if word in book.tables["mark_word"] else [word]))
    return "to" in row or any(one in book.moves or one in made for one in names)


def check_way(checker: Checker, path: Path, value: Plain) -> Checks:
    """An event by which a card comes, or several."""
    yield from checker.one_of(path, value, ways(checker.book), "way in which a card comes")


def check_arrivals(checker: Checker, path: Path, value: object) -> Checks:
    """Ways in which a card has come: names of events, or tables of what else is asked of them."""
    for at, one in enumerate(value if isinstance(value, list) else [value]):
        where = [*path, at] if isinstance(value, list) else path
        if isinstance(one, Mapping):
            takes = {"way": "way", **{key: DETAILS[key].kind for key in OF_WAYS}}
            yield from checker.keys(where, one, takes, "how a card came")
        else:
            yield from check_way(checker, where, one)
        if one == {}:
            yield checker.wrong(where, "nothing is asked of how the card came", one, 'a way such as "move"')
    if value == []:
        yield checker.wrong(path, "at least one way is needed here", value)


def check_past_event(checker: Checker, path: Path, value: object) -> Checks:
    """Events that may have happened: none that is only asked whether it may, and no situation."""
    yield from checker.event(path, value)
    yield from check_heard(checker, path, value)
    for one in value if isinstance(value, list) else [value]:
        if one == "state" or (isinstance(one, Mapping) and "state" in one):
            yield checker.wrong(path, "a situation is no event that has happened", "state")
    if value == []:
        yield checker.wrong(path, "at least one event is needed here", value)
