"""What became of every line: lines are cards, headings, comments, blanks, and what was left out and why,
in every format.
"""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest
from decks.test_hostile import LINES, listed
from decks.test_hostile import judge as judge_of
from decks.test_left_over import FILES, YGO

from bench.hostile import Table, invented, lists
from judge.decks.deck import ROWS
from judge.decks.desk import Judge, open_desk
from judge.decks.report import Report
from judge.render.decks import csv, echo, github, html, junit, sarif, text
from judge.render.decks import json as data
from judge.render.decks.echo import confirm_page

MORE = {
    "wrapped.txt": "Hi\nydke://AQAA\nAA==!!! 3 Raigeki\nbye\n",
    "two.txt": "mine ydke://AQAAAA==!!! 3 Raigeki\nydke://AQAAAA==!!! hers ydke://AgAAAA==!!!\n",
    "titled.csv": "A cup,,\nname,count,price\nRaigeki,2,3\n\n",
    "cells.csv": 'name,count\n"Rai\ngeki",2\n',
    "players.csv": "card,Ann,Bob\nRaigeki,0,0\nJinzo,1,2\n",
    "who.csv": "player,card,count\nAnn,Raigeki,3\nBob,Jinzo,1\n,Raigeki,1\n",
    "saved.json": '{"SaveName": "x",\n"ObjectStates": [\n{\n"Nickname": "Raigeki",\n"Transform": {"x": '
    "1}\n}\n]}\n",
    "tables.json": '{\n"main": [\n{\n"name": "Raigeki",\n"count": 3\n},\n"1 Jinzo"]}\n',
    "ours.json": '[{"schema": "judge.deck/1",\n"player": "Ann",\n"sections": []},\n{"schema": '
    '"judge.deck/1", "lines": 1}]',
    "aside.cod": "<cockatrice_deck>\n<!-- x -->\n<deckname>D</deckname>\n<tags>\n<a/>\n</tags>\n<zone "
    'name="main">\n<card number="1" name="Raigeki"/>\n</zone>\n</cockatrice_deck>',
    "mail.txt": "From: Ann\n> 3 Raigeki\n<b>1 Jinzo</b>\n\n-- \nAnn\n",
    "tokens.txt": "Main Deck\n3 Raigeki\nTokens\n2 Goat\n   \n",
    "pieces.txt": "<li>3 Raigeki</li><li># three</li><li>Hello there you</li>\n1 Jinzo",
    "code.txt": "\nY2dclbsFjo0m6rLAsL97JMt79UAGAA==\n",
    "forum.txt": "[b]Main Deck[/b]\n[list][*]3 Raigeki\n[*]1 Jinzo[/list]\n[spoiler=Side][s]1 Jinzo[/s]\n"
    "[/spoiler]\n",
    "table.txt": "Main Deck\n| Qty | Card | Type |\n|---|---|---|\n| 3 | Raigeki | Spell |\n\n",
    "form.txt": "TCG Deck List\nLast Name(s): Other\nMonster Cards   Qty\nJinzo   3\nTotal Monster Cards 3\n",
    "two players.txt": "Player: Ann\n3 Raigeki\n\nPlayer: Bob\n# mine\n1 Jinzo\n",
    "two decks.toml": 'game = "ygo"\nmain = [\n"3 Raigeki",\n]\n[cards]\nX = { kind = "spell" }\n',
}


def whole(reports: list[Report], said: str) -> None:
    """Each line is counted once, in the deck that it is of; the whole file is told."""
    length = said.count("\n") + (not said.endswith("\n"))
    for one in reports:
        assert one.account is not None
        assert set(one.account.kinds) == set(ROWS)
        assert sum(one.account.kinds.values()) == one.account.lines <= one.account.length == length
        assert one.account.kinds["left out"] <= len({left.line for left in one.account.left})
        assert all(left.why for left in one.account.left)
    if len(reports) == 1:
        (one,) = reports
        assert one.account is not None
        assert one.account.lines == length
        assert not one.counts or one.account.cards == sum(one.counts.values())


@pytest.mark.parametrize("file", {**FILES, **MORE})
def test_every_line_of_every_format(file: str) -> None:
    """The sum of the kinds is the number of lines; decks of one file share them out."""
    said = {**FILES, **MORE}[file]
    whole(YGO.file(file, said.encode()), said)
    decks = YGO.decks(file, said.encode())
    assert {row.line for deck in decks for row in deck.rows} >= set(range(1, decks[0].length + 1))


@pytest.mark.sample(3)
@pytest.mark.parametrize("at", range(0, len(LINES), 50))
def test_every_line_of_the_hostile_corpus(at: int) -> None:
    """Fifty hostile lists each."""
    for table, kind, line in LINES[at : at + 50]:
        said = listed(table, kind, json.loads(line))
        reports = judge_of(table).file("deck.ydk" if kind == "passcodes" else "deck.txt", said.encode())
        if "\0" not in said:  # such a file is refused as a whole
            whole(reports, said.replace("\r\n", "\n").replace("\r", "\n"))


def test_every_line_of_lists_made_up_now() -> None:
    """The generator of hostile lists, some hundred of them, text and tables."""
    judge = Judge(open_desk("postures"))
    for one in islice(
        lists(Table("postures", ("Deck",), invented(400), 3, 30, 0, True), Random("lines")), 300
    ):
        reports = judge.file(
            f"deck.{'txt' if one.form == 'text' else one.form}", one.text.encode("utf-8", "replace")
        )
        if reports[0].account is not None:
            whole(reports, one.text.replace("\r\n", "\n").replace("\r", "\n"))


def account_of(said: str, file: str = "a.txt") -> tuple[dict[str, int], list[tuple[int, str]]]:
    """The kinds of lines that there are, and what was left out and why."""
    (report,) = YGO.file(file, said.encode())
    assert report.account is not None
    kinds = {kind: count for kind, count in report.account.kinds.items() if count}
    return kinds, [(one.line, one.why) for one in report.account.left if one.kind != "comment"]


def test_what_was_left_out_and_why() -> None:
    """By name: signatures, parts that the game has not, what stands beside links, titles over tables."""
    assert account_of(MORE["mail.txt"]) == (
        {"cards": 2, "left out": 3, "blank": 1},
        [(1, "a line of a mail program"), (5, "a mail signature"), (6, "a mail signature")],
    )
    assert account_of(MORE["tokens.txt"]) == (
        {"heading": 2, "cards": 1, "left out": 1, "blank": 1},
        [(4, "under 'tokens', a part that Yu-Gi-Oh! does not have")],
    )
    assert account_of(MORE["wrapped.txt"])[1] == [
        (1, "beside the link"),
        (3, "behind the link"),
        (4, "beside the link"),
    ]
    assert account_of(MORE["titled.csv"], "a.csv")[1] == [
        (1, "above the headings"),
        (2, "columns that are not read: price"),
    ]
    assert account_of(MORE["aside.cod"], "a.cod")[0] == {
        "cards": 1,
        "heading": 1,
        "about": 1,
        "left out": 3,
        "comment": 1,
        "mark": 3,
    }
    assert account_of("3 Raigeki (UR)\n1 Jinzo")[1] == [(1, "rarity: (UR)")]


def test_a_card_behind_a_link_is_told() -> None:
    """It is not read; whoever wrote it may have thought so."""
    (report,) = YGO.file("a.txt", b"ydke://AQAAAA==!!! 3 Raigeki")
    assert [one.found for one in report.of("warning") if "behind the link" in one.message] == ["3 Raigeki"]


LIST = "Player: Ann\nMain Deck\n3 Raigeki (UR)\n1 46986414\n# a comment\n2 Nobody Knows\nTokens\n1 Goat\n"


def report_of(said: str, file: str = "a.txt") -> Report:
    """A report that tells the list as it was understood."""
    (report,) = Judge(YGO.desk._replace(echo=True)).file(file, said.encode())
    return report


def test_every_report_says_what_became_of_the_lines() -> None:
    """In every format, of one deck and of many."""
    report = report_of(LIST)._replace(heard=())
    said = "8 lines: 3 with cards, 2 headings, 1 about the deck, 1 comment, 1 left out; 6 cards counted"
    for render in (text.render, html.render, junit.render, github.render):
        assert said in render([report])
    assert said in sarif.render([report], "1")
    assert (
        csv.render([report])
        .splitlines()[1]
        .endswith(",8,3,6,\"line 3: rarity; line 8: under 'tokens', a part that Yu-Gi-Oh! does not have\"")
    )
    (deck,) = json.loads(data.render([report]))["decks"]
    assert (
        deck["lines"]["deck"],
        deck["lines"]["cards"],
        deck["lines"]["left_out"],
        deck["lines"]["cards_counted"],
    ) == (8, 3, 1, 6)
    table = text.render([report, report._replace(faults=(), account=None)], width=120).splitlines()
    assert (table[2].split()[2], table[3].split()[2]) == ("Lines", "8")
    assert "8 lines, 3 with cards" in html.render([report, report])


def test_the_list_as_it_was_understood() -> None:
    """Numbers and names as the card data have them, the line, and what of it was left out."""
    said = "\n".join(echo.echo(report_of(LIST), 100))
    assert "3:   3 12580477 Raigeki (written: 3 Raigeki (UR); left out: rarity)" in said
    assert "4:   1 46986414 Dark Magician (written: 1 46986414)" not in said  # the number says it
    assert "6:   2 Nobody Knows (not in the card data)" in said
    assert "8: 1 Goat (under 'tokens', a part that Yu-Gi-Oh! does not have)" in said
    assert "5: # a comment (a comment)" in said


def test_copies_on_lines_in_a_row_are_told_once() -> None:
    """As a list of passcodes has them; the same card further down is told there."""
    found = report_of("#main\n12580477\n12580477\n46986414\n12580477\n", "a.ydk").heard
    assert [(one.count, one.line, one.last) for one in found] == [(2, 2, 3), (1, 4, 4), (1, 5, 5)]


@pytest.mark.parametrize("width", [60, 100])
def test_sheets_to_confirm(width: int) -> None:
    """Text within the terminal, pages that are whole, data with every card: each has what the others have."""
    reports = [report_of(LIST), report_of("#main\nfoo\n", "b.ydk")]
    said = echo.render(reports, width, "Cup")
    assert all(len(line) <= width for line in said.splitlines())
    page = confirm_page(reports, "Cup")
    decks = echo.document(reports, "Cup")["decks"]
    for deck in decks:
        for card in deck["cards"]:
            assert card["name"] in page
            assert card["name"] in said
        for row in deck["not_counted"]:
            assert row["said"].replace("'", "&#x27;") in page
            assert row["why"].split(",")[0] in " ".join(said.split())
    assert page.count('class="confirm"') == page.count("Signature:") == said.count("This is my list") == 2


# --- words ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["dbs", "ygo", "postures", "tdg", "victory-spark"])
@pytest.mark.parametrize("file", ["a.txt", "a.toml", "a.json", "a.csv"])
def test_no_example_is_of_another_game(game: str, file: str) -> None:
    """What is expected is told with words that every game has."""
    wrong = {
        "a.txt": "4 A\nFoo\n[Lieder]\nx y:\n4 A 4",
        "a.toml": 'main = ["4 A", "B", 3, "x\\ny"]\ndeck = 3',
        "a.json": '{"main": [true, "B"], "lieder": 1}',
        "a.csv": "name,count\nB,\n",
    }
    told = " ".join(
        f"{one.message} {one.allowed}"
        for one in Judge(open_desk(game)).file(file, wrong[file].encode())[0].faults
    )
    assert "BT1" not in told
    assert "Raigeki" not in told


def test_slips_mean_headings_of_the_game_at_hand() -> None:
    """A ygo deck has no Leader."""
    hints = {
        game: Judge(open_desk(game)).file("a.txt", b"[Leadr]\n4 A")[0].faults[0].hint
        for game in ("dbs", "ygo")
    }
    assert hints == {"dbs": "leader", "ygo": ""}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("My Blue Deck", "neither a card nor a heading"),
        ("Raigeki", "a count is missing"),
        ("Rageki", "a count is missing"),
        ("12580477 Raigeki", ""),
        ("Monsters for fun", "neither a card nor a heading"),
    ],
)
def test_a_count_is_missing_only_from_a_card(line: str, message: str) -> None:
    """Where card data are at hand they say whether a line names one; above the list it is a title."""
    found = YGO.decks("a.txt", f"Main Deck\n3 Jinzo\n{line}".encode())[0].problems
    assert [one.message for one in found] == [message] * bool(message)
    titled = Judge(open_desk("ygo")).decks("a.txt", f"{line}\nMain Deck\n3 Jinzo".encode())[0].problems
    assert [one.message for one in titled] == ["neither a card nor a heading"] * bool(message)


# --- without card data ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("game", "said", "severity", "found"),
    [
        ("ygo", "3 Raigeki\n1 raigeki", "error", 4),
        ("ygo", "3 12580477 Raigeki\n1 Raigeki", "error", 4),
        ("dbs", "Deck\n3 BT1-002 Goku\n2 Goku", "unsure", 5),
        ("dbs", "Deck\n4 BT1-002 Goku\n4 BT1-003 Goku", "", 0),
        ("dbs", "Deck\n3 Goku\n2 Goku", "unsure", 5),
        ("dbs", "Deck\n3 BT1-002 Goku\n2 BT1-002", "error", 5),
        ("postures", "3 Foo\n1 foo", "error", 4),
        ("tdg", "3 Foo\n1 foo", "unsure", 4),
        ("victory-spark", "4 Foo\n1 foo", "unsure", 5),
    ],
)
def test_copies_add_up_over_lines_without_card_data(game: str, said: str, severity: str, found: int) -> None:
    """By what the rulebook goes by; where that is not written, it is said."""
    (report,) = Judge(open_desk(game)).file("a.txt", said.encode())
    copies = [(one.severity, one.found) for one in report.faults if "copies of" in one.message]
    assert copies == [(severity, found)] * bool(severity)


def test_what_was_not_checked_of_copies_is_said() -> None:
    """And a legal deck is not said to be checked for them."""
    said = (
        "Leader\n1 BT1-001\nDeck\n" + "\n".join(f"4 Card {chr(65 + at)}" for at in range(12)) + "\n2 Card Z"
    )
    (report,) = Judge(open_desk("dbs")).file("a.txt", said.encode())
    assert report.verdict == "legal"
    assert "at most 4 copies of each card, as far as the list tells cards apart" in [
        what for what, _ in report.checked
    ]
    assert [one.message for one in report.unchecked if one.code == "identity"] == [
        "copies of one card under other names or numbers: "
        "neither the list nor the card data say the number of 50 cards"
    ]
