"""The first page of a site: every ruling, to be searched, the chapters of the rulebooks, the quizzes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from judge.release import VERSION
from judge.render.html.style import BASE
from judge.render.markup import apart, page, tag, text
from judge.speech.catalogue import Phrases, fill
from judge.suite.site.drawn import Drawn
from judge.suite.site.places import INDEX, address, chapter_file, quiz_file, ruling_file

STYLE: Final = (
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

SCRIPT: Final = """
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
    """A rulebook of a site: its game, its title and its chapters by name with their headings."""

    game: str
    title: str
    chapters: Mapping[str, str]
    questions: int


def index_page(rulings: Sequence[Drawn], books: Sequence[Book], lang: str, words: Phrases) -> str:
    """The page; a ruling that could not be drawn is of no game."""
    table = words["site"]
    field = (
        f'<label for="search">{text(table["search"])}</label>'
        '<input id="search" type="search" autocomplete="off" spellcheck="false">'
        + tag("output", "", id="found", for_="search", data_found=table["found"])
    )
    sections = [section(one, [row for row in rulings if row.game == one.game], words) for one in books]
    unread_ = unread([row for row in rulings if not row.page], table)
    foot = tag("footer", text(fill(table["foot"], {"rulings": len(rulings), "judge": VERSION})), "dim")
    main = tag("main", "\n".join((tag("h1", text(table["title"])), field, *sections, unread_)))
    return page(table["title"], STYLE, f"{main}\n{foot}", lang, SCRIPT)


def section(book: Book, rows: Sequence[Drawn], words: Phrases) -> str:
    """A game: its chapters, its quiz, and its rulings by folder."""
    head = tag("h2", apart(book.title), id=f"g-{book.game}")
    groups = (
        group(folder, list(found), words["site"])
        for folder, found in groupby(rows, lambda one: folder_of(one.id))
    )
    return tag(
        "section", "\n".join((head, ways(book, words["site"]), *groups)), aria_labelledby=f"g-{book.game}"
    )


def ways(book: Book, table: Mapping[str, str]) -> str:
    """Where else a game's pages begin."""
    links = (
        tag("a", text(f"{name} {title}".strip()), href=address(chapter_file(book.game, name), INDEX))
        for name, title in book.chapters.items()
    )
    chapters = tag("details", tag("summary", text(table["chapters"])) + tag("p", " ".join(links), "ways"))
    return quiz_link(book, table) + chapters


def quiz_link(book: Book, table: Mapping[str, str]) -> str:
    """Where a game's quiz is, if there is one."""
    if not book.questions:
        return ""
    told = text(fill(table["quiz-of"], {"n": book.questions}))
    return tag("p", tag("a", told, href=address(quiz_file(book.game), INDEX)), "ways")


def folder_of(id_: str) -> str:
    """The folder of a ruling."""
    return id_.rpartition("/")[0]


def group(folder: str, rows: Sequence[Drawn], table: Mapping[str, str]) -> str:
    """The rulings of a folder, folded."""
    key = "count" if len(rows) > 1 else "count-one"
    count = tag("span", text(fill(table[key], {"n": len(rows)})), "dim")
    items = "\n".join(row(one, table) for one in rows)
    return tag("details", tag("summary", f"{apart(folder)} {count}") + tag("ul", items), "group")


def row(one: Drawn, table: Mapping[str, str]) -> str:
    """One ruling: its title, what it comes to, and by which words it is found."""
    link = tag("a", apart(one.title or one.id), href=address(ruling_file(one.id), INDEX))
    fails = f" {tag('b', text(table['fails']), 'fails')}" if one.result == "fails" else ""
    said = tag("span", f"{tag('b', text(one.word), one.kind)} {apart(one.said)}", "dim")
    found = searched((one.id, one.mark, *one.decides, *one.acts, *one.cards))
    return tag("li", f"{link}{fails}<br>{said}", data_words=found)


def searched(values: Iterable[str]) -> str:
    """Words as they are looked for: small letters without accents, each once."""
    plain = unicodedata.normalize("NFD", " ".join(values)).lower()
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return " ".join(dict.fromkeys(letters.replace("/", " ").split()))


def unread(rows: Sequence[Drawn], table: Mapping[str, str]) -> str:
    """The files that could not be played, with what is wrong with them."""
    if not rows:
        return ""
    items = "".join(tag("li", f"{apart(one.id)}<br>{why(one)}") for one in rows)
    return tag("section", tag("h2", text(table["unread"])) + tag("ul", items))


def why(one: Drawn) -> str:
    """What is wrong with a file, its place in the folder of nobody's machine."""
    return "<br>".join(tag("span", apart(told), "fails") for told in messages(one))


def messages(one: Drawn) -> Iterator[str]:
    """The problems of a file without its path."""
    yield from (f"{found.line}:{found.column}: {found.message}" for found in one.problems)
