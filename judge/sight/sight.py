"""What a seat has seen: which lines of a trace and which windows it may read, and which cards it could name
at each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.kernel.book import RESOLVE
from judge.engine.kernel.state import AppliedEvent
from judge.engine.kernel.tracer import STANDS_BY, Entry
from judge.engine.trace.kinds import Role
from judge.sight.followed import Followed
from judge.sight.options import Options
from judge.sight.unfollowed import named_by
from judge.text.numbers import is_figures
from judge.text.plain import Fields

# What of windows a seat does not read: those in which nobody spoke up, and what the other player weighs.
# lines of a window in which nobody speaks up
SILENT = (
    trace.STEP,
    trace.WINDOW,
    trace.OFFER,
    trace.ASK,
    trace.ANSWER,
    trace.PASS,
    trace.LOCKED,
    trace.FORCED,
    trace.WINDOW_CLOSE,
)


def unread(ruling: Followed, seat: str) -> frozenset[int]:
    """The lines of windows of which a seat reads nothing, whatever it has seen."""
    thought = weighed(ruling, seat)
    return thought | unspoken(ruling, seat, thought)


def unspoken(ruling: Followed, seat: str, thought: Container[int]) -> frozenset[int]:
    """The lines of windows in which nobody did anything and players only speak up, or only have a turn for
    what was set off: that there was one may hang on what a player holds. The one in which the seat is asked
    now is none of them.
    """
    book, found = ruling.fixture.book, set[int]()
    rare = (name for name, row in book.windows.items() if row.unasked or book.obliging.issuperset(row.offers))
    unasked = {f"window:{name}" for name in rare}
    block: list[int] = []
    for at, entry in enumerate((*ruling.entries, None)) if unasked else ():
        if entry is not None and entry.procedure in unasked:
            block.append(at)
            continue
        if all(ruling.entries[one].kind in SILENT or one in thought for one in block):
            found.update(closed(ruling, block, seat) if entry is None else block)
        block = []
    return frozenset(found)


def closed(ruling: Followed, block: Sequence[int], seat: str) -> Sequence[int]:
    """The last such lines of a trace without those of a window in which the seat is asked now."""
    ask = ruling.game.ask
    if ask is None or ask.seat != seat:
        return block
    begins = (n for n in range(len(block) - 1, -1, -1) if ruling.entries[block[n]].kind is trace.WINDOW)
    return block[: next(begins, 0)]


def weighed(ruling: Followed, seat: str) -> frozenset[int]:
    """The lines that are told while it is worked out what the other player could do: what that player holds
    tells them.
    """
    found, place = set[int](), ("", 0)
    for at in range(len(ruling.entries) - 1, -1, -1):
        entry = ruling.entries[at]
        here = (entry.procedure, entry.depth)
        if entry.kind is trace.OFFER:
            place = here if entry.data["seat"] != seat else ("", 0)
        elif here != place or entry.kind in (*SILENT, trace.EVENT, trace.ACT, trace.BARRED):
            place = ("", 0)
        else:
            found.add(at)
    return frozenset(found)


Names = Callable[[str], bool]  # can the seat name a card?


def begun(data: Fields, cards: Sequence[str], names: Names) -> Fields | None:
    """The beginning of an effect without the unseen ones of its cards, told of the first that is left as it
    would be of any; None where nothing is left of it.
    """
    record: AppliedEvent = data["record"]
    left = [(ref, one) for ref, one in zip(record.args["to"], cards, strict=True) if names(one)]
    if not left and record.args.get("scope") is None:
        return None
    args = {**record.args, "to": tuple([ref for ref, _ in left])}
    ref, card = left[0] if left else ("", "")
    now = {one: value for one, value in data.get("now", {}).items() if names(one)}
    plain = record._replace(card=card, ref=ref, args=args, before=None, after=None)
    return {**data, "record": plain, **({"now": now} if "now" in data else {})}


def changed(data: Fields, names: Names) -> Fields:
    """An event without what it changed, and what it ended, on cards that the seat cannot name."""
    found = {
        "shifts": tuple([one for one in data.get("shifts", ()) if names(one["card"])]),
        "ended": tuple(ended(data.get("ended", ()), names)),
    }
    rest = {key: one for key, one in data.items() if key not in found}
    return {**rest, **{key: one for key, one in found.items() if one}}


def ended(rows: Sequence[Fields], names: Names) -> Iterator[Fields]:
    """The effects that ended, each with the cards that the seat can name. One without any is told where it
    was on none, or would have been on those that came later.
    """
    for one in rows:
        cards = tuple(filter(names, one["cards"]))
        if cards or not one["cards"] or one.get("scoped"):
            yield {**one, "cards": cards}


def over(data: Mapping[str, object], names: Names) -> bool:
    """Does the end of effects tell of nothing but cards that the seat cannot name?"""
    left = changed(data, names)
    return "ended" in data and "ended" not in left and "shifts" not in left


HIDDEN = "?"
NUMBERED = ("#", "@")  # how objects, and what waits, are numbered
_BY_TEXT = ("effect", "cost")  # reasons of events that a text brings about
ROUND = ("n", "decisions", "seats_stop")  # what a round of a loop is made of
ABOUT = (
    trace.SHIFT,
    trace.VALUE,
    trace.SILENT,
    trace.USED_UP,
)  # lines that tell what a card is now, or what it could do
PREVENTED = {
    trace.FORBIDDEN: "affected",
    trace.REACHES_LATER: "card",
}  # lines that tell of what is not done, to whom
LASTING = ("gain", "expire")  # verbs of events that tell of lasting effects


class Sight(Options):
    """Follows a trace and knows, at every line, what a seat has seen so far; without a seat, everything."""

    def __init__(self, ruling: Followed, seat: str) -> None:
        super().__init__(ruling, seat)
        self.veiled: dict[int, Entry] = {}  # what the seat reads instead of an entry, by the entry's identity
        self.numbers: dict[str, str] = {}  # of objects and of what waits, as the seat counts them
        self.hides_value = False  # was the last value told one of a card that this seat has not seen?
        self.chosen: set[str] = set()  # cards that the other player has chosen untold, of the act under way
        self.called: dict[str, str] = {}  # procedures that an act of the other player began, by its card
        self.untold_from = 0  # how deep what is carried out lies of which the seat is not told whether it is

    def follow(self) -> None:
        """Follow the trace to its end."""
        for _ in self.lines():
            pass

    def lines(self) -> Iterator[Entry]:
        """The lines that the seat may read, each after what it shows has been seen; steps in which a seat
        reads of nothing are none, as some run on account of what it does not see.
        """
        held: list[Entry] = []
        for entry in self.followed():
            lasts = entry.depth - 1 if entry.kind is trace.STEP else entry.depth
            held = [one for one in held if one.depth <= lasts]
            if entry.kind is trace.STEP and self.seat:
                held.append(entry)
                continue
            yield from held
            held.clear()
            yield entry

    def followed(self) -> Iterator[Entry]:
        """The same, with every step."""
        silent = unread(self.ruling, self.seat) if self.seat else frozenset()
        for at, entry in enumerate(self.ruling.entries):
            if at in silent or self.barred(at):
                continue
            if entry.kind is trace.EVENT:
                self.watch(entry.data["record"])
            elif entry.kind is trace.ACT:
                self.act(entry)
            elif entry.kind is trace.ANSWER:
                self.decided(at, entry)
            said = self.announced(at, entry)
            self.known |= said
            if entry.kind is trace.ACT and self.other(entry.data["seat"]):
                self.aloud |= said
                self.call(entry)
            if self.secret(entry):
                self.choose(entry)
            else:
                self.veiled[id(entry)] = self.veil(entry)
                yield self.veiled[id(entry)]
            self.known -= said
            self.forget_laid(entry)

    def barred(self, at: int) -> bool:
        """Does a line tell of a window that does not open, which only the other player could have used? Who
        could is told right after it.
        """
        entries = self.ruling.entries[at : at + 2]
        if (
            not self.seat
            or len(entries) < 2
            or entries[0].kind is not trace.BARRED
            or entries[1].kind is not trace.LOCKED
        ):
            return False
        return self.other(entries[1].data["seat"])

    def announced(self, at: int, entry: Entry) -> set[str]:
        """The unseen cards that are named because they come to light now:
        those of an act, a replacement or a choice of chance, not what stays face-down.
        """
        words = (entry.data["record"].card,) if self.starts_to_wait(entry) else named_by(entry)
        named = {self.card_of(word) for word in words} - self.known - {""} if self.seat else set()
        # Who acts can name no more than what it has seen.
        if not named or (entry.kind is trace.ACT and entry.data["seat"] == self.seat):
            return set()
        # the card of what has its turn may lie hidden
        spoken = entry.kind is trace.ACT and not self.unnamed(entry) and entry.data["option"].name != RESOLVE
        firsts = self.first_shown(at, named)
        aloud = named - (self.lying_down if self.points(entry) else set()) if spoken else set()
        return {card for card, seen in firsts.items() if seen or (seen is None and card in aloud)}

    def act(self, entry: Entry) -> None:
        """What was held up goes back; an act that does not name its card may be done with any of those that
        lie with it.
        """
        self.held_up.clear()
        self.laid.clear()
        self.chosen.clear()
        for card in {self.card_of(word) for word in named_by(entry)} - {""} if self.unnamed(entry) else ():
            self.lose_track(self.places.get(card, ""))

    def choose(self, entry: Entry) -> None:
        """Remember what the other player chooses untold: that something then cannot be done with it, would
        tell that there was one.
        """
        if entry.kind is trace.FORCED and self.other(entry.data["seat"]):
            self.chosen.update(entry.data["cards"])
        elif entry.kind is trace.ANSWER and self.other(entry.data["ask"].seat):
            value = entry.data["value"]
            self.chosen.update(map(self.card_of, map(str, value)) if isinstance(value, tuple) else ())

    def call(self, entry: Entry) -> None:
        """Remember which procedures an act begins, and with which card that it does not name."""
        named = {self.card_of(word) for word in named_by(entry)} - self.known if self.unnamed(entry) else ()
        for do in entry.data["option"].do:
            if do.verb == "call":
                self.called[do.args["procedure"]] = next(iter(sorted(named)), "")

    def covert(self, entry: Entry) -> bool:
        """Does it hang on a card with which an act was done unseen how many cards are chosen at a line?"""
        card = self.called.get(entry.procedure, "")
        return bool(card) and card not in self.known

    def unnamed(self, entry: Entry) -> bool:
        """Is it an act that does not say with which card it is done?"""
        return entry.data["option"].name in self.ruling.fixture.book.tables["unnamed_acts"]

    def points(self, entry: Entry) -> bool:
        """Is it an act that points at what lies face-down, without a word of what that is?"""
        return entry.data["option"].name in self.ruling.fixture.book.tables["pointing_acts"]

    def secret(self, entry: Entry) -> bool:
        """A line that only the other seat may read: what it was asked and chose, and its passes."""
        if self.tells_of_untold(entry):
            return True
        if self.rests(entry.data) or not self.stands(entry.data.get(STANDS_BY)):
            return True
        if entry.kind in (trace.PASS, trace.LOCKED):
            return self.other(entry.data["seat"])
        if entry.kind is trace.FORCED:
            unseen = not self.known.issuperset(entry.data["cards"]) or self.covert(entry)
            return unseen and (self.other(entry.data["seat"]) or entry.data["alike"])
        if entry.kind in ABOUT:
            self.hides_value = bool(self.seat) and self.card_of(str(entry.data["card"])) not in self.known
            return self.hides_value
        if Role.UNTRIGGERED in entry.kind.roles:
            holder = self.card_of(entry.kind.bearer(entry.data) or str(entry.data["card"]))
            return bool(self.seat) and holder not in self.known
        if Role.PASSED_OVER in entry.kind.roles and self.seat:
            return self.passes_over_unseen(entry)
        if entry.kind in PREVENTED:
            return str(entry.data.get(PREVENTED[entry.kind], "")) in self.chosen - self.known
        if entry.kind is trace.VALUE_PART:  # it belongs to the value told before it
            return self.hides_value
        if entry.kind is trace.EVENT:
            return self.unheard(entry)
        if entry.kind in (trace.ASK, trace.ANSWER):
            ask = entry.data["ask"]
            if ask.kind == "shuffle" and self.seat:  # nobody sees in which order cards come to lie
                return True
            covert = ask.kind == "pick" and self.covert(entry)
            return self.other(ask.seat) and (covert or not self.public(ask))
        return False

    def tells_of_untold(self, entry: Entry) -> bool:
        """Does a line tell what an effect could not do of which the seat is not told whether it is carried
        out?
        """
        if entry.depth <= self.untold_from:
            self.untold_from = 0
        if Role.RESTS in entry.kind.roles and self.rests(entry.data):
            self.untold_from = entry.depth
        return bool(self.untold_from) and Role.UNDONE in entry.kind.roles

    def passes_over_unseen(self, entry: Entry) -> bool:
        """Is a card passed over that lies where the seat may not look, or by what it prints unseen?"""
        card = self.card_of(str(entry.data["card"]))
        place = self.places.get(card, "")
        unseen = card not in self.known and self.other(place[:1])
        return unseen and (not self.sees(place) or bool(entry.data.get("texts")))

    def ends_at(self, entry: Entry) -> bool:
        """Does what the seat is told end before a decision of the other player: one among unseen cards, or
        about an act with one? What is forced there comes about by itself.
        """
        if entry.kind is trace.ASK and self.other(entry.data["ask"].seat) and self.covert(entry):
            return True
        if entry.kind is trace.FORCED and self.known.issuperset(entry.data["cards"]):
            return self.rests(entry.data)
        return self.secret(entry)

    def starts_to_wait(self, entry: Entry) -> bool:
        """Does an ability wait because it has heard of something? That is announced once it is used."""
        if entry.kind is not trace.EVENT or entry.data["record"].verb != "wait":
            return False
        name, rule = entry.data["record"].name, entry.data["record"].rule
        cites = self.ruling.fixture.book.cites
        return name == "pending" and rule in (cites.get("pending"), cites.get("state", ""))

    def unheard(self, entry: Entry) -> bool:
        """Does an event tell what the seat may not know: a card of another's,
        that what lies Set can be used, or that an ability waits, in the hand or for its card to be revealed?
        """
        record: AppliedEvent = entry.data["record"]
        if self.seat and record.verb == "signal" and record.name in self.ruling.fixture.book.heeded:
            return not self.heeds(record.name)
        if record.verb == "know":
            return record.card not in self.known or not self.sees(record.after.zone if record.after else "")
        if record.verb == "leave" and record.card:  # only keeps the books
            return record.card not in self.known or record.ref in self.untold_waits
        if record.verb == "remember":  # the books name cards in their keys
            named = {self.card_of(part) for part in str(record.args.get("key", "")).split(":")} - {""}
            return bool(self.seat) and (not named <= self.known or self.rests(record.args))
        if record.verb == "tie":
            return record.card not in self.known and self.rests(record.args)
        if record.verb in LASTING:
            return bool(self.seat) and self.heard_of(entry.data) is None
        if self.starts_to_wait(entry):
            return self.waits_untold(record)
        return record.name in ("ready", "unrevealed") and self.other(record.seat)

    def waits_untold(self, record: AppliedEvent) -> bool:
        """Does an ability of the other player wait that is not told to: of an unseen card, or on account of
        unseen cards? Nor is it told then that it waits no longer.
        """
        unseen = record.card not in self.known or self.rests(record.args)
        untold = unseen and self.other(record.seat)
        self.untold_waits = self.untold_waits | {record.ref} if untold else self.untold_waits - {record.ref}
        return untold

    def heeds(self, event: str) -> bool:
        """Does an ability that a card prints which the seat has seen hear of an event?"""
        listeners = self.ruling.fixture.table.listeners.get(event, ())
        prints = (self.prints.get(one.partition("/")[0], ()) for one in listeners)
        return any(self.can_name(card) for cards in prints for card in cards)

    def veil(self, entry: Entry) -> Entry:
        """The line without the other seat's options, refusals and unseen cards: it was asked, no more; and
        one that is told on account of what only that seat sees, as where there is nothing to tell.
        """
        if self.other(str(entry.data.get("private", ""))):
            return entry._replace(kind=trace.SAID, data={"seat": entry.data["private"]})
        if self.seat and entry.kind is trace.ASK:
            ask = entry.data["ask"]
            return entry._replace(data={**entry.data, "ask": ask._replace(choices=self.choices(ask))})
        if not self.seat or entry.kind not in (
            trace.LOOPS,
            trace.EVENT,
            trace.ACT,
            trace.OFFER,
            trace.LOCKED,
        ):
            return entry
        entry = self.covered(entry) if entry.kind is trace.EVENT else entry
        veils = {
            trace.LOOPS: self.round,
            trace.EVENT: self.event,
            trace.ACT: self.act_of,
            trace.OFFER: self.offer,
        }
        return entry._replace(data=veils.get(entry.kind, self.locked)(entry.data))

    def round(self, data: Mapping[str, object]) -> Fields:
        """A loop without its decisions: who may choose otherwise, and what, is said when it is asked."""
        return {**{key: one for key, one in data.items() if key not in ROUND}, "form": "veiled"}

    def event(self, data: Fields) -> Fields:
        """An event; of an unseen card without its abilities, and without whether an effect on it ends."""
        data = self.heard_of(data) or data
        named = self.can_name(data["record"].card)
        return data if named else {key: one for key, one in data.items() if key not in ("texts", "breaks")}

    def covered(self, entry: Entry) -> Entry:
        """An event as the rulebook has it called where the card that it is about, or for which it is done, is
        unseen: its own name and article would tell what that is.
        """
        record: AppliedEvent = entry.data["record"]
        row = self.ruling.fixture.book.tables["covered"].get(record.name)
        unseen = {record.card, self.card_of(str(record.args.get("by", "")))} - {""} - self.known - self.aloud
        if row is None or not unseen or record.args.get("because") in _BY_TEXT:
            return entry
        args = {key: one for key, one in record.args.items() if key != "texts"}
        plain = record._replace(name=row["called"], rule=row["rule"], args=args)
        return entry._replace(rule=row["rule"], data={**entry.data, "record": plain})

    def heard_of(self, data: Fields) -> Fields | None:
        """An event without what lasting effects do to unseen cards; None where it is about nothing else."""
        record: AppliedEvent = data["record"]
        if record.verb == "expire" and over(data, self.can_name):
            return None
        if record.verb == "gain" and self.rests(record.args):
            told = begun(data, [*map(self.card_of, record.args["to"])], self.can_name)
            return told and changed(told, self.can_name)
        return changed(data, self.can_name)

    def act_of(self, data: Fields) -> Fields:
        """An act, as far as the seat may know what it had to meet."""
        option = self.standing(data["option"])
        return {**data, "option": self.done(option) if self.other(data["seat"]) else self.own(option)}

    def name(self, word: str) -> str:
        """A card's id, object number or ability as the seat may read it; any other word as it is."""
        card = self.names.get(word, word)
        if card in self.ruling.game.cards or card in self.ruling.start.cards:
            return card if self.can_name(card) else HIDDEN
        stem, slash, _ = word.partition("/")
        if self.seat and slash and stem in self.ruling.fixture.table.prints:
            # no card that is seen may print it
            return word if any(map(self.can_name, self.prints.get(stem, ()))) else HIDDEN
        return self.number(word)

    def number(self, word: str) -> str:
        """An object number, or that of something that waits: to a seat, one by the order in which it reads
        of them, as the others would tell how many there are that it does not read of.
        """
        if not self.seat or word[:1] not in NUMBERED or not is_figures(word[1:]):
            return word
        return self.numbers.setdefault(word, f"{word[0]}{len(self.numbers) + 1}")
