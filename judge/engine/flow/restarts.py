"""Restarted loops: refuses the choices by which a player would start a stopped loop again and may not
(11-1-2 of dbs).

A choice refused in a window is refused as every option is, with its article, so that offers, claims and play
agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.engine import trace
from judge.engine.kernel.state import UNKNOWN, Card, Condition, Decision, Game, Option, Seat
from judge.engine.kernel.view import View
from judge.text.plain import Json
from judge.text.rows import NamedTuple

GIVES_UP = ("pass", "end", "no")  # who says so starts nothing


class Bar(NamedTuple):
    """A choice that a seat may not make while all cards are in the same zones;
    with `once` only at its next decision.
    """

    seat: Seat
    kind: str
    words: tuple[str, ...]
    about: tuple[str, ...]
    place: str
    rule: str
    once: bool = False


# --- where the cards are --------------------------------------------------------------------------
def lie_of(game: Game) -> str:
    """A short name for which cards are in which zones."""
    zones = [
        (zone, sorted(name for card_id in held for name in names(game, game.cards[card_id])))
        for zone, held in sorted(game.zones.items())
        if held
    ]
    from hashlib import blake2b  # as loops are

    return blake2b(repr(zones).encode(), digest_size=16).hexdigest()


def names(game: Game, card: Card) -> Iterator[str]:
    """The ids of a card and of the cards beneath it; unknown cards are alike."""
    yield "?" if card.print == UNKNOWN and not card.under else card.id
    for card_id in card.under:
        yield from names(game, game.cards[card_id])


def about(game: Game, ask: Decision) -> tuple[str, ...]:
    """What a decision is about beyond its words: the ability, and whose it is. For an act of a window its
    words are enough.
    """
    if ask.kind == "act":
        return ()
    vars = game.agenda[-1].vars if game.agenda else {}
    return (ask.rule, ask.into, str(vars.get("ability", "")), game.objects.get(str(vars.get("self", "")), ""))


# --- what is refused ------------------------------------------------------------------------------
def refusal(
    view: View, seat: Seat, kind: str, words: tuple[str, ...], about: tuple[str, ...] = ()
) -> Bar | None:
    """The bar on a choice now. It no longer applies once a card has moved, unless a literal of the rulebook
    says otherwise.
    """
    for bar in view.game.barred:
        if (bar.seat, bar.kind, bar.words, bar.about) == (seat, kind, words, about) and (
            bar.once or bar.place == lie_of(view.game) or never_again(view)
        ):
            barring: Bar = bar
            return barring
    return None


def never_again(view: View) -> bool:
    """Does the rulebook forbid restarting a stopped loop wherever the cards lie?"""
    return "loop-again" in view.book.params and view.param("loop-again") == "never"


def held_back(view: View, seat: Seat, must: bool, options: Iterable[Option]) -> list[Option]:
    """The options of a window; those that would start a stopped loop again are refused, unless they must be
    done.
    """
    every = list(options)
    judged = [option if option.must else held(view, seat, option) for option in every]
    return every if must and not any(option.legal for option in judged) else judged


def held(view: View, seat: Seat, option: Option) -> Option:
    """An option with the condition that it does not start a stopped loop again, where it would."""
    option = option._replace(conds=tuple(option.conds))
    bar = refusal(view, seat, "act", (option.name, *option.args))
    return (
        option
        if bar is None
        else option._replace(conds=(*option.conds, Condition(bar.rule, False, "loop-again")))
    )


def bar_on_idling(view: View, seat: Seat, word: str) -> Bar | None:
    """The bar on passing, where passing would let a loop go on that the seat must stop now."""
    return refusal(view, seat, "act", (word,)) if view.game.barred else None


def narrowed(view: View, ask: Decision) -> Decision:
    """A decision without the answers that would start a stopped loop again, unless no others are left."""
    bars = [
        (answer, refusal(view, ask.seat, ask.kind, answer.words, about(view.game, ask)))
        for answer in ask.choices
    ]
    left = tuple(option for option, bar in bars if bar is None)
    if not left or len(left) == len(bars):
        return ask
    for choice, bar in bars:
        if bar is not None:
            view.note(trace.LOOP_BARS, bar.rule, seat=ask.seat, value=choice.value)
    return ask._replace(choices=left)


def spent(bars: tuple[Json, ...], seat: Seat) -> tuple[object, ...]:
    """The bars that remain after a seat has decided."""
    return tuple(bar for bar in bars if not (bar.once and bar.seat == seat))
