"""Notes: tells lines of a trace that are neither events nor decisions, and lasting effects, as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from judge.engine import trace
from judge.engine.kernel.tracer import Entry
from judge.engine.language.traits import names
from judge.speech.catalogue import fill
from judge.speech.findings import condition_key
from judge.speech.offers import Crier
from judge.text.plain import Fields
from judge.views.veil import is_nameless

# --- lasting effects in words: what a number was and is, and what ends ---------------------------------
MINUS = "\N{MINUS SIGN}"


class Chronicler(Crier):
    """Tells how lasting effects change numbers, and how they end."""

    def told_as(self, entry: Entry, key: str, table: Mapping[str, str]) -> str:
        """The key of an event's phrase: another one where it is known what the event changed."""
        for one in ("shifts", "ended"):
            if f"{key}.{one}" in table and entry.data.get(one):
                return f"{key}.{one}"
        return f"{key}.named" if f"{key}.named" in table and entry.data["record"].args.get("value") else key

    def seen_now(self, now: Mapping[str, object]) -> Mapping[str, object]:
        """The present numbers by card. Cards the reader has not seen share one entry without a number."""
        return {self.card(one): None if is_nameless(one) else value for one, value in now.items()}

    def shifts(self, entry: Entry) -> str:
        """The changes of numbers: ``k power 10000 → 15000``."""
        return ", ".join(self.shift(one) for one in entry.data.get("shifts", ()))

    def shift(self, one: Fields) -> str:
        """The change of one number, before and after."""
        told = fill(
            self.words["text"]["shift"], {**one, "card": self.card(one["card"]), "attr": self.attr(one)}
        )
        return told.replace("-", MINUS) if "-" in f"{one['was']}{one['now']}" else told

    def endings(self, entry: Entry) -> str:
        """Which effects have ended, on which cards, and how their numbers have changed."""
        ended = [self.ending_of(one) for one in entry.data.get("ended", ())]
        return self.words["text"]["then"].join(
            [*ended, *(self.shift(one) for one in entry.data.get("shifts", ()))]
        )

    def ending_of(self, one: Fields) -> str:
        """An effect by its source, its result, and its cards."""
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


# Values of notes that are words of the engine, and where the words of a language for them stand.
WORDED: Final = {"what": "what", "verb": "name", "move": "name", "until": "until"}


class Noter(Chronicler):
    """Tells the lines of a trace that are neither events nor decisions."""

    def note(self, entry: Entry) -> str:
        """Any other line."""
        told = self.finding(entry.data.get("found", ()))
        key = self.known_key(entry, condition_key(self.note_key(entry), told, self.words["note"]))
        template = self.words["note"].get(key, "")
        if not template:
            return ""
        data = {name: self.value(one) if isinstance(one, tuple) else one for name, one in entry.data.items()}
        if entry.kind is trace.WINDOW:
            titles = self.words.get("window", {})
            own = titles.get(f"{data['window']}-{data['of']}") or titles.get(data["window"])
            data["title"], data["of"] = own or data["title"], ""
        elif "title" in data:
            data["title"] = self.window(str(data["title"]))
        data |= self.worded(data)
        if entry.kind is trace.DUE:
            data["to"] = self.zone(str(data["to"]))
        for one in ("source", "affected", *(key for key in entry.kind.card_fields if key in data)):
            data[one] = ", ".join(self.card(card) for card in names(entry.data.get(one) or ""))
        if isinstance(entry.data.get("event"), Mapping):
            data["deed"] = self.deed(entry.data)
        if key == "loops":
            data["stops"] = ", ".join(entry.data["seats_stop"])
        if key == "value":
            data |= {one: self.words["text"]["none"] for one in ("printed", "now") if data[one] in (None, "")}
        if "attr" in data:
            data["attr"] = self.attr(data)
        data |= self.numbered(data, key == "value-part.add")
        if "ability" in data:
            data["ability"] = self.ability(str(data["ability"]))
        return fill(template, {"verb": "", "seat": "", "effect": self.effect(entry), **data, **told})

    def numbered(self, data: Mapping[str, object], signed: bool) -> dict[str, str]:
        """The numbers of a line, with a proper minus sign; a change has its sign."""
        numbers = {one: data[one] for one in ("n", "was", "now") if type(data.get(one)) is int}
        sign = "+" if signed else ""
        return {one: f"{number:{sign}}".replace("-", MINUS) for one, number in numbers.items()}

    def worded(self, data: Fields) -> dict[str, str]:
        """The values of a line that are words of the engine or of a rulebook (`KEY.VALUE` among its names),
        in words.
        """
        names = self.words["name"]
        found = {one: self.words[of].get(data[one], data[one]) for one, of in WORDED.items() if one in data}
        own = {one: names[f"{one}.{of}"] for one, of in data.items() if f"{one}.{of}" in names}
        passed = {"word": self.choice([data["word"]])} if "word" in data else {}
        return found | own | passed

    def known_key(self, entry: Entry, key: str) -> str:
        """The key of the phrase for a line whose card or cause is known."""
        for one, ending in (("source", "of"), ("by", "by"), ("card", "card")):
            if entry.data.get(one) and f"{key}.{ending}" in self.words["note"]:
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
        found = self.ruling.table.abilities.get(id_)
        if found is None:
            return ""
        return found.name or (f"[{found.keyword}]" if found.keyword else self.words["text"]["an_ability"])
