"""Fixtures whose cards stand in files of cards or in the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.cards.imports import read_source
from judge.cards.storage import write
from judge.errors import BadInput, NotImplementedYet
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.fixtures import pause_text

MINE = """
game = "dbs"
[cards."BT9-010"]
name = "Raider"
type = "carte combat"
color = "rouge"
power = 15000
text = "[Auto] When this card attacks, draw 1 card."
auto = { on = "attack", do = [{ draw = 1 }] }
[cards."BT9-011"]
name = "Maker"
power = 5000
auto = { on = { play = "self" }, do = [{ create = "BT9-T01" }] }
[cards."BT9-T01"]
name = "Saiyan Token"
power = 5000
token = true
[cards."BT9-012"]
name = "Raider"
power = 20000
"""

CASE = """
game = "dbs"
title = "An attack with a card of the club"
library = ["../cards/mine.toml"]
at = "6-3-1-2"
script = [{script}]
A = {{ battle = {battle}, deck = 5{more} }}
[cards]
{cards}
[expect]
{expect}
"""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of cards, in which judge runs; nobody has a catalogue."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "rulings").mkdir()
    (tmp_path / "cards" / "mine.toml").write_text(MINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "none.sqlite"))
    return tmp_path


def case(
    club: Path, cards: str, script: str = '"A: attack r B.leader"', battle: str = '["r"]', more: str = "",
    expect: str = "A.hand = 1", text: str = CASE,
) -> Path:  # fmt: skip
    """A ruling of the club."""
    path = club / "rulings" / "case.toml"
    path.write_text(
        text.format(cards=cards, script=script, battle=battle, more=more, expect=expect), encoding="utf-8"
    )
    return path


def holds(path: Path) -> bool:
    """Whether what a ruling expects is so."""
    return run(load_fixture(path)).verdict == "holds"


def told(path: Path) -> list[str]:
    """Every problem of a ruling."""
    with pytest.raises(BadInput) as caught:
        load_fixture("rulings/" + path.name)
    return [one.text() for one in caught.value.problems]


def test_a_card_is_taken_by_number(club: Path) -> None:
    """Its values, in the spelling of files, and its abilities: the auto draws."""
    assert holds(case(club, 'r = "BT9-010"'))
    path = case(club, 'r = "bt9-10"', expect='r.power = 15000\nr.color = "red"')  # another spelling of it
    assert holds(path)


def test_a_card_is_taken_by_name(club: Path) -> None:
    """A name that one card has; of two, the numbers are told."""
    path = case(club, 'r = { card = "maker" }', expect="r.power = 5000")
    assert holds(path)
    (problem,) = told(case(club, 'r = "Raider"', script=""))
    assert "several cards are called 'Raider' (expected one of BT9-010, BT9-012" in problem


def test_accents_of_the_file_may_be_apart_from_their_letters(club: Path) -> None:
    """It is written by another program than the fixture."""
    cards = (club / "cards" / "mine.toml").read_text(encoding="utf-8")
    (club / "cards" / "mine.toml").write_text(cards.replace('"Maker"', '"Me\u0301ker"'), encoding="utf-8")
    assert holds(case(club, 'r = "Méker"', expect='r.name = "Méker"'))


def test_what_the_fixture_adds(club: Path) -> None:
    """An ability that the file does not write; what it says already is not written twice."""
    more = 'r = { card = "BT9-012", auto = { on = "attack", do = [{ draw = 2 }] } }'
    assert holds(case(club, more, expect="A.hand = 2"))
    problems = told(
        case(club, 'r = { card = "BT9-010", power = 1, auto = { on = "attack", do = [{ draw = 1 }] } }')
    )
    assert any("case.toml:9:25: power is what BT9-010 says already" in one for one in problems)
    assert any("case.toml:9:36: auto is what BT9-010 says already" in one for one in problems)


def test_cards_of_the_file_are_there_by_number(club: Path) -> None:
    """On a board, and where an ability of one of them names another: a token."""
    path = case(club, "", script='"A: play BT9-011"', battle="[]", more=', hand = ["BT9-011"]',
                expect='A.battle = ["BT9-011", "BT9-T01"]')  # fmt: skip
    assert holds(path)


def test_a_slip_in_the_file_of_cards_is_placed_there(club: Path) -> None:
    """Where it stands, once a ruling takes the card; nobody minds it before."""
    file = club / "cards" / "mine.toml"
    file.write_text(MINE.replace("create = ", "creat = "), encoding="utf-8")
    assert holds(case(club, 'r = "BT9-010"'))
    (problem,) = told(case(club, 'r = "BT9-011"', script=""))
    assert problem.endswith(
        "mine.toml:13:42: no instruction is called 'creat' (found creat; did you mean create?)"
    )


def test_a_file_with_a_slip_of_its_own(club: Path) -> None:
    """An attribute that there is not, before any card is taken."""
    (club / "cards" / "mine.toml").write_text(
        MINE.replace("power = 5000", "powr = 5000", 1), encoding="utf-8"
    )
    problems = told(case(club, 'r = "BT9-010"'))
    assert any("mine.toml:12:1: dbs cards have no 'powr'" in one and "power" in one for one in problems)


def test_a_fixture_reads_nothing_else(club: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No file outside its folder and the one where judge runs, not through a link; only files of cards."""
    outside = tmp_path_factory.mktemp("outside") / "theirs.toml"
    outside.write_text(MINE, encoding="utf-8")
    (club / "cards" / "link.toml").symlink_to(outside)
    (club / "cards" / "mine.txt").write_text(MINE, encoding="utf-8")
    for named, why in (
        (str(outside), "only from near it"), ("../../../../../../../../etc/hosts.toml", "only from near it"),
        ("../cards/link.toml", "only from near it"), ("../cards/mine.txt", "no file of cards"),
        ("../cards/none.toml", "no such file"),
    ):  # fmt: skip
        problems = told(case(club, 'r = "BT9-010"', text=CASE.replace("../cards/mine.toml", named)))
        assert any(why in one for one in problems), (named, problems)


def test_cards_of_another_game(club: Path) -> None:
    """The file says which game it is of."""
    (club / "cards" / "mine.toml").write_text(MINE.replace('"dbs"', '"ygo"', 1), encoding="utf-8")
    assert any("the file is of ygo, not of dbs" in one for one in told(case(club, 'r = "BT9-010"')))


def test_an_unknown_card(club: Path) -> None:
    """Where it could be, and the nearest."""
    (problem,) = told(case(club, 'r = "Makr"', script=""))
    assert "no card 'Makr' is known" in problem
    assert "judge cards import" in problem
    assert "did you mean Maker?" in problem


CATALOGUE = """
game = "ygo"
[cards.10]
name = "Dragon"
type = "Effect Monster"
level = 4
atk = "?"
def = 1000
[cards.11]
name = "Soldier"
type = "Normal Monster"
level = 4
atk = 1500
def = 1000
[cards.12]
name = "Arrow"
kind = ["monster", "link", "effect"]
atk = 1000
"""

DUEL = """
game = "ygo"
title = "A monster from the catalogue"
at = "main1"
script = []
A = {{ monster = ["m"] }}
[cards]
{cards}
[expect]
{expect}
"""


@pytest.fixture
def catalogue(club: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same club with a catalogue."""
    file = club / "ygo.toml"
    file.write_text(CATALOGUE, encoding="utf-8")
    base = club / "cards.sqlite"
    write(str(base), [read_source(str(file), "ygo")])
    monkeypatch.setenv("JUDGE_CARDS", str(base))
    return club


def test_the_catalogue_is_looked_in_last(catalogue: Path) -> None:
    """By name or number, with type and kind as play has them."""
    path = case(catalogue, 'm = "Soldier"', text=DUEL, expect='m.atk = 1500\nm.kind = "normal"')
    assert holds(path)
    assert holds(case(catalogue, 'm = "11"', text=DUEL, expect="m.def = 1000"))


def test_what_data_do_not_say_is_asked_for(catalogue: Path) -> None:
    """An ATK of "?", and kinds of cards that the rulebook does not play."""
    assert any("10 prints ? as its atk" in one for one in told(case(catalogue, 'm = "Dragon"', text=DUEL)))
    path = case(
        catalogue, 'm = { card = "Dragon", atk = 0, sentence = "nothing" }', text=DUEL, expect="m.def = 1000"
    )
    assert holds(path)
    assert any("link" in one for one in told(case(catalogue, 'm = "Arrow"', text=DUEL)))


KEYWORDS = """
game = "dbs"
[cards."BT9-020"]
name = "Wall"
keywords = ["{word}"]
power = 5000
"""


@pytest.mark.parametrize(
    ("word", "expected"),
    [("bloqueur", "holds"), ("double frappe", "holds"), ("evolution", "of which its data do not say all"),
     ("frobnicate", "which is not played")],
)  # fmt: skip
def test_keywords_of_card_data(club: Path, word: str, expected: str) -> None:
    """One that needs nothing is there; one that needs more is asked for; an unknown one is told."""
    (club / "cards" / "mine.toml").write_text(KEYWORDS.format(word=word), encoding="utf-8")
    path = case(club, 'r = "BT9-020"', script="", expect="r.power = 5000")
    if expected == "holds":
        assert holds(path)
        return
    try:
        assert any(expected in one for one in told(path))
    except NotImplementedYet as error:
        pytest.fail(str(error))


def test_the_example_of_the_document_holds(club: Path) -> None:
    """The file of cards and the ruling of docs/fixtures.md."""
    text = (Path(__file__).parent.parent / "docs" / "fixtures.md").read_text(encoding="utf-8")
    for block in re.findall(r"```toml\n(# .+?)```", text, re.S):
        path = club / block.split("\n")[0].removeprefix("# ")
        path.write_text(block, encoding="utf-8")
    assert holds(club / "rulings" / "raid.toml")


def test_a_saved_pause_needs_no_library(club: Path) -> None:
    """It has its cards whole."""
    ruling = run(load_fixture(case(club, 'r = "BT9-010"', script="", expect="r.power = 15000")))
    (club / "pause.toml").write_text(pause_text(ruling), encoding="utf-8")
    (club / "cards" / "mine.toml").unlink()
    saved = load_fixture(club / "pause.toml")
    assert saved.model.cards["r"]["power"] == 15000
