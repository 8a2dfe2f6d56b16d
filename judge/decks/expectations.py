"""Expectations: the table [expect] of a test deck says what its check must find, worked out by hand from the
rulebook. This compares it with the report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from judge.cards.card import as_list
from judge.decks.deck import Deck
from judge.decks.report import VERDICTS, Expectation, Fault, Report
from judge.decks.speech import phrased
from judge.errors import nearest
from judge.text.plain import TomlValue

_SEVERITY = {"faults": "error", "unsure": "unsure", "warnings": "warning"}
_ROW = ("code", "article", "articles", "found", "allowed", "card", "lines", "line", "hint")
_FORMS: Final[Mapping[str, tuple[str, Callable[[object], bool]]]] = {
    "verdict": (f"one of {', '.join(VERDICTS)}", lambda value: value in VERDICTS),
    "counts": ("a table of numbers", lambda value: isinstance(value, dict)),
    "unchecked": ("a list of codes", lambda value: _list_of(value, str)),
    **dict.fromkeys(_SEVERITY, ("a list of tables", lambda value: _list_of(value, dict))),
    "sided": ("a table", lambda value: isinstance(value, dict)),
}


def _list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def compared(deck: Deck, report: Report, expected: Mapping[str, object]) -> Report:
    """The report with each expectation of its deck's file, whether it holds, and a fault where it does not.

    The key `sided` is for the check after siding and is not looked at here.
    """
    unmet: list[Fault] = []
    told: list[Expectation] = []
    for key, wanted in expected.items():
        missed = list(_unmet(deck, report, key, wanted))
        unmet += missed
        if key != "sided" or missed:
            told.append(Expectation(key, wanted, _found(report, key, wanted), not missed))
    return report._replace(faults=(*unmet, *report.faults), expectations=tuple(told))


def _unmet(deck: Deck, report: Report, key: str, wanted: TomlValue) -> Iterator[Fault]:
    """A fault for everything in one expectation that the report does not meet."""
    if key not in _FORMS:
        yield _fault(deck, phrased("expect.unknown", name=key), key, ", ".join(_FORMS), nearest(key, _FORMS))
    elif not _FORMS[key][1](wanted):
        yield _fault(deck, phrased("expect.form", name=key), str(wanted), _FORMS[key][0])
    elif key in _SEVERITY:
        yield from _faults(deck, key, wanted, list(report.of(_SEVERITY[key])))
    elif key != "sided":
        found = _found(report, key, wanted)
        if found != (sorted(wanted) if key == "unchecked" else wanted):
            yield _fault(deck, phrased("expect.other", name=key), str(found), str(wanted))


def _found(report: Report, key: str, wanted: object) -> object:
    """What the report has under the key of an expectation; of counts those that are asked for."""
    if key in _SEVERITY:
        return [
            {"code": one.code, "article": one.article, "found": one.found, "allowed": one.allowed}
            for one in report.of(_SEVERITY[key])
        ]
    if key == "unchecked":
        return sorted(one.code for one in report.unchecked)
    if key == "counts" and isinstance(wanted, Mapping):
        return {part: report.counts.get(part) for part in wanted}
    return getattr(report, key) if key in ("verdict", "counts") else None


def _faults(deck: Deck, key: str, wanted: list[Mapping[str, object]], found: list[Fault]) -> Iterator[Fault]:
    """A fault for every expected finding that is not there, and for every finding that is not expected."""
    left = list(found)
    for row in wanted:
        for name in row:
            if name not in _ROW:
                message = phrased("expect.row", name=name, kind=key)
                yield _fault(deck, message, name, ", ".join(_ROW), nearest(name, _ROW))
        match = next((one for one in left if all(_has(one, key, value) for key, value in row.items())), None)
        if match is None:
            yield _fault(deck, phrased("expect.missing", kind=key), phrased("bound.none"), str(dict(row)))
        else:
            left.remove(match)
    for one in left:
        told = f"{one.code} ({one.article}): {one.message}"
        yield _fault(deck, phrased("expect.surplus", kind=key), told, phrased("bound.none"))


def _has(fault: Fault, key: str, wanted: object) -> bool:
    """Whether a fault has the value of one key. `articles` lists some of the articles that it cites, `card`
    is one of the cards that it names.
    """
    if key == "articles":
        return all(one in (fault.article, *fault.also) for one in as_list(wanted))
    if key == "card":
        return any(wanted in (one.card, one.name) for one in fault.cards)
    if key == "lines":
        return bool([line for one in fault.cards for line in one.lines] == wanted)
    return key in _ROW and bool(getattr(fault, key) == wanted)


def _fault(deck: Deck, message: str, found: str, expected: str, hint: str = "") -> Fault:
    return Fault("expected", "", "error", message, found, expected, (), deck.file, *deck.expect_at, hint=hint)
