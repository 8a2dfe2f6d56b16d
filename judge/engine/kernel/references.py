"""The object numbers that a position refers to, wherever they stand in it."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.kernel.state import Game, Ref, Struct


def mentioned(game: Game) -> Iterator[Ref]:
    """Every object number that the agenda, the waiting list or an effect refers to."""
    yield from under_way(game)
    for entry in game.waiting:
        yield entry.source
        yield from numbers(entry.vars)
    for effect in game.effects:
        yield from effect.to
        yield effect.source


def under_way(game: Game) -> Iterator[Ref]:
    """Every object number that the agenda refers to."""
    for frame in game.agenda:
        yield from numbers(frame.vars)
        for do in frame.queue:
            yield from numbers(do.args)
        yield from numbers(frame.answers)


def numbers(value: object) -> Iterator[Ref]:
    """The object numbers inside a plain value."""
    if isinstance(value, str):
        if value.startswith("#"):
            yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from numbers(one)
    elif isinstance(value, (tuple, list, Struct)):
        for one in value:
            yield from numbers(one)
