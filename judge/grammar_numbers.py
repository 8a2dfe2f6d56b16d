"""What stands for a number in the text of a card: a figure, a count, a value, a sum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from judge.grammar_tables import Checks, Path, listed

if TYPE_CHECKING:
    from judge.grammar import Checker


def check_number(checker: Checker, path: Path, value: Any) -> Checks:
    """A number of the vocabulary."""
    if isinstance(value, bool) or not isinstance(value, (int, str, Mapping)):
        yield checker.wrong(path, "a number, a $variable or a counting table is needed here", value)
    elif isinstance(value, str) and not value.startswith(("$", "event.")):
        yield checker.wrong(path, "a variable is written $name", value, "$name or event.n")
    elif isinstance(value, Mapping):
        yield from check_counting(checker, path, value)


BASES = {
    "count": "cards",
    "n": "number",
    "score": "score",
    "value": "number-attribute",
    "sum": "number-attribute",
    "original": "number-attribute",
    "counters": "text",
}


CHANGED = {"times": "int", "plus": "int", "minus": "number", "half": "flag"}


def check_counting(checker: Checker, path: Path, value: Mapping[str, Any]) -> Checks:
    """A table that is a number: what is counted, read or summed, of what, and what is done with that."""
    bases = [one for one in BASES if one in value]
    if len(bases) > 1:
        yield checker.wrong(path, "a number is one of these, not several", ", ".join(bases), listed(BASES))
    base = bases[0] if bases else ""
    if not base and not value.keys() & {"plus", "minus"}:
        yield checker.wrong(path, "a number says what is counted", value, listed(BASES))
    of = {"score": "seat", "value": "cards", "sum": "cards", "original": "cards", "counters": "cards"}.get(
        base
    )
    own = of if of != "cards" or value.get("of") != "each" or path[-1] not in ("add", "make") else "any"
    yield from checker.keys(path, value, {**BASES, **CHANGED, **({"of": own} if own else {})}, "a number")
