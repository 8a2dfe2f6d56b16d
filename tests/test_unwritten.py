"""What the book has and the rulebook's data has not yet: it stops the run by name, and is never passed over."""

from __future__ import annotations

import pytest

from judge.errors import BadInput, NotImplementedYet
from judge.fixture import parse_fixture
from judge.rulebook import load_rulebook

CARD = 'game = "dbs"\nscript = []\nA = {{ battle = ["k"] }}\n[cards]\nk = {{ {} }}\n'


@pytest.mark.parametrize("word", sorted(load_rulebook("dbs").raw["_unwritten"]))
def test_a_keyword_not_written_yet_stops_the_run(word: str) -> None:
    """Every spelling of it, with any value, names the keyword and its section."""
    with pytest.raises(NotImplementedYet, match=r"\(10-\d+\) of k"):
        parse_fixture(CARD.format(f'"{word}" = true'))


def test_it_is_no_excuse_for_other_faults() -> None:
    """What is wrong with the file comes first, all of it."""
    with pytest.raises(BadInput, match="colour"):
        parse_fixture(CARD.format('barriere = true, colour = "red"'))


def test_none_of_them_is_written() -> None:
    """A keyword that has been written leaves the list."""
    raw = load_rulebook("dbs").raw
    assert not set(raw["_unwritten"]) & set(raw["_keyword_names"])
