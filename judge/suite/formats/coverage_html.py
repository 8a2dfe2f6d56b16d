"""Coverage of rulebooks as one page: every article with its counts, for a screen, a phone and paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from judge.render.decks.style import REPORT
from judge.render.markup import apart, page, tag, text
from judge.suite.coverage import STATES, Coverage, Row
from judge.suite.formats.coverage import LABELS, book_of, counted, few, headline, marked, more

STYLE: Final = (
    REPORT
    + """
.decides, .acts { color: var(--good); } .behind, .checked { color: var(--doubt); }
.never { color: var(--bad); }
.deck, .excused, .text { color: var(--dim); }
summary { cursor: pointer; min-height: 1.6rem; } .state { white-space: nowrap; font-weight: 600; }
table { margin-top: .6rem; } td ul { margin: .2rem 0 0; }
.counts th { white-space: nowrap; }
@media (max-width: 40rem) {
  .articles thead { display: none; }
  .articles tr { display: flex; flex-wrap: wrap; column-gap: .8rem; padding: .3rem 0; }
  .articles th, .articles td { border: 0; padding: 0; } .articles th { flex: 0 0 100%; }
  .articles tr { border-bottom: 1px solid var(--line); } .articles td:empty { display: none; }
  .articles td.n::after { content: " " attr(data-of); color: var(--dim); }
}
"""
)


def coverage_html(coverages: Sequence[Coverage], all: bool = False) -> str:
    """The page; it asks for nothing from elsewhere, and nothing that a file says is markup in it."""
    body = [tag("h1", "Coverage"), *(of_book(coverage, all) for coverage in coverages)]
    return page("Coverage", STYLE, "\n".join(body))


def of_book(coverage: Coverage, all: bool) -> str:
    """One rulebook: its counts, then its articles."""
    parts = [
        tag("header", tag("h2", apart(coverage.title)) + tag("span", text(book_of(coverage)), "dim")),
        tag("p", text(headline(coverage))),
        counts(coverage),
        failing(coverage, all),
        articles(coverage, all),
    ]
    return tag("section", "\n".join(filter(None, parts)))


def counts(coverage: Coverage) -> str:
    """The number of articles in each state, with what the state means."""
    rows = (
        tag("tr", f"{tag('th', LABELS[state], state, scope='row')}{tag('td', str(count), 'n')}"
            f"{tag('td', text(STATES[state]), 'dim')}")
        for state, count in coverage.counts.items() if count
    )  # fmt: skip
    return tag("table", tag("tbody", "\n".join(rows)), "counts")


def failing(coverage: Coverage, all: bool) -> str:
    """The rulings that do not hold, and so cover nothing."""
    if not coverage.failing:
        return ""
    told = f"{len(coverage.failing)} do not hold and cover nothing: {', '.join(few(coverage.failing, all))}"
    return tag("p", apart(told + more(coverage.failing, all)), "never")


def articles(coverage: Coverage, all: bool) -> str:
    """A table of every article, in the book's order."""
    heads = (("Article", ""), ("", ""), ("Decides", "n"), ("Acts", "n"), ("Behind", "n"))
    head = tag("tr", "".join(tag("th", name, kind, scope="col") for name, kind in heads))
    body = "\n".join(row(entry, all) for entry in coverage.rows)
    return tag("table", f"{tag('caption', 'Articles')}{tag('thead', head)}\n{tag('tbody', body)}", "articles")


def row(entry: Row, all: bool) -> str:
    """One article: what it says, how far rulings go with it, which, and its conditions."""
    counted_ = (("decides", entry.decides), ("acts", entry.acts), ("behind", entry.behind))
    numbers = "".join(tag("td", str(len(ids) or ""), "n", data_of=of) for of, ids in counted_)
    more_ = "".join(details(entry, all))
    name = f"{text(entry.article.id)} {tag('span', apart(entry.article.title), 'dim')}"
    told = tag("details", tag("summary", name) + more_) if more_ else name
    state = tag("td", text(marked(entry)), f"state {entry.state}")
    return tag("tr", tag("th", told, scope="row") + state + numbers, id=f"a-{entry.article.id}")


def details(entry: Row, all: bool) -> Iterator[str]:
    """The part that is folded below an article."""
    yield tag("p", apart(entry.article.summary), "dim")
    if entry.article.excused:
        yield tag("p", f"Excused: {apart(entry.article.excused)}", "dim")
    if entry.rulings:
        shown = [*few(entry.rulings, all), *filter(None, [more(entry.rulings, all).strip()])]
        yield tag("ul", "".join(tag("li", apart(name)) for name in shown), "where")
    if entry.asked:
        rows = (
            tag("li", apart(f"{cond.says}: {counted(cond.outcomes)}{cond.fault and f' ({cond.fault})'}"))
            for cond in entry.asked
        )
        yield tag("ul", "".join(rows), "where")
