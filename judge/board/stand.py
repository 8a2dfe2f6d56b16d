"""The start of a fixture: builds the agenda up to a step, and the abilities that are already pending."""

from __future__ import annotations

from collections.abc import Mapping

from judge.board.position import Path, Position, find_card
from judge.engine.flow.window_options import first_seat
from judge.engine.kernel.book import Ability, Book, Need, Procedure
from judge.engine.kernel.instructions import AGAIN
from judge.engine.kernel.state import SEATS, Card, Frame, Game, Waiting
from judge.engine.kernel.turn_history import did_key
from judge.engine.kernel.view import Vars
from judge.engine.mechanisms import steps as shared_steps
from judge.errors import nearest
from judge.text.plain import Json, Scope
from judge.text.toml_text import show


def in_set_up(game: Game) -> bool:
    """Is the game still before its first turn, so that its cards are not yet placed?"""
    running = {frame.procedure for frame in game.agenda}
    return "game" in running and "turn" not in running


class Stand:
    """Puts a position at the step that its fixture names."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def standing(self) -> tuple[Procedure, str] | None:
        """The procedure and step that `at` names; None, with a problem, where they do not exist."""
        book = self.position.book
        at = self.position.model.at or book.tables["fixture_defaults"].get("at", "")
        step = at if isinstance(at, str) else at.get("step", "")
        steps = steps_of(book)
        if step not in steps:
            path: Path = ["at"] if isinstance(at, str) else ["at", "step"]
            message, hint = f"no procedure of {book.id} has a step {step!r}", nearest(str(step), steps)
            self.position.problem(path, message, found=str(step), hint=hint)
            return None
        wanted = at.get("procedure", steps[step][0]) if isinstance(at, Mapping) else steps[step][0]
        if wanted not in steps[step]:
            message, hint = f"procedure {wanted!r} has no step {step!r}", nearest(str(wanted), steps[step])
            self.position.problem(["at", "procedure"], message, found=str(wanted), hint=hint)
            return None
        return book.procedures[wanted], str(step)

    def stand(self, at: tuple[Procedure, str] | None) -> None:
        """Builds the agenda up to the step, each procedure on the one that normally runs it."""
        if at is None:
            return
        procedure, step = at
        vars = self.needs(procedure)
        self.surplus(procedure)
        self.underneath(procedure)
        if step != procedure.steps[0].id:
            self.deeds(procedure, vars)
        self.position.game.agenda.append(Frame(procedure.name, step, False, vars))

    def given(self) -> Mapping[str, object]:
        """The values given under `at`."""
        return self.position.model.at if isinstance(self.position.model.at, dict) else {}

    def asked(self) -> set[str]:
        """The names of values that the running procedures know, as a fixture may give them."""
        return {
            str(procedure.under["asked"])
            for procedure in self.position.book.procedures.values()
            if "asked" in procedure.under
        }

    def needs(self, procedure: Procedure) -> dict[str, object]:
        """The values that the procedure needs, given under `at`."""
        given = self.given()
        row = self.position.book.tables["procedure"][procedure.name]
        vars: dict[str, object] = {
            key: self.position.view.seats(word)[0] for key, word in row.get("starts", {}).items()
        }
        if row.get("inner"):
            self.position.problem(
                ["at"],
                f"a fixture cannot start inside {procedure.name}; start where it is called from, or from a "
                "saved pause",
            )
        for key, need in procedure.needs.items():
            if key not in given and need.optional:
                vars[key] = 0 if need.kind == "int" else ""
            elif key not in given:
                self.position.problem(
                    ["at"],
                    f"starting in {procedure.name} needs {key}",
                    expected=f'at = {{ step = …, {key} = "…" }}',
                )
            else:
                vars.update(self.needed(key, need, given[key]))
        return vars

    def surplus(self, procedure: Procedure) -> None:
        """Notes values under `at` that no running procedure knows."""
        known: dict[str, Need] = {}
        below: Procedure | None = procedure
        while below is not None:
            known.update(below.needs)
            below = self.position.book.procedures[below.under["procedure"]] if below.under else None
        for key, value in self.given().items():
            if key in self.asked() and not isinstance(value, bool):
                self.position.problem(["at", key], f"{key} is true or false", found=show(value))
            if key not in ("step", "procedure", *self.asked()) and key not in known:
                self.position.problem(
                    ["at", key], f"{procedure.name} has no value {key!r}", found=key, hint=nearest(key, known)
                )

    def needed(self, key: str, need: Need, value: object) -> dict[str, object]:
        """One needed value: a number, a player, a card of the player that the procedure says, or an ability
        by its card.
        """
        if need.kind == "int":
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                message = f"{key} is a whole number"
                self.position.problem(["at", key], message, expected="0 or more", found=show(value))
            return {key: value}
        word = str(value)
        if need.kind == "seat":
            if word not in SEATS:
                expected = " or ".join(SEATS)
                self.position.problem(["at", key], f"{key} is a player", expected=expected, found=word)
            return {key: word}
        whole = need.kind != "ability" or word in self.position.game.cards
        name, _, which = (word, "", "") if whole else word.partition(".")
        card = find_card(self.position.game, name)
        if card is None:
            self.position.unknown_card(["at", key], word)
            return {}
        self.check_place(key, card, need)
        return self.ability_vars(key, card, which) if need.kind == "ability" else {key: card.object}

    def check_place(self, key: str, card: Card, need: Need) -> None:
        """Checks that a card belongs to the player, and lies in the zone, that a procedure requires."""
        seats = self.position.view.seats(need.whose)
        if need.zones and card.place not in need.zones:
            expected = f"a card in {' or '.join(need.zones)} as {key}"
            message = f"{card.id} lies elsewhere"
            self.position.problem(["at", key], message, expected=expected, found=card.place)
        if card.seat not in seats:
            expected = f"a card of {' or '.join(seats)} as {key}"
            message = f"{card.id} is {card.seat}'s card"
            self.position.problem(["at", key], message, expected=expected, found=card.id)

    def ability_vars(self, key: str, card: Card, which: str) -> dict[str, object]:
        """The values that an activation under way knows of its ability."""
        abilities = self.abilities(card, "activated", which)
        if not abilities:
            message = f"{card.id} has no ability to activate"
            self.position.problem(["at", key], message, found=which or card.id)
            return {}
        ability = abilities[0]
        return {key: ability.id, "self": card.object, "card": card.object, "holder": card.id, "me": card.seat,
                "kinds": ("ability", *ability.kinds), "rule": ability.rule}  # fmt: skip

    def abilities(self, card: Card, kind: str, which: str) -> list[Ability]:
        """The printed abilities of a kind on the front of a card: all, or those called `which`."""
        printed = self.position.table.prints[card.print].faces["front"].abilities
        return [
            ability
            for ability in printed
            if ability.kind == kind and which in ("", ability.name, ability.keyword)
        ]

    def underneath(self, procedure: Procedure) -> None:
        """The frames below a procedure: those of the procedures that normally run it, windows included."""
        for word in self.position.book.tables["procedure"][procedure.name].get("did", ()):
            self.position.game.memory[did_key(word, self.position.game.active)] = 1
        under = procedure.under
        if not under or ("asked" in under and not self.given().get(under["asked"])):
            return
        below = self.position.book.procedures[under["procedure"]]
        self.underneath(below)
        vars = self.needs(below) if below.needs else {}
        self.deeds(below, vars)
        self.position.game.agenda.append(Frame(below.name, under["step"], True, vars))
        step = below.steps[below.places[under["step"]]]
        if step.function is shared_steps.window:
            self.position.game.agenda.append(self.open_window(step.args))

    def deeds(self, procedure: Procedure, vars: Scope) -> None:
        """Records what the cards of a procedure that has begun have done by beginning it."""
        for key, word in self.position.book.tables["procedure"][procedure.name].get("did_by", {}).items():
            if vars.get(key):
                self.position.game.memory[did_key(word, vars[key])] = 1

    def open_window(self, args: dict[str, Json]) -> Frame:
        """The frame of a window that is already open, about to offer again."""
        view = self.position.view
        outcome = shared_steps.window(view, Vars({}, args, {}))
        assert isinstance(outcome, list)
        vars = dict(outcome[0].args["vars"])
        row = self.position.book.windows[args["name"]]
        passes = (
            row.passes if row.acts == 1 else 0
        )  # the one act of such a window is the one that is going on
        vars.update(stage="offer", passes=passes, acted=1, acts=(), depth=len(self.position.game.agenda) + 1)
        vars["seat"] = first_seat(view, Vars(vars, {}, {}), row)
        return Frame(f"window:{row.name}", row.name, True, vars, (AGAIN,))

    def pending(self) -> None:
        """Sets up the abilities that are pending from the start."""
        game = self.position.game
        for at, name in enumerate(self.position.model.pending):
            head, _, which = name.partition(".")
            own = ""
            if head in SEATS:
                own = f"{head}."
                head, _, which = which.partition(".")
            card = find_card(game, own + head)
            autos = [] if card is None else self.abilities(card, "auto", which)
            if card is None or not autos:
                why = "there is no such card" if card is None else f"{card.id} has no such [Auto.] ability"
                hint = nearest(name, game.cards) if card is None else ""
                message = f"nothing waits as {name!r}: {why}"
                self.position.problem(["pending", at], message, found=name, hint=hint)
                continue
            game.serial += 1
            vars = {"self": card.object, "me": card.seat, "it": card.object}
            id_, ability = f"@{game.serial}", autos[0].id
            entry = Waiting(id_, ability, card.object, card.id, card.seat, "pending", vars)
            game.waiting = (*game.waiting, entry)


def steps_of(book: Book) -> dict[str, list[str]]:
    """Every step id and the procedures that have it."""
    procedures: dict[str, list[str]] = {}
    for procedure in book.procedures.values():
        if not procedure.name.startswith("window:") and procedure.name != "event":
            for step in procedure.steps:
                procedures.setdefault(step.id, []).append(procedure.name)
    return procedures
