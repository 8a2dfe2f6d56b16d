"""Claims: answers each script line that asks or claims whether something is allowed, at the place where it
stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.board.position import find_card
from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.flow.window_options import PASS
from judge.engine.kernel.state import SEATS, Condition, Decision, Option
from judge.fixture.acts import most_of
from judge.fixture.script import CHANCES, LEADS, NO, YES, Line, fits, read_answer, same_word
from judge.play.claim import NOWHERE, Claim, answer, offered, refusal_of, refused_by
from judge.play.later import articles_of_moment, steps_around
from judge.play.moments import (
    Offer,
    Since,
    named,
    offer_aside,
    offers_gone_by,
    offers_since,
    steps_told,
    told,
)
from judge.play.not_offered import absent, act_with_choice, barring, unasked_choice, unfit
from judge.play.prompts import SOME
from judge.play.reasons import within
from judge.play.rest_of_turn import choices_of, chooses, chooses_here, not_yet, timing, waits
from judge.play.script_lines import words_of
from judge.rulebook.act_names import PASSING
from judge.text.said import Said

# --- Alternatives: where a line names an act that is not offered, tells what may be done with its
# cards, so that whoever asks with the wrong word learns the right one.
# What is told of the abilities of the card that is named: it is the right act, and the card has none for it.
ABILITIES: Final = ("absent.beneath", "absent.side", "absent.permanent", "absent.unusable")


def with_instead(at: Since, line: Line, claim: Claim) -> Claim:
    """A refusal with the lines that do something else with the same cards at the waiting decision. Where the
    act itself is examined there and refused, or where it is told what its card lacks, that is the whole
    answer.
    """
    lacks = claim.cond is not None and claim.cond.message_key in ABILITIES
    if claim.allowed or claim.options or claim.amiss or lacks:
        return claim
    return claim._replace(instead=tuple(dict.fromkeys(instead(at, line))))


def instead(at: Since, line: Line) -> Iterator[str]:
    """Each line by which the player of a line does something with a card that it names, at the decision that
    waits for that player, or in a window since the last line in which that player could speak up.
    """
    ask = at.engine.game.ask
    board, view = at.engine.game, Reader(at.engine.table, at.engine.game)
    cards = {card.id for word in line.words[1:] if (card := find_card(board, word)) is not None}
    acts: list[tuple[str, Sequence[str]]] = []
    if ask is not None and ask.seat == line.seat:
        own = ask.kind in ("act", "may")
        acts = [
            (answer_of(ask, choice.value), choice.words[1:] if own else choice.words[:1])
            for choice in ask.choices
        ]
    else:
        legal = (option for offer in offers_since(at, line.seat) for option in offer.legal)
        acts = [(" ".join((usable.name, *usable.args)), usable.args) for usable in legal]
    for act, words in acts:
        other = act.split()[0] != line.words[0]
        if other and any(same_word(word, card, view) for word in words for card in cards):
            yield f"{line.seat}: {act}"


def answer_of(ask: Decision, value: object) -> str:
    """The words by which a choice is taken."""
    many = ask.kind not in ("act", "chance", "may", "number")
    return words_of(ask, (value,) if many else value)


# Words that begin an answer, so that who claims them speaks of a question that is asked at some time.
ANSWERING: Final = {*LEADS, *YES, *NO, *CHANCES} - {"yes", "no"}
ACT: Final = 'an act, "attack k lb", or an answer to what is asked, "choose k"'
UNASKED: Final = Said("no-decision", "no decision waits there that takes this answer")


def judge_claim(at: Since, line: Line, final: bool) -> Claim | None:
    """The answer to a line; None while its seat has not been asked anything yet and may still be."""
    claim = in_loop(at, line)
    if claim is None:
        claim = asked(at, line) or in_window(at, line, final)
        unasked = unasked_choice(at, line) if claim is not None and not claim.allowed else ""
        if claim is not None:
            claim = claim._replace(amiss=unasked) if unasked else not_yet(at, line, claim)
            claim = with_instead(at, line, claim)
    if claim is None:
        return None
    entries = told(at)
    where = entries[claim.at].procedure if 0 <= claim.at < len(entries) else ""
    return claim._replace(after=at.after, where=where)


def in_loop(at: Since, line: Line) -> Claim | None:
    """The answer to a claim about a choice that would continue a loop which the rules stop."""
    entry = next((barred for barred in at.barred if same_answer(line, barred.data)), None)
    if entry is None:
        return None
    found_by = answer(line, False, refused_by([entry.rule]), (entry.rule,))
    return found_by._replace(at=told(at).index(entry))


def same_answer(line: Line, data: Mapping[str, object]) -> bool:
    """Does a line mean this answer?"""
    reply = True if line.words[0] in YES else False if line.words[0] in NO else None
    return data["seat"] == line.seat and reply is not None and data["value"] == reply


def asked(at: Since, line: Line) -> Claim | None:
    """The answer to a claim about the waiting decision, where it is no window's."""
    ask = at.engine.game.ask
    if ask is None or ask.seat != line.seat:
        return None
    if ask.kind != "act" and (line.words[0] in (*LEADS, *YES, *NO) or is_nothing(at, line)):
        error = read_answer(at.engine.view, ask, line.words).error
        chosen = chooses(at, line)
        if error and ask.kind == "may" and line.words[0] in (*YES, *NO) and not chosen:
            return None
        if error and line.words[0] in most_of(at.engine.table.book):  # an act of the game, and no answer
            return None
        barred = [*barring(at, line)]
        named = error and not barred and ask.kind != "may" and chosen
        cond = unfit(at, line, ask) if named else None
        return to_question(at, line, ask, error, barred, cond)
    if ask.kind == "act" and ask.into != "act":  # a step asks, no window
        legal = any(fits(line.words, choice.words, at.engine.view) for choice in ask.choices)
        else_asked = Said(
            "asked-there",
            "{seat} is asked something else there ({words})",
            seat=ask.seat,
            words=choices_of(ask),
        )
        error = "" if legal else else_asked
        return to_question(at, line, ask, error, [])
    return None


def to_question(
    at: Since, line: Line, ask: Decision, error: str, barred: Sequence[str], cond: Condition | None = None
) -> Claim:
    """The answer to a claim about the waiting decision: it is allowed unless there is an error, by what bars
    its cards or what they lack, otherwise by what asks.
    """
    lacking = (cond.rule,) if cond is not None else ()
    rules = tuple(dict.fromkeys(filter(None, (*barred, *lacking, ask.rule) if error else (ask.rule,))))
    why = refused_by(rules) if cond is not None else error or Said("legal-answer", "the answer is legal")
    return answer(line, not error, why, rules)._replace(cond=cond, at=len(told(at)) - 1)


# --- windows -------------------------------------------------------------------------------------
def in_window(at: Since, line: Line, final: bool) -> Claim | None:
    """The answer to a claim about an act, by what windows have offered its seat since the last line, or
    would offer in the open one.
    """
    offers = list(offers_since(at, line.seat))
    if line.rule or not offers:
        offers = list(offers_since(at, line.seat, (trace.OFFER, trace.LOCKED)))
    aside = [offer for offer in (offer_aside(at, line.seat),) if offer is not None]
    for moments in (offers, aside):
        answers = [claim for moment in moments if (claim := at_offer(at, line, moment)) is not None]
        claim = best(at, line, answers) if answers else None
        if claim is not None:
            return claim
    if offers or aside or final:
        gone = [
            claim for offer in offers_gone_by(at, line) if (claim := at_offer(at, line, offer)) is not None
        ]
        if gone:
            return best(at, line, gone)
    if offers or aside or final:
        return unlisted(at, line, () if chooses_here(at, line.seat) else (aside or offers)[-1:])
    return None


def at_offer(at: Since, line: Line, offer: Offer) -> Claim | None:
    """The answer at one moment; None where nothing that the line names was examined, as far as its player
    knows.
    """
    if does_nothing(line, offer.end):
        return to_passing(at, line, offer)
    legal, refused = named(at, line, offer.legal), named(at, line, offer.refused)
    whole = [option for option in (*legal, *refused) if len(option.args) + 1 == len(line.words)]
    if any(option in legal for option in whole) or (legal and not whole):
        return allowed_at(at, line, offer)
    refused = [option for option in refused if option in whole] if whole else possible(at, refused)
    if refused:
        return refusal_of(at, line, refused)._replace(at=offer.at)
    return with_choice(at, line, offer)


def possible(at: Since, refused: list[Option]) -> list[Option]:
    """Of an act's ways, those that are not always refused, where there are any: what refuses these refuses
    the act.
    """
    rows = at.engine.table.book.tables["action"].items()
    never = {(row.get("name", key), *row["words"]) for key, row in rows if row["refused"] and row["words"]}
    return [option for option in refused if (option.name, *option.args[1:]) not in never] or refused


def with_choice(at: Since, line: Line, offer: Offer) -> Claim | None:
    """The answer that an act is offered together with the cards that its player chooses next, where the
    window waits.
    """
    if not is_open(at, offer):
        return None
    lines = act_with_choice(at.engine.table, at.engine.game, line)
    if not lines:
        return None
    quoted = ", ".join(f'"{text}"' for text in lines)
    window = at.engine.table.book.windows[offer.window].title
    why = Said("legal-by-lines", "it may be done there ({window}), as {lines}", window=window, lines=quoted)
    return allowed_at(at, line, offer)._replace(why=why)


def is_open(at: Since, offer: Offer) -> bool:
    """Is somebody being asked now in this offer's window?"""
    ask = at.engine.game.ask
    return ask is not None and ask.data.get("window") == offer.window


def allowed_at(at: Since, line: Line, offer: Offer) -> Claim:
    """The answer that an act is offered at a moment, by the article of that moment."""
    waiting = is_open(at, offer)
    articles = articles_of_moment(at.engine.table, at.engine.game) if waiting else ()
    around = steps_around(at.engine.game) if waiting else steps_told(told(at), offer.at)
    rules = tuple(dict.fromkeys(filter(None, (*timing(at, line, articles, around), offer.rule))))
    window = at.engine.table.book.windows[offer.window].title
    return answer(line, True, offered(window), rules)._replace(at=offer.at)


def does_nothing(line: Line, end: str) -> bool:
    """Is it a line by which a player does nothing, where that is called `end`?"""
    return len(line.words) == 1 and line.words[0] in (*PASSING, end)


def to_passing(at: Since, line: Line, offer: Offer) -> Claim | None:
    """The answer whether the seat may pass at one moment; None where it is not asked, because it can do
    nothing there, or only speaks up and says nothing.
    """
    if offer.kept is not None:
        claim = answer(line, False, refused_by([offer.kept.rule]), (offer.kept.rule,))
        return claim._replace(cond=offer.kept, at=offer.at)
    ask, row = at.engine.game.ask, at.engine.table.book.windows[offer.window]
    asked_now = ask is not None and ask.seat == offer.seat and ask.data.get("window") == offer.window
    if not offer.legal or (row.unasked and not asked_now):
        return None
    return allowed_at(at, line, offer)


def best(at: Since, line: Line, answers: Sequence[Claim]) -> Claim:
    """The answer at the moment that a line means, among those since the line before it. A claimed refusal
    must last up to the waiting decision, or up to where the act is allowed by the article that the line
    names. A refusal for more than its moment answers the line there, and no later moment without such acts
    does.
    """
    allowed = next((n for n, reply in enumerate(answers) if reply.allowed), None)
    if line.claim == "not" and line.rule:
        return next((claim for claim in answers[:allowed] if claim.ok), answers[0])
    if line.claim == "not" and allowed is not None:
        return answers[allowed]
    lasting = [claim for claim in answers if not any(waits(at, option) for option in claim.options)]
    return answers[-1] if answers[-1].allowed or not lasting else lasting[-1]


def is_nothing(at: Since, line: Line) -> bool:
    """Is the first word of a line neither an act of the game nor a word for a choice or for chance?"""
    return line.words[0] not in (*most_of(at.engine.table.book), *ANSWERING)


def amiss(at: Since, line: Line) -> str:
    """The reason why an unlisted line names nothing that exists: no act and no answer to what is asked, or a
    card of a player who does not have it; "" where there is none.
    """
    if is_nothing(at, line):
        return f"{line.words[0]!r} is nothing that a player does, and answers nothing that is asked here"
    board = at.engine.game
    for word in line.words[1:]:
        seat, _, name = word.partition(".")
        card = find_card(board, name) or find_card(board, name.partition(".")[0])
        if seat in SEATS and card is not None and card.seat != seat:
            return f"{word!r} is no card of {seat}: {card.id} is {card.seat}'s"
    return ""


def unlisted(at: Since, line: Line, offers: Sequence[Offer]) -> Claim:
    """The answer about an act that no window offers and none refuses. What it names may not be there to be
    used. Where other acts of its kind are offered, the article of its kind answers, otherwise the one on
    when it may be done.
    """
    word = line.words[0]
    options = [option for offer in offers for option in (*offer.legal, *offer.refused) if option.name == word]
    own = at.engine.table.book.offers.get(word, ("",))[0]
    away = list(absent(at, line))
    moment = () if options else timing(at, line)
    found_by = (*(cond.rule for cond in away), *moment, own, *(window.rule for window in offers))
    rules = tuple(dict.fromkeys(filter(None, found_by)))
    why = UNASKED if does_nothing(line, PASS) else NOWHERE
    if why == NOWHERE and options:
        acts = ", ".join(" ".join((option.name, *option.args)) for option in options[:SOME])
        why = Said("others-there", "of that kind there is only {acts}", acts=acts)
    claim = answer(line, False, why, rules)
    told_by = next((cond for cond in away if within(cond.rule, line.rule)), None)
    if line.rule and told_by is None:
        printed = bool(rules) and within(rules[0], line.rule)
        claim = claim._replace(ok=line.claim == "may" or (line.claim == "not" and printed))
    claim = claim._replace(cond=told_by or next(iter(away), None), amiss=amiss(at, line))
    return claim._replace(at=offers[0].at if offers else len(told(at)) - 1)
