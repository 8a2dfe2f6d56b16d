"""Equal pending abilities: finds those that would do the same, so that their order is no choice."""

from __future__ import annotations

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Waiting
from judge.engine.kernel.variables import own
from judge.engine.language.walk import named_in

NTH = "nth"  # of an entry left for a moment: the how many-th of them it is left for
TURN = "turn of"  # of such an entry: in whose turns the moment counts
COUNTED = "counted in"  # of such an entry: the turn in which one of them was counted
TIMED = "timed"  # of an entry that waits: what an ability had left for the moment since which it waits


def deed(entry: Waiting, ability: Ability) -> tuple[object, ...]:
    """What a pending ability would do and to whom; it is equal for two abilities that would do the same."""
    event = entry.vars.get("it") if ability.reads_event else ""
    return entry.ability, entry.source, (event, left(entry))


def left(entry: Waiting) -> tuple[object, ...]:
    """The instructions that a pending ability has left for later, and what they name; nothing for one that
    waits for its event.
    """
    if TIMED not in entry.vars:
        return ()
    dos = entry.vars[TIMED]
    return dos, tuple([own(entry.vars).get(name) for name in named_in(dos)])
