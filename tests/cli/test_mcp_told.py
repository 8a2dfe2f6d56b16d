"""`judge mcp`: what topics, errors and rulings tell to who has nothing but the tools."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import tomllib
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

from mcp_calls import called, examples

from judge.board.entry_keys import KEYS
from judge.grammar.values import CARD_WORDS
from judge.mcp.game_topics import ENTRIES, ENVELOPE, POINTING, does, entry_keys, event_told, pointing
from judge.mcp.summaries import LARGEST as WHOLE
from judge.mcp.summaries import REFUSED, STEPS, open_told, whole
from judge.mcp.tools import TOOLS
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import games
from judge.serving.chat_clients import INSTRUCTIONS, SETTLE, worked
from judge.serving.workers import TooLong, Workers


@pytest.mark.parametrize("game", games())
def test_every_key_of_a_card_entry_is_told(game: str) -> None:
    """Those that the door takes, in the topic on boards and by their own names; so are references."""
    book = load_rulebook(game)
    text = called("how_to_write", game=game, topic_name="boards")["text"]
    assert set(ENTRIES) == set(KEYS)
    for key in entry_keys(book):
        assert f"\n  {key}: " in text
        assert "card entry" in called("how_to_write", game=game, topic_name=key)["text"]
    for word in (*pointing(book), *ENVELOPE):
        assert called("how_to_write", game=game, topic_name=word)["ok"]
    assert set(CARD_WORDS) <= set(POINTING)
    assert not re.search(r'turn = "', text)


@pytest.mark.parametrize("game", games())
def test_where_a_game_may_stand_is_written_as_the_topic_says(game: str) -> None:
    """Each point passes the door, with what stands beside it; only the card that attacks is not there."""
    text = called("how_to_write", game=game, topic_name="boards")["text"]
    points = re.findall(r"^  (at = .*?): \S", text, re.MULTILINE)
    assert len(points) > 3
    for point in points:
        given = tomllib.loads(re.sub(r", (turn|active) = ", r"\n\1 = ", point))
        told = called("options", position={"game": game, "script": [], **given})
        slips = {row.get("found") for row in told.get("problems", ())}
        assert slips == set(re.findall(r"k\d", point)), (point, told)


def test_an_equipped_card_is_laid_as_the_topic_says() -> None:
    """Its text raises the card that it is attached to, from a turn of player B on."""
    (line,) = examples(called("how_to_write", game="ygo", topic_name="host")["text"])
    equip = tomllib.loads(line)["c"]
    assert equip["static"]["of"] == "host"
    board = {"active": "B", "turn": 5, "B": {"monster": ["m"], "spell": [{"card": "e", "host": "m"}]}}
    cards = {"m": {"level": 4, "atk": 1000, "def": 0}, "e": equip}
    laid = called("position", game="ygo", boards=board, cards=cards)
    assert laid["asked"]["seat"] == "B"
    assert "1500" in called("why", position=laid["position"], fact="m.atk")["answer"][0]


@pytest.mark.parametrize(
    ("key", "nearest"),
    [("attached", "host"), ("equipped", "host"), ("on", "host"), ("beneath", "under"), ("hsot", "host")],
)
def test_a_key_that_a_card_entry_has_not(key: str, nearest: str) -> None:
    """The keys that there are, and the one that is meant."""
    board = {"A": {"monster": ["m"], "spell": [{"card": "e", key: "m"}]}}
    cards = {"m": {"level": 4}, "e": {"type": "spell", "kind": "equip"}}
    row = called("position", game="ygo", boards=board, cards=cards)["problems"][0]
    assert (row["found"], row["nearest"]) == (key, nearest)
    assert {"host", "under", "facing"} <= set(row["expected"].split(", "))


@pytest.mark.parametrize(
    ("game", "key", "nearest"),
    [
        ("postures", "attack", "atk"), ("postures", "defence", "def"), ("ygo", "attack", "atk"),
        ("ygo", "defense", "def"), ("tdg", "attack", "atq"), ("tdg", "defence", "def"),
        ("victory-spark", "atk", "attack"), ("victory-spark", "def", "defence"), ("dbs", "attack", "power"),
    ],
)  # fmt: skip
def test_a_value_by_the_name_that_another_game_has_for_it(game: str, key: str, nearest: str) -> None:
    told = called("check_dispute", text={"game": game, "cards": {"m": {key: 1}}})
    assert (told["problems"][0]["nearest"], told["example"]) == (nearest, f"{nearest} = 1")


@pytest.mark.parametrize("game", games())
def test_no_instruction_and_no_event_is_without_a_word(game: str) -> None:
    """Each says what it does, from the rulebook's rows where the engine has no words; and lists are whole."""
    book = load_rulebook(game)
    for topic in ("instructions", "events"):
        text = called("how_to_write", game=game, topic_name=topic)["text"]
        assert "…" not in text.splitlines()[-1], topic
        assert not re.search(r"(=|:) ?\w*: ?\.?$", text, re.MULTILINE), topic
    for name, word in book.vocabulary.items():
        assert not word.under or word.says or does(book, name), name
    for name in book.heard_names:
        told = event_told(book, name)
        assert len(told) > 8, name
        assert "of this name" not in told, name


@pytest.mark.parametrize(
    ("game", "word", "said"),
    [
        ("postures", "destroy", "to the graveyard"),
        ("postures", "recover", "gains so many PV"),
        ("postures", "to-rest", "posture = rest"),
        ("tdg", "lose-pv", "The opponent loses so many PV"),
        ("ygo", "discard", "Moves cards in the hand to the graveyard"),
        ("postures", "attacked", "of the card that is attacked"),
        ("postures", "clashed", "of the card that does it"),
        ("postures", "targeted", "chosen as a target"),
        ("dbs", "draw", '{ draw = "me" }'),
        ("tdg", "pv", '{ pv = "me" }'),
        ("tdg", "choose", "listens to targeted"),
        ("ygo", "activate-card", "write activated"),
        ("ygo", "state", "state = { zone = "),
        ("dbs", "turn", "turned to its other face"),
    ],
)
def test_what_a_word_does_is_told(game: str, word: str, said: str) -> None:
    assert said in called("how_to_write", game=game, topic_name=word)["text"]


DRAWING = {
    "game": "dbs",
    "script": ["A: attack raider lb", "B: counter back", "B: choose jumper"],
    "A": {"battle": ["raider"]},
    "B": {"hand": ["back", "jumper"], "energy": 1},
    "cards": {
        "raider": {"power": 5000, "auto": {"on": {"attack": "self"}, "do": [{"draw": 1}]}},
        "jumper": {"power": 5000, "auto": {"on": {"play": "self"}, "do": [{"draw": 1}]}},
        "back": {
            "type": "extra", "cost": 1,
            "counter": {
                "against": "attack",
                "do": [{"choose": "t", "from": {"zone": "hand", "type": "battle"}}, {"play": "$t"}],
            },
        },
    },
}  # fmt: skip


def test_who_drew_first_is_in_the_short_ruling() -> None:
    """Both abilities wait; in one check timing those of the active player are resolved first (4-5-3-2)."""
    told = called("rule_dispute", dispute=DRAWING)
    assert len(told["answer"][0].partition("In the end")[0]) < 30
    steps = told["steps"]
    first = next(n for n, one in enumerate(steps) if one.startswith("A draws") and "4-9-2" in one)
    then = next(n for n, one in enumerate(steps) if one.startswith("B draws"))
    assert first < then
    assert any("4-5-3-2" in one for one in steps[:first])
    assert len(steps) <= STEPS


def test_where_nothing_was_asked_nothing_is_said_of_what_decides() -> None:
    """And the other possibility is written as a dispute has it: that dispute is ruled on."""
    told = called("rule_dispute", dispute=DRAWING)
    assert told["open"]
    assert {one["decides"] for one in told["open"]} == {None}
    assert "Nothing was asked" in told["open_note"]
    write = told["open"][0]["possibilities"][1]["write"]
    again = called("rule_dispute", dispute={**DRAWING, **tomllib.loads(write)})
    assert again["verdict"] == "holds"
    claimed = called("rule_dispute", dispute={**DRAWING, "expect": {"A": {"hand": 1}}})
    assert None not in {one["decides"] for one in claimed["open"]}
    assert "open_note" not in claimed


def test_a_whole_ruling_is_no_longer_than_a_client_can_take() -> None:
    told = called("rule_dispute", dispute=DRAWING, whole=True)
    assert len(json.dumps(told["ruling"], ensure_ascii=False)) <= WHOLE
    assert told["left_out"]
    assert "`left_out`" in told["ruling_note"]
    assert "--reading" not in json.dumps(told)
    assert told["ruling"]["page"]["steps"]
    page = {"steps": [{"text": "x" * WHOLE}], "answer": {"answers": ["YES"]}}
    cut = whole({"page": page, "verdict": "holds"})
    assert cut["ruling"] == {"page": {"answer": page["answer"]}, "verdict": "holds"}
    assert cut["left_out"] == ["page.steps"]


def test_open_matters_beside_the_question_are_counted() -> None:
    """Those that share an article with what was asked are told, what decides first."""
    rows = [
        {"question": name, "decides": decides, "articles": [article], "possibilities": []}
        for name, decides, article in (("near", False, "1"), ("far", False, "2"), ("own", True, "3"))
    ]
    page = {"open": rows, "asked": [{"article": "1", "others": []}], "why": []}
    told = open_told(page)
    assert [one["question"] for one in told["open"]] == ["own", "near"]
    assert told["open_more"] == 1
    assert len(open_told(page, articles=["2"])["open"]) == 3
    nothing = open_told({"open": rows[:2], "asked": [], "why": []})  # nothing tells them apart
    assert len(nothing["open"]) == 2


def test_a_refuted_claim_is_told_apart_from_bad_input() -> None:
    """The ruling stands in `answer`; the prompt says which field is which."""
    halt = {"type": "extra", "contre": {"against": "attack", "do": [{"negate": "attack"}]}}
    board = {"game": "dbs", "A": {"battle": ["k1"]}, "cards": {"k1": {"power": 15000}, "halt": halt}}
    script = ["A: attack k1 lb", "B: not counter halt by 10-10-1"]
    told = called("rule_dispute", dispute={**board, "B": {"hand": ["halt"]}, "script": script})
    assert (told["ok"], told["verdict"]) == (False, "fails")
    assert told["answer"][0].startswith("YES: B may counter")
    assert told["failures"]
    assert "problems" not in told
    bad = called("rule_dispute", dispute={**board, "B": {"hnad": []}})
    assert "answer" not in bad
    assert bad["problems"]
    for field in ("`problems`", "`answer`", "`failures`"):
        assert field in SETTLE
        assert field in INSTRUCTIONS


def test_where_nobody_is_asked_the_refused_acts_are_told() -> None:
    """Opposite an empty slot, with two creatures elsewhere: neither they nor the player may be attacked."""
    cards = {name: {"level": 0, "atk": 500, "def": 500} for name in ("x", "c", "d")}
    board = {"A": {"c1": "x"}, "B": {"c2": "c", "c4": "d"}}
    laid = called("position", game="postures", boards=board, cards=cards, at="clash")
    assert laid["asked"] is None
    rows = {one["act"]: [why["article"] for why in one["because"]] for one in laid["refused"]}
    assert rows["A: attack x direct"] == ["clash.no-direct-past"]
    assert rows["A: attack x c"] == ["clash.facing"]
    assert len(laid["refused"]) == REFUSED
    assert laid["refused_more"] > 0


def test_a_bad_line_of_a_script_is_told_beside_a_bad_card() -> None:
    """With its place; a line that only the board can judge is left to it."""
    script = ["B: chose m", "nonsense", "A: choose m"]
    told = called("check_dispute", text={"game": "ygo", "cards": {"m": {"attack": 1}}, "script": script})
    slips = {row["found"]: row for row in told["problems"][1:]}
    assert set(slips) == {"B: chose m", "nonsense"}
    assert slips["B: chose m"]["nearest"] == "choose"
    assert slips["B: chose m"]["place"].startswith("line ")


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("explore", "smaller bound"),
        ("may", "`until`"),
        ("how_to_write", "same call again"),
        ("card", "again"),
    ],
)
def test_what_to_do_where_a_call_took_too_long(tool: str, said: str) -> None:
    """A tool without a bound is told nothing of one that is smaller."""

    class Slow(Workers):
        async def found(self, order: object) -> Any:
            raise TooLong

    expected = asyncio.run(worked(Slow(""), tool, {}))["problems"][0]["expected"]
    assert said in expected
    assert ("smaller bound" in expected) == ("bound" in inspect.signature(TOOLS[tool]).parameters)


def test_without_a_game_the_games_are_told() -> None:
    told = called("how_to_write")
    assert told["ok"] is False
    assert all(game in told["problems"][0]["expected"] for game in games())
    assert "boards" in told["topics"]
