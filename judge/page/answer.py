"""The first part of a page: the answer in the words of the question, then what the ruling changed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import SEATS, AppliedEvent, Card, Game
from judge.engine.kernel.tracer import Entry
from judge.page.not_known import unread
from judge.page.opened import ending, next_there, show
from judge.page.parts import Answer
from judge.play.claim import Claim
from judge.play.replays import asked
from judge.speech.catalogue import fill
from judge.speech.notes import MINUS
from judge.speech.sentences import Teller
from judge.views.veil import is_nameless

# --- what changed, in a few words each -----------------------------------------------------------------
STATES = ("mark", "flip", "control")  # verbs of events by which cards are otherwise where they lie
NAMED = 4  # cards of one place that are named


def changes(teller: Teller, asked: bool) -> Iterator[str]:
    """Sentences about everything that changed, the most important first, or one sentence that nothing
    changed. If nothing was `asked`, the reason that the game is lost is told as an event.
    """
    yield from counted(teller)
    yield from scored(teller, asked)
    for place, cards in moved(teller).items():
        table = teller.words["verdict"]
        shown = ", ".join(cards[:NAMED])
        more = fill(table["more"], {"n": len(cards) - NAMED}) if len(cards) > NAMED else ""
        yield fill(table["moved"], {"cards": shown, "more": more, "place": place})
    yield from valued(teller)
    yield from stated(teller)
    yield from unnamed(teller)
    yield from turned(teller)


def counted(teller: Teller) -> Iterator[str]:
    """Sentences about the changed counts of zones that the rulebook names in a summary of the game."""
    for name in teller.book.tables["summary"].get("zones", ()):
        for seat in SEATS:
            zone = f"{seat}.{name}"
            was, now = held(teller.ruling.start, zone), held(teller.ruling.game, zone)
            if was != now:
                yield was_is(teller, teller.zone(zone), was, now)


def was_is(teller: Teller, what: str, was: object, now: object, key: str = "was-is") -> str:
    """A sentence about one change of a zone or a score: what it was and what it is now."""
    values = {"what": what, "was": str(was).replace("-", MINUS), "now": str(now).replace("-", MINUS)}
    told = fill(teller.words["verdict"][key], values)
    return f"{told[:1].upper()}{told[1:]}" if key == "was-is" else told


def value_was_is(teller: Teller, card: str, attr: str, was: object, now: object) -> str:
    """A sentence about one change of a card's number; it begins with the card."""
    return was_is(teller, teller.value_of(card, attr), was, now, "value-was-is")


def held(game: Game, zone: str) -> int:
    """How many cards lie in a zone."""
    return len(game.zones.get(zone, ()))


def scored(teller: Teller, asked: bool) -> Iterator[str]:
    """Sentences about changed scores of either player; those of the rulebook's summary come first."""
    table, start, end = teller.words["verdict"], teller.ruling.start, teller.ruling.game
    first = teller.book.tables["summary"].get("scores", ())
    names = (*first, *(key for key in teller.book.tables["score"] if key not in first))
    for name in names:
        for seat in SEATS:
            had, has = start.scores.get(f"{seat}.{name}", 0), end.scores.get(f"{seat}.{name}", 0)
            if had == has:
                continue
            spelt = teller.score(name) if name in first else teller.words["score"].get(name, name)
            way = [had, *totals(teller, seat, name)]
            steps = {after > before for before, after in pairwise(way)}
            told = way[-1] == has and len(steps) == 1 and "lose" in teller.book.tables["score"][name]
            if told and name in first and not asked:
                now = str(has).replace("-", MINUS)
                values = {"seat": seat, "n": abs(has - had), "what": spelt, "now": now}
                yield fill(table["loses-score" if has < had else "gains-score"], values)
            else:
                yield was_is(teller, fill(table["of"], {"seat": seat, "what": spelt}), had, has)


def totals(teller: Teller, seat: str, name: str) -> Iterator[int]:
    """The values that a player's score takes, one after the other."""
    for line in teller.lines:
        if line.kind is trace.EVENT and line.data["record"].verb == "score":
            args = line.data["record"].args
            if (args["seat"], args["score"]) == (seat, name):
                yield line.data["total"]


def passing(teller: Teller) -> Iterator[str]:
    """Sentences about what changed and changed back, as far as the viewer read of it: each score, value and
    named card that ends as it began, with the values in between. Where more than that happened, a sentence
    says that all ends as it began.
    """
    ways: dict[str, list[str]] = {}
    for entry in teller.lines:
        for what, was, now in between(teller, entry):
            ways.setdefault(what, [was]).append(now)
    for what, way in ways.items():
        if way[0] == way[-1]:
            told = " → ".join(way).replace("-", MINUS)
            yield fill(teller.words["verdict"]["passing"], {"what": what, "way": told})
    marked = any(line.kind is trace.EVENT and line.data["record"].verb in STATES for line in teller.lines)
    if marked and not ways and same(teller.ruling.start, teller.ruling.game):
        yield teller.words["verdict"]["as-was"]


def between(teller: Teller, entry: Entry) -> Iterator[tuple[str, str, str]]:
    """The changes in a line of the trace, each with the value before and after it."""
    table = teller.words["verdict"]
    for row in entry.data.get("shifts", ()):
        if not is_nameless(row["card"]) and type(row["was"]) is int and type(row["now"]) is int:
            attr = teller.words["attr"].get(row["attr"], row["attr"].replace("_", " "))
            yield teller.value_of(row["card"], attr), str(row["was"]), str(row["now"])
    record: AppliedEvent | None = entry.data["record"] if entry.kind is trace.EVENT else None
    if record is not None and record.verb == "score":
        args, total = record.args, entry.data["total"]
        what = fill(table["of"], {"seat": args["seat"], "what": teller.score(str(args["score"]))})
        yield what, str(total - args["n"] * args.get("sign", 1)), str(total)
    if (
        record is not None
        and record.verb == "move"
        and record.before is not None
        and record.after is not None
    ):
        was, now = record.before, record.after
        seen = teller.sees(was.zone) or teller.sees(now.zone)
        if was.zone != now.zone and seen and named(teller, now) and not is_nameless(now.id):
            yield teller.card(now.id), teller.zone(was.zone), teller.zone(now.zone)


def moved(teller: Teller) -> dict[str, list[str]]:
    """The named cards that ended in another zone, by that zone, if the viewer saw where they left or
    arrived. Cards that the viewer cannot identify are only counted.
    """
    by_zone: dict[str, list[str]] = {}
    for id_, card in teller.ruling.game.cards.items():
        was_at = place_of(teller.ruling.start, id_)
        if (card.zone, card.on) == was_at or not named(teller, card) or is_nameless(id_):
            continue
        if teller.sees(card.zone) or teller.sees(was_at[0]):
            place = (
                fill(teller.words["verdict"]["beneath"], {"card": card.on})
                if card.on
                else teller.zone(card.zone)
            )
            by_zone.setdefault(place, []).append(teller.card(id_))
    return by_zone


def same(start: Game, end: Game) -> bool:
    """Are both positions the same: cards (whatever objects they are by now), scores and lasting effects?"""
    was, now = ({id_: card._replace(object="") for id_, card in game.cards.items()} for game in (start, end))
    return (was, start.scores, start.effects) == (now, end.scores, end.effects)


def place_of(game: Game, id_: str) -> tuple[str, str]:
    """Where a card was: its zone and the cards on it."""
    card = game.cards.get(id_)
    return ("", "") if card is None else (card.zone, card.on)


def named(teller: Teller, card: Card) -> bool:
    """Has anything revealed which card this is?"""
    return teller.ruling.table.prints[card.print].key != "?"


def stayed(teller: Teller) -> Iterator[tuple[Card, Card]]:
    """The visible cards that have not moved since the start, before and after."""
    start = teller.ruling.start
    for id_, card in teller.ruling.game.cards.items():
        was = start.cards.get(id_)
        if was is None or was.zone != card.zone or not card.zone or card.on or was.on:
            continue
        if not is_nameless(id_) and teller.book.zones[card.place]["seen"] == "all" and named(teller, card):
            yield was, card


def valued(teller: Teller) -> Iterator[str]:
    """Sentences about the changed numbers of cards."""
    ruling = teller.ruling
    before, after = Reader(ruling.table, ruling.start), Reader(ruling.table, ruling.game)
    numbers = [name for name, row in teller.book.attributes.items() if row["type"] == "int"]
    for was, card in stayed(teller):
        for attr in numbers:
            had, has = before.value(was, attr), after.value(card, attr)
            if had != has and type(had) is int and type(has) is int:
                spelt = teller.words.get("attr", {}).get(attr, attr.replace("_", " "))
                yield value_was_is(teller, card.id, spelt, had, has)


def stated(teller: Teller) -> Iterator[str]:
    """Sentences about the changed states of cards: mode, position, face."""
    words = teller.words.get("mark", {})
    stateful = {key for key, values in teller.book.tables["mark"].items() if isinstance(values, list)}
    for was, card in stayed(teller):
        for key, now in card.marks:
            before = was.mark(key) or 0
            if type(now) is int and type(before) is int and now != before:
                spelt = words.get(key, key.removeprefix("counter:"))
                yield value_was_is(teller, card.id, spelt, before, now)
            if key in stateful and was.mark(key) != now and now is not None:
                yield fill(
                    teller.words["verdict"]["state"],
                    {"card": teller.card(card.id), "state": words.get(str(now), str(now))},
                )
        if was.face != card.face:
            face = teller.words["face"].get(card.face, card.face)
            yield fill(teller.words["verdict"]["state"], {"card": teller.card(card.id), "state": face})


def unnamed(teller: Teller) -> Iterator[str]:
    """Sentences about the changed counts of zones that only unnamed cards entered or left."""
    start, end = teller.ruling.start, teller.ruling.game
    told = teller.book.tables["summary"].get("zones", ())
    for zone in dict.fromkeys(uncounted(teller) if teller.seat else unfollowed(teller)):
        was, now = held(start, zone), held(end, zone)
        if was != now and zone[2:] not in told:
            yield was_is(teller, teller.zone(zone), was, now)


def unfollowed(teller: Teller) -> Iterator[str]:
    """The zones that unnamed cards left or entered."""
    for id_, card in teller.ruling.game.cards.items():
        was_at = place_of(teller.ruling.start, id_)[0]
        if card.zone != was_at and not named(teller, card):
            yield from (zone for zone in (was_at, card.zone) if zone)


def uncounted(teller: Teller) -> Iterator[str]:
    """The zones with cards that a player cannot tell apart; which of them moved is not told."""
    for game in (teller.ruling.start, teller.ruling.game):
        for zone, cards in game.zones.items():
            if any(is_nameless(card) or not named(teller, game.cards[card]) for card in cards):
                yield zone


def turned(teller: Teller) -> Iterator[str]:
    """A sentence about whose turn it is, if that has changed."""
    start, end = teller.ruling.start, teller.ruling.game
    if end.result is None and (start.turn, start.active) != (end.turn, end.active):
        yield fill(teller.words["verdict"]["turn"], {"seat": end.active})


# --- the answer ----------------------------------------------------------------------------------------
MOST = 8  # changes that are told
SEVERAL = 3  # acts that are named in one sentence


def answer(
    teller: Teller, claims: Sequence[Claim], heads: Sequence[str] = (), kinds: Sequence[str] = ()
) -> Answer:
    """The answer of a ruling for its viewer: first the claims of its script, then the questions of its
    fixture, `heads` of these `kinds`.
    """
    ruling = teller.ruling
    hanging = tuple(hanging_facts(teller, claims))
    lines = (*answers(teller, claims), *heads[:SEVERAL], *hanging)
    told = [*over(teller), *stopped(teller), *changes(teller, bool(claims or ruling.fixture.model.ask))]
    table = teller.words["verdict"]
    if len(told) > MOST:
        told = [*told[:MOST], fill(table["more-changes"], {"n": len(told) - MOST})]
    back = list(passing(teller))[:MOST] if not told and not ruling.unfit else []
    alike = same(ruling.start, ruling.game) or bool(teller.seat)
    if not told and not lines and not (back and alike):
        back.append(table["does-not-fit" if ruling.unfit else "nothing" if alike else "states"])
    told += back
    mark, taken = book_mark(teller)
    title, silent = ruling.fixture.model.title, unread(teller)
    if hanging:
        kinds = (*kinds, "open")
    return Answer(kind(teller, claims, kinds), lines, tuple(told), title, mark, taken, silent)


def book_mark(teller: Teller) -> tuple[str, tuple[str, ...]]:
    """The rulebook and version of the game, and the readings that are not the usual ones."""
    book, table = teller.ruling.fixture.book, teller.words["verdict"]
    mark = table["over"].join((f"{book.id} {book.version}", *map(os.path.basename, book.overlays)))
    usual = {name: row["taken"] for name, row in book.tables["reading"].items()}
    return mark, tuple(
        f"{name} = {value}" for name, value in book.readings.items() if usual.get(name) != value
    )


def kind(teller: Teller, claims: Sequence[Claim], kinds: Sequence[str]) -> str:
    """The kind of the answer."""
    ruling = teller.ruling
    if ruling.unfit:
        return "unfit"
    if unread(teller):
        return "undecided"
    if ruling.refusal is not None:
        return ruling.refusal.answer
    if ruling.as_played == "undecided":
        return "undecided"
    given = {claim.answer for claim in claims} | set(kinds)
    if given:
        return "mixed" if len(given) > 1 else given.pop()
    return "won" if ruling.game.result is not None else "plain"


def answers(teller: Teller, claims: Sequence[Claim]) -> Iterator[str]:
    """Sentences about what each player may and may not do, as far as it was asked; first those that depend
    on a reading.
    """
    table = teller.words["answer"]
    for is_open, word in product((True, False), ("no", "not-yet", "cannot-tell", "yes")):
        told = [claim for claim in claims if (claim.open, claim.as_read) == (is_open, word)]
        for seat in dict.fromkeys(reply.seat for reply in told):
            acts = list(dict.fromkeys(act(teller, reply) for reply in told if reply.seat == seat))
            more = fill(table["more"], {"n": len(acts) - SEVERAL}) if len(acts) > SEVERAL else ""
            joined = table["and" if word == "yes" else "nor"].join(acts[:SEVERAL])
            key = f"open-{word}" if is_open else word
            yield fill(table[key], {"seat": seat, "acts": joined, "more": more})


def hanging_facts(teller: Teller, claims: Sequence[Claim]) -> Iterator[str]:
    """Sentences about readings under which the winner or an expected fact would be different, where no
    answer says so already.
    """
    seen = [other for other in teller.ruling.others if other.facts or other.winner is not None]
    if not seen or teller.seat or any(claim.open for claim in claims):
        return
    table, words = teller.words["answer"], teller.words["text"]
    played = next((other for other in seen if not other.parts), None)
    if played is None:
        yield fill(table["open-parts"], {"why": teller.said(seen[0].parts)})
        return
    joined = {fact.path: show(fact.found, words) for fact in teller.ruling.facts}
    told = [
        fill(
            table["open-fact"],
            {"path": fact.path, "there": show(fact.found, words), "here": joined[fact.path]},
        )
        for fact in played.facts
        if fact.path not in ("next", "options")
    ]
    if played.winner is not None and not any(fact.path == "result" for fact in played.facts):
        told.append(ending(played.winner, words))
    more = fill(table["open-more"], {"n": len(told) - SEVERAL}) if len(told) > SEVERAL else ""
    if not told and played.next is not None:
        told.append(next_there(played.next, asked(teller.ruling.game), words))
    others = table["and"].join(told[:SEVERAL])
    yield fill(table["open"], {"told": others, "more": more})


def act(teller: Teller, claim: Claim) -> str:
    """A player's intended act, in words, or as the script writes it if there are no words."""
    return teller.wish(claim.words)


def stopped(teller: Teller) -> Iterator[str]:
    """Who has to stop a loop, if anybody did."""
    bars = (line.data["seat"] for line in teller.lines if line.kind is trace.LOOP_BARS)
    yield from (fill(teller.words["verdict"]["stops"], {"seat": seat}) for seat in dict.fromkeys(bars))


def over(teller: Teller) -> Iterator[str]:
    """How the game ended, if it did."""
    result, table = teller.ruling.game.result, teller.words["verdict"]
    if result is None:
        return
    if result.gap:
        cited = f" ({result.rule})" if result.rule else ""
        yield fill(table["open"], {"gap": result.gap, "cited": cited})
    else:
        yield fill(table["wins"], {"winner": result.winner}) if result.winner else table["draw"]
