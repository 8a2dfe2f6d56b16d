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


LATER = [
    ("dbs", 'type = "unison"', "Unison cards"),
    ("dbs", "markers = 3", "markers"),
    ("dbs", "offering = true", "[Offering]"),
    ("dbs", 'activated = { do = [{ place = 1, counter = "marker" }] }', "markers"),
    ("dbs", 'activated = { do = [{ ko = { of = "any", type = "unison" } }] }', "Unison cards"),
    ("ygo", 'kind = ["effect", "link"]', "Link Monsters"),
    ("ygo", "level = 4, link = 2", "Link Monsters"),
]


@pytest.mark.parametrize(("game", "card", "what"), LATER)
def test_what_later_editions_have_is_refused_by_its_name(game: str, card: str, what: str) -> None:
    """A card that asks for it, wherever it does, with the version that does not know it."""
    version = load_rulebook(game).version
    text = f'game = "{game}"\nscript = []\nA = {{ hand = ["k"] }}\n[cards]\nk = {{ {card} }}\n'
    with pytest.raises(BadInput) as caught:
        check(parse_source(text, "k.toml"), "", {})
    found = [one.message for one in caught.value.problems]
    assert f"this rulebook ({version}) does not know {what}" in found


@pytest.mark.parametrize("game", ["dbs", "ygo"])
def test_no_word_of_the_book_is_one_of_later_editions(game: str) -> None:
    """What this edition has leaves the list: a keyword, an attribute, a type, an instruction."""
    book = load_rulebook(game)
    assert not book.later.keys() & {*book.keyword_names, *book.attributes, *book.tables["types"], *book.words}
