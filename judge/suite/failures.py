"""What does not hold in a ruling, each with its place in the fixture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.migration.changes import judged
from judge.page.checked import failing
from judge.play.ruling import Ruling
from judge.speech.sentences import Teller
from judge.text.plain import Plain
from judge.text.source import KeyPath


class Failure(NamedTuple):
    """A claim, a fact, an order, an article or a line that does not hold, as a sentence with its place."""

    kind: str  # claim, fact, order, article, line or refused
    line: int
    column: int
    text: str


def failures(ruling: Ruling, teller: Teller) -> tuple[Failure, ...]:
    """All that does not hold, a line that the rules refuse first."""
    places = (*places_of(ruling),)
    found = [placed(ruling, *one, text) for one, text in zip(places, failing(teller), strict=True)]
    if ruling.refusal is not None:
        lines = [one.text for one in ruling.fixture.lines]
        at = lines.index(ruling.refusal.line) if ruling.refusal.line in lines else 0
        text = f"{ruling.refusal.line}: {ruling.refusal.why}"
        found.insert(0, placed(ruling, "refused", ("script", at), text))
    return tuple(found)


def places_of(ruling: Ruling) -> Iterator[tuple[str, KeyPath]]:
    """The kind and place of each failure, in the order in which the page tells them."""
    at_line = {id(claim): at for at, claim in judged(ruling).items()}
    for claim in ruling.claims:
        if not claim.ok:
            yield "claim", ("script", at_line.get(id(claim), 0))
    for fact in ruling.facts:
        if not fact.ok:
            yield "fact", ("expect", *keys(fact.path, ruling.fixture.model.expect))
    wanted = ruling.fixture.model.expect.get("order", ())
    if ruling.order < len(wanted):
        yield "order", ("expect", "order", ruling.order)
    for article in ruling.missing:
        yield "article", ("articles", ruling.fixture.model.articles.index(article))
    for line in ruling.surplus if not ruling.lenient else ():
        yield "line", ("script", next(at for at, one in enumerate(ruling.fixture.lines) if one is line))


def keys(path: str, expect: Plain) -> Iterator[str]:
    """The keys that lead to a fact; what a fact's path says more than the file (the seat of a zone that is
    shared) is left out.
    """
    parts = path.split(".")
    while parts and isinstance(expect, dict):
        for size in range(len(parts), 0, -1):
            key = ".".join(parts[:size])
            if key in expect:
                yield key
                expect, parts = expect[key], parts[size:]
                break
        else:
            parts = parts[1:]


def placed(ruling: Ruling, kind: str, path: KeyPath, text: str) -> Failure:
    """A failure at a key of the fixture."""
    return Failure(kind, *ruling.fixture.source.position(path), text)
