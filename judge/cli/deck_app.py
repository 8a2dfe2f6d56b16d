"""`judge deck …`: the full parser of its commands."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Jobs, Language
from judge.cli.deck_options import REPORTS, DeckOptions
from judge.cli.options import spoken

deck_app = typer.Typer(
    name="deck",
    help="Decks: check them before an event, convert them, print sheets, compare.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

CHECKS = """Examples:

\b
  judge deck check ann.txt --game dbs                 every fault, with article and line
  judge deck check decks/ --list "2014.7 TCG"         a folder, under a Forbidden and Limited list
  judge deck check decks/ --format html -o report.html
  judge deck check decks/ --format junit > decks.xml

Formats are told by what is in a file: TOML, .ydk, ydke://, plain lists, CSV, Tabletop Simulator, .cod, JSON.
Card data come from your catalogue (judge cards import), or from --cards; without any, what cannot be checked
is said.

Exit codes: 0 all legal, 1 one illegal or incomplete, 2 a file cannot be read.

With --expect, for test decks: 0 when all of what a deck says in [expect] holds, 1 when some fails."""

Files = Annotated[
    list[str], typer.Argument(metavar="DECK", help="Deck files, or folders of them; - for what is piped in.")
]
Two = Annotated[
    list[str],
    typer.Argument(
        metavar="REGISTERED OTHER", help="Two deck files; with --lock any number of them, or folders."
    ),
]
One = Annotated[str, typer.Argument(metavar="DECK", help="A deck file.")]
Game = Annotated[str, typer.Option("--game", metavar="GAME", help="The game, where the files do not say.")]
From = Annotated[
    str,
    typer.Option("--from", metavar="FORMAT", help="The format of the files, instead of what they look like."),
]
Encoding = Annotated[
    str, typer.Option(metavar="NAME", help="Encoding of files that are not UTF-8, such as cp1252.")
]
CardFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--cards",
        metavar="FILE",
        help="Card data instead of your catalogue: .cdb, JSON, CSV, TOML; may be repeated.",
    ),
]
NoCards = Annotated[bool, typer.Option("--no-cards", help="Use no card data.")]
ListName = Annotated[
    str,
    typer.Option(
        "--list",
        metavar="NAME|DATE|FILE[:NAME]",
        help='A Forbidden and Limited list: "2014.7 TCG", "2014-08-15 TCG".',
    ),
]
Date = Annotated[str, typer.Option("--date", metavar="DAY", help="The day of the event, such as 2014-07-01.")]
Cap = Annotated[
    int, typer.Option("--cap", metavar="N", help="What a deck's cards may cost, under a list of points.")
]
Event = Annotated[str, typer.Option(metavar="NAME", help="The event, for the reports.")]
Output = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")]
Cluster = Annotated[str, typer.Option(metavar="ADDRESS", help="A dask.distributed scheduler to work on.")]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings and what could not be checked fail too.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing of legal decks.")]
Echo = Annotated[bool, typer.Option("--echo", help="Print the list as it was understood, too.")]
Expect = Annotated[
    bool, typer.Option("--expect", help="For test decks: what a deck says in [expect] decides the exit code.")
]
Lock = Annotated[
    str,
    typer.Option("--lock", metavar="FILE", help="Compare with an event's lock; then any number of decks."),
]
DataFormat = Annotated[str, typer.Option("--format", metavar="text|json", help="How to print it.")]
PageFormat = Annotated[str, typer.Option("--format", metavar="text|json|html", help="How to print it.")]


def complete(incomplete: str) -> list[str]:
    """The formats of reports."""
    return [name for name in REPORTS if name.startswith(incomplete)]


ReportFormat = Annotated[
    str,
    typer.Option("--format", metavar="|".join(REPORTS), help="How to print it.", autocompletion=complete),
]


@deck_app.command(epilog=CHECKS)
def check(
    files: Files,
    game: Game = "",
    form: From = "",
    cards: CardFiles = None,
    no_cards: NoCards = False,
    list_name: ListName = "",
    date: Date = "",
    cap: Cap = 0,
    event: Event = "",
    format: ReportFormat = "text",
    output: Output = "",
    jobs: Jobs = 1,
    cluster: Cluster = "",
    encoding: Encoding = "",
    strict: Strict = False,
    quiet: Quiet = False,
    echo: Echo = False,
    expect: Expect = False,
    lang: Language = "",
) -> None:
    """Check decks: every fault of every deck, with its article and place."""
    from judge.cli.decks import check as check_decks

    options = DeckOptions(
        tuple(files), game, form, encoding, tuple(cards or ()), no_cards, list_name, event,
        format, output, jobs, cluster, strict, quiet, date, cap, echo, spoken(lang), expect,
    )  # fmt: skip
    raise typer.Exit(check_decks(options))


@deck_app.command(
    epilog="""Examples:

\b
  judge deck confirm ann.txt                          to read it, or to send it back
  judge deck confirm decks/ --format html -o read.html
                                                      a page a player, to print and sign

Exit codes: 0 all read, 2 a line or a file cannot be understood."""
)
def confirm(
    files: Files,
    game: Game = "",
    form: From = "",
    cards: CardFiles = None,
    no_cards: NoCards = False,
    event: Event = "",
    format: PageFormat = "text",
    output: Output = "",
    encoding: Encoding = "",
    lang: Language = "",
) -> None:
    """How each deck was read, line by line, for its player to confirm."""
    from judge.cli.decks import confirm as confirm_decks

    options = DeckOptions(
        tuple(files), game, form, encoding, tuple(cards or ()), no_cards, "", event, format, output,
        lang=spoken(lang),
    )  # fmt: skip
    raise typer.Exit(confirm_decks(options))


@deck_app.command(
    epilog="""Examples:

\b
  judge deck convert ann.ydk --to text                to read it
  judge deck convert ann.txt --to ydke --game ygo     to send it
  judge deck convert ann.csv --to toml -o ann.toml    to keep it"""
)
def convert(
    deck: One,
    to: Annotated[str, typer.Option(metavar="toml|text|json|ydk|ydke|csv", help="The format to write.")],
    output: Output = "",
    game: Game = "",
    form: From = "",
    cards: CardFiles = None,
    no_cards: NoCards = False,
    encoding: Encoding = "",
    lang: Language = "",
) -> None:
    """Write a deck in another format, and tell what that format cannot hold."""
    from judge.cli.decks import convert as convert_deck

    options = DeckOptions((deck,), game, form, encoding, tuple(cards or ()), no_cards, output=output)
    raise typer.Exit(convert_deck(options._replace(lang=spoken(lang)), to))


@deck_app.command(
    epilog="""Examples:

\b
  judge deck sheet ann.txt -o ann.html                one sheet, to print from a browser
  judge deck sheet decks/ --event "Lyon Open" -o sheets.html"""
)
def sheet(
    files: Files,
    game: Game = "",
    form: From = "",
    cards: CardFiles = None,
    no_cards: NoCards = False,
    list_name: ListName = "",
    date: Date = "",
    cap: Cap = 0,
    event: Event = "",
    output: Output = "",
    encoding: Encoding = "",
    lang: Language = "",
) -> None:
    """Registration sheets to print: one page a player, and a roster of the event."""
    from judge.cli.decks import sheet as print_sheets

    options = DeckOptions(
        tuple(files), game, form, encoding, tuple(cards or ()), no_cards, list_name, event,
        output=output, date=date, cap=cap, lang=spoken(lang),
    )  # fmt: skip
    raise typer.Exit(print_sheets(options))


@deck_app.command(
    epilog="""Example:

\b
  judge deck diff registered/ann.ydk played/ann.ydk   exit 0 the same, 1 not
  judge deck diff --lock lyon.lock played/            each against what its player had locked (judge deck event --lock)"""  # noqa: E501
)
def diff(
    files: Two,
    lock: Lock = "",
    game: Game = "",
    form: From = "",
    cards: CardFiles = None,
    no_cards: NoCards = False,
    format: DataFormat = "text",
    encoding: Encoding = "",
    lang: Language = "",
) -> None:
    """Compare a registered deck with the one that is played."""
    options = DeckOptions(tuple(files), game, form, encoding, tuple(cards or ()), no_cards, format=format)
    options = options._replace(lang=spoken(lang))
    if lock:
        from judge.cli.deck_event import diff_lock

        raise typer.Exit(diff_lock(options, lock))
    from judge.cli.decks import diff as show_diff

    raise typer.Exit(show_diff(options))


@deck_app.command(
    epilog="""Example:

\b
  judge deck side registered/ann.ydk duel2/ann.ydk    exit 0 in order, 1 not"""
)
def side(
    files: Two,
    game: Game = "",
    form: From = "",
    cards: CardFiles = None,
    no_cards: NoCards = False,
    list_name: ListName = "",
    date: Date = "",
    cap: Cap = 0,
    format: DataFormat = "text",
    encoding: Encoding = "",
    strict: Strict = False,
    expect: Expect = False,
    lang: Language = "",
) -> None:
    """Check a sided deck: the registered cards exchanged as the rules allow, and legal itself."""
    from judge.cli.decks import side as check_side

    options = DeckOptions(
        tuple(files), game, form, encoding, tuple(cards or ()), no_cards, list_name,
        format=format, strict=strict, date=date, cap=cap, lang=spoken(lang), expect=expect,
    )  # fmt: skip
    raise typer.Exit(check_side(options))


# --- `judge deck event` --------------------------------------------------------------------------------
EVENTS = """Examples:

\b
  judge deck event lyon/event.toml                    who is missing, late, twice there; every deck's faults
  judge deck event lyon/event.toml --format html -o report.html
  judge deck event lyon/event.toml --sheets sheets.html --sort surname
  judge deck event lyon/event.toml --messages out/    a message for each player
  judge deck event lyon/event.toml --lock lyon.lock   then: judge deck diff --lock lyon.lock played/ann.txt
  judge deck event lyon/event.toml --pick 5 --seed "round 3, 4711" --count-sheet round-3.html

A folder with a roster among its decks will do: a CSV with a row a player (name, id, table).

Exit codes: 0 nothing is wrong, 1 a deck is illegal, missing, late …, 2 a file cannot be read."""


Whole = Annotated[
    str, typer.Argument(metavar="EVENT", help="An event's TOML file, or a folder with a roster and decks.")
]
Sort = Annotated[str, typer.Option("--sort", metavar="table|surname|file", help="The order of everything.")]
Sheets = Annotated[
    str, typer.Option("--sheets", metavar="FILE", help="Write registration sheets and the roster, to print.")
]
Messages = Annotated[
    str, typer.Option("--messages", metavar="DIR", help="Write a message for each player into a folder.")
]
WrittenLock = Annotated[
    str, typer.Option("--lock", metavar="FILE", help="Write a lock, for `judge deck diff --lock`.")
]
Pick = Annotated[int | None, typer.Option("--pick", metavar="N", help="Pick tables for a deck check.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="What the tables are picked by.")]
CountSheet = Annotated[
    str,
    typer.Option(
        "--count-sheet",
        metavar="FILE",
        help="Write what a checker counts by: .html or .txt; of the tables picked, or of all.",
    ),
]
QuietEvent = Annotated[bool, typer.Option("--quiet", "-q", help="Leave out the row a player.")]


@deck_app.command(epilog=EVENTS)
def event(
    path: Whole,
    game: Game = "",
    form: From = "",
    cards: CardFiles = None,
    no_cards: NoCards = False,
    list_name: ListName = "",
    date: Date = "",
    cap: Cap = 0,
    name: Event = "",
    sort: Sort = "",
    sheets: Sheets = "",
    messages: Messages = "",
    lock: WrittenLock = "",
    pick: Pick = None,
    seed: Seed = None,
    counts: CountSheet = "",
    format: PageFormat = "text",
    output: Output = "",
    encoding: Encoding = "",
    strict: Strict = False,
    quiet: QuietEvent = False,
    lang: Language = "",
) -> None:
    """Check a whole event: its roster against the decks that were handed in."""
    from judge.cli.deck_event import EventOptions
    from judge.cli.deck_event import event as check_event

    deck = DeckOptions(
        (), game, form, encoding, tuple(cards or ()), no_cards, list_name, name, format, output,
        strict=strict, quiet=quiet, date=date, cap=cap, lang=spoken(lang),
    )  # fmt: skip
    raise typer.Exit(check_event(EventOptions(path, deck, sort, sheets, messages, lock, counts, pick, seed)))
