"""Companion articles: works out which articles stand beside the one that a line cites, from what the line
records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from judge.engine import trace
from judge.engine.effects.pattern_match import information_row
from judge.engine.kernel.book import ARITHMETIC, BASE, Ability, Book
from judge.engine.kernel.event import place_of
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Instruction
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.engine.language.traits import names
from judge.engine.layout.face_down import lies_down, losing
from judge.text.plain import Fields


# --- the articles that a rulebook gives for the engine's own words, in its table `[cites]` -------------
def worded(book: Book, *seen: str) -> Iterator[str]:
    """The articles that the rulebook gives for words of the engine; none where it gives none."""
    for word in seen:
        yield from names(book.cites.get(word, ()))


# --- what a card came to on its way from one position to another, and the articles on that -------------
def positions(book: Book, record: AppliedEvent, data: Fields) -> Iterator[str]:
    """The articles on a card that an event has moved, turned over or marked; `data` is what the line records
    besides.
    """
    before, after = record.before, record.after
    yield from worded(book, "effects-end") if data.get("breaks") else ()
    if after is None:
        return
    yield from moved(book, record, before, after) if before is not None else ()
    yield from changed(book, record, before, after)
    yield from arrived(book, record, before, after)
    yield from worded(book, "entry-effects") if data.get("scoped") else ()
    for zone in data.get("slots", ()):
        yield from book.zones[zone]["beneath_rules"]


# --- on its way --------------------------------------------
def moved(book: Book, record: AppliedEvent, before: Card, after: Card) -> Iterator[str]:
    """The articles on a card that goes from one zone to another."""
    if not after.zone or (before.zone == after.zone and before.on == after.on):
        return
    yield from left(book, before, after)
    yield from piled(book, before, after, bool(record.args.get("onto")))
    yield from gone(book, record, before, after)
    usual = book.zones[after.place].get("arrive_rule")
    if usual and "marks" not in record.args and before.place != after.place:
        yield str(usual)


def left(book: Book, before: Card, after: Card) -> Iterator[str]:
    """The articles on a card that leaves a zone, and on a move that counts as none of the named moves."""
    leaves = book.zones[before.place].get("leaves") if before.place != after.place else None
    if leaves and leaves.get("rule"):
        yield str(leaves["rule"])
    rows = (row["other"] for row in book.happenings.values() if "from" in row.get("other", ()))
    origin, goal = place_of(before), place_of(after)
    yield from (str(row["rule"]) for row in rows if origin in row["from"] and goal in row["to"])


def piled(book: Book, before: Card, after: Card, onto: bool) -> Iterator[str]:
    """The articles on piles: a card comes from beneath another, takes along the cards beneath it, or covers
    others.
    """
    pile = book.tables["pile"]
    if before.on:
        yield str(pile["silent"])
    if after.under and before.seat != after.seat:
        yield str(pile["control"])
    if after.under:
        yield str(pile["onto"] if onto else pile["one"])


def gone(book: Book, record: AppliedEvent, before: Card, after: Card) -> Iterator[str]:
    """The articles on a card that returns to its owner, on a move that another word names, and on a move
    that leads elsewhere than its word says.
    """
    if before.owner != before.seat and before.owner == after.seat:
        yield from worded(book, "to-owner")
    for word, spec in book.moves.items():
        other = "otherwise" in spec and word != record.name
        if other and spec["to"] == after.place and before.place == spec["origin"]:
            yield str(spec["otherwise"])
    if book.moves.get(record.name, EMPTY).get("to", after.place) != after.place:
        yield str(book.zones[after.place].get("rule", ""))
    if record.args.get("singly"):
        yield str(book.zones[before.place].get("one_by_one", ""))
    if record.args.get("belongs"):
        yield from book.tables["belongs"]["rules"]


# --- where it lies now -------------------------------------
def changed(book: Book, record: AppliedEvent, before: Card | None, after: Card) -> Iterator[str]:
    """The articles on a card that is turned over on its pile, or that loses a mark on which other marks
    depend.
    """
    if record.verb == "turn":
        yield str(book.tables["faces"].get(after.face, ""))
    if record.verb == "mark" and after.under and lies_down(book, after):
        yield str(book.tables["pile"]["control"])
    if record.verb == "mark" and before is not None and len(after.marks) < len(before.marks):
        yield from losing(book, after)


def arrived(book: Book, record: AppliedEvent, before: Card | None, after: Card) -> Iterator[str]:
    """The articles on where a card lies now, or on that it is gone, and on what follows from that."""
    stock = book.tables["stock"].get(after.print, EMPTY)
    if after.zone and after.owner != after.seat:
        yield from worded(book, "foreign")
    if not after.zone:
        yield from (str(book.tables.get("token", EMPTY).get("gone", "")), str(stock.get("gone", "")))
    if record.verb == "create":
        yield from stock.get("cites", ())
    if book.unread and before is not None and lies_down(book, before) and not lies_down(book, after):
        yield str(book.tables["face_down"]["rule"])


# Why an ability has come to wait: whose it is, by what name it heard of its event, and which information of
# a moved card counts for it.
def waits(table: Table, wait: AppliedEvent) -> Iterator[str]:
    """The articles beside the one by which an ability becomes pending."""
    book, ability = table.book, table.abilities[wait.args["ability"]]
    holder: Card = wait.args["hearing"]
    heard: AppliedEvent = wait.args["vars"]["event"]
    yield from whose(book, ability, holder)
    yield from called(book, ability, heard)
    yield from lying(book, holder)
    yield from informed(book, ability, wait, heard)
    yield from placed(book, holder, heard)
    if wait.args.get("again"):
        yield from singly(book, heard)
    if "tells_statics" in book.tables:
        subjects = [on["subject"] for on in ability.on if isinstance(on["subject"], Mapping)]
        yield from (rule for subject in subjects for attr, rule in book.used_attributes if attr in subject)


def whose(book: Book, ability: Ability, holder: Card) -> Iterator[str]:
    """The articles on whose an ability is and where the ability comes from."""
    if holder.owner != holder.seat:
        yield from worded(book, "foreign")
    if ability.keyword or ability.data.get("text_box"):
        yield from (ability.rule, *ability.data.get("cites", ()))
    yield from ability.data.get("attached", ())


def called(book: Book, ability: Ability, heard: AppliedEvent) -> Iterator[str]:
    """The articles on the event names that an ability listens to."""
    known = book.happenings
    yield from (str(known[name]["rule"]) for on in ability.on for name in on["events"] if name in known)
    signal = book.signals.get(heard.name)
    if signal is not None and "heard" in signal:
        yield str(signal["heard"])


def lying(book: Book, holder: Card) -> Iterator[str]:
    """The articles on abilities of a card that lies beneath another, or that shows its back."""
    if holder.on:
        yield str(book.tables["pile"].get("works", ""))
    if holder.face == "back":
        yield str(book.tables["faces"].get("back", ""))


def placed(book: Book, holder: Card, heard: AppliedEvent) -> Iterator[str]:
    """The articles by which an ability hears of moves, and hears of its own card's move from where the card
    lies afterwards.
    """
    moved = heard.before is not None and heard.after is not None and heard.before.zone != heard.after.zone
    if moved:
        yield from worded(book, "moves-heard")
    if book.tables["moves_heard"] and moved and heard.card == holder.id:
        yield str(book.tables["moves_heard"])


def informed(book: Book, ability: Ability, wait: AppliedEvent, heard: AppliedEvent) -> Iterator[str]:
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
    """Does an ability read what the card of its event is like, besides its owner and where it goes?"""
    wanted = {"min", "max", "and", "paired", *book.attributes}
    listened = any(isinstance(on["subject"], Mapping) and wanted & set(on["subject"]) for on in ability.on)
    return listened or looks_at(ability.when, wanted) or looks_at(tuple(ability.do), wanted)


def looks_at(what: object, wanted: AbstractSet[str]) -> bool:
    """Does a condition, a number or an instruction read what the card of the event is like?"""
    if isinstance(what, Instruction):
        return looks_at(what.args, wanted)
    if isinstance(what, Mapping):
        about = what.get("it")
        read = ("value" in what and what.get("of") == "it") or (
            isinstance(about, Mapping) and wanted & set(about)
        )
        return bool(read) or any(looks_at(inner, wanted) for inner in what.values())
    return isinstance(what, (list, tuple)) and any(looks_at(inner, wanted) for inner in what)


def singly(book: Book, heard: AppliedEvent) -> Iterator[str]:
    """The article on cards that leave one by one, where each of several leaves singly."""
    if heard.before is not None and heard.before.zone:
        yield str(book.zones[heard.before.place].get("one_by_one") or "")


def companions(table: Table, entry: Entry) -> Iterator[str]:
    """The articles beside the one that a line cites. Some may come more than once; none is empty."""
    return (rule for rule in found(table, entry) if rule)


def found(table: Table, entry: Entry) -> Iterator[str]:
    """The articles on what a line records: the book's own where a version decides, words of the engine,
    abilities.
    """
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
    """The articles beside that of an event: on its words, on what became of its card, on what becomes
    pending.
    """
    record: AppliedEvent = data["record"]
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


def gained(book: Book, record: AppliedEvent) -> Iterator[str]:
    """The articles on a lasting effect that begins: whether it changes numbers, texts or printed values,
    works by a factor, or lasts since a moment.
    """
    attr = book.attributes.get(record.args["attr"], EMPTY)
    yield from worded(book, "numeric" if attr.get("type") == "int" else "textual")
    yield str(attr.get("gained", ""))
    yield from worded(book, "original") if record.args["makes"] == BASE else ()
    yield from worded(book, "scales") if record.args["makes"] in ARITHMETIC else ()
    yield from worded(book, "since") if record.args.get("since") else ()


def ended(book: Book, record: AppliedEvent) -> Iterator[str]:
    """The articles on the end of the game: by an effect, or by each reason for which a player loses."""
    if record.args.get("why") == "effect":
        yield from worded(book, "win")
    reasons, losing = record.args.get("reasons", ()), book.tables.get("losing")
    if losing is not None and reasons:
        yield from (str(row["rule"]) for row in losing["by"] if row["zone"] in reasons)


def dealt(book: Book, record: AppliedEvent) -> Iterator[str]:
    """The articles on damage that is announced, by whose damage it is."""
    yield str(book.tables.get("damage", EMPTY).get("source", ""))


def looked(book: Book, record: AppliedEvent) -> Iterator[str]:
    """The articles on cards that are looked at or shown: who may see the cards of their zone otherwise."""
    card = record.after or record.before
    if card is not None and record.name == "look":
        zone = book.zones.get(card.place, EMPTY)
        yield str(zone.get("seen_rule", ""))
        yield str(zone.get("unseen_rule", "") if card.seat != record.args.get("to") else "")


OF_VERB: Final[Mapping[str, Callable[[Book, AppliedEvent], Iterator[str]]]] = {
    "gain": gained,
    "end-game": ended,
    "announce": dealt,
    "show": looked,
}


# --- lines that are no events ------------------------------
def forbidden(table: Table, data: Fields) -> Iterator[str]:
    """The articles on an event that is forbidden: that it does not happen, and what would have caused it."""
    yield from worded(table.book, "forbidden")
    yield str(data["event"].get("rule", ""))
    yield from common(table, data["event"])


def unaffected(table: Table, data: Mapping[str, object]) -> Iterator[str]:
    """The articles on a card that is not affected: what its protection says besides."""
    yield from on_text(table, str(data.get("text", "")))


def silent(table: Table, data: Mapping[str, object]) -> Iterator[str]:
    """The articles on an ability that was invalid where its card came from."""
    yield from worded(table.book, "silent-origin") if data.get("own") else ()


def unused(table: Table, data: Mapping[str, object]) -> Iterator[str]:
    """The articles on abilities that are not used: in which state they are, and where they would work."""
    yield from worded(table.book, "use-autos")
    yield str(table.book.tables["works"].get("rule", "") if data.get("elsewhere") else "")


def part(table: Table, data: Mapping[str, object]) -> Iterator[str]:
    """The articles on one change of a value: the text that makes it, and its condition where it has one."""
    text = table.abilities.get(str(data.get("text", "")))
    yield from on_text(table, str(data.get("text", "")))
    yield from worded(table.book, "conditional") if text is not None and text.validity else ()


def idle(table: Table, data: Mapping[str, object]) -> Iterator[str]:
    """The articles on a number that is 0, by which something would be done so many times."""
    if data.get("verb") == "damage":
        yield from table.book.tables.get("damage", EMPTY).get("times", ())


def unable(table: Table, data: Mapping[str, object]) -> Iterator[str]:
    """The articles on a card that cannot take a state, so that nothing is done."""
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
