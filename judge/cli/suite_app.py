"""The full parser of `judge diff`, `judge accept` and `judge test`: many rulings at once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from judge.cli.arguments import Jobs, Module, Overlay, Readings, Rulebook
from judge.cli.codes import BAD_INPUT
from judge.cli.options import RunOptions, slip
from judge.cli.output import tell

if TYPE_CHECKING:
    from judge.suite.review.pending import Kind

suite = typer.Typer()  # its commands stand among those of judge itself


# --- `judge diff` --------------------------------------------------------------------------------------


@suite.command(
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


# --- `judge accept` ------------------------------------------------------------------------------------


Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH|NAME", help="Rulings or folders of them; rulings by name."),
]
Kept = Annotated[
    str, typer.Option("--from", metavar="DIFF", help="What `judge diff --format json` printed; without PATH.")
]
Changed = Annotated[bool, typer.Option("--changed", help="All traces that have changed.")]
New = Annotated[bool, typer.Option("--new", help="All that are not kept yet.")]
Stale = Annotated[bool, typer.Option("--stale", help="Remove those whose rulings are gone.")]
Articles = Annotated[
    list[str] | None, typer.Option(metavar="ARTICLE", help="All that part at this article; may be repeated.")
]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why the change is right.")]
File = Annotated[
    str, typer.Option(metavar="FILE", help="Where reasons go: reasons.toml; with --from accepted.toml.")
]
Prune = Annotated[bool, typer.Option("--prune", help="With --from: leave out what matches nothing any more.")]
Dry = Annotated[bool, typer.Option("--dry-run", help="List it, and write nothing.")]
Uncached = Annotated[bool, typer.Option("--no-cache", help="Play every ruling, also what has not changed.")]
Processes = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", help="Processes that work; 0 is one a core.")
]


@suite.command(
    epilog="""Examples:

\b
  judge accept rulings/                                  asks about each group of one cause, on a terminal
  judge accept rulings/ --dry-run                        lists what is pending, and writes nothing
  judge accept rulings/ --group 7-1-2 --reason "the window is gone"
  judge accept rulings/ dbs/battle/x --reason "7-1-2 is gone"
  judge accept rulings/ --new                            keeps traces where there were none
  judge accept rulings/ --stale                          removes traces whose rulings are gone

\b
  judge diff main --format json -o diff.json
  judge accept --from diff.json                          the same for answers and facts that change
  judge accept --from diff.json --group 7-1-2 --reason "the window is gone"
  judge accept --from diff.json --prune                  leaves out what matches nothing any more

Where CI is set pending traces are not accepted. Exit codes: 0 written, 2 bad input."""
)
def accept(
    words: Words = None, kept: Kept = "", changed: Changed = False, new: New = False, stale: Stale = False,
    group: Articles = None, reason: Why = "", file: File = "", prune: Prune = False, dry_run: Dry = False,
    no_cache: Uncached = False, reading: Readings = None, rulebook: Rulebook = "", overlay: Overlay = None,
    module: Module = None, jobs: Processes = 0,
) -> None:  # fmt: skip
    """Accept traces that changed, or changed answers and facts, each with a reason."""
    names, groups = tuple(words or ()), tuple(group or ())
    if kept:
        refuse(
            {
                "--changed": changed, "--new": new, "--stale": stale, "--dry-run": dry_run,
                "--no-cache": no_cache, "--reading": reading, "--rulebook": rulebook, "--overlay": overlay,
                "--module": module, "--jobs": jobs,
            },
            "with PATH, not with --from",
        )  # fmt: skip
        from judge.cli.diff import AcceptOptions, accept_changes

        given = AcceptOptions(kept, names, file or "accepted.toml", groups, reason, prune)
        raise typer.Exit(accept_changes(given))
    refuse({"--prune": prune}, "with --from; of traces --stale removes those left over")
    from judge.cli.accept import FILE, TraceOptions, accept_traces
    from judge.cli.suite import SuiteOptions

    paths, named = sorted_words(names)
    run = RunOptions(
        paths, readings=tuple(reading or ()), rulebook=rulebook,
        overlays=tuple(overlay or ()), modules=tuple(module or ()),
    )  # fmt: skip
    suite = SuiteOptions(run, cache=not no_cache, jobs=jobs)
    kinds = kinds_of(changed, new, stale)
    options = TraceOptions(suite, named, kinds, groups, reason, file or FILE, dry_run)
    raise typer.Exit(accept_traces(options))


def sorted_words(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Sorts words into paths, which exist, and names of rulings."""
    paths = tuple(word for word in words if os.path.exists(word))
    return paths, tuple(word for word in words if word not in paths)


def kinds_of(changed: bool, new: bool, stale: bool) -> tuple[Kind, ...]:
    """The kinds of traces that are wanted."""
    kinds: list[tuple[Kind, bool]] = [("changed", changed), ("new", new), ("stale", stale)]
    return tuple(kind for kind, wanted in kinds if wanted)


def refuse(given: Mapping[str, object], where: str) -> None:
    """Ends with a problem for each option that means nothing in this form."""
    problems = [slip(option, f"{option} goes {where}") for option, value in given.items() if value]
    if problems:
        tell(problems)
        raise typer.Exit(BAD_INPUT)


# --- `judge test` --------------------------------------------------------------------------------------
def complete_format(incomplete: str) -> list[str]:
    """The formats."""
    from judge.cli.suite import FORMATS

    return [name for name in FORMATS if name.startswith(incomplete)]


@suite.command(
    "test",
    epilog="""Examples:

\b
  judge test fixtures/                      every ruling, those that may have changed played
  judge test rulings/ --format junit        for a CI service; also sarif, github, markdown, json
  judge test rulings/ --shard 2/4           the second of four parts, each ruling in one of them
  judge test rulings/ --update              keep the traces that are new or have changed
  judge test rulings/ --overlay errata.toml what these changes would change

Exit codes: 0 all hold and no trace has changed, 1 some fail or have changed, 2 bad input, 3 some are
undecided by the rulebook and do not say so, or for want of a card's text, 4 not implemented yet.""",
)
def examine(
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Rulings, or folders of them.")],
    format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="text|json|junit|sarif|github|markdown",
            help="How to print it.",
            autocompletion=complete_format,
        ),
    ] = "text",
    all: Annotated[bool, typer.Option("--all", help="Show all that does not hold, however many.")] = False,
    shard: Annotated[str, typer.Option(metavar="I/N", help="Only the I-th of N parts.")] = "",
    update: Annotated[
        bool, typer.Option("--update", help="Keep new and changed traces of rulings that hold; not in CI.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="A trace that is new, or left over, is a fault too.")
    ] = False,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Play every ruling, also what has not changed.")
    ] = False,
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", help="Processes that work; 0 is one a core.")
    ] = 0,
) -> None:
    """Hold rulings against their facts, and against the traces kept beside them."""
    from judge.cli.suite import SuiteOptions, examine_rulings

    run = RunOptions(
        tuple(paths), format, all, "", tuple(reading or ()), rulebook,
        overlays=tuple(overlay or ()), modules=tuple(module or ()),
    )  # fmt: skip
    raise typer.Exit(examine_rulings(SuiteOptions(run, shard, update, not no_cache, strict, jobs)))
