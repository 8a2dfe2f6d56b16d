"""Words that all formats of deck reports share: verdicts, totals, places, cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from posixpath import commonpath
from typing import Final

from judge.decks.report import SEVERITIES, VERDICTS, Concerned, Entry, Fault, Report, Unchecked
from judge.decks.speech import Speech
from judge.errors import Problem
from judge.rulebook.translations import HOME
from judge.text.visible import visible

LEVELS: Final = {"error": "error", "unsure": "warning", "warning": "warning"}  # of code hosts, by severity


def severities(speech: Speech) -> Iterator[tuple[str, str]]:
    """The severities of findings in the order of printing, each with the word above them."""
    yield from ((severity, speech.say(f"severity.{severity}")) for severity in SEVERITIES)


# --- a deck --------------------------------------------------------------------------------------
def who(report: Report) -> str:
    """The player of a deck; its name or its file when that is not known."""
    return report.player or report.name or report.file


def parts(report: Report) -> list[tuple[str, str, int]]:
    """Each part of a deck with its name and number of cards, in the rulebook's order."""
    names, counts = report.part_names, report.counts
    known = [*names, *sorted(set(counts) - set(names))]
    return [(part, names.get(part, part), counts[part]) for part in known if part in counts]


def part_order(report: Report) -> list[str]:
    """The parts in which a deck may have cards: the rulebook's, then those that only its file names."""
    return [*report.part_names, *sorted({entry.part for entry in report.entries} - set(report.part_names))]


def part_ids(report: Report, speech: Speech) -> list[str]:
    """Short names of the parts: in English the rulebook's ids."""
    return [part if speech.lang == HOME else name for part, name, _ in parts(report)]


def counts(report: Report, speech: Speech) -> str:
    """The cards of each part in a few words: `leader 1, deck 50`."""
    numbers = (count for _, _, count in parts(report))
    return ", ".join(f"{part} {count}" for part, count in zip(part_ids(report, speech), numbers, strict=True))


def doubts(report: Report) -> list[Fault]:
    """The findings that are no errors, and so leave a deck as legal as it is."""
    return [fault for fault in report.faults if fault.severity != "error"]


def verdict(report: Report, speech: Speech) -> str:
    """The verdict as a sentence that promises no more than was checked."""
    if report.verdict != "legal":
        return f"{speech.say(f'verdict.{report.verdict}').capitalize()}."
    if report.of("unsure"):
        return speech.say("report.legal-unsure", n=len(doubts(report)))
    return speech.say("report.legal-unchecked" if report.unchecked else "report.legal")


def verdict_word(report: Report, speech: Speech) -> str:
    """The verdict in a word."""
    return speech.say(f"verdict.{report.verdict}")


def verdict_inside(report: Report, speech: Speech) -> str:
    """The verdict as a part of a sentence."""
    told = verdict(report, speech).rstrip(".")
    return told[:1].lower() + told[1:]


def basis(report: Report) -> str:
    """What a deck was judged by: the game, the rulebook's version, the limit list and its hash."""
    book = " ".join(part for part in (report.game, report.version) if part)
    edition = f", {report.edition}" if report.edition and report.counts else ""
    return " · ".join(part for part in (f"{book}{edition}", limit_list(report)) if part)


def limit_list(report: Report) -> str:
    """The limit list with its hash; "" for none."""
    return f"{report.list} ({report.list_hash})" if report.list and report.list_hash else report.list


def short_files(reports: Sequence[Report]) -> list[str]:
    """The decks' files without the folder that all of them are in."""
    files = [report.file for report in reports]
    folders = {file.rpartition("/")[0] for file in files}
    shared = (
        f"{commonpath(folders)}/"
        if len(folders) > 1 and len({path[:1] == "/" for path in files}) == 1
        else f"{min(folders)}/"
    )
    return [file.removeprefix(shared) or file for file in files]


def with_short_files(reports: Sequence[Report]) -> list[Report]:
    """The reports with the names of their files shortened by the folder that all of them are in."""
    if not reports:
        return []
    return [in_file(report, file) for report, file in zip(reports, short_files(reports), strict=True)]


def in_file(report: Report, file: str) -> Report:
    """A report with another name for its file, also in its faults."""
    faults = (fault._replace(file=file) if fault.file == report.file else fault for fault in report.faults)
    return report._replace(file=file, faults=tuple(faults))


# --- a fault -------------------------------------------------------------------------------------
def articles(fault: Fault) -> str:
    """The articles of a fault, the one that it breaks first."""
    return ", ".join(article for article in (fault.article, *fault.also) if article)


def file_of(fault: Fault, report: Report) -> str:
    """The file in which a fault stands."""
    return fault.file or report.file


def problem(fault: Fault, report: Report) -> Problem:
    """A fault as the problem that it is, so that it reads like every other;
    what its message says is not told twice.
    """
    given, allowed = (
        "" if said(value, fault.message) else value for value in (str(fault.found), fault.allowed)
    )
    return Problem(file_of(fault, report), fault.line, fault.column, "", articles(fault), fault.message,
                   allowed, given, fault.hint)  # fmt: skip


def said(words: str, message: str) -> bool:
    """Does a message contain these words as whole words?"""
    told, whole = (f" {text} ".replace(",", " ").replace(":", " ") for text in (words, message))
    return told in whole


def line_of(fault: Fault, report: Report, speech: Speech) -> str:
    """A fault as one line: `file:line:column: message (article: expected at most 4, found 5)`."""
    return visible(speech.line(problem(fault, report)))


def details(fault: Fault, report: Report, speech: Speech) -> str:
    """A fault as one line, without its place."""
    return visible(speech.line(problem(fault, report)._replace(file="", line=0)))


def parted(fault: Fault, report: Report, speech: Speech, articles: str) -> tuple[str, str]:
    """The place of a fault, and the rest of its line, with its articles as they are to be told."""
    place, told = speech.parts(problem(fault, report)._replace(article=articles))
    return visible(place), visible(told)


def card(entry: Concerned | Entry) -> str:
    """A card by name and number."""
    if entry.name and entry.card and entry.name != entry.card:
        return f"{entry.name} ({entry.card})"
    return entry.name or entry.card


def lines(numbers: Sequence[int], speech: Speech) -> str:
    """Line numbers as people say them: `line 7`, `lines 7, 12`; "" for none."""
    told = [str(number) for number in numbers if number]
    return speech.say("report.lines", n=len(told), lines=", ".join(told)) if told else ""


def concerned(fault: Fault, speech: Speech) -> list[str]:
    """The cards that a fault speaks of, where the fault's own line does not say it all."""
    if len(fault.cards) < 2 and all(len(entry.lines) < 2 for entry in fault.cards):
        return []
    return [
        visible(
            ", ".join(part for part in (f"{entry.count} {card(entry)}", lines(entry.lines, speech)) if part)
        )
        for entry in fault.cards
    ]


def unchecked(report: Report, speech: Speech) -> Iterator[str]:
    """The limits that could not be checked, those with one reason together:
    `at most 1 card with … (10-14-1): why`.
    """
    reasons: dict[str, list[str]] = {}
    for limit in report.unchecked:
        reasons.setdefault(limit.why, []).append(with_article(limit))
    for why, limits in reasons.items():
        told = list(dict.fromkeys(limits))
        whole = [speech.join("join.colon", (speech.join("join.semicolon", told), why))] if why else told
        yield from map(visible, whole)


def with_article(limit: Unchecked) -> str:
    """A limit that could not be checked, with its article and without the reason."""
    what = limit.message.removesuffix(limit.why).rstrip(": \u202f")
    return f"{what} ({limit.article})" if limit.article else what


def checked(report: Report, speech: Speech) -> str:
    """What a legal deck was checked for, each with its articles; "" for a deck that is not."""
    if report.verdict != "legal" or not report.checked:
        return ""
    told = [f"{what} ({rule})" if rule else what for what, rule in report.checked]
    return visible(f"{speech.join('join.semicolon', told)}.")


def not_checked(report: Report, speech: Speech) -> str:
    """The limits that could not be checked, as sentences; "" when everything was checked."""
    limits = list(unchecked(report, speech))
    return (
        ". ".join([*limits[:1], *(limit[:1].upper() + limit[1:] for limit in limits[1:])]) + "."
        if limits
        else ""
    )


def expected(report: Report, speech: Speech) -> str:
    """Whether the deck is as its own file expects, and which parts of that hold or fail;
    "" where it expects nothing.
    """
    if not report.expectations:
        return ""
    failing = [expectation.path for expectation in report.expectations if not expectation.ok]
    told = failing or [expectation.path for expectation in report.expectations]
    return visible(speech.say("report.unexpected" if failing else "report.expected", what=", ".join(told)))


# --- what became of the lines --------------------------------------------------------------------
_LINES: Final = ("cards", "heading", "about", "comment", "blank", "mark", "left out", "problem")
_NAMED: Final = 8  # runs of lines that are told one by one


def account(report: Report, speech: Speech) -> str:
    """What the lines of a deck were taken for: `57 lines: 52 with cards, 3 headings, 2 blank;
    51 cards counted`.
    """
    counted = report.account
    if counted is None:
        return ""
    counts = ((counted.kinds.get(kind, 0), kind) for kind in _LINES)
    told = ", ".join(of_kind(kind, count, speech) for count, kind in counts if count)
    whole = speech.say("number.line", n=counted.length)
    some = speech.say("number.of", number=counted.lines, whole=whole)
    lines = whole if counted.lines == counted.length else some
    return speech.say("report.account", lines=lines, kinds=told, n=counted.cards)


def of_kind(kind: str, count: int, speech: Speech) -> str:
    """The number of lines of a kind, in words."""
    return speech.say(f"lines.{kind.replace(' ', '-')}", n=count)


def left_out(report: Report, speech: Speech) -> list[str]:
    """The lines that say nothing that counts, for one reason together: `lines 55-58: a mail signature`."""
    reasons: dict[str, list[int]] = {}
    for entry in report.account.left if report.account else ():
        if entry.kind not in ("comment", "problem"):
            why = entry.why if entry.kind != "cards" else entry.why.partition(": ")[0].rstrip()
            reasons.setdefault(why, []).append(entry.line)
    told = ((runs(lines, speech), why) for why, lines in reasons.items())
    return [visible(speech.join("join.colon", pair)) for pair in told]


def runs(numbers: Sequence[int], speech: Speech) -> str:
    """Line numbers, those in a row together: `line 7`, `lines 3, 5-9`."""
    spans: list[list[int]] = []
    for number in dict.fromkeys(numbers):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    told = [str(first) if first == last else f"{first}-{last}" for first, last in spans]
    named = ", ".join(told[:_NAMED])
    if len(spans) > _NAMED:
        named = speech.say("report.more", named=named, number=len(spans) - _NAMED)
    return speech.say("report.lines", n=len(set(numbers)), lines=named)


# --- several decks -------------------------------------------------------------------------------
def totals(reports: Iterable[Report]) -> dict[str, int]:
    """How many decks have each verdict, in the order of the verdicts."""
    tally = dict.fromkeys(VERDICTS, 0)
    for report in reports:
        tally[report.verdict] += 1
    return tally


def told_totals(reports: Iterable[Report], speech: Speech) -> str:
    """The totals in a line: `412 legal, 85 illegal`."""
    told = [speech.say(f"totals.{kind}", n=count) for kind, count in totals(reports).items() if count]
    return ", ".join(told) or speech.say("totals.none")


def never_checked(reports: Sequence[Report], speech: Speech) -> str:
    """The limits that could not be checked, and in how many decks; "" when all could."""
    decks: dict[str, set[int]] = {}
    for at, report in enumerate(reports):
        for note in report.unchecked:
            decks.setdefault(with_article(note), set()).add(at)
    told = (speech.say("report.in-decks", limit=limit, n=len(indices)) for limit, indices in decks.items())
    return visible(speech.join("join.semicolon", list(told)))


def bases(reports: Iterable[Report]) -> list[str]:
    """Everything that some deck was judged by, each once."""
    return [base for base in dict.fromkeys(map(basis, reports)) if base]


def books(reports: Iterable[Report], speech: Speech) -> list[str]:
    """The rulebooks in full: `Dragon Ball Super Card Game, rulebook 1.078`."""
    rows = [
        (
            report.game_title or report.game,
            speech.say("report.book", version=report.version) if report.version else "",
        )
        for report in reports
    ]
    return list(dict.fromkeys(", ".join(part for part in row if part) for row in rows if row[0]))


def lists(reports: Iterable[Report]) -> list[str]:
    """The limit lists that some deck was judged by, with their hashes."""
    return list(dict.fromkeys(limit_list(report) for report in reports if report.list))


def titled(event: str, reports: Sequence[Report]) -> str:
    """The event: as asked for, or as all decks that name one name it."""
    named = list(dict.fromkeys(report.event for report in reports if report.event))
    return event or (named[0] if len(named) == 1 else "")
