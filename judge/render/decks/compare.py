"""Differences of decks, as text and as data: a registered deck beside the one that is played, and decks
beside those that were locked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.comparison import Row
from judge.decks.event_lock import Against, Lock, Locked
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks.layout import between, painter, tabled, widths
from judge.render.decks.spoken import rows_spoken
from judge.text.visible import visible

JsonTable = dict[str, object]


def render_diff(
    rows: Sequence[Row], title: str, colour: bool = False, width: int = 100, speech: Speech = ENGLISH
) -> str:
    """The added and the missing cards, each with its sign, part by part; equal numbers are left out."""
    brush, other = painter(colour), [row for row in rows if change(row)]
    table = [(signed(change(entry)), *card(entry), f"{entry.registered} → {entry.played}") for entry in other]
    told = [
        brush(line, "holds" if change(difference) > 0 else "fails")
        for line, difference in zip(aligned(table, width), other, strict=True)
    ]
    return printed([*headline(rows, title, width, speech), *by_part(other, told, speech)])


def by_part(rows: Sequence[Row], lines: Sequence[str], speech: Speech) -> Iterator[str]:
    """The lines of rows, each part's under its name."""
    for part in dict.fromkeys(row.part for row in rows):
        yield from ("", visible(part or speech.say("part.unknown")))
        yield from (line for line, entry in zip(lines, rows, strict=True) if entry.part == part)


def printed(lines: Sequence[str]) -> str:
    """Lines as one text."""
    return "".join(f"{line}\n" for line in lines)


def diff_json(rows: Sequence[Row], title: str) -> JsonTable:
    """The differences as data, schema `judge.deck-diff/1`."""
    cards = [{**row._asdict(), "change": change(row)} for row in rows if change(row)]
    return {"schema": "judge.deck-diff/1", "title": title, "same": not cards, **totals(rows), "cards": cards}


def totals(rows: Sequence[Row]) -> dict[str, int]:
    """How many copies were added and how many are missing."""
    changes = list(map(change, rows))
    return {
        "added": sum(number for number in changes if number > 0),
        "missing": -sum(number for number in changes if number < 0),
    }


def headline(rows: Sequence[Row], title: str, width: int, speech: Speech) -> Iterator[str]:
    """The verdict of the comparison in a line."""
    counts = totals(rows)
    if not any(counts.values()):
        yield from between(speech.say("compare.same", title=visible(title)), "", width)
        return
    told = {"title": visible(title), "n": counts["missing"], "added": counts["added"]}
    yield from between(speech.say("compare.other", **told), "", width)


def change(row: Row) -> int:
    """How many copies more are played than were registered."""
    return row.played - row.registered


def signed(n: int) -> str:
    """A change with its sign; "" for none."""
    sign = "+" if n > 0 else "−"  # noqa: RUF001 - a minus sign, not a hyphen
    return f"{sign}{abs(n)}" if n else ""


def card(row: Row) -> tuple[str, str]:
    """The number and name of a row's card."""
    return visible(row.card), visible(row.name)


def aligned(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Rows set in columns, the name (the last but one) cut where the line would be too long."""
    if not rows:
        return
    sizes = widths(rows)
    name = len(sizes) - 2
    sizes[name] = min(sizes[name], max(8, width - 2 * len(sizes) - sum(sizes) + sizes[name]))
    right = [at < name - 1 for at in range(len(sizes))]
    for row in rows:
        yield "  " + "  ".join(tabled(row, sizes, right)).rstrip()


# --- decks beside those that were locked ---------------------------------------------------------------
def render_locked(
    lock: Lock,
    pairs: Sequence[Against],
    gone: Sequence[Locked],
    colour: bool = False,
    width: int = 100,
    speech: Speech = ENGLISH,
) -> str:
    """A line for each deck, and under it the cards whose numbers differ."""
    parts = [locked_diff(lock, pair, colour, width, speech) for pair in pairs if pair.problem is None]
    rows = list(dict.fromkeys(gone_lines(lock, gone, speech)))
    return "\n".join(parts) + "".join(f"{row}\n" for row in rows)


def locked_diff(lock: Lock, pair: Against, colour: bool, width: int, speech: Speech) -> str:
    """One deck that can be compared."""
    rows = rows_spoken(pair.rows, pair.deck.report.game, speech)
    return render_diff(rows, locked_title(lock, pair, speech), colour, width, speech)


def locked_title(lock: Lock, pair: Against, speech: Speech) -> str:
    """Which deck stands against which lock."""
    file, locked = pair.deck.report.file, pair.locked
    if locked is None:
        return file
    told = {"file": file, "player": locked.name, "lock": lock.file, "deck": locked.deck}
    return speech.say("compare.locked", **told, hash=locked.hash[:12])


def gone_lines(lock: Lock, gone: Sequence[Locked], speech: Speech) -> Iterator[str]:
    """The locked decks that are missing now."""
    for locked in gone:
        told = {"deck": locked.deck, "player": locked.name, "lock": lock.file}
        yield visible(speech.say("compare.gone", **told))


def locked_json(lock: Lock, pairs: Sequence[Against], gone: Sequence[Locked]) -> dict[str, object]:
    """The comparison with a lock as data, schema `judge.deck-lock-diff/1`."""
    return {
        "schema": "judge.deck-lock-diff/1",
        "lock": lock.file,
        "event": lock.event,
        "same": all(pair.same for pair in pairs) and not gone,
        "decks": [locked_deck_json(lock, pair) for pair in pairs],
        "not_there": [
            {
                "player": locked.name,
                "player_id": locked.id,
                "table": locked.table,
                "file": locked.deck,
                "hash": locked.hash,
            }
            for locked in gone
        ],
    }


def locked_deck_json(lock: Lock, pair: Against) -> dict[str, object]:
    """One deck."""
    compared = diff_json(pair.rows, locked_title(lock, pair, ENGLISH))
    del compared["schema"]
    locked = pair.locked
    return {
        "file": pair.deck.report.file,
        "player": locked.name if locked else pair.deck.report.player,
        "locked": locked.hash if locked else "",
        "hash": pair.deck.digest,
        **compared,
        "same": pair.same,
        "problem": pair.problem._asdict() if pair.problem else None,
    }
