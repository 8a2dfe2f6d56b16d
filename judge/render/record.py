"""The record `judge.ruling/2`: every key of a ruling's JSON, its form and what it says.

The renderer builds these very tables, so the type checker holds it to them; `judge schema ruling` and
docs/json.md are made from them. A note on a type says what a key is for. The parts of the page are those of
`judge.page.parts`, which are declared in the same way.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from judge.page.parts import Answer, Asked, CardText, Checked, Next, Open, Reason, Step, Term
from judge.play.ruling import Verdict
from judge.text.plain import Json

Table = dict[str, Json]


class RulebookRecord(TypedDict):
    """The rulebook and the version by which it was played."""

    id: Annotated[str, "the game"]
    version: Annotated[str, "its version"]
    overlays: NotRequired[Annotated[list[str], "files of changes that were laid over it"]]
    readings: Annotated[dict[str, str], "every reading with the possibility that was taken"]
    decided: Annotated[dict[str, str], "the readings that the version decides, with the possibility"]


class OutcomeRecord(TypedDict):
    """How the game ended."""

    winner: Annotated[str | None, "A, B or draw; null where the rulebook leaves it open"]
    article: Annotated[str, "by which article"]
    why: Annotated[str, "why, as the engine names it"]


class RefusedRecord(TypedDict):
    """The line of the script that the rules do not allow."""

    line: Annotated[str, "the line, as it is written"]
    articles: Annotated[list[str], "the articles that refuse it, the deciding ones first"]
    why: Annotated[str, "why, in words"]


class UnreadRecord(TypedDict):
    """A card that is played without its text, or without sentences of it, which nobody here knows."""

    card: Annotated[str, "its name in the fixture"]
    name: Annotated[str, "what is printed on it"]
    sentences: NotRequired[
        Annotated[list[str], "those that are not known, by number; all of the text without"]
    ]


class RanksRecord(TypedDict):
    """The articles by rank, each list in the order in which they come first."""

    decides: Annotated[list[str], "those on which the ruling turns"]
    acts: Annotated[list[str], "those by which something was done"]
    behind: Annotated[list[str], "those that only stand behind one of them"]


class ConditionRecord(TypedDict):
    """One condition of an option."""

    article: Annotated[str, "its article"]
    ok: Annotated[bool, "whether it holds"]
    phrase: Annotated[str, "the name of its sentence"]
    values: Annotated[Table, "what was found"]
    text: Annotated[str, "why it fails, in words; empty where it holds"]


class OptionRecord(TypedDict):
    """Something that a player can do, or that is refused."""

    option: Annotated[str, "as a script says it"]
    conditions: Annotated[list[ConditionRecord], "what it takes"]


class CardRecord(TypedDict):
    """A card as it lay; of a card that the reader has not seen only `id`, "?", and the zone."""

    id: Annotated[str, "its name in the fixture"]
    zone: Annotated[str, "where it lies: A.hand"]
    owner: NotRequired[Annotated[str, "whose it is"]]
    face: NotRequired[Annotated[str, "front or back"]]
    marks: NotRequired[Annotated[Table, "its states"]]
    under: NotRequired[Annotated[list[str], "the cards beneath it"]]
    on: NotRequired[Annotated[str, "the card that it lies beneath"]]


class LineRecord(TypedDict):
    """One line of the trace."""

    n: Annotated[int, "from 1"]
    article: Annotated[str, "the article by which it happened"]
    procedure: Annotated[str, "the procedure, or the window, in which it stands"]
    step: Annotated[str, "the step of that procedure"]
    kind: Annotated[str, "the kind of line: event, step, offer, act, ask, answer, …"]
    player: Annotated[str, "whose line it is; empty where it is nobody's"]
    text: Annotated[str, "the line in words; empty where it has none"]
    cause: Annotated[Table, "of an event: what it was and by what; else the values of the line"]
    before: Annotated[CardRecord | None, "of an event: its card before"]
    after: Annotated[CardRecord | None, "of an event: its card after"]
    options: Annotated[list[OptionRecord], "what could be done here"]
    refused: Annotated[list[OptionRecord], "what could not, and why"]


class FactRecord(TypedDict):
    """One expectation, or one fact that is otherwise."""

    path: Annotated[str, "the fact, as [expect] has it"]
    expected: Annotated[Json, "what is expected"]
    found: Annotated[Json, "what was found"]
    ok: Annotated[bool, "whether they agree"]


class ClaimRecord(TypedDict):
    """A line of the script that asks or claims whether something is allowed."""

    line: Annotated[str, "the line, as it is written"]
    ok: Annotated[bool, "whether the claim holds; a question always does"]
    why: Annotated[str, "why it is refused, or why the claim fails"]
    article: Annotated[str, "the article that decides"]
    kind: Annotated[str, "may where it asks; can or not where it claims"]
    answer: Annotated[str, "yes, no, not-yet or open, to a player cannot-tell; more answers may come"]
    allowed: Annotated[bool, "is it yes, by the readings that are taken?"]
    articles: Annotated[list[str], "every article that refuses, or the one that allows it"]
    after: Annotated[str, "the line of the script before it"]


class OtherRecord(TypedDict):
    """What the script gives under another possibility of a reading."""

    value: Annotated[str, "the possibility"]
    same: Annotated[bool, "whether answers, winner, facts and the next decision are the same"]
    facts: Annotated[list[FactRecord], "the facts that are otherwise"]
    parts: Annotated[str, "where the script does not fit there: why"]
    claims: Annotated[list[ClaimRecord], "the claims that are answered otherwise"]
    winner: Annotated[str | None, "who wins there, where that is otherwise"]
    next: Annotated[list[str] | None, "the next decision there, where that is otherwise"]


class ReadingRecord(TypedDict):
    """A reading that was applied."""

    name: Annotated[str, "its name"]
    taken: Annotated[str, "the possibility that was taken"]
    others: Annotated[list[OtherRecord], "the other possibilities"]


class DecisionRecord(TypedDict):
    """The decision that comes next. The other player's options are not told to a seat."""

    player: Annotated[str, "who is asked"]
    rule: Annotated[str, "by which article"]
    kind: Annotated[str, "act, pick, may, number, order, chance or shuffle; nothing to the other seat"]
    least: Annotated[int, "so many are chosen at least, or the smallest number"]
    most: Annotated[int, "so many at most, or the largest number; -1 for no end"]
    options: Annotated[list[OptionRecord], "what may be answered"]
    refused: Annotated[list[OptionRecord], "what may not, and why"]


class PageRecord(TypedDict):
    """The printed page: seven parts with fixed ids."""

    answer: Annotated[Answer, "what the ruling comes to"]
    asked: Annotated[list[Asked], "ASKED"]
    why: Annotated[list[Reason], "WHY"]
    when: Annotated[list[str], "when what is refused is allowed"]
    steps: Annotated[list[Step], "STEPS"]
    idle: Annotated[str, "how many windows were idle"]
    open: Annotated[list[Open], "OPEN"]
    next: Annotated[Next, "NEXT"]
    checked: Annotated[Checked, "CHECKED"]
    terms: Annotated[list[Term], "TERMS, where the rulebook has those of its book's language"]
    cards: Annotated[list[CardText], "CARDS: the texts of the catalogue's cards that act"]


class PositionRecord(TypedDict):
    """The whole position at the end, as a saved pause holds it: `$` names the kind of a record."""

    cards: Annotated[Table, "every card by its name"]
    zones: Annotated[dict[str, list[str]], "their cards in order, by A.hand"]
    objects: Annotated[dict[str, str], "the card of each object; a card that moves becomes a new one"]
    scores: Annotated[dict[str, int], "by A.lp"]
    memory: Annotated[Table, "what has to be known of turns and of the game"]
    effects: Annotated[list[Table], "what lasts"]
    waiting: Annotated[list[Table], "abilities that wait, the last activated last"]
    agenda: Annotated[list[Table], "the procedures under way, the innermost last"]
    ask: NotRequired[Annotated[Table, "the decision that is waited for, if any"]]
    result: NotRequired[Annotated[Table, "how the game ended"]]
    serial: Annotated[int, "the next number for what needs one"]
    active: Annotated[str, "whose turn it is"]
    turn: Annotated[int, "which turn it is"]
    seen: Annotated[Table, "who has seen which cards"]
    past: Annotated[list[Json], "decisions, by which loops are known"]
    loop: NotRequired[Annotated[Table, "the loop that goes round"]]
    barred: Annotated[list[Table], "what may not begin again"]


class SeenRecord(TypedDict):
    """The position as a seat sees it."""

    cards: Annotated[Table, "the cards that it sees"]
    zones: Annotated[dict[str, list[str] | int], "the cards, or how many where it may not look"]
    scores: Annotated[dict[str, int], "by A.lp"]
    result: Annotated[Table | None, "how the game ended"]
    active: Annotated[str, "whose turn it is"]
    turn: Annotated[int, "which turn it is"]


class RulingRecord(TypedDict):
    """A ruling. With `--as`, what the seat may not see is not in it."""

    schema: Annotated[Literal["judge.ruling/2"], "what this document is"]
    fixture: Annotated[str, "the file, as it was given"]
    game: Annotated[str, "the name of its rulebook"]
    rulebook: Annotated[RulebookRecord, "by what it was played"]
    verdict: Annotated[Verdict, "empty with --as: a fixture may claim what the player may not see"]
    unread: Annotated[list[UnreadRecord], "cards that are played without their text; none with --as"]
    outcome: Annotated[OutcomeRecord | None, "null while the game goes on"]
    refused: NotRequired[Annotated[RefusedRecord, "where one line of the script is not allowed"]]
    page: Annotated[PageRecord, "what is printed"]
    articles: Annotated[list[str], "those that decide or act"]
    ranks: Annotated[RanksRecord, "all articles"]
    steps: Annotated[list[LineRecord], "the trace, every line of it"]
    expectations: Annotated[list[FactRecord], "the facts of [expect]"]
    claims: Annotated[list[ClaimRecord], "the lines of the script that ask or claim"]
    readings: Annotated[list[ReadingRecord], "those that were applied; none with --as"]
    missing_articles: Annotated[list[str], "articles that the fixture names and that neither decide nor act"]
    next: Annotated[DecisionRecord | None, "null where nobody is asked"]
    ahead: Annotated[
        DecisionRecord | None,
        "where nobody is asked: the decision to which the game goes on by itself; null with --as",
    ]
    state: Annotated[PositionRecord | SeenRecord, "the position at the end"]
