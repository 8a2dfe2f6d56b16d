"""Cards that are attached to others, once all of them lie where they lie."""

from __future__ import annotations

from judge.board.position import Path, Position, find_card
from judge.engine.kernel.state import Card
from judge.engine.language.walk import dos_in
from judge.engine.layout.attachments import LENT, PREFIX
from judge.text.plain import Fields


def attach(position: Position) -> None:
    """Attach each card to the host that its entry names."""
    row = position.book.tables.get("attach", {})
    for ref, word, path in position.hosts:
        guest, host = position.game.cards[position.game.objects[ref]], find_card(position.game, word)
        if guest.place not in row.get("guests", (guest.place,)):
            message, places = f"{guest.id} cannot be attached to a card where it lies", row["guests"]
            position.problem(path, message, expected=" or ".join(places), found=guest.place)
        if host is None:
            position.unknown_card(path, word)
            continue
        if not row or host is guest:
            other = "itself" if row else "another card in this game"
            position.problem(path, f"{guest.id} cannot be attached to {other}", found=word)
            continue
        check_host(position, row, host, path)
        position.game.memory[PREFIX + ref] = host.object
        lend(position, guest, host)


def check_host(position: Position, row: Fields, host: Card, path: Path) -> None:
    """A card to which others are attached lies where and as one does."""
    covered = position.view.face_down(host) and not row.get("face_down")
    if host.place not in row.get("hosts", (host.place,)) or covered:
        message, article = f"nothing is attached to {host.id} as it lies", str(row.get("rule", ""))
        position.problem(path, message, article=article, found=host.place)


def lend(position: Position, guest: Card, host: Card) -> None:
    """Control of another player's card that lasts as long as the text of what is attached to it gives it."""
    abilities = position.table.prints[guest.print].faces["front"].abilities
    dos = [do for one in abilities for do in dos_in(one.do)]
    gives = any(do.verb == "control" and do.args.get("attached") for do in dos)
    if gives and host.seat == guest.seat != host.owner:
        lent = position.game.memory.get(LENT, ())
        position.game.memory[LENT] = (*lent, (guest.object, host.object, host.owner))
