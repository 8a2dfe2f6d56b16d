"""Meanings: fills in what a row says, through templates, merged tables, and the few ways of combining parts
that a template cannot express.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

Meaning: TypeAlias = "str | int | bool | list[Meaning] | dict[str, Meaning]"
Slots = Mapping[str, Meaning]
Table = dict[str, Meaning]

SUBJECT: Final = "@subject"  # whom or what a verb is said of
CHOSEN: Final = "@"  # the cards that were spoken of last: pronouns stand for them
ONE_CHOSEN: Final = "@one"  # the same, where it is a single card
TARGET: Final = "@target"  # the targets of the ability
THAT: Final = "@that"  # "that card": what was chosen last, or the card of the event
JOINING: Final = "@and"  # a choice of which a pronoun speaks together with the one before
NAMELESS: Final = "?"  # a name that is given later; as a place, one that is not said
UNSAID: Final = "?"  # behind a key: it holds where nothing else is said
SPREAD: Final = "..."
# Before a list: one table for each of its own, merged with the rest; `* key`: under that key.
EACH: Final = "*"
INNER: Final = "**"  # the same with what stands under the one key of each
JOINED: Final = ("when", "cost", "targets", "not", "do")  # of two tables, one after the other
NESTED: Final = ("min", "max", "original", "and", "from")  # of two tables, both of what stands under them
ALIKE: Final = ("of",)  # may be said twice
_SLOT: Final = re.compile(r"\{(-?)(\w+)\}")


class NoMeaning(Exception):
    """Raised where a row's meaning makes no sense, so that the row does not read this text."""


def same(value: Meaning) -> str:
    """A text that is equal for equal meanings."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


# --- templates -----------------------------------------------------------------------------------------
def filled(template: Meaning, slots: Slots) -> Meaning:
    """A template with its slots filled in; a slot that was left out leaves out what stands for it. Raises
    NoMeaning.
    """
    if isinstance(template, str):
        return _filled_text(template, slots)
    if isinstance(template, dict):
        return _filled_table(template, slots)
    if isinstance(template, list):
        return [meaning for part in template for meaning in _filled_parts(part, slots)]
    return template


def _filled_text(template: str, slots: Slots) -> Meaning:
    whole = _SLOT.fullmatch(template)
    if whole is None:
        return _SLOT.sub(lambda match: str(slots[match[2]]), template)
    value = slots[whole[2]]
    if whole[1]:
        if not isinstance(value, int):
            raise NoMeaning
        return -value
    return value


def _left_out(template: Meaning, slots: Slots) -> bool:
    """Does a text name a slot that was left out?"""
    return isinstance(template, str) and any(match[2] not in slots for match in _SLOT.finditer(template))


def _filled_table(template: Mapping[str, Meaning], slots: Slots) -> Table:
    table: Table = {}
    for key, value in template.items():
        if key == SPREAD:
            for part in value if isinstance(value, list) else [value]:
                if not _left_out(part, slots):
                    table = merged(table, filled(part, slots))
        elif not _left_out(value, slots) and not _left_out(key, slots):
            table = merged(table, {str(_filled_text(key, slots)): filled(value, slots)})
    return table


def _filled_parts(part: Meaning, slots: Slots) -> list[Meaning]:
    """A part of a list; several where `...` stands before a slot with a list."""
    if isinstance(part, str) and part.startswith(SPREAD):
        spread = filled(part[len(SPREAD) :], slots) if not _left_out(part, slots) else []
        return spread if isinstance(spread, list) else [spread]
    star = next((key for key in part if key.startswith(EACH)), "") if isinstance(part, dict) else ""
    if star and isinstance(part, dict):
        rest = _filled_table({key: inner for key, inner in part.items() if key != star}, slots)
        return [_with(star, value, rest) for value in listed(filled(part[star], slots))]
    return [] if _left_out(part, slots) else [filled(part, slots)]


def _with(star: str, meaning: Meaning, rest: Table) -> Meaning:
    """One table of a list, with what is said of each."""
    if star != INNER:
        under, whole = star[len(EACH) :].strip(), merged(meaning, rest)
        return {under: whole} if under else whole
    if not isinstance(meaning, dict):
        raise NoMeaning
    return {key: merged(value, rest) for key, value in meaning.items()}


# --- tables merged into one ----------------------------------------------------------------------------
def merged(meaning: Meaning, other: Meaning) -> Table:
    """Two tables in one. Raises NoMeaning where they contradict each other, or say the same twice."""
    if not isinstance(meaning, dict) or not isinstance(other, dict):
        raise NoMeaning
    table = dict(meaning)
    for key, value in other.items():
        if key in table:
            table[key] = _both(key, table[key], value)
        elif key + UNSAID in table:
            del table[key + UNSAID]
            table[key] = value
        elif not (key.endswith(UNSAID) and key[:-1] in table):
            table[key] = value
    return table


def _both(key: str, meaning: Meaning, other: Meaning) -> Meaning:
    """What stands under a key of both tables."""
    if key in JOINED:
        return [*listed(meaning), *listed(other)]
    if key in NESTED and isinstance(meaning, dict) and isinstance(other, dict):
        return merged(meaning, other)
    if key in ALIKE and meaning == other:
        return meaning
    if key.endswith(UNSAID):  # the later word knows better
        return other
    raise NoMeaning


def listed(value: Meaning) -> list[Meaning]:
    """A value as a list: itself where it is one, otherwise a list of it alone."""
    return value if isinstance(value, list) else [value]


# --- parts put together --------------------------------------------------------------------------------
class Saying:
    """What a row says: its template, how it is combined, and where its cards must lie."""

    __slots__ = ("besides", "by", "only", "says", "slots", "unsaid")

    def __init__(
        self,
        says: Meaning | None,
        by: str,
        slots: Sequence[str],
        unsaid: Meaning = "",
        only: Sequence[str] = (),
        besides: Meaning | None = None,
    ) -> None:
        self.says, self.by, self.slots, self.unsaid, self.only = says, by, slots, unsaid, only
        self.besides = besides

    def of(self, slots: Slots) -> Meaning:
        """The meaning with these slots. Raises NoMeaning."""
        if self.by:
            return WAYS[self.by](self, slots)
        if self.says is None:
            return slots[self.slots[0]]
        meaning = filled(self.says, slots)
        return placed(self, meaning) if self.only else meaning


def cards(saying: Saying, slots: Slots) -> Meaning:
    """The instructions of a verb for its cards: the choices of cards come first, and the condition under
    which a pronoun says them stands with the rest.
    """
    meanings: list[Meaning] = []
    given, when = dict(slots), Table()
    for name, value in slots.items():
        if isinstance(value, dict) and {"ref", "from", "both"} & set(value):
            before, given[name] = meant(saying, value)
            meanings += before
            when = merged(when, {key: value[key] for key in ("when",) if key in value})
    rows = filled(saying.says if saying.says is not None else [], given)
    if not isinstance(rows, list):
        raise NoMeaning
    return [*meanings, *(merged(row, when) if when else row for row in rows)]


def meant(saying: Saying, value: Table) -> tuple[list[Meaning], Meaning]:
    """The choices that have to be made for cards, and what then stands for the cards."""
    if "ref" in value:
        return [], value["ref"]
    if "both" in value:
        return both(saying, value["both"]), CHOSEN
    selector = placed(saying, value["from"])
    if "number" in value:
        return [{"number": "x", "max": value["number"]}], selector
    if value.get("every") and not value.get("upto"):
        return [], selector
    return [chosen(value, selector)], CHOSEN


def both(saying: Saying, values: Meaning) -> list[Meaning]:
    """Several choices, of which a pronoun speaks together. Raises NoMeaning."""
    meanings: list[Meaning] = []
    for pick in listed(values):
        if not isinstance(pick, dict) or "from" not in pick or "number" in pick:
            raise NoMeaning
        row = chosen(pick, placed(saying, pick["from"]))
        meanings.append({**row, JOINING: True} if meanings else row)
    return meanings


def chosen(value: Table, selector: Table) -> Table:
    """The choice of cards."""
    table: Table = {"choose": NAMELESS, "from": selector}
    n: Meaning = {"count": selector} if value.get("every") else value.get("n", 1)
    if n != 1:
        table["n"] = n
    return table | {
        key: value[key] for key in ("upto", "by", "total", "different", "ignores") if key in value
    }


def choice(saying: Saying, slots: Slots) -> Meaning:
    """The choice of cards alone; all that fit, where all are chosen."""
    value = slots[saying.slots[0]]
    if isinstance(value, dict) and "both" in value:
        return both(saying, value["both"])
    if not isinstance(value, dict) or "from" not in value or "number" in value:
        raise NoMeaning
    return [chosen(value, placed(saying, value["from"]))]


def placed(saying: Saying, selector: Meaning) -> Table:
    """A selector whose cards lie where the verb needs them."""
    if not isinstance(selector, dict):
        raise NoMeaning
    zone = selector.get("zone", selector.get("zone" + UNSAID, NAMELESS))
    if zone == NAMELESS:
        if not saying.unsaid:
            raise NoMeaning
        zone = saying.unsaid
        selector = {**{key: value for key, value in selector.items() if key != "zone" + UNSAID}, "zone": zone}
    if saying.only and not set(map(str, listed(zone))) <= set(saying.only):
        raise NoMeaning
    return selector if saying.besides is None else merged(selector, saying.besides)


def label(instructions: Meaning) -> str:
    """The name of some instructions: the last thing that they do."""
    rows = [instruction for instruction in listed(instructions) if isinstance(instruction, dict)]
    words = [next(key for key in row if key not in ("as", "if", "when")) for row in rows]
    return next((word for word in reversed(words) if word not in ("choose", "number", "shuffle")), "do")


def perhaps(saying: Saying, slots: Slots) -> Meaning:
    """Instructions that their player may carry out."""
    do = slots[saying.slots[0]]
    return [{"may": label(do), "do": do}]


def options(saying: Saying, slots: Slots) -> Meaning:
    """A choice among instructions, each with a name."""
    among = listed(slots["o"])
    named: list[Meaning] = [
        {"name": f"{label(option)}-{at}", "do": option} for at, option in enumerate(among, 1)
    ]
    return [{"options": slots.get("n", 1), "among": named, **({"upto": True} if "upto" in slots else {})}]


UNDONE: Final = ("choose", "do", "number", "look", "note", "later")  # verbs of which nothing happens


def done(saying: Saying, slots: Slots) -> Meaning:
    """Instructions that depend on whether the last one before did anything; where verbs are named, on the
    last of these.
    """
    before, then = listed(slots["a"]), listed(slots["b"])
    verbs = [str(verb) for verb in listed(slots.get("w", []))]
    at = len(before) - 1
    if verbs and at > 0 and _verb(before[at]) == "shuffle":
        at -= 1
    last = before[at] if before else ""
    if isinstance(last, dict) and set(last) == {"do", "when"}:  # it hangs on the same condition
        inner = done(saying, {**slots, "a": last["do"]})
        return [*before[:at], {**last, "do": inner}, *before[at + 1 :]]
    if not isinstance(last, dict) or "as" in last or _verb(last) in UNDONE:
        raise NoMeaning
    if verbs and _verb(last) not in verbs:
        raise NoMeaning
    marked: list[Meaning] = [*before[:at], marked_as_done(last), *before[at + 1 :]]
    return [*marked, {"do": then, "if": "done"}]


def together(saying: Saying, slots: Slots) -> Meaning:
    """Instructions one after the other. Where the same is done to cards and then to others, by a word that
    the row names, that is done to all of them at once.
    """
    before, then = listed(slots["a"]), listed(slots["b"])
    ends = [end for end in (*before[-1:], *then[:1]) if isinstance(end, dict)]
    verb = _verb(ends[0]) if len(ends) == 2 else ""
    apart = verb not in listed(saying.says or []) or any(isinstance(end.get(verb, 0), int) for end in ends)
    if apart or {**ends[0], verb: ""} != {**ends[1], verb: ""}:
        return [*before, *then]
    both = [*listed(ends[0][verb]), *listed(ends[1][verb])]
    return [*before[:-1], {**ends[0], verb: both}, *then[1:]]


def marked_as_done(instruction: Table) -> Table:
    """An instruction that says whether it has done anything. Of what a player may do that is the last that
    makes something happen: who says yes may still find no card.
    """
    inner = listed(instruction["do"]) if "may" in instruction else []
    at = max((n for n, step in enumerate(inner) if _verb(step) != "shuffle"), default=-1)
    last = inner[at] if at >= 0 else ""
    if isinstance(last, dict) and "as" not in last and _verb(last) not in (*UNDONE, "may"):
        return {**instruction, "do": [*inner[:at], {**last, "as": "done"}, *inner[at + 1 :]]}
    return {**instruction, "as": "done"}


def _verb(instruction: Meaning) -> str:
    """The word of an instruction."""
    if not isinstance(instruction, dict):
        return ""
    return "may" if "may" in instruction else next(iter(instruction))


def total(saying: Saying, slots: Slots) -> Meaning:
    """Tables of numbers added up."""
    sums: dict[str, int] = {}
    for value in slots.values():
        for key, number in value.items() if isinstance(value, dict) else ():
            sums[key] = sums.get(key, 0) + (number if isinstance(number, int) else 0)
    return {**sums}


def put(saying: Saying, slots: Slots) -> Meaning:
    """What a verb says, of its subject: the one slot `s`, or what the row says."""
    subject = slots["s"] if saying.says is None else filled(saying.says, slots)
    return with_subject(slots["v"], subject)


def with_subject(value: Meaning, subject: Meaning) -> Meaning:
    """A meaning with its subject."""
    if value == SUBJECT:
        return subject
    if isinstance(value, dict):
        return {key: with_subject(inner, subject) for key, inner in value.items()}
    return [with_subject(part, subject) for part in value] if isinstance(value, list) else value


WAYS: Final[Mapping[str, Callable[[Saying, Slots], Meaning]]] = {
    "cards": cards,
    "choice": choice,
    "may": perhaps,
    "options": options,
    "done": done,
    "sum": total,
    "together": together,
    "put": put,
}


def parts(value: Meaning) -> Iterator[Meaning]:
    """A meaning and all that is in it."""
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        yield from parts(part)


def slots_said(template: Meaning) -> Iterator[str]:
    """The slots that a template names."""
    for part in parts(template):
        texts = [*part] if isinstance(part, dict) else [part]
        for text in texts:
            if isinstance(text, str):
                yield from (match[2] for match in _SLOT.finditer(text.removeprefix(SPREAD)))
