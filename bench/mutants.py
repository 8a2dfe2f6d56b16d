"""`make mutants`: is a small fault in the engine, a game or its tables seen by any ruling?

A sample of all mutants, named in tests/mutants.toml, is tried: each in a process of its own, ruling by
ruling, until one does not hold any more, or has another trace. A mutant that no ruling sees is killed by a
new ruling, by a test where no ruling can show it (`tested` there), or excused by name. Exit 1 when fewer than
95 of a hundred that are not excused are killed. `--seed` tries another sample instead.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib.abc
import importlib.util
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench import HOME, name_of, rulings
from bench.mutating import Mutant, every, made

KNOWN: Final = HOME / "tests" / "mutants.toml"
SAMPLE: Final = 240
ENOUGH: Final = 0.95
LONGEST: Final = 10.0  # of one ruling, which takes a hundredth; longer is a signal, and that kills
PATIENCE: Final = 180  # seconds of a processor, not of the wall: a game that goes on for ever is seen too


class Tried(NamedTuple):
    """What became of a mutant: the ruling or test that saw it, "" for none."""

    mutant: Mutant
    killer: str


def known() -> dict[str, Any]:
    """What tests/mutants.toml says: the mutants of `make test` with their rulings or tests, and excuses."""
    return tomllib.loads(KNOWN.read_text(encoding="utf-8"))


def named() -> list[Mutant]:
    """The mutants of the sample. Raises KeyError for one whose code is gone: another takes its place."""
    return [by_name(name) for name in known()["tried"]]


def sampled(n: int, seed: str) -> list[Mutant]:
    """So many mutants, the same for the same seed, a fifth of them of tables."""
    found = sorted(every(), key=lambda one: sha256(f"{seed}{one.name}".encode()).hexdigest())
    tables = [one for one in found if one.file.startswith("rulebooks")][: n // 5]
    return [*[one for one in found if not one.file.startswith("rulebooks")][: n - len(tables)], *tables]


# --- one mutant, in a process of its own -------------------------------------------------------------
def killer(mutant: Mutant, tried: Iterable[Path]) -> str:
    """The first of these rulings that sees the mutant; "" when none does."""
    path = HOME / mutant.file
    make = next(make for one, make in made(path) if one == mutant)
    if path.suffix == ".py":
        install(path, make())
        return next((name_of(one) for one in tried if sees(one, "")), "")
    game = mutant.file.split("/")[1]
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder, game)
        shutil.copytree(HOME / "rulebooks" / game, book)
        import tomli_w

        (book / path.relative_to(HOME / "rulebooks" / game)).write_text(
            tomli_w.dumps(make()), encoding="utf-8"
        )
        return next((name_of(one) for one in tried if sees(one, str(book))), "")


def sees(ruling: Path, rulebook: str) -> bool:
    """Does a ruling not hold, not run, or read otherwise than it was accepted?"""
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        from judge.fixture.load import load_fixture
        from judge.play.ruling import run
        from judge.render.records import records

        found = run(load_fixture(ruling, rulebook))
        return records(found) != ruling.with_suffix(".trace").read_text(encoding="utf-8")
    except Exception:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def fails(mutant: Mutant, test: str) -> bool:
    """Does a test not pass with the mutant? Raises ValueError when there is no such test."""
    import pytest

    path = HOME / mutant.file
    make = next(make for one, make in made(path) if one == mutant)
    with tempfile.TemporaryDirectory() as folder:
        if path.suffix == ".py":
            install(path, make())
        else:
            import tomli_w

            from judge.rulebook import shelf

            shutil.copytree(HOME / "rulebooks", folder, dirs_exist_ok=True)
            Path(folder, path.relative_to(HOME / "rulebooks")).write_text(
                tomli_w.dumps(make()), encoding="utf-8"
            )
            setattr(shelf, "rulebooks_folder", lambda: Path(folder))  # noqa: B010  the tests have this one
        # pytest loads packages that bring it a plugin by itself, to rewrite their asserts: without the fault
        options = ["-q", "-x", "--assert=plain", "-p", "no:cacheprovider"]
        with contextlib.redirect_stdout(sys.stderr):
            code = pytest.main([*options, str(HOME / test)])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise ValueError(f"no such test: {test}")
    return code == pytest.ExitCode.TESTS_FAILED


def install(path: Path, tree: ast.Module) -> None:
    """Let a module of judge be imported from this tree instead of its file."""
    module = ".".join(path.relative_to(HOME).with_suffix("").parts)

    class Instead(importlib.abc.MetaPathFinder, importlib.abc.Loader):
        def find_spec(self, name: str, path_: Any = None, target: Any = None) -> Any:
            return importlib.util.spec_from_loader(name, self, origin=str(path)) if name == module else None

        def exec_module(self, new: Any) -> None:
            new.__file__ = str(path)
            exec(compile(tree, str(path), "exec"), new.__dict__)

    sys.meta_path.insert(0, Instead())


def looked_at(mutant: Mutant) -> list[Path]:
    """The rulings that may see a mutant: those of its game, in an order that mixes chapters."""
    parts = mutant.file.split("/")
    game = parts[1] if parts[0] == "rulebooks" else parts[2] if parts[1] == "games" else ""
    game = game.replace("_", "-")  # as its rulebook is called, not its module
    found = [one for one in rulings() if not game or name_of(one).startswith(f"{game}/")]
    return sorted(found, key=lambda one: sha256(name_of(one).encode()).hexdigest())


# --- many --------------------------------------------------------------------------------------------
def attempt(mutant: Mutant, names: Sequence[str] = (), test: str = "") -> Tried:
    """Try a mutant in a process of its own: on all rulings that may see it, on those named, or on a test."""
    asked = ["--test", test] if test else names
    command = [sys.executable, "-m", "bench.mutants", "--one", mutant.name, *asked]
    with tempfile.TemporaryDirectory() as cache:
        env = {
            **{key: value for key, value in os.environ.items() if key != "JUDGE_COMPILED"},  # sources change
            "PYTHONPATH": str(HOME),
            **({"JUDGE_CACHE": cache} if mutant.file.startswith("rulebooks") else {}),
        }
        result = subprocess.run(
            command, capture_output=True, text=True, env=env, cwd=HOME, preexec_fn=bounded, check=False
        )
    if result.returncode in (-signal.SIGXCPU, -signal.SIGVTALRM):
        return Tried(mutant, "none: it goes on for ever")
    if result.returncode:
        return Tried(mutant, f"none: it does not load ({result.stderr.strip().splitlines()[-1][:80]})")
    return Tried(mutant, result.stdout.strip())


def bounded() -> None:
    """Let this process take only so much of a processor, however busy the machine is."""
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 10))


def by_name(name: str) -> Mutant:
    """The mutant of this name. Raises KeyError when the code it was made of is gone."""
    path = HOME / name.split(" ", 1)[0]
    for mutant, _ in made(path) if path.is_file() else ():
        if mutant.name == name:
            return mutant
    raise KeyError(name)


def report(tried: Sequence[Tried], excuses: dict[str, str]) -> Iterator[str]:
    """By kind: how many, killed, excused; then those that survived."""
    kinds = Counter(
        (("tables" if one.mutant.file.startswith("rulebooks") else "code"), one.mutant.kind) for one in tried
    )
    for place, kind in sorted(kinds):
        rows = [
            one
            for one in tried
            if one.mutant.kind == kind and (one.mutant.file.startswith("rulebooks") == (place == "tables"))
        ]
        killed = sum(bool(one.killer) for one in rows)
        excused = sum(not one.killer and one.mutant.name in excuses for one in rows)
        yield (
            f"{place:<7} {kind:<8} {len(rows):>4} tried {killed:>4} killed {excused:>3} excused "
            f"{len(rows) - killed - excused:>3} survive"
        )
    for one in tried:
        if not one.killer and one.mutant.name not in excuses:
            yield f"  {one.mutant.name}\n      {one.mutant.change}"


def main(n: int, jobs: int, seed: str, first: int = 0) -> int:
    """Try a sample and print what became of it; 0 when enough are killed."""
    excuses = {row["mutant"]: row["why"] for row in known()["excused"]}
    tests = {row["mutant"]: row["test"] for row in known()["tested"]}

    def tried_on(mutant: Mutant) -> Tried:
        """An excuse is taken at its word, and a test that is named is tried first: all rulings take long."""
        test = tests.get(mutant.name, "")
        excused = Tried(mutant, "") if mutant.name in excuses else None
        seen = Tried(mutant, test) if test and attempt(mutant, (), test).killer == test else None
        found = excused or seen or attempt(mutant)
        done = found.killer or excused
        print(".", end="" if done else f" {mutant.name}\n", file=sys.stderr, flush=True)
        return found

    with ThreadPoolExecutor(jobs) as pool:
        tried = list(pool.map(tried_on, (sampled(n, seed) if seed else named())[first:]))
    print("\n".join(report(tried, excuses)))
    counted = [one for one in tried if one.killer or one.mutant.name not in excuses]
    share = sum(bool(one.killer) for one in counted) / len(counted)
    print(f"{len(tried)} mutants: {share:.1%} of those that are not excused are killed.")
    return int(share < ENOUGH)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--seed", default="", help="another sample")
    parser.add_argument("--from", dest="first", type=int, default=0, help="leave out so many, tried before")
    parser.add_argument("--one", help="only this mutant, by name; then the rulings to try")
    parser.add_argument("--test", default="", help="with --one: the test to try")
    parser.add_argument("rulings", nargs="*")
    given = parser.parse_args()
    if given.one:
        one = by_name(given.one)
        if given.test:
            print(given.test if fails(one, given.test) else "")
            sys.exit(0)
        chosen = [HOME / "fixtures" / f"{name}.toml" for name in given.rulings]
        print(killer(one, chosen or looked_at(one)))
    else:
        sys.exit(main(given.sample, given.jobs, given.seed, given.first))
