"""What is asked about pending traces, a group of one cause at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from judge.cli.codes import INTERRUPTED, OK
from judge.cli.dialogue import Ended, choice, listen, reason_for
from judge.cli.output import width
from judge.suite.review.pending import Group, Kind, Pending
from judge.suite.review.text import NAMED, Articles, difference_rows, group_rows, one_rows
from judge.text.visible import visible

Keep = Callable[[Sequence[Pending], str], None]
VERBS: Final[dict[Kind, str]] = {"changed": "accept", "new": "keep", "stale": "remove"}


class Quit(Exception):
    """Nothing more is wanted."""


def ask(groups: Sequence[Group], keep: Keep, articles: Articles) -> int:
    """Ask about each group; what was accepted until one stops stays. The exit code is that of an interrupt
    where it was one. Raises BadInput where something cannot be written.
    """
    asking = Asking(keep, articles)
    listen()
    try:
        for n, group in enumerate(groups, 1):
            print(f"\n{n} of {len(groups)}")
            asking.group(group)
    except Ended as end:
        return end.code
    except KeyboardInterrupt:  # while something was written, or shown
        return INTERRUPTED
    except Quit:
        pass
    return OK


class Asking:
    """The questions of one call, and the reasons that were given so far."""

    def __init__(self, keep: Keep, articles: Articles) -> None:
        self.keep = keep
        self.articles = articles
        self.reasons: list[str] = []

    def group(self, group: Group) -> None:
        """Ask about all of a group at once."""
        tell_rows(group_rows(group, self.articles, width(), NAMED))
        verb, many = VERBS[group.kind], len(group.all)
        if many == 1:
            self.one(group.all[0])
            return
        words = {verb[0]: f"{verb} all {many}", "l": "look at each", "s": "skip", "q": "quit"}
        word = choice(words)
        if word == "l":
            for n, one in enumerate(group.all, 1):
                print(f"\n{n} of these {many}")
                tell_rows(one_rows(one, width()))
                self.one(one)
        self.carry_out(word, verb, group.all)

    def one(self, one: Pending) -> None:
        """Ask about a single one."""
        verb = VERBS[one.kind]
        words = {verb[0]: verb, "s": "skip", "q": "quit"}
        if one.kind == "changed":
            words = {"a": "accept", "d": "see the whole difference", "s": "skip", "q": "quit"}
        word = choice(words)
        while word == "d":
            tell_rows(difference_rows(one, width()))
            word = choice(words)
        self.carry_out(word, verb, [one])

    def carry_out(self, word: str, verb: str, some: Sequence[Pending]) -> None:
        """Do what was answered."""
        if word == "q":
            raise Quit
        if word == verb[0]:
            reason = self.reason() if some[0].kind == "changed" else ""
            self.keep(some, reason)

    def reason(self) -> str:
        """Why a change is right."""
        self.reasons.append(reason_for(self.reasons))
        return self.reasons[-1]


def tell_rows(rows: Iterable[str]) -> None:
    """Print what was made for the terminal."""
    print("\n".join(map(visible, rows)))
