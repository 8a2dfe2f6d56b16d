"""Comparisons: decides, by the rows of the book, which of two cards is destroyed and which player loses how
much.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from judge.engine.flow.pipeline import forbidden
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, named_move
from judge.engine.kernel.state import Card, opponent
from judge.engine.kernel.view import View
from judge.engine.language.conditions import form, of_number, within
from judge.engine.language.figures import figure, is_number
from judge.engine.language.traits import BOUNDS
from judge.engine.language.values import seats
from judge.engine.layout.attacks import attack_under_way
from judge.text.plain import Fields, Scope
from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.tables.comparison import Compared, Comparison


class Result(NamedTuple):
    """The result of a comparison: who is destroyed, whose player loses how much, under which article, and
    whether a value is `below` 0. `attr` is the value of the attacked card that counts; a loss without a
    `loser` falls on the attacked player.
    """

    rule: str
    below: bool
    attr: str
    destroyed: tuple[Card, ...] = ()
    damage: int = 0
    loser: Card | None = None
    damage_rule: str = ""
    step: str = ""  # with which it goes on, where the row names one


def result_of(view: View, attacker: Card, target: Card | None) -> Result:
    """The result when a card attacks another, or a player."""
    row = comparison(view, target)
    attr = row.get("target", "")
    value, other = numbers(view, row, attacker, target)
    compared = outcome(row, value, other)
    sides = {"attacker": attacker, "target": target}
    asked = compared.get("loses_has")  # a keyword, or what a text allows
    free = asked is None or view.has(attacker, asked) or view.permits(attacker, asked) is not None
    loses = "loses" in compared and free
    lost = (abs(value - other), sides[compared["loses"]], compared["loses_rule"]) if loses else ()
    result = Result(compared["rule"], min(value, other) < 0, attr, destroyed(view, compared, sides), *lost)
    return result._replace(step=compared.get("step", ""))


def comparison(view: View, target: Card | None) -> Comparison:
    """The row of the book for an attacked card, or for an attack on a player."""
    rows: list[Comparison] = view.book.tables["comparison"]["by"]
    return next(row for row in rows if fits(view, row, target))


def fits(view: View, row: Comparison, target: Card | None) -> bool:
    """Does the row concern such an attacked card?"""
    if target is None or "against" not in row:
        return target is None and "against" not in row
    return view.matches(target, row["against"], {})


def numbers(view: View, row: Comparison, attacker: Card, target: Card | None) -> tuple[int, int]:
    """The two values that are compared; below 0 only where the row says so."""
    values = [number(view, attacker, row["attacker"]), number(view, target, row.get("target", ""))]
    value, other = values if "below_nought" in row else [max(0, amount) for amount in values]
    return value, other


def number(view: View, card: Card | None, attr: str) -> int:
    """The value of a card's attribute; 0 for a card that has none."""
    return int(view.value(card, attr) or 0) if card is not None else 0


def outcome(row: Comparison, value: int, other: int) -> Compared:
    """The way in which the values compare."""
    if value != other:
        return row["more"] if value > other else row.get("less", row["more"])
    equal = row.get("equal", row["more"])
    return equal if value else row.get("nought", equal)


def destroyed(view: View, compared: Compared, sides: Mapping[str, Card | None]) -> tuple[Card, ...]:
    """The cards that the result of a comparison destroys."""
    if not compared["destroys"] or ("destroys_if" in compared and not view.param(compared["destroys_if"])):
        return ()
    return tuple(card for side in compared["destroys"] if (card := sides[side]) is not None)


def destructions(view: View, attacker: Card, target: Card | None, result: Result) -> list[Event]:
    """The events by which a comparison destroys cards, each by the other one."""
    table, made = view.book.tables["comparison"], []
    for card in result.destroyed:
        by = target if card is attacker and target is not None else attacker
        ctx = {"self": by.object, "me": by.seat, "because": table["because"]}
        made.append(named_move(view, ctx, card.object, table["move"], result.rule))
    return made


def loss_of(view: View, attacker: Card, target: Card | None, result: Result) -> Event:
    """The event that a player loses what a comparison costs, caused by the other card."""
    table = view.book.tables["comparison"]
    cause = attacker if target is None or result.loser is target else target
    ctx = {"self": cause.object, "me": cause.seat, "because": table["because"]}
    row = view.book.tables["score_word"][table["loss"]]
    seat = result.loser.seat if result.loser is not None else opponent(cause.seat)
    lost = {
        "seat": seat,
        "score": row["score"],
        "n": result.damage,
        "sign": row["sign"],
        "card": cause.object,
    }
    return event(ctx, "score", table["loss"], result.damage_rule, **lost)


def has_losses(tables: Fields) -> bool:
    """Do texts of a game speak of what an attack is about to cost a player?"""
    return "loss" in tables.get("comparison", ())


@figure("would-lose", "seat", stands=has_losses)
def would_lose(view: View, what: Fields, ctx: Scope) -> int:
    """What a player would lose by the attack under way as things stand; 0 where a text forbids it, or where
    the attacked card lies face-down.
    """
    frame, row = attack_under_way(view), view.book.tables["attacks"]
    attacker = view.card(frame.vars[row["card"]]) if frame is not None else None
    aim = str(frame.vars.get(row["target"]) or "") if frame is not None else ""
    target = view.card(aim) if aim else None
    if attacker is None or not view.matches(attacker, row["while"], {}) or bool(aim) != (target is not None):
        return 0
    if target is not None and view.face_down(target):
        return 0
    result = result_of(view, attacker, target)
    loss = loss_of(view, attacker, target, result)
    mine = loss["seat"] in seats(view, what["would-lose"], str(ctx.get("me", "")))
    return result.damage if mine and result.damage and forbidden(view, loss) is None else 0


form(("would-lose",), {**BOUNDS, "would-lose": "seat"}, of_number, fits=is_number)(within)
