"""Sheets of an event to print: registration sheets, after a roster of everybody, and the count sheet by which
decks are checked at the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.decks.event import Entered, Event
from judge.decks.event_submissions import why_unreadable
from judge.decks.report import Entry
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import event_words
from judge.render.decks.event_words import State
from judge.render.decks.html import counted, headed
from judge.render.decks.layout import cut, padded, wrapped
from judge.render.decks.sheet import columns, sheet, titled
from judge.render.decks.spoken import event_spoken, problem_spoken
from judge.render.decks.style import COUNTS, ROSTER, SHEET
from judge.render.markup import apart, page, tag, text
from judge.text.visible import visible


def registration_sheets(event: Event, title: str = "", speech: Speech = ENGLISH) -> str:
    """One page; each sheet begins a new page of paper, in the order of the roster."""
    name, event = event_words.title(event, title), event_spoken(event, speech)
    files = event_words.short(event)
    read = [at for at, entry in enumerate(event.decks) if entry.readable]
    numbers = {at: place for place, at in enumerate(read, 1)}
    parts = [roster(event, name, numbers, speech)]
    for at in read:
        deck = event.decks[at]
        table = event.roster.players[deck.player].table if deck.player >= 0 else ""
        report = deck.report._replace(file=files[at], date=deck.report.date or event.about.date)
        parts.append(sheet(report, numbers[at], len(read), name, speech, table))
    return page(name or speech.say("sheet.title"), SHEET + ROSTER, tag("main", "\n".join(parts)), speech.lang)


def roster(event: Event, name: str, numbers: dict[int, int], speech: Speech) -> str:
    """Everybody of the event, with the sheets of their decks."""
    head = headed((("sheet", "n"), ("table", "n"), ("player", ""), ("deck", ""), ("verdict", "")), speech)
    body = "\n".join(player_row(event, state, numbers, speech) for state in event_words.states(event, speech))
    top = tag("h1", titled("sheet.roster", apart(name) if name else "", speech))
    told = tag("p", text(f"{event_words.counted(event, speech)}."))
    if troubles := event_words.troubled(event, speech):
        told += tag("p", text(speech.say("event.troubles", what=troubles)))
    return tag("section", f"{top}\n{told}\n{tag('table', tag('thead', head) + tag('tbody', body))}", "roster")


def player_row(event: Event, state: State, numbers: dict[int, int], speech: Speech) -> str:
    """One player; under it, of a deck that could not be read, why."""
    player, broken = state.player, [at for at in state.decks if not event.decks[at].readable]
    faults = speech.say("number.fault", n=state.faults) if state.faults else ""
    summary = ", ".join(filter(None, (state.verdict, faults, state.notes)))
    sheets = ", ".join(str(numbers[at]) for at in state.decks if at in numbers)
    id_ = tag("small", apart(player.id)) if player and player.id else ""
    cells = (
        tag("td", sheets, "n"),
        tag("td", apart(player.table if player else ""), "n"),
        tag("td", apart(event_words.name(event, state, speech)) + id_, "who"),
        tag("td", apart(event_words.files(event, state)), "file"),
        tag("td", text(summary), "told"),
    )
    return tag("tr", "".join(cells), "unread" if broken else "") + "".join(
        why_row(event, at, speech) for at in broken
    )


def why_row(event: Event, deck: int, speech: Speech) -> str:
    """Why there is no sheet of a deck."""
    report = event.decks[deck].report
    problem = problem_spoken(why_unreadable(report), report.game, speech)._replace(file=event.shown(deck))
    told = speech.join("join.colon", (speech.say("sheet.no"), apart(speech.line(problem))))
    return tag("tr", tag("td", told, colspan="5"), "why")


# --- the count sheet: every card with its registered number, and room for what was counted -------------
_WIDTH = 78
_LINE = "_" * 12
_COLUMNS = 4  # of the table of a deck


def heading(event: Event, title: str, speech: Speech) -> str:
    """The event, and that this is its count sheet."""
    name = event_words.title(event, title)
    told = speech.say("count.title")
    return speech.join("join.colon", (name, told)) if name else told[:1].upper() + told[1:]


def why_none(event: Event, at: int, speech: Speech) -> str:
    """Why there is no list of a player to count by."""
    decks = event_words.of_player(event, at)
    if not decks:
        return speech.say("count.no-deck")
    return speech.say("count.no-unreadable") if not any(deck.readable for deck in decks) else ""


def to_count(event: Event, at: int) -> list[Entered]:
    """The decks of a player that could be read."""
    return [deck for deck in event_words.of_player(event, at) if deck.readable]


def who(event: Event, at: int, deck: Entered | None, speech: Speech) -> str:
    """The player of a list, and which of several decks it is."""
    player, several = event.roster.players[at], len(event.of(at))
    number = f" ({player.id})" if player.id else ""
    if deck is None or several < 2:
        return f"{player.name}{number}"
    file = deck.report.file.rpartition("/")[2]
    return speech.say("count.one-of", player=f"{player.name}{number}", file=file, number=several)


# --- the count sheet as text ---------------------------------------------------------------------------
def count_sheet_text(event: Event, title: str = "", speech: Speech = ENGLISH) -> str:
    """The count sheet as text, for a terminal or any printer."""
    event = event_spoken(event, speech)
    rows = [*wrapped(visible(heading(event, title, speech)), _WIDTH)]
    rows += wrapped(visible(event_words.picked(event, speech)), _WIDTH) if event.pick else []
    for place, players in event_words.seated(event):
        for at in players:
            rows += ["", "=" * _WIDTH]
            for deck in to_count(event, at) or (None,):
                rows += deck_text(event, place, at, deck, speech)
    return "".join(f"{row.rstrip()}\n" for row in rows)


def deck_text(event: Event, place: str, at: int, deck: Entered | None, speech: Speech) -> Iterator[str]:
    """One deck's cards, each with a place for the number counted."""
    yield from wrapped(visible(seat(place, who(event, at, deck, speech), speech)), _WIDTH)
    if deck is None:
        yield speech.say("count.none", why=why_none(event, at, speech))
        return
    for title, entries in columns(deck.report, speech).items():
        yield ""
        yield speech.say("count.part", part=visible(title), number=copies(entries), line=_LINE)
        yield from map(entry_text, entries)
    yield ""
    whole = speech.say("count.whole")
    yield speech.say("count.part", part=whole, number=copies(deck.report.entries), line=_LINE)
    yield speech.say("count.checked", who=_LINE + _LINE, at=_LINE)


def seat(place: str, told: str, speech: Speech) -> str:
    """Who sits at a table, where that is known."""
    return speech.join("join.colon", (speech.say("event.table", table=place), told)) if place else told


def copies(entries: Iterable[Entry]) -> int:
    """How many copies were registered."""
    return sum(entry.count for entry in entries)


def entry_text(entry: Entry) -> str:
    """One card: its registered number, a place for what was counted, name and number."""
    number = visible(entry.card if entry.name else "")
    name = visible(entry.name or entry.card)
    room = _WIDTH - 12 - (len(number) + 2 if number else 0)
    return f"{entry.count:>3} [    ] {padded(cut(name, room), room)}  {number}"


# --- the count sheet as HTML ---------------------------------------------------------------------------
def count_sheet_html(event: Event, title: str = "", speech: Speech = ENGLISH) -> str:
    """The count sheet to print: decks one behind the other in two columns, so that every page is full."""
    parts, event = [], event_spoken(event, speech)
    for place, players in event_words.seated(event):
        for at in players:
            decks = [deck_html(event, place, at, deck, speech) for deck in to_count(event, at)]
            parts += decks or [none_html(event, place, at, speech)]
    name = heading(event, title, speech)
    picked = tag("p", apart(event_words.picked(event, speech))) if event.pick else ""
    body = f"{tag('header', tag('h1', apart(name)) + picked)}\n{tag('main', chr(10).join(parts))}"
    return page(name, COUNTS, body, speech.lang)


def none_html(event: Event, place: str, at: int, speech: Speech) -> str:
    """A player without a list to count by."""
    name = tag("b", seat(apart(place) if place else "", apart(who(event, at, None, speech)), speech))
    why = text(speech.say("count.none", why=why_none(event, at, speech)))
    return tag("p", f"{name}<br>{why}", "none")


def deck_html(event: Event, place: str, at: int, deck: Entered, speech: Speech) -> str:
    """One deck as a table, whose head is printed again where it goes on."""
    told = seat(apart(place) if place else "", apart(who(event, at, deck, speech)), speech)
    whose = f"{told}<br>{tag('small', counted(deck.report))}"
    top = tag("tr", tag("th", whose, "who", colspan=str(_COLUMNS)))
    body = []
    for title, entries in columns(deck.report, speech).items():
        body += [part_html(title, entries), *map(entry_html, entries)]
    body.append(part_html(speech.say("count.whole"), deck.report.entries))
    body.append(tag("tr", tag("td", speech.say("count.sign"), colspan=str(_COLUMNS)), "sign"))
    return tag("table", f"{tag('thead', top)}\n{tag('tbody', chr(10).join(body))}")


def part_html(title: str, entries: Iterable[Entry]) -> str:
    """A part, or the whole deck: its registered number, and a box for what was counted."""
    number, box = tag("th", str(copies(entries)), "n"), tag("th", "", "box")
    return tag("tr", number + box + tag("th", text(title), colspan="2"), "part")


def entry_html(entry: Entry) -> str:
    """One card: its registered number, a box for what was counted, name and number."""
    number = entry.card if entry.name else ""
    cells = (
        tag("td", str(entry.count), "n"),
        tag("td", "", "box"),
        tag("td", apart(entry.name or entry.card)),
        tag("td", apart(number), "small"),
    )
    return tag("tr", "".join(cells))
