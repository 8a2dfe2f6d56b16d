"""Registration sheets to print: A4, a page for each player, after a roster where there are several."""

from __future__ import annotations

from collections.abc import Sequence

from judge.decks.event_owners import surname
from judge.decks.report import Entry, Report
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import words
from judge.render.decks.html import counted, headed
from judge.render.decks.spoken import all_spoken
from judge.render.decks.style import SHEET
from judge.render.markup import apart, page, tag, text

# Rows, headings counted twice, that fit on a page in two columns, in three, and in three set closely; more
# need a second page.
_TWO, _THREE, _CLOSE = 62, 80, 110


def render(reports: Sequence[Report], event: str = "", speech: Speech = ENGLISH) -> str:
    """One page with a sheet for every deck that could be read, legal or not; each begins a new page of paper.

    The others stand in the roster, with why: a sheet with lines missing would be signed as if it were whole.
    """
    reports = words.with_short_files(all_spoken(reports, speech))
    title = words.titled(event, reports)
    read = [report for report in reports if report.verdict != "unreadable"]
    parts = [roster(reports, title, speech)] if len(reports) > 1 or not read else []
    parts += [sheet(readable, at, len(read), title, speech) for at, readable in enumerate(read, 1)]
    return page(title or speech.say("sheet.title"), SHEET, tag("main", "\n".join(parts)), speech.lang)


# --- the roster ----------------------------------------------------------------------------------
def roster(reports: Sequence[Report], event: str, speech: Speech) -> str:
    """All decks of an event, in the order of their sheets."""
    head = headed((("sheet", "n"), ("player", ""), ("player-id", ""), ("deck", ""), ("verdict", "")), speech)
    numbers = iter(range(1, len(reports) + 1))
    body = "\n".join(
        roster_row(report, "" if report.verdict == "unreadable" else str(next(numbers)), speech)
        for report in reports
    )
    top = tag("h1", titled("sheet.roster", apart(event) if event else "", speech))
    counted = speech.say("number.deck", n=len(reports)), words.told_totals(reports, speech)
    told = tag("p", text(speech.join("join.colon", counted)))
    return tag("section", f"{top}\n{told}\n{tag('table', tag('thead', head) + tag('tbody', body))}", "roster")


def titled(key: str, of: str, speech: Speech) -> str:
    """A title, with the name of the event where that is known."""
    return speech.join("join.colon", [speech.say(key), *([of] if of else [])])


def roster_row(report: Report, sheet: str, speech: Speech) -> str:
    """One deck of the roster; of one that could not be read, why."""
    errors = report.of("error")
    faults = [speech.say("number.fault", n=len(errors))] if errors else []
    verdict = ", ".join((words.verdict_word(report, speech), *faults))
    if report.verdict == "unreadable" and errors:
        why = words.line_of(errors[0]._replace(file=""), report, speech)
        verdict = speech.say("sheet.none", why=why)
    cells = (
        (report.player or report.file, ""),
        (report.player_id, "once"),
        (report.name, ""),
        (verdict, "once" if sheet else ""),
    )
    return tag("tr", tag("td", sheet, "n") + "".join(tag("td", apart(cell), kind) for cell, kind in cells))


# --- a sheet -------------------------------------------------------------------------------------
def sheet(report: Report, at: int, of: int, event: str, speech: Speech, table: str = "") -> str:
    """One deck on one page; the table at which its player sits, where that is known."""
    groups = columns(report, speech)
    rows = len(report.entries) + 2 * len(groups)
    layout = "cards two" if rows <= _TWO else "cards three" if rows <= _THREE else "cards three dense"
    marked = strangers(report)
    cards = "\n".join(
        group(title, entries, marked, 2 * len(entries) <= rows <= _CLOSE, speech)
        for title, entries in groups.items()
    )
    parts = [
        head(report, event, speech, table),
        remark(report, speech),
        tag("p", counted(report), "totals"),
        tag("div", cards, layout),
        foot(speech),
        base(report, at, of, bool(marked), speech),
    ]
    return tag("section", "\n".join(filter(None, parts)), "sheet" if rows <= _CLOSE else "sheet long")


def head(report: Report, event: str, speech: Speech, table: str = "") -> str:
    """Who plays what, where and when, and the letter that sheets are sorted by."""
    fields = [("name", report.player), ("player-id", report.player_id), ("event", event or report.event)]
    fields += [
        ("date", speech.date(report.date)),
        ("deck", report.name),
        *([("table", table)] if table else []),
    ]
    told = "\n".join(field(speech.say(f"head.{key}"), value) for key, value in fields)
    first = tag("b", speech.say("sheet.initial")) + tag("span", text(initial(report.player)))
    title = tag("h1", titled("sheet.title", text(report.game_title), speech))
    about = tag("div", title + tag("div", told, "fields"))
    return tag("div", about + tag("div", first, "initial"), "head")


def field(name: str, value: str) -> str:
    """One line of the head."""
    return tag("div", tag("b", name) + tag("span", apart(value)), "field")


def initial(player: str) -> str:
    """The first letter of a last name."""
    return surname(player)[:1].upper()


def remark(report: Report, speech: Speech) -> str:
    """The faults to correct before the sheet is handed in."""
    if report.verdict == "legal":
        return tag("p", text(words.verdict(report, speech)), "remark") if words.doubts(report) else ""
    errors = len(report.of("error"))
    key = "sheet.incomplete" if report.verdict == "incomplete" else "sheet.not-legal"
    return tag("p", speech.say(key, n=errors), "remark")


def columns(report: Report, speech: Speech) -> dict[str, list[Entry]]:
    """The cards by the columns of the sheet: by part, as the file has them, those without a column last."""
    order = words.part_order(report)
    split = {listed.part for listed in report.entries if listed.column}
    groups: dict[str, list[Entry]] = {}
    for row in sorted(report.entries, key=lambda listed: (order.index(listed.part), not listed.column)):
        name = row.column or report.part_names.get(row.part, row.part) or speech.say("part.unknown")
        name = speech.say("sheet.others", part=name) if not row.column and row.part in split else name
        groups.setdefault(name[:1].upper() + name[1:], []).append(row)
    return groups


def strangers(report: Report) -> set[tuple[str, str]]:
    """The cards that the card data do not have: those that are said to be unknown, and those without data."""
    named = {
        (row.card, row.name) for fault in report.faults if fault.code == "unknown-card" for row in fault.cards
    }
    numbers = {card for card, _ in named if card}
    without = any(row.data for row in report.entries)
    return {
        (row.card, row.name)
        for row in report.entries
        if (row.card, row.name) in named or row.card in numbers or (without and not row.data)
    }


def group(
    title: str, entries: Sequence[Entry], marked: set[tuple[str, str]], whole: bool, speech: Speech
) -> str:
    """One column's cards under its title and total; a short one is not torn apart."""
    total = sum(row.count for row in entries)
    rows = "\n".join(entry(row, (row.card, row.name) in marked, speech) for row in entries)
    heading = tag("h2", f"{tag('span', text(title))}{tag('span', str(total))}")
    return tag("div", f"{heading}\n{tag('ol', rows)}", "group whole" if whole else "group")


def entry(row: Entry, unknown: bool, speech: Speech) -> str:
    """One card: copies, name, number."""
    name = apart(row.name or row.card) + (f" <b>({speech.say('sheet.unknown')})</b>" if unknown else "")
    number = apart(row.card) if row.name else ""
    return tag("li", tag("span", str(row.count)) + tag("span", name) + tag("span", number))


def foot(speech: Speech) -> str:
    """The player's signature, and what only judges write."""
    fields = "".join(
        tag("div", tag("b", speech.say(f"head.{word}")), "field")
        for word in ("round", "judge", "result", "infraction")
    )
    judges = tag("div", tag("h2", speech.say("sheet.judges")) + fields, "judge")
    return tag("div", tag("p", speech.say("sheet.signature"), "sign small") + judges, "foot")


def base(report: Report, at: int, of: int, marked: bool, speech: Speech) -> str:
    """What the deck was judged by, and which sheet this is."""
    book = words.books([report], speech) if report.version else []
    book += [speech.say("sheet.list", list=words.limit_list(report))] if report.list else []
    book += [report.file] if report.file else []
    book += [speech.say("sheet.unknown-why")] if marked else []
    number = speech.say("sheet.number", at=at, of=of) if of > 1 else ""
    return tag("div", tag("span", " · ".join(map(apart, book))) + tag("span", number), "base")
