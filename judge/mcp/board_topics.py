"""The topic on boards, and the words by which a text or a board points at another card or a moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from judge.board.entry_keys import KEYS
from judge.board.stand import steps_of
from judge.engine.kernel.book import Book, Procedure
from judge.mcp import samples
from judge.shorthand.points import points_of
from judge.speech.catalogue import phrases
from judge.text.plain import Fields
from judge.text.toml_text import inline

# What each key of a card entry says; what may stand under it is declared at the door.
ENTRIES: Final[Mapping[str, str]] = {
    "card": "which of [cards] it is",
    "as": "its own name, where several of one card lie there",
    "under": "what lies beneath it, the uppermost first",
    "owner": "whose it is, where another player has it",
    "face": "which side shows",
    "effects": "what still works on it",
    "used": "its abilities that were used this turn",
    "did": "what it did this turn",
    "came": "how it came there this turn",
    "noted": "words that its text keeps in mind",
    "host": "the card that it is attached to (it equips that one), by its name on the board",
    "counters": "the counters on it",
}
POINTING: Final[Mapping[str, str]] = {
    "self": "the card on which the text stands",
    "it": "the card of the event, or of the act that is answered",
    "host": "the card that this one is attached to, such as the equipped one",
    "guests": "the cards that are attached to this one",
    "above": "the card in the slot above this one",
    "opposite": "the card in the slot across from this one",
    "foe": "the card that this one fights",
}
ENVELOPE: Final[Mapping[str, str]] = {
    "at": 'where the game stands: at = "STEP", or { step = "STEP", … }; topic boards has the usual ones.',
    "active": 'whose turn it is: active = "B" begins in a turn of player B; unsaid: A. It stands beside'
    " `at`.",
    "turn": "which turn of the game it is, a number: turn = 5; unsaid: 2. It stands beside `at`.",
    "until": 'the step before which the game stops: until = "STEP". It keeps what comes later (the other'
    " player's turn, the next draw) out of the ruling. It stands beside `at`.",
    "wait": "a line of a script, `A: wait`: that player lets the next moment go by at which they could act"
    " without being asked; what stands below it is done at a later one.",
}
_BOARDS: Final = """A board is a table of zones by player, `A = { hand = ["halt"], deck = 20 }`: names of
cards, or a number of cards that nobody has seen. A card with marks is a table, `{ card = "k1", … }`. `at`
says where the game stands, unsaid in the first main phase of A.
"""


def boards(book: Book) -> str:
    """The zones of the game's boards, where it may stand, and what is said of a card on one."""
    zones, types = ", ".join(book.tables["zone"]), ", ".join(book.tables["types"])
    said = phrases(book.folder, "en").get("point", {})
    points = "\n".join(
        f"  {_point(book, row)}: {said.get(name, name)}" for name, row in points_of(book).items()
    )
    beside = "\n".join(f"  {name}: {ENVELOPE[name]}" for name in ("active", "turn", "until"))
    entries = "\n".join(f"  {name}: {ENTRIES[name]} ({KEYS[name][2]})" for name in entry_keys(book))
    return (
        f"{_BOARDS}\nZones: {zones}\n\nWhere the game may stand (`at`, or any step):\n{points}\n"
        f"Beside it, where they are needed:\n{beside}\n\n"
        f"{_unlaid(book)}What is said of a card on a board, its entry:\n{entries}\n{_attached(book)}"
        f"Its marks: {_marks(book)}\n\nTypes of cards: {types}\n"
        "What cards print: topic attributes.\n"
    )


def entry_keys(book: Book) -> list[str]:
    """The keys of a card entry that mean something in this game."""
    return [name for name in KEYS if name != "host" or "attach" in book.tables]


def _marks(book: Book) -> str:
    """The marks of cards with their words."""
    return "; ".join(_mark(book, name) for name in book.tables["mark"])


def _attaching(book: Book) -> Fields:
    """What the rulebook says of attached cards; nothing where it has none."""
    found: Fields = book.tables.get("attach") or {}
    return found


def _attached(book: Book) -> str:
    """Which cards are attached to which, where the game has that."""
    row = _attaching(book)
    if not row:
        return ""
    guests, hosts = ("/".join(row.get(key, ())) for key in ("guests", "hosts"))
    shown = inline({"card": "k1", "host": "k2"})
    return f"  An attached card lies in {guests} and names one in {hosts}: {shown}\n"


def _unlaid(book: Book) -> str:
    """What a board has where the game stands in its set-up: what is not laid yet is chosen from."""
    rows = {
        zone: step
        for one in book.tables["procedure"].values()
        for zone, step in (one.get("boxed") or {}).items()
    }
    if not rows:
        return ""
    told = ", ".join(f"{zone} before {step}" for zone, step in rows.items())
    return (
        f"In the set-up these zones are not laid yet: {told}. What a board has in them, and the cards in"
        " `deck`, are what is chosen from there.\n\n"
    )


def _needs(book: Book, running: Procedure) -> list[str]:
    """What a procedure, and those on which it stands, have to be told where a game begins in them."""
    own = [key for key, need in running.needs.items() if not need.optional]
    if not running.under or "asked" in running.under:
        return own
    return [*own, *_needs(book, book.procedures[str(running.under["procedure"])])]


def _point(book: Book, row: Fields) -> str:
    """A point as a dispute names it, with what its procedure has to be told, such as who attacks; what stands
    beside `at`, such as the number of the turn, behind it.
    """
    beside = {key: _value(one) for key, one in row.items() if key in ENVELOPE and key != "at"}
    said = {key: _value(one) for key, one in row.items() if key not in ENVELOPE}
    running = book.procedures[str(said.get("procedure") or steps_of(book)[str(row["at"])][0])]
    more = {**said, **{key: f"k{n}" for n, key in enumerate(_needs(book, running), 1)}}
    at = inline({"step": row["at"], **more}) if more else f'"{row["at"]}"'
    return ", ".join((f"at = {at}", *(f"{key} = {inline(one)}" for key, one in beside.items())))


def _value(word: object) -> object:
    """A value of a point as TOML has it: points keep numbers as words."""
    return int(word) if isinstance(word, str) and word.isdecimal() else word


# --- words of boards, one by one ----------------------------------------------------------------------------
def pointing(book: Book) -> list[str]:
    """The words for other cards that the texts of this game may say."""
    known = {
        "host": "attach" in book.tables, "guests": "attach" in book.tables, "foe": "attacks" in book.tables,
        "above": "slot" in book.tables["mark"], "opposite": "slot" in book.tables["mark"],
    }  # fmt: skip
    return [name for name in POINTING if known.get(name, True)]


def told(book: Book, name: str) -> Iterator[str]:
    """What a word is on a board, in a dispute, or as a reference of a text."""
    if name in ENVELOPE:
        yield f"Of a dispute: {ENVELOPE[name]}"
    if name in entry_keys(book):
        yield f"A key of a card entry on a board: {ENTRIES[name]} ({KEYS[name][2]})."
    if name in book.tables["mark"]:
        yield f"A mark of a card on a board, and a key of selectors. {_mark(book, name)}"
    if name in pointing(book):
        card = reference(book, name)
        example = f"\n  {samples.example('c', card)}" if card is not None else ""
        yield f'A card, "{name}" under `of` and wherever cards stand: {POINTING[name]}.{example}'


def _mark(book: Book, name: str) -> str:
    """A mark with its values."""
    states = book.tables["mark"][name]
    value = {"flag": "true", "int": "2"}.get(str(states)) or " or ".join(map(repr, states))
    return f"{name} = {value}"


def reference(book: Book, word: str) -> samples.Sample | None:
    """A card whose permanent ability changes a number of the card that a word stands for; else one that does
    something to it.
    """
    usual = book.tables["default_attribute"]
    numbers = sorted(
        (name for name, spec in book.attributes.items() if spec["type"] == "int"),
        key=lambda one: one != usual,
    )
    types: list[samples.Sample] = [{"type": name} for name in _guests(book)]
    guests = [*({**one, "kind": "equip"} for one in types), *types]
    plain: list[samples.Sample] = [{}]
    kinds = [*guests, *plain] if word == "host" else [*plain, *guests]
    adds: list[samples.Sample] = [{"static": {"add": 500, "attr": attr, "of": word}} for attr in numbers]
    moves: list[samples.Sample] = [
        {kind: {"do": [{one: word}]}} for one in book.tables["move"] for kind in (*book.kinds, "activated")
    ]
    return samples.first(book, ({**prints, **one} for one in (*adds, *moves) for prints in kinds))


def _guests(book: Book) -> list[str]:
    """The types of cards that may be attached to one, where the game has that."""
    row = _attaching(book)
    zones = row.get("guests", ())
    return [str(one) for name in zones for one in book.zones[name].get("types") or book.tables["types"]]


def words(book: Book) -> list[str]:
    """The words that are explained here."""
    return [*ENVELOPE, *entry_keys(book), *book.tables["mark"], *pointing(book)]
