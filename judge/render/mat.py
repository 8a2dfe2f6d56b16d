"""`judge step` as rows of text: the mat, B's half above A's; the trace, the article, the decision."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from judge.rulebook.articles import Article
from judge.speech.catalogue import fill
from judge.stepping.decision import ShownDecision
from judge.stepping.kept_run import Told
from judge.stepping.mat import CardSeen, Half, Mat, Place, Unseen
from judge.text.rows import NamedTuple
from judge.text.visible import visible

LINE, EDGE = "─", " │ "
TIMES = "\N{MULTIPLICATION SIGN}"
LEAST_ZONE = 12  # characters of a zone
MANY = 6  # cards of a pile that are named


class Piece(NamedTuple):
    """A part of a row and its kind: seat, zone, card, line."""

    text: str
    kind: str


Row = tuple[Piece, ...]


def mat_rows(mat: Mat, width: int, height: int = 0, active: str = "") -> list[Row]:
    """The rows, `width` characters wide; with a line for each card where that takes at most `height` rows,
    else as few rows as possible. `active` is the player whose turn it is.
    """
    roomy = list(laid_out(mat, width, active, True))
    return roomy if len(roomy) <= height else list(laid_out(mat, width, active, False))


def text_of(rows: Sequence[Row]) -> list[str]:
    """The rows as plain text."""
    return ["".join(piece.text for piece in row).rstrip() for row in rows]


def laid_out(mat: Mat, width: int, active: str, roomy: bool) -> Iterator[Row]:
    """Both halves and the zones between them."""
    drawing = Drawing(mat.words, width, active, roomy)
    yield drawing.heading(mat.above)
    yield from drawing.half(mat.above)
    yield (Piece(LINE * width, "line"),)
    if mat.middle:
        yield from drawing.row(mat.middle, seats=True)
        yield (Piece(LINE * width, "line"),)
    yield from drawing.half(mat.below)
    yield drawing.heading(mat.below)


class Drawing(NamedTuple):
    """How a mat is drawn: its words, its width, whose turn it is, and whether each card has a line."""

    words: Mapping[str, str]
    width: int
    active: str
    roomy: bool

    def heading(self, half: Half) -> Row:
        """The player of a half, whose turn it is, and the player's scores."""
        counts = "".join(f"  {name} {value}" for name, value in half.scores)
        turn = f"  {self.words['turn']}" if half.seat == self.active else ""
        text = visible(f"{half.seat}{counts}{turn} ")
        return (Piece(text, "seat"), Piece(LINE * max(0, self.width - len(text)), "line"))

    def half(self, half: Half) -> Iterator[Row]:
        """The rows of a half; where there is little room, without empty zones."""
        shown = [row for row in half.rows if self.roomy or any(place.held for place in row)]
        for n, places in enumerate(shown):
            if n and self.roomy:
                yield (Piece("", "line"),)
            yield from self.row(places)

    def row(self, places: Sequence[Place], seats: bool = False) -> Iterator[Row]:
        """Zones side by side, each with its player where both have zones in the row."""
        wide = (self.width - len(EDGE) * (len(places) - 1)) // len(places)
        cells = [list(self.cell(place, max(LEAST_ZONE, wide), seats)) for place in places]
        for parts in zip_longest(*cells, fillvalue=Piece("", "card")):
            row: list[Piece] = []
            for n, part in enumerate(parts):
                row += [Piece(EDGE, "line")] if n else []
                row.append(part._replace(text=part.text.ljust(wide)))
            yield tuple(row)

    def cell(self, place: Place, wide: int, seats: bool) -> Iterator[Piece]:
        """The lines of a zone: its name, with its cards below it, or beside it where there is little room."""
        name = f"{place.seat}: {place.name}" if seats else place.name
        head = visible(f"{name} {place.held}" if place.held else name)
        cards = list(self.named(place))
        if self.roomy or not cards:
            yield from (Piece(line, "zone") for line in wrapped(head, wide))
            for card in cards:
                yield from (Piece(line, "card") for line in wrapped(card, wide))
            return
        lines = wrapped(f"{head}: {', '.join(cards)}", wide)
        yield from (Piece(row, "zone" if n == 0 else "card") for n, row in enumerate(lines))

    def named(self, place: Place) -> Iterator[str]:
        """The cards of a zone in words: equal unnamed ones together; of a pile only the first few."""
        alone = len(place.cards) == 1 and isinstance(place.cards[0], Unseen)
        told = [] if alone else [self.told(card) for card in place.cards]
        most = MANY if place.pile and len(told) > MANY + 1 else len(told)
        for text, some in groupby(told[:most]):
            n = len(list(some))
            yield visible(f"{n} {TIMES} {text}" if n > 1 else text)
        if len(told) > most:
            yield fill(self.words["more"], {"n": len(told) - most})

    def told(self, card: CardSeen | Unseen) -> str:
        """A card in a line: its name, its numbers, its states, the cards beneath it and attached to it."""
        if isinstance(card, Unseen):
            return fill(self.words["unseen"], {"n": card.n})
        slot = f"{card.slot}:" if card.slot else ""
        besides = [self.beside("over", card.under), self.beside("with", card.attached)]
        words = [slot, card.name, "/".join(card.numbers), *card.states, *besides]
        return " ".join(word for word in words if word)

    def beside(self, key: str, cards: Sequence[str]) -> str:
        """Other cards in brackets, if there are any."""
        return f"({fill(self.words[key], {'cards': ', '.join(cards)})})" if cards else ""


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of a width; the second line and those after it are set in a little."""
    return textwrap.wrap(text, width, subsequent_indent=" ", break_on_hyphens=False) or [""]


# --- rows beside the mat -------------------------------------------------------------------------------
GUTTER = 4  # of a line: its number
LEAST_SENTENCE = 24  # characters that a sentence has at least
DEEP = 4  # how deep a line stands within others at most


def line_rows(told: Told, width: int, kind: str = "card") -> Iterator[Row]:
    """A line of the trace: its number, the sentence, the articles at the right edge, or in a row of their own
    where there is little room.
    """
    step = told.step
    lead = f"{step.n:>2}  " if step.n else " " * GUTTER
    lead += "  " * min(step.depth, DEEP)
    articles = visible(", ".join(step.articles))
    beside = width - len(lead) - len(articles) - 2
    room = beside if beside >= LEAST_SENTENCE else max(LEAST_SENTENCE, width - len(lead))
    rows = textwrap.wrap(visible(step.text), room) or [""]
    for n, row in enumerate(rows):
        text = f"{lead if n == 0 else ' ' * len(lead)}{row}"
        if n == 0 and articles and room == beside:
            yield (Piece(text.ljust(width - len(articles)), kind), Piece(articles, "article"))
        else:
            yield (Piece(text, kind),)
    if articles and room != beside:
        yield (Piece(articles.rjust(width), "article"),)


def article_rows(articles: Sequence[Article], width: int) -> Iterator[Row]:
    """The texts of articles, each under its number and title."""
    for article in articles:
        for n, row in enumerate(textwrap.wrap(visible(f"{article.id}  {article.title}"), width)):
            yield (Piece(row, "article" if n == 0 else "card"),)
        for row in textwrap.wrap(visible(article.summary), max(LEAST_SENTENCE, width - 2)):
            yield (Piece(f"  {row}", "card"),)


def decision_rows(decision: ShownDecision, width: int, words: Mapping[str, str]) -> Iterator[Row]:
    """The question, the answers with their numbers, and what is refused."""
    yield from paragraph(decision.text, width, "seat")
    for n, choice in enumerate(decision.choices, 1):
        yield from paragraph(f"{n:>3}  {choice}", width, "card", 5)
    yield from aside_rows(decision, width, words)


def aside_rows(decision: ShownDecision, width: int, words: Mapping[str, str]) -> Iterator[Row]:
    """The rest of a decision: what is refused and why, and the answer of the script."""
    for note in (*decision.refused, decision.unseen):
        yield from paragraph(f"     {note}", width, "aside", 5) if note else ()
    if decision.taken:
        yield from paragraph(f"     {fill(words['script'], {'line': decision.taken})}", width, "aside", 5)


def paragraph(text: str, width: int, kind: str, indent: int = 2) -> Iterator[Row]:
    """A text in rows of a width, the second row and those after it set in."""
    lead = len(text) - len(text.lstrip())
    rows = textwrap.wrap(
        visible(text.strip()), max(LEAST_SENTENCE, width),
        initial_indent=" " * lead, subsequent_indent=" " * indent, break_on_hyphens=False,
    )  # fmt: skip
    yield from ((Piece(row, kind),) for row in rows)
