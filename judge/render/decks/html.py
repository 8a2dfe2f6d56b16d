"""Deck reports as one HTML page: the totals, a table of the players, then each deck's faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.report import Fault, Report, number
from judge.render.decks import words
from judge.render.decks.confirm import listed
from judge.render.decks.style import CONFIRM, REPORT
from judge.render.markup import apart, page, styled, tag, text

_MARKS = {"legal": "✓", "incomplete": "…", "illegal": "✗", "unreadable": "?"}


def render(reports: Sequence[Report], event: str = "") -> str:
    """The reports as one page that needs nothing else: for a phone, a screen and paper."""
    reports = words.with_short_files(reports)
    title = words.titled(event, reports) or "Deck check"
    parts = [heading(reports, title), tag("main", "\n".join(content(reports)))]
    style = REPORT + (CONFIRM if any(one.heard for one in reports) else "")
    return page(title, style + running_head(title), "\n".join(parts))


def content(reports: Sequence[Report]) -> Iterator[str]:
    """The table when there are several decks, every deck with a finding, what could not be checked."""
    if len(reports) == 1:
        yield section(reports[0], 1)
        return
    yield table(reports)
    for at, one in enumerate(reports, 1):
        if is_told(one):
            yield section(one, at)
    said = words.never_checked(reports)
    if said:
        yield tag("h3", "Not checked for want of card data") + tag("p", apart(f"{said}."), "dim")


def heading(reports: Sequence[Report], title: str) -> str:
    """The event, what it was judged by, and the totals."""
    rows = [tag("h1", apart(title))]
    rows += [tag("p", apart(one), "dim") for one in words.books(reports)]
    rows += [tag("p", f"Limit list {apart(one)}", "dim") for one in words.lists(reports)]
    counted = [(word, count) for word, count in words.totals(reports).items() if count]
    told = "\n".join(tag("span", f"{_MARKS[word]} {count} {word}", word) for word, count in counted)
    return tag("header", "\n".join([*rows, tag("p", told or "No decks.", "totals")]))


def running_head(title: str) -> str:
    """The event above every printed page but the first."""
    above = f"@page {{ @top-left {{ content: {styled(title)}; font: 8pt sans-serif; }} }}"
    return f"{above}\n@page :first {{ @top-left {{ content: none; }} }}\n"


# --- the table -----------------------------------------------------------------------------------
def table(reports: Sequence[Report]) -> str:
    """One row a deck."""
    heads = (("Verdict", ""), ("Player", ""), ("Cards", ""), ("Faults", "n"))
    head = tag("tr", "".join(tag("th", name, kind, scope="col") for name, kind in heads))
    body = "\n".join(row(one, at) for at, one in enumerate(reports, 1))
    return tag("table", f"{tag('caption', 'Decks')}\n{tag('thead', head)}\n{tag('tbody', body)}")


def row(report: Report, at: int) -> str:
    """A deck's verdict and player; where there is more, the name leads there."""
    name = apart(words.who(report))
    linked = tag("a", name, href=f"#deck-{at}") if is_told(report) else name
    cards = " ".join(tag("span", f"{text(part)}&nbsp;{count}") for part, _, count in words.parts(report))
    errors, doubts = len(report.of("error")), len(words.doubts(report))
    number = "<br>".join([*[str(errors)] * bool(errors), *[f"{doubts} to look at"] * bool(doubts)])
    cells = [
        tag("td", mark(report), "verdict"),
        tag("th", linked + about(report) + lines(report), scope="row"),
        tag("td", cards, "cards"),
        tag("td", number, "n"),
    ]
    return tag("tr", "".join(cells))


def is_told(report: Report) -> bool:
    """Whether a deck of many has a section of its own."""
    return bool(report.faults or report.heard or words.left_out(report))


def about(report: Report) -> str:
    """The deck's name and its file, as far as they say more than the player does."""
    told = [one for one in (report.player_id, report.name, report.file) if one and one != words.who(report)]
    return tag("div", " · ".join(map(apart, told)), "dim") if told else ""


def lines(report: Report) -> str:
    """How many lines were read, and how many of them hold cards."""
    found = report.account
    told = f"{number(found.lines, 'line')}, {found.kinds.get('cards', 0)} with cards" if found else ""
    return tag("div", text(told), "dim") if told else ""


def mark(report: Report) -> str:
    """The verdict as a sign and a word, so that colour only helps."""
    unsure = report.verdict == "legal" and bool(report.of("unsure"))
    return tag("span", f"{_MARKS[report.verdict]} {report.verdict}", "doubtful" if unsure else report.verdict)


# --- a deck --------------------------------------------------------------------------------------
def section(report: Report, at: int) -> str:
    """One deck: its verdict, its faults by severity, what could not be checked."""
    name = tag("h2", apart(words.who(report)))
    kind = "doubtful" if report.verdict == "legal" and report.of("unsure") else report.verdict
    verdict = tag("span", f"{_MARKS[report.verdict]} {text(words.verdict(report).rstrip('.'))}", kind)
    counted = ", ".join(f"{text(part)} {count}" for _, part, count in words.parts(report))
    rows = [tag("header", name + verdict), about(report), tag("p", counted, "dim") if counted else ""]
    rows += [tag("p", apart(words.expected(report)))] if report.expectations else []
    rows += groups(report)
    rows += read(report)
    said = words.not_checked(report)
    rows += [tag("h3", "Not checked"), tag("p", apart(said[:1].upper() + said[1:]), "dim")] if said else []
    return tag("section", "\n".join(filter(None, rows)), id=f"deck-{at}", tabindex="-1")


def read(report: Report) -> Iterator[str]:
    """What became of the lines, and the list as it was understood where that is asked for."""
    if report.account:
        said = [f"{words.account(report)}.", *(f"Left out: {one}." for one in words.left_out(report))]
        yield tag("h3", "Read") + "".join(tag("p", apart(one), "dim") for one in said)
    if report.heard:
        yield listed(report)


def groups(report: Report) -> Iterator[str]:
    """The faults of a deck, errors first; a word above each group where there are several."""
    for severity, word in words.SEVERITIES.items():
        faults = report.of(severity)
        if faults:
            yield tag("h3", word)
            yield tag("ul", "\n".join(fault(one, report) for one in faults))


def fault(one: Fault, report: Report) -> str:
    """A fault: what, where, by which article, and the cards that it speaks of."""
    small = " · ".join(
        filter(None, (place(one, report), text(words.articles(one)), text(bounds(one, report))))
    )
    cards = "".join(tag("li", apart(card)) for card in words.concerned(one))
    rows = [
        apart(one.message),
        tag("div", small, "where") if small else "",
        tag("ul", cards, "where") if cards else "",
    ]
    return tag("li", "".join(rows))


def bounds(one: Fault, report: Report) -> str:
    """What was allowed, what was found, and the nearest name."""
    bare = words.problem(one, report)._replace(file="", line=0, message="", article="")
    return bare.text().strip().removeprefix("(").removesuffix(")")


def place(one: Fault, report: Report) -> str:
    """The line of a fault, with its file where it is another than the deck's."""
    line = f"line {one.line}" if one.line else ""
    file = apart(one.file) if one.file and one.file != report.file else ""
    return ", ".join(filter(None, (file, line)))
