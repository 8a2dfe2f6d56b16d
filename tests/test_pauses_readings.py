"""A pause is of the reading under which it was saved: under another one its question may be another, and
what is under way may not be there.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli_w

from bench import FIXTURES
from judge.cli import main
from judge.fixture.load import load_fixture, parse_fixture
from judge.play.ruling import Ruling, run
from judge.render.fixtures import paused

# A ruling, where it is cut, the reading that decides there, its other possibility, and what is told of it.
CUTS = {
    "an act that is not offered, ygo": (
        "ygo/tokens/a-token-may-be-sacrificed", 0, "token-for-a-summon", "no",
        '"A: summon y" is no answer there',
    ),
    "an act that is not offered, dbs": (
        "dbs/costs/energy-whose-turning-is-replaced-pays-by-the-other-reading", 0, "replaced-beginning", "no",
        '"A: play v1" is no answer there',
    ),
    "a step that is not there, dbs": (
        "dbs/counter-window/a-counter-inside-a-check-timing-may-end-the-battle", 1, "auto-windows", "no",
        "the game cannot be in this position there",
    ),
    "a step that is not there, postures": (
        "postures/movement/a-move-that-was-given-up-is-spent", 1, "move-answered", "after",
        "the game cannot be in this position there",
    ),
}  # fmt: skip


def cut(name: str, at: int) -> str:
    """A pause of a ruling after so many lines, with the rest of them as its script."""
    fixture = load_fixture(FIXTURES / f"{name}.toml")
    lines, fixture.lines = fixture.lines, fixture.lines[:at]
    model = vars(fixture.model)
    model["expect"], model["articles"] = {}, []
    ruling = run(fixture, readings=False)
    data = paused(ruling.fixture, ruling.game)
    data["script"] = [one.text for one in lines[at:]]
    return tomli_w.dumps(data)


def ruled(name: str, at: int) -> Ruling:
    """The ruling of a cut."""
    return run(parse_fixture(cut(name, at), "pause.toml"))


@pytest.mark.parametrize("case", CUTS)
def test_a_possibility_that_a_pause_does_not_fit_is_told(case: str) -> None:
    """As of any script that does not fit."""
    name, at, reading, other, told = CUTS[case]
    found = next(one for one in ruled(name, at).others if (one.reading, one.other) == (reading, other))
    assert not found.same
    assert told in found.parts


def test_what_is_asked_is_asked_anew() -> None:
    """The other possibility offers something else at the decision that is open, and no more differs."""
    name = "victory-spark/cancels/the-turn-players-cancel-resolves-first-and-then-there-is-time-for-another"
    others = ruled(name, 1).others
    assert others
    assert all(one.same for one in others)


def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    """What a command says, and its code."""
    monkeypatch.setattr("sys.argv", ["judge", *args])
    code = main()
    return code, capsys.readouterr().err


@pytest.mark.parametrize("case", CUTS)
def test_asked_for_by_name_it_is_told(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that is refused there, or with its place in the file what cannot be there."""
    name, at, reading, other, _ = CUTS[case]
    path = tmp_path / "pause.toml"
    path.write_text(cut(name, at), encoding="utf-8")
    code, told = said(monkeypatch, capsys, "run", str(path), "--reading", f"{reading}={other}")
    assert code == (2 if "step" in case else 1)  # what is not offered is refused, and that is the ruling
    assert "step" not in case or f"{path}:" in told


@pytest.mark.sample(4)
@pytest.mark.parametrize("case", CUTS)
@pytest.mark.parametrize("command", ["why", "explore", "test", "why-not"])
def test_no_command_breaks_on_it(
    case: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """What is compared with other possibilities is compared with those that there are."""
    name, at, *_ = CUTS[case]
    path = tmp_path / "pause.toml"
    path.write_text(cut(name, at), encoding="utf-8")
    more = {"why": ["A.hand"], "why-not": [load_fixture(path).lines[0].text]}.get(command, [])
    code, told = said(monkeypatch, capsys, command, str(path), *more)
    assert code in (0, 1)
    assert "Traceback" not in told
