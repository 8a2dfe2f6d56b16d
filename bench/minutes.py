"""A new user's minute: a dispute of each game, asked by `judge new --ask` in few keystrokes.

docs/new.md shows them; `make docs` makes its transcripts anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from typer.testing import CliRunner

from judge.cli.app import app
from judge.cli.options import HOME

PAGE: Final = Path(__file__).parent.parent / "docs" / "new.md"
BLOCK: Final = re.compile(r"(<!-- minute (\S+)(?: (\S+))? -->\n)(.*?)(<!-- end -->)", re.DOTALL)


class Minute(NamedTuple):
    """One dispute: the game, what is typed, the names of cards in it, which count for nothing, and the
    language.
    """

    game: str
    typed: tuple[str, ...]
    cards: tuple[str, ...]
    lang: str = HOME

    @property
    def command(self) -> tuple[str, ...]:
        """What is called."""
        return ("new", self.game, *(("--lang", self.lang) if self.lang != HOME else ()))

    @property
    def keystrokes(self) -> int:
        """How many keys are struck beside those of card names, Enter included."""
        names = re.compile(rf"\b(?:{'|'.join(self.cards)})\b")
        return sum(len(names.sub("", line)) + 1 for line in self.typed)


PAST: Final = ("A at wolf direct", "cl", "A c1 wolf 1000; B c1 cow 0 def", "", "")
MINUTES: Final = (
    Minute(
        "dbs",
        ("B cou halt", "", "A b raider 15000; B h halt contre(at) cost 1", "A at raider", ""),
        ("halt", "raider"),
    ),
    Minute("postures", PAST, ("wolf", "cow")),
    Minute("postures", PAST, ("wolf", "cow"), "fr"),
    Minute(
        "tdg",
        ("B an sol", "", "A le kor ef(draw 1); B s2 sol dis an(effect, draw 1)", "", ""),
        ("sol", "kor"),
    ),
    Minute("victory-spark", ("A pl ria", "ch", "A h ria le 3, e 2", "", ""), ("ria",)),
    Minute("ygo", ("A act pot", "", "A s pot trap down did=set ef(draw 1)", "", ""), ("pot",)),
)


def transcript(minute: Minute) -> str:
    """What the terminal shows, from the command on."""
    result = CliRunner(env={"JUDGE_LANG": HOME}).invoke(
        app, [*minute.command, "--ask"], input="".join(f"{one}\n" for one in minute.typed)
    )
    return f"$ judge {' '.join(minute.command)}\n{result.stdout.rstrip()}\n"


def page(text: str) -> str:
    """docs/new.md with the transcripts as they are today."""
    found = {(one.game, one.lang): one for one in MINUTES}

    def block(match: re.Match[str]) -> str:
        minute = found[match[2], match[3] or HOME]
        told = f"{minute.keystrokes} keystrokes beside the names of cards.\n\n"
        return f"{match[1]}{told}```console\n{transcript(minute)}```\n{match[5]}"

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    print(page(PAGE.read_text(encoding="utf-8")), end="")
