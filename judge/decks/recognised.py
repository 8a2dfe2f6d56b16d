"""Sentences of the layers below the desk, which have no phrases: told again by those that the desk has for
them, under [below]. What is none of them stays as it was made.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from string import Formatter
from typing import Final

from judge.decks.speech import phrased, phrases
from judge.errors import Problem
from judge.rulebook.translations import HOME
from judge.text.said import Said

SECTION: Final = "below"


def recognised(problem: Problem) -> Problem:
    """A problem whose sentences can be told in another language; what was found may be anybody's words, and
    is told again only where the message is not of the desk either.
    """
    message, expected = sentence(problem.message), sentence(problem.expected)
    below = isinstance(message, Said) and message is not problem.message
    found = sentence(problem.found) if below else problem.found
    return problem._replace(message=message, expected=expected, found=found)


def sentence(text: str) -> str:
    """A sentence as the phrase that it was made by, where it is known; the text is the same."""
    return text if isinstance(text, Said) or not text else _sentence(text)


@functools.lru_cache(maxsize=1024)
def _sentence(text: str) -> str:
    plain, filled = _known()
    if text in plain:
        return phrased(f"below.{plain[text]}")
    for name, form in filled:
        if found := form.fullmatch(text):
            return phrased(f"below.{name}", **found.groupdict())
    return text


@functools.lru_cache(maxsize=1)
def _known() -> tuple[dict[str, str], tuple[tuple[str, re.Pattern[str]], ...]]:
    """The names of the sentences that are whole, by their texts; and of those with values, their forms."""
    parted = ((key.partition("."), text) for key, text in phrases(HOME).items())
    own = {name: text for (section, _, name), text in parted if section == SECTION}
    plain = {text.format(): name for name, text in own.items() if not any(_fields(text))}
    filled = [(name, re.compile(_form(text), re.DOTALL)) for name, text in own.items() if any(_fields(text))]
    return plain, tuple(filled)


def _fields(text: str) -> Iterator[str]:
    return (field for _, field, _, _ in Formatter().parse(text) if field)


def _form(text: str) -> str:
    """What matches a template, each value under its name."""
    parts = Formatter().parse(text)
    return "".join(re.escape(plain) + (f"(?P<{field}>.+)" if field else "") for plain, field, _, _ in parts)
