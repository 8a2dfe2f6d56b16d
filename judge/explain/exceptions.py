"""Exceptions: tells which exceptions there are to a rule that refuses an act, and why none of them applies.

A rulebook names them: `[[exception]]`, a rule that is lifted where a condition holds, and `[[lifting]]`, one
that a text of a card may lift. They explain a refusal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.effects.continuous import lifting
from judge.engine.effects.scopes import touches
from judge.engine.effects.sources import printed_abilities
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import UNLESS, Card, Condition, Option, Seat
from judge.engine.kernel.view import View
from judge.engine.language.traits import names
from judge.text.plain import Fields, Json

Unmet = dict[str, Json]


def with_exceptions(view: View, seat: Seat, option: Option) -> Option:
    """A refused option with every condition at hand, those that fail with the exceptions that are not met."""
    ctx = context(view, seat, option)
    return option._replace(
        conds=tuple([cond if cond.ok else excepted(view, ctx, cond) for cond in option.conds])
    )


def excepted(view: View, ctx: Mapping[str, object], cond: Condition) -> Condition:
    """A condition that fails, with the exceptions of its rule that are not met here."""
    tables = view.book.tables
    exceptions = [
        *(entry for row in rows(tables["exception"], cond) for entry in unmet_by(view, row, ctx)),
        *(entry for row in rows(tables["lifting"], cond) for entry in lifted_not(view, row, ctx)),
    ]
    return cond._replace(values={**cond.values, UNLESS: tuple(exceptions)}) if exceptions else cond


def rows(table: Sequence[Mapping[str, object]], cond: Condition) -> list[Fields]:
    """The rows of a table about the rule of a condition."""
    return [
        row
        for row in table
        if cond.rule in names(row["to"]) and row.get("say", cond.message_key) == cond.message_key
    ]


def context(view: View, seat: Seat, option: Option) -> Fields:
    """The variables of an option: who acts, with which card, and on which one, if its words name them."""
    cards = [view.game.cards[word].object for word in option.args if word in view.game.cards]
    return {"me": seat, **dict(zip(("self", "aim"), cards, strict=False))}


def unmet_by(view: View, row: Mapping[str, object], ctx: Mapping[str, object]) -> Iterator[Unmet]:
    """The part of an exception's condition that does not hold; nothing where it is met."""
    unmet = view.judge(row["if"], ctx).found
    if unmet:
        yield {"article": row["article"], "found": unmet}


def lifted_not(view: View, row: Fields, ctx: Fields) -> Iterator[Unmet]:
    """The texts that lift the rule but not for this card, and why: they are not in force, concern other
    cards, or allow no more than this.
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
        article = row.get("article") or ability.rule
        yield {"article": article, "way": way, "by": source.id, "of": card.id}


def texts(view: View, what: str) -> Iterator[tuple[Ability, Card]]:
    """The abilities that lift a rule, with the cards that have or print them and lie somewhere."""
    for source in view.game.cards.values():
        if source.zone and view.known(source):
            own = (*view.abilities(source), *printed_abilities(view, source))
            for id_ in dict.fromkeys(text.id for text in own if text.kind == "allow"):
                ability = view.table.abilities[id_]
                if ability.data.get("what") == what:
                    yield ability, source
