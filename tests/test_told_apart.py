"""Which files of a folder are rulings: by what TOML says of them, never by how a line looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import BadInput
from judge.suite.examined import stale_traces
from judge.suite.found import OWN, begins_as_one, find_rulings, has_keys_of_one, is_ruling
from judge.text.source import opening_keys, parse_source

HOME = Path(__file__).parent.parent
NOTE = "[Contre] of B may answer it.\n"
REST = 'script = ["A: pass"]\nA = { life = 3 }\n'
RULINGS = {
    "a table in a note": f'game = "dbs"\nnote = """\nAsked:\n{NOTE}"""\n{REST}',
    "in single quotes": f"note = '''\n{NOTE}'''\n'script' = [\"A: pass\"]\n",
    "a board in single quotes": "game = 'dbs'\n[ 'A'.life ]\n",
    "an escape": '"scr\\u0069pt" = []\n',
    "cards first": f'cards = {{ a = {{}} }}\ngame = "dbs"\n{REST}',
    "a list before it": f'cards.a.kind = [\n"[A]",\n]\n{REST}',
    "dotted": 'game = "dbs"\nA.life = 3\n',
    "facts alone": 'game = "dbs"\ntitle = "t"\n[expect]\nB.life = 4\n[cards]\n',
    "a question alone": 'game = "dbs"\nask = ["who wins"]\n',
    "a step alone": 'game = "dbs"\nuntil = "7-1"\n',
    "a mark of encoding": f"\ufeff{REST}",
}
OTHERS = {
    "a deck": 'game = "dbs"\n[main]\nwolf = 4\n[expect]\nresult = "legal"\n[cards]\nwolf = { power = 1 }\n',
    "a deck that tells of a ruling": f'game = "dbs"\nnote = """\n{REST}[A]\n"""\n[main]\nwolf = 4\n',
    "a rulebook": 'id = "dbs"\n[until]\nend = "x"\n[[window]]\nat = "7-1-2"\nscript = "no"\n',
    "house rules": 'why = "ours"\n[[change]]\nstep = "7-1-2"\nset = { at = "7-1-3", turn = 1 }\n',
    "cards": 'game = "dbs"\n[cards.A]\npower = 1\nturn = 2\n[cards."B"]\n"at" = 2\n',
    "words": '[ask]\nwho = "Who?"\n[until]\nend = "until the end"\n',
}  # fmt: skip


@pytest.mark.parametrize("name", RULINGS)
def test_a_ruling_is_one_however_it_is_written(name: str, tmp_path: Path) -> None:
    """What stands in a string is no table, and a key is one in quotes too."""
    path = tmp_path / "x.toml"
    path.write_text(RULINGS[name], encoding="utf-8")
    assert is_ruling(str(path))


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_none_is_left_alone(name: str, tmp_path: Path) -> None:
    """Decks, rulebooks, house rules and files of cards, whatever their texts and tables say."""
    path = tmp_path / "x.toml"
    path.write_text(OTHERS[name], encoding="utf-8")
    assert not is_ruling(str(path))


@pytest.mark.parametrize("how", ["utf-16", "latin-1", "CR", "cut", "NUL"])
def test_a_ruling_that_cannot_be_read_is_told(how: str, tmp_path: Path) -> None:
    """It is not TOML, but may have a key that only rulings have."""
    text = f'game = "dbs"\ntitle = "épée"\ncards = {{}}\n{REST}'
    path = tmp_path / "x.toml"
    raw = {"CR": text.replace("\n", "\r"), "cut": text[:-3], "NUL": text + "\0"}.get(how, text)
    path.write_bytes(raw.encode(how if "-" in how else "utf-8"))
    assert is_ruling(str(path))


@pytest.mark.parametrize("how", ["utf-16", "latin-1"])
def test_a_deck_that_cannot_be_read_is_left_alone(how: str, tmp_path: Path) -> None:
    """Nothing in it could be a key of a ruling."""
    path = tmp_path / "x.toml"
    path.write_bytes('game = "ygo"\n[main]\n"épée" = 3\n'.encode(how))
    assert not is_ruling(str(path))


def test_an_ending_in_capitals_is_one(tmp_path: Path) -> None:
    """The trace beside it is not left over."""
    (tmp_path / "UP.TOML").write_text(REST, encoding="utf-8")
    (tmp_path / "UP.trace").write_text("", encoding="utf-8")
    found = find_rulings([str(tmp_path)])
    assert [one.id for one in found] == ["UP"]
    assert not stale_traces([str(tmp_path)], found)


@pytest.mark.soak
def test_the_first_looks_say_what_reading_says() -> None:
    """Of every TOML file of ours; most rulings are told by a key at their beginning."""
    told = 0
    for path in sorted(HOME.glob("[rft]*/**/*.toml")):
        try:
            source = parse_source(path.read_text(encoding="utf-8"), str(path))
        except (BadInput, UnicodeDecodeError):
            continue
        begins = begins_as_one(source.text)
        told += begins
        assert is_ruling(str(path)) == has_keys_of_one(source.data) >= begins, path
        assert source.data.keys() >= {*opening_keys(source.text)}
    assert told > 3000


def test_keys_of_rulings_are_keys_of_rulings() -> None:
    """What tells rulings apart is no list of its own: each is a key that a fixture may have."""
    from judge.fixture.envelope import KEYS

    assert KEYS.keys() >= OWN
