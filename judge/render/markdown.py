"""The ruling as Markdown that reads well as it is typed: for a chat, or a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.page.page import page_of
from judge.page.parts import Answer, Asked, CardText, Open, Reason, Step, Term, shown
from judge.play.ruling import Ruling
from judge.speech.catalogue import Phrases, fill, phrases
from judge.text.markdown import code, escaped


def ruling_markdown(ruling: Ruling, seat: str = "", lang: str = "en", every: bool = False) -> str:
    """The seven parts; with `seat` only what that player may see. `every` shows every line and reason."""
    page = page_of(ruling, seat, lang, every)
    sheet = Sheet(phrases(ruling.fixture.book.folder, lang), every)
    parts = (
        sheet.answer(page.answer),
        sheet.asked(page.asked),
        sheet.why(page.why),
        sheet.listed("when", page.when),
        sheet.steps(page.steps, page.idle),
        sheet.card_texts(page.cards),
        sheet.opened(page.open),
        sheet.listed("next", (page.next.text, *page.next.refused)),
        sheet.termed(page.terms),
        sheet.listed("checked", (*page.checked.failures, page.checked.text, page.checked.far)),
    )
    return "\n\n".join("\n".join(rows) for rows in map(list, parts) if rows) + "\n"


class Sheet:
    """Writes the parts of a page as rows of Markdown."""

    def __init__(self, words: Phrases, every: bool) -> None:
        self.heads = words["section"]
        self.table = words["sheet"]
        self.stated = words["text"]["stated"]
        self.every = every

    def answer(self, answer: Answer) -> Iterator[str]:
        """The answer, what changed, and the rulebook."""
        changes = [escaped(" ".join(answer.changes))] if answer.changes else []
        head, *rest = [*(f"**{escaped(text)}**" for text in answer.answers), *changes]
        yield (head if answer.answers else f"**{head}**") + "  "
        if answer.unread:
            yield f"{self.head('unread')} {escaped(answer.unread)}  "
        yield from (f"{text}  " for text in rest)
        yield f"_{escaped(', '.join((answer.book, *answer.taken)))}_"

    def head(self, name: str) -> str:
        """The heading of a part."""
        return f"**{escaped(self.heads[name])}**"

    def asked(self, rows: Sequence[Asked]) -> Iterator[str]:
        """Each question with its answer."""
        if rows:
            yield self.head("asked")
        for row in rows:
            answer = ", ".join(filter(None, (row.answer, row.article)))
            yield f"- {escaped(row.question)} **{escaped(answer)}**"
            if row.wrong:
                yield f"  {escaped(row.wrong)}"

    def why(self, reasons: Sequence[Reason]) -> Iterator[str]:
        """The articles that decide, and what they mean on this board."""
        rows = list(reasons) if self.every else shown(reasons)
        if rows:
            yield self.head("why")
        for row in rows:
            yield f"- **{escaped(row.article)}** {escaped(row.summary or row.title)}"
            for text in row.here:
                yield f"  _{escaped(fill(self.table['here'], {'here': text}))}_"

    def steps(self, rows: Sequence[Step], idle: str) -> Iterator[str]:
        """What happened, lines within others set in."""
        if rows:
            yield self.head("steps")
        deepest = 0  # a list can be set in by one level at a time
        for row in rows:
            deepest = min(row.depth, deepest + 1) if row is not rows[0] else 0
            by = f" ({escaped(', '.join(row.articles))})" if row.articles else ""
            yield f"{'  ' * deepest}- {escaped(row.text)}{by}"
        if idle:
            yield f"- {escaped(idle)}"

    def card_texts(self, rows: Sequence[CardText]) -> Iterator[str]:
        """The texts of cards, each sentence with what it means."""
        if rows:
            yield self.head("cards")
        for card_text in rows:
            yield f"- **{escaped(f'{card_text.card}: {card_text.number} {card_text.name}')}**"
            for row in card_text.sentences:
                yield f"  - {escaped(row.n)} _{escaped(row.word)}_: {escaped(row.text)}  "
                yield f"    {code(row.means)}"

    def opened(self, rows: Sequence[Open]) -> Iterator[str]:
        """The open questions, those that decide with their ways."""
        deciding = [entry for entry in rows if entry.decides]
        for issue in deciding:
            yield f"{self.head('decides')} {escaped(issue.question or issue.name)} ({code(issue.name)})"
            for way in issue.possibilities:
                mark = escaped(self.table["taken" if way.taken else "other"].strip())
                told = escaped(" ".join(filter(None, (way.says, way.comes_to))))
                row = fill(self.stated, {"cards": mark, "said": told})
                yield f"- {row}" + (f" {code(way.option)}" if way.option else "")
        if rows and not deciding:
            yield f"{self.head('open')} {escaped(self.table['none-decides'])}"

    def termed(self, rows: Sequence[Term]) -> Iterator[str]:
        """The words of the page as the book has them."""
        if rows:
            told = ", ".join(f"{escaped(row.word)} {escaped(row.term)}" for row in rows)
            yield f"{self.head('terms')} {told}"

    def listed(self, name: str, texts: Sequence[str]) -> Iterator[str]:
        """A part of single sentences."""
        told = [escaped(text) for text in texts if text]
        if told:
            yield f"{self.head(name)} {told[0]}"
            yield from (f"- {sentence}" for sentence in told[1:])
