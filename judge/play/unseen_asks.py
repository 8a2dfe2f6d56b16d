"""What a player is asked among unseen things in a run that this player is told of."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.kernel.state import Ask, Card, Choice
from judge.fixture.script import Line


def any_word(ask: Ask, line: Line, seat: str) -> Ask:
    """What a player is asked to declare, with the word of a line among it: any may be declared, and
    whether an unseen card has it is not told.
    """
    if ask.prompt != "ask.declare" or ask.seat != seat or len(line.words) != 2:
        return ask
    word = line.words[1]
    there = any(word in one.words for one in ask.choices)
    return ask if there else ask._replace(choices=(*ask.choices, Choice((word,), word.replace("-", " "))))


def asked_blindly(lines: Sequence[Line], seat: str, cards: Sequence[Card]) -> bool:
    """Is a choice among unseen cards asked though they are alike? Where no line of the script is left, or
    the next one says which; else it is as the rulebook has it.
    """
    return not lines or (lines[0].seat == seat and any(card.id in lines[0].words for card in cards))
