"""Values of a card: one check for each kind of value that may stand under a key."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from judge.engine.kernel.state import EMPTY
from judge.engine.kernel.variables import RESERVED_NAMES
from judge.engine.language.figures import CHANGED, is_number, standing
from judge.engine.language.traits import BOUNDS, names
from judge.engine.layout.slots import SLOT
from judge.engine.words.ability_kinds import COSTING, KINDS
from judge.grammar.checker import Checker
from judge.grammar.names import check_once, check_spoken
from judge.grammar.tables import FRONT_ONLY, Checks, Path, listed
from judge.text.plain import Json


# --- Numbers in a card's text: a figure, a count, a value, a sum.
def check_number(checker: Checker, path: Path, value: object) -> Checks:
    """A number of the vocabulary."""
    if isinstance(value, bool) or not isinstance(value, (int, str, Mapping)):
        yield checker.wrong(path, "a number, a $variable or a counting table is needed here", value)
    elif isinstance(value, str) and not value.startswith(("$", "event.")):
        yield checker.wrong(path, "a variable is written $name", value, "$name or event.n")
    elif isinstance(value, Mapping):
        yield from check_counting(checker, path, value)


def check_amount(checker: Checker, path: Path, value: object) -> Checks:
    """A number of cards, times or points. A written number is zero or more."""
    if isinstance(value, int) and value < 0:
        yield checker.wrong(path, "a number of at least 0 is needed here", value)
    else:
        yield from check_number(checker, path, value)


def check_counting(checker: Checker, path: Path, value: Mapping[str, object]) -> Checks:
    """A table that is a number: what is counted, read or summed, on which cards, and how it is changed."""
    figures = standing(checker.book.tables)
    bases = [figure for figure in figures if figure in value]
    if len(bases) > 1:
        yield checker.wrong(path, "a number is one of these, not several", ", ".join(bases), listed(figures))
    if not bases and not value.keys() & {"plus", "minus"}:
        yield checker.wrong(path, "a number says what is counted", value, listed(figures))
    of = figures[bases[0]].of if bases else ""
    own = of if of != "cards" or value.get("of") != "each" or path[-1] not in ("add", "make") else "any"
    kinds = {name: spec.kind for name, spec in figures.items()}
    yield from checker.keys(path, value, {**kinds, **CHANGED, **({"of": own} if own else {})}, "a number")


PLAYERS = ("me", "opponent", "any", "active", "non-active")
CARD_WORDS = ("self", "it", "host", "guests", "above")
NAME = re.compile(r"[\w-]+")  # those that the engine gives for itself have a space in them
Check = Callable[["Checker", Path, Json], Checks]


def check_cards(checker: Checker, path: Path, value: object) -> Checks:
    """A word, a variable, a selector or a list of them."""
    if isinstance(value, list):
        for at, entry in enumerate(value):
            yield from check_cards(checker, [*path, at], entry)
    elif isinstance(value, Mapping):
        yield from checker.selector(path, value)
    elif not isinstance(value, str) or not (
        value in CARD_WORDS
        or (value == "opposite" and SLOT in checker.marks)
        or (value == "foe" and "attacks" in checker.book.tables)
        or value[:1] == "$"
        or "." in value
    ):
        yield checker.wrong(path, "cards are self, it, $variable, procedure.value or a selector", value)
    elif value == "foe" and never_fights(checker, path):
        yield checker.wrong(path, "a card of this type fights nobody", value, "another card")
    elif value[:1] != "$" and "." in value:
        yield from check_aim(checker, path, value)


def never_fights(checker: Checker, path: Path) -> bool:
    """Is the text on a card of a type whose cards are in no zone in which cards attack or are attacked?
    Granted abilities are excluded, because they are on another card.
    """
    card = checker.cards.get(str(path[1])) if len(path) > 1 and path[0] == "cards" else None
    if not isinstance(card, Mapping) or "grant" in path:
        return False
    zones = names(checker.book.tables["attacks"]["while"].get("zone", ()))
    known = checker.book.tables["types"]
    types = {word for zone in zones for word in checker.book.zones[zone].get("types") or known}
    return bool(zones) and card.get("type", known[0]) not in types


def check_aim(checker: Checker, path: Path, value: object) -> Checks:
    """A value of a running procedure, or of the event that was heard."""
    heads = ("event", *checker.book.tables["procedure"])
    if not isinstance(value, str) or value.partition(".")[0] not in heads:
        yield checker.wrong(
            path, "no procedure is called that", value, ", ".join(f"{head}.…" for head in sorted(heads))
        )


def aimed(checker: Checker) -> list[str]:
    """The cards that running procedures are about, under the names that instructions use."""
    rows = checker.book.tables["procedure"].items()
    return [
        f"{name}.{need}"
        for name, row in rows
        for need, kind in row.get("needs", {}).items()
        if str(kind).startswith("card")
    ]


def numbers(checker: Checker) -> list[str]:
    """The attributes that are numbers."""
    return [name for name, spec in checker.book.attributes.items() if spec["type"] == "int"]


def worded(checker: Checker) -> list[str]:
    """The attributes that are words."""
    return [attribute for attribute, spec in checker.book.attributes.items() if spec["type"] == "words"]


def check_moved(checker: Checker, path: Path, value: object) -> Checks:
    """Cards, or how many cards."""
    spec = checker.book.moves.get(str(path[-1]), EMPTY)
    if is_number(value) and "from" not in spec:
        yield checker.wrong(
            path,
            f"{path[-1]} does not say from where so many cards are taken",
            value,
            "a selector, or a $variable that choose has stored",
        )
    elif is_number(value):
        yield from check_amount(checker, path, value)
    else:
        yield from check_cards(checker, path, value)


def check_instructions(checker: Checker, path: Path, value: object) -> Checks:
    """One instruction or a list."""
    for at, do in enumerate(value if isinstance(value, list) else [value]):
        yield from checker.instruction([*path, at] if isinstance(value, list) else path, do)


def check_subject(checker: Checker, path: Path, value: object) -> Checks:
    """The card or player that an event is about."""
    if isinstance(value, Mapping):
        yield from checker.selector(path, value)
    else:
        yield from checker.one_of(path, value, ("self", *PLAYERS), "subject")


def check_player(checker: Checker, path: Path, value: object) -> Checks:
    """The player to whom an event happens; such an event never has a card that could fit."""
    if value == "self" or isinstance(value, Mapping):
        yield checker.wrong(path, f"{path[-1]} befalls a player, no card", value, listed(PLAYERS))
    else:
        yield from checker.one_of(path, value, PLAYERS, "player")


def check_cause(checker: Checker, path: Path, value: object) -> Checks:
    """Who or what causes an event."""
    if isinstance(value, Mapping):
        yield from checker.selector(path, value, {"ability": "abilities-named", "against": "acts"})
    else:
        yield from checker.one_of(path, value, ("self", "me", "opponent"), "cause")


def check_abilities(checker: Checker, path: Path, value: object) -> Checks:
    """Abilities that are granted: keyword names, or a table as on a card."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            if key in checker.book.attributes or key in ("type", *FRONT_ONLY):
                message = f"abilities are given, no {key}"
                yield checker.source.problem([*path, key], message, found=key)
            else:
                yield from checker.card_key([*path, key], key, entry)
    else:
        yield from checker.one_of(path, value, checker.book.keyword_names, "keyword")
        for entry in [value] if isinstance(value, str) else value if isinstance(value, list) else ():
            yield from (
                checker.keyword(path, checker.book.keyword_names[entry], True)
                if isinstance(entry, str) and entry in checker.book.keyword_names
                else ()
            )


def check_imposed(checker: Checker, path: Path, value: object) -> Checks:
    """Checks abilities that are put on the whole game: static ones, and those that act at once, none that is
    activated or becomes pending.
    """
    book = checker.book
    kinds = [kind for kind in KINDS if kind not in COSTING]
    kinds += [kind for kind, row in book.kinds.items() if row.get("at_once")]
    words = [word for word, name in book.keyword_names.items() if not set(COSTING) & set(book.keywords[name])]
    named = [value] if isinstance(value, str) else value if isinstance(value, (Mapping, list)) else ()
    for key in named:
        if not isinstance(key, str):
            continue  # said below
        known = key in KINDS or key in book.kinds or key in book.keyword_names
        if known and key not in (*kinds, *words):
            where = [*path, key] if isinstance(value, Mapping) else path
            yield checker.wrong(where, f"{key} cannot be imposed: a card has to have it", key, listed(kinds))
            return
    yield from check_abilities(checker, path, value)


def check_attached_to(checker: Checker, path: Path, value: object) -> Checks:
    """Attached to some cards, or attached at all or not."""
    if not isinstance(value, bool):
        yield from check_cards(checker, path, value)


def check_counts(checker: Checker, path: Path, value: object) -> Checks:
    """Counters by name, each with a number."""
    names = value if isinstance(value, Mapping) else {}
    yield from checker.keys(path, value, dict.fromkeys(names, "number"), "counters")


def check_answers(checker: Checker, path: Path, value: object) -> Checks:
    """What an effect answers: a word of the rulebook, or a description of the activation."""
    if isinstance(value, Mapping):
        more = {"activation": "activation", "does": "included"}
        yield from checker.selector(path, value, more)
    else:
        yield from checker.one_of(path, value, checker.book.tables["answerable"], "thing to answer")


def check_running(checker: Checker, path: Path, value: object) -> Checks:
    """Procedures, steps, or the beginnings of steps' articles."""
    yield from checker.one_of(path, value, checker.book.running, "procedure or step")


def check_among(checker: Checker, path: Path, value: object) -> Checks:
    """The options of a choice."""
    if not isinstance(value, list):
        yield checker.wrong(path, "among must be a list of options", value)
        return
    for at, option in enumerate(value):
        yield from checker.keys(
            [*path, at], option, {"name": "text", "do": "instructions"}, "an option", ("name", "do")
        )
    named: list[tuple[list[str | int], object]] = [
        ([at, "name"], row.get("name")) for at, row in enumerate(value) if isinstance(row, Mapping)
    ]
    for where, name in named:
        yield from check_spoken(checker.source, [*path, *where], name, "an option")
    yield from check_once(checker.source, path, named, "an option of this choice")


def check_negated(checker: Checker, path: Path, value: object) -> Checks:
    """What can be negated."""
    if isinstance(value, Mapping):
        yield from checker.keys(path, value, {"of": "seat"}, "negate")
    else:
        known = [*checker.book.tables["negatable"], *checker.book.tables["negated_with"]]
        names = [
            *known,
            *(name for name, word in checker.book.keyword_names.items() if word in known),
            "$below",
            "$link",
        ]
        if isinstance(value, list):
            yield checker.wrong(path, "one thing to negate is needed here, not a list", value)
        else:
            yield from checker.one_of(path, value, names, "thing to negate")


def check_limits(checker: Checker, path: Path, value: object) -> Checks:
    """Bounds on attributes."""
    yield from checker.keys(
        path,
        value,
        dict.fromkeys(numbers(checker), "number"),
        "a bound",
    )


def check_totals(checker: Checker, path: Path, value: Json) -> Checks:
    """Attributes that are numbers, each with bounds of a sum."""
    for attr in value if isinstance(value, Mapping) else ():
        yield from checker.one_of([*path, attr], attr, numbers(checker), "attribute that is a number")
        yield from checker.keys([*path, attr], value[attr], BOUNDS, "a sum")
        if value[attr] == {}:
            yield checker.wrong([*path, attr], "a sum needs a bound", value[attr], ", ".join(BOUNDS))
    if not isinstance(value, Mapping) or not value:
        yield checker.wrong(path, "sums are a table such as { level = { exactly = 8 } }", value)


def check_reached(checker: Checker, path: Path, value: object) -> Checks:
    """Marks that count, each with the value that it is compared with."""
    marks = {mark: "number-attribute" for mark, states in checker.marks.items() if states == "int"}
    yield from checker.keys(path, value, marks, "what is reached")


def check_name(checker: Checker, path: Path, value: object) -> Checks:
    """A name for what is chosen or done; words that already have a meaning are not allowed."""
    if not isinstance(value, str) or value in RESERVED_NAMES or not NAME.fullmatch(value):
        yield checker.wrong(path, "a name of one's own is needed here", value)


def check_words(checker: Checker, path: Path, value: object) -> Checks:
    """A word or several."""
    words = value if isinstance(value, list) else [value]
    if not words or not all(isinstance(word, str) for word in words):
        yield checker.wrong(path, "a word or a list of words is needed here", value)


def check_mark(checker: Checker, path: Path, value: object) -> Checks:
    """A state of a mark."""
    names = checker.marks[str(path[-1])]
    if isinstance(names, list):
        yield from checker.one_of(path, value, names, str(path[-1]))
    else:
        yield from checker.value(path, value, names)


def check_state(checker: Checker, path: Path, value: object) -> Checks:
    """One state of a mark, for cards that are to take it."""
    if isinstance(value, list):
        yield checker.wrong(path, "one state is needed here, not a list", value)
    else:
        yield from check_mark(checker, path, value)


def check_fields(checker: Checker, path: Path, value: object) -> Checks:
    """The fields of an event that a replacement changes."""
    table = {"to": "zone", "at": "end", "n": "number", **dict.fromkeys(checker.marks, "state")}
    yield from checker.keys(path, value, table, "with")


def check_two_zones(checker: Checker, path: Path, value: object) -> Checks:
    """Two zones whose cards are exchanged."""
    if not isinstance(value, list) or len(value) != 2:
        yield checker.wrong(path, "two zones are needed here", value)
    else:
        yield from checker.one_of(path, value, checker.book.zones, "zone")


def check_paired(checker: Checker, path: Path, value: object) -> Checks:
    """Other cards with the same values: one for each table of a list."""
    keys = {"with": "selector", "same": "attributes-named", "as": "attribute"}
    for at, pair in enumerate(value if isinstance(value, list) else [value]):
        where = [*path, at] if isinstance(value, list) else path
        yield from checker.keys(where, pair, keys, "paired", ("with", "same"))
        if isinstance(pair, Mapping) and "as" in pair:
            yield from check_comparable(checker, [*where, "as"], pair["as"], pair.get("same"))


def check_comparable(checker: Checker, path: Path, attr: object, same: object) -> Checks:
    """An attribute whose values are of the same kind as those it is compared with; a number is no word."""
    known = checker.book.attributes
    for other in same if isinstance(same, list) else [same]:
        if other in known and attr in known and known[str(other)]["type"] != known[str(attr)]["type"]:
            yield checker.wrong(path, f"{attr} never has the value of {other}", attr, "an attribute like it")


def check_permit(checker: Checker, path: Path, value: object) -> Checks:
    """A rule that the rulebook allows texts to lift. If the rulebook names none, no text can lift a rule."""
    yield from checker.one_of(path, value, checker.book.tables.get("permits", ()), "rule to lift")


def check_wanted(checker: Checker, path: Path, value: object) -> Checks:
    """Words that a card may have, or a part of them."""
    if isinstance(value, Mapping):
        yield from checker.keys(path, value, {"has": "words"}, "what is asked of words", ("has",))
    else:
        yield from check_words(checker, path, value)


def check_wanted_number(checker: Checker, path: Path, value: object) -> Checks:
    """A number that a card may have, or several."""
    for at, number in enumerate(value if isinstance(value, list) else [value]):
        if isinstance(number, bool) or not (isinstance(number, int) or str(number)[:1] == "$"):
            where = [*path, at] if isinstance(value, list) else path
            yield checker.wrong(where, "a whole number is needed here", number, "3, [3, 4] or $x")
