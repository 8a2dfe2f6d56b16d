"""Windows: one procedure for all of them, its parameters a row of `windows.toml`.

open → [rules] → offer to a seat → act or pass → … → resolve what was built up → close. A seat with no
legal act passes by itself; all such seats are settled in one tick, and told to the tracer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from judge.engine import trace
from judge.engine.flow.agenda import sent_on
from judge.engine.flow.state_rules import due
from judge.engine.flow.window_options import (
    PASS,
    choices_of,
    cite,
    ends,
    first_seat,
    links,
    listed,
    obliged,
    offered,
    silent_view,
    some_legal,
    tell_locked,
    tell_options,
    whose,
)
from judge.engine.kernel.book import Outcome, Window
from judge.engine.kernel.instructions import AGAIN, END, call, put_vars
from judge.engine.kernel.state import Choice, Choices, Decision, Instruction, Option, Seat, new, opponent
from judge.engine.kernel.view import Vars, View
from judge.errors import NotOffered


def window(view: View, v: Vars) -> Outcome:
    """One tick of a window: open it, offer, or resolve."""
    row: Window = v.args["row"]
    stage = v.get("stage", "open")
    for reading in row.touches if view.tracing and (stage != "open" or anybody(view, v, row)) else ():
        view.touch(reading)
    if stage == "open":
        return open_window(view, v, row)
    if stage == "offer":
        return offer(view, v, row)
    return resolve(view, v, row)


def open_window(view: View, v: Vars, row: Window) -> Outcome:
    """Open, unless a window that is already open bars it; rule processing may come first."""
    if barred(view, row):
        tell_barred(view, v, row)
        return [END]
    if view.tracing:
        view.note(
            trace.WINDOW, row.cites.get("open", ""), window=row.name, title=row.title, of=v.get("of", "")
        )
    seat = first_seat(view, v, row)
    if idle(view, v, row, seat):
        return [END]
    acts = tuple(v.get("acts", ()))
    depth = len(view.game.agenda)
    start = put_vars(stage="offer", seat=seat, passes=0, acted=0, acts=acts, depth=depth)
    rules = [Instruction("rules", {"rules": row.cites.get("open", "")})] if row.rules == "open" else []
    return [start, *rules, AGAIN]


def idle(view: View, v: Vars, row: Window, seat: Seat) -> bool:
    """Is nothing due, and can nobody act? Then the window is told and closed at once."""
    if (
        row.before
        or (row.rules != "none" and due(view, v))
        or (row.triggers and pending(view))
        or (row.guarded and leave_by_guard(view) is not None)
    ):
        return False
    if row.stacks and links(view, len(view.game.agenda)):
        return False
    opened = as_opened(view, v, seat)
    seats = (seat, opponent(seat))[: row.passes]
    if view.tracing:
        quiet = silent_view(view)
        if any(option.legal for player in seats for option in offered(quiet, opened, row, player)):
            return False
    elif any(some_legal(view, opened, row, player) for player in seats):  # nobody is told, so one is enough
        return False
    if view.tracing:
        for side in seats:
            tell_options(view, opened, row, side)
        if "locked" in row.cites and row.passes == 1:
            tell_locked(view, opened, row, opponent(seat))
        view.note(trace.WINDOW_CLOSE, row.cites.get("close", ""), window=row.name, acted=0)
    return True


def as_opened(view: View, v: Vars, seat: Seat) -> Vars:
    """The values of a window when its first seat is about to be asked."""
    start = {
        "seat": seat,
        "passes": 0,
        "acted": 0,
        "acts": tuple(v.get("acts", ())),
        "depth": len(view.game.agenda),
    }
    return Vars({**v.vars, **start}, v.args, {})


def anybody(view: View, v: Vars, row: Window) -> bool:
    """Could either player act in a window that opens now, or is something due in it? Otherwise it plays the
    same under every reading.
    """
    if row.before or row.guarded or row.rules != "none":
        return True
    return any_legal(view, as_opened(view, v, first_seat(view, v, row)), row)


def barred(view: View, row: Window) -> bool:
    """Is a window open that bars this one?"""
    barring = view.book.barring.get(row.name)
    return barring is not None and any(frame.procedure in barring for frame in view.game.agenda[:-1])


def tell_barred(view: View, v: Vars, row: Window) -> None:
    """Tells that a window does not open, where somebody could have acted in it."""
    if not view.tracing:
        return
    opened, quiet = as_opened(view, v, first_seat(view, v, row)), silent_view(view)
    rule, seats = row.cites.get("barred", ""), (opened["seat"], opponent(opened["seat"]))
    for seat in seats[: row.passes]:
        if any(option.legal for option in offered(quiet, opened, row, seat)):
            view.note(trace.BARRED, rule, window=row.name, title=row.title)
            tell_locked(view, opened, row, seat, rule, "barred")


def offer(view: View, v: Vars, row: Window) -> Outcome:
    """Asks the seat whose turn it is to act; seats that cannot act pass by themselves."""
    ahead = before_offer(view, v, row)
    if ahead is not None:
        return ahead
    seat, passes = v["seat"], v["passes"]
    plain = asks_plainly(view, v, row)
    while passes < row.passes:
        if plain and some_legal(view, v, row, seat):
            find_choices = partial(choices_of, view.table, view.game.copy(), v, row, seat)
            return question(view, v, row, seat, Choices(find_choices))
        legal = {} if plain else tell_options(view, v, row, seat)
        picked = v.answers.get("act") if legal else None
        if picked is None and legal and (len(legal) > 1 or not obliged(view, v, row, seat, legal)):
            return question(view, v, row, seat, listed(view, v, row, seat, legal))
        if legal and picked != PASS:
            if picked is not None and picked not in legal:
                raise NotOffered(picked)
            chosen = next(iter(legal.values())) if picked is None else legal[picked]
            tell_act(view, v, row, seat, chosen)
            return act(view, v, row, seat, chosen)
        if picked == PASS:
            tell_pass(view, v, row, seat)
        passes, seat = passes + 1, opponent(seat)
        if picked is not None and passes < row.passes:  # the answer was this seat's; the next one has its own
            return [put_vars(seat=seat, passes=passes), AGAIN]
    return everybody_passed(view, v, row, seat)


def tell_act(view: View, v: Vars, row: Window, seat: Seat, option: Option) -> None:
    """A seat acts, by choice or because that is all it may do."""
    forced = "act" not in v.answers
    if forced:
        view.forced.append((seat, (option.name, *option.args)))
    if view.tracing:
        rule = cite(view, v, row, seat)
        seats = whose(view, [option])
        view.note(trace.ACT, rule, seat=seat, option=option, window=row.name, forced=forced, seats=seats)


def tell_pass(view: View, v: Vars, row: Window, seat: Seat) -> None:
    """A seat that could act passes."""
    if view.tracing:
        word, rule = ends(view, v, row, seat), str(v.get("passing") or row.cites.get("close", ""))
        view.note(trace.PASS, rule, seat=seat, window=row.name, word=word)


def everybody_passed(view: View, v: Vars, row: Window, seat: Seat) -> Outcome:
    """Resolves what was built up; closes the window where there is nothing."""
    if "locked" in row.cites and row.passes == 1 and view.tracing:
        tell_locked(view, v, row, seat)
    if row.stacks:
        return [put_vars(stage="resolve"), AGAIN]
    view.note(trace.WINDOW_CLOSE, row.cites.get("close", ""), window=row.name, acted=v["acted"])
    return [END]


def pending(view: View) -> bool:
    """Are any abilities pending?"""
    return any(entry.status == "pending" for entry in view.game.waiting)


def before_offer(view: View, v: Vars, row: Window) -> Outcome:
    """What comes before each offer: pending abilities, rule processing, another window, the guard of a
    procedure below.
    """
    if "act" in v.answers:
        return None
    if row.triggers and pending(view):
        return [call(row.triggers), AGAIN]
    if row.rules == "each" and not v.flag("ruled") and due(view, v):
        return [Instruction("rules", {"rules": row.cites.get("rules", "")}), put_vars(ruled=True), AGAIN]
    if row.before and not v.flag("before"):
        view.note(trace.BEFORE, row.cites.get("before", ""), window=row.name)
        return [call("window:" + row.before), put_vars(before=True), AGAIN]
    return leave_by_guard(view) if row.guarded else None


def any_legal(view: View, v: Vars, row: Window) -> bool:
    """May either player act in a window as it stands?"""
    seat, quiet = first_seat(view, v, row), silent_view(view)
    seats = (seat, opponent(seat))
    return any(option.legal for player in seats for option in offered(quiet, v, row, player))


def leave_by_guard(view: View) -> Outcome:
    """Lets the guards of the procedures below, the innermost first, end this window and go on at another
    step there.
    """
    for frame in view.game.agenda[::-1]:
        procedure = view.book.procedures.get(frame.procedure)
        instructions = sent_on(view, procedure, frame) if procedure is not None and procedure.guard else ()
        if procedure is not None and instructions:
            return [Instruction("leave", {**instructions[0].args, "procedure": procedure.name})]
    return None


def question(view: View, v: Vars, row: Window, seat: Seat, choices: Sequence[Choice]) -> Decision:
    """Ask a seat to act or pass."""
    asked: Decision = new(
        Decision,
        (seat, "act", cite(view, v, row, seat), "act", choices, 1, 1, "ask.act", {"window": row.name}, ""),
    )
    return asked


def asks_plainly(view: View, v: Vars, row: Window) -> bool:
    """In a silent game: is a seat asked as soon as it has one legal option that it may pass up?"""
    if view.tracing or row.must or view.game.barred or "act" in v.answers:
        return False
    return view.book.obliging.isdisjoint(v.get("offers") or row.offers)


def act(view: View, v: Vars, row: Window, seat: Seat, option: Option) -> Outcome:
    """Carries out an option, then goes on as the window's row says."""
    if option.aside:
        return [put_vars(seat=seat, ruled=False, before=False), *option.do, AGAIN]
    follow = {
        "restart": first_seat(view, v, row) if row.next == "restart" else seat,
        "alternate": opponent(seat),
        "same": seat,
    }.get(row.next, seat)
    acted = min(v["acted"] + 1, max(row.acts, 1))  # a longer count would make every round a new position
    full = bool(row.acts) and acted >= row.acts
    state: dict[str, object] = {"seat": follow, "acted": acted, "ruled": False, "before": False}
    state["passes"] = (
        row.passes if full else v["passes"] if row.next == "same" else 0
    )  # who has passed there is done
    return [put_vars(**state), *option.do, go_on(view, v)]


def go_on(view: View, v: Vars) -> Instruction:
    """The instruction after an act: the window goes on, or its procedure goes on at the step it names."""
    if "again" not in v:
        return AGAIN
    below, rule = view.game.agenda[-2].procedure, v.get("again_rule", "")
    return Instruction(
        "leave", {"procedure": below, "step": v["again"], "rule": rule, "because": "again" if rule else ""}
    )


def resolve(view: View, v: Vars, row: Window) -> Outcome:
    """Resolve the links, last first, then close."""
    waiting = links(view, v["depth"])
    if not waiting:
        view.note(trace.WINDOW_CLOSE, row.cites.get("close", ""), window=row.name, acted=v["acted"])
        return [END]
    last = waiting[-1]
    if not v.flag("told"):
        view.note(trace.UNSTACK, row.cites.get("resolve", ""), cards=[entry.card for entry in waiting[::-1]])
        return [put_vars(told=True), call("resolve-link", entry=last.id, link=last.id), AGAIN]
    return [call("resolve-link", entry=last.id, link=last.id), AGAIN]
