"""A count sheet for whoever checks decks at the tables:
every card with its registered number, and room for what was counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.decks.event import Entered, Event
from judge.decks.report import Entry
from judge.render.decks import event_words, words
from judge.render.decks.event_style import COUNTS
from judge.render.decks.layout import cut, padded, wrapped
from judge.render.decks.sheet import columns
from judge.render.markup import apart, page, tag, text
from judge.text.visible import visible

_WIDTH = 78
_LINE = "_" * 12
_COLUMNS = 4  # of the table of a deck


def heading(event: Event, title: str) -> str:
    """The event, and that this is its count sheet."""
    name = event_words.title(event, title)
    return f"{name}: count sheet" if name else "Count sheet"


def why_none(event: Event, at: int) -> str:
    """Why there is no list of a player to count by."""
    decks = event_words.of_player(event, at)
    if not decks:
        return "no deck was handed in"
    return "the deck could not be read" if not any(one.readable for one in decks) else ""


def to_count(event: Event, at: int) -> list[Entered]:
    """The decks of a player that could be read."""
    return [one for one in event_words.of_player(event, at) if one.readable]


def who(event: Event, at: int, deck: Entered | None) -> str:
    """The player of a list, and which of several decks it is."""
    one, several = event.roster.players[at], len(event.of(at))
    number = f" ({one.id})" if one.id else ""
    if deck is None or several < 2:
        return f"{one.name}{number}"
    return f"{one.name}{number}, {deck.report.file.rpartition('/')[2]}: one of {several} decks"


# --- text ----------------------------------------------------------------------------------------
def render_text(event: Event, title: str = "") -> str:
    """The count sheet as text, for a terminal or any printer."""
    rows = [*wrapped(visible(heading(event, title)), _WIDTH)]
    rows += wrapped(visible(event_words.picked(event)), _WIDTH) if event.pick else []
    for place, players in event_words.seated(event):
        for at in players:
            rows += ["", "=" * _WIDTH]
            for deck in to_count(event, at) or (None,):
                rows += deck_text(event, place, at, deck)
    return "".join(f"{row.rstrip()}\n" for row in rows)


def deck_text(event: Event, place: str, at: int, deck: Entered | None) -> Iterator[str]:
    """One deck's cards, each with a place for the number counted."""
    told = f"Table {place}: " if place else ""
    yield from wrapped(visible(f"{told}{who(event, at, deck)}"), _WIDTH)
    if deck is None:
        yield f"Nothing to count by: {why_none(event, at)}."
        return
    for title, entries in columns(deck.report).items():
        yield ""
        yield f"{visible(title)}: {copies(entries)} registered, {_LINE} counted"
        yield from map(entry_text, entries)
    yield ""
    yield f"In all: {copies(deck.report.entries)} registered, {_LINE} counted"
    yield f"Checked by {_LINE}{_LINE} at {_LINE}"


def copies(entries: Iterable[Entry]) -> int:
    """How many copies were registered."""
    return sum(one.count for one in entries)


def entry_text(one: Entry) -> str:
    """One card: its registered number, a place for what was counted, name and number."""
    number = visible(one.card if one.name else "")
    name = visible(one.name or one.card)
    room = _WIDTH - 12 - (len(number) + 2 if number else 0)
    return f"{one.count:>3} [    ] {padded(cut(name, room), room)}  {number}"


# --- HTML ----------------------------------------------------------------------------------------
def render_html(event: Event, title: str = "") -> str:
    """The count sheet to print: decks one behind the other in two columns, so that every page is full."""
    parts = []
    for place, players in event_words.seated(event):
        for at in players:
            parts += [deck_html(event, place, at, one) for one in to_count(event, at)] or [
                none_html(event, place, at)
            ]
    name = heading(event, title)
    head = tag("h1", apart(name)) + (tag("p", apart(event_words.picked(event))) if event.pick else "")
    return page(name, COUNTS, f"{tag('header', head)}\n{tag('main', chr(10).join(parts))}")


def none_html(event: Event, place: str, at: int) -> str:
    """A player without a list to count by."""
    told = f"Table {apart(place)}: " if place else ""
    name, why = tag("b", told + apart(who(event, at, None))), text(why_none(event, at))
    return tag("p", f"{name}<br>Nothing to count by: {why}.", "none")


def deck_html(event: Event, place: str, at: int, deck: Entered) -> str:
    """One deck as a table, whose head is printed again where it goes on."""
    told = f"Table {apart(place)}: " if place else ""
    counted = ", ".join(f"{text(part)} {count}" for _, part, count in words.parts(deck.report))
    whose = f"{told}{apart(who(event, at, deck))}<br>{tag('small', counted)}"
    top = tag("tr", tag("th", whose, "who", colspan=str(_COLUMNS)))
    body = []
    for title, entries in columns(deck.report).items():
        body += [part_html(title, entries), *map(entry_html, entries)]
    body.append(part_html("In all", deck.report.entries))
    body.append(tag("tr", tag("td", "Checked by, at", colspan=str(_COLUMNS)), "sign"))
    return tag("table", f"{tag('thead', top)}\n{tag('tbody', chr(10).join(body))}")


def part_html(title: str, entries: Iterable[Entry]) -> str:
    """A part, or the whole deck: its registered number, and a box for what was counted."""
    number, box = tag("th", str(copies(entries)), "n"), tag("th", "", "box")
    return tag("tr", number + box + tag("th", text(title), colspan="2"), "part")


def entry_html(one: Entry) -> str:
    """One card: its registered number, a box for what was counted, name and number."""
    number = one.card if one.name else ""
    cells = (
        tag("td", str(one.count), "n"),
        tag("td", "", "box"),
        tag("td", apart(one.name or one.card)),
        tag("td", apart(number), "small"),
    )
    return tag("tr", "".join(cells))
