"""Script lines that ask or claim whether something is allowed: each is answered where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from judge.board.position import find_card
from judge.citing.companions import companions
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import SEATS, Ask, Cond, Option
from judge.fixture.acts import PASSING, most_of
from judge.fixture.script import CHANCES, LEADS, NO, YES, Line, fits, read_answer
from judge.play.later import Later, articles_of_moment, later
from judge.play.moments import ELSEWHERE, LOCKED, Offer, Since, named, offer_aside, offers_since, told
from judge.play.prompts import SOME, asked_first, some_of
from judge.play.reasons import deciding, refusing, standing_behind, within
from judge.play.unlisted import absent
from judge.text.said import Said

# Words that begin an answer, so that who claims them speaks of a question that is asked at some time.
ANSWERING: Final = {*LEADS, *YES, *NO, *CHANCES} - {"yes", "no"}
ACT: Final = 'an act, "attack k lb", or an answer to what is asked, "choose k"'
NOWHERE: Final = Said("not-listed", "it is not offered there")
UNFOLLOWED: Final = Said("not-followed", "that player cannot tell any more which card that is")
UNASKED: Final = Said("no-decision", "no decision waits there in which that may be said")
UNLISTED: Final = Said("not-among", "it is not among what may be chosen")


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

    @property
    def answer(self) -> str:
        """``yes``, ``no`` or ``not-yet``."""
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

    To a player who is told of the run it is not told: that could hang on what the player has not seen.
    """
    if found.allowed or found.amiss or at.sight is not None or chooses(at, line):
        return found
    waits = found.cond is not None and found.cond.say in (LOCKED, ELSEWHERE)
    if not waits and (found.cond is not None or found.options):
        return found
    ahead = later(at.engine, line)
    if ahead is None and found.why == NOWHERE:
        return game_over(at, line, found) or found._replace(why=not_this_turn(at))
    if ahead is None:
        return found
    rules = tuple(dict.fromkeys((*timing(at, line, ahead.rules), *found.rules)))
    rule = next(iter([*within_line(line, rules), *rules]), "")
    ok = line.claim == "may" or (line.claim == "not" and (not line.rule or bool(within_line(line, rules))))
    why = asked_first(ahead.seat, ", ".join(ahead.words))
    return found._replace(rule=rule, rules=rules, ok=ok, why=why, cond=None, later=ahead)


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
    words = some_of([" ".join(one.words) for one in ask.choices]) or ask.kind
    return Said(
        "asked-something-else",
        "{seat} is asked there ({words}), and this turn does not offer it any more",
        seat=ask.seat,
        words=words,
    )


def timing(at: Since, line: Line, there: Sequence[str] = ()) -> list[str]:
    """The articles that say when the act of a line may be done.

    Those of a moment at which it is offered come first, where the rulebook names them.
    """
    said = at.engine.table.book.tables["timing"].get(line.words[0], ())
    fitting = [one for one in said if any(within(rule, one) or within(one, rule) for rule in there)]
    return list(dict.fromkeys((*fitting, *said[:1], *there)))


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
        return to_question(at, line, ask, error, [*barring(at, line)])
    if ask.kind == "act" and ask.into != "act":  # a step asks, no window
        legal = any(fits(line.words, one.words, at.engine.view) for one in ask.choices)
        error = UNFOLLOWED if at.names_lost(line) else "" if legal else UNLISTED
        return to_question(at, line, ask, error, [])
    return None


def to_question(at: Since, line: Line, ask: Ask, error: str, barred: Sequence[str]) -> Claim:
    """An answer is allowed unless there is an error in it: by what bars its cards, else by what asks."""
    rules = (*barred, ask.rule) if error else (ask.rule,) if ask.rule else ()
    found = answer(line, not error, error or Said("legal-answer", "the answer is legal"), rules)
    return found._replace(at=len(told(at)) - 1)


def barring(at: Since, line: Line) -> Iterator[str]:
    """The articles by which cards that a line names may not be chosen here,
    as they were told when the choice was put together.
    """
    found = (find_card(at.board(line), word) for word in line.words)
    cards = {card.id for card in found if card is not None}
    for entry in told(at)[at.mark :]:
        if entry.kind == "not-choosable" and entry.data["card"] in cards:
            yield from (entry.rule, *companions(at.engine.table, entry))


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
        return unlisted(at, line, (aside or offers)[-1:])
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
    cond = deciding(seen)
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
