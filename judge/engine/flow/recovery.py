"""Cards that rule processing does not take though its condition held for a while, or holds already: told
where a rulebook has an article on when it looks for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.book import StateRule
from judge.engine.kernel.state import Record
from judge.engine.kernel.view import View


def tell_unprocessed(view: View, records: Sequence[Record]) -> None:
    """Tell of each card that has come up again from the number at which a state rule would take it, and of
    each that the end of an effect has brought down to it.
    """
    rule = str(view.book.cites.get("confirmative", ""))
    if not rule:
        return
    for row in view.book.state_rules:
        bound = row.each.get("max", {}).get(row.laid_to)
        for one in records if bound is not None else ():
            if one.verb == "gain" and one.args["attr"] == row.laid_to and one.args["makes"] == "add":
                tell_recovered(view, rule, bound, one)
            elif one.verb == "expire":
                tell_due(view, rule, row)


def tell_recovered(view: View, rule: str, bound: int, one: Record) -> None:
    """Tell of the cards that this gain has brought up from the number or from below it."""
    attr, value = one.args["attr"], one.args["value"]
    for card in filter(None, map(view.card, one.args["to"])):
        have = view.value(card, attr)
        if have is not None and have > bound >= have - value:
            view.note("recovered", rule, card=card.id, attr=attr, n=have)


def tell_due(view: View, rule: str, row: StateRule) -> None:
    """Tell of the cards that the rule will take when it is looked for next."""
    for card in view.cards({"of": "any", **row.each}, {"me": view.active}):
        view.note("due-later", rule, card=card.id, attr=row.laid_to, n=view.value(card, row.laid_to))
