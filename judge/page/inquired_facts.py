"""The answer to why a fact is so: what led to it, what a value is made up of, what would have turned it."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine import trace
from judge.engine.kernel.state import SEATS
from judge.page.foreseen import opened
from judge.page.inquired_parts import Inquired, Told, headed, with_open
from judge.page.why import Reasons
from judge.play.causes import Cause
from judge.play.script_lines import WAIT
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller
from judge.text.plain import Fields

KEPT = 2  # lines by which a fact has not changed that are told


def of_fact(found: Cause, teller: Teller) -> Inquired:
    """Why a fact is so."""
    table = teller.words["inquiry"]
    page = headed(teller, found.query.text, found.kind, fact_head(found, teller))
    reasons = Reasons(teller, {})
    made = tuple(made_up(found, teller))
    for one in made if not found.changed else ():
        reasons.add(one.article, one.text, -1, main=True)
    back: list[Told] = []
    seen = [at for at in found.stood if not teller.seat or id(found.entries[at]) in teller.at_entry]
    for at, text in [(at, text) for at in seen if (text := teller.tell(found.entries[at]))][:KEPT]:
        back.append(Told(text, renumbered(teller, found.entries[at].rule)))
        reasons.add(found.entries[at].rule, text, at, main=True)
    stood = len(back)
    for at in (at for at in found.chain if not teller.seat or id(found.entries[at]) in teller.at_entry):
        told = teller.tell(found.entries[at])
        if told:
            text = fill(table["because"], {"told": told}) if len(back) > stood else told
            back.append(Told(text, renumbered(teller, found.entries[at].rule)))
            reasons.add(found.entries[at].rule, told, at, main=False)
    rows: dict[str, list[tuple[str, str]]] = {}
    for reading, other, value in found.others if not teller.seat else ():
        said = {"what": named(found.query.fact, teller), "value": spelt(found.query.fact, value, teller)}
        rows.setdefault(reading, []).append((other, fill(table["comes-value"], said)))
    for one in made:
        reasons.add(one.article, one.text, -1, main=False)
    page = page._replace(
        back=tuple(back),
        made=made,
        why=tuple(reasons.rows.values()),
        otherwise=(turned(found, teller),) if found.tried and not teller.seat else (),
    )
    return with_open(page, opened(teller, rows), fill(table["open"], {"told": page.answer.answers[0]}))


def made_up(found: Cause, teller: Teller) -> Iterator[Told]:
    """What makes a value what it is, of cards that the reader has seen; where it has changed only what is
    permanent is told, as what lasts stands in the course.
    """
    lasting = all(one.data.get("form") for one in found.made)
    for one in found.made if not (found.changed and lasting) else ():
        cards = {str(one.data[key]) for key in ("card", "by") if key in one.data}
        if not teller.seat or cards <= set(teller.ever):
            yield Told(teller.tell(one), renumbered(teller, one.rule))


def renumbered(teller: Teller, rule: str) -> str:
    """An article by its number in the version that is open."""
    return str(teller.book.tables["renumbered"].get(rule, rule))


def fact_head(found: Cause, teller: Teller) -> str:
    """The fact as it is, and as it was."""
    table, fact = teller.words["inquiry"], found.query.fact
    if found.kind == "undecided":
        return table["undecided"]
    if "result" in fact and f"result-{found.now}" in table:
        return table[f"result-{found.now}"]
    now, was = (spelt(fact, one, teller) for one in (found.now, found.was))
    said = spelt(fact, found.printed, teller)
    values = {"what": named(fact, teller), "now": now, "was": was, "printed": said}
    still = "fact-made" if any(one.kind is trace.MADE for one in found.made) else "fact-still"
    text = fill(table["fact" if found.changed else still], values)
    return text if text.startswith(next(iter(fact))) else f"{text[:1].upper()}{text[1:]}"  # a card as it is


def named(fact: Fields, teller: Teller) -> str:
    """What a fact is of."""
    table = teller.words["inquiry"]
    name, inner = next(iter(fact.items()))
    if not isinstance(inner, dict):
        return (
            table["winner"] if name == "result" else table.get(name) or fill(table["place"], {"card": name})
        )
    what = str(next(iter(inner)))
    if name in SEATS:
        words = teller.words["zone"].get(what) or teller.words["score"].get(what, what)
        return fill(table["of"], {"name": name, "what": teller.bare(words)})
    return fill(table["of"], {"name": name, "what": teller.words["attr"].get(what, what.replace("_", " "))})


def spelt(fact: Fields, value: object, teller: Teller) -> str:
    """A value: a place in words, a card as who reads may name it."""
    if isinstance(value, str) and value[:2] in ("A.", "B.") and value[2:] in teller.book.zones:
        return teller.zone(value)
    if value is None:
        return teller.words["text"]["none"]
    parts = value if isinstance(value, (list, tuple)) else (value,)
    return ", ".join(part(str(one), teller) for one in parts)


def part(value: str, teller: Teller) -> str:
    """A part of a value: a card that the reader has not seen is not named."""
    hidden = bool(teller.seat) and value in teller.ruling.game.cards and value not in teller.ever
    return teller.words["text"]["a_card"] if hidden else value


def turned(found: Cause, teller: Teller) -> str:
    """The decision that would have given another value."""
    table = teller.words["inquiry"]
    if found.turned is None:
        return fill(table["turned-none"], {"n": found.tried})
    swap = found.turned.swap
    seat, _, said = swap.said.partition(": ")
    key = "turned-pass" if said in ("pass", "end", "no", WAIT) else "turned"
    fact = found.query.fact
    value = spelt(fact, found.turned.value, teller)
    return fill(table[key], {
        "seat": seat, "said": swap.said, "line": swap.line.text, "what": named(fact, teller), "value": value,
    })  # fmt: skip
