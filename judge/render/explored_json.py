"""Every outcome of a position as JSON, schema `judge.explore/1`."""

from __future__ import annotations

from judge.page.inquired_parts import hangs_on
from judge.play.exploration import Explored
from judge.play.first_act import Refusal
from judge.play.outcomes import End
from judge.play.question import texts_of
from judge.play.ruling import bare
from judge.render.explored import Outcomer
from judge.render.fixtures import script_of
from judge.render.json import plain, rulebook, unread_json
from judge.render.records import Entries, JsonTable
from judge.speech.sentences import Teller


def explored_json(explored: Explored, lang: str = "en") -> JsonTable:
    """The answer as plain data: every way, however many the text shows."""
    fixture, limits = explored.fixture, explored.bounds
    outcomer = Outcomer(explored, lang)
    return {
        "schema": "judge.explore/1",
        "fixture": fixture.file,
        "game": fixture.book.id,
        "rulebook": rulebook(fixture.book),
        "unread": unread_json(fixture.unread, explored.query.seat),
        "query": query(explored),
        "goal": explored.goal._asdict(),
        "answer": answer(explored),
        "ways": [
            {
                "n": n,
                "played": n - 1 == explored.played.at,
                "positions": way.positions,
                **end_json(explored, way.end, outcomer),
            }
            for n, way in enumerate(explored.ways, 1)
        ]
        if not explored.query.find
        else [],
        "played": explored.played.why or "way",
        "found": end_json(explored, explored.found, outcomer) if explored.found else None,
        "refused": refused(explored.refused, explored.query.seat) if explored.refused else None,
        "open": opened(explored, lang),
        "positions": explored.positions,
        "tried": None if explored.query.seat else limits.looked,
        "exhausted": limits.whole,
        "stopped": {"limit": limits.cut, "endless": limits.piled, "many_answers": list(limits.wide)},
        "not_searched": {
            "unseen": dict(limits.unseen), "chance": limits.chance, "told_by_script": limits.telling,
            "hidden": limits.veiled,
        },
    }  # fmt: skip


def opened(explored: Explored, lang: str) -> list[JsonTable]:
    """The readings under which the first act of the question has another result."""
    teller = Teller(bare(explored.fixture, explored.start), "", lang)
    readings: list[JsonTable] = plain(hangs_on(explored.foresight, explored.others, teller))
    return readings


def query(explored: Explored) -> JsonTable:
    """The question."""
    asked = explored.query
    return {
        "after": explored.fixture.lines[asked.after - 1].text if asked.after else "",
        "if": asked.first.text if asked.first else "",
        "find": [text for fact in asked.find for text in texts_of(fact)],
        "limit": asked.limit,
        "until": asked.until,
        "as": asked.seat,
    }


def answer(explored: Explored) -> str:
    """The answer in a word: refused, found, none, unknown (not everything was searched), or ways."""
    if explored.refused is not None:
        return "refused"
    if explored.query.find:
        return "found" if explored.found else "none" if explored.bounds.whole else "unknown"
    return "ways"


def end_json(explored: Explored, end: End, outcomer: Outcomer) -> JsonTable:
    """A line and its outcome: its decisions, the whole script, the differences in words, the changes."""
    changed = [change for change in outcomer.changes(end.told, all=True) if change.changed]
    return {
        "line": [line.text for line in end.lines if not line.quiet],
        "script": [] if explored.query.seat else script_of([*explored.before, *end.lines]),
        "result": end.told[0].value,
        "text": outcomer.text(end.told),
        "changes": [
            {"kind": change.item.kind, "of": change.item.of, "attr": change.item.attr, "was": change.was,
             "is": change.item.value}
            for change in changed
        ],
    }  # fmt: skip


def asked_words(refusal: Refusal, teller: Teller) -> list[str]:
    """The answers that may be given instead; cards that the viewer has not seen are hidden."""
    name = Entries(teller).name
    choices = refusal.ask.choices if refusal.ask is not None else ()
    return [" ".join(name(word) for word in choice.words) for choice in choices]


def refused(refusal: Refusal, seat: str) -> JsonTable:
    """A refused act, the articles, and the decision that comes instead."""
    ask, teller = refusal.ask, Teller(refusal.ruling, seat)
    conds = [cond for option in refusal.options for cond in option.conds if not cond.ok]
    return {
        "line": refusal.line.text,
        "answer": refusal.claim.answer,
        "articles": list(dict.fromkeys(cond.rule for cond in conds)) or list(refusal.claim.rules),
        "why": teller.said(refusal.claim.why),
        "asked": ask.seat if ask else "",
        "options": asked_words(refusal, teller) if ask and seat in ("", ask.seat) else [],
    }
