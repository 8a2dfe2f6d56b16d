"""The answer to one question, put together for one reader: what it is, when, why, and what would turn it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.board.position import find_card
from judge.engine.kernel.state import SEATS
from judge.engine.kernel.tracer import Entry
from judge.errors import BadInput, Problem
from judge.page.answer import book_mark, unread
from judge.page.asked import line_before
from judge.page.foreseen import opened
from judge.page.parts import Answer, Open, Reason
from judge.page.why import Reasons, allowed_at, offers, when
from judge.play.absences import DONE, Absence
from judge.play.causes import Cause
from judge.play.claims import Claim
from judge.play.inquiry import WAITING, Inquiry, Moment, telling
from judge.play.near_events import Near
from judge.play.reasons import failed
from judge.play.ruling import bare
from judge.play.script_lines import WAIT
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller
from judge.text.plain import Fields

MOST = 4  # lines of one kind that are told
Found = Inquiry | Absence | Cause


class When(NamedTuple):
    """The moments that have one answer by one article: `answer` is yes, no or waits."""

    answer: str
    word: str
    moments: tuple[str, ...]
    article: str


class Told(NamedTuple):
    """A sentence with its article."""

    text: str
    article: str


class Inquired(NamedTuple):
    """A question and its answer, for one reader.

    `kind` is ``open`` where another possibility of a reading gives another answer; `as_read` is the answer by
    the readings that are taken.
    """

    question: str
    kind: str
    as_read: str
    answer: Answer
    moments: tuple[When, ...]
    back: tuple[Told, ...]  # what led to a fact, the last first
    listens: tuple[str, ...]  # what an ability waits for that was never set off
    why: tuple[Reason, ...]
    when: tuple[str, ...]
    otherwise: tuple[str, ...]  # what would have turned it
    open: tuple[Open, ...]


def inquired(found: Found, seat: str = "", lang: str = "en") -> Inquired:
    """The answer to a question; for a `seat` without what it may not see. Raises BadInput where it asks about
    a card that it cannot tell.
    """
    teller = Teller(bare(found.fixture, found.game, found.entries, found.acts), seat, lang)
    teller.known = teller.placed
    check_seen(found, teller)
    if isinstance(found, Inquiry):
        return of_act(found, teller)
    return of_ability(found, teller) if isinstance(found, Absence) else of_fact(found, teller)


def check_seen(found: Found, teller: Teller) -> None:
    """A player asks only about what they have seen and have not lost sight of; of what lies somewhere in a
    zone, no more than that. Raises BadInput.
    """
    if not teller.seat or isinstance(found, Inquiry):
        return
    name = found.query.card or str(next(iter(found.query.fact)))
    card = find_card(found.game, name) if name not in SEATS else None
    place = not found.query.card and isinstance(next(iter(found.query.fact.values())), str)
    if card is not None and card.id not in (teller.placed if place else teller.ever):
        raise not_seen(teller.seat, name)


def not_seen(seat: str, name: str) -> BadInput:
    """That a player asks about a card that they have not seen, or have lost sight of."""
    message = f"--as: {seat} cannot tell this card"
    return BadInput([Problem("", 0, 0, "--as", "", message, "a card that is seen", name)])


def headed(teller: Teller, question: str, kind: str, head: str) -> Inquired:
    """A question with the first line of its answer."""
    shade = {
        "did": "yes",
        "holds": "yes",
        "yes": "yes",
        "depends": "mixed",
        "unseen": "mixed",
        "unsure": "mixed",
        "fact": "plain",
        "undecided": "undecided",
    }.get(kind, "no")
    mark, taken = book_mark(teller)
    said = Answer(shade, (head,), (), teller.ruling.fixture.model.title, mark, taken, unread(teller))
    return Inquired(question, kind, kind, said, (), (), (), (), (), (), ())


def with_open(page: Inquired, found: Iterable[Open], head: str) -> Inquired:
    """The answer with the readings on which it hangs, if any: `head` says so in its first line. What the book
    leaves undecided by the readings that are taken stays so.
    """
    readings = tuple(found)
    if not readings or page.kind == "undecided":
        return page._replace(open=readings)
    said = page.answer._replace(kind="open", answers=(head,))
    return page._replace(kind="open", answer=said, open=readings)


# --- acts -----------------------------------------------------------------------------------------
def of_act(found: Inquiry, teller: Teller) -> Inquired:
    """May it be done, and when?"""
    table = teller.words["inquiry"]
    words = found.line.words
    values = {"seat": found.line.seat, "act": teller.wish(words, found.line.seat)}
    page = headed(teller, found.line.text, found.kind, fill(table[found.kind], values))
    claims = [one.claim for one in telling(found.moments)]
    reasons = Reasons(teller, {})
    reasons.answers(sorted(claims, key=lambda one: one.allowed))
    page = page._replace(
        moments=tuple(grouped(found.moments, teller)),
        why=tuple(reasons.rows.values()),
        when=tuple(allowed_when(found, claims, teller)) if found.kind == "no" else (),
        otherwise=tuple(would_be(claims, teller))[:MOST] if found.kind == "no" else (),
    )
    return with_open(page, act_opened(found, teller), fill(table.get(f"open-{found.kind}", ""), values))


def allowed_when(found: Inquiry, claims: Sequence[Claim], teller: Teller) -> Iterator[str]:
    """When it is allowed otherwise; or that its player is never asked where it could be."""
    yield from dict.fromkeys(when(teller, claims))
    if not any(one.rules for one in claims):
        yield fill(teller.words["inquiry"]["nowhere"], {"seat": found.line.seat})


def would_be(claims: Sequence[Claim], teller: Teller) -> Iterator[str]:
    """What would have to be so for the act to be allowed: told of what is refused by one condition alone, for
    where that one holds nothing else speaks against it.
    """
    table = teller.words["inquiry"]
    told = dict[str, str]()
    for option in (option for one in claims if not one.allowed for option in one.options):
        failing = failed(option)
        if len(failing) == 1 and failing[0].say not in WAITING:
            act = teller.act_of((option.name, *option.args))
            told.setdefault(act, teller.would(failing[0]))
    yield from (fill(table["would"], {"act": act, "if": text}) for act, text in told.items() if text)


def grouped(moments: Sequence[Moment], teller: Teller) -> Iterator[When]:
    """The moments by answer and article."""
    table = teller.words["inquiry"]
    rows: dict[tuple[str, str], list[str]] = {}
    for one in moments:
        answer = "waits" if one.waits else one.claim.answer
        said = rows.setdefault((answer, one.claim.rule), [])
        label = moment_of(one, teller)
        if label not in said:
            said.append(label)
    order = ("yes", "no", "not-yet", "waits")
    for (answer, rule), said in sorted(rows.items(), key=lambda row: order.index(row[0][0])):
        yield When(answer, table[f"answer-{answer}"], tuple(said), rule)


def moment_of(one: Moment, teller: Teller) -> str:
    """A moment by the line before it, as the reader may hear of it, and the window or step in which it is."""
    table = teller.words["inquiry"]
    if one.now:
        return table["now"]
    line = line_before(teller, one.claim) or f"{one.after.partition(':')[0]}: …"
    said = fill(table["after"], {"line": line}) if one.lines else table["start"]
    place = ", ".join(part for part in (teller.window(one.title), one.article) if part)
    return fill(table["where"], {"moment": said, "place": place}) if place else said


def act_opened(found: Inquiry, teller: Teller) -> Iterator[Open]:
    """The readings by which the answer would be another one; a seat is told of none."""
    table = teller.words["inquiry"]
    here = {(one.lines, one.article): one.claim.allowed for one in telling(found.moments)}
    rows: dict[str, list[tuple[str, str]]] = {}
    for one in found.deciding if not teller.seat else ():
        there = {(m.lines, m.article): m.claim.allowed for m in telling(one.moments)}
        turned = {there[key] for key in here.keys() & there.keys() if here[key] != there[key]}
        kind = one.kind if len(turned) != 1 else "yes" if True in turned else "no"
        rows.setdefault(one.reading, []).append((one.other, table[f"comes-{kind}"]))
    yield from opened(teller, rows)


# --- abilities ------------------------------------------------------------------------------------
def of_ability(found: Absence, teller: Teller) -> Inquired:
    """What became of an ability."""
    table = teller.words["inquiry"]
    page = headed(teller, found.query.text, found.kind, ability_head(found, teller))
    reasons = Reasons(teller, {})
    for at in shown(found.at, teller) if found.kind in ("stopped", "did", "waiting") else ():
        reasons.add(found.entries[at].rule, teller.tell(found.entries[at]), at, main=True)
    if found.cond is not None:
        reasons.add(found.cond.rule, f"{teller.reason(found.cond)}.", next(iter(found.at), -1), main=True)
    if found.order is not None and not teller.seat:
        reasons.add(*order_taken(found, teller), found.order.swap.mark.told, main=True)
    rows: dict[str, list[tuple[str, str]]] = {}
    for reading, other, kind in found.others if not teller.seat else ():
        rows.setdefault(reading, []).append((other, table["comes-did" if kind in DONE else "comes-not"]))
    page = page._replace(
        why=tuple(one for one in reasons.rows.values() if one.article),
        listens=tuple(listens(found, teller)) if found.kind in ("unheard", "unsure") else (),
        when=tuple(used_when(found, teller)) if found.kind == "declined" else (),
        otherwise=tuple(ordered(found, teller)) if not teller.seat else (),
    )
    return with_open(page, opened(teller, rows), fill(table["open"], {"told": page.answer.answers[0]}))


def shown(rows: Sequence[int], teller: Teller) -> list[int]:
    """The lines that a reader may read, the last few."""
    entries = teller.ruling.entries
    return [at for at in rows if not teller.seat or id(entries[at]) in teller.at_entry][-MOST:]


def ability_head(found: Absence, teller: Teller) -> str:
    """The first line of the answer."""
    table, card = teller.words["inquiry"], teller.card(found.query.card)
    deed = fill(table["deed"], {"deed": found.query.deed}) if found.query.deed else table["deed-none"]
    seat = teller.ruling.game.cards[found.query.card].seat
    if found.kind != "did":
        said = {"card": card, "deed": deed, "seat": seat, "reader": teller.seat}
        return fill(table[found.kind], said)
    rows = shown(found.at, teller)
    told = next((text for at in rows if (text := teller.tell(found.entries[at]))), card)
    return fill(table["did" if len(rows) < 2 else "did-more"], {"told": told, "n": len(rows) - 1})


def used_when(found: Absence, teller: Teller) -> Iterator[str]:
    """The moments at which it could have been used."""
    table, keys = teller.words["asked"], {one.key for one in found.options}
    seat = teller.ruling.game.cards[found.query.card].seat
    offered = offers(teller, seat, lambda one: one.key in keys)
    moments = list(dict.fromkeys(allowed_at(teller, seat, offered)))
    if moments:
        act = found.options[0].key
        yield fill(table["when"], {"act": act, "moments": table["also"].join(moments)})


def listens(found: Absence, teller: Teller) -> Iterator[str]:
    """What the ability waits for, and the events that came near."""
    table, card = teller.words["inquiry"], teller.card(found.query.card)
    words = teller.asked_by
    for on in (on for one in found.abilities for on in one.on):
        subject = on["subject"]
        key = f"listens-{subject}" if subject in ("self", "any") else "listens-other"
        details = [fill(table["listens-detail"], {"key": k, "what": words(v)}) for k, v in on["mods"].items()]
        events = " / ".join(on["events"])
        said = {"card": card, "events": events, "details": "".join(details)}
        yield fill(table["waits-for"], {**said, "subject": fill(table[key], {"what": words(subject)})})
    near = [one for one in found.near if one.at in shown([one.at], teller)][-MOST:]
    if not near:
        yield table["near-none"]
    yield from (came_near(one, found.entries[one.at], teller) for one in near)


def came_near(one: Near, entry: Entry, teller: Teller) -> str:
    """An event that is of the kind, and what about it is otherwise."""
    table, record = teller.words["inquiry"], entry.data["record"]
    misses = table.get(f"misses-{one.misses or 'none'}", "")
    card = fill(table["near-of"], {"card": teller.card(record.card)}) if record.card else ""
    said = fill(misses, {"reader": teller.seat}) or fill(table["misses-detail"], {"key": one.misses})
    return fill(
        table["near"],
        {"event": teller.words["name"].get(record.name, record.name), "card": card, "misses": said},
    )


def order_taken(found: Absence, teller: Teller) -> tuple[str, str]:
    """The article by which a player took one of the abilities first, and what could have come first."""
    assert found.order is not None
    swap, ask = found.order.swap, found.order.swap.mark.game.ask
    assert ask is not None
    others = " | ".join(" ".join(one.words) for one in ask.choices if one.value == swap.value)
    values = {"line": swap.line.text, "others": others or swap.said}
    return ask.rule, fill(teller.words["inquiry"]["order-here"], values)


def ordered(found: Absence, teller: Teller) -> Iterator[str]:
    """What comes of the ability in the other order."""
    order = found.order
    if order is None:
        return
    other = Teller(bare(found.fixture, order.game, order.entries, order.acts), "", teller.lang)
    told = " ".join(text for at in order.at[:MOST] if (text := other.tell(order.entries[at])))
    yield fill(teller.words["inquiry"]["order"], {"said": order.swap.said, "told": told})


# --- facts ----------------------------------------------------------------------------------------
def of_fact(found: Cause, teller: Teller) -> Inquired:
    """Why a fact is so."""
    table = teller.words["inquiry"]
    page = headed(teller, found.query.text, found.kind, fact_head(found, teller))
    reasons = Reasons(teller, {})
    back: list[Told] = []
    for at in (at for at in found.chain if not teller.seat or id(found.entries[at]) in teller.at_entry):
        told = teller.tell(found.entries[at])
        if told:
            text = fill(table["because"], {"told": told}) if back else told
            back.append(Told(text, renumbered(teller, found.entries[at].rule)))
            reasons.add(found.entries[at].rule, told, at, main=False)
    rows: dict[str, list[tuple[str, str]]] = {}
    for reading, other, value in found.others if not teller.seat else ():
        said = {"what": named(found.query.fact, teller), "value": spelt(found.query.fact, value, teller)}
        rows.setdefault(reading, []).append((other, fill(table["comes-value"], said)))
    page = page._replace(
        back=tuple(back),
        why=tuple(reasons.rows.values()),
        otherwise=(turned(found, teller),) if not teller.seat else (),
    )
    return with_open(page, opened(teller, rows), fill(table["open"], {"told": page.answer.answers[0]}))


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
    values = {"what": named(fact, teller), "now": now, "was": was}
    text = fill(table["fact" if found.changed else "fact-still"], values)
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
