"""Known names: everything that a name in a rulebook may refer to, by kind."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.flow.changes import VERBS
from judge.engine.kernel.book import in_play
from judge.engine.kernel.registry import Rules
from judge.engine.words.ability_kinds import KINDS
from judge.errors import Problem
from judge.grammar.kinds import KINDS as VALUES
from judge.grammar.kinds import WORDS_OF
from judge.grammar.tables import PARAMS
from judge.rulebook.bindings import names_told, shared_functions
from judge.rulebook.lint.phrases import EVENTS, NOTES, SHARED
from judge.rulebook.lint.sheets import Sheets
from judge.rulebook.shelf import allows, overlays_of
from judge.tables.decks import DeckTables
from judge.tables.phrases import PhraseTables
from judge.tables.references import Known
from judge.tables.translations import ArticleTables
from judge.text.plain import Fields
from judge.text.source import Source

ROWS: Final = {
    "zone": "zone",
    "type": "types",
    "attribute": "attribute",
    "mark": "mark",
    "procedure": "procedure",
    "window": "window",
    "move": "move",
    "mark word": "mark_word",
    "score": "score",
    "param": "param",
    "signal": "signal",
    "span": "until",
    "moment": "moments",
    "deed": "did",
    "permit": "permits",
    "negatable": "negatable",
}
# what runs without a procedure of the rulebook: instructions of a text, and an event that takes place
UNNAMED: Final = ("seq", "event")
LINES: Final = ("step", "event", "answer", "window-close")  # lines that are no notes; the others have phrases


def names_of(
    sheets: Sheets, beside: list[tuple[Source, object]], problems: list[Problem], modules: Sequence[str] = ()
) -> Known:
    """Everything that a name in the tables may refer to, by kind. A module that is missing or not allowed
    becomes a problem.
    """
    tables = sheets.tables
    rows = {kind: tables.get(key, {}) for kind, key in ROWS.items()}
    known: dict[str, Collection[str]] = {
        kind: row if isinstance(row, dict) else [entry for entry in row if isinstance(entry, str)]
        for kind, row in rows.items()
        if isinstance(row, (dict, list))
    }
    attributes = rows["attribute"] if isinstance(rows["attribute"], Mapping) else {}
    known["card attribute"] = {"type", *attributes}
    known["attribute"] = {
        name: row for name, row in attributes.items() if isinstance(row, Mapping) and in_play(row)
    }
    known["place"] = {*known.get("zone", ()), "under"}
    known["zone, open or closed"] = {*known.get("zone", ()), "open", "closed"}
    known["window or procedure"] = {*known.get("window", ()), *known.get("procedure", ())}
    known["procedure or window"] = {*known.get("procedure", ()), *opening(known.get("window", ()))}
    known["version"] = {str(tables.get("version")), *overlays_of(sheets.folder)}
    known.update(traced(tables, beside))
    for source, form in beside:
        known.update(names_in(form, source.data))
    return {**known, **registered(sheets, problems, modules)}


def steps_in(tables: Mapping[str, object]) -> Iterator[str]:
    """The names of the steps of every procedure: their own, or else their articles."""
    procedures = tables.get("procedure")
    for row in procedures.values() if isinstance(procedures, Mapping) else ():
        for step in rows_of(row, "steps") if isinstance(row, Mapping) else ():
            yield str(step.get("id", step.get("rule")))


def traced(tables: Mapping[str, object], beside: list[tuple[Source, object]]) -> dict[str, Collection[str]]:
    """The values that lines of a finished trace carry and that rows about them may name."""
    windows, procedures = names_under(tables, "window"), names_under(tables, "procedure")
    phrases = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(SHARED.glob("*.toml"))]
    phrases += [source.data for source, form in beside if form is PhraseTables]
    notes, events = (
        {name for phrase in phrases for name in worded_of(phrase, key)} for key in (NOTES, EVENTS)
    )
    return {
        "keyword": names_under(tables, "keyword"),
        "step of a procedure": {*steps_in(tables), *windows},
        "running procedure": {*procedures, *opening(windows), *UNNAMED},
        "kind of line": {*LINES, *notes},
        "event of a trace": {*names_told(tables), *VERBS, *events},
    }  # fmt: skip


def opening(windows: Collection[str]) -> Iterator[str]:
    """The procedures that the engine runs for windows."""
    return (f"window:{window}" for window in windows)


def names_under(tables: Mapping[str, object], key: str) -> set[str]:
    """The names of the rows of a table of tables."""
    rows = tables.get(key)
    return set(rows) if isinstance(rows, Mapping) else set()


def worded_of(phrases: Mapping[str, object], key: str) -> set[str]:
    """The subjects of a sort of phrases, without the forms that some of them have."""
    return {name.partition(".")[0] for name in names_under(phrases, key)}


def names_in(form: object, data: Mapping[str, object]) -> dict[str, Collection[str]]:
    """What the files beside the rulebook's own tables name; nothing of what has the wrong form."""
    if form is ArticleTables:
        return {"article": {str(row.get("id")) for row in rows_of(data, "article")}}
    if form is DeckTables:
        parts = data.get("part")
        return {
            "limit": {str(row.get("code")) for row in rows_of(data, "limit")},
            "part": set(parts) if isinstance(parts, Mapping) else set(),
        }
    return {}


def rows_of(data: Mapping[str, object], key: str) -> list[Fields]:
    """Gives the tables of a list, and leaves out entries that are no tables."""
    rows = data.get(key, ())
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []


def registered(sheets: Sheets, problems: list[Problem], modules: Sequence[str]) -> dict[str, Collection[str]]:
    """The functions of the game and those that all games share, and the words that they bring."""
    game = rules_of(sheets, problems, modules)
    if game is None:
        return {}
    return {
        **shared_functions(game, sheets.tables), "event": names_told(sheets.tables, game),
        "kind of ability": KINDS, "ability of the engine": KINDS,
        "kind of ability or default": (*KINDS, "default"),
        "printed word": set(printed_words(sheets.tables)),
        "kind of value": (*VALUES, *PARAMS, *(f"{WORDS_OF}{attr}" for attr in worded(sheets.tables))),
    }  # fmt: skip


def rules_of(sheets: Sheets, problems: list[Problem], modules: Sequence[str]) -> Rules | None:
    """What the rulebook's module registers; None, and a problem, where it is not there or not allowed."""
    module = str(sheets.tables.get("module", ""))
    if not allows(sheets.folder, module, modules):
        message = f"the rulebook would run the module {module!r}, which nobody has allowed"
        details = {"found": module, "expected": f"--module {module}, or one of judge.games"}
        problems.append(sheets.problem(("module",), message, details))
        return None
    try:
        rules = getattr(importlib.import_module(module), "rules", None) if module else Rules("")
    except ModuleNotFoundError:
        message = f"the module {module!r} cannot be imported"
        expected = "a module that Python finds, in a folder of PYTHONPATH"
        problems.append(sheets.problem(("module",), message, {"found": module, "expected": expected}))
        return None
    if isinstance(rules, Rules):
        return rules
    details = {"found": module, "expected": "rules = Rules(…) in it"}
    problems.append(sheets.problem(("module",), f"the module {module!r} is that of no game", details))
    return None


def worded(tables: Mapping[str, object]) -> list[str]:
    """The attributes that have a closed set of words."""
    rows = tables.get("attribute")
    pairs = rows.items() if isinstance(rows, Mapping) else ()
    return [name for name, row in pairs if isinstance(row, Mapping) and "words" in row]


def printed_words(tables: Mapping[str, object]) -> Iterator[str]:
    """The words that cards print of these attributes."""
    rows = tables.get("attribute")
    for row in rows.values() if isinstance(rows, Mapping) else ():
        words = row.get("words") if isinstance(row, Mapping) else ()
        yield from (str(word) for word in words) if isinstance(words, list) else ()
