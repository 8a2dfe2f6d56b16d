"""The agenda: runs frames one instruction at a time until a decision is needed or the game is over.

A tick takes the top frame: the head of its queue, or its next step, or its end. Control instructions
move about on the agenda; everything else is an event, and events are applied here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from judge.engine import events, matching, proposals
from judge.engine.book import Outcome, Procedure, Step, Table
from judge.engine.continuous import TEXTUAL, excluded, selected, snapshot
from judge.engine.keys import position_key
from judge.engine.tracing import Tracer
from judge.engine.triggers import heard, state_waits
from judge.engine.verbs import VERBS, Change
from judge.engine.view import Vars, View
from judge.errors import NotImplementedYet
from judge.state import Ask, Card, Do, Frame, Game, Record, Result

Stop = Callable[[Frame], bool]
EMPTY: Mapping[str, Any] = {}
LOOK_AFTER = 80  # windows since the last decision before positions are compared: a key costs 40 windows
GIVE_UP = 2000


class Engine:
    """Plays one game on one table. `ticks` counts the instructions and steps done."""

    def __init__(self, table: Table, game: Game, tracer: Tracer | None = None) -> None:
        self.table = table
        self.game = game
        self.tracer = tracer
        self.view = View(table, game, tracer)
        self.ticks = 0
        self.stopped = False

    def run(self, stop: Stop | None = None) -> None:
        """Go on until a decision is asked for, the game ends, or `stop` says so of a frame about to step."""
        game = self.game
        self.stopped = False
        while game.ask is None and game.result is None and game.agenda and not self.stopped:
            self.tick(stop)

    def answer(self, value: Any) -> None:
        """Give the waiting decision its answer. The caller has checked that it is one of the choices."""
        ask = self.game.ask
        assert ask is not None
        if self.tracer is not None:
            self.tracer.answer(self.game, ask, value)
        frame = self.game.agenda[-1]
        self.game.agenda[-1] = frame._replace(answers={**frame.answers, ask.into: value})
        self.game.ask = None
        self.game.seen = {}

    def tick(self, stop: Stop | None = None) -> None:
        """Do one instruction, one step, or close one frame."""
        self.ticks += 1
        if self.table.volatile:
            self.game.memo = {}
        frame = self.game.agenda[-1]
        if frame.queue:
            self.execute(frame, frame.queue[0])
            return
        if frame.procedure == "seq":
            self.game.agenda.pop()
            return
        procedure = self.table.book.procedures[frame.procedure]
        if frame.entered:
            self.advance(frame, procedure)
        elif stop is not None and stop(frame):
            self.stopped = True
        else:
            self.enter(frame, procedure)

    # --- steps -----------------------------------------------------------------------------
    def advance(self, frame: Frame, procedure: Procedure) -> None:
        """Go to the next step, or leave the procedure after its last."""
        at = procedure.places[frame.step] + 1
        if at == len(procedure.steps):
            self.game.agenda.pop()
        else:
            self.game.agenda[-1] = Frame(frame.procedure, procedure.steps[at].id, False, frame.vars, (), EMPTY)

    def enter(self, frame: Frame, procedure: Procedure) -> None:
        """Call the step's function, unless the procedure's guard sends it elsewhere first."""
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
        self.take(frame, step, step.function(self.view, Vars(frame.vars, step.args, frame.answers)))

    def loops(self) -> bool:
        """Has this very position been here since the last decision? Then nobody can stop it: a draw."""
        seen = self.game.seen
        seen["windows"] = seen.get("windows", 0) + 1
        if seen["windows"] <= LOOK_AFTER:
            return False
        if seen["windows"] > GIVE_UP:
            raise NotImplementedYet("an endless loop in which the position never repeats")
        key = blake2b(repr(position_key(self.table, self.game)).encode(), digest_size=16).hexdigest()
        if key not in seen:
            seen[key] = True
            return False
        rule = str(self.table.book.cites.get("loop", ""))
        self.view.note("loop", rule)
        self.apply([{"verb": "end-game", "name": "loop", "rule": rule, "losers": (), "why": "loop"}], "", False)
        return True

    def guarded(self, frame: Frame, procedure: Procedure) -> bool:
        """Within a procedure's guarded steps its guard is asked before each: it may send the frame on."""
        guard = procedure.guard
        here = procedure.places[frame.step]
        if not procedure.places[guard["from"]] <= here <= procedure.places[guard["until"]]:
            return False
        outcome = guard["function"](self.view, Vars(frame.vars, EMPTY, EMPTY))
        if not outcome:
            return False
        for reading in guard["touches"]:
            self.view.touch(reading)
        self.game.agenda[-1] = frame._replace(entered=True, queue=tuple(outcome))
        return True

    def take(self, frame: Frame, step: Step, outcome: Outcome) -> None:
        """What a step returned: a question, instructions for the queue, or nothing."""
        if isinstance(outcome, Ask):
            self.ask(outcome)
        elif outcome:
            self.game.agenda[-1] = Frame(frame.procedure, frame.step, True, frame.vars, tuple(outcome), EMPTY)
        else:
            self.game.agenda[-1] = Frame(frame.procedure, frame.step, True, frame.vars, frame.queue, EMPTY)

    def ask(self, ask: Ask) -> None:
        """Stop for a decision."""
        self.game.ask = ask
        if self.tracer is not None:
            self.tracer.ask(self.game, ask)

    # --- instructions ----------------------------------------------------------------------
    def execute(self, frame: Frame, do: Do) -> None:
        """Do the head of a queue: a control instruction, an event, or a word of the vocabulary."""
        if not self.wanted(frame, do):
            self.game.agenda[-1] = frame._replace(queue=frame.queue[1:], answers=EMPTY)
            return
        control = CONTROL.get(do.verb)
        if control is not None:
            control(self, frame, do)
            return
        verb = self.table.book.verbs.get(do.verb)
        if verb is None:
            raise NotImplementedYet(f"the instruction {do.verb!r}")
        outcome = verb(self.view, Vars(frame.vars, do.args, frame.answers))
        if isinstance(outcome, Ask):
            self.ask(outcome)
        else:
            queue = frame.queue[1:] if not outcome else (*outcome, *frame.queue[1:])
            self.game.agenda[-1] = Frame(frame.procedure, frame.step, True, frame.vars, queue, EMPTY)

    def wanted(self, frame: Frame, do: Do) -> bool:
        """Do the instruction's own conditions hold?"""
        test = do.args.get("if")
        if test is not None and not self.view.holds(test, frame.vars):
            return False
        when = do.args.get("when")
        if when is not None and not self.view.holds(when, frame.vars):
            self.view.note("condition-fails", frame.vars.get("rule", ""), when=when)
            return False
        return True

    def rest(self, frame: Frame) -> Frame:
        """Drop the head of the top frame's queue."""
        left = Frame(frame.procedure, frame.step, True, frame.vars, frame.queue[1:], EMPTY)
        self.game.agenda[-1] = left
        return left

    def push(self, procedure: str, vars: Mapping[str, Any], queue: Sequence[Do] = ()) -> None:
        """Put a procedure, or a bare sequence of instructions, on top of the agenda."""
        if procedure == "seq":
            self.game.agenda.append(Frame("seq", "", True, vars, tuple(queue)))
            return
        found = self.table.book.procedures.get(procedure)
        if found is None:
            raise NotImplementedYet(f"the procedure {procedure!r}")
        self.game.agenda.append(Frame(procedure, found.steps[0].id, False, vars, tuple(queue)))

    def unwind(self, procedure: str) -> None:
        """Drop every frame above the innermost running frame of a procedure."""
        while self.game.agenda and self.game.agenda[-1].procedure != procedure:
            dropped = self.game.agenda.pop()
            self.view.note("dropped", "", procedure=dropped.procedure, step=dropped.step)

    # --- events ----------------------------------------------------------------------------
    def submit(self, batch: Sequence[Mapping[str, Any]], into: str, below: bool = False) -> None:
        """Apply events at once, or settle them first when something could forbid or replace them."""
        batch = [event for event in batch if not self.fixed(event)]
        if any(events.watched(self.view, event) for event in batch):
            self.push("event", {"todo": tuple(batch), "as": into})
        else:
            self.apply(batch, into, below)

    def exclude(self, aimed: set[tuple[str, str, str]], batch: Sequence[Mapping[str, Any]]) -> None:
        """Remember the targets that static abilities have lost to an effect."""
        rule = str(self.table.book.cites.get("lost-target", ""))
        for key, card, holder in list(excluded(self.view, aimed, batch)):
            self.view.note("lost-target", rule, card=card.id, source=holder.id)
            self.apply([proposals.event({}, "remember", "lost", rule, key=key, value=True)], "", False)
            self.game.memo = {}

    def states(self) -> list[dict[str, Any]]:
        """State triggers: each waits once when its situation comes about, and again only after it has gone."""
        waits = []
        for new, key, due in state_waits(self.view):
            if due != bool(self.game.memory.get(key)):
                waits.append(proposals.event({}, "remember", "state", str(new["rule"]), key=key, value=due))
                waits.extend([new] if due else [])
        return waits

    def fixed(self, event: Mapping[str, Any]) -> bool:
        """Is it the move of a card out of a zone that nothing leaves?"""
        if event["verb"] != "move":
            return False
        card = self.view.card(event["card"])
        rule = self.table.book.zones[card.place].get("fixed") if card is not None and card.zone else None
        if rule:
            self.view.note("fixed", rule, card=card.id if card else "")
        return bool(rule)

    def apply(self, batch: Sequence[Mapping[str, Any]], into: str, below: bool) -> None:
        """Change the game by a batch of events, record it, and let the rules and abilities hear of it."""
        records: list[Record] = []
        calls: list[Mapping[str, Any]] = []
        seen = [self.before(event) for event in batch]
        ended = self.ended(batch) if self.tracer is not None else set()
        aimed = selected(self.view) if self.table.selective and any(one["verb"] in TEXTUAL for one in batch) else None
        for event, values in zip(batch, seen, strict=True):
            changes = VERBS[event["verb"]](self.view, event)
            if changes:
                if event["verb"] not in CALM:
                    self.game.memo = {}
                records.extend(record(event, change, values) for change in changes)
                if event["verb"] == "announce" and "procedure" in event:
                    calls.append(event)
        if aimed and records:
            self.exclude(aimed, batch)
        if records:
            self.follow(records, below)
        if into:
            self.store(into, records, below)
        if records:
            self.tell(records, ended)
            for call in reversed(calls):
                given = {key: call[key] for key in call if key not in PLUMBING}
                self.push(call["procedure"], {**given, "inherited": call.get("used", ())})
            self.hear([one for one in records if not one.quiet])

    def before(self, event: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The computed values of a card about to leave a zone whose information is asked for later."""
        if event["verb"] != "move" or not self.table.abilities:
            return None
        card = self.view.card(event["card"])
        if card is None or not self.table.book.zones.get(card.place, EMPTY).get("snapshot"):
            return None
        return snapshot(self.view, card)

    def follow(self, records: Sequence[Record], below: bool) -> None:
        """Cards that an ability moves while it resolves are still meant by it, where they are now."""
        moved = {
            one.before.object: one.after.object
            for one in records
            if one.before is not None and one.after is not None and one.before.object != one.after.object and not one.quiet
        }
        at = -2 if below else -1
        if not moved or len(self.game.agenda) < -at:
            return
        frame = self.game.agenda[at]
        if frame.vars.get("because") in ("effect", "cost"):
            vars = {key: renamed(value, moved) for key, value in frame.vars.items()}
            if any(vars[key] != frame.vars[key] for key in vars if key not in ("self", "card", "it")):
                self.view.note("follows", str(self.table.book.cites.get("final", "")))
            self.game.agenda[at] = frame._replace(vars=vars)

    def store(self, into: str, records: Sequence[Record], below: bool) -> None:
        """Keep how many events of a batch happened, for instructions that say "if you do"."""
        at = -2 if below else -1
        frame = self.game.agenda[at]
        fresh = [one for one in records if not one.quiet and "rewritten" not in one.args]
        happened = tuple(one.after.object if one.after is not None else "happened" for one in fresh)
        before = frame.vars.get(into, ())
        before = before if isinstance(before, tuple) else ()
        self.game.agenda[at] = frame._replace(vars={**frame.vars, into: (*before, *happened)})

    def ended(self, batch: Sequence[Mapping[str, Any]]) -> set[str]:
        """The objects whose lasting effects end because a batch moves them out of play."""
        refs = {one["card"] for one in batch if one["verb"] == "move" and one["name"] != "control"}
        return {ref for effect in self.game.effects for ref in effect.to if ref in refs and not self.kept(ref)}

    def kept(self, ref: str) -> bool:
        """Is the object in a zone that effects outlast?"""
        card = self.view.card(ref)
        return card is None or not self.table.book.zones[card.place].get("leaves")

    def tell(self, records: Sequence[Record], ended: set[str]) -> None:
        """Tell the tracer."""
        if self.tracer is not None:
            for one in records:
                data = told(self.view, one)
                if one.ref in ended:
                    data["also"] = (*data["also"], str(self.table.book.cites.get("effects-end", "")))
                self.tracer.event(self.game, one, data)

    def hear(self, records: Sequence[Record]) -> None:
        """Interrupting rules first, then the abilities that this sets waiting."""
        for rule, interrupt, touches in self.table.book.interrupts:
            found = interrupt(self.view, records)
            if found:
                for reading in touches:
                    self.view.touch(reading)
                self.push("seq", {"rule": rule, "because": "rules"}, found)
        if self.game.result is None and self.table.listeners:
            waits = list(heard(self.view, records))
            if "state" in self.table.listeners:
                waits.extend(self.states())
            if waits:
                self.apply(waits, "", False)


def told(view: View, one: Record) -> dict[str, Any]:
    """What a reader wants to know besides the record: counts of the zones it touched, new values."""
    data: dict[str, Any] = {"also": (*one.args.get("also", ()), *moved_by(view, one))}
    zones = {card.zone for card in (one.before, one.after) if card is not None and card.zone}
    if one.before is None or one.after is None or one.before.zone != one.after.zone:
        data["counts"] = {zone: len(view.game.zones.get(zone, ())) for zone in sorted(zones)}
    if one.verb == "score":
        data["total"] = view.game.scores[f"{one.args['seat']}.{one.args['score']}"]
    if one.name == "blank":
        data["also"] = (*data["also"], str(view.book.cites.get("silent", "")))
    if one.verb == "gain":
        numeric = view.book.attributes.get(one.args["attr"], {}).get("type") == "int"
        data["also"] = (*data["also"], str(view.book.cites.get("numeric" if numeric else "textual", "")))
    if one.after is not None and one.after.owner != one.after.seat and one.after.zone:
        data["also"] = (*data["also"], *view.book.cites.get("foreign", ()))
    if one.after is not None and not one.after.zone:
        data["also"] = (*data["also"], str(view.book.raw.get("token", {}).get("gone", "")))
    if one.verb == "gain" and one.args["attr"] in view.book.attributes:
        cards = [card for card in (view.card(ref) for ref in one.args["to"]) if card is not None]
        data["now"] = {card.id: view.value(card, one.args["attr"]) for card in cards}
    return data


def moved_by(view: View, one: Record) -> list[str]:
    """The articles that say what becomes of a card on its way from one zone to another."""
    before, after = one.before, one.after
    if before is None or after is None or not after.zone or (before.zone == after.zone and before.on == after.on):
        return []
    pile, moves = view.book.raw["pile"], view.book.moves
    leaves = view.book.zones[before.place].get("leaves", {}).get("rule") if before.place != after.place else None
    found = [str(leaves)] if leaves else []
    if before.on:
        found.append(str(pile["silent"]))
    if after.under and before.seat != after.seat:
        found.append(str(pile["control"]))
    if after.under:
        found.append(str(pile["onto"] if one.args.get("onto") else pile["one"]))
    if before.owner != before.seat and before.owner == after.seat:
        found.append(str(view.book.cites.get("to-owner", "")))
    found += [
        str(spec["otherwise"]) for name, spec in moves.items()
        if "otherwise" in spec and name != one.name and spec["to"] == after.place and before.place == spec["origin"]
    ]  # fmt: skip
    if any(effect.scope is not None and after.object in effect.to for effect in view.game.effects):
        found.append(str(view.book.cites.get("entry-effects", "")))
    usual = view.book.zones[after.place].get("arrive_rule")
    if usual and "marks" not in one.args and before.place != after.place:
        found.append(str(usual))
    return found


# Verbs after which every computed value is what it was.
CALM = frozenset(("signal", "announce", "show", "wait", "leave", "remember"))
PLUMBING = frozenset(("verb", "name", "procedure", "used"))


def renamed(value: Any, moved: Mapping[str, str]) -> Any:
    """A variable's value with the numbers of moved objects replaced by their new ones."""
    if isinstance(value, str):
        return moved.get(value, value)
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(renamed(one, moved) for one in value)
    return value


def record(event: Mapping[str, Any], change: Change, values: Mapping[str, Any] | None) -> Record:
    """The record of one change by one event."""
    seat = change.after.seat if change.after else change.before.seat if change.before else event.get("seat", "")
    name = event["verb"] if change.quiet else event["name"]
    return Record(
        event["verb"], name, change.rule or event["rule"], change.card, change.ref, seat or event.get("who", ""), event,
        change.before, change.after, values, change.quiet,
    )  # fmt: skip


# --- control instructions ------------------------------------------------------------------------
def do_set(engine: Engine, frame: Frame, do: Do) -> None:
    """Set values of this frame."""
    vars = {**frame.vars, **do.args["vars"]}
    engine.game.agenda[-1] = Frame(frame.procedure, frame.step, True, vars, frame.queue[1:], EMPTY)


def do_put(engine: Engine, frame: Frame, do: Do) -> None:
    """Set values of the innermost running frame of a procedure, by the words of the vocabulary."""
    engine.rest(frame)
    agenda = engine.game.agenda
    for at in range(len(agenda) - 1, -1, -1):
        if agenda[at].procedure == do.args["procedure"]:
            agenda[at] = agenda[at]._replace(vars={**agenda[at].vars, **do.args["vars"]})
            engine.game.memo = {}
            engine.view.note("put", do.args.get("rule", ""), vars=do.args["vars"], procedure=do.args["procedure"])
            return


def do_call(engine: Engine, frame: Frame, do: Do) -> None:
    """Run a procedure, then come back to this queue."""
    engine.rest(frame)
    engine.push(do.args["procedure"], do.args.get("vars", EMPTY))


def do_within(engine: Engine, frame: Frame, do: Do) -> None:
    """Run instructions in a context of their own."""
    engine.rest(frame)
    inner = do.args["do"]
    queue = (inner,) if isinstance(inner, Do) else tuple(inner)
    engine.push("seq", {**do.args["vars"], "rule": do.args.get("rule", "")}, queue)


def do_again(engine: Engine, frame: Frame, do: Do) -> None:
    """Call this step once more."""
    engine.game.agenda[-1] = Frame(frame.procedure, frame.step, False, frame.vars, (), EMPTY)


def do_goto(engine: Engine, frame: Frame, do: Do) -> None:
    """Go on at another step of this procedure."""
    tell_jump(engine, frame.procedure, do)
    engine.game.agenda[-1] = frame._replace(step=do.args["step"], entered=False, queue=(), answers=EMPTY)


def tell_jump(engine: Engine, procedure: str, do: Do) -> None:
    """Tell the tracer where a procedure goes on, and under which article."""
    found = engine.table.book.procedures[procedure]
    step = found.steps[found.places[do.args["step"]]]
    also = (step.rule,) if do.args.get("rule") else ()
    engine.view.note("goto", do.args.get("rule", ""), step=step.id, because=do.args.get("because", ""), also=also)


def do_end(engine: Engine, frame: Frame, do: Do) -> None:
    """Leave this procedure."""
    engine.game.agenda.pop()


def do_leave(engine: Engine, frame: Frame, do: Do) -> None:
    """Break off everything above a running procedure and go on there at a step."""
    engine.rest(frame)
    engine.unwind(do.args["procedure"])
    top = engine.game.agenda[-1]
    tell_jump(engine, top.procedure, do)
    engine.game.agenda[-1] = top._replace(step=do.args["step"], entered=False, queue=(), answers=EMPTY)


def do_restart(engine: Engine, frame: Frame, do: Do) -> None:
    """Break off everything above a running procedure and start that over."""
    engine.unwind(do.args["procedure"])
    top = engine.game.agenda[-1]
    first = engine.table.book.procedures[do.args["procedure"]].steps[0].id
    engine.game.agenda[-1] = top._replace(step=first, entered=False, queue=(), answers=EMPTY)


def do_undecided(engine: Engine, frame: Frame, do: Do) -> None:
    """The rulebook decides nothing here: the game stops and the gap is named."""
    engine.game.result = Result("", do.args["rule"], "undecided:" + do.args["gap"])


def do_events(engine: Engine, frame: Frame, do: Do) -> None:
    """Send a batch of events through the pipeline."""
    engine.rest(frame)
    engine.submit(do.args["events"], do.args.get("as", ""))


def do_apply(engine: Engine, frame: Frame, do: Do) -> None:
    """Apply events that have been settled."""
    engine.rest(frame)
    engine.apply(do.args["events"], do.args["as"], True)


CONTROL: dict[str, Callable[[Engine, Frame, Do], None]] = {
    "set": do_set, "put": do_put, "call": do_call, "within": do_within, "again": do_again,
    "goto": do_goto, "end": do_end, "leave": do_leave, "restart": do_restart, "events": do_events,
    "apply": do_apply, "undecided": do_undecided,
}  # fmt: skip

__all__ = ["CONTROL", "Card", "Engine", "matching"]
