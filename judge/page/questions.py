"""The questions that a fixture asks, as rows and reasons of the page of its ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.errors import BadInput
from judge.page.inquired import inquired
from judge.page.inquired_parts import Inquired, hangs_on, winners
from judge.page.parts import Asked, Open, Questions, Reason
from judge.page.why import Reasons
from judge.play.claim import Claim
from judge.play.query_answers import Outlook, answered
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

LEADS = {"act": "not", "ability": "not", "fact": "fact", "wins": "wins"}


def questions(teller: Teller, lang: str, asked: int, told: Sequence[Reason]) -> Questions:
    """The answers, with rows numbered after those that are `asked`, and all reasons together with those
    `told`. A seat gets answers about its own acts and what it may see.
    """
    ruling, seat, entry = teller.ruling, teller.seat, Questions()
    fixture = ruling.fixture.up_to(ruling.until, ruling.taken) if ruling.until else ruling.fixture
    for query, reply in answered(fixture, not seat, seat):
        id_ = f"a{asked + len(entry.asked) + 1}"
        text = fill(teller.words["inquiry"][f"question-{LEADS[query.kind]}"], {"text": query.text})
        if isinstance(reply, Outlook):
            gathered, why = foreseen(reply, teller, id_, text)
            hangs = hangs_on(reply.found, reply.others, teller)
            if hangs:
                word = fill(teller.words["inquiry"]["short-open"], {"word": gathered.answer})
                gathered = gathered._replace(answer=word, kind="open")
            entry = joined(entry, gathered, why, opened=hangs)
        else:
            try:
                page = inquired(reply, seat, lang)
            except BadInput:  # about a card that the seat has not seen
                continue
            entry = joined(entry, row(page, teller, id_, text), page.why, page)
    return entry._replace(why=merged(told, entry.why))


def merged(told: Sequence[Reason], more: Sequence[Reason]) -> tuple[Reason, ...]:
    """The reasons of the fixture's questions that are shown, then those of the ruling, then the rest. A
    reason that occurs twice is kept once, and is shown.
    """
    rows = dict[str, Reason]()
    for reason in (*(shown for shown in more if shown.main), *told, *more):
        had = rows.setdefault(reason.article, reason)
        if had is not reason and reason.main:
            facts = tuple(dict.fromkeys((*had.here, *reason.here)))
            rows[reason.article] = had._replace(here=facts, main=True, step=had.step or reason.step)
    return tuple(kept._replace(id=f"w{n}") for n, kept in enumerate(rows.values(), 1))


def joined(
    lines: Questions, row: Asked, why: Sequence[Reason], page: Inquired | None = None,
    opened: Sequence[Open] = (),
) -> Questions:  # fmt: skip
    """The answers together with one more."""
    known = {reason.article for reason in lines.why}
    reasons = tuple(reason for reason in why if reason.article not in known)
    gathered = (*moments(page), *page.when, *page.listens, *page.otherwise) if page is not None else ()
    names = {matter.name for matter in lines.open}
    more = (*opened, *(page.open if page is not None else ()))
    return Questions(
        (*lines.asked, row),
        (*lines.why, *reasons),
        (*lines.when, *gathered),
        (*lines.open, *(matter for matter in more if matter.name not in names)),
        (*lines.heads, *(page.answer.answers if page is not None else (f"{row.answer}.",))),
        (*lines.kinds, *([row.kind] if page is None or page.as_read != "fact" else [])),
    )


def moments(page: Inquired) -> Iterator[str]:
    """The moments at which an act is allowed or refused, where that depends on the moment."""
    if page.kind == "depends":
        yield from (f"{page.question}: {moment.word} {' · '.join(moment.moments)}" for moment in page.moments)


def row(page: Inquired, teller: Teller, id_: str, text: str) -> Asked:
    """A question with its answer in a word, or in a sentence."""
    table = teller.words["inquiry"]
    short = table.get(f"short-{page.as_read}", "" if page.as_read == "fact" else table["short-no"])
    answer = short or page.answer.answers[0].rstrip(".")
    if len(page.answer.answers) > 1:  # several abilities, each with its own
        answer = "; ".join(sentence.rstrip(".") for sentence in page.answer.answers)
    if short and page.kind == "open":
        answer = fill(table["short-open"], {"word": f"{short[:1].lower()}{short[1:]}"})
    others = tuple(reason.article for reason in page.why[1:])
    article = page.why[0].article if page.why else ""
    allowed = page.as_read in ("yes", "did", "holds")
    kind = page.kind if page.kind in ("open", "not-yet") else "yes" if allowed else "no"
    return Asked(id_, page.question, text, allowed, answer, article, others, True, "", kind)


def foreseen(answer: Outlook, teller: Teller, id_: str, text: str) -> tuple[Asked, tuple[Reason, ...]]:
    """A row that tells who wins in how many of the ways, or why the act is refused, and the reasons."""
    table, line = teller.words["inquiry"], answer.query.text
    refused = answer.found.refused
    if refused is not None:
        claim: Claim = refused.claim
        other = Teller(refused.ruling, refused.ruling.viewer, teller.lang)
        reasons = Reasons(other, {})
        reasons.answers([claim])
        values = {"seat": claim.seat, "act": teller.doing(claim.words) or " ".join(claim.words)}
        sentence = fill(table[claim.answer], values).rstrip(".")
        told = Asked(id_, line, text, False, sentence, claim.rule, (), True, "", claim.answer)
        return told, tuple(reasons.rows.values())
    return Asked(id_, line, text, True, winners(answer.found, table), "", (), True, "", "yes"), ()
