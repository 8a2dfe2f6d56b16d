"""Reports on decks in French: whole, and nothing that a program reads is touched by the language."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import judge
from judge.decks.desk import Judge, open_desk
from judge.decks.limits import told_words
from judge.decks.report import Report
from judge.decks.speech import PHRASES, Speech, counted, of_book, phrased, phrases
from judge.render.decks import github, html, sheet, text
from judge.render.decks.echo import confirm_page
from judge.render.decks.spoken import spoken
from judge.rulebook.shelf import games
from judge.speech.parity import rows_of, unworded

HOME = Path(__file__).parent.parent.parent
FRENCH = Speech("fr")
THIN = "\u202f"
# English words that no French sentence has, nor a card, a file or a player in these decks.
ENGLISH = re.compile(
    r"\b(the|with|without|cannot|is|are|of|and|or|has|have|it|this|that|none|copy|cards?|lines?|at|found)\b"
)


def report(text: str, game: str = "postures") -> Report:
    """What there is to say of a list."""
    (found,) = Judge(open_desk(game)._replace(echo=True, sheets=True)).file("list.txt", text.encode())
    return found


def plain(text: str) -> str:
    """A text on one line, with plain spaces."""
    return " ".join(text.replace(THIN, " ").split())


# --- a report, as a French organiser reads it ------------------------------------------------------
def test_a_deck_in_french() -> None:
    told = text.render([report("4 Wolf\n2 Bear\n")], speech=FRENCH)
    assert f"Wolf{THIN}: 4 exemplaires (deck.three, Trois exemplaires{THIN}: attendu au plus 3)" in told
    assert plain(told).startswith("Illégal. list.txt : deck 6. ")
    assert "Erreurs : list.txt:1:1: Wolf : 4 exemplaires" in plain(told)
    assert "Lu : 2 lignes : 2 avec des cartes ; 6 cartes comptées." in plain(told)
    assert "Compris ainsi (ligne : exemplaires, carte) : Deck : 6 1: 4 Wolf 2: 2 Bear" in plain(told)


def test_several_decks_in_french() -> None:
    decks = [report("4 Wolf\n"), report("1 Wolf\n"), report("5 Bear\n")]
    told = plain(text.render(decks, width=100, speech=FRENCH))
    assert told.startswith("1 légal, 2 illégaux. postures undated")
    assert "Verdict Joueur Lignes deck Erreurs" in told
    assert "Contrôlé dans les decks légaux : au plus 3 exemplaires de chaque carte" in told
    assert "au plus 1 exemplaire étoilé de chaque carte (deck.star)" in told
    never = "Non contrôlé, faute de données sur les cartes : au plus 1 exemplaire étoilé de chaque carte"
    assert f"{never} (deck.star) dans 2 decks." in told


def test_nought_and_one_are_singular() -> None:
    assert FRENCH.say("number.card", n=0) == "0 carte"
    assert Speech().say("number.card", n=0) == "0 cards"
    things = counted(0, ("card in the deck", "cards in the deck"))
    assert str(things) == "0 cards in the deck"
    assert FRENCH.told(things, {"card in the deck": "carte dans le deck"}) == "0 carte dans le deck"


def test_numbers_and_days_are_written_as_french_has_them() -> None:
    assert FRENCH.say("number.line", n=100_000) == f"100{THIN}000 lignes"
    assert Speech().say("number.line", n=100_000) == "100000 lines"
    assert FRENCH.date("2026-11-26") == "26/11/2026"
    assert FRENCH.date("late November") == "late November"


def test_a_part_is_called_as_the_rulebook_has_it() -> None:
    """English goes by the ids of parts where there is little room; French by their names."""
    deck = report("Leader\n1 L-001\nDeck\n2 BT1-001\n", "dbs")
    assert "deck 2" in text.render([deck])
    assert plain(text.render([deck], speech=FRENCH)).startswith("Incomplet. list.txt : Leader 1, deck 2.")
    assert "2 cartes dans le deck (5-1-3 : attendu exactement 50)" in plain(
        text.render([deck], speech=FRENCH)
    )


def test_pages_are_french() -> None:
    deck = report("4 Wolf\n")
    for render in (html.render, sheet.render, confirm_page):
        assert '<html lang="fr">' in render([deck], speech=FRENCH)
        assert '<html lang="en">' in render([deck])
    told = plain(html.render([deck, deck], speech=FRENCH))
    assert "<h3>Erreurs</h3>" in told
    several = [report("Leader\n1 L-001\nDeck\n2 BT1-001\n", "dbs")] * 2
    assert "<span>Leader&nbsp;1</span>" in html.render(several, speech=FRENCH)
    assert "✗ 2 illégaux" in told
    assert "2 illégaux." in github.render([deck, deck], speech=FRENCH)
    assert "<b>Initiale du nom de famille</b>" in sheet.render([deck], speech=FRENCH)
    assert "C'est ma liste. Signature" in confirm_page([deck], speech=FRENCH).replace("&#x27;", "'")


def test_a_rulebook_without_french_is_told_in_its_own_words() -> None:
    deck = report("4 Wolf\n")._replace(game="no-game")
    assert "4 copies" in spoken(deck, FRENCH).faults[0].message


def test_findings_go_between_processes() -> None:
    """What is found by another process is told in French all the same."""
    deck = report("4 Wolf\n")
    assert spoken(pickle.loads(pickle.dumps(deck)), FRENCH) == spoken(deck, FRENCH)


def test_what_a_rulebook_says_may_hold_braces() -> None:
    assert FRENCH.told(phrased("bound.no", things=of_book("{cards}")), {}) == "pas de {cards}"


# --- nothing is left in English --------------------------------------------------------------------
DECKS = sorted((HOME / "fixtures").glob("*/decks/**/*.toml"))


@pytest.mark.sample(40)
@pytest.mark.parametrize("path", DECKS, ids=lambda one: f"{one.parent.parent.parent.name}-{one.stem}")
def test_a_french_report_has_no_english_in_it(path: Path) -> None:
    """What the file itself says is left out: its name, names and texts of cards, lines that were copied."""
    for found in Judge(open_desk()).file(path.name, path.read_bytes()):
        bare = found._replace(name="", player="", file="x", event="")
        told = text.render([spoken(bare, FRENCH)], speech=FRENCH).replace("Old cards", "")
        told = re.sub(r"«[^»]*»|\[[^]]*\]|\w+(?:[-.]\w+)+", "", told)
        assert [line for line in told.splitlines() if ENGLISH.search(line)] == []


# --- every phrase ----------------------------------------------------------------------------------
def test_every_phrase_that_is_said_is_there_and_every_one_there_is_said() -> None:
    """What code names, and families whose last word comes from what was found."""
    named = {key for path in MODULES for key in keys_in(path)}
    whole = {one for one in named if not one.endswith(".")}
    families = {one for one in named if one.endswith(".")}
    known = {one.removesuffix("-many") for one in phrases("en")}
    assert whole - known == {"event.toml"}  # a file
    left = {one for one in known - whole if f"{one.partition('.')[0]}." not in families}
    assert left == set()


def keys_in(path: Path) -> Iterator[str]:
    """The keys of phrases that a module names, and the beginnings of those that it puts together."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if (
                re.fullmatch(r"[a-z]+\.[a-z]+[0-9]*(-[a-z0-9]+)*", node.value)
                and node.value.partition(".")[0] in SECTIONS
            ):
                yield node.value
        elif isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
            head = str(node.values[0].value)
            if head.endswith(".") and head[:-1] in SECTIONS:
                yield head


def test_every_sentence_from_below_stands_in_the_code_below() -> None:
    """As it was reworded there, it would no longer be known, and stay English."""
    folders = (HOME / "judge" / one for one in ("cards", "decks", "rulebook", "text"))
    trees = [ast.parse(path.read_text("utf-8")) for one in folders for path in one.rglob("*.py")]
    constants = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    said = {node.value for node in constants if isinstance(node.value, str)}
    below = [row for key, row in phrases("en").items() if key.startswith("below.")]
    assert below
    for row in below:
        for piece in filter(None, (plain.strip(" :,") for plain, *_ in Formatter().parse(row))):
            assert any(piece in one for one in said), row


MODULES = [
    *(HOME / "judge" / "decks").rglob("*.py"),
    *(HOME / "judge" / "render" / "decks").rglob("*.py"),
    *(HOME / "judge" / "cli").glob("deck*.py"),
]
SECTIONS = {key.partition(".")[0] for key in phrases("en")}


def test_every_word_of_a_shipped_rulebook_has_its_french() -> None:
    for game in games():
        folder = HOME / "rulebooks" / game
        assert list(unworded(folder, "fr")) == []
        assert told_words(game)


def test_a_word_that_is_not_there_is_told(tmp_path: Path) -> None:
    folder = HOME / "rulebooks" / "dbs"
    found = list(unworded(folder, "xx"))
    assert {one.expected for one in found} == told_words("dbs")
    assert {one.file for one in found} == {str(folder / "deck.xx.toml")}


def test_french_has_its_space_before_double_signs() -> None:
    """A narrow space that does not break, before : ; ? ! and inside quotes."""
    wrong = re.compile(r"[^\u202f:/][:;?!](?: |$)|« |« | »| »|[ \u00a0][:;?!]")
    rows = rows_of(PHRASES / "fr.toml")
    assert {key: row for key, row in rows.items() if wrong.search(row)} == {}


def test_the_catalogue_is_shipped() -> None:
    assert (Path(judge.__file__).parent / "decks" / "phrases" / "fr.toml").is_file()
