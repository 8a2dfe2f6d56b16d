"""What binds a player who activates an effect, when the activation is negated: limits on how often, and what
the text forgoes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.kernel.book import Ability
from judge.engine.kernel.proposals import event, events
from judge.engine.kernel.state import Do, Record, Waiting
from judge.engine.kernel.view import View
from judge.engine.language.limits import use_key, uses
from judge.engine.words.abilities import FORGONE
from judge.games.ygo import lines
from judge.games.ygo.registry import rules

ACTIVATE = "activate"  # the word of a text that speaks of its activation, and not of its use


@rules.interrupt("st.text", "negate")
def unbound(view: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """By the other reading an activation that is negated binds its player to nothing that the text says of
    activating.
    """
    negated = {record.args.get("entry") for record in records}
    found: list[Do] = []
    for one in view.game.waiting:
        ability = view.table.abilities.get(one.ability) if one.id in negated else None
        if ability is not None:
            found.extend(released(view, one, ability))
    return found or None


def released(view: View, entry: Waiting, ability: Ability) -> Iterator[Do]:
    """What a negated activation does not bind to any more, each told."""
    counted = limit_key(view, entry, ability)
    forgone = forgone_by(view, entry, ability)
    if not (counted or forgone) or view.param("negated-binds"):
        return
    rule, *usual = view.ruled("negated-binds", "st.text")
    view.note(lines.UNBOUND, rule, card=entry.card, usual=tuple(usual))
    if counted:
        n = uses(view.game, counted) - 1
        yield events([event({}, "remember", "once", rule, key=counted, value=n)])
    if forgone:
        yield events([event({}, "expire", "unbound", rule, effects=forgone)])


def limit_key(view: View, entry: Waiting, ability: Ability) -> str:
    """Under which key the use is counted, where the text limits how often it is activated."""
    if not ability.once or ability.data.get("says") != ACTIVATE:
        return ""
    key = use_key(view.game, ability, str(entry.vars.get("self", "")), entry.card)
    return key if uses(view.game, key) else ""


def forgone_by(view: View, entry: Waiting, ability: Ability) -> tuple[int, ...]:
    """The newest effect by which its player forgoes something, where the text does not speak of use."""
    if not ability.data.get(FORGONE) or ability.data.get("says", ACTIVATE) != ACTIVATE:
        return ()
    barred = tuple(ability.cost[0].args["abilities"])
    found = [one.id for one in view.game.effects if one.value == barred and one.seat == entry.master]
    return tuple(found[-1:])
