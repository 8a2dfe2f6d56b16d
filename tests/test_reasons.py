"""Reasons are said of what is there: permanents, abilities that do not work, who won, what a page leads with.

The boards lie in ``tests/reasons``; what is right stands here, by the article of each rulebook.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bench import FIXTURES
from judge.cli.questions import SCHEMAS
from judge.engine.effects.reader import Reader
from judge.fixture.acts import Words
from judge.fixture.load import Fixture, load_fixture, parse_fixture
from judge.fixture.queries import Door, Query
from judge.page.inquired import inquired
from judge.page.inquired_parts import Inquired
from judge.page.page import page_of
from judge.page.parts import Page
from judge.play.absences import absence_of
from judge.play.causes import cause_of
from judge.play.ruling import run
from judge.reduction.reduce import Rules, reduce
from judge.render.inquired import inquired_json, inquired_text
from judge.text.source import parse_source

BOARDS = Path(__file__).parent / "reasons"


def board(name: str, **instead: str) -> str:
    """A board, with some of its words exchanged."""
    text = (BOARDS / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in instead.items():
        text = text.replace(old, new)
    return text


def query(fixture: Fixture, kind: str, text: str) -> Query:
    """A question, read against its fixture."""
    words = Words(fixture.book, fixture.table, fixture.start.cards, fixture.model)
    found = Door(words, Reader(fixture.table, fixture.start)).read(kind, text, lambda *_, **__: None)  # type: ignore[arg-type]
    assert found is not None
    return found


def why(text: str, fact: str, seat: str = "") -> Inquired:
    """Why a fact is so."""
    fixture = parse_fixture(text)
    return inquired(cause_of(fixture, query(fixture, "fact", fact), seat=seat), seat)


def why_not(text: str, what: str) -> Inquired:
    """What became of an ability."""
    fixture = parse_fixture(text)
    return inquired(absence_of(fixture, query(fixture, "not", what)))


def page(text: str, lang: str = "en", every: bool = False) -> Page:
    """The page of a ruling."""
    return page_of(run(parse_fixture(text)), "", lang, every)


def articles(found: Inquired) -> list[str]:
    """The articles of the reasons."""
    return [one.article for one in found.why]


# --- values by permanents ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "fact", "is_so", "change", "by", "rules"),
    [
        ("vs-lowered", "ria.attack", "500 (printed 1000)", "1000 → 500", "buf", ["7.8.1.3", "7.1.1.3"]),
        ("ygo-field", "knight.atk", "1700 (printed 1500)", "1500 → 1700", "heath", ["spell.field"]),
        ("postures-hill", "x.atk", "1300 (printed 1000)", "1000 → 1300", "hill", ["field.effect"]),
        ("dbs-effect-under-way", "k1.power", "15000 (printed 10000)", "10000 → 15000", "lasts", ["8-8-1-3"]),
        ("tdg-help", "kor.atq", "2 (printed 1)", "1 → 2", "ona", ["total.sum", "card.stats"]),
    ],
)
def test_a_value_by_what_works_from_the_start(
    name: str, fact: str, is_so: str, change: str, by: str, rules: list[str]
) -> None:
    """Its card is told, with what was and is, by the article on such values or such abilities."""
    found = why(board(name), fact)
    assert is_so in found.answer.answers[0]
    assert change in found.made[0].text
    assert by in found.made[0].text
    assert [one.article for one in found.made] == rules
    assert articles(found)[: len(rules)] == rules


def test_the_question_of_a_fixture_is_answered_likewise() -> None:
    """The row of the ruling names the article that leads WHY."""
    found = page(f'ask = ["why ria.attack"]\n{board("vs-lowered")}')
    assert [(one.answer, one.article) for one in found.asked] == [
        ("ria's attack is 500 (printed 1000)", "7.8.1.3")
    ]
    assert found.why[0].article == "7.8.1.3"


def test_a_permanent_that_comes_leads_back_to_the_play_of_its_card() -> None:
    """It works from the moment at which its card lies there (8-1-4)."""
    found = why(board("dbs-aura-played"), "k1.power")
    assert found.answer.answers == ("k1's power is 15000 (was 10000).",)
    assert found.back[0].article == "8-1-4"
    assert "A plays aura" in found.back[1].text


def test_a_permanent_that_goes_is_told_by_what_took_its_card() -> None:
    """A card that is destroyed works no longer."""
    found = why(board("ygo-fog-destroyed"), "knight.atk")
    assert found.answer.answers == ("knight's ATK is 1500 (was 1000).",)
    assert found.back[0].article == "gl.destroy"
    assert "fog" in found.back[0].text


@pytest.mark.parametrize(
    ("name", "fact", "rule", "here"),
    [
        ("dbs-condition-unmet", "k1.power", "8-3-3", "it asks for a card in A's hand, but there is none"),
        ("ygo-blanked", "knight.atk", "effect.continuous", "its ability does not work now"),
        ("postures-hidden", "y.atk", "posture.hidden.blank", "its ability does not work now"),
        ("tdg-disabled-and-altered", "nim.atq", "alteration.electricity.III", "does not work now"),
    ],
)
def test_a_permanent_that_has_no_part_in_a_value(name: str, fact: str, rule: str, here: str) -> None:
    """Its condition is not met, it is blank, or its card lies so: the value is as printed."""
    found = why(board(name), fact)
    assert "nothing has changed it" in found.answer.answers[0]
    assert [(one.article, here in one.text) for one in found.made] == [(rule, True)]


def test_a_player_is_told_nothing_of_a_hidden_permanent() -> None:
    text = board("postures-hidden")
    assert (len(why(text, "y.atk", "A").made), why(text, "y.atk", "B").made) == (1, ())


def test_text_and_data_tell_the_same() -> None:
    text = board("vs-lowered")
    found, book = why(text, "ria.attack"), parse_fixture(text).book
    rows, data = inquired_text(found, book, 100), inquired_json(found, SCHEMAS["fact"], "mine.toml", book)
    assert [one["article"] for one in data["made"]] == ["7.8.1.3", "7.1.1.3"]
    assert all(one["text"] in rows for one in data["made"])


# --- what has not changed ----------------------------------------------------------------------------
def test_an_alterations_part_in_a_total_is_told_of_the_value() -> None:
    """alteration.rage.II: the ATQ stays what it is, and counts as more; its DEF is not counted at all."""
    found = why(board("tdg-altered"), "kor.atq")
    assert found.answer.answers == ("kor's atq is 1: nothing has changed it.",)
    assert [one.article for one in found.back] == ["alteration.rage.II", "total.sum"]
    assert "2 ATQ comes from its alteration" in found.back[0].text
    assert why(board("tdg-altered"), "kor.def").back == ()


def test_a_card_that_came_after_the_attack_has_no_damage_by_the_article_that_says_so() -> None:
    """6.7.3.4.3: a card that came to the ring after 6.7.3.2.3 is not damaged."""
    found = page(board("vs-escaped"))
    answers = [(one.answer, one.article) for one in found.asked]
    assert answers == [("dot's damage is 0 (was none)", "6.7.3.4.3")]
    assert found.why[0].article == "6.7.3.4.3"


@pytest.mark.parametrize(
    ("instead", "rule"),
    [
        ({}, "7-1-4"),
        ({"15000": "5000", "B: counter halt": "B: pass"}, "7-4-1-4"),
    ],
)
def test_life_that_stayed_since_an_attack_came_to_nothing(instead: dict[str, str], rule: str) -> None:
    """7-1-4: a negated attack leads to the end of the battle; 7-4-1-4: a weaker one has no result."""
    assert [one.article for one in why(board("dbs-halted", **instead), "B.life").back] == [rule]


def test_life_points_that_a_card_kept() -> None:
    """The forbidden damage leads, then the battle."""
    found = why(board("ygo-warded"), "B.lp")
    assert [one.article for one in found.back] == ["rules-vs-effects", "battle.atk.win"]


def test_a_score_that_changed_is_not_told_by_what_came_to_nothing_later() -> None:
    """nim gives the 2 PV back (total.pv), then the totals protect B (phase4.final)."""
    found = why(board("tdg-given-back"), "B.pv")
    assert (found.answer.answers, found.back[0].article) == (("B's PV is 10 (was 8).",), "total.pv")


# --- abilities that do not work ------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "card", "kind", "rules", "here"),
    [
        ("tdg-disabled-and-altered", "kor", "muted", ["position.disabled"], "disabled"),
        ("tdg-disabled-and-altered", "ona", "none", [], ""),
        ("tdg-disabled-and-altered", "ta", "none", [], ""),
        ("tdg-disabled-and-altered", "gift", "stopped", ["bonus.condition"], "there is none"),
        ("tdg-disabled-and-altered", "nim", "muted", ["alteration.ice.III"], "Ice III"),
        ("tdg-disabled-and-altered", "axe", "still", ["object.latency"], "adds nothing"),
        ("tdg-disabled-and-altered", "sol", "muted", ["alteration.electricity.III"], "Electricity III"),
        ("dbs-blank", "k1", "muted", ["8-3-2"], "invalid"),
        ("dbs-two-sides", "hero.back", "muted", ["8-1-5"], "Another side"),
        ("ygo-blanked", "knight", "muted", ["effect.continuous"], "jam makes"),
        ("ygo-face-down", "knight", "muted", ["face.no-effect-facedown"], "face-down"),
        ("ygo-face-down", "m", "none", [], ""),
        ("ygo-fog-destroyed", "fog", "away", ["spell.continuous"], "lies in B's Graveyard"),
        ("vs-muted", "ria", "muted", ["7.3.2"], "mute makes"),
        ("vs-muted", "buf", "away", ["2.13.4"], "lies in A's hand"),
        ("postures-hidden", "x", "muted", ["posture.hidden.blank"], "face-down"),
        ("postures-hidden", "y", "none", [], ""),
    ],
)
def test_an_ability_that_does_not_work(name: str, card: str, kind: str, rules: list[str], here: str) -> None:
    """Disabled, altered, blank, face-down, elsewhere, or none at all; what the rules forbid of cards of its
    kind is no ability of a card.
    """
    found = why_not(board(name), card)
    assert (found.kind, articles(found)) == (kind, rules)
    assert found.answer.answers[0].startswith("NO: ")
    assert here in " ".join(text for one in found.why for text in one.here)


def test_a_trap_that_lies_set_is_not_kept_by_that() -> None:
    """A Trap is activated from face-down: that it lies so keeps it from nothing."""
    assert why_not(board("ygo-face-down"), "damp").kind not in ("muted", "away")


def test_what_holds_is_told_with_its_article() -> None:
    found = why_not(board("vs-lowered"), "buf")
    assert (found.kind, articles(found)) == ("holds", ["7.1.1.3"])


@pytest.mark.parametrize(
    ("name", "what", "no", "yes"),
    [
        ("dbs-same-words", "k1 draws", "k1.1", "k1.2"),
        ("dbs-two-sides", "hero draws", "hero.back", "hero.front"),
        ("vs-same-words", "pip draws", "pip.1", "pip.2"),
    ],
)
def test_abilities_with_the_same_words_are_told_apart(name: str, what: str, no: str, yes: str) -> None:
    """By number: with an empty hand the first of k1 is not set off, and no attack is pip's own. By side: the
    Leader shows its front. The other one hears of the event.
    """
    text = board(name)
    told = {line.partition(": ")[0]: line.partition(": ")[2] for line in why_not(text, what).answer.answers}
    assert set(told) == {no, yes}
    assert told[no].startswith("NO")
    assert why_not(text, no).kind in ("unheard", "muted")
    assert why_not(text, yes).kind in ("did", "waiting", "declined")


def test_the_question_of_a_fixture_tells_abilities_apart() -> None:
    (row,) = page(board("dbs-same-words")).asked
    assert "k1.1: NO" in row.answer
    assert "k1.2: IT DID" in row.answer


# --- what a page leads with ----------------------------------------------------------------------------
@pytest.mark.parametrize("asked", [True, False])
def test_why_leads_with_the_article_of_the_loss(asked: bool) -> None:
    """win.zero, and not the move before it or the article that the fixture names."""
    found = page(board("postures-won", **({} if asked else {'ask = ["why winner"]': ""})))
    assert found.why[0].article == "win.zero"
    assert [one.article for one in found.asked] == ["win.zero"] * asked


def test_a_loss_leads_back_to_what_emptied_the_deck() -> None:
    """8.2.3: who has no card left in the deck loses; the draw of the last one (4.11.1) led there."""
    text = (FIXTURES / "victory-spark/winning/drawing-the-last-card.toml").read_text(encoding="utf-8")
    assert [one.article for one in why(text, "winner").back][:2] == ["8.2.3", "4.11.1"]


def test_a_blank_terrain_and_a_pass_decide_nothing() -> None:
    """That Blocks were read, and that the Terrains had nothing to say, is no reason for what B lost."""
    found = page(board("tdg-three-attack"))
    numbers = [one.article for one in found.why]
    assert "total.sum" in numbers
    assert [one for one in numbers if one.startswith("terrain.") or one.endswith("-blocks")] == []


def test_what_nobody_did_leads_nothing() -> None:
    """4-7-3-6 is where B passes; where the fixture names it, it stands after what decides (7-4-1-4), else
    nowhere.
    """
    passed = board("dbs-halted", **{"B: counter halt": "B: pass"})
    named = page(f'articles = ["4-7-3-6"]\n{passed}')
    assert [one.article for one in named.why] == ["7-4-1-4", "4-7-3-6"]
    assert "4-7-3-6" not in [one.article for one in page(passed).why]


# --- headline ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "score", "said", "french"),
    [
        ("tdg-three-attack", "B.pv", "B loses 3 PV and is at 7.", "B perd 3 PV et en a 7."),
        ("postures-direct", "B.pv", "B loses 1000 PV and is at 7000.", "B perd 1000 PV et en a 7000."),
        ("ygo-recovered", "A.lp", "A gains 500 LP and is at 8500.", "A gagne 500 LP et en a 8500."),
    ],
)
def test_the_headline_says_what_happened(name: str, score: str, said: str, french: str) -> None:
    """Where nothing is asked; below an answer it stands as what was and what is."""
    text = board(name)
    assert page(text).answer.changes[0] == said
    assert page(text, "fr").answer.changes[0] == french
    assert "→" in page(f'ask = ["why {score}"]\n{text}').answer.changes[0]


def test_what_went_up_and_came_back_is_told() -> None:
    """10 PV, less the 2 that kor takes, and nim's 2; a card that returned to the ring within one ability."""
    assert page(board("tdg-given-back")).answer.changes == ("B's PV: 10 → 8 → 10, as it was.",)
    name = "cycle/a-ring-card-that-leaves-and-comes-back-within-one-ability-is-not-replaced"
    found = page_of(run(load_fixture(FIXTURES / f"victory-spark/{name}.toml")))
    assert found.answer.changes == ("ria: A's ring → A's hand → A's ring, as it was.",)


# --- steps -----------------------------------------------------------------------------------------------
def test_lines_that_say_the_same_are_one() -> None:
    """An auto that resolves: the act (4.8.1.2) and what it does (4.8.1.1); the full trace keeps both."""
    text = board("vs-escaped")
    lines = [(one.text, one.articles) for one in page(text).steps]
    assert ("B resolves sol.", ("4.8.1.2", "4.8.1.1")) in lines
    assert "sol resolves." not in [told for told, _ in lines]
    assert "sol resolves." in [one.text for one in page(text, every=True).steps]


def test_a_combo_is_one_line() -> None:
    """4-6-2-2 is the act, 7-2-1-2-2 what it does."""
    lines = [(one.text, one.articles) for one in page(board("dbs-question")).steps]
    assert [one for one in lines if "combos" in one[0]] == [
        ("A combos with helper.", ("4-6-2-2", "7-2-1-2-2"))
    ]


def test_a_part_of_a_sum_reads_as_one() -> None:
    """What buf takes off is in the 500 already; what fire takes off is in what ona adds (3 less 1)."""
    first, second = [one.text for one in page(board("vs-lowered")).steps][:2]
    assert first == "ria: printed attack 1000, now 500."
    assert second.startswith("This includes ")
    lines = [one.text for one in page(board("tdg-on-fire")).steps]
    assert "ona adds 2 ATQ." in lines
    assert [one for one in lines if one.startswith("Of what ona adds, ")]


# --- minimise --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "card", "kept"),
    [
        ("dbs-question", "halt", "contre"),
        ("ygo-question", "damp", "effect"),
        ("vs-question", "ria", "activated"),
        ("tdg-question", "sol", "answer"),
    ],
)
def test_minimise_keeps_the_ability_in_question(name: str, card: str, kept: str) -> None:
    """And the answer, its article and its reason, but for how many there are to choose from."""
    text = board(name)
    small = reduce(parse_source(text, "mine.toml"), 2000, Rules(), lambda n: None).source.text
    assert kept in tomllib.loads(small)["cards"][card]
    cut, whole = page(small), page(text)
    assert [(one.kind, one.article) for one in cut.asked] == [(one.kind, one.article) for one in whole.asked]
    here, there = (one.why[0].here[0].partition("(")[0] for one in (cut, whole))
    assert here == there
    assert len(small) < len(text)
