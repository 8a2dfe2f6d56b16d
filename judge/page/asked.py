"""What was asked or claimed in the script, with the answer that the rules gave at that moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine import trace
from judge.page.parts import Asked
from judge.play.claim import Claim
from judge.play.prompts import some_of
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

MOST = 4  # lines that are named beside an answer


def heard(teller: Teller) -> list[Claim]:
    """The lines that ask something and that the reader may hear of, a refused act last."""
    ruling = teller.ruling
    every = [*ruling.claims, *((ruling.refusal,) if ruling.refusal is not None else ())]
    return [one for one in every if teller.seat in ("", one.seat)]


def asked(teller: Teller, claims: Sequence[Claim]) -> Iterator[Asked]:
    """Each of them as a question with its answer."""
    table = teller.words["asked"]
    for n, one in enumerate(claims, 1):
        numbers = teller.book.tables["renumbered"]
        rule, rules = numbers.get(one.rule, one.rule), [numbers.get(rule, rule) for rule in one.rules]
        others = tuple(found for found in rules if found != rule)
        wrong = "" if one.ok else fill(table["wrong"], {"line": one.line, "why": teller.said(one.why)})
        answer = table[f"open-{one.as_read}" if one.open else one.answer]
        yield Asked(
            f"a{n}",
            one.line,
            question(teller, one),
            one.allowed,
            answer,
            rule,
            others,
            one.ok,
            wrong,
            one.answer,
        )


def question(teller: Teller, claim: Claim) -> str:
    """A line of the script as a question, with the line after which it is asked."""
    table = teller.words["asked"]
    after = line_before(teller, claim)
    moment = fill(table["after"], {"line": after}) if after else ""
    act = teller.wish(claim.words, claim.seat)
    return fill(table["may"], {"seat": claim.seat, "act": act, "moment": moment})


def line_before(teller: Teller, claim: Claim) -> str:
    """The line of the script before a claim, as the reader may hear of it; "" where the reader may not."""
    seat = claim.after.partition(":")[0].strip()
    if not teller.seat or seat == teller.seat:
        return claim.after
    ruling = teller.ruling
    told = max((at for at, line in ruling.acts.items() if line == claim.after and at <= claim.at), default=-1)
    upto = min((at for at in ruling.acts if at > told), default=len(ruling.entries))
    acts = (
        one for one in ruling.entries[max(told, 0) : upto] if one.kind is trace.ACT and not one.data["forced"]
    )
    entry = next((one for one in acts if one.data["seat"] == seat), None)
    if told < 0 or entry is None:  # a choice, or a pass
        return ""
    teller.known = teller.at_entry.get(id(entry), teller.known)
    return f"{seat}: {teller.option(entry.data['option'], seat)}"


def found(teller: Teller, claims: Sequence[Claim]) -> Iterator[tuple[Claim, str]]:
    """What was found on this board that refuses an act: the failed condition with its values; acts that are
    refused by the same are told together, with the first of them.
    """
    table, together = teller.words["asked"], dict[tuple[str, str], list[Claim]]()
    for one in claims:
        told = teller.reason(one.cond) if one.cond is not None else ahead(teller, one)
        together.setdefault((one.rule, (told or teller.said(one.why)) + also(teller, one)), []).append(one)
    for (_, why), same in together.items():
        acts = ", ".join(dict.fromkeys(teller.act_of(one.words) for one in same))
        yield same[0], fill(table["found"], {"act": acts, "why": why})


def also(teller: Teller, claim: Claim) -> str:
    """By which lines something is done with the same cards there; "" where there are none."""
    if not claim.instead:
        return ""
    table = teller.words["asked"]
    lines = ", ".join(fill(table["line"], {"line": one}) for one in some_of_lines(claim.instead))
    return fill(table["other-act"], {"lines": lines})


def some_of_lines(lines: Sequence[str]) -> Sequence[str]:
    """The first few of many."""
    return (*lines[:MOST], "…") if len(lines) > MOST else lines


def ahead(teller: Teller, claim: Claim) -> str:
    """Who has to do what before an act is offered, and the lines of the script that lead there.

    "" where it is not offered later in the turn.
    """
    found, table = claim.later, teller.words["asked"]
    if found is None:
        return ""
    words = some_of(found.words) or table["something"]
    lines, only = (
        ", ".join(fill(table["line"], {"line": one}) for one in some) for some in (found.lines, found.only)
    )
    key = "next" if not lines else "first-only" if only else "first"
    return fill(table[key], {"seat": found.seat, "words": words, "lines": lines, "only": only})
