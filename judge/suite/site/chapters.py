"""The pages of a rulebook: its articles by chapter, each with the rulings that turn on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from judge.render.html.style import BASE
from judge.render.markup import apart, page, tag, text
from judge.rulebook.articles import Article
from judge.speech.catalogue import Phrases, fill
from judge.speech.open_matters import marked
from judge.suite.site.drawn import Drawn
from judge.suite.site.places import INDEX, address, chapter, chapter_file, ruling_file

MOST: Final = 30  # rulings in which an article only acts

STYLE: Final = (
    BASE
    + """
header { padding-top: .6rem; }
h2 { padding-top: .8rem; font-size: 1rem; letter-spacing: 0; text-transform: none; color: var(--ink);
  border-top: 1px solid var(--line); }
summary { font-size: .9rem; } li { padding: .25rem 0; }
"""
)
SCRIPT: Final = """
"use strict";
function follow() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch (error) { /* as it is written */ }
  const target = id && document.getElementById(id);
  const fold = target && target.parentElement.querySelector("details");
  if (fold) fold.open = true;
}
addEventListener("hashchange", follow);
follow();
"""


class Uses(NamedTuple):
    """The rulings that an article decides, and those in which it acts."""

    decides: dict[str, list[Drawn]]
    acts: dict[str, list[Drawn]]


def uses(rulings: Sequence[Drawn]) -> Uses:
    """By article, in the order of the rulings."""
    found = Uses(defaultdict(list), defaultdict(list))
    for one in rulings:
        for article in one.decides:
            found.decides[article].append(one)
        for article in one.acts:
            found.acts[article].append(one)
    return found


def by_chapter(articles: Mapping[str, Article]) -> dict[str, list[Article]]:
    """The articles of a rulebook by chapter, in the book's order."""
    found: dict[str, list[Article]] = defaultdict(list)
    for id_, one in articles.items():
        found[chapter(id_)].append(one)
    return dict(found)


def heading(name: str, articles: Sequence[Article]) -> str:
    """What a chapter is called: by the article of its own number, if there is one."""
    return next((one.title.partition(": ")[2] or one.title for one in articles if one.id == name), "")


class Chapters:
    """Draws the chapters of one game's rulebook."""

    def __init__(self, game: str, title: str, found: Uses, lang: str, words: Phrases) -> None:
        self.game = game
        self.title = title
        self.found = found
        self.lang = lang
        self.words = words
        self.table = words["site"]

    def page(self, name: str, articles: Sequence[Article]) -> str:
        """The page of a chapter."""
        file = chapter_file(self.game, name)
        told = heading(name, articles)
        head = " ".join(filter(None, (name, told)))
        links = (
            tag("a", text(self.words["html"]["home"]), href=address(INDEX, file))
            + f" {tag('span', apart(self.title), 'dim')}"
        )
        rows = "\n".join(self.article(one, file) for one in articles)
        body = tag("header", links) + tag("main", tag("h1", apart(head)) + rows)
        return page(f"{self.title} {head}", STYLE, body, self.lang, SCRIPT)

    def article(self, one: Article, file: str) -> str:
        """An article with its rulings."""
        title = one.title if one.language == self.lang else marked(one.title, self.words, self.lang)
        head = tag("h2", f"{text(one.id)} {apart(title)}", id=f"art-{one.id}", tabindex="-1")
        version = tag("p", apart(one.version), "dim") if one.version else ""
        return tag("div", head + version + tag("p", apart(one.summary)) + "".join(self.rulings(one.id, file)))

    def rulings(self, article: str, file: str) -> Iterator[str]:
        """Those that it decides, then some of those in which it acts."""
        for key, found, most in (("decides", self.found.decides, None), ("acts", self.found.acts, MOST)):
            rows = found.get(article, [])
            if not rows:
                continue
            items = [self.link(one, file) for one in rows[:most]]
            if len(items) < len(rows):
                search = f"{address(INDEX, file)}#q={article}"
                left = fill(self.table["more"], {"n": len(rows) - len(items)})
                items.append(tag("li", tag("a", text(left), href=search)))
            count = fill(self.table["count" if len(rows) > 1 else "count-one"], {"n": len(rows)})
            yield tag(
                "details",
                tag("summary", f"{text(self.table[key])} {text(count)}") + tag("ul", "".join(items)),
            )

    def link(self, one: Drawn, file: str) -> str:
        """A ruling with what it comes to."""
        link = tag("a", apart(one.title or one.id), href=address(ruling_file(one.id), file))
        return tag(
            "li",
            f"{link}<br>{tag('span', tag('b', text(one.word), one.kind) + ' ' + apart(one.said), 'dim')}",
        )
