"""What stands in an instruction of a card:
its verb, the keys that this takes, and what each of them needs to say something.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from judge.engine.figures import is_number
from judge.errors import nearest
from judge.grammar_printed import check_made
from judge.grammar_tables import (
    COMMON,
    MARKING,
    MOVES,
    WITHOUT_AS,
    WITHOUT_RULE,
    WORDS,
    Checks,
    Path,
    verb_of,
)
from judge.state import EMPTY

if TYPE_CHECKING:
    from judge.grammar import Checker


def check_instruction(checker: Checker, path: Path, data: Any) -> Checks:
    """One instruction: exactly one verb and the keys it takes."""
    if not isinstance(data, Mapping):
        yield checker.wrong(path, "an instruction must be a table such as { draw = 1 }", data)
        return
    verb = first_verb(checker, data)
    if verb is None:
        first = next(iter(data), "")
        where, hint = [*path, first] if first else path, nearest(first, checker.words)
        yield checker.source.problem(where, f"no instruction is called {first!r}", found=first, hint=hint)
        return
    kind, table, needed = word(checker, verb)
    takes = {**common(checker, verb, data), **table, verb: kind}
    yield from checker.keys(path, data, takes, f"the instruction {verb!r}", needed)
    yield from check_made(checker, path, data)
    yield from idle(checker, path, verb, data)
    yield from lacking(checker, path, verb, data)


def first_verb(checker: Checker, data: Mapping[str, Any]) -> str | None:
    """The verb of an instruction: its first word that is one, `do` only if no other is there."""
    words = checker.words
    other = len(data) > 1 and verb_of(data, words) != "do"
    return next((key for key in data if key in words and not (key == "do" and other)), None)


def lacking(checker: Checker, path: Path, verb: str, data: Mapping[str, Any]) -> Checks:
    """What a verb needs to say something, where more than one key would do."""
    if verb == "mark" and not any(key in data for key in checker.marks):
        yield checker.source.problem(path, "mark needs the state to set", expected=" or ".join(checker.marks))
    if "shows" in data and "attr" not in data:
        message = "shows needs the attribute that is shown"
        yield checker.source.problem(path, message, expected='attr = "color"')
    if verb == "move" and not ({"to", "under", "onto"} & set(data)):
        yield checker.source.problem(path, "move needs a zone", expected='to = "zone"')


def idle(checker: Checker, path: Path, verb: str, data: Mapping[str, Any]) -> Checks:
    """Keys that say nothing beside what else an instruction says:
    each with what it would need, or what stands against it.
    """
    named = verb in checker.book.moves or verb == "move"
    rows = (
        (
            ("attr", "printed"),
            verb == "choose" and "shows" not in data,
            "only says something of the words that are shown",
        ),
        (
            ("n", "upto", "must"),
            verb == "choose" and "shows" in data,
            "says nothing beside shows: as many are chosen as show the words",
        ),
        (("upto", "random"), named and not is_number(data[verb]), "only says something of a number of cards"),
        (("keeps", "whole"), "onto" not in data, "only says something of a card that goes onto another"),
    )
    for keys, holds, why in rows:
        for key in keys if holds else ():
            if key in data:
                yield checker.source.problem([*path, key], f"{key} {why}", found=key)


def common(checker: Checker, verb: str, data: Mapping[str, Any]) -> dict[str, str]:
    """What an instruction takes besides its own keys:
    conditions, a name for what it did, an article, marks; each where it says something.
    """
    own = checker.book.grammar.get(verb, ("", {}, (), ()))
    without = {
        *own[3],
        *(("as",) if verb in WITHOUT_AS or (verb == "draw" and data.get("upto")) else ()),
        *(("rule",) if verb in WITHOUT_RULE else ()),
    }
    return {
        key: kind for key, kind in {**COMMON, **marking(checker, verb, data)}.items() if key not in without
    }


def marking(checker: Checker, verb: str, data: Mapping[str, Any]) -> dict[str, str]:
    """The marks that an instruction can set: where its cards go, cards must be able to have them."""
    marks = dict.fromkeys(checker.marks, "state")
    if verb in checker.book.grammar:
        return {}  # they say themselves which
    if verb in checker.book.moves or verb == "move":
        zone = data.get("to", checker.book.moves.get(verb, EMPTY).get("to", ""))
        return marks if "arrive" in checker.book.zones.get(str(zone), {"arrive": ""}) else {}
    return marks if verb in MARKING or verb in checker.book.tables["mark_word"] else {}


def word(checker: Checker, verb: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """The grammar of one verb; named moves share theirs."""
    own: Mapping[str, Any] = checker.book.grammar
    if verb in own:
        under, keys, needed, _ = own[verb]
        return (under, dict(keys), needed)
    if verb in checker.book.tables["mark_word"]:
        return ("cards", {}, ())
    if verb in WORDS:
        under, keys, needed = WORDS[verb]
        return (under, piled(checker, keys), needed)
    if verb in checker.book.moves:
        return ("moved", piled(checker, {"to": "zone", **MOVES}), ())
    return ("number", {"of": "seat"}, ())


def piled(checker: Checker, keys: Mapping[str, str]) -> dict[str, str]:
    """Keys without those about cards on or beneath others, in a game where no card lies so, and about places
    that are exchanged and attacks, where none are.
    """
    lacking: tuple[str, ...] = (
        () if "to" in checker.book.tables["pile"] else ("under", "onto", "pile", "only")
    )
    lacking += () if "places" in checker.book.tables["exchanges"] else ("along",)
    lacking += () if "attacks" in checker.book.tables else ("attacks",)
    return {key: kind for key, kind in keys.items() if key not in lacking}
