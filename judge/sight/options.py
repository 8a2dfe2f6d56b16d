"""What a seat may know of options: what acts had to meet, and why they are refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.flow.exceptions import UNLESS
from judge.engine.kernel.state import Condition, Option
from judge.engine.kernel.tracer import EXPLAINS, HANGING, LIFTED_RULE, PARTLY, STANDS_BY, UNTOLD
from judge.sight.followed import Followed
from judge.sight.seen import hung_on
from judge.sight.unfollowed import Unfollowed
from judge.text.plain import Fields, Json

# What a condition tells that hangs on no unseen card.
SAID_OF: Final = (UNLESS, "words", "by", "ability", "own")


class Options(Unfollowed):
    """Tells options as far as a seat may know them."""

    def __init__(self, ruling: Followed, seat: str) -> None:
        super().__init__(ruling, seat)
        self.untold_waits: frozenset[str] = frozenset()  # the objects of which an ability waits untold
        self.offered: dict[str, Option] = {}  # what the seat was offered last, as it was told, by the words

    def own(self, option: Option) -> Option:
        """What the seat itself did, as it was offered: on which cards a condition hangs is told there."""
        return self.offered.get(option.key) or option._replace(conds=tuple(map(self.paid, option.conds)))

    def standing(self, option: Option) -> Option:
        """An option without what stands beside it only on account of cards that the seat has not seen, nor
        what was found among them.
        """
        conds = (one for one in option.conds if self.stands(one.values.get(STANDS_BY)))
        return option._replace(conds=tuple(map(self.condition, conds)))

    def stands(self, beside: Json) -> bool:
        """Is a condition, or a line, there for all that the seat has seen? `beside` are the cards, or the
        objects of which abilities wait, on account of which it is; None where it is there anyway.
        """
        told = (one for one in beside or () if one not in self.untold_waits)
        return beside is None or any(self.can_name(self.card_of(one)) for one in told)

    def offer(self, data: Fields) -> Fields:
        """An offer: to the other seat, only that there was one."""
        if self.other(data["seat"]):
            return {**data, "legal": [], "refused": [], "unseen": 0, "seats": {}, "kept": None}
        refused, legal = self.heard(data["refused"]), [*map(self.standing, data["legal"])]
        self.offered = {one.key: one for one in legal}
        words = dict.fromkeys(word for one in (*legal, *refused) for word in one.args)
        seats = {word: data["seats"][word] for word in words if word in data["seats"]}
        return {**data, "legal": legal, "refused": refused, "seats": seats}

    def locked(self, data: Fields) -> Fields:
        """What the seat could do, did it not have to wait."""
        return {**data, "refused": self.heard(data["refused"])}

    def done(self, option: Option) -> Option:
        """What another player did; of an unseen card not what it had to meet: that would tell what it is. Nor
        how many cards there were to pay with.
        """
        if not all(self.can_name(self.card_of(word)) for word in option.args):
            return option._replace(conds=())
        return option._replace(conds=tuple(map(self.paid, option.conds)))

    def paid(self, cond: Condition) -> Condition:
        """A condition that was met, without how many cards there were for it."""
        return cond._replace(values={key: one for key, one in cond.values.items() if key != "have"})

    def heard(self, refused: Sequence[Option]) -> list[Option]:
        """The options refused to the seat itself, but for those of cards that it has not seen:
        what these could do would tell what they are.
        """
        own = (one for one in refused if self.can_name(self.card_of(next(iter(one.args), ""))))
        return [*map(self.explained, own)]

    def explained(self, refused: Option) -> Option:
        """An option refused to the seat itself, with as much of why as it may know: of what rests on unseen
        cards only where nothing else refuses it, and so whether they do is seen; else that there is more.
        """
        conds = tuple(refused.conds)
        hung = [one for one in conds if self.hangs(one)]
        hanging = [one for one in hung if EXPLAINS not in one.values] or hung
        open_too = [one for one in conds if not self.hangs(one)]
        alone = all(one.ok for one in open_too)
        told = [*open_too, *(self.one_of(hanging) if alone else ())]
        cards = tuple([card for one in hanging for card in hung_on(one)])
        beside = {PARTLY: cards} if cards else {}
        return refused._replace(conds=tuple([one._replace(values={**one.values, **beside}) for one in told]))

    def one_of(self, hanging: Sequence[Condition]) -> Iterator[Condition]:
        """What is told where nothing refuses an act but what hangs on unseen cards: of several conditions
        which of them fails would tell what those cards are.
        """
        rules = dict.fromkeys(str(one.values.get(LIFTED_RULE, one.rule)) for one in hanging)
        if len(hanging) == 1:
            yield self.condition(hanging[0])
        else:
            yield from (Condition(rule, False, UNTOLD, {UNTOLD: self.seat}) for rule in rules)

    def condition(self, cond: Condition) -> Condition:
        """A condition without what was found, and the exceptions, that rest on cards which the seat has not
        seen; what its text says, and whose text it is, is told.
        """
        if self.rests(cond.values):
            kept = {key: one for key, one in cond.values.items() if key in SAID_OF}
            return self.condition(cond._replace(values={**kept, UNTOLD: self.seat}))
        if UNLESS not in cond.values:
            return cond
        unmet: Json = cond.values[UNLESS]
        named = self.printed - self.known
        told = [one for one in unmet if not self.rests(one) and named.isdisjoint(words_in(one))]
        rest = {key: one for key, one in cond.values.items() if key != UNLESS}
        return cond._replace(values={**rest, UNLESS: tuple(told)} if told else rest)


def words_in(found: object) -> Iterator[str]:
    """Every word of a finding, those that name cards among them."""
    parts: Iterable[object] = found if isinstance(found, tuple) else ()
    parts = [one for key, one in found.items() if key not in HANGING] if isinstance(found, Mapping) else parts
    yield from (found,) if isinstance(found, str) else (word for one in parts for word in words_in(one))
