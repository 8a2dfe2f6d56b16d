"""The articles of a rulebook with what rulings cover of them, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from judge.rulebook.articles import Article, every_article
from judge.rulebook.index import Bound, bindings
from judge.suite.covering import Covering, Named, Outcomes

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
    """A condition of an article, as offers name it, with its outcomes in all rulings; `fault` is what no
    ruling shows of it: ``never held`` and ``never failed``, whichever article names it then, or ``never
    alone``: something else always refuses as well, so that it may be shadowed.
    """

    say: str
    outcomes: Outcomes
    fault: str = ""

    @property
    def says(self) -> str:
        """What offers call it, in a word."""
        return self.say or "the act itself"


class Row(NamedTuple):
    """An article, how far rulings go with it, and the rulings in which it decides, acts or stands behind."""

    article: Article
    state: str
    decides: tuple[str, ...]
    acts: tuple[str, ...]
    behind: tuple[str, ...]
    asked: tuple[Asked, ...]

    @property
    def demanded(self) -> bool:
        """Whether rulings have to show it: it is mechanical, and neither excused nor for decks alone."""
        return self.article.mechanical and not self.article.excused and self.state != "deck"

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that go farthest with it."""
        return self.decides or self.acts or self.behind


class Coverage(NamedTuple):
    """The articles of one rulebook in its order, of how many rulings, and those that do not hold."""

    game: str
    title: str
    version: str
    rows: tuple[Row, ...]
    rulings: int
    failing: tuple[str, ...]

    @property
    def demanded(self) -> tuple[Row, ...]:
        """The articles that rulings have to show."""
        return tuple(one for one in self.rows if one.demanded)

    @property
    def gaps(self) -> tuple[Row, ...]:
        """Those of them that neither decide nor act in any ruling."""
        return tuple(one for one in self.demanded if one.state in GAPS)

    @property
    def share(self) -> float:
        """How many of a hundred articles that rulings have to show decide or act in one; 100 of none."""
        wanted = len(self.demanded)
        return 100 * (wanted - len(self.gaps)) / wanted if wanted else 100.0

    @property
    def counts(self) -> dict[str, int]:
        """How many articles are how far covered."""
        found = Counter(one.state for one in self.rows)
        return {state: found[state] for state in STATES}


def coverage(folder: str, head: tuple[str, str, str], found: Sequence[Covering]) -> Coverage:
    """What rulings of one rulebook cover of it; `head` are its id, title and version."""
    bound = bindings(folder)
    ranks = tuple(by_article((one.id, getattr(one, rank)) for one in found) for rank in RANKS)
    asked = conditions(found)
    rows = tuple(
        row(article, bound[id_], tuple(tuple(rank.get(id_, ())) for rank in ranks), asked.get(id_, ()))
        for id_, article in every_article(folder).items()
    )
    failing = tuple(one.id for one in found if one.result in ("fails", "undecided"))
    return Coverage(*head, rows, len(found), failing)


def row(article: Article, bound: Bound, ranks: Sequence[tuple[str, ...]], asked: Sequence[Asked]) -> Row:
    """An article with the rulings that go with it, by rank."""
    decides, acts, behind = ranks
    state = "decides" if decides else "acts" if acts else "checked" if asked else "behind" if behind else ""
    return Row(article, state or unnamed(article, bound), decides, acts, behind, tuple(asked))


def unnamed(article: Article, bound: Bound) -> str:
    """Why no ruling may have to name an article."""
    if not article.mechanical:
        return "text"
    if article.excused:
        return "excused"
    return "deck" if for_decks(article, bound) else "never"


def for_decks(article: Article, bound: Bound) -> bool:
    """Whether an article is about decks, or nothing but deck rules cites it."""
    files = {Path(one.file).name for one in bound.data}
    return article.kind == "deck" or (not bound.code and bool(files) and files <= set(DECK))


def by_article(found: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    """By article, the rulings that name it, in their order."""
    named: dict[str, list[str]] = {}
    for id_, articles in found:
        for one in articles:
            named.setdefault(one, []).append(id_)
    return named


def conditions(found: Iterable[Covering]) -> dict[str, list[Asked]]:
    """By article, its conditions with their outcomes in all rulings, in the order of their names."""
    sums: dict[Named, Outcomes] = {}
    for one in found:
        for name, outcomes in one.conditions.items():
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
    """What no ruling shows of a condition, from its outcomes under one article and under all."""
    if not whole.held:
        return "never held"
    if not whole.failed:
        return "never failed"
    return "never alone" if own.failed and not own.alone else ""
