"""What a rulebook does not say does not happen: behaviours of one book's articles are switched on by its
tables.

Lanterns (tests/toy) has none of them. Each is tried there twice: as the book is, and with the line that says
it.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playing import MODULES

from judge.errors import BadInput
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.text import render

HOME = Path(__file__).parent.parent
TOY = HOME / "tests" / "toy" / "rulebook"


class Unspoken(NamedTuple):
    """A behaviour: the key that switches it on and its table,
    and a board whose facts hold only without it.
    """

    key: str
    table: str
    line: str
    fixture: str


BOARD = """
game = "lanterns"
title = "Nothing of the kind happens here"
articles = []
A = {{ row = ["torch", "lamp"]{more} }}
B = {{ row = ["coal"]{theirs} }}
script = [{script}]
[cards]
torch = {{ glow = 5, auto = {{ on = "challenge", do = {do} }} }}
lamp = {{ glow = 1{lamp} }}
coal = {{ glow = 9, hue = "red" }}
wisp = {{ glow = 1 }}
spark = {{ type = "spark", counter = {{ against = "duel", do = [{{ light = 1 }}] }} }}
[expect]
{expect}
"""


def board(
    do: str,
    expect: str,
    script: str = '"A: duel torch B.coal"',
    more: str = "",
    theirs: str = "",
    lamp: str = "",
) -> str:
    """A duel in which the challenger's ability does something."""
    return BOARD.format(do=do, expect=expect, script=script, more=more, theirs=theirs, lamp=lamp)


NEIGHBOURS = '{ zone = "row", of = "me", not = "self" }'
UNSPOKEN = [
    Unspoken(
        "excluded",
        "cites",
        'excluded = "constant.always"',
        board(
            f'[{{ mark = {NEIGHBOURS}, state = "dim" }}, {{ mark = {NEIGHBOURS}, state = "lit" }}]',
            "lamp = { glow = 4 }",
            lamp=', static = { add = 3, of = { zone = "row", of = "me", state = "lit" } }',
        ),
    ),
    Unspoken(
        "open-effects",
        "param",
        "open-effects = true",
        board(
            '[{ add = 2, of = { zone = "row", of = "me" }, until = "turn" }]',
            "wisp = { glow = 1 }\nlamp = { glow = 3 }",
            script='"A: duel torch B.coal", "A: light wisp"',
            more=', hand = ["wisp"]',
        ),
    ),
    Unspoken(
        "late",
        "cites",
        'late = "constant.always"',
        board(
            '[{ impose = { static = { add = 2, of = { zone = "row", of = "me" } } }, until = "turn" }]',
            "wisp = { glow = 3 }\nlamp = { glow = 3 }",
            script='"A: duel torch B.coal", "A: light wisp"',
            more=', hand = ["wisp"]',
        ),
    ),
    Unspoken(
        "depends",
        "cites",
        'depends = "constant.always"',
        board(
            f'[{{ add = 1, of = {NEIGHBOURS}, until = "turn" }}]',
            "lamp = { glow = 2 }",
            lamp=', static = { add = 3, of = { zone = "row", of = "me", min = { glow = 2 } } }',
        ),
    ),
    Unspoken(
        "look-back",
        "cites",
        'look-back = "zone.pile"',
        board(
            '[{ look = { zone = "pile", top = 2 } }]',
            'next = "A"\nA.pile = { count = 4, top = ["wisp"] }',
            more=', pile = ["wisp", 3]',
        ),
    ),
    Unspoken(
        "in-part",
        "cites",
        'in-part = "choose.all"',
        board(
            '[{ may = "try", do = [{ choose = "t", from = { zone = "hand", of = "opponent" } }, { snuff = '
            '"$t" }, { light = 1 }] }]',
            'next = "A"\noptions = ["duel lamp coal", "end"]\nA.light = 5',
        ),
    ),
    Unspoken(
        "number",
        "cites",
        'number = "choose.all"',
        board(
            '[{ number = "n" }, { light = "$n" }]',
            "A.light = 5",
            script='"A: duel torch B.coal", "A: number 0"',
        ),
    ),
    Unspoken(
        "choose-hidden",
        "cites",
        'choose-hidden = "choose.all"',
        board(
            '[{ choose = "t", from = { zone = "hand", type = "lantern" } }, { snuff = "$t" }]',
            'wisp = "ash"',
            more=', hand = ["wisp", "spark"]',
        ),
    ),
    Unspoken(
        "unsaid_zone",
        "",
        '[unsaid_zone]\ntype = "spark"\nzone = "row"\nrule = "zone.row"\n',
        board(
            "[{ light = 0 }]",
            "A.light = 6",
            script='"A: duel torch B.coal", "B: answer spark", "A: resolve lamp"',
            theirs=', hand = ["spark"]',
            lamp=', auto = { on = { reveal = { of = "any", type = "spark" } }, do = [{ light = 1 }] }',
        ),
    ),
]


def held(tmp_path: Path, text: str, rulebook: Path) -> bool:
    """Do the facts of a fixture hold under a rulebook? A script that does not fit does not hold either."""
    path = tmp_path / "unspoken.toml"
    path.write_text(text, encoding="utf-8")
    try:
        found = run(load_fixture(path, str(rulebook), modules=MODULES))
    except BadInput:
        return False
    print(render(found, all=True))
    return found.verdict == "holds"


def saying(tmp_path: Path, one: Unspoken) -> Path:
    """The rulebook of the toy game with a line more."""
    folder = tmp_path / one.key
    shutil.copytree(TOY, folder)
    path = folder / "rulebook.toml"
    text = path.read_text(encoding="utf-8")
    head = f"[{one.table}]\n"
    path.write_text(
        text.replace(head, head + one.line + "\n", 1) if one.table else f"{text}\n{one.line}",
        encoding="utf-8",
    )
    return folder


@pytest.mark.parametrize("one", UNSPOKEN, ids=[one.key for one in UNSPOKEN])
def test_nothing_of_the_kind_happens(tmp_path: Path, one: Unspoken) -> None:
    """A game whose book does not say it plays without it."""
    assert held(tmp_path, one.fixture, TOY)


@pytest.mark.parametrize("one", UNSPOKEN, ids=[one.key for one in UNSPOKEN])
def test_a_line_of_the_book_switches_it_on(tmp_path: Path, one: Unspoken) -> None:
    """The same board goes otherwise as soon as the book says it."""
    assert not held(tmp_path, one.fixture, saying(tmp_path, one))


# Tried in tests/engine/test_loops.py; told, and nothing else, four times; tried in the rulings of dbs that
# cite 8-6-5-2 and of ygo, whose book does not say it; tried in the rulings of dbs that cite 3-1-4.
ELSEWHERE = frozenset(
    ("loop-one", "too-late", "same-state", "once-apart", "to-owner", "silent-origin", "new-object")
)


def switches() -> Iterator[str]:
    """The articles that the engine asks for before it does something: `"…" in cites`."""
    for path in sorted((HOME / "judge" / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Compare)
                and isinstance(node.ops[0], ast.In)
                and isinstance(node.left, ast.Constant)
            ):
                table = ast.unparse(node.comparators[0])
                if table.endswith("cites") and not table.startswith(
                    "row."
                ):  # rows are windows, data themselves
                    yield str(node.left.value)


def test_every_switch_is_tried() -> None:
    """A new one needs its line in the table above."""
    assert set(switches()) - ELSEWHERE <= {one.key for one in UNSPOKEN}
