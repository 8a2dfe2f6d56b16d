"""What a card was like when it left its zone, for an effect that refers to it afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judge.engine.mentions import KEPT, mentioned
from judge.engine.proposals import event, events
from judge.engine.vocabulary import words
from judge.state import Do, Record

if TYPE_CHECKING:
    from judge.engine.view import View


@words.interrupt("last-information", "move")
def keep_information(game: View, records: Sequence[Record]) -> Sequence[Do] | None:
    """What a card was like is kept that something names and that leaves its zone."""
    kept = [found for record in records for found in kept_of(game, record)]
    return [events(kept)] if kept else None


def kept_of(game: View, record: Record) -> Iterator[dict[str, Any]]:
    """The notes of what one card was like, as the object that it was and as the one that it is now."""
    before, after, values = record.before, record.after, record.values
    if before is None or after is None or values is None or before.object == after.object:
        return
    moved_on = any(after.object in frame.vars.get("left", ()) for frame in game.game.agenda)
    earlier = game.game.memory.get(KEPT + before.object) if moved_on else None
    last = earlier or {**values, "card": before.id}  # where one effect moves it twice it was read before
    for ref in (before.object, after.object):
        if mentioned(game.game, ref):
            yield event({}, "remember", "last", "", key=KEPT + ref, value=last)
