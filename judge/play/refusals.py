"""Refusals: a script line the rules do not allow gets an answer with its article; it is not bad input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.board.position import find_card
from judge.engine import trace
from judge.engine.kernel.state import SEATS, Decision
from judge.errors import BadInput, Problem
from judge.fixture.acts import most_of, too_long
from judge.fixture.script import LEADS, NO, YES, Line, ill_formed
from judge.play.claim import Claim, answer
from judge.play.claims import judge_claim
from judge.play.moments import LOCKED, Since, told
from judge.play.not_offered import act_with_choice, unasked_choice
from judge.text.numbers import is_figures
from judge.text.toml_text import show


class Misfit(BadInput):
    """A script line that does not fit the waiting decision; with a `refusal` where the rules say so."""

    def __init__(self, problems: Iterable[Problem], refusal: Claim | None = None) -> None:
        super().__init__(problems)
        self.refusal = refusal


def told_of_misfit(at: Since, line: Line, ask: Decision, error: str) -> tuple[str, Claim | None]:
    """The message about a line that does not fit, and the rules' answer to it, if there is one."""
    if at.engine.tracer is None:
        return error, None
    unasked = unasked_choice(at, line)
    if unasked:
        return unasked, None
    lines = act_with_choice(at.engine.table, at.engine.game, line)
    if lines:
        return f"this is written as {', '.join(map(show, lines))}", None
    return error, refusal_of(at, line, ask)


def refusal_of(at: Since, line: Line, ask: Decision) -> Claim | None:
    """The rules' answer to a line that does not fit, as if it had been asked; None where it names something
    that is not there, or does not say which of several it means.
    """
    if at.engine.tracer is None or no_such_form(at, line, ask):
        return None
    claim = judge_claim(at, line._replace(kind="claim", claim="may"), final=True)
    if claim is None or claim.allowed:
        return None
    if claim.later is not None:
        return claim
    unsuited = claim.cond is not None and claim.cond.message_key == "when" and not claim.options
    if line.seat != ask.seat and (claim.cond is None or claim.cond.message_key == LOCKED or unsuited):
        return None  # it has only to wait, or is another player's: a line is missing
    grounded = bool(claim.options) or (bool(claim.rules) and all(known(at, line, ask)))
    return claim._replace(after=at.after) if grounded else None


def no_such_form(at: Since, line: Line, ask: Decision) -> bool:
    """Has a line more words than any possible answer, or any act that it may mean?"""
    if ask.kind != "act" and line.words[0] in (*LEADS, *YES, *NO):
        return bool(ill_formed(at.engine.game, ask, line.words))
    return bool(too_long(most_of(at.engine.table.book), line.words))


def known(at: Since, line: Line, ask: Decision) -> Iterator[bool]:
    """Does everything that a line names exist: its act in this game, its cards on the table?"""
    board, words = at.engine.game, line.words
    if ask.kind == "act" and ask.into == "act":
        yield words[0] in actions(at)
        words = words[1:]
    elif words[0] in (*LEADS, *YES, *NO):
        words = words[1:]
    for word in words:
        card = find_card(board, word) or find_card(board, word.partition(".")[0])
        yield card is not None or word in (*SEATS, "none") or is_figures(word.lstrip("-"))


def actions(at: Since) -> set[str]:
    """The actions that the game knows: its offers, those of its tables, and what has been offered so far."""
    book = at.engine.table.book
    offered = [entry.data for entry in told(at) if entry.kind is trace.OFFER]
    seen = {option.name for data in offered for option in (*data.get("legal", ()), *data["refused"])}
    return {*book.offers, *book.tables["action"], *seen}


def over(line: Line, rule: str) -> Claim:
    """The answer that nothing may be done any more, by the article that ended the game."""
    return answer(
        line._replace(kind="claim", claim="may"), False, "the game is over", (rule,) if rule else ()
    )
