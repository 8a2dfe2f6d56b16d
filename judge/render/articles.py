"""Articles of a rulebook as text and as JSON: one in full, or a table of many."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from judge.rulebook.articles import Article
from judge.rulebook.index import Bound, Found, Place

_QUOTED = 60  # characters of a line of data that are shown


def article_text(found: Found, width: int = 100) -> str:
    """One article: what it says, where it stands, what runs it, which fixtures cite it."""
    one = found.article
    rows = [f"{one.id}  {one.title}"]
    beside = f"Beside: {', '.join(one.beside)}" if one.beside else ""
    for text in (one.summary, f"{one.kind}, {standing(found)}", *belongs(one), beside):
        rows += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="  ")
    rows.append("")
    rows += _places("Says", [found.says])
    rows += _places("Stands", found.data)
    rows += _places("Runs", found.runs)
    rows += _places("Cited", found.fixtures)
    rows += _places("Differs", found.versions)
    return "\n".join(row.rstrip() for row in rows)


def belongs(one: Article) -> list[str]:
    """Of which version it is, and who says so."""
    return [f"version {one.version}; source: {one.source}"] if one.version else []


def standing(found: Found) -> str:
    """Whether anything has to run an article, and whether anything does."""
    one = found.article
    if not one.mechanical:
        return "nothing to run"
    if found.data or found.runs:
        return "bound"
    return f"excused: {one.excused}" if one.excused else "not bound yet"


def article_json(game: str, found: Found) -> dict[str, object]:
    """One article as a document, schema `judge.rule/1`."""
    return {
        "schema": "judge.rule/1",
        "game": game,
        **found.article._asdict(),
        "says": place_json(found.says),
        "stands": [place_json(one) for one in found.data],
        "runs": [place_json(one) for one in found.runs],
        "fixtures": [place_json(one) for one in found.fixtures],
        "versions": [place_json(one) for one in found.versions],
    }


def place_json(place: Place) -> dict[str, object]:
    """A place as plain data."""
    return {**place._asdict(), "file": short(place.file)}


def table_text(articles: Sequence[Article], bound: Mapping[str, Bound]) -> str:
    """Articles one a line: id, how it is bound, kind, title."""
    if not articles:
        return ""
    ids = max(len(one.id) for one in articles)
    kinds = max(len(one.kind) for one in articles)
    rows = (f"{one.id:<{ids}}  {mark(one, bound):<7}  {one.kind:<{kinds}}  {titled(one)}" for one in articles)
    return "\n".join(rows)


def titled(one: Article) -> str:
    """The title, with the version that the article belongs to and its source where that is not the book."""
    return f"{one.title} (version {one.version}; {one.source})" if one.version else one.title


def mark(one: Article, bound: Mapping[str, Bound]) -> str:
    """How an article is bound, in a word; "" when nothing has to run it."""
    if not one.mechanical:
        return ""
    if bound[one.id] != Bound():
        return "bound"
    return "excused" if one.excused else "unbound"


def table_json(game: str, articles: Sequence[Article], bound: Mapping[str, Bound]) -> dict[str, object]:
    """Articles as a document, schema `judge.rules/1`."""
    rows = [{**one._asdict(), "bound": mark(one, bound)} for one in articles]
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
    where = [f"{short(one.file)}:{one.line}" for one in places]
    column = max(map(len, where), default=0)
    for at, (text, one) in enumerate(zip(where, places, strict=True)):
        said = one.what if len(one.what) <= _QUOTED else one.what[: _QUOTED - 1] + "…"
        yield f"{label if at == 0 else '':<7} {text:<{column}}  {said}"
