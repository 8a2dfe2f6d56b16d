"""Binding: connects the tables of a rulebook with the functions registered under their names.

Every dangling name is found here, when the rulebook is loaded: a step without a function, a jump to a step
that does not exist, an offer, procedure or window that nobody wrote.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from judge.engine.flow.changes import ATOMS
from judge.engine.flow.feasibility import SPARES
from judge.engine.flow.offers import offers as shared_offers
from judge.engine.flow.pipeline import settle
from judge.engine.flow.trials import obstacle, spares
from judge.engine.flow.windows import window
from judge.engine.kernel.book import Book, Need, Procedure, StateRule, Step, Window, Word
from judge.engine.kernel.registry import Rules
from judge.engine.kernel.state import EMPTY
from judge.engine.kernel.table import SPANS, recalled, words_asked
from judge.engine.kernel.variables import READ
from judge.engine.layout.slots import SLOT
from judge.engine.mechanisms import steps as shared_steps
from judge.engine.mechanisms.all_words import words
from judge.engine.words.abilities import Builder
from judge.engine.words.actions import make_action, offer_of
from judge.engine.words.book_words import gives, vocabulary
from judge.errors import BadInput, Problem, nearest
from judge.rulebook.versions import function_of, step_id
from judge.text.plain import Fields, Json

if TYPE_CHECKING:
    from judge.tables.play import InterruptRow, StateRuleRow, WindowRow
    from judge.tables.procedures import ProcedureRow
    from judge.tables.rulebook import Tables

Touched = Mapping[str, list[tuple[str, str]]]
Asks = Mapping[str, Collection[str]]  # by table, the words by which it asks of what was


def bind(tables: Tables, touched: Touched, asks: Asks = EMPTY) -> Book:
    """Makes a book from checked tables. `asks` has what tables ask about the past, where that is known
    already. Raises BadInput with everything that names a function nobody wrote.
    """
    game, problems = rules_of(tables), list[Problem]()
    book = readable(tables, asks)
    book.param_touches = {name: readings_of(touched, "param", name) for name in book.params}
    book.row_touches = {
        (kind, name): readings_of(touched, kind, name) for rows in touched.values() for kind, name in rows
    }
    book.windows = {name: make_window(name, row, touched) for name, row in tables["window"].items()}
    for row in book.windows.values():
        for barred in row.bars:
            book.barring.setdefault(barred, set()).add(f"window:{row.name}")
    builder = Builder(book, "", next(iter(tables["types"]), ""))
    for name, action_row in tables["action"].items():
        ways = {key: builder.instructions(do, "", []) for key, do in action_row["ways"].items()}
        action = make_action(name, action_row, builder.instructions(action_row["do"], "", []), ways)
        book.offers[name], book.most[name] = (action.rule, offer_of(action)), action.most
    for name, procedure in tables["procedure"].items():
        book.procedures[name] = make_procedure(name, procedure, game, touched, problems, builder)
    add_builtin(book)
    add_interrupts(book, game, touched, problems)
    book.state_rules = tuple(make_state_rule(rule, game, touched, problems) for rule in tables["state_rule"])
    check_names(book, problems)
    if problems:
        raise BadInput(tuple(problems))
    return book


def readable(tables: Tables, asks: Asks = EMPTY) -> Book:
    """A book that knows its words and names, but nothing by which a game is played: enough to check what is
    written in the language of cards, its own instructions included.
    """
    book = Book(with_slots(tables))
    book.trial = obstacle
    register(book, rules_of(tables), asks)
    return book


def rules_of(tables: Tables) -> Rules:
    """The functions that a game itself registers."""
    return importlib.import_module(tables["module"]).rules if tables["module"] else Rules(tables["id"])


def spoken_of(tables: Iterable[object], gives: Collection[str]) -> set[str]:
    """The engine's variables that instructions and conditions in a rulebook's tables use, without the names
    that these give themselves. It is asked for every book that is made.
    """
    variables: set[str] = set()
    named: set[str] = set()
    left: list[Json] = [*tables]
    while left:
        table = left.pop()
        for key, value in table.items() if isinstance(table, dict) else enumerate(table):
            if type(value) in (dict, list, tuple):
                left.append(value)
            elif type(value) is str and value[:1] == "$" and key not in ARGUMENTS:
                variables.add(value[1:])
            elif key in gives:
                named.add(value)
    return variables - named


ARGUMENTS = ("actor", "kinds", "seat")  # of steps: such a value of a frame is looked up by the step itself


def with_slots(tables: Tables) -> Tables:
    """The tables with the slots of their zones as states of a mark."""
    slots = [slot for row in tables["zone"].values() for slot in row.get("slots", ())]
    return {**tables, "mark": {**tables["mark"], SLOT: slots}} if slots else tables


def register(book: Book, game: Rules, asks: Asks) -> None:
    """Registers the functions of the game and those that games share, and the words that cards may use,
    worked out once.
    """
    book.verbs = {**words.verbs, **game.verbs}
    book.checks = {**words.checks, **game.checks, SPARES: spares}
    book.suits = dict(game.suits)
    book.conds = dict(game.conds)
    book.offers = {**shared_offers.offers, **game.offers}
    book.obliging = frozenset(game.obliging)
    book.spoken = {**shared_offers.spoken, **game.spoken}
    book.beside, book.memories = frozenset((*shared_offers.beside, *game.beside)), dict(game.memories)
    book.most = {**shared_offers.most, **game.most}
    book.places = {**shared_offers.places, **game.places}
    book.vocabulary = vocabulary(book.tables, game)
    book.words = frozenset(name for name, word in book.vocabulary.items() if not word.inner)
    book.gives = frozenset(gives(book.vocabulary))
    own = (book.tables["procedure"], book.tables["action"], book.tables["selectors"])
    book.reads = frozenset((*READ, *spoken_of(own, book.gives)))
    register_events(book, game, asks)
    for key, row in book.keywords.items():
        for word in (key, *row["also"]):
            book.keyword_names[word] = book.keyword_names[word.replace("-", "_")] = key
    book.attaching = {
        key: "attached" for key, word in book.keyword_names.items() if "attached" in book.keywords[word]
    }
    book.later = {form: what for what, rows in book.tables["later_books"].items() for form in spelt(rows)}
    book.unwritten = {
        form: (rule, rows[0]) for rule, rows in book.tables["unwritten"].items() for form in spelt(rows)
    }


def spelt(rows: Sequence[str]) -> list[str]:
    """Each word twice: as it is, and with underscores in the place of hyphens."""
    return [form for word in rows for form in (word, word.replace("-", "_"))]


def register_events(book: Book, game: Rules, asks: Asks) -> None:
    """Registers the names of events, their details, and which can be heard, forbidden and replaced."""
    book.event_names = frozenset(names_told(book.tables, game))
    # what the book itself asks; a keyword does once a card has it
    asking = [
        (row, asks[name] if name in asks else words_asked(row))
        for name, row in book.tables.items()
        if name not in ("did", "keyword", "reading", "question")
    ]
    book.asks = frozenset(word for _, asked in asking for word in asked)
    told = (recalled(book, row) for row, asked in asking if any(word in SPANS for word in asked))
    book.recalled = frozenset(pair for pairs in told for pair in pairs)
    book.running = frozenset(names_running(book.tables))
    book.heard_names = book.event_names - {name for name, atom in ATOMS.items() if not atom.heard}
    asked = {name for name, row in book.signals.items() if row.get("asked")}
    book.parts = {**words.parts, **game.parts}
    book.heeded = frozenset(words.heeded | game.heeded)
    book.unsettled_names = frozenset(words.unsettled | game.unsettled)
    book.asked_names = frozenset(asked | {name for name, asked_for in words.events.items() if asked_for})


def add_interrupts(book: Book, game: Rules, touched: Touched, problems: list[Problem]) -> None:
    """Adds the rules that act at once, with the verbs after which each looks."""
    known = {**words.interrupts, **game.interrupts}
    book.interrupts = tuple(
        known[row["use"]]._replace(
            rule=row["rule"],
            touches=readings_of(touched, "interrupt", row["rule"])
            or readings_of(touched, "interrupt", row["use"]),
        )
        for row in map(interrupt_row, book.tables["interrupts"])
        if found(known, row["use"], "interrupt", problems)
    )
    rows = map(interrupt_row, book.tables["interrupts"])
    book.asks_last = next((str(row["rule"]) for row in rows if row["use"] == "last-information"), "")
    for interrupt in book.interrupts:
        for verb in sorted(interrupt.after):
            book.after.setdefault(verb, []).append(interrupt)


def names_told(tables: Mapping[str, object], game: Rules = words) -> set[str]:
    """The names of everything that can happen by a rulebook."""
    told = ("move", "signal", "happening", "score_word", "mark_word", "mark_event")
    sections = (tables.get(table) for table in told)
    own = (name for name in words.events if there(words.words.get(name), tables))
    rows = (name for rows in sections if isinstance(rows, Mapping) for name in rows)
    return {*ATOMS, *own, *game.events, *rows}


def there(word: Word | None, tables: Mapping[str, object]) -> bool:
    """Does a book with these tables have this word? A name that is no word counts as there."""
    return word is None or word.stands is None or word.stands(tables)


def names_running(tables: Tables) -> Iterator[str]:
    """The names of procedures and the articles of their steps; a name may have a word or two added."""
    yield from ("event", *tables["procedure"], *(f"window:{name}" for name in tables["window"]))
    for id_ in (
        *tables["window"],
        *(step_id(step) for row in tables["procedure"].values() for step in row["steps"]),
    ):
        stem = id_.rpartition("-")[0]
        yield from filter(None, (id_, stem, stem.rpartition("-")[0]))


def shared_functions(game: Rules, tables: Fields) -> dict[str, Collection[str]]:
    """The names of the functions that a rulebook of this game may use, by kind; for steps also the keys that
    they read, those that they need, and the steps to which they may jump.
    """
    return {
        "step function": {*shared_steps.steps.steps, *game.steps},
        "keys of a step": {**shared_steps.steps.takes, **game.takes},
        "needed keys of a step": {**shared_steps.steps.needs, **game.needs},
        "jumps of a step": {**shared_steps.steps.jumps, **game.jumps},
        "interrupt": {*words.interrupts, *game.interrupts},
        "condition of acts": game.conds,
        "rule processing": {*words.dues, *game.dues},
        "offer": {*shared_offers.offers, *game.offers, *tables.get("action", {})},
    }


def interrupt_row(row: str | InterruptRow) -> InterruptRow:
    """A rule that acts at once: the article of a function of the game,
    or an article and a function that games share.
    """
    return {"rule": row, "use": row} if isinstance(row, str) else row


def readings_of(touched: Touched, kind: str, name: str) -> tuple[str, ...]:
    """The readings that touch a row."""
    return tuple(reading for reading, targets in touched.items() if (kind, name) in targets)


def found(table: Mapping[str, object], name: str, kind: str, problems: list[Problem]) -> Json:
    """A registered function, or a problem."""
    if name not in table:
        problems.append(Problem("rulebook", 0, 0, name, name, f"no {kind} is written for {name!r}",
                                found=name, hint=nearest(name, table)))  # fmt: skip
        return None
    return table[name]


def make_window(name: str, row: WindowRow, touched: Touched) -> Window:
    """One window row."""
    return Window(
        name,
        row.get("name", name),
        tuple(row["offers"]),
        row["first"],
        row["next"],
        row["passes"],
        row["acts"],
        row["must"],
        row["stacks"],
        row["resolve"],
        row["rules"],
        row["before"],
        tuple(row["bars"]),
        row["guarded"],
        row["end"],
        {key: str(rule) for key, rule in row["cites"].items()},
        readings_of(touched, "window", name),
        row["triggers"],
        row["unasked"],
    )


def make_procedure(
    name: str, row: ProcedureRow, game: Rules, touched: Touched, problems: list[Problem], builder: Builder
) -> Procedure:
    """One procedure, every step bound to its function."""
    known = {**shared_steps.steps.steps, **game.steps}
    steps = tuple(make_step(name, step, known, touched, problems, builder) for step in row["steps"])
    guard: dict[str, object] = dict(row["guard"]) if "guard" in row else {}
    if guard:
        guard["touches"] = readings_of(touched, "procedure", name)
        guard["function"] = found(game.steps, str(guard.get("use") or guard["rule"]), "guard", problems)
    needs = {key: need for key, kind in row["needs"].items() if (need := Need.of(kind)) is not None}
    return Procedure.of(name, steps, needs, dict(row["under"]) if "under" in row else {}, guard)


def make_step(
    procedure: str,
    row: Fields,
    known: Mapping[str, object],
    touched: Touched,
    problems: list[Problem],
    builder: Builder,
) -> Step:
    """One step: `do` names a shared or own function of those known, otherwise the article does."""
    function = found(known, function_of(row), "step", problems)
    args = {key: value for key, value in row.items() if key not in ("id", "rule", "use")}
    if isinstance(args.get("do"), str):
        del args["do"]
    elif "do" in args:
        args["do"] = builder.instructions(args["do"], "", [])
    id_ = step_id(row)
    touches = readings_of(touched, "step", f"{procedure}.{id_}")
    return Step(id_, row["rule"], function, {**args, "rule_here": row["rule"]}, touches)


def make_state_rule(row: StateRuleRow, game: Rules, touched: Touched, problems: list[Problem]) -> StateRule:
    """One rule-processing row."""
    touches = readings_of(touched, "state_rule", row["rule"])
    known = {**words.dues, **game.dues}
    function = found(known, row["use"], "rule processing", problems) if "use" in row else None
    return StateRule(
        row["rule"],
        row["each"],
        row.get("when"),
        dict(row["do"]),
        row["laid_to"],
        touches,
        function,
        tuple(row["empty"]),
    )


def add_builtin(book: Book) -> None:
    """Adds the procedures that the engine itself runs: the pipeline of a batch, and each window."""
    book.procedures["event"] = Procedure.of("event", (Step("event", "", settle, {}),))
    for name, row in book.windows.items():
        step = Step(name, row.cites.get("open", ""), window, {"row": row})
        book.procedures[f"window:{name}"] = Procedure.of(f"window:{name}", (step,))


def check_names(book: Book, problems: list[Problem]) -> None:
    """Checks that windows name existing offers, and steps existing windows and procedures."""
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
