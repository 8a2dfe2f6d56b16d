"""`judge deck event`: an event's roster against its decks, and everything that is written of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from judge.cli.codes import BAD_INPUT, FAILS, OK, worst
from judge.cli.deck_options import DeckOptions
from judge.cli.decks import code_of, progress
from judge.cli.desk import check_options, desk_of, read_by
from judge.cli.options import check_choice, slip
from judge.cli.output import colourful, emit, tell, width
from judge.cli.together import check_targets, write_together
from judge.decks.desk import Judge
from judge.decks.event import SORTS, Event
from judge.decks.event_file import EventFile, read_event
from judge.decks.event_intake import hold
from judge.decks.event_numbers import not_clear
from judge.decks.event_picking import pick
from judge.decks.event_roster import Roster, read_roster
from judge.decks.formats import LIMIT
from judge.decks.report import number
from judge.errors import BadInput, Problem
from judge.render.decks import event_counts, event_html, event_json, event_sheets, event_text, event_words
from judge.render.decks.event_messages import messages
from judge.source import read_bytes
from judge.visible import visible

FORMATS: Final = ("text", "json", "html")
_PAGES: Final = (".html", ".htm")
_TEXTS: Final = (".txt", ".text")


class EventOptions(NamedTuple):
    """What is asked of an event, as it was written."""

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
        about, roster, settled = opened(options)
        texts = held(options, about, roster, settled)
    except BadInput as error:
        tell(error.problems, "json" if options.deck.format == "json" else "text")
        return BAD_INPUT
    found, written, printed = texts
    failed = write_together(written, options.messages)
    if failed:
        tell(failed)
        return BAD_INPUT
    if options.lock:
        say_locked(found, options.lock)
    if printed:
        problem = emit(printed)
        if problem:
            tell([problem])
            return BAD_INPUT
    return code(found, options.deck.strict)


def opened(options: EventOptions) -> tuple[EventFile, Roster, EventOptions]:
    """The event and its roster, and the options with what the event says.

    Raises BadInput with all that is wrong with them.
    """
    problems = list(check_event(options))
    about, roster = None, None
    try:
        about, wrong = read_event(options.path)
        problems += wrong
        if about.roster:
            roster = read_roster(
                read_bytes(about.roster, LIMIT, "a roster"), about.roster, options.deck.encoding
            )
    except BadInput as error:
        problems += error.problems
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


def held(
    options: EventOptions, about: EventFile, roster: Roster, settled: EventOptions
) -> tuple[Event, dict[str, str], str]:
    """The event, the files to write, and what is printed.

    Raises BadInput for card data that cannot be read, and stale messages.
    """
    files = about.decks()
    with progress(len(files)) as told:
        found = hold(
            about,
            roster,
            Judge(desk_of(settled.deck, True)._replace(sheets=True)),
            sort_of(options, roster),
            told,
        )
    if options.pick and options.seed is not None:
        found = found._replace(
            pick=pick((one.table for one in roster.players if one.table), options.pick, options.seed)
        )
    title = settled.deck.event
    written = dict(asked(found, options, title))
    notes = (
        {os.path.join(options.messages, name): text for name, text in messages(found, title).items()}
        if options.messages
        else {}
    )
    problems = list(check_messages(options.messages, notes, [*about.read, *read_by(settled.deck)]))
    problems += check_lock(options.lock, written.get(options.lock, ""))
    if problems:
        raise BadInput(problems)
    return found, {**written, **notes}, "" if options.deck.output else rendered(found, options, title)


def sort_of(options: EventOptions, roster: Roster) -> str:
    """What is sorted by, where that was not said: by table where there are some."""
    return options.sort or ("table" if "table" in roster.kinds else "surname")


def asked(found: Event, options: EventOptions, title: str) -> Iterator[tuple[str, str]]:
    """The files that are asked for, each with its text."""
    if options.deck.output:
        yield options.deck.output, rendered(found, options, title)
    if options.sheets:
        yield options.sheets, event_sheets.render(found, title)
    if options.lock:
        from judge.decks.event_lock import lock_of
        from judge.render.json import dumps

        yield options.lock, dumps(lock_of(found, event_words.title(found, title)))
    if options.counts:
        page = options.counts.lower().endswith(_PAGES)
        yield options.counts, (event_counts.render_html if page else event_counts.render_text)(found, title)


def rendered(found: Event, options: EventOptions, title: str) -> str:
    """The report in the format asked for."""
    if options.deck.format == "json":
        return event_json.render(found, title)
    if options.deck.format == "html":
        return event_html.render(found, title)
    return event_text.render(
        found, title, colourful() and not options.deck.output, width(), options.deck.quiet
    )


def say_locked(found: Event, path: str) -> None:
    """How many decks a lock holds, and which it does not: what is not under lock cannot be compared later."""
    left = not_clear(found)
    locked = len(found.decks) - len(left)
    told = f"{path}: {number(locked, 'deck')} locked"
    more = f"; not locked, as unreadable, double or nobody's: {', '.join(left)}" if left else ""
    print(visible(told + more), file=sys.stderr)


def code(found: Event, strict: bool) -> int:
    """2 where a deck could not be read, 1 where anything else is wrong, or doubtful in a strict check."""
    codes = [code_of(one.report, strict) for one in found.decks]
    codes += [FAILS if one.is_error or strict else OK for one in found.troubles]
    return worst(codes)


# --- what is wrong with what was asked -----------------------------------------------------------
def check_event(options: EventOptions) -> Iterator[Problem]:
    """What is wrong with the options of an event themselves."""
    yield from check_choice("--format", options.deck.format, FORMATS)
    if options.sort:
        yield from check_choice("--sort", options.sort, SORTS)
    if options.counts and not options.counts.lower().endswith((*_PAGES, *_TEXTS)):
        yield slip(
            "--count-sheet",
            "--count-sheet is a page or a text, as its ending says",
            ".html or .txt",
            options.counts,
        )
    if options.pick is not None and options.pick < 1:
        yield slip("--pick", "--pick takes how many tables are picked", "1 or more", str(options.pick))
    if options.pick is not None and not options.seed:
        yield slip(
            "--seed",
            "--pick needs a seed, so that everybody can pick the same tables again",
            "--seed TEXT",
            "none",
        )
    if options.seed is not None and options.pick is None:
        yield slip("--pick", "--seed picks nothing by itself", "--pick N beside it", "--seed alone")


def check_roster(options: EventOptions, about: EventFile, roster: Roster) -> Iterator[Problem]:
    """What is asked of a roster that has not got it."""
    tables = {one.table for one in roster.players if one.table}
    for option, wanted in (("--sort", options.sort == "table"), ("--pick", options.pick is not None)):
        if wanted and not tables:
            yield slip(
                option,
                f"{option}: {roster.file} has no tables",
                "a column table",
                ", ".join(sorted(roster.kinds)),
            )
    if options.pick is not None and tables and options.pick > len(tables):
        yield slip("--pick", "--pick: there are fewer tables", f"at most {len(tables)}", str(options.pick))
    until = about.deadline
    for one in roster.players:
        if until and one.submitted and one.submitted.zoned != until.zoned:
            expected = (
                "a time with its distance from Greenwich, as the deadline"
                if until.zoned
                else "a time without one from Greenwich, as the deadline"
            )
            yield Problem(
                roster.file,
                *roster.place(one, "submitted"),
                "submitted",
                "",
                "this time cannot be compared with the deadline",
                expected,
                one.submitted.said,
            )


def targets_of(options: EventOptions, about: EventFile) -> Iterator[Problem]:
    """What is wrong with the files to write."""
    pairs = (
        ("--output", options.deck.output),
        ("--sheets", options.sheets),
        ("--lock", options.lock),
        ("--count-sheet", options.counts),
    )
    read = [*about.read, *read_by(options.deck)]
    yield from check_targets([one for one in pairs if one[1]], read, about.folders)
    if options.messages:
        from judge.cli.together import within

        for folder in about.folders:
            if within(options.messages, folder):
                yield slip(
                    "--messages",
                    f"--messages would write into {folder}, whose every file is read as a deck",
                    "another folder",
                    options.messages,
                )
        if os.path.exists(options.messages) and not os.path.isdir(options.messages):
            yield slip("--messages", "--messages takes a folder", "a folder", "a file of that name")
        elif not os.path.isdir(os.path.dirname(os.path.realpath(options.messages))):
            yield slip(
                "--messages",
                f"--messages: there is no folder to make {options.messages} in",
                "a folder that is there",
                options.messages,
            )


def check_lock(path: str, text: str) -> Iterator[Problem]:
    """A lock that is there already, and would be another: what it locked would be forgotten."""
    if path and os.path.exists(path):
        try:
            with open(path, encoding="utf-8", errors="backslashreplace", newline="") as stream:
                same = stream.read(len(text) + 2).rstrip("\n") == text.rstrip("\n")
        except OSError:
            same = False
        if not same:
            message = f"--lock: {path} is there already, and holds something else"
            yield slip(
                "--lock",
                message,
                "another file; or `judge deck diff --lock`, which tells what changed since",
                path,
            )


def check_messages(folder: str, notes: dict[str, str], read: list[str]) -> Iterator[Problem]:
    """Files that are read, or that would lie among the messages as if they were of them."""
    yield from check_targets((("--messages", one) for one in notes if os.path.exists(one)), read, ())
    if folder and os.path.isdir(folder):
        ours = {os.path.basename(one) for one in notes}
        more = sorted(one for one in os.listdir(folder) if one not in ours and not one.startswith("."))
        if more:
            told = ", ".join(more[:3]) + (f" and {len(more) - 3} more" if len(more) > 3 else "")
            yield slip(
                "--messages",
                f"--messages: {folder} holds what is no message of this event",
                "a new folder, or that of the last call",
                told,
            )
