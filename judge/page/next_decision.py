"""The decision that comes next, with what is refused there and why."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine import trace
from judge.engine.kernel.state import Ask
from judge.page.parts import Next
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

MOST = 12  # options that are named


def following(teller: Teller) -> Next:
    """Who is asked next, for what; nobody where the game is over or the run only stopped."""
    ask, table = teller.ruling.game.ask, teller.words["text"]
    teller.known = teller.ever  # by now
    if teller.ruling.game.result is not None:
        gap = teller.ruling.game.result.why.startswith("undecided:")
        return Next("", table["undecided" if gap else "over"], ())
    if ask is None:
        return Next("", table["nothing-next"], ())
    if teller.seat and ask.seat != teller.seat:
        return Next(ask.seat, fill(table["next-asked"], {"seat": ask.seat, "options": "…"}), ())
    key = "next" if ask.kind == "act" else "next-asked"
    text = fill(table[key], {"seat": ask.seat, "options": possible(ask, teller)})
    refused = refusals(ask, teller)
    return Next(ask.seat, text, (refused,) if refused else ())


def possible(ask: Ask, teller: Teller) -> str:
    """What may be chosen, not too much of it."""
    words = [" ".join(teller.other_card(word, ask.seat) for word in one.words) for one in teller.choices(ask)]
    return teller.some(words, MOST) if words else number(ask, teller.words["text"])


def refusals(ask: Ask, teller: Teller) -> str:
    """What may not be done in a window that is open, and why; "" for any other decision."""
    offers = (
        one for one in reversed(teller.lines) if one.kind is trace.OFFER and one.data["seat"] == ask.seat
    )
    last = next(offers, None)
    if last is None or ask.prompt != "ask.act":
        return ""
    unseen = teller.unseen(ask.seat, last.data["unseen"])
    may = {one.key for one in last.data.get("legal", ())}  # said so it may be done, in another way
    refused = [one for one in last.data["refused"] if one.key not in may]
    return f"{teller.refused(refused, ask.seat)}{unseen}".strip()


def number(ask: Ask, table: Mapping[str, str]) -> str:
    """Which number is asked for."""
    kind = "number-least" if ask.most < 0 else "number-between"
    bounds = fill(table[kind], {"least": ask.least, "most": ask.most})
    return fill(table["rounds"], {"bounds": bounds}) if ask.prompt == "ask.loop" else bounds
