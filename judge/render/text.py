"""The ruling as text: sentences at the left, articles at the right edge. Nothing is decided here."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from judge.page.page import page_of
from judge.page.parts import Answer, Asked, CardText, Open, Page, Reason, Step, Term, shown
from judge.play.ruling import Ruling
from judge.speech.catalogue import Phrases, fill, phrases
from judge.text.visible import marked, visible, visible_lines

Brush = Callable[[str, str], str]
GUTTER = 4  # of a step: its number
LABEL = 8  # of a section that stands on its first line
COLUMN = 12  # of a reason: its article
LEAST = 24  # characters that a sentence has at least


def render(
    ruling: Ruling, *, all: bool = False, seat: str = "",
    color: bool = False, width: int = 100, lang: str = "en",
) -> str:  # fmt: skip
    """The ruling as text, `width` characters wide; with `seat` only what that player may see."""
    page = page_of(ruling, seat, lang, all)
    words = phrases(ruling.fixture.book.folder, lang)
    sheet = Sheet(words, width, painter(color), all)
    return laid(sheet.rows(page))


def painter(color: bool) -> Brush:
    """A function that colours a text of a kind, or leaves it as it is. Control characters in the text are
    made visible first, and our colours are marked.
    """
    if not color:
        return lambda text, kind: text
    from judge.render.colour import paint

    return lambda text, kind: marked(paint(visible(text), kind))


def laid(rows: Iterable[str]) -> str:
    """Rows as one text, in which only our marked colours steer the terminal."""
    return visible_lines("\n".join(row.rstrip() for row in rows) + "\n")


class Sheet:
    """Lays a page out in rows of one width."""

    def __init__(self, words: Phrases, width: int, brush: Brush, every: bool) -> None:
        self.heads = words["section"]
        self.table = words["sheet"]
        self.width = width
        self.brush = brush
        self.every = every

    def rows(self, page: Page) -> Iterator[str]:
        """Every part in its order, with an empty line after the answer."""
        yield from self.answer(page.answer)
        yield ""
        yield from self.asked(page.asked)
        yield from self.why(page.why, page.when)
        yield from self.steps(page.steps, page.idle)
        yield from self.card_texts(page.cards)
        yield from self.opened(page.open)
        yield from self.labelled("next", [page.next.text, *page.next.refused])
        yield from self.termed([term for term in page.terms if term.main or self.every])
        yield from self.checked(page)

    # --- the parts -----------------------------------------------------------------------------
    def answer(self, answer: Answer) -> Iterator[str]:
        """The answer, with the rulebook at the right edge, then what changed."""
        mark = ", ".join((answer.book, *answer.taken))
        texts = [*answer.answers, *([" ".join(answer.changes)] if answer.changes else [])]
        for n, row in enumerate(self.marked(texts[0], mark)):
            yield self.brush(row, answer.kind) if answer.answers or n == 0 else row
        yield from self.labelled("unread", [answer.unread] if answer.unread else [])
        for text in texts[1:]:
            kind = answer.kind if text in answer.answers else ""
            yield from (self.brush(row, kind) if kind else row for row in textwrap.wrap(text, self.width))
        if self.every and answer.title:
            yield from textwrap.wrap(answer.title, self.width)

    def marked(self, text: str, mark: str) -> Iterator[str]:
        """A sentence with a mark at the right edge of its first row."""
        room = self.width - len(mark) - 2
        first = textwrap.wrap(text, room)[0] if room >= LEAST else ""
        if not first:
            yield f"{mark:>{self.width}}"
            yield from textwrap.wrap(text, self.width)
            return
        yield f"{first:<{room}}  {mark}"
        yield from textwrap.wrap(text[len(first) :].strip(), self.width)

    def asked(self, rows: Sequence[Asked]) -> Iterator[str]:
        """Each question with its answer at the right edge."""
        if not rows:
            return
        yield self.head("asked")
        for row in rows:
            more = (
                fill(self.table["also"], {"articles": ", ".join(row.others)})
                if row.others and self.every
                else ""
            )
            answer = f"{row.answer}, {row.article}" if row.article else row.answer
            yield from self.beside(row.question, answer + more, "  ")
            if row.wrong:
                yield from map(
                    self.bad,
                    textwrap.wrap(row.wrong, self.width - 4, initial_indent="    ", subsequent_indent="    "),
                )

    def why(self, reasons: Sequence[Reason], when: Sequence[str]) -> Iterator[str]:
        """The articles that decide: what the book says, and what it means on this board."""
        rows = list(reasons) if self.every else shown(reasons)
        if rows:
            yield self.head("why")
        column = max([COLUMN, *(len(row.article) + 2 for row in rows if len(row.article) <= 20)])
        for reason in rows:
            notes = [fill(self.table["here"], {"here": text}) for text in reason.here]
            yield from self.hanging(reason.article, [reason.summary or reason.title, *notes], column)
        left = len(reasons) - len(rows)
        if left:
            yield self.brush(fill(self.table["more-reasons"], {"n": left}), "folded")
        yield from self.labelled("when", when)

    def steps(self, rows: Sequence[Step], idle: str) -> Iterator[str]:
        """What happened."""
        if rows:
            yield self.head("steps")
        for step in rows:
            label = f"{step.n:2d}  " if step.n else " " * GUTTER
            indent = label + "  " * step.depth
            yield from self.beside(step.text, ", ".join(step.articles), indent)
        if idle:
            for row in textwrap.wrap(idle, self.width - GUTTER):
                yield " " * GUTTER + self.brush(row, "folded")

    def card_texts(self, rows: Sequence[CardText]) -> Iterator[str]:
        """The texts of cards, each sentence beside what it means."""
        if not rows:
            return
        from judge.render.columns import beside  # few rulings have cards whose texts are read

        yield self.head("cards")
        for card_text in rows:
            yield f"  {card_text.card}: {card_text.number} {card_text.name}"
            for row in card_text.sentences:
                lines = beside(f"{row.n} {row.word}", row.text, row.means, self.width - 4)
                yield from (f"    {line}" for line in lines)

    def opened(self, rows: Sequence[Open]) -> Iterator[str]:
        """Open questions: those that decide with their possibilities, the others in a sentence each."""
        for decisive in (row for row in rows if row.decides):
            yield from self.deciding(decisive)
        rest = [row for row in rows if not row.decides]
        if rest:
            decided = len(rest) < len(rows)
            lead = [] if decided else [self.table["none-decides"]]
            played = [issue for issue in rest if issue.kind == "reading" and len(issue.possibilities) > 1]
            tried = [
                issue
                for issue in played
                if not any(possibility.comes_to for possibility in issue.possibilities)
            ]
            others = [self.touched(issue) for issue in rest if issue not in tried]
            yield from self.labelled("open", [*lead, *self.tried(tried), *others])

    def tried(self, rows: Sequence[Open]) -> Iterator[str]:
        """The open questions whose other possibilities were played and gave the same ruling."""
        if rows:
            told = (f"{row.question} ({row.name})" for row in rows)
            yield fill(self.table["tried"], {"questions": " ".join(told)})

    def touched(self, issue: Open) -> str:
        """An open question that does not decide, or another version's outcome."""
        if issue.kind == "version":
            told = issue.possibilities[0]
            return fill(
                self.table["version"], {"name": issue.name, "comes": told.comes_to, "option": told.option}
            )
        taken = next((possibility.says for possibility in issue.possibilities if possibility.taken), "")
        comes = " ".join(possibility.comes_to for possibility in issue.possibilities if possibility.comes_to)
        if comes:
            values = {"question": issue.question, "name": issue.name, "comes": comes}
            return fill(self.table["next-only"], values)
        return fill(self.table[issue.kind], {"question": issue.question, "name": issue.name, "taken": taken})

    def deciding(self, issue: Open) -> Iterator[str]:
        """An open question on which the ruling rests."""
        label = self.heads["decides"]
        head = list(self.beside(issue.question, issue.name, f"{label}  "))
        yield from (self.brush(row, "undecided") for row in head)
        for possibility in issue.possibilities:
            mark = self.table["taken" if possibility.taken else "other"]
            text = " ".join(part for part in (possibility.says, possibility.comes_to) if part)
            indent = " " * (len(mark) + 3)
            yield from textwrap.wrap(f"   {mark}{text}", self.width, subsequent_indent=indent)
            if possibility.option:
                yield indent + self.brush(possibility.option, "folded")

    def termed(self, rows: Sequence[Term]) -> Iterator[str]:
        """The terms of the page in the language of the book, aligned by the width of their characters."""
        if not rows:
            return
        from judge.render.decks.layout import cells  # few pages have terms

        label = self.heads["terms"]
        row, indent = f"{label}  ", " " * LABEL
        for n, term in enumerate(rows):
            told = f"{term.word} {term.term}" + (", " if n + 1 < len(rows) else "")
            if cells(row + told.rstrip()) > self.width and row.strip() not in ("", label):
                yield row.rstrip().replace(label, self.brush(label, "head"), 1)
                row = indent
            row += told
        yield row.rstrip().replace(label, self.brush(label, "head"), 1)

    def checked(self, page: Page) -> Iterator[str]:
        """What fails, and the verdict."""
        check = page.checked
        for text in check.failures:
            yield from map(
                self.bad, textwrap.wrap(text, self.width, initial_indent="  ", subsequent_indent="    ")
            )
        if check.text:
            rows = list(self.labelled("checked", [check.text]))
            yield from (self.brush(row, check.verdict) for row in rows)
        yield from textwrap.wrap(check.far, self.width)

    # --- rows ----------------------------------------------------------------------------------
    def head(self, name: str) -> str:
        """The heading of a part."""
        return self.brush(self.heads[name], "head")

    def bad(self, row: str) -> str:
        """A row about a failure."""
        return self.brush(row, "fails")

    def labelled(self, name: str, texts: Sequence[str]) -> Iterator[str]:
        """A part whose heading stands on its first line; the other lines hang below it."""
        label = self.heads[name]
        indent = " " * min(len(label) + 2, LABEL)
        first = True
        for text in texts:
            rows = textwrap.wrap(
                text, self.width, initial_indent=f"{label}  " if first else indent, subsequent_indent=indent
            )
            for row in rows:
                yield row.replace(label, self.brush(label, "head"), 1) if first else row
                first = False

    def beside(self, text: str, right: str, indent: str = "") -> Iterator[str]:
        """A wrapped sentence, with a text at the right edge of its last row."""
        under = " " * len(indent)
        room = self.width - len(right) - 2 if right else self.width
        if self.width - len(right) - 2 - len(indent) < LEAST:  # too long a name for a narrow screen
            yield from textwrap.wrap(text, self.width, initial_indent=indent, subsequent_indent=under)
            yield self.brush(f"{right:>{self.width}}", "article")
            return
        rows = textwrap.wrap(text, self.width, initial_indent=indent, subsequent_indent=under) or [indent]
        if len(rows[-1]) > room:
            rows = textwrap.wrap(text, room, initial_indent=indent, subsequent_indent=under)
        yield from rows[:-1]
        gap = " " * (self.width - len(rows[-1]) - len(right)) if right else ""
        yield rows[-1] + gap + (self.brush(right, "article") if right else "")

    def hanging(self, lead: str, texts: Sequence[str], column: int) -> Iterator[str]:
        """Texts beside a word at the left, or below it where there is no room."""
        narrow = self.width < 70 or len(lead) + 2 > column
        indent = " " * (4 if narrow else column)
        if narrow:
            yield self.brush(lead, "article")
        first = not narrow
        for text in texts:
            for row in textwrap.wrap(text, self.width - len(indent)):
                yield (self.brush(f"{lead:<{column}}", "article") if first else indent) + row
                first = False
