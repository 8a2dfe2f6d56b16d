"""Actions that rows of a rulebook declare: which cards may be used, on what, under which conditions, and
with what result.

A more complicated action is a function of its game; windows offer both in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from judge.engine.flow.offers import unbarred
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import call, event, move_event, named_move
from judge.engine.kernel.registry import OfferFunction
from judge.engine.kernel.state import Card, Condition, Instruction, Option
from judge.engine.kernel.view import Vars, View
from judge.engine.language.conditions import misfit
from judge.engine.language.values import said
from judge.engine.layout.slots import slots_of
from judge.text.plain import Fields, Scope
from judge.text.rows import NamedTuple


class Action(NamedTuple):
    """A row of `[action]`: `each` fits the cards that can be used; `to`, `slots`, `places`, `ways` or
    `words` say what is named beside them.
    """

    name: str
    each: Fields | None
    to: Fields
    slots: tuple[str, ...]
    places: tuple[str, ...]
    words: tuple[str, ...]
    ways: Mapping[str, tuple[Instruction, ...]]
    refused: bool
    conds: tuple[Fields, ...]
    do: tuple[Instruction, ...]
    procedure: str
    rule: str
    unanswerable: str
    modes: tuple[str, ...]  # of the player's own turn in which it can be done, where a condition says so

    @property
    def most(self) -> int:
        """The greatest number of things that one use names: its card, and what is named beside it."""
        if self.each is None:
            return 0
        return 1 + (1 if self.to or self.slots or self.places or self.ways else len(self.words))

    def options(self, view: View, v: Vars, seat: str) -> Iterator[Option]:
        """The uses of the action by a seat; one that is always refused appears only while reasons
        are told.
        """
        if not view.tracing and (
            self.refused or (self.modes and (view.active != seat or v.get("mode") not in self.modes))
        ):
            return
        after = (
            (Instruction("unanswered", {"rule": self.unanswerable, "by": seat}),) if self.unanswerable else ()
        )
        if self.each is None:
            ctx = {"me": seat, "self": "", "aim": "", "because": "rules"}
            yield Option(self.name, (), (self.done(ctx), *after), self.conditions(view, v, ctx))
        for card in view.cards(self.each, {"me": seat}) if self.each is not None else ():
            for words, aim in self.aims(view, seat, card):
                ctx = {"me": seat, "self": card.object, "aim": aim, "because": "rules"}
                if self.places:
                    ctx["there"] = next((occupant.object for occupant in view.zone(seat, aim)), "")
                conds = self.conditions(view, v, ctx)
                yield Option(self.name, (card.id, *words), (self.done(ctx), *after), conds)

    def done(self, ctx: Scope) -> Instruction:
        """The instruction of one use: it starts the action's procedure, or carries out its instructions."""
        if self.procedure:
            return call(self.procedure, **{key: ctx[key] for key in ("me", "self") if ctx[key]})
        dos = self.ways.get(ctx["aim"], self.do)
        return Instruction("within", {"vars": ctx, "do": dos, "rule": self.rule})

    def aims(self, view: View, seat: str, card: Card) -> Iterator[tuple[tuple[str, ...], str]]:
        """What may be named beside a card: another card, a slot, a zone in which the card is not, one of
        several ways, fixed words, or nothing.
        """
        if self.to:
            yield from (
                ((other.id,), other.object)
                for other in view.cards(self.to, {"me": seat, "self": card.object})
                if other.id != card.id
            )
        elif self.slots:
            yield from (((slot,), slot) for zone in self.slots for slot in slots_of(view.book, zone))
        elif self.places or self.ways:
            yield from (((place,), place) for place in (*self.places, *self.ways) if place != card.place)
        else:
            yield self.words, ""

    def conditions(self, view: View, v: Vars, ctx: Mapping[str, object]) -> Iterator[Condition]:
        """The conditions of one use, in the order of the row. The last one is that nothing on the board
        forbids the act.
        """
        refused = False
        for row in self.conds:
            if "by" in row:
                yield from view.book.conds[row["by"]](view, row, ctx)
                continue
            if "fits" in row:
                yield as_printed(view, row, ctx)
                continue
            ok = met(view, v, row, ctx)
            if not ok and "lifted" in row and not refused:
                ok = bool(view.param(row["lifted"]))  # a literal of the rulebook, read only where it matters
            refused = refused or not ok
            yield Condition(str(row["rule"]), ok and not row.get("never"), str(row["say"]))
        for do in self.begins(view, ctx):
            if do.verb == "signal" or do.args.get(do.args.get("named", do.verb)) == "self":
                yield from unbarred(view, partial(proposed, view, do, ctx))

    def begins(self, view: View, ctx: Scope) -> tuple[Instruction, ...]:
        """The instructions at the beginning of one use: those of the first step of its procedure."""
        if not self.procedure:
            return self.ways.get(ctx["aim"], self.do)
        first = view.book.procedures[self.procedure].steps[0].args.get("do", ())
        return tuple([do for do in first if do.verb == "signal" or do.verb in ("named-move", "named-mark")])


def as_printed(view: View, row: Fields, ctx: Scope) -> Condition:
    """The condition that the named card is one that the acting card prints under the row's key, of its own
    player unless it says whose. Where it is not, the condition tells what it lacks of the nearest one.
    """
    card, aim = view.card(ctx["self"]), view.card(ctx["aim"])
    printed: Sequence[Fields] = (view.printed(card, row["fits"]) if card is not None else None) or ({},)
    wanted = [{"of": "me", **sel} for sel in printed]
    if aim is None or any(view.matches(aim, sel, ctx) for sel in wanted):
        return Condition(str(row["rule"]), True, str(row["say"]))
    nearest = min((misfit(view, aim, sel, ctx) for sel in wanted), key=lambda finding: len(finding["tests"]))
    return Condition(str(row["rule"]), False, "when", {"card": aim.id, "found": (nearest,)})


def met(view: View, v: Vars, row: Fields, ctx: Scope) -> bool:
    """Does a condition of the row hold: about what is under way in the player's turn, or about the cards?"""
    if "mode" in row:
        return v.get("mode") in row["mode"] and bool(view.active == ctx["me"])
    return view.holds(row.get("if"), ctx)


def proposed(view: View, do: Instruction, ctx: Mapping[str, object]) -> Event:
    """The event of an instruction about the card itself, or its signal, for abilities that may forbid it."""
    name, ref = str(do.args.get("named", do.verb)), str(ctx["self"])
    if do.verb == "signal":
        return event(ctx, "signal", do.args["signal"], str(do.args.get("rule", "")), seat=ctx["me"])
    if do.verb == "named-move" and "to" not in do.args:
        return named_move(view, ctx, ref, name)
    other = view.cards(do.args["with"], ctx) if do.verb == "exchange" else ()
    if other:
        return move_event(view, ctx, ref, other[0].place)
    to = str(said(view, do.args.get("to", ""), ctx))
    if do.verb == "attach":
        return event(ctx, "attach", "attach", str(do.args.get("rule", "")), card=ref, host=to)
    if to:
        return move_event(view, ctx, ref, to, name if do.verb == "named-move" else "move")
    rule, marks = str(do.args.get("rule", "")), view.book.tables["mark_word"][name].get("marks", {})
    return event(ctx, "mark", name, rule, card=ref, marks=marks)


def make_action(
    name: str, row: Fields, do: tuple[Instruction, ...], ways: Mapping[str, tuple[Instruction, ...]]
) -> Action:
    """One row with its defaults filled in; its article is that of its first condition unless it has one."""
    conds = tuple(row.get("conds", ()))
    rule = str(row.get("rule") or conds[0]["rule"])
    return Action(
        str(row.get("name", name)),
        row.get("each"),
        row.get("to", {}),
        tuple(row.get("slots", ())),
        tuple(row.get("places", ())),
        tuple(row.get("words", ())),
        ways,
        bool(row.get("refused")),
        conds,
        do,
        str(row.get("procedure", "")),
        rule,
        str(row.get("unanswerable", "")),
        tuple(conds[0].get("mode", ())),
    )


def offer_of(action: Action) -> OfferFunction:
    """The function that windows call for an action."""

    def offer(view: View, v: Vars, seat: str) -> Iterator[Option]:
        return action.options(view, v, seat)

    return offer
