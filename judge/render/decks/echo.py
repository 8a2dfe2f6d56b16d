"""The list as it was understood, for the player to confirm: as text, as data, and as pages with a line to
sign, for a phone and for paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from judge.decks.formats.shapes import kinds_of
from judge.decks.report import Heard, Left, Report
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import words
from judge.render.decks.layout import between, cut, padded, wrapped
from judge.render.decks.spoken import all_spoken
from judge.render.decks.style import CONFIRM, REPORT
from judge.render.markup import apart, page, tag, text
from judge.text.visible import visible

JsonTable = dict[str, object]

_SHOWN: Final = 60  # characters of a line as it was written
_LEFT: Final = ("left out", "comment", "problem")  # kinds of lines of which nothing counts


def groups(report: Report, speech: Speech) -> dict[str, list[Heard]]:
    """The cards under the names of their parts, in the rulebook's order."""
    parts: dict[str, list[Heard]] = {}
    for heard in report.heard:
        name = report.part_names.get(heard.part, heard.part) or speech.say("part.unplaced")
        parts.setdefault(name[:1].upper() + name[1:], []).append(heard)
    return parts


def places(heard: Heard) -> str:
    """The lines of a card: `7`, `7-9`."""
    return str(heard.line) if heard.line == heard.last else f"{heard.line}-{heard.last}"


def card(heard: Heard) -> str:
    """A card as it was understood."""
    return " ".join(dict.fromkeys(part for part in (heard.card, heard.name) if part))


def remark(heard: Heard, report: Report, speech: Speech) -> str:
    """The problem of a line: a card that nobody knows, and what was left out."""
    strange = not heard.known and any(other.known for other in report.heard)
    notes = [speech.say("echo.unknown")] if strange else []
    notes += [speech.say("echo.written", line=said(heard))] if said(heard) else []
    kinds = speech.told(kinds_of(heard.tail), {}) if heard.tail else ""
    notes += [speech.say("echo.left-out", kinds=kinds)] if kinds else []
    return speech.join("join.semicolon", notes)


def said(heard: Heard) -> str:
    """A line as it was written, where it says it otherwise than it was understood."""
    told = (card(heard), heard.name, heard.card)
    plain = heard.line != heard.last or heard.said in (*told, *(f"{heard.count} {text}" for text in told))
    return "" if plain else cut(visible(heard.said), _SHOWN)


def not_counted(report: Report, speech: Speech = ENGLISH) -> list[tuple[int, str, str]]:
    """Every line that counts for nothing, as written, and why: left out, a comment, not understood."""
    left = report.account.left if report.account else ()
    return [(entry.line, entry.said, why_not(entry, speech)) for entry in left if entry.kind in _LEFT]


def why_not(entry: Left, speech: Speech) -> str:
    """Why a line counts for nothing."""
    return speech.say("echo.not-understood", why=entry.why) if entry.kind == "problem" else entry.why


# --- as text -------------------------------------------------------------------------------------
def echo(report: Report, width: int, speech: Speech = ENGLISH) -> Iterator[str]:
    """Every card with its line, part by part; then every line that counts for nothing."""
    if not report.heard:
        return
    yield ""
    yield speech.say("echo.understood")
    size = max(len(places(entry)) for entry in report.heard)
    for name, cards in groups(report, speech).items():
        yield from between(
            speech.join("join.colon", (visible(name), str(sum(entry.count for entry in cards)))), "", width
        )
        for note in cards:
            first = f"{padded(places(note), size + 2, right=True)}: {note.count:>3} "
            more = f" ({heard})" if (heard := remark(note, report, speech)) else ""
            yield from wrapped(visible(card(note) + more), width, first, " " * len(first))
    yield from left(report, size, width, speech)


def left(report: Report, size: int, width: int, speech: Speech) -> Iterator[str]:
    """Every line that counts for nothing, and why."""
    rows = not_counted(report, speech)
    if rows:
        yield speech.say("report.above", what=speech.say("echo.not-counted"))
    for line, raw, why in rows:
        first = f"{padded(str(line), size + 2, right=True)}: "
        yield from wrapped(visible(f"{cut(visible(raw), _SHOWN)} ({why})"), width, first, " " * len(first))


def render(reports: Sequence[Report], width: int, event: str = "", speech: Speech = ENGLISH) -> str:
    """The lists of all decks as text, each to be confirmed."""
    told = enumerate(all_spoken(reports, speech))
    rows = (row for at, report in told for row in sheet(report, width, event, at > 0, speech))
    return "".join(f"{row.rstrip()}\n" for row in rows)


def sheet(report: Report, width: int, event: str, later: bool, speech: Speech) -> Iterator[str]:
    """One deck: whose it is, what was read of it, and a line to sign."""
    if later:
        yield from ("", "-" * min(width, 60), "")
    title = dotted(words.who(report), report.player_id, report.name, event or report.event)
    yield from wrapped(visible(speech.join("join.colon", (speech.say("echo.title"), title))), width)
    yield from wrapped(visible(dotted(report.file, words.basis(report), words.counts(report, speech))), width)
    yield ""
    account = words.account(report, speech)
    read = speech.say("report.read", account=account) if account else speech.say("echo.unread")
    yield from wrapped(read, width)
    yield from echo(report, width, speech) if report.heard else unread(report, width, speech)
    yield ""
    yield speech.say("echo.mine")


def dotted(*parts: str) -> str:
    """The texts that are not empty, with dots between them."""
    return " · ".join(filter(None, parts))


def unread(report: Report, width: int, speech: Speech) -> Iterator[str]:
    """The lines that could not be understood in a file that holds no readable list."""
    yield ""
    yield from left(report, 1, width, speech)
    for fault in report.of("error") if report.account is None else ():
        yield from wrapped(words.line_of(fault, report, speech), width, "", "    ")


# --- as data -------------------------------------------------------------------------------------
def document(reports: Sequence[Report], event: str = "") -> JsonTable:
    """The lists of all decks as plain data, schema `judge.echo/1`."""
    return {
        "schema": "judge.echo/1",
        "event": words.titled(event, reports),
        "decks": [deck(report) for report in reports],
    }


def deck(report: Report) -> JsonTable:
    """One deck: whose it is, its lines, its cards."""
    about = {key: getattr(report, key) for key in ("file", "game", "player", "player_id", "name", "date")}
    counts = {part: count for part, _, count in words.parts(report)}
    return {
        **about,
        "counts": counts,
        "lines": lines(report),
        "cards": cards(report),
        "not_counted": [{"line": line, "said": text, "why": why} for line, text, why in not_counted(report)],
    }


def lines(report: Report) -> JsonTable | None:
    """What the lines were taken for, and what of them was left out."""
    account = report.account
    if account is None:
        return None
    kinds = {kind.replace(" ", "_"): count for kind, count in account.kinds.items()}
    return {"file": account.length, "deck": account.lines, **kinds, "cards_counted": account.cards,
            "left": [entry._asdict() for entry in account.left]}  # fmt: skip


def cards(report: Report) -> list[JsonTable]:
    """Every card as it was understood."""
    return [{**heard._asdict(), "part": heard.part or None} for heard in report.heard]


# --- as pages to sign, one for each deck ---------------------------------------------------------------
def confirm_page(reports: Sequence[Report], event: str = "", speech: Speech = ENGLISH) -> str:
    """One page with a sheet for every deck; each begins a new page of paper."""
    reports = words.with_short_files(all_spoken(reports, speech))
    title = words.titled(event, reports)
    sheets = "\n".join(confirm_sheet(report, title, speech) for report in reports) or tag(
        "p", speech.say("page.no-decks")
    )
    return page(title or speech.say("echo.title"), REPORT + CONFIRM, tag("main", sheets), speech.lang)


def confirm_sheet(report: Report, event: str, speech: Speech) -> str:
    """One deck: whose it is, what was read of it, and a line to sign."""
    who = words.who(report)
    read = f"{words.account(report, speech)}." if report.account else speech.say("echo.unread")
    facts = (report.player_id, report.name, event, report.date, report.file)
    about = [fact for fact in facts if fact and fact != who]
    rows = [
        tag("p", speech.say("echo.title"), "dim"),
        tag("h1", apart(who)),
        tag("p", " · ".join(map(apart, about)), "dim") if about else "",
        tag("p", apart(read)),
        listed(report, speech),
        tag("p", speech.say("page.mine"), "sign"),
    ]
    return tag("section", "\n".join(filter(None, rows)), "confirm")


def listed(report: Report, speech: Speech) -> str:
    """Every card with its line, part by part; then every line that counts for nothing."""
    return tag("div", "\n".join(tables(report, speech)), "listed")


def tables(report: Report, speech: Speech) -> Iterator[str]:
    """A table for each part, and one of what was not counted."""
    for name, cards in groups(report, speech).items():
        rows = [card_cells(heard, report, speech) for heard in cards]
        total = str(sum(heard.count for heard in cards))
        yield table(speech.join("join.colon", (name, total)), rows, speech)
    left = [tag("td", str(line), "n") + tag("td", apart(written) + tag("div", apart(why), "dim"), colspan="2")
            for line, written, why in not_counted(report, speech)]  # fmt: skip
    if left:
        body = tag("tbody", "\n".join(tag("tr", row) for row in left))
        yield tag("h2", speech.say("echo.not-counted")) + tag("table", body, "echo")
    if report.account is None:
        problems = (words.details(fault, report, speech) for fault in report.of("error"))
        yield tag("ul", "\n".join(tag("li", apart(problem)) for problem in problems))


def table(title: str, rows: Sequence[str], speech: Speech) -> str:
    """One part of a deck."""
    heads = (("copies", "n"), ("card", ""), ("line", "n"))
    told = (tag("th", speech.say(f"head.{name}"), kind, scope="col") for name, kind in heads)
    head = tag("tr", "".join(told))
    body = "\n".join(tag("tr", row) for row in rows)
    return tag("h2", text(title)) + tag("table", f"{tag('thead', head)}\n{tag('tbody', body)}", "echo")


def card_cells(heard: Heard, report: Report, speech: Speech) -> str:
    """One row: how many, which card, as which line has it."""
    more = remark(heard, report, speech)
    told = apart(card(heard)) + (tag("div", apart(more), "dim") if more else "")
    return tag("td", str(heard.count), "n") + tag("td", told) + tag("td", places(heard), "n")
