"""Control instructions: they move about on the agenda and change nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from judge.engine.together import PAID, TOGETHER, gathered, ungathered
from judge.state import EMPTY, Do, Frame, Result

if TYPE_CHECKING:
    from judge.engine.agenda import Engine


def do_set(engine: Engine, frame: Frame, do: Do) -> None:
    """Set values of this frame."""
    vars = {**frame.vars, **do.args["vars"]}
    engine.game.agenda[-1] = Frame(frame.procedure, frame.step, True, vars, frame.queue[1:], EMPTY)


def do_put(engine: Engine, frame: Frame, do: Do) -> None:
    """Set values of the innermost running frame of a procedure, by the words of the vocabulary."""
    engine.rest(frame)
    agenda, procedure, vars = engine.game.agenda, do.args["procedure"], do.args["vars"]
    for at in range(len(agenda) - 1, -1, -1):
        if agenda[at].procedure == procedure:
            agenda[at] = agenda[at]._replace(vars={**agenda[at].vars, **vars})
            engine.game.forget()
            cards = {key: engine.game.objects.get(ref, "") for key, ref in vars.items()}
            engine.view.note("put", do.args.get("rule", ""), vars=vars, procedure=procedure, cards=cards)
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
    engine.view.note(
        "goto", do.args.get("rule", ""), step=step.id, because=do.args.get("because", ""), also=also
    )


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


def do_undecided(engine: Engine, frame: Frame, do: Do) -> None:
    """The rulebook decides nothing here: the game stops and the gap is named."""
    engine.game.result = Result("", do.args["rule"], "undecided:" + do.args["gap"])


def do_events(engine: Engine, frame: Frame, do: Do) -> None:
    """Send a batch of events through the pipeline, or keep it for what happens together."""
    rest, vars = engine.rest(frame), gathered(frame.vars, do)
    if vars is not None:
        engine.game.agenda[-1] = rest._replace(vars=vars)
    else:
        engine.submit(do.args["events"], do.args.get("as", ""))


def do_paid_together(engine: Engine, frame: Frame, do: Do) -> None:
    """What a cost has gathered happens as one batch."""
    engine.game.agenda[-1] = engine.rest(frame)._replace(vars=ungathered(frame.vars))
    engine.submit(frame.vars.get(TOGETHER, ()), "")


def do_apply(engine: Engine, frame: Frame, do: Do) -> None:
    """Apply events that have been settled."""
    engine.rest(frame)
    engine.apply(do.args["events"], do.args["as"], True)


def do_looked(engine: Engine, frame: Frame, do: Do) -> None:
    """A zone was looked through: it is shuffled once all that this frame has to do is done,
    unless a text shuffles it before.
    """
    rest = engine.rest(frame)
    zone = do.args["zone"]
    more = tuple(
        Do("shuffle", {"shuffle": zone, "of": seat, "rule": do.args["rule"], "back": True})
        for seat in engine.view.seats(do.args["of"], frame.vars.get("me", ""))
        if not any(shuffles_back(one, zone, seat) for one in rest.queue)
    )
    engine.game.agenda[-1] = rest._replace(queue=(*rest.queue, *more))


def do_settled(engine: Engine, frame: Frame, do: Do) -> None:
    """A zone that was looked through has been shuffled by the text itself."""
    rest = engine.rest(frame)
    engine.game.agenda[-1] = rest._replace(
        queue=tuple([one for one in rest.queue if not shuffles_back(one, do.args["zone"], do.args["of"])])
    )


def shuffles_back(do: Do, zone: str, seat: str) -> bool:
    """Is it the shuffle that a look through this zone has left for the end?"""
    return do.verb == "shuffle" and "back" in do.args and (do.args["shuffle"], do.args["of"]) == (zone, seat)


def do_rest_fails(engine: Engine, frame: Frame, do: Do) -> None:
    """What comes after something that cannot be done is not done either;
    only a zone that was looked through is shuffled all the same.
    """
    rest = engine.rest(frame)
    kept = tuple([one for one in rest.queue if one.verb == "shuffle" and "back" in one.args])
    if len(kept) < len(rest.queue):
        engine.view.note("rest-fails", do.args["rule"], card=engine.game.objects.get(frame.vars["self"], ""))
    engine.game.agenda[-1] = rest._replace(queue=kept)


CONTROL: dict[str, Callable[[Engine, Frame, Do], None]] = {
    "set": do_set, "put": do_put, "call": do_call, "within": do_within, "again": do_again,
    "goto": do_goto, "end": do_end, "leave": do_leave, "events": do_events,
    "apply": do_apply, "undecided": do_undecided, "looked": do_looked, "settled": do_settled,
    "rest-fails": do_rest_fails, PAID.verb: do_paid_together,
}  # fmt: skip
