"""Prompts: tells what a player is asked, in one line, when a script line does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from judge.engine.kernel.state import Decision
from judge.text.said import Said

SOME: Final = 3  # of many that are named, beside the last


def describe_ask(ask: Decision) -> str:
    """Who is asked what, and the legal answers."""
    if ask.kind == "number":
        what = (
            "how many more rounds of the loop, those played so far not counted"
            if ask.prompt == "ask.loop"
            else "number"
        )
        return f"{ask.seat} is asked ({what}): {bounds(ask)}"
    words = [" ".join(choice.words) for choice in ask.choices]
    many = (
        ""
        if ask.kind in ("act", "may", "chance")
        else f" {ask.least} to {ask.most} of"
        if ask.least != ask.most
        else f" {ask.least} of"
    )
    return f"{ask.seat} is asked ({ask.kind}{many}): " + " | ".join(words)


def bounds(ask: Decision) -> str:
    """The numbers that may be chosen, in words."""
    return f"a number, {ask.least} or more" if ask.most < 0 else f"a number from {ask.least} to {ask.most}"


def some_of(words: Sequence[str]) -> str:
    """Words in a row; of many the first few and the last, which is how one passes."""
    return ", ".join([*words[:SOME], "…", words[-1]] if len(words) > SOME + 1 else words)


def asked_first(seat: str, words: str) -> Said:
    """The message that somebody else decides first."""
    return Said("asked-first", "{seat} is asked first: {words}", seat=seat, words=words)
