"""Boards that no ruling has: cards that everybody sees print what cards of other rulings do, with selectors
that look into hands, decks and under face-down cards, beside more cards in a hand that are not seen; and
what the players then do is found by the dice.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import tomli_w

from bench import rulings
from bench.random_play import any_answer
from bench.unseen.texts import printed_in
from judge.engine.kernel.state import SEATS
from judge.errors import BadInput
from judge.fixture.load import Fixture, parse_fixture
from judge.fixture.script import Line, parse_line
from judge.play.run import Run, misfit_of
from judge.play.script_lines import said

TRIES = 6  # texts that are tried for a board
DECISIONS = 8  # that follow the script, at most
FORBIDDEN = ("activated", "attack", "move", "play", "set-card", "special-summon", "summon", "support")
PLAIN = ("name", "type", "token", "back")  # keys of a card that are no abilities, besides the attributes


def grafted(fixture: Fixture, dice: random.Random) -> Fixture | None:
    """The board with other texts on it; None where none is found that the rulebook takes."""
    board: dict[str, Any] = tomllib.loads(Path(fixture.file).read_text("utf-8"))
    for key in ("expect", "articles", "ask", "until", "pending"):
        board.pop(key, None)
    others = rulings(fixture.model.game)
    for _ in range(TRIES):
        rows = [row for path in dice.sample(others, 24) for row in printed_in(path)]
        rows = sorted(rows, key=lambda row: "zone" not in str(row))[:6]  # above all texts that look somewhere
        made = with_texts(fixture, board, rows, dice) if rows else None
        if made is not None:
            return made
    return None


def with_texts(
    fixture: Fixture, board: dict[str, Any], rows: Sequence[dict[str, Any]], dice: random.Random
) -> Fixture | None:
    """The board with the texts of such cards on one or two of its own, and some of them in a hand."""
    cards = dict(board.get("cards", {}))
    if not cards:
        return None
    plain = {*PLAIN, *fixture.book.attributes}
    for name in dice.sample(sorted(cards), min(len(cards), dice.choice((1, 1, 2)))):
        own = {key: value for key, value in cards[name].items() if key in plain}
        texts = {key: value for key, value in dice.choice(rows).items() if key not in plain}
        cards[name] = {**own, **{key: bound(fixture, value, cards, dice) for key, value in texts.items()}}
        if dice.random() < 0.2:
            cards[name] |= forbidding(fixture, cards, dice)
    held = {f"z{at}": row for at, row in enumerate(dice.sample(rows, min(2, len(rows))))}
    data = {**board, "cards": {**cards, **held}}
    seat = dice.choice(SEATS)
    side = dict(data.get(seat, {}))
    if isinstance(side.get("hand", []), list):
        data[seat] = {**side, "hand": [*side.get("hand", []), *held]}
    try:
        return parse_fixture(tomli_w.dumps({**data, "cards": data.pop("cards")}), fixture.file)
    except BadInput:
        return None


def bound(fixture: Fixture, text: Any, cards: dict[str, Any], dice: random.Random) -> Any:
    """An ability that looks elsewhere, and often hangs on what lies there: whether it may be used, is valid,
    or can be paid.
    """
    new = turned(fixture, text, cards, dice)
    if not isinstance(new, dict):
        return new
    by = dice.random()
    for key, most in (("when", 0.35), ("needs", 0.45)):
        if by < most:
            return {**new, key: elsewhere(fixture, cards, dice)} if key not in new else new
    if by < 0.6 and isinstance(new.get("cost", []), list):
        choice = {"choose": "unseen", "from": elsewhere(fixture, cards, dice), "n": dice.choice((1, 1, 2))}
        return {**new, "cost": [*new.get("cost", []), choice]}
    return new


def forbidding(fixture: Fixture, cards: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A text that forbids something on account of cards that lie elsewhere."""
    what = {dice.choice(FORBIDDEN): dice.choice(("self", {"of": "any"}))}
    return {"forbid": {"on": what, "when": elsewhere(fixture, cards, dice)}}


def elsewhere(fixture: Fixture, cards: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """What asks for cards where a player may not look."""
    place = {"zone": dice.choice(unseen_zones(fixture)), "of": dice.choice(("opponent", "opponent", "any"))}
    return place | some_attribute(fixture, cards, dice)


def turned(fixture: Fixture, text: Any, cards: dict[str, Any], dice: random.Random) -> Any:
    """A text whose selectors look elsewhere, and at what cards are."""
    if isinstance(text, list):
        return [turned(fixture, one, cards, dice) for one in text]
    if not isinstance(text, dict):
        return text
    new = {key: turned(fixture, value, cards, dice) for key, value in text.items()}
    if "zone" in new and isinstance(new["zone"], str):
        if dice.random() < 0.4:
            new["zone"] = dice.choice(unseen_zones(fixture))
        if dice.random() < 0.4:
            new["of"] = dice.choice(("me", "opponent", "any"))
        if dice.random() < 0.5:
            new |= some_attribute(fixture, cards, dice)
    return new


def unseen_zones(fixture: Fixture) -> list[str]:
    """Where a player may not look, above all a hand."""
    zones = [key for key, zone in fixture.book.zones.items() if zone["seen"] != "all"]
    return ["hand", "hand", *sorted(zones)]


def some_attribute(fixture: Fixture, cards: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A test that asks what a card is, after one that there is."""
    row = cards[dice.choice(sorted(cards))]
    found = [(key, value) for key, value in row.items() if key in fixture.book.attributes or key == "type"]
    found = [(key, value) for key, value in found if isinstance(value, str)]
    return dict([dice.choice(found)]) if found else {}


def by_chance(fixture: Fixture, dice: random.Random) -> list[Line]:
    """The script as far as it fits, and what the players may do after it, by the dice.

    Raises BadInput where it does not come to a step, and NotImplementedYet where it goes on for ever.
    """
    run = Run(fixture)
    misfit_of(run)
    return [*fixture.lines[: run.at], *decided(run, dice)]


def decided(run: Run, dice: random.Random) -> Iterator[Line]:
    """Some decisions."""
    for _ in range(dice.randint(0, DECISIONS)):
        ask = run.game.ask
        if ask is None:
            return
        answer = any_answer(run.engine, ask, dice)
        line = parse_line(said(run.engine.view, ask, answer, False).text)
        if not isinstance(line, Line):
            return
        yield line
        run.engine.answer(answer)
        run.engine.run()
