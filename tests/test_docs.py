"""The README's examples are run: what it prints is what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.app import app
from judge.fixture import parse_fixture
from judge.ruling import run

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def console_blocks() -> list[tuple[str, str]]:
    """The commands of the README that show their output, with it."""
    blocks = re.findall(r"```console\n\$ (judge run [^\n]*)\n(.+?)```", README, re.S)
    return [(command, output) for command, output in blocks if not output.startswith("$")]


@pytest.mark.parametrize(("command", "output"), console_blocks())
def test_readme_shows_what_is_printed(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed trace must be read in the README too."""
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == 0
    assert result.output.rstrip() == output.rstrip()


def test_there_is_such_a_block() -> None:
    """The pattern above must not stop matching in silence."""
    assert len(console_blocks()) == 1


@pytest.mark.parametrize("name", ["fixtures.md"])
def test_the_example_of_a_document_holds(name: str) -> None:
    """The first whole fixture of a document is a ruling that holds."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    block = next(one for one in re.findall(r"```toml\n(.+?)```", text, re.S) if one.startswith("game ="))
    assert run(parse_fixture(block)).verdict == "holds"


def test_every_command_that_the_readme_names_exists() -> None:
    """`judge x` in the README is a command."""
    named = set(re.findall(r"`judge ([a-z]+)", README))
    help_text = CliRunner().invoke(app, ["--help"]).output
    assert named
    assert [one for one in named if one not in help_text] == []
