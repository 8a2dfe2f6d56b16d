"""`judge run --format html`: a ruling as one page that stands alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from judge.engine.kernel.state import SEATS
from judge.page.articles import Cited, cited
from judge.page.board import boards
from judge.page.opened import numbered
from judge.page.page import page_of
from judge.page.parts import Page
from judge.pauses.saved import play_key
from judge.play.ruling import Ruling
from judge.release import VERSION
from judge.render.html.parts import Mat, Parts
from judge.render.html.style import RULING
from judge.render.markup import apart, page, tag, text
from judge.speech.catalogue import Phrases, fill, phrases
from judge.text.rows import NamedTuple

SCRIPT: Final = """
"use strict";
function unfold(id) {
  const target = id && document.getElementById(id);
  if (!target) return;
  for (let one = target; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}
function follow() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch (error) { /* as it is written */ }
  unfold(id);
}
addEventListener("hashchange", follow);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.getAttribute("href") === location.hash) { event.preventDefault(); follow(); }
});
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const one of folded) one.open = true;
});
addEventListener("afterprint", () => { for (const one of folded) one.open = false; });
follow();
"""


MOST_USES = 20  # rulings that are named below an article


class Use(NamedTuple):
    """A ruling that turns on an article: its title, and where it is, as a link or as a file."""

    title: str
    link: str
    file: str


Uses = Mapping[str, Sequence[Use]]


class Around(NamedTuple):
    """The links of a page: to other rulings by article, or to the pages of a site."""

    uses: Uses = MappingProxyType({})
    home: str = ""  # where the list of all rulings is
    place: Callable[[str], str] | None = None  # where an article stands with its rulings
    way: str = "home"  # what leads home is called
    below: str = ""  # what stands below the ruling, as HTML with forms for the server that it came from


def ruling_html(ruling: Ruling, seat: str = "", lang: str = "en", uses: Uses | None = None) -> str:
    """The page; with `seat` only what that player may see is in it. `uses` are other rulings by article."""
    return draw(ruling, seat, lang, Around(uses or {}))[0]


def draw(ruling: Ruling, seat: str, lang: str, around: Around) -> tuple[str, Page]:
    """The page with its links, and the data that it shows."""
    told = page_of(ruling, seat, lang)
    words = phrases(ruling.fixture.book.folder, lang)
    articles = cited(ruling, told, seat, lang)
    parts = Parts(words, frozenset(entry.article for entry in articles))
    sections = (
        parts.answer(told.answer),
        parts.asked(told.asked),
        parts.why(told.why, told.when),
        parts.steps(told.steps, told.idle),
        parts.card_texts(told.cards),
        parts.opened(told.open),
        parts.next(told.next),
        board(ruling, seat, lang, parts),
        parts.termed(told.terms),
        parts.checked(told.checked),
        texts(articles, parts, around),
    )
    main = tag("main", "\n".join(filter(None, sections)))
    body = "\n".join(
        (parts.bar(told, seat, around.home, around.way), main, foot(ruling, words) + around.below)
    )
    return page(headed(told), RULING, body, lang, SCRIPT, bool(around.below)), told


def headed(told: Page) -> str:
    """The title of a page: that of the ruling, or its answer."""
    return told.answer.title or next(iter((*told.answer.answers, *told.answer.changes)), "")


def board(ruling: Ruling, seat: str, lang: str, parts: Parts) -> str:
    """The board, as every reader of the page may see it."""
    readers = (seat,) if seat else ("", *SEATS)
    seen = {reader: boards(ruling, reader, lang) for reader in readers}
    mat = Mat(phrases(ruling.fixture.book.folder, lang))
    return parts.folded("board", parts.words["board"], mat.views(seen))


def texts(articles: Sequence[Cited], parts: Parts, around: Around) -> str:
    """Every article of the page with its text and the rulings that use it."""
    if not articles:
        return ""
    counts = {rank: sum(1 for entry in articles if entry.rank == rank) for rank in ("decides", "acts")}
    values = {
        "articles": numbered(parts.phrases, "articles", len(articles)),
        "deciding": numbered(parts.phrases, "deciding", counts["decides"]),
        "acting": numbered(parts.phrases, "acting", counts["acts"]),
    }
    ranked = any(entry.rank for entry in articles)
    head = fill(parts.words["ranks"], values) if ranked else values["articles"]
    rows = "\n".join(article(entry, parts, around) for entry in articles)
    return parts.folded("articles", head, tag("ul", rows))


def article(entry: Cited, parts: Parts, around: Around) -> str:
    """One article."""
    rank = f" {tag('span', text(parts.words[f'rank-{entry.rank}']), 'dim')}" if entry.rank else ""
    head = tag("b", f"{text(entry.article)} {apart(entry.title)}") + rank
    summary = tag("p", apart(entry.summary)) if entry.summary else ""
    more = used(around.uses.get(entry.article, ()), parts)
    if around.place is not None:
        link = tag("a", text(parts.words["more"]), href=around.place(entry.article))
        more = tag("p", link, "by")
    return tag("li", head + summary + more, id=f"art-{entry.article}", tabindex="-1")


def used(uses: Sequence[Use], parts: Parts) -> str:
    """The rulings that turn on an article."""
    if not uses:
        return ""
    rows = [tag("li", tag("a", apart(use.title), href=use.link) if use.link else
                f"{apart(use.title)} {tag('code', text(use.file))}") for use in uses[:MOST_USES]]  # fmt: skip
    left = len(uses) - len(rows)
    rows += [tag("li", text(fill(parts.words["more-uses"], {"n": left})), "dim")] if left else []
    return tag("p", text(parts.words["uses"]), "dim") + tag("ul", "".join(rows), "uses")


def foot(ruling: Ruling, words: Phrases) -> str:
    """The last row: file, rulebook with version and hash, this program."""
    book, table = ruling.fixture.book, words["html"]
    values = {
        "book": book.tables["title"],
        "version": book.version,
        "hash": play_key(book)[:12],
        "judge": VERSION,
    }
    file = ruling.fixture.file.rpartition("/")[2]
    return tag("footer", tag("p", apart(file)) + tag("p", apart(fill(table["foot"], values))), "dim")
