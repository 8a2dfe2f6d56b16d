"""`judge deck event`: the full parser of its command."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Language
from judge.cli.deck_app import (
    Cap,
    CardFiles,
    Date,
    Encoding,
    Event,
    From,
    Game,
    ListName,
    NoCards,
    Output,
    PageFormat,
    Strict,
    deck_app,
)
from judge.cli.deck_options import DeckOptions
from judge.cli.options import spoken

__all__ = ["deck_app"]

EVENTS = """Examples:

\b
  judge deck event lyon/event.toml                    who is missing, late, twice there; every deck's faults
  judge deck event lyon/event.toml --format html -o report.html
  judge deck event lyon/event.toml --sheets sheets.html --sort surname
  judge deck event lyon/event.toml --messages out/    a message for each player
  judge deck event lyon/event.toml --lock lyon.lock   then: judge deck diff --lock lyon.lock played/ann.txt
  judge deck event lyon/event.toml --pick 5 --seed "round 3, 4711" --count-sheet round-3.html

A folder with a roster among its decks will do: a CSV with a row a player (name, id, table).

Exit codes: 0 nothing is wrong, 1 a deck is illegal, missing, late …, 2 a file cannot be read."""


Whole = Annotated[
    str, typer.Argument(metavar="EVENT", help="An event's TOML file, or a folder with a roster and decks.")
]
Sort = Annotated[str, typer.Option("--sort", metavar="table|surname|file", help="The order of everything.")]
Sheets = Annotated[
    str, typer.Option("--sheets", metavar="FILE", help="Write registration sheets and the roster, to print.")
]
Messages = Annotated[
    str, typer.Option("--messages", metavar="DIR", help="Write a message for each player into a folder.")
]
WrittenLock = Annotated[
    str, typer.Option("--lock", metavar="FILE", help="Write a lock, for `judge deck diff --lock`.")
]
Pick = Annotated[int | None, typer.Option("--pick", metavar="N", help="Pick tables for a deck check.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="What the tables are picked by.")]
CountSheet = Annotated[
    str,
    typer.Option(
        "--count-sheet",
        metavar="FILE",
        help="Write what a checker counts by: .html or .txt; of the tables picked, or of all.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Leave out the row a player.")]


@deck_app.command(epilog=EVENTS)
def event(
    path: Whole,
    game: Game = "",
    form: From = "",
    cards: CardFiles = None,
    no_cards: NoCards = False,
    list_name: ListName = "",
    date: Date = "",
    cap: Cap = 0,
    name: Event = "",
    sort: Sort = "",
    sheets: Sheets = "",
    messages: Messages = "",
    lock: WrittenLock = "",
    pick: Pick = None,
    seed: Seed = None,
    counts: CountSheet = "",
    format: PageFormat = "text",
    output: Output = "",
    encoding: Encoding = "",
    strict: Strict = False,
    quiet: Quiet = False,
    lang: Language = "",
) -> None:
    """Check a whole event: its roster against the decks that were handed in."""
    from judge.cli.deck_event import EventOptions
    from judge.cli.deck_event import event as check_event

    deck = DeckOptions(
        (), game, form, encoding, tuple(cards or ()), no_cards, list_name, name, format, output,
        strict=strict, quiet=quiet, date=date, cap=cap, lang=spoken(lang),
    )  # fmt: skip
    raise typer.Exit(check_event(EventOptions(path, deck, sort, sheets, messages, lock, counts, pick, seed)))
