"""Spans and limits: how long an effect lasts that ends in a later turn, and how often an ability may be used
in a span.
"""

from __future__ import annotations

from typing import Final

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Game, Ref, Seat
from judge.engine.kernel.view import Vars, View
from judge.engine.language.values import number, seats
from judge.text.plain import Fields, Json
from judge.text.rows import NamedTuple

# How long an effect lasts that ends in a turn to come: "until the end of your opponent's next turn".
APART = "|"
NEXT: Final = "next"  # not in the turn under way: "your opponent's next turn"
COMING = "coming"  # what is remembered of the turns to come, where a text has put further ones before them


class Span(NamedTuple):
    """A span that ends in a later turn."""

    until: str
    turns: int  # that have yet to begin
    seat: Seat  # whose turns; "" for anybody's

    def kept(self) -> str:
        """The span as an effect keeps it; the plain span once it is that turn."""
        return APART.join((self.until, str(self.turns), self.seat)) if self.turns > 0 else self.until


def span_of(until: str) -> Span | None:
    """The span that an effect keeps in this form; None for a plain one."""
    name, *rest = until.split(APART)
    return Span(name, int(rest[0]), rest[1]) if rest else None


def last_until(view: View, v: Vars) -> str:
    """The end of an instruction's effect: a span of the book, or the nth such span from now."""
    span: str | Fields = v.args.get("until", "game")
    if isinstance(span, str):
        return span
    name = next(key for key in span if key not in ("of", NEXT))
    whose = seats(view, span["of"], v.get("me", "")) if "of" in span else ()
    seat = whose[0] if len(whose) == 1 else ""
    begun = name in view.book.tables["until_begins"] or span.get(NEXT)  # that of this turn does not count
    now = int(seat in ("", view.active) and not begun)  # else this turn is the first of them
    return Span(name, number(view, span[name], v) - now, seat).kept()


def next_turn(view: View, until: str, active: Seat) -> str:
    """The span that an effect keeps once a player's turn begins."""
    row = view.book.tables["until_after"].get(until)
    span = Span(row["until"], row["turns"], "") if row is not None else span_of(until)
    if span is None or span.seat not in ("", active):
        return until
    return span._replace(turns=span.turns - 1).kept()


def limit(ability: Ability) -> tuple[str, int]:
    """The span in which an ability's use is limited, and how often it may be used in it."""
    span, _, n = ability.once.partition("/")[0].partition("*")
    return span, int(n or 1)


def use_key(game: Game, ability: Ability, ref: Ref, card: str) -> str:
    """The memory key for the uses of a limited ability: by one object on one physical card, or by a player
    on any copy. An ability that can be used once in a game cannot be used again by a card that has left and
    come back as another object.
    """
    span, what = limit(ability)[0], ability.data.get("limit", ability.id)
    if ability.once.endswith("/name"):
        return f"{span}:once:{game.cards[card].seat or game.cards[card].owner}:{what}"
    return f"{span}:once:{card}:{what}" if span == "game" else f"{span}:once:{ref}:{card}:{what}"


def used_until(game: Game, until: str) -> list[str]:
    """The memory keys of uses that end with a span; those of a turn are forgotten with it."""
    return [
        key for key, n in game.memory.items() if n and until != "turn" and key.startswith(f"{until}:once:")
    ]


def turned_down(memory: dict[str, Json], ref: Ref) -> dict[str, Json]:
    """The memory without those uses of an object that count only while it lies face-up."""
    start = f"{FACE_UP}:once:{ref}:"
    return {key: value for key, value in memory.items() if not key.startswith(start)}


FACE_UP: Final = "face-up"  # the span of "once while it is face-up"
TOLD: Final = ("turn", "game", FACE_UP)  # spans whose limits are told in words of their own


def form(ability: Ability) -> str:
    """The form of a limit that has a phrase of its own, ``""`` for once a turn: ``turns``, ``game``,
    ``face-up``, ``turn-name``, ``game-name``, ``shared``, and ``span`` for any other.
    """
    span, n = limit(ability)
    if "shares" in ability.data:
        return "shared"
    if ability.once.endswith("/name"):
        return f"{span}-name"
    return "turns" if n > 1 else "" if span == "turn" else span if span in TOLD else "span"


def told(ability: Ability) -> tuple[str, dict[str, Json]]:
    """How a limit is told: its form and the values of its phrase, which are its number and its end."""
    shape, (span, n) = form(ability), limit(ability)
    return shape, {"n": n, **({"until": span} if shape == "span" else {})}


def shared_key(seat: Seat, name: str) -> str:
    """The memory key for a limit that several keywords of a player's cards share."""
    return f"turn:shared:{seat}:{name}"


def uses(game: Game, key: str) -> int:
    """How often something has been used in its span."""
    return int(game.memory.get(key, 0))


def used_up(game: Game, ability: Ability, ref: Ref, card: str) -> bool:
    """Has the object used the ability as often as its limit allows in this span?"""
    return uses(game, use_key(game, ability, ref, card)) >= limit(ability)[1]


def apart(view: View, ability: Ability, card: Card) -> str:
    """The article that explains why an ability can still be used despite its limit: the limit's own article,
    or the one that says that the use of a similar ability, or by the card's earlier object, does not count.
    """
    cites, span = view.book.cites, limit(ability)[0]
    rule = str(cites["once"])
    for key in view.game.memory:
        parts = key.split(":", 4)
        if len(parts) < 5 or parts[:2] != [span, "once"] or not view.game.memory[key]:
            continue
        ref, id_, other = parts[2:]
        if id_ == card.id and other == ability.id and ref != card.object:
            return str(cites.get("new-object", rule))
        if (ref, id_, other) != (card.object, card.id, ability.id) and (
            id_ == card.id or other == ability.id or ref == card.object
        ):
            rule = str(cites.get("once-apart", rule))
    return rule
