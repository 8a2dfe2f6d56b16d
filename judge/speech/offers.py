"""Offers in words: tells what a window offered, who may do what, and why the rest is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.flow.exceptions import UNLESS
from judge.engine.flow.offers import ELSEWHERE
from judge.engine.kernel.state import Condition, Option
from judge.engine.kernel.tracer import Entry
from judge.speech.catalogue import fill, joined
from judge.speech.findings import Finder, condition_key
from judge.text.plain import Fields, Json


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
        for why, names in groups.items():
            yield fill(table["refused"], {"option": self.some([*names]), "why": why})

    def some(self, names: Sequence[str], most: int = 4) -> str:
        """The first few names of a list and how many more there are."""
        if len(names) <= most + 1:
            return ", ".join(names)
        return fill(
            self.words["text"]["and_more"], {"names": ", ".join(names[:most]), "n": len(names) - most}
        )

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
            values["against"] = self.listed([acts.get(one, one) for one in values["against"]])
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
        return [(one["article"], self.exception(one)) for one in told if self.open_exception(one)]

    def would(self, cond: Condition) -> str:
        """What would have to be true for a condition to hold; "" where there are no words for it, or the
        reader does not see everything that it asks for.
        """
        values, words = self.values_of(cond), self.words["would"]
        return fill(words.get(condition_key(cond.message_key, values, words), ""), values)

    def open_exception(self, one: Fields) -> bool:
        """May the reader see why an exception is not met?"""
        return bool(self.finding(one["found"])) if "found" in one else True

    def exception(self, one: Fields) -> str:
        """Why an exception is not met."""
        table = self.words["exception"]
        if "found" in one:
            return fill(table["not-met"], self.finding(one["found"]))
        return fill(table[one["way"]], {"by": self.card(one["by"]), "card": self.card(one["of"])})

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
