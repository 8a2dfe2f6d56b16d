"""The full parser: help, completion, and words for a slip. What a command does stands in its own module."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.cards_app import cards_app
from judge.cli.deck_event_app import deck_app
from judge.cli.options import FORMATS, RunOptions
from judge.release import VERSION

# Plain help: it loads nothing more, and it reads well everywhere.
app = typer.Typer(
    name="judge",
    help="A judge for trading card games: plays a dispute by the rulebook, each step with its article.",
    epilog="""Start here:

\b
  judge new dbs > mine.toml      a small dispute to change into yours
  judge run mine.toml            its ruling
  judge deck check decks/        every fault of every deck
  judge rule dbs 7-1             an article that it cites

Exit codes: 0 holds, 1 a fixture fails, 2 bad input, 3 undecided by the rulebook, 4 not implemented yet,
70 a bug of ours.""",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.add_typer(deck_app)
app.add_typer(cards_app)


def complete_game(incomplete: str) -> list[str]:
    """The games that there is a rulebook for."""
    from judge.rulebook.shelf import games

    return [game for game in games() if game.startswith(incomplete)]


def complete_format(incomplete: str) -> list[str]:
    """The formats."""
    return [one for one in FORMATS if one.startswith(incomplete)]


def complete_article(ctx: typer.Context, incomplete: str) -> list[str]:
    """The articles of the game named before."""
    from judge.rulebook.articles import article_ids
    from judge.rulebook.shelf import find, games, versions_of

    game = str(ctx.params.get("game") or "")
    if game not in games():
        return []
    folder = str(find(game))
    ids = {one for version in ("", *versions_of(folder)) for one in article_ids(folder, version)}
    return sorted(one for one in ids if one.startswith(incomplete))


def show_version(wanted: bool) -> None:
    """Print the version and be done."""
    if wanted:
        print(f"judge {VERSION}")
        raise typer.Exit


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
Overlay = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Lay these changes over the rulebook; may be repeated."),
]
Module = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Python that a rulebook of your own may run; may be repeated."),
]
Fixtures = Annotated[list[str], typer.Argument(metavar="FIXTURE", help="Disputes, as TOML files.")]
Dispute = Annotated[str, typer.Argument(metavar="FIXTURE", help="A dispute, as a TOML file.")]
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
Language = Annotated[str, typer.Option(metavar="LANG", help="The language of the sentences.")]
Save = Annotated[
    str, typer.Option(metavar="FILE", help="Write the pause where the run stopped as a fixture.")
]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="A pass or an end where nobody is asked lets a fixture hold.")
]


@app.callback()
def judge(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=show_version, is_eager=True),
    ] = False,
) -> None:
    """What stands before any command."""


@app.command(
    epilog="""Examples:

\b
  judge run mine.toml                       the ruling, step by step
  judge run mine.toml --all                 also the windows in which nobody could act
  judge run mine.toml --as A                only what player A may see
  judge run fixtures/dbs/turn/*.toml        many at once
  judge run mine.toml --save pause.toml     go on later from where it stops
  judge run mine.toml --lenient             though it passes where nobody is asked

Exit codes: 0 all hold, 1 one fails, 2 bad input, 3 undecided by the rulebook, 4 not implemented yet."""
)
def run(
    files: Fixtures,
    format: Format = "text",
    all: Unfold = False,
    until: Until = "",
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    seat: Seat = "",
    lang: Language = "en",
    save: Save = "",
    lenient: Lenient = False,
) -> None:
    """Play disputes and print their rulings."""
    from judge.cli.run import run_fixtures

    options = RunOptions(
        tuple(files), format, all, until, tuple(reading or ()), rulebook, seat, lang, save,
        tuple(overlay or ()), tuple(module or ()), lenient,
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
    from judge.migration.migrate import Rules

    rules = Rules(rulebook, tuple(overlay or ()), tuple(module or ()))
    raise typer.Exit(migrate_fixtures(MigrateOptions(tuple(paths), dry_run, rules)))


@app.command(
    epilog="""Examples:

\b
  judge explore mine.toml                             every way that it can end, from its start
  judge explore mine.toml --after "B: counter halt"   from after that line of its script
  judge explore mine.toml --if "A: activate gift"     only if A begins with it; if A may not, why not
  judge explore mine.toml --find B.life=3             a shortest line to that fact, if there is one
  judge explore mine.toml --take 2 --save two.toml    the second way as a fixture

Exit codes: 0 answered, yes or no, 2 bad input, 4 not implemented yet."""
)
def explore(
    file: Annotated[str, typer.Argument(metavar="FIXTURE", help="A dispute, as a TOML file.")],
    after: Annotated[
        str, typer.Option(metavar="LINE", help="Begin after this line of the script; LINE#2: the second.")
    ] = "",
    first: Annotated[str, typer.Option("--if", metavar="LINE", help="Only ways that begin so.")] = "",
    find: Annotated[
        list[str] | None,
        typer.Option(metavar="FACT", help="Look for an end with this fact; may be repeated: with all."),
    ] = None,
    take: Annotated[int, typer.Option(metavar="N", help="Save the way of this number.")] = 0,
    save: Annotated[
        str, typer.Option(metavar="FILE", help="Write the line as a fixture: of --take, or of --find.")
    ] = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Try so many answers at most.")] = 20_000,
    format: Format = "text",
    all: Annotated[bool, typer.Option("--all", help="Show every way, however many.")] = False,
    until: Until = "",
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    lang: Language = "en",
) -> None:
    """Print every way that a dispute can end, each with a shortest line of decisions to it."""
    from judge.cli.explore import ExploreOptions, explore_fixture

    options = RunOptions(
        (file,), format, all, until, tuple(reading or ()), rulebook, "", lang, save,
        tuple(overlay or ()), tuple(module or ()),
    )  # fmt: skip
    raise typer.Exit(explore_fixture(ExploreOptions(options, after, first, tuple(find or ()), take, limit)))


@app.command(
    epilog="""Examples:

\b
  judge why mine.toml B.life                back from what changed it to a player's last choice
  judge why mine.toml k1.power              a fact as [expect] has it
  judge why mine.toml winner

Exit codes: 0 answered, 2 there is no such fact, 3 undecided by the rulebook, 4 not implemented yet."""
)
def why(
    file: Dispute,
    fact: Annotated[str, typer.Argument(metavar="FACT", help="B.life, k1.power, k1 or winner.")],
    format: Format = "text",
    all: Unfold = False,
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    seat: Seat = "",
    lang: Language = "en",
) -> None:
    """Print why a fact is as it is at the end, and which decision would have turned it."""
    from judge.cli.why import Asked, answer_question

    options = RunOptions(
        (file,), format, all, "", tuple(reading or ()), rulebook, seat, lang, "",
        tuple(overlay or ()), tuple(module or ()),
    )  # fmt: skip
    raise typer.Exit(answer_question(Asked(options, "fact", fact)))


@app.command(
    "why-not",
    epilog="""Examples:

\b
  judge why-not mine.toml "B: counter cheap"            may B, and when?
  judge why-not mine.toml "B: counter cheap" --after "A: attack k1 lb"
  judge why-not mine.toml "hero draws"                  why an ability did not do it
  judge why-not mine.toml hero.rage                     the same of all that it does

Exit codes: 0 answered, yes or no, 2 the question names nothing there is, 3 undecided by the rulebook,
4 not implemented yet.""",
)
def why_not(
    file: Dispute,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="An act, or an ability by its card.")],
    after: Annotated[
        str,
        typer.Option(metavar="LINE|start", help="Only after this line of the script; LINE#2: the second."),
    ] = "",
    step: Annotated[str, typer.Option(metavar="ARTICLE", help="Only within this step.")] = "",
    format: Format = "text",
    all: Unfold = False,
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    seat: Seat = "",
    lang: Language = "en",
) -> None:
    """Print whether an act may be done, when and why not; or why an ability did not do something."""
    from judge.cli.why import Asked, answer_question

    options = RunOptions(
        (file,), format, all, "", tuple(reading or ()), rulebook, seat, lang, "",
        tuple(overlay or ()), tuple(module or ()),
    )  # fmt: skip
    raise typer.Exit(answer_question(Asked(options, "not", question, after, step)))


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
) -> None:
    """Print one article, or those that have the words given."""
    from judge.cli.rules import rule as show_rule

    raise typer.Exit(show_rule(game, article, format))


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
) -> None:
    """List the articles of a rulebook."""
    from judge.cli.rules import rules as show_rules

    raise typer.Exit(show_rules(game, search, unbound, format))


@app.command(
    epilog="""Example:

\b
  judge new dbs > mine.toml && judge run mine.toml"""
)
def new(game: Game) -> None:
    """Print a small dispute to change into yours, every part explained."""
    from judge.cli.new import new as print_new

    raise typer.Exit(print_new(game))


@app.command(
    epilog="""Examples:

\b
  judge lint                                all rulebooks that there are
  judge lint dbs --format json              one of them, for an editor
  judge lint club/                          a folder of your own
  judge lint dbs --overlay house.toml       changes that you lay over a rulebook

Exit codes: 0 no fault, 2 some."""
)
def lint(
    rulebooks: Annotated[
        list[str] | None,
        typer.Argument(metavar="RULEBOOK", help="Games by name, or folders.", autocompletion=complete_game),
    ] = None,
    overlay: Overlay = None,
    module: Module = None,
    format: Format = "text",
) -> None:
    """Print every fault of a rulebook: unknown keys, wrong forms, names that dangle."""
    from judge.cli.lint import lint as print_faults

    raise typer.Exit(print_faults(rulebooks or [], format, tuple(overlay or ()), tuple(module or ())))


@app.command(
    epilog="""Examples:

\b
  judge schema > fixture.schema.json        for editors: `#:schema fixture.schema.json` on top of a fixture
  judge schema --game dbs                   with every word that its cards may say
  judge schema rulebook                     the tables of a rulebook; also version, articles, deck-rules,
                                            editions, card-data, phrases"""
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
