"""Where a game stands at the start of a fixture:
the agenda up to a step, and the abilities that already wait.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from judge.engine import steps as shared_steps
from judge.engine.book import Book, Procedure
from judge.engine.happenings import did_key
from judge.engine.proposals import AGAIN
from judge.engine.view import Vars, View
from judge.engine.window_options import first_seat
from judge.errors import nearest
from judge.state import SEATS, Card, Frame, Game, Waiting

if TYPE_CHECKING:
    from judge.board import Builder

Path = Sequence[str | int]


class Stand:
    """Puts a builder's position at the step that its fixture names."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder

    def standing(self) -> tuple[Procedure, str] | None:
        """The procedure and step that `at` names."""
        at = self.builder.model.at or self.builder.book.tables["fixture_defaults"].get("at", "")
        step = at if isinstance(at, str) else at.get("step", "")
        steps = steps_of(self.builder.book)
        path: Path = ["at"] if isinstance(at, str) else ["at", "step"]
        if step not in steps:
            self.builder.problem(
                path,
                f"no procedure of {self.builder.book.id} has a step {step!r}",
                found=str(step),
                hint=nearest(str(step), steps),
            )
            return None
        wanted = at.get("procedure", steps[step][0]) if isinstance(at, Mapping) else steps[step][0]
        if wanted not in steps[step]:
            self.builder.problem(
                ["at", "procedure"],
                f"procedure {wanted!r} has no step {step!r}",
                found=str(wanted),
                hint=nearest(str(wanted), steps[step]),
            )
            return None
        return self.builder.book.procedures[wanted], str(step)

    def stand(self, at: tuple[Procedure, str] | None) -> None:
        """Build the agenda up to the step, each procedure on the one it normally stands on."""
        if at is None:
            return
        procedure, step = at
        vars = self.needs(procedure)
        self.surplus(procedure)
        self.underneath(procedure)
        if step != procedure.steps[0].id:
            self.deeds(procedure, vars)
        self.builder.game.agenda.append(Frame(procedure.name, step, False, vars))

    def given(self) -> Mapping[str, Any]:
        """The values given under `at`."""
        return self.builder.model.at if isinstance(self.builder.model.at, dict) else {}

    def asked(self) -> set[str]:
        """The words by which a fixture may ask for what its game stands on."""
        return {
            str(one.under["asked"]) for one in self.builder.book.procedures.values() if "asked" in one.under
        }

    def needs(self, procedure: Procedure) -> dict[str, Any]:
        """The values that the procedure needs, given under `at`."""
        given = self.given()
        row = self.builder.book.tables["procedure"][procedure.name]
        vars: dict[str, Any] = {
            key: View(self.builder.table, self.builder.game).seats(word)[0]
            for key, word in row.get("starts", {}).items()
        }
        if row.get("inner"):
            self.builder.problem(
                ["at"],
                f"a fixture cannot start inside {procedure.name}; start where it is called from, or from a "
                "saved pause",
            )
        for key, kind in procedure.needs.items():
            if key not in given and kind.endswith("?"):
                vars[key] = 0 if kind == "int?" else ""
            elif key not in given:
                self.builder.problem(
                    ["at"],
                    f"starting in {procedure.name} needs {key}",
                    expected=f'at = {{ step = …, {key} = "…" }}',
                )
            else:
                vars.update(self.needed(key, kind.removesuffix("?"), str(given[key])))
        return vars

    def surplus(self, procedure: Procedure) -> None:
        """Values given under `at` that nothing the game stands on has."""
        known: dict[str, str] = {}
        below: Procedure | None = procedure
        while below is not None:
            known.update(below.needs)
            below = self.builder.book.procedures[below.under["procedure"]] if below.under else None
        for key in self.given():
            if key not in ("step", "procedure", *self.asked()) and key not in known:
                self.builder.problem(
                    ["at", key], f"{procedure.name} has no value {key!r}", found=key, hint=nearest(key, known)
                )

    def needed(self, key: str, kind: str, word: str) -> dict[str, Any]:
        """One value: a card of the player that the procedure says, or an ability by its card."""
        if kind == "int":
            return {key: int(word)} if word.isdigit() else {key: 0}
        if kind == "seat":
            if word not in SEATS:
                self.builder.problem(
                    ["at", key], f"{key} is a player", expected=" or ".join(SEATS), found=word
                )
            return {key: word}
        what, _, whose = kind.partition(" of ")
        whose, _, place = whose.partition(" in ")
        name, _, which = (
            word.partition(".")
            if what == "ability" and word not in self.builder.game.cards
            else (word, "", "")
        )
        card = find_card(self.builder.game, name)
        if card is None:
            self.builder.problem(
                ["at", key],
                f"there is no card {word!r} on the board",
                found=word,
                hint=nearest(word, self.builder.game.cards),
            )
            return {}
        seats = View(self.builder.table, self.builder.game).seats(whose)
        if place and card.place != place:
            self.builder.problem(
                ["at", key],
                f"{card.id} lies elsewhere",
                expected=f"a card in {place} as {key}",
                found=card.place,
            )
        if card.seat not in seats:
            self.builder.problem(
                ["at", key],
                f"{card.id} is {card.seat}'s card",
                expected=f"a card of {' or '.join(seats)} as {key}",
                found=card.id,
            )
        return self.ability_vars(key, card, which) if what == "ability" else {key: card.object}

    def ability_vars(self, key: str, card: Card, which: str) -> dict[str, Any]:
        """What an activation that is under way knows of its ability."""
        found = [one for one in self.builder.table.prints[card.print].faces["front"].abilities
                 if one.kind == "activated" and which in ("", one.name, one.keyword)]  # fmt: skip
        if not found:
            self.builder.problem(["at", key], f"{card.id} has no ability to activate", found=which or card.id)
            return {}
        one = found[0]
        return {key: one.id, "self": card.object, "card": card.object, "holder": card.id, "me": card.seat,
                "kinds": ("ability", *one.kinds), "rule": one.rule}  # fmt: skip

    def underneath(self, procedure: Procedure) -> None:
        """The frames below a procedure: what it normally stands on, windows included."""
        for word in self.builder.book.tables["procedure"][procedure.name].get("did", ()):
            self.builder.game.memory[did_key(word, self.builder.game.active)] = 1
        under = procedure.under
        if not under or ("asked" in under and not self.given().get(under["asked"])):
            return
        below = self.builder.book.procedures[under["procedure"]]
        self.underneath(below)
        vars = self.needs(below) if below.needs else {}
        self.deeds(below, vars)
        self.builder.game.agenda.append(Frame(below.name, under["step"], True, vars))
        step = below.steps[below.places[under["step"]]]
        if step.function is shared_steps.window:
            self.builder.game.agenda.append(self.open_window(step.args))

    def deeds(self, procedure: Procedure, vars: Mapping[str, Any]) -> None:
        """What the cards of a procedure that has begun have done by beginning it."""
        for key, word in self.builder.book.tables["procedure"][procedure.name].get("did_by", {}).items():
            if vars.get(key):
                self.builder.game.memory[did_key(word, vars[key])] = 1

    def open_window(self, args: dict[str, Any]) -> Frame:
        """The frame of a window that is already open, about to offer again."""
        view = View(self.builder.table, self.builder.game)
        outcome = shared_steps.window(view, Vars({}, args, {}))
        assert isinstance(outcome, list)
        vars = dict(outcome[0].args["vars"])
        row = self.builder.book.windows[args["name"]]
        passes = (
            row.passes if row.acts == 1 else 0
        )  # the one act of such a window is the one that is going on
        vars.update(stage="offer", passes=passes, acted=1, acts=(), depth=len(self.builder.game.agenda) + 1)
        vars["seat"] = first_seat(view, Vars(vars, {}, {}), row)
        return Frame(f"window:{row.name}", row.name, True, vars, (AGAIN,))

    def pending(self) -> None:
        """Abilities that wait from the start."""
        for at, name in enumerate(self.builder.model.pending):
            card_name, _, which = (
                name.partition(".") if name.partition(".")[0] not in SEATS else name[2:].partition(".")
            )
            card = find_card(self.builder.game, card_name)
            autos = [] if card is None else [
                one for one in self.builder.table.prints[card.print].faces["front"].abilities
                if one.kind == "auto" and which in ("", one.name, one.keyword)
            ]  # fmt: skip
            if card is None or not autos:
                why = "there is no such card" if card is None else f"{card.id} has no such [Auto.] ability"
                hint = nearest(name, self.builder.game.cards) if card is None else ""
                self.builder.problem(
                    ["pending", at], f"nothing waits as {name!r}: {why}", found=name, hint=hint
                )
                continue
            self.builder.game.serial += 1
            vars = {"self": card.object, "me": card.seat, "it": card.object}
            entry = Waiting(
                f"@{self.builder.game.serial}", autos[0].id, card.object, card.id, card.seat, "pending", vars
            )
            self.builder.game.waiting = (*self.builder.game.waiting, entry)


def find_card(game: Game, word: str) -> Card | None:
    """A card by its id, by ``B.id``, or by the zone it lies alone in, such as ``B.leader``."""
    if word in game.cards:
        return game.cards[word]
    seat, _, rest = word.partition(".")
    if seat not in SEATS:
        return None
    if rest in game.cards and game.cards[rest].seat == seat:
        return game.cards[rest]
    alone = game.zones.get(word, ())
    return game.cards[alone[0]] if len(alone) == 1 else None


def steps_of(book: Book) -> dict[str, list[str]]:
    """Every step id and the procedures that have it."""
    found: dict[str, list[str]] = {}
    for procedure in book.procedures.values():
        if not procedure.name.startswith("window:") and procedure.name != "event":
            for step in procedure.steps:
                found.setdefault(step.id, []).append(procedure.name)
    return found
