"""The articles that stand beside the one by which a line is told, worked out from what was seen in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from judge.citing.positions import positions
from judge.citing.waits import waits
from judge.citing.worded import worded
from judge.engine import trace
from judge.engine.kernel.book import ARITHMETIC, BASE, Book
from judge.engine.kernel.state import EMPTY, Record
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.text.plain import Fields


def companions(table: Table, entry: Entry) -> Iterator[str]:
    """The articles beside the one that a line is told by, some of them more than once, none of them empty."""
    return (rule for rule in found(table, entry) if rule)


def found(table: Table, entry: Entry) -> Iterator[str]:
    """The articles on what was seen: the usual ones where a version rules, words of the engine, abilities."""
    data: Fields = entry.data
    if entry.kind is trace.EVENT:
        yield from of_event(table, data)
    else:
        yield from common(table, data)
    if entry.kind in (trace.ASK, trace.ANSWER):
        yield from worded(table.book, *data["ask"].data.get("seen", ()))
    if entry.kind in BY_KIND:
        yield from BY_KIND[entry.kind](table, data)


def common(table: Table, data: Fields) -> Iterator[str]:
    """The articles of the book's own text, of what the engine has words for, and of abilities."""
    yield from data.get("usual", ())
    yield from worded(table.book, *data.get("seen", ()))
    for ability in data.get("texts", ()):
        yield from on_text(table, str(ability))
    for print_ in data.get("prints", ()):  # what the rulebook itself prints
        yield from table.book.tables["stock"].get(print_, EMPTY).get("cites", ())


def on_text(table: Table, ability: str) -> Iterator[str]:
    """The articles of an ability, of its keyword, and of the attributes by which it finds its cards."""
    text = table.abilities.get(ability) or table.abilities.get(ability.partition("+")[0])
    if text is None:
        return
    yield from (text.rule, *text.data.get("cites", ()), *text.data.get("attached", ()))
    yield from (rule for attr, rule in table.book.used_attributes if attr in text.data.get("scope", ()))


# --- events ------------------------------------------------
def of_event(table: Table, data: Fields) -> Iterator[str]:
    """The articles beside that of an event: its words, what became of its card, what waits by it."""
    record: Record = data["record"]
    book, args = table.book, record.args
    yield from common(table, args)
    yield from common(table, data)
    yield from positions(book, record, data)
    if record.verb == "wait" and "hearing" in args:
        yield from waits(table, record)
    yield from worded(book, "each-event") if args.get("again") else ()
    if record.verb in OF_VERB:
        yield from OF_VERB[record.verb](book, record)
    if record.name in book.taking:
        yield from worded(book, "silent")


def gained(book: Book, record: Record) -> Iterator[str]:
    """A lasting effect begins: on numbers or on texts, on what is printed, by a factor, since a moment."""
    attr = book.attributes.get(record.args["attr"], EMPTY)
    yield from worded(book, "numeric" if attr.get("type") == "int" else "textual")
    yield str(attr.get("gained", ""))
    yield from worded(book, "original") if record.args["makes"] == BASE else ()
    yield from worded(book, "scales") if record.args["makes"] in ARITHMETIC else ()
    yield from worded(book, "since") if record.args.get("since") else ()


def ended(book: Book, record: Record) -> Iterator[str]:
    """The game ends: by an effect, or by what has a player lose, each way of several."""
    if record.args.get("why") == "effect":
        yield from worded(book, "win")
    reasons, losing = record.args.get("reasons", ()), book.tables.get("losing")
    if losing is not None and reasons:
        yield from (str(row["rule"]) for row in losing["by"] if row["zone"] in reasons)


def dealt(book: Book, record: Record) -> Iterator[str]:
    """Damage is announced: whose it is."""
    yield str(book.tables.get("damage", EMPTY).get("source", ""))


def looked(book: Book, record: Record) -> Iterator[str]:
    """Cards are looked at, or shown: who may otherwise see those of their zone."""
    card = record.after or record.before
    if card is not None and record.name == "look":
        zone = book.zones.get(card.place, EMPTY)
        yield str(zone.get("seen_rule", ""))
        yield str(zone.get("unseen_rule", "") if card.seat != record.args.get("to") else "")


OF_VERB: Final[Mapping[str, Callable[[Book, Record], Iterator[str]]]] = {
    "gain": gained,
    "end-game": ended,
    "announce": dealt,
    "show": looked,
}


# --- lines that are no events ------------------------------
def forbidden(table: Table, data: Fields) -> Iterator[str]:
    """Something is forbidden: that it is not done, and by what it would have been."""
    yield from worded(table.book, "forbidden")
    yield str(data["event"].get("rule", ""))
    yield from common(table, data["event"])


def unaffected(table: Table, data: Fields) -> Iterator[str]:
    """A card is not affected: what its protection says besides."""
    yield from on_text(table, str(data.get("text", "")))


def silent(table: Table, data: Fields) -> Iterator[str]:
    """An ability was invalid where its card came from."""
    yield from worded(table.book, "silent-origin") if data.get("own") else ()


def unused(table: Table, data: Fields) -> Iterator[str]:
    """No ability is put to use: how they are, and where those that are there would work."""
    yield from worded(table.book, "use-autos")
    yield str(table.book.tables["works"].get("rule", "") if data.get("elsewhere") else "")


def part(table: Table, data: Fields) -> Iterator[str]:
    """One change of a value: the text that makes it, under a condition where it has one."""
    text = table.abilities.get(str(data.get("text", "")))
    yield from on_text(table, str(data.get("text", "")))
    yield from worded(table.book, "conditional") if text is not None and text.validity else ()


def idle(table: Table, data: Fields) -> Iterator[str]:
    """A number is nought: how often something is done by it."""
    if data.get("verb") == "damage":
        yield from table.book.tables.get("damage", EMPTY).get("times", ())


def unable(table: Table, data: Fields) -> Iterator[str]:
    """A card cannot take a state: nothing is done."""
    row = table.book.tables["mark_word"].get(str(data.get("word", "")), EMPTY)
    yield from worded(table.book, "nothing") if isinstance(row.get("unless"), list) else ()


BY_KIND: Final[Mapping[trace.Kind, Callable[[Table, Fields], Iterator[str]]]] = {
    trace.FORBIDDEN: forbidden,
    trace.UNAFFECTED: unaffected,
    trace.SILENT: silent,
    trace.NO_AUTO: unused,
    trace.VALUE_PART: part,
    trace.NO_TIMES: idle,
    trace.NOT_ABLE: unable,
}
