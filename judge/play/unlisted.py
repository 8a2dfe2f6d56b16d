"""Why nothing of the kind is offered for what a script line names: its card is not there to be used, or it is
not one with which the act is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from judge.board.position import find_card
from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Card, Cond
from judge.engine.kernel.view import View
from judge.engine.language.findings import misfit, wrong_type
from judge.engine.language.traits import names
from judge.fixture.script import Line
from judge.play.moments import Since
from judge.rulebook.act_names import offers_of, spoken
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


def gone(at: Since, line: Line) -> Cond | None:
    """That the card with which an act is done has left the place where that could be, by a rule and not by an
    act or an effect, since the last line was taken: by what moved it.
    """
    card = find_card(at.board(line), line.words[1]) if line.words[1:] else None
    if card is None or at.engine.tracer is None or card.id in at.after.split():
        return None
    moves = [one for one in at.entries if one.kind is trace.EVENT and one.data["record"].card == card.id]
    for entry in reversed(moves):
        record = entry.data["record"]
        if record.before is None or record.before.zone == card.zone or not entry.rule:
            continue
        lay = {"zone": record.before.place, "of": record.before.seat}
        if record.args.get("because") == "rules" and could_lie(at.engine.view, line, lay):
            return Cond(
                entry.rule, False, "absent.gone", {"card": card.id, "seat": card.seat, "zone": card.place}
            )
        return None
    return None


def could_lie(view: View, line: Line, lay: Fields) -> bool:
    """Is the act of a line done with cards that lie there?"""
    first = next(named_in(view, line.words[0]), ())
    zones = [names(sel.get("zone", view.book.default_zone)) for _, sel, _ in first]
    return lay["of"] == line.seat and any(lay["zone"] in one or "any" in one for one in zones)


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
    where nothing of it could be told. Of a card that nobody has named only its place is told.
    """
    view = Reader(at.engine.table, at.engine.game)
    board, places = at.board(line), [*named_in(view, line.words[0])]
    for word, place in zip(line.words[1:], places, strict=False):
        card = find_card(board, word) or find_card(board, word.partition(".")[0])
        if card is None or not place:
            continue
        known = view.known(card)
        asked = [(rule, sel if known else place_of(sel)) for rule, sel, _ in place]
        found = [(rule, misfit(view, card, sel, {"me": line.seat})) for rule, sel in asked]
        typed = [one for one, (_, sel) in zip(found, asked, strict=True) if "type" in sel]
        if typed and all(wrong_type(one) for _, one in typed):  # it is of another kind, wherever it lies
            found = typed
        rule, finding = min(found, key=lambda one: len(one[1]["tests"]))
        kinds = {kind for _, _, some in place for kind in some}
        without = known and kinds and kinds.isdisjoint({one.kind for one in view.abilities(card)})
        if without and not any(one["key"] in ("type", "zone") for one in finding["tests"]):
            row: Fields = view.book.tables["acting"].get(line.words[0], {})
            return Cond(row.get("kinds_rule") or place[0][0], False, "absent.unusable", {"card": card.id})
        if finding["tests"]:
            return Cond(rule, False, "when", {"card": card.id, "found": (finding,)})
    return None


# The article, what its card is like, and the kinds of abilities one of which it has.
Suited: TypeAlias = tuple[str, Fields, Sequence[str]]


def place_of(sel: Fields) -> Fields:
    """What a selector says of where its card lies."""
    return {key: one for key, one in sel.items() if key in ("zone", "of")}


def named_in(view: View, act: str) -> Iterator[Sequence[Suited]]:
    """The cards with which an act is done, and those to which it is done: for each word behind it the ways in
    which a card may be one. A row of `[acting]` says so, or those of `[action]`, by its article.
    """
    book = view.book
    acting: Fields = book.tables["acting"].get(act, {})
    offered = sorted(one for one in offers_of(book) if spoken(book, one) == act)
    rows: list[Fields] = [book.tables["action"].get(one, {}) for one in offered]
    rule = acting.get("rule") or next(iter(book.tables["timing"].get(act, ())), "")
    kinds = acting.get("kinds", ())
    for sel in acting.get("cards", ()):
        yield [(rule, sel, kinds)]
    if not acting.get("cards"):
        for key in ("each", "to"):
            found: list[Suited] = [(rule, one[key], kinds) for one in rows if key in one]
            yield found or ([(rule, {"zone": "any"}, kinds)] if acting and key == "each" else [])
