"""Why nothing of the kind is offered for what a script line names: its card lies beneath another one, the
ability stands on the side that does not show, or it is one that nobody ever uses.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.board.position import find_card
from judge.engine.kernel.state import Card, Cond
from judge.engine.kernel.view import View
from judge.fixture.script import Line
from judge.play.moments import Since

USED = ("activated", "counter")


def absent(at: Since, line: Line) -> Iterator[Cond]:
    """Why an ability that a line names is not there to be used, by its article."""
    view, board, using = at.engine.view, at.board(line), line.words[0] == "activate"
    for n, word in enumerate(line.words[1:]):
        name, _, ability = word.partition(".")
        card = find_card(board, word) or find_card(board, name)
        if card is None:
            continue
        rule, why = "", ""
        if card.on:
            rule, why = str(view.book.tables["pile"].get("one", "")), "absent.beneath"
        elif using and turned_away(view, card, ability):
            rule, why = str(view.book.tables["faces"].get(card.face, "")), "absent.side"
        elif (using or n) and permanent(view, card):  # to be used, or what another one would answer
            rule, why = str(view.book.cites.get("never-used", "")), "absent.permanent"
        if rule:
            yield Cond(rule, False, why, {"card": card.id})
        elif at.sight is None:
            yield from gone(at, card)


def gone(at: Since, card: Card) -> Iterator[Cond]:
    """That a card has left the place where it lay when the last line was taken, by what moved it."""
    moves = [one for one in at.entries if one.kind == "event" and one.data["record"].card == card.id]
    for entry in reversed(moves):
        record = entry.data["record"]
        if record.before is not None and record.before.zone != card.zone and entry.rule:
            yield Cond(
                entry.rule, False, "absent.gone", {"card": card.id, "seat": card.seat, "zone": card.place}
            )
            return


def turned_away(view: View, card: Card, name: str) -> bool:
    """Does another side than the one that shows say the ability, or any that could be used?"""
    faces = view.table.prints[card.print].faces
    return any(
        one.kind in USED and (not name or one.name == name)
        for side, face in faces.items()
        if side != card.face
        for one in face.abilities
    )


def permanent(view: View, card: Card) -> bool:
    """Has a card abilities, and all of them lasting ones?"""
    kinds = {one.kind for one in view.abilities(card)}
    return kinds == {"static"}
