"""The tables of phrases.LANG.toml: the words of a language that a rulebook lays over the common ones."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import table

Words = dict[str, str]


class PhraseTables(TypedDict):
    """The words of one language, by what they are said of."""

    mark: Annotated[Words, table("States of cards.", "render.catalogue", default={})]
    zone: Annotated[Words, table("Zones.", "render.sentences", default={})]
    event: Annotated[Words, table("What happens.", "render.sentences", default={})]
    note: Annotated[Words, table("What is told beside what happens.", "render.sentences", default={})]
    window: Annotated[Words, table("Windows as they open.", "render.sentences", default={})]
    goto: Annotated[Words, table("Steps that go on elsewhere.", "render.sentences", default={})]
    put: Annotated[Words, table("Values that a step sets.", "render.sentences", default={})]
    cond: Annotated[Words, table("Why something may not be done.", "render.sentences", default={})]
    alone: Annotated[Words, table("The same, where nothing else is refused.", "render.sentences", default={})]
    acts: Annotated[Words, table("What players do.", "render.sentences", default={})]
    score: Annotated[Words, table("Scores.", "render.findings", default={})]
    attr: Annotated[Words, table("Attributes and counters.", "render.findings", default={})]
    asks: Annotated[Words, table("What a condition asks for.", "render.findings", default={})]
    found: Annotated[Words, table("What is there instead.", "render.findings", default={})]
    effect: Annotated[Words, table("Lasting effects as they end.", "render.effects", default={})]
    bound: Annotated[Words, table("A number that is asked for.", "render.findings", default={})]
    test: Annotated[Words, table("What is asked of a card.", "render.findings", default={})]
    had: Annotated[Words, table("What a card has instead.", "render.findings", default={})]
    ask: Annotated[Words, table("What players are asked.", "render.sentences", default={})]
    until: Annotated[Words, table("Spans for which effects last.", "render.sentences", default={})]
    verdict: Annotated[Words, table("Verdicts.", "render.text", default={})]
    text: Annotated[Words, table("What else a page says.", "render.text", default={})]
