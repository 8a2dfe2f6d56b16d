"""`judge deck event`: checks an event's decks against its roster and writes the files about it; `judge deck
diff --lock`: compares decks that are played with those that were locked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from judge.cli.atomic_write import among_decks, check_targets, refuse_link, write_together
from judge.cli.codes import BAD_INPUT, FAILS, OK, worst
from judge.cli.deck_options import DeckOptions
from judge.cli.decks import code_of, give, no_files
from judge.cli.desk_options import check_options, desk_of, read_by
from judge.cli.options import check_choice, refuse, same_file, slip
from judge.cli.output import colourful, emit, print_json, progress, tell, width
from judge.decks.batch import deck_files
from judge.decks.desk import Judge
from judge.decks.event import SORTS, Event, not_clear, pick
from judge.decks.event_file import EventFile, read_event
from judge.decks.event_lock import Lock, against, not_there, read_lock
from judge.decks.event_roster import Roster, read_roster
from judge.decks.event_submissions import entered, hold
from judge.decks.event_times import Moment
from judge.decks.formats import LIMIT
from judge.decks.speech import Speech, recognised
from judge.errors import BadInput, Problem
from judge.render.decks import event_html, event_text, event_words
from judge.render.decks.compare import locked_json, render_locked
from judge.render.decks.event_messages import messages
from judge.render.decks.event_sheets import count_sheet_html, count_sheet_text, registration_sheets
from judge.render.decks.json import render_event
from judge.render.decks.spoken import problem_spoken
from judge.text.rows import NamedTuple
from judge.text.source import read_beginning, read_bytes
from judge.text.visible import visible

FORMATS: Final = ("text", "json", "html")
_PAGES: Final = (".html", ".htm")
_TEXTS: Final = (".txt", ".text")


class EventOptions(NamedTuple):
    """The options of `judge deck event`, as they were written."""

    path: str
    deck: DeckOptions
    sort: str = ""
    sheets: str = ""
    messages: str = ""
    lock: str = ""
    counts: str = ""
    pick: int | None = None
    seed: str | None = None


def event(options: EventOptions) -> int:
    """Judge an event, write what is asked for, and print the report;
    the exit code is that of the worst of it.
    """
    try:
        outcome, written, printed = held(*opened(options))
    except BadInput as error:
        tell_spoken(error.problems, options.deck)
        return BAD_INPUT
    failed = write_together(written, options.messages)
    if failed:
        tell(failed)
        return BAD_INPUT
    if options.lock:
        say_locked(outcome, options.lock, Speech(options.deck.lang))
    problem = emit(printed) if printed else None
    if problem:
        tell([problem])
        return BAD_INPUT
    return code(outcome, options.deck.strict)


def tell_spoken(problems: Sequence[Problem], options: DeckOptions) -> None:
    """Prints what is wrong with an event's file or its roster, in the language that they are written in."""
    if options.format == "json":
        tell(problems, "json")
        return
    speech = Speech(options.lang)
    for problem in problems:
        print(visible(speech.line(problem_spoken(recognised(problem), "", speech))), file=sys.stderr)


def opened(options: EventOptions) -> tuple[EventFile, Roster, EventOptions]:
    """The event and its roster, and the options with what the event says.

    Raises BadInput with all that is wrong with them.
    """
    problems = list(check_event(options))
    about, roster, wrong = read_both(options)
    problems += wrong
    settled = options
    if about is not None:
        settled = options._replace(deck=settled_by(about, options.deck))
        problems += check_options(settled.deck._replace(output="", format="text"))
        problems += targets_of(settled, about)
    if roster is not None and about is not None:
        problems += check_roster(settled, about, roster)
    if problems or about is None or roster is None:
        raise BadInput(problems)
    return about, roster, settled


def read_both(options: EventOptions) -> tuple[EventFile | None, Roster | None, list[Problem]]:
    """The event and its roster, as far as they can be read, and what is wrong with them."""
    about: EventFile | None = None
    problems: list[Problem] = []
    try:
        about, problems = read_event(options.path)
        if not about.roster:
            return about, None, problems
        raw = read_bytes(about.roster, LIMIT, "a roster")
        return about, read_roster(raw, about.roster, options.deck.encoding), problems
    except BadInput as error:
        return about, None, [*problems, *error.problems]


def settled_by(about: EventFile, options: DeckOptions) -> DeckOptions:
    """The options, and what the event's file says where they say nothing."""
    limit_list = options.list or about.list
    return options._replace(
        files=about.folders,
        game=options.game or about.game,
        date=options.date or about.date,
        list=limit_list,
        cap=options.cap or (about.cap if limit_list else 0),
        event=options.event or about.name,
    )


def held(about: EventFile, roster: Roster, options: EventOptions) -> tuple[Event, dict[str, str], str]:
    """The event, the files to write, and what is printed.

    Raises BadInput for card data that cannot be read, and stale messages.
    """
    outcome = judged(about, roster, options)
    title = options.deck.event
    written = dict(asked(outcome, options, title))
    notes = dict(notes_in(options.messages, outcome, title, Speech(options.deck.lang)))
    problems = list(check_messages(options.messages, notes, [*about.read, *read_by(options.deck)]))
    problems += check_lock(options.lock, written.get(options.lock, ""))
    refuse(problems)
    return outcome, {**written, **notes}, "" if options.deck.output else rendered(outcome, options, title)


def judged(about: EventFile, roster: Roster, options: EventOptions) -> Event:
    """The event with all its decks judged, and the tables picked."""
    judge = Judge(desk_of(options.deck, True)._replace(sheets=True))
    with progress(len(about.decks()), "checking decks") as told:
        sort = options.sort or ("table" if "table" in roster.kinds else "surname")
        outcome = hold(about, roster, judge, sort, told)
    if options.pick and options.seed is not None:
        tables = (player.table for player in roster.players if player.table)
        outcome = outcome._replace(pick=pick(tables, options.pick, options.seed))
    return outcome


def notes_in(folder: str, outcome: Event, title: str, speech: Speech) -> Iterator[tuple[str, str]]:
    """The messages to write into a folder; none without one."""
    for name, text in messages(outcome, title, speech).items() if folder else ():
        yield os.path.join(folder, name), text


def asked(outcome: Event, options: EventOptions, title: str) -> Iterator[tuple[str, str]]:
    """The files that are asked for, each with its text."""
    speech = Speech(options.deck.lang)
    if options.deck.output:
        yield options.deck.output, rendered(outcome, options, title)
    if options.sheets:
        yield options.sheets, registration_sheets(outcome, title, speech)
    if options.lock:
        from judge.decks.event_lock import lock_of
        from judge.render.json import dumps

        yield options.lock, dumps(lock_of(outcome, event_words.title(outcome, title)))
    if options.counts:
        page = options.counts.lower().endswith(_PAGES)
        render = count_sheet_html if page else count_sheet_text
        yield options.counts, render(outcome, title, speech)


def rendered(outcome: Event, options: EventOptions, title: str) -> str:
    """The report in the format asked for."""
    deck, speech = options.deck, Speech(options.deck.lang)
    if deck.format == "json":
        return render_event(outcome, title)
    if deck.format == "html":
        return event_html.render(outcome, title, speech)
    return event_text.render(outcome, title, colourful() and not deck.output, width(), deck.quiet, speech)


def say_locked(outcome: Event, path: str, speech: Speech) -> None:
    """Prints how many decks a lock holds, and which it lacks: those cannot be compared later."""
    left = not_clear(outcome)
    locked = len(outcome.decks) - len(left)
    told = speech.say("event.locked", path=path, n=locked)
    if left:
        told = speech.say("event.not-locked", locked=told, files=", ".join(left))
    print(visible(told), file=sys.stderr)


def code(outcome: Event, strict: bool) -> int:
    """2 where a deck could not be read, 1 where anything else is wrong, or doubtful in a strict check."""
    codes = [code_of(deck.report, strict) for deck in outcome.decks]
    codes += [FAILS if trouble.is_error or strict else OK for trouble in outcome.troubles]
    return worst(codes)


# --- what is wrong with what was asked -----------------------------------------------------------
def check_event(options: EventOptions) -> Iterator[Problem]:
    """The faults of the options of an event."""
    yield from check_choice("--format", options.deck.format, FORMATS)
    if options.sort:
        yield from check_choice("--sort", options.sort, SORTS)
    if options.counts and not options.counts.lower().endswith((*_PAGES, *_TEXTS)):
        message = "--count-sheet is a page or a text, as its ending says"
        yield slip("--count-sheet", message, ".html or .txt", options.counts)
    yield from check_pick(options.pick, options.seed)


def check_pick(tables: int | None, seed: str | None) -> Iterator[Problem]:
    """The faults of the options on how tables are picked."""
    if tables is not None and tables < 1:
        yield slip("--pick", "--pick takes how many tables are picked", "1 or more", str(tables))
    if tables is not None and not seed:
        message = "--pick needs a seed, so that everybody can pick the same tables again"
        yield slip("--seed", message, "--seed TEXT", "none")
    if seed is not None and tables is None:
        yield slip("--pick", "--seed picks nothing by itself", "--pick N beside it", "--seed alone")


def check_roster(options: EventOptions, about: EventFile, roster: Roster) -> Iterator[Problem]:
    """Problems where an option needs something that the roster does not have."""
    tables = {player.table for player in roster.players if player.table}
    for option, wanted in (("--sort", options.sort == "table"), ("--pick", options.pick is not None)):
        if wanted and not tables:
            message, kinds = f"{option}: {roster.file} has no tables", ", ".join(sorted(roster.kinds))
            yield slip(option, message, "a column table", kinds)
    if options.pick is not None and tables and options.pick > len(tables):
        yield slip("--pick", "--pick: there are fewer tables", f"at most {len(tables)}", str(options.pick))
    if about.deadline is not None:
        yield from check_times(roster, about.deadline)


def check_times(roster: Roster, until: Moment) -> Iterator[Problem]:
    """The problems of times of the roster that cannot be compared with the deadline."""
    distance = "with its distance" if until.zoned else "without one"
    message, expected = "this time cannot be compared with the deadline", f"a time {distance} from Greenwich"
    for player in roster.players:
        if player.submitted and player.submitted.zoned != until.zoned:
            place, actual = roster.place(player, "submitted"), player.submitted.said
            told = (message, f"{expected}, as the deadline", actual)
            yield Problem(roster.file, *place, "submitted", "", *told)


def targets_of(options: EventOptions, about: EventFile) -> Iterator[Problem]:
    """The faults of the files to be written."""
    pairs = (
        ("--output", options.deck.output),
        ("--sheets", options.sheets),
        ("--lock", options.lock),
        ("--count-sheet", options.counts),
    )
    read = [*about.read, *read_by(options.deck)]
    yield from check_targets([pair for pair in pairs if pair[1]], read, about.folders)
    if options.messages:
        yield from check_folder(options.messages, about.folders)
        for option, path in pairs:
            if path and same_file(path, options.messages):
                yield slip(option, f"{option} and --messages are one path", "a file beside the folder", path)


def check_folder(folder: str, decks: Sequence[str]) -> Iterator[Problem]:
    """Problems of a folder for messages that is among the decks, or cannot be a folder."""
    yield from among_decks("--messages", folder, decks)
    if os.path.exists(folder) and not os.path.isdir(folder):
        yield slip("--messages", "--messages takes a folder", "a folder", "a file of that name")
    elif not os.path.isdir(os.path.dirname(os.path.realpath(folder))):
        message = f"--messages: there is no folder to make {folder} in"
        yield slip("--messages", message, "a folder that is there", folder)


def check_lock(path: str, text: str) -> Iterator[Problem]:
    """A problem where a lock file is there already and holds something else: it would be overwritten."""
    if path and os.path.exists(path) and not holds(path, text):
        message = f"--lock: {path} is there already, and holds something else"
        expected = "another file; or `judge deck diff --lock`, which tells what changed since"
        yield slip("--lock", message, expected, path)


def holds(path: str, text: str) -> bool:
    """Whether a file holds a text, and can be read."""
    try:
        wanted = text.encode("utf-8", "backslashreplace")
        return read_beginning(path, len(wanted) + 2).rstrip(b"\n") == wanted.rstrip(b"\n")
    except BadInput:
        return False


def check_messages(folder: str, notes: dict[str, str], read: list[str]) -> Iterator[Problem]:
    """Problems where a message would overwrite a file that is read, and where the folder holds other files,
    which would look like messages of this event.
    """
    present = [note for note in notes if os.path.lexists(note)]
    yield from check_targets((("--messages", path) for path in present), read, ())
    yield from (problem for path in present for problem in refuse_link("--messages", path))
    if folder and os.path.isdir(folder):
        ours = {os.path.basename(note) for note in notes}
        more = sorted(name for name in os.listdir(folder) if name not in ours and not name.startswith("."))
        if more:
            told = ", ".join(more[:3]) + (f" and {len(more) - 3} more" if len(more) > 3 else "")
            message = f"--messages: {folder} holds what is no message of this event"
            yield slip("--messages", message, "a new folder, or that of the last call", told)


# --- `judge deck diff --lock` --------------------------------------------------------------------------
def diff_lock(options: DeckOptions, path: str) -> int:
    """What differs between decks and their lock: 0 nothing, 1 something, 2 where that cannot be said."""
    files = [
        deck_file
        for deck_file in deck_files(options.files)
        if os.path.realpath(deck_file) != os.path.realpath(path)
    ]
    try:
        lock, judge = lock_and_judge(options, path, files)
    except BadInput as error:
        tell(error.problems, options.format)
        return BAD_INPUT
    decks = [deck for file in files for deck in entered(judge, file)]
    compared = list(against(lock, decks, dict(judge.desk.limits)))
    gone = not_there(lock, compared) if any(map(os.path.isdir, options.files)) else []
    speech = Speech(options.lang)
    bad = [
        problem_spoken(row.problem, row.deck.report.game, speech)
        for row in compared
        if row.problem is not None
    ]
    failed = OK
    if options.format == "json":
        print_json(locked_json(lock, compared, gone))
    else:
        for problem in bad:
            print(visible(speech.line(problem)), file=sys.stderr)
        failed = give(render_locked(lock, compared, gone, colourful(), width(), speech), "")
    return failed or (BAD_INPUT if bad else FAILS if gone or not all(row.same for row in compared) else OK)


def lock_and_judge(options: DeckOptions, path: str, files: Sequence[str]) -> tuple[Lock, Judge]:
    """The lock, and a judge of its game. Raises BadInput with all that is wrong with the options and it."""
    problems = check_options(options, ("text", "json"))
    if not files:
        problems.append(no_files(options))
    try:
        lock = read_lock(path)
    except BadInput as error:
        raise BadInput([*problems, *error.problems]) from None
    refuse(problems)
    games = {deck.game for deck in lock.decks}
    settled = options if options.game or len(games) != 1 else options._replace(game=games.pop())
    return lock, Judge(desk_of(settled, True))
