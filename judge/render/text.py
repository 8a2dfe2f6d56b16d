"""The ruling as text: the verdict first, then the steps, then what comes next.

Windows in which nobody could act fold into one bracket; `all` unfolds them and shows every line.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judge.engine.kernel.state import Record
from judge.engine.kernel.tracer import Entry
from judge.play.ruling import Ruling
from judge.render.headings import head, tail, verdict_of
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

FRAMES = ("step", "window")
SILENT = ("offer", "ask", "answer", "pass", "window-close", "step")  # of a window in which nobody speaks up
HUSHED = (
    "window-close",
    "ask",
    "forced",
    "dropped",
    "pass",
    "times",
    "reads",
    "said",
    "processing",
    "in-order",
    "default-target",
    "once-an-event",
)


# Events of these verbs only keep the books, but for the names beside; so do events of those names.
UNTOLD = ("signal", "leave", "remember", "announce")
TOLD = ("vanish", "declare-play", "damage", "gave-up-move")
BOOKKEEPING = ("link", "reveal")


class Line(NamedTuple):
    """One printed line: its depth on the page, the article, the sentence."""

    depth: int
    rule: str
    text: str


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
    """Whether an entry stands outside of a frame, as far down as it is; the whole trace never ends."""
    if frame is None:
        return False
    if entry.kind not in FRAMES:
        return frame.depth > entry.depth
    return frame.depth >= entry.depth and not nested(frame, entry)


def nested(outer: Entry, inner: Entry) -> bool:
    """A window's opening belongs into the step of its own frame."""
    return outer.kind == "step" and inner.kind == "window" and outer.depth == inner.depth


class Page:
    """Turns the tree into lines."""

    def __init__(self, ruling: Ruling, teller: Teller, every: bool) -> None:
        self.ruling = ruling
        self.teller = teller
        self.every = every
        self.folded: dict[str, list[str]] = {}
        self.unseen: dict[str, int] = {}
        self.joined: list[Entry] = []
        self.last = open_offer(ruling, teller.lines)

    def lines(self, node: Node, depth: int, rule: str) -> Iterator[Line]:
        """The lines of everything inside a frame. `rule` is the article of the step that encloses it."""
        pending: list[Entry] = []
        for at, child in enumerate(node.children):
            if isinstance(child, Node):
                yield from self.settle(pending, depth)
                yield from self.frame(child, depth, rule)
            elif self.gathers(child):
                if pending and self.teller.alike(pending[-1]) != self.teller.alike(child):
                    yield from self.settle(pending, depth)
                pending.append(child)
            elif child.kind == "offer" and not self.every:
                yield from self.settle(pending, depth)
                yield from self.offered(child, node.children[at + 1 :], depth)
            elif child.kind != "act" or child not in self.joined:
                if child.kind not in HUSHED:
                    yield from self.settle(pending, depth)
                yield from self.entry(child, depth)
        yield from self.settle(pending, depth)

    def gathers(self, child: Entry) -> bool:
        """Is it told in one line with others of its kind: a card put to a cost, a move of several?"""
        if self.teller.alike(child) is not None:
            return not self.every or self.listless(child)
        if child.kind != "event" or self.every:
            return False
        record: Record = child.data["record"]
        return record.name == "pay" and record.verb == "mark"

    def listless(self, child: Entry) -> bool:
        """Is it a move of which even the full trace needs no line for each card?"""
        return child.data["record"].name in self.ruling.fixture.book.tables["together"]

    def settle(self, pending: list[Entry], depth: int) -> Iterator[Line]:
        """The cards put to a cost, or the moves of a kind, since the last line, as one line."""
        if pending:
            paid = self.teller.alike(pending[0]) is None
            text = self.teller.paid(pending) if paid else self.teller.together(pending)
            yield from self.bracket(depth)
            yield Line(depth, pending[0].rule, text)
            pending.clear()

    def offered(self, entry: Entry, after: Sequence[Node | Entry], depth: int) -> Iterator[Line]:
        """An offer and the act that answered it, in one line; the last offer is left to what comes next."""
        if entry is self.last or self.hushed_offer(entry):
            return
        text = self.teller.tell(entry)
        answers = (one for one in after if isinstance(one, Entry) and one.kind in ("act", "pass", "offer"))
        act = next(answers, None)
        if act is not None and act.kind != "offer" and act.data["seat"] == entry.data["seat"]:
            if self.teller.veiled(entry):
                text = text if act.kind == "pass" else self.teller.tell(act)
            else:
                text = f"{text} {self.teller.tell(act)}"
            self.joined.append(act)
        yield from self.bracket(depth)
        yield Line(depth, entry.rule, text)

    def frame(self, node: Node, depth: int, rule: str) -> Iterator[Line]:
        """A step passes its lines on; a window has a heading, or folds when nobody could act in it."""
        entry = node.entry
        assert entry is not None
        if entry.kind == "step":
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
        yield from self.bracket(depth)
        yield Line(depth, rule or entry.rule, self.teller.tell(entry))
        yield from self.lines(node, depth + 1, "")
        yield from self.bracket(depth + 1)

    def unspoken(self, node: Node) -> bool:
        """Is it a window in which players only speak up, and did nobody?"""
        row = self.ruling.fixture.book.windows.get(node.entry.data["window"]) if node.entry else None
        if row is None or not row.unasked:
            return False
        return all(map(self.says_nothing, node.children))

    def says_nothing(self, one: Node | Entry) -> bool:
        """Is it part of a question that nobody answered, with whatever it holds?"""
        entry = one.entry if isinstance(one, Node) else one
        if entry is None or entry is self.last or entry.kind not in SILENT:
            return False
        return not isinstance(one, Node) or all(map(self.says_nothing, one.children))

    def quiet(self, entry: Entry) -> bool:
        """Free timings have no heading of their own: what is done in them speaks."""
        return not self.every and entry.data["window"] in self.ruling.fixture.book.tables["plain_windows"]

    def fold(self, node: Node, rule: str) -> None:
        """Remember an idle window for the next bracket."""
        assert node.entry is not None
        title = str(node.entry.data["title"])
        if rule:
            self.folded.setdefault(title, []).append(rule)
        for child in node.children:
            offer = isinstance(child, Entry) and child.kind == "offer" and bool(child.data["unseen"])
            if offer and isinstance(child, Entry) and self.teller.seat in ("", child.data["seat"]):
                self.unseen[child.data["seat"]] = child.data["unseen"]

    def bracket(self, depth: int) -> Iterator[Line]:
        """The idle windows since the last line, in one bracket."""
        if self.folded:
            titles = (f"{title} {', '.join(dict.fromkeys(rules))}" for title, rules in self.folded.items())
            what, table = "; ".join(titles), self.teller.words["text"]
            held = (fill(table["holds"], {"seat": seat, "n": n}) for seat, n in sorted(self.unseen.items()))
            unseen = "".join(held)
            self.folded, self.unseen = {}, {}
            key = "folded-veiled" if self.teller.seat else "folded"
            yield Line(depth, "", fill(table[key], {"what": what, "unseen": unseen}))

    def entry(self, entry: Entry, depth: int) -> Iterator[Line]:
        """One line of the trace."""
        told = self.ruling.fixture.book.tables["told"]
        if not self.every and (entry.kind in HUSHED or hushed_event(entry, told) or self.hushed_offer(entry)):
            return
        text = self.teller.tell(entry)
        if text:
            yield from self.bracket(depth)
            yield Line(depth, entry.rule, text)

    def hushed_offer(self, entry: Entry) -> bool:
        """An offer at which a seat could do nothing and nothing was refused."""
        if entry.kind != "offer" or self.teller.veiled(entry):
            return False
        data = entry.data
        if data["refused"] and self.teller.refused(data["refused"], data["seat"]):
            return False
        row = self.ruling.fixture.book.windows[data["window"]]
        return not data["legal"] or (row.must and len(data["legal"]) == 1)


def open_offer(ruling: Ruling, lines: Sequence[Entry]) -> Entry | None:
    """The last offer, where nobody has answered it and the ruling ends by asking for that."""
    offers = [one for one in lines if one.kind in ("offer", "act", "pass")]
    ask = ruling.game.ask
    if ask is None or not offers or offers[-1].kind != "offer" or offers[-1].data["seat"] != ask.seat:
        return None
    return offers[-1]


def hushed_event(entry: Entry, told: Sequence[str]) -> bool:
    """Events that only keep the books, but for those that the rulebook wants told."""
    if entry.kind != "event":
        return False
    record: Record = entry.data["record"]
    if record.name in told:
        return False
    return record.name in BOOKKEEPING or (record.verb in UNTOLD and record.name not in TOLD)


def idle(node: Node, teller: Teller) -> bool:
    """Could nobody act in this window, and did nothing happen in it?

    What the reader may not know does not count.
    """
    return all(
        idle(child, teller) if isinstance(child, Node) else unremarkable(child) for child in node.children
    )


def unremarkable(entry: Entry) -> bool:
    """A line of a window in which nobody could act."""
    if entry.kind == "offer":
        return not entry.data["legal"]
    return entry.kind in ("window-close", "forced", "nothing", "before", "locked")


# --- the page ------------------------------------------------------------------------------------
def render(
    ruling: Ruling, *, all: bool = False, seat: str = "",
    color: bool = False, width: int = 100, lang: str = "en",
) -> str:  # fmt: skip
    """The ruling as text, `width` characters wide; with `seat` only what that player may see."""
    teller = Teller(ruling, seat, lang)
    page = Page(ruling, teller, all)
    brush = painter(color)
    verdict = verdict_of(ruling, teller)
    first, *rows = head(ruling, teller, width)
    rows = [first.replace(verdict, brush(verdict, ruling.verdict), 1), *rows, ""]
    lines = [*page.lines(tree(teller.lines), 0, ""), *page.bracket(0)]
    rows += body(lines, width, brush)
    rows += tail(ruling, teller, width)
    return "\n".join(row.rstrip() for row in rows) + "\n"


def body(lines: Sequence[Line], width: int, brush: Brush) -> Iterator[str]:
    """The lines on the page; those of no window are numbered."""
    column = wide(lines) if width >= 80 else 9
    number = 0
    for line in lines:
        numbered = line.depth == 0 and bool(line.rule)
        number += numbered
        label = f"{number:2d}" if numbered else "  "
        yield from layout(label, line, width, column, brush)


LONGEST = 24  # an article's name that is longer pushes its own line to the right
Brush = Callable[[str, str], str]


def painter(color: bool) -> Brush:
    """What puts colour on a text of a kind; nothing without colour."""
    if not color:
        return lambda text, kind: text
    from judge.render.colour import paint

    return paint


def wide(lines: Sequence[Line]) -> int:
    """How wide the column of articles is: numbers are short, names are not,
    and most of a page should line up.
    """
    return max([13, *(len(line.rule) for line in lines if len(line.rule) <= LONGEST)])


def layout(label: str, line: Line, width: int, column: int, brush: Brush) -> Iterator[str]:
    """One line on the page: number, article, sentence, wrapped under itself."""
    indent = "  " * line.depth
    start = len(label) + 2 + max(column, len(line.rule)) + 1 + len(indent)
    room = max(20, width - start)
    fits = len(line.text) <= room  # most do, and need no search for a place to break them
    body = [line.text] if fits else textwrap.wrap(line.text, room, break_long_words=False)
    folded = not line.rule
    article = brush(f"{line.rule:<{column}}", "article")
    yield f"{label}  {article} {indent}{brush(body[0], 'folded') if folded else body[0]}"
    for more in body[1:]:
        yield " " * start + (brush(more, "folded") if folded else more)


def sentence(entry: Entry, ruling: Ruling, seat: str = "", lang: str = "en") -> str:
    """The sentence of one entry, for other formats."""
    return Teller(ruling, seat, lang).tell(entry)
