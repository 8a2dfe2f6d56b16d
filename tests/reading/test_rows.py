"""The engine of rows on a toy grammar: all parses, kept; two meanings are none; how far a row came; what is
wrong with rows.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from judge.reading.grammar import grammar_faults, grammar_of
from judge.reading.meanings import NoMeaning, filled, merged
from judge.reading.notation import Signs, WrongNotation, ways_of
from judge.reading.rows import MOST, Run, told

TOY = """
[sentence]
begins = ["["]
kind = "order"

[signs]
"\u2019" = "'"

[quoted]
tag = ["[]"]
dish = ["<>", "\u00ab\u00bb"]

[words.count]
one = 1
two = 2

[words.plate]
"deep plate" = "bowl"

[[rows.order]]
text = "`[Guest]` {w:wishes} [.]"
says = [{ order = { do = "{w}" } }]

[[rows.wishes]]
text = "{a:wish}"
says = ["{a}"]

[[rows.wishes]]
text = ["{a:wish} and {b:wishes}", "{a:wish} , {b:wishes}"]
says = ["{a}", "...{b}"]

[[rows.wish]]
text = "bring {n:count} {d:dish} [on a {p:plate}]"
says = { bring = "{d}", n = "{n}", plate = "{p}" }

[[rows.wish]]
text = "(pour|fill in) {n:digits} glasses"
says = { pour = "{n}" }

[[rows.wish]]
text = "pour {n:digits} glasses of tea"
says = { pour = "{n}", of = "tea" }

[[rows.wish]]
text = "take away {n:digits}"
says = { pour = "{-n}" }

[[rows.wish]]                                  # they cannot be told apart
text = "see the cook"
says = { see = "cook" }

[[rows.wish]]
text = "see {w:whom}"
says = { see = "{w}" }

[[rows.whom]]
text = ["the cook", "the host"]
says = "somebody"
"""


def toy(more: str = "", without: str = "") -> dict[str, Any]:
    """The tables of the toy grammar, with more rows."""
    return tomllib.loads(TOY.replace(without, "") + more)


def meanings(text: str, kind: str = "order", more: str = "") -> list[Any]:
    """Every meaning of a text."""
    return grammar_of(toy(more)).rows.read(text, kind).meanings


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("[Guest] Bring one <Soup>.", [{"bring": "Soup", "n": 1}]),
        (
            "[Guest] bring two \u00abGreen Peas\u00bb on a deep plate",
            [{"bring": "Green Peas", "n": 2, "plate": "bowl"}],
        ),
        ("[GUEST] Fill in 12 glasses and pour 3 glasses of tea", [{"pour": 12}, {"pour": 3, "of": "tea"}]),
        ("[Guest] Take away 2, pour 1 glasses.", [{"pour": -2}, {"pour": 1}]),
        ("[Guest] see the host", [{"see": "somebody"}]),
    ],
)
def test_a_sentence_is_read(text: str, wishes: list[Any]) -> None:
    """Slots, ways, what may be left out, names in their own letters, numbers below nought, lists."""
    assert meanings(text) == [[{"order": {"do": wishes}}]]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[Guest]",
        "[Guest] bring one",
        "[Guest] bring three <Soup>",
        "[Guest] bring one <Soup> at once",
        "bring one <Soup>",
        "[Guest] bring one one <Soup>",
        "[Guest] bring one <Soup> on a plate",
        "[Guest] pour 2 glasses of",
        "[Guest bring one <Soup>",
    ],
)
def test_a_sentence_is_read_whole_or_not_at_all(text: str) -> None:
    assert meanings(text) == []


def test_two_meanings_are_none() -> None:
    """Both are there to be shown; two ways to one meaning are one."""
    read = grammar_of(toy()).rows.read("[Guest] see the cook", "order")
    assert sorted(one[0]["order"]["do"][0]["see"] for one in read.meanings) == ["cook", "somebody"]
    again = '[[rows.wish]]\ntext = "see the (cook|host) or [the] guest"\nsays = { see = "all" }\n'
    again += '[[rows.wish]]\ntext = "see the host or the guest"\nsays = { see = "all" }\n'
    assert meanings("[Guest] see the host or the guest", more=again) == [
        [{"order": {"do": [{"see": "all"}]}}]
    ]


def test_how_far_it_came_is_told() -> None:
    text = "[Guest] Bring one <Soup> and pour 3 cups of milk for everybody who sits at the long table."
    read = grammar_of(toy()).rows.read(text, "order")
    assert told(read, text) == (
        "[Guest] Bring one <Soup> and pour 3",
        "cups of milk for everybody who sits at …",
    )
    assert told(read, text, 2) == ("… pour 3", "cups of …")


def test_a_part_is_read_once() -> None:
    """Of a row that comes to the same part by many ways; and no sentence takes for ever."""
    more = '[[rows.many]]\ntext = "({a:wishes}|{b:wishes}|{c:wishes})"\nsays = ["{a}", "{b}", "{c}"]\n'
    grammar = grammar_of(toy(more))
    text = ", ".join(["pour 1 glasses"] * 20)
    run = Run(grammar.rows, grammar.rows.signs.tokens(text))
    run.ends("many", 0)
    assert run.tried < 2_000
    endless = "".join(
        f'[[rows.k{n}]]\ntext = ["{{a:k{n + 1}}} {{b:k{n + 1}}}"]\nsays = ["{{a}}", "{{b}}"]\n'
        for n in range(60)
    )
    endless += '[[rows.k60]]\ntext = ["", "x", "x x"]\nsays = 1\n'
    grammar = grammar_of(toy(endless))
    read = grammar.rows.read("x " * 80, "k0")
    assert read.too_long
    assert not read.meanings
    assert grammar.rows.read("x " * 10_000, "wish").too_long
    assert MOST < 1_000_000


# --- what rows say ---------------------------------------------------------------------------------
def test_tables_are_merged_or_contradict_each_other() -> None:
    assert merged({"max": {"cost": 3}}, {"max": {"power": 5}}) == {"max": {"cost": 3, "power": 5}}
    assert merged({"when": 1}, {"when": [2]}) == {"when": [1, 2]}
    assert merged({"zone?": "battle"}, {"zone": "drop"}) == {"zone": "drop"}
    assert merged({"zone": "drop"}, {"zone?": "battle"}) == {"zone": "drop"}
    assert merged({"of": "me"}, {"of": "me"}) == {"of": "me"}
    for one, other in (({"color": "red"}, {"color": "red"}), ({"of": "me"}, {"of": "opponent"})):
        with pytest.raises(NoMeaning):
            merged(one, other)


def test_templates() -> None:
    slots = {"a": [{"x": 1}, {"y": 2}], "n": 4, "k": "blue", "t": {"z": 3}}
    assert filled([{"*": "{a}", "n": "{n}"}], slots) == [{"x": 1, "n": 4}, {"y": 2, "n": 4}]
    assert filled([{"* on": "{a}", "k": "{k}"}], slots) == [
        {"on": {"x": 1, "k": "blue"}}, {"on": {"y": 2, "k": "blue"}},
    ]  # fmt: skip
    assert filled([{"**": "{b}", "n": "{n}"}], {"b": [{"in": {}}], "n": 1}) == [{"in": {"n": 1}}]
    assert filled({"...": ["{t}", "{gone}"], "{k}": True, "gone": "{gone}"}, slots) == {"z": 3, "blue": True}
    assert filled(["...{a}", "{gone}", "{-n}", "turn*{n}"], slots) == [{"x": 1}, {"y": 2}, -4, "turn*4"]


# --- what is wrong with rows -----------------------------------------------------------------------
ROW = '[[rows.wish]]\ntext = "{}"\nsays = {}\n'


@pytest.mark.parametrize(
    ("more", "place", "told"),
    [
        (ROW.format("go to {d:dihs}", "1"), ("rows", "wish", 6, "text"), "{d} is of no kind that there is"),
        (
            ROW.format("eat {d:dish} now", "{ eat = true }"),
            ("rows", "wish", 6, "text"),
            "{d} is read and not said",
        ),
        (
            ROW.format("eat now", '"{d}"'),
            ("rows", "wish", 6, "says"),
            "{d} is said and not read in 'eat now'",
        ),
        (ROW.format("see the cook", "2"), ("rows", "wish", 6, "text"), "another row of wish has this text"),
        (
            ROW.format("{w:wish} twice", '"{w}"'),
            ("rows", "wish", 6, "text"),
            "may begin with one of the same kind",
        ),
        (
            ROW.format("[very] {w:wishes} twice", '"{w}"'),
            ("rows", "wishes", 0, "text"),
            "one of the same kind",
        ),
        (
            ROW.format("[Guest] eats", "1"),
            ("rows", "wish", 6, "text"),
            "printed in brackets stands in back-quotes",
        ),
        (ROW.format("(eat", "1"), ("rows", "wish", 6, "text"), "')' is missing"),
        (ROW.format("eat)", "1"), ("rows", "wish", 6, "text"), "')' closes nothing"),
        (ROW.format("eat {d dish}", "1"), ("rows", "wish", 6, "text"), "is no slot"),
        (ROW.format("eat {d:dish} {d:dish}", '"{d}"'), ("rows", "wish", 6, "text"), "{d} is there twice"),
        (
            '[[rows.wish]]\ntext = "eat [{d:dish}]"\n',
            ("rows", "wish", 6, "text"),
            "its only slot may be left out",
        ),
        (
            '[[rows.wish]]\ntext = "eat"\n',
            ("rows", "wish", 6, "text"),
            "a row with one slot means what that means",
        ),
        (
            '[[rows.alone]]\ntext = "eat"\nsays = 1\n',
            ("rows", "alone", 0),
            "no sentence comes to the kind 'alone'",
        ),
        ("[words.alone]\neat = 1\n", ("words", "alone", "eat"), "no sentence comes to the kind 'alone'"),
    ],
)
def test_a_fault_is_told_at_its_place(more: str, place: tuple[str, ...], told: str) -> None:
    """A word swallowed, a row that nothing comes to, one that would be looked for without end …"""
    found = [(where, message) for where, message, _ in grammar_faults(toy(more))]
    assert any(where == place and told in message for where, message in found), found


def test_the_toy_has_no_fault() -> None:
    assert list(grammar_faults(toy())) == []


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('kind = "order"', 'kind = "odrer"', ("sentence", "kind")),
        ('"\u2019" = "\'"', '"ab" = "c"', ("signs", "ab")),
        ('["<>", "\u00ab\u00bb"]', '["<>", "|"]', ("quoted", "dish", 1)),
    ],
)
def test_a_fault_of_the_other_tables(old: str, new: str, place: tuple[str, ...]) -> None:
    assert old in TOY
    found = list(grammar_faults(tomllib.loads(TOY.replace(old, new))))
    assert place in [where for where, _, _ in found]


def test_the_notation() -> None:
    signs = Signs({}, {"tag": ["[]"]})
    assert len(ways_of("a (b|c d) [e] {f:g} `[H 2]`", signs)[0]) == 6
    for wrong in ("[x", "{x", "`x", "x]"):
        with pytest.raises(WrongNotation):
            ways_of(wrong, signs)
