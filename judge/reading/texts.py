"""Printed texts: reads the text of a card, sentence by sentence; tells what each means, or why it is not
understood.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from judge.grammar.sentences import BACK, READ, UNSURE, together
from judge.grammar.tables import UNREAD
from judge.reading.cutting import Portion, Printed, portions_of
from judge.reading.grammar import Grammar
from judge.reading.limits import Abilities, Ability, limited, limits_of
from judge.reading.meanings import Meaning, listed, same
from judge.reading.pronouns import Declined, abilities_of
from judge.reading.rows import Read, told
from judge.text.rows import NamedTuple


class Sentence(NamedTuple):
    """One sentence: its state, its meaning where it is read, and otherwise the reason."""

    text: str
    state: str
    abilities: Abilities = ()  # of one that is not read: what stops the run where it would do something
    why: str = ""  # of one that is not read, in a line
    known: str = ""  # the end of what was understood
    unknown: str = ""  # the beginning of what was not
    reached: int = 0  # of one that is not read: so many of its signs were understood, at most
    others: tuple[Meaning, ...] = ()  # the meanings of one that has several
    limited_by: tuple[
        int, ...
    ] = ()  # by number: the sentences of its side that are not read and may limit it


class Side(NamedTuple):
    """One side of a card."""

    key: str  # "" for the front
    sentences: tuple[Sentence, ...]

    @property
    def whole(self) -> bool:
        """Is each of its sentences read?"""
        return all(sentence.state == READ for sentence in self.sentences)


def sentences_of(grammar: Grammar, text: str) -> Iterator[str]:
    """The sentences of a printed text, without what only explains."""
    yield from (sentence.text for portion in portions_of(grammar, text) for sentence in portion.sentences)


def read_sentence(
    grammar: Grammar, text: str, number: str = "", printed: Printed | None = None, kind: str = ""
) -> Sentence:
    """A sentence, as it stands in no other text."""
    own = (printed or {}).get("name", "")
    read = grammar.rows.read(text, kind or grammar.sentence["kind"], own if isinstance(own, str) else "")
    if read.too_long:
        return Sentence(text, UNREAD, (), "too long to read")
    if not read.meanings:
        known, unknown = told(read, grammar.rows.signs.plain(text))
        reached = read.tokens[read.farthest - 1].end if read.farthest else 0
        return Sentence(text, UNREAD, (), "", known, unknown, reached=reached)
    return meant(text, read, number, grammar, printed)


def halting(
    grammar: Grammar, sentence: Sentence, number: str, printed: Printed | None, kind: str
) -> tuple[Ability, ...]:
    """The ability that a sentence is of which only the event is read: it stops the run when it is carried
    out. None where the event is not read either, or nothing has to be done.
    """
    own, text = grammar.halts, sentence.text
    if own is None or not text.startswith(tuple(own.get("begins", ("",)))):
        return ()
    for at in (at for at, sign in enumerate(text[: sentence.reached]) if sign in own["signs"]):
        rest = text[at + 1 :].strip()
        event = read_sentence(grammar, f"{text[: at + 1]} {own['instead']}", number, printed, kind)
        if event.state != READ:
            continue
        first = rest.lower().partition(". ")[0]
        optional = any(f" {word} " in f" {first} " for word in own["unless_has"])
        if optional or first.startswith(tuple(own["unless_begins"])) or len(event.abilities) != 1:
            return ()
        (key, ability), does = event.abilities[0], [own["does"]]
        if key not in own["kinds"] or not isinstance(ability, dict) or ability.get("do") != does:
            return ()
        return ((key, {**ability, "do": [{"unread": rest}]}),)
    return ()


def meant(
    text: str, read: Read, number: str, grammar: Grammar | None = None, printed: Printed | None = None
) -> Sentence:
    """A sentence with the abilities that it is; in doubt where its meanings come to several, or a pronoun to
    several cards.
    """
    readings: dict[str, Abilities] = {}
    why = ""
    for meaning in read.meanings:
        try:
            abilities = tuple(whole(grammar, printed, abilities_of(meaning, number, grammar)))
            readings[same([{key: value} for key, value in abilities])] = abilities
        except Declined as error:
            why = str(error)
    if len(readings) == 1 and not why:
        return Sentence(text, READ, next(iter(readings.values())))
    return Sentence(text, UNSURE, (), why or "it means two things", others=tuple(read.meanings))


def whole(
    grammar: Grammar | None, printed: Printed | None, abilities: Iterable[Ability]
) -> Iterator[Ability]:
    """The abilities; where a key adds to what is printed on the card, the printed part comes first."""
    for key, value in abilities:
        if grammar is not None and key in grammar.added:
            before = listed((printed or {}).get(key, []))
            value = [*before, *(part for part in listed(value) if part not in before)]
        yield key, value


def doubtful(sentence: Sentence, why: str) -> Sentence:
    """A sentence that is in doubt."""
    return sentence._replace(state=UNSURE, abilities=(), why=why)


def read_text(
    grammar: Grammar, text: str, number: str = "", printed: Printed | None = None
) -> list[Sentence]:
    """The sentences of a text. Where one that is not read may limit the others, these are in doubt."""
    portions = portions_of(grammar, text, printed)
    return [sentence for portion in portions for sentence in read_portion(grammar, portion, number, printed)]


def read_portion(
    grammar: Grammar, portion: Portion, number: str = "", printed: Printed | None = None
) -> list[Sentence]:
    """The sentences of a portion; what they tell of each other is on those of which it is told."""
    sentences = [
        read_sentence(grammar, sentence.text, number, printed, sentence.kind)
        for sentence in portion.sentences
    ]
    tell = [bool(limits_of(reading.abilities)) for reading in sentences]
    if any(tell):
        own, doubts = limited(
            [reading.abilities for reading in sentences],
            [reading.state == READ for reading in sentences],
            grammar.limited,
        )
        sentences = [
            doubtful(entry, doubts[at]) if at in doubts else entry._replace(abilities=own[at])
            for at, entry in enumerate(sentences)
        ]
    limits = [
        at
        for at, entry in enumerate(sentences)
        if entry.state != READ and not tell[at] and may_limit(grammar, entry.text)
    ]
    if limits:
        why = f"sentence {limits[0] + 1} is not read and may limit it"
        by = tuple(at + 1 for at in limits)
        sentences = [
            reading._replace(state=UNSURE, why=why, limited_by=by)
            if reading.state == READ and reading.abilities
            else reading
            for reading in sentences
        ]
    return [
        entry._replace(abilities=halting(grammar, entry, number, printed, cut.kind))
        if entry.state == UNREAD and not entry.why
        else entry
        for entry, cut in zip(sentences, portion.sentences, strict=True)
    ]


def may_limit(grammar: Grammar, text: str) -> bool:
    """Does a sentence begin like those that may limit others, and contain one of their words?"""
    own = grammar.taints
    if own is None or not text.startswith(tuple(own["begins"])):
        return False
    return not {token.text for token in grammar.rows.signs.tokens(text)}.isdisjoint(own["words"])


def read_sides(
    grammar: Grammar, texts: Sequence[str], number: str = "", printed: Printed | None = None
) -> list[Side]:
    """The sides of a card, the front first, and the portions that have a key of their own: under one key
    sentences are numbered through.
    """
    group: dict[str, list[Sentence]] = {}
    for back, text in zip(("", BACK), texts, strict=False):
        for portion in portions_of(grammar, text, printed):
            by_key = group.setdefault(portion.key or back, [])
            before = len(by_key)
            by_key += [
                sentence._replace(limited_by=tuple(before + n for n in sentence.limited_by))
                for sentence in read_portion(grammar, portion, number, printed)
            ]
    return [Side(key, tuple(sentences)) for key, sentences in group.items()]


def card_table(sides: Iterable[Side], settled: Collection[str] = (READ,)) -> Mapping[str, object]:
    """The meaning of a card's texts, as it is written under [cards]: of the sentences in these states."""
    table: dict[str, object] = {}
    for side in sides:
        own = together(
            pair for sentence in side.sentences if sentence.state in settled for pair in sentence.abilities
        )
        table |= {side.key: own} if side.key and side.sentences else own
    return table
