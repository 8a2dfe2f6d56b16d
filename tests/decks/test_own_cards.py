"""Card data in a deck's own file: what is said there does something, or is told."""

from __future__ import annotations

from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.cards.card import Card
from judge.cards.hand import HandCards
from judge.cards.lists import LimitList
from judge.decks.deck import Deck
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


ATTRIBUTES = {
    "dbs": ['name = "Relic"', 'type = "battle"', "cost = 5", 'number = "N-1"', 'color = "red"'],
    "ygo": ['name = "Relic"', 'type = "monster"', "level = 4", 'kind = ["fusion", "synchro"]'],
}
PARTS = {"dbs": ["name", "number", "color", "character"], "ygo": ["name", "race", "kind"]}
BOUNDS = {"dbs": "cost", "ygo": "level"}


def selectors(game: str) -> st.SearchStrategy[str]:
    """Every form of selector that the documents allow, nested two deep."""
    part = st.builds(
        '{} = {{ has = "{}" }}'.format, st.sampled_from(PARTS[game]), st.sampled_from(["Rel", "N-001", "e"])
    )
    bound = st.builds(
        "{} = {{ {} = {} }}".format, st.sampled_from(["min", "max"]), st.just(BOUNDS[game]), st.integers(0, 9)
    )
    flat = st.one_of(st.sampled_from(ATTRIBUTES[game]), part, bound)

    def deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            inner,
            st.builds("{} = {{ {} }}".format, st.sampled_from(["not", "and"]), inner),
            st.builds("any = [{{ {} }}, {{ {} }}]".format, inner, inner),
        )

    return deeper(deeper(flat))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data(), game=st.sampled_from(["dbs", "ygo"]), adds=st.booleans())
def test_every_selector_that_is_documented_is_judged_in_every_rule(
    data: st.DataObject, game: str, adds: bool
) -> None:
    """Kept or broken, where a card adds values and where none does: the deck is judged, and no more."""
    where = data.draw(selectors(game))
    rule = data.draw(
        st.sampled_from(
            ["{{ include = 6, of = {{ {} }} }}", "{{ only = 1, of = {{ {} }} }}", "{{ forbid = {{ {} }} }}"]
        )
    )
    more = ', adds = { name = ["Relic"] }' if adds and game == "dbs" else ""
    kind = "battle" if game == "dbs" else "monster"
    report = judged(game, f'type = "{kind}", name = "Relic A", deck = [{rule.format(where)}]{more}')
    assert report.faults
    assert not {one.code for one in report.faults} & {"unreadable", "bad-line"}


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ('name = { has = "Relic" }', [2]),
        ('name = { has = "Other" }', []),
        ('number = "N-1"', [2]),
        ('not = { number = "N-1" }', []),
        ('any = [{ number = "N-1" }, { number = "X-9" }]', [2]),
        ('number = { has = "N-" }', [2]),
    ],
)
def test_what_a_restriction_describes_is_counted(where: str, found: list[int]) -> None:
    """A part of a name, and numbers without their padding however deep they stand."""
    report = judged("dbs", f'type = "battle", name = "Relic A", deck = [{{ only = 1, of = {{ {where} }} }}]')
    assert [one.found for one in report.faults if one.code == "building"] == found


def test_an_added_name_is_cited_where_the_card_counts_by_it_alone() -> None:
    """2-1-3 lets a name count that no card prints; it has no part in it where the printed name is meant."""
    articles = {}
    for printed in ("Relic", "Hero"):
        report = judged(
            "dbs",
            f'type = "battle", name = "{printed}", adds = {{ name = ["Relic"] }},'
            ' deck = [{ only = 1, of = { name = { has = "Relic" } } }]',
        )
        (one,) = (one for one in report.faults if one.code == "building")
        articles[printed] = one.also
    assert "2-1-3" not in articles["Relic"]
    assert "2-1-3" in articles["Hero"]


def test_a_fault_of_the_program_costs_one_deck(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The deck is told as unreadable with what broke, its traceback on standard error; the next is judged."""
    whole = Judge.deck

    def deck(self: Judge, deck: Deck) -> Report:
        if deck.lines[0].name == "Bear":
            raise TypeError("unhashable type: 'dict'")
        return whole(self, deck)

    monkeypatch.setattr(Judge, "deck", deck)
    desk = Judge(open_desk("postures"))
    (bad,), (good,) = (desk.file(f"{one}.txt", f"3 {one}\n".encode()) for one in ("Bear", "Wolf"))
    assert (bad.verdict, good.verdict) == ("unreadable", "legal")
    assert "TypeError: unhashable type" in bad.faults[0].message
    assert "Traceback" in capsys.readouterr().err


# --- what is believed where card data are at hand ----------------------------------------------------
KNOWN = HandCards(
    [
        Card("12580477", {"name": "Raigeki", "type": ["spell"], "kind": []}),
        Card("70095154", {"name": "Cyber Dragon", "type": ["monster"], "kind": ["effect"], "level": 5}),
        Card("89631139", {"name": "Corrected Dragon", "type": ["monster"], "printing": "89631139"}),
        Card("89631140", {"name": "White Dragon", "type": ["monster"], "printing": "89631139"}),
        Card("22702055", {"name": "Mer", "type": ["spell"], "printing": "22702055"}),
        Card("295517", {"name": "Ocean", "counts_as": "Umi", "counts_as_number": "22702055"}),
    ],
    r"0*(\d{1,10})",
    True,
)  # fmt: skip
FORBIDDEN = LimitList("Test", "", "", False, {"12580477": 0, "89631139": 1, "22702055": 1}, "", "")


def beside_data(main: str, cards: str = "") -> Report:
    """A deck of ygo, judged with card data at hand and a limit list."""
    text = f'game = "ygo"\n[main]\n{main}\n{cards}\n'
    (report,) = Judge(open_desk("ygo", {"ygo": KNOWN}, FORBIDDEN)).file("deck.toml", text.encode())
    return report


def codes(report: Report, severity: str = "error") -> list[tuple[str, int | str]]:
    """What was found of cards, but for the size of the deck."""
    return [(one.code, one.found) for one in report.of(severity) if one.code != "main-size"]


@pytest.mark.parametrize(
    ("main", "cards"),
    [
        ('"Raigeki" = 1', '[cards."Raigeki"]\nname = "Harmless"'),
        ('"12580477" = 1', '[cards."12580477"]\nname = "Harmless"'),
        ('"012580477" = 1', '[cards."12580477"]\ncounts_as = "Harmless"\nname = "Harmless"'),
        ('"Mine" = { count = 1, name = "Raigeki" }', '[cards."Mine"]\nname = "Harmless"'),
        ('"Mine" = 1', '[cards."Mine"]\nname = ["Harmless", "Raigeki"]'),
    ],
)
def test_a_deck_does_not_say_what_a_known_card_is(main: str, cards: str) -> None:
    """Whatever its file calls the card, it is that of the card data; another name is a fault of its own."""
    assert codes(beside_data(main, cards)) == [("own-card", ANY), ("forbidden", 1)]


def test_what_the_card_data_do_not_say_a_deck_does_not_settle() -> None:
    """A player may not allow more copies than the book does."""
    report = beside_data('"Cyber Dragon" = 4', '[cards."Cyber Dragon"]\ndeck = [{ include = 9 }]\nlevel = 5')
    assert codes(report) == [("copies", 4)]
    assert codes(report, "warning") == [("own-card", "include = 9")]


def test_a_card_that_only_its_deck_describes_is_to_be_looked_at() -> None:
    report = beside_data('"New Card" = 3', '[cards."New Card"]\ntype = "spell"')
    assert (codes(report), codes(report, "unsure")) == ([], [("own-card", "")])


@pytest.mark.parametrize(
    ("main", "found"),
    [
        ('"89631139" = 2\n"89631140" = 2', [("copies", 4), ("limited", 4)]),
        ('"89631140" = 2', [("limited", 2)]),
        ('"White Dragon" = 1\n"Corrected Dragon" = 1', [("limited", 2)]),
        ('"Mer" = 1\n"Ocean" = 1', [("limited", 2)]),
        ('"295517" = 4', [("copies", 4), ("limited", 4)]),
    ],
)
def test_cards_are_linked_by_number_whatever_a_name_is_corrected_to(
    main: str, found: list[tuple[str, int]]
) -> None:
    """Another artwork, and a card that counts as another one, are that card."""
    assert sorted(codes(beside_data(main))) == found
