"""The lines around the steps of a ruling: its verdict, what fails, what changed, what comes next."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator, Mapping

from judge.engine.kernel.state import SEATS, Ask
from judge.play.claims import Claim
from judge.play.ruling import Ruling
from judge.speech.catalogue import fill
from judge.speech.readings import readings, show
from judge.speech.sentences import Teller

_BESIDE = " " * 6  # under the first word of what comes next


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
    if ruling.refusal is not None:
        return refusal(ruling.refusal, teller)
    if ruling.unfit:
        return table["does-not-fit"]
    result = ruling.game.result
    if result is not None and result.why.startswith("undecided:"):
        cited = f" ({result.rule})" if result.rule else ""
        return f"The book leaves open: {result.why.removeprefix('undecided:')}{cited}."
    parts = list(changes(ruling, teller))
    if result is not None:
        parts.insert(0, fill(table["wins"], {"winner": result.winner}) if result.winner else table["draw"])
    return " ".join(parts) or table["nothing"]


def refusal(found: Claim, teller: Teller) -> str:
    """What a line of the script may not do, and the article and the fact that decide it."""
    table = teller.words["verdict"]
    told = {"seat": found.seat, "words": " ".join(found.words), "rules": found.rule, "why": found.why}
    if found.cond is not None and teller.cond(found.cond):
        told["why"] = teller.cond(found.cond)
    return fill(table["may-not-by"], told)


def changes(ruling: Ruling, teller: Teller) -> Iterator[str]:
    """Counts of the zones that the rulebook sums up by, then the named cards that ended elsewhere."""
    start, end = ruling.start, ruling.game
    summary = ruling.fixture.book.tables["summary"]
    for zone in (f"{seat}.{zone}" for zone in summary.get("zones", ()) for seat in SEATS):
        was, now = len(start.zones.get(zone, ())), len(end.zones.get(zone, ()))
        if was != now:
            yield f"{teller.zone(zone)} {was} → {now}."
    for score in summary.get("scores", ()):
        for seat in SEATS:
            had, has = start.scores.get(f"{seat}.{score}", 0), end.scores.get(f"{seat}.{score}", 0)
            if had != has:
                yield f"{seat}'s {score.upper()} {had} → {has}."
    for place, cards in moved(ruling, teller).items():
        shown = ", ".join(cards[:4]) + (f" and {len(cards) - 4} more" if len(cards) > 4 else "")
        yield f"{shown} → {place}."


def moved(ruling: Ruling, teller: Teller) -> dict[str, list[str]]:
    """The named cards that ended elsewhere, where the reader saw either end of it, by where they are."""
    start = ruling.start
    found: dict[str, list[str]] = {}
    for id_, card in ruling.game.cards.items():
        was_at = start.cards[id_].zone if id_ in start.cards else ""
        named = teller.ruling.table.prints[card.print].key != "?"
        if card.zone != was_at and named and (teller.sees(card.zone) or teller.sees(was_at)):
            place = f"beneath {card.on}" if card.on else teller.zone(card.zone)
            found.setdefault(place, []).append(teller.card(id_))
    return found


def failures(ruling: Ruling, teller: Teller, width: int) -> Iterator[str]:
    """Every expectation that does not hold."""
    rows = list(failing(ruling, teller.words["text"]))
    if rows:
        yield teller.words["text"]["fails"]
        for row in rows:
            yield from textwrap.wrap("  " + row, width, subsequent_indent="    ")


def failing(ruling: Ruling, table: Mapping[str, str]) -> Iterator[str]:
    """Facts, claims, articles and an order that do not hold, each as a sentence."""
    for fact in ruling.facts:
        if not fact.ok:
            values = {"path": fact.path, "expected": show(fact.expected), "found": show(fact.found)}
            yield fill(table["fact"], values)
    for claim in ruling.claims:
        if not claim.ok:
            yield fill(table["claim"], {"line": claim.line, "why": claim.why})
    if ruling.missing:
        yield fill(table["missing"], {"articles": ", ".join(ruling.missing)})
    wanted, at = ruling.fixture.model.expect.get("order", ()), ruling.order
    if at < len(wanted):
        yield fill(table["order"], {"n": at, "total": len(wanted), "item": wanted[at]})


def tail(ruling: Ruling, teller: Teller, width: int) -> Iterator[str]:
    """The decision that comes next, with what is refused and why."""
    ask = ruling.game.ask
    teller.known = teller.ever  # by now
    table = teller.words["text"]
    if ruling.game.result is not None:
        yield table["undecided" if ruling.verdict == "undecided" else "over"]
    elif ask is not None and teller.seat and ask.seat != teller.seat:
        yield fill(table["next-asked"], {"seat": ask.seat, "options": "…"})
    elif ask is not None:
        values = {"seat": ask.seat, "options": possible(ask, teller)}
        text = fill(table["next" if ask.kind == "act" else "next-asked"], values)
        yield from textwrap.wrap(text, width, subsequent_indent=_BESIDE)
        refused = refusals(ask, teller)
        yield from textwrap.wrap(refused, width, initial_indent=_BESIDE, subsequent_indent=_BESIDE)


def possible(ask: Ask, teller: Teller) -> str:
    """What may be chosen, not too much of it."""
    words = [" ".join(teller.other_card(word, ask.seat) for word in one.words) for one in ask.choices]
    if not words:
        return number(ask, teller.words["text"])
    return ", ".join(words[:12]) + (f" and {len(words) - 12} more" if len(words) > 12 else "")


def refusals(ask: Ask, teller: Teller) -> str:
    """What may not be done in a window that is open, and why; "" for any other decision."""
    offers = (one for one in reversed(teller.lines) if one.kind == "offer" and one.data["seat"] == ask.seat)
    last = next(offers, None)
    if last is None or ask.prompt != "ask.act":
        return ""
    unseen = teller.unseen(ask.seat, last.data["unseen"])
    return f"{teller.refused(last.data['refused'], ask.seat)}{unseen}".strip()


def number(ask: Ask, table: Mapping[str, str]) -> str:
    """Which number is asked for."""
    kind = "number-least" if ask.most < 0 else "number-between"
    bounds = fill(table[kind], {"least": ask.least, "most": ask.most})
    return fill(table["rounds"], {"bounds": bounds}) if ask.prompt == "ask.loop" else bounds
