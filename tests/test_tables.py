"""The door of rulebooks: what the tables declare is what files may say,
and every slip is told at its place.
"""

from __future__ import annotations

import ast
import copy
import functools
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
from typing_extensions import is_typeddict

from judge.cli.rules import LintOptions
from judge.cli.rules import lint as lint_command
from judge.rulebook.checked import load_checked
from judge.rulebook.lint import lint
from judge.rulebook.lint.sheets import read_sheets
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import find, games
from judge.tables.check import faults
from judge.tables.declarations import Telling
from judge.tables.documents import FILES, field_of, json_schema, markdown
from judge.tables.hints import bare, keys_of, noted
from judge.tables.rulebook import Tables
from judge.text.source import read_source
from judge.text.toml_text import show

HOME = Path(__file__).parent.parent


@pytest.mark.soak
@pytest.mark.parametrize("game", games())
def test_a_rulebook_that_is_shipped_has_no_fault(game: str) -> None:
    """Every shipped rulebook passes its own door."""
    assert [one.text() for one in lint(str(find(game)))] == []


def rows_within(
    form: Any, value: Any, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[str, tuple[str | int, ...], Mapping[str, Any]]]:
    """Every row of a declared form in the tables: the form's name, the path, the row."""
    kind, _ = bare(form)
    if is_typeddict(kind) and isinstance(value, Mapping):
        yield kind.__name__, path, value
        for key, hint in keys_of(kind).items():
            if key in value:
                yield from rows_within(hint, value[key], (*path, key))
    elif isinstance(value, Mapping) and len(get_args(kind)) == 2:
        for key, one in value.items():
            yield from rows_within(get_args(kind)[1], one, (*path, key))
    elif isinstance(value, list) and get_args(kind):
        for at, one in enumerate(value):
            yield from rows_within(get_args(kind)[0], one, (*path, at))


def keys_written(game: str) -> Iterator[tuple[dict[str, Any], tuple[str | int, ...], str]]:
    """Every declared key of a rulebook's own tables where it is first written, with the tables."""
    tables = read_sheets(str(find(game)), []).tables
    seen = set()
    for form, path, row in rows_within(Tables, tables):
        for key in row:
            if (form, key) not in seen:
                seen.add((form, key))
                yield tables, path, key


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", games())
def test_every_misspelt_key_is_told_with_the_right_one(game: str) -> None:
    """A key with one letter more is unknown, and the key that was meant is the hint."""
    for tables, path, key in keys_written(game):
        wrong = dict(tables) if not path else {path[0]: tables[path[0]]}  # no other table is touched
        row: Any = wrong
        for part in path:
            row[part] = copy.copy(row[part])
            row = row[part]
        row[f"{key}x"] = row.pop(key)
        found = [
            (where, details)
            for where, message, details in faults(Tables, wrong)
            if "there is no key" in message
        ]
        assert [(where, details["hint"]) for where, details in found] == [((*path, f"{key}x"), key)], (
            game,
            path,
            key,
        )


def test_every_key_is_read_by_somebody() -> None:
    """A key that no module of the package names is a key that nobody reads."""
    said = {
        text
        for path in HOME.glob("judge/**/*.py")
        if not {"tables", "lint"} & set(path.parts)
        for text in names_in(path)
    }
    forms: dict[str, Any] = {}
    for form, _ in FILES.values():
        collect(form, forms)
    unread = {f"{name}.{key}" for name, form in forms.items() for key in keys_of(form) if key not in said}
    assert {one.partition(".")[2] for one in unread} == set()


@functools.cache
def names_in(path: Path) -> frozenset[str]:
    """The texts and the names of fields in a module."""
    return frozenset(found_in(path))


def found_in(path: Path) -> Iterator[str]:
    """The same, as they stand."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def collect(form: Any, forms: dict[str, Any]) -> None:
    """A declared form and all that stand within it, by name."""
    kind, _ = bare(form)
    if is_typeddict(kind) and kind.__name__ not in forms:
        forms[kind.__name__] = kind
        for hint in keys_of(kind).values():
            collect(hint, forms)
    for one in get_args(kind):
        collect(one, forms)


@pytest.mark.parametrize("table", list(keys_of(Tables)))
def test_a_table_names_who_reads_it(table: str) -> None:
    """The modules that a declaration names are there and speak of the table."""
    readers = field_of(keys_of(Tables)[table]).json_schema_extra["read_by"]
    for reader in readers:
        there = (
            home / f"{reader.replace('.', '/')}.py" for home in (HOME / "judge", HOME / "judge" / "engine")
        )
        path = next(one for one in there if one.is_file())
        assert table in names_in(path), f"{reader} does not read [{table}]"


def test_the_page_says_what_is_declared() -> None:
    """docs/rulebook.md is made from the declarations: `make docs`."""
    assert (HOME / "docs" / "rulebook.md").read_text(encoding="utf-8") == markdown()


@pytest.mark.parametrize("kind", list(FILES))
def test_the_schema_for_editors_is_closed(kind: str) -> None:
    """An editor tells unknown keys too, and what each key is for."""
    schema = json_schema(kind)
    rows = [schema, *schema.get("$defs", {}).values()]
    assert all(one["additionalProperties"] is False for one in rows if "properties" in one)
    assert set(schema["properties"]) == set(keys_of(FILES[kind][0]))


# Slips as they come, each in a copy of a shipped rulebook: file, what is written, what it becomes, what is
# told.
SLIPS = [
    (
        "dbs",
        "rulebook.toml",
        'default_zone = "battle"',
        'defualt_zone = "battle"',
        "there is no key 'defualt_zone' here (found defualt_zone; did you mean default_zone?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        "[param]",
        "[banana]\nripe = true\n\n[param]",
        "there is no key 'banana' here (found banana)",
    ),
    (
        "dbs",
        "rulebook.toml",
        "limit = 1,",
        'limit = "1",',
        "limit has the wrong form (expected a whole number, found '1')",
    ),
    (
        "dbs",
        "rulebook.toml",
        'seen = "none", ordered',
        'seen = "noone", ordered',
        "seen has the wrong value (expected all or owner or none, found noone; did you mean none?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        'draw = { from = "deck", to = "hand"',
        'draw = { from = "deck", to = "hnad"',
        "there is no zone 'hnad' (found hnad; did you mean hand?)",
    ),
    (
        "dbs",
        "procedures.toml",
        'do = "expire", until = "main"',
        'do = "expired", until = "main"',
        "no step is written for 'expired' (found expired; did you mean expire?)",
    ),
    (
        "dbs",
        "procedures.toml",
        'do = "expire", until = "main"',
        'do = "expire", untill = "main"',
        "there is no key 'untill' here (found untill; did you mean until?)",
    ),
    (
        "dbs",
        "procedures.toml",
        'do = "expire", until = "main"',
        'do = "say", until = "main"',
        "the step 'say' takes no key 'until' (found until)",
    ),
    (
        "dbs",
        "procedures.toml",
        'do = "goto", step = "turn"',
        'do = "goto", step = "trun"',
        "there is no step 'trun' (found trun; did you mean turn?)",
    ),
    (
        "dbs",
        "procedures.toml",
        '{ rule = "6-2-3", do',
        '{ rule = "6-2-33", do',
        "there is no article '6-2-33' (found 6-2-33; did you mean 6-2-3?)",
    ),
    (
        "dbs",
        "procedures.toml",
        'step = "5-2-1" }',
        'step = "5-2-2" }',
        "there is no step '5-2-2' (found 5-2-2; did you mean 5-2-1?)",
    ),
    (
        "dbs",
        "windows.toml",
        'first = "opponent-of-actor"',
        'first = "oponent-of-actor"',
        "did you mean opponent-of-actor?",
    ),
    (
        "dbs",
        "windows.toml",
        'offers = ["counter"]',
        'offers = ["countre"]',
        "there is no offer 'countre' (found countre; did you mean counter?)",
    ),
    (
        "dbs",
        "state_rules.toml",
        "max = { power = 0 }",
        "maxx = { power = 0 }",
        "a selector has no key 'maxx' (found maxx; did you mean max?)",
    ),
    (
        "dbs",
        "keywords.toml",
        'do = [{ win = "me", rule = "10-20-1" }]',
        'do = [{ wni = "me", rule = "10-20-1" }]',
        "no instruction is called 'wni' (found wni; did you mean win?)",
    ),
    ("dbs", "keywords.toml", 'with = { n = "$x" } }', 'with = { n = "$y" } }', "nothing stores $y (found $y"),
    (
        "dbs",
        "readings.toml",
        "remove = true",
        "removed = true",
        "there is no key 'removed' here (found removed; did you mean remove?)",
    ),
    (
        "dbs",
        "versions/1.06.toml",
        'state_rule = "9-5-2"',
        'state_rule = "9-5-22"',
        "there is no state_rule '9-5-22' to change (found 9-5-22; did you mean 9-5-2?)",
    ),
    (
        "dbs",
        "versions/1.06.toml",
        'set = { laid_to = "" }',
        'set = { laid_ot = "" }',
        "there is no key 'laid_ot' here in state_rule.0.laid_ot (found laid_ot; did you mean laid_to?)",
    ),
    (
        "dbs",
        "deck.toml",
        'frees = ["copies"]',
        'frees = ["copeis"]',
        "there is no limit 'copeis' (found copeis; did you mean copies?)",
    ),
    (
        "dbs",
        "deck.toml",
        'parts = ["leader"]',
        'parts = ["laeder"]',
        "there is no part 'laeder' (found laeder; did you mean leader?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        'rarity = { type = "text" }',
        'rarity = { type = "txt" }',
        "type has the wrong value",
    ),
    (
        "ygo",
        "rulebook.toml",
        'speed = "int"',
        'speed = "itn"',
        "there is no kind of value 'itn' (found itn; did you mean int?)",
    ),
    (
        "dbs",
        "phrases.en.toml",
        "[window]",
        "[widnow]",
        "there is no key 'widnow' here (found widnow; did you mean window?)",
    ),
    (
        "victory-spark",
        "phrases.en.toml",
        "[note]\n",
        '[note]\nresolves = "{card} resolves {what}."\n',
        "the note 'resolves' of the engine has no value 'what' (expected card, found {what})",
    ),
    (
        "victory-spark",
        "phrases.en.toml",
        "[event]\n",
        '[event]\nshuffle = "{seats} shuffles."\n',
        "an event has no value 'seats' (expected seat, found {seats})",
    ),
    (
        "dbs",
        "text.en.toml",
        'by = "choice"',
        'by = "choise"',
        "found choise; did you mean choice?)",
    ),
    (
        "dbs",
        "text.en.toml",
        'text = "KO {o:cards}"',
        'text = "KO {o:crads}"',
        "{o} is of no kind that there is (found crads; did you mean cards?)",
    ),
    (
        "dbs",
        "articles.toml",
        "mechanical = true",
        "mecanical = true",
        "there is no key 'mecanical' here (found mecanical; did you mean mechanical?)",
    ),
    (
        "ygo",
        "versions/tournament.toml",
        'param = "draws-needed"',
        'param = "draw-needed"',
        "there is no param 'draw-needed' to change (found draw-needed; did you mean draws-needed?)",
    ),
    (
        "ygo",
        "editions.toml",
        'limit = "extra-kind"',
        'limit = "extra-kin"',
        "there is no limit 'extra-kin' to change (found extra-kin; did you mean extra-kind?)",
    ),
    (
        "postures",
        "rulebook.toml",
        'conds = [{ rule = "primary.cards", say',
        'conds = [{ rule = "primary.card", say',
        "there is no article 'primary.card' (found primary.card; did you mean primary.cards?)",
    ),
    (
        "postures",
        "rulebook.toml",
        'facing = "down" }\n\n[[implied]]',
        'facing = "donw" }\n\n[[implied]]',
        "facing is never 'donw' (expected up, down, found donw; did you mean down?)",
    ),
    (
        "postures",
        "rulebook.toml",
        'clash-end = "the end of the clash"',
        'clash-start = "the start of the clash"\nclash-end = "the end of the clash"',
        "no step carries out what is left for clash-start",
    ),
    (
        "ygo",
        "deck.toml",
        'where = { kind = "synchro" }',
        'where = { kind = "syncro" }',
        "there is no kind 'syncro'",
    ),
    (
        "dbs",
        "deck.toml",
        'where = { has = "super-combo" }',
        'where = { has = "super-combos" }',
        "did you mean super-combo?)",
    ),
    (
        "ygo",
        "rulebook.toml",
        '"spell equip static"',
        '"spell eqiup static"',
        "there is no printed word 'eqiup' (found eqiup; did you mean equip?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        'aimed = { "battle.target"',
        'aimed = { "batle.target"',
        "there is no procedure 'batle' (found batle; did you mean battle?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        '"battle.target" = "defending"',
        '"battle.target" = "defendign"',
        "there is no signal 'defendign' (found defendign; did you mean defending?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        "negated_card = { attack =",
        "negated_card = { attak =",
        "there is no negatable 'attak' (found attak; did you mean attack?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        'procedure = "damage"',
        'procedure = "damages"',
        "there is no procedure 'damages' (found damages; did you mean damage?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        'follows = { damage = "attack" }',
        'follows = { dammage = "attack" }',
        "there is no event 'dammage' (found dammage; did you mean damage?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        'from = "open"',
        'from = "opne"',
        "there is no zone, open or closed 'opne' (found opne; did you mean open?)",
    ),
    (
        "dbs",
        "rulebook.toml",
        'together = ["place"]',
        'together = ["palce"]',
        "there is no event of a trace 'palce' (found palce; did you mean place?)",
    ),
    (
        "dbs",
        "procedures.toml",
        'do = "next-time", step = "4-9-4-1"',
        'do = "next-time", step = "4-9-4-9"',
        "there is no step '4-9-4-9' (found 4-9-4-9; did you mean",
    ),
    (
        "victory-spark",
        "rulebook.toml",
        'check_timing = "cycle"',
        'check_timing = "cycel"',
        "there is no procedure or window 'cycel' (found cycel; did you mean cycle?)",
    ),
    (
        "ygo",
        "rulebook.toml",
        'step = "duel.match"',
        'step = "duel.mach"',
        "there is no step 'duel.mach' (found duel.mach; did you mean duel.match?)",
    ),
    (
        "ygo",
        "rulebook.toml",
        'tournament = "sanctioned rules"',
        'turnament = "sanctioned rules"',
        "there is no version 'turnament' (found turnament; did you mean tournament?)",
    ),
    (
        "ygo",
        "procedures.toml",
        'do = "negated-link", step = "resolve.away"',
        'do = "negated-link", step = "resolve.way"',
        "there is no step 'resolve.way' (found resolve.way; did you mean resolve.away?)",
    ),
    (
        "ygo",
        "citations.toml",
        'prints = "gemini"',
        'prints = "gemni"',
        "there is no printed word 'gemni' (found gemni; did you mean gemini?)",
    ),
    (
        "ygo",
        "versions/tournament.toml",
        '"window:battle-step"]',
        '"window:batle-step"]',
        "there is no running procedure 'window:batle-step'",
    ),
]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("game", "file", "right", "wrong", "told"), SLIPS)
def test_a_slip_is_told_at_its_place(
    game: str, file: str, right: str, wrong: str, told: str, tmp_path: Path
) -> None:
    """File, line, what was found, and the nearest name that there is."""
    folder = tmp_path / game
    shutil.copytree(find(game), folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    line = text[: text.index(right)].count("\n") + 1
    problems = lint(str(folder))
    assert any(
        told in one.text() and one.file == str(path) and line <= one.line <= line + wrong.count("\n")
        for one in problems
    ), [one.text() for one in problems]


def test_all_slips_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several files, several faults, one answer, exit 2."""
    folder = tmp_path / "dbs"
    shutil.copytree(find("dbs"), folder)
    for _, file, right, wrong, _ in (SLIPS[0], SLIPS[11], SLIPS[19]):
        path = folder / file
        path.write_text(path.read_text(encoding="utf-8").replace(right, wrong, 1), encoding="utf-8")
    assert lint_command(LintOptions((str(folder),))) == 2
    told = capsys.readouterr().err
    assert all(name in told for name in ("defualt_zone", "oponent-of-actor", "copeis"))


@pytest.mark.soak
def test_an_added_row_has_the_defaults_of_its_form(tmp_path: Path) -> None:
    """Rule processing that a version, a reading or an overlay adds need not say what has a default."""
    row = '{ rule = "9-5-1", each = { zone = "combo" }, do = { to = "drop" } }'
    change = f'why = "Tried."\n[[change]]\nstate_rule = "9-5-1"\nadd = {row}\n'
    folder, over = tmp_path / "dbs", tmp_path / "over.toml"
    shutil.copytree(find("dbs"), folder)
    (folder / "versions" / "more.toml").write_text(change, encoding="utf-8")
    over.write_text(change, encoding="utf-8")
    assert lint(str(folder), [str(over)]) == []
    for book in (
        load_rulebook(str(folder), readings=(("powerless-combo", "yes"),)),
        load_rulebook(str(folder), "more"),
        load_rulebook(str(folder), overlays=(str(over),)),
    ):
        assert [(one.laid_to, one.empty) for one in book.state_rules if one.rule == "9-5-1"][-1] == ("", ())


@pytest.mark.soak
def test_an_added_limit_has_the_defaults_of_its_form(tmp_path: Path) -> None:
    """So has a limit on decks that an edition adds."""
    folder = tmp_path / "ygo"
    shutil.copytree(find("ygo"), folder)
    path = folder / "editions.toml"
    rule = read_source(folder / "deck.toml").data["limit"][0]["rule"]
    row = f'{{ code = "tried", rule = "{rule}", things = ["card", "cards"], at_most = 9 }}'
    last = f'\n[[edition.change]]\nlimit = "tried"\nadd = {row}\n'
    path.write_text(path.read_text(encoding="utf-8") + last, encoding="utf-8")
    assert lint(str(folder)) == []
    editions = load_checked(str(folder)).editions
    assert editions is not None
    added: Any = editions["edition"][-1]["change"][-1].get("add")
    assert added["frees"] == added["also"] == []


def test_a_table_in_two_files_is_told(tmp_path: Path) -> None:
    """Which of the two counts would depend on the order of files."""
    folder = tmp_path / "dbs"
    shutil.copytree(find("dbs"), folder)
    path = folder / "windows.toml"
    path.write_text(path.read_text(encoding="utf-8") + '\n[concede]\nrule = "1-2-4"\n', encoding="utf-8")
    assert [one.message for one in lint(str(folder))] == ["[concede] stands in rulebook.toml too"]


def test_what_is_no_toml_is_told(tmp_path: Path) -> None:
    """A syntax error of one file, with those of the others."""
    folder = tmp_path / "dbs"
    shutil.copytree(find("dbs"), folder)
    for name in ("windows.toml", "deck.toml"):
        (folder / name).write_text("[window\n", encoding="utf-8")
    assert {Path(one.file).name for one in lint(str(folder))} == {"windows.toml", "deck.toml"}


def test_every_note_of_a_name_is_judged() -> None:
    """A kind of name that the door does not know would be judged by nobody."""
    from judge.rulebook.lint.names import names_of
    from judge.tables.references import NONE, SPECIAL

    sheets = read_sheets(str(find("ygo")), [])
    beside = [
        (read_source(Path(find("ygo"), name)), FILES[kind][0])
        for kind, name in (
            ("articles", "articles.toml"),
            ("deck-rules", "deck.toml"),
            ("card-data", "cards.toml"),
        )
    ]
    known = names_of(sheets, beside, [])
    forms = [(Tables, sheets.tables), *((form, source.data) for source, form in beside)]
    notes = [note for form, data in forms for _, _, note in noted(form, data)]
    kinds = {note.kind for note in notes if not isinstance(note, Telling)}
    worded = {"selector", "condition", "instructions", "step", "abilities", "card", "attached", "ability"}
    assert {
        one for one in kinds if one.removesuffix(NONE) not in known and one not in SPECIAL
    } - worded == set()


def test_what_is_found_is_shown_as_toml_writes_it() -> None:
    assert show({"of": "me", "not": {"zone": ["life", "hand"]}}) == (
        "{ of = 'me', not = { zone = ['life', 'hand'] } }"
    )
    assert show([{}, True, {"a b": False}]) == "[{}, true, { 'a b' = false }]"
    assert len(show(["long"] * 40)) == 60
