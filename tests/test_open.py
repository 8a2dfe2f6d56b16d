"""What hangs on a reading: the answer, or a fact that is asked for, is OPEN.

The examples take a question that the book of the Duel leaves open: may a cost take the last LP?
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.app import app
from judge.fixture.load import parse_fixture
from judge.page.page import page_of
from judge.play.ruling import Ruling, run
from judge.render.html.document import ruling_html
from judge.render.markdown import ruling_markdown
from judge.render.records import records
from judge.render.text import render

LAST_LP = """
game = "ygo"
script = [{script}]
ask = [{ask}]
A = {{ lp = {lp}, hand = ["gift"] }}
[cards.gift]
type = "spell"
effect = {{ cost = [{{ pay = 1000 }}], do = [{{ recover = 5000 }}] }}
"""


def ruled(*script: str, lp: int = 1000, ask: str = "", more: str = "") -> Ruling:
    """The ruling of a board on which A has so many LP and a card that costs 1000."""
    lines = ", ".join(f'"{one}"' for one in script)
    text = LAST_LP.format(script=lines, ask=f'"{ask}"' if ask else "", lp=lp)
    return run(parse_fixture(text + more))


@pytest.mark.parametrize(("kind", "holds"), [("may", True), ("can", True), ("not", False)])
def test_an_answer_that_another_reading_gives_otherwise(kind: str, holds: bool) -> None:
    """By the reading that is taken the last LP can be paid; by the other one it cannot."""
    ruling = ruled(f"A: {kind} activate gift")
    (claim,) = ruling.claims
    assert (claim.answer, claim.as_read, claim.ok) == ("open", "yes", holds)
    page = page_of(ruling)
    assert page.answer.kind == "open"
    assert page.answer.answers == ("OPEN (as read here: yes): A may activate gift.",)
    assert [(one.kind, one.answer, one.allowed) for one in page.asked] == [
        ("open", "Open (as read here: yes)", True)
    ]
    assert [one.name for one in page.open if one.decides] == ["pay-to-zero"]
    assert page_of(ruling, lang="fr").asked[0].answer == "Ouvert (comme lu ici\u202f: oui)"
    assert records(ruling).startswith("answer open main1.actions")


def test_an_answer_that_every_reading_gives() -> None:
    """2000 LP are enough by either reading, and nothing costs 1000 of 500."""
    for lp, word in ((2000, "yes"), (500, "no")):
        (claim,) = ruled("A: may activate gift", lp=lp).claims
        assert (claim.answer, claim.open) == (word, False)


def test_an_act_of_the_script_that_another_reading_allows() -> None:
    """The line is refused as read here, by the article on costs."""
    ruling = ruled("A: activate gift", more='[readings]\npay-to-zero = "no"\n')
    assert ruling.refusal is not None
    assert (ruling.refusal.answer, ruling.refusal.as_read) == ("open", "no")
    assert page_of(ruling).answer.answers == ("OPEN (as read here: no): A may not activate gift.",)


def test_a_fact_that_is_asked_for() -> None:
    """Whoever pays the last LP loses at once; by the other reading the line itself is refused."""
    ruling = ruled("A: activate gift", more='[expect]\nresult = "B"\n')
    page = page_of(ruling)
    assert page.answer.kind == "open"
    assert page.answer.answers[0].startswith("OPEN: by another reading the script cannot be played")
    assert page.answer.changes[0] == "B wins."


def test_a_question_at_the_end() -> None:
    """`ask` is answered in the same words as a question of the script."""
    (row,) = page_of(ruled(ask="why not: A: activate gift")).asked
    assert (row.kind, row.answer) == ("open", "Open (as read here: yes)")


def test_why_not(tmp_path: Path) -> None:
    """It says OPEN, with the answer as it is read here, and is answered: exit 0."""
    path = tmp_path / "last.toml"
    path.write_text(LAST_LP.format(script="", ask="", lp=1000), encoding="utf-8")
    plain = CliRunner().invoke(app, ["why-not", str(path), "A: activate gift"])
    assert plain.exit_code == 0
    assert plain.stdout.startswith("OPEN (as read here: yes): A may activate gift.")
    found = json.loads(
        CliRunner().invoke(app, ["why-not", str(path), "A: activate gift", "--format", "json"]).stdout
    )
    assert (found["kind"], found["as_read"], found["answer"]["kind"]) == ("open", "yes", "open")


TOO_EARLY = """
game = "dbs"
script = ["A: attack raider", "B: may combo helper"]
A = { battle = ["raider"], hand = ["ahelp"] }
B = { hand = ["helper"] }
[cards]
raider = { power = 15000 }
helper = { power = 5000, combo_power = 5000, combo_cost = 0 }
ahelp = { power = 5000, combo_power = 5000, combo_cost = 0 }
"""


@pytest.mark.parametrize(
    ("text", "word"),
    [(LAST_LP.format(script='"A: may activate gift"', ask="", lp=1000), "OPEN"), (TOO_EARLY, "NOT YET")],
)
def test_every_form_has_a_word_and_a_colour_for_it(text: str, word: str) -> None:
    """OPEN and NOT YET are answers like the others: in colour, on a page and in Markdown."""
    ruling, kind = run(parse_fixture(text)), word.lower().replace(" ", "-")
    assert word in render(ruling, color=True)
    assert f'<strong class="{kind}">{word}</strong>' in ruling_html(ruling)
    assert word in ruling_markdown(ruling)


def test_a_question_leads_the_page() -> None:
    """What the fixture asks is answered in the headline, before what changed."""
    page = page_of(ruled(ask="why not: A: activate gift"))
    assert page.answer.kind == "open"
    assert page.answer.answers == ("OPEN (as read here: yes): A may activate gift.",)
    assert page.answer.changes == ()
    page = page_of(ruled(ask="why A.lp"))
    assert (page.answer.kind, page.answer.answers) == ("plain", ("A's LP is 1000: nothing has changed it.",))


WINDOW = """
game = "tdg"
script = ["A: choose ona"{claim}]
A = {{ leader = "kor" }}
B = {{ support-1 = "ona", support-2 = "sol" }}
[cards]
ona = {{}}
sol = {{ answer = {{ against = "effect", do = [{{ negate = "effect" }}] }} }}
[cards.kor.effect]
targets = [{{ choose = "t", from = {{ zone = "supports", of = "opponent" }} }}]
do = [{{ disable = "$t" }}]
"""


@pytest.mark.parametrize(("claim", "decides"), [("", True), (', "B: may answer sol"', False)])
def test_what_might_also_be_done_next_decides_only_where_nothing_is_asked(claim: str, decides: bool) -> None:
    """By the other reading B may give up a card in the window as well: the answer is the same."""
    page = page_of(run(parse_fixture(WINDOW.format(claim=claim))))
    (found,) = [one for one in page.open if one.name == "voluntary-timing"]
    assert found.decides is decides
    assert any("give-up ona discard" in one.comes_to for one in found.possibilities)
