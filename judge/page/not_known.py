"""What is not known of the texts of cards: below the headline, among what is open, at the end of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from judge.fixture.unread import Unread
from judge.grammar.sentences import UNSURE
from judge.page.parts import Open
from judge.speech.catalogue import fill, is_one
from judge.speech.sentences import Teller

SENTENCE: Final = "sentence"  # a kind of what is open, and where it is written what a sentence does


def unread(teller: Teller) -> str:
    """Sentences about the cards that are played without their text, or without parts of it; "" for a seat,
    which may not see them all.
    """
    return "" if teller.seat else " ".join(not_known(teller, teller.ruling.unread, ""))


def far(teller: Teller) -> str:
    """The same of the cards that never came near."""
    return "" if teller.seat else " ".join(not_known(teller, teller.ruling.far, "far-"))


def not_known(teller: Teller, cards: Sequence[Unread], head: str) -> Iterator[str]:
    """A sentence about cards whose texts nobody has written, and one about sentences that are not read."""
    table = teller.words["verdict"]
    whole = [str(card) for card in cards if not card.sentences]
    parts = [in_part(teller, card) for card in cards if card.sentences]
    many = len(parts) > 1 or any(len(card.sentences) > 1 for card in cards)
    for key, told, several in (("unread", whole, len(whole)), ("in-part", parts, 2 if many else 1)):
        if told:
            name = f"{head}{key}" if is_one(teller.words, several) else f"{head}{key}-many"
            yield fill(table[name], {"cards": ", ".join(told)})


def in_part(teller: Teller, card: Unread) -> str:
    """A card with the sentences of its text that are not read."""
    table = teller.words["verdict"]
    key = "sentence" if len(card.sentences) == 1 else "sentences"
    return fill(table[key], {"card": str(card), "n": ", ".join(card.sentences)})


def sentences(teller: Teller) -> Iterator[Open]:
    """The sentences of printed texts that are not known and could matter. None for a seat."""
    ruling, table = teller.ruling, teller.words["not-read"]
    for card in ruling.unread if not teller.seat else ():
        text = ruling.fixture.model.texts.get(card.card)
        rows = {sentence.place: sentence for sentence in text.sentences} if text is not None else {}
        for n in card.sentences:
            part = rows.get(n)
            key, why = ("unsure", part.why) if part is not None and part.state == UNSURE else ("unread", "")
            values = {"card": str(card), "n": n, "key": f"{SENTENCE}.{n}", "why": why}
            yield Open(
                "", f"{card.card}.{SENTENCE}.{n}", SENTENCE, fill(table[key], values), True, (), why, ()
            )
