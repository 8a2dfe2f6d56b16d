"""The kinds of values that may stand under a key, each declared once: what it is, and its check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from judge.engine.effects.pattern_match import DETAILS
from judge.engine.flow.arrivals import DETAILS as OF_WAYS
from judge.engine.flow.arrivals import WITH
from judge.engine.kernel.book import Book
from judge.engine.language.limits import FACE_UP, NEXT
from judge.engine.words.ability_kinds import KINDS as ABILITIES
from judge.engine.words.lasting_effects import THIS
from judge.grammar.checker import Checker
from judge.grammar.conditions import check_heard
from judge.grammar.tables import ENDS, REASONS, SEATS, Checks, Path
from judge.grammar.values import (
    Check,
    aimed,
    check_abilities,
    check_aim,
    check_among,
    check_amount,
    check_answers,
    check_attached_to,
    check_cards,
    check_cause,
    check_counts,
    check_fields,
    check_imposed,
    check_instructions,
    check_limits,
    check_mark,
    check_moved,
    check_name,
    check_negated,
    check_number,
    check_paired,
    check_permit,
    check_player,
    check_reached,
    check_running,
    check_state,
    check_subject,
    check_totals,
    check_two_zones,
    check_wanted,
    check_wanted_number,
    check_words,
    numbers,
    worded,
)
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple


def check_flag(checker: Checker, path: Path, value: object) -> Checks:
    """true or false."""
    if not isinstance(value, bool):
        yield checker.wrong(path, "true or false is needed here", value)


def check_int(checker: Checker, path: Path, value: object) -> Checks:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        yield checker.wrong(path, "a whole number is needed here", value)


def check_natural(checker: Checker, path: Path, value: object) -> Checks:
    """A whole number that is zero or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        yield checker.wrong(path, "a whole number of at least 0 is needed here", value)


def check_count(checker: Checker, path: Path, value: object) -> Checks:
    """A whole number of at least one."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        yield checker.wrong(path, "a whole number of at least 1 is needed here", value)


def check_counter(checker: Checker, path: Path, value: object) -> Checks:
    """A name of counters; not one that only later editions of the rulebook have."""
    yield from check_text(checker, path, value)
    message = checker.book.not_yet(value)
    if message:
        yield checker.wrong(path, message, value)


def check_text(checker: Checker, path: Path, value: object) -> Checks:
    """Text."""
    if not isinstance(value, str):
        yield checker.wrong(path, "text is needed here", value)


def ways(book: Book) -> list[str]:
    """The names of events by which a card comes to a place."""
    states = [word for word, row in book.tables["mark_word"].items() if row["arrives"]]
    happenings = [word for word, row in book.happenings.items() if row["way"] or arriving(book, word, row)]
    return [*dict.fromkeys((*book.moves, *happenings, *states, "move", "create"))]


def arriving(book: Book, word: str, row: Fields) -> bool:
    """Is an event a move: one that the rulebook names, or one that a step makes under this name?"""
    names, made = row.get("names", ()), ("create", *([] if word in book.tables["mark_word"] else [word]))
    return "to" in row or any(name in book.moves or name in made for name in names)


def check_way(checker: Checker, path: Path, value: object) -> Checks:
    """An event by which a card comes, or several."""
    yield from checker.one_of(path, value, ways(checker.book), "way in which a card comes")


def check_arrivals(checker: Checker, path: Path, value: object) -> Checks:
    """Ways in which a card has arrived: names of events, or tables with further requirements."""
    for at, one in enumerate(value if isinstance(value, list) else [value]):
        where = [*path, at] if isinstance(value, list) else path
        if isinstance(one, Mapping):
            takes = {"way": "way", **{key: DETAILS[key].kind for key in OF_WAYS}}
            takes |= {WITH: "cards"} if "material" in checker.book.moves else {}
            yield from checker.keys(where, one, takes, "how a card came")
        else:
            yield from check_way(checker, where, one)
        if one == {}:
            yield checker.wrong(where, "nothing is asked of how the card came", one, 'a way such as "move"')
    if value == []:
        yield checker.wrong(path, "at least one way is needed here", value)


def check_past_event(checker: Checker, path: Path, value: object) -> Checks:
    """Events that may have happened. Events that are only asked for in advance, and situations, are not
    allowed.
    """
    yield from checker.event(path, value)
    yield from check_heard(checker, path, value)
    for one in value if isinstance(value, list) else [value]:
        if one == "state" or (isinstance(one, Mapping) and "state" in one):
            yield checker.wrong(path, "a situation is no event that has happened", "state")
    if value == []:
        yield checker.wrong(path, "at least one event is needed here", value)


WORDS_OF = "words of "  # an attribute: such a kind is of the words that the attribute can have
ONCE = ("turn", "turn*2", "turn*3", "game", "turn/name", "game/name")


def spans_of_limits(checker: Checker) -> list[str]:
    """The spans for which an ability may have a limit of uses: those that the rulebook ends, and, in games
    with face-down cards, as long as the card is face-up.
    """
    tables = checker.book.tables
    ended = [one for one in tables["until"] if one not in (*tables["until_after"], *ONCE)]
    return [*ONCE, *ended, *((FACE_UP,) if checker.book.down else ())]


class Kind(NamedTuple):
    """A kind of value."""

    says: str  # what it is, for people
    check: Check
    names: Callable[[Checker], Iterable[object]] | None = None  # of a closed set
    single: bool = False  # whether a list of names is none


def one_of(what: str, names: Callable[[Checker], Iterable[Json]], single: bool = False) -> Kind:
    """Names from a closed set; with `single`, a list of names is not allowed."""

    def check(checker: Checker, path: Path, value: object) -> Checks:
        if single and isinstance(value, list):
            yield checker.wrong(path, f"one {what} is needed here, not a list", value)
        else:
            yield from checker.one_of(path, value, names(checker), what)

    named = f"an {what}" if what[0] in "aeiou" else f"a {what}"
    return Kind(named if single else f"{named}, or several", check, names, single)


def one(what: str, names: Callable[[Checker], Iterable[Json]]) -> Kind:
    """One name out of a closed set."""
    return one_of(what, names, single=True)


def in_tables(what: str, table: Literal["types", "did", "phases", "answerable"]) -> Kind:
    """Names that a table of the rulebook has."""
    return one_of(what, lambda checker: checker.book.tables[table])


def attributes(checker: Checker) -> Iterable[str]:
    """All attributes."""
    return checker.book.attributes


def changing(checker: Checker) -> list[str]:
    """The attributes that effects can change."""
    return [name for name, spec in checker.book.attributes.items() if spec["type"] in ("int", "words")]


def zones(*more: str) -> Callable[[Checker], Iterable[str]]:
    """The zones, groups of them, and further words for places."""
    return lambda checker: [*checker.book.zones, *checker.book.tables["zone_group"], *more]


def tokens(checker: Checker) -> list[str]:
    """The cards that are tokens."""
    known = {**checker.book.tables["stock"], **checker.cards}
    return [key for key, card in known.items() if isinstance(card, dict) and card.get("token")]


def check_card_name(checker: Checker, path: Path, value: object) -> Checks:
    """A token by its name, or a table of what one prints."""
    if isinstance(value, Mapping):
        yield from checker.token(path, value)
    elif isinstance(value, list):
        yield checker.wrong(path, "one token is needed here, not a list", value)
    else:
        yield from checker.one_of(path, value, tokens(checker), "token")


def of_attributes(what: str, names: Callable[[Checker], Iterable[str]], *bounds: str) -> Check:
    """A table with values for attributes, and `bounds` on those that are numbers."""

    def check(checker: Checker, path: Path, value: object) -> Checks:
        known = {**dict.fromkeys(names(checker), "any"), **dict.fromkeys(bounds, "limits")}
        yield from checker.keys(path, value, known, what)

    return check


def check_anything(checker: Checker, path: Path, value: object) -> Checks:
    """A value of any kind; what it must be depends on the keys beside it."""
    return iter(())


def check_until(checker: Checker, path: Path, value: object) -> Checks:
    """A span, or the nth of them from now: in anybody's turns or in those of one player."""
    if not isinstance(value, Mapping):
        yield from KINDS["span"].check(checker, path, value)
        return
    spans = [one for one in checker.book.tables["until"] if one not in checker.book.tables["until_after"]]
    takes = {**dict.fromkeys(spans, "count"), "of": "one-seat", NEXT: "flag"}
    yield from checker.keys(path, value, takes, "until")
    if NEXT in value and any(span in checker.book.tables["until_begins"] for span in value):
        yield checker.wrong([*path, NEXT], "that of the turn under way is over anyway", value[NEXT])
    if len(value.keys() & set(spans)) != 1:
        yield checker.wrong(path, "until names one span", value, '{ turn = 2, of = "opponent" }')


def check_selectors(checker: Checker, path: Path, value: object) -> Checks:
    """Several selectors."""
    if not isinstance(value, list) or not value:
        yield checker.wrong(path, "selectors are needed here", value, "[{ … }, { … }]")
        return
    for at, one in enumerate(value):
        yield from checker.selector([*path, at], one)


def check_included(checker: Checker, path: Path, value: object) -> Checks:
    """What an effect includes: instructions, by their words or by the zones they move cards from and to."""
    for at, one in enumerate(value if isinstance(value, list) else [value]):
        where = [*path, at] if isinstance(value, list) else path
        if isinstance(one, Mapping):
            takes = {"word": "instruction-name", "from": "places", "to": "places"}
            yield from checker.keys(where, one, takes, "what an effect includes")
            if not one:
                yield checker.wrong(where, "what is included has to be said", one, '{ word = "…" }')
        else:
            yield from checker.value(where, one, "instruction-name")
    if value == []:
        yield checker.wrong(path, "what is included has to be said", value, '"…"')


def check_attribute_words(checker: Checker, path: Path, value: object) -> Checks:
    """Words of the attribute whose name is the key."""
    attr = str(path[-1])
    yield from checker.one_of(path, value, checker.book.attributes[attr]["words"], attr)


KINDS: dict[str, Kind] = {
    "any": Kind("a value", check_anything),
    "value": Kind("a value that the attribute can have", check_anything),  # see check_made
    "number": Kind("a number, `$x`, or a table that is one", check_number),
    "amount": Kind("a number, 0 or more, `$x`, or a table that is one", check_amount),
    "int": Kind("a whole number", check_int),
    "natural": Kind("a whole number, 0 or more", check_natural),
    "count": Kind("a whole number, 1 or more", check_count),
    "flag": Kind("`true` or `false`", check_flag),
    "text": Kind("text", check_text),
    "counter-name": Kind("a name of counters", check_counter),
    "article": Kind("the number of an article", check_text),
    "articles": Kind("the number of an article, or several", check_words),
    "name": Kind("a new name, for what is chosen or done", check_name),
    "words": Kind("a word, or several", check_words),
    "cards": Kind(
        '`"self"`, `"it"`, `"$t"`, `"procedure.value"`, a selector, or a list of these', check_cards
    ),
    "not": Kind("cards that are not meant", check_cards),
    "moved": Kind("cards, or how many of them", check_moved),
    "selector": Kind("a selector", lambda checker, path, value: checker.selector(path, value)),
    "whole-selector": Kind(
        "a selector, or `true` for any card",
        lambda checker, path, value: checker.selector(path, {} if value is True else value),
    ),
    "selectors": Kind("a list of selectors", check_selectors),
    "named-selector": one("selector", lambda checker: checker.book.tables["selectors"]),
    "condition": Kind("a condition", lambda checker, path, value: checker.condition(path, value)),
    "event": Kind("an event, or several", lambda checker, path, value: checker.event(path, value)),
    "instructions": Kind("an instruction, or a list of them", check_instructions),
    "instruction-name": one_of("instruction", lambda checker: checker.words),
    "included": Kind(
        "a word of an instruction, or a table of `word`, `from`, `to`, or several", check_included
    ),
    "abilities": Kind("a keyword, or abilities as on a card", check_abilities),
    "imposed": Kind("abilities that hold by themselves", check_imposed),
    "among": Kind("a list of options, each with `name` and `do`", check_among),
    "subject": Kind("`self`, a player, or a selector", check_subject),
    "player": Kind("a player", check_player),
    "abilities-named": one_of("ability", lambda checker: [*checker.book.keyword_names, *ABILITIES]),
    "abilities-taken": one_of("ability", lambda checker: [THIS, *checker.book.keyword_names, *ABILITIES]),
    "cause": Kind("`self`, `me`, `opponent`, or a selector on the card that did it", check_cause),
    "negated": Kind("what can be negated", check_negated),
    "limits": Kind("a table of attributes with numbers", check_limits),
    "totals": Kind("a table of attributes, each with `at_least`, `at_most` or `exactly`", check_totals),
    "reached": Kind("a table of marks that count, each with an attribute", check_reached),
    "mark": Kind("a state of the mark, or several", check_mark),
    "state": Kind("a state of the mark", check_state),
    "fields": Kind("a table of what becomes of the event: `to`, `at`, `n`, marks", check_fields),
    "aim": Kind("a value of a running procedure, or of the event", check_aim),
    "aimed": one("card of a running procedure", aimed),
    "wanted-number": Kind("a whole number, or several of which it is one, or `$x`", check_wanted_number),
    "wanted-words": Kind("a word, or several of which it has one, or `{ has = … }`, a part", check_wanted),
    "attributes": Kind(
        "a table of attributes, and of `min` and `max`", of_attributes("original", attributes, "min", "max")
    ),
    "worded": Kind("a table of attributes with parts of their words", of_attributes("contains", worded)),
    "attribute": one("attribute", attributes),
    "attributes-named": one_of("attribute", attributes),
    "number-attribute": one("attribute that is a number", numbers),
    "changing-attribute": one("attribute that changes", changing),
    "words-attribute": one("attribute of words", worded),
    "attribute-words": Kind("words of the attribute", check_attribute_words),
    "seat": one("player", lambda checker: SEATS),
    "one-seat": one("single player", lambda checker: [name for name in SEATS if name not in ("any", "each")]),
    "zone": one("zone", lambda checker: checker.book.zones),
    "goal": one("zone", lambda checker: (*checker.book.zones, "$aim")),
    "two-zones": Kind("two zones", check_two_zones),
    "zones": one_of("zone", zones("under", "any")),
    "lying": one_of("zone", zones("any")),
    "places": one_of("zone", zones("under")),
    "end": one("end of a zone", lambda checker: ENDS),
    "sequel": one("thing that follows", lambda checker: ("shuffle",)),
    "only": one("part of a pile", lambda checker: ("top",)),
    "face": one("face", lambda checker: ("front", "back")),
    "types": in_tables("type", "types"),
    "keywords": one_of("keyword", lambda checker: checker.book.keyword_names),
    "deeds": in_tables("deed", "did"),
    "phases": in_tables("phase", "phases"),
    "answerable": in_tables("thing to answer", "answerable"),
    "until": Kind(
        "a span, or a table of a span with how many of them, `of`, whose turns, and `next`, not this one",
        check_until,
    ),
    "span": one("span", lambda checker: checker.book.tables["until"]),
    "moment": one("moment", lambda checker: checker.book.tables["moments"]),
    "score": one("score", lambda checker: checker.book.tables["score"]),
    "once": one("span", spans_of_limits),
    "modes": one_of("season", lambda checker: checker.book.works.get("all_modes", ())),
    "acts": one_of("kind of act", lambda checker: checker.book.tables.get("acts", ())),
    "running": Kind("a procedure or step, or several", check_running),
    "reasons": one_of("reason", lambda checker: checker.book.tables.get("reasons", REASONS)),
    "attached-to": Kind("cards, or `true` for any, or `false`", check_attached_to),
    "counts": Kind("a table of counters with numbers", check_counts),
    "answers": Kind("what is answered, or the activation that is", check_answers),
    "permit": Kind("a rule to lift", check_permit),
    "limited": one("thing that a limit speaks of", lambda checker: ("activate", "use")),
    "timing": one("wording of a moment", lambda checker: ("if", "when")),
    "activation": one_of("kind of activation", lambda checker: ("card", "effect")),
    "keeps": one_of("thing to keep", lambda checker: [*checker.book.attributes, "all"]),
    "attached": Kind(
        "what the keyword takes",
        lambda checker, path, value: checker.keyword(path, checker.book.keyword(str(path[-1])), value),
    ),
    "way": Kind("a way in which a card comes, or several", check_way),
    "one-way": one("way in which a card comes", lambda checker: ways(checker.book)),
    "past-event": Kind("an event that may have happened, or several", check_past_event),
    "arrivals": Kind(
        "a way in which a card comes, or a table of `way`, `from`, `with`, `by`, `because`, `ability`",
        check_arrivals,
    ),
    "paired": Kind("a table with `with` and `same`, or a list of them", check_paired),
    "card-name": Kind("a token, or a table of what one prints, with its `name`", check_card_name),
}
