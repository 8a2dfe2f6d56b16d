"""Each word of an effect in each situation: what the book says of a class of words holds for every one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from judge.fixture.load import parse_fixture
from judge.play.ruling import run
from judge.rulebook.articles import numbers_of
from judge.rulebook.load import load_rulebook

DATA: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("situations").joinpath("ygo.toml").read_text("utf-8")
)
WORDS, SITUATIONS = DATA["words"], DATA["situations"]
LIES = 'zone = "B.monster", owner = "B", position = "attack", facing = "up"'
SAME = f'{{ {LIES}, atk = 1500, level = 4, race = "fiend", counters = {{ spell = 0 }} }}'
PRINTS = 'level = 4, race = "fiend", atk = 1000, def = 1000, kind = "effect"'
OWN = f'{PRINTS}, static = {{ add = 500, of = "self" }}'
CELLS = [
    (word, name)
    for name, row in SITUATIONS.items()
    for word, spec in WORDS.items()
    if spec.get(row.get("class", "do")) and not spec.get(row.get("unless", ""))
]


def dispute(word: str, name: str) -> str:
    """A word played in a situation."""
    spec, row = WORDS[word], SITUATIONS[name]
    several = ", n = 2" if "besides" in row else ""
    gone = spec["done"] if not (spec.get("leaves") and "left" in row) else row["left"]
    fact = {"done": gone, "same": SAME}.get(row["expect"], row["expect"])
    targets = f'{{ choose = "t", from = {{ zone = "monster", of = "opponent" }}{several} }}'
    monsters = '"m", "n"' if "besides" in row else '"m"'
    return f"""game = "ygo"
version = "tournament"
script = {["A: activate s", *row["script"]]}
A = {{ hand = ["s"], deck = 20{', spell = ["second"]' if "also" in row else ""} }}
B = {{ monster = [{monsters}], deck = 20{', spell = ["answer"]' if "set" in row else ""} }}
[cards]
m = {{ {", ".join(filter(None, (OWN, row.get("prints", ""))))} }}
n = {{ name = "N", level = 4, atk = 900 }}
s = {{ type = "spell", effect = {{ targets = [{targets}], do = [{spec["do"]}] }} }}
{row.get("set", "")}
{row.get("also", "")}
[expect]
m = {fact}
"""


@pytest.mark.parametrize(("word", "name"), CELLS, ids=[f"{word} {name}" for word, name in CELLS])
def test_a_word_in_a_situation(word: str, name: str) -> None:
    """What is expected comes true."""
    ruling = run(parse_fixture(dispute(word, name)), readings=False)
    assert ruling.verdict == "holds", dispute(word, name)


def test_every_situation_has_its_article() -> None:
    """It is one of the rulebook."""
    articles = numbers_of(load_rulebook("ygo", "tournament"))
    assert {name for name, row in SITUATIONS.items() if row["rule"] not in articles} == set()


@pytest.mark.parametrize("word", WORDS)
def test_what_is_done_changes_something(word: str) -> None:
    """Otherwise no situation could fail."""
    ruling = run(parse_fixture(dispute(word, "plain").replace(WORDS[word]["done"], SAME)), readings=False)
    assert ruling.verdict == "fails"
