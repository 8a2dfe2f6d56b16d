"""Open and Checked, the last parts of a page: the readings and questions that a ruling touches, with the
result under other possibilities; and whether the claims of the fixture hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.state import CHANCE, SEATS
from judge.fixture.facts import HELD, NOT_HELD
from judge.page.not_known import far, sentences
from judge.page.parts import Checked, Open, Possibility
from judge.play.replays import Other, asked
from judge.play.ruling import Ruling
from judge.speech.catalogue import Phrases, fill, is_one
from judge.speech.open_matters import Reading, question_in, reading_in
from judge.speech.sentences import Teller

NONE: Final = "none"  # as a fixture writes that there is no card, or no winner
PLAIN: Final = {
    "none": NONE,
    "nothing": "nothing",
    "held": HELD,
    "not-held": NOT_HELD,
}  # where no language is spoken


def show(value: object, table: Mapping[str, str] = PLAIN) -> str:
    """A value of a fact, in the words of a language for what is not there."""
    if value in (None, []):
        return table["nothing"]
    if value == NONE:
        return table["none"]
    if value in (HELD, NOT_HELD):
        return table["held" if value == HELD else "not-held"]
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def opened(teller: Teller) -> Iterator[Open]:
    """The readings and questions that the ruling touches, decisive ones first."""
    rows = [*sentences(teller), *readings(teller), *versions(teller), *questions(teller)]
    for n, row in enumerate(sorted(rows, key=lambda matter: not matter.decides), 1):
        yield row._replace(id=f"o{n}")


def readings(teller: Teller) -> Iterator[Open]:
    """The readings that were applied, each with its possibilities. None for a seat: one may have been applied
    to what only the other player sees.
    """
    ruling = teller.ruling
    for name in ruling.touched if not teller.seat else ():
        row = reading_in(teller.book, name, teller.words, teller.lang)
        others = [other for other in ruling.others if other.reading == name]
        decides = any(decisive(other, ruling) for other in others)
        values = tuple(possibilities(teller, name, row, others))
        articles = tuple(teller.book.tables["reading"][name]["articles"])
        yield Open("", name, "reading", row.question, decides, articles, row.why, values)


def decisive(other: Other, ruling: Ruling) -> bool:
    """Does another possibility give another ruling? If answers or facts were asked for and are the same, it
    does not matter that the same player may do something else next.
    """
    if other.same or other.parts or other.claims or other.turned or other.facts or other.winner is not None:
        return not other.same
    asked_for = ruling.claims or ruling.fixture.model.expect
    return not asked_for or another(other.next or (), asked(ruling.game))


def another(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Is the next decision another player's, or one that shares no answer with this one?"""
    return ours[:1] != theirs[:1] or not set(ours[1:]).intersection(theirs[1:])


def versions(teller: Teller) -> Iterator[Open]:
    """Other versions under which this ruling is different."""
    names = {**teller.book.tables["compared"], **teller.words["version"]}
    for version in teller.ruling.versions if not teller.seat else ():
        possibility = Possibility(
            version.other, False, "", comes_to(teller, version), f'version = "{version.other}"'
        )
        yield Open("", names[version.other], "version", "", False, (), "", (possibility,))


def possibilities(teller: Teller, name: str, row: Reading, others: Sequence[Other]) -> Iterator[Possibility]:
    """The possibility that is taken, then the others with their results."""
    taken = teller.book.readings[name]
    yield Possibility(taken, True, row.says[taken], "", "")
    for other in others:
        comes = "" if other.same else fill(teller.words["text"]["comes"], {"told": comes_to(teller, other)})
        yield Possibility(other.other, False, row.says[other.other], comes, f"--reading {name}={other.other}")


def comes_to(teller: Teller, other: Other) -> str:
    """The result of the script under another possibility."""
    table = teller.words["text"]
    if other.parts:
        return fill(table["parts"], {"parts": teller.said(other.parts)})
    return table["then"].join(differences(teller, other))


def questions(teller: Teller) -> Iterator[Open]:
    """The questions for which only one side can be played."""
    for question in teller.ruling.questions:
        row = question_in(teller.book, question.name, teller.words, teller.lang)
        taken = Possibility("", True, row.taken, "", "")
        others = (Possibility("", False, says, "", "") for says in row.other)
        articles = tuple(teller.book.tables["question"][question.name]["articles"])
        yield Open("", question.name, "question", row.question, False, articles, row.why, (taken, *others))


# --- what is not as it was ------------------------------------------------------------------------
def differences(teller: Teller, other: Other) -> Iterator[str]:
    """The differences that another possibility of a reading makes: answers, the winner, facts, the next
    decision.
    """
    table, told = teller.words["text"], {fact.path for fact in other.facts}
    for claim in other.claims:
        answer = table["answer-yes" if claim.allowed else "answer-no"]
        yield fill(answer, {"seat": claim.seat, "act": teller.act_of(claim.words), "rule": claim.rule})
    if other.winner is not None and "result" not in told:
        yield ending(other.winner, table)
    for fact in other.facts:
        if fact.path in ("next", "options"):
            continue  # told in full below
        yield fill(table["fact-there"], {"path": fact.path, "found": show(fact.found, table)})
    if other.next is not None:
        yield next_there(other.next, asked(teller.ruling.game), table)


def ending(winner: str, table: Mapping[str, str]) -> str:
    """How the game ended there: by a winner, without one, or not yet."""
    if not winner:
        return table["goes-on"]
    return fill(table["won"], {"winner": winner}) if winner in SEATS else table["no-winner"]


def next_there(ours: Sequence[str], theirs: Sequence[str], table: Mapping[str, str]) -> str:
    """The next decision under the other possibility, as far as it differs from the one here."""
    if not ours:
        return table["nobody-next"]
    seat = table["chance"] if ours[0] == CHANCE else ours[0]
    more, less = [act for act in ours if act not in theirs], [act for act in theirs if act not in ours]
    if ours[0] in more or len(more) == len(ours) - 1:
        options = ", ".join(ours[1:]) or table["number"]
        return fill(table["asked-next"], {"seat": seat, "options": options})
    rows = [
        fill(table[key], {"seat": seat, "options": ", ".join(acts)})
        for key, acts in (("more-next", more), ("less-next", less))
        if acts
    ]
    return table["then"].join(rows)


# --- what a fixture claims -----------------------------------------------------------------------------
def checked(teller: Teller) -> Checked:
    """The verdict and what it is based on; for a seat only what the seat may know."""
    ruling = teller.ruling
    counts = {
        "claims": sum(1 for claim in ruling.claims if claim.kind != "may"),
        "facts": len(ruling.facts),
        "articles": len(ruling.fixture.model.articles),
        "order": len(ruling.fixture.model.expect.get("order", ())),
        "decide": len(ruling.ranks.decides),
        "act": len([act for act in ruling.ranks.acts if act not in ruling.ranks.decides]),
        "all": len({*ruling.ranks.decides, *ruling.ranks.acts, *ruling.ranks.behind}),
    }
    table = teller.words["checked"]
    if teller.seat:
        return Checked("", "", (), {}, "")
    failures = tuple(failing(teller))
    told = ruling.refusal is not None or ruling.unfit
    key = (
        "unread"
        if ruling.unread and not ruling.unfit
        else "partly"
        if told
        else "undecided"
        if ruling.as_played == "undecided"
        else "fails"
        if failures
        else "holds"
    )
    what = claimed(counts, teller.words)
    ranks = {"articles": counts["all"], "deciding": counts["decide"], "acting": counts["act"]}
    ranked = fill(table["ranks"], {part: numbered(teller.words, part, n) for part, n in ranks.items()})
    several = len(what) > 1 or any(counts[kind] > 1 for kind in ("claims", "facts", "articles"))
    held = ("holds-many" if several else "holds") if what else "nothing"
    text = fill(table[held if key == "holds" else key], {"what": ", ".join(what), "ranks": ranked})
    return Checked(ruling.verdict, text, failures, counts, far(teller))


def claimed(counts: Mapping[str, int], words: Phrases) -> list[str]:
    """The numbers of claims, facts and articles, in words."""
    return [
        numbered(words, key, counts[key]) for key in ("claims", "facts", "order", "articles") if counts[key]
    ]


def numbered(words: Phrases, key: str, n: int) -> str:
    """A number of things of one kind, in words."""
    return fill(words["checked"][key if is_one(words, n) else f"{key}-many"], {"n": n})


def failing(teller: Teller) -> Iterator[str]:
    """Claims, facts, an order, articles and lines that do not hold, each as a sentence."""
    ruling, table = teller.ruling, teller.words["text"]
    for claim in ruling.claims:
        if not claim.ok:
            yield fill(table["claim"], {"line": claim.line, "why": teller.said(claim.why)})
    for fact in ruling.facts:
        if not fact.ok:
            expected, actual = (show(value, table) for value in (fact.expected, fact.found))
            values = {"path": fact.path, "expected": expected, "found": actual}
            yield fill(table["fact"], values)
    wanted, at = ruling.fixture.model.expect.get("order", ()), ruling.order
    if at < len(wanted):
        yield fill(table["order"], {"n": at, "total": len(wanted), "item": wanted[at]})
    for article in ruling.missing:
        behind = article in ruling.ranks.behind
        yield fill(table["behind" if behind else "missing"], {"article": article})
    for line in ruling.surplus if not ruling.lenient else ():
        yield fill(table["surplus"], {"line": line.text})
