"""The deck rules of the five games: their articles, their card numbers, and what overlays may change."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.cards.card import Card
from judge.cards.values import from_data
from judge.cards.vocabulary import load_vocabulary
from judge.decks.limits import all_limits, fold_number, load_limits
from judge.decks.selection import Truth, described, matches
from judge.engine.language.traits import TRAITS
from judge.errors import BadInput
from judge.rulebook import versions
from judge.rulebook.articles import load_articles
from judge.rulebook.shelf import find
from judge.tables.decks import FORMS

GAMES = [one.game for one in all_limits()]


def test_all_five_games_have_deck_rules() -> None:
    """Also those that cannot be played yet."""
    assert GAMES == ["dbs", "postures", "tdg", "victory-spark", "ygo"]


@pytest.mark.parametrize("game", GAMES)
def test_every_limit_cites_an_article(game: str) -> None:
    """And names a part that the game has, and a limit that it frees from."""
    limits, ids = load_limits(game), load_articles(str(find(game)))
    codes = [row.code for row in limits.rows]
    assert len(codes) == len(set(codes))
    for row in limits.rows:
        assert {row.rule, *row.also, *row.also_short} <= set(ids)
        assert set(row.parts) <= {one.id for one in limits.parts}
        assert set(row.frees) <= set(codes)
        assert row.at_least is not None or row.at_most is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("BT1-005", "bt1-005_PR02"),
        ("SD1-001", "SD1-01"),
        ("EX03-25", "EX3-25"),
        ("BT7-006_SPR_S", "BT7-006"),
        ("P-001", "P-1"),
    ],
)
def test_reprints_and_padding_are_one_number(one: str, other: str) -> None:
    """2-15-2-1 counts card numbers; a suffix and zeros in front are none of it."""
    pattern = load_limits("dbs").pattern
    assert fold_number(pattern, one) == fold_number(pattern, other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("BT1-005", "BT10-05"), ("BT1-005", "BT1-050"), ("P-001", "BT-001"), ("SD1-01", "SD11-01")],
)
def test_other_numbers_stay_apart(one: str, other: str) -> None:
    """Folding must not make two cards one."""
    pattern = load_limits("dbs").pattern
    assert fold_number(pattern, one) != fold_number(pattern, other)


@pytest.mark.parametrize("text", ["Goku", "4", "BT1", "BT1-", "-001", "BT1-001 Goku", "", "BT1-00000001"])
def test_what_is_no_number(text: str) -> None:
    """A name is not taken for a number."""
    assert fold_number(load_limits("dbs").pattern, text) == ""


def test_an_overlay_may_change_a_limit() -> None:
    """A later edition is a small file that names the limit; one that is not there is a problem."""
    raw = {"deck": {"limit": [{"code": "copies", "at_most": 4}]}}
    changed = versions.apply(raw, [{"limit": "copies", "set": {"at_most": 3}}], "test")
    assert changed["deck"]["limit"] == [{"code": "copies", "at_most": 3}]
    with pytest.raises(BadInput, match="copies"):
        versions.apply(raw, [{"limit": "copys", "remove": True}], "test")


def test_renumbered_versions_print_their_numbers() -> None:
    """1.071 is another book: its own limits, its own version."""
    assert load_limits("dbs", "1.071").version == "1.071"
    with pytest.raises(BadInput, match=r"1\.071"):
        load_limits("dbs", "1.0712")


WHOLE = Card("1", {"whole": ("kind",), "type": "battle", "cost": 5, "keywords": ["ultimate"]})
BARE = Card("2", {"type": "battle"})
MENTION = Card("3", {"keywords": [], "mentions": ["dragon-ball"]})


@pytest.mark.parametrize(
    ("where", "card", "truth"),
    [
        ({"type": "battle"}, WHOLE, "yes"),
        ({"type": ["extra", "Battle"]}, WHOLE, "yes"),
        ({"not": {"type": "battle"}}, WHOLE, "no"),
        ({"min": {"cost": 5}}, WHOLE, "yes"),
        ({"min": {"cost": 6}}, WHOLE, "no"),
        ({"min": {"cost": 6}}, BARE, "unknown"),
        ({"has": "ultimate"}, WHOLE, "yes"),
        ({"has": "dragon-ball"}, WHOLE, "no"),
        ({"has": "dragon-ball"}, BARE, "unknown"),
        ({"has": "dragon-ball"}, MENTION, "unsure"),
        ({"not": {"has": "dragon-ball"}}, MENTION, "unsure"),
        ({"has": "dragon-ball", "type": "extra"}, MENTION, "unknown"),
        ({"type": "battle"}, None, "unknown"),
        ({"star": True}, WHOLE, "no"),
        ({"kind": "spell"}, WHOLE, "unknown"),  # every card has one, said or not
        ({"any": [{"type": "extra"}, {"cost": 5}]}, WHOLE, "yes"),
        ({"and": {"type": "battle"}, "max": {"cost": 5}}, WHOLE, "yes"),
        ({"and": {"type": "battle"}, "max": {"cost": 4}}, WHOLE, "no"),
        ({"type": {"has": "batt"}}, WHOLE, "yes"),
        ({"type": {"has": ["x", "batty"]}}, WHOLE, "no"),
    ],
)
def test_what_is_known_of_a_card(where: dict[str, object], card: Card | None, truth: str) -> None:
    """What no source says is not taken for no, and a mention not for yes."""
    assert matches(where, card) is Truth(truth)


def test_a_selector_in_words() -> None:
    """What a card restricts is told."""
    assert described({"min": {"cost": 5}}) == "cost at least 5"
    assert described({"not": {"origin": "Universe 7"}}) == "not origin Universe 7"


def test_rulebook_folders_are_complete() -> None:
    """Every game's folder holds its articles, its deck rules and what its cards look like."""
    for game in GAMES:
        names = {one.name for one in Path(find(game)).glob("*.toml")}
        assert {"rulebook.toml", "articles.toml", "deck.toml", "cards.toml"} <= names


def test_decks_and_abilities_select_cards_alike() -> None:
    """Every key that a deck's selector may have is one of those that selectors have in play."""
    assert FORMS.keys() <= TRAITS.keys()


def test_selectors_as_they_were_written_are_read() -> None:
    """Card data written before decks and play had one language mean what they meant."""
    several = [{"keyword": "ultimate"}, {"not": {"cost": 1}}]
    old = {"forbid": {"cost": {"at_least": 5, "at_most": 7}, "any": several}}
    (found,) = from_data(load_vocabulary("dbs"), "deck", [old])
    assert found["forbid"] == {
        "min": {"cost": 5}, "max": {"cost": 7}, "any": [{"has": "ultimate"}, {"not": {"cost": 1}}],
    }  # fmt: skip
