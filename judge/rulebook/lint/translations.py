"""Translated open questions: compares what a rulebook says of them in another language with what it says in
its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from judge.errors import nearest
from judge.tables.hints import Path
from judge.tables.references import Fault
from judge.text.plain import Fields
from judge.text.source import Source


def of_open_matters(source: Source, tables: Fields) -> Iterator[Fault]:
    """Words for readings, possibilities and questions that do not exist."""
    readings, questions = tables.get("reading", {}), tables.get("question", {})
    rows = source.data.get("reading", {})
    yield from strangers(("reading",), rows, readings, "reading")
    for name in (row for row in rows if row in readings):
        values = rows[name].get("value", {})
        known = readings[name]["value"]
        yield from strangers(("reading", name, "value"), values, known, f"possibility of {name}")
    asked = source.data.get("question", {})
    yield from strangers(("question",), asked, questions, "question")
    for name in (question for question in asked if question in questions):
        wanted, given = len(questions[name]["other"]), len(asked[name]["other"])
        if wanted != given:
            message = f"{name} has another number of other sides in readings.toml"
            yield ("question", name, "other"), message, {"expected": str(wanted), "found": str(given)}


def of_deck_words(source: Source, texts: Collection[str]) -> Iterator[Fault]:
    """Words for parts of the deck rules that do not exist. What distinguishes cards has an article
    before it.
    """
    for text in source.data.get("word", {}):
        plain = text.removeprefix("the ")
        if text not in texts and not (plain != text and set(plain.split(" and ")) <= set(texts)):
            details = {"found": text, "hint": nearest(text, list(texts))}
            yield ("word", text), f"the deck rules do not say {text!r}", details


def texts_in(value: object) -> Iterator[str]:
    """Yields every key, text and switch in a table, however deep it stands."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from (str(key), *texts_in(inner))
    elif isinstance(value, list):
        for entry in value:
            yield from texts_in(entry)
    elif isinstance(value, (str, bool)):
        yield str(value)


def strangers(path: Path, rows: Mapping[str, object], known: Collection[str], kind: str) -> Iterator[Fault]:
    """Rows of a table about things that do not exist."""
    for name in rows:
        if name not in known:
            details = {"found": name, "hint": nearest(name, list(known))}
            yield (*path, name), f"there is no {kind} {name!r}", details
