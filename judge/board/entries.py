"""Entries of a board: makes the cards that an entry stands for, which may be a number of unknown cards, a
card by name, or a table of details.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.board.entry_keys import (
    check_counters,
    check_entry,
    check_implied,
    check_own_name,
    noted_words,
    written_marks,
)
from judge.board.limits import MANY, room_for
from judge.board.past import arrive, deeds, give_effect, spend
from judge.board.position import Path, Position
from judge.engine.kernel.state import EFFECTS, UNKNOWN, Card
from judge.engine.kernel.turn_history import did_key
from judge.engine.layout.face_down import settled
from judge.engine.words.notes import noted_key
from judge.engine.words.prints import build_prints
from judge.grammar.names import COPIES
from judge.text.numbers import is_figures
from judge.text.plain import Fields, Json
from judge.text.toml_text import show

OWN = ("card", "as", "owner")  # what is said of a card beneath another, and what it keeps there


def lay_beneath(position: Position, top: Card, names: Json, path: Path) -> tuple[str, ...]:
    """Puts the cards that an entry names beneath its card and gives their ids, from the top."""
    rows = [names] if isinstance(names, (str, Mapping)) else names
    ids = tuple(id_ for row in rows for id_ in beneath(position, top, row, [*path, "under"]))
    if ids:
        check_pile(position, top, ids, [*path, "under"])
    return ids


def beneath(position: Position, top: Card, row: object, path: Path) -> Iterator[str]:
    """The id of one card beneath another; nothing where there is no such card."""
    entry: Mapping[str, object] = row if isinstance(row, Mapping) else {"card": row}
    name, kept = str(entry.get("card", "")), position.book.tables["kept"]
    if name not in position.table.prints or name == UNKNOWN:
        position.unknown_print(path, name, name)
        return
    for key in sorted(entry.keys() - {*OWN, *kept}):
        position.problem(path, f"a card beneath another has no key {key!r}", found=key)
    if not check_entry(position, {key: entry[key] for key in (*OWN, *kept) if key in entry}, path, top.place):
        return
    check_own_name(position, entry, path)
    id_, owner = str(entry.get("as", name)), str(entry.get("owner", top.owner))
    card = position.new(id_, name, owner, top.zone, path[:-1])
    marks = tuple(sorted((key, entry[key]) for key in kept if key in entry))
    position.put(card._replace(on=top.id, marks=marks))
    yield card.id


def check_pile(position: Position, top: Card, ids: Sequence[str], path: Path) -> None:
    """Checks that a card may have cards beneath it, and that each of these may lie beneath one."""
    pile = position.book.tables["pile"]
    if "top_cards" in pile and not position.view.matches(top, pile["top_cards"], {}):
        article = str(pile["under"])
        position.problem(path, f"no card lies beneath {top.id}", article=article, found=top.id)
    for id_ in ids if "no_tokens" in pile else ():
        if position.table.prints[position.game.cards[id_].print].token:
            message, article = f"{id_} is never beneath another card", str(pile["no_tokens"])
            position.problem(path, message, article=article, found=id_)


_DIGITS: Final = 9  # of a number of copies: more is too many whatever they are


def cards_of(position: Position, seat: str, zone: str, value: object, path: Path) -> Iterator[Card]:
    """The cards that a zone's entry stands for: a number, an id, a table, or a list of them."""
    if isinstance(value, bool) or not isinstance(value, (int, str, list, Mapping)):
        message = f"{zone} must be a number of cards, a card or a list"
        position.problem(path, message, found=show(value))
    elif isinstance(value, int):
        yield from unknown(position, f"{seat}.{zone}", value, path)
    elif isinstance(value, Mapping) and len(path) == 1:  # nothing is written: the rulebook's own
        yield default_card(position, seat, zone, value)
    elif isinstance(value, list):
        yield from listed(position, seat, zone, value, path)
    else:
        yield from known(position, seat, zone, value, path)


def listed(position: Position, seat: str, zone: str, rows: list[object], path: Path) -> Iterator[Card]:
    """The cards of a list; a number in it stands for so many unknown cards."""
    unseen = 0
    for at, row in enumerate(rows):
        if isinstance(row, int) and not isinstance(row, bool):
            yield from unknown(position, f"{seat}.{zone}", row, [*path, at], unseen)
            unseen += row
        else:
            yield from known(position, seat, zone, row, [*path, at])


def default_card(position: Position, seat: str, zone: str, data: Mapping[str, object]) -> Card:
    """A card that the rulebook's defaults put on every board."""
    key, prints = f"default-{zone}", position.table.prints
    if key not in prints:
        prints[key] = build_prints(position.book, {key: data}, ())[key]
        position.table.add(prints[key])
    name = position.book.tables["fixture_defaults"][f"{zone}_names"][seat]
    return position.new(name, key, seat, f"{seat}.{zone}", [seat])


def unknown(position: Position, place: str, n: int, path: Path, before: int = 0) -> Iterator[Card]:
    """A number of unknown cards, numbered on from those that the zone already has."""
    seat, _, zone = place.partition(".")
    if n < 0:
        message = f"{zone} cannot hold a negative number of cards"
        position.problem(path, message, expected="0 or more", found=show(n))
    if n < 0 or not room_for(position, zone, n, path):
        return
    for at in range(before + 1, before + n + 1):
        yield position.new(f"{place}{at}", UNKNOWN, seat, place, path)


def known(position: Position, seat: str, zone: str, row: object, path: Path) -> Iterator[Card]:
    """The cards of one written entry, with copies, marks and what lies beneath."""
    entry: Mapping[str, object] = row if isinstance(row, Mapping) else {"card": row}
    name = entry.get("card")
    if not isinstance(name, str):
        instead = '"name" or { card = "name" }'
        position.problem(path, "a card entry needs the card's name", expected=instead, found=show(row))
        return
    stem, several, times = name.partition(COPIES)
    if stem not in position.table.prints or stem == UNKNOWN:
        position.unknown_print(path, stem, name)
        return
    if several and not (is_figures(times) and int(times[:_DIGITS])):
        position.problem(path, "this is no number of copies", expected=f"{stem}*2", found=show(name))
        return
    copies = int(times or 1) if len(times) <= _DIGITS else MANY + 1
    if not room_for(position, zone, copies, path, show(name)):
        return
    if not check_entry(position, entry, path, zone):
        entry = {
            key: value for key, value in entry.items() if key in ("card", "as") and isinstance(value, str)
        }
    check_own_name(position, entry, path)
    for at in range(1, copies + 1):
        id_ = str(entry.get("as", stem if at == 1 else f"{stem}{at}"))
        owner = str(entry.get("owner", seat))
        yield detailed(position, position.new(id_, stem, owner, f"{seat}.{zone}", path), entry, path)


def detailed(position: Position, card: Card, entry: Fields, path: Path) -> Card:
    """A card with its marks, face, cards beneath, effects already under way and uses already spent."""
    marks = {**usual_marks(position, card, entry), **written_marks(position, entry)}
    beneath = lay_beneath(position, card, entry.get("under", []), path)
    begun = entry.get("effects", [])
    if len(position.game.effects) + len(begun) > EFFECTS:
        message, expected = "too many effects that last", f"at most {EFFECTS} on a board"
        position.problem([*path, "effects"], message, expected=expected, found=str(len(begun)))
        begun = []
    for at, effect in enumerate(begun):
        give_effect(position, card, effect, [*path, "effects", at])
    used = entry.get("used", [])
    for name in [used] if isinstance(used, str) else used:
        spend(position, card, name, path)
    for word in deeds(position, entry.get("did", []), [*path, "did"]):
        position.game.memory[did_key(word, card.object)] = 1
    if "came" in entry:
        arrive(position, card, entry["came"], [*path, "came"])
    for attr, words in noted_words(position, entry.get("noted", {}), [*path, "noted"]):
        position.game.memory[noted_key(card.object, attr)] = words
    if "host" in entry:
        position.hosts.append((card.object, str(entry["host"]), [*path, "host"]))
    for name, n in check_counters(position, entry.get("counters", {}), [*path, "counters"]):
        marks[f"counter:{name}"] = n
    given, marks = marks, settled(position.book, card.place, marks)
    if marks != given:
        check_implied(position, given, marks, entry, path)
    face = entry.get("face", "front")
    return card._replace(marks=tuple(sorted(marks.items())), face=face, under=beneath)


def usual_marks(position: Position, card: Card, entry: Fields) -> dict[str, object]:
    """The marks that a card has in its zone when its entry says nothing of them. A card with a host lies as
    cards arrive.
    """
    marks = dict(card.marks)
    for row in position.book.tables["fixture_marks"] if "host" not in entry else ():
        if card.place in row["zone"] and position.view.matches(card, row["only"], {}):
            marks.update(row["marks"])
    return marks
