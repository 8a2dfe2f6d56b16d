"""`judge renumber`: gives articles other ids, in a rulebook and in everything that cites it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from judge.cli.atomic_write import put_in_place
from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.options import check_rulebook, refuse, slip
from judge.cli.output import mark_of, tell
from judge.errors import BadInput, Problem, nearest
from judge.renumbering.citations import ARTICLE
from judge.renumbering.files import CHANGES, PAGE, RULING, TRACE, Cited, Game, Renumbered, all_cited, game_in
from judge.renumbering.work import Work, all_renumbered, work_of
from judge.rulebook.lint.sheets import read_sheets
from judge.rulebook.shelf import find, folders, games, kept_inside
from judge.text.folders import Outside, files_in
from judge.text.rows import NamedTuple
from judge.text.visible import visible

NONE = ("", "-")  # where no article says so


class Stale(NamedTuple):
    """A stale citation: an article that does not exist, the first line that cites it, how often, and the
    nearest id.
    """

    file: str
    line: int
    id: str
    times: int
    near: str


def stale(starts: Cited, game: Game) -> Iterator[Stale]:
    """The articles that a file cites and that its rulebook, in the version that it names, does not have."""
    cited = ids(starts, game)
    known: dict[str, list[int]] = {}
    for place in sorted(starts.found):
        if place.space == ARTICLE and place.id not in cited and place.id not in NONE:
            known.setdefault(place.id, []).append(place.start)
    for id_, places in known.items():
        yield Stale(starts.file, starts.line(places[0]), id_, len(places), nearest(id_, cited))


def ids(cited: Cited, game: Game) -> frozenset[str]:
    """The articles that a file may cite."""
    known = game.known
    if cited.kind in (RULING, TRACE):
        return known.ids(cited.version)
    return known.articles | known.past if cited.kind == CHANGES else known.articles


class RenumberOptions(NamedTuple):
    """The files to renumber and the map to use; without a map, stale citations are listed."""

    paths: tuple[str, ...]
    map: str = ""
    rulebook: str = ""
    dry_run: bool = False
    prose: bool = False
    modules: tuple[str, ...] = ()


def renumber_files(options: RenumberOptions) -> int:
    """Rewrites every file or none, and lists what a person has to do. Exit 2 for bad input, else 1 if there
    is anything left, or stale, else 0.
    """
    try:
        refuse([*check_rulebook(options.rulebook), *check(options)])
        files = list(files_of(options.paths))
        if not options.map:
            return tell_stale(options, files)
        work = work_of(*chosen(options, files), files)
        done = all_renumbered(work, options.map, options.prose, options.modules)
        if not options.dry_run:
            rewrite(done)
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT
    return summed_up(done, work, options.dry_run)


def check(options: RenumberOptions) -> Iterator[Problem]:
    """The problems of the command line."""
    for path in options.paths:
        if not os.path.exists(path):
            yield Problem(path, 0, 0, "PATH", "", "no such file or folder")
    for given, option in ((options.dry_run, "--dry-run"), (options.prose, "--prose")):
        if given and not options.map:
            yield slip(option, f"{option} is about what a map changes", "--map FILE")


# --- what there is -------------------------------------------------------------------------------
def files_of(paths: Iterable[str]) -> Iterator[str]:
    """The files named, and those in folders, each once."""
    seen: set[str] = set()
    for path in paths:
        for file in sorted(files_in(path)) if os.path.isdir(path) else [path]:
            if os.path.realpath(file) not in seen and not os.path.isdir(file):
                seen.add(os.path.realpath(file))
                yield file if isinstance(file, Outside) else os.path.normpath(file)


def folders_in(files: Iterable[str]) -> dict[str, list[str]]:
    """The folders of rulebooks among files, by game. Raises BadInput for links that lead out of one."""
    by_game: dict[str, list[str]] = {}
    for file in files:
        if os.path.basename(file) == "rulebook.toml":
            folder = str(kept_inside(Path(os.path.dirname(file) or ".")))
            id_ = str(read_sheets(folder, []).tables.get("id", Path(folder).resolve().name))
            by_game.setdefault(id_, []).append(folder)
    return by_game


def chosen(options: RenumberOptions, files: Sequence[str]) -> tuple[str, bool]:
    """The folder of the rulebook that the map is about, and whether that is renumbered itself.

    Raises BadInput where it is not clear which.
    """
    among = folders_in(files)
    if not options.rulebook:
        every = [path for some in among.values() for path in some]
        if len(every) != 1:
            message = "the paths hold several rulebooks" if every else "no path holds a rulebook"
            expected = f"one of {', '.join(sorted(among) if every else games())}, or a folder"
            raise BadInput([slip("--rulebook", f"{message}: whose articles are renumbered?", expected)])
        return every[0], True
    if len(among.get(options.rulebook, ())) == 1:
        return among[options.rulebook][0], True
    folder = str(find(options.rulebook))
    inside = [path for some in among.values() for path in some if os.path.samefile(path, folder)]
    return (inside[0], True) if inside else (folder, False)


# --- writing -------------------------------------------------------------------------------------
def rewrite(done: Sequence[Renumbered]) -> None:
    """Writes the files that changed, all or, raising BadInput, none."""
    problem = put_in_place({row.cited.file: mark_of(row.cited.file) + row.text for row in done if row.times})
    refuse([problem] if problem else [])


# --- telling -------------------------------------------------------------------------------------
def summed_up(done: Sequence[Renumbered], work: Work, dry_run: bool) -> int:
    """Prints what changed in each file, what is left for a person, then the counts; gives the exit code."""
    for row in done:
        if row.times:
            print(visible(f"{row.cited.file}: {said(row)}"))
    left = [line for file in done for line in left_in(file)]
    if left:
        print("Left for a person:")
        for line in left:
            print(visible(line))
    files, count = sum(1 for file in done if file.times), sum(file.times for file in done)
    what = "would be rewritten" if dry_run else "rewritten"
    print(f"{len(done)} files of {work.game.id}: {files} {what} ({count} changes), {len(left)} left")
    return FAILS if left else OK


def said(renumbered: Renumbered) -> str:
    """The ids that changed in a file, and how often."""
    rows = sorted(renumbered.changes.items())
    return ", ".join(f"{old} → {new}" + (f" ({n} times)" if n > 1 else "") for (old, new), n in rows)


def left_in(renumbered: Renumbered) -> Iterator[str]:
    """The lines of a file that a person has to look at; those of a page as one."""
    file = renumbered.cited.file
    if renumbered.cited.kind == PAGE and renumbered.left:
        ids = ", ".join(dict.fromkeys(id_ for row in renumbered.left for id_ in row.ids))
        lines = f"{len(renumbered.left)} lines speak" if len(renumbered.left) > 1 else "a line speaks"
        yield f"{file}:{renumbered.left[0].line}: {lines} of {ids}"
        return
    for row in renumbered.left:
        yield f"{file}:{row.line}: {', '.join(row.ids)} in: {row.text}"


# --- without a map -------------------------------------------------------------------------------
def tell_stale(options: RenumberOptions, files: Sequence[str]) -> int:
    """Prints the stale citations of files. Exit 2 where a file cannot be read, which is left out, else 1 if
    there are any. Raises BadInput where nothing can be looked at.
    """
    rows: list[Stale] = []
    problems: list[Problem] = []
    seen: set[str] = set()
    for game in looked_by(options, files):
        for cited in all_cited(files, game):
            if isinstance(cited, Cited):
                seen.add(cited.file)
                rows += stale(cited, game)
            else:
                problems += cited.problems
    if problems and not seen:
        raise BadInput(dict.fromkeys(problems))
    for row in rows:
        print(visible(stale_line(row)))
    if not seen:
        raise BadInput([slip("PATH", "there is nothing there that cites articles")])
    times, files_in_all = sum(row.times for row in rows), len({row.file for row in rows})
    print(f"{len(seen)} files: {times} stale citations in {files_in_all} of them")
    tell(list(dict.fromkeys(problems)))
    return BAD_INPUT if problems else FAILS if rows else OK


def looked_by(options: RenumberOptions, files: Sequence[str]) -> Iterator[Game]:
    """The games by which files are checked: that of the rulebook given, those of rulebooks among the files,
    else all.

    Raises BadInput for a rulebook that cannot be read; where all are used, that one is left out.
    """
    if options.rulebook:
        yield game_in(chosen(options, files)[0])
        return
    among = folders_in(files)
    for _, some in sorted(among.items()):
        yield game_in(some[0])
    for folder in () if among else folders().values():
        with suppress(BadInput):
            yield game_in(folder)


def stale_line(row: Stale) -> str:
    """One stale citation."""
    near = f"; did you mean {row.near}?" if row.near else ""
    times = f", {row.times} times" if row.times > 1 else ""
    return f"{row.file}:{row.line}: there is no article {row.id!r}{times}{near}"
