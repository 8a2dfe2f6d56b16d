"""`judge cards …`: the full parser of its commands."""

from __future__ import annotations

from typing import Annotated

import typer

cards_app = typer.Typer(
    name="cards",
    help="Card data and limit lists: import them into your catalogue, look them up.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Game = Annotated[
    str,
    typer.Option("--game", metavar="GAME", help="Only this game; for a CSV file, the game that it is of."),
]
Catalogue = Annotated[
    str, typer.Option("--cards", metavar="FILE", help="This catalogue instead of your own.")
]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help="How to print it.")]


@cards_app.command(
    "import",
    epilog="""Examples:

\b
  judge cards import cards.cdb prerelease.cdb        a card database, and one that overrides it
  judge cards import cards.csv --game dbs            a spreadsheet
  judge cards import lflist.conf                     Forbidden and Limited lists
  judge cards import corrections.toml                your own word on some cards
  judge cards import cards-fr.cdb                    names in another language, beside those that are there

All files are written, or none.""",
)
def import_(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help=".cdb, YGOPRODeck JSON, CSV, TOML or lflist.conf.")
    ],
    game: Game = "",
    cards: Catalogue = "",
    format: Format = "text",
    language: Annotated[
        str,
        typer.Option(
            "--language", metavar="LANG", help="The language of the names, where it is not told apart: fr."
        ),
    ] = "",
) -> None:
    """Read card data and limit lists into the catalogue; later files override earlier ones."""
    from judge.cli.cards import import_cards

    raise typer.Exit(import_cards(files, game, cards, format, language))


@cards_app.command(
    epilog="""Example:

\b
  judge cards search harpie lady --game ygo"""
)
def search(
    words: Annotated[
        list[str], typer.Argument(metavar="WORD", help="All of them, in the number, name or text.")
    ],
    game: Game = "",
    cards: Catalogue = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Print so many at most.")] = 20,
    format: Format = "text",
) -> None:
    """List the cards that have all the words; exit 1 when there is none."""
    from judge.cli.cards import search as search_cards

    raise typer.Exit(search_cards(words, game, cards, limit, format))


@cards_app.command(
    epilog="""Examples:

\b
  judge cards show BT5-117
  judge cards show "Dark Magician" --game ygo"""
)
def show(
    card: Annotated[str, typer.Argument(metavar="CARD", help="A number or a name.")],
    game: Game = "",
    cards: Catalogue = "",
    format: Format = "text",
) -> None:
    """Print all that is known of a card, and which file says so."""
    from judge.cli.cards import show as show_card

    raise typer.Exit(show_card(card, game, cards, format))


@cards_app.command(
    epilog="""Examples:

\b
  judge cards lists                                  the lists there are, with their hashes
  judge cards lists "2014-08-15 TCG"                 the list of that day, card by card"""
)
def lists(
    wanted: Annotated[
        str, typer.Argument(metavar="NAME|DATE", help="One list, by name or by date and series.")
    ] = "",
    cards: Catalogue = "",
    format: Format = "text",
) -> None:
    """List the Forbidden and Limited lists, or the entries of one."""
    from judge.cli.cards import lists as show_lists

    raise typer.Exit(show_lists(wanted, cards, format))


@cards_app.command(
    epilog="""Examples:

\b
  judge cards read BT5-117                           its text, what it means, and what nothing here knows
  judge cards read "Son Goku" --game dbs --why       with the meanings of what is in doubt
  judge cards read mine.toml --toml                  as abilities, to be written into a file of cards
  judge cards read --all --game dbs                  how much of all texts is read, and what stops most"""
)
def read(
    card: Annotated[
        str, typer.Argument(metavar="CARD|FILE", help="A number, a name, or a file of card data.")
    ] = "",
    game: Game = "",
    cards: Catalogue = "",
    all: Annotated[bool, typer.Option("--all", help="Count what is read of the whole catalogue.")] = False,
    why: Annotated[bool, typer.Option("--why", help="Show what a sentence in doubt may mean.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="Print the abilities, as a file of cards.")] = False,
    format: Format = "text",
) -> None:
    """Read the printed text of a card, sentence by sentence: what it means, or where reading stops."""
    from judge.cli.card_texts import read as read_texts

    raise typer.Exit(read_texts(card, game, cards, all, why, toml, format))
