"""What a game's own words do and what its events are, in words made from the rows of its rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from judge.engine.kernel.book import Book
from judge.mcp import samples
from judge.rulebook.articles import load_articles
from judge.speech.catalogue import phrases
from judge.text.plain import Fields
from judge.text.toml_text import inline

# What the events of the engine itself are, where no row of a rulebook has them.
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
    row: Fields = tables.get(table, {}).get(name) or {}
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
    only = {key: one for key, one in row.get("only", {}).items() if key in book.tables["mark"]}
    short = only and sum(len(one) if isinstance(one, list) else 1 for one in only.values()) < 4
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
    said = (
        f"{whom.capitalize()} has so many {total} now"
        if row["sets"]
        else f"{whom.capitalize()} {verb} so many {total}"
    )
    return f"{said}; `of` names another player{cited(book, row)}."


def zone(book: Book, name: str) -> str:
    """A zone as it is written."""
    return f"the {str(name).replace('-', ' ')}" + ("" if str(name) in ("hand", "deck") else " zone")


def _listed(marks: Fields) -> str:
    """Marks as they are written."""
    return ", ".join(
        f"{key} = {' or '.join(map(str, one)) if isinstance(one, list) else str(one).lower()}"
        for key, one in marks.items()
    )


def cited(book: Book, row: Fields) -> str:
    """The article of a row with its title, in brackets."""
    found = load_articles(book.folder).get(str(row.get("rule", "")))
    return f" ({found.id} {found.title})" if found is not None else ""


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
    said = does(book, name).rstrip(".") or (happened(row) + cited(book, row) if row else "")
    return f"{said[:1].lower()}{said[1:]}" if said else "what the instruction of this name does"


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
    ends = (f"{key} {'/'.join(one for one in row[key] if one)}" for key in ("from", "to") if row.get(key))
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
        f"{one.message} (write {one.expected})" if one.expected else one.message for one in slips
    )


def event_rows(book: Book) -> Iterator[str]:
    """The events of a game, a line each."""
    for name in sorted(book.heard_names):
        said = event_told(book, name)
        yield f"{name}: {said if name in book.tables['signal'] else re.split(r'; `| [(]', said)[0]}"


def as_event(book: Book, name: str) -> str:
    """An event by its name: what it is, and how it is listened to."""
    form = heard(book, name)
    if not form:
        return f"An event: {event_told(book, name)}. Under `on`: {unheard(book, name)}."
    return f"An event, {form} under `on`: {event_told(book, name)}. Its details: topic events."
