"""The engine: runs frames one instruction at a time until a decision is needed or the game is over.

A tick takes the top frame: the head of its queue, or its next step, or its end. Control instructions
move about on the agenda; everything else is an event, and events are applied here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.continuous import abilities, statics
from judge.engine.effects.scopes import touches
from judge.engine.effects.validity import works
from judge.engine.flow import loops, restarts
from judge.engine.flow import pipeline as events
from judge.engine.flow.aftermath import LISTED, Watch, following, happened, outdate, told_of
from judge.engine.flow.agenda import Agenda, sent_on
from judge.engine.flow.changes import VERBS
from judge.engine.flow.control import CONTROL
from judge.engine.flow.details import record, tell_succession, told
from judge.engine.flow.endings import acts_at_once, both_end, ends_game, goes_on
from judge.engine.flow.history import remembrances
from judge.engine.flow.option_conditions import tell_skipped, tell_unmet, unwilling
from judge.engine.flow.snapshots import before
from judge.engine.flow.triggers import come_about, heard, may_wait, state_waits
from judge.engine.kernel import instructions
from judge.engine.kernel.book import Procedure, StateRule
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import (
    EMPTY,
    OFTEN,
    QUEUED,
    SEATS,
    AppliedEvent,
    Card,
    Decision,
    Frame,
    Instruction,
    within,
)
from judge.engine.kernel.variables import INTO, naming, own
from judge.engine.kernel.view import Vars, View
from judge.engine.language.traits import names as values_names
from judge.errors import NotImplementedYet, OutOfPlace
from judge.text.plain import Json

TEXTUAL = frozenset(
    ("gain", "mark", "turn")
)  # verbs by which an effect can make a card fit a selector no longer


def selected(view: View) -> set[tuple[str, str, str]]:
    """Which cards static abilities affect whose selectors test more than a place, as (ability, source,
    target).
    """
    triples = set()
    for _, ability, source in statics(view):
        of = ability.data.get("of")
        if isinstance(of, Mapping):
            for seat in view.seats("any"):
                for name in values_names(of.get("zone", view.book.default_zone)):
                    triples |= {(ability.id, source.object, card.object) for card in view.zone(seat, name)
                              if touches(view, ability, source, card)}  # fmt: skip
    return triples


def may_exclude(batch: Sequence[Mapping[str, object]]) -> bool:
    """Can these events take targets from a static ability by changing what cards are like?"""
    return any(event.get("because") == "effect" for event in batch) and any(
        event["verb"] in TEXTUAL for event in batch
    )


def excluded(view: View, before: set[tuple[str, str, str]]) -> Iterator[tuple[str, Card, Card]]:
    """The targets that an effect took from a static ability; it does not regain them this turn."""
    for ability, source, target in sorted(before - selected(view)):
        holder, card = view.card(source), view.card(target)
        if holder is None or card is None:
            continue
        if any(held.id == ability and works(view, holder, held) for held in abilities(view, holder)):
            yield f"effects-turn:lost:{source}:{target}:{ability}", card, holder


Stop = Callable[[Frame], bool]


class Engine(Agenda):
    """Plays one game on one table."""

    def run(self, stop: Stop | None = None) -> None:
        """Runs until a decision is needed, the game ends, or `stop` says so for a frame about to step.
        Raises NotImplementedYet where the game would go on for ever or do more than any game does.
        """
        game, agenda = self.game, self.game.agenda
        self.set_off()
        try:
            while agenda and game.ask is None and game.result is None and not self.stopped:
                self.tick(stop)
        except OutOfPlace as error:
            raise error.at(agenda[-1].procedure, agenda[-1].step) from None

    def answer(self, value: Json) -> None:
        """Give the waiting decision its answer. The caller has checked that it is one of the choices."""
        ask = self.game.ask
        assert ask is not None
        if self.tracer is not None:
            self.tracer.answer(self.game, ask, value)
        game, frame = self.game, self.game.agenda[-1]
        game.ask = None
        game.seen = loops.compelled(game, ask)
        game.offer_cache = game.offer_cache.copy()  # copies of the game go on from here with other answers
        if ask.into.startswith(loops.HOW_OFTEN):
            loops.said(self, ask.seat, value)
            return
        if game.barred:
            game.barred = restarts.spent(game.barred, ask.seat)
        if self.remembers and ask.seat in SEATS:
            game.past = loops.remembered(self.table, game, ask, value)
        game.agenda[-1] = Frame(
            frame.procedure,
            frame.step,
            frame.entered,
            frame.vars,
            frame.queue,
            {**frame.answers, ask.into: value},
        )

    def tick(self, stop: Stop | None = None) -> None:
        """Does one instruction or one step, or closes one frame."""
        self.tally()
        if self.table.volatile:
            self.game.forget()
        frame = self.game.agenda[-1]
        if frame.queue:
            self.execute(frame, frame.queue[0])
            return
        if frame.procedure == "seq":
            self.game.agenda.pop()
            return
        procedure = self.table.book.procedures[frame.procedure]
        if frame.entered:  # the next step, or the end after the last
            step = procedure.following[frame.step]
            if step:
                self.game.agenda[-1] = Frame(frame.procedure, step, False, frame.vars, (), EMPTY)
            else:
                self.game.agenda.pop()
        elif stop is not None and stop(frame):
            self.stopped = True
        else:
            self.enter(frame, procedure)

    # --- steps -----------------------------------------------------------------------------
    def enter(self, frame: Frame, procedure: Procedure) -> None:
        """Call the step's function, unless the procedure's guard sends it elsewhere first:
        it asks, or says what is to be done.
        """
        step = procedure.steps[procedure.places[frame.step]]
        if procedure.guard and not frame.answers and self.guarded(frame, procedure):
            return
        if frame.procedure[:7] == "window:" and not frame.answers and self.loops():
            return
        if self.tracer is not None:
            if not frame.answers and not frame.vars.get("stage") and frame.procedure != "event":
                self.tracer.step(self.game, frame, step.rule)
            for reading in step.touches:
                self.tracer.touch(reading)
        outcome = step.function(self.view, Vars(frame.vars, step.args, frame.answers))
        if type(outcome) is Decision:
            self.ask(outcome)
        else:
            queue: tuple[Json, ...] = tuple(outcome) if outcome else frame.queue
            self.game.agenda[-1] = Frame(frame.procedure, frame.step, True, frame.vars, queue, EMPTY)

    def loops(self) -> bool:
        """Does the game repeat itself without any decision? Then nobody can stop it, and it is a draw."""
        if not loops.stuck(self.table, self.game):
            return False
        rule = str(self.table.book.cites.get("loop", ""))
        self.view.note(trace.LOOP, rule)
        if not rule:
            gap = Instruction("undecided", {"rule": "", "gap": "an endless loop"})
            CONTROL["undecided"](self, self.game.agenda[-1], gap)
        else:
            end: Event = {"verb": "end-game", "name": "loop", "rule": rule, "losers": (), "why": "loop"}
            self.apply([end], "", False)
        return True

    def guarded(self, frame: Frame, procedure: Procedure) -> bool:
        """Asks a procedure's guard before each guarded step; says whether it has sent the frame on."""
        outcome = sent_on(self.view, procedure, frame)
        if not outcome:
            return False
        self.game.agenda[-1] = frame._replace(entered=True, queue=tuple(outcome))
        return True

    def ask(self, ask: Decision) -> None:
        """Stop for a decision, unless it belongs to a loop that goes round by itself."""
        game = self.game
        held = bool(game.barred) and ask.kind == "may"
        if held:
            ask = restarts.narrowed(self.view, ask)
        if self.remembers and ask.seat in SEATS:
            loops.notice(self, ask)
        if game.loop is not None:
            loops.go_round(self, ask)
            return
        self.stop_for(ask)
        if held and len(ask.choices) == 1:
            self.answer(ask.choices[0].value)

    def stop_for(self, ask: Decision) -> None:
        """The game waits for this decision."""
        self.game.ask = ask
        if self.tracer is not None:
            self.tracer.ask(self.game, ask)

    # --- instructions ----------------------------------------------------------------------
    def execute(self, frame: Frame, do: Instruction) -> None:
        """Do the head of a queue: a control instruction, an event, or a word of the vocabulary."""
        conditional = "if" in do.args or "when" in do.args
        if conditional and not self.wanted(frame, do):
            self.skip(frame, do)
            return
        control = CONTROL.get(do.verb)
        if control is not None:
            control(self, frame, do)
            return
        verb = self.table.book.verbs.get(do.verb)
        if verb is None:
            raise NotImplementedYet(f"the instruction {do.verb!r}")
        args = do.args  # what held once does not have to hold again of what the instruction stands for
        if conditional:
            args = {key: value for key, value in do.args.items() if key not in ("if", "when")}
        outcome = verb(self.view, Vars(frame.vars, args, frame.answers))
        if type(outcome) is Decision:
            self.ask(outcome)
        else:
            queue = frame.queue[1:] if not outcome else (*outcome, *frame.queue[1:])
            within(len(queue), QUEUED, "more instructions in a row")
            self.game.agenda[-1] = Frame(frame.procedure, frame.step, True, frame.vars, queue, EMPTY)

    def skip(self, frame: Frame, do: Instruction) -> None:
        """Passes over an instruction whose condition does not hold. In some books everything after it is
        passed over too, unless a player merely chose not to do it.
        """
        fails = () if unwilling(frame.vars, do) else tell_skipped(self.view, frame.vars, do)
        if fails and do.args.get("if") is not None and len(frame.queue) == 1:  # it is all that is left itself
            self.view.note(trace.REST_FAILS, fails[0].args["rule"], card="")
        self.game.agenda[-1] = frame._replace(queue=(*fails, *frame.queue[1:]), answers=EMPTY)

    def wanted(self, frame: Frame, do: Instruction) -> bool:
        """Do the instruction's own conditions hold?"""
        test = do.args.get("if")
        if test is not None and not self.view.holds(test, frame.vars):
            return False
        when = do.args.get("when")
        if when is not None and not self.view.holds(when, frame.vars):
            tell_unmet(self.view, frame.vars, when)
            return False
        return True

    # --- events ----------------------------------------------------------------------------
    def submit(self, batch: Sequence[Event], into: str, below: bool = False) -> None:
        """Apply events at once, or settle them first when something could forbid or replace them."""
        if self.tracer is None and not into and all(self.unheeded(event) for event in batch):
            for event in batch:
                outdate(self.view, event["verb"], VERBS[event["verb"]](self.view, event))
            return
        within(len(batch), OFTEN, f"something that is done to {len(batch):,} cards at once")
        left: list[Event] = []
        for event in batch:
            if events.happens(self.view, event, bool(into), left):
                left.append(event)
        if left and self.table.watched and any(events.watched(self.view, event) for event in left):
            self.push("event", {"todo": tuple(left), "as": into})
        elif left or into:
            self.apply(left, into, below)

    def unheeded(self, event: Event) -> bool:
        """Can nothing on the table prevent the event, and does no rule or ability notice it?"""
        return event["verb"] in LISTED and self.table.unheeded(event["name"], event["verb"])

    def exclude(self, aimed: set[tuple[str, str, str]]) -> None:
        """Remember the targets that static abilities have lost to an effect."""
        rule = str(self.table.book.cites["excluded"])
        for key, card, holder in list(excluded(self.view, aimed)):
            self.view.note(trace.EXCLUDED, rule, card=card.id, source=holder.id)
            self.apply([instructions.event({}, "remember", "lost", rule, key=key, value=True)], "", False)
            self.game.forget()

    def states(self) -> list[Event]:
        """The events that make state triggers pending: each once when its situation comes about, and again
        only after the situation has ended. One that acts at once also reacts to another card.
        """
        waits = []
        for wait, key, due in state_waits(self.view):
            before = self.game.memory.get(key)
            if due != (before or False):
                new = instructions.event({}, "remember", "state", str(wait["rule"]), key=key, value=due)
                waits.append(new)
                waits.extend([wait] if come_about(due, before) and may_wait(self.view, wait) else [])
        return waits

    def apply(self, batch: Sequence[Event], into: str, below: bool) -> None:
        """Change the game by a batch of events, record it, and let the rules and abilities hear of it."""
        watch = Watch(self.view, batch) if self.tracer is not None else None
        aimed = selected(self.view) if self.table.selective and may_exclude(batch) else None
        records, calls = self.change(batch, watch)
        if aimed and records:
            self.exclude(aimed)
        if records:
            self.follow(records, below)
        if into:
            self.store(into, records, below)
        if records:
            self.tell(records, watch)
            self.pass_on(records, calls)

    def change(
        self, batch: Sequence[Event], watch: Watch | None = None
    ) -> tuple[list[AppliedEvent], list[Event]]:
        """Change the game by each event: what happened, and the events that call for a procedure."""
        records: list[AppliedEvent] = []
        calls: list[Event] = []
        seen = [before(self.view, event) for event in batch]
        for event, values in zip(batch, seen, strict=True):
            verb = event["verb"]
            if watch is not None:
                watch.look(event)
            changes = VERBS[verb](self.view, event)
            outdate(self.view, verb, changes)
            records.extend([record(event, change, values) for change in changes])
            if watch is not None and changes:
                watch.seen(event, len(records) - 1)
            if changes and verb == "announce" and "procedure" in event:
                calls.append(event)
        return records, calls

    def pass_on(self, records: Sequence[AppliedEvent], calls: Sequence[Event]) -> None:
        """Handles records: remembers them, begins the procedures that they call for, lets abilities hear of
        them, and ends a game that they decide.
        """
        if self.table.remembers:
            self.remember(records)
        for call in calls[::-1]:
            given = {key: value for key, value in call.items() if key not in PLUMBING}
            self.push(call["procedure"], {**given, "inherited": call.get("used", ())})
        self.hear(records)
        if self.game.result is not None:
            goes_on(self)

    def remember(self, records: Sequence[AppliedEvent]) -> None:
        """Keeps what is asked about a batch afterwards."""
        pairs = list(remembrances(self.view, records))
        for key, value in pairs:
            VERBS["remember"](self.view, {"key": key, "value": value})
        if pairs and self.table.reads_deeds:
            self.game.forget()
        elif pairs:
            self.game.offer_cache = {}

    def follow(self, records: Sequence[AppliedEvent], below: bool) -> None:
        """Keeps an ability's references to cards that it moves while it resolves."""
        at = -2 if below else -1
        if len(self.game.agenda) >= -at:
            frame = self.game.agenda[at]
            vars = following(self.view, frame, records)
            if vars is not frame.vars:
                self.game.agenda[at] = frame._replace(vars=vars)

    def store(self, into: str, records: Sequence[AppliedEvent], below: bool) -> None:
        """Keep how many events of a batch happened, for instructions that say "if you do"."""
        at = -2 if below else -1
        frame = self.game.agenda[at]
        named = into.startswith(INTO)
        name = into.removeprefix(INTO)
        before = own(frame.vars).get(name, ()) if named else frame.vars.get(into, ())
        kept = {name: (*(before if isinstance(before, tuple) else ()), *happened(records))}
        vars = naming(frame.vars, kept) if named else {**frame.vars, **kept}
        self.game.agenda[at] = frame._replace(vars=vars)

    def tell(self, records: Sequence[AppliedEvent], watch: Watch | None) -> None:
        """Tells the tracer of the records."""
        if self.tracer is not None and watch is not None:
            for at, (event, data) in enumerate(
                zip(records, told(self.view, records, watch.ended), strict=True)
            ):
                self.tracer.event(self.game, event, {**data, **told_of(watch, at)})
            for rule, shift in watch.besides():
                self.view.note(trace.SHIFT, rule or records[0].rule, **shift)
            tell_succession(self.view, records, watch.began)
            tell_unprocessed(self.view, records)
            self.tracer.happened(self.view, records)

    def hear(self, records: Sequence[AppliedEvent]) -> None:
        """Lets interrupting rules hear the records, then abilities; what ends the game comes first."""
        ends: list[Sequence[Instruction]] = []
        for interrupt in self.table.book.interrupts_after({event.verb for event in records}):
            dos = interrupt.function(self.view, records)
            if dos:
                for reading in interrupt.touches:
                    self.view.touch(reading)
                if ends_game(dos):
                    ends.append(dos)
                else:
                    self.push("seq", {"rule": interrupt.rule, "because": "rules"}, dos)
        waits: list[Event] = []
        if self.game.result is None and self.table.listeners:
            if self.tracer is not None:
                self.tracer.listened(self.view, records)
            waits += list(heard(self.view, [event for event in records if not event.quiet]))
            if "state" in self.table.listeners:
                waits.extend(self.states())
            if waits:
                self.await_or_act(waits, over=bool(ends))
        for dos in (*ends, *both_end(self.view, ends, waits)):
            self.push("seq", {"because": "rules"}, dos)

    def await_or_act(self, waits: Sequence[Event], over: bool = False) -> None:
        """Makes abilities pending that have heard their event; rules of cards that act at once are carried
        out instead.
        """
        now = [wait for wait in waits if acts_at_once(self.table, wait)]
        if len(waits) > len(now):
            self.apply([wait for wait in waits if wait not in now], "", False)
        for pending in now[::-1]:
            ability = self.table.abilities[pending["ability"]]
            if not (ability.keyword or over):
                self.view.note(trace.AT_ONCE, ability.rule, card=pending["holder"], ability=ability.id)
            vars = {**pending["vars"], "ability": ability.id, "because": "effect", "rule": ability.rule}
            self.push("seq", vars, ability.do)


PLUMBING = frozenset(("verb", "name", "procedure", "used"))


# --- cards that rule processing does not take though its condition held for a while, or holds already: told
def tell_unprocessed(view: View, records: Sequence[AppliedEvent]) -> None:
    """Tells which cards have risen above the number at which a state rule would have taken them, and which
    an ended effect has brought down to it.
    """
    rule = str(view.book.cites.get("confirmative", ""))
    if not rule:
        return
    for row in view.book.state_rules:
        bound = row.each.get("max", {}).get(row.laid_to)
        for event in records if bound is not None else ():
            if event.verb == "gain" and event.args["attr"] == row.laid_to and event.args["makes"] == "add":
                tell_recovered(view, rule, bound, event)
            elif event.verb == "expire":
                tell_due(view, rule, row)


def tell_recovered(view: View, rule: str, bound: int, event: AppliedEvent) -> None:
    """Tells which cards an event has raised above the number."""
    attr, value = event.args["attr"], event.args["value"]
    for card in filter(None, map(view.card, event.args["to"])):
        have = view.value(card, attr)
        if have is not None and have > bound >= have - value:
            view.note(trace.RECOVERED, rule, card=card.id, attr=attr, n=have)


def tell_due(view: View, rule: str, row: StateRule) -> None:
    """Tells which cards the rule will take when it next looks."""
    for card in view.cards({"of": "any", **row.each}, {"me": view.active}):
        view.note(trace.DUE_LATER, rule, card=card.id, attr=row.laid_to, n=view.value(card, row.laid_to))
