"""What a ruling says of readings: which it touches, and what the other possibilities would give."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from judge.engine.kernel.state import SEATS
from judge.play.replays import Other, asked
from judge.play.ruling import Ruling
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller


def show(value: object) -> str:
    """A value of a fact."""
    return ", ".join(map(str, value)) or "nothing" if isinstance(value, list) else str(value)


def readings(ruling: Ruling, teller: Teller, width: int) -> Iterator[str]:
    """Which readings the ruling touches, and whether it rests on any."""
    table = teller.words["text"]
    if teller.seat:
        if ruling.touched:
            yield from textwrap.wrap(fill(table["touches"], {"names": ", ".join(ruling.touched)}), width)
        return
    same = [name for name in ruling.touched if all(one.same for one in ruling.others if one.reading == name)]
    if same and ruling.others:
        other = table["another"] if len(same) == 1 else table["others"]
        text = fill(table["touches-same"], {"names": ", ".join(same), "other": other})
        yield from textwrap.wrap(text, width)
    for one in ruling.others:
        if not one.same:
            yield from textwrap.wrap(resting(one, ruling, teller), width)


def resting(one: Other, ruling: Ruling, teller: Teller) -> str:
    """That the ruling rests on a reading, and what another possibility of it would give."""
    table = teller.words["text"]
    parts = fill(table["parts"], {"parts": one.parts}) if one.parts else ""
    facts = parts or "; ".join(differences(one, ruling, teller))
    values = {"name": one.reading, "taken": one.taken, "other": one.other, "facts": facts}
    return fill(table["rests"], values)


def differences(one: Other, ruling: Ruling, teller: Teller) -> Iterator[str]:
    """What another possibility of a reading gives that is not so under the one taken:
    facts, claims, the winner, what comes next.
    """
    table = teller.words["text"]
    for fact in one.facts:
        values = {"path": fact.path, "expected": show(fact.expected), "found": show(fact.found)}
        yield fill(table["fact"], values)
    for claim in one.claims:
        yield fill(table["claim"], {"line": claim.line, "why": claim.why})
    told = {fact.path for fact in one.facts}
    if one.winner is not None and "result" not in told:
        yield ending(one.winner, table)
    if one.next is not None and not told & {"next", "options"}:
        yield next_there(one.next, asked(ruling.game), table)


def ending(winner: str, table: Mapping[str, str]) -> str:
    """How the game ends there: by a winner, without one, or not yet."""
    if not winner:
        return table["goes-on"]
    return fill(table["won"], {"winner": winner}) if winner in SEATS else table["no-winner"]


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
