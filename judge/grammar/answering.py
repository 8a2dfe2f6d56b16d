"""What only an answer can say: which link lies below it, and that it has to be given."""

from __future__ import annotations

from collections.abc import Mapping

from judge.grammar.checker import Checker
from judge.grammar.tables import Checks, Path, uses
from judge.text.plain import Fields

BELOW = "below"  # the link that an answer is given to


def check_answering(checker: Checker, path: Path, kind: str, preset: Fields, data: object) -> Checks:
    """An ability that waits once something has happened is no answer to a link; what has to be an answer says
    to what, and how often.
    """
    if not isinstance(data, Mapping):
        return
    if kind == "auto" and not preset.get("turns_up"):
        for where, name in uses(path, data):
            if name == BELOW:
                message = "this waits until it is used and answers no link: nothing lies below it"
                yield checker.source.problem(where, message, found="$below")
    if (
        "must" in data
        and "must" in checker.book.tables["ability_keys"]
        and "must" not in preset.get("refuses", ())
    ):
        yield from check_must(checker, [*path, "must"], kind, data)


def check_must(checker: Checker, path: Path, kind: str, data: Mapping[str, object]) -> Checks:
    """What has to answer says what it answers, and is limited: it would have to answer itself."""
    if data["must"] is not True:
        yield checker.wrong(path, "what need not be done says nothing", data["must"], "true")
    elif kind != "activated":
        yield checker.wrong(path, "only what is activated has to answer", True)
    elif not isinstance(data.get("answers"), Mapping):
        message = "what has to be activated answers an activation"
        yield checker.source.problem(path, message, expected="answers = { … }")
    elif "once" not in data:
        message = "without a limit it would have to answer itself for ever"
        yield checker.source.problem(path, message, expected='once = "…"')
