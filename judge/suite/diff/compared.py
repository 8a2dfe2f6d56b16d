"""One ruling by both rulebooks: what of it changes, in which group that is, and where the traces part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from judge.renumbering.citations import Numbers, mentions, rewritten
from judge.renumbering.numbering import Numbering
from judge.renumbering.tables import recorded
from judge.suite.diff.outcome import Fork, Line, Outcome, fork, play
from judge.suite.diff.renumbered import Pairs, between_for
from judge.suite.diff.sides import Rules, Side
from judge.suite.found import Found
from judge.text.rows import NamedTuple

NOT_PLAYED: Final = "NOT PLAYED"
GROUPS: Final = (NOT_PLAYED, "ANSWER", "FACTS", "REASON", "OPEN", "STEPS", "WORDS")  # the gravest first
BY_NAME: Final = GROUPS[:3]  # of these each ruling is read, and accepted by its name
GROUP_OF: Final = {
    "played": NOT_PLAYED,
    "answer": "ANSWER",
    "winner": "FACTS",
    "fact": "FACTS",
    "reason": "REASON",
    "open": "OPEN",
    "steps": "STEPS",
    "next": "STEPS",
}
TAKEN: Final = "Yes"  # what is answered to a line of the script that is played
PLAYED: Final = "played"


class Change(NamedTuple):
    """One difference between the two sides."""

    kind: str  # played, answer, winner, fact, reason, open, steps or next
    what: str
    was: str
    now: str


class Compared(NamedTuple):
    """A ruling under both rulebooks; `group` is "" where nothing differs. `ranks` says which of the edited
    articles decide, act or stand behind it on either side.
    """

    id: str
    path: str
    game: str
    title: str
    group: str
    changes: tuple[Change, ...] = ()
    fork: Fork | None = None
    ranks: tuple[tuple[str, str], ...] = ()
    versions: tuple[str, str] = ("", "")
    problem: str = ""  # why neither side could play it


class Task(NamedTuple):
    """What a process needs to compare rulings of one game."""

    game: str
    sides: tuple[Side, Side]
    rules: tuple[Rules, Rules]
    edited: frozenset[str]
    modules: tuple[str, ...] = ()
    numbering: Numbering | None = None  # what has other numbers in rulings that are written by those of A


def compare_batch(batch: Sequence[tuple[Found, str]], tasks: dict[str, Task]) -> list[Compared]:
    """Some rulings, compared: the work of one process."""
    return [compare(ruling, tasks[game]) for ruling, game in batch]


def compare(ruling: Found, task: Task) -> Compared:
    """One ruling under both rulebooks."""
    names = between_for(ruling.path, task.rules, task.modules)
    was, now = (
        play(ruling.path, side, rules, task.modules, pairs, task.numbering)
        for side, rules, pairs in zip(task.sides, task.rules, (names.to_a, names.to_b), strict=True)
    )
    was, now = outcome_under(was, names.a_told), outcome_under(now, names.b_told)
    changes = tuple(changes_of(was, now))
    group = min((GROUP_OF[change.kind] for change in changes), key=GROUPS.index, default="")
    if not group and was.page != now.page:
        group = "WORDS"
    parted = fork(was.lines, now.lines, task.edited) if changes and not (was.problem or now.problem) else None
    forced = task.rules[0].version != task.rules[1].version
    edited = () if forced and was.version == now.version else sorted(task.edited)  # it names its own version
    ranks = tuple((article, rank) for article in edited if (rank := rank_of(article, was, now)))
    problem = was.problem if was.problem and was.problem == now.problem else ""
    versions = (was.version, now.version)
    return Compared(
        *ruling, task.game, was.title or now.title, group, changes, parted, ranks, versions, problem
    )


def rank_of(article: str, was: Outcome, now: Outcome) -> str:
    """The highest rank that an article has on either side."""
    for rank in ("decides", "acts", "behind"):
        if article in getattr(was, rank) or article in getattr(now, rank):
            return rank
    return ""


def changes_of(was: Outcome, now: Outcome) -> Iterator[Change]:
    """All differences. Where one side stops before its end, only that is told, not what it lacks."""
    if was.problem or now.problem:
        if was.problem != now.problem:
            yield Change("played", "the ruling", was.problem or PLAYED, now.problem or PLAYED)
        return
    if was.stopped != now.stopped:
        yield from stops(was, now)
    yield from answers(was, now)
    if was.stopped == now.stopped:
        yield from results(was, now)
        yield from reasons(was, now)
        yield from differences("open", was.open, now.open)
    if [line.text for line in was.lines] != [line.text for line in now.lines]:
        yield Change("steps", "records", str(len(was.lines)), str(len(now.lines)))
    if was.next != now.next and was.stopped == now.stopped:
        yield Change("next", "next", was.next, now.next)


def stops(was: Outcome, now: Outcome) -> Iterator[Change]:
    """A line of the script that only one side accepts."""
    for line in dict.fromkeys(outcome.stopped[0] for outcome in (was, now) if outcome.stopped[0]):
        before, after = (
            outcome.stopped[1] if outcome.stopped[0] == line else TAKEN for outcome in (was, now)
        )
        if before != after:
            both_no = before.startswith("No, ") and after.startswith("No, ")
            yield Change("reason" if both_no else "answer", line, before, after)


def answers(was: Outcome, now: Outcome) -> Iterator[Change]:
    """Questions and claims that both sides answer, differently or by another article."""
    later = list(now.answers)
    for line, answer, rule in was.answers:
        other = next((row for row in later if row[0] == line), None)
        if other is None:
            continue
        later.remove(other)
        if answer != other[1]:
            yield Change("answer", line, with_article(answer, rule), with_article(*other[1:]))
        elif rule != other[2]:
            yield Change("reason", line, with_article(answer, rule), with_article(*other[1:]))


def with_article(answer: str, rule: str) -> str:
    """An answer, and the article that decides it."""
    return f"{answer}, {rule}" if rule else answer


def results(was: Outcome, now: Outcome) -> Iterator[Change]:
    """The winner, and the facts that the fixture expects."""
    if was.winner != now.winner:
        yield Change("winner", "winner", was.winner or "nobody", now.winner or "nobody")
    before, after = dict(was.facts), dict(now.facts)
    for path in dict.fromkeys((*before, *after)):
        old, other = before.get(path, "not there"), after.get(path, "not there")
        if old != other:
            yield Change("fact", path, old, other)


def reasons(was: Outcome, now: Outcome) -> Iterator[Change]:
    """The articles that decide, and those that the fixture names and that do nothing in it."""
    if was.decides != now.decides:
        yield Change("reason", "decides", *only(was.decides, now.decides))
    if was.missing != now.missing:
        yield Change("reason", "named and not met", *only(was.missing, now.missing))


def differences(kind: str, was: Sequence[str], now: Sequence[str]) -> Iterator[Change]:
    """The items that only one side has."""
    if set(was) != set(now):
        yield Change(kind, kind, *only(was, now))


def only(was: Sequence[str], now: Sequence[str]) -> tuple[str, str]:
    """The items that only one side has, in words."""
    left, right = ([name for name in a if name not in b] for a, b in ((was, now), (now, was)))
    return " ".join(left) or "-", " ".join(right) or "-"


# --- what a ruling comes to on side A, told by the numbers of side B ------------------------------
def outcome_under(outcome: Outcome, pairs: Pairs) -> Outcome:
    """An outcome with its articles renumbered."""
    if not pairs:
        return outcome
    return outcome._replace(
        problem=said(outcome.problem, pairs),
        stopped=(said(outcome.stopped[0], pairs), said(outcome.stopped[1], pairs)),
        answers=tuple((said(a, pairs), b, pairs.get(c, c)) for a, b, c in outcome.answers),
        decides=tuple(sorted(each(outcome.decides, pairs))),
        acts=each(outcome.acts, pairs),
        behind=each(outcome.behind, pairs),
        missing=each(outcome.missing, pairs),
        lines=tuple(line_under(line, pairs) for line in outcome.lines),
        page=said(outcome.page, pairs),
    )


def each(ids: Iterable[str], pairs: Pairs) -> tuple[str, ...]:
    """Gives each article the number that it has by these pairs."""
    return tuple(pairs.get(article, article) for article in ids)


def said(text: str, pairs: Pairs) -> str:
    """A text with its articles renumbered."""
    numbers = Numbers(pairs, {}, frozenset(pairs))
    return rewritten(text, mentions(text, (), pairs), numbers)


def line_under(line: Line, pairs: Pairs) -> Line:
    """A record with its articles renumbered."""
    refused = {key: pairs.get(article, article) for key, article in line.refused.items()}
    text = rewritten(line.text, recorded(line.text), Numbers(pairs, {}, frozenset(pairs)))
    return Line(text, pairs.get(line.article, line.article), line.kind, each(line.steps, pairs), refused)
