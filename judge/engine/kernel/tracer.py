"""The tracer: what happened, as a flat list of cited entries with the depth of the agenda.

It stands outside the game. A traced run and a silent one go through the same positions.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine import trace
from judge.engine.kernel.state import AppliedEvent, Decision, Frame, Game
from judge.text.plain import Fields
from judge.text.rows import NamedTuple


class Entry(NamedTuple):
    """One line of the trace: a kind, an article, where the game stood, and plain data."""

    kind: trace.Kind
    rule: str
    depth: int
    procedure: str
    step: str
    data: Fields


def source(game: Game, frame: Frame) -> str:
    """The card whose effect a frame carries out; ``""`` where it is none's."""
    card = game.objects.get(str(frame.vars.get("self") or ""), "")
    return card or str(frame.vars.get("holder") or "")


def repeated(game: Game) -> int:
    """Which round of a counted loop this is; 0 where no loop goes round."""
    loop = game.loop
    if loop is None or loop.rounds < 0 or not loop.numbers:
        return 0
    return int(min(n for _, n in loop.numbers) - loop.rounds + 1)


class Tracer:
    """Collects entries and the readings that were applied."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.readings: dict[str, int] = {}

    def note(self, game: Game, kind: trace.Kind, rule: str, data: Mapping[str, object]) -> None:
        """Notes something worth telling that changes nothing. Raises TypeError where the data are not those
        that the kind declares.
        """
        frame = game.agenda[-1] if game.agenda else Frame("", "")
        if trace.Role.SOURCED in kind.roles and not data.get("card"):
            data = {**data, "source": source(game, frame), "ability": str(frame.vars.get("ability") or "")}
        n = repeated(game)
        if n:
            data = {**data, "round": n}
        if trace.Role.SETTLED in kind.roles:
            frame = settled_for(game, frame)
        kind.check(data)
        self.entries.append(Entry(kind, rule, len(game.agenda), frame.procedure, frame.step, data))

    def step(self, game: Game, frame: Frame, rule: str) -> None:
        """A step begins."""
        self.entries.append(Entry(trace.STEP, rule, len(game.agenda), frame.procedure, frame.step, {}))

    def event(self, game: Game, record: AppliedEvent, data: Mapping[str, object]) -> None:
        """An event happened."""
        self.note(game, trace.EVENT, record.rule, {"record": record, **data})

    def ask(self, game: Game, ask: Decision) -> None:
        """A decision is waited for."""
        self.note(game, trace.ASK, ask.rule, {"ask": ask})

    def answer(self, game: Game, ask: Decision, value: object) -> None:
        """A decision was made: by a player, or in a counted loop as it was made before."""
        again = game.loop is not None and game.loop.rounds >= 0
        self.note(
            game, trace.ANSWER, ask.rule, {"ask": ask, "value": value, **({"again": True} if again else {})}
        )

    def touch(self, reading: str) -> None:
        """A reading was applied, for the first time at this entry."""
        self.readings.setdefault(reading, len(self.entries))


def settled_for(game: Game, frame: Frame) -> Frame:
    """The frame whose events are being settled: they belong to it, like events that are applied at once."""
    return next((one for one in reversed(game.agenda) if one.procedure != "event"), frame)


class DetachedTracer(Tracer):
    """A tracer that knows what another one has been told and keeps nothing itself, for asking what could be
    done and why not, which is no event of the game.
    """

    def __init__(self, heard: Tracer) -> None:
        super().__init__()
        self.entries = heard.entries

    def note(self, game: Game, kind: trace.Kind, rule: str, data: Mapping[str, object]) -> None:
        """Keeps nothing."""

    def step(self, game: Game, frame: Frame, rule: str) -> None:
        """Keeps nothing."""

    def touch(self, reading: str) -> None:
        """Keeps nothing."""
