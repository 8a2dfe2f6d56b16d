"""One line of the trace as a sentence, in the words of a catalogue. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from judge.engine.offers import ELSEWHERE
from judge.engine.tracing import Entry
from judge.render.catalogue import Phrases, fill, joined, phrases, states
from judge.render.seen import Sight
from judge.ruling import Ruling
from judge.state import EMPTY, SEATS, Card, Cond, Option, Record, opponent

MINUS = "\N{MINUS SIGN}"


class Teller:
    """Tells the entries of one ruling to one reader: everybody, or the seat that `seat` names."""

    def __init__(self, ruling: Ruling, seat: str = "", lang: str = "en") -> None:
        self.ruling = ruling
        self.seat = seat
        self.book = ruling.fixture.book
        self.words: Phrases = phrases(self.book.folder, lang)
        self.lines: list[Entry] = list(ruling.entries)
        self.known: Container[str] = ()
        self.ever: frozenset[str] = frozenset()
        self.seats: Mapping[str, str] = {}
        self.at_entry: dict[int, frozenset[str]] = {}
        if seat:
            self.follow(Sight(ruling, seat))

    def follow(self, sight: Sight) -> None:
        """Keep the lines that the reader may read, and what the reader had seen at each of them."""
        self.lines = []
        for entry in sight.lines():
            self.lines.append(entry)
            self.at_entry[id(entry)] = frozenset(sight.known)
        self.known = self.ever = frozenset(sight.known)

    def tell(self, entry: Entry) -> str:
        """The sentence of an entry, ``""`` when it has none."""
        self.known = self.at_entry.get(id(entry), self.known)
        if entry.kind == "event":
            paid = entry.data["record"].name == "pay" and entry.data["record"].verb == "mark"
            return self.paid([entry]) if paid else self.event(entry)
        if entry.kind == "offer":
            return self.offer(entry)
        if entry.kind == "answer":
            return self.answer(entry)
        if entry.kind == "act":
            self.seats = entry.data.get("seats", {})
            return fill(
                self.words["note"]["act"],
                {"seat": entry.data["seat"], "option": self.option(entry.data["option"], entry.data["seat"])},
            )
        if entry.kind in ("goto", "put"):
            return self.turning(entry)
        return self.note(entry)

    # --- names ---------------------------------------------------------------------------------
    def card(self, id_: str, zones: Iterable[str] = ()) -> str:
        """A card's name, hidden where the reader may not see it."""
        card = self.ruling.game.cards.get(id_)
        if card is None:
            return id_
        if self.seat and id_ not in self.known:
            return self.words["text"]["a_card"]
        if id_[:2] in ("A.", "B.") and self.ruling.table.prints[card.print].key == "?":
            return self.words["text"]["unseen"]
        return id_

    def sees(self, zone: str) -> bool:
        """May the reader see the cards of a zone?"""
        if not self.seat or not zone:
            return True
        seen = self.book.zones[zone[2:]]["seen"]
        return bool(seen == "all" or (seen == "owner" and zone[0] == self.seat))

    def zone(self, zone: str) -> str:
        """A zone in words, with its owner: ``A's deck``."""
        if not zone:
            return self.words["zone"].get("removed", "nowhere")
        name = self.words["zone"].get(zone[2:], zone[2:])
        return name if zone[2:] in self.book.shared else f"{zone[0]}'s {name.removeprefix('the ')}"

    def marks(self, marks: Mapping[str, Any]) -> str:
        """States of marks in words."""
        return ", ".join(self.words.get("mark", {}).get(str(value), str(value)) for value in marks.values())

    def counts(self, entry: Entry, n: int = 1) -> str:
        """How the hidden zones changed by a move, the last of `n` alike: `` (deck 30 → 29, hand 0 → 1)``."""
        record: Record = entry.data["record"]
        found = []
        for zone, after in entry.data.get("counts", {}).items():
            if self.book.zones[zone[2:]]["seen"] == "all" or not self.book.zones[zone[2:]].get(
                "counted", True
            ):
                continue
            left = record.before is not None and record.before.zone == zone
            name = self.words["zone"].get(zone[2:], zone[2:])
            found.append(f"{name} {after + (n if left else -n)} → {after}")
        return f" ({', '.join(found)})" if found else ""

    def alike(self, entry: Entry) -> tuple[str, ...] | None:
        """What two moves must share to be told in one sentence; None for what is told alone."""
        if entry.kind != "event":
            return None
        record: Record = entry.data["record"]
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
            self.known = self.at_entry.get(id(entry), self.known)
            names.append(self.card(entry.data["record"].card))
        last: Record = entries[-1].data["record"]
        hidden = (self.words["text"]["a_card"], self.words["text"]["unseen"])
        known = [one for one in names if one not in hidden]
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
        record: Record = entry.data["record"]
        table = self.words["event"]
        key = record.name if record.name in table else record.verb
        if record.verb == "move" and record.after is not None and record.name == "move":
            key = "under" if record.after.on else "onto" if record.args.get("onto") else "move"
            if record.before is not None and record.before.zone == record.after.zone and key == "move":
                key = "inside"
        template = table.get(key, "")
        return fill(template, self.event_values(entry, record)) if template else ""

    def event_values(self, entry: Entry, record: Record) -> dict[str, Any]:
        """Everything that an event's phrase may name."""
        before, after, args = record.before, record.after, record.args
        zones = [card.zone for card in (before, after) if card is not None]
        name = self.card(record.card, zones)
        owner = after.owner if after else before.owner if before else record.seat
        a_card, lies = self.words["text"]["a_card"], states(self.words, self.book, after)
        values: dict[str, Any] = {
            **lies,
            "card": name,
            "seat": args.get("who") or record.seat,
            "owner": owner,
            "whom": args.get("seat", ""),
            "now_score": self.total(entry),
            "name": record.name,
            "a_card": name if name not in (a_card, self.words["text"]["unseen"]) else a_card,
            "from": self.zone(before.zone) if before else "",
            "to": self.goal(after, args) if after else str(args.get("to", "")),
            "at": args.get("at", ""),
            "counts": self.counts(entry),
            "marks": self.marks(args.get("marks", {})),
            "mode": self.mode(after),
            "onto": self.onto(after),
            "under": ", ".join(after.under) if after else "",
            "on": after.on if after else "",
            "n": args.get("n", ""),
            "score": args.get("score", ""),
            "face": after.face if after else "",
            "zone": self.zone(str(args.get("zone", ""))) if "zone" in args else "",
            "stance": " ".join(lies.values()),
            "counter": args.get("counter", ""),
            "target": self.reference(args, "target", entry),
            "host": self.reference(args, "host", entry),
            "print": args.get("print", ""),
            "active": opponent(str(args.get("seat", ""))),
            "moment": self.book.tables["moments"].get(args.get("vars", {}).get("moment", ""), ""),
            "until": self.words["until"].get(str(args.get("until", "")), str(args.get("until", ""))),
        }
        ability = self.ruling.table.abilities.get(str(args.get("ability", "")))
        values["effect"] = (
            f"{name}.{ability.name}"
            if ability is not None and ability.name and name not in (a_card, self.words["text"]["unseen"])
            else name
        )
        values["master"] = after.seat if after else ""
        return {**values, **self.effect_values(entry, record), **self.ending(record)}

    def reference(self, args: Mapping[str, Any], key: str, entry: Entry) -> str:
        """A second card of an event by name; a player attacked directly by seat."""
        if key not in args:
            return ""
        found = str(entry.data.get("others", {}).get(key, ""))
        return self.card(found) if found else opponent(str(args.get("seat", "")))

    def total(self, entry: Entry) -> str:
        """A score after it changed."""
        return f" (now {entry.data['total']})" if "total" in entry.data else ""

    def goal(self, card: Card, args: Mapping[str, Any]) -> str:
        """The zone a card goes to, with the end of it where that is said."""
        return (
            f"the {args['at']} of {self.zone(card.zone)}"
            if "at" in args and card.zone
            else self.zone(card.zone)
        )

    def mode(self, card: Card | None) -> str:
        """A mode other than the one in which cards of the zone arrive."""
        if card is None:
            return ""
        usual = self.book.zones.get(card.place, EMPTY).get("arrive", EMPTY)
        odd = {key: value for key, value in card.marks if key in usual and usual[key] != value}
        return f" in {self.marks(odd)} mode" if odd else ""

    def onto(self, card: Card | None) -> str:
        """On top of which card."""
        return f", on top of {card.under[0]}" if card is not None and card.under else ""

    def effect_values(self, entry: Entry, record: Record) -> dict[str, Any]:
        """The values of a lasting change."""
        args = record.args
        value = args.get("value")
        now = entry.data.get("now", {})
        names = (
            [self.card(self.id_of(ref, entry)) for ref in args.get("to", ())] if record.verb == "gain" else []
        )
        shown = [str(one) for one in now.values()]
        return {
            "cards": ", ".join(now) or ", ".join(names) or record.card or self.words["text"]["no_card_yet"],
            "attr": str(args.get("attr", "")).replace("_", " "),
            "signed": f"{value:+d}".replace("-", MINUS) if isinstance(value, int) else value,
            "value": self.value(value),
            "now": f" (now {', '.join(shown)})".replace("-", MINUS) if shown and record.name == "add" else "",
            "what": self.negated(record),
        }

    def id_of(self, ref: str, entry: Entry) -> str:
        """The card that an object number stood for."""
        return self.ruling.game.objects.get(ref) or entry.data["record"].card or ref

    def value(self, value: Any) -> str:
        """A value of an effect: words, or the keywords that are granted."""
        if isinstance(value, (tuple, list)):
            return ", ".join(self.value(one) for one in value)
        ability = self.ruling.table.abilities.get(str(value))
        if ability is None:
            return str(value)
        events = [name for on in ability.on for name in on["events"]] if ability.kind == "forbid" else []
        return f"[{ability.keyword or ' '.join((ability.kind, ', '.join(events))).strip()}]"

    def negated(self, record: Record) -> str:
        """What was negated: a link by its card, or what the window answers."""
        return record.card or f"The {record.args.get('what', record.args.get('procedure', ''))}"

    def ending(self, record: Record) -> dict[str, Any]:
        """How the game ended."""
        losers = record.args.get("losers")
        if losers is None:
            return {}
        table = self.words["verdict"]
        if len(losers) != 1:
            return {"outcome": table["draw"], "loser": ""}
        winner = opponent(losers[0])
        return {
            "outcome": f"{losers[0]} loses: {fill(table['wins'], {'winner': winner})}",
            "loser": losers[0],
        }

    # --- windows -------------------------------------------------------------------------------
    def option(self, option: Option, seat: str) -> str:
        """An option in the words of a script line: the other player's cards with their seat."""
        words = [self.other_card(one, seat) for one in option.args]
        return " ".join((option.name, *words))

    def other_card(self, word: str, seat: str) -> str:
        """A card's name as a seat writes it."""
        card = self.ruling.game.cards.get(word)
        named = word if card is not None else word.rpartition(".")[0]
        if (
            self.seat and named in self.ruling.game.cards and named not in self.known
        ):  # the reader has not seen it
            return self.words["text"]["a_card"]
        theirs = self.seats.get(word) or (card.seat if card is not None else "")
        return (
            f"{theirs}.{word}"
            if theirs in SEATS and theirs != seat and word[:2] not in ("A.", "B.")
            else word
        )

    def offer(self, entry: Entry) -> str:
        """Who may do what, and why not the rest."""
        data, table = entry.data, self.words["note"]
        seat = data["seat"]
        self.seats = data.get("seats", {})
        if self.veiled(entry):
            return fill(table["offer-hidden"], {"seat": seat})
        refused = self.refused(data["refused"], seat) + self.unseen(seat, data["unseen"])
        if not data["legal"]:
            return fill(table["offer-none"], {"seat": seat, "refused": refused})
        row = self.book.windows[data["window"]]
        words = joined([self.option(option, seat) for option in data["legal"]], self.book.tables["joins"])
        must = row.must or any(option.must for option in data["legal"])
        legal = ", ".join(words if must else [*words, data["end"]])
        return fill(
            table["offer-must" if must and not row.must else "offer"],
            {"seat": seat, "legal": legal, "refused": refused},
        )

    def veiled(self, entry: Entry) -> bool:
        """Would what is offered to the other seat tell the reader what it holds?"""
        seat = entry.data["seat"]
        if not self.seat or seat == self.seat:
            return False
        return self.book.windows[entry.data["window"]].name in self.veiled_windows()

    def veiled_windows(self) -> tuple[str, ...]:
        """The windows whose offers look into hidden zones."""
        return tuple(name for name in self.book.windows if name not in self.book.tables["open_windows"])

    def refused(self, options: Sequence[Option], seat: str) -> str:
        """The refusals, those that fail by the same condition on the same card together."""
        groups: dict[str, list[str]] = {}
        for option in options:
            cond = next(cond for cond in option.conds if not cond.ok)
            if cond.say == ELSEWHERE or self.words["cond"].get(cond.say) == "":
                continue
            alone = cond.say in self.words.get("alone", {})
            name = " ".join((option.name, option.args[0])) if alone else self.option(option, seat)
            names = groups.setdefault(f"{self.cond(cond)} ({cond.rule})", [])
            if name not in names:
                names.append(name)
        table = self.words["note"]
        return "".join(
            fill(table["refused"], {"option": self.some(names), "why": why}) for why, names in groups.items()
        )

    def some(self, names: Sequence[str], most: int = 4) -> str:
        """The first few names of a list and how many more there are."""
        if len(names) <= most + 1:
            return ", ".join(names)
        return fill(
            self.words["text"]["and_more"], {"names": ", ".join(names[:most]), "n": len(names) - most}
        )

    def cond(self, cond: Cond) -> str:
        """Why a condition fails."""
        values = dict(cond.values)
        if "against" in values:
            acts = self.words.get("acts", {})
            values["against"] = " or ".join(acts.get(one, one) for one in values["against"])
        if "words" in values:
            values["words"] = " and ".join(values["words"])
        if "colors" in values:
            colors = values["colors"]
            values["colors"] = (
                f" ({', '.join(f'{n} {color}' for color, n in colors.items())})" if colors else ""
            )
        return fill(self.words["cond"].get(cond.say, cond.say), values)

    def unseen(self, seat: str, n: int) -> str:
        """Cards that were not considered because nobody knows them."""
        if not n:
            return ""
        table = self.words["note"]
        return fill(table["unseen-one" if n == 1 else "unseen-many"], {"seat": seat, "n": n})

    # --- decisions and other notes ---------------------------------------------------------------
    def answer(self, entry: Entry) -> str:
        """A decision that was not an act of a window."""
        ask, value = entry.data["ask"], entry.data["value"]
        if ask.kind == "act" and ask.prompt == "ask.act":
            return ""
        values = value if isinstance(value, tuple) else (value,)
        names = [" ".join(self.shown(one.words, ask.seat)) for one in ask.choices if one.value in values]
        if ask.kind in ("order", "shuffle"):  # told as they were put, not as they lay
            names = [
                next(" ".join(self.shown(one.words, ask.seat)) for one in ask.choices if one.value == v)
                for v in values
            ]
        said = ", ".join(names) if names else "none" if isinstance(value, tuple) else str(value)
        verb = self.words.get("ask", {}).get(ask.prompt, "")
        others = [" ".join(self.shown(one.words, ask.seat)) for one in ask.choices if one.value not in values]
        rest = (
            f" (not {', '.join(others)})"
            if others and ask.kind in ("act", "pick") and len(others) <= 4 and not self.seat
            else ""
        )
        return fill(self.words["note"]["choice"], {"seat": ask.seat, "said": f"{verb} {said}{rest}".strip()})

    def shown(self, words: Sequence[str], seat: str) -> list[str]:
        """The words of a choice as the reader may see them."""
        if not self.seat or seat == self.seat:
            return list(words)
        return [self.card(word) if word in self.ruling.game.cards else word for word in words]

    def turning(self, entry: Entry) -> str:
        """The game goes on elsewhere, or a running procedure has another value."""
        if entry.kind == "goto":
            return self.words.get("goto", {}).get(str(entry.data.get("because", "")), "")
        found = []
        for key, card in entry.data["cards"].items():
            template = self.words.get("put", {}).get(f"{entry.data['procedure']}.{key}", "")
            if template:
                found.append(fill(template, {"card": card}))
        return " ".join(found)

    def paid(self, entries: Sequence[Entry]) -> str:
        """Several energies rested for one cost, in one sentence."""
        self.known, record = self.at_entry.get(id(entries[-1]), self.known), entries[0].data["record"]
        names = [self.card(one.data["record"].card) for one in entries]
        unseen = self.words["text"]["unseen"]
        n = names.count(unseen)
        known = [one for one in names if one != unseen]
        if n:
            known.append(fill(self.words["text"]["more_energy" if known else "energy"], {"n": n}))
        return fill(self.words["event"]["pay"], {"seat": record.args.get("who"), "cards": ", ".join(known)})

    def note(self, entry: Entry) -> str:
        """Any other line."""
        data = dict(entry.data)
        key = entry.kind
        if key == "replaced" and self.ruling.table.abilities[str(data["ability"])].data.get("inherent"):
            key = "ruled"
        if data.get("form"):
            key = f"{key}.{data['form']}"
        if key == "battle" and not data["target"]:
            key = "battle-direct"
        if key == "compare":
            key = "compare-wins" if data["wins"] else "compare-fails"
        if key == "window":
            title = self.words.get("window", {}).get(f"{data['window']}-{data['of']}") or self.words.get(
                "window", {}
            ).get(data["window"], data["title"])
            data["title"], data["of"] = title, ""
        template = self.words["note"].get(key, "")
        if not template:
            return ""
        if key == "due":
            data["to"] = self.zone(str(data["to"]))
        if "cards" in data:
            data["cards"] = ", ".join(self.card(one) for one in data["cards"])
        if "card" in data:
            data["card"] = self.card(data["card"])
        if "ability" in data:
            found = self.ruling.table.abilities.get(str(data["ability"]))
            data["ability"] = (
                (found.name or f"[{found.keyword}]" if found.keyword else found.name or "an ability")
                if found
                else ""
            )
        return fill(template, {"verb": "", "seat": "", **data})
