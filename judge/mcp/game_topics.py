"""Topics on what a game has of its own: boards, the words by which a text or a board points at a card or a
moment, what the game's own words do, and its events. The texts are made from the rows of its rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from judge.board.entry_keys import KEYS
from judge.board.stand import steps_of
from judge.engine.kernel.book import Book, Procedure
from judge.mcp import samples
from judge.rulebook.articles import load_articles
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
    """The zones of the game's boards, the points at which a game may begin, and the keys of a card on a
    board.
    """
    zones, types = ", ".join(book.tables["zone"]), ", ".join(book.tables["types"])
    wording = phrases(book.folder, "en").get("point", {})
    points = "\n".join(
        f"  {_point(book, row)}: {wording.get(name, name)}" for name, row in points_of(book).items()
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
    row: Mapping[str, object] = book.tables.get("attach") or {}
    return row


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
        for row in book.tables["procedure"].values()
        for zone, step in (row.get("boxed") or {}).items()
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


def _point(book: Book, row: Mapping[str, object]) -> str:
    """A point as a dispute names it, with what its procedure has to be told, such as who attacks; what stands
    beside `at`, such as the number of the turn, behind it.
    """
    beside = {key: _value(value) for key, value in row.items() if key in ENVELOPE and key != "at"}
    given = {key: _value(value) for key, value in row.items() if key not in ENVELOPE}
    running = book.procedures[str(given.get("procedure") or steps_of(book)[str(row["at"])][0])]
    more = {**given, **{key: f"k{n}" for n, key in enumerate(_needs(book, running), 1)}}
    at = inline({"step": row["at"], **more}) if more else f'"{row["at"]}"'
    return ", ".join((f"at = {at}", *(f"{key} = {inline(value)}" for key, value in beside.items())))


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
    """The meanings of a word on a board, in a dispute, or as a reference of a text."""
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
        key=lambda number: number != usual,
    )
    types: list[samples.Sample] = [{"type": name} for name in _guests(book)]
    guests = [*({**guest, "kind": "equip"} for guest in types), *types]
    plain: list[samples.Sample] = [{}]
    kinds = [*guests, *plain] if word == "host" else [*plain, *guests]
    adds: list[samples.Sample] = [{"static": {"add": 500, "attr": attr, "of": word}} for attr in numbers]
    moves: list[samples.Sample] = [
        {kind: {"do": [{move: word}]}} for move in book.tables["move"] for kind in (*book.kinds, "activated")
    ]
    return samples.first(book, ({**prints, **text} for text in (*adds, *moves) for prints in kinds))


def _guests(book: Book) -> list[str]:
    """The types of cards that may be attached to one, where the game has that."""
    row = _attaching(book)
    zones = row.get("guests", ())
    return [str(type_) for name in zones for type_ in book.zones[name].get("types") or book.tables["types"]]


def words(book: Book) -> list[str]:
    """The words that are explained here."""
    return [*ENVELOPE, *entry_keys(book), *book.tables["mark"], *pointing(book)]


# --- what a game's own words do -------------------------------------------------------------------------
# Descriptions of the events of the engine, for which no rulebook has a row.
EVENTS: Final = {
    "targeted": "a card was chosen as a target by an effect, by targets or choose",
    "choose": "cards are chosen: only to be forbidden; what hears of it listens to targeted",
    "affect": "an effect works on a card: only to be forbidden",
    "move": "a card goes to any other zone: from and to say which",
    "mark": "a mark of a card changes",
    "score": "a total of a player changes",
    "pending": "an ability begins to wait",
    "activated": "an ability or a card is activated",
    "negate": "something is negated",
    "attach": "a card is attached to another",
    "control": "a player takes control of a card",
    "create": "a token is created",
    "reveal": "a card is shown to both players",
    "show": "a card is shown",
    "look": "a player looks at cards",
    "flip": "a card is flipped to its other face by an instruction",
    "shuffle": "a zone is shuffled",
    "turn": "a card is turned to its other face",
    "state": "a condition comes to be so",
    "signal": "any signal of the game",
    "add": "a number of a card is changed by an effect",
    "make": "a value of a card is set by an effect",
    "gain": "a card is given a word by an effect",
    "defeat": "a player loses",
    "end-game": "the game ends",
    "draw": "a player draws a card",
    "damage": "damage is dealt",
}
_SUBJECTS: Final = ("self", "me")


def does(book: Book, name: str) -> str:
    """What a word of a game does, by its row: where cards go, which marks they get, how a total changes. ""
    where the game has no such row.
    """
    total = str(phrases(book.folder, "en").get("score", {}).get(name, "")) or name
    by_name = f"Adds so many to the {total} of a player." if name in book.tables["score"] else ""
    return moved(book, name) or marked(book, name) or scored(book, name) or by_name


def entry(book: Book, table: str, name: str) -> Fields:
    """A row of a table of the rulebook; nothing where it has none of that name."""
    tables: Fields = book.tables
    row: Mapping[str, object] = tables.get(table, {}).get(name) or {}
    return row


def moved(book: Book, name: str) -> str:
    """Where the cards of a move go, and from where."""
    row = entry(book, "move", name)
    if not row:
        return ""
    origin, to = row.get("from", ""), zone(book, row["to"])
    origin = (
        "cards beneath a card"
        if origin == "under"
        else f"cards in {zone(book, origin)}"
        if origin
        else "cards"
    )
    marks = f", with {_listed(row['marks'])}" if row.get("marks") else ""
    return f"Moves {origin} to {to}{marks}{cited(book, row)}."


def marked(book: Book, name: str) -> str:
    """Which marks cards get."""
    row = entry(book, "mark_word", name)
    if not row:
        return ""
    if not row.get("marks"):
        return f"Sets a mark, which stands beside it by its name{cited(book, row)}."
    only = {key: state for key, state in row.get("only", {}).items() if key in book.tables["mark"]}
    short = only and sum(len(value) if isinstance(value, list) else 1 for value in only.values()) < 4
    return (
        f"Sets {_listed(row['marks'])}{f' of cards with {_listed(only)}' if short else ''}{cited(book, row)}."
    )


def scored(book: Book, name: str) -> str:
    """How a player's total changes."""
    row = entry(book, "score_word", name)
    if not row:
        return ""
    total = str(phrases(book.folder, "en").get("score", {}).get(row["score"], row["score"]))
    whom = "the player" if row["of"] == "me" else "the opponent"
    verb = "pays" if row["paid"] else "gains" if row["sign"] > 0 else "loses"
    sentence = (
        f"{whom.capitalize()} has so many {total} now"
        if row["sets"]
        else f"{whom.capitalize()} {verb} so many {total}"
    )
    return f"{sentence}; `of` names another player{cited(book, row)}."


def zone(book: Book, name: str) -> str:
    """A zone as it is written."""
    return f"the {str(name).replace('-', ' ')}" + ("" if str(name) in ("hand", "deck") else " zone")


def _listed(marks: Mapping[str, object]) -> str:
    """Marks as they are written."""
    return ", ".join(
        f"{key} = {' or '.join(map(str, state)) if isinstance(state, list) else str(state).lower()}"
        for key, state in marks.items()
    )


def cited(book: Book, row: Mapping[str, object]) -> str:
    """The article of a row with its title, in brackets."""
    article = load_articles(book.folder).get(str(row.get("rule", "")))
    return f" ({article.id} {article.title})" if article is not None else ""


# --- events ------------------------------------------------------------------------------------------
def event_told(book: Book, name: str) -> str:
    """What an event is: of a row of the rulebook its article, else what the engine means by it."""
    signal = entry(book, "signal", name)
    if signal:
        return f"{_subject(signal)}{cited(book, signal)}"
    if name in EVENTS:
        return EVENTS[name]
    happening = entry(book, "happening", name)
    row = happening or entry(book, "mark_event", name)
    meaning = does(book, name).rstrip(".") or (happened(row) + cited(book, row) if row else "")
    return f"{meaning[:1].lower()}{meaning[1:]}" if meaning else "what the instruction of this name does"


def _subject(signal: Fields) -> str:
    """Of whom a signal is, and what else it tells of."""
    if not signal["card"]:
        return "a moment of a player"
    tells = signal["tells"]
    if "attacker" in tells:
        return "heard of the card that is attacked, `attacker` attacks it"
    if "target" in tells:
        return f"heard of the card that does it, `target` is the other{'; before it is so' * signal['asked']}"
    return "heard of the card that does it, or is meant"


def happened(row: Fields) -> str:
    """What counts as an event, by the moves that are it or the zones between which a card goes."""
    if row.get("names"):
        return f"any of {', '.join(row['names'])}" + " in its own way" * bool(row.get("way"))
    ends = (f"{key} {'/'.join(name for name in row[key] if name)}" for key in ("from", "to") if row.get(key))
    return f"a card goes {told}" if (told := " ".join(ends)) else "what befalls a card"


def heard(book: Book, name: str) -> str:
    """How an ability listens to an event, tried at the door; "" where nothing may listen to it."""
    row = entry(book, "move", name)
    subjects = reversed(_SUBJECTS) if row.get("from") == "deck" else _SUBJECTS
    for who in (*subjects, {"zone": book.default_zone, "at_least": 2}):
        if samples.first(book, _listening(book, name, who)) is not None:
            return inline({name: who})
    return ""


def _listening(book: Book, name: str, who: object) -> Iterator[samples.Sample]:
    """Cards whose ability listens to an event that befalls somebody."""
    for kind in (*book.kinds, "auto"):
        yield {kind: {"on": {name: who}, "do": samples.DRAWS}}


def unheard(book: Book, name: str) -> str:
    """Why nothing listens to an event, and what may be written instead, in the words of the door."""
    slips = samples.refused(book, {"auto": {"on": {name: "self"}, "do": samples.DRAWS}})
    return "; ".join(
        f"{slip.message} (write {slip.expected})" if slip.expected else slip.message for slip in slips
    )


def event_rows(book: Book) -> Iterator[str]:
    """The events of a game, a line each."""
    for name in sorted(book.heard_names):
        line = event_told(book, name)
        yield f"{name}: {line if name in book.tables['signal'] else re.split(r'; `| [(]', line)[0]}"


def as_event(book: Book, name: str) -> str:
    """An event by its name: what it is, and how it is listened to."""
    form = heard(book, name)
    if not form:
        return f"An event: {event_told(book, name)}. Under `on`: {unheard(book, name)}."
    return f"An event, {form} under `on`: {event_told(book, name)}. Its details: topic events."
