"""Fixtures that judge writes: the pause at which a run stopped, and a line of play that was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, Game
from judge.errors import BadInput, Problem
from judge.fixture.load import Fixture
from judge.pauses.saved import origin_of, save_game
from judge.play.outcomes import End
from judge.play.prompts import describe_ask
from judge.play.question import texts_of
from judge.play.ruling import Ruling
from judge.play.script_lines import WAIT, Said
from judge.text.plain import Json

if TYPE_CHECKING:
    from judge.play.exploration import Explored


# --- the pause at which a run stopped ------------------------------------------------------------------
def pause_text(ruling: Ruling) -> str:
    """A fixture that starts where the run stopped, its script still to be written."""
    import tomli_w

    return f"{_head(ruling)}\n{tomli_w.dumps(paused(ruling.fixture, ruling.game))}"


def _head(ruling: Ruling) -> str:
    """The comment at the head: what the file is, and what the next script line has to answer."""
    ask = ruling.game.ask
    if ruling.game.result is not None:
        comes = "The game is over."
    elif ask is None:
        comes = "Nobody is asked anything yet: `judge run` plays on to the next decision."
    else:
        comes = f"Next, {describe_ask(ask)}."
    what = "Where a run of `judge` stopped. What happens next goes into `script`, the facts into `[expect]`."
    return f"# {what}\n# {comes}\n"


def paused(fixture: Fixture, game: Game) -> dict[str, Json]:
    """The keys of a fixture file for a position that was reached in a fixture's game."""
    book = fixture.book
    data: dict[str, Json] = {"game": book.id}
    if fixture.model.version:
        data["version"] = fixture.model.version
    if fixture.model.title:
        data["title"] = f"After: {fixture.model.title.removeprefix('After: ')}"
    at = fixture.model.at or book.tables["fixture_defaults"].get("at", "")
    if at:
        data["at"] = at
    data["script"] = []
    taken = {key: str(row["taken"]) for key, row in book.tables["reading"].items()}
    readings = {key: value for key, value in book.readings.items() if taken.get(key) != value}
    if readings:
        data["readings"] = readings
    data["cards"] = {**_default_cards(book, game), **fixture.model.cards}
    data["pause"] = save_game(game)
    data["pause"]["saved"] = origin_of(book, data)
    return data


def _default_cards(book: Book, game: Game) -> dict[str, object]:
    """The cards that the rulebook put on the board because the fixture named no others."""
    defaults = book.tables["fixture_defaults"]
    prints = {card.print for card in game.cards.values()}
    names = {f"default-{zone}": zone for zone in defaults}
    return {name: dict(defaults[zone]) for name, zone in names.items() if name in prints}


# --- a line of play that was found ---------------------------------------------------------------------
# What the fixture says of its own script: it is not true of another one.
OF_ITS_SCRIPT = ("title", "note", "articles", "script", "expect", "library")


def check_take(explored: Explored, take: int) -> None:
    """Checks that there is an outcome of this number. Raises BadInput."""
    n = len(explored.ways)
    if explored.refused is None and take and not 1 <= take <= n:
        message = f"--take: there is no outcome {take}"
        expected = f"1 to {n}" if n else "no --take: no way was found"
        raise BadInput([Problem("", 0, 0, "--take", "", message, expected, str(take))])


def found_text(explored: Explored, take: int = 0) -> str:
    """The fixture with the script that was found; "" where there is none."""
    import tomli_w

    end = explored.ways[take - 1].end if take and explored.refused is None else explored.found
    if end is None:
        return ""
    return f"{head(explored, take)}\n{tomli_w.dumps(data_of(explored, end))}"


def head(explored: Explored, take: int) -> str:
    """The comment at the head of the file."""
    name = explored.fixture.file
    facts = ", ".join(text for fact in explored.query.find for text in texts_of(fact))
    what = f"outcome {take}" if take else facts
    lines = [f"A shortest line to {what} of {name}, found by `judge explore`."]
    if explored.fixture.book.overlays:
        lines.append(f"It was played with --overlay {' --overlay '.join(explored.fixture.book.overlays)}.")
    lines.append("Title, articles and the other facts are to be written from the rulebook.")
    return "".join(f"# {printable(line)}\n" for line in lines)


def printable(text: str) -> str:
    """A text without characters that would end a comment."""
    return "".join(char if char.isprintable() else "?" for char in text)


def data_of(explored: Explored, end: End) -> dict[str, Json]:
    """The keys of the file."""
    fixture, book = explored.fixture, explored.fixture.book
    kept = {key: value for key, value in fixture.source.data.items() if key not in OF_ITS_SCRIPT}
    data: dict[str, Json] = {**kept, "game": book.id}
    until = explored.query.until
    if until:
        data["until"] = until
    data["script"] = script_of([*explored.before, *end.lines])
    readings = taken_readings(fixture)
    if readings:
        data["readings"] = readings
    data |= with_cards_whole(fixture)
    expect = expected(explored, end)
    if expect:
        data["expect"] = expect
    return data


def with_cards_whole(fixture: Fixture) -> dict[str, Json]:
    """The cards and boards with everything that the fixture takes from elsewhere written out."""
    model = fixture.model
    parts = {"cards": dict(model.cards), **{seat: getattr(model, seat) for seat in SEATS}}
    return {key: part for key, part in parts.items() if part}


def script_of(lines: Sequence[Said]) -> list[str]:
    """The script lines, without passes at the end."""
    texts = [line.text for line in lines]
    while texts and texts[-1].endswith(f": {WAIT}"):
        texts.pop()
    return texts


def taken_readings(fixture: Fixture) -> dict[str, str]:
    """The readings that are not the rulebook's own."""
    book = fixture.book
    usual = {key: str(row["taken"]) for key, row in book.tables["reading"].items()}
    return {key: value for key, value in book.readings.items() if usual.get(key) != value}


def expected(explored: Explored, end: End) -> dict[str, Json]:
    """The facts that were looked for; for an outcome that was picked, the winner."""
    expect: dict[str, Json] = {}
    for facts in explored.query.find:
        merge(expect, facts)
    won = end.told[0].value
    if not expect and won != "none":
        expect["result"] = won
    return expect


def merge(into: dict[str, Json], facts: Mapping[str, object]) -> None:
    """Merges one table of facts into another."""
    for key, value in facts.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            merge(into[key], value)
        else:
            into[key] = dict(value) if isinstance(value, Mapping) else value
