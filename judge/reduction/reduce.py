"""Delta debugging of a fixture: cuts halves, quarters … single parts as long as the ruling stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from judge.board.position import find_card
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import SEATS
from judge.engine.layout.slots import zone_of
from judge.errors import BadInput, NotImplementedYet
from judge.fixture.facts import facts
from judge.fixture.load import check
from judge.fixture.written import written_out
from judge.grammar.tables import FACT_WORDS
from judge.page.page import page_of
from judge.play.absences import absence_of, plain_words
from judge.play.claim import Claim
from judge.play.query_answers import queries
from judge.play.reasons import within
from judge.play.ruling import Ruling, run
from judge.reduction.cuts import Part, State, count, counted, edits, numbers, parts, remaining, value_at
from judge.text.plain import Fields
from judge.text.rows import NamedTuple
from judge.text.source import KeyPath, Source
from judge.text.toml_text import cut, inline, rewritten

# --- what has to stay the same -------------------------------------------------------------------------
# A line, the answer, whether it is as claimed, by which article and for which reason.
Answer = tuple[str, str, bool, str, str]


class Shown(NamedTuple):
    """What a ruling shows, as plain values that can be compared."""

    verdict: str
    answers: tuple[Answer, ...]
    facts: dict[str, tuple[str, str]]  # by path, what was expected and what was found
    order: int
    articles: tuple[str, ...]  # of those that the fixture names, those that decide
    headline: tuple[str, ...]
    asked: tuple[Answer, ...]
    abilities: tuple[tuple[str, ...], ...]


def shown(ruling: Ruling, articles: list[str]) -> Shown:
    """The results that must stay the same: the answers to the fixture's questions, otherwise its facts,
    otherwise the outcome.
    """
    model = ruling.fixture.model
    answers = tuple(map(answer, answered(ruling)))
    asks = bool(answers or model.ask)
    page = page_of(ruling) if model.ask or not (asks or model.expect) else None
    return Shown(
        ruling.verdict,
        answers,
        {fact.path: (repr(fact.expected), repr(fact.found)) for fact in ruling.facts},
        ruling.order,
        () if asks else tuple(article for article in articles if decides(ruling, article)),
        (page.answer.kind, *page.answer.answers, *page.answer.changes) if page and not asks else (),
        tuple(
            (question.line, question.kind, question.ok, question.article, question.answer)
            for question in page.asked
        )
        if page
        else (),
        tuple(became(ruling)),
    )


def became(ruling: Ruling) -> Iterator[tuple[str, ...]]:
    """The fates of the abilities asked about, and the details in which near events differed."""
    for query in queries(ruling.fixture) if not ruling.unfit else ():
        if query.kind == "ability":
            absence = absence_of(ruling.fixture, query, readings=False)
            yield absence.kind, *sorted({miss.misses for miss in absence.near} - {"subject"})


def answered(ruling: Ruling) -> Iterator[Claim]:
    """The questions and claims, and a line that the rules refuse."""
    yield from ruling.claims
    if ruling.refusal is not None:
        yield ruling.refusal


def answer(claim: Claim) -> Answer:
    """The rules' answer to a claim; where no condition fails, also the moment, and who is asked first."""
    first = claim.later.seat if claim.later is not None else ""
    why = (
        f"{claim.cond.message_key} {claim.at_its_moment}"
        if claim.cond is not None
        else f"{claim.where} {first}"
    )
    return claim.line, claim.answer, claim.ok, claim.rule, why


def asked_about(ruling: Ruling) -> dict[str, bool]:
    """The cards, by their names under `[cards]`, whose abilities a question or claim is about; not those that
    are only played or moved. Each has whether all that it prints stays: where an act is not offered, nothing
    of its card is tried on the board.
    """
    plain, named = plain_words(ruling.entries), dict[str, bool]()
    for claim in answered(ruling):
        untried = not (claim.allowed or claim.options)
        used = bool(claim.words) and claim.words[0] not in plain
        named |= dict.fromkeys(claim.words[1:2] if used or untried else (), untried)
    for query in queries(ruling.fixture):
        cards = query.line.words if query.line is not None else ()
        act = cards[1:2] if cards and cards[0] not in plain else ()
        named |= dict.fromkeys([query.card] if query.card else act, False)
    words = {}
    for name, whole in named.items():
        card = find_card(ruling.start, name) or find_card(ruling.start, name.partition(".")[0])
        if card is not None:
            words[ruling.fixture.table.prints[card.print].key] = whole
    return words


def decides(ruling: Ruling, article: str) -> bool:
    """Does an article of the fixture decide the ruling?"""
    numbers = ruling.fixture.book.tables["renumbered"]
    return any(within(numbers.get(number, number), article) for number in ruling.ranks.decides)


def stays(before: Shown, after: Shown, still: Mapping[str, KeyPath]) -> bool:
    """Does a ruling show what another did? Facts about cards that are `still` as they were may be missing."""
    gone = before.facts.keys() - after.facts.keys()
    same = {path: fact for path, fact in before.facts.items() if path not in gone} == after.facts
    free = {".".join(map(str, path[1:])) for path in still.values()}
    about = all(any(f"{path}.".startswith(f"{prefix}.") for prefix in free) for path in gone)
    return same and about and before._replace(facts={}) == after._replace(facts={})


def still_there(ruling: Ruling) -> dict[str, KeyPath]:
    """The cards for which a fact only repeats what was so from the start, each with that fact."""
    begun = Reader(ruling.fixture.table, ruling.start)
    return {
        name: path
        for name, path, about in about_cards(ruling)
        if all(fact.ok for fact in facts(begun, about))
    }


def about_cards(ruling: Ruling) -> Iterator[tuple[str, KeyPath, Fields]]:
    """The facts about cards: the card, the path of the fact, the fact alone."""
    begun, expect = ruling.start, ruling.fixture.model.expect
    for key, value in expect.items():
        if key in SEATS:
            zones, book = ruling.game.zones, ruling.fixture.book
            for name in (word for word in value if f"{key}.{word}" not in zones and not zone_of(book, word)):
                if find_card(begun, name) is not None:
                    yield name, ("expect", key, name), {key: {name: value[name]}}
        elif key not in FACT_WORDS and find_card(begun, key) is not None:
            yield key, ("expect", key), {key: value}


def text_of(source: Source, state: State) -> Source:
    """The text of a state: the original edited in place; written anew where its layout cannot be kept."""
    wanted = remaining(source.data, state)
    try:
        edited = source
        for path, new in sorted(edits(source.data, state), key=lambda edit: order(edit[0]), reverse=True):
            edited = cut(edited, path) if new is None else rewritten(edited, path, inline(new))
        if edited.data == wanted:
            return edited
    except (KeyError, BadInput):  # it is written as no edit could keep it
        pass
    return written_out(wanted, source.file)


def order(path: KeyPath) -> tuple[tuple[int, str], ...]:
    """A key that sorts paths, elements of a list by their index."""
    return tuple((key, "") if isinstance(key, int) else (0, key) for key in path)


# --- cutting -------------------------------------------------------------------------------------------
FEW: Final = (1, 2)  # numbers of cards that are tried first


class Rules(NamedTuple):
    """A rulebook instead of the fixture's own, what is laid over it, the Python it may run, and readings."""

    rulebook: str = ""
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()


class Reduced(NamedTuple):
    """A reduced fixture, how often it was played, and whether the search was completed."""

    source: Source
    plays: int
    whole: bool


class Enough(Exception):
    """The fixture was played as often as it may be."""


def reduce(source: Source, limit: int, rules: Rules, tick: Callable[[int], None]) -> Reduced:
    """The smallest fixture that still shows its ruling; `tick` is called at each play.

    Raises BadInput for what is no fixture or does not fit, and NotImplementedYet.
    """
    reducer = Reducer(source, limit, rules, tick)
    whole = True
    try:
        reducer.sweep()
    except Enough:
        whole = False
    return Reduced(text_of(source, reducer.finished()), reducer.plays, whole)


class Reducer:
    """The reduction of one fixture."""

    def __init__(self, source: Source, limit: int, rules: Rules, tick: Callable[[int], None]) -> None:
        self.source, self.rules, self.limit, self.tick = source, rules, limit, tick
        self.plays = 0
        if "pause" in source.data:
            raise BadInput(
                [source.problem(["pause"], "a saved pause has no board to cut", expected="a board")]
            )
        self.base = self.ruled({**source.data})
        self.articles: list[str] = self.base.fixture.model.articles
        self.shows = self.look(self.ruled(self.unnamed({**source.data})))
        self.still = still_there(self.base)
        self.asked = asked_about(self.base)
        self.state = State()
        self.tried: dict[tuple[frozenset[KeyPath], str], bool] = {}

    def ruled(self, data: dict[str, object]) -> Ruling:
        """The ruling of a fixture with these keys."""
        source = Source(self.source.file, self.source.text, data)
        rules = self.rules
        fixture = check(source, rules.rulebook, dict(rules.readings), rules.overlays, rules.modules)
        return run(fixture, readings=False)

    def unnamed(self, data: dict[str, object]) -> dict[str, object]:
        """The fixture without its articles: whether they are met is checked at the end."""
        return {key: value for key, value in data.items() if key != "articles"}

    def look(self, ruling: Ruling) -> Shown:
        """What a ruling shows."""
        return shown(ruling, self.articles)

    # --- one try -------------------------------------------------------------------------------------
    def take(self, state: State) -> bool:
        """Takes a state if it still shows the ruling, without passes that nobody asks for in it."""
        key = (state.cut, repr(sorted(state.less.items())))
        if key not in self.tried:
            fitted = self.fitting(state)
            self.tried[key] = fitted is not None
            self.state = fitted or self.state
        return self.tried[key]

    def fitting(self, state: State) -> State | None:
        """The state, adapted so that its ruling is the same; None where it is another ruling."""
        ruling = self.played(state)
        if ruling is not None and ruling.surplus and not self.base.surplus:
            state = state.without(list(self.idle(state, ruling)))
            ruling = self.played(state)
        same = ruling is not None and stays(self.shows, self.look(ruling), self.still)
        return state if same else None

    def idle(self, state: State, ruling: Ruling) -> Iterator[KeyPath]:
        """The script lines that pass where nobody is asked, by their places in the original fixture."""
        kept = [
            at for at, _ in enumerate(self.source.data.get("script", [])) if ("script", at) not in state.cut
        ]
        for at, line in zip(kept, ruling.fixture.lines, strict=True):
            if any(line is surplus for surplus in ruling.surplus):
                yield ("script", at)

    def played(self, state: State) -> Ruling | None:
        """The ruling of a state; None for a state that is no fixture any more. Raises Enough."""
        if self.plays >= self.limit:
            raise Enough
        self.plays += 1
        self.tick(1)
        try:
            return self.ruled(self.unnamed(remaining(self.source.data, state)))
        except (BadInput, NotImplementedYet):
            return None

    # --- all of them ---------------------------------------------------------------------------------
    def sweep(self) -> None:
        """Cut until nothing more can go. Raises Enough."""
        before = None
        while before != self.state:
            before = self.state
            self.tried.clear()
            self.cut_parts()
            self.shrink_numbers()

    def there(self) -> list[Part]:
        """The parts that are left."""
        every = parts(self.source.data, self.base.fixture.book, self.still, self.asked)
        return [part for part in every if self.state.has(part[0])]

    def cut_parts(self) -> None:
        """Cuts half of the parts, a quarter … one, wherever that changes nothing."""
        size = max(len(self.there()) // 2, 1)
        while True:
            for some in chunks(self.there(), size):
                rest = [path for part in some for path in part if self.state.has(path)]
                if rest:
                    self.take(self.state.without(rest))
            if size == 1:
                return
            size //= 2

    def shrink_numbers(self) -> None:
        """Lowers the numbers of unseen cards, and of copies, as far as that changes nothing."""
        for path in numbers(self.source.data):
            if not self.state.has(path):
                continue
            entry = self.state.less.get(path, value_at(self.source.data, path))
            now = count(entry)
            tries = dict.fromkeys((*FEW, now // 4, now // 2, now - 1))
            for n in sorted(number for number in tries if 0 < number < now):
                if self.take(self.state.with_less(path, counted(entry, n))):
                    break

    def finished(self) -> State:
        """The result, without articles that it names in vain: those that are not met any more, and those that
        do not decide what it asks, where others do.
        """
        if not self.articles:
            return self.state
        ruling = self.ruled(remaining(self.source.data, self.state))
        vain = {unmet for unmet in ruling.missing if unmet not in self.base.missing}
        deciding = {article for article in self.articles if decides(ruling, article)}
        if self.shows.answers and deciding:
            vain |= {article for article in self.articles if article not in (*deciding, *self.base.missing)}
        return self.state.without([("articles", at) for at, id_ in enumerate(self.articles) if id_ in vain])


def chunks(some: Sequence[Part], size: int) -> Iterator[Sequence[Part]]:
    """The parts in groups of a size."""
    for at in range(0, len(some), size):
        yield some[at : at + size]
