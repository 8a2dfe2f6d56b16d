"""The deck desk: files in, reports out. A `Desk` is everything that files are judged by, as one plain value;
a `Judge` reads and judges files at it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Final, TypeVar

from judge.cards.card import Cards, as_list
from judge.cards.lists import LimitList, choose
from judge.decks.comparison import siding_faults
from judge.decks.deck import Deck
from judge.decks.formats import Known, read_decks
from judge.decks.formats.draft import shown
from judge.decks.formats.known import by_heading
from judge.decks.items import Item, items_of
from judge.decks.limit_list import KeyedList, is_younger, keyed
from judge.decks.limits import Limits, all_limits, load_editions, load_limits
from judge.decks.own_cards import described
from judge.decks.report import VERDICTS, Expectation, Fault, Report
from judge.decks.settled_lines import settled, straightened, told_once
from judge.decks.speech import day as written_day
from judge.decks.speech import phrased
from judge.decks.validator import check, from_problem
from judge.decks.verdicts import account, entries, heard, report_of
from judge.errors import BadInput, Problem, nearest
from judge.text.plain import TomlValue
from judge.text.rows import NamedTuple

# --- Expectations: the table [expect] of a test deck says what its check must find, worked out by hand
# from the rulebook. This compares it with the report.
_SEVERITY = {"faults": "error", "unsure": "unsure", "warnings": "warning"}
_ROW = ("code", "article", "articles", "found", "allowed", "card", "lines", "line", "hint")
_FORMS: Final[Mapping[str, tuple[str, Callable[[object], bool]]]] = {
    "verdict": (f"one of {', '.join(VERDICTS)}", lambda value: value in VERDICTS),
    "counts": ("a table of numbers", lambda value: isinstance(value, dict)),
    "unchecked": ("a list of codes", lambda value: _list_of(value, str)),
    **dict.fromkeys(_SEVERITY, ("a list of tables", lambda value: _list_of(value, dict))),
    "sided": ("a table", lambda value: isinstance(value, dict)),
}


def _list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(element, kind) for element in value)


def compared(deck: Deck, report: Report, expected: Mapping[str, object]) -> Report:
    """The report with each expectation of its deck's file, whether it holds, and a fault where it does not.

    The key `sided` is for the check after siding and is not looked at here.
    """
    unmet: list[Fault] = []
    told: list[Expectation] = []
    for key, wanted in expected.items():
        missed = list(_unmet(deck, report, key, wanted))
        unmet += missed
        if key != "sided" or missed:
            told.append(Expectation(key, wanted, _found(report, key, wanted), not missed))
    return report._replace(faults=(*unmet, *report.faults), expectations=tuple(told))


def _unmet(deck: Deck, report: Report, key: str, wanted: TomlValue) -> Iterator[Fault]:
    """A fault for everything in one expectation that the report does not meet."""
    if key not in _FORMS:
        yield _fault(deck, phrased("expect.unknown", name=key), key, ", ".join(_FORMS), nearest(key, _FORMS))
    elif not _FORMS[key][1](wanted):
        yield _fault(deck, phrased("expect.form", name=key), str(wanted), _FORMS[key][0])
    elif key in _SEVERITY:
        yield from _faults(deck, key, wanted, list(report.of(_SEVERITY[key])))
    elif key != "sided":
        actual = _found(report, key, wanted)
        if actual != (sorted(wanted) if key == "unchecked" else wanted):
            yield _fault(deck, phrased("expect.other", name=key), str(actual), str(wanted))


def _found(report: Report, key: str, wanted: object) -> object:
    """What the report has under the key of an expectation; of counts those that are asked for."""
    if key in _SEVERITY:
        return [
            {"code": fault.code, "article": fault.article, "found": fault.found, "allowed": fault.allowed}
            for fault in report.of(_SEVERITY[key])
        ]
    if key == "unchecked":
        return sorted(row.code for row in report.unchecked)
    if key == "counts" and isinstance(wanted, Mapping):
        return {part: report.counts.get(part) for part in wanted}
    return getattr(report, key) if key in ("verdict", "counts") else None


def _faults(deck: Deck, key: str, wanted: list[Mapping[str, object]], faults: list[Fault]) -> Iterator[Fault]:
    """A fault for every expected finding that is not there, and for every finding that is not expected."""
    left = list(faults)
    for row in wanted:
        for name in row:
            if name not in _ROW:
                message = phrased("expect.row", name=name, kind=key)
                yield _fault(deck, message, name, ", ".join(_ROW), nearest(name, _ROW))
        match = next(
            (finding for finding in left if all(_has(finding, key, value) for key, value in row.items())),
            None,
        )
        if match is None:
            yield _fault(deck, phrased("expect.missing", kind=key), phrased("bound.none"), str(dict(row)))
        else:
            left.remove(match)
    for fault in left:
        told = f"{fault.code} ({fault.article}): {fault.message}"
        yield _fault(deck, phrased("expect.surplus", kind=key), told, phrased("bound.none"))


def _has(fault: Fault, key: str, wanted: object) -> bool:
    """Whether a fault has the value of one key. `articles` lists some of the articles that it cites, `card`
    is one of the cards that it names.
    """
    if key == "articles":
        return all(article in (fault.article, *fault.also) for article in as_list(wanted))
    if key == "card":
        return any(wanted in (concerned.card, concerned.name) for concerned in fault.cards)
    if key == "lines":
        return bool([line for card in fault.cards for line in card.lines] == wanted)
    return key in _ROW and bool(getattr(fault, key) == wanted)


def _fault(deck: Deck, message: str, actual: str, expected: str, hint: str = "") -> Fault:
    return Fault(
        "expected", "", "error", message, actual, expected, (), deck.file, *deck.expect_at, hint=hint
    )


Found = TypeVar("Found")
_YEARS: Final = 730  # days after which a limit list is hardly the one in force


class Desk(NamedTuple):
    """What decks are judged by; plain values, so that it can be sent to other processes."""

    limits: Mapping[str, Limits]  # by game
    cards: Mapping[str, Cards]  # by game; a game without card data is not there
    list: LimitList | None = None  # for every deck, whatever it says itself
    lists: tuple[LimitList, ...] = ()  # those that a deck may name
    game: str = ""
    form: str = ""
    encoding: str = ""
    date: str = ""  # of the event; "" when each deck may say its own
    echo: bool = False  # whether reports tell the list as it was understood
    sheets: bool = False  # whether reports tell every card, for registration sheets
    newest: Mapping[str, str] = {}  # by game, the day until which its card data know cards; "" if unknown
    expect: bool = False  # whether what a deck says in [expect] is looked at: only test decks may


def open_desk(
    game: str = "", cards: Mapping[str, Cards] | None = None, limit_list: LimitList | None = None,
    lists: tuple[LimitList, ...] = (), form: str = "", encoding: str = "",
) -> Desk:  # fmt: skip
    """A desk for one game, or for all. Raises BadInput for a game without deck rules."""
    limits = [load_limits(game)] if game else all_limits()
    by_game = {limit.game: limit for limit in limits}
    return Desk(by_game, cards or {}, limit_list, lists, next(iter(by_game)) if game else "", form, encoding)


def known(desk: Desk) -> Known:
    """What the rulebooks say about how decks are written."""
    # The headings of all games: a part that this game has not is a fault of the deck, not of the line.
    headings = frozenset(head for limit in all_limits() for head in (*limit.aside, *part_heads(limit)))
    numbers = "|".join(limit.pattern for limit in desk.limits.values())
    single = frozenset(head for limit in desk.limits.values() for head in single_heads(limit))
    near = frozenset(head for limit in desk.limits.values() for head in part_heads(limit))
    apart = frozenset(head for limit in all_limits() for head in (*limit.aside, *apart_heads(limit)))
    return Known(headings, re.compile(numbers, re.IGNORECASE), by_heading(), near, single, apart)


def part_heads(limits: Limits) -> Iterator[str]:
    """The headings of every part."""
    for part in limits.parts:
        yield from part.heads


def apart_heads(limits: Limits) -> Iterator[str]:
    """The headings of parts in which no card is unless the file says so."""
    for part in limits.parts:
        yield from part.heads if part.apart else ()


def single_heads(limits: Limits) -> Iterator[str]:
    """The headings of parts that hold one card."""
    for row in limits.rows:
        if row.at_most == 1 and row.where is None and not row.each and len(row.parts) == 1:
            yield from limits.part(row.parts[0]).heads


class Judge:
    """Judges files at one desk, and keeps what is the same for all of them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.known = known(desk)
        self._keyed: dict[tuple[str, str], KeyedList] = {}

    def file(self, file: str, raw: bytes | Problem) -> list[Report]:
        """A report for each deck of a file; one that says why when it cannot be read."""
        decks = self.read(file, raw)
        return [decks] if isinstance(decks, Report) else list(map(self.judged, decks))

    def read(self, file: str, raw: bytes | Problem) -> list[Deck] | Report:
        """The decks that a file holds, not judged; the report that says why it cannot be read."""
        if isinstance(raw, Problem):
            return unreadable(file, (raw,))
        return guarded(file, lambda: self.decks(file, raw))

    def judged(self, deck: Deck) -> Report:
        """One deck, judged. A bug of the program costs this deck alone."""
        return guarded(deck.file, lambda: self.deck(deck), deck)

    def decks(self, file: str, raw: bytes) -> list[Deck]:
        """The decks that a file holds, not judged. Raises BadInput when it cannot be read."""
        read = read_decks(raw, file, self.known, self.desk.form, self.desk.encoding)
        decks = (straightened(deck, self.known) for deck in read)
        return [told_once(self._settled(deck)) if deck.doubts or deck.problems else deck for deck in decks]

    def _settled(self, deck: Deck) -> Deck:
        """A deck with its doubtful names looked up; where its game is not known, they are not found."""
        try:
            cards = self.cards(self.limits(deck))
        except BadInput:
            cards = None
        return settled(deck, cards)

    def deck(self, deck: Deck) -> Report:
        """One deck, judged."""
        try:
            limits = self.limits(deck)
        except BadInput as error:
            return unreadable(deck.file, (*deck.problems, *error.problems), deck)
        deck, lists = self.listed(described(dated(self.unexpected(deck)), limits), limits)
        date = self.desk.date or day_of(deck.date)
        deck = beside_list(deck, date, lists)
        checked = check(deck, limits, self.cards(limits), lists, date)
        report = report_of(deck, limits, checked, lists)
        if self.desk.echo:
            report = report._replace(heard=tuple(heard(checked.items, deck, limits)))
        if self.desk.sheets:
            report = report._replace(entries=tuple(entries(checked.items, limits)))
        return compared(deck, report, deck.expect) if self.desk.expect else report

    def unexpected(self, deck: Deck) -> Deck:
        """The deck, with a warning where it has a table [expect] and the desk does not look at it."""
        if not deck.expect or self.desk.expect:
            return deck
        told = Problem(deck.file, *deck.expect_at, "expect", "", phrased("read.expect"), severity="warning")
        return deck._replace(remarks=(*deck.remarks, told))

    def listed(self, deck: Deck, limits: Limits) -> tuple[Deck, tuple[KeyedList, ...]]:
        """The deck with its limit list. A list that is not there is a problem of the deck, and everything
        else is judged all the same.
        """
        try:
            return deck, self.lists(deck, limits)
        except BadInput as error:
            line, column = deck.headings.get("list", (1, 1))
            told = (problem._replace(file=deck.file, line=line, column=column) for problem in error.problems)
            return deck._replace(problems=(*deck.problems, *told), list="", limits={}), ()

    def sided(self, registered: Deck, sided: Deck) -> Report:
        """A deck after siding: legal itself, and the registered cards exchanged as the rules allow.

        Raises BadInput for a game whose rulebook has no siding.
        """
        limits = self.limits(registered)
        if not limits.siding:
            message = f"the rulebook of {limits.title} has no siding"
            raise BadInput([Problem("", 0, 0, "--game", "", message, "a game with siding", limits.game)])
        report = self.deck(sided._replace(expect={}))
        faults = tuple(siding_faults(sided, self.items(registered), self.items(sided), limits))
        short = report.verdict == "incomplete"  # after siding nothing can be added
        verdict = "illegal" if short or (faults and report.verdict != "unreadable") else report.verdict
        report = report._replace(faults=(*faults, *report.faults), verdict=verdict)
        if not self.desk.expect:
            return report
        expected = sided.expect.get("sided", {})
        return compared(sided, report, expected if isinstance(expected, Mapping) else {"sided": expected})

    def items(self, deck: Deck) -> list[Item]:
        """A deck's cards, each with its part."""
        limits = self.limits(deck)
        return list(items_of(described(deck, limits), limits, self.cards(limits)))

    def cards(self, limits: Limits) -> Cards | None:
        """The card data of a game; None where there are none."""
        return self.desk.cards.get(limits.game)

    def limits(self, deck: Deck) -> Limits:
        """The rules of a deck's game on the day of the event. The game is the one asked for, else the one
        that the deck names, else the one that its format or its card numbers show.
        """
        game = self.desk.game or deck.game or self.guess(deck)
        if game not in self.desk.limits:
            raise BadInput([no_game(deck, game, self.desk.limits)])
        date, series = self.when(deck, game)
        if not deck.version and not (date and load_editions(game)):
            return self.desk.limits[game]
        return load_limits(game, deck.version, date, series)

    def when(self, deck: Deck, game: str) -> tuple[str, str]:
        """The day of the event and its series. The day is the one asked for, else the deck's, else that of
        its limit list.
        """
        try:
            chosen = self.chosen(deck, game)
        except BadInput:  # reported when the deck is judged by it
            chosen = None
        series = chosen.series if chosen else ""
        return self.desk.date or day_of(deck.date) or (chosen.date if chosen else ""), series

    def chosen(self, deck: Deck, game: str) -> LimitList | None:
        """The limit list that a deck is judged by, the desk's before its own.

        Raises BadInput when there is none of its name.
        """
        if self.desk.list is not None or not deck.list:
            return self.desk.list
        return choose(
            [limit_list for limit_list in self.desk.lists if limit_list.game in ("", game)], deck.list
        )

    def guess(self, deck: Deck) -> str:
        """The only game whose card numbers and parts look like the deck's;
        "" when there is none or several.
        """
        own = next((game for game, limits in self.desk.limits.items() if deck.format in limits.formats), "")
        if own:
            return own
        written = [line.card for line in deck.lines if line.card]
        numbers = [id_ for id_ in written if not id_.isdecimal()] or written  # digits alone may be anything
        sections = {line.section for line in deck.lines if line.section}
        if not numbers and not sections:
            return ""
        able = [game for game, limits in self.desk.limits.items() if limits.has_form_of(numbers)]
        if len(able) > 1:
            able = [game for game in able if all(map(self.desk.limits[game].part_of, sections))]
        return able[0] if len(able) == 1 else ""

    def lists(self, deck: Deck, limits: Limits) -> tuple[KeyedList, ...]:
        """The limit list that a deck is judged by. Raises BadInput for one of another game."""
        chosen = self.chosen(deck, limits.game)
        if chosen is None:
            return ()
        if chosen.game not in ("", limits.game):
            message = f"the list {chosen.name!r} is of {chosen.game}, this deck of {limits.game}"
            wanted = f"a list of {limits.game}"
            raise BadInput([Problem(deck.file, 1, 1, "list", "", message, wanted, chosen.name)])
        key = (limits.game, chosen.name)
        if key not in self._keyed:
            keyed_list = keyed(chosen, limits, self.cards(limits))
            newest = self.desk.newest.get(limits.game, "")
            self._keyed[key] = keyed_list._replace(younger=is_younger(keyed_list, newest), known_until=newest)
        return (self._keyed[key],)


def day_of(written: str) -> str:
    """A deck's date as an ISO day; "" for a text that is no day."""
    try:
        return date.fromisoformat(written.strip()).isoformat()
    except ValueError:
        return ""


def dated(deck: Deck) -> Deck:
    """The deck, with a warning where its date is no day: nothing is judged by it."""
    if not deck.date.strip() or day_of(deck.date):
        return deck
    about = (row for row in deck.rows if row.kind == "about" and deck.date in row.said)
    place = next(((row.line, row.column) for row in about), (1, 1))
    message, expected = phrased("read.no-day"), phrased("read.day")
    told = Problem(deck.file, *place, "date", "", message, expected, shown(deck.date), severity="warning")
    return deck._replace(remarks=(*deck.remarks, told))


def beside_list(deck: Deck, day: str, lists: Iterable[KeyedList]) -> Deck:
    """The deck, with a warning where its limit list is hardly that of the event's day: it begins later, or
    began years before.
    """
    for keyed_list in lists:
        begun = keyed_list.limit_list.date
        apart = (date.fromisoformat(day) - date.fromisoformat(begun)).days if day and begun else 0
        if apart < 0 or apart > _YEARS:
            days = {"day": written_day(day), "begun": written_day(begun)}
            message = phrased("read.apart", list=keyed_list.limit_list.name, **days)
            told = Problem(deck.file, 1, 1, "list", "", message, severity="warning")
            deck = deck._replace(remarks=(*deck.remarks, told))
    return deck


def no_game(deck: Deck, game: str, limits: Iterable[str]) -> Problem:
    """The problem of a deck whose game is not known."""
    games = ", ".join(sorted(limits))
    if not game:
        return Problem(deck.file, 1, 1, "game", "", "which game is this deck for? say --game", games)
    message = unread(game) or f"there are no deck rules for {game!r}"
    return Problem(deck.file, 1, 1, "game", "", message, games, game, nearest(game, limits))


def unread(game: str) -> str:
    """The fault of a game's rulebook, if there is one."""
    try:
        list(all_limits(game))
    except BadInput as error:
        return f"the rulebook of {game} cannot be read: {error.problems[0].text()}"
    return ""


def guarded(file: str, work: Callable[[], Found], deck: Deck | None = None) -> Found | Report:
    """The result of some work on a file, or the report that says why there is none. A bug of the program
    costs this file alone: its traceback goes to standard error, so that it is mended.
    """
    try:
        return work()
    except BadInput as error:
        return unreadable(file, error.problems, deck)
    except MemoryError:  # of the machine, not of this file
        raise
    except Exception as error:  # a bug of ours: told in full, and it costs the other decks nothing
        from traceback import print_exception

        print_exception(error)
        message = phrased("read.broken", error=f"{type(error).__name__}: {error}")
        return unreadable(file, [Problem(file, 1, 1, "", "", message)], deck)


def unreadable(file: str, problems: Iterable[Problem], deck: Deck | None = None) -> Report:
    """A file that could not be judged, and why."""
    faults = tuple(problem._replace(file=file, code="unreadable") for problem in map(from_problem, problems))
    about = deck or Deck(file, "")
    return Report(
        file, about.game, "", "", "unreadable", about.format,
        about.player, about.player_id, about.name, about.event, about.date, {}, {}, "", "", faults, (),
        account=account(deck, None, faults) if deck else None,
    )  # fmt: skip
