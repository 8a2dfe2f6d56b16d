"""The full parser of `judge init` and `judge site`, which start a repository of rulings and publish it."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Jobs, Language, Module, Overlay, Readings, Rulebook, complete_game

clubs = typer.Typer()  # its commands stand among those of judge itself


@clubs.command(
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
    from judge.cli.club import init as begin

    raise typer.Exit(begin(folder, game, rulebook))


# --- `judge site` --------------------------------------------------------------------------------------


@clubs.command(
    epilog="""Examples:

\b
  judge site rulings/ -o site/                  a page for each ruling, the rulebook beside them
  judge site fixtures/dbs fixtures/tdg -o site/ --jobs 0

The files need no server and no network: open site/index.html. What `judge site` wrote there before is written
again; a folder with other files is refused.

Exit codes: 0 all hold, 1 one does not, 2 bad input, 4 not implemented yet; pages of the others are there."""
)
def site(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Rulings, as TOML files, or folders of them.")
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="FOLDER", help="Where the site stands.")],
    lang: Language = "",
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    jobs: Jobs = 1,
) -> None:
    """Draw rulings as a site: a page each, the articles beside them, a search, a quiz."""
    from judge.cli.options import RunOptions, spoken
    from judge.cli.site import SiteOptions, make_site
    from judge.suite.played import Playing

    texts = tuple(reading or ())
    readings = tuple(sorted(RunOptions((), readings=texts).reading_values.items()))
    playing = Playing(rulebook, tuple(overlay or ()), tuple(module or ()), readings)
    raise typer.Exit(make_site(SiteOptions(tuple(paths), output, playing, spoken(lang), jobs, texts)))
