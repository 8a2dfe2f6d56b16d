"""The pending decision: its question, its answers as a script would write them, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Choice, Decision, Option
from judge.engine.kernel.tracer import Entry
from judge.errors import nearest
from judge.fixture.script import Line, fits, parse_line, read_answer
from judge.page.asked import number
from judge.play.script_lines import said
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller
from judge.text.numbers import is_figures
from judge.text.rows import NamedTuple

# How answers begin that name any number of choices.
LEAD = {"pick": "choose", "order": "order", "shuffle": "shuffle"}
CHOSEN = ("pick", "order", "chance")  # decisions that are asked with a verb

Words = Mapping[str, str]


class NoAnswer(Exception):
    """The answer may not be given here; the text says why."""


class ShownDecision(NamedTuple):
    """The pending decision: who is asked, what, by which article; `taken` is the script line for it."""

    seat: str
    kind: str
    article: str
    text: str
    choices: tuple[str, ...]
    refused: tuple[str, ...]
    unseen: str
    taken: str


def decision_of(teller: Teller, taken: str) -> ShownDecision | None:
    """The pending decision; None where nobody is asked."""
    game = teller.ruling.game
    ask = game.ask
    if ask is None or game.result is not None:
        return None
    offer = offered(teller, ask)
    refused: tuple[str, ...] = ()
    unseen = ""
    if offer is not None:
        teller.seats = offer.data.get("seats", {})
        refused = tuple(refusal.strip() for refusal in teller.refusals(offer.data["refused"], ask.seat))
        unseen = teller.unseen(ask.seat, offer.data["unseen"]).strip()
    choices = tuple(shown(teller, ask, choice) for choice in answers_listed(ask))
    return ShownDecision(ask.seat, ask.kind, ask.rule, asked(teller, ask), choices, refused, unseen, taken)


def offered(teller: Teller, ask: Decision) -> Entry | None:
    """The offer of the window in which is asked; None for any other decision."""
    if ask.prompt != "ask.act":
        return None
    offers = (
        line for line in reversed(teller.lines) if line.kind is trace.OFFER and line.data["seat"] == ask.seat
    )
    return next(offers, None)


def answers_listed(ask: Decision) -> Sequence[Choice]:
    """The answers that the viewer can tell apart, or the choices that make them up; none for a number, where
    there are too many.
    """
    if ask.kind == "may":
        return (Choice(("yes",), True), Choice(("no",), False))
    return () if ask.kind == "number" else ask.choices


def shown(teller: Teller, ask: Decision, choice: Choice) -> str:
    """A choice in the words of a script line; the other player's cards have their seat."""
    return " ".join(teller.other_card(word, ask.seat) for word in choice.words)


def asked(teller: Teller, ask: Decision) -> str:
    """The question, and how many may be chosen."""
    table, verb = teller.words["step"], teller.words["ask"].get(ask.prompt, "").rstrip(": \u202f")
    if not verb and ask.kind in CHOSEN:
        verb = table[f"verb-{ask.kind}"]
    least, most = ask.least, ask.most
    many = str(least) if least == most else fill(table["range"], {"least": least, "most": most})
    bounds = number(ask, teller.words["text"]) if ask.kind == "number" else ""
    return fill(table[ask.kind], {"seat": ask.seat, "verb": verb, "many": many, "bounds": bounds})


# --- answers that are given ------------------------------------------------------------------------
def line_for(teller: Teller, words: Sequence[str]) -> Line:
    """The script line that gives an answer, by the numbers of its choices or by its words. Raises NoAnswer
    with the reason where it may not be given.
    """
    ask, table = teller.ruling.game.ask, teller.words["step"]
    if ask is None or teller.ruling.game.result is not None:
        raise NoAnswer(table["nobody"])
    if not words:
        raise NoAnswer(table["which"])
    written = parse_line(f"{ask.seat}: {' '.join(words_of(teller, ask, without_seat(ask, words, table)))}")
    if isinstance(written, str):
        raise NoAnswer(f"{written}.")
    if written.kind != "answer":
        raise NoAnswer(table["no-answer"])
    return checked(teller, ask, written)


def without_seat(ask: Decision, words: Sequence[str], table: Words) -> Sequence[str]:
    """The words without the seat in front. Raises NoAnswer where that is the other player's."""
    seat, colon, _ = words[0].partition(":")
    if not colon:
        return words
    if seat != ask.seat:
        raise NoAnswer(fill(table["other-seat"], {"seat": ask.seat}))
    rest = [words[0][len(seat) + 1 :], *words[1:]]
    return [word for word in rest if word] or ["?"]


def words_of(teller: Teller, ask: Decision, words: Sequence[str]) -> Sequence[str]:
    """The words of an answer that is given by number; other words unchanged."""
    table = teller.words["step"]
    if not all(is_figures(word) for word in words):
        return words
    if ask.kind == "number":
        return ("number", *words)
    listed = answers_listed(ask)
    names = [listed[at].words for at in places(words, len(listed), table)]
    if ask.kind in LEAD:
        return (LEAD[ask.kind], *(name[0] for name in names))
    if len(names) > 1:
        raise NoAnswer(table["one"])
    return names[0]


def places(words: Sequence[str], n: int, table: Words) -> Iterator[int]:
    """Typed numbers as indices of a list. Raises NoAnswer where there is no such number."""
    for word in words:
        if len(word) > 6 or not 1 <= int(word) <= n:
            key = "no-such" if n else "nothing-listed"
            raise NoAnswer(fill(table[key], {"n": word[:6], "most": n}))
        yield int(word) - 1


def checked(teller: Teller, ask: Decision, line: Line) -> Line:
    """A line that fits the decision, as it would be written. Raises NoAnswer where it does not fit."""
    view = Reader(teller.ruling.table, teller.ruling.game)
    answer = read_answer(view, ask, line.words)
    if answer.error:
        raise NoAnswer(why_not(teller, ask, line, answer.error))
    written = parse_line(said(view, ask, answer.value, False).text)
    assert not isinstance(written, str)
    return written


def why_not(teller: Teller, ask: Decision, line: Line, error: str) -> str:
    """Why a line may not be given: the reason of the refused option, else what the line lacks."""
    offer = offered(teller, ask)
    view = Reader(teller.ruling.table, teller.ruling.game)
    refused: Sequence[Option] = () if offer is None else offer.data["refused"]
    options = [option for option in refused if fits(line.words, (option.name, *option.args), view)]
    told = " ".join(refusal.strip() for refusal in teller.refusals(options, ask.seat)) if options else ""
    near = nearest(" ".join(line.words), [shown(teller, ask, choice) for choice in answers_listed(ask)])
    table = teller.words["step"]
    why = fill(table["unfit"], {"words": " ".join(line.words), "why": error})
    return told or (fill(table["meant"], {"text": why, "near": near}) if near else why)
