"""Properties of a card in the rules: its kind, its Spell Speed, whether it stays on the Field (st.icons,
speed.*).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.effects.sources import by_print
from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import EMPTY, Card, Condition, Decision, Instruction
from judge.engine.kernel.view import Vars, View
from judge.engine.language.walk import dos_in
from judge.text.plain import Scope

STAYS = ("continuous", "equip", "field")  # Spells and Traps that remain on the Field
ONCE = {  # the article by which a used card leaves
    "quick-play": "spell.quick", "ritual": "spell.ritual", "counter": "trap.counter",
}  # fmt: skip
BATTLE_VALUES = ("atk", "def")
EXTRA = ("fusion", "synchro", "xyz")
UNCALLED = ("fusion", "ritual", "synchro", "xyz", "special-summon")  # never Normal Summoned or Set


def printed_type(view: View, card: Card) -> str:
    """The card's printed type, in any zone: a Pendulum Monster in a Pendulum Zone is a Monster Card."""
    return view.table.prints[card.print].type


def kinds(view: View, card: Card) -> tuple[str, ...]:
    """The words of a card's kind."""
    words = view.value(card, "kind") or ()
    return words if type(words) is tuple else tuple(words)


def is_kind(view: View, card: Card, word: str) -> bool:
    """Does the card's kind contain this word?"""
    return word in kinds(view, card)


def speed_of(view: View, card: Card, ability: Ability | None) -> int:
    """The Spell Speed of an activation (speed.1, speed.2, speed.3), kept for each print and effect."""
    key = ("speed", card.print, ability.id if ability is not None else "", kinds(view, card))
    return by_print(view, key, lambda: find_speed(view, card, ability))


def find_speed(view: View, card: Card, ability: Ability | None) -> int:
    """The Spell Speed by the type of the card and the text of the effect."""
    type_ = printed_type(view, card)
    if ability is not None and "speed" in ability.data:
        return max(int(ability.data["speed"]), 2 if type_ == "trap" else 1)
    if type_ == "trap":
        return 3 if is_kind(view, card, "counter") else 2
    whole = ability is None or ability.data.get("way") == "card"
    return 2 if type_ == "spell" and whole and is_kind(view, card, "quick-play") else 1


def stays(view: View, card: Card) -> bool:
    """Does the card remain on the Field once it has been activated (spell.continuous, spell.equip,
    spell.field, trap.continuous, or by its text)?
    """
    by_kind = printed_type(view, card) == "monster" or any(is_kind(view, card, word) for word in STAYS)
    return by_kind or stays_by_text(view, card)


def stays_by_text(view: View, card: Card) -> bool:
    """Does the card's own text say that it remains on the Field?"""
    return any(text.data.get("stays") for text in own_effects(view, card))


def used_rule(view: View, card: Card) -> str:
    """The article by which a used card goes to the Graveyard."""
    article = next((rule for word, rule in ONCE.items() if is_kind(view, card, word)), "")
    return article or ("trap.normal" if printed_type(view, card) == "trap" else "spell.normal")


def own_effects(view: View, card: Card) -> tuple[Ability, ...]:
    """The effects that a Spell or Trap can have when the card itself is activated; the player chooses one of
    them.
    """
    return by_print(view, ("own", card.print), lambda: find_own_effects(view, card))


def find_own_effects(view: View, card: Card) -> tuple[Ability, ...]:
    """The printed effects that a Spell or Trap has when the card itself is activated."""
    printed = view.table.prints[card.print].faces["front"].abilities
    return tuple(
        ability for ability in printed if ability.kind == "activated" and ability.data.get("way") == "card"
    )


def instructions(view: View, ability: Ability) -> tuple[Instruction, ...]:
    """Every instruction of an effect, those within others too."""
    return by_print(view, ("instructions", ability.id), lambda: tuple(dos_in(ability.do)))


def changes_battle_values(view: View, card: Card, ability: Ability | None, whole: bool) -> bool:
    """Does the effect, or the card's continuous text once it is on the Field, directly change ATK or DEF
    (ds.limits)?
    """
    dos: Sequence[Instruction] = () if ability is None else instructions(view, ability)
    if any(gives_battle_values(do) for do in dos):
        return True
    own = view.table.prints[card.print].faces["front"].abilities if whole else ()
    imposed = [view.table.abilities[id_] for do in dos if do.verb == "impose" for id_ in do.args["abilities"]]
    return any(text.kind == "static" and text.data.get("attr") in BATTLE_VALUES for text in (*own, *imposed))


def gives_battle_values(do: Instruction) -> bool:
    """Does an instruction change the ATK or DEF of a monster for a time?"""
    if do.verb != "lasting" or do.args["makes"] not in ("add", "make"):
        return False
    return do.args.get("attr", "atk") in BATTLE_VALUES


def monsters(view: View, seat: str) -> list[Card]:
    """The monsters a player controls."""
    return list(view.zone(seat, "monster"))


def placed(view: View, v: Vars, cards: Sequence[Card], free: int, rule: str) -> Decision | list[Card]:
    """The cards that find a place; where they are too many, the player's decision which."""
    if len(cards) <= free:
        return [*cards]
    chosen = view.pick(v, "placed", v["me"], cards, free, free, rule, "ask.choose")
    return chosen if isinstance(chosen, Decision) else [card for card in cards if card.object in chosen]


def free_places(view: View, seat: str, zone: str) -> int:
    """How many more cards a zone can take."""
    return int(view.book.zones[zone]["limit"]) - view.count(seat, zone)


def room(view: View, seat: str, zone: str, leaving: int = 0) -> bool:
    """Is there a free place in a zone after so many cards have left it?"""
    return free_places(view, seat, zone) + leaving > 0


def level(view: View, card: Card) -> int:
    """A monster's Level; one that prints none, an Xyz Monster among them, has none (xyz.rank)."""
    return int(view.value(card, "level") or 0)


def stay_rule(view: View, card: Card) -> str:
    """The article by which an activated card stays on the Field."""
    if printed_type(view, card) == "monster":
        return "zone.pendulum.place"
    kind = next((word for word in STAYS if is_kind(view, card, word)), "")
    if not kind:
        return "rules-vs-effects" if stays_by_text(view, card) else "gl.equip-cards"
    return "trap.continuous" if printed_type(view, card) == "trap" else f"spell.{kind}"


CHOOSING = ("choose", "choose-materials")  # verbs that say under `from` among which cards


def freed(view: View, cost: Sequence[Instruction], ctx: Mapping[str, object], seat: str) -> int:
    """The greatest number of places that a cost can free in a player's Monster Zone; whether they suffice is
    tried out.
    """
    return sum(taken(view, do, ctx, seat) for do in cost)


def taken(view: View, do: Instruction, ctx: Scope, seat: str) -> int:
    """The greatest number of a player's monsters that an instruction takes or lets the player choose."""
    word = str(do.args.get("named", do.verb))
    what: object = do.args.get("from") if do.verb in CHOOSING else do.args.get(word)
    if type(what) is int:
        row, of = view.book.moves.get(word, EMPTY), do.args.get("of", "me")
        return what if row.get("from") == "monster" and seat in view.seats(of, ctx["me"]) else 0
    if what != "self" and not isinstance(what, dict):
        return 0
    cards = [card for card in view.cards(what, ctx) if card.zone == f"{seat}.monster"]
    return min(len(cards), view.number(do.args.get("n", 1), ctx)) if do.verb == "choose" else len(cards)


def place_for(view: View, seat: str, leaving: int = 0) -> Condition:
    """The condition that a monster finds a free place; each Token takes one of the five (token.zone)."""
    return Condition(
        "zone.monster.capacity", room(view, seat, "monster", leaving), "room", {"zone": "monster"}
    )
