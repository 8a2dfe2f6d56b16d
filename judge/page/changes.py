"""What a ruling changed, in a few words each: scores, counts, cards that ended elsewhere, values, states."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import SEATS, Card, Game
from judge.speech.catalogue import fill
from judge.speech.effects import MINUS
from judge.speech.sentences import Teller

NAMED = 4  # cards of one place that are named


def changes(teller: Teller) -> Iterator[str]:
    """Everything that is not as it was, what matters most first: nothing only where nothing changed."""
    teller.known = teller.placed  # by now
    yield from counted(teller)
    yield from scored(teller)
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
    """Counts of the zones that the rulebook sums up by."""
    for name in teller.book.tables["summary"].get("zones", ()):
        for seat in SEATS:
            zone = f"{seat}.{name}"
            was, now = held(teller.ruling.start, zone), held(teller.ruling.game, zone)
            if was != now:
                yield was_is(teller, teller.zone(zone), was, now)


def was_is(teller: Teller, what: str, was: object, now: object, key: str = "was-is") -> str:
    """One change, as what was and what is: of a zone or a score, which begin a sentence."""
    values = {"what": what, "was": str(was).replace("-", MINUS), "now": str(now).replace("-", MINUS)}
    told = fill(teller.words["verdict"][key], values)
    return f"{told[:1].upper()}{told[1:]}" if key == "was-is" else told


def value_was_is(teller: Teller, card: str, attr: str, was: object, now: object) -> str:
    """One change of a card's number: the card comes first, as it is written."""
    return was_is(teller, teller.value_of(card, attr), was, now, "value-was-is")


def held(game: Game, zone: str) -> int:
    """How many cards lie in a zone."""
    return len(game.zones.get(zone, ()))


def scored(teller: Teller) -> Iterator[str]:
    """Scores of either player, those that the rulebook sums up by first."""
    start, end = teller.ruling.start, teller.ruling.game
    first = teller.book.tables["summary"].get("scores", ())
    names = (*first, *(one for one in teller.book.tables["score"] if one not in first))
    for name in names:
        for seat in SEATS:
            had, has = start.scores.get(f"{seat}.{name}", 0), end.scores.get(f"{seat}.{name}", 0)
            if had != has:
                spelt = teller.score(name) if name in first else teller.words["score"].get(name, name)
                yield was_is(
                    teller, fill(teller.words["verdict"]["of"], {"seat": seat, "what": spelt}), had, has
                )


def moved(teller: Teller) -> dict[str, list[str]]:
    """The named cards that ended elsewhere, where the reader saw either end of it, by where they are; those
    that the reader cannot tell apart are only counted.
    """
    found: dict[str, list[str]] = {}
    for id_, card in teller.ruling.game.cards.items():
        was_at = place_of(teller.ruling.start, id_)
        if (card.zone, card.on) == was_at or not named(teller, card) or alike(teller, id_):
            continue
        if teller.sees(card.zone) or teller.sees(was_at[0]):
            place = (
                fill(teller.words["verdict"]["beneath"], {"card": card.on})
                if card.on
                else teller.zone(card.zone)
            )
            found.setdefault(place, []).append(teller.card(id_))
    return found


def same(start: Game, end: Game) -> bool:
    """Is everything as it was: cards, scores and what lasts?"""
    return (start.cards, start.scores, start.effects) == (end.cards, end.scores, end.effects)


def place_of(game: Game, id_: str) -> tuple[str, str]:
    """Where a card lay: its zone and what lay on it."""
    card = game.cards.get(id_)
    return ("", "") if card is None else (card.zone, card.on)


def named(teller: Teller, card: Card) -> bool:
    """Has anybody said which card it is?"""
    return teller.ruling.table.prints[card.print].key != "?"


def alike(teller: Teller, id_: str) -> bool:
    """Is it a card that the reader cannot tell from others?"""
    return bool(teller.seat) and id_ not in teller.placed


def stayed(teller: Teller) -> Iterator[tuple[Card, Card]]:
    """The cards that lie where they lay, openly, as they were and as they are."""
    start = teller.ruling.start
    for id_, card in teller.ruling.game.cards.items():
        was = start.cards.get(id_)
        if was is None or was.zone != card.zone or not card.zone or card.on or was.on:
            continue
        if not alike(teller, id_) and teller.book.zones[card.place]["seen"] == "all" and named(teller, card):
            yield was, card


def valued(teller: Teller) -> Iterator[str]:
    """The numbers of cards that are other numbers now."""
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
    """The states that cards are in now: mode, position, face."""
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
    """Counts of the zones to or from which cards went that nobody has named."""
    start, end = teller.ruling.start, teller.ruling.game
    told = teller.book.tables["summary"].get("zones", ())
    for zone in dict.fromkeys(uncounted(teller) if teller.seat else unfollowed(teller)):
        was, now = held(start, zone), held(end, zone)
        if was != now and zone[2:] not in told:
            yield was_is(teller, teller.zone(zone), was, now)


def unfollowed(teller: Teller) -> Iterator[str]:
    """The zones to or from which cards went that nobody has named."""
    for id_, card in teller.ruling.game.cards.items():
        was_at = place_of(teller.ruling.start, id_)[0]
        if card.zone != was_at and not named(teller, card):
            yield from (one for one in (was_at, card.zone) if one)


def uncounted(teller: Teller) -> Iterator[str]:
    """The zones in which cards lie or lay that a player cannot tell apart:
    which of them moved is not told.
    """
    for game in (teller.ruling.start, teller.ruling.game):
        for zone, cards in game.zones.items():
            if any(alike(teller, one) or not named(teller, game.cards[one]) for one in cards):
                yield zone


def turned(teller: Teller) -> Iterator[str]:
    """Whose turn it is, where that has changed."""
    start, end = teller.ruling.start, teller.ruling.game
    if end.result is None and (start.turn, start.active) != (end.turn, end.active):
        yield fill(teller.words["verdict"]["turn"], {"seat": end.active})
