"""The true run, with the world that one player knows beside it.

Before each step of the true run, the position is taken over without the cards that the player has not seen,
but for those that the lines of that very step show. The step is done there too, and a line is told where both
worlds make it. So what hangs on an unseen card, in whatever way, is made in one world only and is not told.
Where a step of the true world begins a procedure that the other does not, such as a window for what an unseen
card could do, only what happens in it is told, until somebody acts or such a card comes to light.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from judge.engine import trace
from judge.engine.flow.engine import Engine
from judge.engine.flow.replacements import DECLINE
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import (
    CHANCE,
    SEATS,
    UNKNOWN,
    Choice,
    Condition,
    Decision,
    Frame,
    Game,
    Option,
    Seat,
)
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import Vars
from judge.errors import JudgeError, NotOffered
from judge.explain.explainer import Explainer
from judge.fixture.load import Fixture
from judge.fixture.script import Line, gives_up, read_answer
from judge.play.claim import Claim
from judge.play.prompts import describe_ask
from judge.play.refusals import Misfit
from judge.play.replays import passable
from judge.play.run import Run
from judge.text.plain import Fields
from judge.views.knowledge import Knowledge
from judge.views.veil import NAMELESS, Veil, common, in_both, is_nameless

SPOKEN: tuple[str, ...] = ("may", "number")  # decisions that are said aloud
PASSES = 200  # that the other player makes where the script has nothing else: a game comes to its end


class ReadAbilities(dict[str, Ability]):
    """The abilities that a viewer has read. What is done with another one hangs on what the viewer has not
    seen: looking it up raises NotOffered.
    """

    def __missing__(self, ability: str) -> Ability:
        raise NotOffered(ability)


class TrueRun(Run):
    """A run, with the lines that the `viewer` is `told`, from the position that the viewer knows `first`.
    `on_step` is called after each step, `on_settled` with claims that are settled and their answers.
    """

    def __init__(self, fixture: Fixture, viewer: Seat, until: str = "") -> None:
        super().__init__(fixture, until=until)
        self.viewer = viewer
        self.knowledge = Knowledge(self.table.book, self.start, viewer)
        self.ever = set(self.knowledge.known)  # the cards that the viewer has known at any time
        self.prints_read: set[str] | None = None  # what the viewer has read by now, with a table of that
        self.readable = self.table
        self.names: dict[str, str] = {}  # of unseen cards: names that say nothing
        self.told: list[Entry] = []
        self.followed = 0  # so many lines of the true world are followed
        self.first = self.veil(self.start).game(self.start)
        self.asked: Decision | None = None  # what both worlds have asked last
        self.acts_told: dict[int, str] = {}
        self.mark_told = 0  # so much was told when the last line was taken
        self.passes = 0  # of the other player, since the last line
        self.apart = 0  # so deep lies the frame that does what the viewer's world does not; 0: none does
        self.on_step: Callable[[Frame], None] = lambda frame: None
        self.on_settled: Callable[[Sequence[Line], Sequence[Claim], bool], None] = lambda *claims: None
        if self.lines_made:  # of a saved pause, the question for which it waits
            self.follow(self.start.copy(asked=False), Engine.tick)

    @property
    def lines_made(self) -> list[Entry]:
        """The trace of the true world so far."""
        assert self.tracer is not None
        return self.tracer.entries

    def veil(self, game: Game) -> Veil:
        """The veil that removes from a game what the viewer does not know."""
        unread = self.table.prints.keys() - self.known_table().prints.keys()
        return Veil(self.table.book, game, self.knowledge.hidden(game), unread, self.names)

    def known_table(self) -> Table:
        """The table without the texts that only cards print which the viewer has never seen."""
        read = {card.print for card in self.game.cards.values() if card.id in self.ever}
        if self.prints_read != read:
            kept = {
                name: print_
                for name, print_ in self.table.prints.items()
                if name in read or self.is_open(name)
            }
            self.prints_read, self.readable = read, Table(self.table.book, kept, self.table.given)
            self.readable.abilities = ReadAbilities(self.readable.abilities)
        return self.readable

    def is_open(self, name: str) -> bool:
        """May everybody read a print, because it is an unknown card's or a token's?"""
        return name == UNKNOWN or self.table.prints[name].token

    # --- both worlds step by step ----------------------------------------------------------------
    def stop(self, frame: Frame) -> bool:
        """As any run; whoever looks at each step is told of it."""
        self.follow_script()
        self.on_step(frame)
        return super().stop(frame)

    def advance(self) -> None:
        """Go on to the next decision, or to where the run stops."""
        self.engine.set_off()
        while self.engine.goes_on():
            self.tick()
        self.follow_script()

    def tick(self) -> None:
        """Do the next step, in both worlds where the true one tells of something or decides what is next."""
        self.follow_script()
        before = self.game.copy()
        super().tick()
        if not self.is_apart(before):
            self.apart = 0
        self.follow(before, Engine.tick)

    def is_apart(self, game: Game) -> bool:
        """Does a position do next what the viewer's world has not begun?"""
        depth = len(game.agenda)
        return 0 < self.apart < depth or (0 < self.apart == depth and bool(game.agenda[-1].queue))

    def follow(self, before: Game, play: Callable[[Engine], object]) -> None:
        """Tells the viewer what happened after a position; `play` repeats it in an engine of the viewer's
        world.
        """
        made = self.lines_made[self.followed :]
        self.followed += len(made)
        if made:
            self.knowledge.known -= self.knowledge.lost_by(made)
            shown = self.knowledge.shown_by(made, before)
            if not shown <= self.knowledge.known:
                self.apart = 0  # everybody sees what is done with a card that comes to light
            self.knowledge.known |= shown
            self.ever |= shown
        elif not before.agenda or before.agenda[-1].entered or before.agenda[-1].answers:
            return
        self.told += self.told_of(before, made, play)
        self.learn(made)

    def follow_script(self) -> None:
        """Follow what the script has answered or told since the last step."""
        made = self.lines_made[self.followed :]
        self.followed += len(made)
        if made:
            entries = [entry for entry in made if entry.kind in (trace.ANSWER, trace.EVENT)]
            self.told += [
                entry for entry in map(self.veil(self.game).entry, entries) if not self.private(entry)
            ]
            self.learn(made)

    def peek(self) -> None:
        """What is offered where the run stops, to players who can do nothing there, in both worlds; not that
        nobody could.
        """
        self.follow_script()
        before, told = self.game.copy(), len(self.told)
        super().peek()
        self.follow(before, partial(look_in, self.game.agenda[-1]) if self.game.agenda else Engine.tick)
        self.told[told:] = [entry for entry in self.told[told:] if entry.kind is not trace.WINDOW_CLOSE]

    def learn(self, made: Sequence[Entry]) -> None:
        """Keep in mind what lines have shown."""
        self.knowledge.follow(made, self.game)
        self.ever |= self.knowledge.known

    def told_of(self, before: Game, made: Sequence[Entry], play: Callable[[Engine], object]) -> list[Entry]:
        """The lines of one step that the viewer is told, from the position before it."""
        veil = self.veil(before)
        true = [veil.entry(line) for line in made if not veil.lasts_unseen(line)]
        if any(line.kind is trace.ACT for line in true):  # everybody sees what is done, whatever it takes
            self.apart = 0
            return [self.act_told(line) for line in true if line.kind is trace.ACT]
        world, tracer = veil.masked(before), Explainer()
        try:
            play(Engine(self.known_table(), world, tracer, remembers=False))
        except (JudgeError, NotOffered):
            return []  # without those cards there is nothing that could be done, or none of it was answered
        if not self.apart and not called(self.game) <= called(world):
            self.apart = len(before.agenda)
        both = dict(in_both([veil.entry(line) for line in tracer.entries], true))
        told = [self.in_common(both.get(at, true_line), true_line) for at, true_line in enumerate(true)]
        for at, entry in enumerate(told):
            if entry.kind is trace.ASK and (at in both or entry.data["ask"].seat == self.viewer):
                ask: Decision = entry.data["ask"]
                self.asked = ask if at in both else among_unseen(ask)
        alone = self.is_apart(before)
        return [
            row
            for at, row in enumerate(told)
            if (at in both or is_public(row)) and not self.private(row) and not (alone and shows_waiting(row))
        ]

    def in_common(self, entry: Entry, true: Entry) -> Entry:
        """The part of a line that two worlds tell alike. For a loop it leaves out the decisions: whose they
        are, and what else could be chosen, is told where they are asked.
        """
        if entry.kind is trace.LOOPS:
            untold = ("n", "decisions", "seats_stop")
            rest = {key: value for key, value in entry.data.items() if key not in untold}
            return entry._replace(data={**rest, "form": "veiled"})
        if entry.kind is trace.EVENT:
            return entry._replace(data=common(entry.data, true.data))
        if entry.kind in (trace.OFFER, trace.LOCKED):
            return entry._replace(data=self.offered_in_both(entry.data, true.data))
        if entry.kind is trace.ASK:
            ask, shared = entry.data["ask"], {choice.words for choice in true.data["ask"].choices}
            asked = ask._replace(choices=tuple([choice for choice in ask.choices if choice.words in shared]))
            return entry._replace(data={**entry.data, "ask": asked})
        return entry

    def offered_in_both(self, data: Fields, true: Fields) -> Fields:
        """An offer with the options that both worlds have: allowed, or refused for the same reasons."""
        legal = {option.key for option in true.get("legal", ())}
        refused = {why(option) for option in true["refused"]}
        both = (option for option in data["refused"] if why(option) in refused)
        kept = {"refused": [option for option in both if self.reasons_seen(option.conds)]}
        if "legal" in data:
            kept["legal"] = [option for option in data["legal"] if option.key in legal]
        return {**data, **kept}

    def reasons_seen(self, conds: Iterable[Condition]) -> bool:
        """Can the viewer see why each failing condition fails?"""
        failed: list[Fields] = [cond.values for cond in conds if not cond.ok]
        findings = (finding for values in failed for finding in values.get("found", ()))
        return all(map(self.is_open_to, findings))

    def private(self, entry: Entry) -> bool:
        """Does a line tell what the other player could do, is asked, or leaves undone, or an order of cards
        that nobody sees?
        """
        if entry.kind in (trace.OFFER, trace.LOCKED, trace.PASS):
            return self.other(entry.data["seat"])
        if entry.kind in (trace.ASK, trace.ANSWER):
            ask: Decision = entry.data["ask"]
            if ask.seat == CHANCE and ask.kind == "pick":
                return not self.all_seen(ask)
            if ask.kind == "shuffle" or not self.other(ask.seat):
                return ask.kind == "shuffle"
            aloud = ask.kind in SPOKEN or (ask.kind == "pick" and self.all_seen(ask))
            return not aloud or (entry.kind is trace.ANSWER and not self.asks_in_both(ask))
        return not all(map(self.is_open_to, entry.data.get("found", ())))

    def all_seen(self, ask: Decision) -> bool:
        """Is it a choice only among cards that lie where the viewer may look?"""
        words = (word for choice in ask.choices for word in choice.words)
        cards = [self.knowledge.card_of(word, self.game) for word in words]
        return all(card is not None and self.knowledge.sees_card(card) for card in cards)

    def is_open_to(self, finding: Fields) -> bool:
        """May the viewer see what a condition has found? Not where it tests cards that the viewer may not
        look at: whether it fails would tell what they are.
        """
        zones = (f"{seat}.{zone}" for seat in finding.get("seats", ()) for zone in finding.get("zones", ()))
        hidden = any(zone[2:] in self.table.book.zones and not self.knowledge.sees(zone) for zone in zones)
        each = all(map(self.is_open_to, finding.get("each", ())))
        return each and not (hidden and finding.get("tests"))

    def act_told(self, entry: Entry) -> Entry:
        """An act without its conditions and its effect; an act of the other player need not name its card."""
        option: Option = entry.data["option"]
        args = option.args
        if self.other(entry.data["seat"]) and option.name in self.table.book.tables["unnamed_acts"]:
            args = tuple([f"{NAMELESS}0" if self.knowledge.card_of(arg, self.game) else arg for arg in args])
        return entry._replace(data={**entry.data, "option": option._replace(args=args, conds=(), do=())})

    def other(self, seat: str) -> bool:
        """Is it the other player?"""
        return seat in SEATS and seat != self.viewer

    # --- the script ------------------------------------------------------------------------------
    def take_line(self) -> None:
        """Gives the next line to the waiting decision. The other player passes before it where it does not
        fit, and a pass of that player that nobody asked for is left out.
        """
        line, ask = self.lines[self.at], self.game.ask
        assert ask is not None
        ask = self.game.ask = any_word(ask, line, self.viewer)
        fits = line.seat == ask.seat and not read_answer(self.engine.view, ask, line.words).error
        if not fits and gives_up(line) and self.other(line.seat):
            self.at += 1
        elif fits or not self.passes_by():
            self.passes = 0
            super().take_line()

    def back(self, frame: Frame) -> bool:
        """Is control back at `at`, and the viewer not asked? Whether the other player is asked is secret."""
        if not self.returned(frame):
            return False
        window = frame.procedure.startswith("window:")
        asked = self.home.proposed(self.game, frame) if window else None
        return not isinstance(asked, Decision) or (self.other(asked.seat) and self.closes(frame))

    def closes(self, frame: Frame) -> bool:
        """Does a window close with the other player's pass, before the viewer is asked?"""
        row = self.table.book.windows[frame.procedure.removeprefix("window:")]
        ahead = frame.vars.get("seat") != self.viewer and frame.vars.get("passes", 0) + 1 < row.passes
        return not ahead

    def completes(self) -> bool:
        """The other player passes after the last line too."""
        return self.passes_by()

    def passes_by(self) -> bool:
        """Lets the other player pass, if that player is asked and may."""
        ask = self.game.ask
        if ask is None or not self.other(ask.seat) or self.passes >= PASSES:
            return False
        way = PASS if passable(ask) else self.undone(ask)
        if way is None:
            return False
        self.engine.answer(way)
        self.passes += 1
        return True

    def undone(self, ask: Decision) -> str | bool | None:
        """The answer by which nothing is done, to a decision that is asked only because of unseen cards.
        None where the viewer's world asks it too, or where there is no such answer.
        """
        if self.asks_in_both(ask):
            return None
        return next((choice.value for choice in ask.choices if choice.value in (False, DECLINE)), None)

    def asks_in_both(self, ask: Decision) -> bool:
        """Was the question that waits asked in the viewer's world as well?"""
        return self.asked is not None and (self.asked.seat, self.asked.into) == (ask.seat, ask.into)

    def mark_line(self, line: Line, told: int) -> None:
        """Keeps the place of a script line among the lines that are told."""
        super().mark_line(line, told)
        self.follow_script()
        self.mark_told = len(self.told)
        if not self.other(line.seat):
            self.acts_told[len(self.told)] = line.text

    def is_told(self, line: Line) -> bool:
        """Can this line be named? Not one of the other player: it may name unseen cards, or tell that
        nothing is done.
        """
        return super().is_told(line) and not self.other(line.seat)

    def settle_claims(self, final: bool = False) -> None:
        """Judges the waiting claims, and compares the answers with those of the viewer's own world."""
        waiting, before = list(self.waiting), len(self.claims)
        super().settle_claims(final)
        self.follow_script()
        left = {id(entry) for entry in self.waiting}
        self.on_settled([entry for entry in waiting if id(entry) not in left], self.claims[before:], final)

    # --- complaints ------------------------------------------------------------------------------
    def refuse(self, at: int, message: str, refusal: Claim | None = None) -> None:
        """Refuses a line that does not fit; of a line of the other player only that much is told. Raises
        Misfit.
        """
        line = self.lines[at]
        # why a line with an unseen card does not fit tells what that is
        if self.other(line.seat) or self.veil(self.game).words(line.words) != line.words:
            raise Misfit((self.fixture.source.problem(self.place(at), "this line does not fit here"),))
        super().refuse(at, message, refusal)

    def described(self, ask: Decision) -> str:
        """The question that is asked; of one to the other player, or to chance about unseen cards, only that
        there is one.
        """
        if self.other(ask.seat) or (ask.seat == CHANCE and not self.all_seen(ask)):
            return f"{ask.seat} is asked"
        return describe_ask(self.veil(self.game).value(ask))

    def written(self, line: Line) -> str:
        """A line of the script; of a line of the other player, only whose it is."""
        return f"{line.seat}: …" if self.other(line.seat) else line.text

    # --- where it stands -------------------------------------------------------------------------
    def known(self) -> Game:
        """The position as the viewer knows it. It waits for decisions of the viewer that both worlds ask; of
        a decision of the other player it tells only who decides.
        """
        game, ask = self.veil(self.game).game(self.game), self.game.ask
        if ask is None:
            return game
        if not self.asks_in_both(ask):
            game.ask = None
        elif self.other(ask.seat):
            game.ask = Decision(ask.seat, "act", "", "act", (), 1, 1, "ask.act", {}, "")
        else:
            game.ask = self.asked
        return game


def any_word(ask: Decision, line: Line, viewer: Seat) -> Decision:
    """The decision in which the viewer declares a word, with the word of the line among its choices: any
    word may be declared, and whether an unseen card has it is not told.
    """
    if ask.prompt != "ask.declare" or ask.seat != viewer or len(line.words) != 2:
        return ask
    word = line.words[1]
    offered = any(word in choice.words for choice in ask.choices)
    return ask if offered else ask._replace(choices=(*ask.choices, Choice((word,), word.replace("-", " "))))


def look_in(frame: Frame, engine: Engine) -> None:
    """Looks at what a window has to offer."""
    step = engine.table.book.procedures[frame.procedure].steps[0]
    step.function(engine.view, Vars(frame.vars, step.args, {}))


def among_unseen(ask: Decision) -> Decision:
    """The decision in which the viewer chooses among unseen cards; which of them fit, and how many, is not
    told.
    """
    named = [choice for choice in ask.choices if not any(map(is_nameless, choice.words))]
    unseen = [choice for choice in ask.choices if any(map(is_nameless, choice.words))]
    return ask._replace(choices=(*named, *unseen[:1]), least=1, most=1)


def is_public(entry: Entry) -> bool:
    """Is it a line about a loop? That it goes round, and how often it shall, is said aloud (11-1 of dbs)."""
    return entry.kind is trace.LOOPS or (entry.kind is trace.ASK and entry.data["ask"].kind == "number")


def shows_waiting(entry: Entry) -> bool:
    """Does it tell no more than what is gone about: a step, a window, that a player can do nothing?"""
    if entry.kind is trace.OFFER:
        return not entry.data["legal"]
    return entry.kind not in (trace.EVENT, trace.ASK, trace.ANSWER, trace.LOOPS)


def called(game: Game) -> set[str]:
    """The procedures that a position is to run next."""
    queue = game.agenda[-1].queue if game.agenda else ()
    return {instruction.args["procedure"] for instruction in queue if instruction.verb == "call"}


def why(option: Option) -> tuple[str, tuple[tuple[str, str], ...]]:
    """An option, and what refuses it."""
    return option.key, tuple((cond.rule, cond.message_key) for cond in option.conds if not cond.ok)
