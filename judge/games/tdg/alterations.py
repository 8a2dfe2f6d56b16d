"""Alterations: what puts them on a card and how long they last (alteration.*).

Code because which of two alterations stays is a rule of the game itself.
"""

from __future__ import annotations

from judge.engine.book import Outcome
from judge.engine.proposals import event, events, events_as
from judge.engine.view import Vars, View
from judge.engine.vocabulary import affected, tell_nothing
from judge.games.tdg.altered import alteration, article, follows
from judge.games.tdg.blocks import CHARACTERS, on_field
from judge.games.tdg.registry import rules
from judge.state import Card, Do


@rules.verb("alter", "lexicon.alteration", "alteration.duration")
def alter(game: View, v: Vars) -> Outcome:
    """Put an alteration on characters, for as long as the list says, else the text; one that is over at once
    only does what it does.
    """
    name, row = str(v["alter"]), game.param("altered")[str(v["alter"])]
    found = game.cards(affected(game, v, game.refs(v.args["of"], v)), v)
    if not found:
        tell_nothing(game, v, v.args["of"], "alter")
        return None
    turns = row.get("turns", game.number(v.args.get("turns", 1), v))
    cards = [one for one in found if one.place in CHARACTERS and (not turns or gives_way(game, one, name))]
    marks, also = {"alteration": name, "remaining": turns}, ("alteration.duration",) if "turns" in row else ()
    batch = [
        event(v, "mark", "alter", row["rule"], card=one.object, marks=marks, also=also)
        for one in (cards if turns else ())
    ]
    if "unreadable" in row:
        game.note("unreadable", row["rule"])
    it = tuple(one.object for one in cards)
    return [events_as(v, batch), *follows(game, name, "applied", self=v.object("self"), me=v["me"], it=it)]


def gives_way(game: View, card: Card, name: str) -> bool:
    """May a new alteration take the place of the one that a card has (alteration.death.permanence)?"""
    old = alteration(card)
    if not old.startswith("death") or (name.startswith("death") and name > old):
        return True
    game.note("stays-altered", "alteration.death.permanence", card=card.id)
    return False


@rules.step("alteration.duration")
def run_down(game: View, v: Vars) -> Outcome:
    """Alterations are a turn older; those that are over end, with what the rulebook has them do then."""
    left = [(card, int(card.mark("remaining") or 0) - 1) for card in on_field(game) if alteration(card)]
    older = [
        event({}, "mark", "mark", "alteration.duration", card=card.object, marks={"remaining": n})
        for card, n in left
        if n > 0
    ]
    out: list[Do] = [events(older)]
    for card, _ in (one for one in left if one[1] <= 0):
        name, marks = alteration(card), {"alteration": False, "remaining": 0}
        ended = event({}, "mark", "restore", article(game, name), card=card.object, marks=marks)
        out += [events([ended]), *follows(game, name, "ends", self=card.object, me=card.seat)]
    return out


@rules.verb("cool", "position.cooldown-count")
def cool(game: View, v: Vars) -> Outcome:
    """Add to the cooldown of cards; one without any gets that of this turn."""
    n, rule, batch = game.number(v["cool"], v), "position.cooldown-count", []
    for card in game.cards(affected(game, v, game.refs(v.args["of"], v)), v):
        have = int(card.mark("cooldown") or 0)
        marks = {"cooldown": have + n, **({} if have else {"fresh-turn": True})}
        told = str(v.args.get("rule", rule))
        batch.append(event(v, "mark", "cool", told, card=card.object, marks=marks, also=(rule,)))
    return [events_as(v, batch)]
