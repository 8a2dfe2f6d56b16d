"""A run that stops where only the other player sees what comes next: in the midst of an effect that looks
among cards which this player has not seen, or where the other one chooses among them.
"""

from __future__ import annotations

from collections.abc import Collection

from judge.engine import trace
from judge.engine.flow.engine import Engine
from judge.engine.flow.replacements import DECLINE, Candidate, choose, without
from judge.engine.kernel.state import SEATS, Card, Decision, Game, opponent
from judge.engine.kernel.tracer import RESTS_ON, Entry, Tracer
from judge.engine.kernel.view import Vars
from judge.engine.language.unseen import sought
from judge.fixture.load import Fixture
from judge.fixture.script import read_answer
from judge.play.hidden_triggers import HiddenCalls
from judge.play.replays import passable
from judge.play.run import Run
from judge.play.suppressed_triggers import hidden_pending
from judge.play.unseen_order import (
    Laid,
    arrived,
    begin_in_order,
    laid_in,
    lie_as_chosen,
    neutral,
    put_in_order,
    unseen_zones,
)
from judge.sight.facts import Finished
from judge.sight.sight import Sight
from judge.text.plain import Json
from judge.text.rows import NamedTuple

UNASKED = (trace.CANNOT, trace.CANNOT_REPLACE)  # lines that tell why a player is not asked


class Look(NamedTuple):
    """That an effect looks for some among cards of the other player: how deep the effect lies, how much was
    told before, and the cards.
    """

    depth: int
    told: int
    cards: tuple[str, ...]


class ViewerRun(Run):
    """A run for a player that goes on, from the line at `stops_from`, only up to where the other one chooses
    unseen.
    """

    def __init__(
        self, fixture: Fixture, seat: str, until: str = "", awaits: Collection[int] = frozenset()
    ) -> None:
        super().__init__(fixture, until=until, start=begin_in_order(fixture.table.book, fixture.start, seat))
        self.seat = seat
        self.stops_from = len(self.lines)
        self.unordered = unseen_zones(self.table.book, seat, ordered=False)
        self.hidden_calls = HiddenCalls(self.table)
        self.compelled = ""  # the act that the other player has to do, until it is told
        self.cut_off = False  # does it stop where the other player chooses unseen?
        self.laid: list[Laid] = []  # cards on their way to where this player may not look
        self.looks: list[Look] = []  # in effects that are not over, with nothing to see of it yet
        # abilities that wait unread, by number: which are to wait all the same, which do not, how many
        self.awaits, self.suppressed, self.unread = awaits, list[int](), 0

    def advance(self) -> None:
        """Go on; after the last line only up to where the other player chooses, or has but one choice, among
        what this player does not see.
        """
        if self.at < self.stops_from:
            self.go_on()
        elif any(self.sight(one.told).rests({RESTS_ON: one.cards}) for one in self.looks):
            self.cut(self.game.copy(), len(self.trace.entries))
        else:
            self.go_warily()

    def go_warily(self) -> None:
        """Go on up to where the other player chooses unseen."""
        self.engine.set_off()
        while self.engine.goes_on():
            before, told = self.game.copy(), len(self.trace.entries)
            if self.looks_unseen():
                self.cut(before, told)
                return
            self.tick()
            if self.chosen_unseen(told):
                self.cut(before, told)
                return

    def tick(self) -> None:
        """Keep in mind that an effect looks among cards of the other player: what comes of it shows when a
        card of that player moves, or the effect is over.
        """
        told = len(self.trace.entries)
        usual = self.hidden_calls.usual(self.game, self.sight) if self.until else None
        cards = self.looked_for() if self.at < self.stops_from else ()
        if cards:
            self.looks.append(Look(len(self.game.agenda), told, cards))
        super().tick()
        put_in_order(self.game, self.unordered)
        self.suppress_hidden(told)
        self.lay_as_chosen(told)
        self.hidden_calls.follow(self.game, usual, told)
        self.tell_compelled(told)
        self.settle_unseen()
        if self.looks:
            moved = any(map(self.moves_other, self.trace.entries[told:]))
            depth = 0 if moved else len(self.game.agenda)
            self.looks = [one for one in self.looks if one.depth <= depth]

    def take_line(self) -> None:
        """As any run; but cards that the other player orders unseen are moved in an order that tells nothing
        of the one chosen.
        """
        ask = self.game.ask
        unseen = unseen_zones(self.table.book, self.seat, ordered=True)
        if ask is not None and laid_in(ask) in unseen:
            self.order_neutrally(ask)
        super().take_line()

    def order_neutrally(self, ask: Decision) -> None:
        """Read another order out of the next line, and keep in mind the one that it has."""
        line = self.lines[self.at]
        found = read_answer(self.engine.view, ask, line.words)
        if found.error or line.seat != ask.seat:
            return
        order: Json = found.value
        cards = tuple([self.game.objects[ref] for ref in order])
        self.laid.append(Laid(laid_in(ask), cards, len(self.trace.entries)))
        names = (self.game.objects[ref] for ref in neutral(self.game, order, self.sight()))
        self.lines[self.at] = line._replace(words=("order", *names))

    def lay_as_chosen(self, told: int) -> None:
        """What was told since has moved some of the cards that come to lie unseen: they lie as was chosen."""
        for laid in self.laid:
            moved = arrived(laid, self.trace.entries)
            if arrived(laid._replace(told=told), self.trace.entries):
                lie_as_chosen(self.game, laid, moved)
        self.laid = [one for one in self.laid if len(arrived(one, self.trace.entries)) < len(one.cards)]

    def moves_other(self, entry: Entry) -> bool:
        """Does a line tell that a card of the other player moves?"""
        if entry.kind is not trace.EVENT or entry.data["record"].verb != "move":
            return False
        card: Card = entry.data["record"].before or entry.data["record"].after
        return card.owner != self.seat

    def looks_unseen(self) -> bool:
        """Is an effect about to look for cards of some kind among those that this player does not see?
        Whether it finds some, and its player is asked which or how, hangs on what they are.
        """
        cards = self.looked_for()
        return bool(cards) and self.sight().rests({RESTS_ON: cards})

    def looked_for(self) -> tuple[str, ...]:
        """The cards of the other player that not everybody sees, and among which an effect is about to look
        for some.
        """
        frame = self.game.agenda[-1]
        if not frame.queue or frame.answers:
            return ()
        cards = sought(self.engine.view, Vars(frame.vars, {}, {}), frame.queue[0])
        return tuple([one for one in cards if self.game.cards[one].seat != self.seat])

    def chosen_unseen(self, told: int) -> bool:
        """Has the other player chosen or to choose, in what was told since, what this player may not hear, or
        would be asked were unseen cards others?
        """
        if any(self.sight(told).rests({RESTS_ON: cards}) for at, cards in self.trace.doubts if at >= told):
            return True
        ask = self.game.ask
        asked = ask is not None and self.others(ask) and not passable(ask)
        kinds = (trace.FORCED, trace.ASK, *UNASKED) if asked else (trace.FORCED, *UNASKED)
        since = [one for one in self.trace.entries[told:] if one.kind in kinds]
        if all(one.kind is trace.FORCED and one.data["seat"] == self.seat for one in since):
            return False
        return any(map(self.sight().ends_at, since))

    def cut(self, before: Game, told: int) -> None:
        """Stop where the game stood before, as if that were asked."""
        del self.trace.entries[told:]
        self.game = before
        self.engine = Engine(self.table, before, self.trace)
        self.engine.stopped = True
        before.ask = self.unseen
        self.cut_off = True

    # --- as if unseen cards could do nothing ---------------------------------------------------
    def suppress_hidden(self, told: int) -> None:
        """What the other player may use, and waits unread, waits for nobody."""
        for one in hidden_pending(self.table, self.game, self.trace.entries[told:], self.sight):
            self.unread += 1
            if self.unread not in self.awaits:
                self.suppressed.append(self.unread)
                self.game.waiting = tuple([other for other in self.game.waiting if other is not one])
                self.game.forget()

    def settle_unseen(self) -> None:
        """Put what is asked as it is put where no unseen card has a say, unless the next line of the script
        is about such a card: the other player may leave these alone.
        """
        ask = self.game.ask
        left = self.left_of(ask) if ask is not None else None
        asked = isinstance(left, Decision) and self.takes(left)
        if ask is None or left is None or (self.takes(ask) and not asked):
            return
        if isinstance(left, Decision):
            del self.trace.entries[-1]  # that it was asked otherwise
            self.engine.stop_for(left)
        else:
            self.engine.answer(left)

    def takes(self, ask: Decision) -> bool:
        """Is the next line an answer to this?"""
        line = next((one for one in self.lines[self.at :] if one.kind == "answer"), None)
        if line is None or line.seat != ask.seat:
            return False
        return not read_answer(self.engine.view, ask, line.words).error

    def left_of(self, ask: Decision) -> Decision | str | None:
        """What is asked without the choices that this player does not know of, or the answer where nothing is
        left to ask; None where it stays as it is.
        """
        if ask.prompt == "ask.replace":
            return self.replaced(ask)
        if ask.prompt == "ask.act" and self.others(ask) and not passable(ask):
            self.compelled = self.only_act(ask)
            return self.compelled or None
        return None

    def replaced(self, ask: Decision) -> Decision | str | None:
        """The same of what may replace something: nothing does, or what nobody may decline, or somebody is
        asked of what is left.
        """
        candidates = [one for one in self.trace.candidates if isinstance(one, Candidate)]
        unknown = {one.card.id for one in candidates} - self.sight().known
        left = without(candidates, {one for one in unknown if self.game.cards[one].seat != self.seat})
        if len(left) == len(candidates):
            return None
        if not left:
            return DECLINE
        found = choose(self.engine.view, Vars({}, {}, {}), ask.data["event"], left, ask.into)
        if isinstance(found, Decision) and found.seat != ask.seat:
            return DECLINE  # whose alone the others are is asked next
        return " ".join(found.words) if isinstance(found, Candidate) else found

    def only_act(self, ask: Decision) -> str:
        """What the other player has to do where that may not pass: the only act that this player knows of, or
        of those that it does not, the only one that has to be done; "" where that player has a choice.
        """
        sight = self.sight()
        named = [one.value for one in ask.choices if {*map(sight.card_of, one.words)} - {""} <= sight.known]
        offer = next(one for one in reversed(self.trace.entries) if one.kind is trace.OFFER)
        legal = offer.data["legal"]
        must = [one.key for one in legal if one.must] or [one.key for one in legal]
        if named:
            return str(named[0]) if len(named) == 1 and named[0] in must else ""
        return must[0] if len(must) == 1 else ""

    def tell_compelled(self, told: int) -> None:
        """An act that was the only one is told as what it is: nobody chose it."""
        entries = self.trace.entries
        for at in range(told, len(entries)):
            if self.compelled and entries[at].kind is trace.ACT:
                entries[at] = entries[at]._replace(data={**entries[at].data, "forced": True})
                self.hidden_calls = HiddenCalls(self.table)
        self.compelled = ""

    @property
    def unseen(self) -> Decision:
        """A decision of the other player, of which nothing is told."""
        return Decision(opponent(self.seat), "act", "", "act", (), 1, 1, "ask.act", {}, "")

    def others(self, ask: Decision) -> bool:
        """Does the other player decide?"""
        return ask.seat in SEATS and ask.seat != self.seat

    def sight(self, told: int | None = None) -> Sight:
        """What the player has seen so far, or had when so much was told."""
        entries = tuple(self.trace.entries[:told])
        sight = Sight(Finished(self.fixture, self.start, self.game, entries), self.seat)
        sight.follow()
        return sight

    @property
    def trace(self) -> Tracer:
        """The trace so far."""
        assert self.tracer is not None
        return self.tracer
