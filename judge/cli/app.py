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
from judge.cli.club_app import clubs
from judge.cli.deck_app import deck_app
from judge.cli.options import RunOptions, spoken
from judge.cli.question_app import questions
from judge.cli.rulebook_app import rulebooks
from judge.cli.serve_app import services
from judge.cli.spoken_help import speaking
from judge.cli.suite_app import suite
from judge.release import VERSION

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
