"""The shape of the package: who imports whom, who may change a game, and that the engine knows no game."""

from __future__ import annotations

import ast
import functools
import inspect
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from judge.engine.kernel.state import Game

HOME = Path(__file__).parent.parent
PACKAGE = HOME / "judge"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Each row may import itself and the rows above it. `games` stands beside, see
# test_games_see_state_and_engine_only.
LAYERS = (
    ("errors", "release", "text"),
    ("tables",),
    ("engine",),
    ("explain",),
    ("grammar",),
    ("reading",),
    ("rulebook",),
    ("board", "cards"),
    ("pauses", "decks"),
    ("fixture",),
    ("citing",),
    ("play", "views"),  # a player asks questions in the world that this one knows
    ("migration", "renumbering"),
    ("speech",),
    ("shorthand",),
    ("page",),
    ("stepping",),
    ("reduction",),
    ("render",),
    ("suite",),
    ("serving",),
    ("cli", "__main__"),
    ("mcp",),  # it calls commands, in a process that a command only starts
    ("pytest_plugin",),
)
# The rooms of the engine, in the same way.
ROOMS = (
    ("trace",),
    ("kernel",),
    ("layout",),
    ("language",),
    ("effects",),
    ("flow",),
    ("words",),
    ("mechanisms",),
)
RANK = {name: rank for rank, row in enumerate(LAYERS) for name in row}
LONG = 500  # lines
TOO_LONG = {  # why a file may be longer
    "text/source.py": "the reader of one format: its parts make no sense apart",
}


def dotted(path: Path) -> str:
    """The module's name, ``judge.engine.flow.changes``."""
    parts = path.relative_to(HOME).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {dotted(path): path for path in MODULES}


@functools.cache
def tree(module: str) -> ast.Module:
    """A module, parsed once."""
    return ast.parse(PATHS[module].read_text(encoding="utf-8"))


def group(module: str) -> str:
    """The row's word for a module: the first part after ``judge``; the package itself is its public face."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "judge"


def of_groups(*groups: str) -> list[str]:
    """The modules of these groups."""
    return [one for one in PATHS if group(one) in groups]


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement of a module, those within others too, without the expressions."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for one in getattr(node, name, ()):
            yield one
            yield from statements(one)


@functools.cache
def imported(module: str) -> list[str]:
    """The other modules of judge that a module imports anywhere in it, what only the type checker sees
    included.
    """
    return sorted(set(imports_of(module)) - {module})


def imports_of(module: str) -> Iterator[str]:
    """The same, import by import."""
    for node in statements(tree(module)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.split(".")[0] == "judge")
        elif (
            isinstance(node, ast.ImportFrom)
            and node.level == 0
            and (node.module or "").split(".")[0] == "judge"
        ):
            for one in node.names:
                full = f"{node.module}.{one.name}"
                yield full if full in PATHS else str(node.module)


def test_imports_run_one_way() -> None:
    """A module imports its own row and those above, as DESIGN's layout has it; every module has a row."""
    wrong = [
        (module, one)
        for module in PATHS
        for one in imported(module)
        if group(module) not in ("games", "judge")
        and one != "judge"
        and RANK.get(group(one), 99) > RANK[group(module)]
    ]
    assert wrong == []


def test_rooms_open_one_way() -> None:
    """Within the engine too: a module imports its own room and those above."""
    rank = {name: at for at, row in enumerate(ROOMS) for name in row}
    wrong = [
        (module, one)
        for module in of_groups("engine")
        for one in (imported(module) if module.count(".") > 2 else ())
        if group(one) == "engine" and rank[one.split(".")[2]] > rank[module.split(".")[2]]
    ]
    assert wrong == []


def test_games_see_state_errors_and_engine_only() -> None:
    """What is peculiar to a game rests on the engine and on nothing else, least of all on another game;
    it may say that it stops, name what is plain, and have rows.
    """
    wrong = [
        (module, one)
        for module in of_groups("games")
        for one in (imported(module) if module != "judge.games" else ())
        if group(one) not in ("errors", "engine")
        and one not in ("judge.text.plain", "judge.text.rows")
        and not f"{one}.".startswith(f"{'.'.join(module.split('.')[:3])}.")
    ]
    assert wrong == []


def test_nobody_imports_a_game() -> None:
    """A rulebook names its module; code never does."""
    wrong = [
        (one, other)
        for one in PATHS
        for other in imported(one)
        if group(other) == "games" and group(one) != "games"
    ]
    assert wrong == []


def test_no_cycles() -> None:
    """No module needs itself, not even by an import inside a function or for a type."""
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " → ".join((*path[path.index(module) :], module))
        if module not in done:
            for one in imported(module) if module in PATHS else ():
                visit(one, (*path, module))
            done.add(module)

    for module in PATHS:
        if module != "judge":  # the public face names what it gives, and nobody imports it
            visit(module, ())


def test_no_clock_and_no_dice() -> None:
    """Chance is a player and no rule reads a clock: the same answers give the same game."""
    wrong = []
    for module, node in ((one, node) for one in of_groups("engine", "games") for node in ast.walk(tree(one))):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        if {name.split(".")[0] for name in names} & {"random", "secrets", "time", "datetime", "uuid"}:
            wrong.append((module, names))
    assert wrong == []


# --- only verbs change a game --------------------------------------------------------------------
EVERYTHING = frozenset(
    name for name in dir(Game) if inspect.isdatadescriptor(getattr(Game, name)) and name[:2] != "__"
)
WRITERS = {
    "judge.engine.kernel.state": EVERYTHING,  # defines it
    "judge.engine.flow.changes": EVERYTHING,  # the one door
    "judge.engine.flow.zones": EVERYTHING,  # its part about where cards lie
    "judge.engine.flow.followers": frozenset(
        ("agenda", "effects", "memory", "serial", "waiting")
    ),  # its part about what is about an object
    "judge.engine.flow.aftermath": frozenset(("offer_cache",)),  # drops what is out of date
    "judge.engine.flow.agenda": frozenset(("agenda",)),
    "judge.engine.flow.engine": frozenset(
        ("agenda", "ask", "seen", "offer_cache", "result", "past", "loop", "barred")
    ),  # where the game stands
    "judge.engine.flow.loops": frozenset(
        ("past", "loop", "barred", "seen")
    ),  # what went round, and what may not start again
    "judge.engine.flow.control": frozenset(
        ("agenda", "offer_cache", "result")
    ),  # the instructions that steer the agenda
    "judge.engine.flow.trials": frozenset(("result",)),  # a copy goes on where the game would have ended
    "judge.engine.flow.endings": frozenset(("agenda", "result")),  # where the next game of several begins
    "judge.board": frozenset(
        ("active", "turn", "memory", "scores")
    ),  # sets up what a fixture writes, what is attached:
    "judge.board.position": frozenset(("cards", "print_index", "objects", "zones")),  # what lies where,
    "judge.board.entries": frozenset(("memory",)),  # what its cards did,
    "judge.board.past": frozenset(("memory", "effects", "serial")),  # what is under way,
    "judge.board.stand": EVERYTHING,  # and where the game stands
    "judge.pauses.saved": EVERYTHING,  # reads back what was saved
    "judge.pauses.validate": frozenset(("ask",)),  # what is asked under another reading
    "judge.views.veil": EVERYTHING,  # a copy without what a player has not seen
    "judge.views.true_run": frozenset(("ask",)),  # of such a copy, and a word that may be declared
    "judge.play.run": frozenset(("ask",)),  # an aside, such as `know`, withdraws the question
}
MUTATING = frozenset(
    ("append", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "sort", "update")
)


def written(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The fields of a game that code assigns to, deletes from or calls a mutating method of."""
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = [
                one
                for target in node.targets
                for one in (target.elts if isinstance(target, ast.Tuple) else [target])
            ]
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        elif isinstance(node, ast.Delete):
            targets = node.targets
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATING
        ):
            targets = [ast.Subscript(value=node.func.value, slice=ast.Constant(value=0))]
        for target in targets:
            field = target.value if isinstance(target, ast.Subscript) else target
            # `self.cards` of some other class is not a game's; a game is always reached through a name or
            # `.game`.
            own = (
                isinstance(field, ast.Attribute)
                and isinstance(field.value, ast.Name)
                and field.value.id == "self"
            )
            if isinstance(field, ast.Attribute) and field.attr in EVERYTHING and not own:
                yield field.attr, getattr(node, "lineno", 0)


def test_only_verbs_change_a_game() -> None:
    """Everything else proposes. A cache may be kept by whoever computes, under its own name."""
    wrong = [
        f"{module}: {field}, line {line}"
        for module in PATHS
        for field, line in (written(tree(module)) if group(module) != "cli" else ())
        if field not in WRITERS.get(module, frozenset())
    ]
    assert wrong == []


def test_writing_is_noticed() -> None:
    """The guard above knows the ways there are to change a game."""
    code = (
        "game.cards['a'] = 1\ndel view.game.zones['b']\nstate.objects.pop('#1')\nx.game.effects += "
        "()\ngame.turn, y = 1, 2"
    )
    assert sorted(field for field, _ in written(ast.parse(code))) == [
        "cards",
        "effects",
        "objects",
        "turn",
        "zones",
    ]
    assert list(written(ast.parse("self.cards = {}\nself.waiting.append(1)\nmemo['x'] = 1"))) == []


# --- the engine knows no game --------------------------------------------------------------------
# Words that the engine itself gives a meaning to, so that rulebooks use them: procedures and windows that
# it calls, kinds of abilities, words of the vocabulary, and words too plain to mean a game.
OWN_WORDS = frozenset((
    "activate", "auto", "resolve-link", "draw-up-to", "check",
    "activated", "counter", "object",
    "damage", "discard", "draw", "play", "choose", "number", "cost", "name",
    "game", "turn", "end", "mode", "event", "origin", "kind", "attribute", "effect", "flip",
))  # fmt: skip


@functools.cache
def words_of_games() -> dict[str, list[str]]:
    """Every name that some rulebook defines, and where:
    its zones, marks, attributes, moves, signals, keywords …
    """
    found: dict[str, list[str]] = defaultdict(list)
    for folder in sorted((HOME / "rulebooks").iterdir()):
        raw = {}
        for path in folder.glob("*.toml"):
            raw.update(tomllib.loads(path.read_text(encoding="utf-8")) if path.stem in TABLES else {})
        found[folder.name].append("id")
        for table in (
            "zone",
            "mark",
            "attribute",
            "signal",
            "move",
            "score",
            "procedure",
            "window",
            "keyword",
        ):
            rows = raw.get(table, {}).items()
            # what only data of cards hold is nothing that the engine could know
            for name, row in (one for one in rows if table != "attribute" or "rule" in one[1]):
                values = (
                    row
                    if isinstance(row, list)
                    else []
                    if isinstance(row, str)
                    else [*row.get("also", ()), *row.get("words", ())]
                )
                for word in (name, *values):
                    found[word].append(f"{folder.name} {table}")
        for word in raw.get("types", ()):
            found[word].append(f"{folder.name} type")
    return {word: homes for word, homes in found.items() if word not in OWN_WORDS}


TABLES = ("rulebook", "procedures", "windows", "keywords")


def said(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every string of the code; docstrings are for people and may give examples."""
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value, node.lineno


PECULIAR = frozenset(("leader", "combo", "energy", "evolution", "pendulum", "posture", "dojo", "mana"))


def named(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every part of the names that code gives to functions, classes, arguments and variables."""
    for node in ast.walk(tree):
        name = getattr(node, "name", None) if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else None
        name = node.arg if isinstance(node, ast.arg) else node.id if isinstance(node, ast.Name) else name
        if name is not None:
            yield from ((part, node.lineno) for part in name.lower().split("_"))


def test_the_engine_knows_no_game() -> None:
    """No zone, mark, attribute, move, keyword or id of any rulebook is a word of the engine."""
    words = words_of_games()
    games = {word for word, homes in words.items() if "id" in homes} | PECULIAR
    guilty = []
    for module in of_groups("engine"):
        for word, line in said(tree(module)):
            if word in words:
                guilty.append(f"{module}: {word!r} ({', '.join(words[word])}), line {line}")
        for word, line in named(tree(module)):
            if word in games:
                guilty.append(f"{module}: {word!r} in a name, line {line}")
    assert guilty == []


def test_the_engine_cites_no_article() -> None:
    """Numbers of articles stand in rulebooks and in games: the engine takes them from there."""
    number = re.compile(r"\d+([-.]\d+){2,}")
    told = [(module, word, line) for module in of_groups("engine") for word, line in said(tree(module))]
    assert [f"{module}: {word!r}, line {line}" for module, word, line in told if number.fullmatch(word)] == []


def looked_into(module: str) -> Iterator[ast.Tuple | ast.List]:
    """The tuples and lists in which a module looks for something, written where it does."""
    for node in ast.walk(tree(module)):
        for op, where in (
            zip(node.ops, node.comparators, strict=True) if isinstance(node, ast.Compare) else ()
        ):
            if isinstance(op, (ast.In, ast.NotIn)) and isinstance(where, (ast.Tuple, ast.List)):
                yield where


def test_what_is_compiled_names_the_tuples_it_looks_into() -> None:
    """The compiler refuses `x in (*A, "b")`: such a tuple has a name (CONTRIBUTING.md, 8)."""
    wrong = [
        (module, where.lineno)
        for module in of_groups("engine", "games")
        for where in looked_into(module)
        if any(isinstance(one, ast.Starred) for one in where.elts)
    ]
    assert wrong == []


def endless(code: ast.AST) -> Iterator[ast.GeneratorExp]:
    """The generator expressions that go through `count`, `cycle` or a `repeat` without a number."""
    for node in ast.walk(code):
        if isinstance(node, ast.GeneratorExp) and any(goes_on(one.iter) for one in node.generators):
            yield node


def goes_on(what: ast.expr) -> bool:
    """Is it a call of one of those that never end?"""
    if not (isinstance(what, ast.Call) and isinstance(what.func, ast.Name)):
        return False
    return what.func.id in ("count", "cycle") or (what.func.id == "repeat" and len(what.args) < 2)


def test_what_is_compiled_has_no_generator_without_end() -> None:
    """The compiler makes a list of what a generator expression gives."""
    assert [(one, node.lineno) for one in of_groups("engine", "games") for node in endless(tree(one))] == []
    assert len([*endless(ast.parse("next(one for one in count() if fits(one))"))]) == 1


# --- small files, honest names -------------------------------------------------------------------
def test_files_are_small_and_named_for_what_they_do() -> None:
    """A file that everybody must edit is one that nobody reads; one that is short again is off the list."""
    lines = {str(one.relative_to(PACKAGE)): len(one.read_text("utf-8").splitlines()) for one in MODULES}
    long = {name: number for name, number in lines.items() if number > LONG}
    assert long.keys() == TOO_LONG.keys(), long
    vague = ("util", "helper", "manager", "misc", "common")
    assert [path for path in MODULES if any(word in path.stem for word in vague)] == []


def test_the_public_face_is_what_it_says() -> None:
    """`__all__` names what can be imported, each from the module that defines it."""
    import judge

    for name in judge.__all__:
        found = getattr(judge, name)
        assert found.__module__ == judge._HOMES[name], name


BUILD = """
import sys

class Barred:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {barred!r}:
            raise ImportError(f"no wheel is built with {{name}}")

sys.meta_path.insert(0, Barred())
from judge.speech.parity import check_languages
from judge.rulebook.checked import keep_shipped
assert check_languages() == []
"""


def test_a_wheel_is_built_with_what_its_hook_asks_for() -> None:
    """hatch_build.py runs where nothing else is installed: not even what judge needs besides."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["dependencies"]
    needed = {re.split(r"[^\w-]", one)[0] for one in project["project"]["dependencies"]}
    barred = {one.replace("-", "_") for one in needed - {re.split(r"[^\w-]", one)[0] for one in hook}}
    assert "tomli_w" in barred
    run = [sys.executable, "-c", BUILD.format(barred=barred)]
    done = subprocess.run(run, cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
