"""Effects that use abilities of cards which wait for something else."""

from __future__ import annotations

from judge.engine import trace
from judge.engine.flow.triggers import entry, unusable
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.proposals import events
from judge.engine.kernel.state import Card, Record
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.unseen import closed


@words.word("trigger", "cards", without=("as", "rule"), stands=lambda tables: "use-autos" in tables["cites"])
def trigger(view: View, v: Vars) -> Outcome:
    """An effect uses the auto abilities of cards that work where these are: they wait, whatever it is
    that they listen to.
    """
    rule = str(view.book.cites["use-autos"])
    cards = view.cards(view.refs(v["trigger"], v), v)
    autos = [(card, one) for card in cards for one in view.borne(card) if one.kind == "auto"]
    there = [(card, one) for card, one in autos if view.works(card, one)]  # elsewhere it is not in force
    if not there:
        view.note(trace.NO_AUTO, elsewhere=bool(autos), **closed(view, cards))
    used = [(card, one) for card, one in there if not unusable(view, one, card)]
    return [events([put_to_use(view, v, card, one, rule) for card, one in used])] if used else None


def put_to_use(view: View, v: Vars, card: Card, ability: Ability, rule: str) -> Event:
    """The ability of a card waits, with no event that it could speak of but where it only hears of its own
    card: as one of the player whose effect uses it, or of the card's by the book's literal.
    """
    record = Record("signal", "trigger", rule, card.id, card.object, card.seat, {}, None, None, None)
    heard = entry(view, ability, card, record, None)
    new: Event = {**heard, "rule": rule, "name": "pending", "status": "pending"}
    vars = {**new["vars"], "it": card.object if ability.id in view.table.of_itself else ""}
    if new["who"] == v["me"] or not view.param("users-master"):
        return {**new, "vars": vars}
    return {**new, "who": v["me"], "vars": {**vars, "me": v["me"]}, "seen": ("used-by",)}
