"""Bounds: how much a game may do and hold. They are far beyond every game that is played, but small enough
to be played in seconds. A game that reaches a bound stops and names it.
"""

from __future__ import annotations

from judge.errors import NotImplementedYet

OFTEN = 1_000  # times that one instruction is carried out, and cards that it moves together
QUEUED = 10_000  # instructions that wait to be carried out
UNDER_WAY = 500  # procedures and texts that one has set off in the middle of another
EFFECTS = 1_000  # effects that last: what a card is now is worked out of all of them
TOKENS = 2_000
OPTIONS = 20_000  # of a player in one window, refused ones among them
DEEPEST = 40  # values that are worked out of each other, one for the other
STEPS = 100_000  # instructions and steps without a decision of a player
LOOKED_AT = 3_000_000  # cards, one each time that a position is looked at, for positions that come back
HELD_AGAINST = 3_000_000  # cards held against others, selectors and abilities, and past events, in one step
HELD_SINCE = 5_000_000  # the same since a player has decided: what each step asks is asked again in the next
RECALLED = 50_000  # past events that are kept because a text asks for them
KEPT = 200_000  # of those, that are kept as they were; beyond, each position is named at once
DECIDED = 8_000_000  # cards, one each time that a position is kept because something was decided in it
NUMBER = 10**15  # of any number of a game; doubling is soon there


def within(n: int, most: int, what: str) -> int:
    """The number, where it is within the bound. Raises NotImplementedYet, which names the bound, where it is
    not.
    """
    if n > most:
        raise NotImplementedYet(f"{what} (at most {most:,})")
    return n
