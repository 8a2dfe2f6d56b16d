"""`judge deck`: check, confirm, convert, sheet, diff, side."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence

from judge.cards.card import Cards
from judge.cli.codes import BAD_INPUT, FAILS, OK, worst
from judge.cli.deck_options import ECHOES, DeckOptions
from judge.cli.desk_options import check_options, desk_of
from judge.cli.options import HOME, check_choice, refuse, slip
from judge.cli.output import colourful, emit, print_json, progress, tell, width
from judge.decks.batch import deck_files, judge_files, read
from judge.decks.comparison import Row, differences
from judge.decks.deck import MOST_COPIES, Deck, Line
from judge.decks.desk import Judge
from judge.decks.formats import WRITERS, DeckText, write_deck
from judge.decks.items import card_of, fold_names
from judge.decks.limits import Limits
from judge.decks.report import Report
from judge.decks.speech import Speech
from judge.errors import BadInput, Problem
from judge.release import VERSION
from judge.text.visible import storable, visible

_KEPT = (
    100_000,
    50,
    1_000,
)  # what is read is kept until it is printed: looking for garbage in it took a fifth of the time
# With so many files, or a file so large, it is faster to read all cards than to look each one up.
_MANY = 50  # files
_LONG = 200_000  # bytes

_CODES = {"legal": OK, "incomplete": FAILS, "illegal": FAILS, "unreadable": BAD_INPUT}
DOUBTS = {
    "unsure": "unsure",
    "warning": "warnings",
}  # under which key of [expect] findings that are no errors stand


def check(options: DeckOptions) -> int:
    """Judge every deck and print the report; the exit code is that of the worst."""
    try:
        reports = reports_of(options)
    except BadInput as error:
        tell(error.problems, "json" if options.format == "json" else "text")
        return BAD_INPUT
    code = worst(code_of(report, options.strict) for report in reports)
    failed = give(rendered(reports, options), options.output)
    if options.output and not failed and sys.stderr.isatty():
        from judge.render.decks.words import told_totals

        speech = Speech(options.lang)
        told = speech.join("join.colon", (options.output, told_totals(reports, speech)))
        print(visible(told), file=sys.stderr)
    return failed or code


def reports_of(options: DeckOptions, sheets: bool = False) -> list[Report]:
    """A report for each deck. Raises BadInput for what is wrong with the options, their files included."""
    problems = check_options(options)
    files = deck_files(options.files)
    if not files:
        problems.append(no_files(options))
    refuse(problems)
    gc.set_threshold(*_KEPT)
    jobs = options.jobs or os.cpu_count() or 1
    apart = jobs > 1 or bool(options.cluster)
    many = len(files) >= _MANY or any(
        os.path.isfile(file) and os.path.getsize(file) >= _LONG for file in files
    )
    desk = desk_of(options, apart or many)._replace(sheets=sheets, echo=options.echo)
    with progress(len(files), "checking decks") as told:
        return judge_files(files, desk, jobs, options.cluster, told)


def no_files(options: DeckOptions) -> Problem:
    """The problem that the folders have no files in them."""
    message = f"there is no file in {' '.join(options.files)}"
    return slip("DECK", message, "deck files, or folders of them")


def code_of(report: Report, strict: bool) -> int:
    """A deck's exit code: by its own expectations, where its file has some, else by its verdict."""
    told = {expectation.path for expectation in report.expectations}
    if any(not expectation.ok for expectation in report.expectations):
        return max(FAILS, _CODES[report.verdict])
    meant = report.as_expected and (report.verdict != "unreadable" or "verdict" in told)
    code = OK if meant else _CODES[report.verdict]
    return FAILS if code == OK and strict and doubtful(report, told) else code


def doubtful(report: Report, told: Collection[str]) -> bool:
    """Whether a strict check fails a deck: it has a finding, or a limit that could not be checked, that its
    own expectations do not mention.
    """
    unchecked = bool(report.unchecked) and "unchecked" not in told
    return unchecked or not all(told_of(fault.severity, told) for fault in report.faults)


def told_of(severity: str, told: Collection[str]) -> bool:
    """Whether a deck's own expectations mention findings of a severity."""
    if severity == "error":
        return "verdict" in told or "faults" in told
    return DOUBTS[severity] in told


def rendered(reports: Sequence[Report], options: DeckOptions) -> str:
    """The reports in the format asked for."""
    from importlib import import_module

    render = import_module(f"judge.render.decks.{options.format}").render
    speech = Speech(options.lang)
    if options.format == "text":
        colour = colourful() and not options.output
        return str(render(reports, colour, width(), options.quiet, options.event, speech))
    if options.format == "csv":
        return str(render(reports))
    if options.format == "sarif":
        return str(render(reports, VERSION, os.getcwd(), options.event))
    if options.format in ("html", "github"):
        return str(render(reports, options.event, speech))
    return str(render(reports, options.event))


def give(text: str, output: str) -> int:
    """Print, or write a file wholly or not at all; OK, or BAD_INPUT when that cannot be done."""
    if not text:
        return OK
    problem = emit(text, output)
    if problem is None:
        return OK
    tell([problem])
    return BAD_INPUT


# --- convert -------------------------------------------------------------------------------------
def convert(options: DeckOptions, to: str) -> int:
    """Write a deck in another format, and tell what that cannot hold."""
    try:
        refuse([*check_options(options, ("text",)), *check_choice("--to", to, WRITERS)])
        judge, decks = judge_and_decks(options)
        if len(decks) > 1:
            actual = f"{len(decks)} decks"
            raise BadInput(
                [slip("DECK", "convert writes one deck at a time", "a file with one deck", actual)]
            )
        deck = decks[0]
        refuse(deck.problems)
        limits = judge.limits(deck)
        written = convert_deck(deck, to, limits, judge.cards(limits))
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT
    speech = Speech(options.lang)
    told = (speech.say("convert.lost", format=to, what=speech.told(loss, {})) for loss in written.losses)
    tell([Problem(deck.file, 0, 0, "", "", message) for message in told])
    return give(written.text, options.output)


def judge_and_decks(options: DeckOptions) -> tuple[Judge, list[Deck]]:
    """The desk's judge, and every deck of the files. Raises BadInput with all that cannot be read."""
    judge = Judge(desk_of(options))
    decks: list[Deck] = []
    problems: list[Problem] = []
    for file in options.files:
        raw = read(file)
        try:
            if isinstance(raw, Problem):
                raise BadInput([raw])
            decks += judge.decks(file, raw)
        except BadInput as error:
            problems += error.problems
    refuse(problems)
    return judge, decks


# --- sheets --------------------------------------------------------------------------------------
def sheet(options: DeckOptions) -> int:
    """Print the registration sheets of all decks that can be read as one HTML document;
    the others are told, and listed in it.
    """
    try:
        reports = reports_of(options._replace(format="html"), sheets=True)
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT
    bad = [fault for report in reports if report.verdict == "unreadable" for fault in report.faults]
    tell([unreadable.problem() for unreadable in bad])
    if all(report.verdict == "unreadable" for report in reports):
        return BAD_INPUT
    from judge.render.decks import sheet as page

    return give(page.render(reports, options.event, Speech(options.lang)), options.output) or (
        BAD_INPUT if bad else OK
    )


# --- how decks were read -------------------------------------------------------------------------
def confirm(options: DeckOptions) -> int:
    """Print how every deck was read, for its player to confirm;
    what could not be read is on its sheet too.
    """
    try:
        refuse(check_choice("--format", options.format, ECHOES))
        reports = reports_of(options._replace(echo=True))
    except BadInput as error:
        tell(error.problems, "json" if options.format == "json" else "text")
        return BAD_INPUT
    failed = give(confirmation(reports, options), options.output)
    return failed or (BAD_INPUT if any(report.verdict == "unreadable" for report in reports) else OK)


def confirmation(reports: Sequence[Report], options: DeckOptions) -> str:
    """The sheets in the format asked for."""
    from judge.render.decks import echo
    from judge.render.json import dumps

    if options.format == "json":
        return storable(dumps(echo.document(reports, options.event))) + "\n"
    if options.format == "html":
        return echo.confirm_page(reports, options.event, Speech(options.lang))
    return echo.render(reports, width(), options.event, Speech(options.lang))


# --- two decks -----------------------------------------------------------------------------------
def diff(options: DeckOptions) -> int:
    """What differs between a registered deck and the one that is played."""
    try:
        refuse(check_options(options, ("text", "json")))
        judge, (registered, played) = two(options)
    except BadInput as error:
        tell(error.problems, options.format)
        return BAD_INPUT
    limits = judge.limits(registered)
    rows: Sequence[Row] = differences(judge.items(registered), judge.items(played), limits)
    from judge.render.decks import compare
    from judge.render.decks.spoken import rows_spoken

    speech = Speech(options.lang if options.format == "text" else HOME)
    title = speech.say("compare.against", played=played.file, registered=registered.file)
    if options.format == "json":
        print_json(compare.diff_json(rows, title))
        return FAILS if rows else OK
    rows = rows_spoken(rows, limits.game, speech)
    text = compare.render_diff(rows, title, colourful(), width(), speech)
    return give(text, "") or (FAILS if rows else OK)


def side(options: DeckOptions) -> int:
    """Whether a sided deck is the registered one with cards exchanged as the rules allow,
    and legal itself.
    """
    try:
        refuse(check_options(options, ("text", "json")))
        judge, (registered, sided) = two(options)
        report = judge.sided(registered, sided)
    except BadInput as error:
        tell(error.problems, options.format)
        return BAD_INPUT
    return give(rendered([report], options), options.output) or code_of(report, options.strict)


def two(options: DeckOptions) -> tuple[Judge, tuple[Deck, Deck]]:
    """The two decks to compare. Raises BadInput when there are not two,
    or they cannot be read or are of two games.
    """
    judge, decks = judge_and_decks(options)
    problems = [problem for entry in decks for problem in entry.problems]
    if len(decks) != 2:
        expected, actual = "two files with one deck each", f"{len(decks)} decks"
        problems.append(slip("DECK", "two decks are compared", expected, actual))
    refuse(problems)
    games = [judge.limits(deck).game for deck in decks]
    if games[0] != games[1]:
        raise BadInput([slip("DECK", "these decks are of two games", games[0], games[1])])
    return judge, (decks[0], decks[1])


# --- a deck in another format, with names and numbers from the catalogue -------------------------------
def convert_deck(deck: Deck, to: str, limits: Limits, cards: Cards | None) -> DeckText:
    """The deck as text in a format. Raises BadInput for cards that the format cannot name."""
    lines = tuple(merged(filled(line, deck, limits, cards) for line in deck.lines))
    sections = {line.section for line in lines}
    headings = {name: place for name, place in deck.headings.items() if name in sections}
    whole = deck._replace(lines=lines, headings=headings, game=deck.game or limits.game)
    return write_deck(whole, to, passcode, limits.part_of)


def merged(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines one below the other that are copies of one card, as one: a .ydk has a line for each copy."""
    last: Line | None = None
    for line in lines:
        if last is not None and last[1:4] == line[1:4] and last.count + line.count <= MOST_COPIES:
            last = last._replace(count=last.count + line.count)
        else:
            if last is not None:
                yield last
            last = line
    if last is not None:
        yield last


def filled(line: Line, deck: Deck, limits: Limits, cards: Cards | None) -> Line:
    """A line with the number or the name that it lacks, where the catalogue has it."""
    if line.card and line.name:
        return line
    card = card_of(line, fold_names(deck, limits), limits, cards)
    if card is None:
        return line
    return line._replace(card=line.card or card.id, name=line.name or card.name)


def passcode(line: Line) -> str:
    """The passcode of a line; "" when it has none."""
    return line.card if line.card.isascii() and line.card.isdigit() else ""
