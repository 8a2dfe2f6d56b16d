"""Rulings with real cards whose sentences somebody has read by hand (known.toml), or the rows:
what happens was taken from the print and the rulebook. Where nobody has the card data they are skipped.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.cards.imports import read_source
from judge.cards.storage import write
from judge.fixture.load import load_fixture
from judge.play.ruling import run

DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data" / "dbs"
real = pytest.mark.skipif(not DATA.is_dir(), reason="no card data here")


class Case(NamedTuple):
    """A card, a board with it as `k`, what is done, and what comes of it."""

    number: str
    told: str
    board: str
    script: list[str]
    expect: str
    cards: str = ""


CASES = [
    Case(
        "BT1-001", "the attacking card has 15000 power: a card is drawn, once per turn",
        'A = { leader = "k", battle = ["x", "y"] }', ["A: attack x lb", "A: attack y lb"], "A.hand = 1",
        "x = { power = 15000 }\ny = { power = 15000 }",
    ),
    Case(
        "BT1-001", "the attacking card has 10000 power: none is drawn",
        'A = { leader = "k", battle = ["x"] }', ["A: attack x lb"], "A.hand = 0", "x = { power = 10000 }",
    ),
    Case(
        "BT1-001", "the back pays a card of the hand, and a Battle Card deals two damage (10-7)",
        'A = { leader = { card = "k", face = "back" }, battle = ["x"], hand = ["h"] }\nB = { life = 6 }',
        ["A: activate k", "A: choose x", "A: attack x lb"], 'A.drop = ["h"]\nB.life = 4',
        "x = { power = 10000 }\nh = {}",
    ),
    Case(
        "BT1-002", "the back attacks a Battle Card: 15000 and 5000 more beat 20000 (7-4-1-4)",
        'A = { leader = { card = "k", face = "back" } }\nB = { battle = [{ card = "d", mode = "inertie" }] }',
        ["A: attack k d"], 'A.hand = 1\nB.drop = ["d"]', "d = { power = 20000 }",
    ),
    Case(
        "BT1-002", "the back attacks a Leader: no 5000 more",
        'A = { leader = { card = "k", face = "back" } }', ["A: attack k lb"], "A.hand = 1\nk.power = 15000",
    ),
    Case(
        "BT1-003", "the back negates a [Blocker] for a red card: the attack is on the Leader (10-4-2)",
        'A = { leader = { card = "k", face = "back" }, battle = ["x"], hand = ["r"] }\n'
        'B = { battle = ["b"], life = 5 }',
        ["A: attack x lb", "B: pay", "A: yes", "A: choose r"], 'A.drop = ["r"]\nB.life = 4\nB.battle = ["b"]',
        'x = { power = 15000 }\nr = { color = "red" }\nb = { power = 20000, bloqueur = true }',
    ),
    Case(
        "BT1-030", "1000 power for each of three energy",
        'A = { leader = "k", energy = 3 }', ["A: attack k lb"], "k.power = 13000",
    ),
    Case(
        "BT1-057", "each player puts a card of the hand into the Drop Area",
        'A = { leader = "k", hand = ["h"] }\nB = { hand = ["g"] }', ["A: attack k lb"],
        'A.drop = ["h"]\nB.drop = ["g"]', "h = {}\ng = {}",
    ),
    Case(
        "BT2-001", "the top card is red: 5000 power more",
        'A = { leader = "k", deck = ["r", 20] }', ["A: attack k lb", "A: number 1"],
        'k.power = 15000\nA.drop = ["r"]', 'r = { color = "red" }',
    ),
    Case(
        "BT2-001", "the top card is green: no more",
        'A = { leader = "k", deck = ["r", 20] }', ["A: attack k lb", "A: number 1"],
        'k.power = 10000\nA.drop = ["r"]', 'r = { color = "green" }',
    ),
    Case(
        "BT2-070", "a card of the hand costs one less: three with two energy (2-11-1)",
        'A = { leader = "k", hand = ["x"], energy = 2 }', ["A: play x"], 'A.battle = ["x"]',
        'x = { power = 10000, cost = 3, character = "Android 17" }',
    ),
    Case(
        "BT2-101", "of two cards one is of the Frieza Clan",
        'A = { leader = "k", deck = ["x", "f", 20] }', ["A: activate k", "A: number 2"],
        'k.power = 15000\nA.drop.count = 2', 'x = {}\nf = { origin = "Frieza Clan" }',
    ),
    Case(
        "BT2-101", "the one card is not: no power",
        'A = { leader = "k", deck = ["x", "f", 20] }', ["A: activate k", "A: number 1"],
        'k.power = 10000\nA.drop = ["x"]', 'x = {}\nf = { origin = "Frieza Clan" }',
    ),
    Case(
        "BT3-001", "a Battle Card of 15000 is played: it comes to 20000, and a card is drawn",
        'A = { leader = "k", hand = ["x"] }', ["A: play x"], "x.power = 20000\nA.hand = 1",
        "x = { power = 15000, cost = 0 }",
    ),
    Case(
        "BT3-001", "one of 10000 comes to 15000, and none is drawn",
        'A = { leader = "k", hand = ["x"] }', ["A: play x"], "x.power = 15000\nA.hand = 0",
        "x = { power = 10000, cost = 0 }",
    ),
    Case(
        "SD3-01", "three black cards: [Critical], and no power",
        'A = { leader = "k", deck = ["x*3", 20] }\nB = { life = 5 }', ["A: activate k", "A: attack k lb"],
        "k.power = 10000\nB.drop.count = 1\nB.life = 4", 'x = { color = "black" }',
    ),
    Case(
        "BT4-098", "all three are black: a card is drawn",
        'A = { leader = "k", deck = ["x*3", 20] }', ["A: attack k lb"], "A.hand = 1\nA.drop.count = 3",
        'x = { color = "black" }',
    ),
    Case(
        "BT4-098", "one of the three is not",
        'A = { leader = "k", deck = ["x*2", "y", 20] }', ["A: attack k lb"], "A.hand = 0\nA.drop.count = 3",
        'x = { color = "black" }\ny = { color = "red" }',
    ),
    Case(
        "BT5-054", "the back leaves an opponent with eleven cards nine of them, of the opponent's choice",
        'A = { leader = { card = "k", face = "back" } }\nB = { hand = ["h", "g", "f*9"] }',
        ["A: activate k", "B: choose h g"], 'B.drop.count = 2\nB.hand.count = 9', "h = {}\ng = {}\nf = {}",
    ),
    Case(
        "BT7-001", "[Burst 2] and a card of the life: one damage to an opponent with five",
        'A = { leader = "k", deck = 20, life = 6 }\nB = { life = 5 }', ["A: activate k"],
        "A.life = 5\nA.hand = 1\nA.drop.count = 2\nB.life = 4\nB.hand = 1",
    ),
    Case(
        "BT7-001", "none to one with four",
        'A = { leader = "k", deck = 20, life = 6 }\nB = { life = 4 }', ["A: activate k"],
        "A.life = 5\nB.life = 4",
    ),
    Case(
        "SD8-01", "the back KOs one card of each player",
        'A = { leader = { card = "k", face = "back" }, battle = ["x"] }\nB = { battle = ["y"] }',
        ["A: activate k"], 'A.drop = ["x"]\nB.drop = ["y"]', "x = {}\ny = {}",
    ),
    Case(
        "TB1-001", "a Saiyan of Universe 7 attacks: a card is drawn",
        'A = { leader = "k", battle = ["x"] }', ["A: attack x lb"], "A.hand = 1",
        'x = { power = 5000, origin = ["Saiyan", "Universe 7"] }',
    ),
    Case(
        "TB1-001", "a Saiyan of no such universe does: none",
        'A = { leader = "k", battle = ["x"] }', ["A: attack x lb"], "A.hand = 0",
        'x = { power = 5000, origin = ["Saiyan"] }',
    ),
    Case(
        "BT1-107", "the card that is played hears nothing: its skills are negated before (8-3-2)",
        'A = { hand = ["x"] }\nB = { leader = "b", hand = ["k"], energy = ["yellow"] }',
        ["A: play x", "B: counter k"], "A.hand = 0\nA.battle.count = 1",
        'x = { power = 5000, cost = 0, auto = { on = "play", do = [{ draw = 1 }] } }\n'
        "b = { type = \"leader\", power = 10000, origin = \"Frieza's Army\" }",
    ),
    Case(
        "BT1-110", "the card comes in Rest Mode",
        'A = { hand = ["x"] }\nB = { hand = ["k"], energy = ["yellow"] }', ["A: play x", "B: counter k"],
        'x.mode = "inertie"', "x = { power = 5000, cost = 0 }",
    ),
    Case(
        "BT3-015", "nothing is paid where only the opponent has a Battle Card",
        'A = { hand = ["k"], energy = 0 }\nB = { battle = ["x"] }', ["A: play k"], 'A.battle = ["k"]',
        "x = {}",
    ),
    Case(
        "BT3-015", "with one of one's own it has to be paid",
        'A = { hand = ["k"], energy = 0, battle = ["y"] }\nB = { battle = ["x"] }',
        ["A: not play k by 6-3-1-2-1-1"],
        'A.hand = ["k"]', "x = {}\ny = {}",
    ),
    Case(
        "BT3-073", "the card that the opponent put away costs four: one is drawn",
        'A = { hand = ["k"], energy = ["green*4"] }\nB = { hand = ["x"] }', ["A: play k"],
        'A.hand = 1\nB.drop = ["x"]', "x = { cost = 4 }",
    ),
    Case(
        "BT3-073", "it costs three: none",
        'A = { hand = ["k"], energy = ["green*4"] }\nB = { hand = ["x"] }', ["A: play k"],
        'A.hand = 0\nB.drop = ["x"]', "x = { cost = 3 }",
    ),
    Case(
        "BT1-041", "the opponent does not put two cards away: all Battle Cards and energy go",
        'A = { battle = ["k"] }\nB = { hand = ["h", "g"], battle = ["x"], energy = 2 }',
        ["A: attack k lb", "B: no"], "B.battle = []\nB.energy.count = 0\nB.drop.count = 3",
        "x = {}\nh = {}\ng = {}",
    ),
    Case(
        "BT1-041", "the opponent does: they stay",
        'A = { battle = ["k"] }\nB = { hand = ["h", "g"], battle = ["x"], energy = 2 }',
        ["A: attack k lb", "B: yes"], 'B.battle = ["x"]\nB.energy.count = 2\nB.drop.count = 2',
        "x = {}\nh = {}\ng = {}",
    ),
    Case(
        "TB1-035", "in Rest Mode it alone can be attacked by Battle Cards; a Leader attacks whom it likes",
        'A = { battle = ["x"] }\nB = { battle = [{ card = "k", mode = "inertie" }] }',
        ["A: not attack x lb by 1-3-3", "A: can attack x k", "A: attack la lb"], "B.hand = 1",
        "x = { power = 5000 }",
    ),
    Case(
        "BT1-042", "with five energy a Battle Card of the opponent is KO'd",
        'A = { hand = ["k"], energy = ["blue*5"] }\nB = { battle = ["x"] }', ["A: play k", "A: choose x"],
        'B.drop = ["x"]', "x = {}",
    ),
    Case(
        "BT1-042", "with four none is",
        'A = { hand = ["k"], energy = ["blue*4"] }\nB = { battle = ["x"] }', ["A: play k"],
        'B.battle = ["x"]', "x = {}",
    ),
]  # fmt: skip


@real
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.number} {case.told}")
def test_a_real_card_does_it(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of what it uses is unread, and all facts hold."""
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "cards.sqlite"))
    monkeypatch.chdir(tmp_path)
    for name in ("cards-2021-04.csv", "dbs-texts-2021-04.csv"):
        with (DATA / name).open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["number"] == case.number]
        with Path(name).open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, [*rows[0]])
            table.writeheader()
            table.writerows(rows)
        write(str(tmp_path / "cards.sqlite"), [read_source(name, "dbs")])
    script = ", ".join(f'"{one}"' for one in case.script)
    text = f'game = "dbs"\ntitle = "One card"\nscript = [{script}]\n{case.board}\n[cards]\n'
    text += f'k = "{case.number}"\n{case.cards}\n[expect]\n{case.expect}\n'
    Path("one.toml").write_text(text, encoding="utf-8")
    ruling = run(load_fixture("one.toml"))
    assert ruling.verdict == "holds", [str(one) for one in ruling.claims]
