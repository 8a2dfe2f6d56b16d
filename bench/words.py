"""`python -m bench.words > docs/vocabulary.md`: every word of cards, as it is declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bench.games import GAMES
from judge.engine.effects.pattern_match import DETAILS
from judge.engine.kernel.book import Book, Word
from judge.engine.language.conditions import FORMS
from judge.engine.language.figures import CHANGED, FIGURES
from judge.engine.language.traits import BOUNDS, TRAITS
from judge.engine.words.ability_kinds import COSTING, KINDS, LIMITED, SHARED
from judge.engine.words.book_words import COMMON
from judge.grammar.kinds import KINDS as VALUES
from judge.rulebook.load import load_rulebook
from judge.tables.documents import cell

INTRODUCTION = """# The vocabulary of cards, word by word

Made from the declarations by `make docs`: what may be written, and the kind of value under each key (the
last table says what they are). [abilities.md](abilities.md) tells how the words are used, with examples.
Words that a rulebook makes for its own moves, states and scores stand in its tables.

"""
OWN = ("move", "score", "score_word", "mark_word")  # tables whose rows are words


def head(*titles: str) -> str:
    """The first lines of a table."""
    return f"| {' | '.join(titles)} |\n{'|---' * len(titles)}|\n"


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cell(one) for one in cells)} |\n"


def keys(takes: Mapping[str, str], needs: tuple[str, ...] = ()) -> str:
    """Keys with the kinds of what stands under them."""
    return ", ".join(f"`{key}` {kind}{' (needed)' if key in needs else ''}" for key, kind in takes.items())


def instructions(books: Mapping[str, Book]) -> Iterator[str]:
    """The words that begin an instruction, with the games that have them."""
    yield "## Instructions\n\n"
    yield f"Every one takes, unless it says nothing there: {keys(COMMON)}.\n\n"
    yield head("word", "under it", "further keys", "without", "games", "what it does")
    known: dict[str, Word] = {}
    homes: dict[str, list[str]] = {}
    for game, book in books.items():
        made = {name for table in OWN for name in book.tables[table]}  # type: ignore[literal-required]
        for name, word in book.vocabulary.items():
            if word.under and (name not in made or word.says):
                known[name] = word if name not in known else widest(known[name], word)
                homes.setdefault(name, []).append(game)
    for name, word in sorted(known.items()):
        where = "" if len(homes[name]) == len(books) else ", ".join(homes[name])
        without = ", ".join(f"`{one}`" for one in word.without)
        yield row(f"`{name}`", word.under, keys(word.takes, word.needs), without, where, word.says)


def widest(one: Word, other: Word) -> Word:
    """Of a word in two games, the one with more keys."""
    return one if len(one.takes) >= len(other.takes) else other


def abilities() -> Iterator[str]:
    """The kinds of abilities."""
    yield "\n## Kinds of abilities\n\n"
    yield f"Every one takes {keys(SHARED)}. `once` is for {', '.join(LIMITED)}; costs are for "
    yield f"{', '.join(COSTING)}.\n\n"
    yield head("kind", "keys", "what it is")
    for name, kind in KINDS.items():
        yield row(f"`{name}`", keys(kind.takes, kind.needs), kind.says)


def selectors() -> Iterator[str]:
    """The keys of selectors."""
    yield "\n## Selectors\n\nBeside these, attributes and marks of the game by their names.\n\n"
    yield head("key", "under it", "what it asks")
    for name, one in sorted(TRAITS.items()):
        if one.kind:
            yield row(f"`{name}`", one.kind, one.says)


def conditions() -> Iterator[str]:
    """The forms of conditions."""
    yield "\n## Conditions\n\nA selector is one too: cards have to be there, at least one unless "
    yield f"{', '.join(f'`{one}`' for one in BOUNDS)} say how many. A list means all of it, a name that "
    yield "something was stored under it.\n\n"
    yield head("known by", "keys", "what holds")
    for name, form in sorted(FORMS.items()):
        yield row(f"`{name}`", keys(form.takes, form.needs), form.says)


def numbers() -> Iterator[str]:
    """What makes a table a number."""
    yield f"\n## Numbers\n\nEach of them takes {keys(CHANGED)}.\n\n"
    yield head("key", "under it", "`of`", "what it is")
    for name, one in sorted(FIGURES.items()):
        yield row(f"`{name}`", one.kind, one.of, one.says)


def details() -> Iterator[str]:
    """What an ability says of the event that it listens to."""
    yield "\n## Details of events\n\nBeside these, marks that the event sets. "
    yield "What no such event has is refused.\n\n"
    yield head("key", "under it", "what it asks", "of events that have a")
    for name, one in sorted(DETAILS.items()):
        yield row(f"`{name}`", one.kind, one.says, one.asks and f"`{one.asks}`")


def values() -> Iterator[str]:
    """The kinds of values."""
    yield "\n## Kinds of values\n\nWhat the tables above name.\n\n"
    yield head("kind", "what it is")
    for name, one in sorted(VALUES.items()):
        yield row(name, one.says)


def page() -> str:
    """The whole page."""
    books = {game: load_rulebook(game) for game in GAMES}
    parts = (instructions(books), abilities(), selectors(), conditions(), numbers(), details(), values())
    return INTRODUCTION + "".join(line for part in parts for line in part)


if __name__ == "__main__":
    print(page(), end="")
