"""Pronouns: finds what pronouns refer to and names what is chosen, the last step from rows to an ability.

A pronoun that could refer to two things refers to neither: the sentence is declined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from judge.reading.limits import BOTH, LIMIT
from judge.reading.meanings import (
    CHOSEN,
    JOINING,
    NAMELESS,
    ONE_CHOSEN,
    TARGET,
    THAT,
    UNSAID,
    Meaning,
    Table,
    listed,
    parts,
)
from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.reading.grammar import Grammar
    from judge.tables.texts import SettledRow

HEARD: Final = ("on", "answers")  # the keys under which patterns of events stand
NUMBER: Final = "@number"  # the number of the card whose text it is
PLACE: Final = "@zone"  # where the card has to lie for what is said: there its ability works
DECK: Final = "deck"
LOOKED: Final = "@looked"  # under a shuffle: only of what was looked through
NAMES: Final = "abcdefgh"  # of chosen cards
DONE: Final = "done"
DONE_LAST: Final = "@done"  # what was stored last by `as`
MADE_LAST: Final = "@made"  # the cards that it is
SEEN: Final = "$seen"  # the cards that were looked at
_COUNTED: Final = ("at_least", "at_most", "exactly")
OLD: Final = "@old"  # an ability in a wording that does not say what is targeted
PLAYERS: Final = ("me", "opponent", "any")
ELSEWHERE: Final = ("host", "guests", "foe")  # cards of which nothing else speaks
_PLAIN: Final = ("draw", "shuffle", "damage", "number", "negate", "options", "impose", "reveal")  # of no card


class Declined(Exception):
    """Raised for a sentence that can be read but whose meaning is doubtful."""


class Search(NamedTuple):
    """A choice among the cards of a deck, and of other places: its name, these places, and whether it stands
    under a condition.
    """

    name: str
    zones: tuple[Meaning, ...]
    perhaps: bool = False


class Speech:
    """What an ability has mentioned so far."""

    def __init__(self, doubted: frozenset[str] = frozenset(), paid: frozenset[str] = frozenset()) -> None:
        self.doubted, self.paid = doubted, paid
        self.target: Meaning | None = None
        self.that: Meaning | None = None  # the card of the event, where another one acts in it
        self.several: Meaning | None = None  # what was spoken of before this card
        self.last: Meaning | None = None  # what a pronoun stands for; None where that is in doubt
        self.names = iter(NAMES)
        self.places: list[Meaning] = []
        self.done = 0
        self.numbers = 0
        self.in_play: set[str] = set()  # what is chosen among cards that are in play
        self.seen = False  # were cards surely looked at?
        self.searches: list[Search] = []
        self.chosen: dict[str, Table] = {}  # among which cards each choice is made
        self.free = False  # might the last choice be of none?

    def ability(self, data: Mapping[str, Meaning]) -> Table:
        """An ability whose pronouns stand for something. Raises Declined."""
        written = {key: value for key, value in data.items() if key not in (OLD, THAT)}
        befallen: list[Meaning] = ["it"] if "answers" in data else subjects_of(data.get("on"))
        subject = subject_of(data.get("on")) if "on" in data else befallen[0] if befallen else None
        if subject is None and "it" not in befallen and of_itself(listed(data.get("when", []))):
            subject = "self"
        if OLD in data:
            self.old(data.get("do", []))
        if "cost" in written:
            written["cost"] = self.instructions(listed(written["cost"]))
        if "targets" in written:
            written["targets"] = self.targets(listed(written["targets"]))
        elif self.last is not None and subject is None and refers(written.get("do")):
            raise Declined("a pronoun that may mean what was paid with")
        self.that = data.get(THAT, "it" if "it" in befallen else None)
        self.last = self.target
        if self.target is None and THAT not in data:  # else a pronoun may mean the card or the other one
            self.last = subject
        if "do" in written:
            written["do"] = self.instructions(listed(written["do"]))
        written = self.lying(written, subject)
        if "against" in written and written.get("zone", "hand") != "hand":  # it has been there and used since
            raise Declined("an answer that comes from another place than the hand")
        return written

    def old(self, do: Meaning) -> None:
        """Checks that it is not in doubt what an old text does. Raises Declined where it is."""
        if any(self.chosen_in_doubt(part) for part in parts(do)):
            raise Declined("an old text does not say whether it targets this")
        rows = [row for row in listed(do) if isinstance(row, dict) and "choose" not in row]
        if len(rows) > 1 and not self.paid.isdisjoint(rows[0]):
            raise Declined("an old text does not say whether this is paid")

    def lying(self, table: Table, subject: Meaning | None) -> Table:
        """Gives an ability the zone in which its card has to lie for what it says. Raises Declined where that
        is two places.
        """
        places = [place for place in self.places if place != "battle"]
        if not places:
            return table
        if any(place != places[0] for place in places) or subject == "self":
            raise Declined("the card would have to lie in two places")
        zone = table.get("zone", places[0])
        if not {*map(str, listed(zone))} <= {*map(str, listed(places[0]))}:
            raise Declined("the card would have to lie in two places")
        return {"zone": zone, **table}

    def targets(self, rows: Sequence[Meaning]) -> list[Meaning]:
        """What is chosen as its targets."""
        self.last = None
        meanings: list[Meaning] = []
        names: list[Meaning] = []
        for row in rows:
            assert isinstance(row, dict)
            choice = self.choice(row)
            meanings.append(choice)
            names.append(f"${choice['choose']}")
        self.target = names[0] if len(names) == 1 else names
        return meanings

    def chosen_in_doubt(self, value: Meaning) -> bool:
        """Is this a choice of cards that lie where they may be targeted?"""
        if not isinstance(value, dict) or "choose" not in value:
            return False
        of = value.get("from")
        zones = listed(of.get("zone", of.get("zone" + UNSAID, ""))) if isinstance(of, dict) else []
        return not self.doubted or any(zone in self.doubted for zone in zones)

    def instructions(self, rows: Iterable[Meaning]) -> list[Meaning]:
        """A list of instructions with their pronouns resolved."""
        meanings: list[Meaning] = []
        for row in rows:
            if isinstance(row, dict) and "shuffle" in row and "of" not in row:
                meanings += self.shuffles(row)
            elif isinstance(row, dict):
                meanings.append(self.instruction(row))
        return meanings

    def shuffles(self, row: Table) -> list[Meaning]:
        """A shuffle of one's own cards. Who chose among a deck and other cards, and none of the deck, says
        whether the deck was looked through. Raises Declined.
        """
        zone = row["shuffle"]
        searches = [search for search in self.searches if zone in search.zones]
        plain = {key: value for key, value in row.items() if key != LOOKED}
        if searches and all(search.perhaps for search in searches):
            raise Declined("a shuffle behind a search that may not have been")
        mixed = [search for search in searches if len(search.zones) > 1]
        if LOOKED not in row or not mixed:
            return [self.instruction(plain)] if zone == DECK or LOOKED not in row else []
        if len(searches) > 1:
            raise Declined("two searches, and a shuffle if the deck was looked through")
        taken: Table = {"in": f"${mixed[0].name}", "zone": "any", "came": {"from": zone}}
        left: Table = {"in": f"${mixed[0].name}", "zone": zone}  # where nothing could be done with it
        asked: Table = {"may": "shuffle", "do": [plain]}
        none: list[Meaning] = [{**taken, "at_most": 0}, {**left, "at_most": 0}]
        return [{"when": {"any": [taken, left]}, "do": [plain]}, {"when": none, "do": [asked]}]

    def instruction(self, row: Table) -> Table:
        """One instruction; notes what later pronouns may refer to."""
        if "choose" in row:
            return self.choice(row)
        if "options" in row:
            return self.options(row)
        if "do" in row:
            return self.under(row)
        place = row.get(PLACE)
        if place is not None:
            self.places.append(place)
        self.numbers += "number" in row
        if self.numbers > 1:
            raise Declined("two numbers that a player chooses")
        spoken = listed(self.last) if self.last is not None else []
        if row.get("play") in (CHOSEN, ONE_CHOSEN) and not self.in_play.isdisjoint(map(str, spoken)):
            raise Declined("a card that is in play would be played")
        self.look(row)
        written = {key: self.spoken(value) for key, value in row.items() if key != PLACE}
        if "as" in written:
            written["as"] = self.named()
        self.heard(row)
        return written

    def look(self, row: Table) -> None:
        """Cards that are looked at, and what speaks of them. Raises Declined."""
        if SEEN in parts(row) and not self.seen:
            raise Declined("cards among those that were looked at, and perhaps none were")
        self.seen = self.seen or "look" in row

    def choice(self, row: Table) -> Table:
        """A choice: what is chosen is what is spoken of."""
        self.look(row)
        written = {key: self.spoken(value) for key, value in row.items() if key != JOINING}
        name = next(self.names, None)
        if name is None:
            raise Declined("too many choices")
        written["choose"] = name
        if written.get("n") == 1:
            del written["n"]
        place = row["from"] if isinstance(row["from"], dict) else {}
        zone = place.get("zone", place.get("zone" + UNSAID, ""))
        if zone == "battle":
            self.in_play.add(f"${name}")
        if DECK in listed(zone) and {"top", "in"}.isdisjoint(place) and place.get("of", "me") == "me":
            self.searches.append(Search(name, tuple(listed(zone))))
        before = listed(self.last) if JOINING in row and self.last is not None else []
        among = written["from"] if isinstance(written["from"], dict) else {}
        if before:
            written["from"] = self.others(among, before) if among else written["from"]
            if self.free and "upto" not in row:
                raise Declined("an “up to” that may be said of one choice or of both")
        self.free, self.chosen[f"${name}"] = "upto" in row, among
        self.last = [*before, f"${name}"] if before else f"${name}"
        return written

    def others(self, place: Table, before: Sequence[Meaning]) -> Table:
        """The cards of a choice without those that the choices joined to it may have taken."""
        taken = [choice for choice in before if meets(place, self.chosen.get(str(choice), {}))]
        spared = [*listed(place.get("not", [])), *taken]
        return {**place, "not": spared[0] if len(spared) == 1 else spared} if taken else place

    def options(self, row: Table) -> Table:
        """Several effects: each begins where the text stands, and none speaks for what follows."""
        before, seen, among = self.last, self.seen, []
        for option in listed(row["among"]):
            self.last, self.seen = before, seen
            assert isinstance(option, dict)
            among.append({**option, "do": self.instructions(listed(option["do"]))})
        self.last, self.seen = None, seen
        return {**row, "among": [*among]}

    def under(self, row: Table) -> Table:
        """Instructions under a condition, or that depend on a player or a moment."""
        if "when" in row and refers(row["do"]):
            self.last = told_by(listed(row["when"]), self.last)
        written = {key: self.spoken(value) for key, value in row.items() if key not in ("do", "as", "if")}
        if "if" in row:
            written["if"] = self.name_of(self.done)
        seen, searched = self.seen, len(self.searches)
        written["do"] = self.instructions(listed(row["do"]))
        if "when" in row or "if" in row:
            self.searches[searched:] = [search._replace(perhaps=True) for search in self.searches[searched:]]
        if "later" not in row:  # a moment comes; a condition may not hold, nobody has to do what one may
            self.seen = seen
        if "as" in row:
            written["as"] = self.named()
        return written

    def named(self) -> str:
        """A new name for an action."""
        self.done += 1
        return self.name_of(self.done)

    def name_of(self, n: int) -> str:
        """The name of the nth thing that is done."""
        return DONE if n == 1 else f"{DONE}-{n}"

    def spoken(self, value: Meaning) -> Meaning:
        """What is written with what pronouns stand for. Raises Declined."""
        if value == DONE_LAST:
            return self.name_of(self.done)
        if value == MADE_LAST:
            return f"${self.name_of(self.done)}"
        if value == TARGET:
            if self.target is None:
                raise Declined("there is no target")
            return self.target
        if value == THAT:
            return self.that_card()
        if value == CHOSEN and self.last is None and self.several is not None:
            return self.several
        if value in (CHOSEN, ONE_CHOSEN):
            if self.last is None or (value == ONE_CHOSEN and isinstance(self.last, list)):
                raise Declined("a pronoun of which it is in doubt what it means")
            return self.last
        if isinstance(value, dict):
            return {key: self.spoken(inner) for key, inner in value.items()}
        return [self.spoken(part) for part in value] if isinstance(value, list) else value

    def that_card(self) -> Meaning:
        """What "that card" is: what was chosen last, a target, or the card of the event. Raises Declined."""
        chosen = self.last if isinstance(self.last, list) or str(self.last).startswith("$") else None
        meanings: list[Meaning] = []
        for candidate in (chosen, self.target, self.that):
            if candidate is not None and candidate not in meanings:
                meanings.append(candidate)
        if len(meanings) != 1:
            raise Declined("a pronoun of which it is in doubt what it means")
        return meanings[0]

    def heard(self, row: Table) -> None:
        """Notes what an instruction mentions for later pronouns."""
        word = next(iter(row))
        on = row.get("of", row[word]) if word in ("add", "grant", "impose", "blank", "make") else row[word]
        on = row[word] if word == "blank" else on
        plain = word in _PLAIN and (word != "impose" or "of" not in row)
        if plain or word == "equip":  # what it is equipped to is spoken of
            return
        for subject in listed(on):
            self.mentioned(subject)

    def mentioned(self, on: Meaning) -> None:
        """Notes cards to which something is done."""
        if on in (CHOSEN, ONE_CHOSEN, TARGET, THAT):
            return
        self.several = self.last if on == "self" and self.last not in (None, "self") else None
        if on == "self":
            self.last = "self" if self.last in (None, "self") else None
        elif (
            isinstance(on, dict) or "." in str(on) or on in ELSEWHERE
        ):  # cards of a kind, or a value of what is going on
            self.last = None


def meets(table: Table, other: Table) -> bool:
    """May a card be among both of two kinds of cards, as far as their places and their players tell?"""
    zones = [listed(kind.get("zone", kind.get("zone" + UNSAID, ""))) for kind in (table, other)]
    owners = {str(kind.get("of", "me")) for kind in (table, other)}
    apart = owners == {"me", "opponent"} or not any(zone in zones[1] for zone in zones[0])
    return bool(other) and not apart


def subjects_of(on: Meaning | None) -> list[Meaning]:
    """The cards of which events speak: this card, or the one that they befall."""
    meanings: list[Meaning] = []
    for pattern in listed(on) if on is not None else ():
        event = next(iter(pattern.values())) if isinstance(pattern, dict) else "self"
        if event in PLAYERS and isinstance(pattern, dict) and pattern.get("by") == "self":
            event = "self"  # it befalls a player, and this is the one card
        meanings.append("it" if isinstance(event, dict) else event)
    return meanings


def subject_of(on: Meaning | None) -> Meaning | None:
    """What an event lets a pronoun stand for; nothing where this card acts on another one."""
    subjects = subjects_of(on)
    acts = any(isinstance(pattern, dict) and pattern.get("by") == "self" for pattern in listed(on or []))
    if subjects and all(subject == subjects[0] for subject in subjects) and subjects[0] in ("self", "it"):
        return None if acts and subjects[0] == "it" else subjects[0]
    return None


def of_itself(conditions: Sequence[Meaning]) -> bool:
    """Do conditions speak of this card, and of no other?"""
    own = 0
    for condition in conditions:
        if not isinstance(condition, dict):
            return False
        past = condition.get("happened")
        if condition.get("is") == "self" or (isinstance(past, dict) and "self" in past.values()):
            own += 1
        elif not set(condition) <= {"turn", "during"}:
            return False
    return own > 0


def told_by(conditions: Sequence[Meaning], last: Meaning | None) -> Meaning | None:
    """What a pronoun after conditions refers to: the same as before if the conditions only count cards, or
    the one card of its zone that a condition mentions. Raises Declined.
    """
    for condition in conditions:
        if (
            not isinstance(condition, dict)
            or not {"zone", "any", "under"} & set(condition)
            or {"is", "it"} & set(condition)
        ):
            continue
        if condition.get("zone") == "leader":
            last = {"zone": "leader"}
        elif not set(_COUNTED) & set(condition):
            raise Declined("a pronoun behind a condition that speaks of other cards")
    return last


def refers(do: Meaning | None) -> bool:
    """Does the first instruction, unless it is a choice, refer to a card by a pronoun?"""
    first = next((row for row in listed(do) if isinstance(row, dict)), None) if do is not None else None
    if first is None or "choose" in first:
        return False
    if "options" in first:
        return any(refers(option["do"]) for option in listed(first["among"]) if isinstance(option, dict))
    if "do" in first:
        return refers(first["do"])
    inner = list(parts(first))
    return any(pronoun in inner for pronoun in (CHOSEN, ONE_CHOSEN, THAT))


def settled(value: Meaning, number: str, rows: Sequence[SettledRow] = (), heard: str = "") -> Meaning:
    """What is written when nothing more will be said: places by default, what the rulebook's rows make of
    selectors, and the card's own number. `heard` is the key under which it stands in a pattern of events.
    Raises Declined for a place that is nowhere said.
    """
    if isinstance(value, dict):
        table = {}
        for key, inner in made(value, rows, heard).items():
            name = key.removesuffix(UNSAID)
            if name == "zone" and inner == NAMELESS:
                raise Declined("it is not said where the cards lie")
            if inner != "" or (name == key and name != "zone"):
                table[name] = settled(inner, number, rows, key if heard or key in HEARD else "")
        return table
    if isinstance(value, list):
        return [settled(part, number, rows, heard) for part in value]
    if value == NUMBER and not number:
        raise Declined("the card has no number")
    return number if value == NUMBER else value


def made(value: Table, rows: Sequence[SettledRow], heard: str) -> Table:
    """What the rulebook's rows make of a selector."""
    for row in rows:
        some, none = row.get("any", ()), row.get("unless", ())
        passed = heard and not row.get("heard") and heard not in row.get("events", ())
        if passed or any(value.get(key) != wanted for key, wanted in row.get("has", {}).items()):
            continue
        if any(key in value for key in none) or (some and not any(key in value for key in some)):
            continue
        kept = {key: inner for key, inner in value.items() if key not in row.get("drops", ())}
        value = {**kept, **row.get("says", {})}
    return value


def abilities_of(
    meaning: Meaning, number: str, grammar: Grammar | None = None
) -> Iterator[tuple[str, Meaning]]:
    """The abilities that a sentence is, by their kinds, ready to be written on a card. Raises Declined."""
    rows: Sequence[SettledRow] = grammar.settled if grammar is not None else ()
    doubted = (grammar.doubted, grammar.paid) if grammar is not None else ()
    for table in listed(meaning):
        for key, data in table.items() if isinstance(table, dict) else ():
            if key == LIMIT and isinstance(data, dict):
                both = {BOTH: settled(data[BOTH], number, rows)} if BOTH in data else {}
                yield key, {**data, **both}
                continue
            spoken = Speech(*doubted).ability(data) if isinstance(data, dict) else data
            yield key, settled(alone(spoken), number, rows)


def alone(data: Meaning) -> Meaning:
    """An ability whose one condition is no list, and whose one event is none."""
    if not isinstance(data, dict):
        return data
    ones = {key: data[key] for key in ("when", "on") if key in data}
    return {
        **data,
        **{key: part[0] for key, part in ones.items() if isinstance(part, list) and len(part) == 1},
    }
