"""Deck reports as one HTML page: the totals, a table of the players, then each deck's faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.report import Fault, Report
from judge.decks.speech import ENGLISH, Speech
from judge.render.decks import words
from judge.render.decks.echo import listed
from judge.render.decks.spoken import all_spoken, cited
from judge.render.decks.style import CONFIRM, REPORT
from judge.render.markup import apart, page, styled, tag, text

_MARKS = {"legal": "✓", "incomplete": "…", "illegal": "✗", "unreadable": "?"}


def render(reports: Sequence[Report], event: str = "", speech: Speech = ENGLISH) -> str:
    """The reports as one page that needs nothing else: for a phone, a screen and paper."""
    reports = words.with_short_files(all_spoken(reports, speech))
    title = words.titled(event, reports) or speech.say("page.check")
    parts = [heading(reports, title, speech), tag("main", "\n".join(content(reports, speech)))]
    style = REPORT + (CONFIRM if any(report.heard for report in reports) else "")
    return page(title, style + running_head(title), "\n".join(parts), speech.lang)


def content(reports: Sequence[Report], speech: Speech) -> Iterator[str]:
    """The table when there are several decks, every deck with a finding, what could not be checked."""
    if len(reports) == 1:
        yield section(reports[0], 1, speech)
        return
    yield table(reports, speech)
    for at, unchecked in enumerate(reports, 1):
        if is_told(unchecked, speech):
            yield section(unchecked, at, speech)
    report = words.never_checked(reports, speech)
    if report:
        yield tag("h3", speech.say("report.never-checked")) + tag("p", apart(f"{report}."), "dim")


def heading(reports: Sequence[Report], title: str, speech: Speech) -> str:
    """The event, what it was judged by, and the totals."""
    rows = [tag("h1", apart(title))]
    rows += [tag("p", apart(book), "dim") for book in words.books(reports, speech)]
    rows += [tag("p", speech.say("page.list", list=apart(limits)), "dim") for limits in words.lists(reports)]
    counted = [(word, count) for word, count in words.totals(reports).items() if count]
    told = "\n".join(
        tag("span", f"{_MARKS[word]} {speech.say(f'totals.{word}', n=count)}", word)
        for word, count in counted
    )
    return tag("header", "\n".join([*rows, tag("p", told or speech.say("page.no-decks"), "totals")]))


def running_head(title: str) -> str:
    """The event above every printed page but the first."""
    above = f"@page {{ @top-left {{ content: {styled(title)}; font: 8pt sans-serif; }} }}"
    return f"{above}\n@page :first {{ @top-left {{ content: none; }} }}\n"


# --- the table -----------------------------------------------------------------------------------
def table(reports: Sequence[Report], speech: Speech) -> str:
    """One row a deck."""
    head = headed((("verdict", ""), ("player", ""), ("cards", ""), ("faults", "n")), speech)
    body = "\n".join(row(report, at, speech) for at, report in enumerate(reports, 1))
    return tag(
        "table", f"{tag('caption', speech.say('page.decks'))}\n{tag('thead', head)}\n{tag('tbody', body)}"
    )


def headed(heads: Sequence[tuple[str, str]], speech: Speech) -> str:
    """The row of heads of a table, each by its name and its kind."""
    cells = (tag("th", speech.say(f"head.{name}"), kind, scope="col") for name, kind in heads)
    return tag("tr", "".join(cells))


def row(report: Report, at: int, speech: Speech) -> str:
    """A deck's verdict and player; where there is more, the name leads there."""
    name = apart(words.who(report))
    linked = tag("a", name, href=f"#deck-{at}") if is_told(report, speech) else name
    counts = zip(words.part_ids(report, speech), words.parts(report), strict=True)
    cards = " ".join(tag("span", f"{text(name)}&nbsp;{count}") for name, (_, _, count) in counts)
    errors, doubts = len(report.of("error")), len(words.doubts(report))
    looked = speech.say("page.to-look-at", number=doubts)
    number = "<br>".join([*[str(errors)] * bool(errors), *[looked] * bool(doubts)])
    cells = [
        tag("td", mark(report, speech), "verdict"),
        tag("th", linked + about(report) + lines(report, speech), scope="row"),
        tag("td", cards, "cards"),
        tag("td", number, "n"),
    ]
    return tag("tr", "".join(cells))


def is_told(report: Report, speech: Speech) -> bool:
    """Whether a deck of many has a section of its own."""
    return bool(report.faults or report.heard or words.left_out(report, speech))


def about(report: Report) -> str:
    """The deck's name and its file, if they say more than the player's name."""
    told = [
        part for part in (report.player_id, report.name, report.file) if part and part != words.who(report)
    ]
    return tag("div", " · ".join(map(apart, told)), "dim") if told else ""


def lines(report: Report, speech: Speech) -> str:
    """How many lines were read, and how many of them hold cards."""
    account = report.account
    if account is None:
        return ""
    told = speech.say("page.lines", n=account.lines, cards=account.kinds.get("cards", 0))
    return tag("div", text(told), "dim")


def mark(report: Report, speech: Speech) -> str:
    """The verdict as a sign and a word, so that colour only helps."""
    return tag("span", f"{_MARKS[report.verdict]} {words.verdict_word(report, speech)}", kind(report))


def kind(report: Report) -> str:
    """The style of a verdict; a deck that may yet prove illegal does not look as a legal one."""
    return "doubtful" if report.verdict == "legal" and report.of("unsure") else report.verdict


def counted(report: Report) -> str:
    """The cards of each part."""
    return ", ".join(f"{text(part)} {count}" for _, part, count in words.parts(report))


# --- a deck --------------------------------------------------------------------------------------
def section(report: Report, at: int, speech: Speech) -> str:
    """One deck: its verdict, its faults by severity, what could not be checked."""
    name = tag("h2", apart(words.who(report)))
    told = words.verdict(report, speech).rstrip(".")
    verdict = tag("span", f"{_MARKS[report.verdict]} {text(told)}", kind(report))
    cards = counted(report)
    rows = [tag("header", name + verdict), about(report), tag("p", cards, "dim") if cards else ""]
    rows += [tag("p", apart(words.expected(report, speech)))] if report.expectations else []
    rows += groups(report, speech)
    rows += read(report, speech)
    unchecked = words.not_checked(report, speech)
    head = tag("h3", speech.say("page.not-checked"))
    rows += [head, tag("p", apart(unchecked[:1].upper() + unchecked[1:]), "dim")] if unchecked else []
    return tag("section", "\n".join(filter(None, rows)), id=f"deck-{at}", tabindex="-1")


def read(report: Report, speech: Speech) -> Iterator[str]:
    """What became of the lines, and the list as it was understood where that is asked for."""
    if report.account:
        left = (speech.say("report.left-out", what=line) for line in words.left_out(report, speech))
        parts = [f"{words.account(report, speech)}.", *left]
        yield tag("h3", speech.say("page.read")) + "".join(tag("p", apart(part), "dim") for part in parts)
    if report.heard:
        yield listed(report, speech)


def groups(report: Report, speech: Speech) -> Iterator[str]:
    """The faults of a deck, errors first; a word above each group where there are several."""
    for severity, word in words.severities(speech):
        faults = report.of(severity)
        if faults:
            yield tag("h3", word)
            yield tag("ul", "\n".join(fault(flaw, report, speech) for flaw in faults))


def fault(flaw: Fault, report: Report, speech: Speech) -> str:
    """A fault: what, where, by which article, and the cards that it speaks of."""
    told = (
        place(flaw, report, speech),
        text(cited(flaw, report, speech)),
        text(bounds(flaw, report, speech)),
    )
    small = " · ".join(filter(None, told))
    cards = "".join(tag("li", apart(card)) for card in words.concerned(flaw, speech))
    rows = [
        apart(flaw.message),
        tag("div", small, "where") if small else "",
        tag("ul", cards, "where") if cards else "",
    ]
    return tag("li", "".join(rows))


def bounds(flaw: Fault, report: Report, speech: Speech) -> str:
    """The allowed value, the value found, and the nearest name."""
    return speech.details(words.problem(flaw, report)._replace(article=""))


def place(flaw: Fault, report: Report, speech: Speech) -> str:
    """The line of a fault, with its file where it is another than the deck's."""
    line = words.lines((flaw.line,), speech)
    file = apart(flaw.file) if flaw.file and flaw.file != report.file else ""
    return ", ".join(filter(None, (file, line)))
