"""The tracer: what happened, as a flat list of cited entries with the depth of the agenda.

It stands outside the game. A traced run and a silent one go through the same positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from judge.engine import trace
from judge.engine.kernel.state import AppliedEvent, Card, Decision, Frame, Game, Seat
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple


class Entry(NamedTuple):
    """One line of the trace: a kind, an article, where the game stood, and plain data."""

    kind: trace.Kind
    rule: str
    depth: int
    procedure: str
    step: str
    data: Fields


# Among the data of a line, and among the values of a condition: the cards on which the rest of it hangs.
# Who has not seen one of them that is another's is not told it.
RESTS_ON: Final = "rests_on"

# Among the values of a condition: what it stands beside. Who has seen nothing of that is not told of it.
STANDS_BY: Final = "stands_by"  # objects of which abilities wait

# The same, of cards on which hangs whether more is asked for than what is found to be missing anyway.
PARTLY: Final = "partly"

# The same, of cards on which hangs whether a text lifts the rule of a condition: what it tells does not.
LIFTED: Final = "lifted"
LIFTED_RULE: Final = "lifted_rule"  # and by which article such a condition fails where no text lifts its rule

# Of a condition of which what was found is not told: who does not see the cards on which it hangs.
UNTOLD: Final = "untold"
EXPLAINS: Final = "explains"  # of a condition that only says why the one before it fails
HANGING: Final = (
    RESTS_ON,
    STANDS_BY,
    PARTLY,
    LIFTED,
    LIFTED_RULE,
    UNTOLD,
    EXPLAINS,
)  # what only says who is told


def source(game: Game, frame: Frame) -> str:
    """The card whose effect a frame carries out; ``""`` where it is none's."""
    card = game.objects.get(str(frame.vars.get("self") or ""), "")
    return card or str(frame.vars.get("holder") or "")


def repeated(game: Game) -> int:
    """Which round of a loop this is of those that the players wanted; 0 where none goes round."""
    loop = game.loop
    if loop is None or loop.rounds < 0 or not loop.numbers:
        return 0
    return int(min(n for _, n in loop.numbers) - loop.rounds + 1)


class Tracer:
    """Collects entries and the readings that were applied."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.readings: dict[str, int] = {}
        # is a choice asked that a player, or chance, makes among cards that cannot be seen, alike or not?
        self.asks_blindly: Callable[[Seat, Sequence[Card]], bool] | None = None
        self.candidates: tuple[object, ...] = ()  # the replacements that were asked about last
        self.hangs: tuple[str, ...] = ()  # the cards on which it hangs that a decision is asked next
        self.weighed: tuple[str, ...] = ()  # the cards on which it hangs what is forbidden of what is counted
        self.doubts: list[tuple[int, tuple[str, ...]]] = []  # after how many lines, and the cards
        # how deep a part of an effect lies of which it hangs on these cards whether it is done
        self.part: tuple[int, tuple[str, ...]] = (0, ())

    def note(self, game: Game, kind: trace.Kind, rule: str, data: Mapping[str, object]) -> None:
        """Something worth telling that changes nothing.

        Raises TypeError where the data are not those that the kind declares.
        """
        frame = game.agenda[-1] if game.agenda else Frame("", "")
        if trace.Role.SOURCED in kind.roles and not data.get("card"):
            data = {**data, "source": source(game, frame), "ability": str(frame.vars.get("ability") or "")}
        hangs, self.hangs = self.hangs, ()
        if hangs and kind is trace.ASK:
            data = {**data, RESTS_ON: hangs}
        if trace.Role.UNDONE in kind.roles and self.part[1] and len(game.agenda) >= self.part[0]:
            own: Json = data.get(RESTS_ON, ())
            data = {**data, RESTS_ON: (*own, *self.part[1])}
        n = repeated(game)
        if n:
            data = {**data, "round": n}
        if trace.Role.SETTLED in kind.roles:
            frame = settled_for(game, frame)
        kind.check(data)
        self.entries.append(Entry(kind, rule, len(game.agenda), frame.procedure, frame.step, data))

    def doubt(self, cards: tuple[str, ...]) -> None:
        """Whether something can be done here hangs on these cards, and whether a decision is asked: no line
        tells where it cannot.
        """
        self.doubts.append((len(self.entries), cards))

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
        """A decision was made, by a player or, in a loop whose rounds are counted, as it was before."""
        again = game.loop is not None and game.loop.rounds >= 0
        self.note(
            game, trace.ANSWER, ask.rule, {"ask": ask, "value": value, **({"again": True} if again else {})}
        )

    def touch(self, reading: str) -> None:
        """A reading was applied, first at this entry."""
        self.readings.setdefault(reading, len(self.entries))


def settled_for(game: Game, frame: Frame) -> Frame:
    """The frame whose events are being settled, where something could forbid or replace them: they belong to
    it, as those do that are applied at once.
    """
    return next((one for one in reversed(game.agenda) if one.procedure != "event"), frame)


class DetachedTracer(Tracer):
    """Knows what another tracer has been told and keeps nothing of what it is told itself: for who asks what
    could be done, and why not, though that is no event of the game.
    """

    def __init__(self, heard: Tracer) -> None:
        super().__init__()
        self.entries = heard.entries

    def note(self, game: Game, kind: trace.Kind, rule: str, data: Mapping[str, object]) -> None:
        """Nothing is kept."""

    def doubt(self, cards: tuple[str, ...]) -> None:
        """Nothing is kept."""

    def step(self, game: Game, frame: Frame, rule: str) -> None:
        """Nothing is kept."""

    def touch(self, reading: str) -> None:
        """Nothing is kept."""
