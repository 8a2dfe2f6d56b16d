"""Notes: tells lines of a trace that are neither events nor decisions, and lasting effects, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.engine import trace
from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.state import UNLESS, Condition, Option
from judge.engine.kernel.tracer import Entry
from judge.engine.language.traits import names
from judge.speech.catalogue import fill, joined
from judge.speech.findings import Finder, condition_key
from judge.text.plain import Fields, Json
from judge.views.veil import is_nameless


# --- Offers in words: tells what a window offered, who may do what, and why the rest is refused.
class Crier(Finder):
    """Tells what windows offer."""

    def offer(self, entry: Entry) -> str:
        """The sentence about who may do what, and why the rest is refused."""
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
        """Would the offer to the other player tell the reader what that player holds?"""
        seat = entry.data["seat"]
        if not self.seat or seat == self.seat:
            return False
        return self.book.windows[entry.data["window"]].name in self.veiled_windows()

    def veiled_windows(self) -> tuple[str, ...]:
        """The windows whose offers depend on hidden zones."""
        return tuple(name for name in self.book.windows if name not in self.book.tables["open_windows"])

    def refused(self, options: Sequence[Option], seat: str) -> str:
        """The refusals in one text. Options that fail by one condition on one card are told together."""
        return "".join(self.refusals(options, seat))

    def refusals(self, options: Sequence[Option], seat: str) -> Iterator[str]:
        """The refusals, one by one. Options that fail by one condition on one card are told together."""
        groups: dict[str, dict[str, None]] = {}
        for option in options:
            cond = next(cond for cond in option.conds if not cond.ok)
            if cond.message_key == ELSEWHERE or self.words["cond"].get(cond.message_key) == "":
                continue
            alone = cond.message_key in self.words.get("alone", {})
            name = " ".join((option.name, option.args[0])) if alone else self.option(option, seat)
            groups.setdefault(f"{self.cond(cond)} ({cond.rule})", {})[name] = None
        table = self.words["note"]
        for why, refused in groups.items():
            yield fill(table["refused"], {"option": self.some([*refused]), "why": why})

    def some(self, options: Sequence[str], most: int = 4) -> str:
        """The first few names of a list and how many more there are."""
        if len(options) <= most + 1:
            return ", ".join(options)
        shown = ", ".join(options[:most])
        return fill(self.words["text"]["and_more"], {"names": shown, "n": len(options) - most})

    def cond(self, cond: Condition) -> str:
        """Why a condition fails."""
        values = self.values_of(cond)
        say = condition_key(cond.message_key, values, self.words["cond"])
        template = self.words["cond"].get(say, say)
        return fill(template, values)

    def reason(self, cond: Condition) -> str:
        """The reason why a condition fails, where just that is asked."""
        return self.cond(cond) or self.words.get("claimed", {}).get(cond.message_key, "")

    def values_of(self, cond: Condition) -> dict[str, Json]:
        """The values of a condition in words."""
        values: dict[str, Json] = dict(cond.values)
        if "by" in values:
            values["by"] = self.card(str(values["by"]))
        if "against" in values:
            acts = self.words.get("acts", {})
            values["against"] = self.listed([acts.get(act, act) for act in values["against"]])
        if "words" in values:
            values["words"] = self.both(values["words"])
        if "until" in values:
            values["until"] = self.words["until"].get(values["until"], values["until"])
        if "zone" in values:
            values["zone"] = self.bare(self.words["zone"].get(values["zone"], values["zone"]))
        values |= self.finding(values.pop("found", ()))
        for key, counted in values.items():
            if isinstance(counted, Mapping):  # so many of each word
                told = ", ".join(f"{n} {word}" for word, n in counted.items())
                values[key] = f" ({told})" if told else ""
        for key in ("missed", "last"):
            if key in values:
                values[key] = self.happened(values[key], values[f"{key}_card"])
        return values

    def unless(self, cond: Condition) -> list[tuple[str, str]]:
        """The exceptions of the rule that are not met, each by its article, as far as the reader may
        see why.
        """
        told: Json = cond.values.get(UNLESS, ())
        return [(row["article"], self.exception(row)) for row in told if self.open_exception(row)]

    def would(self, cond: Condition) -> str:
        """What would have to be true for a condition to hold; "" where there are no words for it, or the
        reader does not see everything that it asks for.
        """
        values, words = self.values_of(cond), self.words["would"]
        return fill(words.get(condition_key(cond.message_key, values, words), ""), values)

    def open_exception(self, row: Fields) -> bool:
        """May the reader see why an exception is not met?"""
        return bool(self.finding(row["found"])) if "found" in row else True

    def exception(self, row: Fields) -> str:
        """Why an exception is not met."""
        table = self.words["exception"]
        if "found" in row:
            return fill(table["not-met"], self.finding(row["found"]))
        return fill(table[row["way"]], {"by": self.card(row["by"]), "card": self.card(row["of"])})

    def happened(self, event: str, card: str) -> str:
        """A clause that says that an event has happened to a card or a player, or at all."""
        words = self.words["past"]
        if not card:
            return fill(words.get(f"{event}.some", words["other.some"]), {"event": event})
        return fill(words.get(event, words["other"]), {"card": self.card(card), "event": event})

    def unseen(self, seat: str, n: int) -> str:
        """A sentence about cards that were not considered because nobody has named them."""
        if not n:
            return ""
        table = self.words["note"]
        return fill(table["unseen-one" if n == 1 else "unseen-many"], {"seat": seat, "n": n})


# --- lasting effects in words: what a number was and is, and what ends ---------------------------------
MINUS = "\N{MINUS SIGN}"


class Chronicler(Crier):
    """Tells how lasting effects change numbers, and how they end."""

    def told_as(self, entry: Entry, key: str, table: Mapping[str, str]) -> str:
        """The key of an event's phrase: another one where it is known what the event changed."""
        for part in ("shifts", "ended"):
            if f"{key}.{part}" in table and entry.data.get(part):
                return f"{key}.{part}"
        args = entry.data["record"].args
        if f"{key}.on" in table and args.get("to"):
            return f"{key}.on"
        return f"{key}.named" if f"{key}.named" in table and args.get("value") else key

    def seen_now(self, now: Mapping[str, object]) -> Mapping[str, object]:
        """The present numbers by card. Cards the reader has not seen share one entry without a number."""
        return {self.card(card): None if is_nameless(card) else value for card, value in now.items()}

    def shifts(self, entry: Entry) -> str:
        """The changes of numbers: ``k power 10000 → 15000``."""
        return ", ".join(self.shift(row) for row in entry.data.get("shifts", ()))

    def shift(self, row: Fields) -> str:
        """The change of one number, before and after."""
        told = fill(
            self.words["text"]["shift"], {**row, "card": self.card(row["card"]), "attr": self.attr(row)}
        )
        return told.replace("-", MINUS) if "-" in f"{row['was']}{row['now']}" else told

    def endings(self, entry: Entry) -> str:
        """Which effects have ended, on which cards, and how their numbers have changed."""
        ended = [self.ending_of(row) for row in entry.data.get("ended", ())]
        return self.words["text"]["then"].join(
            [*ended, *(self.shift(row) for row in entry.data.get("shifts", ()))]
        )

    def ending_of(self, row: Fields) -> str:
        """An effect by its source, its result, and its cards."""
        cards, value = ", ".join(self.card(card) for card in row["cards"]), row["value"]
        words, text = self.words["effect"], self.words["text"]
        return fill(words.get(row["makes"], words["other"]), {
            "by": fill(text["whose"], {"by": self.card(row["by"])}) if row["by"] else "",
            "attr": self.attr(row),
            "value": self.value(value),
            "signed": f"{value:+}".replace("-", MINUS) if isinstance(value, int) else value,
            "on": fill(text["on"], {"cards": cards}) if cards else "",
            "of": fill(text["of"], {"cards": cards}) if cards else "",
        })  # fmt: skip


# Values of notes that are words of the engine, and where the words of a language for them stand.
WORDED: Final = {"what": "what", "verb": "name", "move": "name", "until": "until"}


class Noter(Chronicler):
    """Tells the lines of a trace that are neither events nor decisions."""

    def note(self, entry: Entry) -> str:
        """Tells a line of the trace by its phrase; says nothing where there is no phrase for it."""
        told = self.finding(entry.data.get("found", ()))
        key = self.known_key(entry, condition_key(self.note_key(entry), told, self.words["note"]))
        template = self.words["note"].get(key, "")
        if not template:
            return ""
        data = {
            name: self.value(field_value) if isinstance(field_value, tuple) else field_value
            for name, field_value in entry.data.items()
        }
        if entry.kind is trace.WINDOW:
            titles = self.words.get("window", {})
            own = titles.get(f"{data['window']}-{data['of']}") or titles.get(data["window"])
            data["title"], data["of"] = own or data["title"], ""
        elif "title" in data:
            data["title"] = self.window(str(data["title"]))
        data |= self.worded(data)
        if entry.kind is trace.DUE:
            data["to"] = self.zone(str(data["to"]))
        for field in ("source", "affected", *(key for key in entry.kind.card_fields if key in data)):
            data[field] = ", ".join(self.card(card) for card in names(entry.data.get(field) or ""))
        if isinstance(entry.data.get("event"), Mapping):
            data["deed"] = self.deed(entry.data)
        if key == "loops":
            data["stops"] = ", ".join(entry.data["seats_stop"])
        if key == "value":
            data |= {
                word: self.words["text"]["none"] for word in ("printed", "now") if data[word] in (None, "")
            }
        if "attr" in data:
            data["attr"] = self.attr(data)
        data |= self.numbered(data, key == "value-part.add")
        if "ability" in data:
            data["ability"] = self.ability(str(data["ability"]))
        return fill(template, {"verb": "", "seat": "", "effect": self.effect(entry), **data, **told})

    def numbered(self, data: Mapping[str, object], signed: bool) -> dict[str, str]:
        """The numbers of a line, with a proper minus sign; a change has its sign."""
        numbers = {key: data[key] for key in ("n", "was", "now") if type(data.get(key)) is int}
        sign = "+" if signed else ""
        return {name: f"{number:{sign}}".replace("-", MINUS) for name, number in numbers.items()}

    def worded(self, data: Fields) -> dict[str, str]:
        """The values of a line that are words of the engine or of a rulebook (`KEY.VALUE` among its names),
        in words.
        """
        names = self.words["name"]
        of_engine = {
            key: self.words[of].get(data[key], data[key]) for key, of in WORDED.items() if key in data
        }
        own = {key: names[f"{key}.{of}"] for key, of in data.items() if f"{key}.{of}" in names}
        passed = {"word": self.choice([data["word"]])} if "word" in data else {}
        return of_engine | own | passed

    def known_key(self, entry: Entry, key: str) -> str:
        """The key of the phrase for a line whose card or cause is known."""
        for field, ending in (("source", "of"), ("by", "by"), ("card", "card")):
            if entry.data.get(field) and f"{key}.{ending}" in self.words["note"]:
                return f"{key}.{ending}"
        return key

    def deed(self, data: Fields) -> str:
        """What would have happened to which card, and by whose effect."""
        event, text = data["event"], self.words["text"]
        stem = str(event.get("ability", "")).partition("/")[0]
        by = self.ruling.game.objects.get(str(event.get("by", "")), "") or stem
        affected = data.get("affected") or event.get("n") or ", ".join(event.get("losers", ()))
        return fill(text["deed"], {
            "what": self.words["name"].get(event["name"], event["name"]),
            "affected": self.zone(event["zone"]) if "zone" in event else self.card(str(affected)),
            "by": fill(text["deed-by"], {"by": self.card(by)}) if by else "",
        }).strip()  # fmt: skip

    def forced(self, entry: Entry) -> str:
        """The reason, in brackets, why a choice was no choice, for the sentence about what was chosen."""
        n, data, text = len(entry.data["cards"]), entry.data, self.words["text"]
        if not n:
            return ""
        if data["alike"]:
            key = "alike"
        elif n < data["of"]:
            key = "fits"
        else:
            key = "few" if n < data["least"] else "only" if n == 1 else "all"
        return fill(text[f"forced-{key}"], {"n": n, "of": data["of"], "wanted": data["least"]})

    def note_key(self, entry: Entry) -> str:
        """The key of a line's phrase."""
        key, data = entry.kind.name, entry.data
        if entry.kind is trace.REPLACED and self.ruling.table.abilities[str(data["ability"])].data.get(
            "inherent"
        ):
            key = "ruled"
        if data.get("form"):
            return f"{key}.{data['form']}"
        own = f"{key}.{data.get('verb')}"  # where the word of a game is none of plain speech
        if own in self.words["note"]:
            return own
        if not data.get("target", True) and f"{key}-direct" in self.words["note"]:
            return f"{key}-direct"
        return key

    def effect(self, entry: Entry) -> str:
        """The card whose ability a line is about, with the ability's name where it has one."""
        card = self.card(str(entry.data.get("card", ""))) or self.words["text"]["an_effect"]
        ability = self.ruling.table.abilities.get(str(entry.data.get("ability", "")))
        hidden = card in (self.words["text"]["a_card"], self.words["text"]["unseen"])
        return f"{card}.{ability.name}" if ability is not None and ability.name and not hidden else card

    def ability(self, id_: str) -> str:
        """An ability by its name, otherwise by its keyword."""
        ability = self.ruling.table.abilities.get(id_)
        if ability is None:
            return ""
        return ability.name or (
            f"[{ability.keyword}]" if ability.keyword else self.words["text"]["an_ability"]
        )
