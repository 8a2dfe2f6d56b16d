"""Hostile rulebooks, and changes that are laid over good ones."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any, Final

from bench import HOME, rulings
from bench.fuzzing.disputes import parsed, written
from bench.fuzzing.trees import pooled
from judge.rulebook.shelf import FILES

_LINTED: Final = 0.6  # of the inputs; the others are played by
# What is read of a folder beside these is the same in all.
_TABLES: Final = (*FILES, "articles", "phrases.en", "deck", "cards")


class Rulebooks:
    """One table of a rulebook changed, and a version or an overlay."""

    name = "rulebooks"

    def __init__(self, chance: Random) -> None:
        self.games = sorted(one.parent.name for one in (HOME / "rulebooks").glob("*/rulebook.toml"))
        self.rulings = {game: rulings(game) for game in self.games}
        self.tables = {game: dict(self._tables(game)) for game in self.games}
        self.overlays = {
            game: [parsed(one) for one in sorted((HOME / "rulebooks" / game / "versions").glob("*.toml"))]
            for game in self.games
        }
        self.pool = pooled([one for tables in self.tables.values() for one in tables.values()], chance)
        self.changes = pooled([one for some in self.overlays.values() for one in some], chance)

    def _tables(self, game: str) -> list[tuple[str, Any]]:
        files = (HOME / "rulebooks" / game / f"{one}.toml" for one in _TABLES)
        return [(one.name, parsed(one)) for one in files if one.is_file()]

    def make(self, chance: Random, folder: Path) -> list[str]:
        """Write one, and say with what it is called."""
        game = chance.choice(
            [one for one in self.games if self.overlays[one]] if chance.random() < 0.3 else self.games
        )
        if self.overlays[game] and chance.random() < 0.3:
            return self._overlay(game, chance, folder)
        book = folder / game
        shutil.rmtree(book, ignore_errors=True)
        shutil.copytree(HOME / "rulebooks" / game, book)
        table = chance.choice(list(self.tables[game]))
        (book / table).write_bytes(written(self.tables[game][table], self.pool, chance))
        if table in ("deck.toml", "cards.toml") or chance.random() < _LINTED:
            return ["lint", str(book)]
        return ["run", str(chance.choice(self.rulings[game])), "--rulebook", str(book)]

    def _overlay(self, game: str, chance: Random, folder: Path) -> list[str]:
        file = folder / "over.toml"
        file.write_bytes(written(chance.choice(self.overlays[game]), self.changes, chance))
        if chance.random() < _LINTED:
            return ["lint", game, "--overlay", str(file)]
        return ["run", str(chance.choice(self.rulings[game])), "--overlay", str(file)]
