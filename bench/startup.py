"""Whole processes, one after the other in turn,
so that whatever else the machine does hits all of them alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

HOME = Path(__file__).parent.parent
DEMO = "fixtures/dbs/counter-window/a-countered-counter-lets-the-attack-go-on.toml"
TYPER = """
import typer
app = typer.Typer()
@app.command()
def hello(name: str) -> None:
    typer.echo(name)
app(["world"])
"""


def judge() -> list[str]:
    """The installed command, or the package where it is not installed."""
    script = Path(sys.executable).with_name("judge")
    return [str(script)] if script.is_file() else [sys.executable, "-m", "judge"]


def commands() -> dict[str, list[str]]:
    """What is compared, by the name that the table gives it."""
    python = [sys.executable, "-c"]
    return {
        "`python -c pass`": [*python, "pass"],
        "a bare typer command": [*python, TYPER],
        "a command that only imports typer, rich.console and pydantic": [
            *python,
            "import typer, rich.console, pydantic",
        ],
        "the same, with a pydantic model": [
            *python,
            "import typer, rich.console, pydantic\nclass M(pydantic.BaseModel): n: int",
        ],
        "`judge run`, one ruling": [*judge(), "run", DEMO],
    }


def measure(rounds: int) -> dict[str, float]:
    """The median seconds of each command: A B C D, A B C D, … after a round to warm the disk."""
    found: dict[str, list[float]] = {name: [] for name in commands()}
    # An installed package is compiled; a machine that forbids writing bytecode would compile ours at every
    # start.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(HOME), "NO_COLOR": "1"}
    for turn in range(rounds + 1):
        for name, command in commands().items():
            start = time.perf_counter()
            done = subprocess.run(
                command,
                cwd=HOME,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=False,
            )
            spent = time.perf_counter() - start
            if done.returncode:
                raise SystemExit(f"{name} failed:\n{done.stderr.decode()}")
            if turn:
                found[name].append(spent)
    return {name: median(times) for name, times in found.items()}
