"""`judge init`: its full parser."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import complete_game

beginnings = typer.Typer()  # its command stands among those of judge itself


@beginnings.command(
    epilog="""Examples:

\b
  judge init club                           a folder `club`: a first ruling, what checks it, what CI runs
  judge init --game ygo                     the same here, in an empty folder, for Yu-Gi-Oh!
  judge init club --rulebook                with a copy of the rulebook, to be edited

The folder is new, or empty but for its .git. All files are written, or none.

Exit codes: 0 written, 2 bad input, 4 not implemented yet."""
)
def init(
    folder: Annotated[
        str, typer.Argument(metavar="[FOLDER]", help="Where; here unless told otherwise.")
    ] = ".",
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="Whose rulings.", autocompletion=complete_game)
    ] = "dbs",
    rulebook: Annotated[
        bool,
        typer.Option("--rulebook", help="Play them by a copy of the rulebook, which lies among the files."),
    ] = False,
) -> None:
    """Begin a club's repository: a ruling, what checks rulings, and a workflow for CI."""
    from judge.cli.init import init as begin

    raise typer.Exit(begin(folder, game, rulebook))
