"""Rulebooks of one's own: what a fixture may name, overlays, folders, Python,
and what is kept of a checked rulebook.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_cache_path

from judge.errors import BadInput
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.rulebook import checked
from judge.rulebook.article_texts import articles_of
from judge.rulebook.articles import article_ids, load_articles
from judge.rulebook.checked import KEPT, content_key, find_kept, keep_shipped, load_checked
from judge.rulebook.shelf import find

HOME = Path(__file__).parent.parent.parent
TOY = HOME / "tests" / "toy"
LANTERN = TOY / "fixtures" / "a-row-has-room-for-three.toml"

# A house rule of dbs: a card without power goes to the Parallel Dimension. The fixture's facts are by hand:
# 9-5-2 moves it.
OVERLAY = """why = "a house rule"
[[article]]
id = "house.1"
title = "Away with it"
summary = "A card without power goes to the Parallel Dimension."
kind = "state-rule"
mechanical = true
source = "the house"
beside = ["9-5-2"]
[[change]]
state_rule = "9-5-2"
set = { rule = "house.1", do = { to = "parallel" } }
"""
FIXTURE = """game = "dbs"
title = "A card without power leaves"
articles = ["house.1"]
script = ["A: activate weaken"]
A = { hand = ["weaken"] }
B = { battle = ["victim"] }
[cards]
weaken = { type = "extra", activated = { do = [{ choose = "t", from = { zone = "battle", of = "opponent" } }, { add = -5000, of = "$t" }] } }
victim = { power = 5000 }
[expect]
victim = "B.parallel"
"""  # noqa: E501


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A file of changes, and a fixture that needs it."""
    (tmp_path / "house.toml").write_text(OVERLAY, encoding="utf-8")
    (tmp_path / "one.toml").write_text(FIXTURE, encoding="utf-8")
    return tmp_path


# --- overlays ------------------------------------------------------------------------------------
def test_an_overlay_is_laid_over_the_rulebook(judge: Any, house: Path) -> None:
    """Its rule decides, its article is known and cited, and the page says that it was there."""
    called = judge("run", house / "one.toml", "--overlay", house / "house.toml")
    assert called.code == 0, called.out + called.err
    assert "dbs 1.078 with house.toml" in called.out
    assert "house.1" in called.out
    document = json.loads(
        judge("run", house / "one.toml", "--overlay", house / "house.toml", "--format", "json").out
    )
    assert document["rulebook"]["overlays"] == ["house.toml"]


def test_without_the_overlay_its_article_is_unknown(judge: Any, house: Path) -> None:
    """The same fixture by the book as it is printed."""
    called = judge("run", house / "one.toml")
    assert called.code == 2
    assert "no article 'house.1'" in called.err


@pytest.mark.soak
def test_a_fault_of_an_overlay_stops_the_run_at_its_line(judge: Any, house: Path) -> None:
    """It goes through the same door as the rulebook."""
    path = house / "house.toml"
    path.write_text(OVERLAY.replace('9-5-2"\nset', '9-5-9"\nset'), encoding="utf-8")
    for command in (("run", house / "one.toml"), ("lint", "dbs")):
        called = judge(*command, "--overlay", path)
        assert called.code == 2
        assert f"{path}:11:1: there is no state_rule '9-5-9' to change" in called.err


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "change", "told"),
    [
        (
            "tdg",
            'step = "revelation.phase3.reveal"\nset = { do = [{ revael = "self" }] }',
            "4:17: no instruction is called 'revael'",
        ),
        (
            "tdg",
            'step = "revelation.phase3.reveal"\nset = { do = [{}] }',
            "4:15: an instruction must say what is done",
        ),
        (
            "tdg",
            'step = "revelation.phase3.reveal"\n'
            'after = { id = "x", rule = "phase3.place", do = [{ reveal = { zone = "hnad" } }] }',
            "4:63: there is no zone 'hnad'",
        ),
        ("ygo", 'limit = "link"\nset = { where = { kind = "lnk" } }', "4:19: there is no kind 'lnk'"),
    ],
)
def test_a_text_of_an_overlay_is_read_as_one_of_the_rulebook(
    judge: Any, tmp_path: Path, game: str, change: str, told: str
) -> None:
    """What is written in the language of cards, in procedures, state rules and limits of decks, is held
    against the grammar, and nothing of it is passed over.
    """
    path = tmp_path / "house.toml"
    path.write_text(f'why = "a house rule"\n[[change]]\n{change}\n', encoding="utf-8")
    called = judge("lint", game, "--overlay", path)
    assert called.code == 2
    assert f"{path}:{told}" in called.err


def test_an_overlay_of_the_configured_folder_is_a_version(
    judge: Any, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A club's changes have a name, which a fixture may ask for."""
    folder = house / "club" / "dbs" / "versions"
    folder.mkdir(parents=True)
    shutil.copy(house / "house.toml", folder / "house.toml")
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(house / "club"))
    path = house / "named.toml"
    path.write_text(FIXTURE.replace('game = "dbs"', 'game = "dbs"\nversion = "house"'), encoding="utf-8")
    load_checked.cache_clear()
    called = judge("run", path)
    assert called.code == 0, called.out + called.err
    assert "dbs house" in called.out


# --- what a fixture may name ---------------------------------------------------------------------
@pytest.mark.parametrize(
    "game", ["./rulebook", "../toy/rulebook", "/tmp/rulebook", "dbs/../dbs", "rulebook/", ".", ""]
)
def test_a_fixture_names_no_path(judge: Any, tmp_path: Path, game: str) -> None:
    """A rulebook that lies beside a fixture is opened by nobody but who names it on the command line."""
    shutil.copytree(TOY / "rulebook", tmp_path / "rulebook")
    path = tmp_path / "one.toml"
    path.write_text(
        LANTERN.read_text(encoding="utf-8").replace('game = "lanterns"', f'game = "{game}"'), encoding="utf-8"
    )
    called = judge("run", path)
    assert called.code == 2
    assert f"{path}:1:1" in called.err
    assert "game is a name, not a path" in called.err


@pytest.mark.parametrize("version", ["../versions/1.06", "versions/1.06.toml", "/etc/passwd", "1.06/"])
def test_a_fixture_names_no_path_of_a_version(judge: Any, house: Path, version: str) -> None:
    """A version is one of those that there are."""
    path = house / "one.toml"
    path.write_text(FIXTURE.replace('game = "dbs"', f'game = "dbs"\nversion = "{version}"'), encoding="utf-8")
    called = judge("run", path)
    assert called.code == 2
    assert f"dbs has no version {version!r}" in called.err


def test_a_rulebook_of_the_configured_folder_is_named(
    judge: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of one's own, whose Python the command line allows by name."""
    shutil.copytree(TOY / "rulebook", tmp_path / "lanterns")
    monkeypatch.setenv("JUDGE_RULEBOOKS", str(tmp_path))
    called = judge("run", LANTERN, "--module", "toy_game")
    assert called.code == 0, called.out + called.err


# --- Python --------------------------------------------------------------------------------------
@pytest.mark.parametrize("module", ["evil", "evil.game"])
def test_a_rulebook_runs_no_python_that_nobody_has_allowed(
    judge: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    """Its module is not even imported: neither when it is played by nor when it is checked;
    nor is the package around it, to see where it is.
    """
    shutil.copytree(TOY / "rulebook", tmp_path / "book")
    ran = tmp_path / "ran"
    (tmp_path / "evil").mkdir()
    for one in ("__init__", "game"):
        code = f"open({str(ran)!r}, 'w').close()\n"
        (tmp_path / "evil" / f"{one}.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    path = tmp_path / "book" / "rulebook.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("toy_game", module), encoding="utf-8")
    for command in (
        ("run", LANTERN, "--rulebook", tmp_path / "book"),
        ("lint", tmp_path / "book"),
        ("rules", tmp_path / "book"),
        ("rule", tmp_path / "book", "1"),
    ):
        called = judge(*command)
        assert not ran.exists()
        refused = called.code == 2 and f"the module {module!r}, which nobody has allowed" in called.err
        assert refused or command[0] in ("rule", "rules")


def test_python_that_is_allowed_runs(judge: Any) -> None:
    """By name, and for this run."""
    assert judge("run", LANTERN, "--rulebook", TOY / "rulebook").code == 2
    assert judge("run", LANTERN, "--rulebook", TOY / "rulebook", "--module", "toy_game").code == 0
    assert judge("run", LANTERN, "--rulebook", TOY / "rulebook").code == 2, "it was kept, not allowed"
    assert judge("lint", TOY / "rulebook", "--module", "toy_game").code == 0


def test_a_copy_of_a_shipped_rulebook_has_the_game_s_own_python(
    judge: Any, dispute: Path, tmp_path: Path
) -> None:
    """judge's own modules are code that is there anyway."""
    shutil.copytree(find("dbs"), tmp_path / "dbs")
    assert judge("run", dispute, "--rulebook", tmp_path / "dbs").code == 0


# --- what is kept --------------------------------------------------------------------------------
@pytest.fixture
def shelved(tmp_path: Path) -> str:
    """A copy of a rulebook: an installed judge brings what is kept of those that it ships."""
    shutil.copytree(find("tdg"), tmp_path / "tdg", ignore=shutil.ignore_patterns(KEPT))
    return str(tmp_path / "tdg")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of one's own."""
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    load_checked.cache_clear()
    return tmp_path / "cache"


def test_a_checked_rulebook_is_kept(cache: Path, shelved: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing is checked, and the tables are the same."""
    folder = shelved
    first = load_checked(folder)
    (path,) = cache.glob("*.json")
    assert path.stem == content_key(folder, ())
    load_checked.cache_clear()
    monkeypatch.setattr(checked, "make", None)
    again = load_checked(folder)
    assert again == first
    assert again is not first


def test_a_checkout_checks_again_when_its_code_changes(tmp_path: Path) -> None:
    """Also that of a mechanism or of a game, which declares what steps and cards may say."""
    package = Path(checked.__file__).parent.parent
    declaring = (
        "engine/mechanisms/links.py",
        "games/dbs/battle.py",
        "grammar/cards.py",
        "rulebook/lint/steps.py",
    )
    every = {one[0] for name in checked.CHECKING for one in checked.marks_of(package / name)}
    assert {Path(one).name for one in declaring} <= every
    module = tmp_path / "deep" / "one.py"
    module.parent.mkdir()
    module.write_text("a = 1\n", encoding="utf-8")
    before = list(checked.marks_of(tmp_path))
    module.write_text("a = 10\n", encoding="utf-8")
    assert [one[0] for one in before] == ["one.py"]
    assert list(checked.marks_of(tmp_path)) != before


FIELDS = '"versions": {}, "overlays": [], "deck": null, "cards": null, "editions": null'


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "damage",
    [
        "", "{", "[]", '{"key": 1}', '{"key": "KEY"}', '{"key": "KEY", "tables": {}, "banana": 1}',
        "[" * 200_000, '{"key": "KEY", "tables": 5, FIELDS}',
        '{"key": "KEY", "tables": {"module": ""}, FIELDS}',
    ],
)  # fmt: skip
def test_what_is_kept_and_damaged_is_made_again(cache: Path, shelved: str, damage: str) -> None:
    """It may be deleted, cut off or written by something else: nothing is lost by it."""
    folder = shelved
    first = load_checked(folder)
    (path,) = cache.glob("*.json")
    path.write_text(damage.replace("KEY", path.stem).replace("FIELDS", FIELDS), encoding="utf-8")
    load_checked.cache_clear()
    assert load_checked(folder) == first
    assert find_kept(folder, path.stem) is not None


def test_what_is_kept_is_believed_to_the_last_sign_or_not_at_all(cache: Path, shelved: str) -> None:
    """One letter of a text that changed by itself is damage too."""
    load_checked(shelved)
    (path,) = cache.glob("*.json")
    text = path.read_text(encoding="utf-8")
    assert json.loads(text)["key"] == path.stem
    path.write_text(text.replace("turn", "torn", 1), encoding="utf-8")
    assert find_kept(shelved, path.stem) is None


@pytest.mark.soak
@pytest.mark.parametrize("what", ["pipe", "device"])
def test_what_lies_in_the_cache_and_is_no_file_is_not_waited_for(
    what: str, cache: Path, shelved: str
) -> None:
    """Tables and the texts of articles are made again, as where nothing is kept."""
    articles_of.cache_clear()
    first, texts = load_checked(shelved), articles_of(shelved)
    for path in list(cache.glob("*.json")):
        path.unlink()
        if what == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to("/dev/zero")
    load_checked.cache_clear()
    articles_of.cache_clear()
    assert (load_checked(shelved), articles_of(shelved)) == (first, texts)
    assert all(path.is_file() for path in cache.glob("*.json"))


def test_texts_of_articles_that_are_kept_and_damaged_are_made_again(cache: Path, shelved: str) -> None:
    """As tables are."""
    articles_of.cache_clear()
    first = articles_of(shelved)
    (path,) = cache.glob("articles-*.json")
    path.write_text("[" * 200_000, encoding="utf-8")
    articles_of.cache_clear()
    assert articles_of(shelved) == first


@pytest.mark.parametrize("form", [[], ["id"], {}, {"fields": ["id"], "rows": [["1"]]}, "1", 1])
def test_texts_of_articles_of_another_form_are_made_again(form: object, cache: Path, shelved: str) -> None:
    """Another release may have kept them otherwise."""
    articles_of.cache_clear()
    first = articles_of(shelved)
    (path,) = cache.glob("articles-*.json")
    checked.keep(path, {"articles": form})
    articles_of.cache_clear()
    assert articles_of(shelved) == first


def test_an_article_is_the_same_kept_and_made(cache: Path) -> None:
    """Those of versions, which stand beside others, among them."""
    folder = str(find("ygo"))
    articles_of.cache_clear()
    made, kept = dict(articles_of(folder, "tournament")), articles_of.__wrapped__(folder, "tournament")
    assert dict(kept) == made == load_articles(folder, "tournament")
    assert any(one.beside for one in made.values())
    assert len(kept) == len(made)
    assert article_ids(folder, "tournament") == made.keys()


def test_a_change_of_any_file_is_another_rulebook(tmp_path: Path) -> None:
    """Tables, articles, deck rules, versions: what is kept is kept under all of them."""
    folder = tmp_path / "dbs"
    shutil.copytree(find("dbs"), folder)
    keys = {content_key(str(folder), ())}
    for name in ("rulebook.toml", "articles.toml", "deck.toml", "cards.toml", "versions/1.06.toml"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
        keys.add(content_key(str(folder), ()))
    assert len(keys) == 6


def test_where_nothing_can_be_written_nothing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache lies where a file is."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "file" / "cache"))
    load_checked.cache_clear()
    assert load_checked(str(find("tdg"))).tables["id"] == "tdg"


@pytest.mark.parametrize(
    "given",
    [
        {"HOME": "/home/ann"},
        {"HOME": "/"},
        {"HOME": "/home/ann/"},
        {"HOME": "home"},
        {"HOME": ""},
        {},
        {"HOME": "/home/ann", "XDG_CACHE_HOME": "/var/ann"},
        {"HOME": "/home/ann", "XDG_CACHE_HOME": ""},
        {"HOME": "/home/ann", "XDG_CACHE_HOME": "here"},
        {"HOME": "/data", "ANDROID_DATA": "/data", "ANDROID_ROOT": "/system", "SHELL": "/bin/sh"},
    ],
)
def test_the_cache_lies_where_this_users_programs_keep_theirs(
    given: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known without asking is what is answered."""
    for name in ("JUDGE_CACHE", "HOME", "XDG_CACHE_HOME", "ANDROID_DATA", "ANDROID_ROOT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert checked.cache_folder() == user_cache_path("judge", appauthor=False)


def test_the_cache_takes_away_only_what_was_kept_there(tmp_path: Path) -> None:
    """$JUDGE_CACHE may name a folder with files of one's own: older than anything kept, they stay."""
    mine = [tmp_path / name for name in ("deck.json", "articles-x.json", f"{'g' * 40}.json", "a.txt")]
    kept = [tmp_path / f"{front}{n:040x}.json" for n in range(3) for front in ("", "articles-")]
    for when, path in enumerate([*mine, *kept]):
        path.write_text("{}", encoding="utf-8")
        os.utime(path, (when, when))
    checked.keep(tmp_path / f"{'a' * 40}.json", {}, many=2)
    assert {*tmp_path.iterdir()} == {*mine, kept[-1], tmp_path / f"{'a' * 40}.json"}


def test_what_is_used_stays_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes a rulebook leaves many behind: the others outlast those, however old they are."""
    cache, book = tmp_path / "cache", str(tmp_path / "tdg")
    monkeypatch.setenv("JUDGE_CACHE", str(cache))
    shutil.copytree(find("tdg"), book)
    load_checked(book)
    kept = cache / f"{content_key(book, ())}.json"
    os.utime(kept, (1, 1))
    load_checked.cache_clear()
    load_checked(book)
    older = cache / f"{'b' * 40}.json"
    older.write_text("{}", encoding="utf-8")
    os.utime(older, (2, 2))
    checked.keep(cache / f"{'a' * 40}.json", {}, many=2)
    assert kept.exists()
    assert not older.exists()


def test_a_rulebook_with_faults_is_not_kept(cache: Path, tmp_path: Path) -> None:
    """It is refused as often as it is opened."""
    folder = tmp_path / "tdg"
    shutil.copytree(find("tdg"), folder)
    (folder / "rulebook.toml").write_text(
        'id = "tdg"\ntitle = "x"\nversion = "1"\nplayable = false\nbanana = 1\n', encoding="utf-8"
    )
    for _ in range(2):
        with pytest.raises(BadInput, match="banana"):
            load_checked(str(folder))
    assert list(cache.glob("*")) == []


def test_the_wheel_brings_checked_rulebooks(tmp_path: Path) -> None:
    """What the build puts beside each is what loading it gives."""
    assert keep_shipped(tmp_path) == ["dbs", "postures", "tdg", "victory-spark", "ygo"]
    for game in ("dbs", "tdg"):
        kept = json.loads((tmp_path / game / KEPT).read_text(encoding="utf-8"))
        del kept["digest"], kept["key"]
        assert kept == load_checked(str(find(game)))._asdict()


def test_a_ruling_tries_other_readings_with_its_overlay(house: Path) -> None:
    """What is laid over the book lies over it in every reading."""
    found = run(load_fixture(house / "one.toml", overlays=(str(house / "house.toml"),)))
    assert found.verdict == "holds"
    assert all(one.same for one in found.others)


def test_changes_that_are_not_there_are_another_rulebook(tmp_path: Path) -> None:
    """What is kept without them is not taken for it."""
    shutil.copytree(find("dbs"), tmp_path / "dbs")
    missing = (str(tmp_path / "nosuch.toml"),)
    load_checked(str(tmp_path / "dbs"))
    assert content_key(str(tmp_path / "dbs"), missing) != content_key(str(tmp_path / "dbs"), ())
    with pytest.raises(BadInput, match="no such file"):
        load_checked(str(tmp_path / "dbs"), missing)
