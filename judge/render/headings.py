"""The lines around the steps of a ruling: its verdict, what fails, what changed, what comes next."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator, Mapping

from judge.render.catalogue import fill
from judge.render.readings import readings, show
from judge.render.sentences import Teller
from judge.ruling import Ruling
from judge.state import Ask


def verdict_of(ruling: Ruling, teller: Teller) -> str:
    """The verdict in a word or two."""
    return teller.words["verdict"][ruling.verdict]


def head(ruling: Ruling, teller: Teller, width: int) -> Iterator[str]:
    """The verdict in one line, what fails, and the readings that the ruling touches."""
    book = ruling.fixture.book
    line = f"{verdict_of(ruling, teller)} {outcome(ruling, teller)}"
    mark = " with ".join((f"{book.id} {book.version}", *map(os.path.basename, book.overlays)))
    room = width - len(mark) - 2
    if len(line) <= room:
        yield f"{line:<{room}}  {mark}"
    else:
        yield from textwrap.wrap(line, width)
        yield mark
    if ruling.fixture.model.title:
        yield from textwrap.wrap(ruling.fixture.model.title, width)
    if not teller.seat:
        yield from failures(ruling, teller, width)
    yield from readings(ruling, teller, width)


def outcome(ruling: Ruling, teller: Teller) -> str:
    """How it ended, in a few words: the winner, or what changed most."""
    table = teller.words["verdict"]
    result = ruling.game.result
    if result is not None and result.why.startswith("undecided:"):
        cited = f" ({result.rule})" if result.rule else ""
        return f"The book leaves open: {result.why.removeprefix('undecided:')}{cited}."
    parts = list(changes(ruling, teller))
    if result is not None:
        parts.insert(0, fill(table["wins"], {"winner": result.winner}) if result.winner else table["draw"])
    return " ".join(parts) or table["nothing"]


def changes(ruling: Ruling, teller: Teller) -> Iterator[str]:
    """Counts of the zones that the rulebook sums up by, then the named cards that ended elsewhere."""
    start, end = ruling.start, ruling.game
    for zone in ruling.fixture.book.tables["summary"].get("zones", ()):
        for seat in ("A", "B"):
            was, now = len(start.zones.get(f"{seat}.{zone}", ())), len(end.zones.get(f"{seat}.{zone}", ()))
            if was != now:
                yield f"{teller.zone(f'{seat}.{zone}')} {was} → {now}."
    for score in ruling.fixture.book.tables["summary"].get("scores", ()):
        for seat in ("A", "B"):
            had, has = start.scores.get(f"{seat}.{score}", 0), end.scores.get(f"{seat}.{score}", 0)
            if had != has:
                yield f"{seat}'s {score.upper()} {had} → {has}."
    moved: dict[str, list[str]] = {}
    for id_, card in end.cards.items():
        was_at = start.cards[id_].zone if id_ in start.cards else ""
        if (
            card.zone != was_at
            and teller.ruling.table.prints[card.print].key != "?"
            and (teller.sees(card.zone) or teller.sees(was_at))
        ):
            moved.setdefault(f"beneath {card.on}" if card.on else teller.zone(card.zone), []).append(
                teller.card(id_)
            )
    for zone_name, ids in moved.items():
        shown = ", ".join(ids[:4]) + (f" and {len(ids) - 4} more" if len(ids) > 4 else "")
        yield f"{shown} → {zone_name}."


def failures(ruling: Ruling, teller: Teller, width: int) -> Iterator[str]:
    """Every expectation that does not hold."""
    table = teller.words["text"]
    rows = [
        fill(table["fact"], {"path": one.path, "expected": show(one.expected), "found": show(one.found)})
        for one in ruling.facts
        if not one.ok
    ]
    rows += [fill(table["claim"], {"line": one.line, "why": one.why}) for one in ruling.claims if not one.ok]
    if ruling.missing:
        rows.append(fill(table["missing"], {"articles": ", ".join(ruling.missing)}))
    wanted = ruling.fixture.model.expect.get("order", ())
    if ruling.order < len(wanted):
        rows.append(
            fill(table["order"], {"n": ruling.order, "total": len(wanted), "item": wanted[ruling.order]})
        )
    if rows:
        yield table["fails"]
        for row in rows:
            yield from textwrap.wrap("  " + row, width, subsequent_indent="    ")


def tail(ruling: Ruling, teller: Teller, width: int) -> Iterator[str]:
    """The decision that comes next, with what is refused and why."""
    ask = ruling.game.ask
    teller.known = teller.ever  # by now
    table = teller.words["text"]
    if ruling.game.result is not None:
        yield table["undecided" if ruling.verdict == "undecided" else "over"]
    elif ask is not None:
        if teller.seat and ask.seat != teller.seat:
            yield fill(table["next-asked"], {"seat": ask.seat, "options": "…"})
            return
        last = next(
            (one for one in reversed(teller.lines) if one.kind == "offer" and one.data["seat"] == ask.seat),
            None,
        )
        words = [" ".join(teller.other_card(word, ask.seat) for word in one.words) for one in ask.choices]
        kind = "next" if ask.kind == "act" else "next-asked"
        shown = (
            ", ".join(words[:12]) + (f" and {len(words) - 12} more" if len(words) > 12 else "")
            if words
            else number(ask, table)
        )
        yield from textwrap.wrap(
            fill(table[kind], {"seat": ask.seat, "options": shown}), width, subsequent_indent="      "
        )
        if last is not None and ask.prompt == "ask.act":
            refused = teller.refused(last.data["refused"], ask.seat) + teller.unseen(
                ask.seat, last.data["unseen"]
            )
            yield from textwrap.wrap(
                refused.strip(), width, initial_indent="      ", subsequent_indent="      "
            )


def number(ask: Ask, table: Mapping[str, str]) -> str:
    """Which number is asked for."""
    bounds = fill(
        table["number-least" if ask.most < 0 else "number-between"], {"least": ask.least, "most": ask.most}
    )
    return fill(table["rounds"], {"bounds": bounds}) if ask.prompt == "ask.loop" else bounds
