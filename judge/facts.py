"""The facts that a fixture expects, read off the end of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from judge.board.position import find_card
from judge.engine.attachments import host_of
from judge.engine.slots import on_slot, zone_of
from judge.engine.view import View
from judge.errors import Problem, nearest
from judge.grammar.tables import FACT_WORDS
from judge.source import Source
from judge.state import EMPTY, SEATS, Card, Game


class Fact(NamedTuple):
    """One expectation: what was expected, what was found, and whether they agree."""

    path: str
    expected: Any
    found: Any

    @property
    def ok(self) -> bool:
        """Do they agree?"""
        return bool(self.expected == self.found)


def facts(view: View, expect: Mapping[str, Any]) -> Iterator[Fact]:
    """Every fact of `[expect]` except `order`, which is about the trace."""
    for key, value in expect.items():
        if key in SEATS:
            for inner, wanted in value.items():
                yield from seat_fact(view, key, inner, wanted)
        elif key == "order":
            continue
        elif key in FACT_WORDS:
            yield word_fact(view, key, value)
        elif key in view.book.shared:
            yield from zone_fact(view, f"{SEATS[0]}.{key}", value)
        else:
            yield from card_fact(view, key, key, value)


def seat_fact(view: View, seat: str, key: str, wanted: Any) -> Iterator[Fact]:
    """A zone of a player, a score, or one of the cards by name."""
    path = f"{seat}.{key}"
    if key in view.book.zones:
        yield from zone_fact(view, path, wanted)
    elif zone_of(view.book, key):
        card = on_slot(view, seat, zone_of(view.book, key), key)
        yield Fact(path, wanted, card.id if card is not None else "none")
    elif path in view.game.scores or key in view.book.tables["score"]:
        yield Fact(path, wanted, view.game.scores.get(path, 0))
    else:
        yield from card_fact(view, path, key, wanted, seat)


def zone_fact(view: View, path: str, wanted: Any) -> Iterator[Fact]:
    """A zone's count, its contents in any order, or a table: count, top, bottom, has, and marks."""
    seats = SEATS if path[2:] in view.book.shared else (path[0],)
    ids = tuple(one for seat in seats for one in view.game.zones.get(f"{seat}.{path[2:]}", ()))
    if isinstance(wanted, int):
        yield Fact(path, wanted, len(ids))
    elif isinstance(wanted, (list, str)):
        wanted = [wanted] if isinstance(wanted, str) else wanted
        yield Fact(path, sorted(wanted), sorted(short(view, one, wanted) for one in ids))
    else:
        for key, value in wanted.items():
            yield Fact(f"{path}.{key}", value, zone_part(view, ids, key, value))


def short(view: View, id_: str, wanted: Sequence[Any]) -> str:
    """An unseen card's id as the fixture writes it:
    with its seat or without, or by what it was told to be.
    """
    if id_[:2] not in ("A.", "B.") or id_ in wanted:
        return id_
    known = view.game.cards[id_].print
    return id_[2:] if id_[2:] in wanted else known if known in wanted else id_


def zone_part(view: View, ids: Sequence[str], key: str, value: Any) -> Any:
    """One part of a zone's table."""
    if key in ("top", "bottom", "order", "has", "without") and isinstance(value, str):
        found = zone_part(view, ids, key, [value])
        return found[0] if found == [value] else found
    ids = tuple(short(view, one, value) for one in ids) if isinstance(value, list) else tuple(ids)
    if key == "count":
        return len(ids)
    if key == "top":
        return list(ids[: len(value)])
    if key == "bottom":
        return list(ids[-len(value) :]) if value else []
    if key == "order":
        return list(ids)
    if key == "has":
        return [one for one in value if one in ids]
    if key == "without":
        return [one for one in value if one not in ids]
    for name, values in view.book.tables["mark"].items():
        if isinstance(values, list) and key in values:
            return sum(1 for one in ids if view.game.cards[one].mark(name) == key)
    return f"(a zone has no {key!r})"


def word_fact(view: View, key: str, wanted: Any) -> Fact:
    """How the game ended, whose turn it is, or what the next decision offers."""
    game = view.game
    if key == "result":
        return Fact(key, wanted, ending(game))
    if key == "active":
        return Fact(key, wanted, game.active)
    if key == "turn":
        return Fact(key, wanted, game.turn)
    if key == "next":
        return Fact(key, wanted, game.ask.seat if game.ask else "none")
    if key == "pending":
        return Fact(key, sorted(wanted), sorted(one.card for one in game.waiting if one.status == "pending"))
    offered = [" ".join(one.words) for one in game.ask.choices] if game.ask else []
    return Fact(key, wanted, wanted if sorted(wanted) == sorted(offered) else offered)


def ending(game: Game) -> str:
    """The winner's seat, ``draw``, ``undecided``, or ``none`` while the game goes on."""
    if game.result is None:
        return "none"
    if game.result.why.startswith("undecided:"):
        return "undecided"
    return game.result.winner or "draw"


def card_fact(view: View, path: str, name: str, wanted: Any, seat: str = "") -> Iterator[Fact]:
    """Where a card is, or a table of what it is like."""
    card = find_card(view.game, name) or (find_card(view.game, f"{seat}.{name}") if seat else None)
    if card is None:
        yield Fact(path, wanted, "(no such card)")
    elif isinstance(wanted, str) and (mark := mark_of(view, wanted)):
        yield Fact(
            path, wanted, card.mark(mark) if card.zone and card.mark(mark) else card.place or "nowhere"
        )
    elif isinstance(wanted, str):
        full = wanted[:2] in ("A.", "B.")
        place = card.zone if full else card.place
        yield Fact(path, wanted, place if card.zone else "nowhere")
    else:
        for key, value in wanted.items():
            yield Fact(f"{path}.{key}", value, card_part(view, card, key, value))


def mark_of(view: View, state: str) -> str:
    """The mark that has a state of this name, ``""`` where it is a zone's name or no state."""
    marks = view.book.tables["mark"] if state not in view.book.zones else {}
    return next((name for name, states in marks.items() if isinstance(states, list) and state in states), "")


def card_part(view: View, card: Card, key: str, value: Any) -> Any:
    """One property of a card: zone, face, under, has, owner, a mark or an attribute."""
    if key == "zone":
        return (card.zone if str(value)[:2] in ("A.", "B.") else card.place) if card.zone else "nowhere"
    if key == "under":
        return list(card.under)
    if key == "host":
        return view.game.objects.get(host_of(view, card.object), "none")
    if key == "counters":
        return {name: int(card.mark(f"counter:{name}") or 0) for name in value}
    if key in ("face", "on", "owner"):
        return getattr(card, key)
    if key in ("has", "lacks"):
        return keywords(view, card, key, value)
    if key in view.book.attributes:
        return attribute(view, card, key, value)
    have = card.mark(key)
    return False if value is False and have is None else have  # no mark of the kind: it is not so


def keywords(view: View, card: Card, key: str, value: Any) -> Any:
    """Those of the keywords named that a card has, or lacks; for a single one a word that says so."""
    names = value if isinstance(value, list) else [value]
    found = [one for one in names if view.has(card, one) == (key == "has")]
    if isinstance(value, list):
        return found
    return value if found else "no" if key == "has" else "it has it"


def attribute(view: View, card: Card, key: str, value: Any) -> Any:
    """A value of a card as a fixture writes it: one word alone, several as a list."""
    have = view.value(card, key)
    if isinstance(have, tuple):
        return list(have) if isinstance(value, list) else have[0] if len(have) == 1 else have
    return have


def check_expect(source: Source, view: View, expect: Mapping[str, Any]) -> Iterator[Problem]:
    """Expectations that name nothing there is, or cannot be met by anything."""
    for key, value in expect.items():
        if key in FACT_WORDS:
            yield from check_word(source, key, value)
        elif key in SEATS:
            if not isinstance(value, Mapping):
                yield source.problem(
                    ["expect", key], f"{key} must be a table", expected="{ zone = number, card = zone }"
                )
                continue
            for inner, one in value.items():
                yield from check_name(source, view, ["expect", key, inner], inner, key)
                yield from check_value(source, view, ["expect", key, inner], inner, one)
        else:
            yield from check_name(source, view, ["expect", key], key, "")
            yield from check_value(source, view, ["expect", key], key, value)


KINDS = {
    "order": list,
    "options": list,
    "pending": list,
    "turn": int,
    "active": str,
    "next": str,
    "result": str,
}
CLOSED = {
    "result": ("A", "B", "draw", "none", "undecided"),
    "active": SEATS,
    "next": (*SEATS, "chance", "none"),
}


def check_word(source: Source, key: str, value: Any) -> Iterator[Problem]:
    """One of the words of `[expect]` with the value it takes."""
    if not isinstance(value, KINDS[key]) or isinstance(value, bool):
        what = {list: "a list", int: "a whole number", str: "text"}[KINDS[key]]
        yield source.problem(["expect", key], f"{key} has the wrong type", expected=what, found=repr(value))
    elif key in CLOSED and value not in CLOSED[key]:
        yield source.problem(
            ["expect", key], f"{key} cannot be {value!r}", expected=", ".join(CLOSED[key]), found=str(value)
        )
    for at, one in enumerate(value) if isinstance(value, list) else ():
        if not isinstance(one, str):
            message = f"a line of {key} has the wrong type"
            yield source.problem(["expect", key, at], message, expected="text", found=repr(one))


def check_value(
    source: Source, view: View, path: Sequence[str | int], name: str, value: Any
) -> Iterator[Problem]:
    """What is expected of a zone or a card: its keys and the states of its marks."""
    zone = name in view.book.zones
    score = name in view.book.tables["score"]
    fitting = (int, str, list, Mapping) if zone else (int,) if score else (str, Mapping)
    if isinstance(value, bool) or not isinstance(value, fitting):
        expected = "a number, a list or a table" if zone else "a number" if score else "a zone or a table"
        yield source.problem(path, f"{name} has the wrong type", expected=expected)
    for at, one in enumerate(value) if isinstance(value, list) and zone else ():
        if not isinstance(one, str):
            yield source.problem(
                [*path, at], f"{name} holds cards by name", expected="a name", found=repr(one)
            )
    if isinstance(value, str) and not zone:
        yield from check_whereabouts(source, view, path, name, value)
    for key, one in value.items() if isinstance(value, Mapping) else ():
        if key in ("has", "lacks") and not zone and isinstance(one, (str, list)):
            yield from check_keywords(source, view, [*path, key], one)
        yield from check_part(source, view, [*path, key], one, zone)


def check_whereabouts(
    source: Source, view: View, path: Sequence[str | int], name: str, value: str
) -> Iterator[Problem]:
    """Where a card is expected to be: a zone, with its player or without, or a state of a mark."""
    place = value[2:] if value[:2] in ("A.", "B.") else value
    slot = zone_of(view.book, name) and seat_of(path)
    if not slot and place not in (*view.book.zones, "nowhere") and not mark_of(view, value):
        hint = nearest(place, view.book.zones)
        yield source.problem(path, f"there is no zone {value!r}", found=value, hint=hint)


def check_keywords(source: Source, view: View, path: Sequence[str | int], names: Any) -> Iterator[Problem]:
    """The keywords that a card is expected to have or to lack."""
    known = view.book.keyword_names
    for word in [names] if isinstance(names, str) else names:
        if word not in known:
            message, hint = f"there is no keyword {word!r}", nearest(str(word), known)
            yield source.problem(path, message, found=str(word), hint=hint)


def check_part(
    source: Source, view: View, path: Sequence[str | int], value: Any, zone: bool
) -> Iterator[Problem]:
    """One key of a table about a zone or a card."""
    key, marks = str(path[-1]), view.book.tables["mark"]
    types, expected = (ZONE_PARTS if zone else CARD_PARTS).get(key, ((object,), ""))
    if not isinstance(value, types) or (expected and not of_one_type(value)):
        yield source.problem(path, f"{key} has the wrong type", expected=expected, found=repr(value))
        return
    states = [state for states in marks.values() if isinstance(states, list) for state in states]
    known = [*ZONE_PARTS, *states] if zone else [*CARD_PARTS, *view.book.attributes, *marks]
    if key not in known:
        hint = nearest(key, known)
        yield source.problem(path, f"nothing is called {key!r} here", found=key, hint=hint)
    elif isinstance(marks.get(key), list) and value not in marks[key]:
        expected = " or ".join(marks[key])
        yield source.problem(path, f"{key} is never {value!r}", expected=expected, found=str(value))
    elif not zone and view.book.attributes.get(key, EMPTY).get("type") == "int" and not is_figure(value):
        yield source.problem(path, f"{key} is a number", expected="a whole number", found=repr(value))


def of_one_type(value: Any) -> bool:
    """Are the items of a list all text, and the values of a table all whole numbers?"""
    if isinstance(value, dict):
        return all(type(one) is int for one in value.values())
    return not isinstance(value, list) or all(type(one) is str for one in value)


def is_figure(value: Any) -> bool:
    """A whole number, or text of one that was divided and so is none."""
    if isinstance(value, str):
        return value.replace(".", "", 1).lstrip("-").isdigit()
    return isinstance(value, int) and not isinstance(value, bool)


def seat_of(path: Sequence[str | int]) -> bool:
    """Does a place in the file stand under a player?"""
    return any(one in SEATS for one in path[:-1])


NAMES: Final = ((str, list), "a name, or a list of names")
# By key of a table about a zone or a card, the types of what may be expected, in words too.
ZONE_PARTS: Final[Mapping[str, tuple[tuple[type, ...], str]]] = {
    "count": ((int,), "a whole number"),
    **dict.fromkeys(("top", "bottom", "order", "has", "without"), NAMES),
}
CARD_PARTS: Final[Mapping[str, tuple[tuple[type, ...], str]]] = {
    "counters": ((dict,), "{ spell = 2 }"),
    "under": ((list,), "a list of names"),
    **dict.fromkeys(("zone", "host", "face", "on", "owner"), ((str,), "text")),
    **dict.fromkeys(("has", "lacks"), NAMES),
}


def check_name(
    source: Source, view: View, path: Sequence[str | int], name: str, seat: str
) -> Iterator[Problem]:
    """A name that is neither a zone, a score nor a card of the board."""
    tokens = [key for key, found in view.table.prints.items() if found.token]
    known = [*view.game.cards, *tokens, *(view.book.tables["score"] if seat else ())]
    if name in view.book.shared:
        return
    if seat and (name in view.book.zones or zone_of(view.book, name) or f"{seat}.{name}" in view.game.cards):
        return
    stem = name.rstrip("0123456789")
    if name not in known and stem not in tokens and find_card(view.game, name) is None:
        choices = [*known, *view.book.zones, *FACT_WORDS]
        yield source.problem(
            path, f"{name!r} is no zone and no card of this board", found=name, hint=nearest(name, choices)
        )
