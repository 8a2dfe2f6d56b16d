"""Replacements: decides which of the effects that would replace an event applies, how they are named, and
who chooses among them.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from judge.engine.effects.reader import Reader
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import Card, Choice, Decision, Instruction, Ref, Seat
from judge.engine.kernel.view import Vars, View
from judge.text.rows import NamedTuple

DECLINE = "decline"  # that nothing is replaced


class Candidate(NamedTuple):
    """An ability that would replace an event, and the card that has it."""

    ability: Ability
    card: Card
    label: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which a player names it."""
        return ("apply", f"{self.card.id}.{self.label}" if self.label else self.card.id)

    @property
    def mark(self) -> str:
        """The mark that the event keeps once this replacement has been applied to it."""
        return f"{self.card.object}:{self.ability.id}"


class Company(NamedTuple):
    """The other events around an event: the cards of its batch that undergo the same, the replacements that
    led to it, and the instructions that replace earlier events of the batch.
    """

    others: tuple[Ref, ...] = ()
    carried: tuple[str, ...] = ()
    ahead: tuple[Instruction, ...] = ()


ALONE = Company()


def labelled(candidates: list[Candidate]) -> list[Candidate]:
    """Candidates with labels: several replacements of one card are told apart by their keywords."""
    cards = [candidate.card.id for candidate in candidates]
    return [
        replacement._replace(label=replacement.ability.keyword or str(at))
        if not replacement.label and cards.count(replacement.card.id) > 1
        else replacement
        for at, replacement in enumerate(candidates, 1)
    ]


def concerned(view: View, event: Event) -> Seat:
    """The player who chooses among replacements: the affected card's master, or the player affected."""
    card = view.card(event.get("card", ""))
    if card is not None:
        doer = str(event.get("who") or card.seat)
        return doer if doer != card.seat and doer_chooses(view, event) else card.seat
    return str(event.get("who") or event.get("seat") or view.active)


def doer_chooses(view: View, event: Event) -> bool:
    """Does the player who acts on another player's card choose? This matters only where a book leaves it
    open.
    """
    name = "doer-chooses"
    return name in view.book.params and event.get("because") != "rules" and bool(view.param(name))


def pick(at: int, turn: int) -> str:
    """The name under which the answer is kept for the nth replacement of one event of a batch."""
    return f"pick{at}.{turn}"


def told_of(view: View, v: Vars, at: int, turn: int) -> View:
    """A view of an event that tells nothing a second time, where this decision or a later one has already
    been answered.
    """
    if not v.answers or not view.tracing:
        return view
    asked = (tuple(map(int, answer[4:].split("."))) for answer in v.answers if answer.startswith("pick"))
    return Reader(view.table, view.game) if any(pair >= (at, turn) for pair in asked) else view


def decide(
    view: View, v: Vars, event: Event, candidates: Sequence[Candidate], into: str
) -> Decision | Candidate | None:
    """The replacement that applies, once everybody has decided. Whoever chooses among replacements of
    several players can decline only their own; the master of an optional one says whether it is used.
    """
    left, asked = list(candidates), 0
    while left:
        seat, picked = chooser(view, event, left), choose(view, v, event, left, again(into, asked))
        asked += 1
        if picked is None:
            left = [candidate for candidate in left if candidate.card.seat != seat]
            continue
        if isinstance(picked, Decision) or not picked.ability.may or picked.card.seat == seat:
            return picked
        left.remove(picked)
        picked = choose(view, v, event, [picked], again(into, asked))
        if picked is not None:
            return picked
        asked += 1
    return None


def again(into: str, asked: int) -> str:
    """The name under which the answer to a later decision about the same event is kept."""
    return f"{into}.{asked}" if asked else into


def choose(
    view: View, v: Vars, event: Event, candidates: Sequence[Candidate], into: str
) -> Decision | Candidate | None:
    """The replacement that the asked player picks; a single mandatory one applies without asking."""
    if len(candidates) == 1 and not candidates[0].ability.may:
        return candidates[0]
    if into in v.answers:
        return next(
            (candidate for candidate in candidates if " ".join(candidate.words) == v.answers[into]), None
        )
    choices = [Choice(candidate.words, " ".join(candidate.words)) for candidate in candidates]
    if all(candidate.ability.may for candidate in candidates):
        choices.append(Choice((DECLINE,), DECLINE))
    kind = "choose-replacement" if "card" in event else "choose-replacement-of-action"
    rule = str(view.book.cites[kind]) if len(candidates) > 1 else candidates[0].ability.rule
    seen = ("may-replace",) if any(candidate.ability.may for candidate in candidates) else ()
    data = {"event": dict(event), "seen": seen}
    seat = chooser(view, event, candidates)
    return Decision(seat, "act", rule, into, tuple(choices), prompt="ask.replace", data=data)


def without(candidates: Sequence[Candidate], passed_over: Container[str]) -> list[Candidate]:
    """The replacements left once those of some cards are passed over. A mandatory one may be passed over
    only where another mandatory one is left.
    """
    left = [candidate for candidate in candidates if candidate.card.id not in passed_over]
    if all(candidate.ability.may for candidate in left):
        left = [candidate for candidate in candidates if candidate in left or not candidate.ability.may]
    return left


def chooser(view: View, event: Event, candidates: Sequence[Candidate]) -> Seat:
    """The player who chooses: the master of the only replacement, of all those of an act, or of all where
    none is mandatory; otherwise the player whom the event concerns.
    """
    masters = {candidate.card.seat for candidate in candidates}
    free = "card" not in event or all(candidate.ability.may for candidate in candidates)
    own = len(candidates) == 1 or (len(masters) == 1 and free)
    return candidates[0].card.seat if own else concerned(view, event)
