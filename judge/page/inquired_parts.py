"""Parts of the answer to one question, as plain values for a renderer: the result of an act, the readings on
which it depends, and why a fact is so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.kernel.state import SEATS
from judge.page.answer import book_mark
from judge.page.not_known import unread
from judge.page.parts import Answer, Open, Possibility, Reason
from judge.page.why import Reasons
from judge.play.causes import Cause
from judge.play.exploration import Elsewhere, Foresight, decides
from judge.play.script_lines import WAIT
from judge.speech.catalogue import fill
from judge.speech.open_matters import reading_in
from judge.speech.sentences import Teller
from judge.text.plain import Fields
from judge.text.rows import NamedTuple
from judge.views.veil import is_nameless


# --- what an act comes to ------------------------------------------------------------------------------
def winners(foresight: Foresight, table: Mapping[str, str]) -> str:
    """Who wins, and in how many of the ways."""
    total, rows = sum(foresight.results.values()), [table[f"wins-{who}"] for who in foresight.results]
    if len(rows) > 1:
        counts = zip(rows, foresight.results.values(), strict=True)
        rows = [fill(table["wins-some"], {"who": who, "n": n, "all": total}) for who, n in counts]
    joined = ", ".join(rows) or table["wins-none"]
    return joined if foresight.whole else fill(table["wins-cut"], {"who": joined})


def hangs_on(foresight: Foresight, others: Sequence[Elsewhere], teller: Teller) -> tuple[Open, ...]:
    """The readings on which the result of an act depends; none for a seat."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for case in others if not teller.seat else ():
        if case.found is not None and decides(foresight, case):
            rows.setdefault(case.reading, []).append((case.other, comes_to(case.found, teller)))
    return tuple(opened(teller, rows))


def comes_to(foresight: Foresight, teller: Teller) -> str:
    """The result of an act under another possibility."""
    table = teller.words["inquiry"]
    if foresight.refused is None:
        return fill(table["comes-wins"], {"who": winners(foresight, table)})
    claim = foresight.refused.claim
    act = teller.wish(claim.words)
    by = fill(table["comes-by"], {"rule": claim.rule}) if claim.rule else ""
    return fill(table["comes-refused"], {"seat": claim.seat, "act": act, "by": by})


def opened(teller: Teller, rows: Mapping[str, Sequence[tuple[str, str]]]) -> Iterator[Open]:
    """The readings that decide, each with the result of its other possibilities."""
    book = teller.ruling.fixture.book
    for n, (name, others) in enumerate(rows.items(), 1):
        row, taken = reading_in(book, name, teller.words, teller.lang), book.readings[name]
        possibilities = [Possibility(taken, True, row.says[taken], "", "")]
        for other, comes in others:
            says, option = row.says[other], f"--reading {name}={other}"
            possibilities.append(Possibility(other, False, says, comes, option))
        articles = tuple(book.tables["reading"][name]["articles"])
        yield Open(f"o{n}", name, "reading", row.question, True, articles, row.why, tuple(possibilities))


# --- the parts -----------------------------------------------------------------------------------------
class When(NamedTuple):
    """The moments that have the same answer under the same article: `answer` is yes, no or waits."""

    answer: str
    word: str
    moments: tuple[str, ...]
    article: str


class Here(NamedTuple):
    """The answer for the moment of the question: `answer` is yes, no, not-yet or open; `as_read` is the
    answer under the readings that are used.
    """

    answer: str
    as_read: str
    moment: str
    article: str
    found: str  # what was found there that refuses it


class Told(NamedTuple):
    """A sentence with its article."""

    text: str
    article: str


class Inquired(NamedTuple):
    """A question and its answer, for one reader. `kind` is ``open`` if another possibility of a reading
    gives another answer; `as_read` is the answer under the readings that are used.
    """

    question: str
    kind: str
    as_read: str
    answer: Answer
    moments: tuple[When, ...]
    back: tuple[Told, ...]  # what led to a fact, the last first
    made: tuple[Told, ...]  # the permanents by which a value is what it is
    listens: tuple[str, ...]  # what an ability waits for that was never set off
    why: tuple[Reason, ...]
    when: tuple[str, ...]
    otherwise: tuple[str, ...]  # what would have turned it
    open: tuple[Open, ...]
    here: Here | None = None  # of an act: at the end of the script, or the last moment that is named
    instead: tuple[str, ...] = ()  # the lines by which something is done with the same cards there


def headed(teller: Teller, question: str, kind: str, head: str) -> Inquired:
    """A question with the first line of its answer."""
    shade = {
        "did": "yes",
        "holds": "yes",
        "yes": "yes",
        "depends": "mixed",
        "unseen": "mixed",
        "unsure": "mixed",
        "fact": "plain",
        "undecided": "undecided",
    }.get(kind, "no")
    mark, taken = book_mark(teller)
    answer = Answer(shade, (head,), (), teller.ruling.fixture.model.title, mark, taken, unread(teller))
    return Inquired(question, kind, kind, answer, (), (), (), (), (), (), (), ())


def with_open(page: Inquired, rows: Iterable[Open], head: str) -> Inquired:
    """The answer with the readings on which it depends, if any: `head` names them in the first line. What
    the book leaves undecided under the readings that are used stays undecided.
    """
    readings = tuple(rows)
    if not readings or page.kind == "undecided":
        return page._replace(open=readings)
    answer = page.answer._replace(kind="open", answers=(head,))
    return page._replace(kind="open", answer=answer, open=readings)


# --- why a fact is so ----------------------------------------------------------------------------------
KEPT = 2  # lines by which a fact has not changed that are told


def of_fact(cause: Cause, teller: Teller) -> Inquired:
    """The answer why a fact is so."""
    table = teller.words["inquiry"]
    page = headed(teller, cause.query.text, cause.kind, fact_head(cause, teller))
    reasons = Reasons(teller, {})
    made = tuple(made_up(cause, teller))
    for piece in made if not cause.changed else ():
        reasons.add(piece.article, piece.text, -1, main=True)
    back: list[Told] = []
    for at, text in [(at, text) for at in cause.stood if (text := teller.tell(cause.entries[at]))][:KEPT]:
        back.append(Told(text, renumbered(teller, cause.entries[at].rule)))
        reasons.add(cause.entries[at].rule, text, at, main=True)
    stood = len(back)
    for at in cause.chain:
        told = teller.tell(cause.entries[at])
        if told:
            text = fill(table["because"], {"told": told}) if len(back) > stood else told
            back.append(Told(text, renumbered(teller, cause.entries[at].rule)))
            reasons.add(cause.entries[at].rule, told, at, main=False)
    rows: dict[str, list[tuple[str, str]]] = {}
    for reading, other, value in cause.others if not teller.seat else ():
        row = {"what": named(cause.query.fact, teller), "value": spelt(cause.query.fact, value, teller)}
        rows.setdefault(reading, []).append((other, fill(table["comes-value"], row)))
    for values in made:
        reasons.add(values.article, values.text, -1, main=False)
    page = page._replace(
        back=tuple(back),
        made=made,
        why=tuple(reasons.rows.values()),
        otherwise=(turned(cause, teller),) if cause.tried and not teller.seat else (),
    )
    return with_open(page, opened(teller, rows), fill(table["open"], {"told": page.answer.answers[0]}))


def made_up(cause: Cause, teller: Teller) -> Iterator[Told]:
    """Sentences about the parts that make up a value, for cards that the viewer has seen. If the value
    changed, only permanent parts are named; lasting effects are told in the steps.
    """
    lasting = all(entry.data.get("form") for entry in cause.made)
    for entry in cause.made if not (cause.changed and lasting) else ():
        yield Told(teller.tell(entry), renumbered(teller, entry.rule))


def renumbered(teller: Teller, rule: str) -> str:
    """The number of an article in the version that is open."""
    return str(teller.book.tables["renumbered"].get(rule, rule))


def fact_head(cause: Cause, teller: Teller) -> str:
    """The fact now, and at the start."""
    table, fact = teller.words["inquiry"], cause.query.fact
    if cause.kind == "undecided":
        return table["undecided"]
    if "result" in fact and f"result-{cause.now}" in table:
        return table[f"result-{cause.now}"]
    now, was = (spelt(fact, value, teller) for value in (cause.now, cause.was))
    printed = spelt(fact, cause.printed, teller)
    values = {"what": named(fact, teller), "now": now, "was": was, "printed": printed}
    still = "fact-made" if any(entry.kind is trace.MADE for entry in cause.made) else "fact-still"
    text = fill(table["fact" if cause.changed else still], values)
    return text if text.startswith(next(iter(fact))) else f"{text[:1].upper()}{text[1:]}"  # a card as it is


def named(fact: Fields, teller: Teller) -> str:
    """The subject of a fact."""
    table = teller.words["inquiry"]
    name, inner = next(iter(fact.items()))
    if not isinstance(inner, dict):
        return (
            table["winner"] if name == "result" else table.get(name) or fill(table["place"], {"card": name})
        )
    what = str(next(iter(inner)))
    if name in SEATS:
        words = teller.words["zone"].get(what) or teller.words["score"].get(what, what)
        return fill(table["of"], {"name": name, "what": teller.bare(words)})
    return fill(table["of"], {"name": name, "what": teller.words["attr"].get(what, what.replace("_", " "))})


def spelt(fact: Fields, value: object, teller: Teller) -> str:
    """A value in words: a place, a card as the viewer may name it."""
    if isinstance(value, str) and value[:2] in ("A.", "B.") and value[2:] in teller.book.zones:
        return teller.zone(value)
    if value is None:
        return teller.words["text"]["none"]
    parts = value if isinstance(value, (list, tuple)) else (value,)
    return ", ".join(part(str(word), teller) for word in parts)


def part(value: str, teller: Teller) -> str:
    """A sentence about a part of a value; a card that the reader has not seen is not named."""
    return teller.words["text"]["unseen"] if is_nameless(value) else value


def turned(cause: Cause, teller: Teller) -> str:
    """The decision that would have given another value."""
    table = teller.words["inquiry"]
    if cause.turned is None:
        return fill(table["turned-none"], {"n": cause.tried})
    swap = cause.turned.swap
    seat, _, act = swap.said.partition(": ")
    key = "turned-pass" if act in ("pass", "end", "no", WAIT) else "turned"
    fact = cause.query.fact
    value = spelt(fact, cause.turned.value, teller)
    return fill(table[key], {
        "seat": seat, "said": swap.said, "line": swap.line.text, "what": named(fact, teller), "value": value,
    })  # fmt: skip
