"""A comparison as a comment on a change: Markdown that stays below what one may hold."""

from __future__ import annotations

from collections.abc import Iterator

from judge.suite.diff.acceptance import Reviewed
from judge.suite.diff.compared import BY_NAME, Compared
from judge.suite.diff.json import articles
from judge.suite.diff.outcome import Fork
from judge.suite.diff.report import Pattern, Report, groups, patterns
from judge.suite.diff.text import ADVICE, beside, closing, grave, headline, mark, ranked, said
from judge.text.markdown import code, escaped

MOST = 59_000  # bytes; a comment holds some 65,000 characters
UNTOUCHED = 20
EDITED = 12  # articles whose edits are shown


def diff_markdown(report: Report, reviewed: Reviewed, most: int = MOST) -> str:
    """The whole comparison. What would be too long is left out at the end of its group, with a count."""
    lists = [(group, list(blocks(group, some, reviewed))) for group, some in groups(report)]
    head, tail = "\n".join(heading(report)), "\n".join(ending(report, reviewed))
    spare = most - size(head) - size(tail) - 200 * len(lists)
    found = [head]
    for group, rows in lists:
        body = [f"\n### {group} · {len(report.of(group))} · {ADVICE[group]}\n"]
        kept = 0
        for n, text in rows:
            if size(text) + 1 > spare:
                break
            spare -= size(text) + 1
            body.append(text)
            kept += n
        left = len(report.of(group)) - kept
        if left and group != "WORDS":
            body.append(f"\n_{left} more are not shown here: the text and the JSON have them all._")
        found += body
    return "\n".join([*found, tail]).rstrip("\n") + "\n"


def size(text: str) -> int:
    """How long a text is as it is sent."""
    return len(text.encode())


def heading(report: Report) -> Iterator[str]:
    """What was compared, the counts, and what was edited."""
    yield f"## {escaped(headline(report))}\n"
    yield from (f"{escaped(one)}\n" for one in beside(report))
    rows = groups(report)
    if rows:
        yield "| " + " | ".join(group for group, _ in rows) + " |"
        yield "|" + "---:|" * len(rows)
        yield "| " + " | ".join(str(len(some)) for _, some in rows) + " |\n"
    told = [(game, article) for game in report.edits for article in articles(report, game)]
    for game, article in told[:EDITED]:
        yield from edited(report, game, article)
    if len(told) > EDITED:
        names = ", ".join(escaped(article or "(no article)") for _, article in told[EDITED:])
        yield f"Edited too: {cut(names, 2000)}\n"


def edited(report: Report, game: str, article: str) -> Iterator[str]:
    """An article that was edited, as a diff."""
    title = report.titles[game].get(article, "")
    name = " ".join(filter(None, (game, article or "(no article)", f"“{title}”" if title else "")))
    yield f"**{escaped(name)}**" + (f": {ranked(report, game, article)}" if article else "") + "\n"
    rows = [one for one in report.edits[game] if one.article == article]
    yield "```diff"
    for one in rows[:6]:
        yield f"# {one.where}"
        yield from (f"{sign} {cut(text)}" for sign, text in (("-", one.was), ("+", one.now)) if text)
    if len(rows) > 6:
        yield f"# and {len(rows) - 6} more"
    yield "```\n"


def blocks(group: str, some: list[Compared], reviewed: Reviewed) -> Iterator[tuple[int, str]]:
    """The parts of a group, each with how many rulings it is about."""
    if group == "WORDS":
        return
    for row in patterns(some):
        yield from of_pattern(row, group in BY_NAME, reviewed)


def of_pattern(row: Pattern, by_name: bool, reviewed: Reviewed) -> Iterator[tuple[int, str]]:
    """What parts alike: the fork once, then each ruling or one for all."""
    first = row.rulings[0]
    count = f"{len(row.rulings)} at {row.article}" if row.article else f"{len(row.rulings)} without a fork"
    lines = [f"**{escaped(count)}**\n", *(forked(first.fork) if first.fork is not None else ())]
    if by_name:
        yield 0, "\n".join(lines)
        for one in row.rulings:
            yield 1, f"- {code(one.id)}" + "".join(f"\n  {escaped(text)}  " for text in told(one, reviewed))
        return
    example = f"- {code(first.id)}" + (f" and {len(row.rulings) - 1} alike" if len(row.rulings) > 1 else "")
    changes = "".join(f"\n  {escaped(said(one))}  " for one in grave(first) if one.kind != "steps")
    yield len(row.rulings), "\n".join([*lines, example + changes])


def told(one: Compared, reviewed: Reviewed) -> list[str]:
    """What changes in a ruling, and whether that was accepted."""
    return [*(cut(said(row)) for row in grave(one)), *filter(None, [mark(one, reviewed)])]


def forked(one: Fork) -> Iterator[str]:
    """The records at which two traces part, side by side."""
    yield "| A | B |"
    yield "|---|---|"
    if one.before:
        yield f"| {code(cut(one.before))} | _the same_ |"
    yield f"| {code(cut(one.a))} | {code(cut(one.b))} |\n"


def ending(report: Report, reviewed: Reviewed) -> Iterator[str]:
    """What did not change though it might have, and what is left to do."""
    told = [(game, article) for game in report.edits for article in report.articles(game)]
    few = 1 if len(told) > EDITED else UNTOUCHED
    for game, article in told:
        found = report.untouched(game, article)
        if found:
            shown = ", ".join(code(one.id) for one in found[:few])
            more = f" and {len(found) - few} more" if len(found) > few else ""
            yield f"\n**Not touched although {game} {escaped(article)} decides them: {len(found)}**"
            yield f"{shown}{more}"
    rows = closing(report, reviewed)
    yield from (f"\n{escaped(one)}" for one in rows[:UNTOUCHED])
    if len(rows) > UNTOUCHED:
        yield f"\n{len(rows) - UNTOUCHED} more such lines; the last: {escaped(rows[-1])}"


def cut(text: str, most: int = 300) -> str:
    """A text that is not longer than a cell may be."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
