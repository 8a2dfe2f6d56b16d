"""`judge migrate`: rewrites fixtures of older releases so that they still hold."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from judge.cli.codes import BAD_INPUT, BUG, FAILS, worst
from judge.cli.options import check_overlays, check_rulebook, slip
from judge.cli.output import mark_of, tell, write_whole
from judge.errors import NO_MEMORY, BadInput, NotImplementedYet, Problem
from judge.migration import Migrated, Rules, Told, migrate
from judge.suite.found import is_ruling, may_be_ruling
from judge.text.folders import files_in
from judge.text.rows import NamedTuple
from judge.text.said import counted
from judge.text.source import Source, read_source
from judge.text.visible import visible


class MigrateOptions(NamedTuple):
    """What to migrate, and whether only to say what would change."""

    paths: tuple[str, ...]
    dry_run: bool
    rules: Rules


class Tally(NamedTuple):
    """The counts over all files."""

    files: int = 0
    changed: int = 0
    changes: int = 0
    left: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    bugs: int = 0


def migrate_fixtures(options: MigrateOptions) -> int:
    """Rewrites every fixture, and lists what a person has to decide; exit 2 for bad input, else 1 if anything
    is left, else 0.
    """
    slips = [*check_rulebook(options.rules.rulebook), *check_overlays(options.rules.overlays)]
    if slips:
        tell(slips)
        return BAD_INPUT
    tally = Tally()
    for file in files_of(options.paths):
        tally = one_file(file, options, tally)
    summed_up(tally, options.dry_run)
    codes = ((tally.bugs, BUG), (tally.problems, BAD_INPUT), (tally.left, FAILS))
    return worst(code for some, code in codes if some)


def files_of(paths: Sequence[str]) -> Iterator[str]:
    """The files named, and the rulings in folders, each once."""
    seen: set[str] = set()
    for path in paths:
        inside = sorted(name for name in files_in(path) if may_be_ruling(name)) if os.path.isdir(path) else ()
        for file in [name for name in inside if is_ruling(name)] if inside else [path]:
            if os.path.realpath(file) not in seen:
                seen.add(os.path.realpath(file))
                yield file


def one_file(file: str, options: MigrateOptions, so_far: Tally) -> Tally:
    """The tally after one more file, which is rewritten; its changes and problems are printed."""
    so_far = so_far._replace(files=so_far.files + 1)
    try:
        source = read_source(file)
        migrated = migrate(source, options.rules)
        if migrated.source is not source and not options.dry_run:
            save(migrated.source)
    except BadInput as error:
        tell(error.problems)
        return so_far._replace(problems=(*so_far.problems, *error.problems))
    except NotImplementedYet as error:
        return so_far._replace(left=(*so_far.left, visible(f"{file}: {error}")))
    except MemoryError:
        problem = Problem(file, 0, 0, "", "", NO_MEMORY)
        tell([problem])
        return so_far._replace(problems=(*so_far.problems, problem))
    except Exception as error:  # a bug of ours costs the other files nothing
        tell([Problem(file, 0, 0, "", "", f"a bug of ours: {type(error).__name__}: {error}")])
        return so_far._replace(bugs=so_far.bugs + 1)
    return with_file(file, migrated, options.dry_run, so_far)


def with_file(file: str, migrated: Migrated, dry_run: bool, so_far: Tally) -> Tally:
    """The tally with the result of a file, whose changes are printed."""
    for note in (*migrated.changed, *migrated.noted):
        print(placed(file, note, before=True))
    left = tuple(placed(file, remaining, dry_run) for remaining in migrated.left)
    return so_far._replace(
        changed=so_far.changed + bool(migrated.changed),
        changes=so_far.changes + len(migrated.changed),
        left=(*so_far.left, *left),
    )


def placed(file: str, note: Told, before: bool) -> str:
    """A line of the report, with its line number in the old or the new text."""
    return visible(f"{file}:{note.before if before else note.after}: {note.text}")


def save(source: Source) -> None:
    """Writes a fixture to its file, with the byte order mark that it had. Raises BadInput where it cannot be
    written.
    """
    problem = write_whole(source.file, mark_of(source.file) + source.text)
    if problem:
        raise BadInput([problem._replace(key="")])


def summed_up(tally: Tally, dry_run: bool) -> None:
    """Prints what is left for a person, one a line, then the counts."""
    if tally.left:
        print("Left for a person:")
        for line in tally.left:
            print(line)
    if not tally.files:
        tell([slip("PATH", "there is no fixture there")])
    done = "would be rewritten" if dry_run else "rewritten"
    changes = counted(tally.changes, "change")
    print(f"{counted(tally.files, 'fixture')}: {tally.changed} {done} ({changes}), {len(tally.left)} left")
