"""The three ranks of the articles of a finished trace: those that decide, those that act, and those that only
stand behind one of them; and the order in which a fixture's articles come.

An article acts where a line of the trace is told by it. It decides where it answers what was asked or
claimed, where a line is by its nature a reason (something was forbidden, replaced, compared, missed), and
where the rulebook's `[[decides]]` says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.citing.companions import companions
from judge.citing.lines import FRAMES, Lines, Placed
from judge.engine import trace
from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.state import AppliedEvent, Decision, Option
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Entry
from judge.engine.trace.kinds import Role
from judge.text.rows import NamedTuple


# --- the order of a fixture: articles with their subjects, one after the other in the trace ------------
def articles_of(table: Table, entry: Entry) -> Iterator[str]:
    """The articles that one line cites."""
    yield entry.rule
    if entry.kind is trace.OFFER:
        for option in entry.data["refused"]:
            for cond in option.conds:
                if not cond.ok and cond.message_key != ELSEWHERE:
                    yield cond.rule
    elif entry.kind is trace.ACT:
        yield from (cond.rule for cond in entry.data["option"].conds)
    elif entry.kind is trace.CANNOT_PAY:
        yield from (cond.rule for cond in entry.data["conds"] if not cond.ok)
    yield from companions(table, entry)


def subjects(entry: Entry) -> set[str]:
    """The cards and seats a line is about, for matching `order`: full names, and without seat or ability."""
    words = named_by(entry)
    return words | {word[2:] if word[:2] in ("A.", "B.") else word.partition(".")[0] for word in words}


def named_by(entry: Entry) -> set[str]:
    """The words for what a line is about, as the trace has them."""
    data = entry.data
    if entry.kind is trace.EVENT:
        record: AppliedEvent = data["record"]
        return {
            record.card,
            record.seat,
            record.name,
            *(str(loser) for loser in record.args.get("losers", ())),
        }
    if entry.kind is trace.ANSWER:
        values = data["value"] if isinstance(data["value"], tuple) else (data["value"],)
        return {
            data["ask"].seat,
            *(word for choice in data["ask"].choices if choice.value in values for word in choice.words),
        }
    words = {
        str(data[key]) for key in ("card", "seat", "attacker", "target", "step", "window") if key in data
    }
    if entry.kind is trace.ACT:
        words |= {data["option"].name, *data["option"].args}
    if entry.kind in (trace.REPLACED, trace.FORBIDDEN):
        words.add(str(data.get("affected", "")))
    return words


def in_order(table: Table, wanted: Sequence[str], entries: Sequence[Entry]) -> int:
    """The number of items of `wanted`, from the first, that occur in the trace in that order."""
    at, grounds = 0, table.book.tables["behind"]
    path: list[Entry] = []
    for entry in entries:
        if at == len(wanted):
            break
        while path and entry.kind in FRAMES and path[-1].depth >= entry.depth:
            path.pop()
        if entry.kind is trace.STEP and not entry.procedure.startswith("window:"):
            path.append(entry)
        if entry.kind is trace.WINDOW_CLOSE:
            continue
        article, *names = wanted[at].split()
        inside = (
            [step.rule for step in path if step.depth <= entry.depth][-1:] if entry.kind is trace.ACT else []
        )
        own = list(articles_of(table, entry))
        cited = (
            article in own
            or article in inside
            or article == entry.step
            or any(article in grounds.get(rule, ()) for rule in own)
        )
        if cited and set(names) <= subjects(entry):
            at += 1
    return at


class Decisive(NamedTuple):
    """An article and the first line that it decides."""

    article: str
    at: int


def decisive(lines: Lines) -> Iterator[Decisive]:
    """The articles that the rulebook says decide something here, each at the first such line."""
    seen: set[str] = set()
    for row in lines.table.book.tables["decides"]:
        first = next(iter(lines.find(row["line"])), None)
        if first is not None and row["article"] not in seen:
            seen.add(row["article"])
            yield Decisive(row["article"], first.at)


SPOKEN: Final = ("declare-play", "activated")


class Ranks(NamedTuple):
    """The articles of a trace, in the order in which they come first, with the line at which each does."""

    decides: Mapping[str, int]
    acts: Mapping[str, int]
    behind: tuple[str, ...]


def ranks(lines: Lines, answers: Iterable[tuple[str, int]]) -> Ranks:
    """The articles of a trace by rank; `answers` are those that decide what was asked, with their lines."""
    tables = lines.table.book.tables
    played = {rule for rules in lines.table.book.deciding.values() for rule in rules.values()}  # by a version
    decides = {**dict(answers), **{decision.article: decision.at for decision in decisive(lines)}}
    for line in lines.placed:
        if reason(line.entry) or (line.entry.kind is trace.SAID and line.entry.rule in played):
            decides.setdefault(line.entry.rule, line.at)
    acts = acting(lines, tables["told"])
    behind = standing(lines, (*decides, *acts), tables["behind"])
    return Ranks(
        decides, acts, tuple(ground for ground in behind if ground not in decides and ground not in acts)
    )


def turns(entry: Entry) -> bool:
    """Does a line tell why something did not happen, which branch was taken, or how the game ended?"""
    return Role.TURNING in entry.kind.roles or entry.kind is trace.EVENT


def reason(entry: Entry) -> bool:
    """Is a line by its nature a reason: does it tell why something happened as it did, or did not happen?"""
    if entry.kind is trace.EVENT:
        record: AppliedEvent = entry.data["record"]
        return record.verb == "end-game" and bool(entry.rule)
    return bool(entry.rule) and entry.kind.roles.isdisjoint((Role.ROUTINE, Role.WORDLESS))


def standing(lines: Lines, seen: Iterable[str], behind: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The articles that stand behind lines, and behind the articles that decide or act."""
    rules: dict[str, None] = dict.fromkeys(seen)
    for line in lines.placed:
        rules.update(dict.fromkeys((*line.within, *articles_of(lines.table, line.entry))))
    for rule in list(rules):
        rules.update(dict.fromkeys(behind.get(rule, ())))
    return (rule for rule in rules if rule)


def acting(lines: Lines, told: Collection[str] = ()) -> dict[str, int]:
    """The articles by which something is told in the trace, each with the first such line.

    `told` are moments that the rulebook counts as acts. A step acts where something is told in it; a window
    where somebody could act in it.
    """
    first_lines: dict[str, int] = {}
    acted = [candidate for candidate in lines.placed if substantive(candidate.entry, told)]
    for line in sorted(acted, key=lambda act: act.entry.kind is trace.OFFER):  # what could be done comes last
        for rule in articles(line):
            first_lines.setdefault(rule, line.at)
    return first_lines


def articles(line: Placed) -> Iterator[str]:
    """The article by which a line is told, that of the step in which it is, and those by which an act was
    allowed.
    """
    if line.entry.rule:
        yield line.entry.rule
    if line.entry.kind is trace.ACT:
        option: Option = line.entry.data["option"]
        yield from (cond.rule for cond in option.conds if cond.rule)
    if line.step is not None and line.step.rule:
        yield line.step.rule


def substantive(entry: Entry, told: Collection[str]) -> bool:
    """Did this line act, refuse or change something?"""
    if Role.WORDLESS in entry.kind.roles or entry.kind in (trace.WINDOW, trace.WINDOW_CLOSE):
        return False
    if entry.kind is trace.EVENT:
        record: AppliedEvent = entry.data["record"]
        return record.verb != "signal" or record.name in SPOKEN or record.name in told
    if entry.kind is trace.OFFER:
        return bool(entry.data["legal"])
    if entry.kind is trace.ANSWER:
        return not in_window(entry.data["ask"])
    return True


def in_window(ask: Decision) -> bool:
    """Is it the decision of a window? Its answer is told as an act or a pass."""
    return ask.kind == "act" and ask.prompt == "ask.act"
