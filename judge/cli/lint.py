"""`judge lint`: every fault of rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cli.codes import BAD_INPUT, OK
from judge.cli.options import FORMATS, check_choice, check_overlays, slip
from judge.cli.output import print_json, problems_json, tell
from judge.errors import BadInput, Problem


def lint(
    names: Sequence[str], format: str = "text", overlays: tuple[str, ...] = (), modules: tuple[str, ...] = ()
) -> int:
    """Print every fault of these rulebooks, of all of them if none is named; exit 2 if there is one."""
    slips = list(check_lint(names, format, overlays))
    if slips:
        tell(slips)
        return BAD_INPUT
    from judge.rulebook.shelf import games

    problems = [one for name in names or games() for one in faults_of(name, overlays, modules)]
    if format == "json":
        print_json(problems_json(problems))
    elif problems:
        tell(problems)
    else:
        print(f"{', '.join(names or games())}: no fault found.")
    return BAD_INPUT if problems else OK


def check_lint(names: Sequence[str], format: str, overlays: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with what was asked."""
    yield from check_choice("--format", format, FORMATS)
    yield from check_overlays(overlays)
    if overlays and len(names) != 1:
        message, found = "--overlay lays changes over one rulebook", f"{len(names)} rulebooks"
        yield slip("--overlay", message, "one rulebook", found)


def faults_of(name: str, overlays: tuple[str, ...], modules: tuple[str, ...]) -> list[Problem]:
    """Every fault of one rulebook; that it is not there is one."""
    from judge.rulebook.lint import lint as faults
    from judge.rulebook.shelf import find

    try:
        return faults(str(find(name)), overlays, modules)
    except BadInput as error:
        return [
            one._replace(file="") if one.line == 0 and one.key == "game" else one for one in error.problems
        ]
