"""Articles that texts for people send a reader to: they are there.

What an article is called differs from book to book, so the form of a mention is learnt from the book's own
articles: a number with the marks that stand between its parts, or words joined by points.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from judge.errors import nearest
from judge.tables.declarations import Telling
from judge.tables.hints import noted
from judge.tables.references import Fault

# What may be an article: parts of letters and digits, with a mark between each two, and nothing of the kind
# before or behind it (an address, a sum, a path).
_TOKEN: Final = re.compile(
    r"(?<![\w.\-/:@$€£])[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)+(?![\w/@%€])(?!-\w)", re.ASCII
)
_MARK: Final = re.compile(r"[.-]")
_QUOTED: Final = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»')
# A number of two parts is often none of an article (a share, a score, a version) but where something says so:
# a word for articles, a bracket, or another article before it.
_SENT: Final = re.compile(r"(?:\b(?:see|articles?|rules?|sections?)\s+|[§(]\s*)$", re.IGNORECASE)
_NEXT: Final = re.compile(r"([\w.-]+\w)(?:,| and| or| to|, and|, or)\s+$")
# A sentence that tells how the book was once speaks of numbers that are gone.
_GONE: Final = re.compile(r"\b(?:old|former|formerly|removed|deleted|renumbered)\b", re.IGNORECASE)
_FILES: Final = ("toml", "py", "md", "txt", "json", "csv")
NEAR: Final = 60  # characters before a number that may say what it is
_SURE: Final = 0.85  # so alike must a name be that begins as none does, to be a slip of the pen


class Form(NamedTuple):
    """How a book calls its articles."""

    ids: frozenset[str]
    sections: frozenset[str]  # what they begin with, part by part
    joints: frozenset[str]  # the marks between the parts of a number
    digits: int  # of a part of a number, at most

    def is_number(self, token: str) -> bool:
        """Has it the form of the book's numbers? Dates and sums do not: a part is too long, or begins with
        0.
        """
        parts = _MARK.split(token)
        return (
            set(_MARK.findall(token)) <= self.joints
            and all(part.isdigit() and (part == "0" or part[0] != "0") for part in parts)
            and all(len(part) <= self.digits for part in parts)
        )

    def is_name(self, token: str) -> bool:
        """Has it the form of the book's names: does it begin as one of them, or is it nearly one?"""
        head, _, rest = token.partition(".")
        if not rest or not head[0].isalpha() or token.rpartition(".")[2] in _FILES:
            return False
        return head in self.sections or bool(nearest(token, self.ids, _SURE))

    def is_there(self, token: str) -> bool:
        """Is there such an article, or a section that begins so?"""
        return token in self.ids or token in self.sections


def form_of(ids: Collection[str]) -> Form:
    """The form of a book's articles."""
    numbers = [one for one in ids if one[:1].isdigit()]
    sections = {one[: mark.start()] for one in ids for mark in _MARK.finditer(one)}
    joints = {mark for one in numbers for mark in _MARK.findall(one)}
    parts = (part for one in numbers for part in _MARK.split(one))
    digits = max((len(part) for part in parts if part.isdigit()), default=0)
    return Form(frozenset(ids), frozenset(sections), frozenset(joints), digits)


def missing(text: str, form: Form) -> Iterator[str]:
    """The articles that a text sends its reader to and that are not there, each once."""
    unquoted = _QUOTED.sub(lambda one: " " * len(one[0]), text)
    found = (one for one in _TOKEN.finditer(unquoted) if not form.is_there(one[0]))
    yield from dict.fromkeys(one[0] for one in found if is_mention(unquoted, one, form))


def is_mention(text: str, token: re.Match[str], form: Form) -> bool:
    """Does a text mean an article by this?"""
    if _GONE.search(sentence(text, token)):
        return False
    if form.is_name(token[0]):
        return True
    return form.is_number(token[0]) and (
        len(_MARK.findall(token[0])) > 1 or is_sent(text[: token.start()], form)
    )


def is_sent(before: str, form: Form) -> bool:
    """Does what stands before a number say that it is one of an article?"""
    near = before[-NEAR:]
    last = _NEXT.search(near)
    return bool(_SENT.search(near)) or (last is not None and form.is_there(last[1]))


def sentence(text: str, token: re.Match[str]) -> str:
    """The sentence in which something stands."""
    begin = text.rfind(". ", 0, token.start()) + 1
    end = text.find(". ", token.end())
    return text[begin : end if end >= 0 else len(text)]


def check_mentions(form: object, tables: object, articles: Form) -> Iterator[Fault]:
    """Every article that a text of these tables sends its reader to and that is not there."""
    for path, value, note in noted(form, tables):
        if isinstance(note, Telling) and isinstance(value, str):
            for one in missing(value, articles):
                details = {"found": one, "hint": nearest(one, articles.ids)}
                yield path, f"the text sends its reader to {one}, which is no article", details
