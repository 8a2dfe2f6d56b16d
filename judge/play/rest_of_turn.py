"""The rest of a turn: is an act that is not offered at a moment offered later in the turn, and if not, what
refuses it?
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from judge.engine.kernel.state import SEATS, Decision, Option
from judge.fixture.script import LEADS, NO, YES, Line
from judge.play.claim import NOWHERE, Claim, answer, by_one_of, offered, refusal_of, refused_by
from judge.play.later import Later, look_ahead
from judge.play.moments import ELSEWHERE, LOCKED, UNBEGUN, Since
from judge.play.not_offered import gone, unsuited
from judge.play.prompts import asked_first, some_of
from judge.play.reasons import failed, within
from judge.text.said import Said


def not_yet(at: Since, line: Line, claim: Claim) -> Claim:
    """A refusal for which only the moment is the reason, with where the act is offered later in the turn.
    Where it is not offered then, the reason is what refuses it when its moment comes.
    """
    if claim.allowed or claim.amiss or chooses(at, line):
        return claim
    if (decided(claim) or claim.options) and not any(waits(at, choice) for choice in claim.options):
        return claim
    rest = look_ahead(at.engine, line)
    for reading in rest.readings:
        at.engine.view.touch(reading)
    ahead, refused = rest.later, rest.refused
    if ahead is not None and at.engine.game.ask is None and not ahead.lines:
        articles = timing(at, line, ahead.rules, ahead.around)
        return answer(line, True, offered(ahead.window), articles)._replace(at=claim.at)
    if ahead is not None:
        moments = at.engine.table.book.tables["moment_conditions"]
        own = [
            condition.rule
            for option in claim.options
            for condition in failed(option)
            if condition.message_key in moments
        ]
        rules = tuple(dict.fromkeys((*own, *timing(at, line, ahead.rules, ahead.around), *claim.rules)))
        why = asked_first(ahead.seat, ", ".join(ahead.words))
        return by_one_of(line, rules, claim._replace(why=why, cond=None, later=ahead))
    over = game_over(at, line, claim) if claim.why == NOWHERE else None
    if over is not None:
        return over
    lasting = [choice for choice in refused if not waits(at, choice)]
    if lasting and not claim.options:
        other = refusal_of(at, line, lasting)._replace(at=claim.at, at_its_moment=True)
        return by_one_of(line, tuple(dict.fromkeys((*other.rules, *claim.rules))), other)
    cond = (gone(at, line) or unsuited(at, line)) if claim.cond is None and not claim.options else None
    if cond is not None:
        moment = () if claim.why != NOWHERE else timing(at, line)
        rules = tuple(dict.fromkeys((cond.rule, *moment)))
        return by_one_of(line, rules, claim._replace(cond=cond, why=refused_by(rules)))
    if claim.why != NOWHERE:
        return claim
    return claim._replace(why=not_this_turn(at, line) if rest.opened is None else opened_by(rest.opened))


def decided(claim: Claim) -> bool:
    """Is an act refused for another reason than that its card is not there to be used? The card may still
    come.
    """
    return claim.cond is not None and not claim.cond.message_key.startswith("absent.")


def waits(at: Since, option: Option) -> bool:
    """Does only the moment refuse an option?"""
    moments = (LOCKED, ELSEWHERE, UNBEGUN, *at.engine.table.book.tables["moment_conditions"])
    return all(condition.message_key in moments for condition in failed(option))


def game_over(at: Since, line: Line, claim: Claim) -> Claim | None:
    """The answer that nothing is offered any more, by the article that ended the game; else None."""
    result = at.engine.game.result
    if result is None or not result.rule:
        return None
    over = answer(line, False, Said("game-over", "the game is over"), (result.rule, *claim.rules))
    return over._replace(at=claim.at)


def not_this_turn(at: Since, line: Line) -> Said:
    """The message that an act is offered neither at the waiting decision, which is named, nor later in the
    turn; a player whose turn it is not is also told that.
    """
    ask, active = at.engine.game.ask, at.engine.game.active
    if line.seat in SEATS and line.seat != active:
        return Said(
            "turn-of-other",
            "it is {active}'s turn; if everybody passes from there on, it is not offered to {seat}",
            active=active,
            seat=line.seat,
        )
    if ask is None:
        return Said(
            "not-this-turn", "nobody is asked there, and if everybody passes, it is not offered this turn"
        )
    return Said(
        "asked-something-else",
        "{seat} is asked there ({words}); if everybody passes from there on, it is not offered this turn",
        seat=ask.seat,
        words=choices_of(ask),
    )


def opened_by(after: Later) -> Said:
    """The message after which act of the asked player an act is offered."""
    lines = ", ".join(f'"{line}"' for line in after.lines)
    return Said(
        "opened-by", "if everybody passes, it is not offered this turn; after {lines} it is", lines=lines
    )


def choices_of(ask: Decision) -> str:
    """The possible answers of a decision, or its kind if they cannot be listed."""
    return some_of([" ".join(choice.words) for choice in ask.choices]) or ask.kind


def timing(at: Since, line: Line, articles: Sequence[str] = (), around: Set[str] = frozenset()) -> list[str]:
    """The articles that say when the act of a line may be done.

    First come those of a moment at which it is offered, or whose names speak of the steps `around` it, where
    the rulebook names them.
    """
    rules = at.engine.table.book.tables["timing"].get(line.words[0], ())
    fitting = [
        article
        for article in rules
        if any(within(rule, article) or within(article, rule) for rule in articles)
    ]
    spoken = (
        {article: len(around & set(article.split("."))) for article in rules}
        if not fitting and around
        else {}
    )
    fitting = fitting or [named for named, n in spoken.items() if n and n == max(spoken.values())]
    return list(dict.fromkeys((*fitting, *rules[:1], *articles)))


def chooses_here(at: Since, seat: str) -> bool:
    """Does a seat have to make a choice here, which no window offers?"""
    ask = at.engine.game.ask
    return ask is not None and ask.seat == seat and (ask.kind != "act" or ask.into != "act")


def chooses(at: Since, line: Line) -> bool:
    """Does a line answer the very choice that waits? That one has no other moment."""
    ask, word = at.engine.game.ask, line.words[0]
    if ask is None or ask.seat != line.seat or ask.kind == "act":
        return False
    if ask.kind == "may":  # an act of that name with a card of its own answers nothing
        return word in (*YES, *NO) and not (line.words[1:] and word in at.engine.table.book.offers)
    return word in LEADS
