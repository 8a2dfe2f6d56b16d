"""The registration sheets of an event:
a roster of everybody, then a sheet for each deck that could be read.
"""

from __future__ import annotations

from judge.decks.event import Event
from judge.decks.event_intake import why_unreadable
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import event_words
from judge.render.decks.event_style import ROSTER
from judge.render.decks.event_words import State
from judge.render.decks.html import headed
from judge.render.decks.sheet import sheet, titled
from judge.render.decks.spoken import event_spoken, problem_spoken
from judge.render.decks.style import SHEET
from judge.render.markup import apart, page, tag, text


def render(event: Event, title: str = "", speech: Speech = ENGLISH) -> str:
    """One page; each sheet begins a new page of paper, in the order of the roster."""
    name, event = event_words.title(event, title), event_spoken(event, speech)
    files = event_words.short(event)
    read = [at for at, one in enumerate(event.decks) if one.readable]
    numbers = {at: place for place, at in enumerate(read, 1)}
    parts = [roster(event, name, numbers, speech)]
    for at in read:
        one = event.decks[at]
        table = event.roster.players[one.player].table if one.player >= 0 else ""
        report = one.report._replace(file=files[at], date=one.report.date or event.about.date)
        parts.append(sheet(report, numbers[at], len(read), name, speech, table))
    return page(name or speech.say("sheet.title"), SHEET + ROSTER, tag("main", "\n".join(parts)), speech.lang)


def roster(event: Event, name: str, numbers: dict[int, int], speech: Speech) -> str:
    """Everybody of the event, with the sheets of their decks."""
    head = headed((("sheet", "n"), ("table", "n"), ("player", ""), ("deck", ""), ("verdict", "")), speech)
    body = "\n".join(row(event, one, numbers, speech) for one in event_words.states(event, speech))
    top = tag("h1", titled("sheet.roster", apart(name) if name else "", speech))
    told = tag("p", text(f"{event_words.counted(event, speech)}."))
    if said := event_words.troubled(event, speech):
        told += tag("p", text(speech.say("event.troubles", what=said)))
    return tag("section", f"{top}\n{told}\n{tag('table', tag('thead', head) + tag('tbody', body))}", "roster")


def row(event: Event, state: State, numbers: dict[int, int], speech: Speech) -> str:
    """One player; under it, of a deck that could not be read, why."""
    one, broken = state.player, [at for at in state.decks if not event.decks[at].readable]
    faults = speech.say("number.fault", n=state.faults) if state.faults else ""
    said = ", ".join(filter(None, (state.verdict, faults, state.notes)))
    sheets = ", ".join(str(numbers[at]) for at in state.decks if at in numbers)
    id_ = tag("small", apart(one.id)) if one and one.id else ""
    cells = (
        tag("td", sheets, "n"),
        tag("td", apart(one.table if one else ""), "n"),
        tag("td", apart(event_words.name(event, state, speech)) + id_, "who"),
        tag("td", apart(event_words.files(event, state)), "file"),
        tag("td", text(said), "told"),
    )
    return tag("tr", "".join(cells), "unread" if broken else "") + "".join(
        why(event, at, speech) for at in broken
    )


def why(event: Event, deck: int, speech: Speech) -> str:
    """Why there is no sheet of a deck."""
    report = event.decks[deck].report
    problem = problem_spoken(why_unreadable(report), report.game, speech)._replace(file=event.shown(deck))
    told = speech.join("join.colon", (speech.say("sheet.no"), apart(speech.line(problem))))
    return tag("tr", tag("td", told, colspan="5"), "why")
