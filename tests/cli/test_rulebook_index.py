"""Where articles occur: in tables, in code, in fixtures."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.rulebook.code_texts import code_strings
from judge.rulebook.index import (
    Place,
    bindings,
    cited_by,
    look_up,
    search,
    toml_strings,
    unbound,
)

ARTICLES = """\
[[article]]
id = "7-1"
title = "Attack"
summary = "An attack is declared."
kind = "procedure"
mechanical = true

[[article]]
id = "7-1-1"
title = "Défense"
summary = "The defence."
kind = "procedure"
mechanical = true

[[article]]
id = "7-2"
title = "Advice"
summary = "Play fair."
kind = "flavour"
mechanical = false

[[article]]
id = "7-3"
title = "Nobody runs it"
summary = "But there is a reason."
kind = "procedure"
mechanical = true
excused = "the fixture says so"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A rulebook of four articles, with no code and no other table yet."""
    path = tmp_path / "rulebooks" / "toy"
    path.mkdir(parents=True)
    (path / "articles.toml").write_text(ARTICLES, encoding="utf-8")
    (path / "rulebook.toml").write_text('id = "toy"\n', encoding="utf-8")
    return path


def test_an_article_does_not_stand_where_a_longer_one_does(folder: Path) -> None:
    (folder / "procedures.toml").write_text('steps = [\n  { rule = "7-1-1" },\n]\n', encoding="utf-8")
    found = bindings(str(folder))
    assert found["7-1"].data == ()
    assert found["7-1-1"].data == (Place(str(folder / "procedures.toml"), 2, '{ rule = "7-1-1" },'),)
    assert [one.id for one in unbound(str(folder))] == ["7-1"]


def test_neither_comments_nor_the_articles_themselves_bind(folder: Path) -> None:
    (folder / "windows.toml").write_text('# "7-1"\nname = "about 7-1" # "7-1-1"\n', encoding="utf-8")
    (folder / "new.toml").write_text('articles = ["7-1"]\n', encoding="utf-8")
    assert [one.id for one in unbound(str(folder))] == ["7-1", "7-1-1"]


def test_behind_bind_by_key_and_value(folder: Path) -> None:
    text = 'id = "toy"\n7-1 = "no ground"\n[behind]\n7-1-1 = ["7-2"]\n"7-3" = []\n[other]\n7-1 = 1\n'
    (folder / "rulebook.toml").write_text(text, encoding="utf-8")
    found = bindings(str(folder))
    assert [len(found[id_].data) for id_ in ("7-1", "7-1-1", "7-2", "7-3")] == [0, 1, 1, 1]


def test_the_rules_on_decks_bind(folder: Path) -> None:
    """A limit, what it may rest on besides, and what card data are read by carry their articles."""
    limit = '[[limit]]\nrule = "7-1"\nalso_short = ["7-1-1"]\n[building]\nadded = { name = "7-3" }\n'
    (folder / "deck.toml").write_text(limit, encoding="utf-8")
    (folder / "cards.toml").write_text('[attribute]\nname = { rule = "7-1" } # "7-2"\n', encoding="utf-8")
    found = bindings(str(folder))
    places = {id_: [(Path(one.file).name, one.line) for one in row.data] for id_, row in found.items()}
    assert places == {
        "7-1": [("cards.toml", 2), ("deck.toml", 2)],
        "7-1-1": [("deck.toml", 3)],
        "7-2": [],
        "7-3": [("deck.toml", 5)],
    }
    assert unbound(str(folder)) == []


def test_a_book_that_cannot_be_played_is_looked_up(folder: Path) -> None:
    """Nothing of it is loaded: it has no types, zones or procedures that could be."""
    (folder / "rulebook.toml").write_text('id = "toy"\ntitle = "Toy"\nplayable = false\n', encoding="utf-8")
    (folder / "deck.toml").write_text('[[limit]]\nrule = "7-1"\n', encoding="utf-8")
    found = look_up(str(folder), "7-1")
    assert (found.runs, found.fixtures) == ((), ())
    assert found.data == (Place(str(folder / "deck.toml"), 2, 'rule = "7-1"'),)


def test_only_what_must_run_and_is_not_excused_is_unbound(folder: Path) -> None:
    assert [one.id for one in unbound(str(folder))] == ["7-1", "7-1-1"]


def test_code_names_the_function() -> None:
    text = (
        'TABLE = {"a": "1-1"}\n'
        '@rules.step("1-2", jumps=["1-3"])\n'
        "def go(game):\n"
        '    """About "1-4"."""\n'
        '    return Cond("1-5", f"{step}1-6", "")\n'
        "class Page:\n"
        "    def turn(self):\n"
        "        return '1-7'  # \"1-8\"\n"
    )
    found = {string: (line, what) for line, string, what in code_strings(text)}
    assert found["1-1"] == (1, "")
    assert found["1-2"] == (2, "step go")
    assert found["1-3"] == (2, "step go")
    assert found["1-5"] == (5, "in go")
    assert found["1-7"] == (8, "in turn")
    assert not {"1-4", "1-6", "1-8"} & set(found)


def test_strings_with_escapes_and_quotes_of_both_kinds() -> None:
    text = """a = "say \\"7-1\\"" # no\nb = '"7-1"'\nc = ["7-1", "7-2"]\n"""
    assert [(line, string) for line, string, _ in toml_strings(text)][1:] == [(3, "7-1"), (3, "7-2")]


def test_code_of_a_module_and_of_a_package(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "toy_of_one.py").write_text('rules.step("7-1")\n', encoding="utf-8")
    (tmp_path / "toy_of_two").mkdir()
    (tmp_path / "toy_of_two" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "toy_of_two" / "turn.py").write_text('\nrules.step("7-1")\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for module, file, line in (("toy_of_one", "toy_of_one.py", 1), ("toy_of_two", "toy_of_two/turn.py", 2)):
        other = folder.parent / module
        other.mkdir()
        (other / "articles.toml").write_text(ARTICLES, encoding="utf-8")
        (other / "rulebook.toml").write_text(f'id = "toy"\nmodule = "{module}"\n', encoding="utf-8")
        assert bindings(str(other))["7-1"].code == (Place(str(tmp_path / file), line, ""),)


def test_fixtures_that_cite_an_article(folder: Path, tmp_path: Path) -> None:
    fixtures = tmp_path / "fixtures" / "toy" / "battle"
    fixtures.mkdir(parents=True)
    (fixtures / "one.toml").write_text('title = "no"\narticles = ["7-1"]\n', encoding="utf-8")
    (fixtures / "two.toml").write_text('articles = ["7-1-1"]\norder = ["7-1 raider"]\n', encoding="utf-8")
    (fixtures / "three.toml").write_text('script = ["A: not attack by 7-1"]\n', encoding="utf-8")
    (fixtures / "four.toml").write_text('# "7-1"\narticles = ["7-1-1"]\n', encoding="utf-8")
    found = [(Path(one.file).stem, one.line) for one in cited_by(str(folder), "7-1")]
    assert found == [("one", 2), ("three", 1), ("two", 2)]


def test_search_wants_all_words_whatever_case_and_accents(folder: Path) -> None:
    assert [one.id for one in search(str(folder), ["DEFENSE"])] == ["7-1-1"]
    assert [one.id for one in search(str(folder), ["attack", "declared"])] == ["7-1"]
    assert search(str(folder), ["attack", "fair"]) == []
    assert len(search(str(folder), [])) == 4


# --- versions ------------------------------------------------------------------------------------
VERSION = """\
why = "A house rule."
[[article]]
id = "house.1"
title = "Twice"
summary = "An attack is declared twice."
kind = "procedure"
mechanical = true
source = "the house"
beside = ["7-1"]
[[article]]
id = "house.2"
title = "Never"
summary = "Nothing is made by it."
kind = "procedure"
mechanical = true
source = "the house"
[[change]]
param = "attacks"
rule = "house.1"
value = 2
[[change]]
renumber = { "7-3" = "7-4" }
rule = "7-4"
"""


@pytest.fixture
def house(folder: Path) -> Path:
    """The same rulebook with a version."""
    (folder / "rulebook.toml").write_text('id = "toy"\ntitle = "Toy"\nplayable = false\n', encoding="utf-8")
    (folder / "versions").mkdir()
    (folder / "versions" / "house.toml").write_text(VERSION, encoding="utf-8")
    return folder


def test_a_version_binds_its_own_articles_only(house: Path) -> None:
    """What it changes binds them, not that they stand there; and it runs nothing of the book."""
    found, path = bindings(str(house)), str(house / "versions" / "house.toml")
    assert found["house.1"].data == (Place(path, 19, 'rule = "house.1"'),)
    assert [one.id for one in unbound(str(house))] == ["7-1", "7-1-1", "house.2"]


def test_an_article_of_a_version_is_looked_up(house: Path) -> None:
    """With its version, its source and its own line;
    it is found by its words, and from the article beside it.
    """
    found, path = look_up(str(house), "house.1"), str(house / "versions" / "house.toml")
    assert (found.article.version, found.article.source, found.article.beside) == (
        "house",
        "the house",
        ("7-1",),
    )
    assert (found.says, found.versions) == (Place(path, 3), ())
    assert [one.id for one in search(str(house), ["declared"])] == ["7-1", "house.1"]
    assert look_up(str(house), "7-1").versions == (Place(path, 3, "house.1  Twice"),)
    assert look_up(str(house), "7-3").versions == (Place(path, 22, 'renumber = { "7-3" = "7-4" }'),)
