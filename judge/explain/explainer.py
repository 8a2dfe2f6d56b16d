"""The tracer of a run that somebody reads: besides what happens it tells what did not happen, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.effects import pattern_match as matching
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import AppliedEvent, Card, Option, Seat
from judge.engine.kernel.view import Tracer, View
from judge.explain.exceptions import with_exceptions
from judge.explain.near_misses import (
    explain_invalid,
    explain_missed,
    explain_near_event,
    explain_not_valid,
    explain_other_name,
    explain_pile_departure,
    explain_replaced,
    explain_unguarded,
)


class Explainer(Tracer):
    """Tells of abilities that do not trigger although a reader could expect it, and of exceptions that do not
    apply to a refusal.
    """

    def replaced(self, view: View, event: Event, instead: Event | None) -> None:
        """Tell which abilities do not hear of an event since it was replaced."""
        explain_replaced(view, event, instead)

    def happened(self, view: View, records: Sequence[AppliedEvent]) -> None:
        """Tell which abilities do not hear of moves that fall silently or go by another name."""
        explain_pile_departure(view, records)
        for record in records:
            explain_other_name(view, record)

    def listened(self, view: View, records: Sequence[AppliedEvent]) -> None:
        """Tell which abilities do not hear of events that only come near what they wait for."""
        explain_near_event(view, records)

    def heard(self, view: View, record: AppliedEvent, ids: Mapping[str, None]) -> None:
        """Tell which abilities do not hear of an event since they are invalid, or work elsewhere."""
        sight = matching.of_record(view, record)
        explain_invalid(view, record, sight, ids)
        explain_not_valid(view, record, sight, ids)
        explain_missed(view, record, sight, ids)

    def chosen(self, view: View, card: Card, choice: Event) -> None:
        """Tell that a card may be chosen since the text that forbids it has been made invalid."""
        explain_unguarded(view, card, choice)

    def refused(self, view: View, seat: Seat, option: Option) -> Option:
        """The option, its failing conditions with the exceptions of their rules that are not met."""
        return with_exceptions(view, seat, option)
