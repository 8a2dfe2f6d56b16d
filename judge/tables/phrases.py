"""The tables of phrases.LANG.toml: the words of a language that a rulebook lays over the common ones."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from judge.tables.declarations import table

Words = dict[str, str]


class PhraseTables(TypedDict):
    """The words of one language, by what they are said of."""

    mark: Annotated[Words, table("States of cards.", "speech.catalogue", default={})]
    zone: Annotated[Words, table("Zones.", "speech.sentences", default={})]
    event: Annotated[Words, table("What happens.", "speech.sentences", default={})]
    past: Annotated[Words, table("That an event has happened, as a clause.", "speech.offers", default={})]
    note: Annotated[Words, table("What is told beside what happens.", "speech.sentences", default={})]
    window: Annotated[Words, table("Windows as they open.", "speech.sentences", default={})]
    goto: Annotated[Words, table("Steps that go on elsewhere.", "speech.sentences", default={})]
    put: Annotated[Words, table("Values that a step sets.", "speech.sentences", default={})]
    cond: Annotated[Words, table("Why something may not be done.", "speech.sentences", default={})]
    claimed: Annotated[
        Words,
        table(
            "The same, told only to who asks, and not for every card that may not do it.",
            "speech.offers",
            default={},
        ),
    ]
    would: Annotated[
        Words, table("What would have to be so for it to be allowed.", "speech.offers", default={})
    ]
    alone: Annotated[Words, table("The same, where nothing else is refused.", "speech.sentences", default={})]
    deed: Annotated[
        Words,
        table(
            "What a player may do: by the act and so many cards, or by the word it ends with.",
            "speech.names",
            default={},
        ),
    ]
    does: Annotated[Words, table("The same, of the player who does it.", "speech.names", default={})]
    spoken: Annotated[
        Words,
        table(
            "What people call acts, answers and words beside them: ways, with commas between.",
            "shorthand.spoken",
            default={},
        ),
    ]
    acts: Annotated[Words, table("What players do.", "speech.sentences", default={})]
    score: Annotated[Words, table("Scores.", "speech.findings", default={})]
    type: Annotated[Words, table("Types of cards.", "speech.findings", default={})]
    attr: Annotated[Words, table("Attributes and counters.", "speech.findings", default={})]
    asks: Annotated[Words, table("What a condition asks for.", "speech.findings", default={})]
    found: Annotated[Words, table("What is there instead.", "speech.findings", default={})]
    effect: Annotated[Words, table("Lasting effects as they end.", "speech.effects", default={})]
    bound: Annotated[Words, table("A number that is asked for.", "speech.findings", default={})]
    test: Annotated[Words, table("What is asked of a card.", "speech.findings", default={})]
    had: Annotated[Words, table("What a card has instead.", "speech.findings", default={})]
    what: Annotated[Words, table("What is under way, by its procedure.", "speech.notes", default={})]
    name: Annotated[
        Words,
        table("What happens, in a word; a value of a note, as `KEY.VALUE`.", "speech.notes", default={}),
    ]
    moment: Annotated[Words, table("Moments for which something is left.", "speech.sentences", default={})]
    face: Annotated[Words, table("The sides of cards.", "speech.sentences", default={})]
    choice: Annotated[Words, table("Words of a script, as they were chosen.", "speech.names", default={})]
    version: Annotated[Words, table("Versions with which a ruling is compared.", "page.opened", default={})]
    ask: Annotated[Words, table("What players are asked.", "speech.sentences", default={})]
    until: Annotated[Words, table("Spans for which effects last.", "speech.sentences", default={})]
    verdict: Annotated[Words, table("Verdicts.", "render.text", default={})]
    explore: Annotated[Words, table("What `judge explore` says.", "render.explored", default={})]
    inquiry: Annotated[Words, table("What `judge why` and `judge why-not` say.", "page.inquired", default={})]
    example: Annotated[
        Words,
        table(
            "A dispute as `judge new` is told it: question, where, board, cards, before.",
            "shorthand.dispute_fields",
            default={},
        ),
    ]
    point: Annotated[Words, table("Where disputes usually stand.", "shorthand.dispute_fields", default={})]
    text: Annotated[Words, table("What else a page says.", "render.text", default={})]
