"""Kinds of trace lines: each kind is declared once, with its fields and with what readers of a trace may
know of it.

A kind that only one game has is declared in that game's `lines.py`, in the same way. Whoever reads a trace
asks a kind for its roles and its fields; there is no other list of kinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, Final

from judge.text.rows import NamedTuple


class Role(Enum):
    """A property of every line of a kind."""

    WORDLESS = auto()  # it has no sentence: it tells a step, a question, or how something was put together
    ROUTINE = auto()  # it tells what goes on, and is no reason for anything
    TURNING = auto()  # it says why something did not happen, or went one of two ways
    SOURCED = auto()  # it is about what an effect cannot do, and is told with the card whose effect it is
    UNDONE = auto()  # it tells what is not done of what an effect would do
    SETTLED = auto()  # it belongs to the frame whose events are being settled
    SPARED = auto()  # by it nothing is done to the card of an attack
    FOUGHT = auto()  # it tells how an attack came out, or that it came to nothing
    MADE = auto()  # it tells how a value is made up
    PASSED_OVER = auto()  # it says why something is not done with a card, or is done all the same
    STAYS = auto()  # it says why what an ability would change stays as it is
    UNTRIGGERED = auto()  # it tells what an ability does not hear, or why it does nothing
    IDLE = auto()  # it tells that somebody passed, or that something is read
    OMITTED = auto()  # the told steps of a ruling leave it out


class Field(NamedTuple):
    """A value in a line of a trace: its name and types. `bearer` marks the card whose ability has no effect
    because of the line.
    """

    names: str
    types: tuple[type, ...]
    needed: bool = True
    bearer: bool = False

    @property
    def optional(self) -> Field:
        """The same field, for lines that may lack it."""
        return self._replace(needed=False)


CARD: Final = Field("card", (str,))
CARDS: Final = Field("card", (tuple, list))
SEAT: Final = Field("seat", (str,))
SEATS: Final = Field("seat", (tuple, list))
ABILITY: Final = Field("ability", (str,))
ABILITIES: Final = Field("ability", (tuple, list))
ARTICLE: Final = Field("article", (str,))
ARTICLES: Final = Field("article", (tuple, list))
ATTRIBUTE: Final = Field("attribute", (str,))
ZONE: Final = Field("zone", (str,))
PRINTS: Final = Field("print", (tuple, list))  # what the rulebook itself prints
WORD: Final = Field("", (str,))
WORDS: Final = Field("", (tuple, list))
NUMBER: Final = Field("", (int, float))
FLAG: Final = Field("", (bool,))
FIELDS: Final = Field("", (Mapping,))
ANYTHING: Final = Field("", (object,))
PROPOSED: Final = Field("event", (Mapping,))  # an event that has not happened
RECORD: Final = Field("record", (object,))  # an event that has happened
DECISION: Final = Field("decision", (object,))
OPTION: Final = Field("option", (object,))
OPTIONS: Final = Field("option", (tuple, list))
CONDITION: Final = Field("condition", (object,))
CONDITIONS: Final = Field("condition", (tuple, list))
FINDINGS: Final = Field("finding", (tuple, list))
ROWS: Final = Field("", (tuple, list))  # of plain data
BEARER: Final = CARD._replace(bearer=True)

# What may stand in a line of any kind.
COMMON: Final[Mapping[str, Field]] = {
    "usual": ARTICLES,  # those of the book's own text, where a version's or a reading's rules
    "texts": ABILITIES,  # those that it rests on
    "seen": WORDS,  # for what was seen besides, of those that the rulebook's `[cites]` names
    "round": NUMBER,  # of a loop
}
SOURCE: Final[Mapping[str, Field]] = {"source": BEARER.optional, "ability": ABILITY.optional}


class Kind:
    """A kind of line. There is one object of each, so that kinds are compared by identity."""

    __slots__ = ("bearers", "card_fields", "cites", "fields", "name", "needed", "roles")

    def __init__(self, name: str, roles: frozenset[Role], cites: str, fields: Mapping[str, Field]) -> None:
        self.name = name
        self.cites = cites
        self.roles = roles
        self.fields = {**COMMON, **(SOURCE if Role.SOURCED in roles else {}), **fields}
        self.needed = frozenset(key for key, field in self.fields.items() if field.needed) - COMMON.keys()
        self.bearers = tuple(key for key, field in self.fields.items() if field.bearer)
        self.card_fields = tuple(
            key for key, field in self.fields.items() if field.names == "card" and key not in COMMON
        )

    def __repr__(self) -> str:
        return f"<line {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return named, (self.name,)

    def check(self, data: Mapping[str, object]) -> None:
        """Raises TypeError where the data are not those of such a line: a field is too many, missing, or of
        another type.
        """
        for key, value in data.items():
            field = self.fields.get(key)
            if field is None or not (isinstance(value, field.types) or value is None):
                raise TypeError(f"{self.name}: {key} = {value!r}")
        if lacking := self.needed - data.keys():
            raise TypeError(f"{self.name} lacks {sorted(lacking)}")

    def bearer(self, data: Mapping[str, object]) -> str:
        """The card whose ability has no effect because of a line of this kind; "" where there is none."""
        return next((str(data[key]) for key in self.bearers if data.get(key)), "")


KINDS: Final[dict[str, Kind]] = {}


def line(name: str, *roles: Role, cites: str = "", **fields: Field) -> Kind:
    """Declares a kind of line. Where a line names no article, it cites the one of this name among the
    rulebook's `[cites]`. Raises ValueError for a name that another kind has.
    """
    if name in KINDS:
        raise ValueError(f"a kind of line is declared twice: {name}")
    KINDS[name] = Kind(name, frozenset(roles), cites, fields)
    return KINDS[name]


def named(name: str) -> Kind:
    """The kind of this name. Raises KeyError where no loaded module declares one."""
    return KINDS[name]
