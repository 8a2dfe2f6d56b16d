"""The full parser of the commands about one dispute: `explore`, `why`, `why-not`, `minimise` and `step`."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import (
    Dispute,
    Format,
    Jobs,
    Language,
    Module,
    Output,
    Overlay,
    Readings,
    Rulebook,
    Seat,
    Unfold,
    Until,
)
from judge.cli.options import RunOptions, spoken

questions = typer.Typer()  # its commands stand among those of judge itself


def asking(
    file: str, format: str, all: bool, readings: list[str] | None, rulebook: str,
    overlays: list[str] | None, modules: list[str] | None, lang: str,
) -> RunOptions:  # fmt: skip
    """The options that every question takes, in the form of those of `judge run`."""
    return RunOptions(
        (file,), format, all, "", tuple(readings or ()), rulebook, "", spoken(lang),
        overlays=tuple(overlays or ()), modules=tuple(modules or ()),
    )  # fmt: skip


@questions.command(
    epilog="""Examples:

\b
  judge explore mine.toml                             every way that it can end, from its start
  judge explore mine.toml --after "B: counter halt"   from after that line of its script
  judge explore mine.toml --if "A: activate gift"     only if A begins with it; if A may not, why not
  judge explore mine.toml --find B.life=3             a shortest line to that fact, if there is one
  judge explore mine.toml --take 2 --save two.toml    the second way as a fixture

Exit codes: 0 answered, yes or no, 2 bad input, 3 undecided for want of a card's text, 4 not
implemented yet."""
)
def explore(
    file: Dispute,
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
    lang: Language = "",
    jobs: Jobs = 1,
    seat: Seat = "",
    step: Annotated[
        int, typer.Option(metavar="N", min=0, help="Begin where this step of its ruling begins.")
    ] = 0,
) -> None:
    """Print every way that a dispute can end, each with a shortest line of decisions to it."""
    from judge.cli.questions import ExploreOptions, explore_fixture

    asked = asking(file, format, all, reading, rulebook, overlay, module, lang)
    options = asked._replace(until=until, save=save, seat=seat)
    raise typer.Exit(
        explore_fixture(ExploreOptions(options, after, first, tuple(find or ()), take, limit, jobs, step))
    )


@questions.command(
    epilog="""Examples:

\b
  judge why mine.toml B.life                back from what changed it to a player's last choice
  judge why mine.toml k1.power              a fact as [expect] has it
  judge why mine.toml winner

Exit codes: 0 answered, 2 there is no such fact, 3 undecided by the rulebook or for want of a card's
text, 4 not implemented yet."""
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
    lang: Language = "",
) -> None:
    """Print why a fact is as it is at the end, and which decision would have turned it."""
    from judge.cli.questions import Asked, answer_question

    options = asking(file, format, all, reading, rulebook, overlay, module, lang)._replace(seat=seat)
    raise typer.Exit(answer_question(Asked(options, "fact", fact)))


@questions.command(
    "why-not",
    epilog="""Examples:

\b
  judge why-not mine.toml "B: counter cheap"            may B, and when?
  judge why-not mine.toml "B: counter cheap" --after "A: attack k1 lb"
  judge why-not mine.toml "hero draws"                  why an ability did not do it
  judge why-not mine.toml hero.rage                     the same of all that it does

Exit codes: 0 answered, yes or no, 2 the question names nothing there is, 3 undecided by the rulebook
or for want of a card's text, 4 not implemented yet.""",
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
    lang: Language = "",
) -> None:
    """Print whether an act may be done, when and why not; or why an ability did not do something."""
    from judge.cli.questions import Asked, answer_question

    options = asking(file, format, all, reading, rulebook, overlay, module, lang)._replace(seat=seat)
    raise typer.Exit(answer_question(Asked(options, "not", question, after, step)))


@questions.command(
    epilog="""Examples:

\b
  judge minimise mine.toml                            as little of it as shows its ruling
  judge minimise mine.toml -o small.toml              the same, written to a file
  judge minimise mine.toml --limit 200                stop after so many plays, and say so

What stays: the answers to questions and claims by the same article, the facts, and the articles that decide;
without questions and facts, the answer of the ruling. Cards that only lie there go with the facts about them.

Exit codes: 0 printed, 2 bad input, 4 not implemented yet."""
)
def minimise(
    file: Dispute,
    output: Output = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Play it so many times at most.")] = 2000,
    reading: Readings = None,
    rulebook: Rulebook = "",
    overlay: Overlay = None,
    module: Module = None,
) -> None:
    """Print the smallest board and script that still show a ruling."""
    from judge.cli.questions import MinimiseOptions, minimise_fixture

    run = asking(file, "text", False, reading, rulebook, overlay, module, "en")
    raise typer.Exit(minimise_fixture(MinimiseOptions(run, output, limit)))


# --- `judge step` --------------------------------------------------------------------------------------


@questions.command(
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
