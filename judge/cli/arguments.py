"""Arguments and options that several commands take, with their help and their completion."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.options import FORMATS, RUN_FORMATS


def complete_game(incomplete: str) -> list[str]:
    """The games that there is a rulebook for."""
    from judge.rulebook.shelf import games

    known = (game for game in games() if len(game.split()) == 1)  # a shell takes others for several words
    return [game for game in known if game.startswith(incomplete)]


def complete_format(incomplete: str) -> list[str]:
    """The formats."""
    return [name for name in FORMATS if name.startswith(incomplete)]


def complete_run_format(incomplete: str) -> list[str]:
    """The formats of a ruling."""
    return [name for name in RUN_FORMATS if name.startswith(incomplete)]


def complete_article(ctx: typer.Context, incomplete: str) -> list[str]:
    """The articles of the game named before."""
    from judge.errors import BadInput
    from judge.rulebook.articles import article_ids
    from judge.rulebook.shelf import find, games, versions_of

    game = str(ctx.params.get("game") or "")
    if game not in games():
        return []
    try:
        folder = str(find(game))
        ids = {id_ for version in ("", *versions_of(folder)) for id_ in article_ids(folder, version)}
    except BadInput:  # which is told when the command runs
        return []
    return sorted(id_ for id_ in ids if id_.startswith(incomplete))


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="The rulebook's id, such as dbs, or its folder.", autocompletion=complete_game
    ),
]
Format = Annotated[
    str,
    typer.Option("--format", metavar="text|json", help="How to print it.", autocompletion=complete_format),
]
RunFormat = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="text|json|html|markdown",
        help="How to print it; html is one page that needs nothing else.",
        autocompletion=complete_run_format,
    ),
]
Output = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", help="Write it to a file instead of printing it.")
]
Overlay = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Lay these changes over the rulebook; may be repeated."),
]
Module = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Python that a rulebook of your own may run; may be repeated."),
]
Fixtures = Annotated[
    list[str], typer.Argument(metavar="FIXTURE", help="Disputes, as TOML files; - is standard input.")
]
Dispute = Annotated[
    str, typer.Argument(metavar="FIXTURE", help="A dispute, as a TOML file; - is standard input.")
]
Unfold = Annotated[bool, typer.Option("--all", help="Unfold everything, idle windows too.")]
Until = Annotated[
    str, typer.Option(metavar="STEP", help="Stop when this step is about to run, such as 7-1-4.")
]
Readings = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Where the book is unclear, read it so; may be repeated."),
]
Rulebook = Annotated[
    str,
    typer.Option(
        metavar="NAME|FOLDER",
        help="Play by this rulebook instead of the fixture's.",
        autocompletion=complete_game,
    ),
]
Seat = Annotated[str, typer.Option("--as", metavar="A|B", help="Show only what this player may see.")]
Language = Annotated[str, typer.Option(metavar="LANG", help="The language of the sentences, en or fr.")]
Save = Annotated[
    str, typer.Option(metavar="FILE", help="Write the pause where the run stopped as a fixture.")
]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="A pass or an end where nobody is asked lets a fixture hold.")
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", help="Processes that work; 0 is one a core.")]
