"""What a ruling shows: what has to stay the same while its fixture is cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from judge.board.position import find_card
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import SEATS
from judge.engine.layout.slots import zone_of
from judge.fixture.facts import facts
from judge.grammar.tables import FACT_WORDS
from judge.page.page import page_of
from judge.play.claims import Claim
from judge.play.reasons import within
from judge.play.ruling import Ruling
from judge.text.plain import Fields
from judge.text.source import KeyPath

# A line, whether it is allowed, whether it is as claimed, by which article and for which reason.
Answer = tuple[str, bool, bool, str, str]


class Shown(NamedTuple):
    """What a ruling shows, as plain values to compare."""

    verdict: str
    answers: tuple[Answer, ...]
    facts: dict[str, tuple[str, str]]  # by path, what was expected and what was found
    order: int
    articles: tuple[str, ...]  # of those that the fixture names, those that decide
    headline: tuple[str, ...]
    asked: tuple[Answer, ...]


def shown(ruling: Ruling, articles: list[str]) -> Shown:
    """What is to stay, as far as the fixture says what it is about: its questions, else its facts, else what
    the ruling comes to.
    """
    model = ruling.fixture.model
    answers = tuple(map(answer, answered(ruling)))
    asks = bool(answers or model.ask)
    page = page_of(ruling) if model.ask or not (asks or model.expect) else None
    return Shown(
        ruling.verdict,
        answers,
        {one.path: (repr(one.expected), repr(one.found)) for one in ruling.facts},
        ruling.order,
        () if asks else tuple(one for one in articles if decides(ruling, one)),
        (page.answer.kind, *page.answer.answers, *page.answer.changes) if page and not asks else (),
        tuple((one.line, one.allowed, one.ok, one.article, one.answer) for one in page.asked) if page else (),
    )


def answered(ruling: Ruling) -> Iterator[Claim]:
    """The lines that ask or claim something, and one that the rules refuse."""
    yield from ruling.claims
    if ruling.refusal is not None:
        yield ruling.refusal


def answer(claim: Claim) -> Answer:
    """What the rules answered."""
    why = claim.cond.say if claim.cond is not None else ""
    return claim.line, claim.allowed, claim.ok, claim.rule, why


def decides(ruling: Ruling, article: str) -> bool:
    """Does an article of the fixture decide the ruling?"""
    numbers = ruling.fixture.book.tables["renumbered"]
    return any(within(numbers.get(one, one), article) for one in ruling.ranks.decides)


def stays(before: Shown, after: Shown, still: Mapping[str, KeyPath]) -> bool:
    """Does a ruling show what another did? Facts about cards that are `still` as they were may be gone."""
    gone = before.facts.keys() - after.facts.keys()
    same = {path: one for path, one in before.facts.items() if path not in gone} == after.facts
    free = {".".join(map(str, path[1:])) for path in still.values()}
    about = all(any(f"{path}.".startswith(f"{one}.") for one in free) for path in gone)
    return same and about and before._replace(facts={}) == after._replace(facts={})


def still_there(ruling: Ruling) -> dict[str, KeyPath]:
    """The cards of which a fact says no more than what was so from the start, each with that fact."""
    begun = Reader(ruling.fixture.table, ruling.start)
    return {
        name: path for name, path, about in about_cards(ruling) if all(one.ok for one in facts(begun, about))
    }


def about_cards(ruling: Ruling) -> Iterator[tuple[str, KeyPath, Fields]]:
    """The facts about cards: the card, the place of the fact, the fact alone."""
    begun, expect = ruling.start, ruling.fixture.model.expect
    for key, value in expect.items():
        if key in SEATS:
            for name in (one for one in value if not is_place(ruling, key, one)):
                if find_card(begun, name) is not None:
                    yield name, ("expect", key, name), {key: {name: value[name]}}
        elif key not in FACT_WORDS and find_card(begun, key) is not None:
            yield key, ("expect", key), {key: value}


def is_place(ruling: Ruling, seat: str, name: str) -> bool:
    """Is it a zone or a slot of a player?"""
    return f"{seat}.{name}" in ruling.game.zones or bool(zone_of(ruling.fixture.book, name))
