"""Windows: one procedure for all of them, its parameters a row of `windows.toml`.

open → [rules] → offer to a seat → act or pass → … → resolve what was built up → close. A seat with no
legal act passes by itself; all such seats are settled in one tick, and told to the tracer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from judge.engine.book import Outcome, Window
from judge.engine.processing import due
from judge.engine.proposals import AGAIN, END, call, put_vars
from judge.engine.restarts import held_back, must_act
from judge.engine.table import Table
from judge.engine.view import Vars, View
from judge.engine.vocabulary import words
from judge.state import Ask, Choice, Choices, Cond, Do, Game, Option, Seat, Waiting, new, opponent

PASS = "pass"


def window(game: View, v: Vars) -> Outcome:
    """One tick of a window: open it, offer, or resolve."""
    row: Window = v.args["row"]
    stage = v.get("stage", "open")
    for reading in row.touches if game.tracing and (stage != "open" or anybody(game, v, row)) else ():
        game.touch(reading)
    if stage == "open":
        return open_window(game, v, row)
    if stage == "offer":
        return offer(game, v, row)
    return resolve(game, v, row)


def open_window(game: View, v: Vars, row: Window) -> Outcome:
    """Open, unless a window that is already open bars it; rule processing may come first."""
    if barred(game, row):
        game.note("barred", row.cites.get("barred", ""), window=row.name)
        return [END]
    if game.tracing:
        game.note("window", row.cites.get("open", ""), window=row.name, title=row.title, of=v.get("of", ""))
    seat = first_seat(game, v, row)
    if idle(game, v, row, seat):
        return [END]
    start = put_vars(
        stage="offer",
        seat=seat,
        passes=0,
        acted=0,
        acts=tuple(v.get("acts", ())),
        depth=len(game.game.agenda),
    )
    rules = [Do("rules", {"rules": row.cites.get("open", "")})] if row.rules == "open" else []
    return [start, *rules, AGAIN]


def idle(game: View, v: Vars, row: Window, seat: Seat) -> bool:
    """Is nothing due and can nobody act? Then the window is told and closed at once."""
    if (
        row.before
        or (row.rules != "none" and due(game, v))
        or (row.triggers and pending(game))
        or (row.guarded and leave_by_guard(game) is not None)
    ):
        return False
    if row.stacks and links(game, len(game.game.agenda)):
        return False
    opened = as_opened(game, v, seat)
    seats = (seat, opponent(seat))[: row.passes]
    if game.tracing:
        quiet = unheard(game)
        if any(option.legal for one in seats for option in offered(quiet, opened, row, one)):
            return False
    elif any(some_legal(game, opened, row, one) for one in seats):  # nobody is told, so one is enough
        return False
    if game.tracing:
        for one in seats:
            tell_options(game, opened, row, one)
        if "locked" in row.cites and row.passes == 1:
            tell_locked(game, opened, row, opponent(seat))
        game.note("window-close", row.cites.get("close", ""), window=row.name, acted=0)
    return True


def as_opened(game: View, v: Vars, seat: Seat) -> Vars:
    """The values of a window as it stands when its first seat is about to be asked."""
    start = {
        "seat": seat,
        "passes": 0,
        "acted": 0,
        "acts": tuple(v.get("acts", ())),
        "depth": len(game.game.agenda),
    }
    return Vars({**v.vars, **start}, v.args, {})


def anybody(game: View, v: Vars, row: Window) -> bool:
    """Could either player act in a window that opens now, or is something due in it?

    Otherwise no reading of it matters.
    """
    if row.before or row.guarded or row.rules != "none":
        return True
    seat, quiet = first_seat(game, v, row), unheard(game)
    opened = as_opened(game, v, seat)
    return any(option.legal for one in (seat, opponent(seat)) for option in offered(quiet, opened, row, one))


def barred(game: View, row: Window) -> bool:
    """Is a window open that bars this one?"""
    barring = game.book.barring.get(row.name)
    return barring is not None and any(frame.procedure in barring for frame in game.game.agenda[:-1])


def first_seat(game: View, v: Vars, row: Window) -> Seat:
    """Who is asked first."""
    if row.first == "opponent-of-actor":
        return opponent(v["actor"])
    if row.first == "named":
        return str(v["seat"])
    return game.seats(row.first)[0]


def offer(game: View, v: Vars, row: Window) -> Outcome:
    """Ask the seat whose turn it is to act; seats that cannot act pass by themselves."""
    ahead = before_offer(game, v, row)
    if ahead is not None:
        return ahead
    seat, passes = v["seat"], v["passes"]
    plain = asks_plainly(game, v, row)
    while passes < row.passes:
        if plain and some_legal(game, v, row, seat):
            return question(
                game, v, row, seat, Choices(partial(choices_of, game.table, game.game.copy(), v, row, seat))
            )
        legal = {} if plain else tell_options(game, v, row, seat)
        picked = v.answers.get("act") if legal else None
        if picked is None and legal and (len(legal) > 1 or not obliged(game, v, row, seat, legal)):
            return question(game, v, row, seat, listed(game, v, row, seat, legal))
        if legal and picked != PASS:
            chosen = next(iter(legal.values())) if picked is None else legal[picked]
            if game.tracing:
                forced, seats = picked is None, whose(game, [chosen])
                game.note(
                    "act",
                    cite(game, v, row, seat),
                    seat=seat,
                    option=chosen,
                    window=row.name,
                    forced=forced,
                    seats=seats,
                )
            return act(game, v, row, seat, chosen)
        if picked == PASS and game.tracing:
            also = (str(v.get("passing")),) if v.get("passing") else ()
            game.note(
                "pass",
                row.cites.get("close", ""),
                seat=seat,
                window=row.name,
                word=ends(game, v, row, seat),
                also=also,
            )
        passes, seat = passes + 1, opponent(seat)
        if picked is not None and passes < row.passes:  # the answer was this seat's; the next one has its own
            return [put_vars(seat=seat, passes=passes), AGAIN]
    if "locked" in row.cites and row.passes == 1 and game.tracing:
        tell_locked(game, v, row, seat)
    if row.stacks:
        return [put_vars(stage="resolve"), AGAIN]
    game.note("window-close", row.cites.get("close", ""), window=row.name, acted=v["acted"])
    return [END]


def ends(game: View, v: Vars, row: Window, seat: Seat) -> str:
    """The word by which a seat gives up its turn to act: who opened the window may end it, others pass."""
    return row.end if seat == first_seat(game, v, row) else PASS


def obliged(game: View, v: Vars, row: Window, seat: Seat, legal: Mapping[str, Option]) -> bool:
    """May the seat not pass now: because the window says so, because something legal has to be done,
    or to stop a loop?
    """
    return (
        row.must
        or any(option.must for option in legal.values())
        or must_act(game, seat, ends(game, v, row, seat))
    )


def pending(game: View) -> bool:
    """Do abilities wait?"""
    return any(entry.status == "pending" for entry in game.game.waiting)


def before_offer(game: View, v: Vars, row: Window) -> Outcome:
    """What comes before each offer: abilities that wait, rule processing, another window,
    the guard of a procedure below.
    """
    if "act" in v.answers:
        return None
    if row.triggers and pending(game):
        return [call(row.triggers), AGAIN]
    if row.rules == "each" and not v.flag("ruled") and due(game, v):
        return [Do("rules", {"rules": row.cites.get("rules", "")}), put_vars(ruled=True), AGAIN]
    if row.before and not v.flag("before"):
        game.note("before", row.cites.get("before", ""), window=row.name)
        return [call("window:" + row.before), put_vars(before=True), AGAIN]
    return leave_by_guard(game) if row.guarded else None


def leave_by_guard(game: View) -> Outcome:
    """The guard of the innermost guarded procedure may end this window and go on elsewhere there."""
    for frame in game.game.agenda[::-1]:
        procedure = game.book.procedures.get(frame.procedure)
        if procedure is None or not procedure.guard:
            continue
        guard = procedure.guard
        if (
            not procedure.places[guard["from"]]
            <= procedure.places[frame.step]
            <= procedure.places[guard["until"]]
        ):
            return None
        found = guard["function"](game, Vars(frame.vars, {}, {}))
        for reading in guard["touches"] if found else ():
            game.touch(reading)
        return [Do("leave", {**found[0].args, "procedure": procedure.name})] if found else None
    return None


def offered(game: View, v: Vars, row: Window, seat: Seat) -> Iterator[Option]:
    """Everything that could be offered to a seat, legal or not."""
    every = (
        option
        for name in v.get("offers") or row.offers
        for option in game.book.offers[name][1](game, v, seat)
    )
    asked = (
        bool(game.game.barred) and "act" not in v.answers
    )  # what has been answered was legal when it was asked
    yield from held_back(game, seat, row.must, every) if asked else every


def legal_options(game: View, v: Vars, row: Window, seat: Seat) -> dict[str, Option]:
    """The legal options of a seat by their words, worked out once for a position: the answer finds them as
    the question left them.

    Every verb that an offer could notice drops the cache, and each answer goes on with one of its own.
    """
    memo, key = game.game.memo, options_key(game, v, row, seat)
    if key not in memo:
        options = offered(unheard(game), v, row, seat)
        memo[key] = {
            one.key: one for one in (map(told_in_full, options) if game.tracing else options) if one.legal
        }
    found: dict[str, Option] = memo[key]
    return found


def options_key(game: View, v: Vars, row: Window, seat: Seat) -> tuple[Any, ...]:
    """Under what the options of a seat are kept while the position stays as it is."""
    agenda = game.game.agenda
    below = agenda[-2] if len(agenda) > 1 else agenda[-1]
    acts = tuple((one["about"], one["kinds"]) for one in v.get("acts") or ())
    return (
        "legal",
        game.tracing,
        row.name,
        seat,
        len(agenda),
        below.procedure,
        below.step,
        acts,
        v.get("offers"),
    )


def unheard(game: View) -> View:
    """The same game with nobody listening:
    what there is to tell is told when options are, not when they are counted.
    """
    return View(game.table, game.game) if game.tracing else game


def told_in_full(option: Option) -> Option:
    """The option with every condition at hand, for whoever tells of it."""
    return option._replace(conds=tuple(option.conds))


def tell_options(game: View, v: Vars, row: Window, seat: Seat) -> dict[str, Option]:
    """The legal options of a seat by their words; the tracer hears of the refused ones too."""
    if not game.tracing or "act" in v.answers:
        return legal_options(game, v, row, seat)
    every = [told_in_full(option) for option in offered(game, v, row, seat)]
    legal = [option for option in every if option.legal]
    refused = [option for option in every if not option.legal]
    hidden = unseen(game, seat)
    if "locked" in row.cites and v["passes"] == 0 and seat == first_seat(game, v, row):
        tell_locked(game, v, row, opponent(seat))
    game.note(
        "offer",
        cite(game, v, row, seat),
        seat=seat,
        window=row.name,
        legal=legal,
        refused=refused,
        unseen=hidden,
        end=ends(game, v, row, seat),
        seats=whose(game, every),
    )
    return {option.key: option for option in legal}


def whose(game: View, options: Iterable[Option]) -> dict[str, Seat]:
    """Whose zone each card that options name lies in now."""
    cards = game.game.cards
    return {word: cards[word].seat for option in options for word in option.args if word in cards}


def tell_locked(game: View, v: Vars, row: Window, seat: Seat, rule: str = "") -> None:
    """What the other seat could do if it were asked, and the article by which it has to wait:
    the window's, unless another is given.
    """
    rule = rule or row.cites["locked"]
    wait = Cond(rule, False, "locked")
    every = [told_in_full(option) for option in offered(unheard(game), v, row, seat)]
    game.note("locked", rule, seat=seat, refused=[one._replace(conds=(wait, *one.conds)) for one in every])


@words.verb("unanswered")
def unanswered(game: View, v: Vars) -> Outcome:
    """Nobody may answer this: what the other player could use otherwise is told, for whoever claims it."""
    name, seat = game.book.tables["answering"], opponent(v["by"])
    row = game.book.windows.get(name)
    if game.tracing and row is not None:
        tell_locked(
            game, Vars({"mode": name, "depth": -1, "of": "", "seat": seat}, {}, {}), row, seat, v["rule"]
        )
    return None


def cite(game: View, v: Vars, row: Window, seat: Seat) -> str:
    """The article under which a seat is offered to act here."""
    if "other" in row.cites and seat != first_seat(game, v, row):
        return row.cites["other"]
    return row.cites.get("next" if v["acted"] else "first", "")


def unseen(game: View, seat: Seat) -> int:
    """How many cards the seat holds that nobody has named, so that no offer considers them."""
    held = [
        name for name, spec in game.book.zones.items() if spec["seen"] == "owner" and not spec.get("outside")
    ]
    return sum(1 for name in held for card in game.zone(seat, name) if not game.known(card))


def question(game: View, v: Vars, row: Window, seat: Seat, choices: Sequence[Choice]) -> Ask:
    """Ask a seat to act or pass."""
    asked: Ask = new(
        Ask,
        (seat, "act", cite(game, v, row, seat), "act", choices, 1, 1, "ask.act", {"window": row.name}, ""),
    )
    return asked


def listed(game: View, v: Vars, row: Window, seat: Seat, legal: Mapping[str, Option]) -> tuple[Choice, ...]:
    """The legal options, and to pass where that is allowed."""
    choices: list[Choice] = [new(Choice, ((option.name, *option.args), key)) for key, option in legal.items()]
    if not obliged(game, v, row, seat, legal):
        choices.append(Choice((ends(game, v, row, seat),), PASS))
    return tuple(choices)


def choices_of(table: Table, state: Game, v: Vars, row: Window, seat: Seat) -> tuple[Choice, ...]:
    """What a seat may do in a position that is known to ask it."""
    game = View(table, state)
    return listed(game, v, row, seat, legal_options(game, v, row, seat))


def asks_plainly(game: View, v: Vars, row: Window) -> bool:
    """With nobody listening: is a seat asked as soon as it may do anything?

    One legal option that may be passed up is enough.
    """
    if game.tracing or row.must or game.game.barred or "act" in v.answers:
        return False
    return game.book.obliging.isdisjoint(v.get("offers") or row.offers)


def some_legal(game: View, v: Vars, row: Window, seat: Seat) -> bool:
    """Is there any legal option? Those after the first are not looked at."""
    return any(option.legal for option in offered(game, v, row, seat))


def act(game: View, v: Vars, row: Window, seat: Seat, option: Option) -> Outcome:
    """Carry out an option, then go on as the row says."""
    if option.aside:
        return [put_vars(seat=seat, ruled=False, before=False), *option.do, AGAIN]
    follow = {
        "restart": first_seat(game, v, row) if row.next == "restart" else seat,
        "alternate": opponent(seat),
        "same": seat,
    }.get(row.next, seat)
    acted = min(v["acted"] + 1, max(row.acts, 1))  # a longer count would make every round a new position
    full = bool(row.acts) and acted >= row.acts
    state: dict[str, Any] = {"seat": follow, "acted": acted, "ruled": False, "before": False}
    state["passes"] = (
        row.passes if full else v["passes"] if row.next == "same" else 0
    )  # who has passed there is done
    return [put_vars(**state), *option.do, AGAIN]


def links(game: View, depth: int) -> list[Waiting]:
    """What has been built up in the window at this depth of the agenda, oldest first."""
    return [
        one
        for one in game.game.waiting
        if one.vars.get("window") == depth and one.status in ("link", "negated")
    ]


def resolve(game: View, v: Vars, row: Window) -> Outcome:
    """Resolve the links, last first, then close."""
    waiting = links(game, v["depth"])
    if not waiting:
        game.note("window-close", row.cites.get("close", ""), window=row.name, acted=v["acted"])
        return [END]
    last = waiting[-1]
    if not v.flag("told"):
        game.note("unstack", row.cites.get("resolve", ""), cards=[one.card for one in waiting[::-1]])
        return [put_vars(told=True), call("resolve-link", entry=last.id, link=last.id), AGAIN]
    return [call("resolve-link", entry=last.id, link=last.id), AGAIN]
