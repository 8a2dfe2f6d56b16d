"""`judge new --ask`: the form in a pipe and on a terminal, and the minute that docs/new.md promises."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from html import escape
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bench.minutes import MINUTES, PAGE, Minute, page
from judge.cli.app import app
from judge.cli.options import HOME
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.rulebook.shelf import games, rulebooks_folder
from judge.serving.form import FormPage
from judge.speech.catalogue import phrases

REPOSITORY = Path(__file__).parent.parent.parent
MOST = 60  # keystrokes beside the names of cards
HALT = ("B cou halt", "", "A b raider 15000; B h halt contre(at), e 1", "A at raider")


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No catalogue of this user, and a folder where nothing lies."""
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "none.sqlite"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def asked() -> Any:
    """The form in this process, its answers through a pipe."""

    def ask(*args: str, typed: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        text = "".join(f"{one}\n" for one in typed)
        called = CliRunner().invoke(app, ["new", *args], input=text, prog_name="judge")
        return subprocess.CompletedProcess(args, called.exit_code, called.stdout, called.stderr)

    return ask


# --- the minute ------------------------------------------------------------------------------------
def test_the_page_shows_what_the_form_shows() -> None:
    """Made by `python -m bench.minutes`."""
    shown = PAGE.read_text(encoding="utf-8")
    assert page(shown) == shown


@pytest.mark.sample(3)
@pytest.mark.parametrize("minute", MINUTES, ids=lambda one: f"{one.game}-{one.lang}")
def test_a_question_is_answered_within_sixty_keystrokes(minute: Minute, asked: Any, tmp_path: Path) -> None:
    """Card names aside, Enter counted; and what was typed is a fixture that `judge run` plays."""
    assert minute.keystrokes <= MOST
    called = asked(*minute.command[1:], "--ask", "-o", "mine.toml", typed=minute.typed[:-1])
    assert (called.returncode, called.stderr) == (0, "")
    ruling = run(load_fixture(tmp_path / "mine.toml"))
    assert [(one.kind, one.allowed) for one in ruling.claims] == [("may", False)]


def test_every_game_has_its_minute() -> None:
    assert sorted(one.game for one in MINUTES if one.lang == HOME) == games()


def test_keystrokes_are_counted_without_names_and_with_enter() -> None:
    assert Minute("dbs", ("B cou halt", ""), ("halt",)).keystrokes == len("B cou ") + 2
    assert Minute("dbs", ("halted halt",), ("halt",)).keystrokes == len("halted ") + 1


# --- in a pipe -------------------------------------------------------------------------------------
def test_what_is_typed_becomes_a_fixture(asked: Any, tmp_path: Path) -> None:
    called = asked("dbs", "--ask", typed=(*HALT, "halt.toml"))
    assert called.returncode == 0
    assert "YES: B may counter with halt." in called.stdout
    assert tomllib.loads((tmp_path / "halt.toml").read_text(encoding="utf-8")) == {
        "game": "dbs",
        "title": "May B counter halt?",
        "at": "6-3-1-2",
        "script": ["A: attack raider", "B: may counter halt"],
        "A": {"battle": ["raider"]},
        "B": {"hand": ["halt"], "energy": 1},
        "cards": {"raider": {"power": 15000}, "halt": {"contre": {"against": "attack"}}},
    }


@pytest.mark.soak
def test_the_same_answers_give_the_same_bytes(asked: Any) -> None:
    first, second = (asked("dbs", "--ask", typed=(*HALT, "")) for _ in range(2))
    assert first.stdout == second.stdout


@pytest.mark.sample(1)
@pytest.mark.parametrize("last", range(len(HALT)))
def test_an_input_that_ends_early_leaves_nothing(asked: Any, tmp_path: Path, last: int) -> None:
    called = asked("dbs", "--ask", "-o", "halt.toml", typed=HALT[:last])
    assert called.returncode == 2
    assert "nothing is written" in called.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_written_over_only_after_a_yes(asked: Any, tmp_path: Path) -> None:
    mine = tmp_path / "halt.toml"
    mine.write_text("precious\n", encoding="utf-8")
    called = asked("dbs", "--ask", "-o", "halt.toml", typed=(*HALT, "", ""))
    assert "halt.toml is there. Write over it?" in called.stdout
    assert mine.read_text(encoding="utf-8") == "precious\n"
    asked("dbs", "--ask", "-o", "halt.toml", typed=(*HALT, "y"))
    assert mine.read_text(encoding="utf-8").startswith('game = "dbs"')


@pytest.mark.soak
def test_the_game_goes_by_the_act(asked: Any) -> None:
    """Only one game counters; several have attacks, and there it is asked."""
    assert "By the rules of Dragon Ball Super Card Game." in asked("--ask", typed=(*HALT, "")).stdout
    called = asked("--ask", typed=("A at ogre direct", "yg", "b", "A m ogre 1000; B m rat 300", "", ""))
    assert "Which game? dbs, postures, victory-spark, ygo" in called.stdout
    assert "NO: A may not attack directly with ogre." in called.stdout


def test_back_asks_again_and_keeps_the_answer(asked: Any) -> None:
    typed = (HALT[0], "back", "", HALT[1], "back", "", *HALT[2:], "")
    called = asked("dbs", "--ask", typed=typed)
    assert "question [B cou halt]> " in called.stdout
    assert "YES: B may counter with halt." in called.stdout


def test_every_question_explains_itself(asked: Any) -> None:
    typed = tuple(line for one in HALT for line in ("?", one))
    called = asked("dbs", "--ask", typed=(*typed, ""))
    assert "YES" in called.stdout
    assert "dbs: activate, attack, charge" in called.stdout
    assert "Zones: battle, combo" in called.stdout


def test_a_slip_is_told_at_its_column_and_asked_again(asked: Any) -> None:
    typed = ("B conter halt", *HALT[:2], "A batle raider 15000", *HALT[2:], "")
    called = asked("dbs", "--ask", typed=typed)
    assert re.search(r"question:1:3: 'conter' is no act .*did you mean counter\?", called.stdout)
    assert re.search(r"board:1:3: 'batle' is no zone .*did you mean battle\?", called.stdout)
    assert "YES" in called.stdout


def test_a_missing_decision_shows_the_ruling_up_to_there(asked: Any) -> None:
    typed = (*HALT[:3], "A at raider; A charge raider", HALT[3], "")
    called = asked("dbs", "--ask", typed=typed)
    assert "before:1:14: a line is missing: B is asked here" in called.stdout + called.stderr
    assert called.returncode == 0
    assert "YES" in called.stdout


def test_a_file_of_cards_that_is_too_large_is_named(asked: Any, tmp_path: Path) -> None:
    """However large it is, nothing is asked."""
    (tmp_path / "big.toml").touch()
    os.truncate(tmp_path / "big.toml", 1 << 40)
    found = asked("dbs", "--ask", "--cards", "big.toml", typed=())
    assert (found.returncode, found.stdout) == (2, "")
    assert re.match(r"\S*big.toml: too large, not read", found.stderr)


def test_cards_of_a_file_bring_their_values(asked: Any, tmp_path: Path) -> None:
    """By number, by name and by the beginning of one; the fixture names the file."""
    (tmp_path / "club.toml").write_text(
        'game = "dbs"\n[cards."BT9-010"]\nname = "Raider of Doom"\npower = 15000\n'
        '[cards."BT9-011"]\nname = "Stop"\ntype = "extra"\ncontre = { against = "attack" }\n',
        encoding="utf-8",
    )
    typed = ("B cou stop", "", 'A b "Raider of Doom"; B h stop', "A at raid", "mine.toml")
    called = asked("dbs", "--ask", "--cards", "club.toml", typed=typed)
    assert "YES: B may counter with stop." in called.stdout
    data = tomllib.loads((tmp_path / "mine.toml").read_text(encoding="utf-8"))
    assert data["library"] == ["club.toml"]
    assert data["cards"] == {"raider-of-doom": "Raider of Doom", "stop": "Stop"}
    assert (
        "YES"
        in asked(
            "dbs", "--ask", "--cards", "club.toml", typed=(typed[0], "", "A b rai; B h stop", "A at rai", "")
        ).stdout
    )


# --- in French -------------------------------------------------------------------------------------
ENGLISH = re.compile(
    r"\b(what|who|the|and|with|words?|card|enter|none|file|where|board|before)\b", re.IGNORECASE
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", games())
def test_the_form_asks_and_explains_in_french(asked: Any, game: str) -> None:
    """What is left of English are script words: acts, zones, points, words of cards, `why` as it is typed."""
    (typed,) = (one.typed for one in MINUTES if (one.game, one.lang) == (game, HOME))
    told = asked(game, "--ask", "--lang", "fr", typed=[line for one in typed[:-1] for line in ("?", one)])
    form = told.stdout.partition(f'\ngame = "{game}"')[0]
    lists = ("Mots", "Zones", "Actes", game, "Un nombre seul", "Pourquoi")
    spoken = [one for one in re.sub(r"\n  ", " ", form).splitlines() if not one.startswith(lists)]
    told_alone = [re.sub(r"^( \d \S+|.*> .*)", "", one) for one in spoken]  # a point's name, what was typed
    assert [one for one in told_alone if ENGLISH.search(one)] == []
    assert "\nOù en est la partie\u202f?\n" in form


def test_the_environment_names_the_language_of_the_form(
    asked: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The ruling and the title too; what is typed stays as it is."""
    monkeypatch.setenv("JUDGE_LANG", "fr")
    called = asked("dbs", "--ask", typed=(*HALT, "halt.toml"))
    assert "\noù [main]> \n" in called.stdout
    assert "OUI\u202f: B peut contrer avec halt." in called.stdout
    assert called.stdout.endswith("fichier [aucun]> halt.toml\nhalt.toml\u202f: écrit.\n")
    found = tomllib.loads((tmp_path / "halt.toml").read_text(encoding="utf-8"))
    assert found["title"] == "Est-ce que B peut «\u202fcounter halt\u202f»\u202f?"
    assert found["script"] == ["A: attack raider", "B: may counter halt"]
    assert "question> " in asked("dbs", "--ask", "--lang", "en", typed=(*HALT, "")).stdout


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("answer", "written"), [("o", True), ("Oui", True), ("y", True), ("non", False), ("n", False)]
)
def test_a_yes_may_be_french(asked: Any, tmp_path: Path, answer: str, written: bool) -> None:
    mine = tmp_path / "halt.toml"
    mine.write_text("precious\n", encoding="utf-8")
    called = asked("dbs", "--ask", "--lang", "fr", "-o", "halt.toml", typed=(*HALT, answer, ""))
    assert "halt.toml existe déjà. L'écraser\u202f? [o/n] " in called.stdout
    assert (mine.read_text(encoding="utf-8") != "precious\n") is written


def test_oui_is_no_yes_in_english(asked: Any, tmp_path: Path) -> None:
    mine = tmp_path / "halt.toml"
    mine.write_text("precious\n", encoding="utf-8")
    asked("dbs", "--ask", "-o", "halt.toml", typed=(*HALT, "oui", ""))
    assert mine.read_text(encoding="utf-8") == "precious\n"


def test_a_slip_is_told_at_the_name_that_stands_on_the_screen(asked: Any) -> None:
    typed = (*HALT[:2], "A batle raider 15000", HALT[2], "A at raider; A charge raider", HALT[3], "")
    called = asked("dbs", "--ask", "--lang", "fr", typed=typed)
    assert "\ntable:1:3: 'batle' is no zone" in called.stdout
    assert "avant:1:14: a line is missing" in called.stdout + called.stderr
    assert "before:" not in called.stdout + called.stderr


def test_what_was_left_is_told_in_french(asked: Any) -> None:
    called = asked("dbs", "--ask", "--lang", "fr", typed=HALT[:2])
    assert called.returncode == 2
    assert called.stderr == "l'entrée s'arrête avant la dernière réponse\u202f: rien n'est écrit\n"


# --- at the door -----------------------------------------------------------------------------------
@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("dbs", "--ask", "-o", "."), "a folder is there"),
        (("dbs", "--ask", "-o", "nowhere/x.toml"), "there is no folder nowhere"),
        (("dbs", "--ask", "--cards", "none.toml"), "no such file"),
        (("dbs", "--ask", "--cards", "../x.toml"), "only from near it"),
        (("dsb", "--ask"), "did you mean dbs?"),
        (("dbs", "--ask", "--template"), "one of --template and the form"),
        ((), "a starter fixture is of one game"),
        (("dbs", "--ask", "--lang", "frr"), "did you mean fr?"),
        (("dbs", "--lang", "fr"), "is printed in English only (expected --ask)"),
        (("dbs", "--template", "--lang", "fr"), "is printed in English only (expected --ask)"),
    ],
)
def test_what_cannot_be_asked_is_told_first(asked: Any, args: tuple[str, ...], told: str) -> None:
    called = asked(*args, typed=())
    assert (called.returncode, called.stdout) == (2, "")
    assert told in called.stderr


def test_without_a_terminal_the_starter_is_printed(asked: Any) -> None:
    plain, template = asked("dbs", typed=()), asked("dbs", "--template", typed=())
    assert plain.stdout == template.stdout
    assert plain.stdout.startswith("# A dispute, written down")


# --- on a terminal ---------------------------------------------------------------------------------
def test_on_a_terminal_a_dispute_is_asked_for(terminal: Any, tmp_path: Path) -> None:
    """Tab completes acts and zones; the ruling is shown, the file written."""
    here = terminal("new", "dbs")
    here.wait_for("question> ")
    here.type("B cou\thalt\r")
    assert "counter" in here.wait_for("where [main]> ")
    here.type("\r")
    here.wait_for("board> ")
    here.type("A batt\traider 15000; B h halt contre(at), e 1\r")
    here.wait_for("before> ")
    here.type("A at raider\r")
    shown = here.wait_for("file [none]> ")
    assert "YES: B may counter with halt." in shown
    here.type("halt.toml\r")
    here.wait_for("written")
    assert here.code() == 0
    assert tomllib.loads((tmp_path / "halt.toml").read_text(encoding="utf-8"))["A"] == {"battle": ["raider"]}


@pytest.mark.sample(1)
@pytest.mark.parametrize("prompts", [("question> ",), ("question> ", "where [main]> ", "board> ")])
def test_an_interrupt_leaves_nothing(terminal: Any, tmp_path: Path, prompts: tuple[str, ...]) -> None:
    here = terminal("new", "dbs", "-o", "halt.toml")
    for prompt, line in zip(prompts, HALT, strict=False):
        here.wait_for(prompt)
        here.type(f"{line}\r") if prompt != prompts[-1] else here.interrupt()
    here.wait_for("nothing is written")
    assert here.code() == 130
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_the_input_leaves_nothing(terminal: Any, tmp_path: Path) -> None:
    here = terminal("new", "dbs", "-o", "halt.toml")
    here.wait_for("question> ")
    here.type("\x04")
    here.wait_for("nothing is written")
    assert here.code() == 0
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_may_have_the_starter(terminal: Any) -> None:
    here = terminal("new", "dbs", "--template")
    here.wait_for("A dispute, written down")
    assert here.code() == 0


# --- examples --------------------------------------------------------------------------------------
EXAMPLES = {  # by hand: the script that each example comes to, all of them allowed
    "dbs": ["A: attack raider", "B: may counter halt"],
    "postures": ["A: attack wolf cow", "B: may activate wall"],
    "tdg": ["B: answer sol", "A: may answer ona"],
    "victory-spark": ["A: activate ria", "B: may cancel trim ria"],
    "ygo": ["A: attack ogre mole", "B: may activate pit"],
}
FIELDS = ("question", "where", "board", "cards", "before")


def test_every_game_has_its_examples() -> None:
    assert sorted(EXAMPLES) == games()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", list(EXAMPLES))
def test_the_examples_of_a_game_are_a_dispute_that_is_answered(
    asked: Any, tmp_path: Path, game: str, lang: str
) -> None:
    """The form shows those of the game that is taken, and understands what it shows."""
    rows = phrases(str(rulebooks_folder() / game), lang)["example"]
    typed = [line for one in FIELDS for line in ("?", rows[one])]
    called = asked(game, "--ask", "--lang", lang, "-o", "mine.toml", typed=tuple(typed))
    assert (called.returncode, called.stderr) == (0, "")
    told = " ".join(called.stdout.split())
    lead = {"en": "For example: ", "fr": "Par exemple\u202f: "}[lang]
    shown = [lead + rows[one] for one in FIELDS]
    assert [one for one in shown if " ".join(one.split()) not in told] == []
    ruling = run(load_fixture(tmp_path / "mine.toml"))
    assert ruling.fixture.model.script == EXAMPLES[game]
    assert [one.answer for one in ruling.claims] == ["yes"]


def test_without_a_game_no_game_gives_the_example(asked: Any) -> None:
    """Once the act has said which game it is, that one does."""
    told = asked("--ask", typed=("B cou halt",)).stdout
    assert "For example" not in told.partition("question>")[0]
    assert f"For example: {phrases(str(rulebooks_folder() / 'dbs'), 'en')['example']['board']}" not in told
    told = asked("--ask", typed=("B cou halt", "")).stdout
    assert f"For example: {phrases(str(rulebooks_folder() / 'dbs'), 'en')['example']['board']}" in told


TYPED = re.compile(r"```text\n(\w[\w-]*), (.*)\n((?:.*\n)+?)```")


@pytest.mark.parametrize(
    ("game", "where", "board", "lines"),
    [
        (one[1], *one[2].split(", ", 1), one[3].splitlines())
        for one in TYPED.finditer(PAGE.read_text("utf-8"))
    ],
)
def test_every_question_of_the_page_is_understood(
    asked: Any, tmp_path: Path, game: str, where: str, board: str, lines: list[str]
) -> None:
    """Each line of a block: what is typed, and the line of a script that it becomes."""
    for n, row in enumerate(lines):
        question, _, line = row.partition("  →  ")
        called = asked(game, "--ask", "-o", f"{n}.toml", typed=(question.strip(), where, board, ""))
        assert (called.returncode, called.stderr) == (0, ""), question
        data = tomllib.loads((tmp_path / f"{n}.toml").read_text(encoding="utf-8"))
        assert data.get("script", data.get("ask", [""]))[-1] == line.strip(), question


BOARD_LINE = re.compile(r"## A board on one line\n```\n(.*)\n```")


def test_the_board_of_the_page_is_one(asked: Any) -> None:
    (board,) = BOARD_LINE.findall(PAGE.read_text("utf-8"))
    called = asked("dbs", "--ask", typed=("", "", board, "", "", ""))
    assert (called.returncode, called.stderr) == (0, "")


@pytest.mark.parametrize("words", ["offence raider B.leader", "main B"])
def test_the_places_of_the_page_are_some(asked: Any, words: str) -> None:
    assert f"`{words}`" in PAGE.read_text("utf-8")
    called = asked("dbs", "--ask", typed=("", words, "A battle raider 15000", "", ""))
    assert (called.returncode, called.stderr) == (0, "")


@pytest.mark.parametrize(
    ("game", "typed", "line", "told"),
    [
        ("ygo", ("May A attack mole with ogre?", "battle", "A m ogre 1000; B m mole 500/500", ""),
         "A: may attack ogre mole", "YES: A may attack mole with ogre."),
        ("dbs", ("May B block with wall?", "", "A b raider 15000; B b wall 10000 blocker", "A attack raider"),
         "B: may block wall", "YES: B may block with wall."),
    ],
)  # fmt: skip
def test_what_is_asked_is_what_is_answered(
    asked: Any, tmp_path: Path, game: str, typed: tuple[str, ...], line: str, told: str
) -> None:
    """Neither the other way round nor another question."""
    called = asked(game, "--ask", "-o", "mine.toml", typed=typed)
    assert told in called.stdout
    data = tomllib.loads((tmp_path / "mine.toml").read_text(encoding="utf-8"))
    assert data["script"][-1] == line


def test_a_card_that_lies_nowhere_is_told_at_the_question_and_asked_again(asked: Any) -> None:
    """Enter keeps what was typed after it."""
    typed = ("May A attack mol-e with ogre?", "battle", "A m ogre 1000; B m mole 500/500")
    called = asked("ygo", "--ask", typed=(*typed, "May A attack mole with ogre?", "", "", "", ""))
    assert re.search(r"question:1:14: 'mol-e' is no card that is there.*did you mean mole\?", called.stdout)
    assert "YES: A may attack mole with ogre." in called.stdout


# What the page shows inside its sentences, in a dispute in which it can be typed: the snippet, the game, and
# what is typed.
SPAN = "A battle raider 15000; B hand halt contre(attack, negate attack)"
SHOWN = [
    ("why B.life", "dbs", ("why B.life", "", SPAN, "A at raider")),
    ("why not: halt negates", "dbs", ("why not: halt negates", "", SPAN, "A at raider; B counter halt")),
    ("who wins if A: attack k1 lb", "dbs", ("who wins if A: attack k1 lb", "", "A battle k1 15000", "")),
    ("what happens", "dbs", ("what happens", "", SPAN, "A at raider")),
    ("A at raider; B pass", "dbs", ("", "", SPAN, "A at raider; B pass")),
    ("A attack wall with raider", "dbs",
     ("", "", "A b raider 15000; B b wall 5000 rest", "A attack wall with raider")),
    ("B block with wall", "dbs",
     ("", "", "A b raider 15000; B b wall 5000 blocker", "A at raider; B block with wall")),
    ("A at raider leader", "dbs", ("", "", SPAN, "A at raider leader; B pass")),
    ("hand halt + nope + 2", "dbs", ("", "", "A hand halt + nope + 2", "", "")),
    ("life 4", "dbs", ("", "", "A life 4", "")),
    ("lp 3000", "ygo", ("", "", "B lp 3000", "")),
    ("c1 wolf", "postures", ("", "", "A c1 wolf", "", "")),
    ('"Dark Magician"', "ygo", ("", "", 'A monster "Dark Magician"', "", "")),
    ("grunt*2", "dbs", ("", "", "A battle grunt*2", "", "")),
    ("k1 15000", "dbs", ("", "", "A battle k1 15000", "")),
    ("wolf 1000/500", "postures", ("", "", "A c1 wolf 1000/500", "")),
    ("wolf /500", "postures", ("", "", "A c1 wolf /500", "")),
    ("k1 cost 2", "dbs", ("", "", "A hand k1 cost 2", "")),
    ("race=Beast", "ygo", ("", "", "A monster wolf race=Beast", "")),
    ("kind=tuner/effect", "ygo", ("", "", "A monster wolf kind=tuner/effect", "")),
    ("rest", "dbs", ("", "", "A battle k1 15000 rest", "")),
    ("down", "ygo", ("", "", "A monster wolf 5/5 down", "")),
    ("spell", "ygo", ("", "", "A hand pot spell", "")),
    ("tuner", "ygo", ("", "", "A hand wolf tuner", "")),
    ("bloqueur", "dbs", ("", "", "A battle k1 bloqueur", "")),
    ("contre(attack, negate attack)", "dbs", ("", "", SPAN, "")),
    ("effect(draw 1)", "ygo", ("", "", "A hand pot spell effect(draw 1)", "")),
    ("auto(attack, draw 1)", "dbs", ("", "", "A battle k1 auto(attack, draw 1)", "")),
    ("activated(zone ring, draw 2)", "victory-spark",
     ("", "", "A ring ria activated(zone ring, draw 2)", "")),
    ('auto={on="attack", do=[{draw=1}]}', "dbs",
     ("", "", 'A battle k1 auto={on="attack", do=[{draw=1}]}', "")),
]  # fmt: skip


@pytest.mark.parametrize(("snippet", "game", "typed"), SHOWN, ids=[one[0] for one in SHOWN])
def test_what_the_page_shows_in_its_sentences_is_understood(
    asked: Any, snippet: str, game: str, typed: tuple[str, ...]
) -> None:
    assert f"`{snippet}`" in PAGE.read_text("utf-8")
    called = asked(game, "--ask", typed=(*typed, ""))
    assert called.returncode == 0, called.stdout
    assert not re.search(
        r"^(question|where|board|cards|before):1:", called.stdout + called.stderr, re.MULTILINE
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_form_of_a_page_shows_the_examples_of_its_game(lang: str) -> None:
    """A question of each game until one is chosen, then those of that one alone."""
    examples = {one: phrases(str(rulebooks_folder() / one), lang)["example"] for one in games()}
    drawn = FormPage(phrases("", lang), lang, dict.fromkeys(games(), ""), False, examples)
    first = drawn.form({})
    assert [one for one in games() if escape(examples[one]["question"]) not in first] == []
    chosen = drawn.form({"game": "ygo"})
    assert [one for one in FIELDS if escape(examples["ygo"][one]) not in chosen] == []
    assert escape(examples["dbs"]["question"]) not in chosen
