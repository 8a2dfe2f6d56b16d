"""Reader: a `View` that works out values, selectors, numbers and conditions, each by means of the others;
and knows cards that effects of other cards do not affect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects import continuous, validity
from judge.engine.effects import pattern_match as matching
from judge.engine.effects.grants import imposed
from judge.engine.effects.scopes import AFFECT
from judge.engine.effects.sources import sources
from judge.engine.effects.validity import works
from judge.engine.kernel.book import Ability
from judge.engine.kernel.event import Event
from judge.engine.kernel.picks import all_twins, forced_pick
from judge.engine.kernel.state import Card, Choice, Decision, Judgement, Ref, Seat, new
from judge.engine.kernel.turn_history import did, times
from judge.engine.kernel.view import Vars, View
from judge.engine.language import conditions, values
from judge.engine.layout.face_down import face_down, unread

# Cards that continuous effects of other cards do not affect, since a text says so (`forbid` of `affect`).
Ban = tuple[Ability, Card]  # the ability that forbids to affect cards, and the card that has it

BANS = "bans on affecting"  # of what is worked out


def unaffected(view: View, ability: str, source: Card, card: Card) -> Ban | None:
    """The text by which a card is not affected by a continuous effect of another card: what a card says of
    itself always counts. None where there is no such text.
    """
    if AFFECT not in view.table.watched or source.id == card.id:
        return None
    cause: Event = {"by": source.object, "ability": ability, "who": source.seat, "because": "effect"}
    made_by = ability.partition("/")[0]
    if not source.print and made_by in view.table.prints:  # an effect has put it on the game: that card's
        cause["made_by"] = source._replace(print=made_by)
    affecting: Event = {"verb": AFFECT, "name": AFFECT, "rule": "", "card": card.object, **cause}
    sight = matching.of_event(view, affecting)
    for ban, holder in bans(view):
        ctx = {"me": holder.seat, "self": holder.object, "it": card.object}
        if any(matching.fits(view, on, sight, ctx, holder.id) for on in ban.on):
            return ban, holder
    return None


def bans(view: View) -> list[Ban]:
    """The working abilities that forbid effects to affect cards; none while they are being looked for."""
    memo = view.game.static_cache
    if BANS not in memo:
        memo[BANS] = []
        memo[BANS] = list(find_bans(view))
    cards: list[Ban] = memo[BANS]
    return cards


def find_bans(view: View) -> Iterator[Ban]:
    """Searches the board for working abilities that forbid effects to affect cards."""
    yield from ((ability, card) for _, ability, card in imposed(view) if about(ability))
    for card in sources(view):
        yield from ((held, card) for held in view.abilities(card) if about(held) and works(view, card, held))


def about(ability: Ability) -> bool:
    """Does an ability forbid effects to affect cards?"""
    return ability.kind == "forbid" and any(AFFECT in on["events"] for on in ability.on)


class Reader(View):
    """Looks at one game on one table."""

    __slots__ = ()

    # --- cards and zones -------------------------------------------------------------------
    def seats(self, word: str, me: Seat = "") -> tuple[Seat, ...]:
        """The seats that a word such as ``me``, ``opponent``, ``each`` or ``active`` names."""
        return values.seats(self, word, me)

    # --- values ----------------------------------------------------------------------------
    def value(self, card: Card, attr: str) -> object:
        """The computed value of an attribute: printed, then continuous effects."""
        if self.game.effects or attr in self.table.static_attrs or attr in self.book.unread:
            return continuous.value(self, card, attr)
        return self.face(card).attrs.get(attr)

    def printed(self, card: Card, attr: str) -> object:
        """The printed value on the visible face,
        None when nothing is printed or it does not count as the card lies.
        """
        if attr in self.book.unread and unread(self, card):
            return None
        return self.face(card).attrs.get(attr)

    def did(self, whose: str, word: str) -> bool:
        """Has a card (by its object) or a player done this in the current turn?"""
        return did(self, whose, word)

    def times(self, whose: str, word: str) -> int:
        """How often a card or a player has done this in the current turn."""
        return times(self, whose, word)

    def face_down(self, card: Card) -> bool:
        """Does the card lie face-down?"""
        return face_down(self, card)

    def abilities(self, card: Card) -> tuple[Ability, ...]:
        """The card's abilities, granted ones included, none when they are invalid."""
        return continuous.abilities(self, card)

    def borne(self, card: Card) -> tuple[Ability, ...]:
        """The card's abilities, with the negated ones where a rulebook lets negated effects be activated."""
        return continuous.borne(self, card)

    def works(self, card: Card, ability: Ability) -> bool:
        """Does this ability function where the card is, with its conditions of validity met?"""
        return validity.works(self, card, ability)

    def unaffected(self, ability: str, source: Card, card: Card) -> tuple[Ability, Card] | None:
        """The text by which a card is unaffected by an effect of another one that holds continuously."""
        return unaffected(self, ability, source, card)

    def permissions(self, card: Card, what: str) -> int:
        """How many static abilities lift a named rule for this card; for some rules each counts."""
        return sum(1 for _ in continuous.permitting(self, card, what))

    def lifts(self, what: str, seat: Seat = "") -> bool:
        """Does any static ability lift a rule, for whatever card? Only abilities of this player count, if
        one is named.
        """
        return any(source.seat == seat or not seat for _, source in continuous.lifting(self, what))

    def permits(self, card: Card, what: str) -> Ability | None:
        """The static ability that lifts a named rule for this card, if any."""
        return next(continuous.permitting(self, card, what), None)

    # --- words of the vocabulary -----------------------------------------------------------
    def refs(self, what: object, ctx: Mapping[str, object]) -> tuple[Ref, ...]:
        """The objects that a word, a variable or a selector stands for."""
        return values.refs(self, what, ctx)

    def cards(self, what: object, ctx: Mapping[str, object]) -> tuple[Card, ...]:
        """The cards that a word, a variable or a selector stands for; objects that are gone are left out."""
        if isinstance(what, dict):
            return values.select(self, what, ctx)
        cards = (self.card(ref) for ref in values.refs(self, what, ctx))
        return tuple(card for card in cards if card is not None)

    def number(self, what: object, ctx: Mapping[str, object]) -> int:
        """The number that a value of the vocabulary stands for."""
        return values.number(self, what, ctx)

    def holds(self, what: object, ctx: Mapping[str, object]) -> bool:
        """Does a condition of the vocabulary hold?"""
        return conditions.holds(self, what, ctx)

    def judge(self, what: object, ctx: Mapping[str, object]) -> Judgement:
        """The same, with what fails and what is there instead where somebody listens: looking a second time
        is no event of the game, so that nothing is told of it.
        """
        ok = conditions.holds(self, what, ctx)
        if ok or not self.tracing:
            return Judgement(ok)
        return Judgement(False, conditions.findings(Reader(self.table, self.game), what, ctx))

    def matches(
        self,
        card: Card,
        selector: Mapping[str, object],
        ctx: Mapping[str, object],
        seen: Mapping[str, object] | None = None,
    ) -> bool:
        """Does a card fit a selector? `seen` overrides its computed values."""
        return values.matches(self, card, selector, ctx, seen)

    # --- decisions -------------------------------------------------------------------------
    def pick(
        self,
        v: Vars,
        into: str,
        seat: Seat,
        cards: Sequence[Card],
        least: int,
        most: int,
        rule: str,
        prompt: str,
        check: str = "",
        data: Mapping[str, object] | None = None,
    ) -> Decision | tuple[Ref, ...]:
        """The chosen objects when they are answered or forced, otherwise the question."""
        if into in v.answers:
            return tuple(v.answers[into])
        forced = forced_pick(self, cards, least, most, check, data or {})
        if forced is not None:
            taken = tuple([self.game.objects[ref] for ref in forced])
            self.forced.append((seat, ("choose", *taken)))
            if self.tracing:
                wanted = (least, most)
                self.tell_forced(rule, seat, cards, taken, wanted, prompt, bool(check))
            return forced
        choices = tuple([new(Choice, ((card.id,), card.object)) for card in cards])
        return Decision(seat, "pick", rule, into, choices, least, most, prompt, dict(data or {}), check)

    def tell_forced(
        self,
        rule: str,
        seat: Seat,
        cards: Sequence[Card],
        taken: Sequence[str],
        wanted: tuple[int, int],
        prompt: str,
        tested: bool,
    ) -> None:
        """Tells a choice that left nothing to choose: how many cards there were, how many were wanted, and
        whether they are alike. `tested` says that something other than their number decided.
        """
        alike = 0 < len(taken) < len(cards) and (not tested or all_twins(cards))
        about = {"of": len(cards), "least": wanted[0], "most": wanted[1], "alike": alike}
        self.note(trace.FORCED, rule, seat=seat, cards=[*taken], prompt=prompt, **about)
