"""Moments of a script line: what has been told since the line before it, what was offered then, and the
options that words name.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

from judge.board.position import find_card
from judge.engine import trace
from judge.engine.flow.engine import Engine
from judge.engine.flow.window_options import PASS, detached_view, first_seat, offered
from judge.engine.flow.windows import as_opened, barred, idle
from judge.engine.kernel.book import Window
from judge.engine.kernel.state import SEATS, Condition, Frame, Game, Option, Seat, opponent
from judge.engine.kernel.tracer import Entry
from judge.engine.kernel.view import Vars, View
from judge.explain.exceptions import with_exceptions
from judge.explain.explainer import Explainer
from judge.fixture.script import Line, fits
from judge.rulebook.act_names import offers_of, spoken
from judge.text.rows import NamedTuple

# --- choices and options by the words that name them, where many lines ask for one of many -------------
FEW = 3  # times that all are looked through: to sort them by their words takes as long


class Wordings:
    """Rows of words, those of choices or options, indexed by what a line may write for each word. It only
    preselects the rows for which `fits` may be true; `fits` decides.
    """

    def __init__(self, rows: Sequence[tuple[str, ...]]) -> None:
        self.rows = rows
        self.asked = 0
        self.places: dict[tuple[int, str], list[int]] = {}  # by the place of a word and what stands for it

    def fitting(self, places: Sequence[str], view: View) -> list[int]:
        """The places of the rows that the written words fit, in order."""
        self.asked += 1
        if self.asked == FEW + 1:
            self.sort()
        words = range(len(self.rows)) if self.asked <= FEW else self.near(places, view)
        return [at for at in words if fits(places, self.rows[at], view)]

    def sort(self) -> None:
        """Indexes the rows by their words."""
        for at, words in enumerate(self.rows):
            for n, word in enumerate(words):
                for key in {word, *beginnings(word), *endings(word)}:
                    self.places.setdefault((n, key), []).append(at)

    def near(self, words: Sequence[str], view: View) -> Sequence[int]:
        """The rows that have something like one of the words at its place, for the word that the fewest rows
        have.
        """
        every: Sequence[int] = range(len(self.rows))
        return min((self.like(n, word, view) for n, word in enumerate(words)), key=len, default=every)

    def like(self, n: int, groups: str, view: View) -> Sequence[int]:
        """The rows that have, at a place, a word that the given one may stand for."""
        card = find_card(view.game, groups)
        keys = {groups, *beginnings(groups), *([card.id] if card is not None else ())}
        word = [rows for key in keys if (rows := self.places.get((n, key)))]
        return word[0] if len(word) == 1 else sorted({at for rows in word for at in rows})


def beginnings(word: str) -> Iterator[str]:
    """The parts of a name before each of its dots."""
    return (word[:at] for at, char in enumerate(word) if char == ".")


def endings(word: str) -> Iterator[str]:
    """The parts of a name behind each of its dots."""
    return (word[at + 1 :] for at, char in enumerate(word) if char == ".")


LOCKED = "locked"  # it has to wait
ELSEWHERE = "not-asked"  # it is never its turn there
UNBEGUN = "not-begun"  # it would be its turn once the other one has acted, who can do nothing there
MOST_WINDOWS = 200  # that go by between two lines


class Offer(NamedTuple):
    """What a seat could do, and what was refused to it, at one moment. `at` is its line of the trace, `kept`
    says why the seat could not pass in this `window`, and `end` is the word for passing there.
    """

    seat: Seat
    rule: str
    legal: tuple[Option, ...]
    refused: tuple[Option, ...]
    at: int
    window: str = ""
    end: str = PASS
    kept: Condition | None = None


class Since:
    """The position, how much of its trace was told when the last line was taken, and that line. Many claims
    may concern one decision: what was told, offered and named at it is worked out once.
    """

    def __init__(
        self, engine: Engine, mark: int, after: str = "", begun: Callable[[], Game | None] = lambda: None
    ) -> None:
        self.engine = engine
        self.mark = mark
        self.after = after
        self.begun = begun  # the game as the last line left it; None where that is not known
        self.offers: dict[tuple[Seat, tuple[trace.Kind, ...]], Sequence[Offer]] = {}
        self.aside: dict[Seat, Offer | None] = {}
        self.wordings: dict[int, tuple[Sequence[Option], Wordings]] = {}  # by the identity of the options

    @functools.cached_property
    def first(self) -> int:
        """The first line of the trace since the last script line."""
        entries = told(self)
        late = range(len(entries) - 1, self.mark - 1, -1)
        again = (at + 1 for at in late if entries[at].data.get("again"))
        return next(again, self.mark)

    @functools.cached_property
    def entries(self) -> Sequence[Entry]:
        """What has been told since the last line. The rounds of a declared loop are part of that line."""
        return told(self)[self.first :]

    @functools.cached_property
    def barred(self) -> Sequence[Entry]:
        """The answers that would have continued a loop which the rules stop."""
        return [entry for entry in self.entries if entry.kind is trace.LOOP_BARS]


def told(at: Since) -> list[Entry]:
    """The whole trace."""
    assert at.engine.tracer is not None
    return at.engine.tracer.entries


def offers_since(at: Since, seat: Seat, kinds: tuple[trace.Kind, ...] = (trace.OFFER,)) -> Sequence[Offer]:
    """What a seat was offered since the last line, one moment after the other."""
    offers = at.offers.get((seat, kinds))
    if offers is None:
        following = [*(entry.kind for entry in at.entries[1:]), None][: len(at.entries)]
        offers = at.offers[seat, kinds] = [
            offer_of(current, at.first + n)
            for n, (current, next_kind) in enumerate(zip(at.entries, following, strict=True))
            # where a loop is noticed, how often it goes round is asked in the place of what was offered
            if current.kind in kinds and current.data["seat"] == seat and next_kind is not trace.LOOPS
        ]
    return offers


def offer_of(entry: Entry, at: int) -> Offer:
    """The offer that a line of the trace tells."""
    data = entry.data
    legal, refused = tuple(data.get("legal", ())), tuple(data["refused"])
    window, end = data.get("window", ""), data.get("end", PASS)
    return Offer(data["seat"], entry.rule, legal, refused, at, window, end, data["kept"])


def offer_aside(at: Since, seat: Seat) -> Offer | None:
    """What a seat could do in the window in which the other one is asked now; worked out once."""
    if seat not in at.aside:
        at.aside[seat] = beside(at, seat)
    return at.aside[seat]


def beside(at: Since, seat: Seat) -> Offer | None:
    """What a seat could do in the window in which the other one is asked now, and by which article it has
    to wait; None where no window is open, or it is that seat's turn.
    """
    view, ask = at.engine.view, at.engine.game.ask
    frame = view.game.agenda[-1] if view.game.agenda else None
    if (
        seat not in SEATS
        or ask is None
        or ask.seat == seat
        or frame is None
        or not frame.procedure.startswith("window:")
    ):
        return None
    step = view.book.procedures[frame.procedure].steps[0]
    row: Window = step.args["row"]
    if "seat" not in frame.vars:
        return None
    v = Vars({**frame.vars, "seat": seat}, step.args, {})
    turn = row.passes > 1 or row.next in ("alternate", "restart")  # will it be that seat's turn?
    offer = unasked(view, v, row, LOCKED if turn else ELSEWHERE, ask.seat, ask.rule)
    return offer._replace(at=len(told(at)) - 1)


def unasked(view: View, v: Vars, row: Window, say: str, asked: Seat, rule: str) -> Offer:
    """What the seat could do in a window in which the other one is `asked`, with the condition by which it
    may not, by the article of the window or otherwise by `rule`.
    """
    seat, rule = v["seat"], row.cites.get("locked") or row.cites.get("first") or rule
    wait = Condition(rule, False, say, {"seat": asked})
    listening = detached_view(view)
    options = (with_exceptions(listening, seat, choice) for choice in offered(listening, v, row, seat))
    refused = tuple(option._replace(conds=(*option.conds, wait)) for option in options)
    return Offer(seat, rule, (), refused, 0, row.name, row.end, wait)


def steps_told(entries: Sequence[Entry], at: int) -> frozenset[str]:
    """The names of the steps that were under way at a line of the trace."""
    words: set[str] = set()
    depth = entries[at].depth if 0 <= at < len(entries) else 0
    for entry in reversed(entries[: at + 1]):
        if entry.kind is trace.STEP and entry.depth < depth:
            depth = entry.depth
            words |= {*entry.procedure.split("."), *entry.step.split(".")}
    return frozenset(words)


def offers_gone_by(at: Since, line: Line) -> Iterator[Offer]:
    """What a seat could have done in those windows since the last line in which another was to be asked and
    nobody could act. The trace does not tell of them, so the way from that line is played once more.
    """
    book, seat, word = at.engine.table.book, line.seat, line.words[0]
    offers = {offer_name for offer_name in offers_of(book) if spoken(book, offer_name) == word}
    opened = [n for n, entry in enumerate(at.entries) if entry.kind is trace.WINDOW]
    rows = {name for name, row in book.windows.items() if not offers.isdisjoint(row.offers)}
    if seat not in SEATS or not any(at.entries[n].data["window"] in rows for n in opened):
        return
    game = at.begun()
    if game is None:
        return
    game.forget()
    tracer = Explainer()
    engine = Engine(at.engine.table, game, tracer, remembers=False)
    places = iter(opened[:MOST_WINDOWS])
    for _ in range(MOST_WINDOWS):
        engine.stopped = False
        engine.run(opens)
        if not engine.stopped:
            return
        frame = game.agenda[-1]
        row: Window = book.procedures[frame.procedure].steps[0].args["row"]
        if not barred(engine.view, row):  # of one that does not open the trace has no line
            n = next(places, None)
            offer = gone_by(engine.view, frame, row, seat) if row.name in rows else None
            if n is None:
                return
            if offer is not None:
                yield offer._replace(at=at.first + n)
        engine.tick()  # the window itself opens


def opens(frame: Frame) -> bool:
    """Is a window about to open?"""
    return frame.procedure.startswith("window:") and "stage" not in frame.vars


def gone_by(view: View, frame: Frame, row: Window, seat: Seat) -> Offer | None:
    """What a seat could do in a window that opens, if it were asked; None where it is asked there, or where
    somebody can act.
    """
    v = Vars(frame.vars, view.book.procedures[frame.procedure].steps[0].args, {})
    first = first_seat(view, v, row)
    opened = as_opened(view, v, first)
    if seat in (first, opponent(first))[: row.passes] or not idle(detached_view(view), v, row, first):
        return None
    say = UNBEGUN if row.next in ("alternate", "restart") else ELSEWHERE
    v = Vars({**opened.vars, "seat": seat}, opened.args, {})
    return unasked(view, v, row, say, first, row.cites.get("open", ""))


def named(at: Since, line: Line, options: Sequence[Option]) -> list[Option]:
    """The options that a line's words name, those that it names in full before all others."""
    kept = at.wordings.get(id(options))
    if kept is None:
        kept = at.wordings[id(options)] = (
            options,
            Wordings([(option.name, *option.args) for option in options]),
        )
    matching = [options[n] for n in kept[1].fitting(line.words, at.engine.view)]
    return [option for option in matching if len(option.args) + 1 == len(line.words)] or matching
