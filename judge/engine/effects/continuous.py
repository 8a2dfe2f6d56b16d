"""Continuous effects: what a card's values and abilities are now.

Printed values first, then what is not a number, then numbers, each in order of time stamps. Effects of
resolved abilities stand in the game; static abilities are read off the board. Everything is cached per
position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from judge.engine.effects.dependency import Circle, Key, in_turn, settle, under_way
from judge.engine.effects.grants import by_rules, given_by_statics
from judge.engine.effects.imposed import imposed
from judge.engine.effects.scopes import amount_of, carried, touches
from judge.engine.effects.sources import as_printed, of_prints, printed_abilities, resting_on, sources
from judge.engine.effects.validity import placed, unconditional, works
from judge.engine.kernel.book import ARITHMETIC, BASE, BLANKING, Ability
from judge.engine.kernel.state import Card, Effect, Ref
from judge.engine.kernel.view import View
from judge.errors import NotImplementedYet

Static = tuple[int, Ability, Card]  # time stamp, ability, the card that has it


def value(game: View, card: Card, attr: str) -> Any:
    """The computed value of an attribute; None when the card prints none and nothing supplies one."""
    base = game.printed(card, attr)
    if attr not in moving(game):
        return base
    memo = game.game.standing
    key = (card.id, attr)
    if key not in memo and "depends" in game.book.cites:
        return in_order(game, card, attr, base)
    if key not in memo:
        memo[key] = base  # what a circle of effects reading each other falls back to
        memo[key] = compute(game, card, attr, base)
    return memo[key]


def in_order(game: View, card: Card, attr: str, base: Any) -> Any:
    """A value in a book that says which effect comes first where one depends on another: where values ask
    for each other in a circle that order is settled before any of them is worked out.
    """
    memo, asked = game.game.standing, under_way(game)
    key = (card.id, attr)
    if key in asked:
        raise Circle(asked[asked.index(key) :])
    asked.append(key)
    try:
        found = compute(game, card, attr, base)
    except Circle as circle:
        if len(asked) > 1:
            raise
        asked.clear()
        if settle(game, [one for _, name in circle.keys for one in statics_on(game, name)]):
            return value(game, card, attr)
        memo[key] = base  # what the circle rests on has no order: it falls back to what is printed
        found = compute(game, card, attr, base)
    finally:
        if asked:
            asked.pop()
    memo[key] = found
    return found


def moving(game: View) -> frozenset[str]:
    """The attributes that a static ability or a lasting effect may change."""
    memo = game.game.standing
    if "moving" not in memo:
        memo["moving"] = frozenset((*game.table.static_attrs, *(effect.attr for effect in game.game.effects)))
    found: frozenset[str] = memo["moving"]
    return found


def compute(game: View, card: Card, attr: str, base: Any) -> Any:
    """Fold every change of one attribute into the printed value, one of that value itself first,
    then the oldest; some cards have none of it at all.
    """
    row = game.book.attributes[attr]
    if row["of_abilities"] and not (printed_abilities(game, card) or game.borne(card)):
        return base  # nothing has what is added to abilities
    lacks = row.get("lacked_by") if base is None else None
    if lacks and all(word in (game.printed(card, key) or ()) for key, word in lacks.items()):
        return None
    ranks = game.book.ranks
    found = sorted(changes(game, card, attr), key=lambda one: (ranks.get(one[1], 1), one[0]))
    if len(found) > 1 and "depends" in game.book.cites:
        found = in_turn(game, card, attr, found)
    for _, makes, amount, _ in found:
        base = fold(base, makes, amount)
    floor = row.get("floor")
    return base if floor is None or type(base) is not int else max(floor, base)


def fold(base: Any, makes: str, amount: Any) -> Any:
    """One change: ``add`` to a number, ``make`` it something, ``gain`` or ``lose`` a word of a list."""
    if makes in ("make", BASE):
        return tuple(amount) if isinstance(amount, list) else amount
    if makes == "add":
        return base + amount if base is not None else None
    if makes in ARITHMETIC:
        return None if base is None else base * amount if makes == "multiply" else exactly(base, amount)
    words = () if base is None else base if isinstance(base, tuple) else (base,)
    given = tuple(amount) if isinstance(amount, (list, tuple)) else (amount,)
    if makes == "gain":
        return words + tuple(one for one in given if one not in words)
    return tuple(one for one in words if one not in given)


BINARY = (2, 4, 8, 16)  # parts that a decimal number shows exactly


def exactly(number: Any, parts: int) -> Any:
    """A number divided, without rounding. Raises NotImplementedYet for a division by 0."""
    if parts == 0:
        raise NotImplementedYet("a value divided by 0")
    from fractions import Fraction  # only who divides pays for it

    found = Fraction(number) / parts
    if found.denominator == 1:
        return int(found)
    return float(found) if found.denominator in BINARY else found


def changes(game: View, card: Card, attr: str) -> list[tuple[int, str, Any, Key]]:
    """The changes to one attribute of one card: (stamp, how, amount, whose)."""
    found: list[tuple[int, str, Any, Key]] = [
        (one.id, one.makes, one.value, ("", str(one.id)))
        for one in game.game.effects
        if one.attr == attr and card.object in one.to
    ]
    for stamp, ability, source in statics_on(game, attr):
        if touches(game, ability, source, card):
            amount = amount_of(game, ability, source, card)
            found.append((stamp, ability.data["makes"], amount, (ability.id, source.object)))
    return found


def lowered_by(game: View, card: Card, attr: str) -> tuple[Ability, Card] | None:
    """The newest static ability that lowers an attribute of the card, and the card that has it."""
    found = sorted((one for one in statics(game) if lowers(game, one, card, attr)), key=lambda one: one[0])
    return found[-1][1:] if found else None


def lowers(game: View, static: Static, card: Card, attr: str) -> bool:
    """Does a static ability take something off an attribute of the card?"""
    _, ability, source = static
    if ability.data.get("attr") != attr or ability.data.get("makes") != "add":
        return False
    ctx = {"me": source.seat, "self": source.object, "it": card.object}
    return touches(game, ability, source, card) and game.number(ability.data["value"], ctx) < 0


def made_of(game: View, card: Card, attr: str) -> tuple[str, ...]:
    """The articles of the abilities and effects that make an attribute what it is."""
    rules = [effect.rule for effect in game.game.effects if effect.attr == attr and card.object in effect.to]
    for _, ability, source in statics(game):
        if ability.data.get("attr") == attr and touches(game, ability, source, card):
            beneath = str(game.book.tables["pile"].get("works", "")) if source.on else ""
            rules += [ability.rule, beneath, *conditional_rules(game, ability), *used_by(game, ability)]
    for _, ability, source in find_statics(game):
        if (
            ability.data.get("attr") == attr
            and not works(game, source, ability)
            and touches(game, ability, source, card)
        ):
            rules += conditional_rules(game, ability)
    return tuple(dict.fromkeys(rule for rule in rules if rule))


def used_by(game: View, ability: Ability) -> list[str]:
    """The articles on attributes by which an ability finds its cards."""
    return [rule for attr, rule in game.book.used_attributes if attr in ability.data.get("scope", ())]


def conditional_rules(game: View, ability: Ability) -> list[str]:
    """The articles by which an ability works, or not, under a condition."""
    return (
        []
        if unconditional(ability)
        else [*ability.data.get("attached", ()), str(game.book.cites.get("conditional", ""))]
    )


def statics(game: View) -> tuple[Static, ...]:
    """Every static ability that works now, with its time stamp and the card that has it."""
    memo = game.game.standing
    if "statics" not in memo:
        # abilities that are asked for while they are looked for see none of them
        game.game.suppose({"statics": (), **carried(game)})
        placed = tuple(find_statics(game))
        memo.update(carried(game))
        free = tuple(one for one in placed if unconditional(one[1]))
        memo["statics"] = free if len(free) == len(placed) else settled_statics(game, placed, free)
        game.game.suppose(memo)
    found: tuple[Static, ...] = memo["statics"]
    return found


def settled_statics(game: View, placed: tuple[Static, ...], free: tuple[Static, ...]) -> tuple[Static, ...]:
    """Those whose conditions hold when every other one that works is counted, oldest first, until none
    changes.

    An ability's own effect does not count for its own condition. Raises NotImplementedYet when conditions
    make each other hold and fail in turn.
    """
    held = {(one[1].id, one[2].object): one in free for one in placed}
    for _ in range(len(placed) + 2):
        before = dict(held)
        for one in sorted(placed, key=lambda static: static[0]):
            if one not in free:
                key = (one[1].id, one[2].object)
                others = tuple(
                    other
                    for other in placed
                    if (other[1].id, other[2].object) != key and held[other[1].id, other[2].object]
                )
                game.game.suppose({"statics": others, **carried(game)})
                held[key] = works(game, one[2], one[1])
        if held == before:
            return tuple(one for one in placed if held[one[1].id, one[2].object])
    raise NotImplementedYet("static abilities whose conditions make each other hold and fail in turn")


def statics_on(game: View, attr: str) -> Sequence[Static]:
    """The static abilities of now that change one attribute."""
    memo = game.game.standing
    key = ("statics", attr)
    if key not in memo:
        every = statics(game)
        if not memo["statics"] and game.table.statics:  # they are being looked for just now
            return every
        memo[key] = [one for one in every if one[1].data.get("attr") == attr]
    found: Sequence[Static] = memo[key]
    return found


def watching(game: View, kind: str, ref: Ref) -> Iterator[tuple[Ability, Card]]:
    """The abilities of a kind that work now and may speak of an object: those that speak of nothing but the
    card that has them are asked of that card alone.
    """
    every, memo, key, alone = statics(game), game.game.standing, ("watching", kind), game.table.of_itself
    if key not in memo or not every:
        found = [(at, one, card) for at, (_, one, card) in enumerate(every) if one.kind == kind]
        own: dict[Ref, list[tuple[int, Ability, Card]]] = {}
        for entry in found:
            if entry[1].id in alone:
                own.setdefault(entry[2].object, []).append(entry)
        memo[key] = ([entry for entry in found if entry[1].id not in alone], own)
    others, own = memo[key]
    there = sorted((*others, *own[ref]), key=itemgetter(0)) if ref in own else others
    return ((one, card) for _, one, card in there)


def find_statics(game: View) -> Iterator[Static]:
    """Look through the board for static abilities that lie where they function."""
    table = game.table
    if not table.statics:
        return
    yield from imposed(game)
    if as_printed(game):
        cards = of_prints(game, "static", table.static_prints)
        yield from resting_on(game, "statics", cards, lambda: list(placed_statics(game, cards)))
    else:
        yield from placed_statics(game, sources(game))


def placed_statics(game: View, cards: Iterable[Card]) -> Iterator[Static]:
    """The static abilities of some cards that lie where they function."""
    for card in cards:
        for ability in abilities(game, card) if card.zone else ():
            if ability.id in game.table.statics and placed(game, card, ability):
                yield int(card.object[1:]), ability, card


def abilities(game: View, card: Card) -> tuple[Ability, ...]:
    """The abilities of the visible face and those granted, none while the card is made invalid."""
    return printed_abilities(game, card) if as_printed(game) else left_by(game, card, BLANKING)


def borne(game: View, card: Card) -> tuple[Ability, ...]:
    """Those and the ones that are negated,
    in a game where these are activated all the same and do nothing.
    """
    return printed_abilities(game, card) if as_printed(game) else left_by(game, card, game.book.taking)


def left_by(game: View, card: Card, taking: tuple[str, ...]) -> tuple[Ability, ...]:
    """The abilities that are left to a card by the words that take abilities away, and those granted."""
    key = ("abilities", card.id, taking)
    memo = game.game.standing
    if key not in memo:
        own = memo[key] = tuple(
            find_abilities(game, card, taking)
        )  # kept at once: those that give ask for abilities too
        if game.table.granting:
            memo[key] = given_by_statics(game, card, own, taking)
    found: tuple[Ability, ...] = memo[key]
    return found


def of_kind(game: View, kind: str) -> list[tuple[Card, Ability, bool]]:
    """The abilities of a kind on the cards in play, printed ones too that are not valid now: which are is the
    third.

    The cards are as they were when nothing but marks has changed since.
    """
    memo = game.game.standing
    key = ("kind", kind)
    if key not in memo:
        memo[key] = kind_as_printed(game, kind) if as_printed(game) else list(find_kind(game, kind))
    found: list[tuple[Card, Ability, bool]] = memo[key]
    return found


def kind_as_printed(game: View, kind: str) -> list[tuple[Card, Ability, bool]]:
    """Those of a board where every card has just what it prints: all are valid."""
    cards = of_prints(game, "kind " + kind, game.table.prints_with.get(kind, ()))

    def lying() -> list[tuple[Card, Ability, bool]]:
        there = [(card, ability) for card in cards if card.zone for ability in printed_abilities(game, card)]
        return [(card, ability, True) for card, ability in there if ability.kind == kind]

    return resting_on(game, "those of kind " + kind, cards, lying)


def find_kind(game: View, kind: str) -> Iterator[tuple[Card, Ability, bool]]:
    """Look through the board for abilities of a kind where cards have others than they print,
    or not all of them.
    """
    for card in sources(game):
        valid = {one.id: one for one in borne(game, card)}
        printed = {one.id: one for one in printed_abilities(game, card)}
        for ability in {**printed, **valid}.values():
            if ability.kind == kind:
                yield card, ability, ability.id in valid


def find_abilities(game: View, card: Card, taking: tuple[str, ...]) -> Iterator[Ability]:
    """Collect a card's abilities in printed order, then granted ones in order of time."""
    own = printed_abilities(game, card)
    makes = ("grant", *taking)
    mine = [one for one in game.game.effects if one.makes in makes and card.object in one.to]
    taken = any(effect.makes in taking for effect in mine)
    yield from (one for one in own if not taken or by_rules(one))
    for effect in mine:
        if effect.makes == "grant" and not blanked_after(mine, effect):
            yield from (game.table.abilities[one] for one in effect.value)


def blanked_after(effects: list[Effect], grant: Effect) -> bool:
    """Was the card made invalid after this grant?"""
    return any(effect.makes in BLANKING and effect.id > grant.id for effect in effects)


def lifting(game: View, what: str) -> Iterator[tuple[Ability, Card]]:
    """The static abilities that lift a rule named `what`, for whatever card, and the cards that have them."""
    for _, ability, source in statics(game) if what in game.table.lifted else ():
        if ability.kind == "allow" and ability.data.get("what") == what:
            yield ability, source


def permitting(game: View, card: Card, what: str) -> Iterator[Ability]:
    """The static abilities and effects that lift a rule named `what` for this card."""
    yield from (ability for ability, source in lifting(game, what) if touches(game, ability, source, card))
