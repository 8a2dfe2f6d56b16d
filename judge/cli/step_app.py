"""`judge step`: the full parser."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Language, Module, Overlay, Readings, Rulebook, Seat, Unfold
from judge.cli.language import spoken
from judge.cli.options import RunOptions

steppings = typer.Typer()  # its command stands among those of judge itself


@steppings.command(
    epilog="""Examples:

\b
  judge step mine.toml                      on a screen of its own: ? tells the keys
  judge step mine.toml --plain              line by line: n on, b back, g 7-1-2 there, 1 chooses, ? help
  judge step mine.toml --as A               only what player A may see
  printf 'd\\n2\\ns other.toml\\n' | judge step mine.toml

The screen takes textual: pip install 'rules-judge[step]'. docs/step.md says more.

Exit codes: 0 walked through, 2 bad input, 4 not implemented yet."""
)
def step(
    file: Annotated[str, typer.Argument(metavar="FIXTURE", help="A dispute, as a TOML file.")],
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, in a pipe too.")] = False,
    all: Unfold = False,
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
    seat: Seat = "",
    lang: Language = "",
) -> None:
    """Walk through a dispute: forward, back, to an article, and on with another choice."""
    from judge.cli.step import StepOptions, step_fixture

    options = RunOptions(
        (file,), "text", all, "", tuple(reading or ()), rulebook, seat, spoken(lang),
        overlays=tuple(overlay or ()), modules=tuple(module or ()),
    )  # fmt: skip
    raise typer.Exit(step_fixture(StepOptions(options, plain)))
