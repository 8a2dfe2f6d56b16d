"""Cards made of every word of a game's vocabulary, with plausible values under each of its keys, and a way of
playing them.

The words are taken from the door's own tables: what it accepts is what is tried out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

from bench.random_play import any_answer
from judge.engine.flow.changes import VERBS
from judge.engine.flow.engine import Engine
from judge.engine.kernel.state import Game, Instruction
from judge.engine.kernel.view import Vars
from judge.engine.language.traits import BOUNDS
from judge.engine.words.ability_kinds import KINDS, SHARED
from judge.errors import JudgeError
from judge.explain.explainer import Explainer
from judge.fixture.load import Fixture, parse_fixture
from judge.grammar.cards import CardChecker, asked, asked_as
from judge.grammar.conditions import details as details_of
from judge.grammar.conditions import subject_of
from judge.grammar.instructions import common
from judge.grammar.kinds import ways
from judge.grammar.tables import SEATS
from judge.play.ruling import Run, rule_on
from judge.render.text import render
from judge.rulebook.load import load_rulebook
from judge.text.source import parse_source

Card = dict[str, Any]


class Case(NamedTuple):
    """One card that tries out one thing, by the words that say which."""

    name: str
    card: Card


class Stage(NamedTuple):
    """What is on the table of one game: a fixture's board,
    and the carrier of an instruction that its player can use.
    """

    game: str
    board: str
    carrier: Card  # what stands on a card beside the instructions under `key`
    key: str
    act: str
    other: str  # a card of another type, for statics and the like
    zone: str
    attr: str


BOARDS = {
    "dbs": """
game = "dbs"
title = "t"
A = { battle = ["k1", { card = "k2", mode = "inertie", under = ["k3"] }], hand = ["h1", "h2", 3], energy = ["red*3", "blue*3"], drop = ["d1", "d2"], life = 5, deck = ["c1", "c2", 20] }
B = { battle = ["m1", { card = "m2", mode = "inertie" }], hand = ["n1", 2], energy = 3, drop = ["o1"], life = 4, deck = ["e1", 20] }
[cards]
k1 = { power = 20000, character = "Goku", color = "red", cost = 3, combo_power = 5000, combo_cost = 0, origin = "Z" }
k2 = { power = 15000, character = "Vegeta", color = ["red", "blue"], cost = 2 }
k3 = { power = 5000 }
h1 = { power = 10000, character = "Goku", cost = 1, color = "red", combo_power = 5000, combo_cost = 1 }
h2 = { type = "extra", cost = 1, activated = { do = [{ draw = 1 }] } }
d1 = { power = 5000, color = "red" }
d2 = { type = "extra" }
c1 = { power = 5000, cost = 1, color = "blue" }
c2 = { type = "extra", cost = 1 }
m1 = { power = 10000, character = "Goku", color = "green" }
m2 = { power = 12000, auto = { on = "ko", do = [{ draw = 1 }] } }
n1 = { type = "extra", cost = 1, contre = { against = ["play", "attack", "ability"], do = [{ negate = "play" }] } }
o1 = { power = 10000 }
e1 = { power = 10000 }
tok = { token = true, power = 5000 }
""",  # noqa: E501
    "ygo": """
game = "ygo"
title = "t"
turn = 3
A = { monster = [{ card = "k1", counters = { spell = 2 } }, { card = "k2", position = "defence" }, { card = "x", under = ["k3"] }], spell = [{ card = "q", host = "k1" }, { card = "r", facing = "down" }], hand = ["h1", "h2", "h3", 3], graveyard = ["d1", "d2"], deck = ["c1", "c2", 20], extra = ["f1"], banished = ["b1"] }
B = { monster = ["m1", { card = "m2", facing = "down" }], spell = [{ card = "n1", facing = "down" }], hand = ["n2", 2], graveyard = ["o1"], deck = ["e1", 20] }
[cards]
k1 = { level = 4, atk = 1500, def = 1000, race = "Warrior", attribute = "light" }
k2 = { level = 3, atk = 1200, def = 2000, kind = ["effect", "tuner"] }
k3 = { level = 4, atk = 800 }
x = { kind = "xyz", rank = 4, atk = 2000, def = 1000 }
q = { type = "spell", kind = "equip", static = { add = 300, of = "host" } }
r = { type = "trap", effect = { do = [{ draw = 1 }] } }
h1 = { level = 4, atk = 1000, def = 1000 }
h2 = { type = "spell", effect = { do = [{ draw = 1 }] } }
d1 = { level = 4, atk = 1700 }
d2 = { type = "spell" }
c1 = { level = 4, atk = 1800 }
c2 = { type = "trap" }
h3 = { kind = "ritual", level = 2, atk = 1900 }
f1 = { kind = "fusion", level = 6, atk = 2500, materials = [{ level = 4 }, { level = 3 }] }
b1 = { level = 2, atk = 300 }
m1 = { level = 4, kind = ["effect", "gemini"], atk = 1400, def = 1200 }
m2 = { level = 4, atk = 1000, def = 900, flip = { do = [{ draw = 1 }] } }
n1 = { type = "trap", kind = "counter", effect = { answers = { type = "spell" }, do = [{ negate = "$below" }] } }
n2 = { level = 4, atk = 1000 }
o1 = { level = 4, atk = 1000 }
e1 = { level = 4, atk = 1000 }
tok = { token = true, atk = 500, def = 500, level = 1 }
""",  # noqa: E501
    "postures": """
game = "postures"
title = "t"
turn = 5
A = { creature = ["k1", { card = "k2", posture = "defensive" }, { card = "k3", posture = "rest" }], magic = [{ card = "r", slot = "m4" }], equipment = [{ card = "q", host = "k1" }], boost = [{ card = "u", slot = "c2" }], hand = ["h1", "h2", 3], graveyard = ["d1", "d2"], deck = ["c1", "c2", 20] }
B = { creature = ["m1", { card = "m2", posture = "hidden" }], magic = ["n1"], hand = ["n2", 2], graveyard = ["o1"], deck = ["e1", 20], isolation = ["b1"] }
[cards]
k1 = { level = 1, atk = 1500, def = 1000, race = "Dragon", gender = "male" }
k2 = { level = 2, atk = 1200, def = 2000 }
k3 = { atk = 800, def = 100 }
q = { type = "equipment", static = { add = 300, of = "host" } }
u = { type = "boost", static = { add = 100, of = "above" } }
r = { type = "magic", effect = { do = [{ draw = 1 }] } }
h1 = { level = 0, atk = 1000, def = 1000 }
h2 = { type = "magic", effect = { do = [{ draw = 1 }] } }
d1 = { level = 1, atk = 1700 }
d2 = { type = "magic" }
c1 = { level = 1, atk = 1800 }
c2 = { type = "magic" }
m1 = { level = 1, atk = 1400, def = 1200 }
m2 = { level = 1, atk = 1000, def = 900 }
n1 = { type = "magic", effect = { answers = ["activation", "attack", "summon"], do = [{ draw = 1 }] } }
n2 = { level = 1, atk = 1000 }
o1 = { level = 1, atk = 1000 }
e1 = { level = 1, atk = 1000 }
b1 = { level = 1, atk = 1000 }
tok = { token = true, atk = 500, def = 500 }
""",  # noqa: E501
    "victory-spark": """
game = "victory-spark"
title = "t"
turn = 3
A = { ring = ["k1"], bench = ["k2", { card = "k3", orientation = "rest" }], energy = ["g1", "g2", 2], hand = ["h1", "h2", 3], retire = ["d1"], waiting-room = ["d2"], deck = ["c1", "c2", 20] }
B = { ring = ["m1"], bench = [{ card = "m2", orientation = "reverse" }], energy = 3, hand = ["n1", 2], retire = ["o1"], waiting-room = ["b1"], deck = ["e1", 20] }
[cards]
k1 = { name = "Goku", title = "red", sex = "male", level = 1, attack = 3000, defence = 4000, partner_name = "Vegeta" }
k2 = { name = "Vegeta", title = ["red", "blue"], level = 1, attack = 2000, defence = 3000 }
k3 = { level = 2, attack = 1000, defence = 1000, skill_attribute = "Hero" }
g1 = { level = 1 }
g2 = { level = 2 }
h1 = { level = 1, attack = 2000, defence = 2000 }
h2 = { level = 0, attack = 1000, auto = { zone = "hand", on = { attack = "any" }, do = [{ draw = 1 }] } }
d1 = { level = 1 }
d2 = { level = 1, attack = 1000 }
c1 = { level = 1, attack = 1000 }
c2 = { level = 2, spark = { do = [{ draw = 1 }] } }
m1 = { level = 2, attack = 2000, defence = 3000 }
m2 = { level = 1, attack = 1000, auto = { zone = "bench", on = { retire = "any" }, do = [{ draw = 1 }] } }
n1 = { level = 1, cancel = true }
o1 = { level = 1 }
b1 = { level = 1 }
e1 = { level = 1 }
""",  # noqa: E501
    "tdg": """
game = "tdg"
title = "t"
turn = 3
A = { terrain = "r", leader = "k1", leader-object = "q", support-1 = { card = "k2", position = "engaged", cooldown = 1 }, support-2 = { card = "k3", alteration = "fire-1", remaining = 2 }, hand = ["h1", "h2", 3], lock = ["h3"], discard = ["d1"], destruction = ["d2"], deck = ["c1", "c2", 20] }
B = { leader = "m1", support-1 = { card = "m2", position = "disabled" }, meka = [{ card = "p", host = "m1" }], off-field = [{ card = "u", established = true, remaining = 2 }], hand = ["n1", 2], captured = ["b1"], deck = ["e1", 20] }
[cards]
r = { type = "terrain", universe = "helio", adv = { atq = 1 }, allied = { def = 1 } }
q = { type = "object", universe = "helio", atq = 1, boosted = { atq = 2 } }
k1 = { atq = 3, def = 1, universe = "helio", engaged = { atq = 1 } }
k2 = { atq = 2, def = 2, effect = { do = [{ draw = 1 }] } }
k3 = { atq = 1, answer = { against = ["effect"], do = [{ negate = "effect" }] } }
h1 = { atq = 1 }
h2 = { type = "object", def = 1 }
h3 = { type = "action", effect = { do = [{ draw = 1 }] } }
d1 = { atq = 1 }
d2 = { atq = 1 }
c1 = { atq = 1 }
c2 = { type = "terrain" }
m1 = { atq = 2, def = 2, effect = { do = [{ lose-pv = 1 }] } }
m2 = { atq = 1, auto = { on = "destroy", do = [{ draw = 1 }] } }
p = { type = "protocol", variant_of = "m1", atq = 1 }
u = { type = "anomaly", effect = { lasts = 3, do = [{ total = "atq", n = -1, of = "opponent", turns = 3 }] } }
n1 = { atq = 1, answer = { against = ["effect", "answer"], do = [{ pv = 1 }] } }
b1 = { atq = 1 }
e1 = { atq = 1 }
""",  # noqa: E501
}

STAGES = {
    "dbs": Stage(
        "dbs", BOARDS["dbs"], {"type": "extra"}, "activated", "activate", "battle", "battle", "power"
    ),
    "ygo": Stage("ygo", BOARDS["ygo"], {"type": "spell"}, "effect", "activate", "monster", "monster", "atk"),
    "postures": Stage(
        "postures", BOARDS["postures"], {"type": "magic"}, "effect", "activate", "creature", "creature", "atk"
    ),
    "victory-spark": Stage(
        "victory-spark",
        BOARDS["victory-spark"],
        {"type": "chara"},
        "activated",
        "activate",
        "chara",
        "bench",
        "attack",
    ),
    "tdg": Stage("tdg", BOARDS["tdg"], {"type": "action"}, "effect", "play", "character", "support-1", "atq"),
}
PRELUDE = [
    {"choose": "t", "from": {"of": "any"}},
    {"number": "x", "min": 1, "max": 2},
    {"draw": 1, "as": "did"},
]


def toml(value: Any) -> str:
    """A plain value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


class Values:
    """Plausible values of each kind that the door knows, for one game."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.book = load_rulebook(stage.game)
        self.checker = CardChecker(self.book, parse_source("", "vocabulary.toml"), {"tok": {"token": True}})
        self.tables = self.book.tables

    def of(self, kind: str, key: str = "", deep: bool = True) -> list[Any]:
        """Values of a kind, the most ordinary first; `deep` ones hold others."""
        found = getattr(self, "of_" + kind.replace("-", "_"), None)
        if found is not None:
            return list(
                found(key)
                if deep or kind not in ("selector", "cards", "number", "condition", "moved")
                else islice(found(key), 4)
            )
        if kind in self.names():
            names = list(self.names()[kind])
            return [*names, *([names[:2]] if len(names) > 1 and kind in LISTS else [])]
        if kind in PLAIN:
            return list(PLAIN[kind])
        raise AssertionError(f"no value is known of the kind {kind}")

    def of_wanted_number(self, key: str) -> list[Any]:
        """A number, several, and one that was stored."""
        return [3, [3, 4], "$x"]

    def of_wanted_words(self, key: str) -> list[Any]:
        """A word, several, and a part of one."""
        return ["Goku", ["Goku", "Vegeta"], {"has": "ok"}, {"has": ["ok", "$x"]}]

    def of_until(self, key: str) -> list[Any]:
        """Every span, and spans that end in a turn to come."""
        spans = list(self.tables["until"])
        return [*spans, {"turn": 2}, {"turn": 1, "of": "opponent"}]

    def of_selectors(self, key: str) -> list[Any]:
        """One selector, and several of which one fits."""
        return [[{"type": next(iter(self.tables["types"]))}], [{"of": "opponent"}, {"of": "me"}]]

    def of_totals(self, key: str) -> list[Any]:
        """A sum within one bound, and within two."""
        return [{self.stage.attr: {"at_least": 1}}, {self.stage.attr: {"at_least": 0, "at_most": "$x"}}]

    def of_reached(self, key: str) -> list[Any]:
        """Every mark that counts, measured by a number of the card."""
        counts = [mark for mark, states in self.checker.marks.items() if states == "int"]
        return [{mark: self.stage.attr} for mark in counts]

    @cache  # noqa: B019  a handful of games
    def names(self) -> dict[str, list[Any]]:
        """The closed sets of names."""
        tables, book = self.tables, self.book
        words = [one for one, spec in book.attributes.items() if spec["type"] == "words"]
        return {
            "seat": list(SEATS),
            "one-seat": ["me", "opponent"],
            "zone": list(book.zones),
            "goal": list(book.zones),
            "two-zones": [list(book.zones)[:2]],
            "span": list(tables.get("until", {})),
            "zones": [*book.zones, *tables.get("zone_group", {}), "under", "any"],
            "lying": [*book.zones, "under", "any", *tables.get("zone_group", {})],
            "places": [*book.zones, "under", "any"],
            "number-attribute": list(book.attributes),
            "changing-attribute": list(book.attributes),
            "types": list(tables["types"]),
            "moment": list(tables.get("moments", {})),
            "keywords": list(book.keyword_names)[:6],
            "attribute": list(book.attributes),
            "words-attribute": words,
            "acts": list(tables.get("acts", ())),
            "modes": list(book.works.get("all_modes", ())),
            "reasons": list(tables.get("reasons", ("effect", "cost"))),
            "deeds": list(tables.get("did", {})),
            "named-selector": list(tables.get("selectors", {})),
            "phases": list(tables.get("phases", ())),
            "score": list(tables.get("score", {})),
            "answerable": list(tables.get("answerable", ())),
            "keeps": ["all", self.stage.attr],
            "instruction-name": sorted(self.checker.words)[:5],
            "permit": list(tables.get("permits", ())),
            "negated": [
                *tables.get("negatable", {}),
                *tables.get("negated_with", {}),
                "$below",
                "$link",
                {"of": "opponent"},
                {"of": "any"},
            ],
            "running": ["battle" if "battle" in book.procedures else "attack", next(iter(book.procedures))],
            "way": ways(book),
            "one-way": ways(book),
            "aimed": [
                f"{name}.{need}" for name, one in tables["procedure"].items() for need in one.get("needs", {})
            ]
            + ["event.target"],
            "aim": [
                f"{name}.{need}" for name, one in tables["procedure"].items() for need in one.get("needs", {})
            ]
            + ["event.target"],
        }

    def of_amount(self, key: str) -> Iterator[Any]:
        return self.of_number(key)

    def of_number(self, key: str) -> Iterator[Any]:
        attr, zone = self.stage.attr, self.stage.zone
        yield from (
            1,
            2,
            0,
            "$x",
            "$t",
            {"count": {"zone": zone, "of": "any"}},
            {"value": attr, "of": "self"},
            {"value": attr, "of": "$t"},
        )
        yield {"count": {"zone": zone}, "times": -1, "plus": 3}
        yield {"sum": attr, "of": {"zone": zone, "of": "any"}, "half": True}
        yield {"original": attr, "of": "$t", "minus": {"value": attr, "of": "$t"}}
        yield from (
            {"n": "$x", "plus": 1},
            {"counters": "spell", "of": "$t"},
            "event.n",
            {"value": attr, "of": "each"},
            {"count": "$t"},
            {"n": 3, "minus": 1},
        )
        yield from (
            {"score": one, "of": seat} for one in self.tables["score"] for seat in ("me", "opponent", "any")
        )
        yield {"value": next(iter(self.book.attributes)), "of": "$t"}

    def of_selector(self, key: str) -> Iterator[Any]:
        yield from (
            {"of": "any"},
            {"zone": self.stage.zone, "of": "opponent"},
            {"of": "any", "min": {self.stage.attr: 1000}, "not": "self"},
        )

    def of_whole_selector(self, key: str) -> list[Any]:
        return [True, {}, {"of": "me"}]

    def of_cards(self, key: str) -> Iterator[Any]:
        yield from (
            {"of": "any"},
            "$t",
            "self",
            "it",
            ["self", "$t"],
            {"zone": "hand"},
            {"zone": "deck", "top": 2},
            "host",
            "guests",
            "above",
        )
        yield from (
            {"zone": "deck", "min": {self.stage.attr: 1}},
            {"in": "$t"},
            {"zone": "hand", "of": "opponent"},
            {"zone": "deck", "of": "any", "bottom": 1},
        )
        yield from (one for one in self.names()["aim"] if one.split(".")[0] in ("battle", "attack"))
        yield from (
            "event.target",
            *(["foe"] if "attacks" in self.tables else []),
            *(["opposite"] if "slot" in self.checker.marks else []),
            {"under": {"of": "any"}},
        )

    def of_not(self, key: str) -> Iterator[Any]:
        yield from ("self", "$t", {"type": self.tables["types"][0]}, ["self", "$t"])

    def of_moved(self, key: str) -> Iterator[Any]:
        yield from chain(
            (1,),
            self.of_cards(key),
            (
                2,
                {"count": {"of": "any"}},
                {"value": self.stage.attr, "of": "$t"},
                {"n": 2},
                {"counters": "spell"},
            ),
        )

    def of_condition(self, key: str) -> Iterator[Any]:
        yield from (
            {"zone": self.stage.zone, "at_least": 1},
            {"not": "did"},
            "did" if key == "if" else {"turn": "me"},
            [{"turn": "me"}, {"of": "opponent"}],
        )

    def of_instructions(self, key: str) -> list[Any]:
        return [[{"draw": 1}], [], {"draw": 1}]

    def of_subject(self, key: str) -> list[Any]:
        return [
            "any",
            "self",
            "me",
            "opponent",
            {"of": "any"},
            {"of": "opponent", "not": "self"},
            "active",
            "non-active",
        ]

    def of_player(self, key: str) -> list[Any]:
        return ["any", "me", "opponent", "active", "non-active"]

    def of_abilities_named(self, key: str) -> list[Any]:
        """A kind, and the keywords."""
        return ["auto", "activated", [*self.book.keyword_names, "counter"][:2]]

    def of_cause(self, key: str) -> list[Any]:
        return [
            "me",
            "opponent",
            "self",
            {"of": "any"},
            {"ability": "auto", "of": "me"},
            {"ability": ["activated"]},
        ]

    def of_abilities(self, key: str) -> list[Any]:
        plain = [
            word
            for word, spec in self.book.keywords.items()
            if not spec.get("params") and "attached" not in spec
        ]
        return [
            *plain[:1],
            plain[:2],
            {"forbid": {"on": {"move": "self"}}},
            {"static": {"add": 1}},
            {"auto": {"on": "move", "do": [{"draw": 1}]}},
            {"activated": {"do": [{"draw": 1}]}},
        ]

    def of_imposed(self, key: str) -> list[Any]:
        return [
            {"forbid": {"on": {"draw": "me"}}},
            {"static": {"add": 1, "of": {"of": "any"}}},
            {"replace": {"on": {"draw": "any"}, "do": [{"draw": 1}]}},
            *({"allow": {"what": one}} for one in self.names()["permit"][:1]),
        ]

    def of_among(self, key: str) -> list[Any]:
        return [
            [
                {"name": "one", "do": [{"draw": 1}]},
                {"name": "two", "do": [{"draw": 1}, {"choose": "in1", "from": {"of": "any"}}]},
            ]
        ]

    def of_limits(self, key: str) -> list[Any]:
        return [
            {self.stage.attr: 1000},
            {self.stage.attr: "$x"},
            {self.stage.attr: {"value": self.stage.attr, "of": "$t"}},
            dict.fromkeys(self.book.attributes, 1),
        ]

    def of_attributes(self, key: str) -> list[Any]:
        return [{self.stage.attr: 1000}, dict.fromkeys(self.book.attributes, 1)]

    def of_worded(self, key: str) -> list[Any]:
        return [dict.fromkeys(self.names()["words-attribute"][:1], "a")]

    def of_attached_to(self, key: str) -> list[Any]:
        return [True, False, "self", {"of": "any"}]

    def of_counts(self, key: str) -> list[Any]:
        return [{"spell": 1}, {"spell": "$x"}, {}]

    def of_answers(self, key: str) -> list[Any]:
        return [
            *self.names()["answerable"],
            {"type": self.tables["types"][1]},
            {"activation": "card"},
            {"does": [{"word": "destroy", "from": "deck"}, {"to": "hand"}]},
            {"activation": "effect", "of": "opponent"},
            {"does": "destroy"},
        ]

    def of_value(self, key: str) -> list[Any]:
        return [
            1000,
            "$x",
            {"value": self.stage.attr, "of": "$t"},
            {"value": self.stage.attr, "of": "each"},
            {"count": {"of": "any"}},
        ]

    def of_mark(self, key: str) -> list[Any]:
        states = self.checker.marks.get(key, ["x"])
        return [*states, states[:2]] if isinstance(states, list) else list(PLAIN[states])

    def of_state(self, key: str) -> list[Any]:
        return [one for one in self.of_mark(key) if not isinstance(one, list)]

    def of_fields(self, key: str) -> list[Any]:
        goes = [{"to": zone} for zone in self.book.zones]
        return [
            *goes,
            {"to": "deck", "at": "bottom"},
            {"to": "deck", "at": "top"},
            {"n": 2},
            {"n": {"n": "$n", "plus": 1}},
            {"n": "event.n"},
            *({mark: self.of_state(mark)[0]} for mark in self.checker.marks),
        ]

    def of_event(self, key: str) -> list[Any]:
        return ["move", {"draw": "me"}, ["draw", {"move": "any"}]]

    def of_arrivals(self, key: str) -> list[Any]:
        """A way, several, and what else is asked of one."""
        way, zone = ways(self.book)[0], next(iter(self.book.zones))
        table = {"way": [way, "move"], "from": zone, "because": "effect", "by": {"of": "any"}}
        return [way, [way, {"from": zone}], table, {"by": "self"}, {"by": "me"}, {"ability": "activated"}]

    def of_past_event(self, key: str) -> list[Any]:
        return ["move", {"draw": "me"}, ["draw", {"move": {"of": "any"}, "because": "effect", "by": "self"}]]

    def of_paired(self, key: str) -> list[Any]:
        return [
            {"with": {"of": "any"}, "same": self.stage.attr},
            {"with": {"zone": "hand"}, "same": next(iter(self.book.attributes))},
            [
                {"with": {"zone": "hand"}, "same": self.stage.attr},
                {"with": {"of": "any"}, "same": list(self.book.attributes)[:2], "as": self.stage.attr},
            ],
        ]

    def of_attribute_words(self, key: str) -> list[Any]:
        return list(self.book.attributes[key]["words"])[:3]

    def of_article(self, key: str) -> list[Any]:
        return [str(self.tables["cites"]["choose"])]

    def of_articles(self, key: str) -> list[Any]:
        """One article, or two."""
        found = self.of_article(key)
        return [found[0], [found[0], found[0]]]

    def of_any(self, key: str) -> list[Any]:
        return ["each"] if key == "of" else ["Goku", 1000, ["a", "b"], "$x", "$t"]


PLAIN: Mapping[str, Sequence[Any]] = {
    "flag": [True, False],
    "int": [1, 0, -1],
    "natural": [1, 0],
    "count": [1, 2],
    "text": ["spell", "what"],
    "counter-name": ["spell"],
    "abilities-taken": ["this", "auto", ["auto", "static"]],
    "name": ["made"],
    "end": ["top", "bottom"],
    "sequel": ["shuffle"],
    "only": ["top"],
    "face": ["front", "back"],
    "once": ["turn", "turn*2", "turn*3", "game", "turn/name", "game/name", "battle", "chain", "face-up"],
    "words": ["Goku", ["red", "blue"], "auto"],
    "limited": ["activate", "use"],
    "timing": ["if", "when"],
    "activation": ["card", "effect"],
    "card-name": ["tok", {"name": "Moss Token"}],
    "attached": [True, 1],
    "words of color": ["red", ["red", "blue"]],
    "cost": [[{"draw": 1}], []],
    "effect": [[{"draw": 1}]],
}
LISTS = (
    "zones",
    "lying",
    "places",
    "types",
    "keywords",
    "modes",
    "acts",
    "reasons",
    "deeds",
    "phases",
    "answerable",
    "keeps",
    "permit",
)


# What an instruction is tried out on where it can be carried out on few cards only.
SUITED: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "ygo": {
        "exchange": {"exchange": "self", "with": {"zone": "monster", "of": "opponent"}},
        "detach": {"detach": 1, "under": {"zone": "monster", "kind": "xyz"}},
        "set-card": {"set-card": {"zone": "hand", "type": "spell"}},
        "move-equip": {
            "move-equip": {"zone": "spell", "kind": "equip"},
            "to": {"zone": "monster", "of": "opponent", "facing": "up"},
        },
    },
    "tdg": {
        "mark": {"mark": {"zone": "leader"}, "position": "engaged"},
        "total": {"total": "atq"},
        "disengage": {"disengage": {"zone": "support-1"}},
        "engage": {"engage": {"zone": "leader"}},
        "disable": {"disable": {"zone": "leader"}},
        "restore": {"restore": {"zone": "support-2"}},
        "exchange": {"exchange": {"zone": "support-1"}, "with": {"zone": "support-2"}},
        "alter": {"alter": "fire-1", "of": {"zone": "leader", "of": "opponent"}},
        "install": {"install": {"zone": "hand", "top": 1}, "to": "support-1"},
    },
}


# --- what is tried out ---------------------------------------------------------------------------
def instructions(values: Values, verbs: Sequence[str] = ()) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every verb, or those given, with each value under it and under each of its keys, one at a time."""
    for verb in verbs or sorted(values.checker.words):
        word = values.book.vocabulary[verb]
        kind, table, needed = word.under, word.takes, word.needs
        base = {verb: values.of(kind, verb)[0], **{key: values.of(table[key], key)[0] for key in needed}}
        if verb in ("gain", "lose"):
            base = {**base, "attr": values.names()["words-attribute"][0], verb: "Goku"}
        if verb == "mark":
            mark = next(iter(values.checker.marks))
            base[mark] = values.of_state(mark)[0]
        if verb == "move":
            base["to"] = "hand"
        base.update(SUITED.get(values.stage.game, {}).get(verb, {}))
        yield from ((f"{verb} = {one!r}", {**base, verb: one}) for one in values.of(kind, verb))
        for key, under in {**common(values.checker, word, base), **table}.items():
            yield from ((f"{verb}: {key} = {one!r}", {**base, key: one}) for one in values.of(under, key))


def conditions(values: Values) -> Iterator[tuple[str, Any]]:
    """Every form of a condition."""
    attr, zone = values.stage.attr, values.stage.zone
    for key, kind in asked(values.book).items():
        yield from ((f"selector {key} = {one!r}", {key: one}) for one in values.of(kind, key, deep=False))
    for name, spec in values.book.attributes.items():
        yield from (
            (f"selector {name} = {one!r}", {name: one, "of": "any"})
            for one in (*values.of_any(name), *values.of(asked_as(spec), name))
        )
    for mark in values.checker.marks:
        yield from ((f"selector {mark} = {one!r}", {mark: one}) for one in values.of_mark(mark))
    for bound in BOUNDS:
        for one in values.of("number", bound):
            yield f"{bound} = {one!r}", {"zone": zone, bound: one}
            yield f"value {bound} = {one!r}", {"value": attr, "of": "$t", bound: one}
    for name in values.book.attributes:
        yield from (
            (f"{form} = {name}", {form: name, "of": {"of": "any"}, "at_least": 1})
            for form in ("value", "sum", "original")
        )
    yield from ((f"n = {one!r}", {"n": one, "at_least": 1}) for one in values.of("number", "n"))
    for name in values.tables["score"]:
        yield from ((f"score of {seat}", {"score": name, "of": seat, "at_most": 3}) for seat in SEATS)
    yield from ((f"did {one}", {"did": one, "by": "opponent"}) for one in values.names()["deeds"])
    yield from ((f"turn {seat}", {"turn": seat}) for seat in SEATS)
    yield from ((f"during {one}", {"during": one, "turn": "me"}) for one in values.names()["running"])
    yield from (
        (f"shows {one}", {"shows": ["Goku", "red"], "attr": one, "printed": True, "among": {"of": "any"}})
        for one in values.names()["words-attribute"]
    )
    yield "it", {"it": {"min": {attr: 1}}}
    yield "counters", {"counters": "spell", "of": "$t", "at_least": 1}
    yield "any", {"any": [{"turn": "me"}, {"not": {"turn": "me"}}, [{"turn": "me"}]]}
    yield "not", {"not": {"zone": zone, "exactly": 1}}
    yield "$t", "$t"


def numbered(values: Values) -> Iterator[tuple[str, Any]]:
    """Every form of a number, where a value is changed by it and where cards are counted by it."""
    for one in values.of("number", "add"):
        yield f"add {one!r}", {"add": one, "of": {"of": "any"}}
        yield f"top {one!r}", {"look": {"zone": "deck", "top": one}, "into": "seen"}


def spelt(values: Values) -> Iterator[Case]:
    """Cards for everything that instructions can say."""
    stage = values.stage
    told: Iterator[tuple[str, Any]] = chain(
        instructions(values),
        ((f"if {name}", {"draw": 1, "when": cond}) for name, cond in conditions(values)),
        (
            (f"choose {name}", {"choose": "c", "from": cond})
            for name, cond in conditions(values)
            if isinstance(cond, dict)
        ),
        numbered(values),
    )
    for name, one in told:
        do = [*PRELUDE, one]
        for made in given(one):
            do = [*do, {"draw": 1, "if": made}]
        yield Case(name, {**stage.carrier, stage.key: {"do": do}})


def given(one: Mapping[str, Any]) -> list[str]:
    """The name that an instruction stores under, if the door calls it so."""
    return [one["as"]] if one.get("as") == "made" else []


def costs(values: Values) -> Iterator[Case]:
    """The same instructions as costs, as targets and as the whole of an ability that is no card's."""
    stage = values.stage
    for name, one in instructions(values):
        yield Case(f"cost {name}", {**stage.carrier, stage.key: {"cost": [*PRELUDE, one], "do": []}})


def listened(values: Values) -> Iterator[Case]:
    """Cards that listen to every event, of every subject, with every detail, and forbid or replace it."""
    names = sorted(values.book.heard_names)
    for at, name in enumerate(names):
        details = detailed(values, name)
        kind_of = subject_of(values.book, name)
        subjects = values.of(kind_of) if name != "state" else list(islice(values.of_condition(""), 2))
        for turn, subject in enumerate(subjects):
            key, one = details[(at * 7 + turn) % len(details)] if details else ("if", True)
            for kind, rest in (
                ("auto", {"do": [{"draw": 1}]}),
                ("forbid", {}),
                ("replace", {"do": [{"draw": 1}]}),
                *((("surcharge", {"cost": [{"draw": 1}]}),) if name in values.tables["surcharged"] else ()),
            ):
                yield Case(f"{kind} {name} = {subject!r}", {kind: {"on": {name: subject}, **rest}})
                yield Case(
                    f"{kind} {name} = {subject!r}, {key} = {one!r}",
                    {kind: {"on": {name: subject, key: one}, **rest}},
                )
        yield Case(f"auto {name}", {"auto": {"on": name, "do": [{"choose": "c", "from": {"in": "it"}}]}})
    for name in ("move", "draw", "mark", "damage", "attack", "activated"):
        for key, one in detailed(values, name) if name in names else ():
            for kind, rest in (
                ("auto", {"do": [{"draw": 1}]}),
                ("forbid", {}),
                ("replace", {"do": [{"draw": 1}]}),
            ):
                yield Case(f"{kind} {name}, {key} = {one!r}", {kind: {"on": {name: "any", key: one}, **rest}})


def detailed(values: Values, name: str) -> list[tuple[str, Any]]:
    """Every detail that an event can have, with values."""
    found = details_of(values.book, name).items()
    return [(key, one) for key, kind in found for one in values.of(kind, key, deep=False)]


def lasting(values: Values) -> Iterator[Case]:
    """Cards with each kind of ability that the game has, and each of its keys."""
    bases: dict[str, Card] = {
        "static": {"add": 1, "of": {"of": "any"}},
        "replace": {"on": {"move": "any"}, "with": {"to": "deck"}},
        "forbid": {"on": {"draw": "me"}},
        "auto": {"on": "move", "do": [{"draw": 1}]},
        "activated": {"do": [{"draw": 1}]},
    }
    for act in values.tables["surcharged"][:1]:
        bases["surcharge"] = {"on": {act: "any"}, "cost": [{"draw": 1}]}
    for rule in values.names()["permit"][:1]:
        bases["allow"] = {"what": rule}
    for act in values.names()["acts"][:1]:
        bases["counter"] = {"against": act, "do": [{"draw": 1}]}
    for word, kind in {
        **{kind: kind for kind in KINDS},
        **{word: row["kind"] for word, row in values.book.kinds.items()},
    }.items():
        if kind not in bases:  # nothing that it could be about: no key would be looked at
            continue
        own = {
            **SHARED,
            **KINDS[kind].takes,
            **values.tables["ability_keys"],
            **dict.fromkeys(values.checker.marks, "mark"),
        }
        base = {
            key: one
            for key, one in bases[kind].items()
            if key not in values.book.kinds.get(word, {}).get("refuses", ())
        }
        for key, under in own.items():
            for one in values.of(under, key):
                made = {
                    k: v
                    for k, v in base.items()
                    if not (
                        kind == "static" and key in ("make", "gain", "lose", "grant", "blank") and k == "add"
                    )
                }
                if kind == "allow" and key == "cost":  # of a rule that has something paid
                    made["what"] = next(iter(values.tables["permits_instead"]), made["what"])
                yield Case(f"{word}: {key} = {one!r}", {word: {**made, key: one}})
    for attr in values.book.attributes:
        for change in ("make", "gain", "lose", "add"):
            yield Case(
                f"static {change} {attr}",
                {
                    "static": {
                        change: 1
                        if values.book.attributes[attr]["type"] == "int" or change == "add"
                        else "Goku",
                        "attr": attr,
                        "of": {"of": "any"},
                    }
                },
            )


def keyworded(values: Values) -> Iterator[Case]:
    """Cards with each keyword, plain, with its parameters, and with what any keyword may say."""
    for word, spec in values.book.keywords.items():
        params = spec.get("params", {})
        if "attached" in spec:
            yield from (
                Case(f"{word} on an ability", {"static": {"add": 1, word: one}})
                for one in (True, 1, 2, "red")
            )
            continue
        full = {key: values.of(kind, key)[0] for key, kind in params.items()}
        back = {"back": {values.stage.attr: 1}} if spec.get("turns") else {}
        yield Case(word, {word: full or True, **back})
        for key, kind in {
            **params,
            "name": "text",
            "when": "condition",
            "once": "once",
            "needs": "condition",
            "zone": "zones",
        }.items():
            yield from (
                Case(f"{word}: {key} = {one!r}", {word: {**full, key: one}, **back})
                for one in values.of(kind, key)
            )


# --- which keys are read ----------------------------------------------------------------------------
class Watched(dict[str, Any]):
    """The arguments of an instruction, which remember what was asked of them;
    copies of them are watched by the same `seen`.
    """

    seen: set[str]

    def __getitem__(self, key: str) -> Any:
        self.seen.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.seen.add(str(key))
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The value under a key, or the default."""
        self.seen.add(key)
        return super().get(key, default)


PROBE = "probe"  # a key that an instruction hands on to those that it stands for


def watched(args: Mapping[str, Any], seen: set[str]) -> Watched:
    """Arguments that are watched."""
    made = Watched({**args, PROBE: True})
    made.seen = seen
    return made


def reads(values: Values, case: Case) -> set[str]:
    """The keys of a case's instruction that are read when it is carried out;
    all of them where it cannot be told.
    """
    fixture = fixture_of(values.stage, {"z": {"type": values.tables["types"][0], **case.card}})
    own = fixture.table.prints["z"].faces["front"].abilities
    (ability,) = (one for one in own if not one.data.get("inherent"))
    seen: set[str] = set()
    at = len(PRELUDE)
    dos = [
        *ability.do[:at],
        Instruction(ability.do[at].verb, watched(ability.do[at].args, seen)),
        *ability.do[at + 1 :],
    ]
    engine = engine_of(fixture)
    plain = dict(fixture.book.verbs)

    def watching(name: str) -> Any:
        def verb(game: Any, v: Any) -> Any:
            return plain[name](game, Vars(v.vars, watched(v.args, seen), v.answers) if PROBE in v.args else v)

        return verb

    fixture.book.verbs = {name: watching(name) for name in plain}
    try:
        carried_out(engine, fixture, ability, dos)
    finally:
        fixture.book.verbs = plain
    return seen


def unread(values: Values, part: int = 1) -> dict[str, list[Any]]:
    """The keys that the door accepts with a verb and that nothing ever reads, with values;
    one verb of so many, unless all are meant.
    """
    found: dict[str, list[Any]] = {}
    told: set[str] = set()
    looked_at = sorted(values.checker.words)[::part]
    for name, one in instructions(values, looked_at):
        verb, _, key = name.partition(" = ")[0].partition(": ")
        if not key or key in ("if", "when") or f"{verb}: {key}" in told or one[key] is False:
            continue
        (case,) = accepted(
            values, [Case(name, {**values.stage.carrier, values.stage.key: {"do": [*PRELUDE, one]}})]
        ).values() or (None,)
        if case is None:
            continue
        label = f"{verb}: {key}"
        try:
            if key in reads(values, case):
                told.add(label)
                found.pop(label, None)
                continue
        except JudgeError:
            pass
        found.setdefault(label, []).append(one[key])
    return found


# --- playing it ----------------------------------------------------------------------------------
class Played(NamedTuple):
    """What became of the cases: how many the door refused, how many were played, and what broke off."""

    refused: int
    played: int
    broken: list[str]


def accepted(values: Values, cases: Sequence[Case]) -> dict[str, Case]:
    """The cases that the door accepts, by the ids of their cards."""
    found: dict[str, Case] = {}
    types = values.tables["types"]
    for at, case in enumerate(cases):
        for type_ in [case.card["type"]] if "type" in case.card else [types[0], *types[1:]]:
            card = {"type": type_, **case.card}
            if not list(values.checker.card(["cards", f"z{at}"], card)):
                found[f"z{at}"] = Case(case.name, card)
                break
    return found


def fixture_of(stage: Stage, cards: Mapping[str, Card]) -> Fixture:
    """The stage with these cards among those that are known."""
    return parse_fixture(
        stage.board + "".join(f"{key} = {toml(card)}\n" for key, card in cards.items()), "vocabulary.toml"
    )


def play(values: Values, cases: Sequence[Case], decisions: int = 8, told: bool = False) -> Played:
    """Play each case that the door accepts:
    first what it does by itself, then its card from the hand or on the table.
    """
    found = accepted(values, cases)
    broken = []
    for key, case in found.items():
        try:
            fixture = fixture_of(values.stage, {key: case.card})
            by_itself(fixture, key)
            on_the_table(fixture, key, values.stage, decisions)
        except JudgeError:
            continue
        except Exception as error:
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = (
                f"{place.tb_frame.f_code.co_filename.rpartition('/')[2]}:{place.tb_lineno}"
                if place is not None
                else ""
            )
            broken.append(f"{case.name}: {type(error).__name__}: {error} ({where})")
    return Played(len(cases) - len(found), len(found), broken)


def by_itself(fixture: Fixture, key: str, decisions: int = 12) -> None:
    """The instructions of a card's abilities, carried out on the spot on behalf of a card of A."""
    for ability in fixture.table.prints[key].faces["front"].abilities:
        if ability.do:
            carried_out(engine_of(fixture), fixture, ability, ability.do, decisions)


def carried_out(
    engine: Engine, fixture: Fixture, ability: Any, dos: Sequence[Instruction], decisions: int = 12
) -> None:
    """Instructions on the spot, on behalf of A's card `k1`, about B's card `m1`."""
    vars = {
        "me": "A",
        "self": engine.game.cards["k1"].object,
        "it": engine.game.cards["m1"].object,
        "because": "effect",
        "rule": ability.rule,
        "ability": ability.id,
    }
    engine.game.agenda.append(
        engine.game.agenda[-1]._replace(procedure="seq", step="", entered=True, vars=vars, queue=tuple(dos))
    )
    go_on(fixture, engine, decisions)


def on_the_table(fixture: Fixture, key: str, stage: Stage, decisions: int) -> None:
    """The card in A's hand, where it is used if it can be,
    and as one of A's and of B's cards on the table.
    """
    kind = fixture.table.prints[key].type
    for place in ("hand",) if kind == stage.carrier["type"] else ("hand", "table"):
        engine = engine_of(fixture)
        card = engine.game.cards["A.hand1"]
        VERBS["know"](engine.view, {"card": card.object, "print": key})
        if place == "table":
            zone = next(
                (
                    one
                    for one, spec in fixture.book.zones.items()
                    if kind in spec.get("types", [stage.other]) and "arrive" in spec
                ),
                stage.zone,
            )
            VERBS["move"](
                engine.view,
                {
                    "card": card.object,
                    "to": f"A.{zone}",
                    "verb": "move",
                    "name": "move",
                    "rule": "",
                    "marks": {},
                },
            )
        engine.game.forget()
        go_on(fixture, engine, decisions, "A.hand1")


def engine_of(fixture: Fixture) -> Engine:
    """The fixture's game, ready to be played and told."""
    game: Game = fixture.start.copy()
    game.forget()
    return Engine(fixture.table, game, Explainer())


def go_on(fixture: Fixture, engine: Engine, decisions: int, card: str = "") -> None:
    """So many decisions at random, those about the card first; then the ruling is told."""
    random = Random(1)
    for _ in range(decisions):
        engine.run()
        ask = engine.game.ask
        if ask is None:
            break
        own = (
            [one.value for one in ask.choices if card and any(word.startswith(card) for word in one.words)]
            if ask.kind == "act"
            else []
        )
        engine.answer(own[0] if own else any_answer(engine, ask, random))
    run = Run(fixture, traced=False)
    run.game, run.engine, run.tracer = engine.game, engine, engine.tracer
    render(rule_on(fixture, run, readings=False, partly=True))


__all__ = ["STAGES", "Instruction", "Values", "costs", "keyworded", "lasting", "listened", "play", "spelt"]
