"""Effects that use abilities of cards which wait for something else."""

from __future__ import annotations

from judge.engine.book import Outcome
from judge.engine.proposals import events
from judge.engine.triggers import entry
from judge.engine.view import Vars, View
from judge.engine.vocabulary import tell_nothing, words
from judge.state import Record


@words.verb("trigger")
def trigger(game: View, v: Vars) -> Outcome:
    """Use the autos of cards: they wait from now on, whatever it is that they listen to."""
    rule, batch = str(game.book.cites["use-autos"]), []
    for card in game.cards(game.refs(v["trigger"], v), v):
        for ability in game.abilities(card):
            if ability.kind == "auto":
                used = Record(
                    "signal", "trigger", rule, card.id, card.object, card.seat, {}, None, None, None
                )
                batch.append({**entry(game, ability, card, used, None), "rule": rule})
    if not batch:
        tell_nothing(game, v, v["trigger"], "trigger")
    return [events(batch)]
