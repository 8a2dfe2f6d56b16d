"""The page of a ruling, put together for one reader in one language."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from judge.errors import BadInput
from judge.page.answer import answer
from judge.page.asked import asked, following, heard
from judge.page.inquired import inquired
from judge.page.inquired_parts import Inquired, hangs_on, winners
from judge.page.opened import checked, opened
from judge.page.parts import Asked, Open, Page, Questions, Reason, Step, Term
from judge.page.steps import steps
from judge.page.why import Reasons, when, why
from judge.play.claim import Claim
from judge.play.query_answers import Outlook, answered
from judge.play.ruling import Ruling
from judge.speech.catalogue import Phrases, fill
from judge.speech.sentences import Teller
from judge.text.source import read_text

# --- The questions that a fixture asks, as rows and reasons of the page of its ruling.
LEADS = {"act": "not", "ability": "not", "fact": "fact", "wins": "wins"}


def questions(teller: Teller, lang: str, asked: int, told: Sequence[Reason]) -> Questions:
    """The answers, their rows numbered from after those that are `asked`, and all reasons with those `told`.

    A seat hears of its own acts, and of what it may see.
    """
    ruling, seat, found = teller.ruling, teller.seat, Questions()
    fixture = ruling.fixture.up_to(ruling.until, ruling.taken) if ruling.until else ruling.fixture
    for query, reply in answered(fixture, not seat, seat):
        id_ = f"a{asked + len(found.asked) + 1}"
        text = fill(teller.words["inquiry"][f"question-{LEADS[query.kind]}"], {"text": query.text})
        if isinstance(reply, Outlook):
            said, why = foreseen(reply, teller, id_, text)
            hangs = hangs_on(reply.found, reply.others, teller)
            if hangs:
                word = fill(teller.words["inquiry"]["short-open"], {"word": said.answer})
                said = said._replace(answer=word, kind="open")
            found = joined(found, said, why, opened=hangs)
        else:
            try:
                page = inquired(reply, seat, lang)
            except BadInput:  # about a card that the seat has not seen
                continue
            found = joined(found, row(page, teller, id_, text), page.why, page)
    return found._replace(why=merged(told, found.why))


def merged(told: Sequence[Reason], more: Sequence[Reason]) -> tuple[Reason, ...]:
    """The reasons for the fixture's questions that are shown, those of the ruling, then the rest; a reason
    that occurs twice is kept once, and is shown.
    """
    rows = dict[str, Reason]()
    for one in (*(one for one in more if one.main), *told, *more):
        had = rows.setdefault(one.article, one)
        if had is not one and one.main:
            here = tuple(dict.fromkeys((*had.here, *one.here)))
            rows[one.article] = had._replace(here=here, main=True, step=had.step or one.step)
    return tuple(one._replace(id=f"w{n}") for n, one in enumerate(rows.values(), 1))


def joined(
    found: Questions, row: Asked, why: Sequence[Reason], page: Inquired | None = None,
    opened: Sequence[Open] = (),
) -> Questions:  # fmt: skip
    """The answers and one more."""
    known = {one.article for one in found.why}
    reasons = tuple(one for one in why if one.article not in known)
    said = (*moments(page), *page.when, *page.listens, *page.otherwise) if page is not None else ()
    names = {one.name for one in found.open}
    more = (*opened, *(page.open if page is not None else ()))
    return Questions(
        (*found.asked, row),
        (*found.why, *reasons),
        (*found.when, *said),
        (*found.open, *(one for one in more if one.name not in names)),
        (*found.heads, *(page.answer.answers if page is not None else (f"{row.answer}.",))),
        (*found.kinds, *([row.kind] if page is None or page.as_read != "fact" else [])),
    )


def moments(page: Inquired) -> Iterator[str]:
    """The moments at which an act is allowed or refused, where that depends on the moment."""
    if page.kind == "depends":
        yield from (f"{page.question}: {one.word} {' · '.join(one.moments)}" for one in page.moments)


def row(page: Inquired, teller: Teller, id_: str, text: str) -> Asked:
    """A question with its answer in a word, or in a sentence."""
    table = teller.words["inquiry"]
    short = table.get(f"short-{page.as_read}", "" if page.as_read == "fact" else table["short-no"])
    answer = short or page.answer.answers[0].rstrip(".")
    if len(page.answer.answers) > 1:  # several abilities, each with its own
        answer = "; ".join(one.rstrip(".") for one in page.answer.answers)
    if short and page.kind == "open":
        answer = fill(table["short-open"], {"word": f"{short[:1].lower()}{short[1:]}"})
    others = tuple(one.article for one in page.why[1:])
    article = page.why[0].article if page.why else ""
    allowed = page.as_read in ("yes", "did", "holds")
    kind = page.kind if page.kind in ("open", "not-yet") else "yes" if allowed else "no"
    return Asked(id_, page.question, text, allowed, answer, article, others, True, "", kind)


def foreseen(answer: Outlook, teller: Teller, id_: str, text: str) -> tuple[Asked, tuple[Reason, ...]]:
    """Who wins, in how many of the ways."""
    table, line = teller.words["inquiry"], answer.query.text
    refused = answer.found.refused
    if refused is not None:
        claim: Claim = refused.claim
        other = Teller(refused.ruling, refused.ruling.viewer, teller.lang)
        reasons = Reasons(other, {})
        reasons.answers([claim])
        values = {"seat": claim.seat, "act": teller.doing(claim.words) or " ".join(claim.words)}
        said = fill(table[claim.answer], values).rstrip(".")
        told = Asked(id_, line, text, False, said, claim.rule, (), True, "", claim.answer)
        return told, tuple(reasons.rows.values())
    return Asked(id_, line, text, True, winners(answer.found, table), "", (), True, "", "yes"), ()


PHRASED = {"zone": "zone", "mark": "mark", "window": "window", "attribute": "attr"}  # sections of phrases
MAIN = ("zone", "mark", "keyword", "window", "phase", "step")
NAMED = {"phase": "phase", "step": "step"}  # what follows the name of one


@functools.lru_cache(maxsize=16)
def tables(folder: str) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The terms of a rulebook, by language."""
    found = sorted(Path(folder).glob("terms.*.toml"))
    return {path.name.split(".")[1]: tomllib.loads(read_text(path)) for path in found}


def terms(
    folder: str, words: Phrases, asked: Iterable[Asked], why: Iterable[Reason], steps: Iterable[Step],
    more: Iterable[str],
) -> tuple[Term, ...]:  # fmt: skip
    """The terms that occur in the sentences of a page, in the rulebook's order."""
    found = tables(folder)
    if not found:
        return ()
    sentences = [
        *(one.question for one in asked), *(one.text for one in steps), *more,
        *(text for one in why for text in (one.title, one.summary, *one.here)),
    ]  # fmt: skip
    text = "\n".join(sentences)
    rows = (one for lang, table in found.items() for one in spelt(lang, table, words))
    kept = {one.term: one for one in reversed([one for one in rows if occurs(one.word, text)])}
    return tuple(reversed(kept.values()))


def spelt(lang: str, table: Mapping[str, Mapping[str, str]], words: Phrases) -> Iterator[Term]:
    """Each term with the word that pages have for it."""
    for section, rows in table.items():
        said, follows = words.get(PHRASED.get(section, ""), {}), NAMED.get(section, "")
        for key, term in rows.items():
            word = said.get(key, key.replace("-", " ").replace("_", " ")).removeprefix("the ")
            word = word if follows in word else f"{word} {follows}"
            yield Term(word, term, lang, section in MAIN)


def occurs(word: str, text: str) -> bool:
    """Does a word stand in a text, as a whole word or two of them?"""
    return bool(re.search(rf"(?<![\w-]){re.escape(word)}s?(?![\w-])", text, re.IGNORECASE))


def page_of(ruling: Ruling, seat: str = "", lang: str = "en", every: bool = False) -> Page:
    """The seven parts of a ruling; for a `seat` without hidden information. `every` tells every line of the
    trace.

    Raises BadInput for a language without phrases.
    """
    teller = Teller(ruling, seat, lang)
    claims = heard(teller)
    rows, idle, by_line = steps(teller, every)
    rows_asked = tuple(asked(teller, claims))
    reasons = why(teller, claims, by_line)
    if ruling.fixture.model.ask and not ruling.unfit:
        # here and not at the head: few rulings ask, and what answers takes 15 ms to load
        from judge.page.questions import questions

        found = questions(teller, lang, len(rows_asked), reasons)
    else:
        found = Questions(why=tuple(reasons))
    told = answer(teller, claims, found.heads, found.kinds)
    following_ = following(teller)
    more = (*told.answers, *told.changes, following_.text, *following_.refused)
    return Page(
        told,
        (*rows_asked, *found.asked),
        found.why,
        tuple(dict.fromkeys((*when(teller, claims), *found.when))),
        rows,
        idle,
        tuple(with_decided(opened(teller), found.open)),
        following_,
        checked(teller),
        terms(teller.book.folder, teller.words, rows_asked, found.why, rows, more),
    )


def with_decided(rows: Iterable[Open], decided: Sequence[Open]) -> Iterator[Open]:
    """The open questions of a ruling; where it asks one that is decided, the decision takes that question's
    place.
    """
    own = {one.name: one for one in decided}
    for n, one in enumerate(sorted((own.get(one.name, one) if not one.decides else one for one in rows),
                                   key=lambda one: not one.decides), 1):  # fmt: skip
        yield one._replace(id=f"o{n}")
