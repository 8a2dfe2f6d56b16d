"""A comparison as text, with the phrases that the Markdown shares."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from judge.suite.diff.acceptance import Reviewed
from judge.suite.diff.compared import BY_NAME, GROUP_OF, Change, Compared
from judge.suite.diff.json import articles
from judge.suite.diff.outcome import Fork
from judge.suite.diff.report import Edit, Pattern, Report, groups, patterns
from judge.text.said import counted

# --- phrases that text and Markdown share --------------------------------------------------------------
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


# --- the comparison as text ----------------------------------------------------------------------------
WIDE = 110  # columns from which on the two sides stand beside each other
EDITS = 12  # of an article that are told
UNTOUCHED = 5


def diff_text(report: Report, reviewed: Reviewed, width: int) -> str:
    """The whole comparison: what was edited, then the groups, the gravest first."""
    lines = [
        *wrapped(headline(report), width),
        *(row for one in beside(report) for row in wrapped(one, width)),
    ]
    for game in report.edits:
        for article in articles(report, game):
            lines += edited(report, game, article, width)
    for group, some in groups(report):
        lines += of_group(group, some, reviewed, width)
    for game in report.edits:
        for article in report.articles(game):
            lines += untouched(report, game, article, width)
    end = [row for one in closing(report, reviewed) for row in wrapped(one, width)]
    return "\n".join([*lines, *(["", *end] if end else [])]) + "\n"


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of a width; nothing is cut."""
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest or first,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def edited(report: Report, game: str, article: str, width: int) -> Iterator[str]:
    """An article that was edited."""
    yield ""
    title = report.titles[game].get(article, "")
    name = f"{article} “{title}”" if title else article or "what stands under no article"
    yield from wrapped(f"Edited: {game} {name}", width, rest="  ")
    rows = [one for one in report.edits[game] if one.article == article]
    for one in rows[:EDITS]:
        yield from edit(one, width)
    if len(rows) > EDITS:
        yield f"  and {len(rows) - EDITS} more"
    if article:
        yield from wrapped(ranked(report, game, article), width, "  ")


def edit(one: Edit, width: int) -> Iterator[str]:
    """One place that was edited."""
    yield from wrapped(f"in {one.where}", width, "  ", "    ")
    for sign, text in (("-", one.was), ("+", one.now)):
        if text:
            yield from wrapped(text, width, f"    {sign} ", "      ")


def of_group(group: str, some: list[Compared], reviewed: Reviewed, width: int) -> Iterator[str]:
    """A group, by the article at the fork; each ruling where each is to be read, else an example."""
    yield ""
    yield f"{group:<8} {len(some):>4}  {ADVICE[group]}"
    if group == "WORDS":
        return
    last = None
    rows = patterns(some)
    for row in rows:
        if row.article != last:
            n = sum(len(one.rulings) for one in rows if one.article == row.article)
            yield f"  at {row.article}  {n}" if row.article else f"  without a fork  {n}"
        last = row.article
        yield from of_pattern(row, group in BY_NAME, reviewed, width)


def of_pattern(row: Pattern, by_name: bool, reviewed: Reviewed, width: int) -> Iterator[str]:
    """What parts alike: once, then each ruling, or one for all."""
    first = row.rulings[0]
    if first.fork is not None:
        yield from forked(first.fork, width)
    if by_name:
        for one in row.rulings:
            yield from named(one, reviewed, width)
        return
    alike = f"{len(row.rulings)} alike" if len(row.rulings) > 1 else "this one"
    yield from wrapped(
        f"{alike}, e.g. {first.id}" if len(row.rulings) > 1 else first.id, width, "    ", "      "
    )
    for change in grave(first):
        if change.kind != "steps":
            yield from wrapped(said(change), width, "      ", "        ")


def named(one: Compared, reviewed: Reviewed, width: int) -> Iterator[str]:
    """One ruling that is to be read."""
    yield from wrapped(one.id, width, "    ", "      ")
    for change in grave(one):
        yield from wrapped(said(change), width, "      ", "        ")
    found = mark(one, reviewed)
    if found:
        yield from wrapped(found, width, "      ", "        ")


def forked(one: Fork, width: int) -> Iterator[str]:
    """The records at which two traces part, side by side where there is room."""
    if one.before:
        yield from wrapped(f"after  {one.before}", width, "    ", "           ")
    if width < WIDE:
        yield from wrapped(one.a, width, "    A  ", "       ")
        yield from wrapped(one.b, width, "    B  ", "       ")
        return
    half = (width - 4 - 3) // 2
    left, right = wrapped(one.a, half, "A  ", "   "), wrapped(one.b, half, "B  ", "   ")
    for at in range(max(len(left), len(right))):
        a, b = (side[at] if at < len(side) else "" for side in (left, right))
        yield f"    {a:<{half}} │ {b}".rstrip()


def untouched(report: Report, game: str, article: str, width: int) -> Iterator[str]:
    """The rulings that an edited article decides and that did not change: they may not have been carried
    over.
    """
    found = report.untouched(game, article)
    if not found:
        return
    yield ""
    yield from wrapped(f"Not touched although {game} {article} decides them: {len(found)}", width)
    for one in found[:UNTOUCHED]:
        yield from wrapped(one.id, width, "  ", "    ")
    if len(found) > UNTOUCHED:
        yield f"  and {len(found) - UNTOUCHED} more"
