"""The door of pauses: turns plain data into a table and a game that can be played, or finds every problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from judge.board.limits import check_board
from judge.board.position import Path
from judge.board.stand import steps_of
from judge.engine.effects.reader import Reader
from judge.engine.flow.engine import Engine
from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS, Card, Decision, Frame, Game
from judge.engine.kernel.table import Table
from judge.engine.layout.slots import SLOT, slots_of
from judge.engine.words.prints import build_prints
from judge.errors import BadInput, JudgeError, Problem, nearest
from judge.explain.explainer import Explainer
from judge.pauses.known import Known, mapping
from judge.pauses.saved import SAVED, check_origin, is_changed, learn_given, load_position, notes_on, plain
from judge.pauses.shape import TOP, Full, Place, Shape
from judge.pauses.underway import check_underway
from judge.text.plain import Fields
from judge.text.source import Source
from judge.text.toml_text import show


# --- Places in a pause: checks that each card lies in one place, within the limits of boards, with
# marks that it can have there.
# Whether cards may lie as a pause that was changed says: by the limits that boards have, on slots, with the
# marks that cards have there.
class Laid:
    """The cards of a pause where they lie, as the checks of a board read them."""

    def __init__(self, shape: Shape, table: Table, game: Game) -> None:
        self.shape = shape
        self.book: Book = table.book
        self.table = table
        self.game = game
        self.view = Reader(table, game)
        self.placed: Mapping[str, Path] = {id_: ["pause", "cards", id_] for id_ in game.cards}

    def problem(self, path: Path, message: str, **more: str) -> None:
        """Note a problem at a place; a zone is one of the pause."""
        where = path if path[0] == "pause" else ["pause", "zones", ".".join(map(str, path))]
        self.shape.problems.append(self.shape.source.problem(where, message, **more))


def check_fitting(shape: Shape, table: Table, game: Game) -> None:
    """Checks every card by itself, the slots, and the limits of boards."""
    for card in game.cards.values():
        check_face(shape, table, card)
        check_place(shape, table.book, card)
    for seat in SEATS:
        for zone in table.book.zones:
            check_slots(shape, table.book, game, f"{seat}.{zone}")
    check_board(Laid(shape, table, game), attached=False)


def check_face(shape: Shape, table: Table, card: Card) -> None:
    """Checks that a card shows a face that it has, in a game in which faces are turned."""
    faces = table.prints[card.print].faces
    if table.book.tables["faces"] and card.face not in faces:
        shape.wrong((place_of(card), "face"), f"{card.id} has no such face", card.face, " or ".join(faces))


def check_place(shape: Shape, book: Book, card: Card) -> None:
    """Checks that a card has a slot where its zone has slots, and no mark cards of its zone cannot have."""
    slot, slots = card.mark(SLOT), slots_of(book, card.place) if card.zone and not card.on else ()
    place = (place_of(card), "marks")
    if slots and slot not in slots:
        shape.wrong(place, f"{card.id} needs the slot that it lies on", slot or "none", " or ".join(slots))
    elif not slots and slot is not None:
        shape.wrong(place, f"{card.id} lies on no slot", str(slot), "none")
    bare = (
        bool(card.zone) and card.place != book.tables["unplaced"] and "arrive" not in book.zones[card.place]
    )
    for name, _ in card.marks if bare else ():
        if name in book.tables["mark"] and name not in book.tables["kept"]:
            shape.wrong(place, f"a card in the zone {card.place} has no {name}", name)


def check_slots(shape: Shape, book: Book, game: Game, zone: str) -> None:
    """Checks that no two cards of a zone lie on one slot, unless a later one replaces the other."""
    seen: dict[object, str] = {}
    for id_ in (
        game.zones.get(zone, ())
        if slots_of(book, zone[2:]) and "overlaps" not in book.zones[zone[2:]]
        else ()
    ):
        slot = game.cards[id_].mark(SLOT)
        if slot in seen:
            message = f"{id_} and {seen[slot]} lie on {slot}"
            shape.wrong((place_of(game.cards[id_]), "marks"), message, slot, "one card on a slot")
        seen[slot] = id_


def place_of(card: Card) -> Place:
    """The place of a card."""
    return ((TOP, "cards"), card.id)


CARDS: Place = (TOP, "cards")
ZONES: Place = (TOP, "zones")
OBJECTS: Place = (TOP, "objects")


def check_lying(shape: Shape, pause: Mapping[str, object]) -> None:
    """Checks every card, every zone and every object number."""
    cards = {key: row for key, row in shape.known.cards.items() if isinstance(row, Mapping)}
    zones = mapping(pause.get("zones"))
    held = held_in(shape, zones)
    for key, card in cards.items():
        check_card(shape, key, card)
        check_pile(shape, key, card, cards)
        if not isinstance(card.get("zone"), str):
            continue
        if card.get("on"):
            check_covered(shape, key, card, cards)
            if key in held:
                where = f"only beneath {card['on']}"
                shape.wrong(((CARDS, key), "on"), f"{key} lies in {held[key]} too", held[key], where)
        elif card.get("zone") in shape.known.zones and held.get(key) != card["zone"]:
            place, where = ((CARDS, key), "zone"), held.get(key, "nowhere")
            shape.wrong(place, f"{key} lies elsewhere by [pause.zones]", card["zone"], where)
        elif not card.get("zone") and key in held:
            shape.wrong(((CARDS, key), "zone"), f"{key} lies in {held[key]} by [pause.zones]", "", held[key])
    check_objects(shape, cards, mapping(pause.get("objects")))


def held_in(shape: Shape, zones: Mapping[str, object]) -> dict[str, str]:
    """The zone that lists each card; a card that is listed twice is a problem."""
    held: dict[str, str] = {}
    for zone, ids in zones.items():
        for at, card in enumerate(ids) if isinstance(ids, list) else ():
            if not isinstance(card, str):
                continue
            if card in held:
                where = f"once, as in {held[card]}"
                shape.wrong(((ZONES, zone), at), f"{card} lies in two places", card, where)
            held.setdefault(card, zone)
    return held


def check_card(shape: Shape, key: str, card: Mapping[str, object]) -> None:
    """Checks the name that a card itself states."""
    place = (CARDS, key)
    if isinstance(card.get("id"), str) and card["id"] != key:
        shape.wrong((place, "id"), "this card has another name", card["id"], key)


def check_covered(shape: Shape, key: str, card: Fields, cards: Fields) -> None:
    """Checks that a card beneath another is listed there, lies in its zone, and is not beneath itself."""
    place, above, steps = (CARDS, key), card["on"], 0
    host = cards.get(above) if isinstance(above, str) else None
    if host is None:
        return
    if key not in listed(host.get("under")):
        message = f"{above} does not list {key} under it"
        shape.wrong((place, "on"), message, above, "the card that it lies beneath")
    if card.get("zone") != host.get("zone"):
        shape.wrong((place, "zone"), f"{key} lies beneath {above}", card.get("zone"), str(host.get("zone")))
    while host is not None and host.get("on") and steps <= len(cards):
        host, steps = cards.get(host["on"]) if isinstance(host["on"], str) else None, steps + 1
    if steps > len(cards):
        shape.wrong((place, "on"), f"{key} lies beneath itself", above)


def check_pile(shape: Shape, key: str, card: Mapping[str, object], cards: Mapping[str, object]) -> None:
    """Checks that the cards beneath a card say so themselves, and that each is listed once."""
    under = listed(card.get("under"))
    if under and card.get("zone") == "":
        shape.wrong(((CARDS, key), "under"), f"{key} lies nowhere, and cards beneath it", under, "[]")
    for at, name in enumerate(under):
        below = mapping(cards.get(name)) if isinstance(name, str) else {}
        place = (((CARDS, key), "under"), at)
        if below and below.get("on") != key:
            shape.wrong(place, f"{name} lies elsewhere by its own record", name, f'on = "{key}" there')
        elif name in under[:at]:
            shape.wrong(place, f"{name} lies in two places", name, "once")


def listed(value: object) -> list[object]:
    """A list; an empty one where there is none."""
    return value if isinstance(value, list) else []


def check_objects(shape: Shape, cards: Fields, objects: Fields) -> None:
    """Checks that every card on the table is known by its object number, and no two by the same."""
    named: dict[str, str] = {}
    for key, card in cards.items():
        number = card.get("object")
        if not isinstance(number, str) or not card.get("zone"):
            continue
        if number in named:
            shape.wrong(((CARDS, key), "object"), f"{named[number]} is this object", number, "another number")
        elif objects.get(number) != key:
            what = f"[pause.objects] says another card for {number}"
            shape.wrong(((CARDS, key), "object"), what, objects.get(number, "none"), key)
        named[number] = key
    for number, name in objects.items():
        if isinstance(name, str) and number not in named and mapping(cards.get(name)).get("zone"):
            shape.wrong((OBJECTS, number), f"{name} is another object by its own record", name)


ASK: Place = (TOP, "ask")


def check_ask(shape: Shape, game: Game, saved: Mapping[str, object], asked: Decision | None) -> None:
    """Compares the saved decision with the one that the top frame asks when it runs again."""
    if game.result is not None:
        shape.wrong(ASK, "the game is over, nobody is asked anything any more")
        return
    if asked is None:
        shape.wrong(
            ASK, "what is on top of the agenda asks nothing now", expected="no decision, or that frame"
        )
        return
    for key, value in plain(asked).items():
        if saved.get(key) != value:
            where = first_difference((ASK, key), value, saved.get(key))
            shape.wrong(where[0], "this is not what is asked here", shown(where[2]), shown(where[1]))


def asking(table: Table, game: Game) -> Decision | None:
    """What the top frame asks for when it is run once more, on a copy."""
    copy = game.copy(asked=False)
    copy.forget()
    Engine(table, copy, Explainer()).tick()  # with what readers are told by
    return copy.ask


def first_difference(place: Place, wanted: object, actual: object) -> tuple[Place, object, object]:
    """Where two values differ first, and how."""
    if isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        keys = [key for key in (*wanted, *actual) if wanted.get(key) != actual.get(key)]
        return first_difference((place, keys[0]), wanted.get(keys[0]), actual.get(keys[0]))
    if isinstance(wanted, list) and isinstance(actual, list) and len(wanted) == len(actual):
        at = next(at for at, part in enumerate(wanted) if part != actual[at])
        return first_difference((place, at), wanted[at], actual[at])
    return place, wanted, actual


def shown(value: object) -> str:
    """A value for people; what is not there is nothing."""
    return "nothing" if value is None else show(value)


BESIDE = ("A", "B", "active", "turn", "pending")  # the keys of a board


def load_pause(
    source: Source, book: Book, cards: Fields, otherwise: bool = False
) -> tuple[Table, Game, tuple[Problem, ...]]:
    """The table and the position of a fixture with a pause, and what is to be known of it.

    Read `otherwise` than it was saved, what was asked is asked anew: another reading may offer something
    else, or nothing. Raises BadInput with every problem of it.
    """
    pause = source.data["pause"]
    problems = [*check_origin(source, book, pause.get(SAVED))]
    if problems:
        raise BadInput(problems)
    problems = [*check_beside(source, book)]
    table = Table(book, build_prints(book, cards, (cards, pause)))
    shape = Shape(source, Known(table, pause))
    try:
        shape.look(pause)
        check_lying(shape, pause)
        check_underway(shape, pause)
    except Full:
        message = f"more is wrong with this pause than these {len(shape.problems)} problems"
        shape.problems.append(source.problem(["pause"], message))
    problems += shape.problems
    if problems:
        raise BadInput(problems)
    game = load_position(pause)
    learn_given(table, game)
    with answerable(source, game):
        if is_changed(source.data):
            check_fitting(shape, table, game)
        if game.ask is not None:
            asked = None if game.result is not None else asking(table, game)
            if not otherwise:
                check_ask(shape, game, pause["ask"], asked)
            game.ask = asked
    if shape.problems:
        raise BadInput(shape.problems)
    return table, game, tuple(notes_on(source, pause[SAVED]))


def check_beside(source: Source, book: Book) -> Iterator[Problem]:
    """Checks that no board stands beside a pause, and that `at` names an existing step."""
    for key in BESIDE:
        if key in source.data:
            message = f"a pause says itself where everything is: {key} cannot stand beside it"
            yield source.problem([key], message, expected="a pause or a board", found=key)
    at = source.data.get("at", "")
    step = at.get("step", "") if isinstance(at, Mapping) else at
    if step and step not in steps_of(book):
        message, hint = f"no procedure of {book.id} has a step {step!r}", nearest(str(step), steps_of(book))
        yield source.problem(["at"], message, found=show(step), hint=hint)


@contextmanager
def answerable(source: Source, game: Game) -> Iterator[None]:
    """Turns errors while a changed pause is played into problems of the pause: whoever changed it answers
    for what it says. For an unchanged pause they are our bugs and stay so.
    """
    try:
        yield
    except (JudgeError, MemoryError):
        raise
    except Exception as error:  # ours, unless somebody changed the file
        if not is_changed(source.data):
            raise
        frame = game.agenda[-1] if game.agenda else Frame("", "")
        where = f"step {frame.step} of {frame.procedure}" if frame.step else f"a {frame.procedure}"
        message = (
            "this pause was changed since it was saved, and something that it says, wherever it does, cannot"
            f" be played: playing breaks off in {where}"
        )
        problem = source.problem(["pause"], message, expected="the pause as it was saved")
        raise BadInput([problem]) from error
