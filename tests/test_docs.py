"""The examples of the README and of docs/decks.md are run: what it prints is what the program prints."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench import open_questions
from bench.words import page
from judge.cli.app import app
from judge.decks.desk import Judge, open_desk
from judge.fixture.load import parse_fixture
from judge.play.ruling import run
from judge.rulebook.open_matters import OpenMatter

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def console_blocks() -> list[tuple[str, str]]:
    """The commands of the README that show their output, with it."""
    text = README + (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n\$ (judge (?:run|deck) [^\n]*)\n(.+?)```", text, re.S)
    blocks = [
        (command, output) for command, output in blocks if "fixtures/" in command
    ]  # others only show what one looks like
    return [(command, output) for command, output in blocks if not output.startswith("$")]


@pytest.mark.parametrize(("command", "output"), console_blocks())
def test_readme_shows_what_is_printed(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed trace must be read in the README too. What stands between two marks … is printed as it is."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("JUDGE_CARDS", "nowhere.sqlite")
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == (1 if output.startswith("Illegal") else 0)
    at = 0
    for part in filter(None, re.split(r"^…\n?", output, flags=re.MULTILINE)):
        found = result.output.find(part.rstrip(), at)
        assert (found > at) if at else (found == 0), part
        at = found + len(part.rstrip())
    assert output.endswith("…\n") or result.output[at:].strip() == ""


def test_the_readme_shows_a_whole_file() -> None:
    """The dispute is the fixture that its command plays, and that `make demo` does."""
    (path,) = re.findall(r"The whole file, `(fixtures/\S+\.toml)`", README)
    (shown,) = re.findall(r"```toml\n(.+?)```", README, re.S)
    assert shown == (ROOT / path).read_text(encoding="utf-8")
    assert f"DISPUTE := {path}\n" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_there_is_such_a_block() -> None:
    """The pattern above must not stop matching in silence."""
    assert len(console_blocks()) == 3


@pytest.mark.parametrize("name", ["fixtures.md", "ygo.md"])
def test_the_example_of_a_document_holds(name: str) -> None:
    """The first whole fixture of a document is a ruling that holds."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    block = next(one for one in re.findall(r"```toml\n(.+?)```", text, re.S) if one.startswith("game ="))
    assert run(parse_fixture(block)).verdict == "holds"


def test_the_deck_of_a_document_is_what_it_expects() -> None:
    """The first whole deck of docs/decks.md, and its list."""
    text = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
    block = next(one for one in re.findall(r"```toml\n(.+?)```", text, re.S) if one.startswith("game ="))
    (report,) = Judge(open_desk()._replace(expect=True)).file("deck.toml", block.encode())
    assert report.verdict == "incomplete"
    assert [one.article for one in report.faults] == ["5-1-3"]


def test_every_command_that_is_named_exists() -> None:
    """`judge x` in the README is a command, and docs/commands.md names every one."""
    commands = set(
        re.findall(r"^  ([a-z][a-z-]+)  ", CliRunner().invoke(app, ["--help"]).output, re.MULTILINE)
    )
    table = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`judge ([a-z][a-z-]+)", README)) <= commands
    assert set(re.findall(r"`judge ([a-z][a-z-]+)", table)) == commands


def test_the_readme_is_read_at_once() -> None:
    """It has at most nine thousand bytes, and every document has a line on docs/README.md."""
    assert len(README.encode()) <= 9_000
    listed = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    documents = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert set(re.findall(r"\(([a-z-]+\.md)\)", listed)) == documents


def test_every_link_leads_to_something() -> None:
    """A file that is there, and in it the heading."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    lost = []
    for page_ in pages:
        for path, anchor in re.findall(
            r"\]\(([^)#\s:]*)(?:#([^)\s]*))?\)", page_.read_text(encoding="utf-8")
        ):
            target = (page_.parent / path).resolve() if path else page_
            if not target.exists() or (anchor and anchor not in anchors(target)):
                lost.append((page_.name, path, anchor))
    assert lost == []


def anchors(path: Path) -> set[str]:
    """The names of a page's headings, as a reader's browser makes them."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in heads}


EVENT = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")


def lyon(home: Path) -> None:
    """The files of the event that docs/decks.md shows, each under its name."""
    for name, text in re.findall(r"```\w+ (lyon/\S+)\n(.*?)```", EVENT, re.S):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def event_commands() -> list[tuple[str, str]]:
    """The commands of that document about its event, with what they print where that is shown."""
    return re.findall(
        r"^\$ (judge deck (?:event|diff --lock) .+?)(?:\s{2,}#.*)?\n((?:(?!\$|```).*\n)*)",
        EVENT,
        re.MULTILINE,
    )


def test_the_event_of_a_document_is_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands, one after the other, give what stands there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_CARDS", "nowhere.sqlite")
    lyon(tmp_path)
    Path("played").mkdir()
    Path("played/ann.txt").write_text("Player: Ann Example\n2 Bear\n3 Wolf\n", encoding="utf-8")
    commands = event_commands()
    assert len(commands) == 4
    for command, shown in commands:
        result = CliRunner().invoke(app, shlex.split(command)[1:])
        if shown:
            assert result.stdout.rstrip() == shown.rstrip()
        # The event has a deck that cannot be read; of those played one is as it was locked, and another is
        # not there.
        expected = {"event": 2, "diff": int("played/ " in command)}[command.split()[2]]
        assert (command, result.exit_code) == (command, expected)
    assert len(list(Path("out").iterdir())) == 4


@pytest.mark.skipif("JUDGE_COMPILED" in os.environ, reason="machine code has no docstrings")
def test_the_vocabulary_is_the_one_that_is_declared() -> None:
    """docs/vocabulary.md is made from the declarations: `make docs`."""
    assert (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8") == page()


def test_what_is_open_is_what_the_rulebooks_declare() -> None:
    """docs/open-questions.md is made from readings, questions and what is left: `make docs`."""
    shown = (ROOT / "docs" / "open-questions.md").read_text(encoding="utf-8")
    assert shown == open_questions.page()


def test_an_open_matter_is_told_with_all_that_it_says() -> None:
    """Name, articles, the side taken, the others, why; what is left has neither name nor sides."""
    row = OpenMatter("question", "late", ("1-2", "1-3"), "Is it late?", "No.", ("Yes.",), "It is early.")
    lines = ["- **late**: Is it late? (1-2, 1-3)", "  - Taken: No.", "  - Or: Yes.", "  - Why: It is early."]
    assert open_questions.told(row) == "\n".join(lines) + "\n"
    left = OpenMatter("left", "", ("1-2",), "Who sits where?", "", (), "Nobody asks.")
    assert open_questions.told(left) == "- Who sits where? (1-2)\n  - Why: Nobody asks.\n"


def test_the_glossary_sends_readers_where_things_are() -> None:
    """Each of some sixty words says what it means and where it lives; the place is there."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (ROOT / "docs/glossary.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.startswith("| word")
    ]
    assert len(rows) > 55
    for word, meaning, where in rows:
        assert meaning.endswith("."), word
        place = where.strip("`").replace("<game>", "dbs")
        root = ROOT if place.startswith(("docs/", "rulebooks/")) else ROOT / "judge"
        assert (root / place).exists(), (word, place)
