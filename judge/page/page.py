"""The page of a ruling, put together for one reader in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.page.answer import answer
from judge.page.asked import asked, heard
from judge.page.checked import checked
from judge.page.next_decision import following
from judge.page.opened import opened
from judge.page.parts import Open, Page
from judge.page.questions import questions
from judge.page.steps import steps
from judge.page.terms import terms
from judge.page.why import when, why
from judge.play.ruling import Ruling
from judge.speech.sentences import Teller


def page_of(ruling: Ruling, seat: str = "", lang: str = "en", every: bool = False) -> Page:
    """The seven parts of a ruling; for a `seat` without everything that it may not see.

    `every` tells every line of the trace. Raises BadInput for a language that there is none for.
    """
    teller = Teller(ruling, seat, lang)
    claims = heard(teller)
    rows, idle, by_line = steps(teller, every)
    rows_asked = tuple(asked(teller, claims))
    reasons = why(teller, claims, by_line)
    found = questions(teller, lang, len(rows_asked), reasons)
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
    """The open questions of a ruling, those that decide a question which it asks in their place."""
    own = {one.name: one for one in decided}
    for n, one in enumerate(sorted((own.get(one.name, one) if not one.decides else one for one in rows),
                                   key=lambda one: not one.decides), 1):  # fmt: skip
        yield one._replace(id=f"o{n}")
