"""Notes for declaring tables: a key's meaning and default, forms that TOML can write in two ways, and names
that must exist.

They are notes on types, which pydantic reads when a rulebook is checked. Code that plays imports the types
for its checker alone.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Annotated, Final

from pydantic import Field
from pydantic_core import PydanticCustomError, core_schema

from judge.text.plain import Json

ABSENT: Final = object()  # a key that says something by not being there


def key(says: str, default: object = ABSENT, read_by: tuple[str, ...] = ()) -> Json:
    """The note on a key: its meaning, its default, and the modules that read a whole table."""
    more: Json = {"read_by": list(read_by)} if read_by else None
    if default is ABSENT:
        return Field(description=says, json_schema_extra=more)
    alike = default is None or isinstance(default, bool | int | str)  # nothing of it can be changed
    return Field(  # checked as what is written is: a row that stands in for none has its own defaults
        default_factory=(lambda: default) if alike else lambda: deepcopy(default),
        validate_default=True,
        description=says,
        json_schema_extra=more,
    )


def table(says: str, *read_by: str, default: object = ABSENT) -> object:
    """The note on a whole table: its meaning, the modules that read it, and its value if a book has none."""
    return key(says, default, read_by)


class Form:
    """A form of values that one type cannot describe: a test, what is expected, and the same for editors."""

    __slots__ = ("expected", "json", "right")

    def __init__(self, expected: str, right: Callable[[object], bool], json: dict[str, object]) -> None:
        self.expected = expected
        self.right = right
        self.json = json

    def __get_pydantic_core_schema__(self, source: object, handler: Callable[[Json], Json]) -> object:
        def check(value: object) -> object:
            if not self.right(value):
                raise PydanticCustomError("form", "{expected}", {"expected": self.expected})
            return value

        return core_schema.no_info_plain_validator_function(check)

    def __get_pydantic_json_schema__(self, schema: object, handler: Callable[[Json], Json]) -> object:
        return dict(self.json)


class Names:
    """The kind of thing that a text, or each text of a list, has to name."""

    __slots__ = ("kind",)

    def __init__(self, kind: str) -> None:
        self.kind = kind


class Wording:
    """A value in the language of cards: a selector, a condition, a pattern of events, instructions."""

    __slots__ = ("kind",)

    def __init__(self, kind: str) -> None:
        self.kind = kind


class Telling:
    """A text for people, which may refer to other articles by their numbers."""

    __slots__ = ()


def is_texts(value: object) -> bool:
    """Is this a list of texts?"""
    return type(value) is list and all(type(text) is str for text in value)


def is_words(value: object) -> bool:
    """A list of words, each once."""
    return is_texts(value) and len(set(value)) == len(value)  # type: ignore[arg-type, call-overload]  # it is a list


def is_texts_or_one(value: object) -> bool:
    """A text, or a list of texts."""
    return type(value) is str or is_texts(value)


def is_state(value: object) -> bool:
    """A state of a mark: a word, a number or whether it is there."""
    return type(value) in (str, int, bool)


def is_marks(value: object) -> bool:
    """Marks with their states."""
    return type(value) is dict and all(map(is_state, value.values()))


def is_marks_wanted(value: object) -> bool:
    """Is this a table of marks, each with one state or several?"""
    return type(value) is dict and all(is_state(state) or is_texts(state) for state in value.values())


def is_table(value: object) -> bool:
    """A table."""
    return type(value) is dict


def is_condition(value: object) -> bool:
    """A table, or several that all hold."""
    return is_table(value) or (type(value) is list and bool(value) and all(map(is_table, value)))


def is_instructions(value: object) -> bool:
    """Is this a list of tables, among which words may stand that a card fills in?"""
    return type(value) is list and all(type(part) in (dict, str) for part in value)


TEXT: Final = {"type": "string"}
TEXTS: Final = {"type": "array", "items": TEXT}
TABLE: Final = {"type": "object"}

Words = Annotated[list[str], Form("words, each once", is_words, TEXTS)]
OneOrMore = Annotated[
    str | list[str], Form("a text or a list of texts", is_texts_or_one, {"anyOf": [TEXT, TEXTS]})
]
Marks = Annotated[dict[str, Json], Form("marks with their states", is_marks, TABLE), Names("mark with state")]
MarksWanted = Annotated[
    dict[str, Json],
    Form("marks with one state or several", is_marks_wanted, TABLE),
    Names("mark with states"),
]
State = Annotated[
    str | int | bool,
    Form("a word, a number, true or false", is_state, {"type": ["string", "integer", "boolean"]}),
]

FromNought = Annotated[
    int,
    Form(
        "a number from 0",
        lambda value: type(value) is int and value >= 0,
        {"type": "integer", "minimum": 0},
    ),
]
OneOrTwo = Annotated[
    int, Form("1 or 2", lambda value: type(value) is int and value in (1, 2), {"enum": [1, 2]})
]

Prose = Annotated[str, Telling()]
Article = Annotated[str, Names("article")]
Articles = Annotated[list[str], Names("article")]
ArticleOrMore = Annotated[OneOrMore, Names("article")]
Step = Annotated[str, Names("named step")]  # of the procedure at hand; whether it is there is looked at apart
Zone = Annotated[str, Names("zone")]
Zones = Annotated[list[str], Names("zone")]
Place = Annotated[str, Names("place")]  # a zone, or beneath another card
Places = Annotated[list[str], Names("place")]
Type = Annotated[str, Names("type")]
Types = Annotated[list[str], Names("type")]
Attribute = Annotated[str, Names("attribute")]
Attributes = Annotated[list[str], Names("attribute")]
Mark = Annotated[str, Names("mark")]
ProcedureOrMore = Annotated[OneOrMore, Names("procedure")]
Windows = Annotated[list[str], Names("window")]
Offers = Annotated[list[str], Names("offer")]
Event = Annotated[str, Names("event")]
Events = Annotated[list[str], Names("event")]
TracedEvent = Annotated[str, Names("event of a trace")]
Move = Annotated[str, Names("move")]
MarkWord = Annotated[str, Names("mark word")]
Score = Annotated[str, Names("score")]
Scores = Annotated[list[str], Names("score")]
Param = Annotated[str, Names("param")]

Selector = Annotated[dict[str, Json], Wording("selector")]
Condition = Annotated[
    Json,
    Form("a condition, or a list of them", is_condition, {"type": ["object", "array"]}),
    Wording("condition"),
]
Instructions = Annotated[
    list[Json], Form("a list of instructions", is_instructions, {"type": "array"}), Wording("instructions")
]
