"""The page of a ruling, put together for one reader in one language."""

from __future__ import annotations

from judge.page.answer import answer
from judge.page.asked import asked, heard
from judge.page.checked import checked
from judge.page.following import following
from judge.page.opened import opened
from judge.page.parts import Page
from judge.page.steps import steps
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
    questions = tuple(asked(teller, claims))
    reasons = why(teller, claims, by_line)
    return Page(
        answer(teller, claims),
        questions,
        reasons,
        tuple(when(teller, claims)),
        rows,
        idle,
        tuple(opened(teller)),
        following(teller),
        checked(teller),
    )
