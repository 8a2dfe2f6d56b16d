"""Exceptions of a rule that refuses something, and why none of them applies here.

A rulebook names them: `[[exception]]`, a rule that is lifted where a condition holds, and `[[lifting]]`, one
that a text of a card may lift. They are told for whoever listens, and change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.engine import trace
from judge.engine.effects.continuous import lifting
from judge.engine.effects.reader import Reader
from judge.engine.effects.scopes import touches
from judge.engine.effects.sources import printed_abilities
from judge.engine.flow.shortfall import shortfall
from judge.engine.flow.watchers import unseen_conditions
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Condition, Option, Seat
from judge.engine.kernel.tracer import LIFTED, LIFTED_RULE, PARTLY
from judge.engine.kernel.view import View
from judge.engine.language.traits import names
from judge.engine.language.unseen import counted_unseen, hanging, resting
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple

KEPT_BY: Final = ("forbidden", "supplanted")  # conditions that tell by themselves on what they hang
UNLESS: Final = "unless"  # among the values of a condition: the exceptions of its rule that are not met

Unmet = dict[str, Json]


class Lift(NamedTuple):
    """A text that lifts a rule, by a row of the book, and the cards that not everybody sees and on which that
    hangs.
    """

    row: Fields
    ability: Ability
    cards: tuple[str, ...]


def with_exceptions(view: View, seat: Seat, option: Option) -> Option:
    """A refused option with every condition at hand, those that fail with the exceptions that are not met."""
    conds = tuple(weighed(view, option))
    if view.tracing:
        ctx = context(view, seat, option)
        told = (one if one.ok else excepted(view, ctx, one) for one in conds)
        lifts = [*lifts_unseen(view, view.card(ctx.get("self", "")))]
        conds = tuple([liftable(one, lifts) for one in told])
    return option._replace(conds=conds)


def weighed(view: View, option: Option) -> Iterator[Condition]:
    """The conditions of an option, those that count what texts forbid with the cards that not everybody sees
    and on which that hangs.
    """
    view.weighed()
    for cond in option.conds:
        cards = view.weighed()
        if cond.message_key not in KEPT_BY:
            yield hanging(cond, cards)
        else:
            yield cond._replace(values={**cond.values, PARTLY: cards}) if cards else cond


def liftable(cond: Condition, lifts: Sequence[Lift]) -> Condition:
    """A condition, with the cards that not everybody sees and on which hangs whether a text lifts it, and by
    which article it fails where none does.
    """
    found = [lift for lift in lifts if may_lift(lift, cond)]
    hung = tuple([card for lift in found for card in lift.cards])
    if not hung:
        return cond
    refusing = cond.rule if rows([found[0].row], cond) else names(found[0].row["to"])[0]
    return cond._replace(values={**cond.values, LIFTED: hung, LIFTED_RULE: refusing})


def may_lift(lift: Lift, cond: Condition) -> bool:
    """Is a condition about the rule that a text lifts, or met by the article of the text?"""
    by_text = cond.ok and cond.rule == (lift.row.get("article") or lift.ability.rule)
    return by_text or bool(rows([lift.row], cond))


def lifts_unseen(view: View, card: Card | None) -> Iterator[Lift]:
    """The texts that lift rules for a card, or would, on account of unseen cards."""
    if card is None or not (view.tracing and view.table.lifted):
        return
    quiet = Reader(view.table, view.game)
    for row in view.book.tables["lifting"]:
        for ability, source in texts(quiet, row["permit"]) if row["permit"] in view.table.lifted else ():
            cards = unseen_conditions(quiet, ability, source) if touches(quiet, ability, source, card) else ()
            if cards:
                yield Lift(row, ability, cards)


def tell_overridden(view: View, card: Card, what: str, rule: str, article: str) -> None:
    """Tell, by a rule, of the text that lifts another for a card, as what prevails over an article."""
    allowed = view.permits(card, what)
    if allowed is not None:
        view.note(trace.OVERRIDDEN, rule, ability=allowed.id, article=article)


def excepted(view: View, ctx: Mapping[str, object], cond: Condition) -> Condition:
    """A condition that fails, with the exceptions of its rule that are not met here."""
    tables = view.book.tables
    found = [
        *(one for row in rows(tables["exception"], cond) for one in unmet_by(view, row, ctx)),
        *(one for row in rows(tables["lifting"], cond) for one in lifted_not(view, row, ctx)),
    ]
    return cond._replace(values={**cond.values, UNLESS: tuple(found)}) if found else cond


def rows(table: Sequence[Mapping[str, object]], cond: Condition) -> list[Fields]:
    """The rows of a table that are about the rule of a condition."""
    return [
        row
        for row in table
        if cond.rule in names(row["to"]) and row.get("say", cond.message_key) == cond.message_key
    ]


def context(view: View, seat: Seat, option: Option) -> Fields:
    """Who acts, with which card, and on which one, as far as the words of an option name them."""
    cards = [view.game.cards[word].object for word in option.args if word in view.game.cards]
    return {"me": seat, **dict(zip(("self", "aim"), cards, strict=False))}


def unmet_by(view: View, row: Mapping[str, object], ctx: Mapping[str, object]) -> Iterator[Unmet]:
    """What of the condition of an exception does not hold; nothing where it is met."""
    found = shortfall(view, row["if"], ctx)
    if found:
        yield {"article": row["article"], "found": found, **resting(counted_unseen(view, ctx, row["if"]))}


def lifted_not(view: View, row: Fields, ctx: Fields) -> Iterator[Unmet]:
    """The texts that lift the rule, and that do not for this card: they are not in force, are about others,
    or allow no more than this.
    """
    what, card = row["permit"], view.card(ctx.get("self", ""))
    if what not in view.table.lifted or card is None:
        return
    in_force = {(ability.id, source.id) for ability, source in lifting(view, what)}
    for ability, source in texts(view, what):
        if ability.cost and source.id != card.id and ability.data.get("of", "self") == "self":
            continue  # which names what is paid for its own card alone
        way = "others" if (ability.id, source.id) in in_force else "idle"
        if way == "others" and touches(view, ability, source, card):
            way = "unpaid" if ability.cost else "short"
        article, own = row.get("article") or ability.rule, {"me": source.seat, "self": source.object}
        rests = resting(counted_unseen(view, own, (ability.validity, ability.when)))
        yield {"article": article, "way": way, "by": source.id, "of": card.id, **rests}


def texts(view: View, what: str) -> Iterator[tuple[Ability, Card]]:
    """The abilities that lift a rule, with the cards that have or print them and lie somewhere."""
    for source in view.game.cards.values():
        if source.zone and view.known(source):
            own = (*view.abilities(source), *printed_abilities(view, source))
            for id_ in dict.fromkeys(one.id for one in own if one.kind == "allow"):
                ability = view.table.abilities[id_]
                if ability.data.get("what") == what:
                    yield ability, source
