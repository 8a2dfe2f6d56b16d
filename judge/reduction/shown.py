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
from judge.play.absences import absence_of, plain_words
from judge.play.claim import Claim
from judge.play.query_answers import queries
from judge.play.reasons import within
from judge.play.ruling import Ruling
from judge.text.plain import Fields
from judge.text.source import KeyPath

# A line, the answer, whether it is as claimed, by which article and for which reason.
Answer = tuple[str, str, bool, str, str]


class Shown(NamedTuple):
    """What a ruling shows, as plain values to compare."""

    verdict: str
    answers: tuple[Answer, ...]
    facts: dict[str, tuple[str, str]]  # by path, what was expected and what was found
    order: int
    articles: tuple[str, ...]  # of those that the fixture names, those that decide
    headline: tuple[str, ...]
    asked: tuple[Answer, ...]
    abilities: tuple[tuple[str, ...], ...]


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
        tuple((one.line, one.kind, one.ok, one.article, one.answer) for one in page.asked) if page else (),
        tuple(became(ruling)),
    )


def became(ruling: Ruling) -> Iterator[tuple[str, ...]]:
    """What became of the abilities that are asked about, and what events that came near were not."""
    for query in queries(ruling.fixture) if not ruling.unfit else ():
        if query.kind == "ability":
            found = absence_of(ruling.fixture, query, readings=False)
            yield found.kind, *sorted({one.misses for one in found.near} - {"subject"})


def answered(ruling: Ruling) -> Iterator[Claim]:
    """The lines that ask or claim something, and one that the rules refuse."""
    yield from ruling.claims
    if ruling.refusal is not None:
        yield ruling.refusal


def answer(claim: Claim) -> Answer:
    """What the rules answered: where no condition fails, at which moment, and who is asked first."""
    first = claim.later.seat if claim.later is not None else ""
    why = f"{claim.cond.say} {claim.at_its_moment}" if claim.cond is not None else f"{claim.where} {first}"
    return claim.line, claim.answer, claim.ok, claim.rule, why


def asked_about(ruling: Ruling) -> dict[str, bool]:
    """The cards, by their names under `[cards]`, of which it is asked or claimed what their abilities do, or
    that somebody may use one; no act by which cards are only played or moved. With each whether all that it
    prints stays: where an act is not offered, nothing of its card is tried on the board.
    """
    plain, named = plain_words(ruling.entries), dict[str, bool]()
    for one in answered(ruling):
        untried = not (one.allowed or one.options)
        used = bool(one.words) and one.words[0] not in plain
        named |= dict.fromkeys(one.words[1:2] if used or untried else (), untried)
    for query in queries(ruling.fixture):
        said = query.line.words if query.line is not None else ()
        act = said[1:2] if said and said[0] not in plain else ()
        named |= dict.fromkeys([query.card] if query.card else act, False)
    found = {}
    for name, whole in named.items():
        card = find_card(ruling.start, name) or find_card(ruling.start, name.partition(".")[0])
        if card is not None:
            found[ruling.fixture.table.prints[card.print].key] = whole
    return found


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
