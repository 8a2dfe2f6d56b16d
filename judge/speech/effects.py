"""Lasting effects in words: what a number was and is, and what ends."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.tracer import Entry
from judge.speech.catalogue import fill
from judge.speech.offers import Crier
from judge.text.plain import Fields

MINUS = "\N{MINUS SIGN}"


class Chronicler(Crier):
    """Tells what lasting effects make of numbers, and how they end."""

    def told_as(self, entry: Entry, key: str, table: Mapping[str, str]) -> str:
        """Under what the phrase of an event stands: another where it is known what it changed."""
        for one in ("shifts", "ended"):
            if f"{key}.{one}" in table and entry.data.get(one):
                return f"{key}.{one}"
        return f"{key}.named" if f"{key}.named" in table and entry.data["record"].args.get("value") else key

    def seen_now(self, now: Mapping[str, object]) -> Mapping[str, object]:
        """What numbers are now, by card; of all that the reader has not seen one, without a number."""
        if not self.seat:
            return now
        return {self.card(one): value if one in self.known else None for one, value in now.items()}

    def shifts(self, entry: Entry) -> str:
        """What each number was and what it is: ``k power 10000 → 15000``."""
        return ", ".join(self.shift(one) for one in entry.data.get("shifts", ()))

    def shift(self, one: Fields) -> str:
        """What a number was and what it is."""
        told = fill(
            self.words["text"]["shift"], {**one, "card": self.card(one["card"]), "attr": self.attr(one)}
        )
        return told.replace("-", MINUS) if "-" in f"{one['was']}{one['now']}" else told

    def endings(self, entry: Entry) -> str:
        """Which effects have ended, on which cards, and what became of their numbers."""
        ended = [self.ending_of(one) for one in entry.data.get("ended", ())]
        return self.words["text"]["then"].join(
            [*ended, *(self.shift(one) for one in entry.data.get("shifts", ()))]
        )

    def ending_of(self, one: Fields) -> str:
        """An effect by its source, by what it made, and by its cards."""
        cards, value = ", ".join(self.card(card) for card in one["cards"]), one["value"]
        words, text = self.words["effect"], self.words["text"]
        return fill(words.get(one["makes"], words["other"]), {
            "by": fill(text["whose"], {"by": self.card(one["by"])}) if one["by"] else "",
            "attr": self.attr(one),
            "value": self.value(value),
            "signed": f"{value:+}".replace("-", MINUS) if isinstance(value, int) else value,
            "on": fill(text["on"], {"cards": cards}) if cards else "",
            "of": fill(text["of"], {"cards": cards}) if cards else "",
        })  # fmt: skip
