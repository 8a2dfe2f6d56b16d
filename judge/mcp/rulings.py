"""What of a ruling is told at once, and all of it within what a client can take."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Final

from judge.mcp.told import Result, why_rows, without_titles
from judge.text.plain import Fields, Plain

LARGEST: Final = 40_000  # characters of a whole ruling
STEPS: Final = 30  # steps that are told beside an answer
OTHERS: Final = 4  # open questions that nothing that was asked touches
_WHY: Final = "`why` tells how a fact came about (k1, A.life); `may` asks whether an act is allowed."
_UNASKED: Final = (
    "Nothing was asked or claimed, so whether this decides is not known: write what is disputed as a question"
    " or as `expect`, or try the other possibility by its `readings`."
)
_CUT: Final = (
    "The ruling is longer than a client can take: what `left_out` names is not told. `play` tells the steps"
    " line by line, `why` one fact, `options` what may be done."
)
_OPTION: Final = re.compile(r"^--reading ([\w.-]+)=([\w.-]+)$")


def facts_told(document: Fields) -> list[str]:
    """What a ruling comes to where nothing is asked in it, in words: which facts hold, which do not."""
    page, facts = document["page"], document["expectations"]
    failures = page["checked"]["failures"]
    holds = f"{len(facts) - len(failures)} of {len(facts)} expected facts hold." if facts else ""
    rows = [f"Does not hold: {one}." for one in failures]
    ends = " ".join(page["answer"]["changes"] or ["Nothing has changed."])
    return [f"No question was asked. In the end: {ends}", *([holds] if holds else []), *rows, _WHY]


def steps_of(document: Fields) -> list[Plain]:
    """The steps of a ruling, each with its article."""
    rows = document.get("page", {}).get("steps", ())
    return [f"{one['text']} ({', '.join(one['articles'])})" for one in rows]


def order_of(document: Fields) -> Result:
    """What happened, in its order, up to a bound."""
    rows = steps_of(document)
    more = {"steps_more": len(rows) - STEPS} if len(rows) > STEPS else {}
    return {"steps": rows[:STEPS], **more}


# --- what the book leaves open ------------------------------------------------------------------------------
def open_told(page: Fields, claimed: bool = True, articles: Collection[str] = ()) -> Result:
    """What the book leaves open, what decides first: each question with its possibilities. Of those that do
    not, the ones that share an article with what was asked, or with the `articles` of its answer, and how
    many others there are; a few of these where nothing tells them apart.
    """
    rows = list(page.get("open", ()))
    asked = claimed or bool(page["asked"])
    known = {*touched(page), *articles}
    near = [one for one in rows if one["decides"] or known.intersection(one["articles"])]
    far = [one for one in rows if one not in near]
    kept = near if asked and known else [*near, *far[: max(0, OTHERS - len(near))]]
    told = [_matter(one, asked) for one in sorted(kept, key=lambda one: not one["decides"])]
    more = {"open_more": len(rows) - len(kept)} if len(rows) > len(kept) else {}
    unknown = {"open_note": _UNASKED} if any(one["decides"] is None for one in told) else {}
    return {"open": told, **more, **unknown}


def touched(page: Fields) -> Iterator[str]:
    """The articles of what was asked and of what decides it."""
    for one in page.get("asked") or ():
        yield from (one["article"], *one["others"])
    yield from (str(one["article"]) for one in why_rows(page))


def _matter(one: Fields, asked: bool) -> Result:
    """An open question; `decides` is null where nothing was asked that it could decide."""
    return {
        "question": one["question"], "decides": one["decides"] or (False if asked else None),
        "articles": one["articles"], "possibilities": [_possibility(row) for row in one["possibilities"]],
    }  # fmt: skip


def _possibility(row: Fields) -> Result:
    """What may be read, and what a dispute says to be played so."""
    told = {key: row[key] for key in ("says", "taken", "comes_to") if row.get(key) not in ("", None)}
    readings = as_readings(str(row.get("option", "")))
    return {**told, **({"write": readings} if readings else {})}


def as_readings(option: str) -> str:
    """The option of the command line as a dispute says it; "" where it is none."""
    found = _OPTION.match(option)
    return f'readings = {{ {found[1]} = "{found[2]}" }}' if found else ""


# --- the whole of it ----------------------------------------------------------------------------------------
def whole(document: Fields) -> Result:
    """The document of a ruling, as much as a client can take: its page first, then part by part."""
    parts = {key: by_readings(one) for key, one in without_titles(document).items()}
    told, left, room = dict[str, Plain](), list[str](), LARGEST
    for key in sorted(parts, key=lambda one: (one != "page", _size(parts[one]))):
        size = _size(parts[key])
        if size > room and key == "page":
            told[key] = _shortened(parts[key], left)
        elif size > room:
            left.append(key)
            continue
        else:
            told[key] = parts[key]
        room -= _size(told[key])
    return {"ruling": told, **({"left_out": left, "ruling_note": _CUT} if left else {})}


def _shortened(page: Fields, left: list[str]) -> Result:
    """A page without its largest parts."""
    found = dict(page)
    while _size(found) > LARGEST:
        largest = max(found, key=lambda key: _size(found[key]))
        left.append(f"page.{largest}")
        del found[largest]
    return found


def _size(value: Plain) -> int:
    """How many characters a value takes."""
    return len(json.dumps(value, ensure_ascii=False))


def by_readings(value: Plain) -> Plain:
    """A part of a document with options of the command line as a dispute says them."""
    if isinstance(value, dict):
        return {key: by_readings(one) for key, one in value.items()}
    if isinstance(value, list):
        return [by_readings(one) for one in value]
    return as_readings(value) or value if isinstance(value, str) else value
