"""One line of a plain list: how many copies, of which number, of which name."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from judge.decks.formats.known import Known, is_number

_COUNT: Final = r"[+\u2212-]?[0-9]++(?:[.,/][0-9]++)*+"
_LEAD: Final = re.compile(
    rf"\[\s*[x\u00d7]?(?P<square>{_COUNT})\s?[x\u00d7]?\s*\]"
    rf"|\(\s*[x\u00d7]?(?P<round>{_COUNT})\s?[x\u00d7]?\s*\)"
    rf"|[x\u00d7]\s?(?P<after>{_COUNT})(?=[\s\[(]|$)"
    rf"|(?P<before>{_COUNT})(?:[x\u00d7](?=[\s\[(]|$)|\s[x\u00d7](?=\s+\S))"
    rf"|(?P<plain>{_COUNT})(?=[\s\[(]|$)",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(
    rf"[\[(]?(?:[x\u00d7](?P<after>{_COUNT})|(?P<before>{_COUNT})[x\u00d7])[\])]?", re.IGNORECASE
)
_BARE: Final = re.compile(_COUNT)
_BRACKET: Final = re.compile(r"\[([^\[\]()]*)\]|\(([^\[\]()]*)\)")
_TAG: Final = re.compile(r"(?<=\s)(?:\[[A-Z]{1,4}\]|\([A-Z]{1,4}\))$")
_PARTING: Final = re.compile(r"\s*(?:[-\u2013\u2014:|,]+\s+)?")
_PASSCODE: Final = 5  # digits from which a bare number is a passcode rather than a count or a name


class Words(NamedTuple):
    """What the words of a line are; `copies` and `at` only where there is a count."""

    copies: str  # as written; "" when there is none
    at: int  # where the count stands, in characters from the start of the line
    card: str
    name: str


def read_words(text: str, known: Known) -> Words:
    """The words of one line, told apart; what is left when number and count are taken is the name."""
    count, at, rest = _leading(text, known)
    if not count:
        count, at, rest = _trailing(text, known)
    card, name = _number(rest, known)
    return Words(count, at, card, name)


def _leading(text: str, known: Known) -> tuple[str, int, str]:
    lead = _LEAD.match(text)
    if lead is None:
        return "", 0, text
    kind = lead.lastgroup or "plain"
    count, rest = lead[kind], text[lead.end() :].strip()
    could_be = len(count) >= _PASSCODE and kind in ("plain", "square", "round") and is_number(count, known)
    # A passcode stands where a count would, unless a number follows it.
    if could_be and not _number(rest, known)[0]:
        return "", 0, text
    return count, lead.start(kind), rest


def _trailing(text: str, known: Known) -> tuple[str, int, str]:
    words = text.rsplit(None, 2)
    last = words[-1] if words else ""
    if len(words) > 2 and words[1] in ("x", "X", "\u00d7") and _BARE.fullmatch(last):
        return last, len(text) - len(last), words[0]
    tail = _TAIL.fullmatch(last)
    if tail and len(words) > 1:
        kind = tail.lastgroup or "after"
        start = len(text) - len(last)
        return tail[kind], start + tail.start(kind), text[:start].rstrip()
    if len(words) == 2 and _BARE.fullmatch(last) and is_number(words[0].rstrip(",:;="), known):
        return last, len(text) - len(last), words[0].rstrip(",:;=")
    return "", 0, text


def _number(text: str, known: Known) -> tuple[str, str]:
    """The number in `text` and what is left of it: the first word, the last bracket, or the last word."""
    first = text.split(None, 1)[0] if text.strip() else ""
    word = first.rstrip(",:;|")
    # Alone on its line a short number may be one too: there is nothing else that it could be.
    if is_number(word, known, 4 if word == text else _PASSCODE):
        return word, _without(word, text[len(first) :])
    for bracket in reversed(list(_BRACKET.finditer(text))):
        inside = (bracket[1] or bracket[2] or "").strip()
        if is_number(inside, known):
            before = _TAG.sub("", text[: bracket.start()].rstrip()).rstrip()
            return inside, " ".join(part for part in (before, text[bracket.end() :].strip()) if part)
    last = text.rsplit(None, 1)[-1] if text.strip() else ""
    if is_number(last, known, 8) and last != text:
        return last, text[: -len(last)].rstrip(" \t-\u2013\u2014:|,")
    return "", text


def _without(number: str, rest: str) -> str:
    """The name after a number, without what parts them and without the number said again."""
    parting = _PARTING.match(rest)
    name = rest[parting.end() if parting else 0 :].strip()
    for again in (f"[{number}]", f"({number})"):
        name = name.removesuffix(again).rstrip()
    return name
