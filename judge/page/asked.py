"""The decisions of a page: what the script asked or claimed, with the answer of the rules at that moment; and
the decision that comes next, with what is refused there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.kernel.state import Decision
from judge.page.parts import Asked, Next
from judge.play.claim import Claim
from judge.play.prompts import some_of
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

MOST_LINES = 4  # lines that are named beside an answer


def heard(teller: Teller) -> list[Claim]:
    """The claims and questions that the viewer may know of; a refused act comes last."""
    ruling = teller.ruling
    every = [*ruling.claims, *((ruling.refusal,) if ruling.refusal is not None else ())]
    return [claim for claim in every if teller.seat in ("", claim.seat)]


def asked(teller: Teller, claims: Sequence[Claim]) -> Iterator[Asked]:
    """Each claim as a question with its answer."""
    table = teller.words["asked"]
    for n, claim in enumerate(claims, 1):
        numbers = teller.book.tables["renumbered"]
        rule, rules = numbers.get(claim.rule, claim.rule), [numbers.get(rule, rule) for rule in claim.rules]
        others = tuple(article for article in rules if article != rule)
        wrong = "" if claim.ok else fill(table["wrong"], {"line": claim.line, "why": teller.said(claim.why)})
        answer = table[f"open-{claim.as_read}" if claim.open else claim.answer]
        yield Asked(
            f"a{n}",
            claim.line,
            question(teller, claim),
            claim.allowed,
            answer,
            rule,
            others,
            claim.ok,
            wrong,
            claim.answer,
        )


def question(teller: Teller, claim: Claim) -> str:
    """A line of the script as a question, with the line after which it is asked."""
    table = teller.words["asked"]
    moment = fill(table["after"], {"line": claim.after}) if claim.after else ""
    act = teller.wish(claim.words)
    return fill(table["may"], {"seat": claim.seat, "act": act, "moment": moment})


def found(teller: Teller, claims: Sequence[Claim]) -> Iterator[tuple[Claim, str]]:
    """The failed conditions that refuse an act, with their values. Acts that are refused by the same
    conditions are told together, at the first of them.
    """
    table, together = teller.words["asked"], dict[tuple[str, str], list[Claim]]()
    for claim in claims:
        told = teller.reason(claim.cond) if claim.cond is not None else ahead(teller, claim)
        together.setdefault((claim.rule, (told or teller.said(claim.why)) + also(teller, claim)), []).append(
            claim
        )
    for (_, why), same in together.items():
        acts = ", ".join(dict.fromkeys(teller.act_of(claim.words) for claim in same))
        yield same[0], fill(table["found"], {"act": acts, "why": why})


def also(teller: Teller, claim: Claim) -> str:
    """The other lines by which the same cards can be used at that moment; "" where there are none."""
    if not claim.instead:
        return ""
    table = teller.words["asked"]
    lines = ", ".join(fill(table["line"], {"line": line}) for line in some_of_lines(claim.instead))
    return fill(table["other-act"], {"lines": lines})


def some_of_lines(lines: Sequence[str]) -> Sequence[str]:
    """The first few of many lines."""
    return (*lines[:MOST_LINES], "…") if len(lines) > MOST_LINES else lines


def ahead(teller: Teller, claim: Claim) -> str:
    """A sentence about who has to do what before an act is offered, with the script lines that lead there;
    "" where it is not offered later in the turn.
    """
    later, table = claim.later, teller.words["asked"]
    if later is None:
        return ""
    words = some_of(later.words) or table["something"]
    lines, only = (
        ", ".join(fill(table["line"], {"line": line}) for line in some) for some in (later.lines, later.only)
    )
    key = "next" if not lines else "first-only" if only else "first"
    return fill(table[key], {"seat": later.seat, "words": words, "lines": lines, "only": only})


# --- the decision that comes next ----------------------------------------------------------------------
MOST_OPTIONS = 12  # options that are named


def following(teller: Teller) -> Next:
    """The player who is asked next, and for what; empty if the game is over or the run only stopped."""
    ask, table = teller.ruling.game.ask, teller.words["text"]
    if teller.ruling.game.result is not None:
        return Next("", table["undecided" if teller.ruling.game.result.gap else "over"], ())
    if ask is None:
        return Next("", table["nothing-next"], ())
    if teller.seat and ask.seat != teller.seat:
        return Next(ask.seat, fill(table["next-asked"], {"seat": ask.seat, "options": "…"}), ())
    key = "next" if ask.kind == "act" else "next-asked"
    text = fill(table[key], {"seat": ask.seat, "options": possible(ask, teller)})
    refused = refusals(ask, teller)
    return Next(ask.seat, text, (refused,) if refused else ())


def possible(ask: Decision, teller: Teller) -> str:
    """The options that may be chosen, a few of them where there are many."""
    words = [" ".join(teller.other_card(word, ask.seat) for word in choice.words) for choice in ask.choices]
    return teller.some(words, MOST_OPTIONS) if words else number(ask, teller.words["text"])


def refusals(ask: Decision, teller: Teller) -> str:
    """The options that are refused in an open window, and why; "" for any other decision."""
    offers = (
        line for line in reversed(teller.lines) if line.kind is trace.OFFER and line.data["seat"] == ask.seat
    )
    last = next(offers, None)
    if last is None or ask.prompt != "ask.act":
        return ""
    unseen = teller.unseen(ask.seat, last.data["unseen"])
    may = {option.key for option in last.data.get("legal", ())}  # said so it may be done, in another way
    refused = [option for option in last.data["refused"] if option.key not in may]
    return f"{teller.refused(refused, ask.seat)}{unseen}".strip()


def number(ask: Decision, table: Mapping[str, str]) -> str:
    """The number that is asked for, in words."""
    kind = "number-least" if ask.most < 0 else "number-between"
    bounds = fill(table[kind], {"least": ask.least, "most": ask.most})
    return fill(table["rounds"], {"bounds": bounds}) if ask.prompt == "ask.loop" else bounds
