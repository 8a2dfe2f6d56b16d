"""Card data in a deck's own file: what is said there does something, or is told."""

from __future__ import annotations

import pytest

from judge.decks.desk import Judge, open_desk
from judge.decks.report import Report


def judged(game: str, card: str) -> Report:
    """A deck of one card that its file describes."""
    text = f'game = "{game}"\n[deck]\n"N-001" = 2\n[cards]\n"N-001" = {{ {card} }}\n'
    (report,) = Judge(open_desk(game)).file("deck.toml", text.encode())
    return report


def lines(report: Report) -> list[tuple[str, str, str]]:
    """What could not be read: what was said, what was expected and the nearest."""
    return [(str(one.found), one.allowed, one.hint) for one in report.of("error") if one.code == "bad-line"]


@pytest.mark.parametrize(
    ("game", "card"),
    [
        ("ygo", 'kind = "fusion", materials = [{ name = "One" }, { not = { level = 4 } }]'),
        ("ygo", 'kind = "xyz", xyz-on = [{ has = "x" }]'),
        ("postures", 'type = "creature", sacrifices = [{ race = "x" }]'),
        ("postures", 'type = "equipment", equips = [{ name = "x" }]'),
        ("tdg", 'type = "omega-core", omega_target = [{ name = "x" }]'),
    ],
)
def test_descriptions_of_other_cards_are_read(game: str, card: str) -> None:
    """What a card asks of others in play takes part in no deck rule, and breaks none."""
    assert lines(judged(game, card)) == []


@pytest.mark.parametrize("value", ["5", '"x"', "[]", "[5]", "[{}]", "true"])
def test_what_describes_no_card_is_told(value: str) -> None:
    """A number, a word, nothing."""
    ((_, expected, _),) = lines(judged("postures", f'type = "creature", sacrifices = {value}'))
    assert expected == 'a list of descriptions, such as [{ name = "Relic" }]'


@pytest.mark.parametrize(
    ("where", "found", "hint"),
    [
        ('foo = "zzz"', "'foo'", ""),
        ('colr = "red"', "'colr'", "color"),
        ("min = { typ = 2 }", "'typ'", ""),
        ("max = { type = 2 }", "'type'", ""),
        ('type = "batle"', "'batle'", "battle"),
        ('type = ["battle", "zzz"]', "'zzz'", ""),
        ('has = "ultimat"', "'ultimat'", "ultimate"),
        ('not = { has = "zzz" }', "'zzz'", ""),
        ("any = [{ cost = 1 }, { cst = 2 }]", "'cst'", "cost"),
        ('cost = "3"', "a text '3'", ""),
        ("name = 3", "a number 3", ""),
    ],
)
def test_a_description_that_no_card_answers_is_told(where: str, found: str, hint: str) -> None:
    """A slip of the pen would forbid nothing."""
    report = judged("dbs", f'type = "battle", deck = [{{ forbid = {{ {where} }} }}]')
    ((said, _, near),) = lines(report)
    assert (said, near) == (found, hint)


def test_a_description_is_read_in_any_spelling() -> None:
    """As every other word of card data is."""
    report = judged("dbs", 'type = "carte combat", deck = [{ only = 1, of = { Type = "carte combat" } }]')
    assert [one.found for one in report.faults if one.code == "building"] == [2]


@pytest.mark.parametrize("number", ['["N-001", "X-01"]', '"x"', "5"])
def test_a_card_has_one_number(number: str) -> None:
    """Several would make copies of each that nobody counts."""
    assert len(lines(judged("dbs", f'type = "battle", number = {number}'))) == 1


def test_a_keyword_that_no_rulebook_has_is_to_be_looked_at() -> None:
    """It does nothing."""
    report = judged("dbs", 'type = "battle", keywords = ["zzz", "ultimate"]')
    assert [one.message for one in report.of("warning")] == ["'zzz' of N-001 is no keyword of the rulebook"]


@pytest.mark.parametrize(("date", "told"), [("2020-13-45", 1), ("soon", 1), ("2020-01-31", 0), ("", 0)])
def test_a_date_that_is_no_day_is_to_be_looked_at(date: str, told: int) -> None:
    """No edition of the rules is chosen by it."""
    (report,) = Judge(open_desk("dbs")).file("d.toml", f'date = "{date}"\n[deck]\n"N-001" = 1\n'.encode())
    assert [(one.line, one.found) for one in report.of("warning")] == [(1, date)] * told


def test_a_card_is_not_allowed_and_forbidden_in_the_decks_own_list() -> None:
    """One or the other."""
    text = '[deck]\n"N-001" = 1\n[list]\nallowed = ["N-001", "N-002"]\nforbidden = ["N-001"]\n'
    (report,) = Judge(open_desk("dbs")).file("d.toml", text.encode())
    assert [one.line for one in report.of("error") if one.code == "bad-line"] == [5]


@pytest.mark.parametrize("game", ["dbs", "postures", "tdg", "victory-spark", "ygo"])
@pytest.mark.parametrize("value", ['""', "[]", '[""]'])
def test_a_card_without_a_name_is_told(game: str, value: str) -> None:
    """Whether cards of the game may have several names or not."""
    assert lines(judged(game, f"name = {value}")) != []
