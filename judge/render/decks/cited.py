"""How people are told by which articles a fault is one: a name that is no number has its title beside it."""

from __future__ import annotations

import functools
import re
from typing import Final

from judge.decks.report import Fault, Report
from judge.decks.speech import Speech
from judge.errors import BadInput
from judge.rulebook.shelf import find
from judge.rulebook.translations import spoken_articles

_NAME: Final = re.compile(r"[a-z]{2}")  # deck.three; an article that the book numbers has no two letters


def cited(fault: Fault, report: Report, speech: Speech) -> str:
    """The articles of a fault, the one that it breaks first, with its title where it has a name for a number:
    `deck.copies, Three copies over all decks; lists.three`.
    """
    also = ", ".join(one for one in fault.also if one)
    title = title_of(report.game, fault.article, speech.lang) if _NAME.search(fault.article) else ""
    if not title:
        return ", ".join(one for one in (fault.article, also) if one)
    told = speech.join("join.comma", (fault.article, title))
    return speech.join("join.semicolon", (told, also)) if also else told


@functools.lru_cache(maxsize=256)
def title_of(game: str, article: str, lang: str) -> str:
    """What an article is called, in a language where there are words for it; "" for one that is not there."""
    try:
        found = spoken_articles(str(find(game)), lang).get(article)
    except BadInput:
        return ""
    return found.title if found else ""
