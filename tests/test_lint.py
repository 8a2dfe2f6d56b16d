"""What `judge lint` tells of a rulebook that passes its door: each in a small rulebook that was broken for
it, and nothing of those that are shipped.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.app import app
from judge.rulebook.lint.survey import Survey, form_of, missing, survey
from judge.rulebook.shelf import find, games

TOY = Path(__file__).parent / "toy"
MODULES = ("toy_game",)
Broken = Callable[..., Survey]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A copy of the toy rulebook."""
    shutil.copytree(TOY / "rulebook", tmp_path / "book")
    return tmp_path / "book"


@pytest.fixture
def broken(book: Path) -> Broken:
    """What is told of the toy rulebook with one text in one file replaced."""

    def survey_of(file: str, right: str, wrong: str) -> Survey:
        path = book / file
        text = path.read_text(encoding="utf-8")
        assert right in text
        path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
        return survey(str(book), (), MODULES)

    return survey_of


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", games())
def test_nothing_is_told_of_a_rulebook_that_is_shipped(game: str) -> None:
    """No fault, and no note either."""
    found = survey(str(find(game)))
    assert [one.text() for one in (*found.faults, *found.notes)] == []


def test_nothing_is_told_of_the_rulebooks_of_these_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the others here are copies of."""
    monkeypatch.syspath_prepend(str(TOY.parent / "bazaar"))
    assert survey(str(TOY / "rulebook"), (), MODULES) == Survey([], [])
    assert survey(str(TOY.parent / "bazaar" / "rulebook"), (), ("bazaar_game",)) == Survey([], [])
    assert survey(str(TOY.parent / "heights" / "rulebook")) == Survey([], [])


# Faults: file, what is written, what it becomes, where it is told (what the line there says), what is told.
FAULTS = [
    pytest.param(
        "articles.toml",
        'summary = "Its colour."',
        'summary = "Its colour; what it is worth says card.glwo."',
        'summary = "Its colour;',
        "sends its reader to card.glwo, which is no article (found card.glwo; did you mean card.glow?)",
        id="a text names an article that is not there",
    ),
    pytest.param(
        "readings.toml",
        'why = "The book says',
        'why = "By duel.comparing the book says',
        'why = "By duel.comparing',
        "the text sends its reader to duel.comparing, which is no article",
        id="why a reading is taken names one",
    ),
    pytest.param(
        "procedures.toml",
        "[procedure.auto]",
        '[procedure.orphan]\nsteps = [{ rule = "auto.pending", do = "say" }]\n\n[procedure.auto]',
        "[procedure.orphan]",
        "nothing calls the procedure orphan",
        id="a procedure that nobody calls",
    ),
    pytest.param(
        "procedures.toml",
        '  { id = "next", rule = "turn.start", do = "goto", step = "turn" },',
        '  { id = "next", rule = "turn.start", do = "goto", step = "turn" },\n'
        '  { id = "late", rule = "turn.end", do = "say" },\n'
        '  { id = "last", rule = "turn.end", do = "say" },',
        '{ id = "late", rule',
        "no way leads to the step late of game (expected a step that goes on there: next, goto, never goes "
        "on to the next)",
        id="a step behind a jump",
    ),
    pytest.param(
        "windows.toml",
        "[window.after]",
        '[window.never]\noffers = ["pending"]\n\n[window.after]',
        "[window.never]",
        "no step opens the window never",
        id="a window that nobody opens",
    ),
    pytest.param(
        "rulebook.toml",
        "[score]",
        '[action.wave]\nconds = [{ rule = "turn.act", say = "duel.dim", if = { zone = "row" } }]\n\n[score]',
        "[action.wave]",
        "no window offers the action wave",
        id="an action that is never offered",
    ),
    pytest.param(
        "rulebook.toml",
        "slots = 3",
        "slots = 3\nhats = 2",
        "hats = 2",
        "nothing reads the literal hats",
        id="a literal that nobody reads",
    ),
    pytest.param(
        "rulebook.toml",
        'choose-replacement-of-action = "instead.loser"\n',
        "",
        'replace = "instead.once"',
        "abilities of two cards may replace one event that befalls no card: who says which comes first? "
        '(expected [cites] choose-replacement-of-action = "…")',
        id="replacements of an act without an order",
    ),
    pytest.param(
        "rulebook.toml",
        'choose-replacement = "instead.owner"\n',
        "",
        'replace = "instead.once"',
        "abilities of two cards may replace one event that befalls a card: who says which comes first?",
        id="replacements of what befalls a card without an order",
    ),
    pytest.param(
        "rulebook.toml",
        'interrupts = ["light.out"]',
        'interrupts = ["light.out", { rule = "row.dark", use = "light.out" }]',
        "interrupts = ",
        "light.out acts at once already: after one event it would twice (found row.dark)",
        id="a rule that acts at once twice",
    ),
    pytest.param(
        "rulebook.toml",
        'negatable = { duel = "duel" }',
        'negatable = { duel = "duel" }\nnegated_card = { duel = "nobody" }',
        "negated_card",
        "no procedure has a value 'nobody'",
        id="the card of what is negated is no value of a procedure",
    ),
    pytest.param(
        "rulebook.toml",
        'seen = "owner" }',
        'seen = "owner", beneath = ["row"], beneath_rules = ["zone.hand"], slots_rule = "zone.hand" }',
        "beneath",
        "row has no slots beneath which cards could lie",
        id="a zone beneath one without slots",
    ),
    pytest.param(
        "rulebook.toml",
        "slots = 3",
        "slots = 1_000_000_000_000_001",
        "slots = 1_000",
        "no number of a game is so large (expected at most 1000000000000000, found 1000000000000001)",
        id="a number that no game has",
    ),
    pytest.param(
        "rulebook.toml",
        'types = ["lantern"] }',
        'types = ["lantern"], total = 2 }',
        "total = 2",
        "total stands here without total_rule",
        id="a number of cards by no article",
    ),
    pytest.param(
        "rulebook.toml",
        'types = ["lantern"] }',
        'types = ["lantern"], slots = ["r1"] }',
        'slots = ["r1"]',
        "slots stands here without slots_rule",
        id="slots by no article",
    ),
    pytest.param(
        "rulebook.toml",
        'types = ["lantern"] }',
        'types = ["lantern"], full = "zone.row" }',
        'full = "zone.row"',
        "full stands here without limit",
        id="a zone that is full of no number",
    ),
    pytest.param(
        "rulebook.toml",
        'types = ["lantern"] }',
        'types = ["lantern"], overlaps = "zone.row" }',
        'overlaps = "zone.row"',
        "overlaps stands here without overlap_goes",
        id="cards that make way and go nowhere",
    ),
    pytest.param(
        "rulebook.toml",
        'types = ["lantern"] }',
        'types = ["lantern"], makes_way = "light-up" }',
        'makes_way = "light-up"',
        "makes_way stands here without way_rule",
        id="cards that make way by no article",
    ),
    pytest.param(
        "rulebook.toml",
        'types = ["lantern"] }',
        'types = ["lantern"], limit = -1 }',
        "limit = -1",
        "(expected 0 or more, found -1)",
        id="fewer cards than none",
    ),
    pytest.param(
        "rulebook.toml",
        'to = "hand", rule = "turn.draw" }',
        'to = "hand", rule = "turn.draw", asks = { state = ["lit"] } }',
        "asks",
        "asks stands here without asks_rule",
        id="a choice by no article",
    ),
]


@pytest.mark.parametrize(("file", "right", "wrong", "line", "told"), FAULTS)
def test_a_fault_is_told_at_its_place(
    file: str, right: str, wrong: str, line: str, told: str, broken: Broken, book: Path
) -> None:
    """It alone, in its file, on its line."""
    (fault,) = broken(file, right, wrong).faults
    assert told in fault.text()
    assert fault.file == str(book / file)
    assert line in (book / file).read_text(encoding="utf-8").splitlines()[fault.line - 1]


def test_older_cards_make_way_by_a_move_and_an_article(tmp_path: Path) -> None:
    """Where the interrupt is used that makes them; where it is not, a number of cards is enough."""
    house = tmp_path / "house.toml"
    house.write_text(
        'why = "T"\n[[change]]\nzone = "creature"\nrule = "board.slots"\n'
        'set = { total = 1, total_rule = "board.slots" }\n',
        encoding="utf-8",
    )
    (fault,) = survey(find("postures"), [str(house)]).faults
    assert "total stands here without makes_way and way_rule" in fault.text()


def test_a_limit_of_decks_is_not_below_zero(tmp_path: Path) -> None:
    """Of a house rule too."""
    house = tmp_path / "house.toml"
    house.write_text(
        'why = "T"\n[[change]]\nlimit = "copies"\nrule = "deck.three"\nset = { at_most = -1 }\n',
        encoding="utf-8",
    )
    (fault,) = survey(find("postures"), [str(house)]).faults
    assert (fault.line, fault.expected, fault.found) == (5, "0 or more", "-1")


# --- mentions ------------------------------------------------------------------------------------
NUMBERS = form_of(["1-1", "7-1-4", "7-1-9", "9-2", "10-31-1", "annex.2"])
POINTS = form_of(["1.2", "7.1.4", "11.9.2"])
NAMES = form_of(["gl.deck", "gl.deck.size", "win.lp"])


@pytest.mark.parametrize(
    ("form", "text", "told"),
    [
        (NUMBERS, "It resolves (see 7-1-8).", ["7-1-8"]),
        (NUMBERS, "By 7-1-5 it does; 7-1-4 says so.", ["7-1-5"]),
        (NUMBERS, "See 9-2 and 9-3, and 9-2 to 9-5.", ["9-3", "9-5"]),
        (NUMBERS, "The section 7-1 says so, and 10-31.", []),
        (NUMBERS, "2018-12-29: 2,000 cards, 3-5 of them in 2-3 turns.", []),
        (NUMBERS, "Once it was the old number 7-1-8. Now see 7-1-6.", ["7-1-6"]),
        (NUMBERS, 'The note says "7-1-8".', []),
        (NUMBERS, "The annex has it: annex.3.", ["annex.3"]),
        (POINTS, "Edition 1.05, half of it is 0.5, one and a half 1.5.", []),
        (POINTS, "Rule 1.3; as 7.1.5.", ["1.3", "7.1.5"]),
        (POINTS, "The file rules/7.1.5/x and judge 7.1.5-rc.", []),
        (NAMES, "By gl.dekc it is; e.g. K.O., deck.toml, gl.toml, i.e. all.", ["gl.dekc"]),
        (NAMES, "By glo.deck.size it is, as win.* says, and 1.2.3.", ["glo.deck.size"]),
    ],
)
def test_a_mention_is_known_by_the_form_of_the_book_s_articles(form, text: str, told: list[str]) -> None:  # type: ignore[no-untyped-def]
    """Numbers and names that are none of articles are let be."""
    assert list(missing(text, form)) == told


# --- what is reached -----------------------------------------------------------------------------
def test_what_a_reading_opens_is_reached(broken: Broken, book: Path) -> None:
    """A window that only another possibility of a reading opens."""
    row = (book / "windows.toml").read_text(encoding="utf-8")
    (book / "windows.toml").write_text(row + '\n[window.rare]\noffers = ["pending"]\n', encoding="utf-8")
    change = '{ step = "turn.turn.start.autos", set = { name = "rare" } }'
    found = broken("readings.toml", '[{ param = "tie", value = "neither" }]', f"[{change}]")
    assert [one.text() for one in found.faults] == []


def test_what_a_version_alone_has_is_reached(broken: Broken, book: Path) -> None:
    """A procedure that a step of a version calls."""
    path = book / "versions" / "2.toml"
    step = '{ id = "late", rule = "turn.end", do = "call", procedure = "rare" }'
    change = f'\n[[change]]\nstep = "turn.turn.pass"\nbefore = {step}\n'
    path.write_text(path.read_text(encoding="utf-8") + change, encoding="utf-8")
    row = '[procedure.rare]\nsteps = [{ rule = "turn.end", do = "say" }]\n\n[procedure.auto]'
    assert broken("procedures.toml", "[procedure.auto]", row).faults == []


def test_procedures_that_stand_on_each_other_are_told(broken: Broken) -> None:
    """Where a game begins would be looked for for ever."""
    row = 'under = { procedure = "turn", step = "turn.act" }\n\n[procedure.setup]'
    faults = broken("procedures.toml", "[procedure.setup]", row).faults
    assert "turn stands on itself" in [one.message for one in faults]


# --- replacements --------------------------------------------------------------------------------
SPEAKS = 'replace = "instead.once"\n'
ORDERED = 'choose-replacement = "instead.owner"\nchoose-replacement-of-action = "instead.loser"\n'


@pytest.mark.parametrize(
    ("keyword", "told"),
    [
        ('{ rule = "keyword.ember", on = { snuff = "self" }, with = { to = "hand" } }', ""),
        ('{ rule = "keyword.ember", on = { move = "self", from = "hand", to = "ash" }, do = [] }', ""),
        (
            '{ rule = "keyword.ember", on = { move = "self", to = ["ash", "pile"] }, do = [] }',
            "the keyword ember and the keyword glow may replace one event that befalls a card",
        ),
        (
            '{ rule = "keyword.ember", on = { score = "me" }, do = [] }',
            "the keyword glow on two cards may replace one event that befalls no card",
        ),
    ],
)
def test_keywords_that_replace_one_event_need_an_order(
    keyword: str, told: str, broken: Broken, book: Path
) -> None:
    """Those that can meet before one event; where the book has no other replacements."""
    path = book / "rulebook.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(SPEAKS, "").replace(ORDERED, ""), encoding="utf-8")
    row = f'[keyword.glow]\nrule = "keyword.ember"\nreplace = {keyword}\n\n[keyword.choir]'
    found = broken("keywords.toml", "[keyword.choir]", row)
    assert [told in one.text() for one in found.faults] == [True] * bool(told)


# --- readings ------------------------------------------------------------------------------------
def test_a_reading_that_changes_nothing_is_a_note(broken: Broken) -> None:
    """Its possibilities make one rulebook."""
    found = broken("readings.toml", 'value = "neither" }]', 'value = "both" }]')
    assert found.faults == []
    assert [one.message for one in found.notes] == ["tie: by neither the rulebook is the same as by both"]


def test_readings_that_set_one_key_are_a_note(broken: Broken) -> None:
    """Whichever is made last holds."""
    other = """
[reading.tied]
articles = ["duel.compare"]
question = "Who wins then?"
taken = "usual"
why = "The book does not say."
[reading.tied.value.usual]
says = "Nobody."
[reading.tied.value.first]
says = "The first."
change = [{ param = "tie", value = "first" }]

[reading.tie.value.neither]"""
    found = broken("readings.toml", "\n[reading.tie.value.neither]", other)
    assert found.faults == []
    assert [one.text().partition(": ")[2] for one in found.notes] == [
        'tie and tied both set param.tie, to one thing and to another (found "neither" and "first")'
    ]


# --- the command ---------------------------------------------------------------------------------
def judged(*words: str | Path) -> tuple[int, str, str]:
    """What `judge lint` ends with and prints."""
    result = CliRunner().invoke(app, ["lint", *map(str, words), "--module", "toy_game"])
    return result.exit_code, result.stdout, result.stderr


def test_a_note_is_no_fault(broken: Broken, book: Path) -> None:
    """Exit 1, and both are told."""
    broken("readings.toml", 'value = "neither" }]', 'value = "both" }]')
    code, out, err = judged(book)
    assert (code, out) == (1, f"{book}: no fault found, 1 note.\n")
    assert f"{book / 'readings.toml'}:" in err
    assert ": note: tie: by neither the rulebook is the same as by both" in err
    code, out, err = judged(book, "--format", "json")
    assert (code, [one["severity"] for one in json.loads(out)["problems"]]) == (1, ["note"])


def test_a_fault_ends_with_2(broken: Broken, book: Path) -> None:
    """As one at the door does, though games are played by such a rulebook."""
    broken("rulebook.toml", "slots = 3", "slots = 3\nhats = 2")
    code, out, err = judged(book)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


TIE = """game = "lanterns"
title = "Both go out"
script = ["A: duel one two"]
A = { row = ["one"] }
B = { row = ["two"] }
[cards]
one = { glow = 2 }
two = { glow = 2 }
[expect]
one = "A.ash"
two = "B.ash"
"""


def test_what_no_ruling_touches_is_a_note(book: Path) -> None:
    """One ruling ties, and one does not."""
    fixtures = TOY / "fixtures"
    quiet = fixtures / "a-row-has-room-for-three.toml"
    code, out, err = judged(book, "--fixtures", quiet)
    assert (code, out) == (1, f"{book}: no fault found, 1 note.\n")
    assert "readings.toml:1:10: note: no ruling touches on the reading tie (1 played)\n" in err
    tie = book.parent / "tie.toml"
    tie.write_text(TIE, encoding="utf-8")
    assert judged(book, "--fixtures", quiet, "--fixtures", tie) == (0, f"{book}: no fault found.\n", "")
    over = book.parent / "over.toml"
    over.write_text('why = "x"\n[[change]]\nreading = "tie"\nvalue = "both"\n', encoding="utf-8")
    assert judged(book, "--fixtures", quiet, "--overlay", over)[0] == 0, "it is decided"


@pytest.mark.soak
def test_rulings_that_cannot_be_read_are_told(book: Path, tmp_path: Path) -> None:
    """Beside those that can be; and so are those of a game that there is no rulebook for."""
    folder = tmp_path / "rulings"
    folder.mkdir()
    shutil.copy(TOY / "fixtures" / "a-row-has-room-for-three.toml", folder)
    (folder / "cut.toml").write_text("script = [\n", encoding="utf-8")
    (folder / "gone.toml").symlink_to("nowhere")
    (folder / "none.toml").write_text("script = []\n", encoding="utf-8")
    code, out, err = judged(book, "--fixtures", folder)
    assert code == 2
    assert "no fault found" not in out
    for name in ("cut", "gone", "none"):
        assert f"{name}.toml:" in err
    (folder / "cut.toml").write_text('game = "lantern"\nscript = []\n', encoding="utf-8")
    code, _, err = judged("--fixtures", folder / "cut.toml")
    assert (code, "there is no rulebook 'lantern'" in err) == (2, True)


def test_rulings_that_cannot_be_played_are_told(book: Path, tmp_path: Path) -> None:
    """What they would touch is not known; and a game without rulings has none."""
    bad = tmp_path / "bad.toml"
    bad.write_text('game = "lanterns"\ntitle = "x"\nscript = 3\n', encoding="utf-8")
    code, _, err = judged(book, "--fixtures", bad)
    assert code == 2
    assert f"{bad}:" in err
    bad.write_text('game = "nothing"\nscript = []\n', encoding="utf-8")
    code, _, err = judged(book, "--fixtures", bad)
    assert (code, err) == (2, "there is no ruling of lanterns (expected rulings of that game)\n")
    code, _, err = judged(book, "--fixtures", tmp_path / "gone")
    assert (code, err) == (2, f"{tmp_path / 'gone'}: no such file or folder\n")


def test_an_act_without_its_moment_is_a_fault(book: Path) -> None:
    """Each act that is offered says by which articles it has its moment."""
    file = book / "rulebook.toml"
    text = file.read_text(encoding="utf-8")
    assert 'duel = ["turn.act"]\n' in text
    file.write_text(text.replace('duel = ["turn.act"]\n', ""), encoding="utf-8")
    told = survey(str(book), (), ["toy_game"])
    assert [one.message for one in told.faults] == ["nothing says when the act duel may be done"]


UNKEPT = {
    "a score that nothing looks at": (
        'interrupts = [{ rule = "life.zero", use = "scores" }]',
        "",
        "no rule looks whether the score life has run out: nobody loses by it",
    ),
    "a name that nothing gives": (
        'fell = "$aim", rule',
        'fell = "$goal", rule',
        "nothing gives the name $goal of which attack speaks",
    ),
    "what lies where no place is named": (
        'fell = "$aim", rule',
        'fell = "$there", rule',
        "nothing gives the name $there of which attack speaks",
    ),
    "a moment that never comes": (
        "[signal]\n",
        '[signal]\nfallen = { card = true, rule = "pit" }\n',
        "nothing says the moment fallen",
    ),
    "a moment of no card": (
        "turn-over = {",
        "turn-over = { card = true,",
        "no step says about which card the moment turn-over is",
    ),
    "a moment without what it tells": (
        "turn-over = {",
        'turn-over = { tells = ["target"],',
        "no step tells the target of turn-over",
    ),
}


@pytest.mark.parametrize("slip", UNKEPT)
def test_what_a_rulebook_says_and_nothing_keeps(slip: str, tmp_path: Path) -> None:
    """It plays all the same, and wrongly: nobody loses, nothing is felled, nothing is heard."""
    before, after, told = UNKEPT[slip]
    book = tmp_path / "heights"
    shutil.copytree(TOY.parent / "heights" / "rulebook", book)
    assert not survey(str(book)).faults
    text = (book / "rulebook.toml").read_text(encoding="utf-8")
    assert before in text
    (book / "rulebook.toml").write_text(text.replace(before, after, 1), encoding="utf-8")
    assert [one.message for one in survey(str(book)).faults] == [told]
