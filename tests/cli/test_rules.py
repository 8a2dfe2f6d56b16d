"""`judge rule` and `judge rules`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from judge.rulebook.articles import every_article
from judge.rulebook.load import is_playable
from judge.rulebook.shelf import games, rulebooks_folder

HOME = Path(__file__).parent.parent.parent
READ_ONLY = [game for game in games() if not is_playable(str(rulebooks_folder() / game))]


def test_one_article(judge: Any) -> None:
    called = judge("rule", "dbs", "7-1-4")
    assert called.code == 0
    assert called.out.startswith("7-1-4  ")
    assert re.search(r"^Says .*articles\.toml:\d+$", called.out, re.M)
    assert re.search(r"procedures\.toml:\d+ .*7-1-4", called.out)
    assert re.search(r"battle\.py:\d+ .*abandon", called.out)
    assert re.search(r"^Cited .*fixtures/dbs/.*\.toml:\d+$", called.out, re.M)


def test_the_lines_named_are_the_lines(judge: Any) -> None:
    found = json.loads(judge("rule", "dbs", "7-1-4", "--format", "json").out)
    assert found["schema"] == "judge.rule/1"
    assert list(found)[:4] == ["schema", "game", "id", "title"]
    for place in (found["says"], *found["stands"], *found["runs"], *found["fixtures"]):
        line = Path(place["file"]).read_text(encoding="utf-8").splitlines()[place["line"] - 1]
        assert '"7-1-4' in line or " 7-1-4" in line, (place, line)


def test_a_shared_step_is_found_through_its_procedure(judge: Any) -> None:
    assert re.search(
        r"engine/mechanisms/steps\.py:\d+ +step 7-1 of battle: mark_one", judge("rule", "dbs", "7-1").out
    )


def test_an_unknown_article_gives_the_nearest(judge: Any) -> None:
    called = judge("rule", "dbs", "7-4-1-44")
    assert (called.code, called.out) == (2, "")
    assert "did you mean 7-4-1-4?" in called.err


def test_words_list_what_has_them_all(judge: Any) -> None:
    called = judge("rule", "dbs", "Counter", "WINDOW")
    assert called.code == 0
    assert len(called.out.splitlines()) > 3
    assert all(re.match(r"\d+(-\d+)* ", line) for line in called.out.splitlines())


def test_words_of_a_single_article_print_it(judge: Any) -> None:
    one = json.loads(judge("rule", "dbs", "7-1-4", "--format", "json").out)
    assert judge("rule", "dbs", *one["title"].split()).out.startswith("7-1-4  ")


def test_an_unknown_game(judge: Any) -> None:
    for args in (("rule", "dbz", "7-1"), ("rules", "dbz"), ("new", "dbz")):
        called = judge(*args)
        assert (called.code, called.out) == (2, "")
        assert "did you mean dbs?" in called.err


def test_the_table_has_every_article(judge: Any) -> None:
    for game in games():
        called = judge("rules", game)
        assert (called.code, called.err) == (0, "")
        assert len(called.out.splitlines()) == len(every_article(str(HOME / "rulebooks" / game)))


def test_the_table_searched(judge: Any) -> None:
    found = json.loads(judge("rules", "dbs", "--search", "combo cost", "--format", "json").out)
    assert found["schema"] == "judge.rules/1"
    assert 0 < found["count"] == len(found["articles"]) < 60
    assert {one["bound"] for one in found["articles"]} <= {"", "bound", "excused", "unbound"}
    assert judge("rules", "dbs", "--search", "no such words").out == ""


def test_unbound_articles_are_counted(judge: Any) -> None:
    called = judge("rules", "dbs", "--unbound")
    *rows, count = called.out.splitlines()
    assert count.startswith(f"{len(rows)} of ")
    assert called.code == (1 if rows else 0)
    assert all(" unbound " in row for row in rows)


def test_an_article_that_nothing_runs(judge: Any) -> None:
    """It says what it says, and no rulebook has to be loaded for that."""
    called = judge("rule", "ygo", "deck.copies")
    assert (called.code, called.err) == (0, "")
    assert called.out.startswith("deck.copies  Three copies over all decks\n")
    assert re.search(r"^Stands .*ygo/deck\.toml:\d+ .*deck\.copies", called.out, re.M)
    assert "Runs" not in called.out
    found = json.loads(judge("rule", "tdg", "intro.pitch", "--format", "json").out)
    assert (found["stands"], found["runs"], found["fixtures"]) == ([], [], [])


def test_a_word_that_is_also_an_id_is_the_article(judge: Any) -> None:
    """The ids of some books are plain words."""
    assert judge("rule", "postures", "owner").out.startswith("owner  Owner\n")


def test_a_table_of_coined_ids_is_searched(judge: Any) -> None:
    """The booklet's chapter on Terrains is found by its word, and other chapters that speak of them."""
    called = judge("rules", "tdg", "--search", "terrain")
    assert (called.code, called.err) == (0, "")
    found = [line.split()[0] for line in called.out.splitlines()]
    assert {"terrain.link", "terrain.none", "setup.opening-cards", "golden.terrain"} <= set(found)
    assert "bonus.resolve" not in found


@pytest.mark.parametrize("game", READ_ONLY)
def test_what_nothing_carries_yet_is_told_in_full(judge: Any, game: str) -> None:
    """A book that is only read and built decks by leaves most of its articles unbound, and says so."""
    called = judge("rules", game, "--unbound")
    *rows, count = called.out.splitlines()
    assert (called.code, called.err) == (1, "")
    assert count.startswith(f"{len(rows)} of ")
    assert len(rows) > 90


def test_what_a_deck_is_checked_by_is_bound(judge: Any) -> None:
    """The limit on copies is carried by the rules on decks; what only pitches the game is by nothing."""
    found = json.loads(judge("rules", "tdg", "--format", "json").out)["articles"]
    bound = {one["id"]: one["bound"] for one in found}
    assert bound["deck.other"] == "bound"
    assert bound["intro.pitch"] != "bound"


def test_a_format_there_is_not(judge: Any) -> None:
    called = judge("rules", "dbs", "--format", "jsom")
    assert (called.code, called.out) == (2, "")
    assert "did you mean json?" in called.err


@pytest.mark.soak
def test_an_article_of_a_version_says_so(judge: Any) -> None:
    """Of which version it is, who says so, what it stands beside, what reads the literal that it sets,
    and which rulings cite it.
    """
    called = judge("rule", "ygo", "sanctioned.draw")
    assert (called.code, called.err) == (0, "")
    assert re.search(r"^  version tournament; source: ygopro-core", called.out, re.M)
    assert "  Beside: duel.win.deckout, main1.activate\n" in called.out
    assert re.search(r"^Says +(?:.*/_)?rulebooks/ygo/versions/tournament\.toml:\d+$", called.out, re.M)
    assert re.search(r"^Runs +(?:.*/)?judge/games/ygo/needs\.py:\d+ +in needed$", called.out, re.M)
    assert "sanctioned-a-draw-with-too-few-cards-is-not-activated.toml" in called.out
    found = json.loads(judge("rule", "ygo", "sanctioned.draw", "--format", "json").out)
    assert (found["version"], found["beside"], found["versions"]) == (
        "tournament",
        ["duel.win.deckout", "main1.activate"],
        [],
    )
    assert re.search(
        r"^Differs .*sanctioned\.draw  A draw needs its cards$",
        judge("rule", "ygo", "duel.win.deckout").out,
        re.M,
    )
    assert "(version tournament; ygopro-core" in judge("rules", "ygo", "--search", "sanctioned").out


@pytest.mark.parametrize(
    "call", [("rule", "dbs", ""), ("rule", "dbs", " ", ""), ("rules", "dbs", "--search", " ")]
)
def test_who_asks_for_nothing_is_not_given_the_whole_book(call: tuple[str, ...], judge: Any) -> None:
    """Nor an article that happens to be first."""
    called = judge(*call)
    assert (called.code, called.out) == (2, "")
    assert "words to search for" in called.err
    assert json.loads(judge(*call, "--format", "json").out)["problems"][0]["expected"].endswith("search for")
