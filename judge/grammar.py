"""The grammar of cards: which keys there are and what may stand under them.

One set of tables serves the door (every wrong key or value is a placed problem with the nearest name)
and, through `judge schema`, editors. Nothing is accepted and then ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from judge.engine.book import Book
from judge.errors import Problem, nearest
from judge.source import Source

Path = list[str | int]
Checks = Iterator[Problem]
Check = Callable[["Checker", Path, Any], Checks]

COMMON = {"if": "condition", "when": "condition", "as": "text", "rule": "article"}
SEATS = ("me", "opponent", "any", "each", "active", "non-active", "A", "B")
REASONS = ("effect", "cost", "attack", "battle-result", "rules")
LASTING = {"of": "cards", "attr": "attribute", "until": "until"}
MOVES = {"at": "end", "of": "seat", "only": "only", "under": "cards", "onto": "cards", "then": "text", "upto": "flag", "random": "flag"}

# verb: (what stands under the verb itself, {other keys: what stands under them}, keys that must be there)
WORDS: dict[str, tuple[str, dict[str, str], tuple[str, ...]]] = {
    "draw": ("number", {"of": "seat", "upto": "flag"}, ()),
    "choose": ("text", {"from": "cards", "n": "number", "upto": "flag", "by": "seat"}, ("from",)),
    "move": ("cards", {"to": "zone", **MOVES}, ()),
    "play": ("cards", {"onto": "cards", "keeps": "keeps"}, ()),
    "evolve": ("cards", {}, ()),
    "mark": ("cards", {}, ()),
    "flip": ("cards", {"face": "face"}, ()),
    "create": ("card-name", {"n": "number", "of": "seat", "to": "zone"}, ()),
    "control": ("cards", {}, ()),
    "number": ("text", {"max": "number", "min": "number"}, ()),
    "options": ("number", {"among": "among", "upto": "flag"}, ("among",)),
    "may": ("text", {"do": "instructions", "by": "seat"}, ("do",)),
    "repeat": ("number", {"do": "instructions"}, ("do",)),
    "do": ("instructions", {}, ()),
    "add": ("number", LASTING, ()),
    "make": ("value", LASTING, ()),
    "gain": ("value", {**LASTING}, ("attr",)),
    "lose": ("value", {**LASTING}, ("attr",)),
    "grant": ("abilities", {"of": "cards", "until": "until"}, ()),
    "blank": ("cards", {"until": "until"}, ()),
    "negate": ("negated", {}, ()),
    "set": ("text", {"value": "cards"}, ("value",)),
    "damage": ("number", {"of": "seat"}, ()),
    "win": ("seat", {}, ()),
    "defeat": ("seat", {}, ()),
    "look": ("cards", {"into": "text"}, ()),
    "reveal": ("cards", {}, ()),
    "shuffle": ("zone", {"of": "seat"}, ()),
    "signal": ("text", {}, ()),
    "energy": ("number", {"red": "int", "blue": "int", "green": "int", "yellow": "int", "black": "int"}, ()),
    "expire": ("until", {}, ()),
}
ABILITY = {
    "name": "text", "rule": "article", "zone": "zones", "when": "condition", "needs": "condition", "once": "once",
    "counts_as": "words",
}  # fmt: skip
KINDS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "activated": ({"in": "modes", "cost": "instructions", "do": "instructions"}, ("do",)),
    "auto": ({"on": "event", "cost": "instructions", "do": "instructions", "may": "flag"}, ("on", "do")),
    "counter": ({"against": "acts", "cost": "instructions", "do": "instructions"}, ("against", "do")),
    "static": (
        {"add": "number", "make": "value", "gain": "value", "lose": "value", "grant": "abilities",
         "blank": "cards", "attr": "attribute", "of": "cards"}, ()),
    "replace": ({"on": "event", "with": "fields", "do": "instructions", "may": "flag"}, ("on",)),
    "forbid": ({"on": "event"}, ("on",)),
    "allow": ({"what": "text", "of": "cards"}, ("what",)),
}  # fmt: skip
SELECTOR = {
    "zone": "zones", "of": "seat", "type": "types", "has": "keywords", "not": "not", "is": "cards",
    "min": "limits", "max": "limits", "original": "attributes", "no_ability": "flag", "owner": "seat",
    "in": "cards", "under": "cards", "top": "number", "bottom": "number", "known": "flag", "pile": "flag",
    "and": "selector", "many": "attribute",
}  # fmt: skip
BOUNDS = {"at_least": "number", "at_most": "number", "exactly": "number"}
DETAILS = {
    "from": "zones", "to": "zones", "by": "cause", "because": "reasons", "target": "subject", "attacker": "subject",
    "of": "seat", "n": "int", "ability": "words",
}  # fmt: skip


class Checker:
    """Checks one card against the grammar and the rulebook's own names."""

    def __init__(self, book: Book, source: Source, cards: Mapping[str, Any]) -> None:
        self.book = book
        self.source = source
        self.cards = cards
        self.marks: Mapping[str, Any] = book.raw.get("mark", {})

    # --- tables ------------------------------------------------------------------------------
    def keys(self, path: Path, data: Any, table: Mapping[str, str], what: str, needed: tuple[str, ...] = ()) -> Checks:
        """Every key of a table is known, and what stands under it fits; needed keys are there."""
        if not isinstance(data, Mapping):
            yield self.wrong(path, f"{what} must be a table", data)
            return
        for key, value in data.items():
            kind = table.get(key)
            if kind is None:
                yield self.source.problem([*path, key], f"{what} has no key {key!r}", found=key, hint=nearest(key, table))
            else:
                yield from self.value([*path, key], value, kind)
        for key in needed:
            if key not in data:
                yield self.source.problem(path, f"{what} needs the key {key!r}", expected=key)

    def value(self, path: Path, value: Any, kind: str) -> Checks:
        """What stands under a key fits its kind."""
        check = CHECKS.get(kind)
        if check is not None:
            yield from check(self, path, value)

    def wrong(self, path: Path, message: str, found: Any, expected: str = "") -> Problem:
        """A placed problem about a value of the wrong kind."""
        return self.source.problem(path, message, expected=expected, found=show(found))

    def one_of(self, path: Path, value: Any, names: Any, what: str) -> Checks:
        """A name, or a list of names, out of a closed set."""
        for at, one in enumerate(value if isinstance(value, list) else [value]):
            where = [*path, at] if isinstance(value, list) else path
            if not isinstance(one, str) or one not in names:
                hint = nearest(one, names) if isinstance(one, str) else ""
                yield self.source.problem(where, f"there is no {what} {show(one)}", expected=listed(names), found=show(one), hint=hint)

    # --- cards -------------------------------------------------------------------------------
    def card(self, path: Path, data: Any, type_: str = "") -> Checks:
        """A whole card, or its second face."""
        if not isinstance(data, Mapping):
            yield self.wrong(path, "a card must be a table", data)
            return
        for key, value in data.items():
            yield from self.card_key([*path, key], key, value)

    def card_key(self, path: Path, key: str, value: Any) -> Checks:
        """One key of a card: a printed value, an ability, a keyword, or one of the few others."""
        words = self.book.raw["_keyword_names"]
        if key in self.book.attributes:
            yield from self.attribute(path, key, value)
        elif key == "type":
            yield from self.one_of(path, value, self.book.raw["types"], "type")
        elif key == "back":
            yield from self.card(path, value)
        elif key == "token":
            yield from self.value(path, value, "flag")
        elif key in KINDS:
            for at, one in enumerate(value if isinstance(value, list) else [value]):
                yield from self.ability([*path, at] if isinstance(value, list) else path, key, one)
        elif key in words:
            for at, one in enumerate(value if isinstance(value, list) else [value]):
                yield from self.keyword([*path, at] if isinstance(value, list) else path, words[key], one)
        else:
            choices = [*self.book.attributes, *KINDS, *words, "type", "back", "token"]
            yield self.source.problem(path, f"a card has no key {key!r}", found=key, hint=nearest(key, choices))

    def attribute(self, path: Path, key: str, value: Any) -> Checks:
        """A printed value: a whole number, words, or a table of whole numbers."""
        spec = self.book.attributes[key]
        if spec["type"] == "int":
            if isinstance(value, bool) or not isinstance(value, int):
                yield self.wrong(path, f"{key} must be a whole number", value)
            elif value < 0:
                yield self.wrong(path, f"a card prints no negative {key}", value, "0 or more")
        elif spec["type"] == "words":
            if "words" in spec:
                yield from self.one_of(path, value, spec["words"], key)
            elif not (isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))):
                yield self.wrong(path, f"{key} must be text or a list of texts", value)
        else:
            yield from self.keys(path, value, dict.fromkeys(spec["keys"], "int"), key)

    def ability(self, path: Path, kind: str, data: Any) -> Checks:
        """One ability of a kind."""
        table, needed = KINDS[kind]
        shared = {key: how for key, how in ABILITY.items() if key != "once" or kind in LIMITED}
        yield from self.keys(path, data, {**shared, **table}, f"{kind} ability", needed)
        yield from self.variables(path, data)
        if kind == "static" and isinstance(data, Mapping) and not set(data) & {"add", "make", "gain", "lose", "grant", "blank"}:
            yield self.source.problem(path, "a static ability needs one of add, make, gain, lose, grant, blank")
        if kind == "replace" and isinstance(data, Mapping) and not set(data) & {"with", "do"}:
            yield self.source.problem(path, "a replacement needs with or do")

    def variables(self, path: Path, data: Any) -> Checks:
        """Every ``$name`` of an ability is one that its instructions store."""
        stored = {"below", "link", *stores(data)}
        for where, name in uses(path, data):
            if name not in stored and name not in PARAMS_OF_TEMPLATES:
                yield self.source.problem(where, f"nothing stores ${name}", found=f"${name}", hint=nearest(name, stored))

    def keyword(self, path: Path, word: str, value: Any) -> Checks:
        """A keyword with its parameters."""
        spec = self.book.keywords[word]
        params: Mapping[str, str] = spec.get("params", {})
        shell = {key: ABILITY[key] for key in ("name", "when", "once", "needs", "zone")}
        yield from self.variables(path, value)
        if isinstance(value, Mapping):
            kinds = {key: PARAMS.get(kind, kind) for key, kind in params.items()}
            needed = tuple(key for key in params if key not in spec.get("defaults", {}))
            yield from self.keys(path, value, {**kinds, **shell}, f"[{word}]", needed)
        elif isinstance(value, bool):
            missing = [key for key in params if key not in spec.get("defaults", {})]
            if value and missing:
                yield self.source.problem(path, f"[{word}] needs {' and '.join(missing)}", expected=", ".join(params), found="true")
        elif not params:
            yield self.wrong(path, f"[{word}] takes no value", value, "true")
        else:
            first = next(iter(params))
            yield from self.value(path, value, PARAMS.get(params[first], params[first]))

    # --- instructions ------------------------------------------------------------------------
    def instruction(self, path: Path, data: Any) -> Checks:
        """One instruction: exactly one verb and the keys it takes."""
        if not isinstance(data, Mapping):
            yield self.wrong(path, "an instruction must be a table such as { draw = 1 }", data)
            return
        words = self.book.raw["_words"]
        verb = next((key for key in data if key in words and not (key == "do" and len(data) > 1 and verb_of(data, words) != "do")), None)
        if verb is None:
            first = next(iter(data), "")
            yield self.source.problem([*path, first] if first else path, f"no instruction is called {first!r}", found=first, hint=nearest(first, words))
            return
        kind, table, needed = self.word(verb)
        marks = dict.fromkeys(self.marks, "mark")
        yield from self.keys(path, data, {**COMMON, **marks, **table, verb: kind}, f"the instruction {verb!r}", needed)
        if verb == "mark" and not any(key in data for key in self.marks):
            yield self.source.problem(path, "mark needs the state to set", expected=" or ".join(self.marks))
        if verb == "move" and not ({"to", "under", "onto"} & set(data)):
            yield self.source.problem(path, "move needs a zone", expected='to = "zone"')

    def word(self, verb: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
        """The grammar of one verb; named moves share theirs."""
        if verb in WORDS:
            return WORDS[verb]
        if verb in self.book.moves:
            return ("moved", MOVES, ())
        return ("number", {"of": "seat"}, ())

    def event(self, path: Path, data: Any) -> Checks:
        """What an ability listens to."""
        names = self.book.raw["_event_names"]
        for at, one in enumerate(data if isinstance(data, list) else [data]):
            where = [*path, at] if isinstance(data, list) else path
            if isinstance(one, str):
                yield from self.one_of(where, one, names, "event")
                continue
            if not isinstance(one, Mapping):
                yield self.wrong(where, "an event is a name or a table", one)
                continue
            event = next((key for key in one if key in names), None)
            if event is None:
                first = next(iter(one), "")
                yield self.source.problem([*where, first] if first else where, f"no event is called {first!r}", found=first, hint=nearest(first, names))
                continue
            subject = "condition" if event == "state" else "subject"
            table = {**dict.fromkeys(self.marks, "mark"), **DETAILS, event: subject}
            yield from self.keys(where, one, table, f"the event {event!r}")

    def selector(self, path: Path, data: Any, more: Mapping[str, str] | None = None) -> Checks:
        """A selector: its own keys, attributes and marks."""
        own = dict.fromkeys(self.book.attributes, "any")
        yield from self.keys(path, data, {**own, **dict.fromkeys(self.marks, "mark"), **SELECTOR, **(more or {})}, "a selector")

    def condition(self, path: Path, data: Any) -> Checks:
        """A condition of the vocabulary."""
        if isinstance(data, str):
            return
        if isinstance(data, list):
            for at, one in enumerate(data):
                yield from self.condition([*path, at], one)
            return
        if not isinstance(data, Mapping):
            yield self.wrong(path, "a condition is a table, a list or a name", data)
        elif "any" in data:
            yield from self.keys(path, data, {"any": "condition"}, "a condition")
        elif data.keys() == {"not"} and isinstance(data["not"], Mapping):
            yield from self.condition([*path, "not"], data["not"])
        elif "it" in data:
            yield from self.keys(path, data, {"it": "selector"}, "a condition")
        elif "during" in data or "turn" in data:
            yield from self.keys(path, data, {"during": "words", "turn": "seat"}, "a condition")
        elif "value" in data or "sum" in data:
            yield from self.keys(path, data, {**BOUNDS, "value": "attribute", "sum": "attribute", "of": "cards"}, "a condition")
        else:
            yield from self.selector(path, data, BOUNDS)


LIMITED = ("activated", "auto", "counter", "replace")
STORING = ("choose", "number", "as", "into")
PARAMS_OF_TEMPLATES: tuple[str, ...] = ()


def stores(data: Any) -> Iterator[str]:
    """The variables that instructions store."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key in STORING and isinstance(value, str):
                yield value
            yield from stores(value)
    elif isinstance(data, list):
        for one in data:
            yield from stores(one)


def uses(path: Path, data: Any) -> Iterator[tuple[Path, str]]:
    """The ``$name`` words in a value, with their places."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from uses([*path, key], value)
    elif isinstance(data, list):
        for at, one in enumerate(data):
            yield from uses([*path, at], one)
    elif isinstance(data, str) and data.startswith("$"):
        yield path, data[1:]


def verb_of(data: Mapping[str, Any], words: Any) -> str:
    """The verb of an instruction: `do` only where nothing else is one."""
    return next((key for key in data if key in words and key != "do"), "do")


def show(value: Any) -> str:
    """A value as it stands in the file, shortened."""
    text = "true" if value is True else "false" if value is False else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def listed(names: Any) -> str:
    """Some names of a closed set."""
    rows = sorted(names)
    return ", ".join(rows) if len(rows) <= 12 else ", ".join(rows[:12]) + ", …"


PARAMS = {"int": "number", "cost": "instructions", "effect": "instructions", "acts": "acts", "selector": "selector"}
ENDS = ("top", "bottom")
FACT_WORDS = ("order", "result", "next", "active", "turn", "options", "pending")


def check_number(checker: Checker, path: Path, value: Any) -> Checks:
    """A number of the vocabulary."""
    if isinstance(value, bool) or not isinstance(value, (int, str, Mapping)):
        yield checker.wrong(path, "a number, a $variable or a counting table is needed here", value)
    elif isinstance(value, str) and not value.startswith("$"):
        yield checker.wrong(path, "a variable is written $name", value, "$name")
    elif isinstance(value, Mapping):
        table = {"count": "cards", "times": "int", "plus": "int", "value": "attribute", "sum": "attribute", "of": "cards", "n": "number"}
        yield from checker.keys(path, value, table, "a number")


def check_cards(checker: Checker, path: Path, value: Any) -> Checks:
    """A word, a variable, a selector or a list of them."""
    if isinstance(value, list):
        for at, one in enumerate(value):
            yield from check_cards(checker, [*path, at], one)
    elif isinstance(value, Mapping):
        yield from checker.selector(path, value)
    elif not isinstance(value, str) or not (value in ("self", "it") or value[:1] == "$" or "." in value):
        yield checker.wrong(path, "cards are self, it, $variable, procedure.value or a selector", value)


def check_moved(checker: Checker, path: Path, value: Any) -> Checks:
    """Cards, or how many cards."""
    if isinstance(value, int) or (isinstance(value, Mapping) and ({"count", "value", "sum"} & set(value))):
        yield from check_number(checker, path, value)
    else:
        yield from check_cards(checker, path, value)


def check_instructions(checker: Checker, path: Path, value: Any) -> Checks:
    """One instruction or a list."""
    for at, one in enumerate(value if isinstance(value, list) else [value]):
        yield from checker.instruction([*path, at] if isinstance(value, list) else path, one)


def check_subject(checker: Checker, path: Path, value: Any) -> Checks:
    """Whom an event is about."""
    if isinstance(value, Mapping):
        yield from checker.selector(path, value)
    else:
        yield from checker.one_of(path, value, ("self", "me", "opponent", "any", "active", "non-active"), "subject")


def check_cause(checker: Checker, path: Path, value: Any) -> Checks:
    """Who or what causes an event."""
    if isinstance(value, Mapping):
        yield from checker.selector(path, value, {"ability": "words", "against": "acts"})
    else:
        yield from checker.one_of(path, value, ("self", "me", "opponent"), "cause")


def check_abilities(checker: Checker, path: Path, value: Any) -> Checks:
    """Abilities that are granted: keyword names, or a table as on a card."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from checker.card_key([*path, key], key, one)
    else:
        yield from checker.one_of(path, value, checker.book.raw["_keyword_names"], "keyword")


def check_among(checker: Checker, path: Path, value: Any) -> Checks:
    """The options of a choice."""
    if not isinstance(value, list):
        yield checker.wrong(path, "among must be a list of options", value)
        return
    for at, one in enumerate(value):
        yield from checker.keys([*path, at], one, {"name": "text", "do": "instructions"}, "an option", ("name", "do"))


def check_negated(checker: Checker, path: Path, value: Any) -> Checks:
    """What can be negated."""
    if isinstance(value, Mapping):
        yield from checker.keys(path, value, {"of": "seat"}, "negate")
    else:
        names = [*checker.book.raw.get("negatable", {}), *checker.book.raw.get("undo", {}), "$below", "$link"]
        yield from checker.one_of(path, value, names, "thing to negate")


def check_limits(checker: Checker, path: Path, value: Any) -> Checks:
    """Bounds on attributes."""
    yield from checker.keys(path, value, dict.fromkeys(checker.book.attributes, "number"), "a bound")


def check_not(checker: Checker, path: Path, value: Any) -> Checks:
    """Anything but."""
    yield from check_cards(checker, path, value)


def check_flag(checker: Checker, path: Path, value: Any) -> Checks:
    """true or false."""
    if not isinstance(value, bool):
        yield checker.wrong(path, "true or false is needed here", value)


def check_int(checker: Checker, path: Path, value: Any) -> Checks:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        yield checker.wrong(path, "a whole number is needed here", value)


def check_text(checker: Checker, path: Path, value: Any) -> Checks:
    """Text."""
    if not isinstance(value, str):
        yield checker.wrong(path, "text is needed here", value)


def check_mark(checker: Checker, path: Path, value: Any) -> Checks:
    """A state of a mark."""
    names = checker.marks[str(path[-1])]
    if isinstance(names, list):
        yield from checker.one_of(path, value, names, str(path[-1]))


def check_fields(checker: Checker, path: Path, value: Any) -> Checks:
    """What a replacement rewrites."""
    table = {"to": "zone", "at": "end", "n": "number", **dict.fromkeys(checker.marks, "mark")}
    yield from checker.keys(path, value, table, "with")


def closed(names: Callable[[Checker], Any], what: str) -> Check:
    """A check for names out of a closed set."""

    def check(checker: Checker, path: Path, value: Any) -> Checks:
        yield from checker.one_of(path, value, names(checker), what)

    return check


CHECKS: dict[str, Check] = {
    "number": check_number, "cards": check_cards, "moved": check_moved, "instructions": check_instructions,
    "subject": check_subject, "cause": check_cause, "abilities": check_abilities, "among": check_among,
    "negated": check_negated, "limits": check_limits, "not": check_not, "flag": check_flag, "int": check_int,
    "text": check_text, "mark": check_mark, "fields": check_fields,
    "event": lambda checker, path, value: checker.event(path, value),
    "condition": lambda checker, path, value: checker.condition(path, value),
    "selector": lambda checker, path, value: checker.selector(path, value),
    "attributes": lambda checker, path, value: checker.keys(path, value, dict.fromkeys(checker.book.attributes, "any"), "original"),
    "seat": closed(lambda checker: SEATS, "player"),
    "zone": closed(lambda checker: checker.book.zones, "zone"),
    "zones": closed(lambda checker: [*checker.book.zones, "under", "any"], "zone"),
    "types": closed(lambda checker: checker.book.raw["types"], "type"),
    "keywords": closed(lambda checker: checker.book.raw["_keyword_names"], "keyword"),
    "attribute": closed(lambda checker: checker.book.attributes, "attribute"),
    "until": closed(lambda checker: checker.book.raw.get("until", {}), "span"),
    "end": closed(lambda checker: ENDS, "end of a zone"),
    "only": closed(lambda checker: ("top",), "part of a pile"),
    "face": closed(lambda checker: ("front", "back"), "face"),
    "once": closed(lambda checker: ("turn", "turn*2", "turn*3", "game"), "span"),
    "modes": closed(lambda checker: checker.book.works.get("all_modes", ()), "season"),
    "acts": closed(lambda checker: checker.book.raw.get("acts", ()), "kind of act"),
    "reasons": closed(lambda checker: REASONS, "reason"),
    "keeps": closed(lambda checker: [*checker.book.attributes, "all"], "thing to keep"),
    "card-name": closed(lambda checker: checker.cards, "card"),
}  # fmt: skip


def check_card(book: Book, source: Source, path: Path, key: str, data: Any) -> Iterator[Problem]:
    """Every problem of one card written under [cards]."""
    reserved = {*FACT_WORDS, *book.zones, *book.raw.get("score", {}), "self", "it", "pass", "none", "A", "B", "chance"}
    if key in reserved:
        yield source.problem(path, f"a card cannot be called {key!r}: that is a word of the rulebook", found=key)
    yield from Checker(book, source, source.data.get("cards", {})).card(path, data)
