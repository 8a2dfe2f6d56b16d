"""Numbers in a card's text: a figure, a count, a value, a sum."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.language.figures import CHANGED, standing
from judge.grammar.checker import Checker
from judge.grammar.tables import Checks, Path, listed


def check_number(checker: Checker, path: Path, value: object) -> Checks:
    """A number of the vocabulary."""
    if isinstance(value, bool) or not isinstance(value, (int, str, Mapping)):
        yield checker.wrong(path, "a number, a $variable or a counting table is needed here", value)
    elif isinstance(value, str) and not value.startswith(("$", "event.")):
        yield checker.wrong(path, "a variable is written $name", value, "$name or event.n")
    elif isinstance(value, Mapping):
        yield from check_counting(checker, path, value)


def check_amount(checker: Checker, path: Path, value: object) -> Checks:
    """A number of cards, times or points. A written number is zero or more."""
    if isinstance(value, int) and value < 0:
        yield checker.wrong(path, "a number of at least 0 is needed here", value)
    else:
        yield from check_number(checker, path, value)


def check_counting(checker: Checker, path: Path, value: Mapping[str, object]) -> Checks:
    """A table that is a number: what is counted, read or summed, on which cards, and how it is changed."""
    figures = standing(checker.book.tables)
    bases = [one for one in figures if one in value]
    if len(bases) > 1:
        yield checker.wrong(path, "a number is one of these, not several", ", ".join(bases), listed(figures))
    if not bases and not value.keys() & {"plus", "minus"}:
        yield checker.wrong(path, "a number says what is counted", value, listed(figures))
    of = figures[bases[0]].of if bases else ""
    own = of if of != "cards" or value.get("of") != "each" or path[-1] not in ("add", "make") else "any"
    kinds = {name: one.kind for name, one in figures.items()}
    yield from checker.keys(path, value, {**kinds, **CHANGED, **({"of": own} if own else {})}, "a number")
