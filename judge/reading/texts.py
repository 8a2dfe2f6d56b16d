"""Printed texts: reads the text of a card, sentence by sentence; tells what each means, or why it is not
understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.reading.grammar import Grammar
from judge.reading.meanings import Meaning, listed, same
from judge.reading.pronouns import Declined, abilities_of
from judge.reading.rows import Read, told
from judge.text.rows import NamedTuple

READ: Final = "read"
UNREAD: Final = "unread"
UNSURE: Final = "unsure"
BACK: Final = "back"  # the key of a card under which its other side stands
_ROUND: Final = re.compile(r"\(([^()]*)\)")
Abilities = tuple[tuple[str, Meaning], ...]


class Sentence(NamedTuple):
    """One sentence: its state, its meaning where it is read, and otherwise the reason."""

    text: str
    state: str
    abilities: Abilities = ()
    why: str = ""  # of one that is not read, in a line
    known: str = ""  # the end of what was understood
    unknown: str = ""  # the beginning of what was not
    others: tuple[Meaning, ...] = ()  # the meanings of one that has several
    limited_by: tuple[
        int, ...
    ] = ()  # the sentences of its text, by number, that are not read and may limit it


class Side(NamedTuple):
    """One side of a card."""

    key: str  # "" for the front
    sentences: tuple[Sentence, ...]

    @property
    def whole(self) -> bool:
        """Is each of its sentences read?"""
        return all(one.state == READ for one in self.sentences)


def sentences_of(grammar: Grammar, text: str) -> Iterator[str]:
    """The sentences of a printed text, without explanatory reminders."""
    own, found = grammar.sentence, list[str]()
    for line in without_reminders(grammar, grammar.rows.signs.plain(text)).splitlines():
        said = line.strip()
        if not re.search(r"\w", said):  # a dash, as tables have it for no text
            continue
        if found and not said.startswith(tuple(own["begins"])):
            found[-1] += f" {said}"
        else:
            found.append(said)
    yield from found


def without_reminders(grammar: Grammar, text: str) -> str:
    """A text without the brackets that begin as reminders do."""
    begins = tuple(one.lower() for one in grammar.reminders)
    return _ROUND.sub(lambda one: "" if one[1].strip().lower().startswith(begins) else one[0], text)


def read_sentence(grammar: Grammar, text: str, number: str = "") -> Sentence:
    """A sentence, read as if it stood alone."""
    read = grammar.rows.read(text, grammar.sentence["kind"])
    if read.too_long:
        return Sentence(text, UNREAD, (), "too long to read")
    if not read.meanings:
        known, unknown = told(read, grammar.rows.signs.plain(text))
        return Sentence(text, UNREAD, (), "", known, unknown)
    return meant(text, read, number)


def meant(text: str, read: Read, number: str) -> Sentence:
    """A sentence with its abilities; doubtful where it has several meanings, or a pronoun could refer to
    several cards.
    """
    found: dict[str, Abilities] = {}
    why = ""
    for one in read.meanings:
        try:
            abilities = tuple(abilities_of(one, number))
            found[same([{key: value} for key, value in abilities])] = abilities
        except Declined as error:
            why = str(error)
    if len(found) == 1 and not why:
        return Sentence(text, READ, next(iter(found.values())))
    return Sentence(text, UNSURE, (), why or "it means two things", others=tuple(read.meanings))


def read_text(grammar: Grammar, text: str, number: str = "") -> list[Sentence]:
    """The sentences of a text. Where one that is not read may limit the others, these are doubtful."""
    found = [read_sentence(grammar, one, number) for one in sentences_of(grammar, text)]
    limits = [at for at, one in enumerate(found) if one.state != READ and may_limit(grammar, one.text)]
    if not limits:
        return found
    why = f"sentence {limits[0] + 1} is not read and may limit it"
    by = tuple(at + 1 for at in limits)
    return [
        one._replace(state=UNSURE, why=why, limited_by=by) if one.state == READ and one.abilities else one
        for one in found
    ]


def may_limit(grammar: Grammar, text: str) -> bool:
    """Does a sentence begin like those that may limit others, and contain one of their words?"""
    own = grammar.taints
    if own is None or not text.startswith(tuple(own["begins"])):
        return False
    return not {one.text for one in grammar.rows.signs.tokens(text)}.isdisjoint(own["words"])


def read_sides(grammar: Grammar, texts: Sequence[str], number: str = "") -> list[Side]:
    """The sides of a card, the front first."""
    keys = ("", BACK)
    return [
        Side(key, tuple(read_text(grammar, text, number))) for key, text in zip(keys, texts, strict=False)
    ]


def table_of(sentences: Iterable[Sentence]) -> dict[str, Meaning]:
    """The abilities of sentences as a card has them: a list under a kind that it has several of."""
    found: dict[str, Meaning] = {}
    for one in sentences:
        for key, value in one.abilities if one.state == READ else ():
            before = found.get(key)
            if before is None or before is True or value is True:
                found[key] = value
            else:
                found[key] = [*listed(before), value]
    return found


def card_table(sides: Iterable[Side]) -> Mapping[str, Meaning]:
    """The meaning of a card's texts, as it is written under [cards]."""
    found: dict[str, Meaning] = {}
    for side in sides:
        table = table_of(side.sentences)
        found |= {side.key: table} if side.key and side.sentences else table
    return found
