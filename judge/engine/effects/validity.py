"""Validity: does an ability function where and as its card lies, and are the conditions that it names met?
In some games a card keeps an invalid ability, which then has no effect.
"""

from __future__ import annotations

from judge.engine.effects.sources import as_printed
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Waiting
from judge.engine.kernel.view import View
from judge.engine.layout.attachments import host_of
from judge.engine.layout.face_down import hushes, silenced


# --- abilities that are invalid: there all the same in some games, and nothing comes of them -----------
def taken(view: View, card: Card, ability: Ability) -> bool:
    """Has an ability of a card been made invalid or taken away?"""
    if not_valid(view, ability, card.seat, card.object):
        return True
    return not as_printed(view) and all(held.id != ability.id for held in view.abilities(card))


def tell_stays(view: View, card: Card, ability: Ability) -> None:
    """Tells that an invalid ability is still there, which a parameter of the rulebook decides."""
    if view.tracing and view.book.invalid_stays and taken(view, card, ability):
        view.param("negated-activates")


def not_valid(view: View, ability: Ability, seat: str, ref: str) -> bool:
    """Is a condition of validity that the ability itself names not met?"""
    if ability.validity is None or not view.book.invalid_stays:
        return False
    return not view.holds(ability.validity, {"me": seat, "self": ref})


def disabled(view: View, entry: Waiting, ability: Ability) -> bool:
    """Is a condition of validity that a pending ability names not met, or has the ability been made invalid
    or taken away while its card lies where it works?
    """
    if not_valid(view, ability, entry.master, entry.source):
        return True
    card = view.card(str(entry.vars.get("self", "")))
    if card is None or card.on or not {card.place, "any"} & set(ability.zones):
        return False
    return taken(view, card, ability)


def unconditional(ability: Ability) -> bool:
    """Does only the place of its card decide whether the ability works?"""
    return ability.validity is None and (ability.kind not in STANDING or ability.when is None)


def placed(view: View, card: Card, ability: Ability) -> bool:
    """Does the ability function where and as the card lies?"""
    if card.on:
        return "under" in ability.zones
    if card.place not in ability.zones and "any" not in ability.zones:
        return False
    knows = view.book.down is not None or bool(view.book.silent or view.book.disabling)
    return not knows or not (silenced(view, card, ability) or host_hushes(view, card, ability))


def host_hushes(view: View, card: Card, ability: Ability) -> bool:
    """Is a card silent because its host is, in a rulebook that says so?"""
    row = view.book.tables.get("attach")
    if row is None or not row["silent"] or card.place not in row["guests"]:
        return False
    host = view.card(host_of(view, card.object))
    return host is not None and hushes(view, host, ability)


def works(view: View, card: Card, ability: Ability) -> bool:
    """Does the ability function where the card lies, with every condition of validity met?"""
    return placed(view, card, ability) and valid(view, card, ability)


def valid(view: View, card: Card, ability: Ability) -> bool:
    """Is every condition of validity met, wherever the card lies? In some games an ability that is in use no
    longer needs them.
    """
    if unconditional(ability):
        return True
    ctx = {"me": card.seat, "self": card.object}
    if not view.holds(ability.validity, ctx):
        return view.book.invalid_stays and ability.kind in USED
    return ability.kind not in STANDING or view.holds(ability.when, ctx)


USED = ("activated", "auto")  # what is there and comes to nothing while it is invalid, in some games
STANDING = ("static", "forbid", "replace", "surcharge", "allow")
