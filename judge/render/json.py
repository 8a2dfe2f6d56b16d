"""The ruling as JSON, schema `judge.ruling/2`: the page's seven parts, then every line of the trace."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from judge.citing.ranks import Ranks
from judge.engine.kernel.book import Book
from judge.fixture.unread import Unread
from judge.page.page import page_of
from judge.page.parts import Page
from judge.pauses.saved import save_game
from judge.play.claim import Claim
from judge.play.going_on import next_asked
from judge.play.replays import Other
from judge.play.ruling import Ruling
from judge.render.record import (
    ClaimRecord,
    OtherRecord,
    OutcomeRecord,
    PageRecord,
    PositionRecord,
    RanksRecord,
    ReadingRecord,
    RulebookRecord,
    RulingRecord,
    SeenRecord,
    UnreadRecord,
)
from judge.render.records import Entries
from judge.speech.sentences import Teller
from judge.text.plain import Json
from judge.views.veil import NAMELESS, is_nameless

PARTS = 10_000  # words and marks of JSON that are put together before they are written


def dumps(document: Mapping[str, object]) -> str:
    """A document as text, with its keys in order; dates are written as text."""
    return "".join(pieces(document))


def pieces(document: Mapping[str, object]) -> Iterator[str]:
    """A document as text, in pieces: the whole text would need more memory than the document."""
    from itertools import islice
    from json import JSONEncoder

    from judge.text.visible import escaped_json

    parts = iter(JSONEncoder(ensure_ascii=False, indent=2, default=str).iterencode(document))
    while piece := "".join(islice(parts, PARTS)):
        yield escaped_json(piece)


def ruling_json(ruling: Ruling, seat: str = "", lang: str = "en") -> RulingRecord:
    """A ruling as plain data; with `seat`, without hidden information."""
    fixture, book = ruling.fixture, ruling.fixture.book
    page = Entries(Teller(ruling, seat, lang))
    steps = page.steps()
    told = page_of(ruling, seat, lang)
    ranked = ruling.ranks
    ruling_record: RulingRecord = {
        "schema": "judge.ruling/2",
        "fixture": fixture.file,
        "game": book.id,
        "rulebook": rulebook(book),
        "verdict": told.checked.verdict if seat else ruling.verdict,
        "unread": unread_json(ruling.unread, seat),
        "outcome": outcome(ruling),
        "page": plain_page(told),
        "articles": list({**ranked.decides, **ranked.acts}),
        "ranks": by_rank(ranked),
        "steps": steps,
        "expectations": [page.fact(fact) for fact in ruling.facts],
        "claims": [claim(asked, page.teller) for asked in ruling.claims],
        "readings": [reading(ruling, name, page) for name in ruling.touched if not seat],
        "missing_articles": [] if seat else list(ruling.missing),
        "next": page.next(),
        "ahead": None if seat else page.ahead(next_asked(ruling.table, ruling.game)),
        "state": position(ruling, page.number),
    }
    return with_refused(ruling_record, ruling, page)


def unread_json(cards: Iterable[Unread], seat: str) -> list[UnreadRecord]:
    """The cards that are played without their text, or without parts of it; a seat may not see them."""
    return [] if seat else [*map(unread_record, cards)]


def unread_record(unread: Unread) -> UnreadRecord:
    """One of them; sentences only where it is no whole text."""
    record: UnreadRecord = {"card": unread.card, "name": unread.name}
    if unread.sentences:
        record["sentences"] = list(unread.sentences)
    return record


def seen_state(ruling: Ruling, number: Callable[[str], str]) -> dict[str, Json]:
    """The cards that the viewer has seen, with the `number` of the object that each is, and how many lie in
    the zones that it may not look at.
    """
    from judge.pauses.saved import plain as plain_card

    game = ruling.game
    seen = {id_: card for id_, card in game.cards.items() if not is_nameless(id_)}
    return {
        "cards": {id_: plain_card(card._replace(object=number(card.object))) for id_, card in seen.items()},
        "zones": {zone: seen_zone(zone, ruling) for zone in game.zones},
        "scores": dict(game.scores),
        "result": plain_card(game.result) if game.result else None,
        "active": game.active,
        "turn": game.turn,
    }


def seen_zone(zone: str, ruling: Ruling) -> list[str] | int:
    """The cards of a zone, those that are not seen without a name; how many there are where the viewer may
    not look at it.
    """
    seen = ruling.table.book.zones[zone[2:]]["seen"]
    cards = ruling.game.zones[zone]
    if seen != "all" and not (seen == "owner" and zone[0] == ruling.viewer):
        return len(cards)
    return [NAMELESS if is_nameless(card) else card for card in cards]


def position(ruling: Ruling, number: Callable[[str], str]) -> PositionRecord | SeenRecord:
    """The position at the end: as a pause holds it, or as a seat sees it."""
    if ruling.viewer:
        return cast(SeenRecord, seen_state(ruling, number))
    return cast(PositionRecord, save_game(ruling.game))


def by_rank(ranked: Ranks) -> RanksRecord:
    """The articles by rank."""
    acts = [act for act in ranked.acts if act not in ranked.decides]
    return {"decides": list(ranked.decides), "acts": acts, "behind": list(ranked.behind)}


def plain_page(page: Page) -> PageRecord:
    """The seven parts, as plain data."""
    return {
        "answer": plain(page.answer),
        "asked": plain(page.asked),
        "why": plain(page.why),
        "when": list(page.when),
        "steps": plain(page.steps),
        "idle": page.idle,
        "open": plain(page.open),
        "next": plain(page.next),
        "checked": plain(page.checked),
        "terms": plain(page.terms),
        "cards": plain(page.cards),
    }


def plain(part: Json) -> Json:
    """A part of the page with all that it holds."""
    if hasattr(part, "_asdict"):
        return {key: plain(value) for key, value in part._asdict().items()}
    return [plain(inner) for inner in part] if isinstance(part, (tuple, list)) else part


def with_refused(ruling_record: RulingRecord, ruling: Ruling, page: Entries) -> RulingRecord:
    """A ruling with the line of the script that the rules do not allow, and the articles that refuse it."""
    line = ruling.refusal
    if line is not None:
        ruling_record["refused"] = {
            "line": line.line,
            "articles": list(line.rules),
            "why": page.teller.said(line.why),
        }
    return ruling_record


def rulebook(book: Book) -> RulebookRecord:
    """The rulebook it was played by; `overlays` only where there are some."""
    rulebook_record: RulebookRecord = {
        "id": book.id,
        "version": book.version,
        "readings": dict(book.readings),
        "decided": dict(book.decided),
    }
    if book.overlays:
        rulebook_record["overlays"] = [os.path.basename(overlay) for overlay in book.overlays]
    return rulebook_record


def outcome(ruling: Ruling) -> OutcomeRecord | None:
    """How the game ended; null while it goes on."""
    result = ruling.game.result
    if result is None:
        return None
    if result.gap:
        return {"winner": None, "article": result.rule, "why": result.why}
    return {"winner": result.winner or "draw", "article": result.rule, "why": result.why}


def claim(asked: Claim, teller: Teller) -> ClaimRecord:
    """A line of the script that asks or claims whether something is allowed."""
    return {
        "line": asked.line, "ok": asked.ok, "why": teller.said(asked.why), "article": asked.rule,
        "kind": asked.kind, "answer": asked.answer, "allowed": asked.allowed, "articles": list(asked.rules),
        "after": asked.after,
    }  # fmt: skip


def reading(ruling: Ruling, name: str, page: Entries) -> ReadingRecord:
    """A reading that was applied, and what the script gives under its other possibilities."""
    others = [other(variant, page) for variant in ruling.others if variant.reading == name]
    return {"name": name, "taken": ruling.fixture.book.readings[name], "others": others}


def other(variant: Other, page: Entries) -> OtherRecord:
    """What the script gives under another possibility of a reading."""
    return {
        "value": variant.other,
        "same": variant.same,
        "facts": [page.fact(fact) for fact in variant.facts],
        "parts": page.teller.said(variant.parts),
        "claims": [claim(asked, page.teller) for asked in variant.claims],
        "winner": variant.winner,
        "next": None if variant.next is None else list(variant.next),
    }
