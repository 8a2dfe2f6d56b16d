"""What a fixture claims, and whether it holds: the last line, and what fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.page.opened import show
from judge.page.parts import Checked
from judge.speech.catalogue import Phrases, fill, is_one
from judge.speech.sentences import Teller


def checked(teller: Teller) -> Checked:
    """The verdict and what it rests on; to a seat, only what it may know."""
    ruling = teller.ruling
    counts = {
        "claims": sum(1 for one in ruling.claims if one.kind != "may"),
        "facts": len(ruling.facts),
        "articles": len(ruling.fixture.model.articles),
        "order": len(ruling.fixture.model.expect.get("order", ())),
        "decide": len(ruling.ranks.decides),
        "act": len([one for one in ruling.ranks.acts if one not in ruling.ranks.decides]),
        "all": len({*ruling.ranks.decides, *ruling.ranks.acts, *ruling.ranks.behind}),
    }
    table = teller.words["checked"]
    if teller.seat:
        return Checked("", "", (), {})
    failures = tuple(failing(teller))
    told = ruling.refusal is not None or ruling.unfit
    key = (
        "unread"
        if ruling.fixture.unread and not ruling.unfit
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
    several = len(what) > 1 or any(counts[one] > 1 for one in ("claims", "facts", "articles"))
    held = ("holds-many" if several else "holds") if what else "nothing"
    text = fill(table[held if key == "holds" else key], {"what": ", ".join(what), "ranks": ranked})
    return Checked(ruling.verdict, text, failures, counts)


def claimed(counts: Mapping[str, int], words: Phrases) -> list[str]:
    """How many claims, facts and articles there are, in words."""
    return [
        numbered(words, key, counts[key]) for key in ("claims", "facts", "order", "articles") if counts[key]
    ]


def numbered(words: Phrases, key: str, n: int) -> str:
    """So many of a kind."""
    return fill(words["checked"][key if is_one(words, n) else f"{key}-many"], {"n": n})


def failing(teller: Teller) -> Iterator[str]:
    """Claims, facts, an order, articles and lines that do not hold, each as a sentence."""
    ruling, table = teller.ruling, teller.words["text"]
    for claim in ruling.claims:
        if not claim.ok:
            yield fill(table["claim"], {"line": claim.line, "why": teller.said(claim.why)})
    for fact in ruling.facts:
        if not fact.ok:
            expected, found = (show(one, table) for one in (fact.expected, fact.found))
            values = {"path": fact.path, "expected": expected, "found": found}
            yield fill(table["fact"], values)
    wanted, at = ruling.fixture.model.expect.get("order", ()), ruling.order
    if at < len(wanted):
        yield fill(table["order"], {"n": at, "total": len(wanted), "item": wanted[at]})
    for article in ruling.missing:
        behind = article in ruling.ranks.behind
        yield fill(table["behind" if behind else "missing"], {"article": article})
    for line in ruling.surplus if not ruling.lenient else ():
        yield fill(table["surplus"], {"line": line.text})
