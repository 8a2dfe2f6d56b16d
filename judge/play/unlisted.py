"""Why nothing of the kind is offered for what a script line names: its card is not there to be used, or it is
not one with which the act is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from judge.board.position import find_card
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Card, Cond
from judge.engine.kernel.view import View
from judge.engine.language.findings import misfit
from judge.fixture.script import Line
from judge.play.moments import Since
from judge.rulebook.act_names import spoken
from judge.text.plain import Fields

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


# --- cards with which an act is not done ------------------------------------------------------------
def unsuited(at: Since, line: Line) -> Cond | None:
    """What a card that a line names lacks of what the book says of the cards with which its act is done; None
    where nothing of it could be told.
    """
    view = Reader(at.engine.table, at.engine.game)
    board, places = at.board(line), [*named_in(view, line.words[0])]
    for word, place in zip(line.words[1:], places, strict=False):
        card = find_card(board, word) or find_card(board, word.partition(".")[0])
        if card is None:
            continue
        found = [(rule, misfit(view, card, sel, {"me": line.seat})) for rule, sel, _ in place if sel]
        near = min(found, key=lambda one: len(one[1]["tests"]), default=None)
        if near is not None and near[1]["tests"]:
            return Cond(near[0], False, "when", {"card": card.id, "found": (near[1],)})
        kinds = {kind for _, _, asked in place for kind in asked}
        if kinds and kinds.isdisjoint({one.kind for one in view.abilities(card)}):
            return Cond(place[0][0], False, "absent.unusable", {"card": card.id})
    return None


Suited: TypeAlias = tuple[
    str, Fields, Sequence[str]
]  # the article, what its card is like, the kinds of its abilities


def named_in(view: View, act: str) -> Iterator[Sequence[Suited]]:
    """The cards with which an act is done, and those to which it is done: for each word behind it the ways in
    which a card may be one.
    """
    row = view.book.tables["acting"].get(act)
    if row is not None:
        yield from ([(row["rule"], sel, row["kinds"])] for sel in row["cards"] or [{}])
        return
    actions = view.book.tables["action"].items()
    rows = [one for name, one in actions if spoken(view.book, name) == act and not one["refused"]]
    rule = next(iter(view.book.tables["timing"].get(act, ())), "")
    for key in ("each", "to"):
        yield [(rule, one[key], ()) for one in rows if key in one]
