"""Coverage: which articles of a rulebook rulings decide or act by, and which no ruling comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from judge.engine import trace
from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.state import Option
from judge.engine.kernel.tracer import Entry
from judge.errors import Problem
from judge.fixture.load import check
from judge.play.ruling import Ruling, run
from judge.rulebook.articles import Article, every_article
from judge.rulebook.index import Bound, bindings
from judge.rulebook.lint.sheets import read_sheets
from judge.rulebook.versions import own_numbers
from judge.suite.found import Found
from judge.suite.played import Failed, Played, Playing, Result, attempt, wanted
from judge.text.rows import NamedTuple
from judge.text.source import Source, read_source

# --- what one ruling covers ----------------------------------------------------------------------------
Named = tuple[str, str]  # a condition: its article, and what it says


class Outcomes(NamedTuple):
    """How often a condition held and failed, and how often it was the only one that failed."""

    held: int = 0
    failed: int = 0
    alone: int = 0

    def plus(self, other: Outcomes) -> Outcomes:
        """The sum of two outcomes."""
        return Outcomes(self.held + other.held, self.failed + other.failed, self.alone + other.alone)


class Covering(NamedTuple):
    """What a ruling covers, by the numbers of the book itself. One that does not hold, or cannot be played,
    covers nothing: `problems` says why, `bug` is the traceback of a bug of ours.
    """

    id: str
    game: str
    result: Result
    decides: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    conditions: Mapping[Named, Outcomes] = {}
    problems: tuple[Problem, ...] = ()
    bug: str = ""


def cover_batch(batch: Sequence[Found], playing: Playing, game: str) -> list[Covering]:
    """What some rulings cover, without those of other games: the work of one process."""
    return [one for ruling in batch if (one := covering(ruling, playing, game)) is not None]


def covering(ruling: Found, playing: Playing, game: str) -> Covering | None:
    """What a ruling covers; None for a ruling of another game than the one named. Raises nothing."""
    source = attempt(ruling.path, lambda: read_source(ruling.path))
    own = game if isinstance(source, Failed) else str(source.data.get("game", ""))
    if game not in ("", own):
        return None
    if isinstance(source, Failed):
        return Covering(ruling.id, own, source.result, problems=source.problems, bug=source.bug)
    done = attempt(ruling.path, lambda: covered_by(ruling.id, own, ruled(source, playing)))
    if isinstance(done, Failed):
        return Covering(ruling.id, own, done.result, problems=done.problems, bug=done.bug)
    return done


def ruled(source: Source, playing: Playing) -> Ruling:
    """The ruling, without trying other readings."""
    laid = (playing.overlays, playing.modules)
    return run(check(source, playing.rulebook, dict(playing.readings), *laid), readings=False)


def covered_by(id_: str, game: str, ruling: Ruling) -> Covering:
    """What a played ruling covers."""
    if ruling.verdict != wanted(ruling):
        return Covering(id_, game, "undecided" if ruling.verdict == "undecided" else "fails")
    back = own_numbers(ruling.fixture.book.tables["renumbered"])
    ranks = ruling.ranks
    decides, acts, behind = (
        tuple(dict.fromkeys(back.get(article, article) for article in rank)) for rank in ranks
    )
    asked = {(back.get(rule, rule), say): tally for (rule, say), tally in outcomes(ruling.entries).items()}
    return Covering(id_, game, "holds", decides, acts, behind, asked)


def outcomes(entries: Sequence[Entry]) -> dict[Named, Outcomes]:
    """The conditions of everything that was offered or refused, with their outcomes."""
    held: Counter[Named] = Counter()
    failed: Counter[Named] = Counter()
    alone: Counter[Named] = Counter()
    for option in offered(entries):
        asked = [cond for cond in option.conds if cond.rule and cond.message_key != ELSEWHERE]
        against = {(condition.rule, condition.message_key) for condition in asked if not condition.ok}
        held.update({(condition.rule, condition.message_key) for condition in asked if condition.ok})
        failed.update(against)
        alone.update(against if len(against) == 1 else ())
    return {name: Outcomes(held[name], failed[name], alone[name]) for name in sorted({*held, *failed})}


def offered(entries: Iterable[Entry]) -> Iterator[Option]:
    """Every option that somebody was offered or refused, offer by offer."""
    for entry in entries:
        if entry.kind is trace.OFFER:
            yield from entry.data["legal"]
            yield from entry.data["refused"]


# --- what all rulings cover ----------------------------------------------------------------------------
DECK: Final = ("deck.toml", "editions.toml", "cards.toml")  # the tables that only the deck desk reads
# How far rulings go with an article, the farthest first, with what that means.
STATES: Final = {
    "decides": "decides what a ruling asks, claims or turns on",
    "acts": "something is told by it",
    "checked": "only conditions of offers name it, and nothing that is asked or done turns on them",
    "behind": "only stands behind others that decide or act",
    "never": "no ruling comes to it",
    "deck": "for the deck desk: only deck rules come to it",
    "excused": "by the rulebook, with a reason",
    "text": "a heading, a definition, flavour",
}
RANKS: Final = ("decides", "acts", "behind")
GAPS: Final = ("checked", "behind", "never")


class Asked(NamedTuple):
    """A condition of an article with its outcomes in all rulings. `fault` says what no ruling shows of it:
    ``never held`` and ``never failed``, whichever article names it; or ``never alone``, where something else
    always refuses as well, so that nothing would notice if it were wrong.
    """

    say: str
    outcomes: Outcomes
    fault: str = ""

    @property
    def says(self) -> str:
        """The word that offers have for it."""
        return self.say or "the act itself"


class Row(NamedTuple):
    """An article, how far rulings cover it, and the rulings in which it decides, acts or stands behind."""

    article: Article
    state: str
    decides: tuple[str, ...]
    acts: tuple[str, ...]
    behind: tuple[str, ...]
    asked: tuple[Asked, ...]

    @property
    def demanded(self) -> bool:
        """Whether rulings have to cover it: it is mechanical, and neither excused nor for decks alone."""
        return self.article.mechanical and not self.article.excused and self.state != "deck"

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that cover it best."""
        return self.decides or self.acts or self.behind


class Coverage(NamedTuple):
    """The coverage of one rulebook: its articles in order, how many rulings, and those that do not hold."""

    game: str
    title: str
    version: str
    rows: tuple[Row, ...]
    rulings: int
    failing: tuple[str, ...]

    @property
    def demanded(self) -> tuple[Row, ...]:
        """The articles that rulings have to cover."""
        return tuple(entry for entry in self.rows if entry.demanded)

    @property
    def gaps(self) -> tuple[Row, ...]:
        """The demanded articles that neither decide nor act in any ruling."""
        return tuple(entry for entry in self.demanded if entry.state in GAPS)

    @property
    def share(self) -> float:
        """The percentage of demanded articles that decide or act in a ruling; 100 where none is demanded."""
        wanted = len(self.demanded)
        return 100 * (wanted - len(self.gaps)) / wanted if wanted else 100.0

    @property
    def counts(self) -> dict[str, int]:
        """The number of articles in each state."""
        numbers = Counter(entry.state for entry in self.rows)
        return {state: numbers[state] for state in STATES}


def coverage(folder: str, head: tuple[str, str, str], coverings: Sequence[Covering]) -> Coverage:
    """The coverage of one rulebook by rulings; `head` is its id, title and version."""
    bound = bindings(folder)
    ranks = tuple(by_article((ruling.id, getattr(ruling, rank)) for ruling in coverings) for rank in RANKS)
    asked = conditions(coverings)
    rows = tuple(
        row(article, bound[id_], tuple(tuple(rank.get(id_, ())) for rank in ranks), asked.get(id_, ()))
        for id_, article in every_article(folder).items()
    )
    failing = tuple(ruling.id for ruling in coverings if ruling.result in ("fails", "undecided"))
    return Coverage(*head, rows, len(coverings), failing)


def row(article: Article, bound: Bound, ranks: Sequence[tuple[str, ...]], asked: Sequence[Asked]) -> Row:
    """An article with the rulings that name it, by rank."""
    decides, acts, behind = ranks
    state = "decides" if decides else "acts" if acts else "checked" if asked else "behind" if behind else ""
    return Row(article, state or unnamed(article, bound), decides, acts, behind, tuple(asked))


def unnamed(article: Article, bound: Bound) -> str:
    """The state of an article that no ruling names."""
    if not article.mechanical:
        return "text"
    if article.excused:
        return "excused"
    return "deck" if for_decks(article, bound) else "never"


def for_decks(article: Article, bound: Bound) -> bool:
    """Whether an article is about decks, or nothing but deck rules cites it."""
    files = {Path(place.file).name for place in bound.data}
    return article.kind == "deck" or (not bound.code and bool(files) and files <= set(DECK))


def by_article(pairs: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    """The rulings that name each article, in their order."""
    named: dict[str, list[str]] = {}
    for id_, articles in pairs:
        for article in articles:
            named.setdefault(article, []).append(id_)
    return named


def conditions(coverings: Iterable[Covering]) -> dict[str, list[Asked]]:
    """The conditions of each article with their outcomes in all rulings, sorted by name."""
    sums: dict[Named, Outcomes] = {}
    for ruling in coverings:
        for name, outcomes in ruling.conditions.items():
            sums[name] = sums.get(name, Outcomes()).plus(outcomes)
    whole: dict[str, Outcomes] = {}
    for (_, say), outcomes in sums.items():
        whole[say] = whole.get(say, Outcomes()).plus(outcomes)
    asked: dict[str, list[Asked]] = {}
    for rule, say in sorted(sums):
        outcomes = sums[rule, say]
        asked.setdefault(rule, []).append(Asked(say, outcomes, fault_of(outcomes, whole[say])))
    return asked


def fault_of(own: Outcomes, whole: Outcomes) -> str:
    """The fault of a condition, by its outcomes under one article and under all."""
    if not whole.held:
        return "never held"
    if not whole.failed:
        return "never failed"
    return "never alone" if own.failed and not own.alone else ""


# --- readings and questions that no ruling touches -----------------------------------------------------
PLAYED: Final = ("holds", "fails", "undecided")


def untouched(folder: str, rulings: Sequence[Played], decided: Collection[str] = ()) -> Iterator[Problem]:
    """A note for each reading, and each question with only one playable side, that no ruling touches;
    `decided` readings are left out.
    """
    sheets = read_sheets(folder, [])
    played = [ruling for ruling in rulings if ruling.result in PLAYED]
    readings = {*decided, *(reading.name for entry in played for reading in entry.readings)}
    questions = {name for entry in played for name in entry.questions}
    for table, touched in (("reading", readings), ("question", questions)):
        for name in sheets.tables.get(table, {}):  # type: ignore[attr-defined]  # a rulebook without a fault
            if name not in touched:
                message = f"no ruling touches on the {table} {name} ({len(played)} played)"
                yield sheets.problem((table, name), message, {})._replace(severity="note")
