"""How fast `judge` is: `python -m bench` measures and writes bench/latest.md. No test reads a clock."""

import functools
from pathlib import Path

HOME = Path(__file__).parent.parent
FIXTURES = HOME / "fixtures"
COMPILED = HOME / "build" / "compiled"  # where `make compiled` puts the package


def rulings(game: str = "") -> list[Path]:
    """Every fixture that is a ruling, or those of a game; decks have checks of their own."""
    return [one for one in found() if not game or one.is_relative_to(FIXTURES / game)]


@functools.cache
def found() -> tuple[Path, ...]:
    """The same, looked for once."""
    every = (one for one in FIXTURES.rglob("*.toml") if "decks" not in one.relative_to(FIXTURES).parts)
    return tuple(sorted(every))


@functools.cache
def name_of(ruling: Path) -> str:
    """A ruling's path under fixtures/, without the ending."""
    return str(ruling.relative_to(FIXTURES).with_suffix(""))
