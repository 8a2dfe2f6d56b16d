"""Migration: rewrites a fixture of an older release so that it holds again, and lists what is left for a
person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from judge.errors import BadInput, Problem
from judge.fixture.load import check
from judge.play.claim import Claim
from judge.play.reasons import within
from judge.play.ruling import Ruling, Unfit, run
from judge.text.rows import NamedTuple
from judge.text.source import KeyPath, Source
from judge.text.toml_text import removed, replaced


# --- what has to be rewritten --------------------------------------------------------------------------
class Change(NamedTuple):
    """A string of a fixture that is rewritten, or removed where `new` is empty."""

    path: KeyPath
    old: str
    new: str
    why: str


class Matter(NamedTuple):
    """Something at a place of a fixture that a person has to know or to decide."""

    path: KeyPath
    what: str
    why: str


def changes(ruling: Ruling, kept: Collection[KeyPath]) -> Iterator[Change]:
    """The strings to rewrite; those at the paths in `kept` stay as they are."""
    for change in (*articles(ruling), *claims(ruling), *passes(ruling)):
        if change.path not in kept:
            yield change


# --- articles ------------------------------------------------------------------------------------
def articles(ruling: Ruling) -> Iterator[Change]:
    """Removes articles that only stand behind others; never all of them."""
    written = ruling.fixture.model.articles
    behind = [rule for rule in ruling.missing if stands_behind(ruling, rule)]
    if set(written) <= set(behind):
        return
    for at, article in enumerate(written):
        if article in behind:
            why = f"only stands behind others; {proposal(ruling, article)}"
            yield Change(("articles", at), article, "", why)


def stands_behind(ruling: Ruling, article: str) -> bool:
    """Does an article stand behind one that decides or acts?"""
    return any(within(number(ruling, rule), article) for rule in ruling.ranks.behind)


def number(ruling: Ruling, article: str) -> str:
    """The number of an article in the version that is played."""
    numbers: Mapping[str, str] = ruling.fixture.book.tables["renumbered"]
    return numbers.get(article, article)


def proposal(ruling: Ruling, article: str) -> str:
    """A sentence that proposes the articles which decide beside it and are not named yet."""
    deciding = list(dict.fromkeys(number(ruling, rule) for rule in beside(ruling, article)))
    named = ruling.fixture.model.articles
    new = [rule for rule in deciding if not any(within(rule, wanted) for wanted in named)]
    if new:
        return f"what decides here is {' or '.join(new[:3])}: name it if the ruling turns on it"
    return f"what decides here is named: {', '.join(deciding[:3])}" if deciding else "nothing decides here"


def beside(ruling: Ruling, article: str) -> Sequence[str]:
    """The articles behind which an article stands, those that decide before those that act; without any, all
    that decide.
    """
    behind: Mapping[str, Sequence[str]] = ruling.table.book.tables["behind"]
    ranked = (*ruling.ranks.decides, *ruling.ranks.acts)
    leads = [
        lead for lead in ranked if any(within(number(ruling, rule), article) for rule in behind.get(lead, ()))
    ]
    return leads or list(ruling.ranks.decides)


# --- the script ----------------------------------------------------------------------------------
def claims(ruling: Ruling) -> Iterator[Change]:
    """Rewrites refusals claimed by an article that does not decide them: `by*` names any behind it."""
    for at, claim in judged(ruling).items():
        line = ruling.fixture.lines[at]
        if claim.ok or claim.allowed or not line.rule or line.any_article:
            continue
        head, _, _ = line.text.rpartition(f" {line.rule}")
        new = f"{head.rstrip().removesuffix('by').rstrip()} by* {line.rule}"
        why = f"{line.rule} does not decide it; what does is {', '.join(claim.rules) or 'no article'}"
        yield Change(("script", at), line.text, new, why)


def judged(ruling: Ruling) -> dict[int, Claim]:
    """The answers to questions and claims, by their place in the script."""
    answers = list(ruling.claims)
    by_line: dict[int, Claim] = {}
    for at, line in enumerate(ruling.fixture.lines):
        claim = next(
            (answer for answer in answers if line.kind == "claim" and answer.line == line.text), None
        )
        if claim is not None:  # of lines that say the same the first is answered first
            answers.remove(claim)
            by_line[at] = claim
    return by_line


def passes(ruling: Ruling) -> Iterator[Change]:
    """Removes lines that pass where nobody is asked."""
    for at, line in enumerate(ruling.fixture.lines):
        if any(line is extra for extra in ruling.surplus):
            yield Change(("script", at), line.text, "", "nobody is asked there")


# --- what is left --------------------------------------------------------------------------------
def notes(ruling: Ruling) -> Iterator[Matter]:
    """The note that the script ends with a line that the rules refuse, which is now the answer."""
    at = refused_at(ruling)
    if at >= 0 and at == len(ruling.fixture.lines) - 1:
        assert ruling.refusal is not None
        by = f" by {ruling.refusal.rule}" if ruling.refusal.rule else ""
        why = f"the rules refuse it{by}: that is the answer now, and `judge run` ends with 1"
        yield Matter(("script", at), ruling.refusal.line, why)


def left(ruling: Ruling) -> Iterator[Matter]:
    """The failures that only a person can mend."""
    at = refused_at(ruling)
    if 0 <= at < len(ruling.fixture.lines) - 1:
        why = "the rules refuse it, and lines follow that are not played"
        yield Matter(("script", at), ruling.fixture.lines[at].text, why)
    if ruling.refusal is not None:
        return
    yield from articles_left(ruling)
    for at, claim in judged(ruling).items():
        if not claim.ok:
            yield Matter(("script", at), claim.line, claim_left(claim))
    for fact in ruling.facts:
        if not fact.ok:
            path = ("expect", *fact.path.split("."))
            yield Matter(path, fact.path, f"expected {fact.expected}, found {fact.found}")
    wanted = ruling.fixture.model.expect.get("order", ())
    if ruling.order < len(wanted):
        yield Matter(("expect", "order", ruling.order), wanted[ruling.order], "does not come in this order")


def articles_left(ruling: Ruling) -> Iterator[Matter]:
    """The articles that are not met, each with those that decide instead."""
    every = set(ruling.fixture.model.articles) <= set(ruling.missing)
    for at, article in enumerate(ruling.fixture.model.articles):
        if article in ruling.missing:
            behind = stands_behind(ruling, article)
            why = "only stands behind others" if behind else "is on no line of the trace"
            alone = ", and so does every article of this fixture" if every and behind else ""
            yield Matter(("articles", at), article, f"{why}{alone}; {proposal(ruling, article)}")


def claim_left(claim: Claim) -> str:
    """Why a claim does not hold."""
    if claim.allowed:
        return "the rules allow it"
    rules = ", ".join(claim.rules)
    return f"it is refused, by {rules}" if rules else claim.why


def refused_at(ruling: Ruling) -> int:
    """The index of the script line that the rules refuse; -1 where there is none."""
    if ruling.refusal is None:
        return -1
    played = len(ruling.acts) + len(ruling.surplus)
    answers = [at for at, line in enumerate(ruling.fixture.lines) if line.kind == "answer"][played:]
    return next(at for at in answers if ruling.fixture.lines[at].text == ruling.refusal.line)


# --- rewriting a fixture -------------------------------------------------------------------------------
class Rules(NamedTuple):
    """A rulebook instead of the fixtures' own, its overlays, and the Python it may run."""

    rulebook: str = ""
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()


class Told(NamedTuple):
    """A message about a fixture, with its line in the text before and after."""

    before: int
    after: int
    text: str


class Migrated(NamedTuple):
    """A migrated fixture: its text, the changes, the notes, and what is left for a person."""

    source: Source
    changed: tuple[Told, ...] = ()
    noted: tuple[Told, ...] = ()
    left: tuple[Told, ...] = ()


def migrate(source: Source, rules: Rules = Rules()) -> Migrated:  # noqa: B008  # it cannot be changed
    """Rewrites a fixture so that it holds again, as far as possible; changes that do not help are not made.

    Raises BadInput for what is no fixture, and NotImplementedYet.
    """
    try:
        ruling = ruled(source, rules)
    except Unfit as error:
        return Migrated(source, left=tuple(map(unfit, error.problems)))
    if fine(ruling):
        return Migrated(source)
    made, new, after = mended(source, ruling, rules)
    places = Places(source, new, made)
    return Migrated(
        new,
        tuple(places.change(change) for change in made),
        tuple(map(places.matter, notes(after))),
        () if fine(after) else tuple(map(places.matter, left(after))),
    )


def ruled(source: Source, rules: Rules) -> Ruling:
    """The ruling of a fixture. Raises BadInput and NotImplementedYet."""
    return run(check(source, rules.rulebook, {}, rules.overlays, rules.modules), readings=False)


def fine(ruling: Ruling) -> bool:
    """Does the ruling hold, or is it undecided as its fixture claims?"""
    undecided = ruling.fixture.model.expect.get("result") == "undecided"
    return ruling.verdict == ("undecided" if undecided else "holds")


def unfit(problem: Problem) -> Told:
    """The message about a line of the script that fits no decision."""
    expected = f" (expected {problem.expected})" if problem.expected else ""
    return Told(problem.line, problem.line, f'"{problem.found}": {problem.message}{expected}')


def mended(source: Source, ruling: Ruling, rules: Rules) -> tuple[list[Change], Source, Ruling]:
    """The changes that help, the text with them, and its ruling."""
    kept: set[KeyPath] = set()
    while True:
        made = list(changes(ruling, kept))
        new = written(source, made)
        try:
            after = ruled(new, rules) if made else ruling
        except BadInput:  # without a line the rest of the script does not fit: the lines stay
            kept.update(change.path for change in made if change.path[0] == "script")
            continue
        vain = set(unmended(after, made))
        if not vain:
            return made, new, after
        kept |= vain


def unmended(after: Ruling, made: Sequence[Change]) -> Iterator[KeyPath]:
    """The paths of rewritten claims that still do not hold."""
    wrong = {("script", at) for at, claim in judged(after).items() if not claim.ok}
    for change in made:
        if change.new and moved(change.path, made) in wrong:
            yield change.path


def written(source: Source, made: Sequence[Change]) -> Source:
    """The text with its changes, made from the last to the first, so that earlier places stay."""
    for change in sorted(made, key=lambda edit: (str(edit.path[0]), edit.path[1]), reverse=True):
        source = replaced(source, change.path, change.new) if change.new else removed(source, change.path)
    return source


def gone(made: Sequence[Change], key: str | int) -> list[int]:
    """The indices of the elements that were removed from a list."""
    return sorted(int(change.path[1]) for change in made if not change.new and change.path[0] == key)


def moved(path: KeyPath, made: Sequence[Change]) -> KeyPath:
    """The path of an element after the changes."""
    at = int(path[1])
    return (path[0], at - sum(1 for index in gone(made, path[0]) if index < at), *path[2:])


def origin(path: KeyPath, made: Sequence[Change]) -> KeyPath:
    """The path of an element before the changes."""
    if len(path) < 2 or not isinstance(path[1], int):
        return path
    at = path[1]
    for index in gone(made, path[0]):
        at += index <= at
    return (path[0], at, *path[2:])


class Places:
    """Finds the lines of messages in a fixture's text before and after."""

    def __init__(self, before: Source, after: Source, made: Sequence[Change]) -> None:
        self.before = before
        self.after = after
        self.made = made

    def change(self, change: Change) -> Told:
        """The message about a change."""
        done = f'"{change.new}"' if change.new else "taken out"
        place = self.before.position(change.path)[0]
        return Told(place, place, f'{change.path[0]}: "{change.old}" → {done}: {change.why}')

    def matter(self, matter: Matter) -> Told:
        """The message about what a person has to know or to decide."""
        before, after = (
            self.before.position(origin(matter.path, self.made))[0],
            self.after.position(matter.path)[0],
        )
        return Told(before, after, f'{matter.path[0]}: "{matter.what}" {matter.why}')
