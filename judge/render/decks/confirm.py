"""Pages on which players see how their decks were read, and sign:
a deck a page, for a phone and for paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.report import Heard, Report
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import echo, words
from judge.render.decks.spoken import all_spoken
from judge.render.decks.style import CONFIRM, REPORT
from judge.render.markup import apart, page, tag, text


def render(reports: Sequence[Report], event: str = "", speech: Speech = ENGLISH) -> str:
    """One page with a sheet for every deck; each begins a new page of paper."""
    reports = words.with_short_files(all_spoken(reports, speech))
    title = words.titled(event, reports)
    sheets = "\n".join(sheet(one, title, speech) for one in reports) or tag("p", speech.say("page.no-decks"))
    return page(title or speech.say("echo.title"), REPORT + CONFIRM, tag("main", sheets), speech.lang)


def sheet(report: Report, event: str, speech: Speech) -> str:
    """One deck: whose it is, what was read of it, and a line to sign."""
    who = words.who(report)
    read = f"{words.account(report, speech)}." if report.account else speech.say("echo.unread")
    said = (report.player_id, report.name, event, report.date, report.file)
    about = [one for one in said if one and one != who]
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
    for name, cards in echo.groups(report, speech).items():
        rows = [card(one, report, speech) for one in cards]
        total = str(sum(one.count for one in cards))
        yield table(speech.join("join.colon", (name, total)), rows, speech)
    left = [tag("td", str(line), "n") + tag("td", apart(said) + tag("div", apart(why), "dim"), colspan="2")
            for line, said, why in echo.not_counted(report, speech)]  # fmt: skip
    if left:
        body = tag("tbody", "\n".join(tag("tr", one) for one in left))
        yield tag("h2", speech.say("echo.not-counted")) + tag("table", body, "echo")
    if report.account is None:
        said = (words.details(one, report, speech) for one in report.of("error"))
        yield tag("ul", "\n".join(tag("li", apart(one)) for one in said))


def table(title: str, rows: Sequence[str], speech: Speech) -> str:
    """One part of a deck."""
    heads = (("copies", "n"), ("card", ""), ("line", "n"))
    told = (tag("th", speech.say(f"head.{name}"), kind, scope="col") for name, kind in heads)
    head = tag("tr", "".join(told))
    body = "\n".join(tag("tr", one) for one in rows)
    return tag("h2", text(title)) + tag("table", f"{tag('thead', head)}\n{tag('tbody', body)}", "echo")


def card(one: Heard, report: Report, speech: Speech) -> str:
    """One row: how many, which card, as which line has it."""
    more = echo.remark(one, report, speech)
    told = apart(echo.card(one)) + (tag("div", apart(more), "dim") if more else "")
    return tag("td", str(one.count), "n") + tag("td", told) + tag("td", echo.places(one), "n")
