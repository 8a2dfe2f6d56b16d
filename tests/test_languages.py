"""Rulings and articles in French: whole, in the words of the books, and marked where they are English."""

from __future__ import annotations

import pickle
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from judge.fixture.load import load_fixture
from judge.page.page import Page, page_of
from judge.play.ruling import Ruling, run
from judge.render.text import render
from judge.rulebook.articles import every_article
from judge.rulebook.lint import lint
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import games, rulebooks_folder
from judge.rulebook.translations import spoken_articles, translated, unsaid
from judge.speech.catalogue import phrases
from judge.text.said import Said

HOME = Path(__file__).parent.parent
FIXTURES = HOME / "fixtures"
THIN = "\u202f"
FRENCH = [game for game in games() if game != "victory-spark"]  # the games whose book is French
# English words that are no names of script words, events or zones, and no French ones.
ENGLISH = re.compile(
    r"\b(the|goes|with|without|cannot|is|are|of|and|or|not|has|have|there|it|this|none|until|nothing)\b",
    re.IGNORECASE,
)
# Words of the engine or of a script where a sentence has words of its own; a plain space before a sign.
RAW = re.compile(
    rf"Moment{THIN}: [a-z]+-|ceci{THIN}: ([a-z]+-|ko|take)|lit le Bloc [a-z]|^[AB] (pass|end|done|lock)\b"
    rf"|^\w+{THIN}: (\w+ )?-\d| [:;?!»]|«(?!{THIN})"
)
QUOTED = re.compile(
    rf"«{THIN}.*?{THIN}»|\[[^]]*\]|[^.?!]*\(en anglais\)|[a-z]+(?:-[a-z]+)+|\b[AB]\.[\w.]+|\b\w+\.has\b",
    re.DOTALL,
)


def french(name: str) -> str:
    """A ruling in French, on one line, with plain spaces."""
    text = render(run(load_fixture(FIXTURES / name)), lang="fr")
    return " ".join(text.replace(THIN, " ").split())


# --- two rulings, as a French judge tells them: shared/RULING.md has them by hand -------------------------
def test_a_counter_dispute_in_french() -> None:
    told = french("dbs/counter-window/the-actor-may-not-start-a-window.toml")
    assert told.startswith("NON : A ne peut pas contrer avec mine. dbs 1.078 ")
    assert "Zone de Vie de B : 4 → 3." in told
    assert "nope → Zone de Dispersion de A." in told
    assert "Est-ce que A peut contrer avec mine (après « B: counter halt ») ? Non, 10-10-3-2" in told
    reasons = told.partition(" RAISONS ")[2].partition(" ÉTAPES ")[0]
    assert re.match(
        r"10-10-3-2 \[Contre : Attaque\] passe en suspens quand l'adversaire .*déclar.* attaque", reasons
    )
    assert "4-7-3-2 Le maître d'un [Contre] en suspens" in reasons
    assert "Ici : " in reasons
    steps = told.partition(" ÉTAPES ")[2]
    assert "1 A attaque lb avec k1." in steps
    assert "k1 passe en mode Inertie." in steps
    assert "Annulation : halt." in steps
    assert "CONTRÔLE Exact : 2 affirmations, 2 faits, 1 article." in steps


def test_a_trap_in_the_damage_step_in_french() -> None:
    told = french("ygo/damage-step/a-trap-that-heals-cannot-be-activated-in-the-damage-step.toml")
    assert told.startswith("NON : A ne peut pas activer balm, ni activer axe. ygo pendulum ")
    assert "LP de B : 8000 → 7800." in told
    assert "ogre → Cimetière de B." in told
    assert "knight : ATK 1500 → 2200." in told
    reasons = told.partition(" RAISONS ")[2].partition(" ÉTAPES ")[0]
    assert re.match(r"ds\.limits Durant la Damage Step", reasons)
    assert "Cartes Contre-Piège" in reasons
    assert "l'ATK ou la DEF d'un monstre" in reasons
    assert re.search(r"QUAND C'EST PERMIS activer balm : .* à la fin du script\.", reasons)
    assert "B subit 200 dommages de combat" in told


# --- nothing is left in English ---------------------------------------------------------------------------
def sentences(page: Page) -> list[str]:
    """Every sentence of a page but the title of its fixture."""
    reasons = [text for one in page.why for text in (one.summary, *one.here)]
    opened = [
        text
        for one in page.open
        for text in (one.question, one.why, *(part for way in one.possibilities for part in way[2:4]))
    ]
    return [
        *page.answer.answers, *page.answer.changes, *(one.question for one in page.asked), *page.when,
        *reasons, *(one.text for one in page.steps), page.idle, *opened, page.next.text,
        *page.next.refused, page.checked.text, *page.checked.failures,
    ]  # fmt: skip


@pytest.mark.sample(14)
def test_a_french_page_has_no_english_in_it(ruled: Ruling) -> None:
    """Script lines are quoted, and words of a script and of a card's text are names."""
    for every in (False, True):
        told = sentences(page_of(ruled, "", "fr", every))
        assert [one for one in told if ENGLISH.search(QUOTED.sub("", str(one)))] == []
        assert [one for one in told if RAW.search(one)] == []


@pytest.mark.parametrize("game", games())
def test_a_french_page_has_words_for_what_english_takes_from_the_rulebook(game: str) -> None:
    """Windows, attributes, scores, zones, spans and moments, by the names that the rulebook has for them."""
    book, words = load_rulebook(game), phrases(str(rulebooks_folder() / game), "fr")
    own = tomllib.loads((rulebooks_folder() / game / "phrases.fr.toml").read_text(encoding="utf-8"))
    named = {
        "window": book.windows,
        "attr": book.attributes,
        "score": book.tables["score"],
        "zone": book.zones,
        "until": book.tables["until"],
        "moment": book.tables["moments"],
        "version": book.tables["compared"],
        "point": book.tables["point"],
    }
    common = {"until", "moment"}  # of which those that games share stand in the common catalogue
    missing = [
        f"{section}.{name}"
        for section, names in named.items()
        for name in names
        if name not in (words if section in common else own).get(section, {})
    ]
    assert missing == []


@pytest.mark.parametrize("game", FRENCH)
def test_every_article_has_a_summary_in_french(game: str) -> None:
    folder = str(rulebooks_folder() / game)
    assert unsaid(spoken_articles(folder, "fr").values(), "fr") == 0


@pytest.mark.parametrize("game", games())
def test_what_a_book_leaves_open_is_asked_in_french(game: str) -> None:
    book = load_rulebook(game)
    found = translated(str(rulebooks_folder() / game), "readings", "fr")
    assert set(found.get("reading", {})) == set(book.tables["reading"])
    assert set(found.get("question", {})) == set(book.tables["question"])
    for name, row in book.tables["reading"].items():
        assert set(found["reading"][name]["value"]) == set(row["value"])


# --- where the French is missing --------------------------------------------------------------------------
def test_an_article_without_french_is_told_by_its_title_and_marked() -> None:
    found = run(load_fixture(next(iter(sorted((FIXTURES / "victory-spark").glob("*/*.toml"))))))
    reasons = page_of(found, "", "fr").why
    articles = every_article(str(rulebooks_folder() / "victory-spark"))
    assert reasons
    for one in reasons:
        assert (one.summary, one.language) == (f"{articles[one.article].title} (en anglais)", "en")


def test_an_english_page_says_that_it_is_english() -> None:
    found = run(load_fixture(FIXTURES / "dbs/counter-window/the-actor-may-not-start-a-window.toml"))
    assert {one.language for one in page_of(found).why} == {"en"}
    assert {one.language for one in page_of(found, "", "fr").why} == {"fr"}


# --- the door ---------------------------------------------------------------------------------------------
@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A copy of a rulebook, to be spoilt."""
    return Path(shutil.copytree(rulebooks_folder() / "dbs", tmp_path / "dbs"))


def told(folder: Path) -> list[tuple[str, int, str, str]]:
    """The faults of a rulebook: file, line, what was found and the nearest name."""
    return [(Path(one.file).name, one.line, one.found, one.hint) for one in lint(str(folder))]


def test_words_for_an_article_that_is_not_there_are_a_fault(book: Path) -> None:
    (book / "articles.fr.toml").write_text('[article."7-1-33"]\ntitle = "x"\n')
    assert told(book) == [("articles.fr.toml", 1, "7-1-33", "7-1-3")]


def test_an_unknown_key_of_an_article_is_a_fault(book: Path) -> None:
    (book / "articles.fr.toml").write_text('[article."7-1-3"]\nsumary = "x"\n')
    assert told(book) == [("articles.fr.toml", 2, "sumary", "summary")]


@pytest.mark.soak
def test_a_title_alone_is_no_fault(book: Path) -> None:
    (book / "articles.fr.toml").write_text('[article."7-1-3"]\ntitle = "x"\n')
    assert told(book) == []
    one = spoken_articles(str(book), "fr")["7-1-3"]
    assert (one.title, one.summary, one.language) == ("x", "", "fr")


@pytest.mark.soak
def test_words_for_readings_and_questions_that_are_not_there_are_faults(book: Path) -> None:
    rows = 'question = "?"\nwhy = "!"\n'
    (book / "readings.fr.toml").write_text(
        f'[reading.defeattiming]\n{rows}[reading.defeat-timing]\n{rows}value.at-onc = {{ says = "x" }}\n'
        f'[question.nobody]\n{rows}taken = ""\nother = []\n'
    )
    assert told(book) == [
        ("readings.fr.toml", 1, "defeattiming", "defeat-timing"),
        ("readings.fr.toml", 7, "at-onc", "at-once"),
        ("readings.fr.toml", 8, "nobody", ""),
    ]


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_words_for_a_point_that_is_not_there_are_a_fault(book: Path, lang: str) -> None:
    file = book / f"phrases.{lang}.toml"
    text = file.read_text(encoding="utf-8").replace("[point]\n", '[point]\nmian = "x"\n')
    file.write_text(text, encoding="utf-8")
    line = text.splitlines().index('mian = "x"') + 1
    assert told(book) == [(file.name, line, "mian", "main")]


def test_a_sentence_remembers_its_phrase_between_processes() -> None:
    one = pickle.loads(pickle.dumps(Said("refused", "refused by {rules}", rules="7-1")))
    assert (one, one.key, one.values["rules"]) == ("refused by 7-1", "refused", "7-1")


@pytest.mark.soak
def test_words_for_what_deck_rules_do_not_say_are_a_fault(book: Path) -> None:
    (book / "deck.fr.toml").write_text(
        '[word]\n"cards in teh deck" = "x"\n"the number" = "x"\n"the qqq" = "x"\n'
    )
    assert told(book) == [
        ("deck.fr.toml", 2, "cards in teh deck", "cards in the deck"),
        ("deck.fr.toml", 4, "the qqq", ""),
    ]
