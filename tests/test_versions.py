"""Overlays of versions: what changes, what stays, and that nothing is missed in silence."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from playing import MODULES

from bench import FIXTURES
from judge.errors import BadInput
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.rulebook import versions
from judge.rulebook.articles import Article, article_ids, every_article, load_articles
from judge.rulebook.checked import load_checked
from judge.rulebook.index import Bound, bindings
from judge.rulebook.load import load_rulebook, touched_by, version_changes
from judge.rulebook.shelf import find, rulebooks_folder


def test_a_version_renumbers_what_it_says() -> None:
    """1.071 prints its own numbers; the rest of the book keeps its own."""
    now, then = load_rulebook("dbs"), load_rulebook("dbs", "1.071")
    assert now.keywords["espace-temps"]["per_turn"]["rule"] == "10-15-5"
    assert then.keywords["espace-temps"]["per_turn"]["rule"] == "10-17-5"
    assert then.keywords["espace-temps-obscur"] == now.keywords["espace-temps-obscur"]
    assert then.procedures.keys() == now.procedures.keys()


def test_a_renumbered_step_is_the_same_step() -> None:
    """It cites the new number and is still found, and run, under its lasting name."""
    raw = load_checked(str(find("dbs"))).tables
    changed = versions.apply(raw, [{"renumber": {"7-1-4": "7-1-9"}}], "a test")
    step = next(one for one in changed["procedure"]["battle"]["steps"] if versions.step_id(one) == "7-1-4")
    assert (step["rule"], step["use"]) == ("7-1-9", "7-1-4")
    assert changed["procedure"]["battle"]["guard"]["rule"] == "7-1-9"
    assert raw["procedure"]["battle"]["guard"]["rule"] == "7-1-4"


RENUMBERED = [
    ("7-1-4", "7-1-3"),
    ("7-1-4", "7-1-9"),
    ("7-4-1-4-1", "99-1"),  # with which a row of a comparison goes on
    ("7-4-1-1", "99-1"),  # at which a board stands that a form offers
    ("4-10-2-2", "99-1"),  # of which a row of what decides speaks
]
COUNTERED = "a-countered-counter-lets-the-attack-go-on.toml"


@pytest.mark.sample(1)
@pytest.mark.parametrize(("old", "new"), RENUMBERED)
def test_a_renumbered_ruling_is_told_step_by_step(old: str, new: str, tmp_path: Path) -> None:
    """Whether the number is new or that of another article: no line of it goes missing."""
    fixture, overlay = FIXTURES / "dbs/counter-window" / COUNTERED, tmp_path / "renumbered.toml"
    overlay.write_text(f'why = "x"\n[[change]]\nrule = "{old}"\nrenumber = {{ "{old}" = "{new}" }}\n')
    found = run(load_fixture(fixture)), run(load_fixture(fixture, overlays=(str(overlay),)))
    usual, renumbered = ([(one.kind, one.data.get("form")) for one in each.entries] for each in found)
    assert renumbered == usual


def test_a_rule_that_acts_at_once_keeps_its_function() -> None:
    """Where its article names it, and the article gets another number."""
    raw = load_checked(str(find("tdg"))).tables
    changed = versions.apply(raw, [{"renumber": {"terrain.none": "terrain.all-gone"}}], "a test")
    assert {"rule": "terrain.all-gone", "use": "terrain.none"} in changed["interrupts"]


def test_a_target_that_is_not_there_is_named() -> None:
    """An overlay that changes nothing that exists fails when it is applied."""
    raw = load_checked(str(find("dbs"))).tables
    with pytest.raises(BadInput, match="there is no state_rule '9-5-9'"):
        versions.apply(raw, [{"state_rule": "9-5-9", "set": {"laid_to": ""}}], "a test")


def test_the_former_rule_lays_the_move_to_nobody() -> None:
    """1.06 differs in one row and in nothing else."""
    now, then = load_rulebook("dbs"), load_rulebook("dbs", "1.06")
    differ = [a.rule for a, b in zip(now.state_rules, then.state_rules, strict=True) if a != b]
    assert differ == ["9-5-2"]


VERSIONS = [
    (one.parent.parent.name, one.stem) for one in sorted(rulebooks_folder().glob("*/versions/*.toml"))
]


@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_a_version_decides_a_reading_by_name(game: str, version: str) -> None:
    """What a version changes is nothing that a reading leaves open:
    it takes one of the possibilities instead, and the question is decided.
    """
    checked = load_checked(str(find(game)))
    changed = set(
        versions.targets([one for one in version_changes(checked, version) if "reading" not in one])
    )
    assert {
        name: sorted(changed & set(touched_by(row)))
        for name, row in checked.tables["reading"].items()
        if changed & set(touched_by(row))
    } == {}


def test_a_decided_reading_is_no_open_one() -> None:
    """It is told apart from those that hold, its possibility is in force, and no ruling rests on it."""
    book, plain = load_rulebook("ygo", "tournament"), load_rulebook("ygo")
    assert book.decided["no-target"] == "no"
    assert "no-target" not in book.readings
    assert (book.params["targets-needed"], plain.params["targets-needed"]) == (True, False)
    assert (book.param_touches["targets-needed"], plain.param_touches["targets-needed"]) == (
        (),
        ("no-target",),
    )
    assert plain.decided == {}
    assert plain.readings.keys() == {*book.readings, *book.decided}


@pytest.mark.parametrize("value", ["yes", "no", "perhaps"])
def test_a_decided_reading_cannot_be_asked_for(value: str) -> None:
    """Neither another possibility nor the one that the version takes: there is nothing to choose."""
    with pytest.raises(BadInput, match="version 'tournament' decides it"):
        load_rulebook("ygo", "tournament", (("no-target", value),))
    assert (
        value == "perhaps" or load_rulebook("ygo", "", (("no-target", value),)).readings["no-target"] == value
    )


def test_a_version_takes_a_possibility_that_there_is() -> None:
    """A misspelt reading, and a misspelt possibility, are named."""
    raw = load_checked(str(find("ygo"))).tables
    for change, found in (
        ({"reading": "no-targt", "value": "no"}, "no-targt"),
        ({"reading": "no-target", "value": "never"}, "no-target.never"),
    ):
        with pytest.raises(BadInput, match=f"there is no reading '{found}'"):
            versions.apply(raw, [change], "a test")


# --- articles of versions ------------------------------------------------------------------------
TOY = Path(__file__).parent / "toy"
OVERLAYS = [
    *((str(find(game)), version, FIXTURES / game) for game, version in VERSIONS),
    (str(TOY / "rulebook"), "2", TOY / "fixtures"),
]
NAMES = [f"{Path(folder).name} {version}" for folder, version, _ in OVERLAYS]


def own_articles(folder: str, version: str) -> dict[str, Article]:
    """The articles that a version adds."""
    return {id_: one for id_, one in load_articles(folder, version).items() if one.version}


def demanded(fixtures: Path, version: str) -> set[str]:
    """What the fixtures under a version demand to be cited."""
    tables = (tomllib.loads(path.read_text(encoding="utf-8")) for path in fixtures.rglob("*.toml"))
    return {rule for one in tables if one.get("version") == version for rule in one.get("articles", ())}


@pytest.mark.parametrize(("folder", "version", "fixtures"), OVERLAYS, ids=NAMES)
def test_an_article_of_a_version_is_one(folder: str, version: str, fixtures: Path) -> None:
    """It stands in that version and in no other book, says all that an article says, who says it,
    and beside what.
    """
    own, book = own_articles(folder, version), load_articles(folder)
    assert own.keys() & book.keys() == set()
    assert sum(len(own_articles(folder, name)) for of, name, _ in OVERLAYS if of == folder) == len(
        every_article(folder)
    ) - len(book)
    assert [
        one.id for one in own.values() if not (one.title and one.summary and one.kind and one.source)
    ] == []
    assert [(one.id, rule) for one in own.values() for rule in one.beside if rule not in book] == []
    assert article_ids(folder, version) == own.keys() | book.keys()
    assert article_ids(folder) == book.keys()


@pytest.mark.parametrize(("folder", "version", "fixtures"), OVERLAYS, ids=NAMES)
def test_an_article_of_a_version_decides_something(folder: str, version: str, fixtures: Path) -> None:
    """Some change is made by it, and a fixture shows that a ruling cites it."""
    own, bound, wanted = own_articles(folder, version), bindings(folder), demanded(fixtures, version)
    assert [one for one in own if bound[one] == Bound()] == []
    assert [one for one in own if one not in wanted] == []


@pytest.mark.parametrize(("folder", "version", "fixtures"), OVERLAYS, ids=NAMES)
def test_every_change_of_a_version_names_its_article(folder: str, version: str, fixtures: Path) -> None:
    """One of the version, of the book, or what the version calls one of the book;
    so does its source, where that is in the book.
    """
    changes = list(version_changes(load_checked(folder, (), MODULES), version))
    known = {
        *load_articles(folder, version),
        *(one for change in changes for one in change.get("renumber", {}).values()),
    }
    assert [change for change in changes if change.get("rule") not in known] == []
    assert [
        change for change in changes if "source" in change and change["source"] not in load_articles(folder)
    ] == []


def test_a_literal_names_the_article_by_which_it_decides() -> None:
    """In the version that sets it; so do the literals of a possibility that a version takes,
    also where that is the book's own.
    """
    book, plain = load_rulebook("ygo", "tournament"), load_rulebook("ygo")
    assert (book.article("draws-needed"), plain.article("draws-needed")) == ("sanctioned.draw", "")
    assert [
        row["value"]
        for row in version_changes(load_checked(plain.folder), "tournament")
        if row.get("reading") == "gone-cards"
    ] == ["nothing"]
    assert book.article("gone-cards-resolve") == "sanctioned.gone-card"
    assert book.article("response", "window") == "sanctioned.reaction"
    assert book.article("chain.example", "interrupt") == "sanctioned.negated-card"
    assert (book.article("hand-limit"), plain.deciding) == ("", {})


def test_a_step_under_another_article_is_the_same_step() -> None:
    """It keeps its name and its function, and cites the article of the change."""
    raw = load_checked(str(find("dbs"))).tables
    first = raw["procedure"]["battle"]["steps"][0]
    name = versions.step_id(first)
    changed = versions.apply(raw, [{"step": f"battle.{name}", "rule": "1-1-1", "set": {"more": 1}}], "a test")
    step = changed["procedure"]["battle"]["steps"][0]
    assert (versions.step_id(step), step["rule"], step.get("use", step.get("do"))) == (
        name,
        "1-1-1",
        first.get("do", first["rule"]),
    )


def test_a_later_change_without_an_article_has_none() -> None:
    """A reading that sets the literal again decides by itself."""
    raw = load_checked(str(find("ygo"))).tables
    first = {"param": "hand-limit", "value": 7, "rule": "end-phase.hand-limit"}
    assert versions.apply(raw, [first], "a test")["deciding"]["param"] == {
        "hand-limit": "end-phase.hand-limit"
    }
    assert (
        versions.apply(raw, [first, {"param": "hand-limit", "value": 8}], "a test")["deciding"]["param"] == {}
    )


def test_an_article_of_another_version_is_said_to_be_its(tmp_path: Path) -> None:
    """A fixture under the booklet that demands an article of sanctioned play is told which version has it."""
    path = tmp_path / "one.toml"
    path.write_text(
        'game = "ygo"\ntitle = "one"\narticles = ["sanctioned.draw"]\nscript = []\n[expect]\nA.hand = 0\n',
        encoding="utf-8",
    )
    with pytest.raises(BadInput, match=r"ygo has no article 'sanctioned.draw': version 'tournament' has it"):
        load_fixture(path)
