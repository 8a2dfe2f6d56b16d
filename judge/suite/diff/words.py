"""What the text and the Markdown of a comparison say alike."""

from __future__ import annotations

from judge.suite.diff.acceptance import Reviewed
from judge.suite.diff.compared import GROUP_OF, Change, Compared
from judge.suite.diff.report import Report
from judge.text.said import counted

ADVICE = {
    "NOT PLAYED": "read each",
    "ANSWER": "read each",
    "FACTS": "read each",
    "REASON": "a pattern at a time",
    "OPEN": "a pattern at a time",
    "STEPS": "a pattern at a time",
    "WORDS": "not shown: only phrases differ",
}


def headline(report: Report) -> str:
    """How many rulings were played, and how many change."""
    a, b = report.sides
    changed = len(report.changed)
    what = "nothing changes" if not changed else f"{changed} change{'s' if changed == 1 else ''}"
    return f"{a} → {b}: {counted(len(report.compared), 'ruling')} played by both, {what}."


def beside(report: Report) -> list[str]:
    """What was not played, and why."""
    same = [f"{game} {n}" for game, n in report.same_rulebook.items()]
    gone = [f"{game or 'without a game'} {n}" for game, n in report.left_out.items()]
    found = [f"Same rulebook on both sides, not played: {', '.join(same)}."] if same else []
    found += [f"No rulebook on one side, not played: {', '.join(gone)}."] if gone else []
    some = report.unplayable
    if some:
        found.append(f"By neither side: {len(some)}, e.g. {some[0].id}: {some[0].problem}")
    return found


def grave(one: Compared) -> list[Change]:
    """The changes by which a ruling stands in its group."""
    return [row for row in one.changes if GROUP_OF[row.kind] == one.group]


def said(row: Change) -> str:
    """One change: what was, what is."""
    what = f'"{row.what}"' if row.kind == "answer" else row.what
    return f"{what}: {row.was} → {row.now}"


def mark(one: Compared, reviewed: Reviewed) -> str:
    """What became of a ruling that is accepted by name."""
    found = reviewed.accepted.get(one.id)
    if found is not None:
        return f"accepted: {found.reason}"
    return "accepted for another change" if reviewed.status(one.id) == "changed" else ""


def ranked(report: Report, game: str, article: str) -> str:
    """In how many rulings an article has a part, and how many part there."""
    ranks, parts = report.ranks(game, article), len(report.at(game, article))
    tail = f"{counted(parts, 'ruling')} part{'s' if parts == 1 else ''} here"
    if not parts:
        tail = "no ruling parts here"
    return f"decides {ranks['decides']} · acts in {ranks['acts']} · stands behind {ranks['behind']} · {tail}"


def unaccepted(report: Report, reviewed: Reviewed) -> int:
    """How many rulings are still to be read and accepted."""
    return sum(reviewed.status(one.id) != "accepted" for one in report.by_name)


def closing(report: Report, reviewed: Reviewed) -> list[str]:
    """What is still to be done."""
    found = [
        f"Stale: {one.ruling} was accepted for another change, or does not change any more."
        for one in reviewed.stale
    ]
    waiting = unaccepted(report, reviewed)
    if waiting:
        found.append(
            f"{counted(waiting, 'ruling')} to read and accept by name: judge accept --from DIFF.json"
        )
    elif report.by_name:
        found.append("Every changed answer and fact is accepted.")
    return found
