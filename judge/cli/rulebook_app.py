"""The full parser of `judge renumber`, `judge coverage` and `judge mutate`: a rulebook and its rulings."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Format, Jobs, Module, Overlay, Rulebook, complete_game

rulebooks = typer.Typer()  # its commands stand among those of judge itself


# --- `judge renumber` ----------------------------------------------------------------------------------
@rulebooks.command(
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


# --- `judge coverage` and `judge mutate` ---------------------------------------------------------------
Paths = Annotated[
    list[str], typer.Argument(metavar="PATH", help="Rulings, as TOML files, or folders of them.")
]
OfGame = Annotated[
    str,
    typer.Option("--game", metavar="GAME", help="Only rulings of this game.", autocompletion=complete_game),
]


@rulebooks.command(
    epilog="""Examples:

\b
  judge coverage fixtures/ --game dbs                   how far rulings go with each article
  judge coverage rulings/ --rulebook club/ --all        every article, with all its rulings
  judge coverage fixtures/ --fail-under 95              list what is left; exit 1 below 95 of a hundred
  judge coverage fixtures/ --format html -o book.html   the rulebook's articles with counts, as one page

Exit codes: 0 done, 1 less is covered than --fail-under asks for, 2 bad input, 4 not implemented yet."""
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


@rulebooks.command(
    epilog="""Examples:

\b
  judge mutate fixtures/ --game dbs --limit 40 --seed 1 -j 0    a sample, on all cores
  judge mutate rulings/ --rulebook club/                        every mutant of a rulebook of your own
  judge mutate rulings/ --limit 100 --fail-under 90             exit 1 when fewer of a hundred are noticed

A mutant is noticed when the rulebook or a ruling loads no more, when a ruling holds no more, goes another
way than by the rulebook as it stands, or does not end.

Exit codes: 0 done, 1 fewer are noticed than --fail-under asks for, 2 bad input, 4 not implemented yet."""
)
def mutate(
    paths: Paths,
    game: OfGame = "",
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    format: Format = "text",
    all: Annotated[
        bool, typer.Option("--all", help="Text: also the mutants that are noticed, and by what.")
    ] = False,
    limit: Annotated[int, typer.Option(metavar="N", help="Try so many of them only; 0 is all.")] = 0,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Which of them: another text, others.")] = "",
    fail_under: Annotated[
        float, typer.Option(metavar="N", help="Exit 1 when fewer of a hundred are noticed.")
    ] = 0.0,
    jobs: Jobs = 1,
) -> None:
    """Make small faults in a rulebook, in memory, and print those that no ruling notices."""
    from judge.cli.coverage import MutateOptions, show_mutants
    from judge.suite.played import Playing

    playing = Playing(rulebook, tuple(overlay or ()), tuple(module or ()))
    options = MutateOptions(tuple(paths), playing, game, format, all, limit, seed, fail_under, jobs)
    raise typer.Exit(show_mutants(options))
