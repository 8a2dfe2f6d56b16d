"""Control instructions: they change only the agenda."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judge.engine import trace
from judge.engine.flow.agenda import Agenda
from judge.engine.kernel.state import EMPTY, UNDECIDED, Frame, Instruction, Result
from judge.engine.kernel.variables import naming
from judge.engine.language.joint_costs import PAID, TOGETHER, gathered
from judge.text.rows import NamedTuple


def do_set(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Set values of this frame."""
    vars = {**frame.vars, **do.args["vars"]}
    agenda.game.agenda[-1] = Frame(frame.procedure, frame.step, True, vars, frame.queue[1:], EMPTY)


def do_name(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Keep values of this frame under names that a text gives."""
    vars = naming(frame.vars, do.args["names"])
    agenda.game.agenda[-1] = Frame(frame.procedure, frame.step, True, vars, frame.queue[1:], EMPTY)


def do_put(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Set values of the innermost running frame of a procedure, by the words of the vocabulary."""
    agenda.rest(frame)
    frames, procedure, vars = agenda.game.agenda, do.args["procedure"], do.args["vars"]
    for at in range(len(frames) - 1, -1, -1):
        if frames[at].procedure == procedure:
            frames[at] = frames[at]._replace(vars={**frames[at].vars, **vars})
            agenda.game.forget()
            cards = {key: agenda.game.objects.get(ref, "") for key, ref in vars.items()}
            agenda.view.note(trace.PUT, do.args.get("rule", ""), vars=vars, procedure=procedure, cards=cards)
            return


def do_call(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Run a procedure, then come back to this queue."""
    agenda.rest(frame)
    agenda.push(do.args["procedure"], do.args.get("vars", EMPTY))


def do_within(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Run instructions in a context of their own."""
    agenda.rest(frame)
    inner = do.args["do"]
    queue = (inner,) if isinstance(inner, Instruction) else tuple(inner)
    agenda.push("seq", {**do.args["vars"], "rule": do.args.get("rule", "")}, queue)


def do_again(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Calls this step once more."""
    agenda.game.agenda[-1] = Frame(frame.procedure, frame.step, False, frame.vars, (), EMPTY)


def do_goto(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Go on at another step of this procedure."""
    tell_jump(agenda, frame.procedure, do)
    agenda.game.agenda[-1] = frame._replace(step=do.args["step"], entered=False, queue=(), answers=EMPTY)


def tell_jump(agenda: Agenda, procedure: str, do: Instruction) -> None:
    """Tell the tracer where a procedure goes on, and under which article."""
    definition = agenda.table.book.procedures[procedure]
    step = definition.steps[definition.places[do.args["step"]]]
    agenda.view.note(trace.GOTO, do.args.get("rule", ""), step=step.id, because=do.args.get("because", ""))


def do_end(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Leave this procedure."""
    agenda.game.agenda.pop()


def do_leave(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Break off everything above a running procedure and go on there at a step."""
    agenda.rest(frame)
    agenda.unwind(do.args["procedure"])
    top = agenda.game.agenda[-1]
    tell_jump(agenda, top.procedure, do)
    agenda.game.agenda[-1] = top._replace(step=do.args["step"], entered=False, queue=(), answers=EMPTY)


def do_undecided(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Stops the game where the rulebook decides nothing, and names the gap."""
    agenda.game.result = Result("", do.args["rule"], UNDECIDED + do.args["gap"])


def do_events(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Send a batch of events through the pipeline, or keep it for what happens together."""
    rest, vars = agenda.rest(frame), gathered(frame.vars, do)
    if vars is not None:
        agenda.game.agenda[-1] = rest._replace(vars=vars)
    else:
        agenda.submit(do.args["events"], do.args.get("as", ""))


def do_paid_together(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Makes the events that a cost has gathered happen as one batch."""
    paid = {key: value for key, value in frame.vars.items() if key not in (TOGETHER, "befallen")}
    agenda.game.agenda[-1] = agenda.rest(frame)._replace(vars=paid)
    agenda.submit(frame.vars.get(TOGETHER, ()), "")


def do_apply(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Apply events that have been settled."""
    agenda.rest(frame)
    agenda.apply(do.args["events"], do.args["as"], True)


def do_looked(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Shuffles a zone that was looked through once this frame is done, unless a text shuffles it before."""
    rest = agenda.rest(frame)
    zone = do.args["zone"]
    more = tuple(
        Instruction("shuffle", {"shuffle": zone, "of": seat, "rule": do.args["rule"], "back": True})
        for seat in agenda.view.seats(do.args["of"], frame.vars.get("me", ""))
        if not any(shuffles_back(instruction, zone, seat) for instruction in rest.queue)
    )
    agenda.game.agenda[-1] = rest._replace(queue=(*rest.queue, *more))


def do_settled(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Notes that the text itself has shuffled a zone that was looked through."""
    rest = agenda.rest(frame)
    agenda.game.agenda[-1] = rest._replace(
        queue=tuple(
            [
                instruction
                for instruction in rest.queue
                if not shuffles_back(instruction, do.args["zone"], do.args["of"])
            ]
        )
    )


def shuffles_back(do: Instruction, zone: str, seat: str) -> bool:
    """Is it the shuffle that a look through this zone has left for the end?"""
    return do.verb == "shuffle" and "back" in do.args and (do.args["shuffle"], do.args["of"]) == (zone, seat)


def do_rest_fails(agenda: Agenda, frame: Frame, do: Instruction) -> None:
    """Drops what comes after something that cannot be done; only a zone that was looked through is still
    shuffled.
    """
    rest = agenda.rest(frame)
    kept = tuple(
        [
            instruction
            for instruction in rest.queue
            if instruction.verb == "shuffle" and "back" in instruction.args
        ]
    )
    if len(kept) < len(rest.queue):
        agenda.view.note(
            trace.REST_FAILS, do.args["rule"], card=agenda.game.objects.get(frame.vars["self"], "")
        )
    agenda.game.agenda[-1] = rest._replace(queue=kept)


class Control(NamedTuple):
    """A control instruction, declared once."""

    does: Callable[[Agenda, Frame, Instruction], None]
    takes: Mapping[str, str]  # by argument, the kind of value; one that may be missing with a `?`


CONTROLS: dict[str, Control] = {
    "set": Control(do_set, {"vars": "values"}),
    "name": Control(do_name, {"names": "values"}),
    "put": Control(do_put, {"procedure": "procedure", "vars": "values", "?rule": "text"}),
    "call": Control(do_call, {"procedure": "procedure", "?vars": "values"}),
    "within": Control(do_within, {"do": "dos", "vars": "values", "?rule": "text"}),
    "again": Control(do_again, {}),
    "goto": Control(do_goto, {"step": "text", "?because": "text", "?rule": "text"}),
    "end": Control(do_end, {}),
    "leave": Control(
        do_leave, {"procedure": "procedure", "step": "text", "?because": "text", "?rule": "text"}
    ),
    "events": Control(do_events, {"events": "[Event]", "?as": "text"}),
    "apply": Control(do_apply, {"events": "[Event]", "as": "text", "?below": "flag"}),
    "undecided": Control(do_undecided, {"rule": "text", "gap": "text"}),
    "looked": Control(do_looked, {"zone": "place", "of": "player", "rule": "text"}),
    "settled": Control(do_settled, {"zone": "place", "of": "player"}),
    "rest-fails": Control(do_rest_fails, {"rule": "text"}),
    PAID.verb: Control(do_paid_together, {}),
}
CONTROL = {name: control.does for name, control in CONTROLS.items()}
