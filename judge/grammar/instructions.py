"""Instructions and keywords of a card: the keys that a verb takes, the parameters of keywords, and words
that have no meaning where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.effects.validity import STANDING
from judge.engine.kernel.book import Word
from judge.engine.kernel.state import EMPTY
from judge.engine.kernel.variables import given
from judge.engine.words.ability_kinds import COSTING, KINDS, LIMITED, SHARED
from judge.engine.words.book_words import COMMON
from judge.errors import Problem, nearest
from judge.grammar.checker import Checker
from judge.grammar.printed import check_made
from judge.grammar.tables import PARAMS, Checks, Path, listed, names_given, verb_of
from judge.text.plain import Fields, Json
from judge.text.toml_text import show

# Words for cards that mean nothing where they stand: refused, as they would do nothing without a word.
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


def check_meaning(
    checker: Checker, path: Path, kind: str, data: object, preset: Mapping[str, object] = EMPTY
) -> Checks:
    """Checks that `it` is used only where there is a card that it can mean."""
    if not isinstance(data, Mapping) or "impose" in path[2:]:
        return  # what is imposed means what the text means that imposes it
    told = kind == "auto" or any(key in data or key in preset for key in TOLD)
    silent = LASTING if kind in STANDING else ("needs",) if told else tuple(data)
    for where, value in found(checker, path, {key: data[key] for key in silent if key in data}):
        word = where[-1] if isinstance(value, Mapping) else value
        message = f"{word} means nothing here: no event is spoken of, and nothing is answered"
        yield checker.wrong(where, message, word, EXPECTED)
    for where, on in patterns([*path, "on"], data.get("on")):
        for at in picked(where, on):
            message = "it is the very card that this event befalls: that says nothing"
            yield checker.wrong(at, message, IT, f"{EXPECTED}; in impose, it is the card of the text around")


def found(checker: Checker, path: Path, data: object) -> Iterator[tuple[Path, Json]]:
    """The places in a value that refer to the event or answer (`it`), each with its path. Abilities granted
    to other cards and words that cards print are left out.
    """
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key in checker.book.attributes or key in ("name", "as", "grant"):
                continue
            if key == IT and isinstance(value, Mapping):
                yield [*path, key], value
            elif key == "impose" and isinstance(value, Mapping):
                yield from about(checker, [*path, key], value)
            else:
                yield from found(checker, [*path, key], value)
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from found(checker, [*path, at], value)
    elif isinstance(data, str) and (data in OF_AN_EVENT or data.startswith("event.")):
        yield path, data


def about(checker: Checker, path: Path, data: Mapping[str, object]) -> Iterator[tuple[Path, Json]]:
    """The places of `it` in abilities put on the whole game that mean the card of the surrounding text."""
    for key, value in data.items():
        for at, clauses in enumerate(value if isinstance(value, list) else [value]):
            where = [*path, key, at] if isinstance(value, list) else [*path, key]
            if isinstance(clauses, Mapping):
                part = {word: clauses[word] for word in ("on", *LASTING) if word in clauses}
                yield from found(checker, where, part)


def patterns(path: Path, on: object) -> Iterator[tuple[Path, Json]]:
    """The subjects of the events that an ability listens to, each with its path."""
    for at, pattern in enumerate(on if isinstance(on, list) else [on]):
        where = [*path, at] if isinstance(on, list) else path
        for key, subject in pattern.items() if isinstance(pattern, Mapping) else ():
            if key not in DETAILS and isinstance(subject, Mapping):
                yield [*where, key], subject


def picked(path: Path, data: Fields) -> Iterator[Path]:
    """The places at which a selector asks whether a card is `it` or is not."""
    for key in PICKED:
        if data.get(key) == IT:
            yield [*path, key]
    if isinstance(data.get("and"), Mapping):
        yield from picked([*path, "and"], data["and"])
    for at, sel in enumerate(data["any"] if isinstance(data.get("any"), list) else []):
        if isinstance(sel, Mapping):
            yield from picked([*path, "any", at], sel)


# --- keywords with their parameters, and where those stand that are part of an ability -----------------
def check_keyword(checker: Checker, path: Path, word: str, value: object) -> Checks:
    """A keyword with its parameters: a table of them, the first alone, or none."""
    spec = checker.book.keywords[word]
    params: Mapping[str, str] = spec.get("params", {})
    needed = tuple(key for key in params if key not in spec.get("defaults", {}))
    yield from checker.variables(path, value, spec)
    own = set(given(spec, checker.book.gives))
    for where, name in names_given(path, value, checker.book.gives):
        if name in own:
            message = f"[{word}] means something by ${name}: a name of one's own is needed here"
            yield checker.source.problem(where, message, found=name)
    kinds = [kind for kind in KINDS if kind in spec]
    if kinds:
        yield from check_meaning(checker, path, kinds[0], value)
    yield from check_payable(checker, path, kinds, value)
    if isinstance(value, Mapping):
        table = {key: PARAMS.get(kind, kind) for key, kind in params.items()}
        yield from checker.keys(path, value, {**table, **around(checker, spec)}, f"[{word}]", needed)
    elif isinstance(value, bool):
        yield from check_missing(checker, path, word, needed if value else (), "true")
    elif not params:
        yield checker.wrong(path, f"[{word}] takes no value", value, "true")
    else:
        first = next(iter(params))
        yield from checker.value(path, value, PARAMS.get(params[first], params[first]))
        yield from check_missing(checker, path, word, [key for key in needed if key != first], show(value))


def around(checker: Checker, spec: Mapping[str, object]) -> dict[str, str]:
    """The keys that may stand beside a keyword's parameters."""
    if "attached" in spec:
        return {}
    limited = any(kind in spec for kind in LIMITED)
    shared = ("name", "when", "needs", "zone", *(("once",) if limited else ()))
    return {**{key: SHARED[key] for key in shared}, **checker.book.attaching}


def check_missing(checker: Checker, path: Path, word: str, missing: Sequence[str], written: str) -> Checks:
    """Reports parameters that a keyword needs and that are missing."""
    if missing:
        params = ", ".join(checker.book.keywords[word]["params"])
        message = f"[{word}] needs {' and '.join(missing)}"
        yield checker.source.problem(path, message, expected=params, found=written)


def check_payable(checker: Checker, path: Path, kinds: Sequence[str], data: object) -> Checks:
    """Checks that a keyword which is a cost is on an ability that has a cost."""
    for key in data if isinstance(data, Mapping) and not set(kinds) & set(COSTING) else ():
        spec = checker.book.keywords.get(checker.book.keyword_names.get(key, ""), EMPTY)
        if "cost" in spec.get("attached", {}):
            message = f"{key} is a cost, and this is paid for by nothing"
            yield checker.source.problem([*path, key], message, expected=listed(COSTING), found=key)


def unnamed(checker: Checker, path: Path, data: Mapping[str, object]) -> Problem:
    """The problem that none of the keys is an instruction."""
    first = next(iter(data), "")
    if not first:
        return checker.wrong(path, "an instruction must say what is done, such as { draw = 1 }", data)
    hint = nearest(first, checker.words) or ", ".join(akin(checker, first))
    message = checker.book.not_yet(first) or f"no instruction is called {first!r}"
    return checker.source.problem([*path, first], message, found=first, hint=hint)


def akin(checker: Checker, name: str) -> list[str]:
    """The words most similar to a name, by the parts of their own names or of their rows in the rulebook:
    “change of position” leads to to-attack and to-defence, which set that mark.
    """
    parts, tables = parts_of(name), checker.book.tables
    scores: dict[str, int] = {}
    for word in checker.words:
        rows = [tables[table].get(word, EMPTY) for table in ("mark_word", "move", "score_word")]
        made, undone = ({part for row in rows for key in keys for part in words_in(row.get(key))}
                        for keys in (MAKES, ("only",)))  # fmt: skip
        scores[word] = len(parts & (parts_of(word) | made)) + len(parts & made & undone)
    most = max(scores.values(), default=0)
    return sorted(word for word, n in scores.items() if n == most)[:FEW] if most else []


def parts_of(name: str) -> set[str]:
    """The words of a name, without the small ones."""
    from judge.text.folded_words import fold  # only a slip needs it

    return {*PARTED.split(fold(name))} - SMALL


def words_in(value: object) -> Iterator[str]:
    """The words that a value of a row names."""
    for word in (*value, *value.values()) if isinstance(value, Mapping) else (value,):
        if isinstance(word, str):
            yield word


MAKES: Final = ("marks", "asks", "to", "score")  # keys of a row by what they make of a card or a score
FEW: Final = 4
SMALL: Final = {"", "a", "the", "to", "from", "of", "in", "on", "by", "all", "card", "cards", "one"}
PARTED: Final = re.compile(r"[-_ ]+")


def check_instruction(checker: Checker, path: Path, data: object) -> Checks:
    """One instruction: exactly one verb and the keys it takes."""
    if not isinstance(data, Mapping):
        yield checker.wrong(path, "an instruction must be a table such as { draw = 1 }", data)
        return
    verb = first_verb(checker, data)
    if verb is None:
        yield unnamed(checker, path, data)
        return
    word = checker.book.vocabulary[verb]
    takes = {**common(checker, word, data), **word.takes, verb: word.under}
    yield from checker.keys(path, data, takes, f"the instruction {verb!r}", word.needs)
    yield from check_made(checker, path, data)
    for fault in word.amiss(checker.book, data) if word.amiss is not None else ():
        where = [*path, fault.key] if fault.key else path
        yield checker.source.problem(where, fault.message, expected=fault.expected, found=fault.key)


def first_verb(checker: Checker, data: Mapping[str, object]) -> str | None:
    """The verb of an instruction: its first word that is one, `do` only if no other is there."""
    words = checker.words
    other = len(data) > 1 and verb_of(data, words) != "do"
    return next((key for key in data if key in words and not (key == "do" and other)), None)


def common(checker: Checker, word: Word, data: Mapping[str, object]) -> dict[str, str]:
    """The keys that an instruction takes besides its own: conditions, a name for its result, an article,
    marks; each only where it has a meaning.
    """
    known = {**COMMON, **dict.fromkeys(marking(checker, word, data), "state")}
    return {key: kind for key, kind in known.items() if key not in word.without}


def marking(checker: Checker, word: Word, data: Mapping[str, object]) -> Iterable[str]:
    """The marks an instruction can set; cards in the zone it moves cards to must be able to have them."""
    if word.marks == "arriving":
        zone = data.get("to", checker.book.moves.get(word.name, EMPTY).get("to", ""))
        return checker.marks if "arrive" in checker.book.zones.get(str(zone), {"arrive": ""}) else ()
    return checker.marks if word.marks else ()
