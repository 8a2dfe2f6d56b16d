"""A quiz: the board, what was done, and the question, its answer hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import tomli_w

from judge.fixture.script import Line
from judge.page.board import Boards, boards
from judge.page.parts import Page
from judge.play.ruling import Ruling
from judge.render.html.parts import Mat
from judge.render.html.style import BASE, BOARD
from judge.render.markup import apart, page, tag, text, text_lines
from judge.speech.catalogue import Phrases, phrases
from judge.text.rows import NamedTuple

SCRIPT: Final = """
"use strict";
const cases = [...document.querySelectorAll("article")];
const order = cases.map((_, at) => at);
const score = document.getElementById("score");
let at = 0, right = 0, told = 0;
function shuffle() {
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [order[n], order[other]] = [order[other], order[n]];
  }
}
function show() {
  cases.forEach((one, n) => { one.hidden = n !== order[at]; });
  const one = cases[order[at]];
  one.querySelector(".answer").open = false;
  for (const button of one.querySelectorAll("button")) button.disabled = false;
  scrollTo(0, 0);
}
function tell() { score.textContent = told ? right + " / " + told : ""; }
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-say]");
  if (!button) return;
  const one = button.closest("article");
  told += 1;
  right += button.dataset.say === one.dataset.answer ? 1 : 0;
  for (const other of one.querySelectorAll("button")) other.disabled = true;
  one.querySelector(".answer").open = true;
  tell();
});
document.getElementById("another").addEventListener("click", () => {
  at = (at + 1) % cases.length;
  if (at === 0) shuffle();
  show();
});
document.getElementById("controls").hidden = false;
const wanted = cases.findIndex((one) => "#" + one.id === location.hash);
shuffle();
if (wanted >= 0) { order.splice(order.indexOf(wanted), 1); order.unshift(wanted); }
show();
"""

STYLE: Final = (
    BASE
    + BOARD
    + """
header { display: flex; justify-content: space-between; align-items: baseline; padding-top: .6rem; }
article { padding-bottom: 1rem; } article + article { border-top: 1px solid var(--line); }
article[hidden] { display: none; }
button:disabled { color: var(--dim); cursor: default; }
.said { padding-left: 1.2rem; list-style: decimal; }
.answer p:first-of-type { font-size: 1.1rem; font-weight: 700; }
.say { display: flex; gap: .6rem; margin: .6rem 0; }
"""
)


class Question(NamedTuple):
    """What a quiz asks of one ruling."""

    lead: str  # what is asked, and what was done before, as HTML
    board: str
    yes: bool


def question(ruling: Ruling, told: Page, lang: str) -> Question | None:
    """The first question of a ruling; None for one that asks nothing, or does not hold."""
    asks = bool(ruling.claims) or ruling.refusal is not None
    if not asks or ruling.verdict not in ("holds", "refused"):
        return None
    words = phrases(ruling.fixture.book.folder, lang)
    asked = told.asked[0]
    before = [line for line in until(ruling.fixture.lines, asked.line) if line.kind != "claim"]
    table = words["quiz"]
    lead = tag("h1", apart(asked.question)) + done(before, table["done"])
    below = board(boards(ruling, "", lang), words) + printed(ruling, table["cards"])
    return Question(lead, below, asked.allowed)


def until(lines: Sequence[Line], text_: str) -> Iterator[Line]:
    """The lines of a script before one of them."""
    for line in lines:
        if line.text == text_:
            return
        yield line


def board(pair: Boards, words: Phrases) -> str:
    """Draws the board as it is at the start, and tells nothing of how it ends."""
    return Mat(words).sides(Boards(pair.before, pair.before))


def printed(ruling: Ruling, head: str) -> str:
    """The texts of the cards, as the fixture has them."""
    cards = ruling.fixture.source.data.get("cards")
    if not isinstance(cards, dict) or not cards:
        return ""
    return tag(
        "details", tag("summary", text(head)) + tag("pre", text_lines(tomli_w.dumps({"cards": cards})))
    )


def done(lines: Sequence[Line], head: str) -> str:
    """The acts before the question."""
    if not lines:
        return ""
    return tag("p", text(head), "dim") + tag(
        "ol", "".join(tag("li", apart(line.text)) for line in lines), "said"
    )


# --- the page of a game's questions ---------------------------------------------------------------
class Case(NamedTuple):
    """A question with its ruling."""

    question: Question
    said: str
    title: str
    address: str


def quiz_page(title: str, cases: Sequence[Case], home: str, lang: str, words: Phrases) -> str:
    """The questions of a game, one at a time; without scripts all of them, with folded answers."""
    table = words["quiz"]
    another = (
        f'<p id="controls" hidden><button type="button" id="another">{text(table["another"])}</button></p>'
    )
    score = '<output id="score" aria-live="polite"></output>'
    head = tag(
        "header", tag("a", text(words["html"]["home"]), href=home) + tag("span", apart(title), "dim") + score
    )
    body = "\n".join(case(entry, n, words) for n, entry in enumerate(cases, 1))
    return page(f"{table['title']}: {title}", STYLE, f"{head}\n{tag('main', body + another)}", lang, SCRIPT)


def case(entry: Case, n: int, words: Phrases) -> str:
    """One question with its answer."""
    table, yes = words["quiz"], entry.question.yes
    say = "".join(
        f'<button type="button" data-say="{key}">{text(words["asked"][key])}</button>'
        for key in ("yes", "no")
    )
    link = tag("p", tag("a", apart(entry.title or entry.said), href=entry.address))
    kind = "yes" if yes else "no"
    told = tag("p", tag("span", text(words["asked"][kind]), kind)) + tag("p", apart(entry.said)) + link
    answer = f'<details class="answer">{tag("summary", text(table["answer"]))}{told}</details>'
    body = entry.question.lead + tag("p", say, "say") + answer + entry.question.board
    return f'<article id="n{n}" data-answer="{kind}">{body}</article>'
