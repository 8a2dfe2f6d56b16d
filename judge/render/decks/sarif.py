"""Deck reports as SARIF 2.1.0, for code hosts and editors that show findings beside the lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.decks.report import Concerned, Fault, Report
from judge.decks.speech import ENGLISH
from judge.render.decks import words
from judge.render.tools import JsonTable, location, log, sarif_text
from judge.text.visible import visible


def render(reports: Sequence[Report], version: str, base: str = "", event: str = "") -> str:
    """The reports as SARIF by `judge` in this version;
    what is below the folder `base` is addressed from there.
    """
    return sarif_text(document(reports, version, base, event))


def document(reports: Sequence[Report], version: str, base: str = "", event: str = "") -> JsonTable:
    """The reports as plain data: one run, a rule for each kind of fault met."""
    rules = rules_of(reports)
    results = [finding for report in reports for finding in results_of(report, list(rules), base)]
    totals = {
        "event": visible(words.titled(event, reports)),
        "totals": words.totals(reports),
        "decks": list(map(read, reports)),
    }
    return log(list(rules.values()), results, version, totals)


def read(report: Report) -> JsonTable:
    """What became of the lines of a deck."""
    left = [visible(line) for line in words.left_out(report, ENGLISH)]
    return {
        **about(report),
        "file": visible(report.file),
        "lines": words.account(report, ENGLISH),
        "left": left,
    }


# --- rules ---------------------------------------------------------------------------------------
def rules_of(reports: Sequence[Report]) -> dict[str, JsonTable]:
    """The kinds of fault that were met, by id, each with its articles."""
    met: dict[str, set[str]] = {}
    books: dict[str, str] = {}
    for report in reports:
        for code, articles in cited(report):
            name = rule_id(report, code)
            met.setdefault(name, set()).update(filter(None, articles))
            books.setdefault(name, " ".join(filter(None, (report.game_title, report.version))))
    return {name: rule(name, sorted(met[name]), books[name]) for name in sorted(met)}


def cited(report: Report) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every kind of fault of a deck with its articles."""
    for fault in report.faults:
        yield fault.code, (fault.article, *fault.also)
    for note in report.unchecked:
        yield note.code, (note.article,)


def rule_id(report: Report, code: str) -> str:
    """The id of a kind of fault: `dbs/copies`; without a game when that is not known."""
    return visible(f"{report.game}/{code}" if report.game else code)


def rule(name: str, articles: Sequence[str], book: str) -> JsonTable:
    """One rule; its help says where to look it up."""
    where = f"{'Articles' if len(articles) > 1 else 'Article'} {', '.join(articles)}" if articles else ""
    text = " of ".join(visible(part) for part in (where, book) if part) or "The file itself."
    what = f"Deck check: {name.rpartition('/')[2].replace('-', ' ')}"
    return {"id": name, "shortDescription": {"text": what}, "help": {"text": text}}


# --- results -------------------------------------------------------------------------------------
def results_of(report: Report, rules: Sequence[str], base: str) -> Iterator[JsonTable]:
    """The faults of a deck, and what could not be checked as notes."""
    for fault in report.faults:
        yield result(fault, report, rules, base)
    for note in report.unchecked:
        name = rule_id(report, note.code)
        article = f" ({note.article})" if note.article else ""
        yield {
            "ruleId": name,
            "ruleIndex": rules.index(name),
            "level": "note",
            "message": {"text": visible(f"not checked: {note.message}{article}")},
            "locations": [location(report.file, base)],
            "properties": {"severity": "unchecked", **about(report)},
        }


def result(fault: Fault, report: Report, rules: Sequence[str], base: str) -> JsonTable:
    """One fault. What the card data do not settle is a warning with the severity `unsure`."""
    name, file = rule_id(report, fault.code), words.file_of(fault, report)
    record: JsonTable = {
        "ruleId": name,
        "ruleIndex": rules.index(name),
        "level": "note" if report.as_expected else words.LEVELS[fault.severity],
        "message": {"text": words.details(fault, report, ENGLISH)},
        "locations": [location(file, base, fault.line, fault.column)],
        "properties": {"severity": fault.severity, **about(report), "article": visible(fault.article),
                       "found": visible(str(fault.found)), "allowed": visible(fault.allowed)},
    }  # fmt: skip
    related = [place for card in fault.cards for place in places(card, file, base)]
    return {**record, "relatedLocations": related} if related else record


def about(report: Report) -> JsonTable:
    """The player of a deck."""
    return {"player": visible(report.player), "verdict": report.verdict}


def places(card: Concerned, file: str, base: str) -> Iterator[JsonTable]:
    """Every line of a card that a fault speaks of."""
    for line in card.lines:
        if line:
            yield {**location(file, base, line), "message": {"text": visible(words.card(card))}}
