"""A decision that waits: what is asked, the answers as they would be written, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.engine.effects.reader import Reader
from judge.engine.kernel.state import Ask, Choice, Option
from judge.engine.kernel.tracer import Entry
from judge.errors import nearest
from judge.fixture.script import Line, fits, parse_line, read_answer
from judge.page.next_decision import number
from judge.play.script_lines import said
from judge.speech.catalogue import fill
from judge.speech.sentences import Teller

LISTED = ("pick", "order", "shuffle")  # answers that name any number of choices
LEAD = {"pick": "choose", "order": "order", "shuffle": "shuffle"}
ASKED = {
    "act": "{seat} may:",
    "may": "{seat} is asked:",
    "pick": "{seat} {verb} {many} of:",
    "number": "{seat} says {bounds}.",
    "order": "{seat} {verb} {many} of:",
    "chance": "{seat} ({verb}):",
    "shuffle": "{seat}, the known cards that come to lie on top:",
}
VERBS = {"pick": "chooses", "order": "puts in order", "chance": "one of"}


class NoAnswer(Exception):
    """An answer that may not be given here; the text says why."""


class Decision(NamedTuple):
    """What is asked of whom, by which article; `taken` is the line that the script answers by."""

    seat: str
    kind: str
    article: str
    text: str
    choices: tuple[str, ...]
    refused: tuple[str, ...]
    unseen: str
    taken: str


def decision_of(teller: Teller, taken: str) -> Decision | None:
    """The decision that waits where a teller's ruling stands; None where nobody is asked."""
    game = teller.ruling.game
    ask = game.ask
    if ask is None or game.result is not None:
        return None
    teller.known = teller.ever  # by now
    offer = offered(teller, ask)
    refused: tuple[str, ...] = ()
    unseen = ""
    if offer is not None:
        teller.seats = offer.data.get("seats", {})
        refused = tuple(one.strip() for one in teller.refusals(offer.data["refused"], ask.seat))
        unseen = teller.unseen(ask.seat, offer.data["unseen"]).strip()
    choices = tuple(shown(teller, ask, one) for one in answers_listed(ask))
    return Decision(ask.seat, ask.kind, ask.rule, asked(teller, ask), choices, refused, unseen, taken)


def offered(teller: Teller, ask: Ask) -> Entry | None:
    """What the window in which is asked has offered; None for any other decision."""
    if ask.prompt != "ask.act":
        return None
    offers = (one for one in reversed(teller.lines) if one.kind == "offer" and one.data["seat"] == ask.seat)
    return next(offers, None)


def answers_listed(ask: Ask) -> Sequence[Choice]:
    """The answers, or what they are made of; of a number there are too many."""
    if ask.kind == "may":
        return (Choice(("yes",), True), Choice(("no",), False))
    return () if ask.kind == "number" else ask.choices


def shown(teller: Teller, ask: Ask, choice: Choice) -> str:
    """A choice in the words of a script line, the other player's cards with their seat."""
    return " ".join(teller.other_card(word, ask.seat) for word in choice.words)


def asked(teller: Teller, ask: Ask) -> str:
    """What is asked, and how many may be chosen."""
    verb = teller.words["ask"].get(ask.prompt, "").rstrip(":") or VERBS.get(ask.kind, "")
    many = str(ask.least) if ask.least == ask.most else f"{ask.least} to {ask.most}"
    bounds = number(ask, teller.words["text"]) if ask.kind == "number" else ""
    values = {"seat": ask.seat, "verb": verb, "many": many, "bounds": bounds}
    return fill(ASKED[ask.kind], values)


# --- answers that are given ------------------------------------------------------------------------
def line_for(teller: Teller, words: Sequence[str]) -> Line:
    """The script line that gives an answer: by the numbers of its choices, or by its words.

    Raises NoAnswer where it may not be given, with the reason.
    """
    ask = teller.ruling.game.ask
    if ask is None or teller.ruling.game.result is not None:
        raise NoAnswer("Nobody is asked here.")
    if not words:
        raise NoAnswer("Say which.")
    written = parse_line(f"{ask.seat}: {' '.join(words_of(ask, without_seat(ask, words)))}")
    if isinstance(written, str):
        raise NoAnswer(f"{written}.")
    if written.kind != "answer":
        raise NoAnswer("That is no answer to what is asked.")
    return checked(teller, ask, written)


def without_seat(ask: Ask, words: Sequence[str]) -> Sequence[str]:
    """The words without whose they are. Raises NoAnswer where that is somebody else."""
    seat, colon, _ = words[0].partition(":")
    if not colon:
        return words
    if seat != ask.seat:
        raise NoAnswer(f"{ask.seat} is asked here.")
    rest = [words[0][len(seat) + 1 :], *words[1:]]
    return [one for one in rest if one] or ["?"]


def words_of(ask: Ask, words: Sequence[str]) -> Sequence[str]:
    """The words of an answer by number; any other words as they are."""
    if not all(one.isascii() and one.isdigit() for one in words):
        return words
    if ask.kind == "number":
        return ("number", *words)
    listed = answers_listed(ask)
    names = [listed[at].words for at in places(words, len(listed))]
    if ask.kind in LISTED:
        return (LEAD[ask.kind], *(one[0] for one in names))
    if len(names) > 1:
        raise NoAnswer("One of them.")
    return names[0]


def places(words: Sequence[str], n: int) -> Iterator[int]:
    """Numbers that were typed as places in a list. Raises NoAnswer where there is no such place."""
    for word in words:
        if len(word) > 6 or not 1 <= int(word) <= n:
            raise NoAnswer(f"There is no {word[:6]}: {f'1 to {n}' if n else 'nothing is listed'}.")
        yield int(word) - 1


def checked(teller: Teller, ask: Ask, line: Line) -> Line:
    """A line that fits, as it would be written. Raises NoAnswer where it does not."""
    view = Reader(teller.ruling.table, teller.ruling.game)
    answer = read_answer(view, ask, line.words)
    if answer.error:
        raise NoAnswer(why_not(teller, ask, line, answer.error))
    found = parse_line(said(view, ask, answer.value, False).text)
    assert not isinstance(found, str)
    return found


def why_not(teller: Teller, ask: Ask, line: Line, error: str) -> str:
    """Why a line may not be given: what refuses it where it was offered, else what it lacks."""
    offer = offered(teller, ask)
    view = Reader(teller.ruling.table, teller.ruling.game)
    refused: Sequence[Option] = () if offer is None else offer.data["refused"]
    found = [one for one in refused if fits(line.words, (one.name, *one.args), view)]
    told = " ".join(one.strip() for one in teller.refusals(found, ask.seat)) if found else ""
    near = nearest(" ".join(line.words), [shown(teller, ask, one) for one in answers_listed(ask)])
    meant = f" Did you mean {near}?" if near and not told else ""
    return told or f"{error[:1].upper()}{error[1:]}: {' '.join(line.words)}.{meant}"
