"""Cards that are played without their text, and cards that boards name as the catalogue calls them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from judge.cards.imports import read_source
from judge.cards.storage import write
from judge.cli.app import app
from judge.errors import BadInput
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.pytest_plugin import told
from judge.render.fixtures import pause_text
from judge.suite.cache import Cache
from judge.suite.examined import Examined, examine_one
from judge.suite.found import Found
from judge.suite.played import Playing

YGO = """
game = "ygo"
[cards.11]
name = "Soldier"
type = "Normal Monster"
level = 4
atk = 1500
def = 1000
text = "He has fought in many wars."
[cards.12]
name = "Golem of Foam"
type = "Effect Monster"
level = 3
atk = 300
def = 500
text = "No battle breaks the foam."
[cards.13]
name = "Silent"
type = "Effect Monster"
level = 4
atk = 1800
def = 0
text = ""
[cards.14]
name = "Unheard"
type = "Effect Monster"
level = 4
atk = 1800
def = 0
[cards.15]
name = "Peace"
type = "spell"
kind = ["continuous"]
text = "Strong monsters cannot attack."
[cards.16]
name = "Swinger"
type = "monster"
kind = ["normal", "pendulum"]
level = 4
atk = 1000
def = 1000
scale = 5
text = "Pendulum: it draws. Flavour: it sways."
"""
DBS = """
game = "dbs"
[cards."BT9-001"]
name = "Cabin"
type = "battle"
power = 15000
text = "[Auto] When it attacks, it gains [Double Strike]."
[cards."BT9-002"]
name = "Wall"
type = "battle"
power = 5000
keywords = ["blocker"]
text = "[Blocker] (It may step in.)"
[cards."BT9-003"]
name = "Cabin"
type = "battle"
power = 5000
[cards."BT9-T01"]
name = "Small Token"
type = "token"
power = 5000
text = "[Auto] When it comes, draw."
"""
OTHERS = {
    "postures": 'game = "postures"\n[cards.Ox]\ntype = "creature"\ntext = "It tramples."\n',
    "tdg": 'game = "tdg"\n[cards.Ox]\ntype = "support"\ntext = "It tramples."\n',
    "victory-spark": 'game = "victory-spark"\n[cards.Ox]\ntype = "chara"\ntext = "It tramples."\n',
}
DUEL = """
game = "ygo"
title = "An attack on a card of the catalogue"
at = {{ step = "battle-step.declare", procedure = "battle-phase" }}
script = ["A: attack big golem"]
A = {{ monster = ["big"] }}
B = {{ monster = ["golem"]{more} }}
[cards]
big = {{ level = 4, atk = 2000, def = 0 }}
golem = {golem}
{cards}
[expect]
golem = {expect}
"""
GRAVE, THERE = '"B.graveyard"', '"B.monster"'
SILENT = '{ card = "Golem of Foam", sentence = "nothing" }'
TOLD = "golem (Golem of Foam) sentence 1: nothing here knows what it does."


class Called(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which judge runs, beside a catalogue with a few cards of two games."""
    base = tmp_path / "home" / "cards.sqlite"
    for name, text in (("ygo", YGO), ("dbs", DBS)):
        (tmp_path / f"{name}.cards.toml").write_text(text, encoding="utf-8")
        write(str(base), [read_source(tmp_path / f"{name}.cards.toml")])
    monkeypatch.setenv("JUDGE_CARDS", str(base))
    (tmp_path / "rulings").mkdir()
    monkeypatch.chdir(tmp_path / "rulings")
    return tmp_path / "rulings"


@pytest.fixture
def judge(folder: Path) -> Callable[..., Called]:
    """The program, in this process."""

    def call(*args: str, typed: str = "") -> Called:
        done = CliRunner().invoke(app, [*args], input=typed, prog_name="judge")
        return Called(done.exit_code, done.stdout, done.stderr)

    return call


def put(text: str, name: str = "case.toml") -> str:
    """A dispute in the folder."""
    Path(name).write_text(text, encoding="utf-8")
    return name


def duel(golem: str = '"Golem of Foam"', expect: str = GRAVE, more: str = "", cards: str = "") -> str:
    """The attack, on a card as it is written, with what is expected of it."""
    return put(DUEL.format(golem=golem, expect=expect, more=more, cards=cards))


def unread(file: str) -> list[str]:
    """The cards of a dispute that are played without their text."""
    return [str(one) for one in load_fixture(file).unread]


def problems(file: str) -> list[str]:
    """What is wrong with a dispute."""
    with pytest.raises(BadInput) as caught:
        load_fixture(file)
    return [one.text() for one in caught.value.problems]


# --- which cards ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("golem", "names"),
    [
        ('"Golem of Foam"', ["golem (Golem of Foam)"]),
        ('"12"', ["golem (Golem of Foam)"]),
        ('{ card = "Golem of Foam" }', ["golem (Golem of Foam)"]),
        ('{ card = "Golem of Foam", static = { add = 100 } }', []),  # what it does is written
        (SILENT, []),
        ('"Soldier"', []),  # a Normal Monster: its text is flavour
        ('"Silent"', []),  # somebody gave its text, and there is none
        ('"Unheard"', ["golem (Unheard)"]),  # nobody gave one
        ('"Swinger"', ["golem (Swinger)"]),  # its other text is no flavour
        ('{ card = "Silent", sentence = "unread" }', ["golem (Silent)"]),  # whoever writes it knows better
        ('{ level = 4, atk = 0, def = 0 }', []),  # a card of the dispute itself
        ('{ level = 4, atk = 0, def = 0, sentence = "unread" }', ["golem"]),
    ],
)  # fmt: skip
def test_a_card_whose_text_nobody_has_written(folder: Path, golem: str, names: list[str]) -> None:
    file = duel(golem)
    assert unread(file) == names
    assert run(load_fixture(file)).verdict == ("undecided" if names else "holds")


@pytest.mark.parametrize(
    ("board", "cards", "names"),
    [
        ("battle = 0", 'c = "BT9-001"', []),  # only listed
        ('battle = ["c"]', 'c = "BT9-001"', ["c (Cabin)"]),
        ("deck = [\"c\", 5]", 'c = "BT9-001"', ["c (Cabin)"]),
        ('battle = [{ card = "d", under = ["c"] }]', 'c = "BT9-001"\nd = { power = 1000 }', ["c (Cabin)"]),
        ('battle = ["c"]', 'c = "BT9-002"', []),  # its keyword is all of its text
        ('battle = ["c"]', 'c = { card = "BT9-002", auto = { on = "attack", do = [{ draw = 1 }] } }', []),
        ('battle = ["c"]', 'c = "BT9-003"', ["c (Cabin)"]),
        (
            'battle = ["c"]',
            'c = { power = 1000, auto = { on = "attack", do = [{ create = "t" }] } }\nt = "BT9-T01"',
            ["t (Small Token)"],  # it may come into being
        ),
        ("battle = 0", 'c = { auto = { on = "attack", do = [{ create = "t" }] } }\nt = "BT9-T01"', []),
        ('battle = ["c", "d"]', 'd = "BT9-003"\nc = "BT9-001"', ["d (Cabin)", "c (Cabin)"]),
    ],
)  # fmt: skip
def test_only_cards_that_take_part(folder: Path, board: str, cards: str, names: list[str]) -> None:
    """They lie somewhere, beneath another too, or a card there may bring them."""
    assert unread(put(f'game = "dbs"\nA = {{ {board} }}\n[cards]\n{cards}\n')) == names


def test_an_unseen_card_that_is_told(folder: Path) -> None:
    script = 'script = ["A: know hand1 = c", "A: pass"]'
    assert unread(put(f'game = "dbs"\n{script}\nA = {{ hand = 1 }}\n[cards]\nc = "BT9-001"\n')) == [
        "c (Cabin)"
    ]


@pytest.mark.parametrize("game", OTHERS)
def test_other_games(folder: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same of each: with a text, silenced, and written."""
    file = folder / f"{game}.cards.toml"
    file.write_text(OTHERS[game], encoding="utf-8")
    write(str(folder / "other.sqlite"), [read_source(file)])
    monkeypatch.setenv("JUDGE_CARDS", str(folder / "other.sqlite"))
    found = []
    for ox in ('"Ox"', '{ card = "Ox", sentence = "nothing" }'):
        found.append(unread(put(f'game = "{game}"\nA = {{ hand = ["ox"] }}\n[cards]\nox = {ox}\n')))
    assert found == [["ox (Ox)"], []]


def test_cards_of_a_file(folder: Path) -> None:
    """One with a text there and no ability is unread; without a text its writer has said all."""
    (folder / "club.toml").write_text(DBS, encoding="utf-8")
    board = 'game = "dbs"\nlibrary = ["club.toml"]\nA = { battle = ["BT9-001", "BT9-002", "BT9-003"] }\n'
    assert unread(put(board)) == ["BT9-001 (Cabin)"]
    silent = DBS.replace("power = 15000", 'power = 15000\nsentence = "nothing"')
    (folder / "club.toml").write_text(silent, encoding="utf-8")
    assert unread(put(board)) == []


def test_what_may_be_said_of_a_text(folder: Path) -> None:
    """Anything else is told at its place, and a back has no text of its own."""
    (problem,) = problems(duel('{ card = "Golem of Foam", sentence = "none" }'))
    assert "case.toml:10:35: " in problem
    assert "expected nothing, unread" in problem
    leader = 'la = { type = "leader", power = 10000, back = { power = 15000, sentence = "nothing" } }'
    assert any(
        "the back of a card has no key 'sentence'" in one
        for one in problems(put(f'game = "dbs"\nA = {{ leader = "la" }}\n[cards]\n{leader}\n'))
    )


# --- what a ruling says -----------------------------------------------------------------------------
@pytest.mark.parametrize("expect", [GRAVE, THERE])
def test_nothing_is_decided(judge: Callable[..., Called], expect: str) -> None:
    """The line below the headline says so; whether or not the facts are met, the exit code is 3."""
    called = judge("run", duel(expect=expect))
    assert called.code == 3
    first, second, *_ = called.out.splitlines()
    assert first.startswith("B loses 1700 LP and is at 6300. golem → B's Graveyard.")
    assert second == f"UNREAD  {TOLD}"
    assert "CHECKED  Undecided while the text of a card is not written." in called.out


def test_what_is_written_is_decided(judge: Callable[..., Called]) -> None:
    """With the abilities, or with the word that there are none, facts are facts again."""
    wall = '{ card = "Golem of Foam", forbid = { on = { destroy = "self", because = "battle" } } }'
    assert judge("run", duel(wall, THERE)).code == 0
    assert judge("run", duel(SILENT, GRAVE)).code == 0
    called = judge("run", duel(SILENT, THERE))
    assert (called.code, "UNREAD" in called.out) == (1, False)


def test_several_cards_and_french(judge: Callable[..., Called]) -> None:
    """In the order of the file, with the names that are printed."""
    file = duel(more=', spell = ["peace"]', cards='peace = "Peace"')
    cards = "golem (Golem of Foam) sentence 1, peace (Peace) sentence 1"
    told = judge("run", file).out.splitlines()
    assert told[1] == f"UNREAD  {cards}: nothing here knows what they do."
    french = judge("run", file, "--lang", "fr").out
    assert french.splitlines()[1].startswith("NON LU  golem (Golem of Foam) phrase 1, peace (Peace) phrase 1")


def test_every_format(judge: Callable[..., Called]) -> None:
    """The page calls itself undecided; JSON names the cards."""
    file = duel()
    document = json.loads(judge("run", file, "--format", "json").out)
    assert document["unread"] == [{"card": "golem", "name": "Golem of Foam", "sentences": ["1"]}]
    assert (document["verdict"], document["page"]["answer"]["kind"]) == ("undecided", "undecided")
    assert document["page"]["answer"]["unread"] == TOLD
    page = judge("run", file, "--format", "html").out
    assert f"<b>UNREAD</b> <bdi>{TOLD}</bdi>" in page
    assert '<strong class="undecided">UNDECIDED</strong>' in page
    markdown = judge("run", file, "--format", "markdown").out.splitlines()
    assert (markdown[0][:2], markdown[1]) == ("**", f"**UNREAD** {TOLD}  ")


def test_an_answer_stands_and_is_undecided(judge: Callable[..., Called]) -> None:
    """What was asked is told as it is played; that it is undecided, too. A refused line is no exception."""
    file = duel()
    text = Path(file).read_text(encoding="utf-8")
    put(text.replace('["A: attack big golem"]', '["A: may attack big golem", "A: attack big golem"]'))
    called = judge("run", file)
    assert called.code == 3
    assert called.out.splitlines()[0].startswith("YES: A may attack golem with big.")
    assert called.out.splitlines()[1] == f"UNREAD  {TOLD}"
    put(text.replace('monster = ["big"]', 'monster = [{ card = "big", position = "defence" }]'))
    called = judge("run", file)
    assert (called.code, called.out[:3]) == (3, "NO:")
    assert called.out.splitlines()[1] == f"UNREAD  {TOLD}"


def test_a_script_that_does_not_fit_is_bad_input(judge: Callable[..., Called]) -> None:
    """That is so whatever the text says; the page up to there names the card."""
    file = duel()
    text = Path(file).read_text(encoding="utf-8")
    put(text.replace('"A: attack big golem"', '"A: attack big golem", "B: choose golem"'))
    called = judge("run", file)
    assert (called.code, f"UNREAD  {TOLD}" in called.out) == (2, True)


@pytest.mark.parametrize(
    "command", [("why", "golem"), ("why-not", "A: attack big golem"), ("explore", "--limit", "30")]
)
def test_questions(judge: Callable[..., Called], command: tuple[str, ...]) -> None:
    """Their answers rest on the same cards."""
    name, *question = command
    called = judge(name, duel(), *question)
    assert (called.code, f"UNREAD  {TOLD}" in called.out) == (3, True)
    called = judge(name, duel(), *question, "--format", "json")
    assert (called.code, "Golem of Foam" in called.out) == (3, True)
    called = judge(name, duel(SILENT), *question)
    assert (called.code, "UNREAD" in called.out) == (0, False)


@pytest.mark.parametrize("seat", ["A", "B"])
@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_a_player_is_told_nothing_of_it(judge: Callable[..., Called], seat: str, form: str) -> None:
    """A card in the other hand may be the one: the page is that of a card that does nothing."""
    found = []
    for hidden in ('"Unheard"', '{ card = "Unheard", sentence = "nothing" }'):
        file = duel(SILENT, GRAVE, ', hand = ["h"]', f"h = {hidden}")
        found.append(judge("run", file, "--as", seat, "--format", form))
    assert found[0] == found[1]
    assert found[0].code == 0


def test_a_saved_pause_says_it_again(judge: Callable[..., Called]) -> None:
    """The position goes on without the catalogue, and without the text."""
    Path("pause.toml").write_text(pause_text(run(load_fixture(duel()))), encoding="utf-8")
    called = judge("run", "pause.toml")
    assert (called.code, f"UNREAD  {TOLD}" in called.out) == (3, True)


def test_walking_through_it(judge: Callable[..., Called]) -> None:
    """`judge step` says it before the first line; to a player it does not."""
    assert judge("step", duel(), typed="quit\n").out.splitlines()[1] == f"UNREAD  {TOLD}"
    assert "UNREAD" not in judge("step", duel(), "--as", "A", typed="quit\n").out


def test_a_line_that_was_found_is_a_fixture_of_its_own(judge: Callable[..., Called]) -> None:
    """Its cards are whole there and its boards name them, and what is unread stays so."""
    board = 'game = "dbs"\nA = { battle = ["Small Token", "BT9-002"] }\n'
    called = judge("explore", put(board), "--take", "1", "--save", "found.toml")
    assert called.code == 3
    assert unread("found.toml") == ["small-token (Small Token)"]
    assert load_fixture("found.toml").start.zones == load_fixture("case.toml").start.zones


# --- suites -----------------------------------------------------------------------------------------
@pytest.fixture
def examined(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Examined]:
    """What a suite says of a ruling."""
    monkeypatch.setenv("JUDGE_CACHE", str(folder / ".cache"))
    return lambda file: examine_one(Found("case", file), Cache(Playing()))


def test_a_suite_calls_it_undecided(examined: Callable[[str], Examined]) -> None:
    """Whatever fails in it, and although it says that it is about something undecided."""
    for file in (duel(), duel(expect=THERE), duel(expect=f'{THERE}\nresult = "undecided"')):
        one = examined(file)
        assert (one.status, one.played.failures, one.played.unread) == ("undecided", (), TOLD)


def test_pytest_fails_with_the_same_words(examined: Callable[[str], Examined]) -> None:
    rows = " ".join(told(examined(duel())).split())
    assert rows.startswith("undecided case ")
    assert TOLD in rows


def test_each_format_of_a_suite(judge: Callable[..., Called]) -> None:
    """Text, JUnit, SARIF, Markdown, GitHub and JSON tell the card and what to do."""
    file = duel(expect=THERE)
    for form in ("text", "junit", "sarif", "markdown", "github", "json"):
        called = judge("test", file, "--format", form)
        assert called.code == 3, form
        assert "undecided" in called.out.lower(), form
        assert form == "json" or "Golem of Foam" in called.out, form
        assert "expected B.monster" not in called.out, form
    assert 'sentence = "nothing" where that is nothing' in " ".join(judge("test", file).out.split())


def test_a_name_on_a_board_hangs_on_the_catalogue(examined: Callable[[str], Examined]) -> None:
    """Such a ruling is played anew each time."""
    assert examined(put('game = "dbs"\nA = { battle = ["BT9-002"] }\n')).played.borrows
    assert not examined(put('game = "dbs"\nA = { battle = ["w", "red"] }\n[cards]\nw = {}\n')).played.borrows


def test_the_form(judge: Callable[..., Called]) -> None:
    """`judge new --ask` plays a card of the catalogue as a file of the same words would."""
    board = 'A m big 2000/0 level=4; B m "Golem of Foam"'
    typed = ("A attack big golem-of-foam", "battle", board, "", "")
    called = judge("new", "ygo", "--ask", typed="".join(f"{one}\n" for one in typed))
    assert called.code == 3
    assert "UNREAD  golem-of-foam (Golem of Foam) sentence 1: nothing here knows what it does." in called.out


# --- names of the catalogue on boards ---------------------------------------------------------------
def test_a_board_names_cards_of_the_catalogue(folder: Path) -> None:
    """By number or name, alone, several times, beneath another, under a name of its own."""
    board = """
game = "dbs"
script = ["A: attack Wall B.leader"]
A = { battle = ["Wall", { card = "BT9-002", as = "left", under = ["Small Token"] }], hand = ["BT9-001*2"] }
[expect]
Wall = { zone = "A.battle", mode = "inertie", power = 5000 }
left = { power = 5000, has = "bloqueur", under = ["small-token"] }
A.hand = ["BT9-001", "BT9-0012"]
"""
    ruling = run(load_fixture(put(board)))
    assert [one.path for one in ruling.facts if not one.ok] == []
    assert [str(one) for one in ruling.fixture.unread] == ["small-token (Small Token)", "BT9-001 (Cabin)"]


def test_a_name_in_several_words_is_said_in_one(folder: Path) -> None:
    """In the script and among the facts; copies are counted on from that word."""
    board = """
game = "ygo"
at = { step = "battle-step.declare", procedure = "battle-phase" }
script = ["A: attack Soldier golem-of-foam2"]
A = { monster = ["Soldier"] }
B = { monster = ["Golem of Foam*2"] }
[expect]
golem-of-foam2 = "B.graveyard"
B.monster = ["golem-of-foam"]
"""
    ruling = run(load_fixture(put(board)))
    assert [one.ok for one in ruling.facts] == [True, True]


def test_what_a_fixture_writes_comes_first(folder: Path) -> None:
    """A name under [cards] is that card, and one that would be said alike is asked for."""
    written = 'game = "dbs"\nA = {{ battle = ["{name}"] }}\n[cards]\n{key} = {{ power = 1 }}\n'
    (card,) = load_fixture(put(written.format(name="Wall", key="Wall"))).model.cards.values()
    assert card == {"power": 1}
    (problem,) = problems(put(written.format(name="Small Token", key="small-token")))
    assert "'Small Token' is said as small-token, and that is another card here" in problem


def test_a_name_of_several_cards(folder: Path) -> None:
    (problem,) = problems(put('game = "dbs"\nA = { battle = ["Cabin"] }\nscript = ["A: attack Cabin lb"]\n'))
    assert problem.startswith(
        "case.toml:2:17: several cards are called 'Cabin' (expected one of BT9-001, BT9-003"
    )


def test_a_slip_on_a_board_is_one_of_the_fixture(folder: Path) -> None:
    """A word that no card has is looked for among those of the fixture."""
    (problem,) = problems(put('game = "dbs"\nA = { battle = ["waal"] }\n[cards]\nwaals = {}\n'))
    assert "there is no card 'waal' under [cards]" in problem
    assert "did you mean waals?" in problem


# --- a card that nobody knows -----------------------------------------------------------------------
UNKNOWN = """
game = "ygo"
at = "main1"
script = ["A: activate n", "A: not summon n"]
A = { spell = ["n"], hand = ["m"] }
[cards]
n = { card = "Nosuch", effect = { do = [{ draw = 1 }] } }
m = { level = 4, atk = 0, def = 0, trigger = { on = { summon = "self" }, do = [{ create = "n" }] } }
[expect]
n = { zone = "A.graveyard", atk = 5 }
"""


def test_an_unknown_card_names_the_catalogue(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One problem: where it lies, what it does and what is said of it follow from it."""
    (problem,) = problems(put(UNKNOWN))
    path = folder.parent / "home" / "cards.sqlite"
    assert problem.startswith(
        f"case.toml:7:7: no card 'Nosuch' is known (expected one of the card catalogue {path}, found Nosuch"
    )
    monkeypatch.setenv("JUDGE_CARDS", str(folder / "none.sqlite"))
    (problem,) = problems(put(UNKNOWN))
    assert f"the card catalogue, of which there is none at {folder / 'none.sqlite'}" in problem
    assert "`judge cards import`" in problem


def test_a_catalogue_without_cards_of_the_game(folder: Path) -> None:
    (problem,) = problems(put('game = "tdg"\n[cards]\nn = "Nosuch"\n'))
    assert "cards.sqlite, which has no card of tdg" in problem


def test_several_unknown_cards_and_a_slip_beside_them(folder: Path) -> None:
    """Each is told, and what is wrong with cards that are known; on boards, a name that can be no other."""
    board = 'game = "dbs"\nA = { battle = ["Nosuch Card", "BT9-999", "o"] }\n'
    first, second, third, fourth = problems(put(board + '[cards]\nn = "Wal"\no = { power = "x" }\n'))
    assert first.startswith("case.toml:4:1: no card 'Wal' is known")
    assert "did you mean Wall?" in first
    assert second.startswith("case.toml:2:17: no card 'Nosuch Card' is known")
    assert third.startswith("case.toml:2:32: no card 'BT9-999' is known")
    assert fourth.startswith("case.toml:5:7: power must be a whole number")
