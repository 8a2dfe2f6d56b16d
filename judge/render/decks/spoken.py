"""Reports in the reader's language: findings said by the phrases of that language and the words of the
rulebook, and articles with their titles.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import Final

from judge.decks.comparison import Row
from judge.decks.event import Event, Trouble
from judge.decks.report import Account, Concerned, Fault, Report, Unchecked
from judge.decks.speech import Speech, book_words
from judge.errors import BadInput, Problem
from judge.rulebook.shelf import find
from judge.rulebook.translations import HOME, spoken_articles

# --- the articles of a fault ---------------------------------------------------------------------------
_NAME: Final = re.compile(r"[a-z]{2}")  # deck.three; an article that the book numbers has no two letters


def cited(fault: Fault, report: Report, speech: Speech) -> str:
    """The articles of a fault, the one that it breaks first, with its title where it has a name for a number:
    `deck.copies, Three copies over all decks; lists.three`.
    """
    also = ", ".join(article for article in fault.also if article)
    title = title_of(report.game, fault.article, speech.lang) if _NAME.search(fault.article) else ""
    if not title:
        return ", ".join(article for article in (fault.article, also) if article)
    told = speech.join("join.comma", (fault.article, title))
    return speech.join("join.semicolon", (told, also)) if also else told


@functools.lru_cache(maxsize=256)
def title_of(game: str, article: str, lang: str) -> str:
    """The title of an article, in a language where it has one; "" for an article that is not there."""
    try:
        entry = spoken_articles(str(find(game)), lang).get(article)
    except BadInput:
        return ""
    return entry.title if entry else ""


# --- reports and events --------------------------------------------------------------------------------
Told = Callable[[str], str]


def all_spoken(reports: Iterable[Report], speech: Speech) -> list[Report]:
    """The reports in a language."""
    return [spoken(report, speech) for report in reports]


def spoken(report: Report, speech: Speech) -> Report:
    """A report in a language. Texts of its file and of the card data stay as they are."""
    if speech.lang == HOME:
        return report
    told = teller(report.game, speech)
    return report._replace(
        game_title=told(report.game_title),
        part_names={part: told(name) for part, name in report.part_names.items()},
        list=told(report.list),
        faults=tuple(fault(flaw, told) for flaw in report.faults),
        unchecked=tuple(unchecked(limit, told) for limit in report.unchecked),
        entries=tuple(entry._replace(column=told(entry.column)) for entry in report.entries),
        edition=told(report.edition),
        checked=tuple((told(what), rule) for what, rule in report.checked),
        account=account(report.account, told) if report.account else None,
    )


def event_spoken(event: Event, speech: Speech) -> Event:
    """An event in a language, with its decks and troubles."""
    if speech.lang == HOME:
        return event
    decks = tuple(deck._replace(report=spoken(deck.report, speech)) for deck in event.decks)
    return event._replace(decks=decks).troubled(trouble(event, finding, speech) for finding in event.troubles)


def trouble(event: Event, finding: Trouble, speech: Speech) -> Trouble:
    """A trouble in a language. A fault of a deck is said in the words of its game."""
    game = event.decks[finding.decks[0]].report.game if finding.decks else ""
    return finding._replace(problem=problem_spoken(finding.problem, game, speech))


def problem_spoken(problem: Problem, game: str, speech: Speech) -> Problem:
    """A problem in a language."""
    told = teller(game, speech)
    message, expected, given = map(told, (problem.message, problem.expected, problem.found))
    return problem._replace(message=message, expected=expected, found=given)


def rows_spoken(rows: Iterable[Row], game: str, speech: Speech) -> list[Row]:
    """The differences of two decks, the names of parts in a language."""
    told = teller(game, speech)
    return [row._replace(part=told(row.part)) for row in rows]


def teller(game: str, speech: Speech) -> Told:
    """A function that says texts about a deck of a game in a language."""
    book = book_words(game, speech.lang)
    return lambda text: speech.told(text, book)


def fault(flaw: Fault, told: Told) -> Fault:
    """A fault in a language."""
    return flaw._replace(
        message=told(flaw.message),
        found=told(flaw.found) if isinstance(flaw.found, str) else flaw.found,
        allowed=told(flaw.allowed),
        cards=tuple(card(each, told) for each in flaw.cards),
    )


def card(entry: Concerned, told: Told) -> Concerned:
    """A card of a fault in a language: what stands beside its name, as a cost, is translated."""
    return entry._replace(name=told(entry.name))


def unchecked(limit: Unchecked, told: Told) -> Unchecked:
    """A limit that could not be checked, and the reason, in a language."""
    return limit._replace(message=told(limit.message), why=told(limit.why))


def account(counted: Account, told: Told) -> Account:
    """An account of lines in a language: the reasons why some do not count."""
    return counted._replace(left=tuple(entry._replace(why=told(entry.why)) for entry in counted.left))
