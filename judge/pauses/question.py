"""Whether a pause waits for the decision that its top frame asks for.

A step that asks has done nothing but ask, so the question can be put again: what comes out has to be what
is saved.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.flow.engine import Engine
from judge.engine.kernel.state import Ask, Game
from judge.engine.kernel.table import Table
from judge.engine.kernel.tracer import Tracer
from judge.pauses.saved import plain, untold
from judge.pauses.shape import TOP, Place, Shape
from judge.text.toml_text import show

ASK: Place = (TOP, "ask")


def check_ask(shape: Shape, game: Game, saved: Mapping[str, object], asked: Ask | None) -> None:
    """Compare what is saved with what the top frame asks for when its question is put again."""
    if game.result is not None:
        shape.wrong(ASK, "the game is over, nobody is asked anything any more")
        return
    if asked is None:
        shape.wrong(
            ASK, "what is on top of the agenda asks nothing now", expected="no decision, or that frame"
        )
        return
    for key, value in plain(untold(asked)).items():
        if saved.get(key) != value:
            where = first_difference((ASK, key), value, saved.get(key))
            shape.wrong(where[0], "this is not what is asked here", shown(where[2]), shown(where[1]))


def asking(table: Table, game: Game) -> Ask | None:
    """What the top frame asks for when it is run once more, on a copy."""
    copy = game.copy(asked=False)
    copy.forget()
    Engine(table, copy, Tracer()).tick()  # with what readers are told by
    return copy.ask


def first_difference(place: Place, wanted: object, found: object) -> tuple[Place, object, object]:
    """Where two values differ first, and how."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        keys = [key for key in (*wanted, *found) if wanted.get(key) != found.get(key)]
        return first_difference((place, keys[0]), wanted.get(keys[0]), found.get(keys[0]))
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        at = next(at for at, one in enumerate(wanted) if one != found[at])
        return first_difference((place, at), wanted[at], found[at])
    return place, wanted, found


def shown(value: object) -> str:
    """A value for people; what is not there is nothing."""
    return "nothing" if value is None else show(value)
