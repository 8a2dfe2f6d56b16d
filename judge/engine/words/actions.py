"""Actions that are rows of a rulebook: which cards may be used, on what, under which conditions, and what it
does.

An action with more to it than that is a function of its game; both are offered by windows alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from judge.engine.flow.offers import bans
from judge.engine.kernel.event import Event
from judge.engine.kernel.functions import OfferFunction
from judge.engine.kernel.proposals import call, event, move_event, named_move
from judge.engine.kernel.state import Card, Cond, Do, Option
from judge.engine.kernel.view import Vars, View
from judge.engine.language.traits import names
from judge.engine.language.values import said
from judge.engine.layout.slots import slots_of


class Action(NamedTuple):
    """A row of `[action]`: `each` fits the cards it is done with;
    `to`, `slots`, `places`, `ways` or `words` say what is named beside them.
    """

    name: str
    each: Mapping[str, Any] | None
    to: Mapping[str, Any]
    slots: tuple[str, ...]
    places: tuple[str, ...]
    words: tuple[str, ...]
    ways: Mapping[str, tuple[Do, ...]]
    refused: bool
    conds: tuple[Mapping[str, Any], ...]
    do: tuple[Do, ...]
    procedure: str
    rule: str
    unanswerable: str
    modes: tuple[str, ...]  # of the player's own turn in which it can be done, where a condition says so

    def options(self, game: View, v: Vars, seat: str) -> Iterator[Option]:
        """Every use of the action by a seat; one that is always refused is only for those who claim it."""
        if not game.tracing and (
            self.refused or (self.modes and (game.active != seat or v.get("mode") not in self.modes))
        ):
            return
        after = (Do("unanswered", {"rule": self.unanswerable, "by": seat}),) if self.unanswerable else ()
        if self.each is None:
            ctx = {"me": seat, "self": "", "aim": "", "because": "rules"}
            yield Option(self.name, (), (self.done(ctx), *after), self.conditions(game, v, ctx))
        for card in game.cards(self.each, {"me": seat}) if self.each is not None else ():
            for words, aim in self.aims(game, seat, card):
                ctx = {"me": seat, "self": card.object, "aim": aim, "because": "rules"}
                if self.places:
                    ctx["there"] = next((one.object for one in game.zone(seat, aim)), "")
                conds = self.conditions(game, v, ctx)
                yield Option(self.name, (card.id, *words), (self.done(ctx), *after), conds)

    def done(self, ctx: Mapping[str, Any]) -> Do:
        """What one use of it does: its procedure begins, or its instructions are carried out."""
        if self.procedure:
            return call(self.procedure, **{key: ctx[key] for key in ("me", "self") if ctx[key]})
        dos = self.ways.get(ctx["aim"], self.do)
        return Do("within", {"vars": ctx, "do": dos, "rule": self.rule})

    def aims(self, game: View, seat: str, card: Card) -> Iterator[tuple[tuple[str, ...], str]]:
        """What may be named beside a card: another card, a slot, a zone in which it does not lie, one of
        several ways, fixed words, or nothing.
        """
        if self.to:
            yield from (
                ((one.id,), one.object)
                for one in game.cards(self.to, {"me": seat, "self": card.object})
                if one.id != card.id
            )
        elif self.slots:
            yield from (((slot,), slot) for zone in self.slots for slot in slots_of(game.book, zone))
        elif self.places or self.ways:
            yield from (((one,), one) for one in (*self.places, *self.ways) if one != card.place)
        else:
            yield self.words, ""

    def conditions(self, game: View, v: Vars, ctx: Mapping[str, Any]) -> Iterator[Cond]:
        """The conditions of one use, in the order of the row;
        last whether anything on the table forbids what it does.
        """
        refused = False
        for row in self.conds:
            if "by" in row:
                yield from game.book.conds[row["by"]](game, row, ctx)
                continue
            ok = met(game, v, row, ctx)
            also = (*names(row.get("also", ())), *(read_rules(game, row, ctx) if "fits" in row else ()))
            if not ok and "lifted" in row and not refused:
                ok = bool(game.param(row["lifted"]))  # a literal of the rulebook, read only where it matters
            refused = refused or not ok
            yield Cond(str(row["rule"]), ok and not row.get("never"), str(row["say"]), {}, also)
        for do in self.ways.get(ctx["aim"], self.do):
            if do.args.get(do.args.get("named", do.verb)) == "self":
                yield from bans(game, partial(proposed, game, do, ctx))


def holds(game: View, row: Mapping[str, Any], ctx: Mapping[str, Any]) -> bool:
    """Does a condition hold? With `fits` the card that is named must fit what the acting card prints there,
    if it prints any.
    """
    card, aim = game.card(ctx["self"]), game.card(ctx["aim"])
    wanted = game.printed(card, row["fits"]) if "fits" in row and card is not None else None
    if wanted and aim is not None:
        return any(game.matches(aim, sel, ctx) for sel in wanted)
    return game.holds(row.get("else") if "fits" in row else row.get("if"), ctx)


def met(game: View, v: Vars, row: Mapping[str, Any], ctx: Mapping[str, Any]) -> bool:
    """Is a condition of the row met: on what is going on in the player's own turn, or on the cards?"""
    if "mode" in row:
        return v.get("mode") in row["mode"] and bool(game.active == ctx["me"])
    return holds(game, row, ctx)


def read_rules(game: View, row: Mapping[str, Any], ctx: Mapping[str, Any]) -> Iterator[str]:
    """The articles on what a card asks of the one that is named, and that it lies face-down,
    where that hides what is asked for.
    """
    card, aim = game.card(ctx["self"]), game.card(ctx["aim"])
    for sel in (game.printed(card, row["fits"]) or ()) if card is not None else ():
        yield from (rule for attr, rule in game.book.used_attributes if attr in sel)
        if aim is not None and game.face_down(aim) and game.book.unread.intersection(sel):
            yield str(game.book.tables["face_down"]["rule"])


def proposed(game: View, do: Do, ctx: Mapping[str, Any]) -> Event:
    """The event of an instruction about the card itself, for abilities that may forbid it."""
    name, ref = str(do.args.get("named", do.verb)), str(ctx["self"])
    if do.verb == "named-move" and "to" not in do.args:
        return named_move(game, ctx, ref, name)
    other = game.cards(do.args["with"], ctx) if do.verb == "exchange" else ()
    if other:
        return move_event(game, ctx, ref, other[0].place)
    if "to" in do.args:
        to = str(said(game, do.args["to"], ctx))
        return move_event(game, ctx, ref, to, name if do.verb == "named-move" else "move")
    rule, marks = str(do.args.get("rule", "")), game.book.tables["mark_word"][name]["marks"]
    return event(ctx, "mark", name, rule, card=ref, marks=marks)


def make_action(
    name: str, row: Mapping[str, Any], do: tuple[Do, ...], ways: Mapping[str, tuple[Do, ...]]
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

    def offer(game: View, v: Vars, seat: str) -> Iterator[Option]:
        return action.options(game, v, seat)

    return offer
