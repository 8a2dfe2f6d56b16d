"""docs/coverage.md is of these rulebooks, and says of a few rulings what they are. All of them are played for
its counts: `make soak` compares these, `make coverage` makes the page.
"""

from __future__ import annotations

import re

import pytest

from bench import coverage, rulings
from bench.games import GAMES
from judge.rulebook.articles import every_article
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import find
from judge.suite.coverage import STATES, covering
from judge.suite.found import Found
from judge.suite.played import Playing

TEXT = coverage.PAGE.read_text(encoding="utf-8")
FIRST, _, SECOND = TEXT.partition(coverage.SCORES)


def row(part: str, game: str) -> list[str]:
    """The cells of a game's row."""
    (found,) = re.findall(rf"^\| {game} .*\|$", part, re.M)
    return [one.strip() for one in found.strip("|").split("|")]


def gaps(game: str) -> list[str]:
    """The articles of a game that its rulings leave."""
    head = f"## {load_rulebook(game).tables['title']}\n"
    part = FIRST.partition(head)[2].partition("\n## ")[0]
    return [
        id_
        for line in re.findall(r"^(?:Always|Only|Never).*$", part, re.M)
        for id_ in re.findall("`(.+?)`", line)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_counts_are_of_this_rulebook(game: str) -> None:
    """Every article is counted once; those that are left are articles, and as many as the share says."""
    _, played, covered, wanted, share, *counts = row(FIRST, game)
    articles = every_article(str(find(game)))
    assert len(counts) == len(STATES)
    assert sum(map(int, counts)) == len(articles)
    assert int(played) == len(rulings(game))
    assert share == f"{int(1000 * int(covered) / int(wanted)) / 10:.1f}%"
    left = gaps(game)
    assert len(left) == len(set(left)) == int(wanted) - int(covered)
    assert set(left) <= {id_ for id_, one in articles.items() if one.mechanical and not one.excused}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_ruling_covers_is_not_left(game: str) -> None:
    """Five of them, from all over the game."""
    own = rulings(game)
    left = set(gaps(game))
    for one in own[:: len(own) // 5 + 1]:
        found = covering(Found(one.stem, str(one)), Playing(), game)
        assert found is not None
        assert found.result == "holds"
        assert not left & {*found.decides, *found.acts}


@pytest.mark.parametrize("game", GAMES)
def test_the_scores_are_of_the_sample_that_is_named(game: str) -> None:
    """So many mutants of the seed, what is noticed with what is not, and the command that makes it."""
    _, mutants, tried, noticed, share, *_ = row(SECOND, game)
    assert int(mutants) > int(tried) == coverage.LIMIT
    assert share == f"{100 * int(noticed) / int(tried):.1f}%"
    listed = SECOND.partition(f"Noticed by no ruling of {game}:\n\n")[2].partition("\n\n")[0]
    assert len(re.findall(r"^- `", listed, re.M)) == int(tried) - int(noticed)
    assert f"$ {coverage.command(game)}\n" in SECOND


def test_the_page_begins_with_what_it_says_of_itself() -> None:
    """Its words are those of the command that makes it."""
    assert TEXT.startswith(coverage.INTRODUCTION)
    assert SECOND.startswith("".join(coverage.said()))
