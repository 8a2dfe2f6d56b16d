"""How what a player is told of two boards differs: by what is left out of one, or by what is said otherwise.

That one page says less tells a player nothing that a table would not. A name, a text, a number, an option, a
refusal or a reason that stands in one page in the place of another is a leak.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from judge.views.known_run import CANNOT_TELL

APART = (".options", ".refused", ".conditions")  # of which each stands by itself
GROUPED = (".page.steps", ".page.next")  # made up of the lines and options that the document tells one by one
RANKED = (".articles", ".decides", ".acts", ".behind")  # by how much they decide of what is told
STOPS = ("The run stops here, and the game goes on.", "The run stops here, and the game goes on")
# Where a line stands, as others before it may be left out; and what is made up of lines and options that the
# document tells one by one.
COUNTING = ("n", "at", "step", "id", "idle", "behind")


def said_otherwise(one: object, other: object, path: str = "") -> Iterator[str]:
    """The places at which two documents say something different; none for what one of them leaves out."""
    if one == other or is_nothing(one) or is_nothing(other):
        return
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        listed = one.get("kind") in ("offer", "locked")
        for key in one:
            grouped = (key == "text" and listed) or f"{path}.{key}" in GROUPED
            if key in other and key not in COUNTING and not grouped:
                yield from said_otherwise(one[key], other[key], f"{path}.{key}")
    elif isinstance(one, str) and isinstance(other, str) and (is_sentences(one) or is_sentences(other)):
        yield from in_lists(*(text.rstrip(".").split(". ") for text in (one, other)), path)
    elif is_list(one) and is_list(other) and not path.endswith(RANKED) and is_order(one, other):  # type: ignore[arg-type]
        yield f"{path}: {one!r} and {other!r}"
    elif is_list(one) and is_list(other):
        yield from in_lists(one, other, path)  # type: ignore[arg-type]
    else:
        yield f"{path}: {one!r} and {other!r}"


def in_lists(one: Sequence[object], other: Sequence[object], path: str) -> Iterator[str]:
    """The same of two lists: rows that both have keep their order, and what stands between them in one alone
    is left out of the other.
    """
    ways = SequenceMatcher(None, [name(row) for row in one], [name(row) for row in other], autojunk=False)
    for tag, a, b, c, d in ways.get_opcodes():
        if tag == "equal":
            for row, there in zip(one[a:b], other[c:d], strict=True):
                yield from said_otherwise(row, there, path)
        elif tag == "replace":
            rows, there = ([row for row in some if not is_nothing(row)] for some in (one[a:b], other[c:d]))
            if len(rows) == len(there) and all(isinstance(row, str) for row in (*rows, *there)):
                for row, such in zip(rows, there, strict=True):
                    yield from said_otherwise(row, such, path)
            elif rows and there and not path.endswith(APART):
                yield f"{path}: {[*map(name, rows)]} and {[*map(name, there)]}"


def name(row: object) -> str:
    """By what a row is found again: a line by what kind it is and what it says, but for its options, which
    stand by themselves; else by what it says.
    """
    if not isinstance(row, Mapping):
        return str(row)
    if "kind" in row and "procedure" in row:
        text = "" if row["kind"] in ("offer", "locked") else row["text"]
        return f"{row['kind']} {row['article']} {row['procedure']} {row['player']} {text}"
    return str(row.get("text") or row.get("question") or row.get("option") or row.get("article") or row)


def is_list(value: object) -> bool:
    """Is it a list?"""
    return isinstance(value, (list, tuple))


def is_order(one: Sequence[object], other: Sequence[object]) -> bool:
    """Are they the same words in another order?"""
    return all(isinstance(row, str) for row in (*one, *other)) and sorted(map(str, one)) == sorted(
        map(str, other)
    )


def is_nothing(value: object) -> bool:
    """Is it left out, or is it told that the player cannot tell?"""
    if isinstance(value, Mapping) and (value.get("why") == CANNOT_TELL or value.get("kind") == "unseen"):
        return True
    if isinstance(value, Mapping) and "moments" in value and not value.get("article"):
        return True
    if isinstance(value, Mapping) and "cannot-tell" in (value.get("answer"), value.get("kind")):
        return True
    return value in (None, "", [], {}, (), "cannot-tell", *STOPS)


def is_sentences(value: object) -> bool:
    """Is it a text of several sentences?"""
    return isinstance(value, str) and ". " in value
