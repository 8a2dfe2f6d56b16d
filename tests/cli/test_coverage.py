"""`judge coverage`: how far rulings go with each article, and what they leave."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from judge.engine import trace
from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.state import Condition, Option
from judge.engine.kernel.tracer import Entry
from judge.rulebook.articles import every_article
from judge.suite.coverage import Covering, Outcomes, conditions, outcomes

HOME = Path(__file__).parent.parent.parent
DBS = HOME / "rulebooks" / "dbs"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The rulebook of dbs, to be changed."""
    return Path(shutil.copytree(DBS, tmp_path / "book" / "dbs"))


def of(judge: Any, *args: object) -> dict[str, Any]:
    """The coverage of the one game that was asked for."""
    called = judge("coverage", *args, "--format", "json")
    document = json.loads(called.out)
    assert document["schema"] == "judge.coverage/1"
    (found,) = document["games"]
    return {**found, "code": called.code, "by": {one["id"]: one for one in found["articles"]}}


def test_articles_are_sorted_by_how_far_a_ruling_goes(judge: Any, dispute: Path) -> None:
    """An attack that is halted: 7-1-4 is what its title says, 10-10-3-1 refuses what was claimed, 7-1 is the
    attack itself; nobody loses (1-2-1); 5-1-3 is about decks, 1-1-1 is excused, 1 a heading.
    """
    found = of(judge, dispute)
    states = {id_: one["state"] for id_, one in found["by"].items()}
    assert states["10-10-3-1"] == "decides"
    assert states["7-1"] == "acts"
    assert states["7-1-4"] in ("decides", "acts")
    assert states["1-2-1"] == "never"
    assert (states["5-1-3"], states["1-1-1"], states["1"]) == ("deck", "excused", "text")
    assert found["by"]["10-10-3-1"]["decides"] == {"count": 1, "rulings": ["dispute"]}
    assert found["rulings"] == 1
    assert found["failing"] == []
    assert sum(found["counts"].values()) == len(found["articles"])


def test_what_is_to_be_shown_leaves_out_decks_and_excuses(judge: Any, dispute: Path) -> None:
    """A gap is a mechanical article that neither decides nor acts; headings, excuses and decks are none."""
    found = of(judge, dispute)
    assert "1-2-1" in found["gaps"]
    assert not {"5-1-3", "1-1-1", "1", "7-1", "10-10-3-1"} & set(found["gaps"])
    assert found["demanded"] == found["covered"] + len(found["gaps"])
    assert found["share"] == round(100 * found["covered"] / found["demanded"], 2)


def test_a_ruling_that_does_not_hold_covers_nothing(judge: Any, wrong: Path) -> None:
    """It shows nothing of the rulebook, and is named."""
    found = of(judge, wrong)
    assert found["failing"] == ["wrong"]
    assert found["covered"] == 0
    assert found["code"] == 0
    assert "1 do not hold" in judge("coverage", wrong).out


def test_at_most_three_rulings_are_named(judge: Any, dispute: Path) -> None:
    """All are counted, and all are named where that is asked for."""
    for name in "abcd":
        shutil.copy(dispute, dispute.parent / f"{name}.toml")
    dispute.unlink()
    assert of(judge, dispute.parent)["by"]["7-1"]["acts"] == {"count": 4, "rulings": ["a", "b", "c"]}
    assert of(judge, dispute.parent, "--all")["by"]["7-1"]["acts"]["rulings"] == ["a", "b", "c", "d"]
    text = judge("coverage", dispute.parent, "--all").out
    assert re.search(r"^7-1  +acts .*\n    a\n    b\n    c\n    d\n", text, re.M)
    assert (
        "and 1 more"
        in judge(
            "coverage",
            dispute.parent,
            "--format",
            "markdown",
        ).out
    )


def test_less_than_is_asked_for_fails_and_lists_the_gaps(judge: Any, dispute: Path) -> None:
    """Exit 1, with every gap; enough is enough."""
    called = judge("coverage", dispute, "--fail-under", "50")
    listed = called.out.partition("GAPS (")[2].partition("CONDITIONS")[0]
    assert called.code == 1
    assert "more: --all" not in listed
    assert len(re.findall(r"never asked|only behind", listed)) == int(listed.partition(")")[0])
    assert judge("coverage", dispute, "--fail-under", "1").code == 0


def test_a_step_that_is_taken_out_is_not_covered(judge: Any, dispute: Path, book: Path) -> None:
    """Without the counter window of 7-1-2 the ruling finds nobody to counter: it is told, exit 2."""
    path = book / "procedures.toml"
    rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(one for one in rows if 'rule = "7-1-2"' not in one), encoding="utf-8")
    before = of(judge, dispute, "--rulebook", DBS)
    after = of(judge, dispute, "--rulebook", book)
    assert (before["code"], after["code"]) == (0, 2)
    assert before["by"]["7-1-2"]["state"] == "acts"
    assert after["by"]["7-1-2"]["state"] == "never"
    assert f"{dispute}:4:" in judge("coverage", dispute, "--rulebook", book).err


def test_a_renumbered_article_is_that_of_the_book(judge: Any) -> None:
    """Under 1.071 the book's 10-13-4-4-1 is 10-14-4-1: its ruling covers the article of the book."""
    ruling = HOME / "fixtures" / "dbs" / "versions" / "potara-keeps-power-by-10-14-4-1.toml"
    assert 'articles = ["10-14-4-1"]' in ruling.read_text(encoding="utf-8")
    assert of(judge, ruling)["by"]["10-13-4-4-1"]["state"] in ("decides", "acts")


def test_another_game_is_left_out(judge: Any, dispute: Path) -> None:
    """Only the rulings of the game that is named are played."""
    other = dispute.parent / "other.toml"
    shutil.copy(next((HOME / "fixtures" / "postures" / "clash").glob("*.toml")), other)
    both = json.loads(judge("coverage", dispute.parent, "--format", "json").out)["games"]
    assert [one["game"] for one in both] == ["dbs", "postures"]
    assert of(judge, dispute.parent, "--game", "dbs")["rulings"] == 1


def test_the_page_holds_no_markup_of_a_file_and_asks_for_nothing(
    judge: Any, dispute: Path, book: Path
) -> None:
    """Titles, excuses and names of rulings are text in it."""
    path = book / "articles.toml"
    text = path.read_text(encoding="utf-8")
    evil = "<script src='http://x'>"
    path.write_text(text.replace('title = "Exactly two players"', f'title = "{evil}"'), encoding="utf-8")
    named = dispute.rename(dispute.parent / "<img src=x>.toml")
    page = judge("coverage", named, "--rulebook", book, "--format", "html").out
    assert "&lt;script src=" in page
    assert "&lt;img src=x&gt;" in page
    assert not re.search(r"<script|<img|<link|@import|url\(|src=['\"]|href=", page.replace("&lt;", ""))
    assert page.count('<tr id="a-') == len(every_article(str(DBS)))


def test_markdown_escapes_what_a_file_says(judge: Any, dispute: Path, book: Path) -> None:
    """A bar in a title ends no cell."""
    path = book / "articles.toml"
    text = path.read_text(encoding="utf-8")
    one, other = 'title = "Two defeat conditions"', 'title = "Two | *defeats*"'
    path.write_text(text.replace(one, other), encoding="utf-8")
    page = judge("coverage", dispute, "--rulebook", book, "--format", "markdown").out
    assert r"Two \| \*defeats\*" in page


def test_any_number_of_processes_prints_the_same(judge: Any) -> None:
    """In their order, however they were shared out."""
    folder = HOME / "fixtures" / "postures" / "direct"
    one, two = (judge("coverage", folder, "--all", "--jobs", n) for n in (1, 2))
    assert one.code == 0
    assert one == two


def test_everything_that_is_wrong_with_the_question_is_told(judge: Any, dispute: Path) -> None:
    """All at once, exit 2."""
    called = judge("coverage", dispute, "--format", "xml", "--fail-under", "101", "--game", "dsb", "-j", "-1")
    assert called.code == 2
    assert [line.partition(" ")[0] for line in called.err.splitlines()] == [
        "--format", "--jobs", "--fail-under", "--game",
    ]  # fmt: skip
    assert "did you mean dbs?" in called.err
    assert judge("coverage", dispute.parent / "nowhere").code == 2
    assert judge("coverage", dispute, "--game", "tdg").code == 2


def test_a_ruling_that_cannot_be_read_costs_itself_only(judge: Any, dispute: Path, misspelt: Path) -> None:
    """The other is covered, the problems of the one are told."""
    called = judge("coverage", dispute.parent, "--game", "dbs", "--format", "json")
    assert called.code == 2
    assert "misspelt.toml:" in called.err
    assert json.loads(called.out)["games"][0]["covered"] > 0


def test_a_bug_costs_its_ruling_only(judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told with its traceback, exit 70; the other ruling is covered."""
    shutil.copy(dispute, dispute.parent / "second.toml")

    def broken(ruling: Any) -> str:
        if ruling.fixture.file.endswith("second.toml"):
            raise KeyError("oh")
        return "holds"

    monkeypatch.setattr("judge.suite.coverage.wanted", broken)
    called = judge("coverage", dispute.parent, "--format", "json")
    assert called.code == 70
    assert "second.toml: a bug of ours: KeyError" in called.err
    assert "Traceback" in called.err
    assert json.loads(called.out)["games"][0]["covered"] > 0


def test_a_game_that_is_not_there_costs_its_ruling_only(judge: Any, dispute: Path) -> None:
    """The other game is covered."""
    text = dispute.read_text(encoding="utf-8").replace('"dbs"', '"dsb"')
    (dispute.parent / "other.toml").write_text(text, encoding="utf-8")
    called = judge("coverage", dispute.parent)
    assert called.code == 2
    assert "other.toml:1:1: there is no rulebook 'dsb'" in called.err
    assert called.out.startswith("dbs 1.078: ")


def test_the_page_is_written_over_nothing_that_is_read(judge: Any, dispute: Path, book: Path) -> None:
    """Neither a ruling nor the rulebook; elsewhere it is, in each format."""
    before = dispute.read_text(encoding="utf-8")
    assert judge("coverage", dispute, "-o", dispute).code == 2
    assert dispute.read_text(encoding="utf-8") == before
    articles = book / "articles.toml"
    assert judge("coverage", dispute, "--rulebook", book, "-o", articles).code == 2
    assert articles.read_text(encoding="utf-8") == (DBS / "articles.toml").read_text(encoding="utf-8")
    page = dispute.parent / "page"
    assert judge("coverage", dispute, "--format", "json", "-o", page).code == 0
    assert json.loads(page.read_text(encoding="utf-8"))["schema"] == "judge.coverage/1"


def offer(legal: list[Option], refused: list[Option]) -> Entry:
    """A line of a trace that offers."""
    return Entry(trace.OFFER, "1", 1, "p", "s", {"legal": legal, "refused": refused})


def option(*conds: Condition) -> Option:
    """An act with its conditions."""
    return Option("act", (), (), conds)


def test_both_outcomes_of_a_condition_are_counted() -> None:
    """Held once; failed twice, once as the only one. What lies elsewhere is not asked, nor what no article
    says.
    """
    fits = option(Condition("1", True, "time"), Condition("", True, "x"))
    late = option(Condition("1", False, "time"))
    neither = option(
        Condition("1", False, "time"), Condition("2", False, "room"), Condition("3", False, ELSEWHERE)
    )
    found = outcomes([offer([fits], [late]), offer([], [neither])])
    assert found == {("1", "time"): Outcomes(1, 2, 1), ("2", "room"): Outcomes(0, 1, 0)}


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ({("1", "time"): Outcomes(0, 2, 1)}, "never held"),
        ({("1", "time"): Outcomes(2, 0, 0)}, "never failed"),
        ({("1", "time"): Outcomes(2, 1, 0)}, "never alone"),
        ({("1", "time"): Outcomes(2, 1, 1)}, ""),
        (
            {("1", "time"): Outcomes(0, 2, 1), ("2", "time"): Outcomes(1, 0, 0)},
            "",
        ),  # another article, if it holds
    ],
)
def test_a_condition_of_one_outcome_is_told(rows: dict[tuple[str, str], Outcomes], fault: str) -> None:
    """Whichever article names it when it holds and when it fails."""
    found = conditions([Covering("a", "dbs", "holds", conditions=rows)])
    assert [one.fault for one in found["1"]] == [fault]
