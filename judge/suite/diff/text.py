"""A comparison as text and as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from judge.suite.diff.acceptance import Reviewed
from judge.suite.diff.compared import BY_NAME, GROUP_OF, Change, Compared
from judge.suite.diff.json import articles
from judge.suite.diff.outcome import Fork
from judge.suite.diff.report import Edit, Pattern, Report, groups, patterns
from judge.text.markdown import code, escaped
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
    """The number of rulings, and how many change."""
    a, b = report.sides
    changed = len(report.changed)
    what = "nothing changes" if not changed else f"{changed} change{'s' if changed == 1 else ''}"
    return f"{a} → {b}: {counted(len(report.compared), 'ruling')} played by both, {what}."


def beside(report: Report) -> list[str]:
    """The rulings that were not played, and why."""
    same = [f"{game} {n}" for game, n in report.same_rulebook.items()]
    gone = [f"{game or 'without a game'} {n}" for game, n in report.left_out.items()]
    lines = [f"Same rulebook on both sides, not played: {', '.join(same)}."] if same else []
    lines += [f"No rulebook on one side, not played: {', '.join(gone)}."] if gone else []
    some = report.unplayable
    if some:
        lines.append(f"By neither side: {len(some)}, e.g. {some[0].id}: {some[0].problem}")
    return lines


def grave(ruling: Compared) -> list[Change]:
    """The changes for which a ruling is in its group."""
    return [row for row in ruling.changes if GROUP_OF[row.kind] == ruling.group]


def said(row: Change) -> str:
    """One change: before, after."""
    what = f'"{row.what}"' if row.kind == "answer" else row.what
    return f"{what}: {row.was} → {row.now}"


def mark(ruling: Compared, reviewed: Reviewed) -> str:
    """The status of a ruling that is accepted by name."""
    acceptance = reviewed.accepted.get(ruling.id)
    if acceptance is not None:
        return f"accepted: {acceptance.reason}"
    return "accepted for another change" if reviewed.status(ruling.id) == "changed" else ""


def ranked(report: Report, game: str, article: str) -> str:
    """The number of rulings in which an article has a part, and of those that part at it."""
    ranks, parts = report.ranks(game, article), len(report.at(game, article))
    tail = f"{counted(parts, 'ruling')} part{'s' if parts == 1 else ''} here"
    if not parts:
        tail = "no ruling parts here"
    return f"decides {ranks['decides']} · acts in {ranks['acts']} · stands behind {ranks['behind']} · {tail}"


def unaccepted(report: Report, reviewed: Reviewed) -> int:
    """How many rulings are still to be read and accepted."""
    return sum(reviewed.status(ruling.id) != "accepted" for ruling in report.by_name)


def closing(report: Report, reviewed: Reviewed) -> list[str]:
    """What the user still has to do."""
    lines = [
        f"Stale: {acceptance.ruling} was accepted for another change, or does not change any more."
        for acceptance in reviewed.stale
    ]
    waiting = unaccepted(report, reviewed)
    if waiting:
        lines.append(
            f"{counted(waiting, 'ruling')} to read and accept by name: judge accept --from DIFF.json"
        )
    elif report.by_name:
        lines.append("Every changed answer and fact is accepted.")
    return lines


# --- the comparison as text ----------------------------------------------------------------------------
WIDE = 110  # columns from which on the two sides stand beside each other
EDITS = 12  # of an article that are told
UNTOUCHED = 5


def diff_text(report: Report, reviewed: Reviewed, width: int) -> str:
    """The whole comparison: what was edited, then the groups, the gravest first."""
    lines = [
        *wrapped(headline(report), width),
        *(row for line in beside(report) for row in wrapped(line, width)),
    ]
    for game in report.edits:
        for article in articles(report, game):
            lines += edited(report, game, article, width)
    for group, some in groups(report):
        lines += of_group(group, some, reviewed, width)
    for game in report.edits:
        for article in report.articles(game):
            lines += untouched(report, game, article, width)
    end = [row for line in closing(report, reviewed) for row in wrapped(line, width)]
    return "\n".join([*lines, *(["", *end] if end else [])]) + "\n"


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of a width; no word is broken."""
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest or first,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def edited(report: Report, game: str, article: str, width: int) -> Iterator[str]:
    """An edited article with its edits."""
    yield ""
    title = report.titles[game].get(article, "")
    name = f"{article} “{title}”" if title else article or "what stands under no article"
    yield from wrapped(f"Edited: {game} {name}", width, rest="  ")
    rows = [change for change in report.edits[game] if change.article == article]
    for row in rows[:EDITS]:
        yield from edit(row, width)
    if len(rows) > EDITS:
        yield f"  and {len(rows) - EDITS} more"
    if article:
        yield from wrapped(ranked(report, game, article), width, "  ")


def edit(change: Edit, width: int) -> Iterator[str]:
    """Yields the lines of one edit: its place, then the old text and the new one."""
    yield from wrapped(f"in {change.where}", width, "  ", "    ")
    for sign, text in (("-", change.was), ("+", change.now)):
        if text:
            yield from wrapped(text, width, f"    {sign} ", "      ")


def of_group(group: str, some: list[Compared], reviewed: Reviewed, width: int) -> Iterator[str]:
    """A group by the article at the fork; every ruling where each has to be read, else an example."""
    yield ""
    yield f"{group:<8} {len(some):>4}  {ADVICE[group]}"
    if group == "WORDS":
        return
    last = None
    rows = patterns(some)
    for row in rows:
        if row.article != last:
            n = sum(len(pattern.rulings) for pattern in rows if pattern.article == row.article)
            yield f"  at {row.article}  {n}" if row.article else f"  without a fork  {n}"
        last = row.article
        yield from of_pattern(row, group in BY_NAME, reviewed, width)


def of_pattern(row: Pattern, by_name: bool, reviewed: Reviewed, width: int) -> Iterator[str]:
    """A pattern: the fork once, then every ruling, or one example."""
    first = row.rulings[0]
    if first.fork is not None:
        yield from forked(first.fork, width)
    if by_name:
        for ruling in row.rulings:
            yield from named(ruling, reviewed, width)
        return
    alike = f"{len(row.rulings)} alike" if len(row.rulings) > 1 else "this one"
    yield from wrapped(
        f"{alike}, e.g. {first.id}" if len(row.rulings) > 1 else first.id, width, "    ", "      "
    )
    for change in grave(first):
        if change.kind != "steps":
            yield from wrapped(said(change), width, "      ", "        ")


def named(ruling: Compared, reviewed: Reviewed, width: int) -> Iterator[str]:
    """One ruling that has to be read."""
    yield from wrapped(ruling.id, width, "    ", "      ")
    for change in grave(ruling):
        yield from wrapped(said(change), width, "      ", "        ")
    status = mark(ruling, reviewed)
    if status:
        yield from wrapped(status, width, "      ", "        ")


def forked(fork: Fork, width: int) -> Iterator[str]:
    """The records at which two traces part, side by side where there is room."""
    if fork.before:
        yield from wrapped(f"after  {fork.before}", width, "    ", "           ")
    if width < WIDE:
        yield from wrapped(fork.a, width, "    A  ", "       ")
        yield from wrapped(fork.b, width, "    B  ", "       ")
        return
    half = (width - 4 - 3) // 2
    left, right = wrapped(fork.a, half, "A  ", "   "), wrapped(fork.b, half, "B  ", "   ")
    for at in range(max(len(left), len(right))):
        a, b = (side[at] if at < len(side) else "" for side in (left, right))
        yield f"    {a:<{half}} │ {b}".rstrip()


def untouched(report: Report, game: str, article: str, width: int) -> Iterator[str]:
    """The rulings that an edited article decides and that did not change: perhaps they were forgotten."""
    rulings = report.untouched(game, article)
    if not rulings:
        return
    yield ""
    yield from wrapped(f"Not touched although {game} {article} decides them: {len(rulings)}", width)
    for ruling in rulings[:UNTOUCHED]:
        yield from wrapped(ruling.id, width, "  ", "    ")
    if len(rulings) > UNTOUCHED:
        yield f"  and {len(rulings) - UNTOUCHED} more"


# --- Markdown, for a comment on a pull request ---------------------------------------------------------
MOST = 59_000  # bytes; a comment holds some 65,000 characters
MOST_UNTOUCHED = 20
EDITED = 12  # articles whose edits are shown


def diff_markdown(report: Report, reviewed: Reviewed, most: int = MOST) -> str:
    """The whole comparison. What would be too long is left out at the end of its group, with a count."""
    lists = [(group, list(blocks(group, some, reviewed))) for group, some in groups(report)]
    head, tail = "\n".join(heading(report)), "\n".join(ending(report, reviewed))
    spare = most - size(head) - size(tail) - 200 * len(lists)
    parts = [head]
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
        parts += body
    return "\n".join([*parts, tail]).rstrip("\n") + "\n"


def size(text: str) -> int:
    """The length of a text in bytes."""
    return len(text.encode())


def heading(report: Report) -> Iterator[str]:
    """The compared sides, the counts, and the edited articles."""
    yield f"## {escaped(headline(report))}\n"
    yield from (f"{escaped(line)}\n" for line in beside(report))
    rows = groups(report)
    if rows:
        yield "| " + " | ".join(group for group, _ in rows) + " |"
        yield "|" + "---:|" * len(rows)
        yield "| " + " | ".join(str(len(some)) for _, some in rows) + " |\n"
    told = [(game, article) for game in report.edits for article in articles(report, game)]
    for game, article in told[:EDITED]:
        yield from edited_diff(report, game, article)
    if len(told) > EDITED:
        names = ", ".join(escaped(article or "(no article)") for _, article in told[EDITED:])
        yield f"Edited too: {cut(names, 2000)}\n"


def edited_diff(report: Report, game: str, article: str) -> Iterator[str]:
    """An edited article, as a diff."""
    title = report.titles[game].get(article, "")
    name = " ".join(filter(None, (game, article or "(no article)", f"“{title}”" if title else "")))
    yield f"**{escaped(name)}**" + (f": {ranked(report, game, article)}" if article else "") + "\n"
    rows = [change for change in report.edits[game] if change.article == article]
    yield "```diff"
    for row in rows[:6]:
        yield f"# {row.where}"
        yield from (f"{sign} {cut(text)}" for sign, text in (("-", row.was), ("+", row.now)) if text)
    if len(rows) > 6:
        yield f"# and {len(rows) - 6} more"
    yield "```\n"


def blocks(group: str, some: list[Compared], reviewed: Reviewed) -> Iterator[tuple[int, str]]:
    """The parts of a group, each with the number of its rulings."""
    if group == "WORDS":
        return
    for row in patterns(some):
        yield from pattern_items(row, group in BY_NAME, reviewed)


def pattern_items(row: Pattern, by_name: bool, reviewed: Reviewed) -> Iterator[tuple[int, str]]:
    """A pattern: the fork once, then every ruling, or one example."""
    first = row.rulings[0]
    count = f"{len(row.rulings)} at {row.article}" if row.article else f"{len(row.rulings)} without a fork"
    lines = [f"**{escaped(count)}**\n", *(fork_table(first.fork) if first.fork is not None else ())]
    if by_name:
        yield 0, "\n".join(lines)
        for ruling in row.rulings:
            yield (
                1,
                f"- {code(ruling.id)}" + "".join(f"\n  {escaped(text)}  " for text in told(ruling, reviewed)),
            )
        return
    example = f"- {code(first.id)}" + (f" and {len(row.rulings) - 1} alike" if len(row.rulings) > 1 else "")
    changes = "".join(f"\n  {escaped(said(change))}  " for change in grave(first) if change.kind != "steps")
    yield len(row.rulings), "\n".join([*lines, example + changes])


def told(ruling: Compared, reviewed: Reviewed) -> list[str]:
    """The changes of a ruling, and whether they were accepted."""
    return [*(cut(said(row)) for row in grave(ruling)), *filter(None, [mark(ruling, reviewed)])]


def fork_table(fork: Fork) -> Iterator[str]:
    """The records at which two traces part, side by side."""
    yield "| A | B |"
    yield "|---|---|"
    if fork.before:
        yield f"| {code(cut(fork.before))} | _the same_ |"
    yield f"| {code(cut(fork.a))} | {code(cut(fork.b))} |\n"


def ending(report: Report, reviewed: Reviewed) -> Iterator[str]:
    """Rulings that might have changed and did not, and what is left to do."""
    told = [(game, article) for game in report.edits for article in report.articles(game)]
    few = 1 if len(told) > EDITED else MOST_UNTOUCHED
    for game, article in told:
        rulings = report.untouched(game, article)
        if rulings:
            shown = ", ".join(code(ruling.id) for ruling in rulings[:few])
            more = f" and {len(rulings) - few} more" if len(rulings) > few else ""
            yield f"\n**Not touched although {game} {escaped(article)} decides them: {len(rulings)}**"
            yield f"{shown}{more}"
    rows = closing(report, reviewed)
    yield from (f"\n{escaped(row)}" for row in rows[:MOST_UNTOUCHED])
    if len(rows) > MOST_UNTOUCHED:
        yield f"\n{len(rows) - MOST_UNTOUCHED} more such lines; the last: {escaped(rows[-1])}"


def cut(text: str, most: int = 300) -> str:
    """A text, cut to the length that a cell may have."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
