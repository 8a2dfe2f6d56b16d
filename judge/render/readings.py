"""What a ruling says of readings: which it touches, and what the other possibilities would give."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.render.catalogue import fill
from judge.render.sentences import Teller
from judge.replays import Other, asked
from judge.ruling import Ruling
from judge.state import SEATS


def show(value: Any) -> str:
    """A value of a fact."""
    return ", ".join(map(str, value)) or "nothing" if isinstance(value, list) else str(value)


def readings(ruling: Ruling, teller: Teller, width: int) -> Iterator[str]:
    """Which readings the ruling touches, and whether it rests on any."""
    table = teller.words["text"]
    if teller.seat:
        if ruling.touched:
            yield from textwrap.wrap(fill(table["touches"], {"names": ", ".join(ruling.touched)}), width)
        return
    differing = [one for one in ruling.others if not one.same]
    same = [name for name in ruling.touched if all(one.same for one in ruling.others if one.reading == name)]
    if same and ruling.others:
        other = table["another"] if len(same) == 1 else table["others"]
        yield from textwrap.wrap(
            fill(table["touches-same"], {"names": ", ".join(same), "other": other}), width
        )
    for one in differing:
        facts = (
            fill(table["parts"], {"parts": one.parts})
            if one.parts
            else "; ".join(differences(one, ruling, teller))
        )
        text = fill(
            table["rests"], {"name": one.reading, "taken": one.taken, "other": one.other, "facts": facts}
        )
        yield from textwrap.wrap(text, width)


def differences(one: Other, ruling: Ruling, teller: Teller) -> Iterator[str]:
    """What another possibility of a reading gives that is not so under the one taken:
    facts, claims, the winner, what comes next.
    """
    table = teller.words["text"]
    for fact in one.facts:
        yield fill(
            table["fact"], {"path": fact.path, "expected": show(fact.expected), "found": show(fact.found)}
        )
    for claim in one.claims:
        yield fill(table["claim"], {"line": claim.line, "why": claim.why})
    told = {fact.path for fact in one.facts}
    if one.winner is not None and "result" not in told:
        yield (
            table["goes-on"]
            if not one.winner
            else fill(table["won"], {"winner": one.winner})
            if one.winner in SEATS
            else table["no-winner"]
        )
    if one.next is not None and not told & {"next", "options"}:
        yield next_there(one.next, asked(ruling.game), table)


def next_there(there: Sequence[str], here: Sequence[str], table: Mapping[str, str]) -> str:
    """The decision that comes next there, as far as it is another one than here."""
    if not there:
        return table["nobody-next"]
    more, less = [one for one in there if one not in here], [one for one in here if one not in there]
    if there[0] in more or len(more) == len(there) - 1:
        return fill(table["asked-next"], {"seat": there[0], "options": ", ".join(there[1:]) or "a number"})
    rows = [
        fill(table[key], {"seat": there[0], "options": ", ".join(words)})
        for key, words in (("more-next", more), ("less-next", less))
        if words
    ]
    return "; ".join(rows)
