"""Script lines that ask or claim whether something is allowed: each is answered where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from judge.board.position import find_card
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import SEATS, Ask, Cond, Option
from judge.fixture.acts import most_of
from judge.fixture.script import CHANCES, LEADS, NO, YES, Line, fits, read_answer
from judge.play.choosing import barring, unfit
from judge.play.later import Later, articles_of_moment, look_ahead
from judge.play.moments import ELSEWHERE, LOCKED, Offer, Since, named, offer_aside, offers_since, told
from judge.play.prompts import SOME, asked_first, some_of
from judge.play.reasons import deciding, failed, refusing, standing_behind, within
from judge.play.unlisted import absent, unsuited
from judge.rulebook.act_names import PASSING
from judge.text.said import Said

# Words that begin an answer, so that who claims them speaks of a question that is asked at some time.
ANSWERING: Final = {*LEADS, *YES, *NO, *CHANCES} - {"yes", "no"}
ACT: Final = 'an act, "attack k lb", or an answer to what is asked, "choose k"'
NOWHERE: Final = Said("not-listed", "it is not offered there")
UNFOLLOWED: Final = Said("not-followed", "that player cannot tell any more which card that is")
UNASKED: Final = Said("no-decision", "no decision waits there in which that may be said")


class Claim(NamedTuple):
    """What the rules answer to a script line that asks (`may`) or claims (`can`, `not`).

    `rule` is the article that decides, `cond` the condition that fails with what was found; `rules` are all
    that refuse it, each reason enough, or the one that allows it. `at` is the line of the trace at which it
    was judged, `after` the script line before it. `ok` is False for a claim that is not so; `why` says in
    short what was found.
    """

    line: str
    ok: bool
    why: str
    rule: str
    kind: str = "not"
    allowed: bool = False
    cond: Cond | None = None
    rules: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    at: int = 0
    after: str = ""
    seat: str = ""
    words: tuple[str, ...] = ()
    where: str = ""  # the procedure in which it was judged
    amiss: str = ""  # why it speaks of nothing there is
    later: Later | None = None  # where it is offered later in the turn, if nothing but the moment refuses it
    open: bool = False  # does another possibility of a reading give another answer?

    @property
    def answer(self) -> str:
        """``yes``, ``no`` or ``not-yet``; ``open`` where that hangs on a reading."""
        return "open" if self.open else self.as_read

    @property
    def as_read(self) -> str:
        """The answer by the readings that are taken: ``yes``, ``no`` or ``not-yet``."""
        return "yes" if self.allowed else "no" if self.later is None else "not-yet"


def judge_claim(at: Since, line: Line, final: bool) -> Claim | None:
    """The answer to a line; None while its seat has been asked nothing yet and may still be."""
    found = in_loop(at, line)
    if found is None:
        found = asked(at, line) or in_window(at, line, final)
        found = not_yet(at, line, found) if found is not None else None
    if found is None:
        return None
    entries = told(at)
    where = entries[found.at].procedure if 0 <= found.at < len(entries) else ""
    return found._replace(after=at.after, where=where)


def not_yet(at: Since, line: Line, found: Claim) -> Claim:
    """A refusal for which only the moment is the reason, with where the act is offered later in the turn.
    Where it is not offered then, what refuses it when its moment comes is the reason.

    To a player who is told of the run it is not told: that could hang on what the player has not seen.
    """
    if found.allowed or found.amiss or at.sight is not None or chooses(at, line):
        return found
    if (decided(found) or found.options) and not any(waits(at, one) for one in found.options):
        return found
    ahead, refused = look_ahead(at.engine, line)
    if ahead is not None:
        moments = at.engine.table.book.tables["moment_conditions"]
        own = [one.rule for option in found.options for one in failed(option) if one.say in moments]
        rules = tuple(dict.fromkeys((*own, *timing(at, line, ahead.rules), *found.rules)))
        why = asked_first(ahead.seat, ", ".join(ahead.words))
        return by_one_of(line, rules, found._replace(why=why, cond=None, later=ahead))
    over = game_over(at, line, found) if found.why == NOWHERE else None
    if over is not None:
        return over
    lasting = [one for one in refused if not waits(at, one)]
    if lasting and not found.options:
        other = refusal_of(at, line, lasting)
        return by_one_of(line, tuple(dict.fromkeys((*other.rules, *found.rules))), other)._replace(
            at=found.at
        )
    cond = unsuited(at, line) if found.cond is None and not found.options else None
    if cond is not None:
        moment = () if found.why != NOWHERE else timing(at, line)
        rules = tuple(dict.fromkeys((cond.rule, *moment)))
        return by_one_of(line, rules, found._replace(cond=cond, why=refused_by(rules)))
    return found._replace(why=not_this_turn(at)) if found.why == NOWHERE else found


def decided(found: Claim) -> bool:
    """Is an act refused by more than that its card is not there to be used? That one may come."""
    return found.cond is not None and not found.cond.say.startswith("absent.")


def waits(at: Since, option: Option) -> bool:
    """Is an option refused by its moment alone?"""
    moments = (LOCKED, ELSEWHERE, *at.engine.table.book.tables["moment_conditions"])
    return all(one.say in moments for one in failed(option))


def by_one_of(line: Line, rules: tuple[str, ...], found: Claim) -> Claim:
    """A refusal by some articles, of which a line may name any."""
    named = within_line(line, rules)
    ok = line.claim == "may" or (line.claim == "not" and (not line.rule or bool(named)))
    return found._replace(rule=next(iter([*named, *rules]), ""), rules=rules, ok=ok)


def game_over(at: Since, line: Line, found: Claim) -> Claim | None:
    """That nothing is offered any more, by the article that ended the game; None while it goes on."""
    result = at.engine.game.result
    if result is None or not result.rule:
        return None
    over = answer(line, False, Said("game-over", "the game is over"), (result.rule, *found.rules))
    return over._replace(at=found.at)


def not_this_turn(at: Since) -> Said:
    """That an act is offered neither at the decision that waits, which is told, nor later in the turn."""
    ask = at.engine.game.ask
    if ask is None:
        return Said("not-this-turn", "nobody is asked there, and this turn does not offer it any more")
    return Said(
        "asked-something-else",
        "{seat} is asked there ({words}), and this turn does not offer it any more",
        seat=ask.seat,
        words=choices_of(ask),
    )


def choices_of(ask: Ask) -> str:
    """What may be answered, or how it is asked where that is no list."""
    return some_of([" ".join(one.words) for one in ask.choices]) or ask.kind


def timing(at: Since, line: Line, there: Sequence[str] = ()) -> list[str]:
    """The articles that say when the act of a line may be done.

    Those of a moment at which it is offered come first, where the rulebook names them.
    """
    said = at.engine.table.book.tables["timing"].get(line.words[0], ())
    fitting = [one for one in said if any(within(rule, one) or within(one, rule) for rule in there)]
    return list(dict.fromkeys((*fitting, *said[:1], *there)))


def chooses_here(at: Since, seat: str) -> bool:
    """Does a seat have to make a choice here, which no window offers?"""
    ask = at.engine.game.ask
    return ask is not None and ask.seat == seat and (ask.kind != "act" or ask.into != "act")


def chooses(at: Since, line: Line) -> bool:
    """Does a line answer the very choice that waits? That one has no other moment."""
    ask, word = at.engine.game.ask, line.words[0]
    if ask is None or ask.seat != line.seat or ask.kind == "act":
        return False
    return word in (*YES, *NO) if ask.kind == "may" else word in LEADS


def answer(line: Line, allowed: bool, why: str, rules: Sequence[str] = (), also: Sequence[str] = ()) -> Claim:
    """A line with its answer: does it hold as it is written, by the article it names?"""
    fitting = [rule for rule in (*rules, *(also if line.any_article else ())) if within(rule, line.rule)]
    right = line.claim == "may" or allowed == (line.claim == "can")
    ok = right and (not line.rule or bool(fitting) or line.claim == "may")
    rule = next(iter([*within_line(line, rules), *rules]), "")
    return Claim(
        line.text, ok, why, rule, line.claim, allowed, rules=tuple(rules), seat=line.seat, words=line.words
    )


def in_loop(at: Since, line: Line) -> Claim | None:
    """An answer that would let a loop go on which the rules stop."""
    found = next((one for one in at.barred if same_answer(line, one.data)), None)
    if found is None:
        return None
    found_by = answer(line, False, refused_by([found.rule]), (found.rule,))
    return found_by._replace(at=told(at).index(found))


def refused_by(rules: Iterable[str]) -> Said:
    """That an act is refused by articles."""
    return Said("refused", "refused by {rules}", rules=", ".join(rules))


def same_answer(line: Line, data: Mapping[str, object]) -> bool:
    """Is it the answer that a line is about?"""
    said = True if line.words[0] in YES else False if line.words[0] in NO else None
    return data["seat"] == line.seat and said is not None and data["value"] == said


def asked(at: Since, line: Line) -> Claim | None:
    """An answer to the question that waits, where it is no window's."""
    ask = at.engine.game.ask
    if ask is None or ask.seat != line.seat:
        return None
    if ask.kind != "act" and (line.words[0] in (*LEADS, *YES, *NO) or is_nothing(at, line)):
        lost = UNFOLLOWED if at.names_lost(line) else ""
        error = lost or read_answer(at.engine.view, ask, line.words).error
        barred = [*barring(at, line)]
        named = error and not lost and not barred and ask.kind != "may" and chooses(at, line)
        cond = unfit(at, line, ask) if named and at.sight is None else None
        return to_question(at, line, ask, error, barred, cond)
    if ask.kind == "act" and ask.into != "act":  # a step asks, no window
        legal = any(fits(line.words, one.words, at.engine.view) for one in ask.choices)
        else_asked = Said(
            "asked-there",
            "{seat} is asked something else there ({words})",
            seat=ask.seat,
            words=choices_of(ask),
        )
        error = UNFOLLOWED if at.names_lost(line) else "" if legal else else_asked
        return to_question(at, line, ask, error, [])
    return None


def to_question(
    at: Since, line: Line, ask: Ask, error: str, barred: Sequence[str], cond: Cond | None = None
) -> Claim:
    """An answer is allowed unless there is an error in it: by what bars its cards or what they lack, else by
    what asks.
    """
    lacking = (cond.rule,) if cond is not None else ()
    rules = tuple(dict.fromkeys(filter(None, (*barred, *lacking, ask.rule) if error else (ask.rule,))))
    why = refused_by(rules) if cond is not None else error or Said("legal-answer", "the answer is legal")
    return answer(line, not error, why, rules)._replace(cond=cond, at=len(told(at)) - 1)


# --- windows -------------------------------------------------------------------------------------
def in_window(at: Since, line: Line, final: bool) -> Claim | None:
    """An act, by what windows have offered its seat since the last line, or would in the one that is open."""
    offers = list(offers_since(at, line.seat))
    if line.rule or not offers:
        offers = list(offers_since(at, line.seat, ("offer", LOCKED)))
    aside = [one for one in (offer_aside(at, line.seat),) if one is not None]
    for moments in (offers, aside):
        answers = [found for one in moments if (found := at_offer(at, line, one)) is not None]
        found = best(line, answers) if answers else None
        if found is not None and (found.allowed or not at.names_unseen(line)):
            return found  # why something is refused to an unseen card tells that it is there
    if offers or aside or final:
        return unlisted(at, line, () if chooses_here(at, line.seat) else (aside or offers)[-1:])
    return None


def at_offer(at: Since, line: Line, offer: Offer) -> Claim | None:
    """The answer at one moment; None where nothing that the line names was looked at, as its player knows."""
    if at.names_lost(line):
        return None
    if does_nothing(line, offer.end):
        return to_passing(at, line, offer)
    legal, refused = named(at, line, offer.legal), named(at, line, offer.refused)
    whole = [one for one in (*legal, *refused) if len(one.args) + 1 == len(line.words)]
    if any(one in legal for one in whole) or (legal and not whole):
        return allowed_at(at, line, offer)
    refused = [one for one in refused if one in whole or not whole]
    return refusal_of(at, line, refused)._replace(at=offer.at) if refused else None


def allowed_at(at: Since, line: Line, offer: Offer) -> Claim:
    """That an act is offered at a moment, by the article of that moment."""
    ask = at.engine.game.ask
    here = ask is not None and ask.data.get("window") == offer.window
    moment = articles_of_moment(at.engine.table, at.engine.game) if here else ()
    rules = tuple(dict.fromkeys(filter(None, (*timing(at, line, moment), offer.rule))))
    return answer(line, True, Said("legal", "it is offered there"), rules)._replace(at=offer.at)


def refusal_of(at: Since, line: Line, refused: list[Option]) -> Claim:
    """By what options are refused: an article that the line names counts whatever it hangs on, the others are
    told as its player sees them.
    """
    seen, named_too = explained(at, line, refused), within_line(line, refusing(refused))
    cond = deciding(seen, at.engine.table.book.tables["moment_conditions"])
    rules = dict.fromkeys((*([cond.rule] if cond else ()), *refusing(seen), *named_too))
    also = tuple(standing_behind(refused if line.rule else seen, at.engine.table.book.tables["behind"]))
    found = answer(line, False, refused_by(rules), tuple(rules), also)
    by_own = [one for option in seen for one in option.conds if not one.ok and one.rule == found.rule]
    return found._replace(cond=next(iter(by_own), cond), options=tuple(seen))


def within_line(line: Line, rules: Sequence[str]) -> list[str]:
    """The articles that a line names, of some."""
    return [one for one in rules if within(one, line.rule)] if line.rule else []


def explained(at: Since, line: Line, refused: list[Option]) -> list[Option]:
    """Refused options with as much of why as the player may know who is told of the run, where it is that
    player's line.
    """
    if at.sight is None or at.sight.seat != line.seat:
        return refused
    return [*map(at.sight.explained, refused)]


def does_nothing(line: Line, end: str) -> bool:
    """Is it a line by which a player does nothing, where that is called `end`?"""
    return len(line.words) == 1 and line.words[0] in (*PASSING, end)


def to_passing(at: Since, line: Line, offer: Offer) -> Claim | None:
    """May the seat pass at one moment? None where it is asked nothing: it can do nothing there, or only
    speaks up and says nothing.
    """
    if offer.kept is not None:
        found = answer(line, False, refused_by([offer.kept.rule]), (offer.kept.rule,))
        return found._replace(cond=offer.kept, at=offer.at)
    ask, row = at.engine.game.ask, at.engine.table.book.windows[offer.window]
    waits = ask is not None and ask.seat == offer.seat and ask.data.get("window") == offer.window
    if not offer.legal or (row.unasked and not waits):
        return None
    return allowed_at(at, line, offer)


def best(line: Line, answers: Sequence[Claim]) -> Claim:
    """The moment that a line is about, of those that have passed since the line before it: what is claimed to
    be refused is so up to the decision that waits, or up to where it is allowed by the article that it names;
    otherwise it is the last.
    """
    if line.claim != "not":
        return answers[-1]
    allowed = next((n for n, one in enumerate(answers) if one.allowed), None)
    if not line.rule:
        return answers[-1 if allowed is None else allowed]
    return next((one for one in answers[:allowed] if one.ok), answers[0])


def is_nothing(at: Since, line: Line) -> bool:
    """Is what a line begins with no act of the game, and no word for what players choose or chance does?"""
    return line.words[0] not in (*most_of(at.engine.table.book), *ANSWERING)


def amiss(at: Since, line: Line) -> str:
    """Why a line that is not listed speaks of nothing there is: of no act and of no answer to what is asked,
    or of a card as one of a player who does not have it; "" where it does not.
    """
    if is_nothing(at, line):
        return f"{line.words[0]!r} is nothing that a player does, and answers nothing that is asked here"
    board = at.board(line)
    for word in line.words[1:]:
        seat, _, name = word.partition(".")
        card = find_card(board, name) or find_card(board, name.partition(".")[0])
        if seat in SEATS and card is not None and card.seat != seat:
            return f"{word!r} is no card of {seat}: {card.id} is {card.seat}'s"
    return ""


def unlisted(at: Since, line: Line, offers: Sequence[Offer]) -> Claim:
    """What no window offers, and none refuses: it is not among what may be done there. What it names may
    not be there to be used. Where others of its kind are offered, the article of its kind says so, and else
    the one on when it may be done.
    """
    word = line.words[0]
    there = [one for offer in offers for one in (*offer.legal, *offer.refused) if one.name == word]
    own = at.engine.table.book.offers.get(word, ("",))[0]
    away = list(absent(at, line))
    moment = () if there else timing(at, line)
    found_by = (*(cond.rule for cond in away), *moment, own, *(one.rule for one in offers))
    rules = tuple(dict.fromkeys(filter(None, found_by)))
    why = UNFOLLOWED if at.names_lost(line) else UNASKED if does_nothing(line, PASS) else NOWHERE
    if why == NOWHERE and there and at.sight is None:
        acts = ", ".join(" ".join((one.name, *one.args)) for one in there[:SOME])
        why = Said("others-there", "of that kind there is only {acts}", acts=acts)
    found = answer(line, False, why, rules)
    told_by = next((cond for cond in away if within(cond.rule, line.rule)), None)
    if line.rule and told_by is None:
        printed = bool(rules) and within(rules[0], line.rule)
        found = found._replace(ok=line.claim == "may" or (line.claim == "not" and printed))
    found = found._replace(cond=told_by or next(iter(away), None), amiss=amiss(at, line))
    return found._replace(at=offers[0].at if offers else len(told(at)) - 1)
