"""The cards of a pile below its top card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.board.entry_keys import check_entry, check_own_name
from judge.board.position import Path, Position
from judge.engine.kernel.state import UNKNOWN, Card
from judge.text.plain import Plain

OWN = ("card", "as", "owner")  # what is said of a card beneath another, and what it keeps there


def lay_beneath(position: Position, top: Card, names: Plain, path: Path) -> tuple[str, ...]:
    """Put the cards that an entry names beneath its card; their ids, from the top."""
    rows = [names] if isinstance(names, (str, Mapping)) else names
    found = tuple(id_ for one in rows for id_ in beneath(position, top, one, [*path, "under"]))
    if found:
        check_pile(position, top, found, [*path, "under"])
    return found


def beneath(position: Position, top: Card, one: object, path: Path) -> Iterator[str]:
    """One of them: no id where there is no such card."""
    entry: Mapping[str, object] = one if isinstance(one, Mapping) else {"card": one}
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


def check_pile(position: Position, top: Card, found: Sequence[str], path: Path) -> None:
    """Only some cards have cards beneath them, and some are never beneath one."""
    pile = position.book.tables["pile"]
    if "top_cards" in pile and not position.view.matches(top, pile["top_cards"], {}):
        article = str(pile["under"])
        position.problem(path, f"no card lies beneath {top.id}", article=article, found=top.id)
    for one in found if "no_tokens" in pile else ():
        if position.table.prints[position.game.cards[one].print].token:
            message, article = f"{one} is never beneath another card", str(pile["no_tokens"])
            position.problem(path, message, article=article, found=one)
