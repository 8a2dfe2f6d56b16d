"""Endless loops: a draw when nobody can stop one, otherwise the players say how often it goes round (11-1 of
dbs).

A decision that comes back in the same position, with the same answers in between, is a loop. Effects that
only pile up do not make the position another one. What was asked before is kept as copies of the game, which
cost little; they are compared only when the same question is asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.agenda import Agenda
from judge.engine.flow.keys import position_text
from judge.engine.flow.restarts import GIVES_UP, Bar, about, lie_of
from judge.engine.kernel.state import DECIDED, KEPT, LOOKED_AT, Decision, Game, Seat, opponent, within
from judge.engine.kernel.table import Table
from judge.text.plain import Json
from judge.text.rows import NamedTuple

HOW_OFTEN = "how often"
OUTLINED = (
    "outlined"  # what has been here since the last decision is kept by its outline; never so once saved
)
ORDERS = "orders"
LOOK_AFTER = 80  # windows since the last decision before positions are compared: a key costs 40 windows
GIVE_UP = 600
# windows: whatever goes on for so long without a decision, such as a score that only grows, has no end
ENDLESS = 3_000
COMPELLED = 1_500  # decisions in a row that leave nothing but the order to choose: nobody has a way to stop
FREE = ("act", "may")  # decisions by which a player can stop a loop
NOTHING = Game()
SINGLE = (*FREE, "chance")  # those with one value, not several


class LoopDecision(NamedTuple):
    """One decision of a loop: what was asked, the words of the answer,
    and where the cards were when it was free.
    """

    sign: tuple[Json, ...]
    seat: Seat
    words: tuple[tuple[str, ...], ...]
    free: bool
    about: tuple[str, ...] = ()
    place: str = ""


class Loop(NamedTuple):
    """A loop that players have run into: its decisions, how often they want it, and how it goes round."""

    turns: tuple[LoopDecision, ...]
    numbers: tuple[tuple[Seat, int], ...] = ()
    rounds: int = -1  # still to go; not said yet below zero
    at: int = 0
    stopper: Seat = ""


class Before:
    """An earlier position of a decision. Its name is worked out only when somebody asks for it."""

    __slots__ = ("found", "game", "outline", "table")

    def __init__(self, table: Table, game: Game) -> None:
        self.table = table
        self.game = bare(game)
        self.outline = outline(game)
        self.found: tuple[str, ...] = ()

    def names(self) -> tuple[str, ...]:
        """The position's name, and the name of where its cards are."""
        self.found = self.found or (digest(self.table, self.game), lie_of(self.game))
        return self.found


class Passed:
    """A position that has occurred since the last decision. Its name is worked out only when another
    position has the same outline. With `piled`, it tells effects that pile up apart.
    """

    __slots__ = ("found", "game", "piled", "table")

    def __init__(self, table: Table, game: Game, piled: bool) -> None:
        self.table = table
        self.game = game
        self.piled = piled
        self.found = ""

    def keep(self) -> Passed:
        """A copy of it that stays as it is, whatever happens to the game."""
        return Passed(self.table, bare(self.game), self.piled)

    def looks(self) -> tuple[object, ...]:
        """Its outline without the turn."""
        return (self.piled, *outline(self.game)[:-1])

    def name(self) -> str:
        """The name of the position."""
        if not self.found:
            key = digest(self.table, self.game, piled=self.piled, turns=False)
            self.found = key + ("" if self.piled else " piled")
            self.game = NOTHING
        return self.found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Passed) and self.name() == other.name()

    def __hash__(self) -> int:
        return hash(self.name())


# --- positions -----------------------------------------------------------------------------------
def digest(table: Table, game: Game, piled: bool = False, turns: bool = True) -> str:
    """A short name of a position. Equal effects count once unless `piled` is set; the turn counts only with
    `turns`.
    """
    text = position_text(table, game, piled, turns)
    from hashlib import blake2b  # most games come back to nothing, and loading it takes its time

    return blake2b(text.encode(), digest_size=16).hexdigest()


def outline(game: Game) -> tuple[object, ...]:
    """A quick description of a position: two positions with different outlines are different."""
    zones = tuple([(zone, len(held)) for zone, held in sorted(game.zones.items()) if held])
    under_way = (len(game.waiting), len(game.agenda))
    return (zones, under_way, tuple(sorted(game.scores.items())), game.active, game.turn)


def bare(game: Game) -> Game:
    """A copy without cached results and without the record of earlier decisions."""
    copied = game.copy()
    copied.forget()
    copied.past, copied.seen = (), {}
    return copied


def stuck(table: Table, game: Game) -> bool:
    """Has this position occurred since the last decision, apart from effects that pile up and can end
    nothing? An effect that lowers a number may end the loop, so it is given time; after very many windows it
    never will. Raises NotImplementedYet where the board is too large to look for so long.
    """
    seen = game.seen
    if seen.get(ORDERS, 0) > COMPELLED:
        return True
    seen["windows"] = seen.get("windows", 0) + 1
    if seen["windows"] <= LOOK_AFTER:
        return False
    if seen["windows"] > ENDLESS:
        return True
    looked_at = (seen["windows"] - LOOK_AFTER) * len(game.cards)
    within(looked_at, LOOKED_AT, "so long a game on so large a board: windows times cards")
    if seen["windows"] == LOOK_AFTER + 1:
        seen[OUTLINED] = True
    if OUTLINED in seen and looked_at > KEPT:
        del seen[OUTLINED]
        seen.update([(passed.name(), True) for passed in list(seen.values()) if isinstance(passed, Passed)])
    lowers = any(effect.makes == "add" and effect.value < 0 for effect in game.effects)
    return met_before(Passed(table, game, lowers and seen["windows"] <= GIVE_UP), seen)


def met_before(passed: Passed, seen: dict[Json, Json]) -> bool:
    """Has a position occurred before? From now on it counts as one that has. Most are never named: while
    there are fewer than `OUTLINED`, only those that share their outline with another are.
    """
    if OUTLINED in seen:
        looks = passed.looks()
        first = seen.get(looks)
        if first is None:
            seen[looks] = passed.keep()
            return False
        seen[first.name()] = True
    known = passed.name() in seen
    seen[passed.name()] = True
    return known


def spelled(seen: Mapping[Json, Json]) -> dict[str, Json]:
    """The positions that have occurred, by name, as a saved position keeps them."""
    rows = (
        (entry.name(), True) if isinstance(entry, Passed) else (key, entry) for key, entry in seen.items()
    )
    return {key: entry for key, entry in rows if key != OUTLINED}


def compelled(game: Game, ask: Decision) -> dict[str, object]:
    """What is known of a loop once a decision is answered: how many decisions in a row nobody could answer
    by stopping. Where one of several acts must be done, only their order is free; as long as they come back,
    that ends nothing, however different the positions are.
    """
    if ask.kind in SINGLE and not any(choice.words and choice.words[0] in GIVES_UP for choice in ask.choices):
        return {ORDERS: game.seen.get(ORDERS, 0) + 1}
    forced = ask.kind == "shuffle" or ask.into.startswith(HOW_OFTEN)
    return {ORDERS: game.seen[ORDERS]} if forced and ORDERS in game.seen else {}


# --- decisions -----------------------------------------------------------------------------------
def sign(ask: Decision) -> tuple[object, ...]:
    """The parts of a decision that make it the same as another; object numbers do not count."""
    return (ask.seat, ask.kind, ask.rule, ask.into, tuple(choice.words for choice in ask.choices))


def remembered(table: Table, game: Game, ask: Decision, value: object) -> tuple[object, ...]:
    """The decisions of this turn, with this answer. Raises NotImplementedYet where the board is too large to
    be kept so often.
    """
    held = (len(game.past) + 1) * (len(game.cards) + len(game.memory))
    within(held, DECIDED, "so many decisions in one turn on so large a board: decisions times cards")
    given = value if isinstance(value, tuple) else (value,)
    words = tuple(choice.words for choice in ask.choices if choice.value in given)
    turn = LoopDecision(
        sign(ask), ask.seat, words, ask.kind in FREE and len(ask.choices) > 1, about(game, ask)
    )
    return (*game.past, (turn, Before(table, game)))


def found(table: Table, game: Game, ask: Decision) -> tuple[LoopDecision, ...]:
    """The decisions since this one was made in this position before;
    empty when it was not, or nobody could stop.
    """
    own, looks = sign(ask), outline(game)
    place = ""
    for at in range(len(game.past) - 1, -1, -1):
        turn, before = game.past[at]
        saved = not isinstance(before, Before)  # a saved position has no outline, so that it may be this one
        if turn.sign == own and (saved or before.outline == looks):
            place = place or digest(table, game)
            if named(before)[0] == place:
                turns = tuple(
                    choice._replace(place=named(position)[1]) if choice.free else choice
                    for choice, position in game.past[at:]
                )
                return turns if any(decision.free for decision in turns) else ()
    return ()


def named(before: Json) -> tuple[str, ...]:
    """The names of a position; a saved position consists of nothing but its names."""
    return before if isinstance(before, tuple) else before.names()


def again(turn: LoopDecision, game: Game, ask: Decision) -> object:
    """The answer that continues the loop, if the same decision is asked; None when it is another or the
    answer is no longer there. Effects that pile up may open other answers, but the declared one stays.
    """
    if turn.sign[:4] != sign(ask)[:4] or turn.about != about(game, ask):
        return None
    values = tuple(choice.value for choice in ask.choices if choice.words in turn.words)
    if len(values) != len(turn.words):
        return None
    return values[0] if ask.kind in SINGLE and values else values


# --- how often ------------------------------------------------------------------------------------
def stoppers(game: Game, turns: Sequence[LoopDecision]) -> list[Seat]:
    """The players who could stop a loop, the active one first."""
    free = {turn.seat for turn in turns if turn.free}
    return [seat for seat in (game.active, opponent(game.active)) if seat in free]


def number_ask(game: Game, loop: Loop, cites: Mapping[str, str]) -> Decision | None:
    """The decision how often a loop is repeated, for the next player who can stop it; None if all have
    said.
    """
    seats = stoppers(game, loop.turns)
    numbers = dict(loop.numbers)
    seat = next((stopper for stopper in seats if stopper not in numbers), None)
    if seat is None:
        return None
    return Decision(
        seat, "number", loop_rule(game, loop, cites), f"{HOW_OFTEN} {seat}", (), 0, -1, "ask.loop"
    )


def loop_rule(game: Game, loop: Loop, cites: Mapping[str, str]) -> str:
    """The article under which a loop is stopped: by the only player who can, or by one of two."""
    return cites["loop-one"] if len(stoppers(game, loop.turns)) == 1 else cites["loop-both"]


def decided(game: Game, loop: Loop) -> Loop:
    """The loop once everybody has said: the smallest number counts, the active player's among equals."""
    numbers = dict(loop.numbers)
    stopper = min(stoppers(game, loop.turns), key=lambda seat: numbers[seat])
    return loop._replace(rounds=numbers[stopper], stopper=stopper)


def next_turn(loop: Loop) -> Loop:
    """The loop one decision further."""
    if loop.at + 1 < len(loop.turns):
        return loop._replace(at=loop.at + 1)
    return loop._replace(at=0, rounds=max(0, loop.rounds - 1))


def stops(loop: Loop) -> bool:
    """Is this the decision at which the player who wants the loop least often can stop it?"""
    turn = loop.turns[loop.at]
    return loop.rounds == 0 and turn.free and turn.seat == loop.stopper


def stops_later(loop: Loop, now: LoopDecision) -> bool:
    """Does the same player make another choice in the loop that can be refused instead, so that the loop
    stops later in the round?
    """
    if any(words[0] not in GIVES_UP for words in now.words):
        return False
    others = [turn for turn in loop.turns if turn.free and turn.seat == now.seat]
    return any(words[0] not in GIVES_UP for decision in others for words in decision.words)


def bars(game: Game, loop: Loop, cites: Mapping[str, str]) -> Iterator[Bar]:
    """The choices that are refused once a loop is to stop. The stopper may not continue it now, unless it is
    stopped later in the round; whoever wanted it most often may not start it again.
    """
    rule, wanted = loop_rule(game, loop, cites), dict(loop.numbers)
    most = max(wanted.values())
    now = loop.turns[loop.at]
    if wanted[now.seat] < most or not stops_later(loop, now):
        yield from (
            Bar(now.seat, now.sign[1], words, now.about, now.place, rule, once=True) for words in now.words
        )
    for turn in loop.turns:
        if turn.free and wanted[turn.seat] == most:
            yield from (
                Bar(turn.seat, turn.sign[1], words, turn.about, turn.place, rule)
                for words in turn.words
                if words[0] not in GIVES_UP
            )


# --- going round ----------------------------------------------------------------------------------
def notice(agenda: Agenda, ask: Decision) -> None:
    """Starts a loop when a decision comes back in the same position."""
    game = agenda.game
    if game.loop is None:
        turns = found(agenda.table, game, ask)
        if turns:
            game.loop = Loop(turns)
            seats, decisions = tuple(stoppers(game, turns)), tuple(told(turns))
            agenda.view.note(trace.LOOPS, n=len(turns), seats_stop=seats, decisions=decisions)


def told(turns: Sequence[LoopDecision]) -> Iterator[dict[str, Json]]:
    """The decisions of one round: who decides, what is chosen, and whether anything else could be."""
    for turn in turns:
        yield {
            "seat": turn.seat,
            "words": tuple(" ".join(words) for words in turn.words),
            "optional": turn.free,
        }


def go_round(agenda: Agenda, ask: Decision) -> None:
    """Asks how often the loop goes round, or gives the answer that continues it; where there is none, the
    loop is over.
    """
    game = agenda.game
    loop: Loop = game.loop
    how_often = number_ask(game, loop, agenda.table.book.cites) if loop.rounds < 0 else None
    if how_often is not None:
        agenda.stop_for(how_often)
        return
    value = again(loop.turns[loop.at], game, ask)
    if value is None:
        game.loop, game.past = None, ()
        agenda.ask(ask)
        return
    agenda.stop_for(ask)
    agenda.answer(value)
    game.loop = next_turn(loop)
    stop(agenda)


def said(agenda: Agenda, seat: Seat, number: int) -> None:
    """Records how often a player wants the loop. When all have said, it is known how often it goes round,
    which may be not at all.
    """
    game = agenda.game
    game.loop = game.loop._replace(numbers=(*game.loop.numbers, (seat, number)))
    if number_ask(game, game.loop, agenda.table.book.cites) is None:
        game.loop = decided(game, game.loop)
        wanted = [n for _, n in game.loop.numbers]
        if len(wanted) > len(set(wanted)):
            rule = loop_rule(game, game.loop, agenda.table.book.cites)
            agenda.view.note(trace.LOOP_ALIKE, rule, seat=game.loop.stopper)
        stop(agenda)


def stop(agenda: Agenda) -> None:
    """Ends the loop where the player who is to stop it decides; the choice that continues it is refused from
    then on.
    """
    game, loop = agenda.game, agenda.game.loop
    if stops(loop):
        game.barred = (
            *game.barred,
            *(bar for bar in bars(game, loop, agenda.table.book.cites) if bar not in game.barred),
        )
        game.loop, game.past = None, ()
        game.forget()
