"""The ruling as JSON, schema `judge.ruling/2`: the page's seven parts, then every line of the trace."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from judge.citing.lines import Lines
from judge.citing.ranks import Ranks, ranks
from judge.engine.kernel.book import Book
from judge.engine.kernel.tracer import Entry
from judge.page.asked import line_before
from judge.page.page import page_of
from judge.page.parts import Page
from judge.pauses.saved import save_game
from judge.play.claims import Claim
from judge.play.replays import Other
from judge.play.ruling import Ruling
from judge.render.entries import Entries, Json
from judge.sight.sight import Sight
from judge.speech.sentences import Teller
from judge.speech.visible import visible_facts, visible_state
from judge.text.plain import Plain


def dumps(document: Mapping[str, object]) -> str:
    """A document as text, its keys in their order; a date of a fixture is written as text."""
    import json

    from judge.text.visible import escaped_json

    return escaped_json(json.dumps(document, ensure_ascii=False, indent=2, default=str))


def ruling_json(ruling: Ruling, seat: str = "", lang: str = "en") -> Json:
    """A ruling as plain data; with `seat`, without everything that this seat may not see."""
    fixture, book = ruling.fixture, ruling.fixture.book
    sight = Sight(ruling, seat)
    page = Entries(sight, Teller(ruling, seat, lang))
    steps, seen = page.steps()
    told = page_of(ruling, seat, lang)
    ranked = ranks_for(ruling, seat, seen) if seat else ruling.ranks
    return {
        "schema": "judge.ruling/2",
        "fixture": fixture.file,
        "game": book.id,
        "rulebook": rulebook(book),
        "verdict": told.checked.verdict if seat else ruling.verdict,
        "outcome": outcome(ruling),
        **refused(ruling, sight),
        "page": plain_page(told),
        "articles": list({**ranked.decides, **ranked.acts}),
        "ranks": by_rank(ranked),
        "steps": steps,
        "expectations": [page.fact(one) for one in visible_facts(ruling, sight)],
        "claims": [claim(one, page.teller) for one in ruling.claims if not sight.other(one.seat)],
        "readings": [reading(ruling, name, page) for name in ruling.touched if not seat],
        "missing_articles": [] if seat else list(ruling.missing),
        "next": page.next(),
        "state": visible_state(ruling.game, sight) if seat else save_game(ruling.game),
    }


def ranks_for(ruling: Ruling, seat: str, seen: Sequence[Entry]) -> Ranks:
    """The ranks of the articles of the lines that a seat may read."""
    return ranks(Lines(ruling.table, seen), [(one.rule, 0) for one in heard_by(ruling, seat)])


def heard_by(ruling: Ruling, seat: str) -> list[Claim]:
    """The answers of the rules that a seat may hear of."""
    refused = () if ruling.refusal is None else (ruling.refusal,)
    return [one for one in (*ruling.claims, *refused) if one.rule and seat in ("", one.seat)]


def by_rank(ranked: Ranks) -> Json:
    """The articles by rank."""
    acts = [one for one in ranked.acts if one not in ranked.decides]
    return {"decides": list(ranked.decides), "acts": acts, "behind": list(ranked.behind)}


def plain_page(page: Page) -> Json:
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
    }


def plain(part: Plain) -> Plain:
    """A part of the page with all that it holds."""
    if hasattr(part, "_asdict"):
        return {key: plain(value) for key, value in part._asdict().items()}
    return [plain(one) for one in part] if isinstance(part, (tuple, list)) else part


def refused(ruling: Ruling, sight: Sight) -> Json:
    """The line of the script that the rules do not allow, with the articles that refuse it."""
    found = ruling.refusal
    if found is None or sight.other(found.seat):
        return {}
    return {"refused": {"line": found.line, "articles": list(found.rules), "why": found.why}}


def rulebook(book: Book) -> Json:
    """What it was played by; `overlays` only where files of changes were laid over it."""
    overlays = {"overlays": [os.path.basename(one) for one in book.overlays]} if book.overlays else {}
    return {
        "id": book.id,
        "version": book.version,
        **overlays,
        "readings": dict(book.readings),
        "decided": dict(book.decided),
    }


def outcome(ruling: Ruling) -> Json | None:
    """How the game ended; null while it goes on."""
    result = ruling.game.result
    if result is None:
        return None
    if result.why.startswith("undecided:"):
        return {"winner": None, "article": result.rule, "why": result.why}
    return {"winner": result.winner or "draw", "article": result.rule, "why": result.why}


def claim(one: Claim, teller: Teller) -> Json:
    """A line of the script that asks or claims whether something is allowed."""
    return {
        "line": one.line, "ok": one.ok, "why": one.why, "article": one.rule,
        "kind": one.kind, "allowed": one.allowed, "articles": list(one.rules),
        "after": line_before(teller, one),
    }  # fmt: skip


def reading(ruling: Ruling, name: str, page: Entries) -> Json:
    """A reading that was applied, and what the script gives under its other possibilities."""
    told = {"name": name, "taken": ruling.fixture.book.readings[name]}
    return {**told, "others": [other(one, page) for one in ruling.others if one.reading == name]}


def other(one: Other, page: Entries) -> Json:
    """What the script gives under another possibility of a reading."""
    return {
        "value": one.other,
        "same": one.same,
        "facts": [page.fact(fact) for fact in one.facts],
        "parts": one.parts,
        "claims": [claim(said, page.teller) for said in one.claims],
        "winner": one.winner,
        "next": None if one.next is None else list(one.next),
    }
