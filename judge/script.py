"""Script lines and the decisions that they answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from judge.board.position import find_card
from judge.engine.functions import CheckFunction
from judge.engine.view import View
from judge.state import CHANCE, JUDGE, SEATS, Ask, Choice

YES = ("yes", "pay", "use", "apply", "activate", "block")
NO = ("no", "decline", "pass")
CHANCES = ("heads", "tails", "first", "second")
LEADS = ("choose", "pay", "take", "discard", "order", "return", "number", "put", "life", "shuffle", "options")


class Line(NamedTuple):
    """One script line: whose, what, and for a claim that something is refused, by which article."""

    seat: str
    words: tuple[str, ...]
    kind: str = "answer"
    rule: str = ""
    text: str = ""


def parse_line(text: str) -> Line | str:
    """A line, or what is wrong with it."""
    seat, colon, rest = text.partition(":")
    seat = seat.strip()
    words = tuple(rest.split())
    if not colon or seat not in (*SEATS, CHANCE, JUDGE):
        return 'a script line is "A: …", "B: …" or "chance: …"'
    if not words:
        return "the line says nothing after the colon"
    if seat == JUDGE:
        return Line(seat, words, "outside", "", text)
    if words[0] == "not":
        return claim(seat, words[1:], text)
    if words[0] == "know":
        if len(words) != 4 or words[2] != "=":
            return 'write "A: know hand1 = card"'
        return Line(seat, (words[1], words[3]), "know", "", text)
    if words[0] == "concede":
        return Line(seat, words, "concede", "", text)
    return Line(seat, words, "answer", "", text)


def claim(seat: str, words: tuple[str, ...], text: str) -> Line | str:
    """A line that claims that an option is refused."""
    if words and words[-1] == "by":
        return 'write the article after "by"'
    if len(words) >= 3 and words[-2] == "by":
        return Line(seat, words[:-2], "claim", words[-1], text)
    return Line(seat, words, "claim", "", text) if words else "the claim names no option"


def same_word(said: str, word: str, view: View) -> bool:
    """Does a written word stand for a word of a choice?

    Cards go by id, ``B.id``, ``B.leader`` or ability name.
    """
    if said == word or word.endswith("." + said) or (word.startswith(said + ".") and said not in SEATS):
        return True
    if said.startswith(word + ".") and word in view.game.cards:
        return said[len(word) + 1 :] in labels(
            view, word
        )  # an ability named though there is only one to name
    card = find_card(view.game, said)
    return card is not None and (card.id == word or word.startswith(card.id + "."))


def labels(view: View, card: str) -> set[str]:
    """What an ability without a name of its own may be called after its card: its keyword or its kind."""
    found = [one for one in view.abilities(view.game.cards[card]) if not one.name]
    names = view.book.keyword_names
    spelt = {spelling for spelling, word in names.items() if any(one.keyword == word for one in found)}
    return spelt | {one.kind for one in found} | {str(at) for at, _ in enumerate(found, 1)}


def fits(said: Sequence[str], words: Sequence[str], view: View) -> bool:
    """Do the written words fit a choice's words, the last ones left out where nothing else fits them?"""
    return len(said) <= len(words) and all(same_word(a, b, view) for a, b in zip(said, words, strict=False))


def find_choices(ask: Ask, said: Sequence[str], view: View) -> list[Choice]:
    """The choices that the words name: exact ones first, else those that they begin."""
    found = [one for one in ask.choices if len(one.words) == len(said) and fits(said, one.words, view)]
    exact = [one for one in found if all(a == b for a, b in zip(said, one.words, strict=True))]
    return exact or found or [one for one in ask.choices if fits(said, one.words, view)]


class Answer(NamedTuple):
    """The value of an answer, or why there is none."""

    value: Any = None
    error: str = ""


def read_answer(view: View, ask: Ask, words: Sequence[str]) -> Answer:
    """The value that the words give to a decision."""
    if ask.kind == "act":
        return read_act(view, ask, words)
    if ask.kind == "may":
        return read_may(words)
    if ask.kind == "number":
        return read_number(ask, words)
    if ask.kind == "chance":
        found = find_choices(ask, words, view)
        return Answer(found[0].value) if len(found) == 1 else Answer(error="not one of the outcomes")
    return read_several(view, ask, words)


def read_act(view: View, ask: Ask, words: Sequence[str]) -> Answer:
    """An action of a window, or passing."""
    if tuple(words) in (("pass",), ("end",)) and any(one.value == "pass" for one in ask.choices):
        return Answer("pass")
    found = find_choices(ask, words, view)
    if len(found) == 1:
        return Answer(found[0].value)
    if found:
        return Answer(error="more than one option fits: " + ", ".join(" ".join(one.words) for one in found))
    return Answer(error="not a legal option")


def read_may(words: Sequence[str]) -> Answer:
    """Yes or no."""
    if words[0] in YES:
        return Answer(True)
    return Answer(False) if words[0] in NO else Answer(error="neither yes nor no")


def read_number(ask: Ask, words: Sequence[str]) -> Answer:
    """A whole number within what may be chosen."""
    text = words[-1]
    if not text.lstrip("-").isdigit():
        return Answer(error="not a number")
    n = int(text)
    if n < ask.least or (ask.most >= 0 and n > ask.most):
        return Answer(
            error=f"the number must be at least {ask.least}"
            + (f" and at most {ask.most}" if ask.most >= 0 else "")
        )
    return Answer(n)


def read_several(view: View, ask: Ask, words: Sequence[str]) -> Answer:
    """Cards or options by name, none, or an order of them."""
    first = any(same_word(words[0], one.words[0], view) for one in ask.choices)
    if not first and words[0] not in (*LEADS, "none"):
        return Answer(error=f"{words[0]!r} is not one of the choices")
    names = list(
        words if first and words[0] not in LEADS else words[1:] if len(words) > 1 or not first else words
    )
    if names == ["none"]:
        names = []
    values = []
    for name in names:
        found = [one for one in ask.choices if same_word(name, one.words[0], view)]
        if len(found) != 1:
            return Answer(error=f"{name!r} is not one of the choices")
        values.append(found[0].value)
    return check_several(ask, values, view.book.checks, view)


def check_several(ask: Ask, values: list[Any], checks: Mapping[str, CheckFunction], view: View) -> Answer:
    """As many as may be chosen, none twice, and passing together the test that the rule makes."""
    if len(set(values)) != len(values):
        return Answer(error="the same choice twice")
    if not ask.least <= len(values) <= ask.most:
        wanted = str(ask.least) if ask.least == ask.most else f"{ask.least} to {ask.most}"
        return Answer(error=f"{wanted} must be chosen, not {len(values)}")
    if ask.check and not checks[ask.check](view, values, ask.data):
        return Answer(error="what is chosen does not meet the requirement together")
    return Answer(tuple(values))
