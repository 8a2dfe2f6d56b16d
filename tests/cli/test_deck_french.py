"""What the deck commands tell people in French, problems of an event's own files among it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

THIN = "\u202f"
POSTURES = ("--game", "postures", "--no-cards", "--lang", "fr")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("event.toml", 'roster = "r.csv"\ngaem = "dbs"\n', "clé inconnue"),
        (
            "event.toml",
            'roster = ""\n',
            "(attendu le chemin d'un fichier CSV, trouvé un texte vide)",
        ),
        (
            "event.toml",
            'roster = "x.csv"\n',
            "pas de 'x.csv' à côté de ce fichier (attendu un fichier",
        ),
        (
            "event.toml",
            'roster = "r.csv"\ndeadline = "soon"\n',
            "ce n'est pas une heure (attendu une heure",
        ),
        ("r.csv", "table\n1\n", "aucune colonne de cette liste n'a les noms des joueurs"),
        ("r.csv", "name,id\nAnn,1\nBob,1\n", "numéro donné deux fois : d'abord ligne 2, pour Ann"),
        ("r.csv", "name,submitted\nAnn,soon\n", "ce n'est pas une heure"),
        ("r.csv", "name\n", "il n'y a personne sur cette liste de joueurs"),
        ("r.csv", "", "cette liste de joueurs est vide"),
    ],
)
def test_what_stops_an_event(judge: Any, tmp_path: Path, name: str, content: str, told: str) -> None:
    """A slip in its file or its roster, with what was expected and found."""
    files = {"event.toml": 'roster = "r.csv"\n', "r.csv": "name,id\nAnn,1\n", name: content}
    (tmp_path / "decks").mkdir()
    for file, text in files.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    called = judge("deck", "event", tmp_path / "event.toml", *POSTURES)
    assert called.code == 2
    assert told in called.err.replace(THIN, " ")
    assert not re.search(r"\b(expected|found|the|of)\b", called.err.rpartition(str(tmp_path))[2])


def test_a_deck_outside_its_folder(judge: Any, tmp_path: Path) -> None:
    """Among the decks of an event it is a matter of one deck, and stops nothing."""
    decks = tmp_path / "event" / "decks"
    decks.mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("3 Wolf\n")
    (decks / "ann.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "event" / "event.toml").write_text('roster = "r.csv"\n')
    (tmp_path / "event" / "r.csv").write_text("name,table\nAnn,1\n")
    called = judge("deck", "event", tmp_path / "event", *POSTURES)
    told = " ".join(called.out.replace(THIN, " ").split())
    assert "pas lu : ce lien mène hors du dossier (attendu un fichier du dossier, trouvé" in told


def test_a_deck_of_nobody_in_a_lock(judge: Any, tmp_path: Path) -> None:
    """And one whose time nobody can read."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "event.toml").write_text('roster = "r.csv"\ndeadline = 2020-03-31\n')
    (tmp_path / "r.csv").write_text("name,table\nAnn,1\n")
    (tmp_path / "decks" / "ann.txt").write_text("Player: Ann\nSubmitted: soon\n3 Wolf\n")
    told = judge("deck", "event", tmp_path, "--lock", tmp_path / "lock", *POSTURES).out
    told = " ".join(told.replace(THIN, " ").split())
    assert "quand le deck de Ann a été rendu : ce n'est pas une heure (attendu une heure" in told
    (tmp_path / "bob.txt").write_text("Player: Bob\n3 Wolf\n")
    called = judge("deck", "diff", "--lock", tmp_path / "lock", tmp_path / "bob.txt", *POSTURES)
    assert "Bob n'est pas dans le verrou (attendu un joueur du verrou" in called.err.replace(THIN, " ")
