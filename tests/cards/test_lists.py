"""Limit lists: read as programs read them, dated, hashed, and found."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.cards.imports import read_source
from judge.cards.lists import LimitList, choose, dated, hash_of, list_from
from judge.errors import BadInput

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "ygo" / "lflist.conf"


def lists_in(tmp_path: Path, text: str) -> dict[str, LimitList]:
    """The lists of a file with this text, by name."""
    return {one.name: one for one in source(tmp_path, text).lists}


def source(tmp_path: Path, text: str):  # type: ignore[no-untyped-def]
    """What a file with this text holds."""
    path = tmp_path / "lflist.conf"
    path.write_text(text, encoding="utf-8", newline="")
    return read_source(path)


def test_entries(tmp_path: Path) -> None:
    """Codes lose their zeros, counts go from -1 to 3, comments name the cards;
    line ends of Windows do not matter.
    """
    text = (
        "#[a]\r\n!2014.7 TCG\r\n#forbidden\r\n08903700 0 --Ritual Djinn\r\n5 1\r\n6 2 --Two\r\n7 3\r\n8 "
        "-1\r\n"
    )
    found = lists_in(tmp_path, text)["2014.7 TCG"]
    assert found.entries == {"8903700": 0, "5": 1, "6": 2, "7": 3, "8": -1}
    assert found.names == {"8903700": "Ritual Djinn", "6": "Two"}
    assert (found.date, found.series, found.whitelist, found.game) == ("2014-07-01", "TCG", False, "ygo")


def test_hash_of_one_entry() -> None:
    """The known pair of hashes of one list differs by just this entry, given twice in one of them."""
    assert int(hash_of([(511000868, 1)]), 16) ^ 0x7DFCEE6A == 0x6D9ED1C5 ^ 0x28E9FC02
    assert hash_of([]) == "0x7dfcee6a"


def test_hash_by_hand() -> None:
    """Code 1 forbidden: 1<<18 and 1<<27 are turned over in the first word."""
    assert hash_of([(1, 0)]) == f"0x{0x7DFCEE6A ^ 1 << 18 ^ 1 << 27:08x}"
    assert hash_of([(1, 3)]) == f"0x{0x7DFCEE6A ^ 1 << 18 ^ 1 << 30:08x}"


def test_a_line_twice_is_hashed_twice(tmp_path: Path) -> None:
    """As programs do: the later count holds, both lines go into the hash, and it is told."""
    found = source(tmp_path, "!GOAT\n$whitelist\n100 1\n100 3\n")
    assert found.lists[0].entries == {"100": 3}
    assert found.lists[0].hash == hash_of([(100, 1), (100, 3)])
    assert found.lists[0].whitelist
    assert [one.line for one in found.remarks] == [4]


def test_lines_that_programs_pass_over_are_told(tmp_path: Path) -> None:
    """Before the first list, without a space, code 0, a count that is none: each is told with its line."""
    found = source(tmp_path, "5 1\n!A\n55\n0 1\n7 9\nabc 1\n9 1\n")
    assert [one.line for one in found.remarks] == [1, 3, 4, 5, 6]
    assert found.lists[0].entries == {"9": 1}


def test_a_switch_that_nobody_knows_refuses_its_list(tmp_path: Path) -> None:
    """What the lines of such a list mean is not known; the other lists of the file are read."""
    found = source(tmp_path, "!A\n$genesis\n9 1\n!B\n7 2\n")
    assert [(one.line, one.found, one.hint) for one in found.remarks] == [(2, "$genesis", "$genesys")]
    assert [one.name for one in found.lists] == ["B"]


def test_a_file_of_nothing_else_is_refused(tmp_path: Path) -> None:
    """With the line, and the switches that there are."""
    with pytest.raises(BadInput) as error:
        source(tmp_path, "!A\n9 1\n$blacklist\n")
    (problem,) = error.value.problems
    assert (problem.line, problem.found, problem.expected) == (3, "$blacklist", "$whitelist or $genesys")


def test_points(tmp_path: Path) -> None:
    """A list of points costs, it limits no copies:
    numbers above 3 are read, none below 0, and it has a cap and no hash.
    """
    found = source(
        tmp_path, "!2026.03 Genesys\n$genesys\n77202120 1 -- Assault Synchron\n5 100\n6 -1\n7 5000\n"
    )
    (one,) = found.lists
    assert (one.cap, one.hash, one.series, one.entries) == (100, "", "Genesys", {"77202120": 1, "5": 100})
    assert [remark.line for remark in found.remarks] == [5, 6]
    assert one.names == {"77202120": "Assault Synchron"}


def test_written_points() -> None:
    """By hand: points by name or passcode, a cap of one's own, and no copies beside them."""
    found, faults = list_from({"name": "Club", "points": {"Pot": 60, "05": 3}, "cap": 50}, "f")
    assert (found.cap, found.entries, faults) == (50, {"Pot": 60, "5": 3}, [])
    wrong = {"name": "Club", "points": {"Pot": "x"}, "limited": ["A"], "cap": 0}
    assert sorted(one.path for one in list_from(wrong, "f")[1]) == [("cap",), ("limited",), ("points", "Pot")]
    assert [one.path for one in list_from({"name": "Club", "cap": 50}, "f")[1]] == [("cap",)]


@pytest.mark.parametrize("wanted", ["2026-06-01 TCG", "2026.5.31 tcg"])
def test_two_lists_of_a_day_are_not_picked_from(wanted: str) -> None:
    """Same day, same series, and they differ: only the organiser knows which;
    by its own name each is clear.
    """
    lists = [
        LimitList(name, *dated(name), False, {"5": most}, "", file)
        for name, most, file in (
            ("2026.5 TCG", 1, "a.conf"),
            ("2026.05 TCG", 0, "b.conf"),
            ("2026.1 TCG", 2, "a.conf"),
        )
    ]
    with pytest.raises(BadInput, match="which one") as error:
        choose(lists, wanted)
    assert all(one in error.value.problems[0].expected for one in ("2026.5 TCG", "b.conf"))
    assert choose(lists, "2026.05 tcg").entries == {"5": 0}
    same = [one._replace(entries={"5": 1}) for one in lists]
    assert choose(same, wanted).date == "2026-05-01"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("2014.7 TCG", ("2014-07-01", "TCG")),
        ("2013.10.11 TCG", ("2013-10-11", "TCG")),
        ("2014.1.1 TCG", ("2014-01-01", "TCG")),
        ("2014.10", ("2014-10-01", "")),
        ("2020.4 TCG Traditional", ("2020-04-01", "TCG Traditional")),
        ("GOAT", ("", "")),
        ("2014.13", ("", "")),
    ],
)
def test_dates_in_names(name: str, expected: tuple[str, str]) -> None:
    """Date and series, as far as the name has them."""
    assert dated(name) == expected


def test_series_of_a_group(tmp_path: Path) -> None:
    """A list without a series belongs to that of most lists beside it in the header; else it is OCG."""
    head = "#[2026.7][2026.5 TCG][2026.4]\n#[2014.4 TCG][2014.1.1 TCG][2013.3.1]\n"
    found = lists_in(tmp_path, head + "!2026.7\n!2013.3.1\n!2012.1\n!World\n")
    assert [found[one].series for one in ("2026.7", "2013.3.1", "2012.1", "World")] == [
        "OCG",
        "TCG",
        "OCG",
        "",
    ]


def some_lists() -> list[LimitList]:
    """Two series."""
    names = ("2014.4 TCG", "2014.7 TCG", "2013.10.11 TCG", "2014.2 OCG", "2014.7 OCG", "GOAT")
    return [LimitList(one, *dated(one), False, {}, "", "f") for one in names]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("2014.7 tcg", "2014.7 TCG"),
        ("goat", "GOAT"),
        ("2014-08-15 TCG", "2014.7 TCG"),
        ("2014-06-30 TCG", "2014.4 TCG"),
        ("2014-07-01 ocg", "2014.7 OCG"),
        ("2014-06 OCG", "2014.2 OCG"),
        ("2013-10 TCG", "2013.10.11 TCG"),
        ("2014.3.31 TCG", "2013.10.11 TCG"),
    ],
)
def test_choose(wanted: str, expected: str) -> None:
    """By name, or the latest list of the series on or before the date; a month means its last day."""
    assert choose(some_lists(), wanted).name == expected


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("2014-08-15", "several series"),
        ("2013-10-10 TCG", "that old"),
        ("2014-08-15 TGC", "no series 'TGC'"),
        ("2014-02-30 TCG", "no such date"),
        ("Edison", "no limit list of this name"),
    ],
)
def test_choose_refuses(wanted: str, said: str) -> None:
    """What is meant must be clear; the message says what there is."""
    with pytest.raises(BadInput, match=said):
        choose(some_lists(), wanted)


def test_choose_hints() -> None:
    """A slip in a name gets the nearest name; in a series the nearest series."""
    for wanted, hint in (("GOATS", "GOAT"), ("2014-08-15 TGC", "TCG")):
        with pytest.raises(BadInput) as caught:
            choose(some_lists(), wanted)
        assert caught.value.problems[0].hint == hint


def test_choose_from_none() -> None:
    """Without any list the way out is said."""
    with pytest.raises(BadInput, match="imported"):
        choose([], "2014.7 TCG")


def test_one_series_needs_no_name() -> None:
    """A date is enough when there is one series."""
    lists = [one for one in some_lists() if one.series == "TCG"]
    assert choose(lists, "2014-08-15").name == "2014.7 TCG"


def test_a_list_by_hand() -> None:
    """Names and passcodes; only passcodes have a hash."""
    found, faults = list_from(
        {"name": "2026.9 Club", "forbidden": ["00055", 7], "limited": [8], "semi_limited": [9]}, "f"
    )
    assert faults == []
    assert found.entries == {"9": 2, "8": 1, "55": 0, "7": 0}
    assert (found.date, found.series, found.whitelist) == ("2026-09-01", "Club", False)
    assert found.hash == hash_of([(55, 0), (7, 0), (8, 1), (9, 2)])
    named, _ = list_from({"name": "x", "forbidden": ["Pot of Greed"]}, "f")
    assert (named.entries, named.hash) == ({"Pot of Greed": 0}, "")


def test_a_list_of_what_is_allowed() -> None:
    """`allowed` makes it a whitelist; another heading may say less of a card on it."""
    found, faults = list_from({"name": "x", "allowed": ["A", "B"], "limited": ["B"]}, "f")
    assert (found.whitelist, found.entries, faults) == (True, {"A": 3, "B": 1}, [])


def test_faults_of_a_list_by_hand(tmp_path: Path) -> None:
    """A key that is none, a card in two places and a date that is none: all are told, each with its place."""
    path = tmp_path / "l.toml"
    path.write_text(
        'game = "ygo"\n[list]\nname = "x"\nforbiden = []\nforbidden = ["A"]\nlimited = ["A"]\ndate = "soon"\n'
    )
    with pytest.raises(BadInput) as caught:
        read_source(path)
    assert sorted((one.line, one.hint) for one in caught.value.problems) == [
        (4, "forbidden"),
        (5, ""),
        (7, ""),
    ]


@pytest.mark.skipif(not REAL.is_file(), reason="the real limit lists are not at hand")
def test_real_lists() -> None:
    """102 lists; July 2014 has 76, 70 and 15 cards; the four oldest without a series are TCG."""
    found = {one.name: one for one in read_source(REAL).lists}
    july = found["2014.7 TCG"]
    assert len(found) == 102
    assert [len(july.counted(count)) for count in (0, 1, 2)] == [76, 70, 15]
    assert {found[one].series for one in ("2013.3.1", "2012.9.1", "2012.3.1", "2011.9.1")} == {"TCG"}
    assert {found[one].series for one in ("2026.7", "2014.7", "2013.9")} == {"OCG"}
    assert choose(list(found.values()), "2014-08-15 TCG") == july


@pytest.mark.parametrize("switches", ["$whitelist\n$genesys", "$genesys\n$whitelist"])
def test_a_list_of_points_is_no_whitelist(tmp_path: Path, switches: str) -> None:
    """It limits what cards cost together, so that none is left out for not being named."""
    path = tmp_path / "l.conf"
    path.write_text(f"!2026.03 Club\n{switches}\n1000 50\n", encoding="utf-8")
    source = read_source(path)
    assert [(one.whitelist, one.cap) for one in source.lists] == [(False, 100)]
    assert [one.line for one in source.remarks] == [3]


def test_a_card_is_not_allowed_and_forbidden(tmp_path: Path) -> None:
    """One or the other; allowed and limited says how many."""
    path = tmp_path / "l.toml"
    path.write_text('game = "ygo"\n[list]\nname = "L"\nallowed = ["A", "B"]\nlimited = ["A"]\n', "utf-8")
    assert read_source(path).lists[0].entries == {"A": 1, "B": 3}
    path.write_text('game = "ygo"\n[list]\nname = "L"\nallowed = ["A", "B"]\nforbidden = ["A"]\n', "utf-8")
    with pytest.raises(BadInput, match="stands in the list twice"):
        read_source(path)
