"""The steps of a page: what happened, line by line, each with the article that acts.

Windows in which nobody could act are one line at the end; `every` shows them, and what was offered in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.engine import trace
from judge.engine.kernel.book import RESOLVE
from judge.engine.kernel.state import AppliedEvent
from judge.engine.kernel.tracer import Entry
from judge.engine.trace.kinds import Role
from judge.page.parts import Step
from judge.play.ruling import Ruling
from judge.speech.catalogue import fill
from judge.speech.notes import MINUS
from judge.speech.sentences import Teller
from judge.text.rows import NamedTuple

# --- rounds of a loop ----------------------------------------------------------------------------------
LONGEST = 24  # lines of one round
SHORTEST = 3
NUMBER = re.compile(r"\d+")
CHANGE = re.compile(rf"(\S+) → (\S+)( \([+{MINUS}]\d+\))?")  # with what is added to a number


class Line(NamedTuple):
    """One line: its depth on the page, the article, the sentence, the entries that it tells, and the articles
    of entries that say the same.
    """

    depth: int
    rule: str
    text: str
    entries: tuple[Entry, ...] = ()
    beside: tuple[str, ...] = ()


def rounds(lines: Sequence[Line], heading: str) -> Iterator[Line]:
    """The lines, with each series of equal rounds told as one round under a heading with their number."""
    at = 0
    while at < len(lines):
        length, times = round_at(lines, at)
        if times < 2:
            yield lines[at]
            at += 1
            continue
        cycle = lines[at : at + length]
        yield Line(cycle[0].depth, "", heading.format(n=times))
        for n, line in enumerate(cycle):
            every = lines[at + n : at + length * times : length]
            entries = tuple(entry for other in every for entry in other.entries)
            yield Line(line.depth + 1, line.rule, spanned(line.text, every[-1].text), entries)
        at += length * times


def round_at(lines: Sequence[Line], at: int) -> tuple[int, int]:
    """The length of the round of repeated lines that begins at a line, and how often it repeats; (1, 1) if
    none begins.
    """
    for length in range(SHORTEST, min(LONGEST, (len(lines) - at) // 2) + 1):
        first = shape(lines[at : at + length])
        times = 1
        while shape(lines[at + times * length : at + (times + 1) * length]) == first:
            times += 1
        if times > 1:
            return length, times
    return 1, 1


def shape(lines: Sequence[Line]) -> list[tuple[int, str, str]]:
    """The part of a round that is the same in the next round: everything except its numbers."""
    return [(line.depth, line.rule, NUMBER.sub("#", line.text)) for line in lines]


def spanned(first: str, last: str) -> str:
    """The changes of the first and the last round as one change: from the value before all rounds to the
    value after them, and the sum of all of them.
    """
    ends = iter([match[2] for match in CHANGE.finditer(last)])

    def whole(change: re.Match[str]) -> str:
        was, now, added = change[1], next(ends), change[3] or ""
        if added and was[-1:].isdecimal():
            start, end = (int(number.replace(MINUS, "-")) for number in (was, now))
            added = f" ({end - start:+d})".replace("-", MINUS)
        return f"{was} → {now}{added}"

    return CHANGE.sub(whole, first)


NEAR = 4  # lines after an act that may say the same
FRAMES = (trace.STEP, trace.WINDOW)
SILENT = (
    trace.OFFER,
    trace.ASK,
    trace.ANSWER,
    trace.PASS,
    trace.WINDOW_CLOSE,
    trace.STEP,
)  # of a window in which nobody speaks up

# --- the tree of steps ----------------------------------------------------------------------------------
# Events of these verbs only keep the books, but for the names beside; so do events of those names.
UNTOLD = ("signal", "leave", "remember", "announce")
TOLD = ("vanish", "declare-play", "damage", "gave-up-move")
BOOKKEEPING = ("link", "reveal")


class Node:
    """A frame of the trace (a step or a window) and what happened within it."""

    def __init__(self, entry: Entry | None) -> None:
        self.entry = entry
        self.children: list[Node | Entry] = []


def tree(entries: Sequence[Entry]) -> Node:
    """The flat trace as a tree of frames, by the depth of the agenda."""
    root = Node(None)
    path: list[Node] = [root]
    for entry in entries:
        while ended(path[-1].entry, entry):
            path.pop()
        if entry.kind in FRAMES:
            node = Node(entry)
            path[-1].children.append(node)
            path.append(node)
        else:
            path[-1].children.append(entry)
    return root


def ended(frame: Entry | None, entry: Entry) -> bool:
    """Whether an entry is outside of a frame, judged by depth; the whole trace never ends."""
    if frame is None:
        return False
    if entry.kind not in FRAMES:
        return frame.depth > entry.depth
    return frame.depth >= entry.depth and not nested(frame, entry)


def nested(outer: Entry, inner: Entry) -> bool:
    """Does the opening of a window belong to the step of the frame that opens it?"""
    return outer.kind is trace.STEP and inner.kind is trace.WINDOW and outer.depth == inner.depth


class Walk:
    """Turns the tree into lines."""

    def __init__(self, teller: Teller, every: bool) -> None:
        self.ruling = teller.ruling
        self.teller = teller
        self.every = every
        self.folded: dict[str, list[str]] = {}
        self.unseen: dict[str, int] = {}
        self.offer: Entry | None = None
        self.clause = ""  # why what is told next was no choice
        self.last = open_offer(teller.ruling, teller.lines)

    def lines(self, node: Node, depth: int, rule: str) -> Iterator[Line]:
        """The lines of everything inside a frame. `rule` is the article of the step that encloses it."""
        pending: list[Entry] = []
        for child in node.children:
            if isinstance(child, Node):
                yield from self.settle(pending, depth)
                yield from self.frame(child, depth, rule)
            elif self.gathers(child):
                if pending and self.teller.alike(pending[-1]) != self.teller.alike(child):
                    yield from self.settle(pending, depth)
                pending.append(child)
            else:
                if Role.OMITTED not in child.kind.roles:
                    yield from self.settle(pending, depth)
                yield from self.entry(child, depth)
        yield from self.settle(pending, depth)

    def gathers(self, child: Entry) -> bool:
        """Is the entry told in one line with others of its kind, such as payments or several moves?"""
        if self.teller.alike(child) is not None:
            return not self.every or self.listless(child)
        if child.kind is not trace.EVENT or self.every:
            return False
        record: AppliedEvent = child.data["record"]
        return record.name == "pay" and record.verb == "mark"

    def listless(self, child: Entry) -> bool:
        """Is it a move that even the full trace tells without a line for each card?"""
        return child.data["record"].name in self.ruling.fixture.book.tables["together"]

    def settle(self, pending: list[Entry], depth: int) -> Iterator[Line]:
        """Tells the collected payments, or moves of one kind, as one line."""
        if pending:
            paid = self.teller.alike(pending[0]) is None
            text = self.teller.paid(pending) if paid else self.teller.together(pending)
            yield Line(depth, pending[0].rule, self.claused(text), tuple(pending))
            pending.clear()

    def frame(self, node: Node, depth: int, rule: str) -> Iterator[Line]:
        """The lines of a step, or of a window: it gets a heading, or is folded if nobody could act in it."""
        entry = node.entry
        assert entry is not None
        if entry.kind is trace.STEP:
            inner = entry.rule if not entry.procedure.startswith("window:") else rule
            yield from self.lines(node, depth, inner or rule)
            return
        if not self.every and self.unspoken(node):
            return
        if not self.every and idle(node, self.teller):
            self.fold(node, rule or entry.rule)
            return
        if self.quiet(entry):
            yield from self.lines(node, depth, rule)
            return
        yield Line(depth, rule or entry.rule, self.teller.tell(entry), (entry,))
        yield from self.lines(node, depth + 1, "")

    def unspoken(self, node: Node) -> bool:
        """Is it a window in which players may only speak up, and nobody did?"""
        row = self.ruling.fixture.book.windows.get(node.entry.data["window"]) if node.entry else None
        if row is None or not row.unasked:
            return False
        return all(map(self.says_nothing, node.children))

    def says_nothing(self, node: Node | Entry) -> bool:
        """Does the entry, with everything inside it, belong to a question that nobody answered?"""
        entry = node.entry if isinstance(node, Node) else node
        if entry is None or entry is self.last or entry.kind not in SILENT:
            return False
        return not isinstance(node, Node) or all(map(self.says_nothing, node.children))

    def quiet(self, entry: Entry) -> bool:
        """Is it a free timing? Such windows have no heading, because the acts in them say enough."""
        return not self.every and entry.data["window"] in self.ruling.fixture.book.tables["plain_windows"]

    def fold(self, node: Node, rule: str) -> None:
        """Remember an idle window for the next bracket."""
        assert node.entry is not None
        title = self.teller.window(str(node.entry.data["title"]))
        if rule:
            self.folded.setdefault(title, []).append(rule)
        for child in node.children:
            offer = isinstance(child, Entry) and child.kind is trace.OFFER and bool(child.data["unseen"])
            if offer and isinstance(child, Entry) and self.teller.seat in ("", child.data["seat"]):
                self.unseen[child.data["seat"]] = child.data["unseen"]

    def idle(self) -> str:
        """A sentence about the windows where nobody could act, and the cards not considered there."""
        if not self.folded:
            return ""
        titles = (f"{title} {', '.join(dict.fromkeys(rules))}" for title, rules in self.folded.items())
        table = self.teller.words["text"]
        held = (fill(table["holds"], {"seat": seat, "n": n}) for seat, n in sorted(self.unseen.items()))
        key = "folded-veiled" if self.teller.seat else "folded"
        return fill(table[key], {"what": table["then"].join(titles), "unseen": "".join(held)})

    def entry(self, entry: Entry, depth: int) -> Iterator[Line]:
        """One line of the trace."""
        if entry.kind is trace.OFFER:
            self.offer = entry
        if entry.kind is trace.FORCED and not self.every:
            self.clause = self.forced(entry)
        if not self.every and self.hushed(entry):
            return
        passed = entry.kind is trace.PASS and not self.every
        text = self.teller.passed(entry, self.offer) if passed else self.teller.tell(entry)
        if text:
            forced = entry.kind is not trace.ANSWER  # who answers had a choice
            yield Line(depth, entry.rule, self.claused(text) if forced else text, (entry,))

    def forced(self, entry: Entry) -> str:
        """A sentence why a choice among named cards was no choice."""
        cards, prints = self.ruling.game.cards, self.ruling.table.prints
        known = (id_ for id_ in entry.data["cards"] if id_ in cards and prints[cards[id_].print].key != "?")
        return self.teller.forced(entry) if any(known) else ""

    def claused(self, text: str) -> str:
        """A sentence followed, in brackets, by the reason that there was no choice."""
        clause, self.clause = self.clause, ""
        return f"{text.removesuffix('.')} {clause}." if clause else text

    def hushed(self, entry: Entry) -> bool:
        """Is the entry told in the full trace only?"""
        if entry.kind is trace.OFFER or hushed_event(entry, self.ruling.fixture.book.tables["told"]):
            return True
        return Role.OMITTED in entry.kind.roles and entry.kind is not trace.PASS


def open_offer(ruling: Ruling, lines: Sequence[Entry]) -> Entry | None:
    """The last offer, if nobody has answered it because the ruling ends with this question."""
    offers = [line for line in lines if line.kind in (trace.OFFER, trace.ACT, trace.PASS)]
    ask = ruling.game.ask
    if ask is None or not offers or offers[-1].kind is not trace.OFFER or offers[-1].data["seat"] != ask.seat:
        return None
    return offers[-1]


def hushed_event(entry: Entry, told: Sequence[str]) -> bool:
    """Is it an event that only keeps the engine's records and that the rulebook does not want told?"""
    if entry.kind is not trace.EVENT:
        return False
    record: AppliedEvent = entry.data["record"]
    if record.name in told:
        return False
    return record.name in BOOKKEEPING or (record.verb in UNTOLD and record.name not in TOLD)


def idle(node: Node, teller: Teller) -> bool:
    """Could nobody act in this window, and did nothing happen in it, as far as the viewer may know?"""
    return all(
        idle(child, teller) if isinstance(child, Node) else unremarkable(child) for child in node.children
    )


def unremarkable(entry: Entry) -> bool:
    """Is it a line of a window in which nobody could act?"""
    if entry.kind is trace.OFFER:
        return not entry.data["legal"]
    return entry.kind in (trace.WINDOW_CLOSE, trace.FORCED, trace.NOTHING, trace.BEFORE, trace.LOCKED)


def steps(teller: Teller, every: bool) -> tuple[tuple[Step, ...], str, dict[int, Step]]:
    """The steps; the idle windows in one line; and the step that tells each line of the trace."""
    walk = Walk(teller, every)
    lines = list(walk.lines(tree(teller.lines), 0, ""))
    if not every and any(entry.kind is trace.LOOPS for entry in teller.lines):
        lines = list(rounds(lines, teller.words["text"]["round"]))
    lines = lines if every else list(joined(lines))
    at = {id(entry): n for n, entry in enumerate(teller.lines)}
    rows = tuple(numbered(lines))
    by_line: dict[int, Step] = {}
    for line, step in zip(lines, rows, strict=True):
        by_line.update({at[id(entry)]: step for entry in line.entries if id(entry) in at})
    return rows, walk.idle(), by_line


def joined(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines; consecutive ones that say the same are one."""
    told: set[int] = set()
    for at, line in enumerate(lines):
        if at in told:
            continue
        for n in range(at + 1, min(at + NEAR, len(lines))):
            if n not in told and says_same(line, lines[n], next_to=n == at + 1):
                told.add(n)
                rules = [rule for rule in (lines[n].rule,) if rule not in (line.rule, *line.beside)]
                line = line._replace(entries=line.entries + lines[n].entries, beside=(*line.beside, *rules))
            elif any(entry.kind is trace.ACT for entry in lines[n].entries):
                break
        yield line


def says_same(line: Line, after: Line, next_to: bool) -> bool:
    """Does a line only repeat the line before it, as an event that the act implies or, right after it, that
    the card attacks or resolves?
    """
    entry, other = line.entries[0] if line.entries else None, after.entries[0] if after.entries else None
    if entry is None or other is None or len(after.entries) > 1 or line.depth > after.depth:
        return False
    if entry.kind is trace.UNSTACK:
        return next_to and other.kind is trace.RESOLVES and list(entry.data["cards"]) == [other.data["card"]]
    if entry.kind is not trace.ACT:
        return False
    act = entry.data["option"]
    if other.kind is trace.EVENT:
        record: AppliedEvent = other.data["record"]
        signalled = record.verb == "signal" and record.name == act.name and record.card in act.args[:1]
        return line.text == after.text or (next_to and signalled)
    named = [word.partition(".")[0] for word in act.args[:1]]
    return next_to and act.name == RESOLVE and other.kind is trace.RESOLVES and other.data["card"] in named


def numbered(lines: Sequence[Line]) -> Iterator[Step]:
    """The lines as steps: those at the top have a number, those within them a number below it."""
    top, inner = 0, 0
    for line in lines:
        top, inner = (top + 1, 0) if line.depth == 0 else (top, inner + 1)
        n = top if line.depth == 0 else 0
        id_ = f"s{n}" if n else f"s{top}.{inner}"
        yield Step(id_, n, line.depth, line.text, tuple(rule for rule in (line.rule, *line.beside) if rule))
