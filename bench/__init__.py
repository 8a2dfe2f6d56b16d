"""How fast `judge` is: `python -m bench` measures and writes bench/latest.md. No test reads a clock."""

import functools
from pathlib import Path

HOME = Path(__file__).parent.parent
FIXTURES = HOME / "fixtures"
COMPILED = HOME / "build" / "compiled"  # where `make compiled` puts the package


def rulings() -> list[Path]:
    """Every fixture that is a ruling; decks have checks of their own."""
    return list(found())


@functools.cache
def found() -> tuple[Path, ...]:
    """The same, looked for once."""
    every = (one for one in FIXTURES.rglob("*.toml") if "decks" not in one.relative_to(FIXTURES).parts)
    return tuple(sorted(every))


@functools.cache
def name_of(ruling: Path) -> str:
    """A ruling's path under fixtures/, without the ending."""
    return str(ruling.relative_to(FIXTURES).with_suffix(""))
