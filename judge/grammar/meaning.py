"""Words for cards that mean nothing where they stand: refused, as they would do nothing without a word."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from judge.engine.effects.validity import STANDING
from judge.engine.kernel.state import EMPTY
from judge.grammar.checker import Checker
from judge.grammar.tables import Checks, Path
from judge.text.plain import Fields, Plain

IT = "it"
OF_AN_EVENT = (IT, "$below", "$link")
TOLD = ("on", "against", "answers")  # of what an ability speaks that `it` can be the card of
LASTING = ("when", "needs", "of", "blank", "strip")  # of what holds by itself: no event is spoken of there
PICKED = ("is", "not", "in")
DETAILS: Collection[str] = (
    "by",
    "target",
    "attacker",
    "state",
)  # other cards than the one that an event befalls
EXPECTED = "self, $t for what choose has stored, or a selector"


def check_meaning(checker: Checker, path: Path, kind: str, data: Plain, preset: Fields = EMPTY) -> Checks:
    """That `it` stands where there is a card that it means."""
    if not isinstance(data, Mapping) or "impose" in path[2:]:
        return  # what is imposed means what the text means that imposes it
    told = kind == "auto" or any(key in data or key in preset for key in TOLD)
    silent = LASTING if kind in STANDING else ("needs",) if told else tuple(data)
    for where, one in found(checker, path, {key: data[key] for key in silent if key in data}):
        word = where[-1] if isinstance(one, Mapping) else one
        message = f"{word} means nothing here: no event is spoken of, and nothing is answered"
        yield checker.wrong(where, message, word, EXPECTED)
    for where, on in patterns([*path, "on"], data.get("on")):
        for at in picked(where, on):
            message = "it is the very card that this event befalls: that says nothing"
            yield checker.wrong(at, message, IT, f"{EXPECTED}; in impose, it is the card of the text around")


def found(checker: Checker, path: Path, data: Plain) -> Iterator[tuple[Path, Plain]]:
    """What in a value is about an event or an answer, with its place: what is given to other cards, and words
    that cards print, left out.
    """
    if isinstance(data, Mapping):
        for key, one in data.items():
            if key in checker.book.attributes or key in ("name", "as", "grant"):
                continue
            if key == IT and isinstance(one, Mapping):
                yield [*path, key], one
            elif key == "impose" and isinstance(one, Mapping):
                yield from about(checker, [*path, key], one)
            else:
                yield from found(checker, [*path, key], one)
    elif isinstance(data, list):
        for at, one in enumerate(data):
            yield from found(checker, [*path, at], one)
    elif isinstance(data, str) and (data in OF_AN_EVENT or data.startswith("event.")):
        yield path, data


def about(checker: Checker, path: Path, data: Fields) -> Iterator[tuple[Path, Plain]]:
    """The places of `it` in imposed abilities that mean the card of the text around them."""
    for key, value in data.items():
        for at, one in enumerate(value if isinstance(value, list) else [value]):
            where = [*path, key, at] if isinstance(value, list) else [*path, key]
            if isinstance(one, Mapping):
                said = {word: one[word] for word in ("on", *LASTING) if word in one}
                yield from found(checker, where, said)


def patterns(path: Path, on: Plain) -> Iterator[tuple[Path, Plain]]:
    """The subjects of what an ability listens to, each with its place."""
    for at, one in enumerate(on if isinstance(on, list) else [on]):
        where = [*path, at] if isinstance(on, list) else path
        for key, subject in one.items() if isinstance(one, Mapping) else ():
            if key not in DETAILS and isinstance(subject, Mapping):
                yield [*where, key], subject


def picked(path: Path, data: Fields) -> Iterator[Path]:
    """The places where a selector asks whether a card is `it`, or is not."""
    for key in PICKED:
        if data.get(key) == IT:
            yield [*path, key]
    if isinstance(data.get("and"), Mapping):
        yield from picked([*path, "and"], data["and"])
    for at, one in enumerate(data["any"] if isinstance(data.get("any"), list) else []):
        if isinstance(one, Mapping):
            yield from picked([*path, "any", at], one)
