"""Binding: the tables of a rulebook meet the functions registered under their names.

Everything that dangles is found here, when the rulebook is loaded: a step without a function, a jump to
a step that does not exist, an offer, procedure or window that nobody wrote.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from judge.engine import links as _links  # noqa: F401  its steps are among the shared ones
from judge.engine import steps as shared_steps
from judge.engine.abilities import LASTING, Builder
from judge.engine.actions import make_action, offer_of
from judge.engine.book import Book, Procedure, StateRule, Step, Window
from judge.engine.events import settle
from judge.engine.feasibility import SPARES
from judge.engine.instructions import words
from judge.engine.offers import offers as shared_offers
from judge.engine.registry import Rules
from judge.engine.slots import SLOT
from judge.engine.trials import obstacle, spares
from judge.engine.verbs import VERBS
from judge.engine.windows import window
from judge.errors import BadInput, Problem, nearest
from judge.versions import step_id

Touched = Mapping[str, list[tuple[str, str]]]
ATOMIC = ("state", "damage", "defeat", "choose", "pending", "look", "reveal", "control", "flip", "add", "make", "negate", "affect")


def bind(raw: dict[str, Any], touched: Touched) -> Book:
    """A book from raw tables. Raises BadInput with everything that names a function nobody wrote."""
    game = importlib.import_module(raw["module"]).rules if raw.get("module") else Rules(raw["id"])
    problems: list[Problem] = []
    prepare(raw, game)
    book = Book(raw)
    book.params = dict(raw.get("param", {}))
    book.param_touches = {name: readings_of(touched, "param", name) for name in book.params}
    book.row_touches = {(kind, name): readings_of(touched, kind, name) for rows in touched.values() for kind, name in rows}
    book.trial = obstacle
    book.verbs = {**words.verbs, **game.verbs}
    book.checks = {**words.checks, **game.checks, SPARES: spares}
    book.suits = dict(game.suits)
    book.offers = {**shared_offers.offers, **game.offers}
    book.obliging = frozenset(game.obliging)
    book.spoken = {**shared_offers.spoken, **game.spoken}
    book.beside = frozenset((*shared_offers.beside, *game.beside))
    book.windows = {name: make_window(name, row, touched) for name, row in raw.get("window", {}).items()}
    for row in book.windows.values():
        for barred in row.bars:
            book.barring.setdefault(barred, set()).add(f"window:{row.name}")
    builder = Builder(book, "", raw["types"][0])
    for name, row in raw.get("action", {}).items():
        action = make_action(name, row, builder.instructions(row.get("do", ()), "", []))
        book.offers[name] = (action.rule, offer_of(action))
    for name, row in raw.get("procedure", {}).items():
        book.procedures[name] = make_procedure(name, row, game, touched, problems, builder)
    add_builtin(book)
    known = {**words.interrupts, **game.interrupts}
    book.interrupts = tuple(
        known[row["use"]]._replace(rule=row["rule"], touches=readings_of(touched, "interrupt", row["rule"]))
        for row in map(interrupt_row, raw.get("interrupts", ()))
        if found(known, row["use"], "interrupt", problems)
    )
    for one in book.interrupts:
        for verb in sorted(one.after):
            book.after.setdefault(verb, []).append(one)
    book.state_rules = tuple(make_state_rule(row, game, touched, problems) for row in raw.get("state_rule", ()))
    check_names(book, problems)
    if problems:
        raise BadInput(tuple(problems))
    return book


def prepare(raw: dict[str, Any], game: Rules) -> None:
    """Names that cards may use, worked out once."""
    slots = [slot for row in raw["zone"].values() for slot in row.get("slots", ())]
    if slots:
        raw["mark"] = {**raw.get("mark", {}), SLOT: slots}
    raw["_costs"] = dict(game.costs)
    raw["_grammar"] = dict(game.words)
    raw["_suits"] = frozenset(game.suits)
    raw["_verbs"] = frozenset((*words.verbs, *game.verbs))
    scores = set(raw.get("score", {}))
    own = {*raw.get("move", {}), *scores, *raw.get("score_word", {}), *raw.get("mark_word", {})}
    raw["_words"] = {*words.verbs, *game.verbs, *own, *LASTING, "set"} - {"named-move", "lasting"}
    if "negated-activates" not in raw.get("param", {}):  # where what is negated is not there at all, that is one word
        raw["_words"] -= {"strip"}
    if not slots:
        raw["_words"] -= {"shift"} if raw.get("exchanges_control") else {"shift", "exchange"}
    told = {*raw.get("move", {}), *raw.get("signal", {}), *raw.get("happening", {}), *raw.get("score_word", {}), *raw.get("mark_word", {}), *raw.get("mark_event", {})}
    raw["_event_names"] = {*VERBS, *told, *ATOMIC}
    names: dict[str, str] = {}
    for key, row in raw.get("keyword", {}).items():
        for word in (key, *row.get("also", ())):
            names[word] = key
            names[word.replace("-", "_")] = key
    raw["_keyword_names"] = names
    raw["_attaching"] = {key: "attached" for key, word in names.items() if "attached" in raw["keyword"][word]}
    raw["_unwritten"] = {
        spelling: (rule, words_of[0]) for rule, words_of in raw.get("unwritten", {}).items()
        for word in words_of for spelling in (word, word.replace("-", "_"))
    }  # fmt: skip
    raw.setdefault("kind_rules", {})
    raw.setdefault("pile", {})


def interrupt_row(row: str | Mapping[str, str]) -> Mapping[str, str]:
    """A rule that acts at once: the article of a function of the game, or an article and a function that games share."""
    return {"rule": row, "use": row} if isinstance(row, str) else row


def readings_of(touched: Touched, kind: str, name: str) -> tuple[str, ...]:
    """The readings that touch a row."""
    return tuple(reading for reading, targets in touched.items() if (kind, name) in targets)


def found(table: Mapping[str, Any], name: str, kind: str, problems: list[Problem]) -> Any:
    """A registered function, or a problem."""
    if name not in table:
        problems.append(Problem("rulebook", 0, 0, name, name, f"no {kind} is written for {name!r}",
                                found=name, hint=nearest(name, table)))  # fmt: skip
        return None
    return table[name]


def make_window(name: str, row: Mapping[str, Any], touched: Touched) -> Window:
    """One window row, its defaults filled in."""
    return Window(
        name, row.get("name", name), tuple(row.get("offers", ())), row.get("first", "active"),
        row.get("next", "same"), row.get("passes", 1), row.get("acts", 0), bool(row.get("must")),
        bool(row.get("stacks")), row.get("resolve", "lifo"), row.get("rules", "none"), row.get("before", ""),
        tuple(row.get("bars", ())), bool(row.get("guarded")), row.get("end", "pass"), row.get("cites", {}),
        readings_of(touched, "window", name), row.get("triggers", ""),
    )  # fmt: skip


def make_procedure(
    name: str, row: Mapping[str, Any], game: Rules, touched: Touched, problems: list[Problem], builder: Builder
) -> Procedure:
    """One procedure, every step bound to its function."""
    steps = tuple(make_step(name, one, game, touched, problems, builder) for one in row["steps"])
    index = {step.id: at for at, step in enumerate(steps)}
    for step in steps:
        for jump in game.jumps.get(step.rule, ()):
            if jump not in index:
                problems.append(Problem("rulebook", 0, 0, f"procedure.{name}", step.rule,
                                        f"step {step.rule} jumps to {jump!r}, which is not there", hint=nearest(jump, index)))  # fmt: skip
    guard = dict(row.get("guard", {}))
    if guard:
        guard["touches"] = readings_of(touched, "procedure", name)
        guard["function"] = found(game.steps, str(guard.get("use") or guard["rule"]), "guard", problems)
    return Procedure.of(name, steps, row.get("needs", {}), row.get("under", {}), guard)


def make_step(
    procedure: str, row: Mapping[str, Any], game: Rules, touched: Touched, problems: list[Problem], builder: Builder
) -> Step:
    """One step: `do` names a shared or own function, otherwise the article does."""
    written = row.get("do", "")
    name = row.get("use") or ("do" if written and not isinstance(written, str) else written) or row["rule"]
    table = {**shared_steps.steps.steps, **game.steps}
    function = found(table, name, "step", problems)
    args = {key: value for key, value in row.items() if key not in ("id", "rule", "use")}
    if isinstance(args.get("do"), str):
        del args["do"]
    elif "do" in args:
        args["do"] = builder.instructions(args["do"], "", [])
    id_ = step_id(row)
    touches = readings_of(touched, "step", f"{procedure}.{id_}")
    return Step(id_, row["rule"], function, {**args, "rule_here": row["rule"]}, touches)


def make_state_rule(row: Mapping[str, Any], game: Rules, touched: Touched, problems: list[Problem]) -> StateRule:
    """One rule-processing row."""
    touches = readings_of(touched, "state_rule", row["rule"])
    function = found(game.dues, row["use"], "rule processing", problems) if "use" in row else None
    return StateRule(row["rule"], row.get("each", {}), row.get("when"), row.get("do", {}), row.get("blame", ""), touches, function,
                     tuple(row.get("empty", ())))  # fmt: skip


def add_builtin(book: Book) -> None:
    """The procedures that the engine itself runs: the pipeline of a batch, and each window."""
    book.procedures["event"] = Procedure.of("event", (Step("event", "", settle, {}),))
    for name, row in book.windows.items():
        step = Step(name, row.cites.get("open", ""), window, {"row": row})
        book.procedures[f"window:{name}"] = Procedure.of(f"window:{name}", (step,))


def check_names(book: Book, problems: list[Problem]) -> None:
    """Windows name offers that exist; steps name windows and procedures that exist."""
    for row in book.windows.values():
        for offer in row.offers:
            found(book.offers, offer, "offer", problems)
        if row.triggers:
            found(book.procedures, row.triggers, "procedure", problems)
    for procedure in book.procedures.values():
        for step in procedure.steps:
            if "procedure" in step.args:
                found(book.procedures, step.args["procedure"], "procedure", problems)
            if step.function is shared_steps.window:
                found(book.windows, step.args.get("name", ""), "window", problems)
