"""What comes of an act in words, and the readings on which that hangs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.page.parts import Open, Possibility
from judge.play.exploration import Elsewhere, Foresight, decides
from judge.speech.catalogue import fill
from judge.speech.open_matters import reading_in
from judge.speech.sentences import Teller


def winners(found: Foresight, table: Mapping[str, str]) -> str:
    """Who wins, by how many of the ways."""
    total, rows = sum(found.results.values()), [table[f"wins-{who}"] for who in found.results]
    if len(rows) > 1:
        counts = zip(rows, found.results.values(), strict=True)
        rows = [fill(table["wins-some"], {"who": who, "n": n, "all": total}) for who, n in counts]
    said = ", ".join(rows) or table["wins-none"]
    return said if found.whole else fill(table["wins-cut"], {"who": said})


def hangs_on(here: Foresight, others: Sequence[Elsewhere], teller: Teller) -> tuple[Open, ...]:
    """The readings by which an act comes to something else; a seat is told of none."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for one in others if not teller.seat else ():
        if one.found is not None and decides(here, one):
            rows.setdefault(one.reading, []).append((one.other, comes_to(one.found, teller)))
    return tuple(opened(teller, rows))


def comes_to(found: Foresight, teller: Teller) -> str:
    """What an act comes to under another possibility."""
    table = teller.words["inquiry"]
    if found.refused is None:
        return fill(table["comes-wins"], {"who": winners(found, table)})
    claim = found.refused.claim
    act = teller.wish(claim.words, claim.seat)
    by = fill(table["comes-by"], {"rule": claim.rule}) if claim.rule else ""
    return fill(table["comes-refused"], {"seat": claim.seat, "act": act, "by": by})


def opened(teller: Teller, rows: Mapping[str, Sequence[tuple[str, str]]]) -> Iterator[Open]:
    """Readings that decide, with what their other possibilities come to."""
    book = teller.ruling.fixture.book
    for n, (name, others) in enumerate(rows.items(), 1):
        row, taken = reading_in(book, name, teller.words, teller.lang), book.readings[name]
        found = [Possibility(taken, True, row.says[taken], "", "")]
        for other, comes in others:
            says, option = row.says[other], f"--reading {name}={other}"
            found.append(Possibility(other, False, says, comes, option))
        articles = tuple(book.tables["reading"][name]["articles"])
        yield Open(f"o{n}", name, "reading", row.question, True, articles, row.why, tuple(found))
