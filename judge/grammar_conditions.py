"""What has to hold, and what is listened to: the conditions and events that cards are written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from judge.errors import nearest
from judge.grammar_tables import ASKED, BOUNDS, DETAILS, UNHEARD, Checks, Path

if TYPE_CHECKING:
    from judge.grammar import Checker


class Form(NamedTuple):
    """A form of condition: the keys by which it is known, those it takes, those it needs."""

    marks: frozenset[str]
    takes: Mapping[str, str]
    needs: tuple[str, ...] = ()


READINGS: Final = {
    "value": "number-attribute",
    "sum": "number-attribute",
    "original": "number-attribute",
    "counters": "text",
}
SHOWN: Final = {"shows": "words", "attr": "words-attribute", "printed": "flag", "among": "selector"}
FORMS: Final = (
    Form(frozenset(("any",)), {"any": "condition"}),
    Form(frozenset(("n",)), {**BOUNDS, "n": "number"}),
    Form(frozenset(("shows",)), SHOWN, ("attr", "among")),
    Form(frozenset(("it",)), {"it": "selector"}),
    Form(frozenset(("during", "turn")), {"during": "running", "turn": "seat"}),
    Form(frozenset(("did",)), {"did": "deeds", "by": "seat"}),
    Form(frozenset(READINGS), {**BOUNDS, **READINGS, "of": "cards"}),
    Form(frozenset(("score",)), {**BOUNDS, "score": "score", "of": "seat"}),
)


def check_condition(checker: Checker, path: Path, data: Any) -> Checks:
    """A condition: a name, a list of conditions, or a table of one of the forms, else a selector of cards
    that have to be there.
    """
    if isinstance(data, str):
        return
    if isinstance(data, list):
        for at, one in enumerate(data):
            yield from check_condition(checker, [*path, at], one)
    elif not isinstance(data, Mapping):
        yield checker.wrong(path, "a condition is a table, a list or a name", data)
    elif data.keys() == {"not"} and isinstance(data["not"], (Mapping, str)):
        yield from check_condition(checker, [*path, "not"], data["not"])
    elif (form := form_of(data)) is None:
        yield from checker.selector(path, data, BOUNDS)
    else:
        read = sorted(READINGS.keys() & data.keys())
        if form.marks >= READINGS.keys() and len(read) > 1:
            yield checker.wrong(path, "a condition reads one of these, not several", ", ".join(read))
        yield from checker.keys(path, data, form.takes, "a condition", form.needs)


def form_of(data: Mapping[str, Any]) -> Form | None:
    """The form of a condition; None for a selector, which may test deeds and counters of cards too."""
    for form in FORMS:
        marks = form.marks & data.keys()
        if "did" in marks and not data.keys() <= form.takes.keys():
            continue
        if marks == {"counters"} and not isinstance(data["counters"], str):
            continue
        if marks:
            return form
    return None


def check_event(checker: Checker, path: Path, data: Any) -> Checks:
    """An event that something listens to: its name, or a table with its details."""
    names = checker.book.event_names - UNHEARD
    if isinstance(data, str):
        yield from checker.one_of(path, data, names, "event")
        return
    if not isinstance(data, Mapping):
        yield checker.wrong(path, "an event is a name or a table", data)
        return
    event = next((key for key in data if key in names), None)
    if event is None:
        first = next(iter(data), "")
        where, hint = [*path, first] if first else path, nearest(first, names)
        yield checker.source.problem(where, f"no event is called {first!r}", found=first, hint=hint)
        return
    subject = "condition" if event == "state" else "subject"
    table = {**dict.fromkeys(checker.marks, "mark"), **DETAILS, event: subject}
    yield from checker.keys(path, data, table, f"the event {event!r}")


def check_heard(checker: Checker, path: Path, on: Any) -> Checks:
    """Events that something can hear of: no mere questions whether a thing may be."""
    asked = (*ASKED, *(word for word, row in checker.book.signals.items() if row.get("asked")))
    for one in on if isinstance(on, list) else [on]:
        for name in asked:
            if one == name or (isinstance(one, Mapping) and name in one):
                message = f"{name} can be forbidden, and nothing hears of it"
                instead = f"forbid = {{ on = {{ {name} = … }} }}"
                yield checker.source.problem(path, message, expected=instead, found=name)
