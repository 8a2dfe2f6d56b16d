"""Pages on which players see how their decks were read, and sign:
a deck a page, for a phone and for paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.report import Heard, Report
from judge.render.decks import echo, words
from judge.render.decks.style import CONFIRM, REPORT
from judge.render.markup import apart, page, tag, text


def render(reports: Sequence[Report], event: str = "") -> str:
    """One page with a sheet for every deck; each begins a new page of paper."""
    reports = words.with_short_files(reports)
    title = words.titled(event, reports)
    sheets = "\n".join(sheet(one, title) for one in reports) or tag("p", "No decks.")
    return page(title or "How this deck was read", REPORT + CONFIRM, tag("main", sheets))


def sheet(report: Report, event: str) -> str:
    """One deck: whose it is, what was read of it, and a line to sign."""
    who = words.who(report)
    read = f"{words.account(report)}." if report.account else "This file could not be read."
    said = (report.player_id, report.name, event, report.date, report.file)
    about = [one for one in said if one and one != who]
    rows = [
        tag("p", "How this deck was read", "dim"),
        tag("h1", apart(who)),
        tag("p", " · ".join(map(apart, about)), "dim") if about else "",
        tag("p", apart(read)),
        listed(report),
        tag("p", "This is my list. Signature:", "sign"),
    ]
    return tag("section", "\n".join(filter(None, rows)), "confirm")


def listed(report: Report) -> str:
    """Every card with its line, part by part; then every line that counts for nothing."""
    return tag("div", "\n".join(tables(report)), "listed")


def tables(report: Report) -> Iterator[str]:
    """A table for each part, and one of what was not counted."""
    for name, cards in echo.groups(report).items():
        rows = [card(one, report) for one in cards]
        yield table(f"{name}: {sum(one.count for one in cards)}", rows, "Copies")
    left = [tag("td", str(line), "n") + tag("td", apart(said) + tag("div", apart(why), "dim"), colspan="2")
            for line, said, why in echo.not_counted(report)]  # fmt: skip
    if left:
        body = tag("tbody", "\n".join(tag("tr", one) for one in left))
        yield tag("h2", "Not counted") + tag("table", body, "echo")
    if report.account is None:
        yield tag("ul", "\n".join(tag("li", apart(words.details(one, report))) for one in report.of("error")))


def table(title: str, rows: Sequence[str], first: str) -> str:
    """One part of a deck."""
    heads = ((first, "n"), ("Card", ""), ("Line", "n"))
    head = tag("tr", "".join(tag("th", name, kind, scope="col") for name, kind in heads))
    body = "\n".join(tag("tr", one) for one in rows)
    return tag("h2", text(title)) + tag("table", f"{tag('thead', head)}\n{tag('tbody', body)}", "echo")


def card(one: Heard, report: Report) -> str:
    """One row: how many, which card, as which line has it."""
    more = echo.remark(one, report)
    told = apart(echo.card(one)) + (tag("div", apart(more), "dim") if more else "")
    return tag("td", str(one.count), "n") + tag("td", told) + tag("td", echo.places(one), "n")
