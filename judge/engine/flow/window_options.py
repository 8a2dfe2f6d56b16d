"""Options of a window: what a seat may do, legal or refused, who is told of it, and when the seat may not
pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.restarts import Bar, bar_on_idling, held_back
from judge.engine.kernel.book import Book, Outcome, Window
from judge.engine.kernel.state import (
    OPTIONS,
    Choice,
    Condition,
    Game,
    Option,
    Seat,
    Waiting,
    new,
    opponent,
    within,
)
from judge.engine.kernel.table import Table
from judge.engine.kernel.view import DetachedTracer, Vars, View
from judge.engine.language.shared import words

PASS = "pass"


def first_seat(view: View, v: Vars, row: Window) -> Seat:
    """The seat that is asked first."""
    if row.first == "opponent-of-actor":
        return opponent(v["actor"])
    if row.first == "named":
        return str(v["seat"])
    return view.seats(row.first)[0]


def ends(view: View, v: Vars, row: Window, seat: Seat) -> str:
    """The word by which a seat gives up its turn to act: who opened the window may end it, others pass."""
    return row.end if seat == first_seat(view, v, row) else PASS


def obliged(view: View, v: Vars, row: Window, seat: Seat, legal: Mapping[str, Option]) -> bool:
    """May the seat not pass now?"""
    return kept_from_passing(view, v, row, seat, legal.values()) is not None


def kept_from_passing(
    view: View, v: Vars, row: Window, seat: Seat, legal: Iterable[Option]
) -> Condition | None:
    """Why the seat may not pass now: because the window says so, because something legal has to be done,
    or to stop a loop; None where it may.
    """
    if row.must or any(option.must for option in legal):
        return Condition(cite(view, v, row, seat), False, "has-to-act")
    bar = bar_on_idling(view, seat, ends(view, v, row, seat))
    return None if bar is None else Condition(bar.rule, False, "loop-again")


def offered(view: View, v: Vars, row: Window, seat: Seat) -> Iterator[Option]:
    """Everything that could be offered to a seat, legal or not. Raises NotImplementedYet for too much."""
    every = (
        option
        for name in v.get("offers") or row.offers
        for option in view.book.offers[name][1](view, v, seat)
    )
    for n, option in enumerate(held_back(view, seat, row.must, every) if bars(view, v) else every, 1):
        if n > OPTIONS:
            within(n, OPTIONS, "so many options of a player")
        yield option


def bars(view: View, v: Vars) -> tuple[Bar, ...]:
    """The bars on choices that would start a stopped loop again; none once an answer is given, which was
    legal when it was asked.
    """
    return view.game.barred if "act" not in v.answers else ()


def legal_options(view: View, v: Vars, row: Window, seat: Seat) -> dict[str, Option]:
    """The legal options of a seat by their words, worked out once for a position, so that the answer finds
    them as the decision left them. Every verb that an offer could notice drops this cache, and each answer
    goes on with one of its own.
    """
    memo, key = view.game.offer_cache, options_key(view, v, row, seat)
    if key not in memo:
        options = offered(silent_view(view), v, row, seat)
        if view.tracing:  # then every condition is told
            options = (option._replace(conds=tuple(option.conds)) for option in options)
        memo[key] = {option.key: option for option in options if option.legal}
    cached: dict[str, Option] = memo[key]
    return cached


def options_key(view: View, v: Vars, row: Window, seat: Seat) -> tuple[object, ...]:
    """The key under which a seat's options are kept while the position stays the same."""
    agenda = view.game.agenda
    below = agenda[-2] if len(agenda) > 1 else agenda[-1]
    acts = tuple((act["about"], act["kinds"]) for act in v.get("acts") or ())
    return (
        "legal",
        view.tracing,
        row.name,
        seat,
        len(agenda),
        below.procedure,
        below.step,
        acts,
        v.get("offers"),
        bars(view, v),
    )


def silent_view(view: View) -> View:
    """A view of the same game without a tracer: options are told when they are offered, not when they are
    counted.
    """
    return Reader(view.table, view.game) if view.tracing else view


def detached_view(view: View, listens: bool = True) -> View:
    """A view of the same game for whoever knows what has happened and tells nothing. Without `listens`, it
    hears only of what is refused to everybody.
    """
    if view.tracer is None:
        return view
    reader = Reader(view.table, view.game, DetachedTracer(view.tracer))
    reader.tracing = listens
    return reader


def tell_options(view: View, v: Vars, row: Window, seat: Seat) -> dict[str, Option]:
    """The legal options of a seat by their words; the tracer hears of the refused ones too."""
    tracer = view.tracer if view.tracing else None
    if tracer is None or "act" in v.answers:
        return legal_options(view, v, row, seat)
    every = [tracer.refused(view, seat, option) for option in offered(view, v, row, seat)]
    legal = [option for option in every if option.legal]
    refused = [option for option in every if not option.legal]
    hidden = unseen(view, seat)
    if "locked" in row.cites and v["passes"] == 0 and seat == first_seat(view, v, row):
        tell_locked(view, v, row, opponent(seat))
    view.note(
        trace.OFFER,
        cite(view, v, row, seat),
        seat=seat,
        window=row.name,
        legal=legal,
        refused=refused,
        unseen=hidden,
        end=ends(view, v, row, seat),
        kept=kept_from_passing(view, v, row, seat, legal) if legal else None,
        seats=whose(view, every),
    )
    return {option.key: option for option in legal}


def whose(view: View, options: Iterable[Option]) -> dict[str, Seat]:
    """Whose zone each card that options name lies in now."""
    cards = view.game.cards
    return {word: cards[word].seat for option in options for word in option.args if word in cards}


def tell_locked(view: View, v: Vars, row: Window, seat: Seat, rule: str = "", say: str = "locked") -> None:
    """Tells what the other seat could do if it were asked, with the article by which it has to wait: that of
    the window, unless another is given.
    """
    rule = rule or row.cites["locked"]
    wait = Condition(rule, False, say)
    every = list(offered(detached_view(view, listens=False), v, row, seat))
    if view.tracer is not None:
        every = [view.tracer.refused(view, seat, option) for option in every]
    refused = [choice._replace(conds=(wait, *choice.conds)) for choice in every]
    view.note(trace.LOCKED, rule, seat=seat, refused=refused, kept=wait)


@words.verb("unanswered")
def unanswered(view: View, v: Vars) -> Outcome:
    """Tells what the other player could use if this could be answered, for claims about it: nobody may
    answer it.
    """
    name, seat = view.book.tables["answering"], opponent(v["by"])
    row = view.book.windows.get(name)
    if view.tracing and row is not None:
        tell_locked(
            view, Vars({"mode": name, "depth": -1, "of": "", "seat": seat}, {}, {}), row, seat, v["rule"]
        )
    return None


def cite(view: View, v: Vars, row: Window, seat: Seat) -> str:
    """The article under which a seat is offered to act here."""
    if "other" in row.cites and seat != first_seat(view, v, row):
        return row.cites["other"]
    if "again" in row.cites and len(links(view, v["depth"])) > 1:  # an answer to an answer
        return row.cites["again"]
    return row.cites.get("next" if v["acted"] else "first", "")


def links(view: View, depth: int) -> list[Waiting]:
    """What has been built up in the window at this depth of the agenda, oldest first."""
    memo, key = view.game.offer_cache, ("links", depth)
    entries: list[Waiting] | None = memo.get(key)
    if entries is None:
        waiting = [entry for entry in view.game.waiting if entry.status in ("link", "negated")]
        entries = memo[key] = [entry for entry in waiting if entry.vars.get("window") == depth]
    return entries


def held(book: Book) -> list[str]:
    """The zones whose cards only their owner sees and that are part of the game."""
    return [name for name, spec in book.zones.items() if spec["seen"] == "owner" and not spec.get("outside")]


def unseen(view: View, seat: Seat) -> int:
    """How many unnamed cards the seat holds, which no offer can consider."""
    return sum(1 for name in held(view.book) for card in view.zone(seat, name) if not view.known(card))


def listed(view: View, v: Vars, row: Window, seat: Seat, legal: Mapping[str, Option]) -> tuple[Choice, ...]:
    """The choices: the legal options, and passing where that is allowed."""
    choices: list[Choice] = [new(Choice, ((option.name, *option.args), key)) for key, option in legal.items()]
    if not obliged(view, v, row, seat, legal):
        choices.append(Choice((ends(view, v, row, seat),), PASS))
    return tuple(choices)


def choices_of(table: Table, state: Game, v: Vars, row: Window, seat: Seat) -> tuple[Choice, ...]:
    """What a seat may do in a position that is known to ask it."""
    game = Reader(table, state)
    return listed(game, v, row, seat, legal_options(game, v, row, seat))


def some_legal(view: View, v: Vars, row: Window, seat: Seat) -> bool:
    """Is there any legal option? Those after the first are not looked at."""
    return any(option.legal for option in offered(view, v, row, seat))
