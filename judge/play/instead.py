"""Alternatives: where a line names an act that is not offered, tells what may be done with its cards, so
that whoever asks with the wrong word learns the right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from judge.board.position import find_card
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Decision
from judge.fixture.script import Line, same_word
from judge.play.claim import Claim
from judge.play.moments import Since, offers_since
from judge.play.script_lines import words_of

# What is told of the abilities of the card that is named: it is the right act, and the card has none for it.
ABILITIES: Final = ("absent.beneath", "absent.side", "absent.permanent", "absent.unusable")


def with_instead(at: Since, line: Line, found: Claim) -> Claim:
    """A refusal with the lines that do something else with the same cards at the waiting decision. Where the
    act itself is examined there and refused, or where it is told what its card lacks, that is the whole
    answer.
    """
    lacks = found.cond is not None and found.cond.message_key in ABILITIES
    if found.allowed or found.options or found.amiss or lacks:
        return found
    return found._replace(instead=tuple(dict.fromkeys(instead(at, line))))


def instead(at: Since, line: Line) -> Iterator[str]:
    """Each line by which the player of a line does something with a card that it names, at the decision that
    waits for that player, or in a window since the last line in which that player could speak up.
    """
    ask = at.engine.game.ask
    board, view = at.engine.game, Reader(at.engine.table, at.engine.game)
    cards = {card.id for word in line.words[1:] if (card := find_card(board, word)) is not None}
    there: list[tuple[str, Sequence[str]]] = []
    if ask is not None and ask.seat == line.seat:
        own = ask.kind in ("act", "may")
        there = [(answer_of(ask, one.value), one.words[1:] if own else one.words[:1]) for one in ask.choices]
    else:
        legal = (option for one in offers_since(at, line.seat) for option in one.legal)
        there = [(" ".join((one.name, *one.args)), one.args) for one in legal]
    for told, named in there:
        other = told.split()[0] != line.words[0]
        if other and any(same_word(word, card, view) for word in named for card in cards):
            yield f"{line.seat}: {told}"


def answer_of(ask: Decision, value: object) -> str:
    """The words by which a choice is taken."""
    many = ask.kind not in ("act", "chance", "may", "number")
    return words_of(ask, (value,) if many else value)
