"""Does an ability function: where its card lies, as it lies, and under the conditions that it names?"""

from __future__ import annotations

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.engine.layout.attachments import host_of
from judge.engine.layout.face_down import hushes, silenced


def unconditional(ability: Ability) -> bool:
    """Does nothing but its place decide whether it works?"""
    return ability.validity is None and (ability.kind not in STANDING or ability.when is None)


def placed(game: View, card: Card, ability: Ability) -> bool:
    """Does the ability function where and as the card lies?"""
    if card.on:
        return "under" in ability.zones
    if card.place not in ability.zones and "any" not in ability.zones:
        return False
    knows = game.book.down is not None or bool(game.book.silent or game.book.hushed)
    return not knows or not (silenced(game, card, ability) or host_hushes(game, card, ability))


def host_hushes(game: View, card: Card, ability: Ability) -> bool:
    """Is a card silent because its host is, where the rulebook has it so?"""
    row = game.book.tables.get("attach")
    if row is None or not row["silent"] or card.place not in row["guests"]:
        return False
    host = game.card(host_of(game, card.object))
    return host is not None and hushes(game, host, ability)


def works(game: View, card: Card, ability: Ability) -> bool:
    """Does the ability function where the card lies, with every condition of validity met?"""
    if not placed(game, card, ability):
        return False
    if unconditional(ability):
        return True
    ctx = {"me": card.seat, "self": card.object}
    if not game.holds(ability.validity, ctx):
        return game.book.invalid_stays and ability.kind in USED
    return ability.kind not in STANDING or game.holds(ability.when, ctx)


USED = ("activated", "auto")  # what is there and comes to nothing while it is invalid, in some games
STANDING = ("static", "forbid", "replace", "allow")
