"""`judge test`: the full parser of what is done with many rulings at once."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Module, Overlay, Readings, Rulebook
from judge.cli.options import RunOptions

suite = typer.Typer()  # its commands stand among those of judge itself


def complete_format(incomplete: str) -> list[str]:
    """The formats."""
    from judge.cli.suite import FORMATS

    return [one for one in FORMATS if one.startswith(incomplete)]


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
