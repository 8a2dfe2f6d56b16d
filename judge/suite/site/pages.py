"""All pages of a site: the first page with its search, the articles by chapter, the rulings, the quizzes."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from judge.release import VERSION
from judge.render.html.style import BASE
from judge.render.markup import apart, page, tag, text
from judge.rulebook.articles import Article
from judge.rulebook.load import load_rulebook
from judge.rulebook.translations import spoken_articles
from judge.speech.catalogue import Phrases, fill, phrases
from judge.speech.open_matters import marked
from judge.suite.site.drawn import INDEX, Drawn, address, chapter, chapter_file, quiz_file, ruling_file
from judge.suite.site.quiz import Case, quiz_page
from judge.text.rows import NamedTuple

# --- the first page ------------------------------------------------------------------------------------
SEARCH_STYLE: Final = (
    BASE
    + """
label { display: block; margin-top: .6rem; }
input { width: 100%; min-height: 2.75rem; padding: 0 .7rem; font: inherit; color: var(--ink); background: var(--card);
  border: 1px solid var(--line); border-radius: .4rem; }
output { display: block; min-height: 1.5rem; color: var(--dim); font-size: .9rem; }
.ways { display: flex; flex-wrap: wrap; gap: 0 1rem; } .ways a { display: inline-block; padding: .4rem 0; }
li { padding: .35rem 0; } li a { font-weight: 600; } li span { font-size: .9rem; }
section { border: 0; }
summary { font-weight: 600; }
"""  # noqa: E501
)

SEARCH_SCRIPT: Final = """
"use strict";
const field = document.getElementById("search"), count = document.getElementById("found");
const rows = [...document.querySelectorAll("li[data-words]")];
const groups = [...document.querySelectorAll("details.group")];
const sections = [...document.querySelectorAll("main section")];
function plain(value) {
  const letters = value.normalize("NFD").replace(/[\\u0300-\\u036f]/g, "").toLowerCase();
  return letters.split(/[^\\p{L}\\p{N}.-]+/u).filter(Boolean);
}
const words = rows.map((row) => " " + plain(row.dataset.words + " " + row.textContent).join(" "));
function seek() {
  const asked = plain(field.value);
  let found = 0;
  rows.forEach((row, n) => {
    const fits = asked.every((one) => words[n].includes(" " + one));
    row.hidden = !fits;
    found += fits ? 1 : 0;
  });
  for (const group of groups) {
    const some = group.querySelector("li:not([hidden])");
    group.hidden = !some;
    group.open = asked.length > 0 && Boolean(some);
  }
  for (const one of sections) one.hidden = asked.length > 0 && !one.querySelector("li:not([hidden])");
  count.textContent = asked.length ? count.dataset.found.replace("{n}", found) : "";
}
field.addEventListener("input", seek);
function follow() {
  const asked = new URLSearchParams(location.hash.slice(1)).get("q");
  if (asked !== null) { field.value = asked; seek(); }
}
addEventListener("hashchange", follow);
follow();
"""


class Book(NamedTuple):
    """A rulebook of a site: its game, its title, and its chapters with their headings."""

    game: str
    title: str
    chapters: Mapping[str, str]
    questions: int


def index_page(rulings: Sequence[Drawn], books: Sequence[Book], lang: str, words: Phrases) -> str:
    """The first page; rulings that could not be drawn are listed apart."""
    table = words["site"]
    field = (
        f'<label for="search">{text(table["search"])}</label>'
        '<input id="search" type="search" autocomplete="off" spellcheck="false">'
        + tag("output", "", id="found", for_="search", data_found=table["found"])
    )
    sections = [section(book, [row for row in rulings if row.game == book.game], words) for book in books]
    unread_ = unread([row for row in rulings if not row.page], table)
    foot = tag("footer", text(fill(table["foot"], {"rulings": len(rulings), "judge": VERSION})), "dim")
    main = tag("main", "\n".join((tag("h1", text(table["title"])), field, *sections, unread_)))
    return page(table["title"], SEARCH_STYLE, f"{main}\n{foot}", lang, SEARCH_SCRIPT)


def section(book: Book, rows: Sequence[Drawn], words: Phrases) -> str:
    """A game: its chapters, its quiz, and its rulings by folder."""
    head = tag("h2", apart(book.title), id=f"g-{book.game}")
    groups = (
        group(folder, list(rulings), words["site"])
        for folder, rulings in groupby(rows, lambda ruling: ruling.id.rpartition("/")[0])
    )
    return tag(
        "section", "\n".join((head, ways(book, words["site"]), *groups)), aria_labelledby=f"g-{book.game}"
    )


def ways(book: Book, table: Mapping[str, str]) -> str:
    """Links to where the other pages of a game begin."""
    links = (
        tag("a", text(f"{name} {title}".strip()), href=address(chapter_file(book.game, name), INDEX))
        for name, title in book.chapters.items()
    )
    chapters = tag("details", tag("summary", text(table["chapters"])) + tag("p", " ".join(links), "ways"))
    return quiz_link(book, table) + chapters


def quiz_link(book: Book, table: Mapping[str, str]) -> str:
    """The link to a game's quiz, if there is one."""
    if not book.questions:
        return ""
    told = text(fill(table["quiz-of"], {"n": book.questions}))
    return tag("p", tag("a", told, href=address(quiz_file(book.game), INDEX)), "ways")


def group(folder: str, rows: Sequence[Drawn], table: Mapping[str, str]) -> str:
    """The rulings of a folder, folded."""
    key = "count" if len(rows) > 1 else "count-one"
    count = tag("span", text(fill(table[key], {"n": len(rows)})), "dim")
    items = "\n".join(row(ruling, table) for ruling in rows)
    return tag("details", tag("summary", f"{apart(folder)} {count}") + tag("ul", items), "group")


def row(words: Drawn, table: Mapping[str, str]) -> str:
    """One ruling: its title, its answer, and the words by which it is found."""
    link = tag("a", apart(words.title or words.id), href=address(ruling_file(words.id), INDEX))
    fails = f" {tag('b', text(table['fails']), 'fails')}" if words.result == "fails" else ""
    ruling = tag("span", f"{tag('b', text(words.word), words.kind)} {apart(words.said)}", "dim")
    answer = searched((words.id, words.mark, *words.decides, *words.acts, *words.cards))
    return tag("li", f"{link}{fails}<br>{ruling}", data_words=answer)


def searched(values: Iterable[str]) -> str:
    """Words as the search has them: small letters without accents, each once."""
    plain = unicodedata.normalize("NFD", " ".join(values)).lower()
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(dict.fromkeys(letters.replace("/", " ").split()))


def unread(rows: Sequence[Drawn], table: Mapping[str, str]) -> str:
    """The files that could not be played, with their problems."""
    if not rows:
        return ""
    items = "".join(tag("li", f"{apart(ruling.id)}<br>{why(ruling)}") for ruling in rows)
    return tag("section", tag("h2", text(table["unread"])) + tag("ul", items))


def why(ruling: Drawn) -> str:
    """The problems of a file, without the path of this machine."""
    return "<br>".join(tag("span", apart(told), "fails") for told in messages(ruling))


def messages(ruling: Drawn) -> Iterator[str]:
    """The problems of a file without its path."""
    yield from (f"{problem.line}:{problem.column}: {problem.message}" for problem in ruling.problems)


# --- the articles of a rulebook by chapter -------------------------------------------------------------
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
    """The rulings of each article, in the order of the rulings."""
    by_article = Uses(defaultdict(list), defaultdict(list))
    for ruling in rulings:
        for article in ruling.decides:
            by_article.decides[article].append(ruling)
        for article in ruling.acts:
            by_article.acts[article].append(ruling)
    return by_article


def by_chapter(articles: Mapping[str, Article]) -> dict[str, list[Article]]:
    """The articles of a rulebook by chapter, in the book's order."""
    chapters: dict[str, list[Article]] = defaultdict(list)
    for id_, article in articles.items():
        chapters[chapter(id_)].append(article)
    return dict(chapters)


def heading(name: str, articles: Sequence[Article]) -> str:
    """The heading of a chapter: the title of the article with its number, if there is one."""
    return next(
        (article.title.partition(": ")[2] or article.title for article in articles if article.id == name), ""
    )


class Chapters:
    """Draws the chapters of one game's rulebook."""

    def __init__(self, game: str, title: str, usage: Uses, lang: str, words: Phrases) -> None:
        self.game = game
        self.title = title
        self.found = usage
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
        rows = "\n".join(self.article(article, file) for article in articles)
        body = tag("header", links) + tag("main", tag("h1", apart(head)) + rows)
        return page(f"{self.title} {head}", STYLE, body, self.lang, SCRIPT)

    def article(self, article: Article, file: str) -> str:
        """An article with its rulings."""
        title = (
            article.title if article.language == self.lang else marked(article.title, self.words, self.lang)
        )
        head = tag("h2", f"{text(article.id)} {apart(title)}", id=f"art-{article.id}", tabindex="-1")
        version = tag("p", apart(article.version), "dim") if article.version else ""
        return tag(
            "div", head + version + tag("p", apart(article.summary)) + "".join(self.rulings(article.id, file))
        )

    def rulings(self, article: str, file: str) -> Iterator[str]:
        """The rulings that it decides, then some of those in which it acts."""
        for key, by_article, most in (("decides", self.found.decides, None), ("acts", self.found.acts, MOST)):
            rows = by_article.get(article, [])
            if not rows:
                continue
            items = [self.link(ruling, file) for ruling in rows[:most]]
            if len(items) < len(rows):
                search = f"{address(INDEX, file)}#q={article}"
                left = fill(self.table["more"], {"n": len(rows) - len(items)})
                items.append(tag("li", tag("a", text(left), href=search)))
            count = fill(self.table["count" if len(rows) > 1 else "count-one"], {"n": len(rows)})
            yield tag(
                "details",
                tag("summary", f"{text(self.table[key])} {text(count)}") + tag("ul", "".join(items)),
            )

    def link(self, case: Drawn, file: str) -> str:
        """A link to a ruling, with its answer."""
        link = tag("a", apart(case.title or case.id), href=address(ruling_file(case.id), file))
        return tag(
            "li",
            f"{link}<br>{tag('span', tag('b', text(case.word), case.kind) + ' ' + apart(case.said), 'dim')}",
        )


# --- the whole site ------------------------------------------------------------------------------------
def site(rulings: Sequence[Drawn], modules: tuple[str, ...], lang: str) -> Iterator[tuple[str, str]]:
    """Every file of the site with its text; rulings that could not be played are listed on the first page."""
    drawn = [ruling for ruling in rulings if ruling.page]
    books = []
    for game in dict.fromkeys(entry.game for entry in drawn):
        rows = [entry for entry in drawn if entry.game == game]
        cases = list(cases_of(rows))
        book, pages = of_book(rows, len(cases), modules, lang)
        books.append(book)
        yield from pages
        if cases:
            home, words = address(INDEX, quiz_file(game)), phrases(rows[0].folder, lang)
            yield quiz_file(game), quiz_page(book.title, cases, home, lang, words)
    yield from ((ruling_file(entry.id), entry.page) for entry in drawn)
    yield (
        INDEX,
        index_page(rulings, books, lang, phrases(drawn[0].folder, lang) if drawn else phrases("", lang)),
    )


def of_book(
    rows: Sequence[Drawn], questions: int, modules: tuple[str, ...], lang: str
) -> tuple[Book, list[tuple[str, str]]]:
    """A rulebook, and the pages of its chapters."""
    folder, game = rows[0].folder, rows[0].game
    title = str(load_rulebook(folder, modules=modules).tables["title"])
    chapters: dict[str, list[Article]] = by_chapter(spoken_articles(folder, lang))
    draw = Chapters(game, title, uses(rows), lang, phrases(folder, lang))
    pages = [(chapter_file(game, name), draw.page(name, articles)) for name, articles in chapters.items()]
    return Book(
        game, title, {name: heading(name, articles) for name, articles in chapters.items()}, questions
    ), pages


def cases_of(rows: Sequence[Drawn]) -> Iterator[Case]:
    """The quiz questions of a game's rulings."""
    for ruling in rows:
        if ruling.question is not None:
            yield Case(
                ruling.question,
                ruling.said,
                ruling.title,
                address(ruling_file(ruling.id), quiz_file(ruling.game)),
            )
