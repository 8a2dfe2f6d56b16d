"""`judge deck … --lang`: every page for people is in the language asked for, what programs read is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

THIN = "\u202f"


@pytest.fixture
def lyon(tmp_path: Path) -> Path:
    """An event with a deck of each kind."""
    decks = tmp_path / "lyon" / "decks"
    decks.mkdir(parents=True)
    (decks / "ann.txt").write_text("Player: Ann Example\n3 Wolf\n2 Bear\n")
    (decks / "bob-other.txt").write_text("4 Wolf\n")
    (decks / "eve.txt").write_text("Player: Eve Smith\n3 Wolf\ntwo Bear\n")
    (tmp_path / "lyon" / "roster.csv").write_text(
        "Name,ID,Table,Submitted\nAnn Example,1180,1,2020-03-30 18:05\nBob Other,1181,1,2020-03-31 20:01\n"
        '"Smith, Eve",1182,2,2020-03-30\nJim Long,1183,2,\n'
    )
    event = tmp_path / "lyon" / "event.toml"
    event.write_text(
        'name = "Lyon Open"\ngame = "postures"\nroster = "roster.csv"\ndecks = "decks"\n'
        "deadline = 2020-03-31T20:00:00\n"
    )
    return event


def plain(text: str) -> str:
    """A text on one line, with plain spaces."""
    return " ".join(text.replace(THIN, " ").split())


def test_an_event_in_french(judge: Any, lyon: Path, tmp_path: Path) -> None:
    written = {
        "--lock": tmp_path / "lyon.lock",
        "--messages": tmp_path / "out",
        "--sheets": tmp_path / "sheets.html",
        "--count-sheet": tmp_path / "count.txt",
    }
    options = [str(part) for pair in written.items() for part in pair]
    called = judge("deck", "event", lyon, "--no-cards", "--lang", "fr", *options)
    assert called.code == 2
    told = plain(called.out)
    assert told.startswith("Lyon Open : 4 joueurs, 3 decks : 1 légal, 1 illégal, 1 illisible.")
    assert "À régler : 1 manquant, 1 en retard, 1 illisible." in told
    assert "Date limite : 31/03/2020 à 20 h 00." in told
    assert "pas de deck de Jim Long (1183), table 2" in told
    assert (
        "le deck de Bob Other (1181), table 1 a été rendu après la date limite "
        "(attendu le 31/03/2020 à 20 h 00 au plus tard, trouvé 31/03/2020 à 20 h 01)"
    ) in told
    assert "le deck de Smith, Eve (1182), table 2 : il manque un nombre d'exemplaires" in told
    assert "Table Joueur N° Verdict Erreurs En outre Deck" in told
    assert "2 decks verrouillés ; non verrouillés, car illisibles" in plain(called.err)
    assert "Rien à compter : aucun deck n'a été rendu." in plain(written["--count-sheet"].read_text())
    assert '<html lang="fr">' in written["--sheets"].read_text()
    message = plain((written["--messages"] / "player-bob-other.txt").read_text())
    assert message.startswith("Lyon Open : votre liste de deck Bob Other (1181), table 1 Votre liste")
    assert "1 erreur : merci de la corriger et de renvoyer la liste." in message


def test_a_lock_is_the_same_in_every_language(judge: Any, lyon: Path, tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        judge("deck", "event", lyon, "--no-cards", "--lang", lang, "--lock", tmp_path / f"{lang}.lock")
    assert (tmp_path / "en.lock").read_bytes() == (tmp_path / "fr.lock").read_bytes()
    deck = tmp_path / "now.txt"
    deck.write_text("Player: Ann Example\n3 Wolf\n1 Bear\n")
    lock = tmp_path / "fr.lock"
    called = judge("deck", "diff", "--lock", lock, deck, "--no-cards", "--lang", "fr")
    assert called.code == 1
    assert plain(called.out).startswith(f"Différent : {deck} de Ann Example, verrouillé dans {lock}")
    assert "1 carte en moins, 0 en plus." in plain(called.out)


@pytest.mark.parametrize("form", ["json", "junit", "sarif", "csv"])
def test_what_programs_read_is_the_same_in_every_language(judge: Any, lyon: Path, form: str) -> None:
    decks = lyon.parent / "decks"
    call = ("deck", "check", decks, "--game", "postures", "--no-cards", "--format", form)
    english, french = (judge(*call, "--lang", lang) for lang in ("en", "fr"))
    assert english == french
    assert english.out


def test_the_json_of_events_and_comparisons_too(judge: Any, lyon: Path) -> None:
    decks = [lyon.parent / "decks" / name for name in ("ann.txt", "bob-other.txt")]
    for call in (
        ("deck", "event", lyon, "--no-cards", "--format", "json"),
        ("deck", "diff", *decks, "--game", "postures", "--no-cards", "--format", "json"),
        ("deck", "confirm", decks[0], "--game", "postures", "--no-cards", "--format", "json"),
    ):
        english, french = (judge(*call, "--lang", lang) for lang in ("en", "fr"))
        assert english == french
        assert english.out.startswith("{")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (("check",), "Illégal. "),
        (("check", "--format", "html"), '<html lang="fr">'),
        (("check", "--format", "github"), "1 illégal."),
        (("confirm",), "C'est ma liste : ___"),
        (("sheet",), "Initiale du nom de famille"),
        (("convert", "--to", "csv"), "section,count,number,name"),
    ],
    ids=lambda one: "-".join(one) if isinstance(one, tuple) else "",
)
def test_every_command_speaks_the_language_of_the_environment(
    judge: Any, lyon: Path, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...], told: str
) -> None:
    monkeypatch.setenv("JUDGE_LANG", "fr")
    name, *rest = call
    called = judge(
        "deck", name, lyon.parent / "decks" / "bob-other.txt", "--game", "postures", "--no-cards", *rest
    )
    assert told in plain(called.out)


def test_what_a_format_cannot_hold_is_told_in_french(judge: Any, lyon: Path) -> None:
    deck = lyon.parent / "decks" / "ann.txt"
    called = judge("deck", "convert", deck, "--to", "csv", "--game", "postures", "--lang", "fr")
    assert "csv ne peut pas contenir le joueur : laissé de côté" in plain(called.err)


def test_siding_is_told_in_french(judge: Any, tmp_path: Path) -> None:
    before, after = tmp_path / "before.txt", tmp_path / "after.txt"
    before.write_text("Main Deck\n3 Wolf\nSide Deck\n2 Bear\n")
    after.write_text("Main Deck\n3 Wolf\n1 Bear\nSide Deck\n")
    called = judge("deck", "side", before, after, "--game", "ygo", "--no-cards", "--lang", "fr")
    assert called.code == 1
    told = plain(called.out)
    assert "Bear : 1 exemplaire après l'échange, 2 à l'inscription" in told
    assert "nombre de cartes, Side Deck : 0 après l'échange, 2 avant" in told


@pytest.mark.parametrize("command", ["check", "confirm", "sheet", "diff", "side", "event"])
def test_a_language_that_there_is_none_of_is_a_problem(judge: Any, lyon: Path, command: str) -> None:
    deck = lyon.parent / "decks" / "ann.txt"
    files = {"diff": (deck, deck), "side": (deck, deck), "event": (lyon,)}.get(command, (deck,))
    called = judge("deck", command, *files, "--lang", "frr")
    assert (called.code, called.out) == (2, "")
    assert "--lang has no value 'frr' (expected en or fr, found frr; did you mean fr?)" in called.err


def test_several_processes_say_the_same(judge: Any, lyon: Path) -> None:
    call = ("deck", "check", lyon.parent / "decks", "--game", "postures", "--no-cards", "--lang", "fr")
    assert judge(*call) == judge(*call, "--jobs", "2")
