"""An event as one HTML page: what is to be seen to, a row a player, the tables picked,
then each deck's faults.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.decks.event import Event, Trouble
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import event_words, words
from judge.render.decks.event_words import State
from judge.render.decks.html import about, headed, mark, running_head, section
from judge.render.decks.spoken import event_spoken
from judge.render.decks.style import EVENT
from judge.render.markup import apart, page, tag, text


def render(event: Event, title: str = "", speech: Speech = ENGLISH) -> str:
    """The event as one page that needs nothing else: for a phone, a screen and paper."""
    name, event = event_words.title(event, title) or speech.say("page.check"), event_spoken(event, speech)
    short = tuple(
        deck._replace(report=words.in_file(deck.report, file))
        for deck, file in zip(event.decks, event_words.short(event), strict=True)
    )
    main = tag("main", "\n".join(content(event._replace(decks=short), speech)))
    return page(name, EVENT + running_head(name), f"{head(event, name, speech)}\n{main}", speech.lang)


def head(event: Event, name: str, speech: Speech) -> str:
    """The event, what it was judged by, and the totals."""
    reports = [deck.report for deck in event.decks]
    rows = [tag("h1", apart(name))]
    lists = (speech.say("page.list", list=limits) for limits in words.lists(reports))
    rows += [tag("p", apart(book), "dim") for book in (*words.books(reports, speech), *lists)]
    rows += [tag("p", apart(until), "dim")] if (until := event_words.deadline(event, speech)) else []
    rows += [tag("p", text(f"{event_words.counted(event, speech)}."), "totals")]
    troubles = event_words.troubled(event, speech)
    rows += [tag("p", text(speech.say("event.troubles", what=troubles)))] if troubles else []
    return tag("header", "\n".join(rows))


def content(event: Event, speech: Speech) -> Iterator[str]:
    """The tables picked, the troubles, the players, and every deck with a finding."""
    if event.pick:
        yield pick(event, speech)
    for word, troubles in event_words.by_kind(event, speech):
        rows = "\n".join(tag("li", trouble(finding, speech)) for finding in troubles)
        yield tag("div", f"{tag('h2', f'{text(word)} ({len(troubles)})')}\n{tag('ul', rows)}", "kind")
    yield table(event, speech)
    for at, unchecked in enumerate(event.decks, 1):
        if unchecked.report.faults:
            yield section(unchecked.report, at, speech)
    entered = words.never_checked([deck.report for deck in event.decks], speech)
    if entered:
        yield tag("h3", speech.say("report.never-checked")) + tag("p", apart(f"{entered}."), "dim")


def trouble(finding: Trouble, speech: Speech) -> str:
    """A trouble, and its place."""
    place = finding.problem._replace(message="", expected="", found="", hint="").text().strip(": ")
    told = speech.line(finding.problem._replace(file="", line=0))
    return apart(told) + (tag("div", apart(place), "where") if place else "")


def pick(event: Event, speech: Speech) -> str:
    """The tables picked for a deck check."""
    rows = []
    for place, players in event_words.seated(event):
        names = ", ".join(apart(event.roster.players[at].name) for at in players)
        table = tag("b", speech.say("event.table", table=apart(place)))
        rows.append(tag("li", speech.join("join.colon", (table, names))))
    return tag("div", tag("p", apart(event_words.picked(event, speech))) + tag("ul", "\n".join(rows)), "pick")


# --- the players ---------------------------------------------------------------------------------
def table(event: Event, speech: Speech) -> str:
    """One row a player; a column for tables where there are some."""
    placed = any(player.table for player in event.roster.players)
    heads = [*([("table", "n")] if placed else []), ("player", ""), ("verdict", ""), ("faults", "n")]
    head = headed(heads, speech)
    body = "\n".join(row(event, state, placed, speech) for state in event_words.states(event, speech))
    return tag("h2", speech.say("event.players"), "kind") + tag(
        "table", f"{tag('thead', head)}\n{tag('tbody', body)}"
    )


def row(event: Event, state: State, placed: bool, speech: Speech) -> str:
    """A player's table, decks and verdicts."""
    marks = "<br>".join(mark(event.decks[at].report, speech) for at in state.decks)
    marks = marks or tag("span", speech.say("verdict.none"), "unreadable")
    marks += tag("div", text(state.notes), "dim") if state.notes else ""
    cells = [tag("td", apart(state.player.table if state.player else ""), "n")] if placed else []
    cells.append(tag("th", whose(event, state, speech), scope="row"))
    cells += [tag("td", marks), tag("td", str(state.faults or ""), "n")]
    return tag("tr", "".join(cells))


def whose(event: Event, state: State, speech: Speech) -> str:
    """A player's name and decks; where one of them has a fault, the name leads there."""
    first = next((at for at in state.decks if event.decks[at].report.faults), -1)
    name = apart(event_words.name(event, state, speech))
    linked = tag("a", name, href=f"#deck-{first + 1}") if first >= 0 else name
    if not state.decks:
        number = state.player.id if state.player else ""
        return linked + (tag("div", apart(number), "dim") if number else "")
    return linked + "".join(about(event.decks[at].report) for at in state.decks)
