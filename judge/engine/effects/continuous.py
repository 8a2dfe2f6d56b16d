"""Continuous effects: what a card's values and abilities are now.

Printed values first, then what is not a number, then numbers, each in order of time stamps. Effects of
resolved abilities stand in the game; static abilities are read off the board. Everything is cached per
position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from judge.engine.effects.dependency import Circle, Key, in_turn, ranked, settle, under_way
from judge.engine.effects.grants import by_rules, given_by_statics, given_out, imposed
from judge.engine.effects.reach import reaching, total, touching
from judge.engine.effects.scopes import amount_of, carried, touches
from judge.engine.effects.sources import as_printed, of_prints, printed_abilities, resting_on, sources, takes
from judge.engine.effects.validity import placed, unconditional, works
from judge.engine.kernel.book import ARITHMETIC, BASE, BLANKING, Ability
from judge.engine.kernel.state import DEEPEST, NUMBER, Card, Ref, within
from judge.engine.kernel.view import View
from judge.errors import NotImplementedYet
from judge.text.plain import Json

Static = tuple[int, Ability, Card]  # time stamp, ability, the card that has it


def value(view: View, card: Card, attr: str) -> object:
    """The computed value of an attribute; None when the card prints none and nothing supplies one."""
    base = view.printed(card, attr)
    if attr not in moving(view):
        return base
    memo = view.game.static_cache
    key = (card.id, attr)
    if key not in memo and "depends" in view.book.cites:
        return in_order(view, card, attr, base)
    if key not in memo:
        memo[key] = base  # what a circle of effects reading each other falls back to
        memo[key] = beneath(view, card, attr, base)
    return memo[key]


def beneath(view: View, card: Card, attr: str, base: object) -> object:
    """Works out a value while others that depend on it are being worked out. Raises NotImplementedYet where
    too many values depend on each other in this way.
    """
    asked = under_way(view)
    within(len(asked) + 1, DEEPEST, "so many values that are worked out of each other")
    asked.append((card.id, attr))
    try:
        return compute(view, card, attr, base)
    finally:
        asked.pop()


def in_order(view: View, card: Card, attr: str, base: object) -> object:
    """Works out a value in a book that says which effect is applied first where one depends on another. If
    values depend on each other in a circle, the order is settled before any of them is worked out.
    """
    memo, asked = view.game.static_cache, under_way(view)
    key = (card.id, attr)
    if key in asked:
        raise Circle(asked[asked.index(key) :])
    within(len(asked) + 1, DEEPEST, "so many values that are worked out of each other")
    asked.append(key)
    try:
        computed = compute(view, card, attr, base)
    except Circle as circle:
        if len(asked) > 1:
            raise
        asked.clear()
        if settle(view, [static for _, name in circle.keys for static in statics_on(view, name)]):
            return value(view, card, attr)
        memo[key] = base  # what the circle rests on has no order: it falls back to what is printed
        computed = compute(view, card, attr, base)
    finally:
        if asked:
            asked.pop()
    memo[key] = computed
    return computed


def moving(view: View) -> frozenset[str]:
    """The attributes that a static ability or a lasting effect may change."""
    memo = view.game.static_cache
    if "moving" not in memo:
        memo["moving"] = frozenset((*view.table.static_attrs, *(effect.attr for effect in view.game.effects)))
    cached: frozenset[str] = memo["moving"]
    return cached


def compute(view: View, card: Card, attr: str, base: object) -> object:
    """Applies every change of one attribute to the printed value: changes that come from the value itself
    first, then the others from the oldest to the newest. None for a card that does not have the attribute.
    """
    row = view.book.attributes[attr]
    if row["of_abilities"] and not (printed_abilities(view, card) or view.borne(card)):
        return base  # nothing has what is added to abilities
    lacks = row.get("lacked_by") if base is None else None
    lacking = lacks and all(word in (view.printed(card, key) or ()) for key, word in lacks.items())
    if lacking and not stands_in(view, card, attr):
        return None
    base = summed(view, card, attr, base)
    if type(base) is int:
        within(abs(base), NUMBER, f"so large a number as the {attr} of {card.id}")
    floor = row.get("floor")
    return base if floor is None or type(base) is not int else max(floor, base)


def stands_in(view: View, card: Card, attr: str) -> bool:
    """Does a text let another number of a card count as one that it lacks, such as its Rank as a Level?"""
    makers = [static for static in statics_on(view, attr) if static[1].data.get("makes") == "make"]
    cards = (
        (ability, source, ability.data["value"])
        for _, ability, source in makers
        if ability.data["attr"] == attr
    )
    other = (
        (ability, source) for ability, source, by in cards if isinstance(by, dict) and by.get("value") != attr
    )
    return any(touches(view, ability, source, card) for ability, source in other)


def summed(view: View, card: Card, attr: str, base: object) -> object:
    """The printed value with every change applied. Changes that only add are added up once for all cards
    that they apply to.
    """
    added = total(view, attr, statics_on(view, attr), card)
    if added is not None:
        return fold(base, "add", added) if added else base
    all_changes = changes(view, card, attr)
    ranks = ranked(view, [change[1] for change in all_changes]) if len(all_changes) > 1 else view.book.ranks
    all_changes.sort(key=lambda row: (ranks.get(row[1], 1), row[0]))
    if len(all_changes) > 1 and "depends" in view.book.cites:
        all_changes = in_turn(view, card, attr, all_changes)
    for _, makes, amount, _ in all_changes:
        base = fold(base, makes, amount)
    return base


def fold(base: Json, makes: str, amount: Json) -> object:
    """A value after one change: ``add`` to a number, ``make`` it something, ``gain`` or ``lose`` a word."""
    if makes in ("make", BASE):
        return tuple(amount) if isinstance(amount, list) else amount
    if makes == "add":
        return base + amount if base is not None else None
    if makes in ARITHMETIC:
        return None if base is None else base * amount if makes == "multiply" else exactly(base, amount)
    words = () if base is None else base if isinstance(base, tuple) else (base,)
    given = tuple(amount) if isinstance(amount, (list, tuple)) else (amount,)
    if makes == "gain":
        return words + tuple(new_word for new_word in given if new_word not in words)
    return tuple(word for word in words if word not in given)


FIRST = itemgetter(0)
BINARY = (2, 4, 8, 16)  # parts that a decimal number shows exactly


def exactly(number: Json, parts: int) -> object:
    """A number divided, without rounding. Raises NotImplementedYet for a division by 0."""
    if parts == 0:
        raise NotImplementedYet("a value divided by 0")
    from fractions import Fraction  # only who divides pays for it

    quotient = Fraction(number) / parts
    if quotient.denominator == 1:
        return int(quotient)
    return float(quotient) if quotient.denominator in BINARY else quotient


def changes(view: View, card: Card, attr: str) -> list[tuple[int, str, object, Key]]:
    """The changes to one attribute of one card: (stamp, how, amount, whose)."""
    rows: list[tuple[int, str, object, Key]] = [
        (effect.id, effect.makes, effect.value, ("", str(effect.id)))
        for effect in view.game.effects
        if effect.attr == attr and card.object in effect.to
    ]
    for stamp, ability, source in reaching(view, attr, statics_on(view, attr), card):
        if touches(view, ability, source, card):
            amount = amount_of(view, ability, source, card)
            rows.append((stamp, ability.data["makes"], amount, (ability.id, source.object)))
    return rows


def lowered_by(view: View, card: Card, attr: str) -> tuple[Ability, Card] | None:
    """The newest static ability that lowers an attribute of the card, and the card that has it."""
    cards = sorted(
        (static for static in statics(view) if lowers(view, static, card, attr)), key=lambda entry: entry[0]
    )
    return cards[-1][1:] if cards else None


def lowers(view: View, static: Static, card: Card, attr: str) -> bool:
    """Does a static ability lower an attribute of the card?"""
    _, ability, source = static
    if ability.data.get("attr") != attr or ability.data.get("makes") != "add":
        return False
    ctx = {"me": source.seat, "self": source.object, "it": card.object, "each": card.object}
    return touches(view, ability, source, card) and view.number(ability.data["value"], ctx) < 0


def makers(view: View, card: Card, attr: str) -> tuple[str, ...]:
    """The abilities that change an attribute of a card, those behind lasting effects first."""
    effects = [effect for effect in view.game.effects if effect.attr == attr and card.object in effect.to]
    ids = (*(effect.ability for effect in effects), *touching(view, attr, statics_on(view, attr), card))
    return tuple(dict.fromkeys(name for name in ids if name))


def conditional_rules(view: View, ability: Ability) -> list[str]:
    """The articles about abilities with a condition, which are cited for an ability that has one."""
    return (
        []
        if unconditional(ability)
        else [*ability.data.get("attached", ()), str(view.book.cites.get("conditional", ""))]
    )


def statics(view: View) -> tuple[Static, ...]:
    """Every static ability that works now, with its time stamp and the card that has it."""
    memo = view.game.static_cache
    if "statics" not in memo:
        # abilities that are asked for while they are looked for see none of them
        view.game.suppose({"statics": (), **carried(view)})
        placed = tuple(find_statics(view))
        memo.update(carried(view))
        free = tuple(static for static in placed if unconditional(static[1]))
        memo["statics"] = free if len(free) == len(placed) else settled_statics(view, placed, free)
        view.game.suppose(memo)
    cached: tuple[Static, ...] = memo["statics"]
    return cached


def settled_statics(view: View, placed: tuple[Static, ...], free: tuple[Static, ...]) -> tuple[Static, ...]:
    """The static abilities whose conditions hold when every other working one is counted, the oldest first,
    until nothing changes any more. An ability's own effect does not count for its own condition. Raises
    NotImplementedYet when conditions make each other hold and fail in turn.
    """
    held = {(card[1].id, card[2].object): card in free for card in placed}
    for _ in range(len(placed) + 2):
        before = dict(held)
        for card in sorted(placed, key=lambda static: static[0]):
            if card not in free:
                key = (card[1].id, card[2].object)
                others = tuple(
                    other
                    for other in placed
                    if (other[1].id, other[2].object) != key and held[other[1].id, other[2].object]
                )
                view.game.suppose({"statics": others, **carried(view)})
                held[key] = works(view, card[2], card[1])
        if held == before:
            return tuple(card for card in placed if held[card[1].id, card[2].object])
    raise NotImplementedYet("static abilities whose conditions make each other hold and fail in turn")


def statics_on(view: View, attr: str) -> Sequence[Static]:
    """The static abilities that change one attribute and work now."""
    memo = view.game.static_cache
    key = ("statics", attr)
    if key not in memo:
        every = statics(view)
        if not memo["statics"] and view.table.statics:  # they are being looked for just now
            return every
        memo[key] = [card for card in every if card[1].data.get("attr") == attr]
    cards: Sequence[Static] = memo[key]
    return cards


def watching(view: View, kind: str, ref: Ref) -> Sequence[tuple[Ability, Card]]:
    """The abilities of a kind that work now and may concern an object. An ability that only concerns its own
    card is looked for on that card alone.
    """
    every, memo, key, alone = statics(view), view.game.static_cache, ("watching", kind), view.table.of_itself
    if key not in memo or not every:
        cards = [(at, (ability, card)) for at, (_, ability, card) in enumerate(every) if ability.kind == kind]
        own: dict[Ref, list[tuple[int, tuple[Ability, Card]]]] = {}
        for entry in cards:
            if entry[1][0].id in alone:
                own.setdefault(entry[1][1].object, []).append(entry)
        others = [entry for entry in cards if entry[1][0].id not in alone]
        memo[key] = (others, [pair for _, pair in others], own)
    others, plain, own = memo[key]
    if ref not in own:
        unasked: Sequence[tuple[Ability, Card]] = plain
        return unasked
    return [pair for _, pair in sorted((*others, *own[ref]), key=FIRST)]


def find_statics(view: View) -> Iterator[Static]:
    """Searches the board for static abilities of cards in zones in which the abilities work."""
    table = view.table
    if not table.statics:
        return
    yield from imposed(view)
    if as_printed(view):
        cards = of_prints(view, "static", table.static_prints)
        yield from resting_on(view, "statics", cards, lambda: list(placed_statics(view, cards)))
    else:
        given = not given_out(view).isdisjoint(table.statics)
        printing = sources(view) if given else of_prints(view, "static", table.static_prints)
        yield from placed_statics(view, printing)


def placed_statics(view: View, cards: Iterable[Card]) -> Iterator[Static]:
    """The static abilities of some cards that are in zones in which the abilities work."""
    for card in cards:
        for ability in abilities(view, card) if card.zone else ():
            if ability.id in view.table.statics and placed(view, card, ability):
                yield int(card.object[1:]), ability, card


def abilities(view: View, card: Card) -> tuple[Ability, ...]:
    """The abilities of the visible face and those granted to the card; none while an effect makes its
    abilities invalid.
    """
    return printed_abilities(view, card) if as_printed(view) else left_by(view, card, BLANKING)


def borne(view: View, card: Card) -> tuple[Ability, ...]:
    """The abilities of a card with the negated ones, in a game where negated abilities are still activated
    and do nothing.
    """
    return printed_abilities(view, card) if as_printed(view) else left_by(view, card, view.book.taking)


def left_by(view: View, card: Card, taking: tuple[str, ...]) -> tuple[Ability, ...]:
    """The abilities that a card has left when effects of certain kinds (`taking`) take abilities away, with
    those granted to it.
    """
    key = ("abilities", card.id, taking)
    memo = view.game.static_cache
    if key not in memo:
        own = memo[key] = tuple(
            find_abilities(view, card, taking)
        )  # kept at once: those that give ask for abilities too
        if view.table.granting:
            memo[key] = given_by_statics(view, card, own, taking)
    cached: tuple[Ability, ...] = memo[key]
    return cached


def of_kind(view: View, kind: str) -> list[tuple[Card, Ability, bool]]:
    """The abilities of a kind on the cards in play. Printed ones that are not valid now are included: the
    third value says whether the ability is valid.

    If only marks have changed since the last call, the cards are returned as they were then.
    """
    memo = view.game.static_cache
    key = ("kind", kind)
    if key not in memo:
        memo[key] = kind_as_printed(view, kind) if as_printed(view) else list(find_kind(view, kind))
    cached: list[tuple[Card, Ability, bool]] = memo[key]
    return cached


def kind_as_printed(view: View, kind: str) -> list[tuple[Card, Ability, bool]]:
    """The abilities of a kind on a board where every card has just what it prints, so that all are valid."""
    cards = of_prints(view, "kind " + kind, view.table.prints_with.get(kind, ()))

    def lying() -> list[tuple[Card, Ability, bool]]:
        pairs = [(card, ability) for card in cards if card.zone for ability in printed_abilities(view, card)]
        return [(card, ability, True) for card, ability in pairs if ability.kind == kind]

    return resting_on(view, "those of kind " + kind, cards, lying)


def find_kind(view: View, kind: str) -> Iterator[tuple[Card, Ability, bool]]:
    """Searches the board for abilities of a kind in games in which cards can gain or lose abilities."""
    abilities, prints = view.table.abilities, view.table.prints_with.get(kind, ())
    given = any(abilities[id_].kind == kind for id_ in given_out(view))
    printing = sources(view) if given else of_prints(view, "kind " + kind, prints)
    for card in (source for source in printing if source.zone):
        valid = {held.id: held for held in borne(view, card)}
        printed = {held.id: held for held in printed_abilities(view, card)}
        for ability in {**printed, **valid}.values():
            if ability.kind == kind:
                yield card, ability, ability.id in valid


def find_abilities(view: View, card: Card, taking: tuple[str, ...]) -> Iterator[Ability]:
    """Collect a card's abilities in printed order, then granted ones in order of time."""
    own = printed_abilities(view, card)
    makes = ("grant", *taking)
    mine = [lasting for lasting in view.game.effects if lasting.makes in makes and card.object in lasting.to]
    takers = [effect for effect in mine if effect.makes in taking]
    yield from (held for held in own if by_rules(held) or not any(takes(taker, held) for taker in takers))
    for effect in mine:
        for ability in [view.table.abilities[id_] for id_ in effect.value] if effect.makes == "grant" else []:
            always = view.book.tables["negates_granted"]
            later = (newer for newer in mine if newer.makes in taking and (always or newer.id > effect.id))
            if not any(takes(newer, ability) for newer in later):  # was it made invalid after it was granted?
                yield ability


def lifting(view: View, what: str) -> Iterator[tuple[Ability, Card]]:
    """The static abilities that lift a rule named `what`, for any card, each with the card that has it."""
    for _, ability, source in statics(view) if what in view.table.lifted else ():
        if ability.kind == "allow" and ability.data.get("what") == what:
            yield ability, source


def permitting(view: View, card: Card, what: str) -> Iterator[Ability]:
    """The static abilities and effects that lift a rule named `what` for this card."""
    yield from (ability for ability, source in lifting(view, what) if touches(view, ability, source, card))
