"""One card written in two ways is one card, whatever the reader; what cannot be read so is told."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from judge.decks.desk import Judge, open_desk
from judge.decks.items import alike
from judge.decks.report import Report

OTHER = [f"N-{at:03}" for at in range(2, 12)]  # ten cards, four copies each
SAME = {  # other ways to write N-001 that are read as it
    "a blank behind": "N-001 ",
    "a tab before": "\tN-001",
    "a hyphen": "N\u2010001",
    "a hyphen that does not break": "N\u2011001",
    "wide letters": "\uff2e-\uff10\uff10\uff11",
    "a blank of no width": "N-\u200b001",
    "Arabic digits": "N-\u0660\u0660\u0661",
    "a small letter": "n-001",
}
UNREAD = {  # what is no number, though it looks like one
    "a low line": "N_001",
    "two dashes": "N--001",
    "a blank for the dash": "N 001",
    "no dash": "N001",
    "a blank beside the dash": "N - 001",
    "the letter O": "N-0O1",
    "a Cyrillic o": "N-0\u043e1",
    "a Cyrillic o for a Latin one": "N-\u043e\u043e1",
    "the letter l": "N-00l",
}


def toml(card: str) -> str:
    """A deck whose keys are its cards."""
    cards = "".join(f"{json.dumps(one)} = 4\n" for one in ("N-001", card, *OTHER))
    return f'game = "dbs"\n[leader]\n"L-001" = 1\n[deck]\n{cards}"N-099" = 2\n'


def parts(card: str) -> str:
    """A deck whose headings are the keys of a JSON."""
    cards = [{"number": one, "count": 4} for one in ("N-001", card, *OTHER)]
    return json.dumps(
        {"game": "dbs", "leader": ["1 L-001"], "deck": [*cards, {"number": "N-099", "count": 2}]}
    )


def named(card: str) -> str:
    """The same, the number said to be a name."""
    return parts(card).replace('"number"', '"name"')


def ours(card: str) -> str:
    """A deck in our own JSON."""
    cards = [{"card": one, "count": 4} for one in ("N-001", card, *OTHER)]
    main = {"section": "deck", "cards": [*cards, {"card": "N-099", "count": 2}]}
    leader = {"section": "leader", "cards": [{"card": "L-001"}]}
    return json.dumps({"schema": "judge.deck/1", "game": "dbs", "sections": [leader, main]})


def table(card: str) -> str:
    """A deck as CSV."""
    rows = "".join(f'4,"{one}",deck\n' for one in ("N-001", card, *OTHER))
    return f"count,number,section\n1,L-001,leader\n{rows}2,N-099,deck\n"


def lines(card: str) -> str:
    """A plain list."""
    rows = "".join(f"4 {one}\n" for one in ("N-001", card, *OTHER))
    return f"game: dbs\nLeader\n1 L-001\nDeck\n{rows}2 N-099\n"


WRITERS = [toml, parts, named, ours, table, lines]


def judged(text: str, game: str = "dbs") -> Report:
    """A deck, judged without card data."""
    (report,) = Judge(open_desk(game)).file("deck", text.encode())
    return report


@pytest.mark.parametrize("written", WRITERS)
@pytest.mark.parametrize("way", SAME)
def test_one_number_is_one_card_however_it_is_written(written: Callable[[str], str], way: str) -> None:
    """Eight copies are four too many."""
    report = judged(written(SAME[way]))
    assert [(one.code, one.found) for one in report.of("error")] == [("copies", 8)]


@pytest.mark.parametrize("written", WRITERS)
@pytest.mark.parametrize("way", UNREAD)
def test_what_only_looks_like_a_number_is_no_other_card(written: Callable[[str], str], way: str) -> None:
    """The line is told, with what may have been meant, and not counted."""
    report = judged(written(UNREAD[way]))
    assert (report.verdict, [one.code for one in report.of("error")]) == ("unreadable", ["bad-line"])


@pytest.mark.parametrize(
    "name", ["Blue\u2010Eyes", "Blue-Eyes.", "Blue-Eyes ,", "blue-eyes", "Blue\u200b-Eyes"]
)
def test_one_name_is_one_card_however_it_is_written(name: str) -> None:
    """Signs, a full stop at the end and what nobody sees make no other name."""
    report = judged(f'[main]\n"Blue-Eyes" = 3\n"{name}" = 3\n', "ygo")
    assert ("copies", 6) in [(one.code, one.found) for one in report.of("error")]


@pytest.mark.parametrize(
    "text", ['[main]\n"R\u0430igeki" = 3\n', "3 R\u0430igeki\n", "count,name\n3,R\u0430igeki\n"]
)
def test_letters_of_two_alphabets_are_no_name(text: str) -> None:
    """Nobody tells a Cyrillic a from a Latin one."""
    report = judged(text, "ygo")
    assert next(one.message for one in report.of("error")) == "letters of two alphabets that look alike"


def test_names_of_one_alphabet_stay_as_they_are() -> None:
    """Names in Russian or Greek are names, and so is what has digits in it."""
    for name in (
        "\u0411\u0435\u043b\u044b\u0439 \u0434\u0440\u0430\u043a\u043e\u043d",
        "\u03a9mega",
        "No.39",
        "C39",
        "M-2",
        "Number 39: Utopia",
        "7 Colored Fish",
    ):
        report = judged(f'[main]\n"{name}" = 3\n', "ygo")
        assert not [one for one in report.faults if one.code == "bad-line"], name
    assert alike("\u0410\u0441\u0435") == alike("Ace")


def test_a_key_that_nobody_sees_is_no_card() -> None:
    """A blank of no width in quotes."""
    report = judged('[main]\n"\u200b" = 3\n', "ygo")
    assert next(one.code for one in report.of("error")) == "bad-line"
