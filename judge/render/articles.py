"""Articles of a rulebook as text and as JSON: one in full, or a table of many."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from judge.rulebook.articles import Article
from judge.rulebook.index import Bound, Found, Place
from judge.rulebook.translations import HOME
from judge.speech.catalogue import Phrases, fill
from judge.speech.open_matters import marked

_QUOTED = 60  # characters of a line of data that are shown
PLACES: Final[Sequence[tuple[str, Callable[[Found], Sequence[Place]]]]] = (
    ("says", lambda entry: [entry.says]),
    ("stands", lambda entry: entry.data),
    ("runs", lambda entry: entry.runs),
    ("cited", lambda entry: entry.fixtures),
    ("differs", lambda entry: entry.versions),
)


def article_text(entry: Found, width: int, words: Phrases, lang: str = HOME) -> str:
    """One article: what it says, where it stands, what runs it, which fixtures cite it."""
    article, table = entry.article, words["article"]
    title = article.title if article.language == lang else marked(article.title, words, lang)
    rows = [f"{article.id}  {title}"]
    beside = fill(table["beside"], {"articles": ", ".join(article.beside)}) if article.beside else ""
    kind = table.get(f"kind-{article.kind}", article.kind)
    for text in (article.summary, f"{kind}, {standing(entry, table)}", *belongs(article, table), beside):
        rows += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="  ")
    rows.append("")
    column = max(len(table[label]) for label, _ in PLACES)
    for label, of in PLACES:
        rows += _places(f"{table[label]:<{column}}", of(entry))
    return "\n".join(row.rstrip() for row in rows)


def belongs(article: Article, table: Mapping[str, str]) -> list[str]:
    """The version and the source of an article, where it is not one of the book itself."""
    values = {"version": article.version, "source": article.source}
    return [fill(table["version"], values)] if article.version else []


def standing(entry: Found, table: Mapping[str, str]) -> str:
    """Whether an article has to be run by something, and whether it is."""
    article = entry.article
    if not article.mechanical:
        return table["nothing"]
    if entry.data or entry.runs:
        return table["bound"]
    return fill(table["excused"], {"why": article.excused}) if article.excused else table["unbound"]


def article_json(game: str, entry: Found) -> dict[str, object]:
    """One article as a document, schema `judge.rule/1`."""
    return {
        "schema": "judge.rule/1",
        "game": game,
        **entry.article._asdict(),
        "says": place_json(entry.says),
        "stands": [place_json(place) for place in entry.data],
        "runs": [place_json(run) for run in entry.runs],
        "fixtures": [place_json(fixture) for fixture in entry.fixtures],
        "versions": [place_json(version) for version in entry.versions],
    }


def place_json(place: Place) -> dict[str, object]:
    """A place as plain data."""
    return {**place._asdict(), "file": short(place.file)}


def table_text(articles: Sequence[Article], bound: Mapping[str, Bound], words: Phrases) -> str:
    """Articles one a line: id, how it is bound, kind, title."""
    if not articles:
        return ""
    table = words["article"]
    marks = [table.get(f"mark-{mark(article, bound)}", "") for article in articles]
    kinds = [table.get(f"kind-{article.kind}", article.kind) for article in articles]
    ids = [article.id for article in articles]
    rows = zip(padded(ids), padded(marks, 7), padded(kinds), articles, strict=True)
    return "\n".join("  ".join((id_, how, kind, titled(entry, table))) for id_, how, kind, entry in rows)


def padded(column: Sequence[str], least: int = 0) -> list[str]:
    """Words of a column, all as wide as the widest."""
    widest = max(least, *map(len, column))
    return [f"{word:<{widest}}" for word in column]


def titled(article: Article, table: Mapping[str, str]) -> str:
    """The title, with the version that the article belongs to and its source where that is not the book."""
    values = {"title": article.title, "version": article.version, "source": article.source}
    return fill(table["titled"], values) if article.version else article.title


def mark(article: Article, bound: Mapping[str, Bound]) -> str:
    """How an article is bound, in a word; "" when nothing has to run it."""
    if not article.mechanical:
        return ""
    if bound[article.id] != Bound():
        return "bound"
    return "excused" if article.excused else "unbound"


def table_json(game: str, articles: Sequence[Article], bound: Mapping[str, Bound]) -> dict[str, object]:
    """Articles as a document, schema `judge.rules/1`."""
    rows = [{**article._asdict(), "bound": mark(article, bound)} for article in articles]
    return {"schema": "judge.rules/1", "game": game, "count": len(rows), "articles": rows}


def short(file: str) -> str:
    """A path from the current folder where it lies within it, else in full."""
    try:
        near = os.path.relpath(file)
    except ValueError:  # another drive
        return file
    return file if near.startswith("..") else near


def _places(label: str, places: Sequence[Place]) -> Iterator[str]:
    """A labelled list of places, each as `file:line` that an editor can open."""
    where = [f"{short(spot.file)}:{spot.line}" for spot in places]
    column = max(map(len, where), default=0)
    for at, (text, place) in enumerate(zip(where, places, strict=True)):
        what = place.what if len(place.what) <= _QUOTED else place.what[: _QUOTED - 1] + "…"
        yield f"{label if at == 0 else ' ' * len(label)} {text:<{column}}  {what}"
