"""A printed text cut up: its portions, its first line where that is read by itself, and its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from judge.reading.meanings import Meaning, listed
from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.reading.grammar import Grammar
    from judge.tables.texts import CardTextRow

# One that is never closed goes to the end of its line.
_ROUND: Final = re.compile(r"\((?P<inner>[^()]*)\)|\((?P<rest>[^()\n]*)$", re.MULTILINE)
Printed = Mapping[str, Meaning]


class Cut(NamedTuple):
    """A sentence, and the kind of rows that reads it."""

    text: str
    kind: str


class Portion(NamedTuple):
    """A part of a text: the key of a card under which its abilities stand, and its sentences."""

    key: str
    sentences: tuple[Cut, ...]


def portions_of(grammar: Grammar, text: str, printed: Printed | None = None) -> Iterator[Portion]:
    """The portions of a text; one that has no titles is one."""
    plain = grammar.rows.signs.plain(text)
    for key, kind, part in titled(grammar, plain):
        yield Portion(key, tuple(cuts(grammar, part, printed or {}, kind)))


def titled(grammar: Grammar, text: str) -> Iterator[tuple[str, str, str]]:
    """What stands under each title, with its key and its kind of rows; nothing of what says nothing."""
    rows = {portion["title"]: portion for portion in grammar.portions}
    key, kind, silent, lines = "", "", False, list[str]()
    for line in text.splitlines():
        row = rows.get(line.strip())
        if row is None:
            lines.append(line)
            continue
        if lines and not silent:
            yield key, kind, "\n".join(lines)
        key, kind, silent, lines = row.get("key", ""), row.get("kind", ""), row.get("silent", False), []
    if not silent:
        yield key, kind, "\n".join(lines)


def cuts(grammar: Grammar, text: str, printed: Printed, kind: str = "") -> Iterator[Cut]:
    """The sentences of a portion, without what only explains."""
    row, lines = row_of(grammar, printed), without_reminders(grammar, text).splitlines()
    lines = [
        line.strip() for line in lines if re.search(r"\w", line)
    ]  # a dash, as tables have it for no text
    if row is not None and not kind:
        if row.get("silent"):
            return
        if "first" in row and lines:
            yield Cut(lines.pop(0), row["first"])
        kind = row.get("kind", "")
    sentences = list(said(grammar, lines))
    kind = kind or grammar.sentence["kind"]
    if row is None or not row.get("joined"):
        yield from (Cut(sentence, kind) for sentence in sentences)
        return
    first = next(
        (at for at, phrase in enumerate(sentences) if phrase.startswith(tuple(row.get("apart", ())))),
        len(sentences),
    )
    yield from [Cut(" ".join(sentences[:first]), kind)] if first else []
    yield from (Cut(sentence, row.get("alone", kind)) for sentence in sentences[first:])


def row_of(grammar: Grammar, printed: Printed) -> CardTextRow | None:
    """How the text of such a card is read, if not as all others."""
    return next((row for row in grammar.texts if fits(row["of"], printed)), None)


def fits(of: Mapping[str, str | list[str]], printed: Printed) -> bool:
    """Has a card one of the words of each?"""
    return all(
        not {*([words] if isinstance(words, str) else words)}.isdisjoint(
            map(str, listed(printed.get(key, [])))
        )
        for key, words in of.items()
    )


def said(grammar: Grammar, lines: Iterable[str]) -> Iterator[str]:
    """The sentences of lines."""
    own, sentences = grammar.sentence, list[str]()
    begins, goes_on, sign = tuple(own.get("begins", ())), tuple(own.get("goes_on", ())), own.get("listed", "")
    for line in lines:
        if sign and sentences and line.startswith(sign):
            sentences[-1] += f" {line}"
        elif own.get("ends"):
            for sentence in ended(grammar, line, own["ends"]):
                if sentences and sentence.startswith(tuple(filter(None, (*goes_on, sign)))):
                    sentences[-1] += f" {sentence}"
                else:
                    sentences.append(sentence)
        elif sentences and not line.startswith(begins):
            sentences[-1] += f" {line}"
        else:
            sentences.append(line)
    yield from sentences


def ended(grammar: Grammar, line: str, sign: str) -> Iterator[str]:
    """The sentences of a line, each up to a sign that stands in no name and in no round bracket."""
    signs, start, deep = grammar.rows.signs, 0, 0
    listing = grammar.sentence.get("listed", "")
    for match in signs.pattern.finditer(line):
        deep += (match[0] == "(") - (match[0] == ")")
        if listing and match[0] == listing:  # a list in a line goes to its end
            break
        behind = line[match.end() : match.end() + 1]
        if (
            deep <= 0
            and behind in ("", " ")
            and (match[0] == sign or (line[start] == "(" and match[0] == ")"))
        ):
            yield line[start : match.end()].strip()
            start = match.end() + 1
    if line[start:].strip():
        yield line[start:].strip()


def without_reminders(grammar: Grammar, text: str) -> str:
    """A text without the brackets that begin as reminders do."""
    begins = tuple(reminder.lower() for reminder in grammar.reminders)
    return _ROUND.sub(
        lambda cut: "" if (cut["inner"] or cut["rest"] or "").strip().lower().startswith(begins) else cut[0],
        text,
    )
