"""Board building: turns the boards of a fixture into a position, with cards in zones and on slots, effects
under way, and the agenda at a step.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.board.entries import cards_of
from judge.board.limits import check_board
from judge.board.past import deeds
from judge.board.position import Path, Position, TomlValue, find_card
from judge.board.stand import Stand, in_set_up
from judge.engine.kernel.book import Book, Procedure
from judge.engine.kernel.state import EMPTY, SEATS, Card
from judge.engine.kernel.turn_history import did_key
from judge.engine.language.walk import dos_in
from judge.engine.layout.attachments import LENT, PREFIX
from judge.engine.layout.slots import SLOT, slots_of, zone_of
from judge.errors import nearest
from judge.text.plain import Fields
from judge.text.source import Source
from judge.text.toml_text import show


# --- cards that are attached to others, once all of them lie where they lie ----------------------------
def attach(position: Position) -> None:
    """Attaches each card to the host that its entry names."""
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
    """Checks that a host lies in a zone, and in a state, in which cards can be attached to it."""
    covered = position.view.face_down(host) and not row.get("face_down")
    if host.place not in row.get("hosts", (host.place,)) or covered:
        message, article = f"nothing is attached to {host.id} as it lies", str(row.get("rule", ""))
        position.problem(path, message, article=article, found=host.place)


def lend(position: Position, guest: Card, host: Card) -> None:
    """Records that a player controls another's card for as long as the attached card's text says so."""
    abilities = position.table.prints[guest.print].faces["front"].abilities
    dos = [do for ability in abilities for do in dos_in(ability.do)]
    gives = any(do.verb == "control" and do.args.get("attached") for do in dos)
    if gives and host.seat == guest.seat != host.owner:
        lent = position.game.memory.get(LENT, ())
        position.game.memory[LENT] = (*lent, (guest.object, host.object, host.owner))


# Slots on a board that a fixture writes: cards by the slot they lie on, and a slot of its own for every
# other one.
def place_by_slot(position: Position, seat: str, zone: str, board: Mapping[str, object]) -> None:
    """Places the cards that a board writes under the slots of a zone."""
    for slot in position.book.zones[zone].get("slots", ()):
        for card in cards_of(position, seat, zone, board[slot], [seat, slot]) if slot in board else ():
            if card.mark(SLOT) not in (None, slot):
                position.problem(
                    [seat, slot],
                    f"{card.id} is written on {slot} and on {card.mark(SLOT)}",
                    found=str(card.mark(SLOT)),
                    expected=slot,
                )
            position.place(card._replace(marks=tuple(sorted({**dict(card.marks), SLOT: slot}.items()))), zone)


def give_slots(position: Position) -> None:
    """Gives every card of a zone with slots its slot: the one that is written, otherwise the first free one.
    Two cards on one slot are a problem.
    """
    for seat in SEATS:
        for zone in position.book.zones:
            slots = slots_of(position.book, zone)
            if slots:
                give(position, seat, zone, slots)


def give(position: Position, seat: str, zone: str, slots: tuple[str, ...]) -> None:
    """Gives the cards of one player in one zone their slots."""
    game, spec = position.game, position.book.zones[zone]
    cards = [game.cards[id_] for id_ in game.zones.get(f"{seat}.{zone}", ())]
    taken: dict[str, str] = {}
    for card in cards:
        slot = card.mark(SLOT)
        where = position.placed[card.id]
        if slot is not None and slot not in slots:
            position.problem(
                where,
                f"the {spec['name']} have no slot {slot}",
                article=spec["rule"],
                expected=", ".join(slots),
                found=str(slot),
            )
        elif slot in taken:
            position.problem(
                where,
                f"{card.id} and {taken[str(slot)]} lie on {slot}",
                article=str(spec["slots_rule"]),
                expected="one card on a slot",
                found=str(slot),
            )
        elif slot is None and "beneath" in spec:
            position.problem(
                where,
                f"{card.id} needs the slot that it lies on",
                article=spec["rule"],
                expected='slot = "…", one of ' + ", ".join(slots),
            )
        taken.setdefault(str(slot), card.id)
    free = [slot for slot in slots if slot not in taken]
    for card in cards:
        if card.mark(SLOT) is None and free:
            position.mark(card, SLOT, free.pop(0))


def build(
    book: Book, source: Source, model: TomlValue, cards: Mapping[str, Mapping[str, object]]
) -> Position:
    """The position that a fixture writes, with every problem of its boards."""
    position = Position(book, source, model, cards)
    position.game.active, position.game.turn = model.active, model.turn
    stand = Stand(position)
    at = stand.standing()
    for seat in SEATS:
        lay_out(position, seat, getattr(model, seat), at)
    give_slots(position)
    attach(position)
    check_board(position)
    if not position.problems:
        stand.pending()
        stand.stand(at)
        count_turns(position)
    return position


def count_turns(position: Position) -> None:
    """Sets turn 1 where the game stands before its turns; a fixture that names another turn is a problem."""
    if not in_set_up(position.game):
        return
    if "turn" in position.source.data and position.game.turn != 1:
        message, actual = "no turn has begun at this step", f"turn = {position.game.turn}"
        position.problem(["turn"], message, expected="turn = 1, or nothing", found=actual)
    position.game.turn = 1


def lay_out(
    position: Position, seat: str, board: Mapping[str, object], at: tuple[Procedure, str] | None
) -> None:
    """Fills one player's zones, as written or as the rulebook's defaults say."""
    book = position.book
    zones, scores = book.zones, book.tables["score"]
    for word in deeds(position, board.get("did", []), [seat, "did"]):
        position.game.memory[did_key(word, seat)] = 1
    for key in board:
        if key not in zones and key not in scores and key != "did" and not zone_of(book, key):
            hint = nearest(key, [*zones, *scores])
            position.problem([seat, key], f"{book.id} has no zone {key!r}", found=key, hint=hint)
    for key, row in scores.items():
        score(position, seat, key, board.get(key, row.get("start", 0)))
    for zone in zones:
        where, goal = [seat, zone] if zone in board else [seat], boxed(book, zone, at)
        value = board.get(zone, unwritten(book, zone, goal))
        for card in cards_of(position, seat, zone, value, where):
            position.place(card, goal)
        place_by_slot(position, seat, zone, board)


def unwritten(book: Book, zone: str, goal: str) -> object:
    """The contents of a zone that a board does not mention: the rulebook's default, or nothing where its
    cards are chosen later.
    """
    defaults = book.tables["fixture_defaults"]
    return 0 if goal != zone and zone in defaults.get("chosen", ()) else defaults.get(zone, 0)


def score(position: Position, seat: str, name: str, value: object) -> None:
    """Sets a player's score as written, or as the game starts with it."""
    row = position.book.tables["score"][name]
    least = row.get("least", 1 if "lose" in row else row.get("floor"))
    if isinstance(value, bool) or not isinstance(value, int):
        position.problem([seat, name], f"{name} must be a whole number", found=show(value))
    elif least is not None and value < least:
        message = f"{seat} has too little {name} for the game to go on"
        lost = f": with less it is lost by {row['lose']}" if "lose" in row else ""
        expected = f"at least {least}{lost}"
        position.problem([seat, name], message, expected=expected, found=str(value))
    else:
        position.game.scores[f"{seat}.{name}"] = value


def boxed(book: Book, zone: str, at: tuple[Procedure, str] | None) -> str:
    """The zone in which cards lie at the start: outside the zone itself where the game stands before the
    step that places them.
    """
    if at is None:
        return zone
    procedure, step = at
    row = book.tables["procedure"].get(procedure.name, EMPTY).get("boxed", EMPTY)
    before = zone in row and procedure.places[step] <= procedure.places[row[zone]]
    return str(book.tables["unplaced"]) if before else zone
