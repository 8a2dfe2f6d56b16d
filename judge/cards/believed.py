"""Who is believed of a sentence of a printed text: a correction in the user's catalogue, then what was
written by hand and comes with judge, then what the rows read. The first that has a sentence wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from judge.cards.card import Card
from judge.cards.vocabulary import load_vocabulary
from judge.errors import BadInput, Problem
from judge.rulebook.shelf import named
from judge.text.rows import NamedTuple
from judge.text.source import Source, read_source

if TYPE_CHECKING:
    from judge.cards.sentences import Abilities, Printed

SENTENCE: Final = "sentence"  # the key of a card under which its sentences stand by number
PRINTING: Final = "printing"  # of which card another artwork is one
FILE: Final = "known.toml"  # of a rulebook: sentences that somebody has read by hand


class Believed(NamedTuple):
    """The sentences of a card as they are believed, and corrections that are of another text."""

    sentences: list[Printed]
    stale: tuple[str, ...]


def believed(game: str, card: Card, sentences: Iterable[Printed]) -> Believed:
    """What is believed of the sentences of a card."""
    from judge.cards.sentences import BY_HAND, CORRECTED, hash_of

    corrections = said_of(card.data.get(SENTENCE))
    split, known = load_vocabulary(game).numbering.split, by_hand_of(game)
    numbers = (split(number)[0] for number in (card.id, str(card.data.get(PRINTING, card.id))))
    by_hand = said_of(next((known[number] for number in numbers if number in known), None))
    revised: list[Printed] = []
    used = set()
    for sentence in sentences:
        digest, place = hash_of(sentence.text), (sentence.side, sentence.n)
        for state, rows in ((CORRECTED, corrections), (BY_HAND, by_hand)):
            if place in rows and rows[place].get("text") == digest:
                sentence = told(sentence, state, does(rows[place]))
                used.add((state, place))
                break
        revised.append(sentence)
    stale = [place for place in corrections if (CORRECTED, place) not in used]
    return Believed(revised, tuple(f"{side} {n}".strip() for side, n in stale))


def told(sentence: Printed, state: str, abilities: Abilities) -> Printed:
    """A sentence of which somebody has said what it means."""
    return sentence._replace(state=state, abilities=abilities, why="", known="", unknown="", limited_by=())


def does(row: Mapping[str, object]) -> Abilities:
    """The abilities that a table of a sentence says, without what tells which text is meant."""
    from judge.grammar.sentences import NOTHING, TEXT

    return tuple((key, value) for key, value in row.items() if key not in (TEXT, NOTHING))


def said_of(table: object) -> dict[tuple[str, int], Mapping[str, object]]:
    """What is said of each sentence of a card, by side and number."""
    if not isinstance(table, Mapping):
        return {}
    from judge.grammar.sentences import numbered

    rows = ((side, n, row) for _, side, n, row in numbered(table))
    return {(side, n): row for side, n, row in rows if isinstance(row, Mapping)}


@lru_cache(maxsize=8)
def by_hand_of(game: str) -> Mapping[str, object]:
    """The sentences that come with a rulebook, by the numbers of their cards. Its door has looked at them."""
    path = Path(named(game), FILE)
    if not path.exists():
        return {}
    split = load_vocabulary(game).numbering.split
    cards: Mapping[str, Mapping[str, object]] = read_source(path).data["cards"]
    return {split(number)[0]: row.get(SENTENCE) for number, row in cards.items()}


def corrections_faults(
    game: str, source: Source, path: Sequence[str | int], table: Mapping[str, object]
) -> Iterator[Problem]:
    """Every fault of what a file says of the sentences of one card."""
    from judge.grammar.cards import CardChecker
    from judge.grammar.sentences import check_hashed
    from judge.rulebook.load import load_rulebook

    try:
        checker = CardChecker(load_rulebook(str(named(game))), source, {})
    except BadInput as error:
        yield from error.problems
        return
    yield from check_hashed(checker, [*path], table)
