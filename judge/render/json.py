"""The ruling as JSON, schema `judge.play.ruling/1`: the same content as the text, for machines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import Card, Cond, Option, Record
from judge.engine.kernel.tracer import Entry
from judge.pauses.saved import save_game
from judge.play.citations import cited
from judge.play.replays import Other
from judge.play.ruling import Ruling
from judge.render.seen import Sight, visible_facts, visible_state
from judge.render.sentences import Teller
from judge.text.plain import Fields, Plain

Json = dict[str, Plain]

# What an event says besides its name, its article and the card: the rest serves the engine alone.
_PLUMBING = frozenset(
    "verb name rule card who by because ability procedure used vars info event".split()  # noqa: SIM905
)


def dumps(document: Mapping[str, object]) -> str:
    """A document as text, its keys in their order; a date of a fixture is written as text."""
    import json

    from judge.text.visible import escaped_json

    return escaped_json(json.dumps(document, ensure_ascii=False, indent=2, default=str))


def ruling_json(ruling: Ruling, seat: str = "", lang: str = "en") -> Json:
    """A ruling as plain data; with `seat`, without everything that this seat may not see."""
    fixture, book = ruling.fixture, ruling.fixture.book
    sight = Sight(ruling, seat)
    page = Page(sight, Teller(ruling, seat, lang))
    steps, seen = page.steps()
    return {
        "schema": "judge.play.ruling/1",
        "fixture": fixture.file,
        "game": book.id,
        "rulebook": rulebook(book),
        "verdict": ruling.verdict,
        "outcome": outcome(ruling),
        "articles": articles(ruling, seen) if seat else list(ruling.articles),
        "steps": steps,
        "expectations": [page.fact(one) for one in visible_facts(ruling, sight)],
        "claims": [claim(one) for one in ruling.claims if not sight.other(one.line.strip()[:1])],
        "readings": [reading(ruling, name, page) for name in ruling.touched],
        "missing_articles": list(ruling.missing),
        "next": page.next(),
        "state": visible_state(ruling.game, sight) if seat else save_game(ruling.game),
    }


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


def articles(ruling: Ruling, seen: Sequence[Entry]) -> list[str]:
    """The articles that the lines a seat may read rest on."""
    numbers = ruling.fixture.book.tables["renumbered"]
    found = cited(seen, ruling.fixture.book.tables["grounds"], ruling.fixture.book.tables["told"])
    return [numbers.get(one, one) for one in found]


def claim(one: Plain) -> Json:
    """A line of the script that claims that something is refused."""
    return {"line": one.line, "ok": one.ok, "why": one.why, "article": one.rule}


def reading(ruling: Ruling, name: str, page: Page) -> Json:
    """A reading that was applied, and what the script gives under its other possibilities;
    to a seat only that it was applied.
    """
    told = {"name": name, "taken": ruling.fixture.book.readings[name]}
    if page.sight.seat:
        return told
    return {**told, "others": [other(one, page) for one in ruling.others if one.reading == name]}


def other(one: Other, page: Page) -> Json:
    """What the script gives under another possibility of a reading."""
    return {
        "value": one.other,
        "same": one.same,
        "facts": [page.fact(fact) for fact in one.facts],
        "parts": one.parts,
        "claims": [claim(said) for said in one.claims],
        "winner": one.winner,
        "next": None if one.next is None else list(one.next),
    }


class Page:
    """Turns the lines of one trace into data for one reader."""

    def __init__(self, sight: Sight, teller: Teller) -> None:
        self.sight = sight
        self.teller = teller

    def steps(self) -> tuple[list[Json], list[Entry]]:
        """The lines that may be read, as data and as they are."""
        rows, seen = [], []
        for entry in self.sight.lines():
            seen.append(entry)
            rows.append(self.step(len(seen), entry))
        return rows, seen

    def step(self, n: int, entry: Entry) -> Json:
        """One line of the trace."""
        record: Record | None = entry.data["record"] if entry.kind == "event" else None
        return {
            "n": n,
            "article": entry.rule,
            "procedure": entry.procedure,
            "step": entry.step,
            "kind": entry.kind,
            "player": player(entry),
            "text": self.teller.tell(entry),
            "cause": self.event(record) | self.changed(entry) if record else self.note(entry),
            "before": self.card(record.before) if record else None,
            "after": self.card(record.after) if record else None,
            "options": self.options(entry),
            "refused": [self.option(one) for one in entry.data.get("refused", ())],
        }

    def event(self, record: Record) -> Json:
        """What an event was and what brought it about."""
        args = record.args
        found = {
            "event": record.name,
            "card": self.plain(record.card),
            "player": args.get("who", ""),
            "by": self.plain(args.get("by", "")),
            "ability": self.plain(args.get("ability", "")),
            "because": args.get("because", ""),
        }
        rest = {key: self.plain(value) for key, value in args.items() if key not in _PLUMBING}
        return {**found, **{key: value for key, value in rest.items() if value is not None}}

    def changed(self, entry: Entry) -> Json:
        """The numbers that an event changed, and the effects that it ended, as far as the reader may see."""
        if self.teller.veils(entry):
            return {}
        return {key: self.plain(entry.data[key]) for key in ("shifts", "ended", "round") if key in entry.data}

    def note(self, entry: Entry) -> Json:
        """The values of a line that is no event."""
        if entry.kind == "answer":
            return {"answer": self.answer(entry.data["ask"].choices, entry.data["value"])}
        if entry.kind == "act":
            words = self.option(entry.data["option"])["option"]
            return {"window": entry.data["window"], "option": words, "forced": entry.data["forced"]}
        skipped = ("ask", "seat", "legal", "refused", "event", "events", "when", "conds")
        seen = self.seen_values(entry.data)
        rest = {key: self.plain(value) for key, value in seen.items() if key not in skipped}
        return {key: value for key, value in rest.items() if value is not None}

    def seen_values(self, values: Mapping[str, object]) -> Fields:
        """Values without what was found where the reader may not look."""
        found: Plain = values.get("found")
        if not isinstance(found, tuple):
            return values
        return {**values, "found": [one for one in found if self.teller.open(one)]}

    def answer(self, choices: Sequence[Plain], value: Plain) -> list[str]:
        """An answer in the words that a script says it with."""
        values = value if isinstance(value, (tuple, list)) else (value,)
        words = {str(one.value): self.words(one.words) for one in choices}
        said = {"True": "yes", "False": "no"}
        return [words.get(str(one), said.get(str(one), str(one))) for one in values]

    def options(self, entry: Entry) -> list[Json]:
        """What could be chosen at this line."""
        if entry.kind == "ask":
            return [{"option": self.words(one.words), "conditions": []} for one in entry.data["ask"].choices]
        if entry.kind == "act":
            return [self.option(entry.data["option"])]
        return [self.option(one) for one in entry.data.get("legal", ())]

    def option(self, one: Option) -> Json:
        """One option with the conditions that it met or failed."""
        return {
            "option": self.words((one.name, *one.args)),
            "conditions": [self.condition(cond) for cond in one.conds],
        }

    def condition(self, cond: Cond) -> Json:
        """One condition: its article, whether it holds, the values seen, and why it fails."""
        return {
            "article": cond.rule,
            "ok": cond.ok,
            "phrase": cond.say,
            "values": self.plain(self.seen_values(cond.values)),
            "text": "" if cond.ok else self.teller.cond(cond),
        }

    def words(self, words: Iterable[str]) -> str:
        """The words of a choice, cards that the reader has not seen hidden."""
        return " ".join(self.sight.name(word) for word in words)

    def card(self, card: Card | None) -> Json | None:
        """A card as it lay; of a card that the reader has not seen only the zone."""
        if card is None:
            return None
        if not self.sight.can_name(card.id):
            return {"id": "?", "zone": card.zone}
        return {
            "id": card.id,
            "zone": card.zone,
            "owner": card.owner,
            "face": card.face,
            "marks": dict(card.marks),
            "under": list(card.under),
            "on": card.on,
        }

    def fact(self, fact: Plain) -> Json:
        """One expectation."""
        return {"path": fact.path, "expected": fact.expected, "found": fact.found, "ok": fact.ok}

    def next(self) -> Json | None:
        """The decision that comes next; null when there is none. The other seat's options stay hidden."""
        ask = self.sight.ruling.game.ask
        if ask is None:
            return None
        last: Json = {"player": ask.seat, "rule": ask.rule, "options": [], "refused": []}
        if self.sight.other(ask.seat):
            return last
        offer = self.last_offer(ask.seat) if ask.kind == "act" else {}
        known = {option.key: option for option in offer.get("legal", ())}
        for choice in ask.choices:
            option = known.get(" ".join(choice.words))
            plain = {"option": self.words(choice.words), "conditions": []}
            last["options"].append(self.option(option) if option else plain)
        last["refused"] = [self.option(one) for one in offer.get("refused", ())]
        return last

    def last_offer(self, seat: str) -> Fields:
        """What a seat was last offered; nothing when it was not."""
        for entry in reversed(self.sight.ruling.entries):
            if entry.kind == "offer" and entry.data["seat"] == seat:
                data: Mapping[str, object] = entry.data
                return data
        return {}

    def plain(self, value: object) -> object:
        """A value as JSON can hold it, its cards by name; None when it is of the engine's own making."""
        if isinstance(value, str):
            return self.sight.name(value)
        if isinstance(value, (bool, int, float)):
            return value
        if isinstance(value, Mapping):
            return {str(key): self.plain(one) for key, one in value.items()}
        if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
            return [self.plain(one) for one in value]
        return None


def player(entry: Entry) -> str:
    """Whose line it is; "" when it is nobody's."""
    if entry.kind == "event":
        record: Record = entry.data["record"]
        return str(record.args.get("who") or record.seat)
    if entry.kind in ("ask", "answer"):
        return str(entry.data["ask"].seat)
    return str(entry.data.get("seat", ""))
