"""`judge rule` and `judge rules`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent.parent.parent


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
    assert re.search(r"engine/steps\.py:\d+ +step 7-1 of battle: mark_one", judge("rule", "dbs", "7-1").out)


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
    from judge.rulebook import article_ids

    called = judge("rules", "dbs")
    assert called.code == 0
    assert len(called.out.splitlines()) == len(article_ids(str(HOME / "rulebooks" / "dbs")))


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


def test_a_format_there_is_not(judge: Any) -> None:
    called = judge("rules", "dbs", "--format", "jsom")
    assert (called.code, called.out) == (2, "")
    assert "did you mean json?" in called.err
