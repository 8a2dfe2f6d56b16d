"""The full command-line parser: help, completion and messages for slips. What a command does stands in its
own module.
"""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import (
    Fixtures,
    Format,
    Game,
    Jobs,
    Language,
    Lenient,
    Module,
    Output,
    Overlay,
    Readings,
    Rulebook,
    RunFormat,
    Save,
    Seat,
    Unfold,
    Until,
    complete_article,
    complete_game,
)
from judge.cli.cards_app import cards_app
from judge.cli.deck_app import deck_app
from judge.cli.options import RunOptions, spoken
from judge.cli.question_app import questions
from judge.cli.rulebook_app import rulebooks
from judge.cli.spoken_help import speaking
from judge.cli.suite_app import suite
from judge.release import VERSION

# --- The full parser of `judge init` and `judge site`, which start a repository of rulings and publish
# it.
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


# --- `judge serve` and `judge mcp`: their full parsers.
EVERYWHERE = "0.0.0.0"  # phones in the same network are what it is for
services = typer.Typer()  # its commands stand among those of judge itself


@services.command(
    epilog="""Examples:

\b
  judge serve                                the form for every phone in this network
  judge serve --folder rulings/              disputes may be kept there, too
  judge serve --host 127.0.0.1 --port 0      for this machine alone, at any port that is free

It needs the extra `serve`: pip install 'rules-judge[serve]'. What a request may cost: docs/serve.md.

Exit codes: 0 ended, 2 bad input."""
)
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; all of this machine.")
    ] = EVERYWHERE,
    port: Annotated[int, typer.Option(metavar="N", help="The port; 0 takes any that is free.")] = 8750,
    folder: Annotated[
        str, typer.Option(metavar="FOLDER", help="Where disputes may be kept; without it nothing is written.")
    ] = "",
    lang: Language = "",
) -> None:
    """Answer disputes from phones in the local network: a form, and its rulings."""
    from judge.cli.options import spoken
    from judge.cli.serve import ServeOptions
    from judge.cli.serve import serve as answer

    raise typer.Exit(answer(ServeOptions(host, port, folder, spoken(lang))))


@services.command(
    epilog="""Examples:

\b
  judge mcp                                  over standard input and output, as clients start it
  judge mcp --http                           at http://127.0.0.1:8751/mcp, for this machine alone

It needs the extra `mcp`: pip install 'rules-judge[mcp]'. How clients are told of it: docs/mcp.md.

Exit codes: 0 ended, 2 bad input."""
)
def mcp(
    http: Annotated[bool, typer.Option("--http", help="Listen on 127.0.0.1 instead.")] = False,
    port: Annotated[int, typer.Option(metavar="N", help="The port of --http.")] = 8751,
) -> None:
    """Answer chat clients by the Model Context Protocol: boards, acts, rulings, articles, decks."""
    from judge.cli.serve import mcp as answer

    raise typer.Exit(answer(http, port))


# Plain help: it loads nothing more, and it reads well everywhere.
app = typer.Typer(
    name="judge",
    help="A judge for trading card games: plays a dispute by the rulebook, each step with its article.",
    epilog="""Start here:

\b
  judge new dbs                  asks for a dispute and rules on it
  judge new dbs > mine.toml      a small dispute to change into yours
  judge run mine.toml            its ruling
  judge deck check decks/        every fault of every deck
  judge rule dbs 7-1             an article that it cites

Exit codes: 0 holds, 1 a fixture fails, 2 bad input, 3 undecided by the rulebook or for
want of a card's text, 4 not implemented yet, 70 a bug of ours.""",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.add_typer(deck_app)
app.add_typer(cards_app)
app.add_typer(questions)
app.add_typer(suite)
app.add_typer(rulebooks)
app.add_typer(clubs)
app.add_typer(services)


def show_version(wanted: bool) -> None:
    """Prints the version and ends."""
    if wanted:
        print(f"judge {VERSION}")
        raise typer.Exit


@app.callback()
def judge(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=show_version, is_eager=True),
    ] = False,
) -> None:
    """The options before any command."""


@app.command(
    epilog="""Examples:

\b
  judge run mine.toml                       the ruling, step by step
  judge run mine.toml --all                 also the windows in which nobody could act
  judge run mine.toml --as A                only what player A may see
  judge run fixtures/dbs/turn/*.toml        many at once
  judge run - < mine.toml                   from standard input
  judge run mine.toml --save pause.toml     go on later from where it stops
  judge run mine.toml --format html -o mine.html    a page for a phone, which needs nothing else
  judge run mine.toml --lenient             though it passes where nobody is asked

Exit codes: 0 all hold, 1 one fails, 2 bad input, 3 undecided by the rulebook or for want of a card's
text, 4 not implemented yet."""
)
def run(
    files: Fixtures,
    format: RunFormat = "text",
    all: Unfold = False,
    until: Until = "",
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    seat: Seat = "",
    lang: Language = "",
    save: Save = "",
    lenient: Lenient = False,
    output: Output = "",
) -> None:
    """Play disputes and print their rulings."""
    from judge.cli.run import run_fixtures

    options = RunOptions(
        tuple(files), format, all, until, tuple(reading or ()), rulebook, seat, spoken(lang), save,
        tuple(overlay or ()), tuple(module or ()), lenient, output,
    )  # fmt: skip
    raise typer.Exit(run_fixtures(options))


@app.command(
    epilog="""Examples:

\b
  judge migrate rulings/ --dry-run          what would change, one line each
  judge migrate mine.toml club/*.toml       rewrite them in place

Exit codes: 0 all hold as they are written now, 1 something is left for a person, 2 bad input."""
)
def migrate(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Disputes, as TOML files, or folders of them.")
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing, only say what would change.")
    ] = False,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
) -> None:
    """Rewrite disputes of an older release so that they go on holding."""
    from judge.cli.migrate import MigrateOptions, migrate_fixtures
    from judge.migration import Rules

    rules = Rules(rulebook, tuple(overlay or ()), tuple(module or ()))
    raise typer.Exit(migrate_fixtures(MigrateOptions(tuple(paths), dry_run, rules)))


@app.command(
    epilog="""Examples:

\b
  judge rule dbs 7-1-4                      what it says, what runs it, which fixtures cite it
  judge rule dbs counter window             the articles that have these words"""
)
def rule(
    game: Game,
    article: Annotated[
        list[str],
        typer.Argument(
            metavar="ARTICLE", help="An id, or words to search for.", autocompletion=complete_article
        ),
    ],
    format: Format = "text",
    lang: Language = "",
) -> None:
    """Print one article, or those that have the words given."""
    from judge.cli.rules import Look
    from judge.cli.rules import rule as show_rule

    raise typer.Exit(show_rule(Look(game, format, spoken(lang)), article))


@app.command(
    epilog="""Examples:

\b
  judge rules dbs                           every article, one a line
  judge rules dbs --search "combo cost"     those with these words
  judge rules dbs --unbound                 mechanical ones that nothing runs yet; exit 1 if any"""
)
def rules(
    game: Game,
    search: Annotated[str, typer.Option(metavar="WORDS", help="Only articles with all these words.")] = "",
    unbound: Annotated[
        bool, typer.Option("--unbound", help="Only mechanical articles that are neither bound nor excused.")
    ] = False,
    format: Format = "text",
    lang: Language = "",
) -> None:
    """List the articles of a rulebook."""
    from judge.cli.rules import Look
    from judge.cli.rules import rules as show_rules

    raise typer.Exit(show_rules(Look(game, format, spoken(lang)), search, unbound))


@app.command(
    epilog="""Examples:

\b
  judge new dbs > mine.toml                 a dispute to change into yours, every part explained
  judge new dbs                             asks for one instead, on a terminal; docs/new.md
  judge new -o halt.toml                    the same, written to a file; the game goes by the question
  judge new dbs --ask < answers.txt         the answers from a pipe, a line each

Exit codes of the form: that of its ruling, as `judge run` has it; 2 where the input ends early."""
)
def new(
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]",
            help="The rulebook's id, such as dbs, or its folder.",
            autocompletion=complete_game,
            show_default=False,
        ),
    ] = "",
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask for the dispute, though there is no terminal.")
    ] = False,
    template: Annotated[
        bool, typer.Option("--template", help="Print the dispute to change, though there is a terminal.")
    ] = False,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write the dispute that is asked for.")
    ] = "",
    cards: Annotated[
        list[str] | None,
        typer.Option("--cards", metavar="FILE", help="Take cards from this file too; may be repeated."),
    ] = None,
    lang: Language = "",
) -> None:
    """Ask for a dispute and rule on it; or print one to change into yours, every part explained."""
    from judge.cli.new import NewOptions
    from judge.cli.new import new as new_dispute

    raise typer.Exit(new_dispute(NewOptions(game, ask, template, output, tuple(cards or ()), lang)))


@app.command(
    epilog="""Examples:

\b
  judge lint                                all rulebooks that there are
  judge lint dbs --format json              one of them, for an editor
  judge lint club/                          a folder of your own
  judge lint dbs --overlay house.toml       changes that you lay over a rulebook
  judge lint club/ --fixtures rulings/      also what is left open and no ruling touches

A fault is what keeps a rulebook from being loaded, a text that sends its reader to an article that is not
there, what nothing in a game comes to, and replacements that no article puts in order. A note is of what may
be meant so: readings that change nothing, that get in each other's way, or that no ruling touches.

Exit codes: 0 neither, 1 notes, 2 faults."""
)
def lint(
    rulebooks: Annotated[
        list[str] | None,
        typer.Argument(metavar="RULEBOOK", help="Games by name, or folders.", autocompletion=complete_game),
    ] = None,
    overlay: Overlay = None,
    module: Module = None,
    fixtures: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH", help="Play these rulings: what is open that none touches? May be repeated."
        ),
    ] = None,
    jobs: Jobs = 0,
    format: Format = "text",
) -> None:
    """Print every fault of a rulebook: unknown keys, names that dangle, what nothing comes to."""
    from judge.cli.rules import LintOptions
    from judge.cli.rules import lint as print_faults

    options = LintOptions(
        tuple(rulebooks or ()), format, tuple(overlay or ()), tuple(module or ()), tuple(fixtures or ()), jobs
    )
    raise typer.Exit(print_faults(options))


@app.command(
    epilog="""Examples:

\b
  judge schema > fixture.schema.json        for editors: `#:schema fixture.schema.json` on top of a fixture
  judge schema --game dbs                   with every word that its cards may say
  judge schema rulebook                     the tables of a rulebook; also version, articles, deck-rules,
                                            editions, card-data, phrases, article-words, reading-words,
                                            deck-words, card-texts
  judge schema ruling                       what `judge run --format json` prints"""
)
def schema(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="The kind of file.")] = "fixture",
    game: Annotated[
        str, typer.Option("--game", help="A fixture of this game, with what its cards may say.")
    ] = "",
) -> None:
    """Print the JSON schema of a kind of file."""
    from judge.cli.new import schema as print_schema

    raise typer.Exit(print_schema(kind, game))


speaking(app)
