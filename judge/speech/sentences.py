"""Sentences: tells one line of the trace in the words of a catalogue. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.triggers import NTH
from judge.engine.kernel.state import CHANCE, EMPTY, AppliedEvent, Card, opponent
from judge.engine.kernel.tracer import Entry
from judge.engine.language.limits import span_of
from judge.speech.catalogue import fill, joined, states
from judge.speech.notes import MINUS, Noter
from judge.text.plain import Fields, Scope

MANY = 4  # choices not taken that are told


class Teller(Noter):
    """Tells the entries of one ruling to one reader: to everybody, or to the player at `seat`."""

    def tell(self, entry: Entry) -> str:
        """The sentence of an entry, ``""`` when it has none."""
        if entry.kind is trace.EVENT:
            paid = entry.data["record"].name == "pay" and entry.data["record"].verb == "mark"
            return self.paid([entry]) if paid else self.event(entry)
        if entry.kind is trace.OFFER:
            return self.offer(entry)
        if entry.kind is trace.ANSWER:
            return self.answer(entry)
        if entry.kind is trace.ACT:
            return self.act(entry)
        if entry.kind in (trace.GOTO, trace.PUT):
            return self.turning(entry)
        return self.note(entry)

    def act(self, entry: Entry) -> str:
        """What a seat did in a window."""
        self.seats = entry.data.get("seats", {})
        seat = entry.data["seat"]
        option = entry.data["option"]
        forced = entry.data["forced"] and not self.book.windows[entry.data["window"]].must
        does = self.doing((option.name, *option.args), "does")
        key = f"act-forced{'-deed' if does else ''}" if forced else f"act{'-deed' if does else ''}"
        return fill(self.words["note"][key], {"seat": seat, "option": does or self.option(option, seat)})

    def passed(self, entry: Entry, offer: Entry | None) -> str:
        """The sentence that a player passed, and what the player could have done."""
        seat, table, word = entry.data["seat"], self.words["note"], self.choice([entry.data["word"]])
        legal = offer.data["legal"] if offer is not None and offer.data["seat"] == seat else ()
        if not legal or (offer is not None and self.veiled(offer)):
            return fill(table["pass"], {"seat": seat, "word": word})
        words = joined([self.option(option, seat) for option in legal], self.book.tables["joins"])
        return fill(table["pass-up"], {"seat": seat, "word": word, "legal": self.some(words, 3)})

    def counts(self, entry: Entry, n: int = 1) -> str:
        """How a move changed the counts of hidden zones, for the last of `n` similar moves: `` (deck 30 →
        29, hand 0 → 1)``.
        """
        record: AppliedEvent = entry.data["record"]
        changes = []
        for zone, after in entry.data.get("counts", {}).items():
            if self.book.zones[zone[2:]]["seen"] == "all" or not self.book.zones[zone[2:]].get(
                "counted", True
            ):
                continue
            left = record.before is not None and record.before.zone == zone
            name = self.words["zone"].get(zone[2:], zone[2:])
            changes.append(f"{name} {after + (n if left else -n)} → {after}")
        return f" ({', '.join(changes)})" if changes else ""

    def alike(self, entry: Entry) -> tuple[str, ...] | None:
        """The properties that two moves must share to be told in one sentence; None for a line that is told
        alone.
        """
        if entry.kind is not trace.EVENT:
            return None
        record: AppliedEvent = entry.data["record"]
        several = record.name in ("transfer", "return", "remove") or f"{record.name}s" in self.words["event"]
        if (
            not several
            or record.verb != "move"
            or record.before is None
            or record.after is None
            or record.after.on
        ):
            return None
        if record.after.under or record.before.zone == record.after.zone or not record.after.zone:
            return None
        return (entry.rule, record.name, record.before.zone, record.after.zone)

    def together(self, entries: Sequence[Entry]) -> str:
        """Several moves of a kind in one sentence."""
        if len(entries) == 1:
            return self.tell(entries[0])
        names = []
        for entry in entries:
            names.append(self.card(entry.data["record"].card))
        last: AppliedEvent = entries[-1].data["record"]
        hidden = (self.words["text"]["a_card"], self.words["text"]["unseen"])
        known = [name for name in names if name not in hidden]
        if len(known) < len(names):
            known.append(fill(self.words["text"]["so_many"], {"n": len(names) - len(known)}))
        values = {
            **self.event_values(entries[-1], last), "cards": ", ".join(known), "n": len(names),
            "counts": self.counts(entries[-1], len(names)),
            "named": f" ({', '.join(known)})" if len(known) == len(names) else "",
        }  # fmt: skip
        return fill(self.words["event"].get(f"{last.name}s", self.words["event"]["moves"]), values)

    # --- events --------------------------------------------------------------------------------
    def event(self, entry: Entry) -> str:
        """What happened."""
        record: AppliedEvent = entry.data["record"]
        table = self.words["event"]
        key = record.name if record.name in table else record.verb
        if record.verb == "move" and record.after is not None and record.name == "move":
            key = "under" if record.after.on else "onto" if record.args.get("onto") else "move"
            if record.before is not None and record.before.zone == record.after.zone and key == "move":
                key = "inside"
        key = self.told_as(entry, key, table)
        template = table.get(key, "")
        return fill(template, self.event_values(entry, record)) if template else ""

    def event_values(self, entry: Entry, record: AppliedEvent) -> dict[str, object]:
        """Everything that an event's phrase may name."""
        return {
            **states(self.words, self.book, record.after),
            "name": self.words["name"].get(record.name, record.name),
            "seat": record.args.get("who") or record.seat,
            "now_score": self.total(entry),
            "counts": self.counts(entry),
            **self.card_values(record),
            **self.argument_values(entry, record.args),
            **self.effect_values(entry, record),
            **self.ending(record),
        }

    def card_values(self, record: AppliedEvent) -> dict[str, object]:
        """The values about an event's card: its name, where it came from and where it went, how it lies."""
        before, after, args = record.before, record.after, record.args
        name, text = self.card(record.card), self.words["text"]
        hidden = name in (text["a_card"], text["unseen"])
        ability = self.ruling.table.abilities.get(str(args.get("ability", "")))
        return {
            "card": name,
            "a_card": text["a_card"] if hidden else name,
            "effect": name if hidden or ability is None or not ability.name else f"{name}.{ability.name}",
            "owner": after.owner if after else before.owner if before else record.seat,
            "master": after.seat if after else "",
            "from": self.zone(before.zone) if before else "",
            "to": self.goal(after, args) if after else str(args.get("to", "")),
            "mode": self.mode(after),
            "onto": self.onto(after),
            "under": ", ".join(after.under) if after else "",
            "on": after.on if after else "",
            "face": self.words["face"].get(after.face, after.face) if after else "",
            "stance": " ".join(states(self.words, self.book, after).values()),
        }

    def argument_values(self, entry: Entry, args: Fields) -> dict[str, object]:
        """The further values of an event: players, numbers, second cards, until when."""
        until, vars = str(args.get("until", "")), args.get("vars", {})
        plain = {key: args.get(key, "") for key in ("at", "n", "score", "counter", "print")}
        return {
            **plain,
            "whom": args.get("seat", ""),
            "active": args.get("next") or opponent(str(args.get("seat", ""))),
            "marks": self.marks(args.get("marks", {})),
            "zone": self.zone(str(args.get("zone", ""))) if "zone" in args else "",
            "target": self.reference(args, "target", entry),
            "host": self.reference(args, "host", entry),
            "moment": self.moment(vars),
            "until": self.lasting(until),
        }

    def moment(self, vars: Scope) -> str:
        """The moment for which something is left, and which of its occurrences."""
        name, n = str(vars.get("moment", "")), vars.get(NTH, 1)
        phrase = self.words["moment"].get(name) or self.book.tables["moments"].get(name, "")
        return fill(self.words["note"]["moment-nth"], {"moment": phrase, "n": n}) if n > 1 else phrase

    def lasting(self, until: str) -> str:
        """Until when an effect lasts."""
        span = span_of(until)
        if span is None:
            return str(self.words["until"].get(until, until))
        values = {
            "until": self.words["until"].get(span.until, span.until),
            "whose": fill(self.words["text"]["turn-of" if span.seat else "turn-any"], {"seat": span.seat}),
            "n": span.turns,
        }  # fmt: skip
        return fill(self.words["note"]["until-next" if span.turns == 1 else "until-nth"], values)

    def reference(self, args: Mapping[str, object], key: str, entry: Entry) -> str:
        """Names an event's second card, or the player who is attacked directly."""
        if key not in args:
            return ""
        other = str(entry.data.get("others", {}).get(key, ""))
        return self.card(other) if other else opponent(str(args.get("seat", "")))

    def total(self, entry: Entry) -> str:
        """A score after it changed."""
        score = entry.data.get("total")
        return fill(self.words["text"]["now"], {"n": score}) if "total" in entry.data else ""

    def goal(self, card: Card, args: Mapping[str, object]) -> str:
        """The zone to which a card goes, with its end where that is told."""
        zone, end = self.zone(card.zone), f"at-{args.get('at', '')}"
        return fill(self.words["text"][end], {"zone": zone}) if "at" in args and card.zone else zone

    def mode(self, card: Card | None) -> str:
        """The mode of a card, where it is not the one in which cards arrive in the zone."""
        if card is None:
            return ""
        usual = self.book.zones.get(card.place, EMPTY).get("arrive", EMPTY)
        odd = {key: value for key, value in card.marks if key in usual and usual[key] != value}
        return fill(self.words["text"]["mode"], {"marks": self.marks(odd)}) if odd else ""

    def onto(self, card: Card | None) -> str:
        """The card on top of which a card is put."""
        below = card is not None and card.under
        return fill(self.words["text"]["onto"], {"card": below[0]}) if below else ""

    def effect_values(self, entry: Entry, record: AppliedEvent) -> dict[str, object]:
        """The values of a lasting change."""
        args = record.args
        value = args.get("value")
        now = self.seen_now(entry.data.get("now", {}))
        reached = entry.data.get("reached", {})
        names = [self.card(reached[ref]) for ref in args.get("to", ()) if ref in reached]
        shown = [str(number) for number in now.values() if number is not None]
        return {
            "cards": ", ".join(now) or ", ".join(names) or record.card or self.words["text"]["no_card_yet"],
            "attr": self.attr(args),
            "signed": f"{value:+d}".replace("-", MINUS) if isinstance(value, int) else value,
            "value": self.value(value),
            "shifts": self.shifts(entry),
            "ended": self.endings(entry),
            "now": self.sums(shown) if shown and record.name == "add" else "",
            "what": self.negated(record),
        }

    def sums(self, shown: Sequence[str]) -> str:
        """The present numbers, in words."""
        return fill(self.words["text"]["now"], {"n": ", ".join(shown).replace("-", MINUS)})

    def negated(self, record: AppliedEvent) -> str:
        """The negated link, by its card, or the negated act that the window answers."""
        what = str(record.args.get("what", record.args.get("procedure", "")))
        return record.card or fill(self.words["text"]["negated"], {"what": self.what(what)})

    def what(self, name: str) -> str:
        """The procedure that is under way, by its name."""
        return self.words["what"].get(name, name)

    def ending(self, record: AppliedEvent) -> dict[str, object]:
        """How the game ended."""
        losers = record.args.get("losers")
        if losers is None:
            return {}
        table = self.words["verdict"]
        if len(losers) != 1:
            return {"outcome": table["draw"], "loser": ""}
        wins = fill(table["wins"], {"winner": opponent(losers[0])})
        return {"outcome": fill(table["loses"], {"loser": losers[0], "wins": wins}), "loser": losers[0]}

    # --- decisions and other notes ---------------------------------------------------------------
    def answer(self, entry: Entry) -> str:
        """Tells how a decision was answered; says nothing for an act in a window."""
        ask, value = entry.data["ask"], entry.data["value"]
        if ask.kind == "act" and ask.prompt == "ask.act":
            return ""
        values = value if isinstance(value, tuple) else (value,)
        words = [(choice.value, self.choice(self.shown(choice.words, ask.seat))) for choice in ask.choices]
        names = [name for found, name in words if found in values]
        if ask.kind in ("order", "shuffle"):  # told as they were put, not as they lay
            names = [next(name for found, name in words if found == part) for part in values]
        others = [name for found, name in words if found not in values]
        told = others and ask.kind in ("act", "pick") and len(others) <= MANY and not self.seat
        text = self.words["text"]
        rest = fill(text["not-taken"], {"others": ", ".join(others)}) if told else ""
        chosen = ", ".join(names) or (text["none"] if isinstance(value, tuple) else str(value))
        verb = self.words.get("ask", {}).get(ask.prompt, "")
        seat = text["chance"] if ask.seat == CHANCE else ask.seat
        return fill(self.words["note"]["choice"], {"seat": seat, "said": f"{verb} {chosen}{rest}".strip()})

    def turning(self, entry: Entry) -> str:
        """The sentence that the game goes on elsewhere, or that a variable of a running procedure has
        changed.
        """
        if entry.kind is trace.GOTO:
            return self.words.get("goto", {}).get(str(entry.data.get("because", "")), "")
        texts = []
        for key, card in entry.data["cards"].items():
            template = self.words.get("put", {}).get(f"{entry.data['procedure']}.{key}", "")
            if template:
                texts.append(fill(template, {"card": card}))
        return " ".join(texts)

    def paid(self, entries: Sequence[Entry]) -> str:
        """One sentence for several cards that pay one cost."""
        record = entries[0].data["record"]
        names = [self.card(entry.data["record"].card) for entry in entries]
        unseen = self.words["text"]["unseen"]
        n = names.count(unseen)
        known = [name for name in names if name != unseen]
        if n:
            known.append(fill(self.words["text"]["more_paid" if known else "paid"], {"n": n}))
        return fill(self.words["event"]["pay"], {"seat": record.args.get("who"), "cards": ", ".join(known)})
