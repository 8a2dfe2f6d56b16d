"""What every test may use: the modules beside it, the toy game, one parameter for each ruling in fixtures/,
and the markers that say what `make test` tries and what only `make soak` does.

- `@pytest.mark.sample(n)`: `make test` tries n of the test's cases, evenly spread. Where the cases are
  rulings they are those of sample.txt, which come to every procedure and every verb; without a number, all.
- `@pytest.mark.soak`: only `make soak` runs the test.
- `@pytest.mark.slow("why")`: why the test takes more than five seconds of processor time.

With `JUDGE_SOAK=1`, and where a test is named by its id (`file::test`), every case is tried.
"""

from __future__ import annotations

import functools
import gc
import os
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import typer.testing

HERE = Path(__file__).parent
# Tests are imported by file (--import-mode=importlib): what they share has to be found some other way.
COMPILED = os.environ.get("JUDGE_COMPILED")  # where `make test-compiled` has the package
sys.path[:0] = [*([COMPILED] if COMPILED else []), str(HERE), str(HERE / "toy"), str(HERE.parent)]

# Checked rulebooks are kept for these tests alone, and for the programs that they start.
os.environ.setdefault("JUDGE_CACHE", str(HERE.parent / ".pytest_cache" / "rulebooks"))
os.environ.pop("JUDGE_RULEBOOKS", None)
os.environ["JUDGE_LANG"] = "en"  # whatever language the machine speaks
# What Python compiles is kept for the programs that are started, a hundred of them, even where that is off.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

from extent import SAMPLE, SOAK, evenly  # noqa: E402

from bench import name_of, rulings  # noqa: E402
from judge.fixture.load import load_fixture  # noqa: E402
from judge.play.ruling import Ruling, run  # noqa: E402

GARBAGE = 50_000  # new objects after which garbage is looked for
SLOW = 5.0  # seconds of processor time
LISTED = 10  # tests that are told at the end
BEGAN = pytest.StashKey[float]()


# --- what is tried ---------------------------------------------------------------------------------
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `ruling` runs once for each ruling, under the name of its file."""
    if "ruling" not in metafunc.fixturenames:
        return
    sampled = metafunc.definition.get_closest_marker("sample") and not everything(metafunc.config)
    found = SAMPLE if sampled else rulings()
    metafunc.parametrize("ruling", found, ids=map(name_of, found))


def everything(config: pytest.Config) -> bool:
    """Is every case tried?"""
    return SOAK or any("::" in one for one in config.args)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `make soak` tries; and one ruling after the other, so that each is played once."""
    if not everything(config):
        cases = defaultdict[str, list[pytest.Item]](list)
        for item in items:
            cases[item.nodeid.partition("[")[0]].append(item)
        kept = {one.nodeid for name, group in cases.items() for one in tried(name, group)}
        left = [one for one in items if one.nodeid not in kept]
        items[:] = [one for one in items if one.nodeid in kept]
        config.hook.pytest_deselected(items=left)
    at = {path: n for n, path in enumerate(rulings(), 1)}
    items.sort(key=lambda item: at.get(ruling_of(item), 0))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: nobody need look through it for garbage, nor after every few
    hundred objects through what rulings are made of.
    """
    gc.freeze()
    gc.set_threshold(GARBAGE)


def tried(name: str, cases: list[pytest.Item]) -> list[pytest.Item]:
    """The cases of a test that `make test` tries."""
    cases = [one for one in cases if not one.get_closest_marker("soak")]
    mark = cases[0].get_closest_marker("sample") if cases else None
    return evenly(cases, mark.args[0], name) if mark and mark.args else cases


def ruling_of(item: pytest.Item) -> Path | None:
    """The ruling that a test is about."""
    call = getattr(item, "callspec", None)
    return call.params.get("ruling") if call else None


@functools.lru_cache(maxsize=2)
def played(path: Path) -> Ruling:
    """A ruling, played under every reading that it touches."""
    return run(load_fixture(path))


@pytest.fixture
def ruled(ruling: Path) -> Ruling:
    """What becomes of the ruling; it is played once for all tests that ask, none of which may change it."""
    return played(ruling)


# --- the command line ------------------------------------------------------------------------------
@functools.cache
def built(app: typer.Typer) -> tuple[Any, list[str]]:
    """The parser of an application, and the help of its commands as it was."""
    command = typer.main.get_command(app)
    return command, list(helps(command))


def helps(command: Any) -> Iterator[str]:
    """The help of a command and of those below it."""
    yield command.help
    for one in getattr(command, "commands", {}).values():
        yield from helps(one)


def parser_of(app: typer.Typer) -> Any:
    """The parser of an application, built once for hundreds of calls; anew once help was translated in it."""
    command, before = built(app)
    if list(helps(command)) != before:
        built.cache_clear()
        command, _ = built(app)
    return command


typer.testing._get_command = parser_of  # type: ignore[attr-defined]


# --- how long it takes -----------------------------------------------------------------------------
def spent() -> float:
    """Seconds of processor time of this process and of those that it has waited for."""
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Note when a test begins."""
    item.stash[BEGAN] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write down what a test took, and why it may."""
    report = yield
    if call.when != "teardown":  # which takes away what other tests had too
        mark = item.get_closest_marker("slow")
        report.user_properties += [
            ("processor seconds", spent() - item.stash.get(BEGAN, spent())),
            ("slow", mark.args[0] if mark else ""),
        ]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The slowest tests, and all that they took."""
    found = []
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call":
                told = dict(report.user_properties)
                found.append((told["processor seconds"], report.nodeid, told["slow"]))
    if len(found) < 2 * LISTED:
        return
    found.sort(reverse=True)
    total = sum(seconds for seconds, *_ in found)
    terminalreporter.section(f"{total:.0f} processor seconds in {len(found)} tests; the slowest")
    for seconds, test, why in found[:LISTED]:
        needed = " (over five seconds: say why, with @pytest.mark.slow)" if seconds > SLOW else ""
        terminalreporter.write_line(f"{seconds:6.1f} s  {test}{f' ({why})' if why else needed}")
