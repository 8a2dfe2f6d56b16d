"""An event as text: the troubles, a row for each player, then every fault of every deck."""

from __future__ import annotations

from collections.abc import Iterator

from judge.decks.event import Event
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import event_words, words
from judge.render.decks.event_words import State
from judge.render.decks.layout import Brush, between, painter, tabled, widths, wrapped
from judge.render.decks.spoken import event_spoken
from judge.render.decks.text import block
from judge.text.visible import visible

_HEADS = ("table", "player", "id", "verdict", "faults", "besides", "deck")
_KINDS = {"legal": "holds", "incomplete": "undecided"}
_NAME, _FILE = 28, 12  # how wide the column of players may be, how wide that of files must be


def render(
    event: Event,
    title: str = "",
    colour: bool = False,
    width: int = 100,
    quiet: bool = False,
    speech: Speech = ENGLISH,
) -> str:
    """The event as text, `width` columns wide; with `quiet` without the rows of players."""
    brush, event = painter(colour), event_spoken(event, speech)
    rows = list(head(event, title, width, speech))
    for word, troubles in event_words.by_kind(event, speech):
        rows += ["", speech.say("report.above", what=word)]
        for trouble in troubles:
            rows += wrapped(event_words.line_of(trouble.problem, speech), width, "", "    ")
    if not quiet:
        rows += ["", *table(event, width, brush, speech)]
    for deck in event.decks:
        if deck.report.faults:
            rows += ["", *block(deck.report, width, brush, quiet, speech)]
    rows += list(picked(event, width, speech))
    return "".join(f"{row.rstrip()}\n" for row in rows)


def head(event: Event, title: str, width: int, speech: Speech) -> Iterator[str]:
    """The event, its numbers, what it was judged by, its deadline."""
    name = visible(event_words.title(event, title))
    counted = event_words.counted(event, speech)
    told = speech.join("join.colon", [*([name] if name else []), counted])
    yield from between(
        f"{told}.", visible("; ".join(words.bases(deck.report for deck in event.decks))), width
    )
    troubles = event_words.troubled(event, speech)
    seen = speech.say("event.troubles", what=troubles) if troubles else speech.say("event.no-troubles")
    yield from wrapped(seen, width)
    if until := event_words.deadline(event, speech):
        yield from wrapped(visible(until), width)


def table(event: Event, width: int, brush: Brush, speech: Speech) -> Iterator[str]:
    """One row a player; columns in which nothing stands are left out."""
    states = event_words.states(event, speech)
    heads = tuple(speech.say(f"head.{word}") for word in _HEADS)
    rows: list[tuple[str, ...]] = [heads, *(row(event, state, speech) for state in states)]
    keep = [at for at in range(len(_HEADS)) if any(cells[at] for cells in rows[1:]) or at == 1]
    rows = [tuple(cells[at] for at in keep) for cells in rows]
    sizes = widths(rows)
    name = keep.index(1)
    sizes[name] = min(sizes[name], _NAME)
    sizes[-1] = max(_FILE, width - sum(sizes[:-1]) - 2 * (len(sizes) - 1))
    right = [at in (0, 4) for at in keep]
    for at, line in enumerate(rows):
        texts = tabled(line, sizes, right)
        if at:
            verdict = keep.index(3)
            texts[verdict] = brush(texts[verdict], kind_of(event, states[at - 1]))
        yield "  ".join(texts)


def kind_of(event: Event, state: State) -> str:
    """The style of a player's verdict: that of the one deck, or the style of a deck that is still to come."""
    verdicts = [event.decks[at].report.verdict for at in state.decks]
    return "undecided" if not verdicts else _KINDS.get(", ".join(verdicts), "fails")


def row(event: Event, state: State, speech: Speech) -> tuple[str, ...]:
    """The cells of a player, as _HEADS has them."""
    table, number = (state.player.table, state.player.id) if state.player else ("", "")
    name, files = visible(event_words.name(event, state, speech)), visible(event_words.files(event, state))
    return visible(table), name, visible(number), state.verdict, str(state.faults or ""), state.notes, files


def picked(event: Event, width: int, speech: Speech) -> Iterator[str]:
    """The tables picked for a deck check, and who sits there."""
    tables = event_words.picked(event, speech)
    if not tables:
        return
    yield from ("", *wrapped(visible(tables), width))
    rows = []
    shortened = event_words.short(event)
    for place, players in event_words.seated(event):
        for at in players:
            reports = ((shortened[number], event.decks[number].report) for number in event.of(at))
            decks = ", ".join(f"{file} ({words.verdict_word(report, speech)})" for file, report in reports)
            name = visible(event.roster.players[at].name)
            rows.append((visible(place), name, visible(decks) or speech.say("verdict.none")))
    sizes = widths(rows) if rows else []
    for row in rows:
        yield "  " + "  ".join(tabled(row, sizes, (True, False, False)))
