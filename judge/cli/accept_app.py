"""`judge accept`: its full parser."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from judge.cli.arguments import Module, Overlay, Readings, Rulebook
from judge.cli.codes import BAD_INPUT
from judge.cli.options import RunOptions, slip
from judge.cli.output import tell

if TYPE_CHECKING:
    from judge.suite.review.pending import Kind

acceptances = typer.Typer()  # its command stands among those of judge itself


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


@acceptances.command(
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
        from judge.cli.accept import AcceptOptions, accept_changes

        given = AcceptOptions(kept, names, file or "accepted.toml", groups, reason, prune)
        raise typer.Exit(accept_changes(given))
    refuse({"--prune": prune}, "with --from; of traces --stale removes those left over")
    from judge.cli.accept_traces import FILE, TraceOptions, accept_traces
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
    """Which words are paths, since something is there, and which are names of rulings."""
    paths = tuple(one for one in words if os.path.exists(one))
    return paths, tuple(one for one in words if one not in paths)


def kinds_of(changed: bool, new: bool, stale: bool) -> tuple[Kind, ...]:
    """The kinds that are wanted."""
    kinds: list[tuple[Kind, bool]] = [("changed", changed), ("new", new), ("stale", stale)]
    return tuple(kind for kind, wanted in kinds if wanted)


def refuse(given: Mapping[str, object], where: str) -> None:
    """End with what was given and means nothing in this form."""
    problems = [slip(option, f"{option} goes {where}") for option, value in given.items() if value]
    if problems:
        tell(problems)
        raise typer.Exit(BAD_INPUT)
