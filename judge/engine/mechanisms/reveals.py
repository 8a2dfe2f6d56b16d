"""Reveals: abilities of cards that only their player sees. They exist once their card is revealed, and the
card lies open as long as one of them is pending.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.flow.offers import offers
from judge.engine.flow.triggers import trigger_signature
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.state import AppliedEvent, Card, Condition, Instruction, Option, Waiting
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.mechanisms.steps import steps

HIDDEN = "unrevealed"  # of an ability: it waits for its card to be revealed


@offers.offer("reveal")
def reveal(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """Options to reveal a card of one's own whose abilities wait for that, while it still lies there."""
    hidden = [entry for entry in view.game.waiting if entry.status == HIDDEN and entry.master == seat]
    for source in dict.fromkeys(waiting.source for waiting in hidden):
        theirs = [waiting for waiting in hidden if waiting.source == source]
        condition = Condition(view.book.tables["revealing"]["moved"], view.same(source), "reveal.moved")
        yield Option("reveal", (theirs[0].card,), tuple(shown(view, theirs)), (condition,))


def same(entry: Waiting, other: Waiting, ability: Ability) -> bool:
    """Would two pending abilities do the same?"""
    alike = (entry.status, entry.ability) == (other.status, other.ability)
    return alike and trigger_signature(entry, ability) == trigger_signature(other, ability)


def shown(view: View, hidden: Sequence[Waiting]) -> Iterator[Instruction]:
    """The instructions by which the card lies open and its abilities become pending, as often as each has
    been triggered.
    """
    row, entry = view.book.tables["revealing"], hidden[0]
    ctx = {"me": entry.master, "self": entry.source, "ability": entry.ability}
    mark, rule = row["mark"], row["rule"]
    yield events(
        [
            event(ctx, "show", "reveal", rule, card=entry.source, to="each"),
            event(ctx, "mark", mark, rule, card=entry.source, marks={mark: True}),
        ]
    )
    yield events([event(ctx, "leave", "leave", rule, entries=tuple(waiting.id for waiting in hidden))])
    yield events([awake(view, pending, hidden[:at]) for at, pending in enumerate(hidden)])


def awake(view: View, entry: Waiting, before: Sequence[Waiting]) -> Event:
    """The event by which an ability becomes pending; `again` is set where it is pending already."""
    row = view.book.tables["revealing"]
    ctx = {"me": entry.master, "self": entry.source, "ability": entry.ability}
    fields = {"holder": entry.card, "status": "pending", "vars": entry.vars}
    new = event(ctx, "wait", row["waits"], row["waits_rule"], **fields)
    again = any(earlier.ability == entry.ability for earlier in before)
    return {**new, "again": True} if again else new


@words.interrupt("hidden-again", "leave")
def hidden_again(view: View, records: Sequence[AppliedEvent]) -> Sequence[Instruction] | None:
    """Hides a card again when its ability has left the list without being carried out."""
    lost = {record.ref for record in records if record.name in view.book.tables["revealing"]["unused"]}
    return concealed(view, [card for card in bare(view) if card.object in lost])


@steps.step("conceal")
def conceal(view: View, v: Vars) -> Outcome:
    """Hides a card again once its ability has been carried out, unless the book lets it stay revealed."""
    cards = bare(view)
    return (
        concealed(view, cards)
        if cards and view.param(view.book.tables["revealing"]["concealed_if"])
        else None
    )


def bare(view: View) -> list[Card]:
    """The cards that lie open for an ability, none of which is pending any more."""
    waiting = {entry.source for entry in view.game.waiting if entry.status == "pending"}
    row = view.book.tables["revealing"]
    lying = [card for seat in view.seats("any") for zone in row["zones"] for card in view.zone(seat, zone)]
    return [card for card in lying if card.mark(row["mark"]) and card.object not in waiting]


def concealed(view: View, cards: Sequence[Card]) -> list[Instruction] | None:
    """The change after which only their player can see the cards."""
    row = view.book.tables["revealing"]
    marks: dict[str, object] = {row["mark"]: False}
    batch = [event({}, "mark", "private", row["concealed"], card=card.object, marks=marks) for card in cards]
    return [events(batch)] if batch else None
