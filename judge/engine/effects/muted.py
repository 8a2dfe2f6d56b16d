"""Muted abilities: tells why an ability does not work, which may be how its card lies, where it lies, or
what negates the ability or has taken it away.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.effects.grants import givers, gives, taken_away
from judge.engine.effects.sources import printed_abilities, takes
from judge.engine.effects.validity import host_hushes, placed
from judge.engine.kernel.book import BLANKING, Ability
from judge.engine.kernel.state import Card
from judge.engine.kernel.view import View
from judge.engine.language.traits import trait
from judge.engine.layout.attachments import host_of
from judge.engine.layout.face_down import face_down, silenced
from judge.text.rows import NamedTuple

# --- cards whose abilities a text negates: "a face-up monster whose effects are not negated" -----------
BLANK = "blank"


@trait("negated", "flag")
def test_negated(
    view: View, card: Card, want: object, ctx: Mapping[str, object], seen: Mapping[str, object] | None
) -> bool:
    """With abilities that a text negates now, whichever these are, or with none."""
    return negated(view, card) == bool(want)


def negated(view: View, card: Card) -> bool:
    """Does an effect or a permanent negate the abilities of a card?

    A permanent that asks this itself does not count while that is worked out.
    """
    memo, key = view.game.static_cache, ("negated", card.object)
    if key not in memo:
        memo[key] = negated_for_a_while(view, card)
        memo[key] = memo[key] or any(gives(view, *giver, card) for giver in givers(view, BLANK))
    cached: bool = memo[key]
    return cached


def negated_for_a_while(view: View, card: Card) -> bool:
    """Are the abilities of a card negated by an effect that lasts for a while?"""
    return any(effect.makes == BLANK and card.object in effect.to for effect in view.game.effects)


class Muted(NamedTuple):
    """Why an ability does not work. `kind` is face-down, lies, mark, host, taken, face or place; then follow
    the article, the card that causes it or is affected, and the state of the mark.
    """

    kind: str
    rule: str
    by: str = ""
    state: str = ""


def muted(view: View, card: Card, ability: Ability) -> Muted | None:
    """Why an ability of a card does not work, whatever its conditions are; None if nothing keeps it from
    working. A card that is activated itself may be face-down.
    """
    turned_up = ability.data.get("way") == "card" and face_down(view, card)
    if silenced(view, card, ability) and not turned_up:
        return by_lying(view, card, ability)
    host = view.card(host_of(view, card.object)) if host_hushes(view, card, ability) else None
    if host is not None:
        return by_lying(view, host, ability)._replace(kind="host", by=host.id)
    if all(held.id != ability.id for held in view.borne(card)) or lost(view, card, ability):
        return by_text(view, card, ability)
    if not placed(view, card, ability):
        return Muted("place", where_it_works(view, ability))
    return None


def where_it_works(view: View, ability: Ability) -> str:
    """The article that says where an ability works: its own where that is of such cards only."""
    usual = view.book.cites.get("elsewhere") if ability.kind == "activated" else ""
    own = ability.rule if ability.rule != view.book.tables["kind_rules"].get(ability.kind) else ""
    return str(ability.data.get("place_rule") or usual or own or view.book.works.get("rule") or ability.rule)


def lost(view: View, card: Card, ability: Ability) -> bool:
    """Has a text made a printed ability of a card invalid?"""
    printed = any(held.id == ability.id for held in printed_abilities(view, card))
    return printed and all(held.id != ability.id for held in view.abilities(card))


def by_lying(view: View, card: Card, ability: Ability) -> Muted:
    """The reason that abilities do not work because of how the card lies: its mark, or face-down."""
    silent = str(view.book.cites.get("silent", ""))
    for row in view.book.tables["silent"]:
        kinds = row.get("kinds", (ability.kind,))
        if card.mark(row["mark"]) == row["state"] and ability.kind in kinds:
            state = row["state"] if isinstance(row["state"], str) else row["mark"]
            return Muted("mark", str(row.get("rule", silent)), card.id, str(state))
    rule = str(view.book.tables.get("face_down", {}).get("rule", silent))
    return Muted("face-down" if face_down(view, card) else "lies", rule, card.id)


def by_text(view: View, card: Card, ability: Ability) -> Muted:
    """The effect or permanent that takes an ability away. An ability that only the card's other face prints
    does not count as the card's own now.
    """
    book = view.book
    if all(held.id != ability.id for held in printed_abilities(view, card)):
        return Muted("face", ability.rule)
    rule, by = "", ""
    for effect in view.game.effects:
        if effect.makes in BLANKING and card.object in effect.to and takes(effect, ability):
            origin = view.table.abilities.get(effect.ability)
            rule = origin.rule if origin is not None else ""
            by = view.game.objects.get(effect.source) or effect.ability.partition("/")[0]
    if not by:
        taker = next((giver for each, giver in taken_away(view, card) if each.id == ability.id), None)
        rule, by = (taker[0].rule, taker[1].id) if taker is not None else (rule, by)
    lying = book.down is not None or bool(book.tables["silent"])  # then the book's word is of how cards lie
    usual = str(book.cites.get("silent", ""))
    return Muted("taken", str(book.cites.get("blanked", rule or usual if lying else usual)), by)
