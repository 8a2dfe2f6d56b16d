"""Lines that say why a fact is as it is though nothing has changed it: what would have was forbidden, an
attack came to nothing, a value is counted otherwise.
"""

from __future__ import annotations

from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import View
from judge.text.plain import Fields

SPARED = ("came-later", "no-damage", "blocked")  # kinds of lines by which nothing is done to a card
# kinds of lines that tell how an attack came out, or that it came to nothing
FOUGHT = (*SPARED, "gone", "compare", "battle", "clash", "attack-cancelled", "attack-ends", "no-loss")
ATTACKS = ("battle", "attack")  # what is abandoned, by the first word of why


def counts(view: View, entry: Entry, fact: Fields) -> bool:
    """Does a line say what becomes of a card's value where it is counted, which leaves the value as it is?"""
    name, inner = next(iter(fact.items()))
    attr = str(next(iter(inner))) if isinstance(inner, dict) else ""
    told = attr in view.book.attributes and entry.kind in view.book.tables["counted_lines"]
    about = entry.data.get("card") == name
    return told and about and str(entry.data.get("stat", attr)).lower() == attr


def keeps(view: View, entry: Entry, fact: Fields) -> bool:
    """Does a line say why what a fact is of was not changed: it was forbidden, or came to nothing?"""
    name, inner = next(iter(fact.items()))
    what = str(next(iter(inner))) if isinstance(inner, dict) else ""
    if entry.kind == "forbidden":
        event = entry.data["event"]
        if name not in ("A", "B"):
            return bool(not what and entry.data.get("affected") == name)
        own = str(event.get("seat", "")) == name and event.get("score") == what
        return own or f"{name}.{what}" in (event.get("zone"), f"{event.get('seat')}.{event.get('to')}")
    summary = view.book.tables["summary"]
    if name in ("A", "B") and what in (*summary.get("zones", ()), *summary.get("scores", ())):
        abandoned = str(entry.data.get("because", "")).partition(".")[0] in ATTACKS
        return entry.kind in FOUGHT or (entry.kind == "goto" and abandoned)
    marked = not what or what in view.book.tables["mark"]
    return entry.kind in SPARED and marked and entry.data.get("card") == name
