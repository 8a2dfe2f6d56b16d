"""TOML in: every key has a place, and every file that is no TOML gets one problem with its place."""

from __future__ import annotations

import os
import pickle
import re
import sys
import tomllib
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.errors import BadInput, JudgeError, NotImplementedYet, OutOfPlace, Problem, UsageError, nearest
from judge.text.source import Source, key_text, parse_source, read_beginning, read_bytes, read_source

KeyPath = tuple[str | int, ...]

FIXTURE = """\
game = "dbs"
A = { battle = ["raider", { card = "nope", mode = "rest" }], energy = 1 }

[cards]
raider = { power = 15000, auto = { on = "attack", do = [{ draw = 1 }] } }

[expect]
A.hand = 1
order = [
  "10-10-5 halt",  # a comment, with [brackets] and "quotes"
  "4-5-3-2 raider",
]
"""

NASTY = {
    "fixture": FIXTURE,
    "keys": """\
# "not" = 1
bare-key_1 = 1
"quoted key" = 2
'literal "key"' = 3
"esc\\"aped \\u00e9 = [x]" = 4
"" = 5
"a.b" = 6
1234 = 7
3.14 = 8
a . "b c" .'d' = 9
  a.e	=	10
"évolution" = { "forêt" = { 'œuf' = 11 } }
é1 = "x"
""".replace("é1", '"é1"'),
    "strings": '''\
basic = "a # no comment, = no key, [no table] \\" \\\\"  # end
literal = 'C:\\dir\\'
multi = """
[table]
key = 1
""\\""" ""
last = 2"""
five = """""two quotes open and close""\"""
literal_multi = \'\'\'
key = '' 'x'
[[no]]\'\'\'
four = \'\'\'a\'\'\'\'
folded = """\\
    one \\
    two"""
empty = ""
empty_multi = """"""
after = 1
''',
    "numbers and dates": """\
int = +1_000
hex = 0xDEAD_beef
oct = 0o755
bin = 0b1101
float = -3.14e+1_0
inf = -inf
nan_ = nan
yes = true
no=false
odt = 1979-05-27T07:32:00Z
spaced = 1979-05-27 07:32:00.999-07:00
ldt = 1979-05-27 07:32:00
day = 1979-05-27
time = 07:32:00
all = [1979-05-27 07:32:00, 1979-05-27, 07:32:00,true,-1.5,0x1f]
""",
    "arrays": """\
empty = [ ]
flat=[1,2 , 3,]
deep = [[1, 2], ["a", ['b', []]], [[[3]]]]
mixed = [ # first
  "x", # "y", ]
  # [ nothing ]
  { a = 1, b.c = [ 2, { d = 3 } ] }
  , 4

  ,
]
after = { }
""",
    "tables": """\
top = 0
[ a . "b" . c ]
x = 1
[a]
y = 2
[a.b.d]  # sub-table of an implicit table
x.y.z = 3
x.y.w = { v = 4 }
[d]
[e.f]
[e]
g.h = 5
""",
    "arrays of tables": """\
[[deck]]
name = "one"
[[deck.cards]]
id = "BT1-001"
[[ deck . cards ]]
id = "BT1-002"
[deck.cards.printed.front]
power = 5000
[[deck]]
[[deck.cards]]
id = "BT1-003"
tags = ["x", "y"]
[deck.meta]
by = "A"
[[deck]]
""",
    "inline": """\
a={b={c={d=[{e={f=1}}]}},"g h"={i.j=2,i.k=[[{l=3}]]}}
z = [{x=1},{x=2,y={}},{}]
s = { one = "}", two = ']', three = "a, b = c", four = { '#' = "#" } }
""",
}


def refused(text: str) -> Problem:
    with pytest.raises(BadInput) as caught:
        parse_source(text, "f.toml")
    (problem,) = caught.value.problems
    return problem


def unread(path: object, **keywords: Any) -> Problem:
    with pytest.raises(BadInput) as caught:
        read_source(str(path), **keywords)
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    return problem


def everything(value: object, path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Every path of the data, tables and lists included, with its value."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from everything(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from everything(inner, (*path, index))


def rest_at(source: Source, place: tuple[int, int]) -> str:
    """The text from a line and column on, counted as an editor counts them."""
    line, column = place
    lines = source.text.split("\n")
    return "\n".join([lines[line - 1][column - 1 :], *lines[line:]])


def key_at(text: str) -> str:
    found = re.match(r""""(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+""", text)
    assert found, text
    (key,) = tomllib.loads(f"{found[0]} = 1")
    return str(key)


def begins_with_value(text: str, value: object) -> bool:
    """Whether some beginning of `text`, cut where a value may end, is TOML for `value`."""
    for end in range(1, len(text) + 1):
        if end < len(text) and text[end] not in " \t\r\n,]}#":
            continue
        try:
            read = tomllib.loads(f"v = {text[:end]}")["v"]
        except tomllib.TOMLDecodeError:
            continue
        if repr(read) == repr(value):  # repr, because nan is not equal to itself
            return True
    return False


# Positions


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("name", NASTY)
def test_every_key_and_element_stands_where_position_says(name: str, newline: str) -> None:
    source = parse_source(NASTY[name].replace("\n", newline), "f.toml")
    seen = 0
    for path, value in everything(source.data):
        at_key, at_value = (
            rest_at(source, source.position(path)),
            rest_at(source, source.value_position(path)),
        )
        if isinstance(path[-1], str):
            assert key_at(at_key) == path[-1], path
        elif key_at_header(source, path):
            assert key_at(at_key) == path[-2], path
        else:
            assert begins_with_value(at_key, value), path
        if not isinstance(value, dict | list) or at_value[0] in "[{":
            assert begins_with_value(at_value, value), path
        seen += 1
    assert seen >= 10


def key_at_header(source: Source, path: KeyPath) -> bool:
    """Whether an array element is a [[table]], which stands where its header names it."""
    line, column = source.position(path)
    return source.text.split("\n")[line - 1][: column - 1].strip().startswith("[[")


@pytest.mark.parametrize("name", NASTY)
def test_no_two_paths_share_a_place_unless_a_header_opens_both(name: str) -> None:
    source = parse_source(NASTY[name], "f.toml")
    keys = [path for path, _ in everything(source.data) if not isinstance(path[-1], int)]
    last = {source.position(path): path for path in keys}
    for path in keys:
        assert last[source.position(path)] == path


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("game",), (1, 1), (1, 8)),
        (("A",), (2, 1), (2, 5)),
        (("A", "battle"), (2, 7), (2, 16)),
        (("A", "battle", 0), (2, 17), (2, 17)),
        (("A", "battle", 1), (2, 27), (2, 27)),
        (("A", "battle", 1, "card"), (2, 29), (2, 36)),
        (("A", "energy"), (2, 62), (2, 71)),
        (("cards",), (4, 2), (4, 2)),
        (("cards", "raider", "auto", "do", 0, "draw"), (5, 59), (5, 66)),
        (("expect", "A"), (8, 1), (8, 1)),
        (("expect", "A", "hand"), (8, 3), (8, 10)),
        (("expect", "order", 1), (11, 3), (11, 3)),
    ],
)
def test_places_of_a_fixture(path: KeyPath, key: tuple[int, int], value: tuple[int, int]) -> None:
    source = parse_source(FIXTURE, "f.toml")
    assert source.position(path) == key
    assert source.value_position(path) == value


def test_elements_of_an_array_of_tables_stand_at_their_headers() -> None:
    source = parse_source(NASTY["arrays of tables"], "f.toml")
    assert source.position(["deck"]) == (1, 3)
    assert source.position(["deck", 0, "cards", 1]) == (5, 11)
    assert source.position(["deck", 0, "cards", 1, "printed"]) == (7, 13)
    assert source.position(["deck", 1]) == (9, 3)
    assert source.position(["deck", 1, "cards", 0, "id"]) == (11, 1)
    assert source.position(["deck", 2]) == (15, 3)


def test_a_table_opened_by_its_own_header_stands_there() -> None:
    source = parse_source("[a.b]\nx = 1\n[a]\ny = 2\n", "f.toml")
    assert source.position(["a"]) == (3, 2)
    assert source.position(["a", "b"]) == (1, 4)


def test_an_unknown_path_falls_back_to_the_nearest_ancestor() -> None:
    source = parse_source(FIXTURE, "f.toml")
    assert source.position(["A", "battle", 1, "crad"]) == (2, 27)
    assert source.position(["A", "battle", 9, "card"]) == (2, 7)
    assert source.value_position(["A", "battle", 9]) == (2, 16)
    assert source.position(["cards", "raider", "power", "deeper"]) == (5, 12)
    assert source.position(["absent"]) == (1, 1)
    assert source.position([]) == (1, 1)
    assert parse_source("", "f.toml").value_position(["x"]) == (1, 1)


def test_columns_count_characters_not_bytes() -> None:
    source = parse_source("é = 1\n".replace("é", '"éàü漢🂡"') + 'x = ["漢字🂡", 2]\n', "f.toml")
    assert source.position(["x", 1]) == (2, 13)
    assert source.value_position(["éàü漢🂡"]) == (1, 11)


def test_positions_are_not_looked_for_until_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(text: str) -> object:
        raise AssertionError("scanned without need")

    monkeypatch.setattr("judge.text.source._Scan", never)
    source = parse_source(FIXTURE, "f.toml")
    assert source.data["game"] == "dbs"
    with pytest.raises(AssertionError, match="scanned"):
        source.position(["game"])


def test_deeply_nested_lists_that_tomllib_reads_are_placed_at_any_depth_of_the_stack() -> None:
    text = "a = " + "[" * 150 + "1" + "]" * 150
    source = parse_source(text, "f.toml")

    def deeper(frames: int) -> tuple[int, int]:
        return deeper(frames - 1) if frames else source.position(["a", *[0] * 150])

    assert deeper(500) == (1, 155)


def test_a_problem_is_placed_and_names_its_key() -> None:
    source = parse_source(FIXTURE, "fixtures/x.toml")
    problem = source.problem(
        ["A", "battle", 1, "card"], "no such card", article="6-1", found="nope", hint="raider"
    )
    assert problem == Problem(
        "fixtures/x.toml", 2, 29, "A.battle[1].card", "6-1", "no such card", "", "nope", "raider", "error"
    )


def test_key_text_quotes_what_toml_would() -> None:
    assert key_text(["cards", "Étoile noire", 0, "a.b", 'say "x"']) == (
        'cards."Étoile noire"[0]."a.b"."say \\"x\\""'
    )
    assert key_text([]) == ""


# Syntax


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = 1\nb = yes\n", (2, 5)),
        ("a = 1\nb 2\n", (2, 3)),
        ("a = 1\n\n= 2\n", (3, 1)),
        ("[a]\nx = 1 y = 2\n", (2, 7)),
        ("[a\nx = 1\n", (1, 3)),
        ("x = 1\né = 1\n", (2, 1)),
        ('x = """\n\n', (1, 8)),  # the end of the file, blank lines apart
        ("x = [1,\n2\n", (2, 2)),
        ("x = [1\ny = 2\n", (2, 1)),
        ("x = { a = 1,\n b = 2 }\n", (1, 13)),
        ('a = 1\nx = "abc\ny = 2\n', (2, 9)),
        ("d = 2024-02-31\n", (1, 5)),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_a_syntax_error_is_one_problem_at_its_place(text: str, place: tuple[int, int], newline: str) -> None:
    problem = refused(text.replace("\n", newline))
    assert (problem.line, problem.column) == place
    assert problem.message.startswith("TOML syntax: ")
    assert "!" not in problem.text()


def test_a_syntax_error_says_what_was_expected_and_found() -> None:
    problem = refused("a = 1\nb 2\n")
    assert (problem.expected, problem.found) == ("'='", "2")
    assert "quoted string" in refused("b = yes").expected
    assert refused("b = yes").found == "yes"
    assert refused("[a").expected == "']'"
    assert refused("[a").found == "the end of the file"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x = 1\ny = [\n 1,\n 2\n\nz = 3\n", "list opened on line 2"),
        ('x = 1\n\ny = """\ntext\n', "string opened on line 3"),
        ("x = 1\ny = '''\ntext\n", "string opened on line 2"),
        ('x = [\n "a",\n "b,\n]\n', "string opened on line 3"),
        ("x = 1\ny = { a = 1\n}\n", "inline table opened on line 2"),
        ("x = 1\ny = [\n  [1, 2],\n  [3,\n  4\nz = 2\n", "list opened on line 4"),
    ],
)
def test_what_is_left_open_is_named_by_the_line_that_opened_it(text: str, what: str) -> None:
    assert what in refused(text).message


def test_a_list_left_open_is_named_where_it_swallows_the_next_table() -> None:
    problem = refused("x = 1\ny = [\n  1,\n\n[expect]\nz = 1\n")
    assert problem.line == 5
    assert "inside what begins on line 2" in problem.message


@pytest.mark.parametrize(
    ("text", "place", "key", "first"),
    [
        ("a = 1\na = 2\n", (2, 1), "a", 1),
        ("[expect]\nx = 1\n[f]\n[expect]\n", (4, 2), "expect", 1),
        ("[t]\nx = [\n1,\n2]\n\nx = [\n{ a = 1 }\n]\n", (6, 1), "t.x", 2),
        ("a = { b = 1, b = { c = 2 } }\n", (1, 14), "a.b", 1),
        ("[[x]]\ny = 1\ny = 2\n", (3, 1), "x[0].y", 2),
        ("[x]\n[[x]]\n", (2, 3), "x", 1),
        ("[[x]]\n[[x]]\n[x]\n", (3, 2), "x", 1),
        ("a.b = 1\na.c = 2\na.b = 3\n", (3, 3), "a.b", 1),
    ],
)
def test_a_key_given_twice_is_named_with_its_first_line(
    text: str, place: tuple[int, int], key: str, first: int
) -> None:
    problem = refused(text)
    assert (problem.line, problem.column, problem.key) == (*place, key)
    assert problem.message == f"given twice, first on line {first}"


@pytest.mark.parametrize("text", ["a = { b = 1 }\na.c = 2\n", "a.b = 1\n[a]\n", "a = []\n[[a]]\nx = 1\n"])
def test_adding_to_what_is_complete_is_refused_on_its_line(text: str) -> None:
    assert refused(text).line == 2


@pytest.mark.parametrize("name", NASTY)
def test_a_text_cut_anywhere_is_read_or_gets_one_problem_inside_it(name: str) -> None:
    text = NASTY[name]
    for end in range(len(text)):
        cut = text[:end]
        try:
            parse_source(cut, "f.toml").position(["nowhere"])
        except BadInput as error:
            (problem,) = error.problems
            lines = cut.split("\n")
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1


# Texts that are hard on a reader


@pytest.mark.parametrize("opening", ["[", "{ a = ", "[{ b = "])
def test_pathological_nesting_is_a_problem_on_its_line(opening: str) -> None:
    problem = refused("x = [[1]]\ny = " + opening * 50_000)
    assert (problem.line, problem.column) == (2, 5)
    assert "nested too deeply" in problem.message


@pytest.mark.soak
def test_a_dotted_key_of_thousands_of_parts_is_refused_before_it_eats_the_memory() -> None:
    tracemalloc.start()
    try:
        assert refused("x = 1\n" + "a." * 400_000 + "b = 1\n").line == 2
        assert refused("x = 1\n[" + '"a" . ' * 100_000 + "b]\n").line == 2
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_many_dots_in_a_string_are_no_key() -> None:
    text = "s = '" + "6-1.2." * 100 + "'\nt = \"" + "... " * 100 + '"\nu = [' + "1.5, 2.5," * 100 + "]\n"
    assert parse_source(text, "f.toml").data["s"].startswith("6-1.2.")


def test_an_absurdly_long_integer_is_a_problem_on_its_line() -> None:
    digits = "9" * (sys.get_int_max_str_digits() + 1)
    problem = refused(f'# {digits}0\ns = "{digits}0"\nx = [1,\n  {digits}]\n')
    assert (problem.line, problem.column) == (4, 3)
    assert "digits" in problem.expected


@pytest.mark.parametrize("number", ["0x" + "f" * 3600, "0o" + "7" * 5000, "0b" + "1" * 15_000])
def test_so_is_one_of_another_base(number: str) -> None:
    """Which is read, and cannot be told."""
    problem = refused(f'# {number}0\ns = "{number}0"\nx = [1,\n  {number}]\n')
    assert (problem.line, problem.column) == (4, 3)
    assert "digits" in problem.expected
    assert parse_source(f's = "{number}"\n', "f.toml").data["s"] == number


# Bytes


def test_a_file_is_read_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.toml").write_text(FIXTURE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    source = read_source("./x.toml")
    assert source.file == "./x.toml"
    assert source.text == FIXTURE
    assert source.data == tomllib.loads(FIXTURE)
    assert read_source(tmp_path / "x.toml").file == str(tmp_path / "x.toml")


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"\xef\xbb\xbfa = 1\nb = 2\n")
    source = read_source(file)
    assert source.text == "a = 1\nb = 2\n"
    assert source.position(["a"]) == (1, 1)
    file.write_bytes(b"\xef\xbb\xbfa = yes\n")
    assert unread(file)[1:3] == (1, 5)
    assert parse_source("\ufeffa = 1", "f.toml").data == {"a": 1}


def test_crlf_keeps_lines_and_columns(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b'a = """\r\nx\r\n"""\r\nb = [\r\n  1,\r\n  2 ]\r\n')
    assert read_source(file).position(["b", 1]) == (6, 3)


def test_a_nul_is_a_binary_file(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b'a = 1\nb = "\xc3\xa9\x00"\n')
    problem = unread(file)
    assert (problem.line, problem.column) == (2, 7)
    assert "binary" in problem.message
    assert "offset 13" in problem.found
    assert refused('a = 1\nb = "é\0"\n')[1:] == problem[1:]


def test_latin_1_is_told_by_byte_and_line(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes('a = "漢"\n'.encode() + 'b = "évolution"\n'.encode("latin-1"))
    problem = unread(file)
    assert (problem.line, problem.column) == (2, 6)
    assert "UTF-8" in problem.message
    assert "0xE9" in problem.found
    assert "offset 15" in problem.found


def test_utf_16_is_called_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("a = 1\n", encoding="utf-16")
    assert "UTF-16" in unread(file).message


# Files that are not read


def test_a_missing_file_names_its_nearest_neighbour(tmp_path: Path) -> None:
    (tmp_path / "evolution.toml").write_text("")
    problem = unread(tmp_path / "évolution.tml")
    assert problem.message == "no such file"
    assert problem.hint == str(tmp_path / "evolution.toml")
    assert unread(tmp_path / "gone" / "x.toml").hint == ""
    assert unread("nul\0inside.toml").message == "no such file"


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert unread(tmp_path).found == "a directory"


def test_a_fifo_or_device_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "pipe" in unread(tmp_path / "pipe").found
    assert "device" in unread(os.devnull).found


def test_a_file_under_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("")
    assert unread(tmp_path / "x.toml" / "y.toml").message == "cannot be read: not a directory"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("")
    (tmp_path / "x.toml").chmod(0)
    assert unread(tmp_path / "x.toml").message == "cannot be read: permission denied"


def test_a_failing_disk_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "x.toml").write_text("")
    monkeypatch.setattr("builtins.open", fail)
    assert unread(tmp_path / "x.toml").message == "cannot be read: permission denied"


def test_a_file_of_50_megabytes_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "big.toml"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)

    def never(*_: object) -> None:
        raise AssertionError("opened")

    monkeypatch.setattr("builtins.open", never)
    problem = unread(file)
    assert "50,000,000" in problem.found
    assert "1,000,000" in problem.expected


def test_the_limit_is_the_last_size_that_is_read(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"a = 1\n")
    assert read_source(file, limit=6).data == {"a": 1}
    assert "6 bytes" in unread(file, limit=5).found


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no /proc")
def test_a_file_that_tells_no_size_is_held_to_the_limit() -> None:
    assert "more than 10" in unread("/proc/self/status", limit=10).found


# Problems and errors


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("f.toml", 3, 7, "a", "", "odd"), "f.toml:3:7: odd"),
        (Problem("f.toml", 3, 0, "a", "", "odd"), "f.toml:3: odd"),
        (Problem("f.toml", 0, 0, "a", "", "odd"), "f.toml: odd"),
        (Problem("", 0, 0, "", "", "odd"), "odd"),
        (
            Problem("f", 1, 1, "", "", "odd", "X", "Y", "Z"),
            "f:1:1: odd (expected X, found Y; did you mean Z?)",
        ),
        (Problem("f", 1, 1, "", "", "odd", expected="X"), "f:1:1: odd (expected X)"),
        (Problem("f", 1, 1, "", "", "odd", found="Y"), "f:1:1: odd (found Y)"),
        (Problem("f", 1, 1, "", "", "odd", hint="Z"), "f:1:1: odd (did you mean Z?)"),
        (Problem("f", 1, 1, "", "6-1-2", "51 cards, at most 50"), "f:1:1: 51 cards, at most 50 (6-1-2)"),
        (Problem("f", 1, 1, "", "6-1-2", "odd", found="Y"), "f:1:1: odd (6-1-2: found Y)"),
    ],
)
def test_a_problem_leaves_out_what_is_empty(problem: Problem, text: str) -> None:
    assert problem.text() == text


def test_a_problem_is_one_line_that_any_terminal_can_show() -> None:
    text = Problem("\udcff.toml", 1, 1, "", "", "odd", found="a\nb\x1b[31m\u2028é").text()
    assert text == "\\udcff.toml:1:1: odd (found a\\nb\\x1b[31m\\u2028é)"


def test_bad_input_prints_one_line_a_problem_and_survives_pickling() -> None:
    problems = [Problem("f", 1, 1, "", "", "one"), Problem("f", 2, 1, "", "", "two")]
    error = BadInput(problems)
    assert error.problems == tuple(problems)
    assert str(error) == "f:1:1: one\nf:2:1: two"
    assert pickle.loads(pickle.dumps(error)).problems == error.problems


def test_every_error_is_a_judge_error() -> None:
    assert issubclass(BadInput, JudgeError)
    assert issubclass(UsageError, JudgeError)
    assert isinstance(NotImplementedYet("dice"), JudgeError)
    for one in (NotImplementedYet("dice"), OutOfPlace("a card").at("main", "zz")):
        assert str(pickle.loads(pickle.dumps(one))) == str(one)
    assert "dice" in str(NotImplementedYet("dice"))


@pytest.mark.parametrize(
    ("name", "choices", "expected"),
    [
        ("evolution", ["évolution", "révolte"], "évolution"),
        ("ÉVOLUTION", ["evolution"], "evolution"),
        ("oeuf", ["œuf"], "œuf"),
        ("crad", ["card", "cost", "deck"], "card"),
        ("zzz", ["card", "cost"], ""),
        ("card", [], ""),
        ("", ["card"], ""),
        ("card", ["CARD", "Card"], "CARD"),  # a tie goes to the first in order
        ("card", ["Card", "CARD"], "CARD"),
    ],
)
def test_nearest(name: str, choices: list[str], expected: str) -> None:
    assert nearest(name, choices) == expected
    assert nearest(name, iter(reversed(choices))) == expected


@pytest.mark.parametrize("told", [0, 1, 3_000_000, 5_000_000])
def test_a_file_is_read_to_its_end_whatever_size_it_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: int
) -> None:
    """It may have grown, or be of those that tell none."""
    path, real = tmp_path / "f", os.stat
    path.write_bytes(bytes(range(250)) * 12_000)

    def stat(*args: Any, **kwargs: Any) -> os.stat_result:
        found = real(*args, **kwargs)
        return os.stat_result((*found[:6], told, *found[7:])) if args[0] == str(path) else found

    monkeypatch.setattr(os, "stat", stat)
    assert read_bytes(str(path), 6_000_000) == bytes(range(250)) * 12_000
    assert len(read_beginning(str(path), 2_000_000)) == 2_000_000
    with pytest.raises(BadInput, match="too large"):
        read_bytes(str(path), 2_999_999)


def test_no_more_is_set_aside_than_a_file_has(tmp_path: Path) -> None:
    """However much it may have."""
    path = tmp_path / "f"
    path.write_bytes(b"x")
    tracemalloc.start()
    try:
        assert read_bytes(str(path), 512_000_000) == b"x"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
