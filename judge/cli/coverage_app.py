"""`judge coverage` and `judge mutate`: the full parser of what rulings show of a rulebook."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Jobs, Module, Overlay, Rulebook, complete_game

coverages = typer.Typer()  # its commands stand among those of judge itself
Paths = Annotated[
    list[str], typer.Argument(metavar="PATH", help="Rulings, as TOML files, or folders of them.")
]
OfGame = Annotated[
    str,
    typer.Option("--game", metavar="GAME", help="Only rulings of this game.", autocompletion=complete_game),
]


@coverages.command(
    epilog="""Examples:

\b
  judge coverage fixtures/ --game dbs                   how far rulings go with each article
  judge coverage rulings/ --rulebook club/ --all        every article, with all its rulings
  judge coverage fixtures/ --fail-under 95              list what is left; exit 1 below 95 of a hundred
  judge coverage fixtures/ --format html -o book.html   the rulebook's articles with counts, as one page

Exit codes: 0 done, 1 less is covered than --fail-under asks for, 2 bad input."""
)
def coverage(
    paths: Paths,
    game: OfGame = "",
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    format: Annotated[
        str, typer.Option("--format", metavar="text|json|markdown|html", help="How to print it.")
    ] = "text",
    all: Annotated[bool, typer.Option("--all", help="Every article, and all rulings of each.")] = False,
    fail_under: Annotated[
        float, typer.Option(metavar="N", help="Exit 1 when fewer of a hundred articles are covered.")
    ] = 0.0,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Write it to a file.")] = "",
    jobs: Jobs = 1,
) -> None:
    """Print which articles of a rulebook decide, act or are never asked in rulings."""
    from judge.cli.coverage import CoverageOptions, show_coverage
    from judge.suite.played import Playing

    playing = Playing(rulebook, tuple(overlay or ()), tuple(module or ()))
    options = CoverageOptions(tuple(paths), playing, game, format, all, fail_under, output, jobs)
    raise typer.Exit(show_coverage(options))
