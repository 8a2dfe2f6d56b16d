"""What a deck file says that its check must find: the facts of a deck fixture, worked out by hand from the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.decks.deck import Deck
from judge.decks.report import Fault, Report
from judge.errors import nearest

_KEYS = ("verdict", "counts", "faults", "unsure", "warnings", "unchecked")
_SEVERITY = {"faults": "error", "unsure": "unsure", "warnings": "warning"}


def disappointed(deck: Deck, report: Report, expected: Mapping[str, Any]) -> Iterator[Fault]:
    """Each expectation that the report does not meet, as a fault; `sided` is for the check after siding."""
    for key, wanted in expected.items():
        if key == "sided":
            continue
        if key in _SEVERITY:
            found = [one for one in report.faults if one.severity == _SEVERITY[key]]
            yield from _faults(deck, key, wanted, found)
        elif key not in _KEYS:
            yield _fault(deck, f"[expect] has no {key}", key, ", ".join(_KEYS), nearest(key, _KEYS))
        else:
            yield from _value(deck, key, wanted, report)


def _value(deck: Deck, key: str, wanted: Any, report: Report) -> Iterator[Fault]:
    found: Any = getattr(report, key)
    if key == "unchecked":
        found, wanted = sorted(one.code for one in found), sorted(wanted)
    elif key == "counts":
        found = {part: found.get(part) for part in wanted}
    if found != wanted:
        yield _fault(deck, f"the {key} is not as expected", str(found), str(wanted))


def _faults(deck: Deck, key: str, wanted: list[Mapping[str, Any]], found: list[Fault]) -> Iterator[Fault]:
    """Every fault expected must be there once, and no other."""
    left = list(found)
    for row in wanted:
        match = next((one for one in left if _answers(one, row)), None)
        if match is None:
            yield _fault(deck, f"a fault that {key} expects is not there", "none", str(dict(row)))
        else:
            left.remove(match)
    for one in left:
        yield _fault(deck, f"a fault that {key} does not expect", f"{one.code} ({one.article}): {one.message}", "none")


def _answers(fault: Fault, row: Mapping[str, Any]) -> bool:
    """Whether a fault is the one described: `articles` asks for all that it cites, `card` for one that it names."""
    for key, wanted in row.items():
        if key == "articles":
            if not set(wanted) <= {fault.article, *fault.also}:
                return False
        elif key == "card":
            if not any(wanted in (one.card, one.name) for one in fault.cards):
                return False
        elif key == "lines":
            if [line for one in fault.cards for line in one.lines] != wanted:
                return False
        elif key not in ("code", "article", "found", "allowed", "line", "hint") or getattr(fault, key) != wanted:
            return False
    return True


def _fault(deck: Deck, message: str, found: str, expected: str, hint: str = "") -> Fault:
    place = deck.headings.get("expect", (1, 1))
    return Fault("expected", "", "error", message, found, expected, (), deck.file, *place, hint=hint)
