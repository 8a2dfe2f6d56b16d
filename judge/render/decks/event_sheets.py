"""The registration sheets of an event:
a roster of everybody, then a sheet for each deck that could be read.
"""

from __future__ import annotations

from judge.decks.event import Event
from judge.decks.event_troubles import why_unreadable
from judge.decks.report import number
from judge.render.decks import event_words
from judge.render.decks.event_style import ROSTER
from judge.render.decks.event_words import State
from judge.render.decks.sheet import sheet
from judge.render.decks.style import SHEET
from judge.render.markup import apart, page, tag, text


def render(event: Event, title: str = "") -> str:
    """One page; each sheet begins a new page of paper, in the order of the roster."""
    name = event_words.title(event, title)
    files = event_words.short(event)
    read = [at for at, one in enumerate(event.decks) if one.readable]
    numbers = {at: place for place, at in enumerate(read, 1)}
    parts = [roster(event, name, numbers)]
    for at in read:
        one = event.decks[at]
        table = event.roster.players[one.player].table if one.player >= 0 else ""
        report = one.report._replace(file=files[at], date=one.report.date or event.about.date)
        parts.append(sheet(report, numbers[at], len(read), name, table))
    return page(name or "Deck registration", SHEET + ROSTER, tag("main", "\n".join(parts)))


def roster(event: Event, name: str, numbers: dict[int, int]) -> str:
    """Everybody of the event, with the sheets of their decks."""
    heads = (("Sheet", "n"), ("Table", "n"), ("Player", ""), ("Deck", ""), ("Verdict", ""))
    head = tag("tr", "".join(tag("th", one, kind, scope="col") for one, kind in heads))
    body = "\n".join(row(event, one, numbers) for one in event_words.states(event))
    top = tag("h1", f"Event roster{': ' if name else ''}{apart(name) if name else ''}")
    told = tag("p", text(f"{event_words.counted(event)}.")) + (
        tag("p", text(f"To be seen to: {said}.")) if (said := event_words.troubled(event)) else ""
    )
    return tag("section", f"{top}\n{told}\n{tag('table', tag('thead', head) + tag('tbody', body))}", "roster")


def row(event: Event, state: State, numbers: dict[int, int]) -> str:
    """One player; under it, of a deck that could not be read, why."""
    one, broken = state.player, [at for at in state.decks if not event.decks[at].readable]
    faults = number(state.faults, "fault") if state.faults else ""
    said = ", ".join(filter(None, (state.verdict, faults, state.notes)))
    sheets = ", ".join(str(numbers[at]) for at in state.decks if at in numbers)
    id_ = tag("small", apart(one.id)) if one and one.id else ""
    cells = (
        tag("td", sheets, "n"),
        tag("td", apart(one.table if one else ""), "n"),
        tag("td", apart(event_words.name(event, state)) + id_, "who"),
        tag("td", apart(event_words.files(event, state)), "file"),
        tag("td", text(said), "told"),
    )
    return tag("tr", "".join(cells), "unread" if broken else "") + "".join(why(event, at) for at in broken)


def why(event: Event, deck: int) -> str:
    """Why there is no sheet of a deck."""
    problem = why_unreadable(event.decks[deck].report)._replace(file=event.shown(deck))
    return tag("tr", tag("td", f"No sheet: {apart(problem.text())}", colspan="5"), "why")
