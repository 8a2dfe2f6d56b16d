"""From a fixture's words to a position: cards in zones, effects under way, and the agenda at a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from judge.engine.abilities import given_abilities
from judge.engine.attachments import LENT, PREFIX
from judge.engine.book import VALUELESS, Book, Procedure
from judge.engine.facing import settled
from judge.engine.happenings import did_key
from judge.engine.limits import shared_key, use_key, uses
from judge.engine.nested import dos_in
from judge.engine.prints import build_prints
from judge.engine.slots import zone_of
from judge.engine.table import Table
from judge.engine.verbs import fresh
from judge.engine.view import View
from judge.errors import Problem, nearest
from judge.grammar_tables import CHANGES
from judge.grammar_tables import show as describe
from judge.slotting import give_slots, place_by_slot
from judge.source import Source
from judge.stand import Stand, find_card
from judge.state import EMPTY, SEATS, UNKNOWN, Card, Effect, Game

Path = Sequence[str | int]
ENTRY_KEYS = ("card", "as", "under", "owner", "face", "effects", "used", "n", "did", "host", "counters")


class Written(Protocol):
    """What a board is built from: the parts of a fixture that say where the game stands."""

    at: str | dict[str, Any]
    active: Literal["A", "B"]
    turn: int
    pending: list[str]
    A: dict[str, Any]
    B: dict[str, Any]


class Builder:
    """Builds one position and collects every problem on the way."""

    def __init__(
        self, book: Book, source: Source, model: Written, cards: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.book = book
        self.source = source
        self.model = model
        self.table = Table(book, build_prints(book, cards, source.data))
        self.game = Game()
        self.problems: list[Problem] = []
        self.placed: dict[str, Path] = {}
        self.hosts: list[tuple[str, str, Path]] = []

    def problem(self, path: Path, message: str, **more: str) -> None:
        """Note a problem at a place in the file."""
        self.problems.append(self.source.problem(path, message, **more))

    # --- boards ------------------------------------------------------------------------------
    def build(self) -> list[Problem]:
        """Build the position; what was wrong with what is written."""
        model = self.model
        self.game.active, self.game.turn = model.active, model.turn
        stand = Stand(self)
        at = stand.standing()
        for seat in SEATS:
            self.seat(seat, getattr(model, seat), at)
        give_slots(self)
        self.attach()
        self.check_board()
        if not self.problems:
            stand.pending()
            stand.stand(at)
        return self.problems

    def seat(self, seat: str, board: Mapping[str, Any], at: tuple[Procedure, str] | None) -> None:
        """One player's zones, as written or as the rulebook's defaults have them."""
        zones, scores = self.book.zones, self.book.tables["score"]
        for word in self.deeds(board.get("did", []), [seat, "did"]):
            self.game.memory[did_key(word, seat)] = 1
        for key in board:
            if key not in zones and key not in scores and key != "did" and not zone_of(self.book, key):
                self.problem(
                    [seat, key],
                    f"{self.book.id} has no zone {key!r}",
                    found=key,
                    hint=nearest(key, [*zones, *scores]),
                )
        for key, row in scores.items():
            self.score(seat, key, board.get(key, row.get("start", 0)))
        defaults = self.book.tables["fixture_defaults"]
        for zone in zones:
            value = board.get(zone, defaults.get(zone, 0))
            where = [seat, zone] if zone in board else [seat]
            for card in self.cards(seat, zone, value, where, zone in board):
                self.place(card, self.boxed(zone, at))
            place_by_slot(self, seat, zone, board)

    def score(self, seat: str, name: str, value: Any) -> None:
        """A player's score as written, or as the game starts with it."""
        least = self.book.tables["score"][name].get("least")
        if isinstance(value, bool) or not isinstance(value, int):
            self.problem([seat, name], f"{name} must be a whole number", found=describe(value))
        elif least is not None and value < least:
            self.problem(
                [seat, name],
                f"{seat} has too little {name} for the game to go on",
                expected=f"at least {least}",
                found=str(value),
            )
        else:
            self.game.scores[f"{seat}.{name}"] = value

    def boxed(self, zone: str, at: tuple[Procedure, str] | None) -> str:
        """Before the step that places a zone's cards they lie outside it."""
        if at is None:
            return zone
        procedure, step = at
        row = self.book.tables["procedure"].get(procedure.name, EMPTY).get("boxed", EMPTY)
        return (
            str(self.book.tables["unplaced"])
            if zone in row and procedure.places[step] <= procedure.places[row[zone]]
            else zone
        )

    def cards(self, seat: str, zone: str, value: Any, path: Path, said: bool) -> Iterator[Card]:
        """The cards that an entry stands for: a number, an id, a table, or a list of them."""
        if isinstance(value, bool) or not isinstance(value, (int, str, list, Mapping)):
            self.problem(path, f"{zone} must be a number of cards, a card or a list", found=describe(value))
        elif isinstance(value, int):
            yield from self.unknown(seat, zone, value, path)
        elif isinstance(value, Mapping) and not said:
            name = self.book.tables["fixture_defaults"][f"{zone}_names"][seat]
            yield self.default_card(seat, zone, name, value)
        else:
            rows = value if isinstance(value, list) else [value]
            unseen = 0
            for at, one in enumerate(rows):
                where = [*path, at] if isinstance(value, list) else path
                if isinstance(one, int) and not isinstance(one, bool):
                    yield from self.unknown(seat, zone, one, where, unseen)
                    unseen += one
                else:
                    yield from self.known(seat, zone, one, where)

    def default_card(self, seat: str, zone: str, name: str, data: Mapping[str, Any]) -> Card:
        """A card that the rulebook's defaults put on every board."""
        key = f"default-{zone}"
        if key not in self.table.prints:
            prints = build_prints(self.book, {key: data}, ())
            self.table.prints[key] = prints[key]
            self.table.add(prints[key])
        return self.new(name, key, seat, zone, [seat])

    def unknown(self, seat: str, zone: str, n: int, path: Path, before: int = 0) -> Iterator[Card]:
        """So many cards that nobody has named, numbered on after those of the zone before them."""
        if n < 0:
            self.problem(
                path, f"{zone} cannot hold a negative number of cards", expected="0 or more", found=str(n)
            )
        if n > 10_000:
            self.problem(path, f"{zone} cannot hold so many cards", expected="at most 10000", found=str(n))
            return
        for at in range(before + 1, before + n + 1):
            yield self.new(f"{seat}.{zone}{at}", UNKNOWN, seat, zone, path)

    def known(self, seat: str, zone: str, one: Any, path: Path) -> Iterator[Card]:
        """The cards of one written entry, with copies, marks and what lies beneath."""
        entry: Mapping[str, Any] = one if isinstance(one, Mapping) else {"card": one}
        name = entry.get("card")
        if not isinstance(name, str):
            self.problem(
                path,
                "a card entry needs the card's name",
                expected='"name" or { card = "name" }',
                found=describe(one),
            )
            return
        stem, _, times = name.partition("*")
        copies = int(times) if times.isdigit() else 1
        if stem not in self.table.prints or (times and not times.isdigit()):
            choices = [key for key in self.table.prints if key != UNKNOWN]
            self.problem(
                path, f"there is no card {stem!r} under [cards]", found=name, hint=nearest(stem, choices)
            )
            return
        self.check_entry(entry, path, zone)
        for at in range(1, copies + 1):
            id_ = str(entry.get("as", stem if at == 1 else f"{stem}{at}"))
            yield self.detailed(
                self.new(id_, stem, str(entry.get("owner", seat)), zone, path, seat), entry, path
            )

    def check_entry(self, entry: Mapping[str, Any], path: Path, zone: str = "") -> None:
        """The keys of a card entry."""
        bare = zone in self.book.zones and "arrive" not in self.book.zones[zone]
        marks = self.book.tables["mark"]
        for key, value in entry.items():
            if key in marks:
                if marks[key] == "flag" and not isinstance(value, bool):
                    self.problem([*path, key], f"{key} is true or false", found=describe(value))
                elif marks[key] == "int" and (
                    isinstance(value, bool) or not isinstance(value, int) or value < 0
                ):
                    self.problem(
                        [*path, key], f"{key} is a whole number", expected="0 or more", found=describe(value)
                    )
                elif isinstance(marks[key], list) and value not in marks[key]:
                    self.problem(
                        [*path, key],
                        f"{key} has no value {describe(value)}",
                        expected=" or ".join(marks[key]),
                        found=describe(value),
                    )
                elif bare and key not in self.book.tables["kept"]:
                    self.problem([*path, key], f"a card in the zone {zone} has no {key}", found=key)
            elif key == "owner" and value not in SEATS:
                self.problem(
                    [*path, key],
                    f"there is no player {describe(value)}",
                    expected=" or ".join(SEATS),
                    found=str(value),
                )
            elif key == "face" and value not in ("front", "back"):
                self.problem(
                    [*path, key],
                    f"a card has no face {describe(value)}",
                    expected="front or back",
                    found=str(value),
                    hint=self.mark_with(value),
                )
            elif key not in ENTRY_KEYS:
                self.problem(
                    [*path, key],
                    f"a card entry has no key {key!r}",
                    found=key,
                    hint=nearest(key, [*ENTRY_KEYS, *marks]),
                )

    def mark_with(self, state: Any) -> str:
        """The mark that has a state of this name, written out; ``""`` for none."""
        marks = self.book.tables["mark"]
        return next(
            (
                f'{name} = "{state}"'
                for name, states in marks.items()
                if isinstance(states, list) and state in states
            ),
            "",
        )

    def detailed(self, card: Card, entry: Mapping[str, Any], path: Path) -> Card:
        """Marks, face, cards beneath, effects already under way and uses already spent."""
        marks = dict(card.marks)
        for row in self.book.tables["fixture_marks"]:
            if card.place in row["zone"] and View(self.table, self.game).matches(card, row["only"], {}):
                marks.update(row["marks"])
        marks.update({key: entry[key] for key in self.book.tables["mark"] if key in entry})
        beneath = tuple(self.beneath(card, entry.get("under", []), path))
        if beneath:
            self.piled(card, beneath, [*path, "under"])
        for at, effect in enumerate(entry.get("effects", [])):
            self.effect(card, effect, [*path, "effects", at])
        for name in entry.get("used", []):
            self.spend(card, name, path)
        for word in self.deeds(entry.get("did", []), [*path, "did"]):
            self.game.memory[did_key(word, card.object)] = 1
        if "host" in entry:
            self.hosts.append((card.object, str(entry["host"]), [*path, "host"]))
        marks.update(
            {
                f"counter:{name}": n
                for name, n in self.counters(entry.get("counters", {}), [*path, "counters"])
            }
        )
        given, marks = marks, settled(self.book, card.place, marks)
        if marks != given:
            self.implied(given, marks, entry, path)
        return card._replace(
            marks=tuple(sorted(marks.items())), face=entry.get("face", "front"), under=beneath
        )

    def implied(
        self, given: Mapping[str, Any], marks: Mapping[str, Any], entry: Mapping[str, Any], path: Path
    ) -> None:
        """Marks that were written and that others on the card rule out."""
        rules = ", ".join(str(row["rule"]) for row in self.book.tables["implied"])
        for key in given:
            if (key in entry or key.startswith("counter:")) and marks.get(key) != given[key]:
                self.problem(
                    [*path, key] if key in entry else path,
                    f"{key.replace(':', ' ')} = {describe(given[key])} cannot be on a card that lies so",
                    article=rules,
                )

    def deeds(self, words: Any, path: Path) -> Iterator[str]:
        """What a card or a player did this turn before the fixture starts."""
        known = self.book.tables["did"]
        for word in [words] if isinstance(words, str) else words if isinstance(words, list) else []:
            if word in known:
                yield from (word, *known[word].get("brings", ()))  # written of a board, it says these as well
            else:
                self.problem(
                    path,
                    f"nothing is remembered of a turn as {describe(word)}",
                    expected=", ".join(known),
                    found=str(word),
                    hint=nearest(str(word), known),
                )

    def counters(self, data: Any, path: Path) -> Iterator[tuple[str, int]]:
        """The counters that lie on a card."""
        if not isinstance(data, Mapping):
            self.problem(
                path, "counters are a table of numbers", expected="{ spell = 2 }", found=describe(data)
            )
            return
        for name, n in data.items():
            if isinstance(n, bool) or not isinstance(n, int) or n < 1:
                self.problem([*path, name], "a number of counters must be at least 1", found=describe(n))
            else:
                yield name, n

    def attach(self) -> None:
        """Cards that are attached to others, once all of them lie where they lie."""
        for ref, word, path in self.hosts:
            host, row = find_card(self.game, word), self.book.tables.get("attach", {})
            guest = self.game.cards[self.game.objects[ref]]
            if guest.place not in row.get("guests", (guest.place,)):
                self.problem(
                    path,
                    f"{guest.id} cannot be attached to a card where it lies",
                    expected=" or ".join(row["guests"]),
                    found=guest.place,
                )
            if host is not None and (
                host.place not in row.get("hosts", (host.place,))
                or (View(self.table, self.game).face_down(host) and not row.get("face_down"))
            ):
                self.problem(
                    path,
                    f"nothing is attached to {host.id} as it lies",
                    article=str(row.get("rule", "")),
                    found=host.place,
                )
            if host is None:
                self.problem(
                    path,
                    f"there is no card {word!r} on the board",
                    found=word,
                    hint=nearest(word, self.game.cards),
                )
            else:
                self.game.memory[PREFIX + ref] = host.object
                self.lend(guest, host)

    def lend(self, guest: Card, host: Card) -> None:
        """Control of another player's card that lasts as long as the text of what is attached to it gives
        it.
        """
        abilities = self.table.prints[guest.print].faces["front"].abilities
        gives = any(
            do.verb == "control" and do.args.get("attached") for one in abilities for do in dos_in(one.do)
        )
        if gives and host.seat == guest.seat != host.owner:
            self.game.memory[LENT] = (
                *self.game.memory.get(LENT, ()),
                (guest.object, host.object, host.owner),
            )

    def beneath(self, top: Card, names: Any, path: Path) -> Iterator[str]:
        """The cards of a pile below its top card."""
        for one in [names] if isinstance(names, (str, Mapping)) else names:
            entry: Mapping[str, Any] = one if isinstance(one, Mapping) else {"card": one}
            name = str(entry.get("card", ""))
            if name not in self.table.prints:
                self.problem(
                    [*path, "under"],
                    f"there is no card {name!r} under [cards]",
                    found=name,
                    hint=nearest(name, self.table.prints),
                )
                continue
            for key in entry.keys() - {"card", "as", "owner", *self.book.tables["kept"]}:
                self.problem([*path, "under"], f"a card beneath another has no key {key!r}", found=key)
            marks = tuple(sorted((key, entry[key]) for key in self.book.tables["kept"] if key in entry))
            card = self.new(
                str(entry.get("as", name)),
                name,
                str(entry.get("owner", top.owner)),
                top.place,
                path,
                top.seat,
            )
            card = card._replace(on=top.id, marks=marks)
            self.game.cards[card.id] = card
            self.game.objects[card.object] = card.id
            yield card.id

    def piled(self, top: Card, beneath: Sequence[str], path: Path) -> None:
        """Only some cards have cards beneath them, and some are never beneath one."""
        pile = self.book.tables["pile"]
        if "top_cards" in pile and not View(self.table, self.game).matches(top, pile["top_cards"], {}):
            self.problem(path, f"no card lies beneath {top.id}", article=str(pile["under"]), found=top.id)
        for one in beneath:
            if "no_tokens" in pile and self.table.prints[self.game.cards[one].print].token:
                self.problem(
                    path, f"{one} is never beneath another card", article=str(pile["no_tokens"]), found=one
                )

    def effect(self, card: Card, data: Mapping[str, Any], path: Path) -> None:
        """A continuous effect that the card is under from the start."""
        words = [one for one in CHANGES if one in self.book.words]
        makes = next((key for key in words if key in data), "")
        if not makes:
            self.problem(path, f"an effect needs one of {', '.join(words)}", found=", ".join(data))
            return
        self.game.serial += 1
        attr = data.get("attr", self.book.tables["default_attribute"]) if makes not in VALUELESS else makes
        value = data[makes]
        if makes == "grant":
            value = self.granted(card, value)
        if isinstance(value, list):
            value = tuple(value)
        until = str(data.get("until", "game"))
        if until not in (self.book.tables["until"] or {until: ""}):
            self.problem(
                [*path, "until"],
                f"nothing ends {until!r}",
                found=until,
                hint=nearest(until, self.book.tables["until"]),
            )
        self.game.effects = (
            *self.game.effects,
            Effect(self.game.serial, makes, attr, value, (card.object,), until, "", "", "", ""),
        )

    def granted(self, card: Card, value: Any) -> tuple[str, ...]:
        """Abilities that the card has been given before the fixture starts."""
        words = (
            value
            if isinstance(value, Mapping)
            else dict.fromkeys([value] if isinstance(value, str) else value, True)
        )
        made = given_abilities(self.book, words)
        for one in made:
            self.table.learn(one)
        return tuple(one.id for one in made)

    def spend(self, card: Card, name: str, path: Path) -> None:
        """A once-per-turn ability that has been used,
        or one of a keyword whose uses a player's cards share.
        """
        word = self.book.keyword(name)
        shared = self.book.keywords.get(word, EMPTY).get("per_turn")
        if shared and any(
            one.keyword == word
            for face in self.table.prints[card.print].faces.values()
            for one in face.abilities
        ):
            key = shared_key(card.seat, shared["name"])
            self.game.memory[key] = uses(self.game, key) + 1
            return
        for face in self.table.prints[card.print].faces.values():
            for ability in face.abilities:
                if ability.once and word in (ability.name, ability.keyword, ability.kind):
                    self.game.memory[use_key(self.game, ability, card.object, card.id)] = 1
                    return
        self.problem([*path, "used"], f"{card.id} has no limited ability {name!r}", found=name)

    def new(self, id_: str, print_: str, owner: str, zone: str, path: Path, seat: str = "") -> Card:
        """A card record; the same id twice is a problem."""
        if id_ in self.placed:
            line, _ = self.source.position(self.placed[id_])
            self.problem(
                path,
                f"{id_!r} is on the board twice",
                found=id_,
                expected=f"one card of that name (also on line {line}); write {id_}*2 or {{ card = …, as = "
                f"… }}",
            )
        self.placed[id_] = path
        marks = tuple(sorted(self.book.zones[zone].get("arrive", {}).items()))
        return Card(id_, print_, owner, f"{seat or owner}.{zone}", fresh(self.game), marks=marks)

    def place(self, card: Card, zone: str) -> None:
        """Put a card record on the table."""
        where = f"{card.seat}.{zone}"
        card = card._replace(zone=where) if zone != card.place else card
        self.game.cards[card.id] = card
        self.game.objects[card.object] = card.id
        self.game.zones[where] = (*self.game.zones.get(where, ()), card.id)

    def mark(self, card: Card, name: str, state: Any) -> None:
        """Give a card that lies on the board one more mark."""
        self.game.cards[card.id] = card._replace(marks=tuple(sorted((*card.marks, (name, state)))))

    # --- what a board must satisfy -------------------------------------------------------------
    def check_board(self) -> None:
        """Limits of zones and the types that they hold."""
        for seat in SEATS:
            for zone, spec in self.book.zones.items():
                ids = self.game.zones.get(f"{seat}.{zone}", ())
                limit = spec.get("limit")
                if limit is not None and len(ids) > limit:
                    self.problem(
                        [seat, zone],
                        f"{seat} has {len(ids)} cards in the {spec['name']}",
                        article=spec["rule"],
                        expected=f"at most {limit}",
                        found=str(len(ids)),
                    )
                if (
                    "total" in spec
                    and seat == SEATS[1]
                    and len(ids) + len(self.game.zones.get(f"{SEATS[0]}.{zone}", ())) > spec["total"]
                ):
                    self.problem(
                        [seat, zone],
                        f"both players together have too many cards in the {spec['name']}",
                        article=spec["total_rule"],
                        expected=f"at most {spec['total']}",
                    )
                for id_ in ids:
                    self.check_type(seat, zone, id_)
                    self.check_rows(zone, id_)

    def check_rows(self, zone: str, id_: str) -> None:
        """What the rulebook says of the cards that lie in a zone: only some, or never some."""
        card, view = self.game.cards[id_], View(self.table, self.game)
        rows = self.book.tables["board"] if view.known(card) else ()
        for row in rows:
            ctx = {"me": card.seat}
            wrong = zone in row["zone"] and (
                ("only" in row and not view.matches(card, row["only"], ctx))
                or ("never" in row and view.matches(card, row["never"], ctx))
            )
            if wrong:
                self.problem(
                    self.placed[id_],
                    f"{id_} cannot lie so in the {self.book.zones[zone]['name']}",
                    article=row["rule"],
                    expected=row["expected"],
                )
        if card.owner != card.seat and not self.book.zones[zone].get("any_owner"):
            self.problem(
                self.placed[id_],
                f"{id_} is {card.owner}'s card and lies in {card.seat}'s {self.book.zones[zone]['name']}",
                expected=f"a card of {card.seat}",
            )

    def check_type(self, seat: str, zone: str, id_: str) -> None:
        """A card whose type the zone does not hold."""
        allowed = self.book.zones[zone].get("types")
        type_ = self.table.prints[self.game.cards[id_].print].type
        if allowed and type_ and type_ not in allowed:
            self.problem(
                self.placed[id_],
                f"{id_} is a {type_} card and cannot lie in the {self.book.zones[zone]['name']}",
                article=self.book.zones[zone]["rule"],
                expected=" or ".join(allowed),
                found=type_,
            )
        if (
            type_
            and type_ in self.book.tables["only_in"]
            and zone not in (*self.book.tables["only_in"][type_], self.book.tables["unplaced"])
        ):
            self.problem(
                self.placed[id_],
                f"{id_} is a {type_} card and cannot lie in the {self.book.zones[zone]['name']}",
                expected=" or ".join(self.book.tables["only_in"][type_]),
                found=zone,
            )
