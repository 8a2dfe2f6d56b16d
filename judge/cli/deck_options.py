"""The options of the `judge deck` commands, as they were written."""

from __future__ import annotations

from typing import Final

from judge.cli.options import HOME
from judge.text.rows import NamedTuple

ECHOES: Final = ("text", "json", "html")  # the formats that tell the list as it was understood
REPORTS: Final = ("text", "json", "junit", "sarif", "github", "csv", "html")


class DeckOptions(NamedTuple):
    """The options by which decks are read and judged, as they were written."""

    files: tuple[str, ...]
    game: str = ""
    form: str = ""
    encoding: str = ""
    cards: tuple[str, ...] = ()
    no_cards: bool = False
    list: str = ""
    event: str = ""
    format: str = "text"
    output: str = ""
    jobs: int = 1
    cluster: str = ""
    strict: bool = False
    quiet: bool = False
    date: str = ""
    cap: int = 0
    echo: bool = False
    lang: str = HOME
    expect: bool = False
