"""Summaries of the documents that `judge` prints: what a client needs first, in its order, and no more than
it can take.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Final

from judge.text.plain import Fields, Json

Result = dict[str, Json]

LEADS: Final = {"pick": "choose", "order": "order", "shuffle": "shuffle"}  # words before what is chosen
REFUSED: Final = 8  # refused acts that are told where not all are asked for
_NOBODY: Final = (
    "Nobody has anything to choose there: the lines so far were played on to where the board began, or to the"
    " end of that phase. A line of a later moment may be added with `play`, and the game goes on to it by"
    " itself; `until` in the position names a step to which it goes on; `may` asks whether something could be"
    " done."
)
_AHEAD: Final = (
    "Nobody has anything to choose where the script ends. The game goes on by itself from there to the"
    " decision of `next_to_be_asked`: `play` one of its lines. `may` asks whether something else could be"
    " done."
)
_SPEAKS_UP: Final = (
    "Nobody has to choose there, and so the game went on. These lines were possible on the way: `play` one,"
    " and it is played at the first moment that allows it; `wait` in its place lets one such moment go by."
)


# --- who is asked -------------------------------------------------------------------------------------------
def asked(document: Fields, whole: bool = False) -> Result:
    """Who is asked next, the line for each act that is allowed, and what is refused by which article. Where
    nobody is, what could be done by speaking up, or in words that there is nothing.
    """
    decision = document.get("next") or {}
    seat = decision.get("player", "")
    if not seat:
        return unasked(document, whole)
    rows = [refusal(seat, option) for option in decision.get("refused", ())]
    told = rows if whole else varied(rows, REFUSED)
    lines = [f"{seat}: {answer}" for answer in answers(decision)]
    more = {"refused_more": len(rows) - len(told)} if len(told) < len(rows) else {}
    how = {"choose": bounds(decision)} if decision["kind"] not in ("act", "may", "chance") else {}
    who = {"seat": seat, "article": decision["rule"], **how}
    return {"asked": {**who, "lines": lines, "refused": told, **more}}


def answers(decision: Fields) -> list[str]:
    """The words of each answer to a decision; of one that takes several, each alone."""
    lead = LEADS.get(decision["kind"], "")
    told = [f"{lead} {option['option']}".strip() for option in decision["options"]]
    return [*told, *(["choose none"] if decision["kind"] == "pick" and not decision["least"] else [])]


def bounds(decision: Fields) -> str:
    """How many are chosen, or which number may be said."""
    least, most = decision["least"], decision["most"]
    many = f"{least} or more" if most < 0 else str(least) if least == most else f"{least} to {most}"
    if decision["kind"] == "number":
        return f"a number, {many}: `number {max(least, 0)}`"
    return f"{many}, behind one word: `{LEADS[decision['kind']]} x y`" if many != "1" else "1"


def refusal(seat: str, option: Fields) -> Result:
    """An act that is refused, with the articles and reasons."""
    failed = [condition for condition in option["conditions"] if not condition["ok"]]
    because = [{"article": condition["article"], "reason": condition["text"]} for condition in failed]
    return {"act": f"{seat}: {option['option']}", "because": because}


def varied(rows: Sequence[Result], most: int) -> list[Result]:
    """The first rows, chosen so that every reason appears before one appears twice."""
    by_reason: dict[str, list[Result]] = {}
    for entry in rows:
        by_reason.setdefault(str(entry["because"]), []).append(entry)
    turns = chain.from_iterable(zip_longest(*by_reason.values()))
    kept = [turn for turn in turns if turn is not None][:most]
    return [row for row in rows if row in kept]


def unasked(document: Fields, whole: bool = False) -> Result:
    """The summary where nobody is asked: the game is over, somebody could have spoken up on the way, or
    nothing waits; with the reasons why acts on the way are refused.
    """
    outcome = document.get("outcome")
    if outcome:
        return {"asked": None, "outcome": outcome, "note": "The game is over."}
    ahead = document.get("ahead")
    coming = {}
    if ahead is not None:
        lines = [f"{ahead['player']}: {answer}" for answer in answers(ahead)]
        coming["next_to_be_asked"] = {"seat": ahead["player"], "article": ahead["rule"], "lines": lines}
    could = list(spoken_up(document.get("steps", ())))
    known = {line for row in could for line in row["lines"]}
    rows = [row for row in passed_by(document.get("steps", ())) if row["act"] not in known]
    told = rows if whole else varied(rows, REFUSED)
    more = {"refused_more": len(rows) - len(told)} if len(told) < len(rows) else {}
    refused = {"refused": told, **more} if told else {}
    if could:
        return {"asked": None, "may_be_played": could, **coming, **refused, "note": _SPEAKS_UP}
    return {"asked": None, **coming, **refused, "note": _AHEAD if coming else _NOBODY}


def spoken_up(steps: Sequence[Fields]) -> Iterator[Result]:
    """For each player and article, the lines that could have been played since the last choice in windows
    that let players speak up without asking them.
    """
    rows: dict[tuple[str, str], dict[str, None]] = {}
    passes = {"pass"}
    for n, step in enumerate(steps):
        cause = step["cause"]
        if step["kind"] == "offer":
            passes |= {cause.get("end", "pass")}
        if step["kind"] == "offer" and n + 1 < len(steps) and steps[n + 1]["kind"] == "ask":
            acts = [option["option"] for option in step["options"] if option["option"] not in passes]
            could = rows.setdefault((step["player"], step["article"]), {})
            could.update(dict.fromkeys(f"{step['player']}: {act}" for act in acts))
        if chosen(step, passes):
            rows.clear()  # a choice was made: what came before it is past
    for (seat, article), lines in rows.items():
        if lines:
            yield {"seat": seat, "article": article, "lines": list(lines)}


def chosen(step: Fields, passes: Container[str]) -> bool:
    """Was anything chosen there except to do nothing?"""
    cause = step["cause"]
    if step["kind"] == "answer":
        return not any(word in passes for word in cause.get("answer", ()))
    return step["kind"] == "act" and not cause["forced"]


def passed_by(steps: Sequence[Fields]) -> list[Result]:
    """The acts that were refused since the last choice in windows in which nobody could act. Of an act that
    was refused several times, the moment with the fewest reasons against it.
    """
    by_act: dict[str, Result] = {}
    passes = {"pass"}
    for step in steps:
        if step["kind"] == "offer":
            passes |= {step["cause"].get("end", "pass")}
            rows = [refusal(step["player"], option) for option in step["refused"]]
            for row in rows:
                known = by_act.setdefault(str(row["act"]), row)
                if len(row["because"]) < len(known["because"]):
                    by_act[str(row["act"])] = row
        elif chosen(step, passes):
            by_act.clear()
    return list(by_act.values())


def said(value: object) -> Json:
    """A dispute without null values, which TOML does not have."""
    if isinstance(value, dict):
        return {str(key): said(part) for key, part in value.items() if part is not None}
    return [said(entry) for entry in value if entry is not None] if isinstance(value, list) else value


# --- parts of a page ---------------------------------------------------------------------------------------
def questions(page: Fields) -> list[object]:
    """The questions and claims of the script, each with its answer and articles."""
    return [
        {"question": row["question"], "answer": row["answer"], "articles": [row["article"], *row["others"]]}
        for row in page["asked"]
    ]


def why_rows(page: Fields) -> list[Json]:
    """The articles that decide, each with its text and the findings in this ruling."""
    keys = ("article", "title", "summary", "here")
    return [{key: row[key] for key in keys if row.get(key)} for row in page["why"]]


def cards_of(text: str, document: Fields) -> Result:
    """The cards the dispute describes itself, those of the catalogue, and those whose text is not read."""
    rows = tomllib.loads(text).get("cards", {})
    catalogue = sorted(name for name, row in rows.items() if isinstance(row, dict) and "card" in row)
    return {
        "written_in_the_dispute": sorted(rows.keys() - set(catalogue)),
        "from_the_catalogue": catalogue,
        "unread": [card["card"] for card in document.get("unread", ())],
    }


def rest(document: Mapping[str, object]) -> Result:
    """The summary of a search beside its outcomes."""
    keys = ("exhausted", "stopped", "positions", "not_searched", "unread")
    return {key: document[key] for key in keys if document.get(key) not in ("", None, [])}


def article_row(row: Mapping[str, object]) -> Result:
    """An article: its number, title and summary."""
    return {key: row[key] for key in ("id", "title", "summary") if row.get(key)}


def without_titles(document: Mapping[str, object]) -> Result:
    """A whole document without the free texts of the dispute, which a client does not need."""
    return {key: value for key, value in document.items() if key not in ("schema", "title", "note")}


def fenced(key: str, value: object) -> object:
    """A value of a card; a printed text stands between marks."""
    return f"<<<\n{value}\n>>>" if key == "text" or key.endswith("_text") else value


# --- rulings -----------------------------------------------------------------------------------------------
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
    """The answer of a ruling without a question, in words: what has changed, which facts hold,
    which do not.
    """
    page, facts = document["page"], document["expectations"]
    failures = page["checked"]["failures"]
    holds = f"{len(facts) - len(failures)} of {len(facts)} expected facts hold." if facts else ""
    rows = [f"Does not hold: {failure}." for failure in failures]
    ends = " ".join(page["answer"]["changes"] or ["Nothing has changed."])
    return [f"No question was asked. In the end: {ends}", *([holds] if holds else []), *rows, _WHY]


def steps_of(document: Fields) -> list[object]:
    """The steps of a ruling, each with its article."""
    rows = document.get("page", {}).get("steps", ())
    return [f"{row['text']} ({', '.join(row['articles'])})" for row in rows]


def order_of(document: Mapping[str, object]) -> Result:
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
    near = [row for row in rows if row["decides"] or known.intersection(row["articles"])]
    far = [row for row in rows if row not in near]
    kept = near if asked and known else [*near, *far[: max(0, OTHERS - len(near))]]
    told = [_matter(matter, asked) for matter in sorted(kept, key=lambda entry: not entry["decides"])]
    more = {"open_more": len(rows) - len(kept)} if len(rows) > len(kept) else {}
    unknown = {"open_note": _UNASKED} if any(matter["decides"] is None for matter in told) else {}
    return {"open": told, **more, **unknown}


def touched(page: Fields) -> Iterator[str]:
    """The articles of the question and of what decides it."""
    for question in page.get("asked") or ():
        yield from (question["article"], *question["others"])
    yield from (str(row["article"]) for row in why_rows(page))


def _matter(issue: Fields, asked: bool) -> Result:
    """An open question; `decides` is null where nothing was asked that it could decide."""
    return {
        "question": issue["question"], "decides": issue["decides"] or (False if asked else None),
        "articles": issue["articles"], "possibilities": [_possibility(row) for row in issue["possibilities"]],
    }  # fmt: skip


def _possibility(row: Mapping[str, object]) -> Result:
    """A possibility of an open question, and the `readings` by which a dispute is played so."""
    told = {key: row[key] for key in ("says", "taken", "comes_to") if row.get(key) not in ("", None)}
    readings = as_readings(str(row.get("option", "")))
    return {**told, **({"write": readings} if readings else {})}


def as_readings(option: str) -> str:
    """An option `--reading` of the command line in the words of a dispute; "" for any other text."""
    match = _OPTION.match(option)
    return f'readings = {{ {match[1]} = "{match[2]}" }}' if match else ""


# --- the whole of it ----------------------------------------------------------------------------------------
def whole(document: Mapping[str, object]) -> Result:
    """The document of a ruling, as much as a client can take: its page first, then part by part."""
    parts = {key: by_readings(part) for key, part in without_titles(document).items()}
    if parts.get("page", {}).get("cards"):
        parts["page"] = {**parts["page"], "cards": [*map(with_fences, parts["page"]["cards"])]}
    told, left, room = dict[str, object](), list[str](), LARGEST
    for key in sorted(parts, key=lambda name: (name != "page", _size(parts[name]))):
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


def with_fences(card: Fields) -> Result:
    """A card of a page whose printed sentences, and what is quoted of them, stand between marks."""
    rows = (
        {**sentence, "text": fenced("text", sentence["text"])}
        | ({} if known(sentence) else {"means": fenced("text", sentence["means"])})
        for sentence in card["sentences"]
    )
    return {**card, "sentences": [*rows]}


def known(sentence: Fields) -> bool:
    """Is it known what a sentence means?"""
    return sentence["state"] not in ("unread", "unsure")


def _shortened(page: Mapping[str, object], left: list[str]) -> Result:
    """A page without its largest parts."""
    shorter = dict(page)
    while _size(shorter) > LARGEST:
        largest = max(shorter, key=lambda key: _size(shorter[key]))
        left.append(f"page.{largest}")
        del shorter[largest]
    return shorter


def _size(value: object) -> int:
    """How many characters a value takes."""
    return len(json.dumps(value, ensure_ascii=False))


def by_readings(value: object) -> Json:
    """A part of a document with its options of the command line in the words of a dispute."""
    if isinstance(value, dict):
        return {key: by_readings(part) for key, part in value.items()}
    if isinstance(value, list):
        return [by_readings(entry) for entry in value]
    return as_readings(value) or value if isinstance(value, str) else value
