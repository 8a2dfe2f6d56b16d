"""Pairs of boards that differ only in what one player cannot see, and what that player is told of each."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.cli.options import RunOptions
from judge.cli.run import draw
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import SEATS, UNKNOWN, Card, Game, opponent
from judge.errors import BadInput
from judge.fixture.load import Fixture, load_fixture
from judge.fixture.script import Line, read_answer
from judge.play.refusals import Misfit
from judge.play.replays import MOST, passable
from judge.play.ruling import Ruling, bare, rule_on
from judge.play.run import Run, gives_up
from judge.render.json import dumps
from judge.sight.sight import Sight

PAIRS = 3  # of a board and a reader that are tried


class Pair(NamedTuple):
    """Two boards or two scripts: who reads, how they differ, in which cards, and the ruling of each."""

    reader: str
    how: str
    cards: frozenset[str]
    rulings: tuple[Ruling, Ruling]


def pairs(path: Path) -> Iterator[Pair]:
    """The pairs of a ruling's board that there are, the same ones every time."""
    fixture = load_fixture(path)
    if fixture.model.pause:
        return
    dice = random.Random(path.stem)
    for lines, reader in itertools.product(scripts(fixture), SEATS):
        boards = list(differing(fixture, reader))
        for how, one, other in dice.sample(boards, min(PAIRS, len(boards))):
            yield from compared(fixture, reader, how, ((one, lines), (other, lines)))
        for one, other in itertools.islice(alike(fixture, reader), PAIRS):
            how = f"{one} for {other} in the script"
            instead = list(renamed(lines, one, other, opponent(reader)))
            if instead != lines:
                boards_of_both = ((fixture.start, lines), (fixture.start, instead))
                yield from compared(fixture, reader, how, boards_of_both, (one, other))


Board = tuple[Game, list[Line]]


def compared(
    fixture: Fixture, reader: str, how: str, boards: tuple[Board, Board], cards: Sequence[str] = ()
) -> Iterator[Pair]:
    """The pair of these boards, if both can be played and nothing of what differs comes to light."""
    one, other = (played(fixture, start, lines, reader) for start, lines in boards)
    if one is not None and other is not None:
        changed = (key for key, card in one.start.cards.items() if other.start.cards[key] != card)
        pair = Pair(reader, how, frozenset((*changed, *cards)), (one, other))
        if comparable(pair):
            yield pair


def scripts(fixture: Fixture) -> Iterator[list[Line]]:
    """The script, and the script up to an act that it claims to be refused, which is tried then."""
    yield fixture.lines
    for at, line in enumerate(fixture.lines):
        if line.claim == "not":
            seat, words = line.seat, line.words
            yield [*fixture.lines[:at], Line(seat, words, "answer", "", f"{seat}: {' '.join(words)}")]
            return


def renamed(lines: Sequence[Line], one: str, other: str, seat: str) -> Iterator[Line]:
    """The script in which a player does with one card what was done with the other."""
    names = {one: other, other: one}
    for line in lines:
        if line.seat == seat and line.kind == "answer":
            words = tuple(names.get(word, word) for word in line.words)
            yield line._replace(words=words, text=f"{line.seat}: {' '.join(words)}")
        else:
            yield line


# --- boards --------------------------------------------------------------------------------------
def differing(fixture: Fixture, reader: str) -> Iterator[tuple[str, Game, Game]]:
    """Pairs of starts that a player cannot tell from each other."""
    sight = Sight(bare(fixture, fixture.start), reader)
    hidden = [
        one for one in fixture.start.cards.values()
        if one.zone and one.owner != reader and not sight.sees_card(one) and not one.on and not one.under
    ]  # fmt: skip
    named = [one for one in hidden if one.print != UNKNOWN]
    for one, other in itertools.combinations(named, 2):
        if one.print != other.print and one.zone == other.zone:
            yield f"prints of {one.id}, {other.id}", fixture.start, printed(fixture.start, one, other)
        yield f"places of {one.id}, {other.id}", fixture.start, exchanged(fixture.start, one, other)
    yield from dealt(fixture, [one for one in hidden if one.print == UNKNOWN], opponent(reader))


def alike(fixture: Fixture, reader: str) -> Iterator[tuple[str, str]]:
    """Two cards of one hidden zone each, to be taken for each other."""
    sight = Sight(bare(fixture, fixture.start), reader)
    for zone, cards in fixture.start.zones.items():
        if zone[:1] != reader and not sight.sees(zone):
            yield from itertools.combinations(cards, 2)


def printed(game: Game, one: Card, other: Card) -> Game:
    """The position with the prints of two cards exchanged."""
    new = game.copy()
    new.cards[one.id] = one._replace(print=other.print)
    new.cards[other.id] = other._replace(print=one.print)
    return new


def exchanged(game: Game, one: Card, other: Card) -> Game:
    """The position with each of two cards where the other one lay."""
    new = game.copy()
    new.cards[one.id] = other._replace(id=one.id, print=one.print, owner=one.owner)
    new.cards[other.id] = one._replace(id=other.id, print=other.print, owner=other.owner)
    new.objects[one.object], new.objects[other.object] = other.id, one.id
    names = {one.id: other.id, other.id: one.id}
    for zone in {one.zone, other.zone}:
        new.zones[zone] = tuple(names.get(card, card) for card in new.zones[zone])
    return new


def dealt(fixture: Fixture, unknown: Sequence[Card], seat: str) -> Iterator[tuple[str, Game, Game]]:
    """Boards on which cards that nobody had named are this or that print of the fixture."""
    prints = [
        key for key, one in fixture.table.prints.items()
        if key != UNKNOWN and not one.token and key in {card.print for card in fixture.start.cards.values()}
    ]  # fmt: skip
    for zone in dict.fromkeys(card.zone for card in unknown):
        cards = [card for card in unknown if card.zone == zone][:2]
        if len(cards) == 2 and len(prints) > 1:
            for a, b in itertools.islice(itertools.combinations(prints, 2), 2):
                yield (
                    f"{cards[0].id}, {cards[1].id} as {a}, {b}",
                    told(fixture.start, cards, (a, b)),
                    told(fixture.start, cards, (b, a)),
                )


def told(game: Game, cards: Sequence[Card], prints: Sequence[str]) -> Game:
    """The position in which cards have these prints."""
    new = game.copy()
    for card, print_ in zip(cards, prints, strict=True):
        new.cards[card.id] = card._replace(print=print_)
    return new


# --- what is told --------------------------------------------------------------------------------
class Passing(Run):
    """A run in which one player passes where the script has nothing else for that player to do.

    Whether a player is asked hangs on what that player holds; a pass asked for or not is no difference.
    """

    def __init__(self, fixture: Fixture, seat: str) -> None:
        super().__init__(fixture)
        self.seat = seat
        self.passes = 0

    def take_line(self) -> None:
        """Give the next line to the decision that waits, or pass, or leave a pass out."""
        line, ask = self.lines[self.at], self.game.ask
        assert ask is not None
        fits = line.seat == ask.seat and not read_answer(self.engine.view, ask, line.words).error
        if not fits and gives_up(line) and line.seat == self.seat:
            self.at += 1
        elif fits or not self.completes():
            super().take_line()

    def completes(self) -> bool:
        """Pass, also after the last line, so that every board stops at the same place."""
        ask = self.game.ask
        if ask is None or ask.seat != self.seat or not passable(ask) or self.passes >= MOST:
            return False
        self.gave_up = len(self.game.agenda) == self.home.depth + 1
        self.engine.answer(PASS)
        self.passes += 1
        return True


def played(fixture: Fixture, start: Game, lines: list[Line], reader: str) -> Ruling | None:
    """The ruling from such a start; None where the script does not fit there."""
    start.forget()
    board = Fixture(fixture.source, fixture.model, fixture.book, fixture.table, start, lines)
    passing = Passing(board, opponent(reader))
    try:
        passing.play()
    except Misfit as misfit:
        if misfit.refusal is None:
            return None
        return rule_on(board, passing, readings=False, partly=True, refused=(misfit.refusal,))
    except BadInput:
        return None
    return rule_on(board, passing, readings=False, partly=False)


def comparable(pair: Pair) -> bool:
    """Did nothing of what differs come to light, and did the script fit both boards in the same way?"""
    one, other = pair.rulings
    if one.surplus != other.surplus or (one.refusal is None) != (other.refusal is None):
        return False
    if course(one) != course(other):  # a Monster is Set elsewhere than a Spell: that is seen
        return False
    return not any(pair.cards & shown(ruling, pair.reader) for ruling in pair.rulings)


def course(ruling: Ruling) -> list[tuple[str, ...]]:
    """From where to where cards go, whichever they are, and how scores change: both players follow that."""
    records = [entry.data["record"] for entry in ruling.entries if entry.kind == "event"]
    zones = [(one.before.zone if one.before else "", one.after.zone if one.after else "") for one in records]
    moved = [
        (record.verb, *pair) for record, pair in zip(records, zones, strict=True) if record.verb == "move"
    ]
    return [*moved, *sorted((key, str(value)) for key, value in ruling.game.scores.items())]


def shown(ruling: Ruling, reader: str) -> set[str]:
    """The cards that a player sees by what happens, wherever they lie."""
    sight = Sight(ruling, reader)
    return {
        entry.data["record"].card
        for entry in ruling.entries
        if entry.kind == "event" and sight.shows(entry.data["record"])
    }


def pages(ruling: Ruling, reader: str) -> dict[str, str]:
    """What `judge run --as` prints of a ruling, by the options it is given."""
    file = ruling.fixture.file
    found = {}
    for name, options in (
        ("text", RunOptions((file,), seat=reader)),
        ("text --all", RunOptions((file,), seat=reader, all=True)),
    ):
        found[name] = draw(ruling, options).text
    found["json"] = dumps(draw(ruling, RunOptions((file,), "json", seat=reader)).document or {})
    return found


def leaks(pair: Pair) -> list[str]:
    """Where the pages of a pair differ: `text`, `text --all`, or the keys of the document."""
    one, other = (pages(ruling, pair.reader) for ruling in pair.rulings)
    found = [name for name in ("text", "text --all") if one[name] != other[name]]
    if one["json"] != other["json"]:
        a, b = json.loads(one["json"]), json.loads(other["json"])
        found += [f"json {key}" for key in a if a[key] != b.get(key)] or ["json"]
    return found
