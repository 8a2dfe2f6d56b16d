"""Rulings with cards of a catalogue whose printed texts are read: cards and texts of our own."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

import judge.cards.believed as believing
from judge.cards.card import Card
from judge.cards.imports import read_source
from judge.cards.sentences import Printed, hash_of, read_now
from judge.cards.storage import write
from judge.cards.vocabulary import load_vocabulary
from judge.cli.app import app
from judge.errors import BadInput
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.readings import Figures
from judge.rulebook.shelf import named

HOME = Path(__file__).resolve().parents[1]
DRAWS = "[Auto] When this card attacks, draw 1 card."
SINGS = "[Auto] When this card attacks, you may sing to the moss."
HUMS = "[Auto] When this card attacks, hum a long tune."
WAKES = "[Awaken] When your life is at 3 or less : You may draw 3 cards and flip this card over."
NOON = "[Permanent] You can only use skills at noon."
TABLE = f"""number,name,type,color,power,cost,text,back_name,back_power,back_text
ZZ1-001,Anka of the Moss,BATTLE,Red,15000,1,"{DRAWS}",,,
ZZ1-002,Old Anka,LEADER,Blue,10000,,"{DRAWS}
{WAKES}",Anka Awake,15000,"[Double Strike]
[Auto] When this card attacks, hum."
ZZ1-003,Loud Anka,BATTLE,Red,15000,1,"[Blocker]
{SINGS}",,,
ZZ1-004,Anka at Noon,BATTLE,Red,15000,1,"{DRAWS}
{NOON}",,,
ZZ1-005,"Bee & Anka, Two of a Kind",BATTLE,Red,15000,1,"{DRAWS}",,,
ZZ1-006,Anka of the Moor,BATTLE,Red,15000,1,-,,,
ZZ1-007,"Leaf, the Rare",BATTLE,Red,15000,1,,,,
ZZ1-008,Old Rust,BATTLE,Red,5000,2,"[Evolve] [red_ball][one]: <Anka>
[Critical]",,,
"""
RAID = """
game = "dbs"
title = "A raid"
script = ["A: attack k lb"{more}]
A = {{ battle = ["k"], deck = {deck}, hand = {hand} }}
B = {{ life = 4 }}
[cards]
k = {card}
{cards}
[expect]
{expect}
"""
BY_ONE = "A.hand = 1\nB.life = 3"  # 7-4-1-4: 15000 against 10000 succeeds; the [Auto.] has drawn a card
BY_NONE = "A.hand = 0\nB.life = 3"


class Called(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which judge runs, beside a catalogue with cards whose texts it has."""
    base = tmp_path / "home" / "cards.sqlite"
    monkeypatch.setenv("JUDGE_CARDS", str(base))
    (tmp_path / "rulings").mkdir()
    monkeypatch.chdir(tmp_path / "rulings")
    put(TABLE, "cards.csv")
    write(str(base), [read_source("cards.csv", "dbs")])
    return tmp_path / "rulings"


@pytest.fixture
def judge(folder: Path) -> Callable[..., Called]:
    """The program, in this process."""

    def call(*args: str, typed: str = "") -> Called:
        done = CliRunner().invoke(app, [*args], input=typed, prog_name="judge")
        return Called(done.exit_code, done.stdout, done.stderr)

    return call


def put(text: str, name: str = "case.toml") -> str:
    """A file in the folder."""
    Path(name).write_text(text, encoding="utf-8")
    return name


def raid(
    card: str, expect: str = BY_ONE, deck: str = "20", hand: str = "0", cards: str = "", more: str = ""
) -> str:
    """An attack by a card, with what is expected of it."""
    return put(RAID.format(card=card, expect=expect, deck=deck, hand=hand, cards=cards, more=more))


def correct(text: str) -> None:
    """A correction, imported into the catalogue."""
    put(text, "fix.toml")
    done = CliRunner().invoke(app, ["cards", "import", "fix.toml"])
    assert done.exit_code == 0, done.output


def verdict(file: str) -> str:
    """What a ruling comes to."""
    return run(load_fixture(file)).verdict


def problems(file: str) -> list[str]:
    """What is wrong with a dispute."""
    with pytest.raises(BadInput) as caught:
        load_fixture(file)
    return [one.text() for one in caught.value.problems]


# --- what a text says, it does -------------------------------------------------------------------------
@pytest.mark.parametrize("card", ['"ZZ1-001"', '"Anka of the Moss"', '{ card = "ZZ1-001" }'])
def test_a_card_does_what_its_text_says(folder: Path, card: str) -> None:
    """By number or name: nothing of it is unread, and the ruling is decided."""
    file = raid(card)
    assert load_fixture(file).unread == ()
    assert verdict(file) == "holds"
    assert verdict(raid(card, BY_NONE)) == "fails"


def test_on_a_board(folder: Path) -> None:
    """A number that stands on a board alone."""
    text = Path(raid('"ZZ1-001"')).read_text("utf-8")
    put(
        text.replace('["k"]', '["ZZ1-001"]')
        .replace("attack k", "attack ZZ1-001")
        .replace('k = "ZZ1-001"', "")
    )
    assert verdict("case.toml") == "holds"


def test_whoever_writes_some_has_written_all(folder: Path) -> None:
    """Nothing is read beside abilities, nor where the text does nothing here."""
    assert (
        verdict(raid('{ card = "ZZ1-001", auto = { on = "attack", do = [{ draw = 3 }] } }', "A.hand = 3"))
        == "holds"
    )
    assert verdict(raid('{ card = "ZZ1-001", sentence = "nothing" }', BY_NONE)) == "holds"
    assert verdict(raid('{ card = "ZZ1-001", sentence = "unread" }', BY_NONE)) == "undecided"


def test_keywords_with_what_they_take(folder: Path) -> None:
    """[Evolve] comes with its cost and the card beneath: 10-5 of the book, as the text says it."""
    card = load_fixture(raid('"ZZ1-008"', "")).model.cards["k"]
    assert card["evolution"] == {"onto": {"character": "Anka"}, "cost": [{"energy": 2, "red": 1}]}
    assert card["coup-critique"] is True


def test_a_text_that_nobody_gave(folder: Path) -> None:
    """An empty cell of a table is no text; a dash says that there is none."""
    assert [one.card for one in load_fixture(raid('"ZZ1-007"', BY_NONE)).unread] == []
    assert verdict(raid('"ZZ1-006"', BY_NONE)) == "holds"
    put('game = "dbs"\n[cards."ZZ1-009"]\ntype = "battle"\npower = 15000\n', "bare.toml")
    CliRunner().invoke(app, ["cards", "import", "bare.toml"])
    assert verdict(raid('"ZZ1-009"', BY_NONE)) == "undecided"


def test_if_you_do(folder: Path) -> None:
    """Who says yes and then shows no fitting card (8-5-3-5) has not done it, and draws nothing."""
    may = "you may choose 1 red card in your hand and discard it"
    text = f"[Auto] When this card attacks, {may}. If you do, draw 2 cards."
    correct(f'game = "dbs"\n[cards."ZZ1-001"]\ntext = "{text}"\n')
    hand, cards = '["h"]', 'h = { color = "red" }'
    more = ', "A: yes", "A: choose none"'
    assert verdict(raid('"ZZ1-001"', "A.hand = 1", hand=hand, cards=cards, more=more)) == "holds"
    more = ', "A: yes", "A: choose h"'
    assert verdict(raid('"ZZ1-001"', "A.hand = 2", hand=hand, cards=cards, more=more)) == "holds"
    assert verdict(raid('"ZZ1-001"', "A.hand = 1", hand=hand, cards=cards, more=', "A: no"')) == "holds"


def test_a_card_that_is_played_with_its_skills_negated(folder: Path) -> None:
    """None of them hears that it is played (8-3-2)."""
    text = "[Activate Main] Choose 1 card in your Drop Area and play it with its skills negated for the turn."
    correct(f'game = "dbs"\n[cards."ZZ1-001"]\ntext = "{text}"\n')
    board = 'game = "dbs"\nscript = ["A: activate k"]\nA = { battle = ["k"], drop = ["d"] }\n[cards]\n'
    board += 'k = "ZZ1-001"\nd = { power = 5000, auto = { on = "play", do = [{ draw = 1 }] } }\n'
    assert verdict(put(f'{board}[expect]\nd = "battle"\nA.hand = 0\npending = []\n')) == "holds"


# --- what is not known ---------------------------------------------------------------------------------
def test_a_sentence_that_is_not_read(judge: Callable[..., Called]) -> None:
    """It is named below the headline and among what is open; nothing is decided."""
    called = judge("run", raid('"ZZ1-003"', BY_NONE))
    assert called.code == 3
    assert called.out.splitlines()[1] == "UNREAD  k (Loud Anka) sentence 2: nothing here knows what it does."
    told = " ".join(called.out.split())
    assert (
        "OPEN: DECIDES k (Loud Anka), sentence 2: nothing here knows what it does. Say it under sentence.2."
        in told
    )
    document = json.loads(judge("run", "case.toml", "--format", "json").out)
    assert document["unread"] == [{"card": "k", "name": "Loud Anka", "sentences": ["2"]}]
    (row,) = [one for one in document["page"]["open"] if one["kind"] == "sentence"]
    assert (row["name"], row["decides"]) == ("k.sentence.2", True)
    french = judge("run", "case.toml", "--lang", "fr").out.splitlines()
    assert french[1] == "NON LU  k (Loud Anka) phrase 2\u202f: rien ici ne sait ce qu'elle fait."
    for form in ("markdown", "html"):
        assert "k (Loud Anka) sentence 2: nothing here" in judge("run", "case.toml", "--format", form).out


def test_what_is_read_beside_it_is_played(folder: Path) -> None:
    """The first sentence of the card is [Blocker]: it may block (10-3)."""
    text = 'game = "dbs"\nscript = ["A: attack r lb", "B: may block k"]\nA = { battle = ["r"] }\n'
    text += 'B = { battle = ["k"] }\n[cards]\nr = { power = 5000 }\nk = "ZZ1-003"\n'
    (claim,) = run(load_fixture(put(text))).claims
    assert claim.allowed


def test_a_sentence_that_another_may_limit(judge: Callable[..., Called]) -> None:
    """It is played, and told to be unsure, until the other one is said."""
    called = judge("run", raid('"ZZ1-004"'))
    told = " ".join(called.out.split())
    assert called.code == 3
    assert "k (Anka at Noon) sentences 1, 2: nothing here knows what they do." in told
    assert "sentence 1: it is not sure what it does (sentence 2 is not read and may limit it)" in told
    assert "A draws" in told
    assert verdict(raid('{ card = "ZZ1-004", sentence.2 = "nothing" }')) == "holds"


def test_a_card_that_was_never_near(judge: Callable[..., Called]) -> None:
    """One that lies in a deck all the time decides nothing; one line at the end names it."""
    deck = '[5, "Loud Anka"]'
    called = judge("run", raid('"ZZ1-006"', BY_NONE, deck=deck))
    assert called.code == 0
    assert "UNREAD" not in called.out
    assert (
        called.out.splitlines()[-1] == "Not read, and never where it works: loud-anka (Loud Anka) sentence 2."
    )
    sings = "[Auto] Sing to the moss when the sun is up."
    correct(f'game = "dbs"\n[cards."ZZ1-003"]\ntext = "{sings} [Kneel] in your hand."\n')
    called = judge("run", raid('"ZZ1-001"', BY_ONE, deck='["Loud Anka", 5]'))  # it is drawn
    assert (called.code, "UNREAD  loud-anka (Loud Anka) sentence 1" in called.out) == (3, True)


@pytest.mark.parametrize(
    ("kind", "text", "zone", "told"),
    [
        (
            "battle",
            "[Auto] When this card attacks, sing.",
            "hand",
            False,
        ),  # 2-12-2: it works in its zone alone
        ("battle", "[Auto] When this card attacks, sing.", "battle", True),
        ("battle", "[Auto] When you play this card, sing of an energy cost.", "drop", False),
        ("battle", "[Permanent] Sing while this card is in your hand.", "hand", True),
        ("battle", "[Permanent] Sing to play this card.", "hand", True),
        ("battle", "[Permanent] This card can't be played at noon.", "hand", True),
        ("battle", "[Activate Main] Sing.", "hand", False),
        ("battle", "[Counter Attack] Sing.", "hand", True),
        ("battle", "Sing.", "drop", True),
        ("extra", "[Activate Main] Sing.", "hand", True),  # 8-1-3-1-2
        ("extra", "[Activate Main] Sing.", "drop", False),
        ("leader", "[Auto] When this card attacks, sing.", "leader", True),
    ],
)
def test_where_a_sentence_can_work(folder: Path, kind: str, text: str, zone: str, told: bool) -> None:
    """One that is not read could matter where abilities of its kind work, or anywhere if it may say so."""
    correct(f'game = "dbs"\n[cards."ZZ1-020"]\nname = "Rue"\ntype = "{kind}"\npower = 1\ntext = "{text}"\n')
    lies = '"ZZ1-020"' if zone == "leader" else '["ZZ1-020"]'
    ruling = run(load_fixture(put(f'game = "dbs"\nscript = ["A: pass"]\nA = {{ {zone} = {lies} }}\n')))
    assert [one.sentences for one in ruling.unread] == ([("1",)] if told else [])
    assert [one.sentences for one in ruling.far] == ([] if told else [("1",)])
    assert ruling.verdict == ("undecided" if told else "holds")


def test_a_side_that_was_never_up(judge: Callable[..., Called]) -> None:
    """The back of a Leader says something unread, and the Leader lies on its front: that decides nothing."""
    text = 'game = "dbs"\nscript = ["A: attack l lb"]\nA = { leader = "l" }\n[cards]\nl = "ZZ1-002"\n'
    called = judge("run", put(f"{text}[expect]\nA.hand = 1\n"))
    assert (called.code, "UNREAD" in called.out) == (0, False)


def test_a_leader_awakens(folder: Path) -> None:
    """Its back is that of the data, with what is read of its text: by 10-2-3 it keeps what it has, by 10-7
    it deals two damage.
    """
    text = 'game = "dbs"\nscript = ["A: activate l", "A: attack l lb"]\nA = { leader = "l", life = 3 }\n'
    text += 'B = { life = 5 }\n[cards]\nl = { card = "ZZ1-002", sentence.back.2 = "nothing" }\n'
    expect = '[expect]\nA.hand = 3\nl.power = 15000\nl.name = "Anka Awake"\nl.color = "blue"\nB.life = 3\n'
    assert verdict(put(text + expect)) == "holds"


def test_a_player_is_told_nothing_of_it(judge: Callable[..., Called]) -> None:
    """The page of a player is that of a card whose sentence does nothing."""
    found = []
    for card in ('"ZZ1-003"', '{ card = "ZZ1-003", sentence.2 = "nothing" }'):
        found.append(judge("run", raid('"ZZ1-006"', BY_NONE, hand='["h"]', cards=f"h = {card}"), "--as", "B"))
    assert found[0] == found[1]
    assert found[0].code == 0


# --- who is believed -----------------------------------------------------------------------------------
SAID = '{ card = "ZZ1-003", sentence.2 = { auto = { on = "attack", do = [{ draw = 2 }] } } }'


def test_a_sentence_that_the_fixture_says(folder: Path) -> None:
    """Only that one has to be written; what is said of one that was read replaces it."""
    assert verdict(raid(SAID, "A.hand = 2")) == "holds"
    assert verdict(raid('{ card = "ZZ1-003", sentence.2 = "nothing" }', BY_NONE)) == "holds"
    assert verdict(raid('{ card = "ZZ1-001", sentence.1 = "nothing" }', BY_NONE)) == "holds"


SPOKEN = [
    ('sentence.9 = "nothing"', "8:34: the text of ZZ1-003 has no sentence 9 (expected 1, 2)"),
    ('sentence.two = "nothing"', "8:34: 'two' is no number of a sentence"),
    ('sentence.2 = "silent"', "8:34: this is not what a sentence does"),
    ("sentence.2 = {}", "8:34: a sentence that does nothing says so"),
    ("sentence.2 = { power = 5 }", "a sentence has abilities and keywords, no power"),
    ('sentence.2 = { auto = { on = "atack", do = [{ draw = 1 }] } }', "did you mean attack?"),
    ("sentence.2 = { bloker = true }", "did you mean blocker?"),
    ("sentence.2 = { eveil = { do = [{ draw = 1 }] } }", "turns the card over, and it has no back"),
    ('bloqueur = true, sentence.2 = "nothing"', "written whole, or by its sentences"),
]
CARDS = [(f'{{ card = "ZZ1-003", {said} }}', told) for said, told in SPOKEN]
CARDS += [
    ('{ card = "ZZ1-003", power = 5000 }', "power is what ZZ1-003 says already"),
    ('{ card = "ZZ1-006", sentence.1 = "nothing" }', "has no sentence 1 (expected none)"),
    ("{ power = 1000, sentence.1 = { bloqueur = true } }", "told of a card of the catalogue"),
]


@pytest.mark.parametrize(("card", "told"), CARDS, ids=[card[8:60] for card, _ in CARDS])
def test_faults_of_sentences_are_placed(folder: Path, card: str, told: str) -> None:
    """Each at the line of the card, with what is meant."""
    found = problems(raid(card))
    assert any(told in one for one in found), found
    assert all(one.startswith("case.toml:8:") for one in found), found


def test_a_correction_of_the_catalogue(judge: Callable[..., Called]) -> None:
    """It is believed before the rows; the fixture before it."""
    text = f'game = "dbs"\n[cards."ZZ1-003".sentence.2]\ntext = "{hash_of(SINGS)}"\n'
    correct(text + 'auto = { on = "attack", do = [{ draw = 1 }] }\n')
    assert verdict(raid('"ZZ1-003"')) == "holds"
    assert verdict(raid(SAID, "A.hand = 2")) == "holds"
    correct(text + "nothing = true\n")
    assert verdict(raid('"ZZ1-003"', BY_NONE)) == "holds"


def test_a_correction_of_another_text(judge: Callable[..., Called]) -> None:
    """It is told to be stale, and not used."""
    correct(f'game = "dbs"\n[cards."ZZ1-003".sentence.2]\ntext = "{hash_of("Another.")}"\nnothing = true\n')
    called = judge("run", raid('"ZZ1-003"', BY_NONE))
    assert called.code == 3
    assert "the correction of sentence 2 of ZZ1-003 is of another text: not used" in called.err


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("nothing = true", "which text is meant?"),
        ('text = "abc"\nnothing = true', "which text is meant?"),
        ('text = "0123456789ab"', "a sentence does something or nothing"),
        ('text = "0123456789ab"\nnothing = false', "what does something says so"),
        ('text = "0123456789ab"\nauto = { on = "atack", do = [{ draw = 1 }] }', "did you mean attack?"),
        ('text = "0123456789ab"\npower = 3', "no power"),
    ],
)  # fmt: skip
def test_faults_of_corrections_are_placed(judge: Callable[..., Called], row: str, told: str) -> None:
    """When they are imported: none of the file is."""
    put(f'game = "dbs"\n[cards."ZZ1-003".sentence.2]\n{row}\n', "fix.toml")
    called = judge("cards", "import", "fix.toml")
    assert called.code == 2
    assert told in called.err
    assert "fix.toml:" in called.err


def test_what_was_read_by_hand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is believed before the rows and after a correction, and only of the text that it is of."""
    rows: dict[str, Any] = {"2": {"text": hash_of(SINGS), "auto": {"on": "attack", "do": [{"draw": 1}]}}}
    number, _ = load_vocabulary("dbs").numbering.split("ZZ1-003")
    monkeypatch.setattr(believing, "by_hand_of", lambda game: {number: rows})
    file = raid('"ZZ1-003"')
    assert verdict(file) == "holds"
    assert [one.state for one in load_fixture(file).model.texts["k"].sentences] == ["read", "by hand"]
    correct(f'game = "dbs"\n[cards."ZZ1-003".sentence.2]\ntext = "{hash_of(SINGS)}"\nnothing = true\n')
    assert verdict(raid('"ZZ1-003"', BY_NONE)) == "holds"
    correct('game = "dbs"\n[cards."ZZ1-003"]\nsentence = {}\n')
    rows["2"]["text"] = hash_of("Another.")
    assert verdict(raid('"ZZ1-003"', BY_NONE)) == "undecided"


def test_each_sentence_is_counted_once() -> None:
    """Of the figures of a card the states of its sentences make up all of them."""
    figures = Figures()
    states = ("read", "by hand", "corrected", "unread")
    figures.count("battle", [Printed("", n, SINGS, state) for n, state in enumerate(states, 1)])
    row = figures.all()
    assert (row["sentences"], row["read"], row["by hand"], row["unread"]) == (4, 1, 2, 1)


def test_another_artwork_is_read_by_hand_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Card data say of which card it is one; its text is the same."""
    rows = {"1": {"text": hash_of(SINGS), "auto": {"on": "attack", "do": [{"draw": 1}]}}}
    monkeypatch.setattr(believing, "by_hand_of", lambda game: {"100": rows})
    read = Printed("", 1, SINGS, "unread")
    states = [
        believing.believed("ygo", Card(id_, {"printing": of}), [read]).sentences[0].state
        for id_, of in (("100", "100"), ("101", "100"), ("101", "101"))
    ]
    assert states == ["by hand", "by hand", "unread"]


def test_a_saved_pause_says_it_again(judge: Callable[..., Called]) -> None:
    """It goes on without the catalogue, with what was read and what was not."""
    judge("run", raid('"ZZ1-003"', BY_NONE), "--save", "pause.toml")
    called = judge("run", "pause.toml")
    assert called.code == 3
    assert "UNREAD  k (Loud Anka) sentence 2: nothing here knows what it does." in called.out
    assert load_fixture("pause.toml").model.cards["k"]["bloqueur"] is True


def test_reading_a_card_tells_who_is_believed(
    judge: Callable[..., Called], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`judge cards read` prints the hash that a correction needs, and then shows that; the figures of all
    tell it apart.
    """
    told = judge("cards", "read", "ZZ1-003", "--why").out
    assert f'text = "{hash_of(SINGS)}"' in told
    assert "2 unread" in told
    assert "by hand" not in judge("cards", "read", "--all", "--game", "dbs").out
    correct(f'game = "dbs"\n[cards."ZZ1-003".sentence.2]\ntext = "{hash_of(SINGS)}"\ncritical = true\n')
    told = judge("cards", "read", "ZZ1-003").out
    assert "2 corrected" in told
    assert "critical = true" in told
    assert "critical = true" in judge("cards", "read", "ZZ1-003", "--toml").out
    assert "corrected: critical = true" in judge("cards", "show", "ZZ1-003").out
    figures = json.loads(judge("cards", "read", "--all", "--game", "dbs", "--format", "json").out)["dbs"][
        "all"
    ]
    assert (figures["by hand"], figures["whole"]) == (1, 3)


# --- the text beside what it means --------------------------------------------------------------------
def test_the_text_of_a_card_that_acts(judge: Callable[..., Called]) -> None:
    """Beside what it means, in every format; cards that only lie there are not shown."""
    file = raid('"ZZ1-003"', BY_NONE, hand='["ZZ1-001"]')
    out = judge("run", file).out
    rows = [" ".join(one.split()) for one in out[out.index("CARDS") : out.index("OPEN")].splitlines()]
    assert rows[:3] == ["CARDS", "k: ZZ1-003 Loud Anka", "1 read [Blocker] bloqueur = true"]
    assert rows[3].startswith("2 unread [Auto] When this card attacks, you may")
    assert "ZZ1-001" not in "".join(rows)
    (card,) = json.loads(judge("run", file, "--format", "json").out)["page"]["cards"]
    assert (card["card"], card["number"], card["name"]) == ("k", "ZZ1-003", "Loud Anka")
    assert card["sentences"][0] == {
        "n": "1", "text": "[Blocker]", "state": "read", "word": "read", "means": "bloqueur = true",
    }  # fmt: skip
    assert card["sentences"][1]["state"] == "unread"
    assert (
        "  - 1 _read_: \\[Blocker\\]  \n    `bloqueur = true`"
        in judge("run", file, "--format", "markdown").out
    )
    page = judge("run", file, "--format", "html").out
    assert "<td>1 <b>read</b></td><td><bdi>[Blocker]</bdi></td><td><code>bloqueur = true</code></td>" in page
    french = judge("run", file, "--lang", "fr").out
    assert "CARTES" in french
    assert "1 lue" in french
    assert "ZZ1-001: ZZ1-001 Anka of the Moss" in judge("run", file, "--all").out


def test_sentences_that_somebody_has_said_are_told_apart(judge: Callable[..., Called]) -> None:
    """Those of the fixture and of a correction."""
    assert "2 written here" in judge("run", raid(SAID, "A.hand = 2")).out
    correct(f'game = "dbs"\n[cards."ZZ1-003".sentence.2]\ntext = "{hash_of(SINGS)}"\nnothing = true\n')
    out = judge("run", raid('"ZZ1-003"', BY_NONE)).out
    assert " ".join(out[out.index("2 corrected") :].splitlines()[0].split()).endswith("nothing in play")


def test_a_fixture_without_texts_has_no_such_part(judge: Callable[..., Called]) -> None:
    own = raid('{ power = 15000, auto = { on = "attack", do = [{ draw = 1 }] } }')
    assert "CARDS" not in judge("run", own, "--all").out


@pytest.mark.parametrize(
    ("card", "key", "code"),
    [
        ('"Loud Anka"', "loud-anka", 3),
        ('"Loud Anka" sentence={2="nothing"}', "loud-anka", 0),
        ('"Anka of the Moss"', "anka-of-the-moss", 0),
    ],
)
def test_the_form(judge: Callable[..., Called], card: str, key: str, code: int) -> None:
    """`judge new --ask` plays a card by what is read of its text, and takes what is said beside it."""
    called = judge("new", "dbs", "--ask", typed=f"A attack {key} lb\nmain\nA b {card}\n\n\n")
    assert called.code == code, called.out
    assert ("UNREAD" in called.out) == (code == 3)


# --- where it lies -------------------------------------------------------------------------------------
LOADED = """
import sys
from judge.fixture.load import load_fixture
from judge.play.ruling import run
assert run(load_fixture(sys.argv[1])).verdict == "holds"
known = [one for one in sys.modules if one.startswith(("judge.reading", "judge.cards", "pydantic"))]
print(sorted(known))
"""


def loaded(file: str) -> list[str]:
    """The modules that a ruling has loaded of those that know cards and texts, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, file], capture_output=True, text=True, check=True, env=environment()
    )
    found: list[str] = json.loads(done.stdout.replace("'", '"'))
    return found


def environment() -> dict[str, str]:
    """The environment of this process, with this package in it."""
    return {**os.environ, "PYTHONPATH": str(HOME)}


def test_what_was_read_is_kept(folder: Path) -> None:
    """A text is read once: then no grammar is loaded, nor what checks tables. Without cards of the catalogue
    nothing of it is.
    """
    file = raid('"ZZ1-001"')
    assert "judge.reading.rows" in loaded(file)
    assert not [one for one in loaded(file) if not one.startswith("judge.cards")]
    own = raid('{ power = 15000, auto = { on = "attack", do = [{ draw = 1 }] } }')
    assert loaded(own) == []


def test_what_is_kept_goes_by_the_text(folder: Path) -> None:
    """Another text of the same card is read anew."""
    assert verdict(raid('"ZZ1-001"')) == "holds"
    correct('game = "dbs"\n[cards."ZZ1-001"]\ntext = "[Auto] When this card attacks, draw 2 cards."\n')
    assert verdict(raid('"ZZ1-001"', "A.hand = 2")) == "holds"


def test_what_is_kept_and_damaged_is_read_again(folder: Path) -> None:
    assert verdict(raid('"ZZ1-001"')) == "holds"
    for text in ("[]x", '[["", 1, 2, 3]]', '[["", 1, "t", "read", [["auto"]], "", "", "", []]]', "{}", "[1]"):
        with sqlite3.connect(os.environ["JUDGE_CARDS"]) as base:
            assert base.execute("UPDATE meaning SET sentences = ?", (text,)).rowcount
        assert verdict(raid('"ZZ1-001"')) == "holds"


def test_a_catalogue_that_cannot_be_written(folder: Path) -> None:
    """While somebody writes it, texts are read all the same."""
    held = sqlite3.connect(os.environ["JUDGE_CARDS"], isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    try:
        assert verdict(raid('"ZZ1-001"')) == "holds"
    finally:
        held.close()


# --- what cards are called -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("written", "called"),
    [
        ("Bee & Anka, Two of a Kind", "bee-anka-two-of-a-kind"),
        ("bee-anka-two-of-a-kind", "bee-anka-two-of-a-kind"),
        ("bee-anka", "bee-anka"),  # no other card begins so
        ("Bee & Anka", "bee-anka"),
        ("bee", "bee"),
        ("loud-anka", "loud-anka"),
    ],
)
def test_names_on_boards(folder: Path, written: str, called: str) -> None:
    """A whole name, the same in one word, or the beginning of only one."""
    fixture = load_fixture(put(f'game = "dbs"\nA = {{ hand = ["{written}*2"] }}\n'))
    assert fixture.start.zones["A.hand"] == (called, f"{called}2")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            "anka-of",
            "several cards may be called 'anka-of' (expected one of ZZ1-001 Anka of the Moss, "
            "ZZ1-006 Anka of the Moor",
        ),
        ("anka-of-the-m", "'anka-of-the-m'"),  # no beginning of whole words
        ("an", "'an'"),  # too short
        ("of-the-moss", "'of-the-moss'"),
    ],
)
def test_names_that_are_none(folder: Path, written: str, told: str) -> None:
    """Several cards are told with their numbers and names; a part of a word, or of the midst, means none."""
    (found,) = problems(put(f'game = "dbs"\nA = {{ hand = ["{written}"] }}\n'))
    assert found.startswith("case.toml:2:"), found
    assert told in found, found
    assert "ZZ1-001" in found or "anka" not in written or "several" not in told


def test_names_under_cards(folder: Path) -> None:
    """The same beginnings."""
    assert load_fixture(put('game = "dbs"\n[cards]\nk = "bee-anka"\n')).model.cards["k"]["power"] == 15000
    (found,) = problems(put('game = "dbs"\n[cards]\nk = { card = "anka" }\n'))
    assert "several cards may be called 'anka'" in found


@pytest.mark.parametrize(
    "called",
    [
        "bee-anka-two-of-a-kind",  # as in play
        "Bee & Anka, Two of a Kind",  # as printed
        "bee & anka two of a kind",  # whatever case and signs
        "bee-anka",  # no other has these words
        "Bee",
        "Two of a Kind",
    ],
)
def test_lines_and_facts_call_cards_as_printed(
    folder: Path, judge: Callable[..., Called], called: str
) -> None:
    """A line, a question and a fact name a card as it is printed, in one word, or by a beginning of that.
    7-4-1-4: both attacks succeed, and each [Auto.] has drawn a card.
    """
    script = f'["A: attack {called} lb", "A: not attack {called} lb", "A: attack {called}2 lb"]'
    text = f"""game = "dbs"
script = {script}
ask = ["why {called}"]
A = {{ battle = ["Bee & Anka, Two of a Kind*2"], hand = 0, deck = 20 }}
B = {{ life = 4 }}
[expect]
A.hand = 2
B.life = 2
"{called}" = {{ zone = "battle", mode = "inertie" }}
A.battle = ["{called}", "{called}2"]
"""
    assert verdict(put(text)) == "holds"
    shown = judge("why", "case.toml", called)
    assert "bee-anka-two-of-a-kind" in shown.out, shown
    assert shown.code == 0, shown


def test_a_dispute_is_typed_with_names_as_printed(judge: Callable[..., Called]) -> None:
    """The board, what happened before, and the question take names of several words without quotes.
    7-4-1-4: the first attack succeeds.
    """
    board = "A battle Anka of the Moss rest + Loud Anka*2 + Anka of the Moor; B life 4"
    typed = f"May A attack lb with Anka of the Moor?\nmain\n{board}\nA attacks lb with Loud Anka2\n"
    shown = judge("new", "dbs", "--ask", typed=typed)
    assert (
        'battle = [{ card = "anka-of-the-moss", mode = "inertie" }, "loud-anka*2", "anka-of-the-moor"]'
        in shown.out
    )
    assert 'script = ["A: attack loud-anka2 lb", "A: may attack anka-of-the-moor lb"]' in shown.out
    assert "YES: A may attack lb with anka-of-the-moor." in shown.out, shown


def test_words_of_two_names_mean_neither(folder: Path) -> None:
    """Two cards begin so: which is meant is asked."""
    cards = 'A = { battle = ["Anka of the Moss", "Anka of the Moor"] }'
    (told,) = problems(put(f'game = "dbs"\nscript = ["A: can attack anka-of lb"]\n{cards}\n'))
    assert "there is no card 'anka-of'" in told
    assert verdict(put(f'game = "dbs"\nscript = ["A: can attack Anka of the Moor lb"]\n{cards}\n')) == "holds"


def test_a_word_with_a_meaning_is_no_beginning(folder: Path) -> None:
    """`loud` is a card of the fixture here, and no beginning of Loud Anka."""
    text = """game = "dbs"
script = ["A: attack loud lb"]
A = { battle = ["Loud Anka", "loud"] }
B = { life = 4 }
[cards]
loud = { power = 5000 }
[expect]
loud = { mode = "inertie" }
loud-anka = { mode = "action" }
"""
    fixture = load_fixture(put(text))
    assert fixture.lines[0].words == ("attack", "loud", "lb")


# --- what the documents show -----------------------------------------------------------------------------
def blocks(kind: str) -> list[str]:
    """The blocks of a kind in the part of docs/fixtures.md on cards whose texts are read."""
    document = (HOME / "docs" / "fixtures.md").read_text("utf-8")
    part = document[document.index("<!-- texts -->") : document.index("<!-- end of texts -->")]
    return re.findall(rf"```{kind}\n(.+?)```", part, re.S)


def test_the_example_of_the_documents(judge: Callable[..., Called]) -> None:
    """It is what is printed, with a catalogue of the cards that stand there."""
    (table,), (dispute,), (shown,) = blocks("csv"), blocks("toml"), blocks("console")
    put(table, "example.csv")
    assert judge("cards", "import", "example.csv", "--game", "dbs").code == 0
    put(dispute, "raid.toml")
    command, _, output = shown.partition("\n")
    called = judge(*command.removeprefix("$ judge ").split())
    assert (called.code, called.out.rstrip()) == (3, output.rstrip())
    written = 'loud = { card = "BT9-102", sentence.2 = { auto = { on = "attack", do = [{ draw = 1 }] } } }'
    assert written in (HOME / "docs" / "fixtures.md").read_text("utf-8")
    put(dispute.replace('loud = "BT9-102"', written).replace("A.hand = 1", "A.hand = 2"), "raid.toml")
    assert judge("run", "raid.toml").code == 0


def test_the_correction_of_the_documents(judge: Callable[..., Called]) -> None:
    """It is imported, of the text that stands in the other document."""
    (table,) = blocks("csv")
    put(table, "example.csv")
    judge("cards", "import", "example.csv", "--game", "dbs")
    document = (HOME / "docs" / "cards.md").read_text("utf-8")
    (written,) = re.findall(r"### Correcting a sentence\n.+?```toml\n(.+?)```", document, re.S)
    correct(written)
    assert verdict(raid('"BT9-102"')) == "holds"


# --- real cards, where somebody has their data -------------------------------------------------------
DATA = HOME / ".." / "shared" / "data" / "dbs"
real = pytest.mark.skipif(not DATA.is_dir(), reason="no card data here")


def rows_of(name: str) -> list[dict[str, str]]:
    """The rows of a table of card data."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@real
def test_what_was_read_by_hand_is_of_real_texts() -> None:
    """Each sentence of known.toml is that of a printed card, and not read by the rows."""
    texts = {row["number"]: row for row in rows_of("dbs-texts-2021-04.csv")}
    known = tomllib.loads((HOME / "rulebooks" / "dbs" / "known.toml").read_text("utf-8"))["cards"]
    folder = str(named("dbs"))
    for number, card in known.items():
        row = texts[number]
        found = {
            (one.side, one.n): one for one in read_now(folder, [row["text"], row["back_text"]], number, {})
        }
        for (side, n), said in believing.said_of(card["sentence"]).items():
            one = found[side, n]
            assert (hash_of(one.text), one.settled) == (said["text"], False), number


@real
@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(40))
def test_real_cards_on_a_board(folder: Path, seed: int) -> None:
    """Each is taken by its number and played to the first decision; what of it is not read is told."""
    texts = {row["number"]: row for row in rows_of("dbs-texts-2021-04.csv") if row["text"] != "-"}
    cards = [
        row for row in rows_of("cards-2021-04.csv") if row["number"] in texts and row["type"] != "UNISON"
    ]
    some = random.Random(seed).sample(cards, 12)
    for name, rows in (("c.csv", some), ("t.csv", [texts[row["number"]] for row in some])):
        with open(name, "w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, [*rows[0]])
            table.writeheader()
            table.writerows(rows)
        write(os.environ["JUDGE_CARDS"], [read_source(name, "dbs")])
    for row in some:
        zone = {"LEADER": "leader", "BATTLE": "battle"}.get(row["type"], "hand")
        lies = f'"{row["number"]}"' if zone == "leader" else f'["{row["number"]}"]'
        fixture = load_fixture(put(f'game = "dbs"\nA = {{ {zone} = {lies} }}\n'))
        assert run(fixture).game.ask is not None
        text = fixture.model.texts.get(row["number"])  # none where it says nothing but plain keywords
        doubtful = {one.place for one in text.sentences if not one.settled} if text is not None else set()
        assert {n for one in fixture.unread for n in one.sentences} == doubtful, row["number"]


# --- what must be done and is not read -----------------------------------------------------------------
def test_a_run_stops_where_an_unread_effect_has_to_be_carried_out(judge: Callable[..., Called]) -> None:
    """Its event is read: the [Auto] becomes pending (8-4-2), and nothing here knows what it does then."""
    correct(f'game = "dbs"\n[cards."ZZ1-003"]\ntext = "{HUMS}"\n')
    called = judge("run", raid('"ZZ1-003"', BY_NONE))
    assert called.code == 4
    assert "what the text of k does: hum a long tune." in called.err
    assert called.out == ""


def test_an_unread_effect_that_never_happens_stops_nothing(judge: Callable[..., Called]) -> None:
    """Another card attacks. The sentence could have mattered, and is told as not read."""
    correct(f'game = "dbs"\n[cards."ZZ1-003"]\ntext = "{HUMS}"\n')
    text = (
        'game = "dbs"\nscript = ["A: attack r lb"]\nA = { battle = ["r", "k"], deck = 9 }\nB = { life = 4 }\n'
    )
    text += '[cards]\nr = { power = 15000 }\nk = "ZZ1-003"\n[expect]\nB.life = 3\n'
    called = judge("run", put(text))
    assert called.code == 3
    assert "UNREAD  k (Loud Anka) sentence 1" in called.out


@pytest.mark.parametrize(
    "text",
    [
        "[Auto] When this card attacks, you may hum a long tune.",  # nobody has to
        "[Auto] When this card attacks, if the moss is wet, hum a long tune.",  # it may not have to be done
        "[Auto] When this card attacks the moss, hum a long tune.",  # the event is not read
    ],
)
def test_an_unread_effect_that_need_not_happen_stops_nothing(judge: Callable[..., Called], text: str) -> None:
    """It is told as not read, and nothing is decided."""
    correct(f'game = "dbs"\n[cards."ZZ1-003"]\ntext = "{text}"\n')
    assert judge("run", raid('"ZZ1-003"', BY_NONE)).code == 3
