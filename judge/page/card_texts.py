"""The part of a page on cards: the text of each card of the catalogue that acts, beside what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from judge.engine import trace
from judge.page.parts import CardText, SentenceText
from judge.play.ruling import Ruling
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller
from judge.text.toml_text import inline

if TYPE_CHECKING:
    from judge.cards.sentences import Printed

OF_BACK: Final = ".back"  # how what is of the other side of a card is called


def card_texts(teller: Teller, every: bool) -> Iterator[CardText]:
    """The texts of the cards that act, in the order in which they do; `every` has those too that only lie
    there. For a seat no card that does nothing which it sees.
    """
    ruling = teller.ruling
    texts = ruling.fixture.model.texts
    if not texts:
        return
    shown = dict.fromkeys(acting(ruling))
    if every and not teller.seat:
        shown |= dict.fromkeys(card.print for card in ruling.start.cards.values())
    for n, key in enumerate((name for name in shown if name in texts), 1):
        text = texts[key]
        rows = tuple(sentence(teller, part) for part in text.sentences)
        yield CardText(f"c{n}", key, text.id, text.name, rows)


def acting(ruling: Ruling) -> Iterator[str]:
    """The prints of the cards that act: that somebody uses or asks about, or of which an ability works."""
    prints = {id_: card.print for game in (ruling.start, ruling.game) for id_, card in game.cards.items()}
    for entry in ruling.entries:
        if entry.kind is trace.ACT:
            yield from (prints[arg] for arg in entry.data["option"].args if arg in prints)
        yield from of_abilities(entry.data)
        if entry.kind is trace.EVENT:
            yield from of_abilities(entry.data["record"].args)
    for claim in ruling.claims:
        yield from (prints[word] for word in claim.words if word in prints)


def of_abilities(data: Mapping[str, object]) -> Iterator[str]:
    """The print whose ability a line of the trace names."""
    name = data.get("ability")
    if isinstance(name, str) and "/" in name:
        yield name.partition("/")[0].removesuffix(OF_BACK)


def sentence(teller: Teller, part: Printed) -> SentenceText:
    """A sentence with its state and what it means, in words that say why where nobody knows."""
    words = teller.words["card-text"]
    meaning = ", ".join(f"{key} = {inline(value)}" for key, value in part.abilities)
    if not meaning:
        stopped = fill(words["stopped"], {"known": part.known, "unknown": part.unknown})
        meaning = words["nothing"] if part.settled else part.why or stopped
    return SentenceText(
        part.place, " ".join(part.text.split()), part.state, words[part.state.replace(" ", "-")], meaning
    )
