"""What a ruling comes to on side A, told by the numbers of side B."""

from __future__ import annotations

from collections.abc import Iterable

from judge.renumbering.citations import Numbers, mentions, rewritten
from judge.renumbering.traces import renumbered_record
from judge.suite.diff.numbers import Pairs
from judge.suite.diff.outcome import Line, Outcome


def outcome_under(found: Outcome, pairs: Pairs) -> Outcome:
    """What a ruling comes to, told by other numbers."""
    if not pairs:
        return found
    return found._replace(
        problem=said(found.problem, pairs),
        stopped=(said(found.stopped[0], pairs), said(found.stopped[1], pairs)),
        answers=tuple((said(a, pairs), b, pairs.get(c, c)) for a, b, c in found.answers),
        decides=tuple(sorted(each(found.decides, pairs))),
        acts=each(found.acts, pairs),
        behind=each(found.behind, pairs),
        missing=each(found.missing, pairs),
        lines=tuple(line_under(one, pairs) for one in found.lines),
        page=said(found.page, pairs),
    )


def each(ids: Iterable[str], pairs: Pairs) -> tuple[str, ...]:
    """Articles by their other numbers."""
    return tuple(pairs.get(one, one) for one in ids)


def said(text: str, pairs: Pairs) -> str:
    """A text that speaks of articles."""
    numbers = Numbers(pairs, {}, frozenset(pairs))
    return rewritten(text, mentions(text, (), pairs), numbers)


def line_under(line: Line, pairs: Pairs) -> Line:
    """One record."""
    refused = {key: pairs.get(one, one) for key, one in line.refused.items()}
    text = renumbered_record(line.text, Numbers(pairs, {}, frozenset(pairs)))
    return Line(text, pairs.get(line.article, line.article), line.kind, each(line.steps, pairs), refused)
