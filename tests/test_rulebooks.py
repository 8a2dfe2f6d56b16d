"""Hygiene of rulebooks: nothing dangles. Every number that is cited exists, everything named is there, and is
used.

The article number is the name: it stands in the articles, the procedure, the decorator and the fixture. A
wrong citation is worse than none, so every one of them is looked up here.
"""

from __future__ import annotations

import ast
import functools
import importlib
import re
import string
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tomli_w
from playing import MODULES

from bench import rulings
from judge.engine.flow.changes import VERBS
from judge.engine.kernel.book import Book
from judge.engine.kernel.registry import Rules
from judge.errors import NotImplementedYet
from judge.fixture.load import Fixture, check
from judge.fixture.script import Line, parse_line
from judge.rulebook.articles import load_articles
from judge.rulebook.checked import load_checked
from judge.rulebook.index import bindings, unbound
from judge.rulebook.load import is_playable, load_rulebook, version_changes
from judge.rulebook.shelf import games
from judge.speech.catalogue import Phrases, phrases
from judge.text.source import parse_source

HOME = Path(__file__).parent.parent
FOLDERS = [
    *sorted(one.parent for one in (HOME / "rulebooks").glob("*/rulebook.toml")),
    HOME / "tests" / "toy" / "rulebook",
]
PLAYABLE = [one for one in FOLDERS if is_playable(str(one), MODULES)]
FIXTURES = [
    *rulings(),
    *sorted((HOME / "tests" / "toy" / "fixtures").glob("*.toml")),
]


def title(folder: Path) -> str:
    """The word for a rulebook in the names of tests."""
    return folder.name if folder.parent.name == "rulebooks" else "toy"


@pytest.fixture(params=FOLDERS, ids=title)
def shelf(request: pytest.FixtureRequest) -> str:
    """One rulebook's folder, whether it can be played or only read."""
    return str(request.param)


@pytest.fixture(params=PLAYABLE, ids=title)
def folder(request: pytest.FixtureRequest) -> str:
    """The folder of a rulebook that can be played."""
    return str(request.param)


@pytest.fixture
def book(folder: str) -> Book:
    """The rulebook, loaded."""
    return load_rulebook(folder, modules=MODULES)


@pytest.fixture
def game(folder: str) -> Rules:
    """The functions of the rulebook's game."""
    module = load_checked(folder, (), MODULES).tables["module"]
    return importlib.import_module(module).rules if module else Rules(folder)


@pytest.fixture
def ids(folder: str) -> set[str]:
    """The ids of all its articles."""
    return set(load_articles(folder))


# --- articles ------------------------------------------------------------------------------------
def test_article_ids_are_unique(shelf: str) -> None:
    """Each article stands once, with all that an article has."""
    rows = tomllib.loads(Path(shelf, "articles.toml").read_text(encoding="utf-8"))["article"]
    assert rows
    found = [row["id"] for row in rows]
    assert sorted({one for one in found if found.count(one) > 1}) == []
    assert [row["id"] for row in rows if not (row["title"] and row["summary"] and row["kind"])] == []
    assert [row["id"] for row in rows if row.get("excused") and not row["mechanical"]] == [], (
        "nothing to excuse"
    )


def test_every_book_says_what_it_is(shelf: str) -> None:
    """A rulebook has the id of its folder, a title and a version;
    one that cannot be played claims nothing more.
    """
    raw = load_checked(shelf, (), MODULES).tables
    assert raw["title"]
    assert raw["version"]
    assert raw["id"] == Path(shelf).name or shelf == str(FOLDERS[-1])
    if not is_playable(shelf, MODULES):
        own = tomllib.loads(Path(shelf, "rulebook.toml").read_text(encoding="utf-8"))
        assert list(own) == ["id", "title", "version", "playable"]


def test_the_five_games_have_their_articles() -> None:
    """Each game of the design has a folder, and only what can be played is played."""
    assert games() == ["dbs", "postures", "tdg", "victory-spark", "ygo"]
    assert [title(one) for one in PLAYABLE] == ["dbs", "postures", "tdg", "victory-spark", "ygo", "toy"]


@pytest.mark.parametrize("one", [one for one in FOLDERS if one not in PLAYABLE], ids=title)
def test_what_cannot_be_played_says_so(one: Path) -> None:
    """Asked to play, such a book names itself and what it has; that is not a fault of the caller's file."""
    name = tomllib.loads((one / "rulebook.toml").read_text(encoding="utf-8"))["title"]
    for asked in (one.name, str(one)):
        with pytest.raises(NotImplementedYet) as raised:
            load_rulebook(asked)
        assert raised.value.name == f"playing {name}: the rulebook holds its articles and deck rules so far"


CITING = ("rule", "words_rule", "article")
TABLES_OF_RULES = ("cites", "kind_rules", "until")
LISTS_OF_RULES = ("articles", "interrupts")


def cited(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every article that a rulebook's tables cite: (where, article)."""
    if isinstance(value, list):
        for at, one in enumerate(value):
            yield from cited(one, f"{where}[{at}]")
    if not isinstance(value, Mapping):
        return
    for key, one in value.items():
        here = f"{where}.{key}"
        if key in CITING and isinstance(one, str):
            yield here, one
        elif (
            key in TABLES_OF_RULES
            and isinstance(one, Mapping)
            and all(isinstance(x, str) for x in one.values())
        ):
            yield from ((f"{here}.{name}", rule) for name, rule in one.items())
        elif key in LISTS_OF_RULES:
            yield from ((here, rule) if isinstance(rule, str) else (here, rule["rule"]) for rule in one)
        elif key == "behind":
            yield from ((here, rule) for name, rules in one.items() for rule in (name, *rules))
        else:
            yield from cited(one, here)


def files_of(folder: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables of a rulebook and of its versions, file by file."""
    for path in sorted(Path(folder).rglob("*.toml")):
        if path.name not in ("articles.toml", "new.toml", *DECKS) and not path.name.startswith("phrases"):
            yield str(path.relative_to(folder)), tomllib.loads(path.read_text(encoding="utf-8"))


def test_cited_articles_exist(shelf: str) -> None:
    """Every article cited in the rulebook's tables is in articles.toml, windows' cites among them;
    in a version's, in its own.
    """
    book = set(load_articles(shelf))
    dangling = [
        f"{name}{where} = {rule!r}"
        for name, tables in files_of(shelf)
        for where, rule in cited(tables)
        if rule
        and rule not in (book if not name.startswith("versions") else numbers_of(shelf, Path(name).stem))
    ]
    assert dangling == []


def numbers_of(shelf: str, version: str) -> set[str]:
    """The articles of a version, and what those are called that it renumbers."""
    changes = version_changes(load_checked(shelf, (), MODULES), version)
    return {
        *load_articles(shelf, version),
        *(one for change in changes for one in change.get("renumber", {}).values()),
    }


# --- decks ---------------------------------------------------------------------------------------
DECKS = ("deck.toml", "cards.toml")
CITING_DECKS = ("rule", "also", "also_short", "forbidden", "added", "constant")


def cited_for_decks(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every article that the rules on decks and cards cite: (where, article)."""
    if isinstance(value, list):
        for at, one in enumerate(value):
            yield from cited_for_decks(one, f"{where}[{at}]")
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if key in CITING_DECKS:
                yield from ((f"{where}.{key}", rule) for rule in strings(one))
            else:
                yield from cited_for_decks(one, f"{where}.{key}")


def deck_files(folder: str) -> list[Path]:
    """The files of a rulebook about decks and cards that there are."""
    return [path for name in DECKS if (path := Path(folder, name)).is_file()]


def test_articles_cited_for_decks_exist(shelf: str) -> None:
    """Every limit on a deck, and what it may rest on besides, cites articles of its book."""
    dangling = [
        f"{path.name}{where} = {rule!r}"
        for path in deck_files(shelf)
        for where, rule in cited_for_decks(tomllib.loads(path.read_text(encoding="utf-8")))
        if rule not in load_articles(shelf)
    ]
    assert dangling == []


def test_every_limit_cites_an_article(shelf: str) -> None:
    """A fault of a deck names the article that it breaks."""
    for path in deck_files(shelf):
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("limit", [])
        assert [row["code"] for row in rows if not row.get("rule")] == []


def test_only_citations_bind_what_decks_rest_on(shelf: str) -> None:
    """An article is bound by a file about decks where that file cites it, and by no other word of it."""
    for path in deck_files(shelf):
        wanted = {rule for _, rule in cited_for_decks(tomllib.loads(path.read_text(encoding="utf-8")))}
        places = bindings(shelf)
        assert {
            id_ for id_, one in places.items() if any(Path(place.file) == path for place in one.data)
        } == wanted
        loose = {one.id for one in unbound(shelf)}
        assert wanted & loose == set()


def test_what_decks_rest_on_is_not_excused(shelf: str) -> None:
    """A deck is checked by these articles, so that there is nothing to excuse."""
    articles = load_articles(shelf)
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path in deck_files(shelf)]
    wanted = {rule for one in tables for _, rule in cited_for_decks(one)}
    assert sorted(rule for rule in wanted if rule in articles and articles[rule].excused) == []


def test_registered_articles_exist(game: Rules, ids: set[str]) -> None:
    """What an offer or a word cites, and what an interrupt is registered under, are articles."""
    assert sorted(rule for rule in {*game.cites, *game.interrupts} if rule not in ids) == []


def test_every_function_is_used(folder: str, game: Rules, ids: set[str]) -> None:
    """A step is registered under an article that some procedure has,
    or under a name that some table gives.
    """
    named: set[str] = set()
    for _, tables in files_of(folder):
        named |= set(strings(tables))
    unused = [
        name
        for table in (game.steps, game.interrupts, game.offers, game.dues)
        for name in table
        if name not in named
    ]
    assert unused == []
    assert [name for name in game.steps if re.fullmatch(r"\d+(-\d+)+", name) and name not in ids] == []


def strings(value: Any) -> Iterator[str]:
    """Every string in plain tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


def test_mechanical_articles_are_bound(folder: str) -> None:
    """What an article makes happen is run by something, or articles.toml says why nothing runs it."""
    assert [one.id for one in unbound(folder)] == []


# --- citations in code ---------------------------------------------------------------------------
RULE_AT = {  # where the article stands among the arguments of what games call
    "Condition": 0,
    "note": 1,
    "event": 3,
    "move_event": 5,
    "goto": 2,
    "ask_may": 2,
    "Decision": 2,
    "AppliedEvent": 2,
    "payable": 4,
}


class Call(NamedTuple):
    """One call in the code of a game."""

    name: str
    node: ast.Call
    inside: ast.FunctionDef
    file: str

    def text(self, at: int, keyword: str = "") -> str:
        """A literal argument by place or name, ``""`` when there is none."""
        args = [self.node.args[at]] if 0 <= at < len(self.node.args) else []
        args += [one.value for one in self.node.keywords if one.arg == keyword]
        return (
            args[0].value
            if args and isinstance(args[0], ast.Constant) and isinstance(args[0].value, str)
            else ""
        )

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.file}:{self.node.lineno}"


def calls(folder: str, more: str = "") -> list[Call]:
    """Every call in the code of the rulebook's game; with `more`, in that package as well."""
    modules = [
        importlib.import_module(name)
        for name in (load_checked(folder, (), MODULES).tables["module"], more)
        if name
    ]
    found = []
    for module in modules:
        path = Path(str(module.__file__).partition(".cpython-")[0]).with_suffix(
            ".py"
        )  # of a compiled module its source
        for one in sorted(path.parent.rglob("*.py")) if path.stem == "__init__" else [path]:
            found += calls_in(one)
    return found


@functools.cache
def calls_in(path: Path) -> list[Call]:
    """Every call in a function of a file, those of functions within functions once for each."""
    return [
        Call(getattr(node.func, "attr", getattr(node.func, "id", "")), node, function, path.name)
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
    ]


def test_articles_cited_by_code_exist(folder: str, ids: set[str]) -> None:
    """A condition, a note or an event of a game cites an article that there is."""
    dangling = []
    for call in calls(folder):
        rule = call.text(RULE_AT.get(call.name, -1), "rule") if call.name in RULE_AT else ""
        if rule and rule not in ids:
            dangling.append(f"{call.place} {call.name}(… {rule!r})")
    assert dangling == []


def test_numbers_in_code_are_articles(folder: str, ids: set[str]) -> None:
    """Whatever looks like a number of this book's articles is one."""
    shape = re.compile(r"\d+([-.])\d+(\1\d+)*")
    if not any(shape.fullmatch(one) for one in ids):
        pytest.skip("this book's articles have no numbers")
    texts = [
        (f"{call.place}", one.value)
        for call in calls(folder)
        for one in ast.walk(call.node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and shape.fullmatch(one.value)
    ]
    assert sorted({f"{place} {text!r}" for place, text in texts if text not in ids}) == []


def test_jumps_are_declared(folder: str, book: Book, game: Rules) -> None:
    """A step that goes elsewhere says so on top,
    so that an overlay that removes the goal fails when loaded.
    """
    guards = {one.guard["rule"] for one in book.procedures.values() if one.guard}
    wrong = []
    for call in calls(folder):
        if call.name != "goto":
            continue
        for name in (
            one
            for one in decorated(call.inside)
            if one not in guards or call.text(0) not in game.jumps.get(one, ())
        ):
            if call.text(0) and call.text(0) not in game.jumps.get(name, ()):
                wrong.append(f"{call.place} {name} goes to {call.text(0)!r}")
    assert wrong == []


def decorated(function: ast.FunctionDef) -> Iterator[str]:
    """The names under which a function is registered as a step."""
    for one in function.decorator_list:
        if (
            isinstance(one, ast.Call)
            and getattr(one.func, "attr", "") == "step"
            and isinstance(one.args[0], ast.Constant)
        ):
            yield one.args[0].value


# --- procedures ----------------------------------------------------------------------------------
def test_procedures_stand_on_what_there_is(book: Book) -> None:
    """What a procedure normally stands on, guards from and until, and jumps to are steps."""
    for procedure in book.procedures.values():
        under = procedure.under
        if under:
            assert under["step"] in book.procedures[under["procedure"]].places, procedure.name
        for end in ("from", "until") if procedure.guard else ():
            assert procedure.guard[end] in procedure.places, procedure.name
        for step in procedure.steps:
            if "step" in step.args:
                assert step.args["step"] in procedure.places, f"{procedure.name} goes to {step.args['step']}"
    for name, row in book.tables["procedure"].items():
        for zone, step in row.get("boxed", {}).items():
            assert zone in book.zones
            assert step in book.procedures[name].places
        assert len(row["steps"]) == len(book.procedures[name].places), f"two steps of {name} have one id"


def test_windows_name_what_there_is(book: Book) -> None:
    """A window bars windows, comes after a window, and may offer more than its row only by name."""
    for row in book.windows.values():
        assert set(row.bars) <= set(book.windows)
        assert not row.before or row.before in book.windows
        assert row.cites.get("open"), row.name
    for procedure in book.procedures.values():
        for step in procedure.steps:
            assert set(step.args.get("offers", ())) <= set(book.offers), f"{procedure.name} {step.id}"


def test_tables_name_zones(book: Book) -> None:
    """Moves, piles, and where abilities work name zones; defaults of fixtures name zones and scores."""
    for name, row in book.moves.items():
        assert {row[key] for key in ("from", "to") if key in row} <= {*book.zones, "under"}, name
    for pair in book.same_object:
        assert set(pair) <= set(book.zones)
    said = [key for key in book.tables["fixture_defaults"] if key not in ("at", "chosen")]
    defaults = {key for key in said if not key.endswith("_names")}
    assert defaults <= {*book.zones, *book.tables["score"]}


# --- readings and versions -----------------------------------------------------------------------
def test_readings(folder: str, ids: set[str]) -> None:
    """A reading has articles, a question, at least two possibilities and a reason; each possibility loads."""
    for name, row in load_checked(folder, (), MODULES).tables["reading"].items():
        assert row["articles"], name
        assert set(row["articles"]) <= ids, name
        assert row["question"].endswith("?"), name
        assert row["why"], name
        assert len(row["value"]) >= 2, name
        assert row["taken"] in row["value"], name
        for value, possibility in row["value"].items():
            assert possibility["says"], f"{name} = {value}"
            assert load_rulebook(folder, "", ((name, value),), modules=MODULES).readings[name] == value
        changing = [value for value in row["value"].values() if value.get("change")]
        assert len(changing) == len(row["value"]) - 1, f"{name}: one possibility is the book as it stands"


def test_versions_load(folder: str) -> None:
    """Every overlay finds what it changes."""
    for path in Path(folder, "versions").glob("*.toml"):
        assert load_rulebook(folder, path.stem, modules=MODULES).version == path.stem


# --- keywords ------------------------------------------------------------------------------------
def sample(kind: str, book: Book) -> Any:
    """A minimal value of a keyword's parameter."""
    return {
        "int": 1,
        "natural": 1,
        "count": 1,
        "cost": [],
        "effect": [{"draw": 1}],
        "acts": book.tables.get("acts", [""])[0],
        "selector": {},
        "zones": "hand",
        "words of color": ["red", "blue"],
        "abilities-named": ["auto"],
    }[kind]


def on_a_card(folder: str, book: Book, card: Mapping[str, Any]) -> Fixture:
    """A card that has been through the door."""
    text = tomli_w.dumps({"game": book.id, "cards": {"one": card}})
    return check(parse_source(text, "keyword.toml"), folder, {}, (), MODULES)


def test_keywords_expand(folder: str, book: Book) -> None:
    """Every keyword, under each of its names,
    makes abilities that the grammar accepts and the engine can index.
    """
    for keyword, row in book.keywords.items():
        params = {name: sample(kind, book) for name, kind in row.get("params", {}).items()}
        for name in (keyword, *row.get("also", ())):
            stands = "attached" in row  # on an ability
            back = {"back": {}} if row["turns"] else {}
            type_ = {"type": row["types"][0]} if "types" in row else {}
            words = (
                {"activated": {name: params, "do": [{"draw": 1}]}}
                if stands
                else {name: params or True, **type_, **back}
            )
            fixture = on_a_card(folder, book, words)
            made = [one for one in fixture.table.abilities.values() if stands or one.keyword == keyword]
            assert made, f"[{name}] makes nothing"
            left = [
                text
                for one in made
                for text in strings(list(one.data.values()))
                if text[:1] == "$" and text[1:] in row.get("params", {})
            ]
            assert left == [], f"[{name}] leaves {left}"


# --- fixtures ------------------------------------------------------------------------------------
def test_fixtures_cite_what_there_is() -> None:
    """A fixture's articles, the order it expects and the refusals it claims cite articles of its book."""
    assert {path.stem: wrong for path in FIXTURES if (wrong := unknown_articles(path))} == {}


def unknown_articles(path: Path) -> list[str]:
    """What a fixture cites and its book does not have."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    home = HOME / "rulebooks" / data["game"]
    folder = str(home if home.is_dir() else FOLDERS[-1])
    numbers = (
        load_rulebook(folder, data["version"], modules=MODULES).tables["renumbered"]
        if "version" in data
        else {}
    )
    ids = {numbers.get(one, one) for one in load_articles(folder, data.get("version", ""))}
    wanted = [*data.get("articles", ()), *(one.split()[0] for one in data.get("expect", {}).get("order", ()))]
    lines = [parse_line(line) for line in data.get("script", ())]
    wanted += [line.rule for line in lines if isinstance(line, Line) and line.rule]
    return [one for one in wanted if one not in ids]


# --- phrases -------------------------------------------------------------------------------------
TOLD_APART = {
    "goto",
    "put",
    "compare",
    "offer",
    "act",
    "window",
    "window-close",
    "event",
    "answer",
    "ask",
    "step",
    "forced",
}
GIVEN = {"verb", "seat", "effect", "deed", "stops"}  # by whoever makes the sentence


def words_of(folder: str) -> Phrases:
    """The English words for a rulebook."""
    return phrases(folder, "en")


def fields(template: str) -> set[str]:
    """The values that a phrase needs."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_note_has_its_phrase(folder: str) -> None:
    """What the engine or a game notes can be told; an empty phrase is a decision to say nothing."""
    table = words_of(folder)["note"]
    missing = [
        f"{call.place} {call.text(0)}"
        for call in calls(folder, "judge.engine")
        if call.name == "note"
        and call.text(0)
        and call.text(0) not in table
        and call.text(0) not in TOLD_APART
    ]
    assert missing == []


def test_notes_give_what_their_phrases_need(folder: str) -> None:
    """A phrase that asks for a value that the note does not give would be a traceback in front of a judge."""
    table = words_of(folder)["note"]
    lacking = []
    for call in calls(folder, "judge.engine"):
        if (
            call.name == "note"
            and call.text(0) in table
            and not any(one.arg is None for one in call.node.keywords)
        ):
            given = {str(one.arg) for one in call.node.keywords} | GIVEN
            lacking += [
                f"{call.place} {call.text(0)}: {one}"
                for one in fields(table[call.text(0)]) - given
                if call.text(0) not in TOLD_APART
            ]
    assert lacking == []


def test_every_condition_has_its_phrase(folder: str) -> None:
    """A refusal says why, in words, with values that the condition gives."""
    table = words_of(folder)["cond"]
    lacking = []
    for call in calls(folder, "judge.engine"):
        key = call.text(2, "say")
        if (
            call.name != "Condition"
            or not key
            or (isinstance(call.node.args[1], ast.Constant) and call.node.args[1].value is True)
        ):
            continue
        if key not in table:
            lacking.append(f"{call.place} {key}")
        elif (
            len(call.node.args) > 3
            and isinstance(call.node.args[3], ast.Dict)
            and None not in call.node.args[3].keys
        ):
            given = {one.value for one in call.node.args[3].keys if isinstance(one, ast.Constant)}
            lacking += [f"{call.place} {key}: {one}" for one in fields(table[key]) - given]
    assert lacking == []


def test_every_question_has_its_verb(folder: str) -> None:
    """What a player is asked for, by the shared vocabulary or by the game."""
    table = words_of(folder).get("ask", {})
    prompts = {
        one.value
        for call in calls(folder, "judge.engine")
        for one in ast.walk(call.node)
        if isinstance(one, ast.Constant)
        and isinstance(one.value, str)
        and re.fullmatch(r"ask\.[a-z-]+", one.value)
    }
    assert sorted(prompts - set(table) - {"ask.act"}) == []


def test_every_event_has_its_phrase(folder: str, book: Book) -> None:
    """Each verb can be told, and so can each word that the rulebook has for a move;
    zones and marks have names.
    """
    words = words_of(folder)
    assert (
        sorted(
            verb for verb in VERBS if verb not in words["event"] and verb not in ("turn", "wait", "announce")
        )
        == []
    )
    assert sorted(zone for zone in book.zones if zone not in words["zone"]) == []
    values = [one for row in book.tables["mark"].values() if isinstance(row, list) for one in row]
    assert sorted(one for one in values if one not in words["mark"]) == []
    assert sorted(one for one in book.tables["until"] if one not in words["until"]) == []
