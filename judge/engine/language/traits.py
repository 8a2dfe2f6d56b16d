"""Traits: the tests of selectors, each key of the vocabulary with its test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.registry import first_sentence
from judge.engine.kernel.state import HELD_AGAINST, Card, within
from judge.engine.kernel.view import View
from judge.engine.layout.attachments import guests_of, host_of
from judge.text.plain import Fields, Json, Scope, TomlValue
from judge.text.rows import NamedTuple

Ctx = Fields

Test = Callable[["View", Card, Json, Ctx, "Fields | None"], bool]
Stands = Callable[[Fields], bool]


class Trait(NamedTuple):
    """A key of selectors, declared once."""

    kind: str  # of what stands under it; "" where no text says it
    test: Test | None  # None where it says among which cards is looked
    stands: Stands | None  # whether a book with these tables has it
    says: str  # one line for people


TRAITS: dict[str, Trait] = {}  # by key
CARD_TESTS: dict[str, Test] = {}  # of the traits that ask something of a card, by key
BOUNDS = {"at_least": "number", "at_most": "number", "exactly": "number"}  # how many have to be there


def trait(key: str, kind: str, stands: Stands | None = None) -> Callable[[Test], Test]:
    """Declare a key of selectors by the test whether a card fits it."""

    def register(function: Test) -> Test:
        TRAITS[key] = Trait(kind, function, stands, first_sentence(function))
        CARD_TESTS[key] = function
        return function

    return register


def place(key: str, kind: str, says: str, stands: Stands | None = None) -> None:
    """Declares a key of selectors that says among which cards to search."""
    TRAITS[key] = Trait(kind, None, stands, says)


def piled(tables: Fields) -> bool:
    """Can cards lie on other cards?"""
    return "to" in tables["pile"]


def counting(tables: Fields) -> bool:
    """Are there marks that count?"""
    return "int" in tables["mark"].values()


def names(value: Json) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


def listed(value: object) -> Sequence[Json]:
    """A value as a list: itself where it is one, otherwise a list of it alone."""
    return value if isinstance(value, (list, tuple)) else [value]


def flat(want: object) -> bool:
    """Is a value given as it is, as a word, a number or several of them, with nothing to work out?"""
    if isinstance(want, (tuple, list)):
        return all(flat(part) for part in want)
    return isinstance(want, int) or (isinstance(want, str) and want[:1] != "$")


def counters(card: Card, name: str) -> int:
    """How many counters of a name lie on a card."""
    return int(card.mark(f"counter:{name}") or 0)


def fits_attribute(view: View, card: Card, key: str, want: object, seen: Mapping[str, object] | None) -> bool:
    """Does a card fit a test of a mark or an attribute: equal, or one of several? A mark without states is
    false or 0 until it is put on a card.
    """
    if key in view.book.attributes:
        have = seen.get(key) if seen is not None else view.value(card, key)
        if isinstance(want, dict) and "has" in want:
            return any(contained(have, part) for part in names(want["has"]))
        return overlap(have, want)
    have = card.mark(key)
    return overlap(view.book.clear.get(key) if have is None else have, want)


def overlap(have: object, want: object) -> bool:
    """Do two values match? Lists match when they share an element; a value that is missing never does."""
    if have is None:
        return False
    left = have if isinstance(have, (tuple, list)) else (have,)
    right = want if isinstance(want, (tuple, list)) else (want,)
    return any(element in right for element in left)


@trait("contains", "worded")
def test_contains(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """By strings that are looked for inside the words of attributes."""
    return all(contained(seen.get(key) if seen is not None else view.value(card, key), part)
               for key, part in want.items())  # fmt: skip


def contained(have: object, part: object) -> bool:
    """Is a string part of one of the words?"""
    return have is not None and any(str(part) in str(name) for name in names(have))


INSIDE: Final = "group-inside"  # does a part of a name count that stands inside a longer word only?


def grouping(tables: Fields) -> bool:
    """Do cards tell to which groups of names they belong?"""
    return any(row.get("groups") for row in tables["attribute"].values())


@trait("group", "words", stands=grouping)
def test_group(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """By a group of names: its name has this part, or a text says that it counts to them."""
    book, parts = view.book, names(want)
    keys = [name for name, row in book.attributes.items() if row["key"]]
    values = {attr: seen.get(attr) if seen is not None else view.value(card, attr)
              for attr in (*keys, *book.grouped)}  # fmt: skip
    called = [str(name) for attr in keys if values[attr] is not None for name in names(values[attr])]
    if any(False in insides(name, str(part)) for name in called for part in parts):
        return True
    if any(overlap(values[attr], parts) for attr in book.grouped):
        return True
    letters = any(True in insides(name.lower(), str(part).lower()) for name in called for part in parts)
    return letters and (INSIDE not in book.params or bool(view.param(INSIDE)))


def insides(name: str, part: str) -> Iterator[bool]:
    """Of each place where a name has a part: does that stand inside a longer word, not at its beginning?"""
    at = name.find(part)
    while at >= 0:
        yield at > 0 and part[:1].isalnum() and name[at - 1].isalnum()
        at = name.find(part, at + 1)


@trait("type", "types")
def test_type(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """By type."""
    return view.type(card) in names(want)


@trait("has", "keywords")
def test_has(view: View, card: Card, want: object, ctx: Ctx, seen: Scope | None) -> bool:
    """By keyword."""
    if seen is not None:
        return any(view.book.keyword(word) in seen.get("keywords", ()) for word in names(want))
    return any(view.has(card, word) for word in names(want))


@trait("is", "cards")
def test_is(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """Is it this very object?"""
    return card.object in view.refs(want, ctx)


@trait("not", "not")
def test_not(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """Anything but: an object, or whatever fits a selector; or several of these."""
    if isinstance(want, (tuple, list)):
        return all(test_not(view, card, part, ctx, seen) for part in want)
    if isinstance(want, dict):
        return not view.matches(card, want, ctx, seen)
    return card.object not in view.refs(want, ctx)


def limit(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None, sign: int) -> bool:
    """Are the attributes' numbers at least (sign 1) or at most (sign -1) as given? A missing number fails."""
    for attr, bound in want.items():
        have = seen.get(attr) if seen is not None else view.value(card, attr)
        have = int(have) if type(have) is str else have  # what was divided stays as it is
        if have is None or sign * have < sign * (bound if type(bound) is int else view.number(bound, ctx)):
            return False
    return True


SIGNS = {"min": 1, "max": -1}


@trait("min", "limits")
def test_min(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """At least."""
    return limit(view, card, want, ctx, seen, 1)


@trait("max", "limits")
def test_max(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """At most."""
    return limit(view, card, want, ctx, seen, -1)


@trait("reaches", "reached", stands=counting)
def test_reaches(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """By marks that have come up to a value of the card itself, where that is more than nothing."""
    return all(0 < (view.value(card, attr) or 0) <= (card.mark(mark) or 0) for mark, attr in want.items())


@trait("original", "attributes")
def test_original(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """By printed values, whatever effects say; `min` and `max` bound printed numbers."""
    for key, value in want.items():
        if key in SIGNS:
            printed = {attr: view.printed(card, attr) for attr in value}
            if not limit(view, card, value, ctx, printed, SIGNS[key]):
                return False
        elif not overlap(view.printed(card, key), value):
            return False
    return True


@trait("no_ability", "flag")
def test_blank(view: View, card: Card, want: object, ctx: Ctx, seen: Scope | None) -> bool:
    """With or without any ability that it has now;
    those that the rules give to cards of its kind are none of its own.
    """
    abilities = (
        view.borne(card) if seen is None else [view.table.abilities[id_] for id_ in seen.get("abilities", ())]
    )
    return all(ability.data.get("inherent") for ability in abilities) == bool(want)


@trait("owner", "seat")
def test_owner(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """By owner."""
    return card.owner in view.seats(want, ctx.get("me", ""))


@trait("known", "flag")
def test_known(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """Only cards whose identity somebody has told."""
    return view.known(card) == bool(want)


@trait("many", "attribute")
def test_many(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """With several words of an attribute, such as several colours."""
    have = seen.get(want) if seen is not None else view.value(card, want)
    return isinstance(have, tuple) and len(have) > 1


@trait("and", "selector")
def test_and(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """By a second selector as well."""
    return view.matches(card, want, ctx, seen)


@trait("any", "selectors")
def test_any(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """By one of several selectors at least."""
    count(view, len(want), CARDS)
    return any(view.matches(card, selector, ctx, seen) for selector in want)


@trait("pile", "flag", stands=piled)
def test_pile(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """With or without cards beneath."""
    return bool(card.under) == bool(want)


@trait("paired", "paired")
def test_paired(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """With another card that fits a selector and has the same value of an attribute, or of each of several;
    of words one in common. A list asks for another card for each of its pairs.
    """
    if isinstance(want, (tuple, list)):
        return all(test_paired(view, card, pair, ctx, seen) for pair in want)
    others = [candidate for candidate in view.cards(want["with"], ctx) if candidate.object != card.object]
    count(view, len(others), CARDS)
    return any(all(alike(view, card, other, same, want) for same in names(want["same"])) for other in others)


CARDS = "cards held against `any` and `paired`"
ABILITIES = "abilities held against cards"
EVENTS = "past events held against what is asked of them"


def count(view: View, n: int, what: str) -> None:
    """Counts n more selectors, cards, abilities or past events that are examined for one card. Raises
    NotImplementedYet where one step examines too many: nested selectors soon reach numbers that cannot be
    worked out.
    """
    view.table.held_against += n
    if view.table.held_against > HELD_AGAINST:
        within(HELD_AGAINST + 1, HELD_AGAINST, f"so many {what} in one step")


def alike(view: View, card: Card, other: Card, attr: str, want: Fields) -> bool:
    """Does another card have the same value of an attribute, or of the attribute `as`?"""
    have, theirs = view.value(card, attr), view.value(other, want.get("as", attr))
    return overlap(have, theirs)


@trait("fits", "named-selector")
def test_fits(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """By any of the selectors that the rulebook has under a name."""
    return any(view.matches(card, selector, ctx, seen) for selector in view.book.tables["selectors"][want])


@trait("did", "deeds")
def test_did(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """By what it did or what befell it this turn."""
    return any(view.did(card.object, word) for word in names(want))


@trait("token", "flag")
def test_token(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """Tokens, or no tokens."""
    return view.table.prints[card.print].token == bool(want)


@trait("attached", "attached-to")
def test_attached(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """Attached to one of some cards, or attached at all or not."""
    host = host_of(view, card.object)
    return bool(host) == want if isinstance(want, bool) else host in view.refs(want, ctx)


@trait("hosting", "flag")
def test_hosting(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """With or without a card attached to it."""
    return bool(guests_of(view, card.object)) == bool(want)


@trait("counters", "counts")
def test_counters(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """With at least so many counters of each name."""
    return all(counters(card, name) >= view.number(n, ctx) for name, n in want.items())


@trait("lies", "")
def test_lies(view: View, card: Card, want: TomlValue, ctx: Ctx, seen: Scope | None) -> bool:
    """By whether it lies in the zone that a text means for its type when it names none."""
    zone = want.get(view.type(card))
    return zone is None or (card.place == zone and not card.on)


@trait("attacks", "flag", stands=lambda tables: "attacks" in tables)
def test_attacks(view: View, card: Card, want: object, ctx: Ctx, seen: Mapping[str, object] | None) -> bool:
    """Attacking now, or not: its attack goes on, has not been negated,
    and it lies as one that attacks has to.
    """
    row = view.book.tables["attacks"]
    frames = [
        frame
        for frame in view.game.agenda
        if frame.procedure == row["procedure"] and frame.vars.get(row["card"]) == card.object
    ]
    going_on = bool(frames) and not frames[-1].vars.get("negated") and view.matches(card, row["while"], ctx)
    return (going_on and not card.on) == bool(want)
