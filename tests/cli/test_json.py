"""JSON: the contract of `judge.ruling/2`, problems as JSON, and what a seat may not see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

KEYS = [
    "schema",
    "fixture",
    "game",
    "rulebook",
    "verdict",
    "unread",
    "outcome",
    "page",
    "articles",
    "ranks",
    "steps",
    "expectations",
    "claims",
    "readings",
    "missing_articles",
    "next",
    "ahead",
    "state",
]
CLAIM = ["kind", "answer", "allowed", "articles", "after"]
STEP = [
    "n",
    "article",
    "procedure",
    "step",
    "kind",
    "player",
    "text",
    "cause",
    "before",
    "after",
    "options",
    "refused",
]


def ruling(judge: Any, *args: object) -> dict[str, Any]:
    """The document that a run prints."""
    document: dict[str, Any] = json.loads(judge("run", *args, "--format", "json").out)
    return document


def test_the_keys_of_a_ruling_in_their_order(judge: Any, dispute: Path) -> None:
    found = ruling(judge, dispute)
    assert list(found) == KEYS
    assert found["schema"] == "judge.ruling/2"
    assert found["fixture"] == str(dispute)
    assert list(found["rulebook"]) == ["id", "version", "readings", "decided"]
    assert {tuple(step) for step in found["steps"]} == {tuple(STEP)}
    assert [step["n"] for step in found["steps"]] == list(range(1, len(found["steps"]) + 1))
    assert [list(one) for one in found["expectations"]] == [["path", "expected", "found", "ok"]] * 3
    assert list(found["claims"][0]) == ["line", "ok", "why", "article", *CLAIM]
    assert list(found["next"]) == ["player", "rule", "kind", "least", "most", "options", "refused"]


def test_the_content_of_a_ruling(judge: Any, dispute: Path) -> None:
    found = ruling(judge, dispute)
    assert (found["verdict"], found["outcome"], found["missing_articles"]) == ("holds", None, [])
    assert "7-1-4" in found["articles"]
    assert all(one["ok"] for one in found["expectations"])
    moved = next(one for one in found["steps"] if one["kind"] == "event" and one["cause"]["card"] == "raider")
    assert (moved["before"]["marks"], moved["after"]["marks"]) == ({"mode": "action"}, {"mode": "inertie"})
    refused = [
        one for step in found["steps"] for one in step["refused"] if one["option"] == "counter stowaway"
    ]
    failing = [cond for cond in refused[0]["conditions"] if not cond["ok"]]
    assert failing[0]["article"] == "10-10-3-1"
    assert failing[0]["text"]


def test_what_comes_next(judge: Any, dispute: Path) -> None:
    found = ruling(judge, dispute)["next"]
    assert found["player"] == "A"
    assert [one["option"] for one in found["options"]] == ["attack la lb", "pass"]
    assert [one["option"] for one in found["refused"]] == ["attack raider lb"]
    assert found["refused"][0]["conditions"][0] == {
        "article": "7-1",
        "ok": False,
        "phrase": "attack.ready",
        "values": {"card": "raider"},
        "text": found["refused"][0]["conditions"][0]["text"],
    }


def test_the_text_is_that_of_the_page(judge: Any, dispute: Path) -> None:
    told = [step["text"] for step in ruling(judge, dispute)["steps"]]
    assert "raider goes to Inertie mode." in told


def test_how_a_game_ended(judge: Any, dispute: Path) -> None:
    dispute.write_text('game = "dbs"\nscript = ["A: concede"]\n[expect]\nresult = "B"\n', encoding="utf-8")
    found = ruling(judge, dispute)
    assert found["outcome"]["winner"] == "B"
    assert found["next"] is None


def test_the_state_is_the_pause(judge: Any, dispute: Path) -> None:
    state = ruling(judge, dispute)["state"]
    assert state["zones"]["B.drop"] == ["halt"]
    assert [frame["procedure"] for frame in state["agenda"]][:2] == ["game", "turn"]


def test_problems_are_json_as_well(judge: Any, misspelt: Path) -> None:
    called = judge("run", misspelt, "--format", "json")
    assert (called.code, called.err) == (2, "")
    document = json.loads(called.out)
    assert document["schema"] == "judge.problems/1"
    first = document["problems"][0]
    assert list(first) == [
        "file", "line", "column", "key", "article", "message", "expected", "found", "hint", "severity",
    ]  # fmt: skip
    assert (first["key"], first["line"], first["hint"]) == ("scirpt", 4, "script")


def test_a_wrong_option_is_json_as_well(judge: Any, dispute: Path) -> None:
    called = judge("run", dispute, "--format", "json", "--as", "C")
    assert called.code == 2
    assert json.loads(called.out)["problems"][0]["key"] == "--as"


def test_several_files_are_one_document(judge: Any, dispute: Path, wrong: Path, misspelt: Path) -> None:
    called = judge("run", dispute, misspelt, wrong, "--format", "json")
    assert called.code == 2
    document = json.loads(called.out)
    assert document["schema"] == "judge.rulings/1"
    found = [one["schema"] for one in document["rulings"]]
    assert found == ["judge.ruling/2", "judge.problems/1", "judge.ruling/2"]
    assert document["rulings"][2]["verdict"] == "fails"


# --- only what a seat may see ------------------------------------------------------------------------
def test_a_seat_does_not_see_what_the_other_holds(judge: Any, dispute: Path) -> None:
    called = judge("run", dispute, "--as", "A", "--format", "json")
    assert "stowaway" not in called.out
    assert "halt" in called.out  # it was played
    found = json.loads(called.out)
    assert list(found) == KEYS
    assert found["claims"] == []
    assert "10-10-3-1" not in found["articles"]
    assert found["state"]["zones"]["B.hand"] == 1
    assert "agenda" not in found["state"]
    assert not any(
        step["options"] or step["refused"]
        for step in found["steps"]
        if step["player"] == "B" and step["kind"] == "offer"
    )


def test_a_seat_sees_its_own_cards(judge: Any, dispute: Path) -> None:
    found = ruling(judge, dispute, "--as", "B")
    assert found["claims"][0]["ok"]
    assert found["state"]["zones"]["B.hand"] == ["stowaway"]
    assert found["next"] is None


def test_a_pass_tells_a_seat_no_more_than_having_nothing(judge: Any, dispute: Path) -> None:
    able = (
        dispute.read_text(encoding="utf-8")
        .replace("B: counter halt", "B: pass")
        .replace("B.life = 6", "B.life = 5")
    )
    dispute.write_text(able.replace('articles = ["7-1-4"]\n', ""), encoding="utf-8")
    passed = ruling(judge, dispute, "--as", "A")
    unable = (
        able.replace(', "B: pass"', "")
        .replace("energy = 1", "energy = 0")
        .replace('articles = ["7-1-4"]\n', "")
    )
    dispute.write_text(unable, encoding="utf-8")
    waited = ruling(judge, dispute, "--as", "A")
    assert [(one["kind"], one["article"]) for one in passed["steps"]] == [
        (one["kind"], one["article"]) for one in waited["steps"]
    ]


def test_the_text_hides_it_too(judge: Any, dispute: Path) -> None:
    assert "stowaway" not in judge("run", dispute, "--as", "A").out
    assert "stowaway" in judge("run", dispute, "--as", "B").out


def test_the_open_zones_of_the_other_player_can_be_read(judge: Any, tmp_path: Path) -> None:
    """Drop, Leader, Battle, Energy and Parallel zones are open to both (3-1-3, dbs-pub-003);
    hand, deck and life are not.
    """
    path = tmp_path / "open.toml"
    zones = (
        "battle = ['b1'], drop = ['b2'], energy = ['b3'], parallel = ['b4'], hand = ['b5'], deck = ['b6', 5]"
    )
    cards = "\n".join(f"b{n} = {{ power = 1000 }}" for n in range(1, 7))
    path.write_text(f'game = "dbs"\nscript = []\nB = {{ {zones} }}\n[cards]\n{cards}\n', encoding="utf-8")
    called = judge("run", str(path), "--as", "A", "--format", "json")
    assert called.code == 0, called.err
    assert {"b1", "b2", "b3", "b4", "lb"} <= set(json.loads(called.out)["state"]["cards"])
    assert "b5" not in called.out
    assert "b6" not in called.out


def test_a_seat_is_not_told_that_what_lies_set_could_be_activated(judge: Any, tmp_path: Path) -> None:
    """Only its player reads that a Set Trap has heard what its text names."""
    path = tmp_path / "set.toml"
    card = 't = { type = "trap", reaction = { on = { destroy = "any" }, do = { draw = 1 } } }'
    hole = 'hole = { type = "spell", effect.do = { destroy = { zone = "monster" } } }'
    board = 'A = { hand = ["hole"], monster = ["m"] }\nB = { spell = [{ card = "t", facing = "down" }] }'
    path.write_text(
        f'game = "ygo"\nscript = ["A: activate hole", "B: pass"]\n{board}\n[cards]\nm = {{ level = 4 '
        f"}}\n{hole}\n{card}\n"
    )
    assert "may be activated now" in judge("run", str(path), "--as", "B").out
    assert "may be activated now" not in judge("run", str(path), "--as", "A").out


# --- what only machines read -------------------------------------------------------------------------
FIXTURES = Path(__file__).parent.parent.parent / "fixtures"


def told(judge: Any, fixture: str, event: str) -> list[tuple[Any, ...]]:
    """The events of a name: the card, the player who brought it about and the number told with it."""
    causes = [step["cause"] for step in ruling(judge, FIXTURES / f"{fixture}.toml")["steps"]]
    return [(one["card"], one["player"], one.get("n")) for one in causes if one.get("event") == event]


def test_links_are_counted_from_the_first(judge: Any) -> None:
    """B's response lies on A's card: the one activated first is link 1, what answers it link 2."""
    stack = "postures/responses/a-cancelled-continuous-card-does-not-stay"
    assert told(judge, stack, "activated") == [("c", "A", 1), ("n", "B", 2)]
    assert told(judge, stack, "link") == [("c", "A", 1), ("n", "B", 2)]


def test_a_move_is_given_up_by_the_player_who_moves(judge: Any) -> None:
    """A moves a resting creature and has a give up its move for it: A gives it up, no text does."""
    given = told(judge, "postures/movement/a-move-that-was-given-up-is-spent", "gave-up-move")
    assert given == [("a", "A", None)]


def test_cards_are_moved_by_their_players(judge: Any) -> None:
    """Who plays, blocks or cancels with a card moves it, and whose ring is filled fills it; no text does."""
    frame = "victory-spark/plays/a-card-on-an-occupied-frame-stands-and-the-old-one-waits"
    block = "victory-spark/attack/a-partner-block-makes-the-damage-0"
    gone = "a-cancel-that-can-no-longer-be-used-leaves-the-resolution-area-with-its-card"
    cancel = f"victory-spark/abilities/{gone}"
    assert told(judge, frame, "play") == [("pip", "A", None)]
    assert told(judge, block, "to-waiting-room") == [("kay", "B", None)]
    assert told(judge, cancel, "move") == [("sol", "B", None), ("nix", "B", None)]
    assert told(judge, cancel, "to-waiting-room") == [("nix", "B", None)]
    assert told(judge, cancel, "refill") == [("elm", "B", None)]
