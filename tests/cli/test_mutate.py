"""`judge mutate`: small faults of a rulebook, and which of them rulings notice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge.cli.coverage import MutateOptions, by_game
from judge.fixture.load import load_fixture
from judge.play.ruling import run
from judge.render.records import records
from judge.suite.found import Found
from judge.suite.mutants import Mutant, articles_of, every, mutants, sampled
from judge.suite.mutation import Asked, Trials
from judge.suite.played import Playing

HOME = Path(__file__).parent.parent.parent
DBS = str(HOME / "rulebooks" / "dbs")
TOY = HOME / "tests" / "toy"

# A walk of two steps, a window that the second opens and one that no step does, a condition of each form.
TABLES = {
    "procedure": {
        "walk": {
            "steps": [{"rule": "1-1"}, {"rule": "1-2", "do": "window", "name": "rest", "n": 2}],
            "inner": True,
        }
    },
    "window": {"rest": {"offers": ["sit"], "cites": {"open": "1-3"}}, "end": {"offers": ["go"]}},
    "state_rule": [{"rule": "1-4", "each": {"max": {"power": 0}}, "when": {"not": {"during": "walk"}}}],
    "param": {"far": 7},
    "reading": {"how": {"articles": ["1-5"], "value": {"a": {"change": [{"param": "far", "value": 8}]}}}},
}


@pytest.fixture
def trials(dispute: Path) -> Trials:
    """The attack that is halted, with the rulebook by which mutants of it are made."""
    return Trials(Asked(DBS, (), (), (Found("halted", str(dispute)),)))


def named(found: Trials, name: str) -> Mutant:
    """The mutant of this name."""
    (one,) = (one for one in mutants(found.original.sheets) if one.name == name)
    return one


def own(*edits: Any) -> Mutant:
    """A fault made by hand."""
    return Mutant("number", "by.hand", 1, "", "", 0, 0, (), edits)


def test_each_kind_of_fault_is_found() -> None:
    """Two steps are dropped and swapped, windows not opened, conditions and switches turned round, numbers
    one greater; what a reading says is left alone.
    """
    played = {key: value for key, value in TABLES.items() if key != "reading"}
    found = [(one.kind, one.where, one.change) for one in every(played)]
    assert found == [
        ("drop step", "procedure.walk.1-1", "step 1-1 is missing"),
        ("drop step", "procedure.walk.1-2", "step 1-2 is missing"),
        ("swap steps", "procedure.walk.1-1", "step 1-2 comes before 1-1"),
        ("number", "procedure.walk.steps.n", "n = 3, not 2"),
        ("switch", "procedure.walk.inner", "inner = false"),
        ("drop window", "window.rest", "no step opens it"),
        ("drop window", "window.end", "it offers nothing"),
        ("comparison", "state_rule.each", "min, not max"),
        ("number", "state_rule.each.max.power", "power = 1, not 0"),
        ("comparison", "state_rule.when", "without its not"),
        ("number", "param.far", "far = 8, not 7"),
    ]


def test_a_fault_is_about_the_articles_around_it() -> None:
    """Those of its row; of both steps that are swapped; of the reading that sets a literal."""
    found = {(one.kind, one.where): articles_of(TABLES, one) for one in every(TABLES)}
    assert found["drop step", "procedure.walk.1-2"] == ("1-2",)
    assert found["swap steps", "procedure.walk.1-1"] == ("1-1", "1-2")
    assert found["drop window", "window.rest"] == ("1-3",)
    assert found["comparison", "state_rule.when"] == ("1-4",)
    assert found["number", "param.far"] == ("1-5",)


def test_mutants_go_by_names_of_their_own(trials: Trials) -> None:
    """Each name once; the place is that of the step in its file."""
    found = mutants(trials.original.sheets)
    assert len({one.name for one in found}) == len(found)
    one = named(trials, "drop step procedure.battle.7-1-2")
    assert 'rule = "7-1-2"' in Path(one.file).read_text(encoding="utf-8").splitlines()[one.line - 1]


def test_a_sample_is_the_same_for_the_same_seed(trials: Trials) -> None:
    """In the order of all; another seed takes others; no limit takes all."""
    found = mutants(trials.original.sheets)
    one = sampled(found, 20, "a")
    assert one == sampled(found, 20, "a") == tuple(sorted(one, key=found.index))
    assert one != sampled(found, 20, "b")
    assert sampled(found, 0, "a") == found


def test_a_ruling_notices_the_step_that_it_is_about(trials: Trials, dispute: Path) -> None:
    """Nobody can halt the attack without the counter window of 7-1-2; the check of 7-4-1-4-2-1 is not come
    to, as the attack is over before. The rulebook itself is as it was.
    """
    noticed = trials.tried(named(trials, "drop step procedure.battle.7-1-2"))
    assert (noticed.way, noticed.ruling, noticed.played) == ("facts", "halted", 1)
    unseen = trials.tried(named(trials, "drop step procedure.battle.7-4-1-4-2-1"))
    assert (unseen.way, unseen.ruling, unseen.played) == ("", "", 1)
    assert run(load_fixture(dispute)).verdict == "holds"


def test_what_does_not_load_or_never_ends_is_noticed(trials: Trials) -> None:
    """A step that nobody wrote; a step that goes to itself, before all others of a battle."""
    steps = ("procedure", "battle", "steps")
    battle = trials.original.sheets.tables["procedure"]["battle"]["steps"]
    itself = {"id": "round", "rule": "7-1", "do": "goto", "step": "round"}
    assert trials.tried(own((steps, [{"rule": "7-1", "do": "nobody-wrote-it"}]))).way == "load"
    assert trials.tried(own((steps, [itself, *battle]))).way == "endless"


def test_a_ruling_that_does_not_hold_notices_nothing(wrong: Path) -> None:
    """It is not played by any mutant."""
    trials = Trials(Asked(DBS, (), (), (Found("wrong", str(wrong)),)))
    tried = trials.tried(named(trials, "drop step procedure.battle.7-1-2"))
    assert (tried.way, tried.played) == ("", 0)


def test_rulings_that_cite_the_article_come_first(dispute: Path) -> None:
    """Before those whose kept trace has it, and the others."""
    other, kept = (dispute.parent / name for name in ("a.toml", "b.toml"))
    text = dispute.read_text(encoding="utf-8").replace('articles = ["7-1-4"]', "")
    other.write_text(text, encoding="utf-8")
    kept.write_text(text, encoding="utf-8")
    kept.with_suffix(".trace").write_text("7-1-4 step\n", encoding="utf-8")
    rulings = tuple(Found(one.stem, str(one)) for one in (other, kept, dispute))
    trials = Trials(Asked(DBS, (), (), rulings))
    one = named(trials, "drop step procedure.battle.7-1-4")
    assert [ruling.id for ruling in trials.nearest(one)] == ["dispute", "b", "a"]


def test_a_name_as_long_as_a_file_can_have_costs_nothing(dispute: Path) -> None:
    """No trace can lie beside it: its ending is longer."""
    long = dispute.rename(dispute.with_name("l" * 250 + ".toml"))
    (ruling,) = Trials(Asked(DBS, (), (), (Found("long", str(long)),))).rulings
    assert (ruling.id, ruling.trace) == ("long", "")


def of_toy(judge: Any, *args: object) -> Any:
    """A call about the rulings of a rulebook of one's own."""
    own_book = ("--rulebook", TOY / "rulebook", "--module", "toy_game")
    return judge("mutate", TOY / "fixtures", *own_book, *args)


@pytest.mark.soak
def test_a_rulebook_of_ones_own_is_tried(judge: Any) -> None:
    """A sample of its mutants, in which some that its rulings are about are noticed; the same bytes whatever
    the number of processes.
    """
    called = of_toy(judge, "--limit", "12", "--seed", "2", "--format", "json")
    document = json.loads(called.out)
    (found,) = document["games"]
    assert (called.code, document["schema"]) == (0, "judge.mutate/1")
    assert (found["tried"], len(found["trials"]), found["seed"]) == (12, 12, "2")
    assert found["mutants"] > 60
    assert found["noticed"] == sum(one["noticed"] for one in found["trials"]) == sum(
        count for way, count in found["ways"].items() if way
    )  # fmt: skip
    assert called == of_toy(judge, "--limit", "12", "--seed", "2", "--format", "json", "--jobs", "2")


def test_what_no_ruling_notices_is_listed_with_its_place(judge: Any, dispute: Path) -> None:
    """One ruling notices few: exit 1 below the share that is asked for."""
    called = judge("mutate", dispute, "--limit", "5", "--seed", "1", "--fail-under", "99.5")
    assert called.code == 1
    assert "NOTICED BY NO RULING (" in called.out
    assert "rulebooks/dbs/" in called.out
    assert called.out.startswith("dbs 1.078: ")


def test_what_is_wrong_with_the_question_is_told(judge: Any, dispute: Path) -> None:
    """All at once; a seed alone would choose nothing."""
    called = judge(
        "mutate", dispute, "--seed", "x", "--fail-under", "-1", "--format", "html", "--game", "dsb"
    )
    assert called.code == 2
    told = [line.partition(" ")[0] for line in called.err.splitlines()]
    assert told == ["--format", "--seed", "--fail-under", "--game"]
    assert judge("mutate", dispute, "--limit", "-1").code == 2
    assert judge("mutate", dispute, "--game", "tdg").code == 2


def test_counting_its_steps_leaves_a_ruling_as_it_is() -> None:
    """The trace by the rulebook as it stands is that of `judge run`, also where it begins in a window."""
    path = HOME / "fixtures" / "dbs" / "zones" / "the-damaged-player-takes-any-life-card.toml"
    trials = Trials(Asked(DBS, (), (), (Found("one", str(path)),)))
    assert trials.as_it_stands(trials.rulings[0]) == records(run(load_fixture(path), readings=False))


def test_a_trace_that_cannot_be_read_costs_its_ruling(dispute: Path, tmp_path: Path) -> None:
    """It is not followed, and it is told; a name too long for a trace has none."""
    long = tmp_path / f"{'l' * 250}.toml"
    long.write_bytes(dispute.read_bytes())
    (trace := dispute.with_suffix(".trace")).symlink_to("/dev/zero")
    found, problems = by_game(MutateOptions((str(dispute), str(long)), Playing()))
    assert [one.path for one in found["dbs"]] == [str(long)]
    assert [one.file for one in problems] == [str(trace)]
    assert [one.trace for one in Trials(Asked(DBS, (), (), tuple(found["dbs"]))).rulings] == [""]
