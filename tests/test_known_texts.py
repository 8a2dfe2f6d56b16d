"""Sentences of Yu-Gi-Oh! cards that somebody has read by hand (`rulebooks/ygo/known.toml`): each is that of a
printed card, and real cards do in rulings what their print and the book say. The facts of `tests/known/ygo`
were taken from the print and the book by hand, before they were played. Without the card data it is skipped.
"""

from __future__ import annotations

import re
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import judge.cards.believed as believing
from judge.cards.catalogue import Catalogue
from judge.cards.imports import read_source
from judge.cards.sentences import Printed, Texts, hash_of, settled_limits
from judge.cards.storage import write
from judge.fixture.load import load_fixture
from judge.play.ruling import run

HOME = Path(__file__).resolve().parents[1]
DATA = HOME / ".." / "shared" / "data" / "ygo" / "cards-2020-03-30.cdb"
RULINGS = sorted((HOME / "tests" / "known" / "ygo").glob("*.toml"))
KNOWN: dict[str, Any] = tomllib.loads((HOME / "rulebooks" / "ygo" / "known.toml").read_text("utf-8"))["cards"]
pytestmark = pytest.mark.skipif(not DATA.is_file(), reason="no card data here")


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A catalogue of the cards that somebody has read by hand, and of those whose names rulings write."""
    folder = tmp_path_factory.mktemp("known")
    part = folder / "cards.cdb"
    names = set(re.findall(r'= "([^"]+)"', "".join(one.read_text("utf-8") for one in RULINGS)))
    names |= {"Blue-Eyes White Dragon"}  # by its name on a board
    with closing(sqlite3.connect(part)) as base:
        base.execute("ATTACH ? AS whole", (str(DATA),))
        numbers = ",".join(KNOWN)
        marks = ",".join("?" * len(names))
        wanted = f"SELECT id FROM whole.texts WHERE id IN ({numbers}) OR name IN ({marks})"
        for table in ("datas", "texts"):
            base.execute(
                f"CREATE TABLE {table} AS SELECT * FROM whole.{table} WHERE id IN ({wanted})", [*names]
            )
        base.commit()
    path = str(folder / "cards.sqlite")
    write(path, [read_source(str(part), "ygo")])
    return path


def printed_of(catalogue: str, number: str, by_hand: bool) -> list[Printed]:
    """The sentences of a card, with or without what somebody has read by hand."""
    with Catalogue.open(catalogue) as base:
        card = base.find("ygo", number)
        assert card is not None, number
        found = Texts("ygo", base).of(card)
        if by_hand:
            found = believing.believed("ygo", card, found).sentences
        return settled_limits(found)


@pytest.mark.parametrize("number", KNOWN)
def test_what_was_read_by_hand_is_of_real_texts(catalogue: str, number: str) -> None:
    """Each sentence is that of the print; one that the rows read, too, says something else."""
    rows = believing.said_of(KNOWN[number]["sentence"])
    plain = {(one.side, one.n): one for one in printed_of(catalogue, number, by_hand=False)}
    for place, said in rows.items():
        one = plain[place]
        assert hash_of(one.text) == said["text"], place
        assert not one.settled or one.abilities != believing.does(said), place
    assert all(one.settled for one in printed_of(catalogue, number, by_hand=True))


@pytest.mark.sample(12)
@pytest.mark.parametrize("file", RULINGS, ids=[one.stem for one in RULINGS])
def test_real_cards_do_what_they_print(catalogue: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens, and what is refused; no sentence of such a ruling is in doubt."""
    monkeypatch.setenv("JUDGE_CARDS", catalogue)
    fixture = load_fixture(str(file))
    assert fixture.unread == ()
    assert run(fixture).verdict == "holds"
