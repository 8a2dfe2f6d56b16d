"""Deck reports as text: the verdict, then every fault with its place, then what could not be checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from judge.decks.report import Fault, Report
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import words
from judge.render.decks.echo import echo
from judge.render.decks.layout import Brush, between, cut, painter, tabled, widths, wrapped
from judge.render.decks.spoken import all_spoken, cited
from judge.text.visible import visible

_KINDS = {"legal": "holds", "incomplete": "undecided", "illegal": "fails", "unreadable": "fails"}
_PLAYER, _NAME = 16, 32  # how narrow and how wide the column of players may be
_TITLED = 60  # how wide a line must be for an article to have its title beside it
_REMARK = 24  # how wide that of the first words of a fault must be


def render(
    reports: Sequence[Report],
    colour: bool = False,
    width: int = 100,
    quiet: bool = False,
    event: str = "",
    speech: Speech = ENGLISH,
) -> str:
    """The reports as text, `width` columns wide; with `quiet` only the decks in which something was found."""
    brush, reports = painter(colour), all_spoken(reports, speech)
    told = (
        [report for report in reports if report.faults or report.verdict != "legal"]
        if quiet
        else list(reports)
    )
    if len(reports) == 1:
        rows = list(single(told[0], width, brush, quiet, speech)) if told else []
    else:
        rows = list(several(reports, told, width, brush, quiet, event, speech))
    return "".join(f"{row.rstrip()}\n" for row in rows)


# --- one deck ------------------------------------------------------------------------------------
def single(report: Report, width: int, brush: Brush, quiet: bool, speech: Speech) -> Iterator[str]:
    """One deck: its verdict, its faults by severity, what could not be checked."""
    verdict = words.verdict(report, speech)
    about = [report.file, *([words.counts(report, speech)] if report.counts else [])]
    told = visible(speech.join("join.colon", about))
    head = list(between(f"{verdict} {told}.", visible(words.basis(report)), width))
    yield head[0].replace(verdict, brush(verdict, kind(report)), 1)
    yield from head[1:]
    if named(report):
        yield from wrapped(visible(", ".join(filter(None, (report.player, report.name)))), width)
    yield from wrapped(words.expected(report, speech), width) if report.expectations else ()
    yield from found(report, width, brush, speech)
    if not quiet:
        yield from read(report, width, speech)
        yield from checked(report, width, speech)
        yield from not_checked(report, width, speech)


def read(report: Report, width: int, speech: Speech) -> Iterator[str]:
    """What the lines were taken for, and what was left out."""
    if report.account:
        yield ""
        yield from wrapped(speech.say("report.read", account=words.account(report, speech)), width)
        if left := words.left_out(report, speech):
            told = speech.join("join.semicolon", left)
            yield from wrapped(speech.say("report.left-out", what=told), width)
        yield from echo(report, width, speech)


def checked(report: Report, width: int, speech: Speech) -> Iterator[str]:
    """What a legal deck was checked for, in one paragraph."""
    limits = words.checked(report, speech)
    if limits:
        yield ""
        yield from wrapped(speech.say("report.checked", what=limits), width)


def named(report: Report) -> bool:
    """Whether a deck's player has to be told: one that is legal is told in one line."""
    return bool(report.player or report.name) and bool(report.faults)


def kind(report: Report) -> str:
    """The style of a verdict; a deck that may yet prove illegal is not painted as legal."""
    return "undecided" if report.verdict == "legal" and report.of("unsure") else _KINDS[report.verdict]


def found(report: Report, width: int, brush: Brush, speech: Speech) -> Iterator[str]:
    """Every fault of a deck, errors first, each group under its word."""
    for severity, word in words.severities(speech):
        faults = report.of(severity)
        if faults:
            yield ""
            yield speech.say("report.above", what=word)
        for flaw in faults:
            yield from fault(flaw, report, width, brush, speech)


def fault(flaw: Fault, report: Report, width: int, brush: Brush, speech: Speech) -> Iterator[str]:
    """A fault, hanging under its place, and the cards that it speaks of."""
    told = words.articles(flaw) if width < _TITLED else cited(flaw, report, speech)
    place, bare = words.parted(flaw, report, speech, told)
    article = told if told == words.articles(flaw) else flaw.article
    for row in wrapped(bare, width, place, "    "):
        yield row.replace(f"({article}", f"({brush(article, 'article')}", 1) if article else row
    for card in words.concerned(flaw, speech):
        yield from wrapped(card, width, "    - ", "      ")


def not_checked(report: Report, width: int, speech: Speech) -> Iterator[str]:
    """The limits that could not be checked, in one paragraph."""
    limits = words.not_checked(report, speech)
    if limits:
        yield ""
        yield from wrapped(speech.say("report.not-checked", what=limits), width)


# --- several decks -------------------------------------------------------------------------------
def several(
    reports: Sequence[Report],
    told: Sequence[Report],
    width: int,
    brush: Brush,
    quiet: bool,
    event: str,
    speech: Speech,
) -> Iterator[str]:
    """Many decks: the totals, a row for each, and the faults."""
    title, totals = visible(words.titled(event, reports)), words.told_totals(reports, speech)
    line = speech.join("join.colon", (title, totals)) if title else totals.capitalize()
    yield from between(f"{line}.", visible("; ".join(words.bases(reports))), width)
    if told:
        yield ""
        yield from table(told, width, brush, speech)
    for report in told:
        if report.faults or (not quiet and (report.heard or words.left_out(report, speech))):
            yield ""
            yield from block(report, width, brush, quiet, speech)
    if not quiet:
        yield from limits_of(reports, width, speech)


def limits_of(reports: Sequence[Report], width: int, speech: Speech) -> Iterator[str]:
    """What the decks were checked for, and what could not be."""
    told = (words.checked(report, speech) for report in reports)
    for limits in dict.fromkeys(filter(None, told)):
        yield from ("", *wrapped(speech.say("report.checked-in", what=limits), width))
    if unchecked := words.never_checked(reports, speech):
        told_of = speech.join("join.colon", (speech.say("report.never-checked"), unchecked))
        yield from ("", *wrapped(f"{told_of}.", width))


def block(report: Report, width: int, brush: Brush, quiet: bool, speech: Speech) -> Iterator[str]:
    """The faults of one deck of many under its player's name."""
    name = visible(words.who(report) + (f" ({report.file})" if words.who(report) != report.file else ""))
    verdict = words.verdict_inside(report, speech)
    about = f", {visible(words.counts(report, speech))}" if report.counts else ""
    for row in wrapped(speech.join("join.colon", (name, verdict + about)), width):
        yield row.replace(verdict, brush(verdict, kind(report)), 1)
    yield from wrapped(words.expected(report, speech), width) if report.expectations else ()
    yield from list(found(report, width, brush, speech))[1:]
    yield from () if quiet else list(read(report, width, speech))[1:]


def table(reports: Sequence[Report], width: int, brush: Brush, speech: Speech) -> Iterator[str]:
    """One row a deck: verdict, player, cards in each part, faults, and the first fault where it fits."""
    rows = cells_of(reports, True, speech)
    if sum(widths(rows)) - widths(rows)[1] + _PLAYER + 2 * (len(rows[0]) - 1) > width:
        rows = cells_of(reports, False, speech)
    sizes = widths(rows)
    sizes[1], rest = shares(sizes, width)
    right = (False, False, *[True] * (len(sizes) - 2), False)
    for at, row in enumerate(rows):
        note = reports[at - 1] if at else None
        report = remark(note) if note and rest >= _REMARK else ""
        name = cut(row[1], sizes[1], start=note is not None and visible(note.file).endswith(row[1]))
        texts = tabled((row[0], name, *row[2:], report), (*sizes, rest), right)
        yield "  ".join([brush(texts[0], kind(note)) if note else texts[0], *texts[1:]])


def shares(sizes: Sequence[int], width: int) -> tuple[int, int]:
    """How much of a line the player's name gets, and how much is left for the first words of a fault."""
    room = width - sum(sizes) + sizes[1] - 2 * (len(sizes) - 1)
    most = room if room < _PLAYER + _REMARK + 2 else min(room - _REMARK - 2, _NAME)
    player = max(_PLAYER, min(sizes[1], most))
    return player, max(0, room - player - 2)


def cells_of(reports: Sequence[Report], apart: bool, speech: Speech) -> list[list[str]]:
    """The cells of the table, its heads first; `apart`: a column for each part, otherwise one for all."""
    ids = list(dict.fromkeys(part for report in reports for part, _, _ in words.parts(report)))
    names = Counter(map(words.who, reports))
    rows = [heads(reports, apart, speech)]
    doubtful = any(words.doubts(report) for report in reports)
    for deck, file in zip(reports, words.short_files(reports), strict=True):
        who = words.who(deck)
        told = visible(file if names[who] > 1 or who == deck.file else who)
        lines = str(deck.account.lines) if deck.account else ""
        numbers = [len(deck.of("error")), *[len(words.doubts(deck))] * doubtful]
        cards = map(visible, counts_of(deck, ids, apart))
        first = (words.verdict_word(deck, speech), told, lines)
        rows.append([*first, *cards, *(str(count or "") for count in numbers)])
    return rows


def heads(reports: Sequence[Report], apart: bool, speech: Speech) -> list[str]:
    """The heads of the table."""
    parts = part_heads(reports, speech) if apart else [speech.say("head.cards")]
    doubts = ["doubts"] if any(words.doubts(report) for report in reports) else []
    first, last = ("verdict", "player", "lines" if apart else "read"), ("faults", *doubts)
    told = [[speech.say(f"head.{word}") for word in some] for some in (first, last)]
    return [*told[0], *parts, *told[1]]


def part_heads(reports: Sequence[Report], speech: Speech) -> list[str]:
    """The heads of the columns of parts, for all decks."""
    columns: dict[str, str] = {}
    for report in reports:
        for (part, _, _), name in zip(words.parts(report), words.part_ids(report, speech), strict=True):
            columns.setdefault(part, visible(name))
    return list(columns.values())


def counts_of(report: Report, ids: Sequence[str], apart: bool) -> list[str]:
    """How many cards each part holds, in a cell each or all in one."""
    counts = {part: str(count) for part, _, count in words.parts(report)}
    return [counts.get(part, "") for part in ids] if apart else ["+".join(counts.values())]


def remark(report: Report) -> str:
    """The message of the first fault in a report; "" if there is none."""
    return visible(report.faults[0].message) if report.faults else ""
