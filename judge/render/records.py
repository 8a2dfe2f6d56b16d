"""The entries of a trace as plain data for one reader, and as records, the lines of a kept trace.

A record has no phrases, so that a kept trace changes only where the ruling does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.citing.ranks import in_window
from judge.engine import trace
from judge.engine.kernel.state import UNLESS, AppliedEvent, Card, Condition, Decision, Option
from judge.engine.kernel.tracer import Entry
from judge.play.replays import asked
from judge.play.ruling import Ruling
from judge.render.record import (
    CardRecord,
    ConditionRecord,
    DecisionRecord,
    FactRecord,
    LineRecord,
    OptionRecord,
)
from judge.speech.sentences import Teller
from judge.text.numbers import is_figures
from judge.text.plain import Fields, Json
from judge.views.veil import NAMELESS, is_nameless

JsonTable = dict[str, Json]

# What an event says besides its name, its article and the card: the rest serves the engine alone.
_PLUMBING = frozenset(
    "verb name rule card who by because ability procedure used vars info event".split()  # noqa: SIM905
)

# What a seat is not told of an event: how many wait no longer besides, unseen; how much has happened, counted
# unseen, and of which object.
NUMBERED: Final = ("#", "@")  # how objects, and what waits, are numbered
_UNTOLD: Final = {"leave": ("entries",), "remember": ("key", "value")}


class Entries:
    """Turns the lines of one trace into data for one reader."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.ids = {card.object: card.id for card in teller.ruling.start.cards.values()}  # by object number
        self.numbers: dict[str, str] = {}  # of objects and of what waits, as the viewer counts them

    def steps(self) -> list[LineRecord]:
        """The lines that the viewer may read, as data."""
        return [self.step(n, entry, self.teller.tell(entry)) for n, entry in enumerate(self.teller.lines, 1)]

    def step(self, n: int, entry: Entry, text: str) -> LineRecord:
        """One line of the trace as data."""
        record: AppliedEvent | None = entry.data["record"] if entry.kind is trace.EVENT else None
        for card in (record.before, record.after) if record is not None else ():
            if card is not None:
                self.ids[card.object] = card.id
        return {
            "n": n,
            "article": entry.rule,
            "procedure": entry.procedure,
            "step": entry.step,
            "kind": entry.kind.name,
            "player": player(entry),
            "text": text,
            "cause": self.event(entry) | self.changed(entry) if record else self.note(entry),
            "before": self.card(record.before) if record else None,
            "after": self.card(record.after) if record else None,
            "options": self.options(entry),
            "refused": [self.option(option) for option in entry.data.get("refused", ())],
        }

    def event(self, entry: Entry) -> JsonTable:
        """What an event was, and its causes."""
        record: AppliedEvent = entry.data["record"]
        args = record.args
        fields = {
            "event": record.name,
            "card": self.plain(record.card),
            "player": args.get("who", ""),
            "by": self.plain(args.get("by", "")),
            "ability": self.plain(args.get("ability", "")),
            "because": args.get("because", ""),
        }
        untold = _UNTOLD.get(record.verb, ()) if self.teller.seat else ()
        rest = {
            key: self.plain(arg) for key, arg in args.items() if key not in _PLUMBING and key not in untold
        }
        if "reached" in entry.data:
            rest["to"] = [self.plain(entry.data["reached"].get(ref, ref)) for ref in args["to"]]
        return {**fields, **{key: value for key, value in rest.items() if value is not None}}

    def changed(self, entry: Entry) -> JsonTable:
        """The numbers that an event changed, and the effects that it ended."""
        fields = {key: entry.data[key] for key in ("shifts", "ended", "round") if key in entry.data}
        if "ended" in fields:
            fields["ended"] = [
                {key: effect[key] for key in effect if key != "scoped"} for effect in fields["ended"]
            ]
        return {key: self.plain(value) for key, value in fields.items()}

    def note(self, entry: Entry) -> JsonTable:
        """The values of a line that is no event."""
        if entry.kind is trace.ANSWER:
            return {"answer": self.answer(entry.data["ask"].choices, entry.data["value"])}
        if entry.kind is trace.ACT:
            words = self.option(entry.data["option"])["option"]
            return {"window": entry.data["window"], "option": words, "forced": entry.data["forced"]}
        skipped = ("ask", "seat", "legal", "refused", "event", "events", "when", "conds")
        seen = self.seen_values(entry.data)
        rest = {key: self.plain(value) for key, value in seen.items() if key not in skipped}
        return {key: value for key, value in rest.items() if value is not None}

    def seen_values(self, values: Mapping[str, object]) -> Fields:
        """Values without those that were found in places the viewer may not look at."""
        seen = dict(values)
        findings: Json = values.get("found")
        if isinstance(findings, tuple):
            seen["found"] = [finding for finding in findings if self.teller.open(finding)]
        if UNLESS in values:
            told: Json = values[UNLESS]
            seen[UNLESS] = [
                self.seen_values(exception) for exception in told if self.teller.open_exception(exception)
            ]
        return seen

    def answer(self, choices: Sequence[Json], value: Json) -> list[str]:
        """An answer in the words of a script."""
        values = value if isinstance(value, (tuple, list)) else (value,)
        words = {str(choice.value): self.words(choice.words) for choice in choices}
        yes_no = {"True": "yes", "False": "no"}
        return [words.get(str(part), yes_no.get(str(part), str(part))) for part in values]

    def options(self, entry: Entry) -> list[OptionRecord]:
        """The options at this line."""
        if entry.kind is trace.ASK:
            answers = [self.words(choice.words) for choice in entry.data["ask"].choices]
            return [{"option": words, "conditions": []} for words in answers]
        if entry.kind is trace.ACT:
            return [self.option(entry.data["option"])]
        return [self.option(option) for option in entry.data.get("legal", ())]

    def option(self, option: Option) -> OptionRecord:
        """One option with its conditions, met or failed."""
        return {
            "option": self.words((option.name, *option.args)),
            "conditions": [self.condition(cond) for cond in option.conds],
        }

    def condition(self, cond: Condition) -> ConditionRecord:
        """One condition: its article, whether it holds, the values seen, and why it fails."""
        return {
            "article": cond.rule,
            "ok": cond.ok,
            "phrase": cond.message_key,
            "values": self.plain(self.seen_values(cond.values)),
            "text": "" if cond.ok else self.teller.reason(cond),
        }

    def words(self, words: Iterable[str]) -> str:
        """The words of a choice, with unseen cards hidden."""
        return " ".join(map(self.name, words))

    def card(self, card: Card | None) -> CardRecord | None:
        """A card as it lay; of a card that the viewer has not seen only the zone."""
        if card is None:
            return None
        if is_nameless(card.id):
            return {"id": NAMELESS, "zone": card.zone}
        return {
            "id": card.id,
            "zone": card.zone,
            "owner": card.owner,
            "face": card.face,
            "marks": dict(card.marks),
            "under": list(card.under),
            "on": card.on,
        }

    def name(self, word: str) -> str:
        """A word, where it may name a card or an object; of a card that the viewer has not seen nothing."""
        word = self.ids.get(word, word)
        return NAMELESS if is_nameless(word) else self.number(word)

    def number(self, word: str) -> str:
        """The number of an object or of something pending. For a player it counts in the order in which the
        player reads of them, as the true number would tell how many others there are.
        """
        if not self.teller.seat or word[:1] not in NUMBERED or not is_figures(word[1:]):
            return word
        return self.numbers.setdefault(word, f"{word[0]}{len(self.numbers) + 1}")

    def fact(self, fact: Json) -> FactRecord:
        """One expectation."""
        return {"path": fact.path, "expected": fact.expected, "found": fact.found, "ok": fact.ok}

    def next(self) -> DecisionRecord | None:
        """The decision that comes next; null when there is none. The other seat's options stay hidden."""
        ask = self.teller.ruling.game.ask
        if ask is None:
            return None
        last: DecisionRecord = {
            "player": ask.seat, "rule": ask.rule, "kind": "", "least": 0, "most": 0, "options": [],
            "refused": [],
        }  # fmt: skip
        if self.teller.seat and ask.seat != self.teller.seat:
            return last
        last |= {"kind": ask.kind, "least": ask.least, "most": ask.most}
        offer = self.last_offer(ask.seat) if ask.kind == "act" else {}
        known = {legal.key: legal for legal in offer.get("legal", ())}
        for choice in ask.choices:
            option = known.get(" ".join(choice.words))
            plain: OptionRecord = {"option": self.words(choice.words), "conditions": []}
            last["options"].append(self.option(option) if option else plain)
        refused = [act for act in offer.get("refused", ()) if act.key not in known]  # so said, it may be done
        last["refused"] = [self.option(act) for act in refused]
        return last

    def ahead(self, ask: Decision | None) -> DecisionRecord | None:
        """The next decision, with the answers that may be given."""
        if ask is None:
            return None
        options = [OptionRecord(option=self.words(choice.words), conditions=[]) for choice in ask.choices]
        return {
            "player": ask.seat, "rule": ask.rule, "kind": ask.kind, "least": ask.least, "most": ask.most,
            "options": options, "refused": [],
        }  # fmt: skip

    def last_offer(self, seat: str) -> Fields:
        """The last offer to a seat; nothing where there was none."""
        for entry in reversed(self.teller.lines):
            if entry.kind is trace.OFFER and entry.data["seat"] == seat:
                data: Mapping[str, object] = entry.data
                return data
        return {}

    def plain(self, value: object) -> Json:
        """A value as JSON can hold it, with cards by name; None for objects of the engine."""
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, (bool, int, float)):
            return value
        if isinstance(value, Mapping):
            return {self.name(str(key)): self.plain(inner) for key, inner in value.items()}
        if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
            return [self.plain(part) for part in value]
        return None


def player(entry: Entry) -> str:
    """The player of a line; "" when it is nobody's."""
    if entry.kind is trace.EVENT:
        record: AppliedEvent = entry.data["record"]
        return str(record.args.get("who") or record.seat)
    if entry.kind in (trace.ASK, trace.ANSWER):
        return str(entry.data["ask"].seat)
    return str(entry.data.get("seat", ""))


# --- records, the lines of a kept trace ----------------------------------------------------------------
QUIET = (trace.STEP, trace.ASK, trace.WINDOW_CLOSE)  # told by what follows them
OWN = {"event", "card", "player"}  # of an event: said in front of the rest


def records(ruling: Ruling) -> str:
    """The whole trace, a record a line."""
    entries = Entries(Teller(ruling))
    told = (entry for entry in ruling.entries if entry.kind not in QUIET and not asked_in_window(entry))
    rows = [*heading(ruling), "", *(line(entry, entries) for entry in told)]
    return "\n".join(rows) + "\n"


def asked_in_window(entry: Entry) -> bool:
    """Is it the answer to the question of a window? The act or the pass that follows tells it."""
    return entry.kind is trace.ANSWER and in_window(entry.data["ask"])


def heading(ruling: Ruling) -> Iterator[str]:
    """The rows on top: answers, articles that decide, readings, the result, the next decision."""
    refused = (ruling.refusal,) if ruling.refusal is not None else ()
    for claim in (*ruling.claims, *refused):
        yield f"answer {claim.answer} {claim.rule or '-'} {claim.line}"
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
    """One record: its depth, its article, its kind, and its values."""
    depth = "  " * max(0, entry.depth - 1)
    return f"{depth}{entry.rule or '-'} {' '.join(parts(entry, entries))}"


def parts(entry: Entry, entries: Entries) -> Iterator[str]:
    """The rest of a record, after its article."""
    if entry.kind is trace.EVENT:
        event = entries.event(entry)
        yield str(event["event"])
        if event["card"]:
            yield str(event["card"])
        record = entry.data["record"]
        if record.before is not None or record.after is not None:
            was, now = (card.zone if card is not None else "" for card in (record.before, record.after))
            yield f"{was or '-'}>{now or '-'}" if was != now else was
        yield from pairs({key: value for key, value in event.items() if key not in OWN})
        return
    yield entry.kind.name
    seat = entry.data.get("seat")
    if seat:
        yield str(seat)
    if entry.kind in (trace.OFFER, trace.LOCKED):
        yield from offered(entry)
        return
    yield from pairs({key: value for key, value in entries.note(entry).items() if key != "seats"})


def offered(entry: Entry) -> Iterator[str]:
    """The options of an offer, and the articles by which the others are refused."""
    data = entry.data
    yield f"legal=[{', '.join(option.key for option in data.get('legal', ()))}]"
    refused = (
        f"{option.key} by {'+'.join(dict.fromkeys(cond.rule for cond in option.conds if not cond.ok))}"
        for option in data["refused"]
    )
    yield f"refused=[{', '.join(refused)}]"
    if data.get("unseen"):
        yield f"unseen={data['unseen']}"


def pairs(values: Fields) -> Iterator[str]:
    """Values by their keys, empty ones left out."""
    rows = ((key, kept(value)) for key, value in values.items())
    yield from (f"{key}={shown(value)}" for key, value in rows if value not in ("", None, [], {}))


def kept(value: object) -> object:
    """A value without the serial numbers of objects and entries, which mean nothing outside of the engine."""
    if isinstance(value, Mapping):
        return {key: kept(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [part for part in map(kept, value) if part != ""]
    return "" if isinstance(value, str) and value[:1] in ("#", "@") else value


def shown(value: object) -> str:
    """One value, as one word where it is one."""
    if isinstance(value, Mapping):
        return "{" + " ".join(f"{key}={shown(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(shown, value)) + "]"
    text = str(value)
    return f'"{text}"' if " " in text or not text else text
