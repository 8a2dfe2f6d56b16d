"""`judge why` and `judge why-not`: answers, exit codes, JSON, what a player may ask."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge.engine.kernel.state import Result
from judge.play import causes


def test_why_not(judge: Any, dispute: Path) -> None:
    """stowaway answers a card that is played, and nothing is (10-10-3-1)."""
    called = judge("why-not", dispute, "B: counter stowaway")
    assert (called.code, called.err) == (0, "")
    assert called.out.startswith("NO: B may not counter with stowaway.")
    assert "10-10-3-1" in called.out


def test_when_it_may_be_done(judge: Any, dispute: Path) -> None:
    """Yes is an answer too; the moment is told."""
    called = judge("why-not", dispute, "B: counter halt")
    assert called.code == 0
    assert called.out.startswith("YES: B may counter with halt.")
    assert 'after "A: attack raider B.leader"' in called.out


def test_why(judge: Any, dispute: Path) -> None:
    """raider turned to attack (7-1); had A passed, it would stand."""
    called = judge("why", dispute, "raider.mode")
    assert called.code == 0
    assert called.out.startswith("raider's mode is inertie (was action).")
    assert "Had A passed there" in called.out


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        (("why-not", "B: countr halt"), "counter"),
        (("why-not", "B: counter hallt"), "halt"),
        (("why-not", "raidr"), "raider"),
        (("why-not", "halt draws"), ""),
        (("why-not", "halt", "--after", "B: counter halt"), ""),
        (("why-not", "B: counter halt", "--step", "7-1-22"), "7-1-2"),
        (("why-not", "B: counter halt", "--after", "B: counter hal"), "B: counter halt"),
        (("why", "B.lief"), "B.life"),
        (("why", "raider.powr"), "raider.power"),
        (("why", "B.life=3"), "B.life"),
        (("why", "x.y.z.w"), ""),
    ],
)
def test_a_question_that_names_nothing(judge: Any, dispute: Path, asked: tuple[str, ...], hint: str) -> None:
    """Exit 2, with the nearest name that there is."""
    called = judge(asked[0], dispute, *asked[1:])
    assert (called.code, called.out) == (2, "")
    assert f"did you mean {hint}?" in called.err if hint else "did you mean" not in called.err


def test_what_the_rulebook_leaves_open(judge: Any, dispute: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wins is not said where the book does not say it."""

    class Open(causes.Watched):
        def look(self) -> None:
            if not self.more():
                self.game.result = Result("", "7-1-4", "undecided:whether this ends")
            super().look()

    monkeypatch.setattr(causes, "Watched", Open)
    assert judge("why", dispute, "winner").code == 3


def test_as_json(judge: Any, dispute: Path) -> None:
    """One schema for each command, and no other words in it than in the text."""
    found = json.loads(judge("why-not", dispute, "B: counter stowaway", "--format", "json").out)
    assert (found["schema"], found["kind"]) == ("judge.why-not/1", "no")
    assert found["why"][0]["article"] == "10-10-3-1"
    found = json.loads(judge("why", dispute, "raider.mode", "--format", "json").out)
    assert (found["schema"], found["kind"], found["back"][0]["article"]) == ("judge.why/1", "fact", "7-1")


def test_a_player_asks(judge: Any, dispute: Path) -> None:
    """Of their own acts, and of what they see: what lies in B's hand is none of A's business."""
    assert judge("why-not", dispute, "B: counter halt", "--as", "B").code == 0
    called = judge("why-not", dispute, "B: counter halt", "--as", "A")
    assert (called.code, called.out) == (2, "")
    called = judge("why-not", dispute, "stowaway", "--as", "A")
    assert (called.code, called.out) == (2, "")
    assert judge("why", dispute, "stowaway", "--as", "A").code == 2
    assert judge("why-not", dispute, "halt", "--as", "A").code == 0  # it was used, and lies open
