"""Card grammar: which keys a card may have, and what may stand under them.

One set of tables serves the door (every wrong key or value is a placed problem with the nearest name) and,
through `judge schema`, editors. Nothing is accepted and then ignored.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from judge.engine.kernel.book import CHANGES, Book
from judge.engine.kernel.state import EMPTY
from judge.engine.kernel.variables import READ, given
from judge.engine.language.assignment import OF_LISTS
from judge.engine.language.traits import TRAITS
from judge.engine.words.abilities import instances, token_key, tokens_in
from judge.engine.words.ability_kinds import COSTING, KINDS, LIMITED, LIMITING, SHARED
from judge.errors import Problem, nearest
from judge.grammar.checker import Checker
from judge.grammar.conditions import (
    check_condition,
    check_event,
    check_heard,
    check_instead,
    check_settled,
    check_surcharged,
)
from judge.grammar.instructions import check_instruction, check_keyword, check_meaning, check_payable
from judge.grammar.kinds import KINDS as VALUES
from judge.grammar.kinds import WORDS_OF
from judge.grammar.names import (
    check_card_name,
    check_once,
    check_shared_limits,
    check_spoken,
    keys_of_abilities,
    names_of_abilities,
)
from judge.grammar.printed import check_made, check_worded
from judge.grammar.sentences import check_states
from judge.grammar.tables import (
    FRONT_ONLY,
    Checks,
    Path,
    listed,
    names_given,
    prints,
    uses,
    worded,
)
from judge.text.plain import Fields
from judge.text.source import Source

BELOW = "below"  # the link that an answer is given to


def check_answering(checker: Checker, path: Path, kind: str, preset: Fields, data: object) -> Checks:
    """Checks that an ability which waits for an event is not an answer to a link, and that an answer says to
    what, and how often it may be used.
    """
    if not isinstance(data, Mapping):
        return
    if kind == "auto" and not preset.get("turns_up"):
        for where, name in uses(path, data):
            if name == BELOW:
                message = "this waits until it is used and answers no link: nothing lies below it"
                yield checker.source.problem(where, message, found="$below")
    if (
        "must" in data
        and "must" in checker.book.tables["ability_keys"]
        and "must" not in preset.get("refuses", ())
    ):
        yield from check_must(checker, [*path, "must"], kind, data)


def check_must(checker: Checker, path: Path, kind: str, data: Mapping[str, object]) -> Checks:
    """Checks that a mandatory answer says what it answers, and that its use is limited: otherwise it would
    have to answer itself.
    """
    if data["must"] is not True:
        yield checker.wrong(path, "what need not be done says nothing", data["must"], "true")
    elif kind != "activated":
        yield checker.wrong(path, "only what is activated has to answer", True)
    elif not isinstance(data.get("answers"), Mapping):
        message = "what has to be activated answers an activation"
        yield checker.source.problem(path, message, expected="answers = { … }")
    elif "once" not in data:
        message = "without a limit it would have to answer itself for ever"
        yield checker.source.problem(path, message, expected='once = "…"')


class CardChecker(Checker):
    """Checks one card, with everything that may stand in it."""

    def value(self, path: Path, value: object, kind: str) -> Checks:
        """Checks that the value of a key is of its kind."""
        if kind.startswith(WORDS_OF):
            attr = kind.removeprefix(WORDS_OF)
            yield from self.one_of(path, value, self.book.attributes[attr]["words"], attr)
        else:
            yield from VALUES[kind].check(self, path, value)

    # --- cards -------------------------------------------------------------------------------
    def card(self, path: Path, data: object, type_: str = "") -> Checks:
        """A whole card, or its second face."""
        if not isinstance(data, Mapping):
            yield self.wrong(path, "a card must be a table", data)
            return
        for key, value in data.items():
            yield from self.card_key([*path, key], key, value)
        yield from self.fitting(path, data)
        yield from self.lacking(path, data)
        named = list(names_of_abilities(self.book, data))
        yield from check_once(self.source, path, named, "an ability of this card")
        yield from check_shared_limits(self.source, path, keys_of_abilities(self.book, data, "shares"))

    def token(self, path: Path, data: Mapping[str, object]) -> Checks:
        """A token that a text describes: its name and its other printed values. All texts describe those of
        one name alike, and no card has this name.
        """
        if not isinstance(data.get("name"), str):
            yield self.source.problem(path, "a token that is described has a name", expected='name = "…"')
            return
        for key, value in data.items():
            if key == "type" or key in self.book.attributes:
                yield from self.card_key([*path, key], key, value)
            else:
                yield self.source.problem([*path, key], f"a described token prints no {key}", found=key)
        yield from self.lacking(path, data)
        key = token_key(data)
        if key in self.cards:
            yield self.source.problem(path, f"{key} is a card of its own here", expected=f'create = "{key}"')
        elif any(token_key(other) == key and other != data for other in tokens_in([*self.cards.values()])):
            yield self.source.problem(path, f"another text describes {key} otherwise", found=key)

    def lacking(self, path: Path, data: Mapping[str, object]) -> Checks:
        """Checks that a card has no value that cards of its kind never have."""
        for key in data:
            lacks = self.book.attributes.get(key, EMPTY).get("lacked_by", EMPTY)
            if lacks and prints(data, lacks):
                yield self.source.problem(
                    [*path, key], f"a card whose {worded(lacks)} has no {key}", found=key
                )

    def fitting(self, path: Path, data: Mapping[str, object]) -> Checks:
        """Checks that the card can have its keywords, abilities and values: each word once, on cards that it
        is for, and with a back where it turns the card.
        """
        seen: dict[str, str] = {}
        for key in data:
            word = self.book.keyword_names.get(key, "")
            if word in seen:
                message = f"[{word}] is written twice, as {seen[word]} and as {key}"
                yield self.source.problem([*path, key], message, found=key)
            seen.setdefault(word or key, key)
            if key in KINDS or key in self.book.kinds or word:
                yield from self.bare([*path, key], key, data)
            if path[-1] != "back":
                yield from self.fitting_front([*path, key], f"[{word}]" if word else key, data)

    def fitting_front(self, path: Path, what: str, data: Mapping[str, object]) -> Checks:
        """Checks a key of the front of a card: it belongs to the card's type, and a card that it turns over
        has a back.
        """
        key = str(path[-1])
        spec = self.spec(key)
        yield from self.suiting(path, what, data, spec)
        yield from check_worded(self, path, data, spec)
        if spec.get("turns") and "back" not in data:
            message = f"{what} turns the card over, and it has no back"
            yield self.source.problem(path, message, expected="back = { … }", found=key)

    def bare(self, path: Path, key: str, data: Mapping[str, object]) -> Checks:
        """Checks that a card of a kind without abilities has none."""
        row: Fields = self.book.tables.get("bare", EMPTY)
        words = {attr: word for attr, word in row.items() if attr in self.book.attributes}
        if row and data.get("type", self.book.tables["types"][0]) == row["type"] and prints(data, words):
            yield self.source.problem(path, f"a {row['type']} whose {worded(words)} has no {key}", found=key)

    def spec(self, key: str) -> Mapping[str, object]:
        """What the rulebook declares for a key of a card: a keyword, a kind of ability, a printed value, or
        a part with abilities of its own.
        """
        book = self.book
        tables = (book.keywords, book.kinds, book.attributes, book.tables["text_box"])
        name = book.keyword_names.get(key, key)
        found: Mapping[str, object] = next((table[name] for table in tables if name in table), {})
        return found

    def suiting(self, path: Path, what: str, data: Fields, spec: Fields) -> Checks:
        """Checks that a key is on a card of a type and with printed words that it belongs to."""
        type_ = data.get("type", self.book.tables["types"][0])
        if type_ not in spec.get("types", [type_]):
            yield self.source.problem(
                path, f"{what} is for cards of the type {listed(spec['types'])}", found=str(path[-1])
            )
        for attr, word in spec.get("only", {}).items():
            if not prints(data, {attr: word}):
                yield self.source.problem(
                    path,
                    f"{what} is for cards whose {attr} is {word}",
                    expected=f'{attr} = "{word}"',
                    found=str(path[-1]),
                )

    def card_key(self, path: Path, key: str, value: object) -> Checks:
        """Checks one key of a card: a printed value, an ability, a keyword, or one of the few others."""
        words = self.book.keyword_names
        if key in self.book.attributes:
            yield from self.attribute(path, key, value)
        elif key == "type" and isinstance(value, list):
            yield self.wrong(path, "a card has one type", value, listed(self.book.tables["types"]))
        elif key == "type":
            yield from self.one_of(path, value, self.book.tables["types"], "type")
        elif key in FRONT_ONLY and "back" in path[2:-1]:
            yield self.source.problem(path, f"the back of a card has no key {key!r}", found=key)
        elif key == "back":
            yield from self.card(path, value)
        elif key == "token":
            yield from self.value(path, value, "flag")
        elif key == "sentence":
            yield from check_states(self, path, value)
        elif key in KINDS or key in self.book.kinds:
            for at, one in enumerate(value if isinstance(value, list) else [value]):
                yield from self.ability([*path, at] if isinstance(value, list) else path, key, one)
        elif key in self.book.tables["text_box"]:
            yield from self.text_box(path, value)
        elif key in self.book.unwritten:
            return  # met once everything else is known to be in order
        elif key in words:
            yield from self.keywords(path, words[key], value)
        else:
            hint = nearest(key, [*self.book.attributes, *words_of_cards(self.book), "type"])
            message = self.book.not_yet(key) or f"a card has no key {key!r}"
            prints = listed([*self.book.attributes, "type"])
            yield self.source.problem(path, message, expected=prints, found=key, hint=hint)

    def keywords(self, path: Path, word: str, value: object) -> Checks:
        """Checks a keyword on a card, once or several times."""
        if "attached" in self.book.keywords[word]:
            key = str(path[-1])
            yield self.source.problem(
                path,
                f"[{word}] stands on an ability, not on a card",
                expected=f"static = {{ {key} = 2, … }}",
                found=key,
            )
            return
        if value == []:
            yield self.wrong(path, f"[{word}] needs a value", value)
        several = instances(self.book.keywords[word], value)
        for at, one in enumerate(several):
            yield from self.keyword([*path, at] if len(several) > 1 else path, word, one)

    def text_box(self, path: Path, value: object) -> Checks:
        """Checks a part of a card with abilities of its own."""
        if not isinstance(value, Mapping):
            yield self.wrong(path, f"{path[-1]} must be a table of abilities", value)
            return
        for key, one in value.items():
            if key in self.book.attributes or key in ("type", *FRONT_ONLY):
                yield self.source.problem([*path, key], f"{path[-1]} holds abilities, no {key}", found=key)
            else:
                yield from self.card_key([*path, key], key, one)

    def attribute(self, path: Path, key: str, value: object) -> Checks:
        """A printed value: a whole number, words, or a table of whole numbers."""
        spec = self.book.attributes[key]
        if spec["type"] == "int":
            if isinstance(value, bool) or not isinstance(value, int):
                yield self.wrong(path, f"{key} must be a whole number", value)
            elif value < 0:
                yield self.wrong(path, f"a card prints no negative {key}", value, "0 or more")
        elif spec["type"] == "words" and "words" in spec:
            yield from self.one_of(path, value, spec["words"], key, spec.get("words_rule", ""))
        elif spec["type"] == "words":
            several = value if isinstance(value, list) else [value]
            if not all(isinstance(one, str) for one in several):
                yield self.wrong(path, f"{key} must be text or a list of texts", value)
            elif "" in several:
                yield self.wrong(path, f"a card prints no empty {key}", value)
        elif spec["type"] == "selectors":
            for at, one in enumerate(value if isinstance(value, list) else [value]):
                where = [*path, at] if isinstance(value, list) else path
                yield from self.selector(where, one, OF_LISTS)
                for need in spec.get("needs", ()):
                    if isinstance(one, Mapping) and need not in one:
                        message = f"{key} needs the key {need!r}: where the card lies for which it asks"
                        expected = f'{need} = "{self.book.default_zone}", of = "opponent"'
                        yield self.source.problem(where, message, expected=expected)
        else:
            known = spec.get("keys", value if isinstance(value, Mapping) else ())
            yield from self.keys(
                path, value, dict.fromkeys(known, "natural" if spec.get("counters") else "int"), key
            )

    def ability(self, path: Path, word: str, data: object) -> Checks:
        """Checks one ability of a kind; the rulebook may have its own name for the kind."""
        preset = self.book.kinds.get(word, EMPTY)
        kind, refused = str(preset.get("kind", word)), preset.get("refuses", ())
        needed = () if preset.get("way") == "summon" else KINDS[kind].needs
        needed = tuple(one for one in needed if one not in preset)
        what = f"{word} ability" if refused else f"{kind} ability"
        yield from self.keys(path, data, self.ability_keys(kind, preset), what, needed)
        if isinstance(data, Mapping):
            yield from check_spoken(self.source, [*path, "name"], data.get("name"), "an ability")
            yield from self.unlimited(path, data)
        yield from self.variables(path, data)
        yield from check_meaning(self, path, kind, data, preset)
        yield from check_answering(self, path, kind, preset, data)
        yield from check_payable(self, path, [kind], data)
        yield from check_made(self, path, data, kind == "static")
        if kind in ("auto", "replace") and isinstance(data, Mapping):
            yield from check_heard(self, [*path, "on"], data.get("on"))
        if kind in ("forbid", "replace") and isinstance(data, Mapping):
            yield from check_settled(self, [*path, "on"], data.get("on"))
        if kind == "surcharge" and isinstance(data, Mapping):
            yield from check_surcharged(self, [*path, "on"], data.get("on"))
        if kind == "allow" and isinstance(data, Mapping):
            yield from check_instead(self, path, data)
        if kind == "replace" and isinstance(data, Mapping) and not set(data) & {"with", "do"}:
            yield self.source.problem(path, "a replacement needs with or do")

    def unlimited(self, path: Path, data: Mapping[str, object]) -> Checks:
        """Checks that keys about a limit stand on an ability that has one."""
        for key, how in self.book.tables["ability_keys"].items():
            if how == "limited" and key in data and not {"once", "forgoes"} & set(data):
                yield self.source.problem([*path, key], f"{key} says nothing without once or forgoes")

    def ability_keys(self, kind: str, preset: Fields) -> dict[str, str]:
        """The keys that an ability of a kind takes, each with its kind of value."""
        limited = kind in LIMITED and "once" not in preset.get("refuses", ())
        shared = {key: how for key, how in SHARED.items() if limited or key not in LIMITING}
        costing = self.book.tables["ability_keys"] if kind in COSTING else {}
        summoning = dict.fromkeys(self.marks, "state") if preset.get("way") == "summon" else {}
        known = {**shared, **self.book.attaching, **KINDS[kind].takes, **costing, **summoning}
        known |= {attr: "words" for attr, spec in self.book.attributes.items() if spec["of_abilities"]}
        return {
            key: how
            for key, how in known.items()
            if key not in preset.get("refuses", ()) and (key not in CHANGES or key in self.book.words)
        }

    def variables(self, path: Path, data: object, spec: object = None) -> Checks:
        """Checks that every ``$name`` of an ability is stored by its instructions, or by those of the
        keyword that it is in.
        """
        if "impose" in path[2:]:
            return  # its names are those of the text around it
        gives = self.book.gives
        stored = {"below", "link", "n", *given(data, gives), *given(spec, gives)}
        for where, name in uses(path, data):
            if name not in stored:
                given_away = "what is given keeps no names: impose keeps them" if "grant" in path[2:] else ""
                yield self.source.problem(
                    where,
                    f"nothing stores ${name}",
                    expected=given_away,
                    found=f"${name}",
                    hint=nearest(name, stored),
                )

    def keyword(self, path: Path, word: str, value: object) -> Checks:
        """A keyword with its parameters."""
        yield from check_keyword(self, path, word, value)

    # --- instructions ------------------------------------------------------------------------
    def instruction(self, path: Path, data: object) -> Checks:
        """One instruction: exactly one verb and the keys it takes."""
        yield from check_instruction(self, path, data)

    def event(self, path: Path, data: object) -> Checks:
        """Checks the events that an ability listens to."""
        for at, one in enumerate(data if isinstance(data, list) else [data]):
            yield from check_event(self, [*path, at] if isinstance(data, list) else path, one)

    def selector(self, path: Path, data: object, more: Mapping[str, str] | None = None) -> Checks:
        """A selector: its own keys, attributes and marks."""
        own = {attr: asked_as(spec) for attr, spec in self.book.attributes.items()}
        yield from self.keys(
            path,
            data,
            {
                **own,
                **dict.fromkeys(self.marks, "mark"),
                **asked(self.book),
                **(more or {}),
            },
            "a selector",
        )

    def condition(self, path: Path, data: object) -> Checks:
        """A condition of the vocabulary."""
        yield from check_condition(self, path, data)


def asked_as(spec: Fields) -> str:
    """The kind of value that a selector takes for an attribute."""
    open_kinds = {"int": "wanted-number", "words": "wanted-words"}
    return "attribute-words" if "words" in spec else open_kinds.get(spec["type"], "any")


@functools.lru_cache(maxsize=64)
def asked(book: Book) -> dict[str, str]:
    """The keys that a selector may have beside attributes and marks, each with its kind of value."""
    known = {key: one for key, one in TRAITS.items() if one.kind}
    return {key: one.kind for key, one in known.items() if one.stands is None or one.stands(book.tables)}


def words_of_cards(book: Book) -> tuple[str, ...]:
    """The keys of a card besides its type and its printed values, which make up what it does."""
    own = (*KINDS, *book.kinds, *book.tables["text_box"])
    return (*own, *book.keyword_names, *book.unwritten, *FRONT_ONLY)


def does_something(book: Book, data: Mapping[str, object]) -> bool:
    """Does a card, as far as it is written, say what one of its faces does?"""
    back = data.get("back")
    if isinstance(back, Mapping) and does_something(book, back):
        return True
    return any(key in data for key in words_of_cards(book) if key not in FRONT_ONLY)


def is_bare(book: Book, data: Mapping[str, object]) -> bool:
    """Is a card of a kind without abilities, whatever is printed in its text box?"""
    row: Fields = book.tables.get("bare", EMPTY)
    words = {attr: word for attr, word in row.items() if attr in book.attributes}
    type_ = data.get("type", book.tables["types"][0])
    boxes = (one for one in book.tables["text_box"].values() if type_ in one.get("types", [type_]))
    boxed = any(prints(data, box.get("only", EMPTY)) for box in boxes)
    return bool(row) and type_ == row["type"] and prints(data, words) and not boxed


def check_card(book: Book, source: Source, path: Path, key: str, data: object) -> Iterator[Problem]:
    """Every problem of one card written under [cards]."""
    yield from check_card_name(book, source, path, key)
    yield from CardChecker(book, source, source.data.get("cards", {})).card(path, data)
    for where, name in names_given(path, data, book.gives):
        if name in book.reads and name not in READ:
            message = f"the rulebook means something by ${name}: a name of one's own is needed here"
            yield source.problem(where, message, found=name)
