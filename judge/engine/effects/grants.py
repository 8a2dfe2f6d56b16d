"""Granted abilities: those that static abilities give or take away, the order among these, and abilities
that an effect has imposed on the game or on cards for a while.

In a book that says which effect comes first where one depends on another, they are settled one by one: the
oldest of those that depend on no unsettled one comes first; where each depends on another, the oldest of
all. An ability that has been taken away by then reaches no card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.effects.scopes import AFFECT, GIVEN, touches
from judge.engine.effects.sources import of_prints, printed_abilities, takes
from judge.engine.effects.validity import valid, works
from judge.engine.kernel.book import BLANKING, Ability
from judge.engine.kernel.state import Card, Effect, Instruction, Ref
from judge.engine.kernel.view import View
from judge.engine.language.traits import ABILITIES, count
from judge.text.plain import Json

# --- abilities that lie on no card: what an effect has imposed on the game for a while -----------------
IMPOSED: Final = "imposed"  # in the scope of such an effect: it is on the game, and fits no card
MEANS: Final = "means"  # in the scope of such an effect: what its text meant by words when it began
# Words for cards that say something where the effect begins, and nothing on no card.
POINTING: Final = ("it", "foe", "host", "guests", "above", "opposite")
ABOUT: Final[tuple[str, ...]] = ("of", "scope")  # whom an ability is about: there `it` is no card of its own
WORKED_OUT: Final[tuple[str, ...]] = ("with", "value")  # there it is


def imposed(view: View) -> Iterator[tuple[int, Ability, Card]]:
    """The abilities that an effect puts on the whole game, or on cards, without these having them. On the
    game, each is held by the player of the effect, under the name of the effect's card.
    """
    for effect in [lasting for lasting in view.game.effects if lasting.makes == "impose"]:
        if effect.scope is None or IMPOSED not in effect.scope:
            yield from laid(view, effect)
            continue
        name = view.game.objects.get(effect.source) or effect.ability.partition("/")[0]
        holder = Card(name, "", effect.seat, f"{effect.seat}.", effect.source)
        means: Json = effect.scope.get(MEANS)
        for id_ in effect.value:
            ability = view.table.abilities[id_]
            yield effect.id, bound(view, ability, means) if means else ability, holder


def laid(view: View, effect: Effect) -> Iterator[tuple[int, Ability, Card]]:
    """The abilities that an effect lays on cards: each of them holds as if the card had it."""
    cards = [card for card in map(view.card, effect.to) if card is not None and not card.on]
    yield from ((effect.id, view.table.abilities[id_], card) for card in cards for id_ in effect.value)


def bound(view: View, ability: Ability, means: Mapping[str, object]) -> Ability:
    """An ability with its variables and words replaced by what they stood for when its effect began."""
    attrs, named = view.book.attributes, {word: meaning for word, meaning in means.items() if word[0] == "$"}
    data = dict(ability.data)
    for keys, words in ((ABOUT, means), (WORKED_OUT, named)):
        data |= {key: put(data[key], words, attrs) for key in keys if key in data}
    return ability._replace(
        on=put(ability.on, means, attrs),
        when=put(ability.when, means, attrs),
        validity=put(ability.validity, means, attrs),
        cost=put(ability.cost, named, attrs),
        do=put(ability.do, named, attrs),
        data=data,
    )


def put(value: object, means: Mapping[str, object], attrs: Collection[str]) -> Json:
    """A value with its words replaced by what they stand for. Words of an attribute are kept."""
    if isinstance(value, str):
        return means.get(value, value)
    if isinstance(value, Instruction):
        return Instruction(value.verb, put(value.args, means, attrs))
    if isinstance(value, Mapping):
        kept = [key for key in value if key in attrs and not str(value[key]).startswith("$")]
        return {key: part if key in kept else put(part, means, attrs) for key, part in value.items()}
    return tuple(put(inner, means, attrs) for inner in value) if isinstance(value, (tuple, list)) else value


def marked(ability: Ability) -> Iterator[str]:
    """The words of an ability that are replaced by what they stand for when an effect puts the ability on
    the whole game.
    """
    data, about = ability.data, (ability.on, ability.when, ability.validity)
    yield from pointing((*about, *(data[key] for key in ABOUT if key in data)))
    for word in pointing((ability.cost, ability.do, *(data[key] for key in WORKED_OUT if key in data))):
        if word.startswith("$"):
            yield word


def pointing(value: object) -> Iterator[str]:
    """The words for cards in a value, and the variables in which a text has stored something."""
    if isinstance(value, str) and (value in POINTING or value.startswith("$")):
        yield value
    elif isinstance(value, Instruction):
        yield from pointing(value.args)
    elif isinstance(value, Mapping):
        yield from (word for inner in value.values() for word in pointing(inner))
    elif isinstance(value, (tuple, list)):
        yield from (word for inner in value for word in pointing(inner))


def reaching(view: View, ability: Ability, ref: Ref) -> tuple[str, ...]:
    """The article by which an effect that changes no card also applies to an object that came after it."""
    rule = str(view.book.cites.get("reaches-later", ""))
    effects = [
        effect for effect in view.game.effects if effect.makes == "impose" and ability.id in effect.value
    ]
    effects = [effect for effect in effects if effect.scope is not None and IMPOSED in effect.scope]
    later = bool(rule and effects and view.same(ref)) and int(ref[1:]) > effects[0].id
    return (rule,) if later else ()


Giver = tuple[Ability, Card]
Named = tuple[str, Ref]  # an ability of one object
Given = dict[Named, frozenset[str]]  # the cards that each giver reaches

GRANT = "grant"
GIVING = (*BLANKING, GRANT)


def given_by_statics(
    view: View, card: Card, own: tuple[Ability, ...], taking: tuple[str, ...]
) -> tuple[Ability, ...]:
    """The abilities of a card after static abilities have made some invalid and granted others."""
    sequence = in_sequence(view, taking)
    if not sequence:
        return own
    if view.book.tables["negates_granted"] and any(takes_from(view, card, makes) for makes in taking):
        sequence = [giver for giver in sequence if giver[0].data["makes"] != GRANT]
    count(view, len(sequence), ABILITIES)
    abilities = list(own)
    for ability, source in sequence:
        if not gives(view, ability, source, card):
            continue
        if ability.data["makes"] == GRANT:
            abilities += [view.table.abilities[id_] for id_ in ability.data["value"]]
        else:
            abilities = [kept for kept in abilities if kept.id == ability.id or by_rules(kept)]
    return tuple(abilities)


def takes_from(view: View, card: Card, makes: str) -> bool:
    """Does anything take abilities away from a card in this way now?"""
    lasting = any(effect.makes == makes and card.object in effect.to for effect in view.game.effects)
    return lasting or any(gives(view, *giver, card) for giver in givers(view, makes))


def in_sequence(view: View, taking: tuple[str, ...]) -> list[Giver]:
    """The static abilities that take abilities away or grant some, in the order in which they are applied.
    Those that take away come first if no book says otherwise.
    """
    memo = view.game.static_cache
    key = ("sequence", taking)
    if key not in memo:
        cards = [card for makes in (*taking, GRANT) for card in givers(view, makes)]
        if len(cards) > 1 and ("depends" in view.book.cites or not alone(view)):
            turns = list(given_now(view))
            cards.sort(key=lambda card: turns.index(named(card)))
        memo[key] = cards
    sequence: list[Giver] = memo[key]
    return sequence


def by_rules(ability: Ability) -> bool:
    """Do the rules give the ability to cards of this kind? Such an ability is not taken away by effects on
    the card's text.
    """
    return bool(ability.data.get("inherent"))


def givers(view: View, makes: str) -> list[Giver]:
    """Static abilities that blank, strip or grant: those that effects have put on the game, then printed
    ones, oldest first, unless an effect made their card invalid.
    """
    memo = view.game.static_cache
    key = ("givers", makes)
    if key not in memo:
        memo[key] = list(find_givers(view, makes))
    cards: list[Giver] = memo[key]
    return cards


def find_givers(view: View, makes: str) -> Iterator[Giver]:
    """Searches the board for the static abilities that do this, each with the card that has it."""
    yield from ((static, holder) for _, static, holder in imposed(view) if static.data.get("makes") == makes)
    blanking = [effect for effect in view.game.effects if effect.makes in BLANKING]
    printing = of_prints(view, "static", view.table.static_prints)
    for card in sorted(printing, key=lambda bearer: int(bearer.object[1:])):
        takers = [effect for effect in blanking if card.object in effect.to]
        for ability in printed_abilities(view, card) if card.zone else ():
            gives_so = ability.kind == "static" and ability.data.get("makes") == makes
            if gives_so and not any(takes(taker, ability) for taker in takers):
                yield ability, card


def given_out(view: View) -> frozenset[str]:
    """The abilities that some effect or static ability grants to any card. Every other ability is only on
    cards that print it.
    """
    memo = view.game.static_cache
    if "given out" not in memo:
        by_effects = [id_ for effect in view.game.effects if effect.makes == GRANT for id_ in effect.value]
        by_statics = [id_ for ability, _ in givers(view, GRANT) for id_ in ability.data["value"]]
        memo["given out"] = frozenset((*by_effects, *by_statics))
    cached: frozenset[str] = memo["given out"]
    return cached


def gives(view: View, ability: Ability, source: Card, card: Card) -> bool:
    """Does a static ability that grants or takes away abilities apply to a card? A single one depends on no
    other.
    """
    if "depends" not in view.book.cites and alone(view):
        return touches(view, ability, source, card) and in_force(view, ability, source)
    return card.id in given_now(view)[ability.id, source.object]


def in_force(view: View, ability: Ability, source: Card) -> bool:
    """Does a static ability work now? One that lies on no card works wherever, under its conditions."""
    return works(view, source, ability) if source.print else valid(view, source, ability)


def alone(view: View) -> bool:
    """Can no static ability that grants or takes away abilities depend on another one? True if none takes
    abilities away or there is only one, and no text makes cards unaffected.
    """
    if AFFECT in view.table.watched:
        return False
    taking = sum(len(givers(view, makes)) for makes in BLANKING)
    return taking == 0 or taking + len(givers(view, GRANT)) == 1


def given_now(view: View) -> Given:
    """The cards that each static ability of this kind applies to, in the order in which they are applied."""
    memo = view.game.static_cache
    if GIVEN not in memo:
        memo[GIVEN] = settled_givers(view)
    cached: Given = memo[GIVEN]
    return cached


def settled_givers(view: View) -> Given:
    """The cards that each static ability of this kind applies to, worked out one after the other from what
    the earlier ones have granted and taken away.
    """
    every = [card for makes in GIVING for card in givers(view, makes)]
    left = {named(card): card for card in sorted(every, key=lambda giver: int(giver[1].object[1:]))}
    given: Given = dict.fromkeys(left, frozenset())
    while left:
        reaches = {key: reached_by(view, given, pair) for key, pair in left.items()}
        free = (key for key in left if not leans(view, given, left, key, reaches))
        first = next(free, next(iter(left)))
        del left[first], given[first]  # it comes last of those that count by now
        given[first] = reaches[first]
    return given


def leans(
    view: View, given: Given, left: Mapping[Named, Giver], key: Named, reaches: Mapping[Named, frozenset[str]]
) -> bool:
    """Would a static ability that grants or takes away abilities apply to other cards if one of the
    remaining ones were applied before it?
    """
    others = [other for other in left if other != key and reaches[other]]
    return any(
        reached_by(view, {**given, other: reaches[other]}, left[key]) != reaches[key] for other in others
    )


def reached_by(
    view: View, given: Given, giver: Giver, statics: tuple[object, ...] | None = None
) -> frozenset[str]:
    """The cards that a static ability would grant abilities to, or take them from, if the others applied to
    the cards in `given` and no other permanent existed.
    """
    state = view.game.having(view.game.effects)
    state.suppose({GIVEN: given} if statics is None else {GIVEN: given, "statics": statics})
    supposed, (ability, source) = type(view)(view.table, state), giver
    has = not source.print or any(held.id == ability.id for held in supposed.abilities(source))
    if not has or not in_force(supposed, ability, source):
        return frozenset()
    cards = list(state.cards.values())
    return frozenset(card.id for card in cards if touches(supposed, ability, source, card))


def named(giver: Giver) -> Named:
    """The key that tells a static ability of this kind from others."""
    return giver[0].id, giver[1].object


def bound_givers(view: View) -> list[tuple[str, str, bool]]:
    """The static abilities that grant or take away abilities and depend on another permanent: the card of
    each, the card of that permanent, and whether the ability applies to any card.
    """
    givings = [card for makes in GIVING for card in givers(view, makes)]
    return [
        (card[1].id, other.id, bool(view.game.static_cache[GIVEN][named(card)]))
        for card in givings
        for other in leaned_on(view, card, givings)
    ]


def leaned_on(view: View, giver: Giver, givings: Sequence[Giver]) -> Iterator[Card]:
    """The cards with a permanent that such a static ability depends on."""
    memo, own = view.game.static_cache, named(giver)
    given: Given = {**memo[GIVEN], own: frozenset()}
    every: tuple[tuple[int, Ability, Card], ...] = memo["statics"]
    for other in givings:
        rest = {**given, named(other): frozenset()}
        if named(other) != own and reached_by(view, rest, giver) != memo[GIVEN][own]:
            yield other[1]
    for card in every:
        left = tuple(each for each in every if each != card)
        if (
            card[1].data.get("makes") not in GIVING
            and reached_by(view, given, giver, left) != memo[GIVEN][own]
        ):
            yield card[2]


def taken_away(view: View, source: Card) -> Iterator[tuple[Ability, Giver]]:
    """The abilities that a card would have if nothing took abilities away, each with the ability that takes
    it away.
    """
    present = {held.id for held in view.abilities(source)}
    granted = [card for card in givers(view, GRANT) if gives(view, *card, source)]
    given = [view.table.abilities[each] for grant, _ in granted for each in grant.data["value"]]
    takers = [card for makes in BLANKING for card in givers(view, makes) if gives(view, *card, source)]
    for ability in (*printed_abilities(view, source), *given):
        if ability.id not in present:
            yield from ((ability, card) for card in takers[-1:])
