"""An event as text: what is to be seen to, a row a player, then every fault of every deck."""

from __future__ import annotations

from collections.abc import Iterator

from judge.decks.event import Event
from judge.render.decks import event_words, words
from judge.render.decks.event_words import State
from judge.render.decks.layout import Brush, between, painter, tabled, widths, wrapped
from judge.render.decks.text import block
from judge.text.visible import visible

_HEADS = ("Table", "Player", "ID", "Verdict", "Faults", "Besides", "Deck")
_KINDS = {"legal": "holds", "incomplete": "undecided", "no deck": "undecided"}
_NAME, _FILE = 28, 12  # how wide the column of players may be, how wide that of files must be


def render(event: Event, title: str = "", colour: bool = False, width: int = 100, quiet: bool = False) -> str:
    """The event as text, `width` columns wide; with `quiet` only what is to be seen to."""
    brush = painter(colour)
    rows = list(head(event, title, width))
    for word, found in event_words.by_kind(event):
        rows += ["", f"{word}:"]
        for one in found:
            rows += wrapped(event_words.line_of(one.problem), width, "", "    ")
    if not quiet:
        rows += ["", *table(event, width, brush)]
    for deck in event.decks:
        if deck.report.faults:
            rows += ["", *block(deck.report, width, brush, quiet)]
    rows += list(picked(event, width))
    return "".join(f"{row.rstrip()}\n" for row in rows)


def head(event: Event, title: str, width: int) -> Iterator[str]:
    """The event, its numbers, what it was judged by, its deadline."""
    name = visible(event_words.title(event, title))
    told = f"{name}: {event_words.counted(event)}." if name else f"{event_words.counted(event)}."
    yield from between(told, visible("; ".join(words.bases(one.report for one in event.decks))), width)
    said = event_words.troubled(event)
    nothing = "Nothing is to be seen to but the decks' own faults."
    yield from wrapped(f"To be seen to: {said}." if said else nothing, width)
    if until := event_words.deadline(event):
        yield from wrapped(visible(until), width)


def table(event: Event, width: int, brush: Brush) -> Iterator[str]:
    """One row a player; columns in which nothing stands are left out."""
    states = event_words.states(event)
    rows: list[tuple[str, ...]] = [_HEADS, *(row(event, one) for one in states)]
    keep = [at for at in range(len(_HEADS)) if any(one[at] for one in rows[1:]) or at == 1]
    rows = [tuple(one[at] for at in keep) for one in rows]
    sizes = widths(rows)
    name = keep.index(1)
    sizes[name] = min(sizes[name], _NAME)
    sizes[-1] = max(_FILE, width - sum(sizes[:-1]) - 2 * (len(sizes) - 1))
    right = [at in (0, 4) for at in keep]
    for at, one in enumerate(rows):
        texts = tabled(one, sizes, right)
        if at:
            verdict = keep.index(3)
            texts[verdict] = brush(texts[verdict], _KINDS.get(states[at - 1].verdict, "fails"))
        yield "  ".join(texts)


def row(event: Event, one: State) -> tuple[str, ...]:
    """The cells of a player, as _HEADS has them."""
    table, number = (one.player.table, one.player.id) if one.player else ("", "")
    name, files = visible(event_words.name(event, one)), visible(event_words.files(event, one))
    return visible(table), name, visible(number), one.verdict, str(one.faults or ""), one.notes, files


def picked(event: Event, width: int) -> Iterator[str]:
    """The tables picked for a deck check, and who sits there."""
    said = event_words.picked(event)
    if not said:
        return
    yield from ("", *wrapped(visible(said), width))
    rows = []
    shortened = event_words.short(event)
    for place, players in event_words.seated(event):
        for at in players:
            decks = ", ".join(f"{shortened[one]}, {event.decks[one].report.verdict}" for one in event.of(at))
            rows.append((visible(place), visible(event.roster.players[at].name), visible(decks) or "no deck"))
    sizes = widths(rows) if rows else []
    for row in rows:
        yield "  " + "  ".join(tabled(row, sizes, (True, False, False)))
