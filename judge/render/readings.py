"""Printed texts as they are read: a card's text beside its meaning, and what share of all texts is read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from judge.cards.card import Card
from judge.cards.sentences import SETTLED, Printed, hash_of
from judge.grammar.sentences import READ, UNSURE
from judge.grammar.tables import UNREAD
from judge.reading.texts import Sentence, Side, card_table
from judge.render.cards import plain, table
from judge.render.columns import beside
from judge.text.toml_text import document, inline

STATES: Final = (READ, UNREAD, UNSURE)
OTHERS: Final = "by hand"  # sentences of which somebody has said what they mean, in judge or in a correction
SHOWN: Final = 40  # shapes that are told
BEFORE, BEHIND = 3, 4  # words of a shape on either side of where reading stops


# --- one card ------------------------------------------------------------------------------------------
def reading_text(game: str, card: Card, sides: Iterable[Side], width: int, why: bool = False) -> str:
    """A card's text on the left, what it means on the right, and the state of each sentence."""
    lines = [f"{card.id} {plain(card.name)} ({game})"]
    for side in sides:
        lines += [f"{side.key}:"] if side.key and side.sentences else []
        for at, sentence in enumerate(side.sentences, 1):
            lines += beside(f"{at} {sentence.state}", plain(sentence.text), said(sentence), width)
            lines += [f"    {line}" for line in reasons(sentence)] if why else []
    return "\n".join(lines if len(lines) > 1 else [*lines, "There is no text."])


def said(sentence: Sentence) -> str:
    """What a sentence means, or in a line why nobody knows."""
    if sentence.state in SETTLED:
        meaning = ", ".join(f"{key} = {inline(value)}" for key, value in sentence.abilities)
        return meaning or "nothing in play"
    if sentence.why:
        return sentence.why
    return f'read up to "{plain(sentence.known)}", not understood: "{plain(sentence.unknown)}"'


def reasons(sentence: Sentence) -> Iterator[str]:
    """The hash by which a correction means this text, and the meanings between which nothing decides."""
    yield f'text = "{hash_of(sentence.text)}"'
    yield from (f"meaning {at}: {inline(meaning)}" for at, meaning in enumerate(sentence.others, 1))


def reading_toml(game: str, cards: Iterable[tuple[Card, Sequence[Side]]]) -> str:
    """What is read of cards, as a file of cards has it."""
    tables = {card.id: {"name": card.name, **card_table(sides, SETTLED)} for card, sides in cards}
    return document({"game": game, "cards": tables}, ("cards",))


def reading_json(game: str, card: Card, sides: Iterable[Side]) -> dict[str, object]:
    """The meaning of a card's text, for programs."""
    return {
        "id": card.id,
        "name": card.name,
        "game": game,
        "sides": [{"side": side.key, "sentences": [*map(_sentence_json, side.sentences)]} for side in sides],
    }


def _sentence_json(sentence: Sentence) -> dict[str, object]:
    told = {"why": sentence.why, "known": sentence.known, "unknown": sentence.unknown}
    return {
        "text": sentence.text,
        "hash": hash_of(sentence.text),
        "state": sentence.state,
        "abilities": [{key: value} for key, value in sentence.abilities],
        **{key: detail for key, detail in told.items() if detail},
        **({"meanings": list(sentence.others)} if sentence.others else {}),
    }


# --- all cards -----------------------------------------------------------------------------------------
class Figures:
    """How much of all texts is read, by type of card, and the shapes at which reading stops."""

    def __init__(self) -> None:
        self.rows: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.shapes: Counter[str] = Counter()

    def count(self, sort: str, sentences: Sequence[Printed]) -> None:
        """Count a card with a text."""
        if not sentences:
            return
        states = Counter(sentence.state for sentence in sentences)
        row = self.rows[sort]
        row.update({state: states[state] for state in STATES})
        row["cards"] += 1
        row["sentences"] += len(sentences)
        row["whole"] += states[READ] == len(sentences)
        row["in part"] += 0 < states[READ] < len(sentences)
        row["one away"] += states[READ] == len(sentences) - 1
        row[OTHERS] += sum(printed.settled and printed.state != READ for printed in sentences)
        self.shapes.update(shape(printed) for printed in sentences if not printed.settled)

    def all(self) -> Counter[str]:
        """The figures of all types together."""
        return sum(self.rows.values(), Counter())


def shape(sentence: Printed) -> str:
    """The words around the place where reading stops, or why it is in doubt."""
    if sentence.why:
        return sentence.why if not sentence.why.startswith("sentence ") else "another sentence may limit it"
    known, unknown = sentence.known.split()[-BEFORE:], sentence.unknown.split()[:BEHIND]
    return f"{' '.join(known)} | {' '.join(unknown)}".strip()


COLUMNS: Final = ("cards", "whole", "in part", "one away", "sentences", *STATES, OTHERS)


def figures_text(game: str, figures: Figures, width: int) -> str:
    """The table of figures, and under it the shapes that stop most; what was said by hand if there is any."""
    names = [column for column in COLUMNS if column != OTHERS or figures.all()[column]]
    rows = [("", *names), *(_row(sort, row, names) for sort, row in sorted(figures.rows.items()))]
    lines = [game, *table([*rows, _row("all", figures.all(), names)], width, right=range(1, len(names) + 1))]
    lines += ["", "what stops most:"]
    lines += [f"{count:>5}  {plain(form)}" for form, count in figures.shapes.most_common(SHOWN)]
    return "\n".join(lines)


def _row(sort: str, row: Counter[str], names: Iterable[str]) -> tuple[str, ...]:
    """Numbers with their shares: of cards, or of sentences."""
    cells = []
    for name in names:
        of = row["sentences"] if name in (*STATES, OTHERS) else row["cards"]
        share = f" {row[name] / of:.1%}" if name not in ("cards", "sentences") and of else ""
        cells.append(f"{row[name]:,}{share}")
    return (sort, *cells)


def figures_json(figures: Figures) -> dict[str, object]:
    """The figures for programs."""
    names = COLUMNS
    rows = {sort: {name: row[name] for name in names} for sort, row in figures.rows.items()}
    shapes = [{"shape": form, "count": count} for form, count in figures.shapes.most_common()]
    return {"types": rows, "all": {name: figures.all()[name] for name in names}, "shapes": shapes}
