"""All rulings by `judge test`, as whole processes: nothing kept, all kept, one ruling edited."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench import FIXTURES, HOME, rulings, startup
from bench.measuring import Row, timed

EDITED = "dbs/counter-window/a-countered-counter-lets-the-attack-go-on.toml"


def measure() -> Iterator[Row]:
    """Once each: a cold run takes as long as all other rows together."""
    with tempfile.TemporaryDirectory() as home:
        fixtures, cache = Path(home, "fixtures"), Path(home, "cache")
        shutil.copytree(FIXTURES, fixtures)
        what = f"`judge test`, {len(rulings()):,} rulings"
        yield Row(f"{what}, nothing kept, 1 process", timed(lambda: call(fixtures, cache, "--jobs", "1")))
        shutil.rmtree(cache)
        yield Row("the same, a process a core", timed(lambda: call(fixtures, cache)))
        yield Row("the same, all kept", timed(lambda: call(fixtures, cache)))
        with (fixtures / EDITED).open("a", encoding="utf-8") as stream:
            stream.write("# edited\n")
        yield Row("the same, one ruling edited", timed(lambda: call(fixtures, cache)))


def call(fixtures: Path, cache: Path, *options: str) -> None:
    """One call, whatever it finds."""
    environment = {**os.environ, "JUDGE_CACHE": str(cache), "PYTHONPATH": str(HOME), "NO_COLOR": "1"}
    done = subprocess.run(
        [*startup.judge(), "test", str(fixtures), *options],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"judge test failed:\n{done.stdout.decode()}")
