"""Questions: answers one question for one reader, about an act or an ability, with when, why, and what would
change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.board.position import find_card
from judge.engine.effects.muted import Muted
from judge.engine.effects.reader import Reader
from judge.engine.effects.validity import STANDING
from judge.engine.kernel.state import SEATS
from judge.engine.kernel.tracer import Entry
from judge.errors import BadInput, Problem
from judge.fixture.queries import told_apart
from judge.grammar.tables import FACT_WORDS
from judge.page.asked import found as refusals
from judge.page.asked import some_of_lines
from judge.page.inquired_parts import Here, Inquired, When, headed, of_fact, opened, with_open
from judge.page.parts import Open, Reason
from judge.page.why import Reasons, allowed_at, offers, when
from judge.play.absences import DONE, Absence, Near
from judge.play.causes import Cause
from judge.play.claim import Claim
from judge.play.inquiry import WAITING, Inquiry, Moment, telling
from judge.play.reasons import failed
from judge.play.ruling import bare
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

MOST = 4  # lines of one kind that are told
Found = Inquiry | Absence | Cause


def inquired(reply: Found, seat: str = "", lang: str = "en") -> Inquired:
    """The answer to a question; for a `seat` without hidden information. Raises BadInput if the seat cannot
    identify the card of the question.
    """
    ruling = bare(reply.fixture, reply.game, reply.entries, reply.acts)._replace(viewer=seat)
    teller = Teller(ruling, seat, lang)
    check_seen(reply, teller)
    if isinstance(reply, Inquiry):
        return of_act(reply, teller)
    return of_ability(reply, teller) if isinstance(reply, Absence) else of_fact(reply, teller)


def check_seen(reply: Found, teller: Teller) -> None:
    """Checks that a player only asks about cards that the player has seen and can still follow; about other
    cards only that they are in a zone may be asked. Raises BadInput.
    """
    if not teller.seat or isinstance(reply, Inquiry):
        return
    name = reply.query.card or str(next(iter(reply.query.fact)))
    card = find_card(reply.game, name) if name not in SEATS else None
    if card is None and (reply.query.card or name not in (*SEATS, *FACT_WORDS)):
        raise not_seen(teller.seat, name)


def not_seen(seat: str, name: str) -> BadInput:
    """The problem that a player has not seen a card or can no longer follow it."""
    message = f"--as: {seat} cannot tell this card"
    return BadInput([Problem("", 0, 0, "--as", "", message, "a card that is seen", name)])


# --- acts -----------------------------------------------------------------------------------------
def of_act(inquiry: Inquiry, teller: Teller) -> Inquired:
    """The answer about an act: is it allowed, and when?"""
    table = teller.words["inquiry"]
    words = inquiry.line.words
    values = {"seat": inquiry.line.seat, "act": teller.wish(words)}
    page = headed(teller, inquiry.line.text, inquiry.kind, fill(table[inquiry.kind], values))
    claims = [moment.claim for moment in telling(inquiry.moments)]
    reasons = Reasons(teller, {})
    reasons.answers(sorted(claims, key=lambda claim: claim.allowed))
    page = page._replace(
        moments=tuple(grouped(inquiry.moments, teller)),
        why=tuple(reasons.rows.values()),
        when=tuple(allowed_when(inquiry, claims, teller)) if inquiry.kind == "no" else (),
        otherwise=tuple(would_be(claims, teller))[:MOST] if inquiry.kind == "no" else (),
        here=here_of(inquiry, teller),
    )
    instead = () if inquiry.here is None else inquiry.here.claim.instead
    if instead:
        lines = ", ".join(quoted(some_of_lines(instead), teller))
        also = fill(table["other-act"], {"seat": inquiry.line.seat, "lines": lines})
        page = page._replace(instead=instead, otherwise=(*page.otherwise, also))
    return with_open(page, act_opened(inquiry, teller), fill(table.get(f"open-{inquiry.kind}", ""), values))


def quoted(lines: Sequence[str], teller: Teller) -> Iterator[str]:
    """Lines of a script, quoted for a sentence."""
    yield from (fill(teller.words["asked"]["line"], {"line": line}) for line in lines)


def here_of(inquiry: Inquiry, teller: Teller) -> Here | None:
    """The answer for the moment of the question, with the conditions that refuse the act."""
    if inquiry.here is None:
        return None
    claim = inquiry.here.claim
    answer = "open" if inquiry.open_here and not teller.seat else claim.answer
    told = next((text for _, text in refusals(teller, [claim])), "") if not claim.allowed else ""
    return Here(answer, claim.answer, moment_of(inquiry.here, teller), claim.rule, told)


def allowed_when(inquiry: Inquiry, claims: Sequence[Claim], teller: Teller) -> Iterator[str]:
    """The moments at which the act is allowed, or a sentence that its player is never asked when it could be
    done.
    """
    yield from dict.fromkeys(when(teller, claims))
    if not any(claim.rules for claim in claims):
        yield fill(teller.words["inquiry"]["nowhere"], {"seat": inquiry.line.seat})


def would_be(claims: Sequence[Claim], teller: Teller) -> Iterator[str]:
    """What would have to be true for the act to be allowed. It is told only where a single condition refuses
    the act, as nothing else then stands in the way.
    """
    table = teller.words["inquiry"]
    told = dict[str, str]()
    for option in (option for claim in claims if not claim.allowed for option in claim.options):
        failing = failed(option)
        if len(failing) == 1 and failing[0].message_key not in WAITING:
            act = teller.act_of((option.name, *option.args))
            told.setdefault(act, teller.would(failing[0]))
    yield from (fill(table["would"], {"act": act, "if": text}) for act, text in told.items() if text)


def grouped(moments: Sequence[Moment], teller: Teller) -> Iterator[When]:
    """The moments by answer and article."""
    table = teller.words["inquiry"]
    rows: dict[tuple[str, str], list[str]] = {}
    for moment in moments:
        answer = "waits" if moment.waits else moment.claim.answer
        labels = rows.setdefault((answer, moment.claim.rule), [])
        label = moment_of(moment, teller)
        if label not in labels:
            labels.append(label)
    order = ("yes", "no", "not-yet", "cannot-tell", "waits")
    for (answer, rule), labels in sorted(rows.items(), key=lambda row: order.index(row[0][0])):
        yield When(answer, table[f"answer-{answer}"], tuple(labels), rule)


def moment_of(moment: Moment, teller: Teller) -> str:
    """A moment: the window or step, and the line of the script before it if the reader may know it."""
    table = teller.words["inquiry"]
    line = moment.claim.after or f"{moment.after.partition(':')[0]}: …"
    phrase = fill(table["after"], {"line": line}) if moment.lines else table["start"]
    phrase = table["now"] if moment.now else phrase
    place = ", ".join(part for part in (teller.window(moment.title), moment.article) if part)
    return fill(table["where"], {"moment": phrase, "place": place}) if place else phrase


def act_opened(inquiry: Inquiry, teller: Teller) -> Iterator[Open]:
    """The readings under which the answer would be different; none for a seat."""
    table = teller.words["inquiry"]
    usual = {(moment.lines, moment.article): moment.claim.allowed for moment in telling(inquiry.moments)}
    rows: dict[str, list[tuple[str, str]]] = {}
    for other in inquiry.deciding if not teller.seat else ():
        case = {(m.lines, m.article): m.claim.allowed for m in telling(other.moments)}
        turned = {case[key] for key in usual.keys() & case.keys() if usual[key] != case[key]}
        kind = other.kind if len(turned) != 1 else "yes" if True in turned else "no"
        rows.setdefault(other.reading, []).append((other.other, table[f"comes-{kind}"]))
    yield from opened(teller, rows)


# --- abilities ------------------------------------------------------------------------------------
def of_ability(absence: Absence, teller: Teller) -> Inquired:
    """The answer about an ability; if several abilities have different results, about each."""
    table = teller.words["inquiry"]
    page = headed(teller, absence.query.text, absence.kind, ability_head(absence, teller))
    if absence.each:
        return of_each(absence, teller, page)
    reasons = Reasons(teller, {})
    if absence.kind == "holds":
        held = next(ability for ability in absence.abilities if ability.kind in STANDING)
        text = fill(teller.words["note"]["made-by"], {"card": teller.card(absence.query.card)})
        reasons.add(held.rule, text, -1, main=True)
    if absence.muted is not None:
        reasons.add(absence.muted.rule, muted_by(absence.muted, absence, teller), -1, main=True)
    for at in absence.at[-MOST:] if absence.kind in ("stopped", "did", "waiting", "still") else ():
        reasons.add(absence.entries[at].rule, teller.tell(absence.entries[at]), at, main=True)
    if absence.cond is not None:
        reasons.add(
            absence.cond.rule, f"{teller.reason(absence.cond)}.", next(iter(absence.at), -1), main=True
        )
    if absence.order is not None and not teller.seat:
        reasons.add(*order_taken(absence, teller), absence.order.swap.mark.told, main=True)
    rows: dict[str, list[tuple[str, str]]] = {}
    for reading, other, kind in absence.others if not teller.seat else ():
        rows.setdefault(reading, []).append((other, table["comes-did" if kind in DONE else "comes-not"]))
    page = page._replace(
        why=tuple(row for row in reasons.rows.values() if row.article),
        listens=tuple(listens(absence, teller)) if absence.kind in ("unheard", "unsure") else (),
        when=tuple(used_when(absence, teller)) if absence.kind == "declined" else (),
        otherwise=tuple(ordered(absence, teller)) if not teller.seat else (),
    )
    return with_open(page, opened(teller, rows), fill(table["open"], {"told": page.answer.answers[0]}))


def of_each(absence: Absence, teller: Teller, page: Inquired) -> Inquired:
    """The answers about several abilities, each by the name that tells it from the others."""
    view = Reader(absence.fixture.table, absence.game)
    card, pages, rows = absence.game.cards[absence.query.card], [], list[Reason]()
    for single in absence.each:
        name = told_apart(view, card, single.abilities[0], absence.abilities)
        told = of_ability(single, teller)
        line = fill(teller.words["inquiry"]["each"], {"name": name, "told": told.answer.answers[0]})
        pages.append(told._replace(answer=told.answer._replace(answers=(line,))))
        rows += [reason for reason in told.why if reason.article not in [each.article for each in rows]]
    hangs = any(part.kind == "open" for part in pages)
    answer = page.answer._replace(answers=tuple(part.answer.answers[0] for part in pages))
    return page._replace(
        kind="open" if hangs else page.kind,
        answer=answer._replace(kind="open") if hangs else answer,
        why=tuple(row._replace(id=f"w{n}") for n, row in enumerate(rows, 1)),
        listens=tuple(dict.fromkeys(text for part in pages for text in part.listens)),
        when=tuple(dict.fromkeys(text for part in pages for text in part.when)),
        otherwise=tuple(dict.fromkeys(text for part in pages for text in part.otherwise)),
        open=next((part.open for part in pages if part.open), ()),
    )


def muted_by(why: Muted, absence: Absence, teller: Teller) -> str:
    """The reason that an ability does not work, in words."""
    key = "taken-by" if why.kind == "taken" and why.by else why.kind
    state = teller.words.get("mark", {}).get(why.state, why.state)
    place, words = teller.zone(absence.game.cards[absence.query.card].zone), teller.words["zone"]
    zones = [words.get(zone, zone) for each in absence.abilities for zone in each.zones]
    works = teller.listed(list(dict.fromkeys(zones)))
    values = {"card": teller.card(absence.query.card), "by": teller.card(why.by), "state": state}
    values |= {"place": place, "zones": works}
    return fill(teller.words["inquiry"][f"muted-{key}"], values)


def ability_head(absence: Absence, teller: Teller) -> str:
    """The first line of the answer."""
    table, card = teller.words["inquiry"], teller.card(absence.query.card)
    deed = fill(table["deed"], {"deed": absence.query.deed}) if absence.query.deed else table["deed-none"]
    seat = teller.ruling.game.cards[absence.query.card].seat
    if absence.kind != "did":
        values = {"card": card, "deed": deed, "seat": seat, "reader": teller.seat}
        return fill(table[absence.kind], values)
    rows = absence.at[-MOST:]
    told = next((text for at in rows if (text := teller.tell(absence.entries[at]))), card)
    return fill(table["did" if len(rows) < 2 else "did-more"], {"told": told, "n": len(rows) - 1})


def used_when(absence: Absence, teller: Teller) -> Iterator[str]:
    """The moments at which it could have been used."""
    table, keys = teller.words["asked"], {option.key for option in absence.options}
    seat = teller.ruling.game.cards[absence.query.card].seat
    offered = offers(teller, seat, lambda offer: offer.key in keys)
    moments = list(dict.fromkeys(allowed_at(teller, seat, offered)))
    if moments:
        act = absence.options[0].key
        yield fill(table["when"], {"act": act, "moments": table["also"].join(moments)})


def listens(absence: Absence, teller: Teller) -> Iterator[str]:
    """Sentences about the event that triggers the ability, and about events that almost fitted."""
    table, card = teller.words["inquiry"], teller.card(absence.query.card)
    words = teller.asked_by
    for on in (on for ability in absence.abilities for on in ability.on):
        subject = on["subject"]
        key = f"listens-{subject}" if subject in ("self", "any") else "listens-other"
        details = [fill(table["listens-detail"], {"key": k, "what": words(v)}) for k, v in on["mods"].items()]
        events = " / ".join(on["events"])
        values = {"card": card, "events": events, "details": "".join(details)}
        yield fill(table["waits-for"], {**values, "subject": fill(table[key], {"what": words(subject)})})
    near = absence.near[-MOST:]
    if not near:
        yield table["near-none"]
    yield from (came_near(miss, absence.entries[miss.at], teller) for miss in near)


def came_near(detail: Near, entry: Entry, teller: Teller) -> str:
    """A sentence about an event of the kind that triggers the ability, and the detail in which it differs."""
    table, record = teller.words["inquiry"], entry.data["record"]
    misses = table.get(f"misses-{detail.misses or 'none'}", "")
    card = fill(table["near-of"], {"card": teller.card(record.card)}) if record.card else ""
    miss = fill(misses, {"reader": teller.seat}) or fill(table["misses-detail"], {"key": detail.misses})
    return fill(
        table["near"],
        {"event": teller.words["name"].get(record.name, record.name), "card": card, "misses": miss},
    )


def order_taken(absence: Absence, teller: Teller) -> tuple[str, str]:
    """The article by which a player put one ability first, and which abilities could have come first."""
    assert absence.order is not None
    swap, ask = absence.order.swap, absence.order.swap.mark.game.ask
    assert ask is not None
    others = " | ".join(" ".join(choice.words) for choice in ask.choices if choice.value == swap.value)
    values = {"line": swap.line.text, "others": others or swap.said}
    return ask.rule, fill(teller.words["inquiry"]["order-here"], values)


def ordered(absence: Absence, teller: Teller) -> Iterator[str]:
    """The result of the ability in the other order."""
    order = absence.order
    if order is None:
        return
    other = Teller(bare(absence.fixture, order.game, order.entries, order.acts), "", teller.lang)
    told = " ".join(text for at in order.at[:MOST] if (text := other.tell(order.entries[at])))
    yield fill(teller.words["inquiry"]["order"], {"said": order.swap.said, "told": told})
