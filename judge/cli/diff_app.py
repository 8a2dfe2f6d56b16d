"""`judge diff`: its full parser."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Jobs, Module

comparisons = typer.Typer()  # its commands stand among those of judge itself


@comparisons.command(
    epilog="""Examples:

\b
  judge diff main                           what the rulebooks of the work tree change against main
  judge diff main fixtures/dbs              only on these rulings
  judge diff main HEAD                      one revision against another
  judge diff dbs@1.06 dbs                   a version against the book as it is
  judge diff dbs house.toml rulings/        changes of your own, laid over a rulebook
  judge diff main:house.toml house.toml     these changes as they were at a revision, and as they are
  judge diff old/ new/ rulings/             two folders, of a rulebook or of several
  judge diff main --map new.toml            with articles that have other numbers since
  judge diff main --format markdown         as a comment on a pull request
  judge diff main --accept accepted.toml    with the changes that `judge accept` wrote down

The rulings are those of the work tree; of a revision only rulebooks/ is taken. They are played by the
program that is installed.

Exit codes: 0 no answer and no fact changes that is not accepted, 1 some do, 2 bad input."""
)
def diff(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="A [B] [PATH]...",
            help="A game, GAME@VERSION, a TOML file of changes, a folder or a revision; B is the work tree "
            "where it is not given. Then rulings, or folders of them.",
        ),
    ],
    format: Annotated[
        str, typer.Option("--format", metavar="text|markdown|json", help="How to print it.")
    ] = "text",
    accept: Annotated[
        str, typer.Option("--accept", metavar="FILE", help="Changes accepted by name: `judge accept`.")
    ] = "",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write it to a file instead.")
    ] = "",
    map: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="What B calls articles of A otherwise, as `judge renumber --map` reads it."
        ),
    ] = "",
    module: Module = None,
    jobs: Jobs = 1,
) -> None:
    """Print which rulings change between two rulebooks, and at which article."""
    from judge.cli.diff import DiffOptions, diff_rulebooks

    options = DiffOptions(tuple(words), format, accept, output, tuple(module or ()), jobs, map)
    raise typer.Exit(diff_rulebooks(options))
