"""What a book has and the rulebook's data has not yet: it stops the run by name, and is never passed over."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import MODULES

from judge.errors import BadInput, NotImplementedYet
from judge.fixture.load import check, parse_fixture
from judge.play.ruling import run
from judge.rulebook.load import load_rulebook
from judge.text.source import parse_source

TOY = str(Path(__file__).parent / "toy" / "rulebook")
CARD = 'game = "lanterns"\nscript = []\nA = {{ row = ["k"] }}\n[cards]\nk = {{ {} }}\n'


@pytest.mark.parametrize("word", sorted(load_rulebook(TOY, modules=MODULES).unwritten))
def test_a_keyword_not_written_yet_stops_the_run(word: str) -> None:
    """Every spelling of it, with any value, names the keyword and its section."""
    with pytest.raises(NotImplementedYet, match=r"\[echo\] \(keyword\.echo\) of k"):
        check(parse_source(CARD.format(f'"{word}" = true'), "k.toml"), TOY, {}, (), MODULES)


def test_it_is_no_excuse_for_other_faults() -> None:
    """What is wrong with the file comes first, all of it."""
    with pytest.raises(BadInput, match="colour"):
        check(parse_source(CARD.format('echo = true, colour = "red"'), "k.toml"), TOY, {}, (), MODULES)


@pytest.mark.parametrize("folder", ["dbs", TOY], ids=["dbs", "toy"])
def test_none_of_them_is_written(folder: str) -> None:
    """A keyword that has been written leaves the list."""
    book = load_rulebook(folder, modules=MODULES)
    assert not book.unwritten.keys() & book.keyword_names.keys()


SCALES = (
    'game = "ygo"\nscript = ["A: not pendulum by pendulum.summon.range"]\nA = {{ hand = ["m"], '
    'pendulum = ["p", "q"] }}\n[cards]\nm = {{ level = 4 }}\np = {{ kind = "pendulum", scale = 1 }}\nq '
    '= {{ kind = "pendulum"{} }}\n'
)


def test_scales_that_nobody_wrote_down_stop_a_pendulum_summon() -> None:
    """Where the Scales are read, a missing one is no 0."""
    with pytest.raises(NotImplementedYet, match="q has no scale"):
        run(parse_fixture(SCALES.format("")))
    assert (
        run(parse_fixture(SCALES.format(", scale = 0"))).verdict == "holds"
    )  # Level 4 is not between 0 and 1
    assert run(parse_fixture(SCALES.format(", scale = 8"))).verdict == "fails"


def test_lines_after_the_step_at_which_a_run_stops_are_left_over() -> None:
    """A script is played whole: `until` is no way to leave lines unread."""
    text = (
        'game = "ygo"\nuntil = "end-phase.effects"\nscript = ["A: set t", "A: end", "A: frobnicate"]\nA '
        '= { hand = ["t"] }\n[cards]\nt = { type = "trap" }\n[expect]\nt = "spell"\n'
    )
    with pytest.raises(BadInput, match="left over: the run stops at end-phase"):
        run(parse_fixture(text))
