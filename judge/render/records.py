"""The trace as records, one a line, without phrases: what is kept beside a fixture to guard against drift.

A word changed in a phrase touches none of them, and a step that is added renumbers nothing. On top stand the
answers, the articles that decide, the readings and the decision that comes next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.citing.ranks import in_window
from judge.engine import trace
from judge.engine.kernel.tracer import Entry
from judge.play.replays import asked
from judge.play.ruling import Ruling
from judge.render.entries import Entries
from judge.sight.sight import Sight
from judge.speech.sentences import Teller
from judge.text.plain import Fields

QUIET = (trace.STEP, trace.ASK, trace.WINDOW_CLOSE)  # told by what follows them
OWN = {"event", "card", "player"}  # of an event: said in front of the rest


def records(ruling: Ruling) -> str:
    """The whole trace, a record a line."""
    entries = Entries(Sight(ruling, ""), Teller(ruling))
    told = (one for one in ruling.entries if one.kind not in QUIET and not asked_in_window(one))
    rows = [*heading(ruling), "", *(line(one, entries) for one in told)]
    return "\n".join(rows) + "\n"


def asked_in_window(entry: Entry) -> bool:
    """Is it the answer to the question of a window? The act or the pass that follows tells it."""
    return entry.kind is trace.ANSWER and in_window(entry.data["ask"])


def heading(ruling: Ruling) -> Iterator[str]:
    """What the ruling comes to."""
    refused = (ruling.refusal,) if ruling.refusal is not None else ()
    for one in (*ruling.claims, *refused):
        yield f"answer {one.answer} {one.rule or '-'} {one.line}"
    yield f"decides {' '.join(sorted(ruling.ranks.decides)) or '-'}"
    for other in ruling.others:
        yield f"reading {other.reading}={other.other} {'same' if other.same else 'differs'}"
    for question in ruling.questions:
        yield f"question {question.name}"
    if ruling.game.result is not None:
        yield f"result {ruling.game.result.winner or 'none'} {ruling.game.result.rule or '-'}"
    following = asked(ruling.game)
    if following:
        yield f"next {following[0]}: {' | '.join(following[1:])}"


def line(entry: Entry, entries: Entries) -> str:
    """One record: how deep, by which article, what, and the values that it carries."""
    depth = "  " * max(0, entry.depth - 1)
    return f"{depth}{entry.rule or '-'} {' '.join(parts(entry, entries))}"


def parts(entry: Entry, entries: Entries) -> Iterator[str]:
    """What a record says behind its article."""
    if entry.kind is trace.EVENT:
        found = entries.event(entry)
        yield str(found["event"])
        if found["card"]:
            yield str(found["card"])
        record = entry.data["record"]
        if record.before is not None or record.after is not None:
            was, now = (one.zone if one is not None else "" for one in (record.before, record.after))
            yield f"{was or '-'}>{now or '-'}" if was != now else was
        yield from pairs({key: one for key, one in found.items() if key not in OWN})
        return
    yield entry.kind.name
    seat = entry.data.get("seat")
    if seat:
        yield str(seat)
    if entry.kind in (trace.OFFER, trace.LOCKED):
        yield from offered(entry)
        return
    yield from pairs({key: one for key, one in entries.note(entry).items() if key != "seats"})


def offered(entry: Entry) -> Iterator[str]:
    """What could be done, and by which articles the rest could not."""
    data = entry.data
    yield f"legal=[{', '.join(one.key for one in data.get('legal', ()))}]"
    refused = (
        f"{one.key} by {'+'.join(dict.fromkeys(cond.rule for cond in one.conds if not cond.ok))}"
        for one in data["refused"]
    )
    yield f"refused=[{', '.join(refused)}]"
    if data.get("unseen"):
        yield f"unseen={data['unseen']}"


def pairs(values: Fields) -> Iterator[str]:
    """Values by their keys, those that say nothing left out."""
    said = ((key, kept(one)) for key, one in values.items())
    yield from (f"{key}={shown(one)}" for key, one in said if one not in ("", None, [], {}))


def kept(value: object) -> object:
    """A value without the numbers by which the engine alone knows objects and entries."""
    if isinstance(value, Mapping):
        return {key: kept(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [one for one in map(kept, value) if one != ""]
    return "" if isinstance(value, str) and value[:1] in ("#", "@") else value


def shown(value: object) -> str:
    """One value, in one word where it has none of more."""
    if isinstance(value, Mapping):
        return "{" + " ".join(f"{key}={shown(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(shown, value)) + "]"
    text = str(value)
    return f'"{text}"' if " " in text or not text else text
