"""Why an ability has come to wait: whose it is, by what name it heard of its event, and which information
of a moved card counts for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from judge.citing.worded import worded
from judge.engine.effects.pattern_match import information_row
from judge.engine.kernel.book import Ability, Book
from judge.engine.kernel.state import EMPTY, Card, Do, Record
from judge.engine.kernel.table import Table


def waits(table: Table, wait: Record) -> Iterator[str]:
    """The articles beside that by which an ability waits."""
    book, ability = table.book, table.abilities[wait.args["ability"]]
    holder: Card = wait.args["hearing"]
    heard: Record = wait.args["vars"]["event"]
    yield from whose(book, ability, holder)
    yield from called(book, ability, heard)
    yield from lying(book, holder)
    yield from informed(book, ability, wait, heard)
    yield from placed(book, holder, heard)
    if wait.args.get("again"):
        yield from singly(book, heard)
    if "tells_statics" in book.tables:
        subjects = [on["subject"] for on in ability.on if isinstance(on["subject"], Mapping)]
        yield from (rule for one in subjects for attr, rule in book.used_attributes if attr in one)


def whose(book: Book, ability: Ability, holder: Card) -> Iterator[str]:
    """The articles on whose an ability is and where it comes from."""
    if holder.owner != holder.seat:
        yield from worded(book, "foreign")
    if ability.keyword or ability.data.get("text_box"):
        yield from (ability.rule, *ability.data.get("cites", ()))
    yield from ability.data.get("attached", ())


def called(book: Book, ability: Ability, heard: Record) -> Iterator[str]:
    """The articles on the names by which an ability hears of an event."""
    known = book.happenings
    yield from (str(known[name]["rule"]) for on in ability.on for name in on["events"] if name in known)
    signal = book.signals.get(heard.name)
    if signal is not None and "heard" in signal:
        yield str(signal["heard"])


def lying(book: Book, holder: Card) -> Iterator[str]:
    """The articles on abilities of a card beneath another, and of one that shows its back."""
    if holder.on:
        yield str(book.tables["pile"].get("works", ""))
    if holder.face == "back":
        yield str(book.tables["faces"].get("back", ""))


def placed(book: Book, holder: Card, heard: Record) -> Iterator[str]:
    """The articles by which an ability hears of moves, and of its own card's where the card lies after it."""
    moved = heard.before is not None and heard.after is not None and heard.before.zone != heard.after.zone
    if moved:
        yield from worded(book, "moves-heard")
    if book.tables["moves_heard"] and moved and heard.card == holder.id:
        yield str(book.tables["moves_heard"])


def informed(book: Book, ability: Ability, wait: Record, heard: Record) -> Iterator[str]:
    """The articles on which information counts of a card that has changed zones."""
    before, after, holder, now = heard.before, heard.after, wait.args["hearing"], wait.args["now"]
    if before is None or after is None or before.zone == after.zone:
        return
    heard_as = book.moves.get(heard.name, EMPTY).get("heard")
    row = information_row(book, before, after)
    own = heard.card == holder.id and not heard_as
    if row is not None and (own or reads_card(book, ability)):
        yield from (str(row["rule"]),)
    yield str(heard_as or "")
    if heard.card != holder.id and now.object != holder.object:  # it left in the same batch
        row = information_row(book, holder, now)
        yield str(row["rule"]) if row is not None else ""
    if any(isinstance(on["subject"], Mapping) and {"min", "max"} & set(on["subject"]) for on in ability.on):
        yield from worded(book, "entry-values")


def reads_card(book: Book, ability: Ability) -> bool:
    """Does an ability look at what the card of its event is like, more than whose it is and where it goes?"""
    wanted = {"min", "max", "and", "paired", *book.attributes}
    listened = any(isinstance(on["subject"], Mapping) and wanted & set(on["subject"]) for on in ability.on)
    return listened or looks_at(ability.when, wanted) or looks_at(tuple(ability.do), wanted)


def looks_at(what: object, wanted: AbstractSet[str]) -> bool:
    """Does a condition, a number or an instruction look at what the card of the event is like?"""
    if isinstance(what, Do):
        return looks_at(what.args, wanted)
    if isinstance(what, Mapping):
        about = what.get("it")
        read = ("value" in what and what.get("of") == "it") or (
            isinstance(about, Mapping) and wanted & set(about)
        )
        return bool(read) or any(looks_at(one, wanted) for one in what.values())
    return isinstance(what, (list, tuple)) and any(looks_at(one, wanted) for one in what)


def singly(book: Book, heard: Record) -> Iterator[str]:
    """The article on cards that leave one by one, where each of several leaves singly."""
    if heard.before is not None and heard.before.zone:
        yield str(book.zones[heard.before.place].get("one_by_one") or "")
