"""Findings in words: tells what a condition asks for and what there is instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.speech.catalogue import fill
from judge.speech.names import Namer
from judge.text.plain import Fields, Json
from judge.views.veil import is_nameless

ANYWHERE = "any"
TOGETHER = ("came", "paired")  # keys of which everything that stands under them is asked for
COUNTED = ("cards", "among", "under")
SPELT = ("zone", "type")  # keys whose values a rulebook has words for


class Finder(Namer):
    """Tells why conditions fail, as far as the reader may see what they test."""

    def finding(self, findings: Sequence[Mapping[str, object]]) -> dict[str, str]:
        """The required and the actual state, as far as the reader may see them; nothing if the reader may
        not.
        """
        seen = [row for row in findings if self.open(row)]
        if not seen:
            return {}
        return {
            "asked": self.both([self.asked(row) for row in seen]),
            "found": self.both([self.there(row) for row in seen]),
        }

    def open(self, finding: Fields) -> bool:
        """May the reader see what a finding tells of?"""
        if not self.seat:
            return True
        if not all(self.open(part) for part in finding.get("each", ())):
            return False
        hidden = (zone for zone in self.places(finding) if not self.sees(zone))
        return not any(map(is_nameless, finding.get("cards", ()))) and (
            not finding.get("tests") or next(hidden, None) is None
        )

    def places(self, finding: Fields) -> list[str]:
        """The zones in which cards were counted, with their seats."""
        zones = self.book.zones if ANYWHERE in finding.get("zones", ()) else finding.get("zones", ())
        return [
            f"{seat}.{zone}" for seat in finding.get("seats", ()) for zone in zones if zone in self.book.zones
        ]

    def asked(self, finding: Fields) -> str:
        """The requirement of a condition, in words."""
        form, words = self.form(finding), self.words["asks"]
        if f"{form}-1" in words and finding.get("at_least") == 1:
            form = f"{form}-1"
        elif f"{form}-one" in words and 1 in (finding.get("at_most"), finding.get("exactly")):
            form = f"{form}-one"
        return fill(words.get(form, words["other"]), {
            **self.plain_values(finding),
            "bounds": self.bounds(finding),
            "where": self.where(finding),
            "tests": self.tests(finding),
            "each": self.listed([self.asked(part) for part in finding.get("each", ())]),
        })  # fmt: skip

    def where(self, finding: Fields) -> str:
        """The zones in which cards were counted, with the player where it is one player's."""
        if ANYWHERE in finding.get("zones", ()):
            return self.words["text"]["anywhere"]
        if len(finding.get("seats", ())) == 1:
            return self.listed([self.zone(place) for place in self.places(finding)])
        return self.listed([self.words["zone"].get(zone, zone) for zone in finding.get("zones", ())])

    def there(self, finding: Fields) -> str:
        """The actual state, in words."""
        form, words = self.form(finding), self.words["found"]
        have = [self.had(test) for test in finding.get("tests", ()) if "have" in test]
        if form in COUNTED:
            form = f"cards-{finding['found']}" if finding["found"] in (0, 1) else "cards"
        kind = form if form in words else "number" if "found" in finding else "other"
        return fill(words[kind], {
            **self.plain_values(finding),
            "have": self.both(have) or self.value(finding.get("have", ())) or self.words["text"]["none"],
            "each": self.both([self.there(part) for part in finding.get("each", ())]),
        })  # fmt: skip

    def form(self, finding: Mapping[str, object]) -> str:
        """The key of the phrases for a finding."""
        return "no-card" if finding["form"] == "is" and not finding["cards"] else str(finding["form"])

    def plain_values(self, finding: Fields) -> dict[str, object]:
        """The values of a finding that need no phrase of their own."""
        values = dict.fromkeys(("active", "found", "name"), "") | dict(finding)
        cards = self.listed([self.card(card) for card in finding.get("cards", ())])
        return {
            **values,
            "cards": cards or self.words["text"]["no_card"],
            "attr": self.attr(finding),
            "seats": self.listed(finding.get("seats", ())),
            **{key: self.listed(self.deeds(finding.get(key, ()))) for key in ("deeds", "during", "what")},
            "words": self.both(finding.get("words", ())),
        }

    def deeds(self, acts: Sequence[object]) -> list[str]:
        """The names of acts and of what is under way."""
        names, windows = self.words["name"], self.words["window"]
        return [names.get(str(act)) or windows.get(str(act), str(act)) for act in acts]

    def attr(self, of: Mapping[str, object]) -> str:
        """An attribute, a score or a counter by its word."""
        attr = str(of.get("attr", ""))
        table = self.words["score" if of.get("form") == "score" else "attr"]
        return table.get(attr, attr.replace("_", " "))

    def bounds(self, finding: Mapping[str, object]) -> str:
        """The asked number, in words."""
        words, numbers = (
            self.words["bound"],
            [key for key in ("at_least", "at_most", "exactly") if key in finding],
        )
        if len(numbers) > 1 and "exactly" not in numbers:
            return fill(words["between"], {"least": finding["at_least"], "most": finding["at_most"]})
        return fill(words[numbers[-1]], {"n": finding[numbers[-1]]}) if numbers else ""

    def tests(self, finding: Fields) -> str:
        """The tests of cards besides their place, in words."""
        texts = [self.test(test) for test in finding.get("tests", ())]
        return fill(self.words["text"]["with"], {"tests": self.both(texts)}) if texts else ""

    def test(self, test: Fields) -> str:
        """One test of a card, in words."""
        words, want = self.words["test"], test["want"]
        key = test["key"] if test["key"] in words else "flag" if want is True else "other"
        if key in SPELT:
            want = [self.words[key].get(str(name), name) for name in names(want)]
        together = key in TOGETHER or key == "other"
        wanted = (", ".join if together else self.listed)(
            [self.words["text"]["itself"] if name == "self" else str(name) for name in names(want)]
        )
        spelt = self.words["attr"].get(test["key"], test["key"])
        return fill(words[key], {"key": spelt, "attr": self.attr(test), "want": wanted})

    def had(self, test: Fields) -> str:
        """What a card has instead of the required value, in words."""
        words, have = self.words["had"], test["have"]
        known = have is not None or "{have}" not in words.get(test["key"], "{have}")
        key = test["key"] if known and test["key"] in words else "other"
        if key in SPELT:
            have = self.words[key].get(str(have), have)
        return fill(words[key], {"attr": self.attr(test), "have": self.value(have)})

    def asked_by(self, value: object) -> str:
        """What a text asks for, in its own words."""
        if isinstance(value, Mapping):
            attrs = self.words["attr"]
            return ", ".join(f"{attrs.get(key, key)} {self.asked_by(inner)}" for key, inner in value.items())
        return self.listed([*map(self.asked_by, value)]) if isinstance(value, (list, tuple)) else str(value)

    def both(self, texts: Sequence[str]) -> str:
        """Several things that must all hold, in words."""
        return f" {self.words['text']['and']} ".join(dict.fromkeys(texts))

    def listed(self, values: Sequence[object]) -> str:
        """Several things one of which is enough, in words."""
        return f" {self.words['text']['or']} ".join(dict.fromkeys(str(value) for value in values))


def condition_key(say: str, values: Mapping[str, object], words: Mapping[str, str]) -> str:
    """The key of a condition's phrase: another one where the finding is known, or where the number of cards
    is not told.
    """
    if "have" not in values and f"{say}.unseen" in words:
        return f"{say}.unseen"
    if "last" in values and f"{say}.since" in words:
        return f"{say}.since"
    return f"{say}.found" if "asked" in values and f"{say}.found" in words else say


def names(value: object) -> Sequence[Json]:
    """One value or several, as a sequence."""
    return value if isinstance(value, (tuple, list)) else (value,)
