"""Files that somebody sent are data: whatever they say, nothing is run, read or written that the person at
the command line has not allowed.
"""

from __future__ import annotations

import json
import pickle
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bench import FIXTURES, HOME
from bench.fuzzing.watched import call, watch
from judge.cli.app import app
from judge.rulebook.checked import content_key, load_checked
from judge.rulebook.lint import fault_of
from judge.rulebook.shelf import allows, find
from judge.text.folders import files_in

TOY = HOME / "tests" / "toy"
ROW = TOY / "fixtures" / "a-row-has-room-for-three.toml"
DECK = FIXTURES / "dbs" / "decks" / "formats" / "ann.txt"
HEAD = 'game = "dbs"\n'
BOARD = 'script = ["A: pass"]\nA = { battle = ["k"] }\n[cards.k]\npower = 5000\n'
MODULES = (
    "os", "frozen_not_there", "evil", "judge.cli", "judge.games", "judge.games.", "judge.games..cli", ".evil",
    "..games.dbs", "judge.games.dbs; import evil", "judge.games.../evil", "judge.games.x/../../evil",
    "judge.games.dbs.steps", "judge.games.\u0000", "judge\uff0egames.evil", "judge.games.\u0435vil",
)  # fmt: skip


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which judge runs, beside files that it must not touch; Python that must not run can be
    found.
    """
    (tmp_path / "outside").mkdir()
    for name in ("secret.toml", "secret.csv", "secret.txt"):
        (tmp_path / "outside" / name).write_text("name\nroot:x:0:0\n", encoding="utf-8")
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / "evil.py").write_text(
        "from judge.engine.kernel.registry import Rules\nrules = Rules('lanterns')\n"
    )
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # what Python itself writes is not looked at
    monkeypatch.chdir(folder)
    monkeypatch.setenv("JUDGE_CACHE", str(folder / "cache"))
    monkeypatch.setenv("JUDGE_CARDS", str(folder / "cards.sqlite"))
    load_checked.cache_clear()
    watch(str(folder))
    yield folder
    assert "evil" not in sys.modules
    load_checked.cache_clear()


@pytest.fixture
def judge() -> Any:
    """`judge` in this process, for what it prints."""

    def printed(*args: object) -> Any:
        return CliRunner().invoke(app, [str(arg) for arg in args], prog_name="judge")

    return printed


def refused(*args: str) -> bool:
    """Whether a call is refused as bad input, and has done nothing that it must not."""
    found = call(args)
    assert found.fault == "", f"{found.fault}\n{found.told}"
    return found.code == 2


# --- what a fixture names ------------------------------------------------------------------------
@pytest.mark.sample(3)
@pytest.mark.parametrize("line", [
    'version = "../../outside/secret"', 'version = "{outside}/secret"', 'version = "\\u0000"',
    "version = 1979-05-27",
    'library = ["../outside/secret.toml"]', 'library = ["{outside}/secret.toml"]', 'library = ["link.toml"]',
    'library = ["\\u0000"]', 'library = ["away/secret.toml"]', 'readings = {{ "../x" = "y" }}',
])  # fmt: skip
def test_a_fixture_names_no_file_elsewhere(inside: Path, line: str) -> None:
    """Neither by dots, nor by a whole path, nor by a link."""
    (inside / "link.toml").symlink_to(inside.parent / "outside" / "secret.toml")
    (inside / "away").symlink_to(inside.parent / "outside")
    (inside / "one.toml").write_text(HEAD + line.format(outside=inside.parent / "outside") + "\n" + BOARD)
    assert refused("run", "one.toml")


@pytest.mark.parametrize(
    "game", ["{outside}/book", "../outside/book", "dbs/../../outside/book", "dbs\\u0000", "d\\u0432s"]
)
def test_nor_a_rulebook(inside: Path, game: str) -> None:
    """A game is a name."""
    shutil.copytree(TOY / "rulebook", inside.parent / "outside" / "book")
    text = f'game = "{game.format(outside=inside.parent / "outside")}"\n{BOARD}'
    (inside / "one.toml").write_text(text, encoding="utf-8")
    assert refused("run", "one.toml")


def test_names_that_look_like_formats_are_printed_as_they_are(judge: Any, inside: Path) -> None:
    """Nothing of a card is filled in."""
    name = "{0.__class__}{card.__class__}%s$(id)"
    (inside / "one.toml").write_text(
        HEAD + BOARD.replace('"k"', f'"{name}"').replace("cards.k", f'cards."{name}"')
    )
    called = judge("run", "one.toml", "--all")
    assert called.exit_code == 0, called.stderr
    assert f"attack {name} B.lb" in called.stdout


@pytest.mark.parametrize("value", ["[" * 100_000, "{a=" * 100_000, '"' + "\\u0041" * 400_000 + '"'])
def test_deep_and_large_files_are_refused(inside: Path, value: str) -> None:
    """Before they are looked into."""
    (inside / "one.toml").write_text(f"{HEAD}script = {value}", encoding="utf-8")
    assert refused("run", "one.toml")


def test_hidden_files_of_a_folder_are_let_be(inside: Path) -> None:
    """And those in hidden folders."""
    for name in (".hidden.toml", ".git/config.toml", "seen.toml"):
        (inside / "rulings" / name).parent.mkdir(parents=True, exist_ok=True)
        (inside / "rulings" / name).write_text(HEAD, encoding="utf-8")
    assert list(files_in(str(inside / "rulings"))) == [str(inside / "rulings" / "seen.toml")]


# --- pauses --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "kind", ["os.system", "builtins.eval", "Game", "__class__", "judge.engine.kernel.state.Frame"]
)
def test_a_pause_names_no_class(inside: Path, kind: str) -> None:
    """The kinds of records are a closed list, and each has its place."""
    (inside / "one.toml").write_text(
        HEAD + BOARD.replace("A: pass", "A: attack k B.leader"), encoding="utf-8"
    )
    assert call(("run", "one.toml", "--until", "7-1-3", "--save", "pause.toml")).code == 0
    text = (inside / "pause.toml").read_text(encoding="utf-8")
    assert '"$" = "Frame"' in text
    (inside / "pause.toml").write_text(text.replace('"$" = "Frame"', f'"$" = "{kind}"'), encoding="utf-8")
    assert refused("run", "pause.toml")


# --- rulebooks of one's own ----------------------------------------------------------------------
def own_book(folder: Path, module: str) -> Path:
    """A rulebook that asks for a module."""
    book = folder / "book"
    shutil.copytree(TOY / "rulebook", book)
    text = (book / "rulebook.toml").read_text(encoding="utf-8")
    (book / "rulebook.toml").write_text(text.replace('"toy_game"', json.dumps(module)), encoding="utf-8")
    return book


@pytest.mark.sample(5)
@pytest.mark.parametrize("module", MODULES)
def test_a_rulebook_runs_no_module_that_nobody_allowed(inside: Path, module: str) -> None:
    """It is played, checked and looked up without."""
    own_book(inside, module)
    before = set(sys.modules)
    assert refused("run", str(ROW), "--rulebook", "book")
    assert refused("lint", "book")
    assert call(("rules", "book", "--unbound")).fault == ""
    assert call(("renumber", "book")).fault == ""
    assert {
        one for one in set(sys.modules) - before if "evil" in one or one.startswith("judge.games.")
    } == set()


@pytest.mark.parametrize("name", ["versions/pw.toml", "articles.toml", "terms.ja.toml", "versions"])
def test_a_rulebook_reads_nothing_outside_of_its_folder(judge: Any, inside: Path, name: str) -> None:
    """Links that lead out of it are told and not followed, whoever opens the rulebook."""
    book, link = inside / "dbs", inside / "dbs" / name
    shutil.copytree(find("dbs"), book)
    shutil.rmtree(link) if link.is_dir() else link.unlink(missing_ok=True)
    link.symlink_to(inside.parent / "outside" / ("" if name == "versions" else "secret.toml"))
    (inside / "one.toml").write_text('game = "dbs"\n', encoding="utf-8")
    for command in (
        ("run", "one.toml", "--rulebook", book),
        ("lint", book),
        ("rules", book),
        ("renumber", book),
    ):
        called = judge(*command)
        assert called.exit_code == 2
        assert f"{link}: not read: this link leads out of the rulebook's folder" in called.stderr
        assert "root:x" not in called.output


@pytest.mark.parametrize("module", MODULES)
def test_nor_does_one_that_comes_with_judge(module: str) -> None:
    """Whatever a damaged cache says of it."""
    assert not allows(str(find("dbs")), module, ())
    assert allows(str(find("dbs")), module, (module,))


def test_a_file_of_changes_names_no_module(judge: Any, inside: Path) -> None:
    """There is no such key in it."""
    text = 'why = "x"\nmodule = "evil"\n[[change]]\nparam = "slots"\nvalue = 4\n'
    (inside / "house.toml").write_text(text, encoding="utf-8")
    called = judge("lint", TOY / "rulebook", "--module", "toy_game", "--overlay", "house.toml")
    assert called.exit_code == 2
    assert "house.toml:2:1: " in called.stderr


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["dbs", "book"])
def test_what_is_kept_of_a_rulebook_runs_nothing(inside: Path, name: str) -> None:
    """A kept copy with another module, under the right key, is not used."""
    own_book(inside, "judge.games.dbs")
    folder = str(find(name))
    data = load_checked(str(find("dbs")))._asdict()
    data["tables"] = {**data["tables"], "module": "evil"}
    key = content_key(folder, ())
    (inside / "cache").mkdir(exist_ok=True)
    (inside / "cache" / f"{key}.json").write_text(json.dumps({"key": key, **data}), encoding="utf-8")
    load_checked.cache_clear()
    found = call(("lint", name))
    assert found.fault == ""
    if name == "dbs":
        assert load_checked(folder).tables["module"] == "judge.games.dbs"


class Payload:
    """Runs something where it is unpickled."""

    def __reduce__(self) -> Any:
        """What."""
        return (Path.touch, (Path("unpickled"),))


def test_nothing_kept_is_unpickled(inside: Path) -> None:
    """It is JSON; anything else is made again."""
    (inside / "cache" / "rulings").mkdir(parents=True)
    (inside / "one.toml").write_text(HEAD + BOARD, encoding="utf-8")
    assert call(("test", "one.toml", "--jobs", "1")).code == 0
    kept = list((inside / "cache").rglob("*.json"))
    assert kept
    for one in kept:
        one.write_bytes(pickle.dumps(Payload()))
    load_checked.cache_clear()
    found = call(("test", "one.toml", "--jobs", "1"))
    assert (found.code, found.fault) == (0, "")
    assert not (inside / "unpickled").exists()


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "phrase", ["{card.__class__}", "{card[0]}", "{card!r}", "{card:>999999999}", "{}", "{0}", "{", "}"]
)
@pytest.mark.parametrize("section", ["event", "cond", "verdict", "made-up"])
def test_a_phrase_fills_in_values_by_name_alone(judge: Any, inside: Path, section: str, phrase: str) -> None:
    """It does not look into them, and makes nothing wide."""
    book = own_book(inside, "toy_game")
    (book / "phrases.en.toml").write_text(f"[{section}]\nlight = {json.dumps(phrase)}\n", encoding="utf-8")
    called = judge("lint", book, "--module", "toy_game")
    assert called.exit_code == 2
    assert "phrases.en.toml:" in called.stderr


@pytest.mark.parametrize("pattern", ["(a+)+b", "(?:a|a)*b", "(", "a*a*a*a*a*b", "a?" * 30 + "a" * 30,
                                     "(?x) (a+) + b", "(a{1,9}){1,9}", "(?i)a", "(?:a|b) {9}"])  # fmt: skip
def test_a_pattern_that_could_take_for_ever_is_refused(pattern: str) -> None:
    """Before any text is held against it."""
    assert fault_of(pattern)


@pytest.mark.parametrize("pattern", [r"[)*]+\)+", "(?P<a>[A-Z]+)-(?:0*)", "(a+)?b"])
def test_any_other_is_taken(pattern: str) -> None:
    """Brackets in a set, or with a stroke before them, are no groups."""
    assert fault_of(pattern) == ""


@pytest.mark.soak
def test_it_is_told_with_its_line(judge: Any, inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck is not looked at."""
    shutil.copytree(HOME / "rulebooks" / "dbs", inside / "shelf" / "dbz")
    book = inside / "shelf" / "dbz"
    head = (book / "rulebook.toml").read_text(encoding="utf-8")
    (book / "rulebook.toml").write_text(head.replace('id = "dbs"', 'id = "dbz"', 1), encoding="utf-8")
    lines = (book / "deck.toml").read_text(encoding="utf-8").split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("pattern"))
    lines[at] = "pattern = '(a+)+b'"
    (book / "deck.toml").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(inside / "shelf"))
    (inside / "list.txt").write_text(f"4 {'a' * 50}\n", encoding="utf-8")
    called = judge("deck", "check", "list.txt", "--game", "dbz", "--no-cards")
    assert called.exit_code == 2
    assert f"deck.toml:{at + 1}:1: a group may be left out, and not be repeated" in called.stderr


# --- events --------------------------------------------------------------------------------------
@pytest.fixture
def event(inside: Path) -> Path:
    """An event that is in order, in a folder."""
    folder = inside / "event"
    (folder / "decks").mkdir(parents=True)
    shutil.copy(DECK, folder / "decks")
    (folder / "roster.csv").write_text("name,deck\nAnn Martin,ann.txt\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("key", ["roster", "decks", "list"])
@pytest.mark.parametrize(
    "path", ["../../outside/secret.csv", "{outside}/secret.csv", "link", "away/secret.csv"]
)
def test_an_event_takes_its_files_only_from_near_it(event: Path, key: str, path: str) -> None:
    """Neither its roster, nor its decks, nor its list."""
    outside = event.parent.parent / "outside"
    (event / "link").symlink_to(outside / "secret.csv")
    (event / "away").symlink_to(outside)
    said = {"roster": "roster.csv", "decks": "decks", key: path.format(outside=outside)}
    lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in said.items())
    (event / "event.toml").write_text(HEAD + lines, encoding="utf-8")
    assert refused("deck", "event", "event", "--no-cards")


def test_what_is_near_an_event_is_read(judge: Any, event: Path) -> None:
    """Below its folder, or below the one where judge runs."""
    (event / "decks").rename(event.parent / "handed-in")
    (event / "event.toml").write_text(
        f'{HEAD}roster = "roster.csv"\ndecks = "../handed-in"\n', encoding="utf-8"
    )
    assert "1 player, 1 deck: 1 illegal." in judge("deck", "event", "event", "--no-cards").stdout


def test_a_roster_that_is_a_link_elsewhere_is_not_followed(event: Path) -> None:
    """In a folder that says nothing itself."""
    (event / "roster.csv").unlink()
    (event / "roster.csv").symlink_to(event.parent.parent / "outside" / "secret.csv")
    assert refused("deck", "event", "event", "--game", "dbs", "--no-cards")
