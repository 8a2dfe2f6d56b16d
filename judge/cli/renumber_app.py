"""`judge renumber`: its full parser."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Module, complete_game

renumberings = typer.Typer()  # its command stands among those of judge itself


@renumberings.command(
    epilog="""Examples:

\b
  judge renumber --map new.toml rulebooks/dbs fixtures/dbs --dry-run    what would change, a file a line
  judge renumber --map new.toml rulebooks/dbs fixtures/dbs judge/games/dbs
                                            rewrite them in place, the Python of the game too
  judge renumber --map new.toml rulings/ --rulebook dbs
                                            only rulings: the rulebook has the new numbers already
  judge renumber rulebooks/dbs fixtures/dbs cited articles that are not there

The map says for each article how it is called now, "7-1-2" = "7-1-3", all at once: two may change places.

Exit codes: 0 rewritten, or nothing stale, 1 something is left for a person, or stale, 2 bad input: nothing is
rewritten."""
)
def renumber(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH", help="A rulebook, rulings, traces, acceptances, or folders of them."),
    ],
    map: Annotated[
        str,
        typer.Option(metavar="FILE", help="Old ids with new ones; without it stale citations are listed."),
    ] = "",
    rulebook: Annotated[
        str,
        typer.Option(
            metavar="NAME|FOLDER",
            help="The rulebook whose articles these are, where it is not the one among the paths.",
            autocompletion=complete_game,
        ),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing, only say what would change.")
    ] = False,
    prose: Annotated[
        bool, typer.Option("--prose", help="Also in titles, notes and comments, where it is a whole word.")
    ] = False,
    module: Module = None,
) -> None:
    """Give articles other numbers, in a rulebook and in all that cites it; or list stale citations."""
    from judge.cli.renumber import RenumberOptions, renumber_files

    options = RenumberOptions(tuple(paths), map, rulebook, dry_run, prose, tuple(module or ()))
    raise typer.Exit(renumber_files(options))
