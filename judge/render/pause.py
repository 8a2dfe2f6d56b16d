"""Writes the pause at which a run stopped as a fixture that goes on from there."""

from __future__ import annotations

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import Game
from judge.fixture.load import Fixture
from judge.pauses.origin import origin_of
from judge.pauses.saved import save_game
from judge.play.prompts import describe_ask
from judge.play.ruling import Ruling
from judge.text.plain import Plain


def pause_text(ruling: Ruling) -> str:
    """A fixture that starts where the run stopped, its script still to be written."""
    import tomli_w

    return f"{_head(ruling)}\n{tomli_w.dumps(paused(ruling.fixture, ruling.game))}"


def _head(ruling: Ruling) -> str:
    """What the file is and what the next line of its script must answer."""
    ask = ruling.game.ask
    if ruling.game.result is not None:
        comes = "The game is over."
    elif ask is None:
        comes = "Nobody is asked anything yet: `judge run` plays on to the next decision."
    else:
        comes = f"Next, {describe_ask(ask)}."
    what = "Where a run of `judge` stopped. What happens next goes into `script`, the facts into `[expect]`."
    return f"# {what}\n# {comes}\n"


def paused(fixture: Fixture, game: Game) -> dict[str, Plain]:
    """A position of a fixture's game as a fixture of its own: the keys of the file."""
    book = fixture.book
    data: dict[str, Plain] = {"game": book.id}
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
