"""Words of a book: those that games share and that exist in it, those of its game, and those that its tables
create.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.engine.kernel.book import Word
from judge.engine.kernel.registry import Rules
from judge.engine.kernel.state import Instruction
from judge.engine.language.shared import words
from judge.engine.words.marks import can_be, named_mark
from judge.engine.words.moves import NAMED_MOVED, can_take, named_move, number_amiss
from judge.engine.words.outcomes import can_score, score
from judge.text.plain import Fields

COMMON = {"if": "condition", "when": "condition", "as": "name", "rule": "article"}  # what instructions take


def vocabulary(tables: Fields, game: Rules) -> dict[str, Word]:
    """Every word, by name, that begins an instruction in a book with these tables."""
    rows = (
        *(scoring(word, {"score": word}) for word in tables["score"]),
        *map(moving, tables["move"]),
        *(term for term in (words.words | game.words).values() if term.stands is None or term.stands(tables)),
        *(scoring(word, {"score": row["score"]}) for word, row in tables["score_word"].items()),
        *(marking(word) for word in tables["mark_word"]),
    )
    return {term.name: term._replace(takes=fitting(tables, term.takes)) for term in rows}


def scoring(name: str, fixed: Mapping[str, object]) -> Word:
    """The word for a score; with `fixed`, one that says in which direction the score changes."""

    def made(word: str, args: dict[str, object]) -> Instruction:
        return Instruction("score", {**args, "named": word, **fixed, "n": args[word]})

    return Word(name, score, "number", {"of": "seat"}, possible=can_score, made=made)


def moving(name: str) -> Word:
    """The word that a rulebook has for a move; one that moves only some types of cards tests them."""
    return Word(
        name,
        named_move,
        "moved",
        NAMED_MOVED,
        marks="arriving",
        possible=can_take,
        amiss=number_amiss,
        made=named_as_move,
    )


def marking(name: str) -> Word:
    """The word that a rulebook has for a state."""
    return Word(name, named_mark, "cards", marks="all", possible=can_be, made=named_as_mark)


def named_as_move(word: str, args: dict[str, object]) -> Instruction:
    """The move that a word names."""
    return Instruction("named-move", {**args, "named": word})


def named_as_mark(word: str, args: dict[str, object]) -> Instruction:
    """The state that a word names."""
    return Instruction("named-mark", {**args, "named": word})


def fitting(tables: Fields, keys: Mapping[str, str]) -> dict[str, str]:
    """The keys that make sense in a game: without those about cards on or beneath others, where no card lies
    so, and those about exchanged places and attacks, where there are none.
    """
    lacking: tuple[str, ...] = () if "to" in tables["pile"] else ("under", "onto", "pile", "only")
    lacking += () if "places" in tables["exchanges"] else ("along",)
    lacking += () if "attacks" in tables else ("attacks",)
    return {key: kind for key, kind in keys.items() if key not in lacking}


def gives(known: Mapping[str, Word]) -> Iterator[str]:
    """The keys under which instructions name a variable that they store something in."""
    for word in known.values():
        keys = {**COMMON, **word.takes, word.name: word.under}
        yield from (key for key, kind in keys.items() if kind == "name")
