"""The JSON schema of a game's cards, for editors, made from the words and kinds that the door checks.

It knows every key and every closed set of names. The door checks whatever else must be right under a key.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import EMPTY
from judge.engine.words.ability_kinds import KINDS as ABILITIES
from judge.engine.words.book_words import COMMON
from judge.grammar.cards import CardChecker, words_of_cards
from judge.grammar.kinds import KINDS
from judge.grammar.sentences import NOTHING, STATES
from judge.grammar.tables import FRONT_ONLY, SENTENCES
from judge.text.plain import Fields, Json
from judge.text.source import Source

Schema = dict[str, Json]
VARIABLE: Schema = {"type": "string", "pattern": "^\\$"}
NESTED = {"instructions": "instructions", "among": "options", "abilities": "given", "imposed": "given"}


def cards_schema(book: Book) -> Schema:
    """The schema of the `cards` table, with its `$defs`."""
    checker = CardChecker(book, Source("", "", {}), {})
    defs = {
        "card": card_of(checker),
        "sentences": sentences_of(checker),
        "instruction": instruction_of(checker),
        "instructions": one_or_more({"$ref": "#/$defs/instruction"}),
        "options": {"type": "array", "items": {"type": "object", "properties": {
            "name": {"type": "string"}, "do": {"$ref": "#/$defs/instructions"}}}},
        "given": {"anyOf": [{"type": "string"}, {"type": "array"}, {"$ref": "#/$defs/abilities"}]},
        "abilities": {"type": "object", "properties": abilities_of(checker)},
        **{f"ability-{kind}": ability_of(checker, kind, EMPTY) for kind in ABILITIES},
        **{f"ability-{name}": ability_of(checker, str(row["kind"]), row) for name, row in book.kinds.items()},
    }  # fmt: skip
    under = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/card"}]}
    return {"type": "object", "additionalProperties": under, "$defs": defs}


def one_or_more(schema: Schema) -> Schema:
    """A value, or a list of them."""
    return {"anyOf": [schema, {"type": "array", "items": schema}]}


def card_of(checker: CardChecker) -> Schema:
    """A card: what it prints, its type, its abilities and keywords."""
    book = checker.book
    printed = {attr: printed_as(row) for attr, row in book.attributes.items()}
    others: dict[str, Schema] = {key: {} for key in words_of_cards(book)}
    known = {**others, **abilities_of(checker), **printed, "type": {"enum": list(book.tables["types"])}}
    known |= {"token": {"type": "boolean"}, "back": {"$ref": "#/$defs/card"}, "card": {"type": "string"}}
    known |= {"sentence": {"anyOf": [{"enum": list(SENTENCES)}, {"$ref": "#/$defs/sentences"}]}}
    return {"type": "object", "properties": known, "additionalProperties": False}


def sentences_of(checker: CardChecker) -> Schema:
    """The schema of what single sentences of a printed text do, by their numbers."""
    others: dict[str, Schema] = {key: {} for key in words_of_cards(checker.book) if key not in FRONT_ONLY}
    does = {
        "type": "object",
        "properties": {**others, **abilities_of(checker)},
        "additionalProperties": False,
    }
    rows = {"^[1-9][0-9]*$": {"anyOf": [{"enum": [NOTHING, *STATES]}, does]}}
    back = {"back": {"type": "object", "patternProperties": rows, "additionalProperties": False}}
    return {"type": "object", "properties": back, "patternProperties": rows, "additionalProperties": False}


def printed_as(row: Fields) -> Schema:
    """The schema of a printed value."""
    if row["type"] == "int":
        return {"type": "integer", "minimum": 0}
    if row["type"] == "words":
        return one_or_more({"enum": list(row["words"])} if "words" in row else {"type": "string"})
    return {} if row["type"] == "selectors" else {"type": "object"}


def abilities_of(checker: CardChecker) -> dict[str, Schema]:
    """For each kind of ability: one ability or several."""
    names = (*ABILITIES, *checker.book.kinds)
    return {name: one_or_more({"$ref": f"#/$defs/ability-{name}"}) for name in names}


def ability_of(checker: CardChecker, kind: str, preset: Mapping[str, object]) -> Schema:
    """The schema of an ability of a kind."""
    takes = checker.ability_keys(kind, preset)
    needed = [need for need in ABILITIES[kind].needs if need not in preset and preset.get("way") != "summon"]
    properties = {key: value_of(checker, how) for key, how in takes.items()}
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def instruction_of(checker: CardChecker) -> Schema:
    """The schema of an instruction: any of the words, with all keys that may stand beside one of them."""
    book, kinds = checker.book, dict[str, set[str]]()
    for name in checker.words:
        word = book.vocabulary[name]
        for key, how in (*COMMON.items(), *word.takes.items(), (name, word.under)):
            kinds.setdefault(key, set()).add(how)
    fields: dict[str, Schema] = {key: {} for key in checker.marks}
    fields |= {key: value_of(checker, *ways) if len(ways) == 1 else {} for key, ways in sorted(kinds.items())}
    for name in checker.words:
        fields[name] = {**fields[name], "description": book.vocabulary[name].says}
    return {"type": "object", "properties": fields, "additionalProperties": False}


def value_of(checker: CardChecker, how: str) -> Schema:
    """The schema of a key's value: names of a closed set, nested instructions, or else its kind in words."""
    if how in NESTED:
        return {"$ref": f"#/$defs/{NESTED[how]}"}
    kind = KINDS.get(how)
    if kind is None:
        return {}
    if kind.names is None:
        return {"description": kind.says}
    names = list(kind.names(checker))  # of the cards of a fixture nothing is known here
    return {**(closed(names, kind.single) if names else {}), "description": kind.says}


def closed(names: list[object], single: bool) -> Schema:
    """One of some names, or a variable; several names where that is allowed."""
    schema: Schema = {"anyOf": [{"enum": names}, VARIABLE]}
    return schema if single else one_or_more(schema)
