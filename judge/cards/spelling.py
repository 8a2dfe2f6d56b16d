"""Words of card data as the rulebook spells them, and how what an attribute does not take is refused."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from judge.cards.vocabulary import Vocabulary, heading
from judge.errors import nearest

_NOT_TEXT: Final = re.compile("[\0\ud800-\udfff]")


class Wrong(Exception):
    """A value that its attribute does not take: what was expected, what was found, the nearest word."""

    def __init__(self, expected: str, found: str, hint: str = "") -> None:
        super().__init__(expected, found, hint)
        self.expected, self.found, self.hint = expected, found, hint


def word(words: Vocabulary, attribute: str, value: object) -> str:
    """One text, in the spelling of the game's data."""
    if not isinstance(value, str):
        refuse("a text", value)
    text = str(value).strip()
    if _NOT_TEXT.search(text):
        raise Wrong("a text", "characters that are no text")
    spelt = words.words.get(attribute, {})
    found = spelt.get(heading(text), "")
    known = words.allowed.get(attribute, ())
    if not found and known and text:
        raise Wrong(", ".join(known), quoted(text), spelt.get(nearest(heading(text), spelt), ""))
    return found or text


def natural(value: object) -> bool:
    """Whether a value is a count of cards."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000


def refuse(expected: str, value: object) -> NoReturn:
    """Raises Wrong for a value of another kind."""
    shown = ""
    if isinstance(value, (bool, int)):
        shown = f" {value}"
    elif isinstance(value, str):
        shown = f" {quoted(value)}"
    raise Wrong(expected, _WORDS.get(type(value), "something else") + shown[:50])


def quoted(text: str) -> str:
    """What was found, as a problem shows it."""
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


_WORDS: Final = {  # for kinds of values
    bool: "true or false",
    int: "a number",
    float: "a fraction",
    str: "a text",
    list: "a list",
    dict: "a table",
}
