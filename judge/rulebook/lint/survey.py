"""What `judge lint` tells of a rulebook that passes its door: faults with which it can be loaded all the
same, and what is only strange.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from judge.errors import Problem
from judge.rulebook.act_names import untimed
from judge.rulebook.lint import Files, faults_of, placed, read_files, with_own
from judge.rulebook.lint.mentions import check_mentions, form_of
from judge.rulebook.lint.names import names_of
from judge.rulebook.lint.reach import code_of
from judge.rulebook.lint.readings import check_conflicts, check_idle, with_readings
from judge.rulebook.lint.replacements import check_order
from judge.rulebook.lint.unkept import check_kept
from judge.rulebook.lint.unreached import check_reach
from judge.rulebook.load import load_rulebook
from judge.tables.check import filled
from judge.tables.decks import DeckTables
from judge.tables.references import Fault, Known
from judge.tables.rulebook import Tables
from judge.text.plain import Fields, Plain

LEADS = ("procedure", "window", "action", "step")  # changes by which a game comes to something else


class Survey(NamedTuple):
    """Every fault of a rulebook, and notes of what may be meant so."""

    faults: list[Problem]
    notes: list[Problem]


def survey(folder: str, laid_over: Sequence[str] = (), modules: Sequence[str] = ()) -> Survey:
    """Everything that can be told of a rulebook without playing by it; what keeps it from being loaded
    alone, where something does. `modules` are the Python modules that it may bring. Raises BadInput where
    readings and a version change what the others have taken away.
    """
    problems: list[Problem] = []
    files = read_files(folder, laid_over, problems)
    problems = problems or faults_of(files, modules)
    if problems:
        return Survey(problems, [])
    known = names_of(files.sheets, files.beside, problems, modules)
    faults = list(of_mentions(files, known))
    tables: Fields = filled(Tables, files.sheets.tables)
    if not tables["playable"]:
        return Survey(faults, [])
    book = load_rulebook(folder, "", (), tuple(laid_over), tuple(modules))
    faults += (files.sheets.problem(*one) for one in of_play(tables, files, known, book.gives))
    place = ("timing",) if "timing" in files.sheets.tables else ("id",)
    for act in untimed(book):
        message, expected = (
            f"nothing says when the act {act} may be done",
            f'{act} = ["ARTICLE"] under [timing]',
        )
        faults.append(files.sheets.problem(place, message, {"expected": expected}))
    deck = next((source.data for source, form in files.beside if form is DeckTables), {})
    notes = [*check_idle({**tables, "deck": deck}, folder), *check_conflicts(tables)]
    return Survey(faults, [files.sheets.problem(*one)._replace(severity="note") for one in notes])


def of_mentions(files: Files, known: Known) -> Iterator[Problem]:
    """Texts that send their reader to articles that are not there."""
    ids = {*known["article"]}
    for source, _ in files.overlays:
        ids.update(with_own(source, known)["article"])
    articles = form_of(ids)
    yield from (files.sheets.problem(*one) for one in check_mentions(Tables, files.sheets.tables, articles))
    for source, form in (*files.beside, *files.overlays):
        yield from placed(source, check_mentions(form, source.data, articles))


def of_play(tables: Fields, files: Files, known: Known, gives: Collection[str]) -> Iterator[Fault]:
    """What nothing comes to, what nothing keeps, and what has no order."""
    jumps: Plain = known["jumps of a step"]
    code, played = code_of(tables["module"], jumps), list(variants(tables, files))
    yield from check_reach(tables, played, code)
    yield from check_kept(tables, played, code, gives)
    yield from check_order(tables, known["event"])


def variants(tables: Fields, files: Files) -> Iterator[Fields]:
    """The tables as they are played: by every reading that leads elsewhere, and in every version."""
    folder = files.sheets.folder
    yield with_readings(tables, (), {}, folder)
    for name, row in tables["reading"].items():
        for value, possible in row["value"].items():
            if value != row["taken"] and leads(possible["change"]):
                yield with_readings(tables, (), {name: value}, folder)
    for source, _ in files.overlays:
        yield with_readings(tables, source.data.get("change", ()), {}, source.file)


def leads(changes: Sequence[Fields]) -> bool:
    """May a game come to something else by these changes?"""
    return any(kind in change for change in changes for kind in LEADS)
