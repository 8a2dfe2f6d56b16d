"""What was edited between two rulebooks: tables and texts, each with the article that it stands under."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from judge.rulebook.articles import parsed, texts
from judge.suite.diff.numbers import between as sides_of
from judge.suite.diff.numbers import tables_of
from judge.suite.diff.sides import Rules
from judge.text.plain import Fields, Plain

NAMES: Final = ("id", "rule", "use", "name")  # by which a row of a list is known again
SAID: Final = ("title", "summary", "kind", "mechanical")  # of an article


class Edit(NamedTuple):
    """One place of a rulebook that is not as it was: the article it stands under, "" where there is none,
    and what is written there on either side, "" where nothing is.
    """

    article: str
    where: str
    was: str
    now: str


def edits(was: Rules, now: Rules, modules: tuple[str, ...] = ()) -> list[Edit]:
    """Everything that differs between two rulebooks of a game. Raises BadInput with the faults of either."""
    told = sides_of(was, now, "", modules).book_told
    before, after = ({**tables_of(one, modules, not told), **numbers_of(one, modules)} for one in (was, now))
    found = list(between(before, after, (), ""))
    found = [one._replace(article=told.get(one.article, one.article)) for one in found]
    before, after = articles_of(was), articles_of(now)
    for article in dict.fromkeys((*before, *after)):
        if before.get(article) != after.get(article):
            found.append(Edit(article, "articles", *(shown(one.get(article, "")) for one in (before, after))))
    return found


def numbers_of(rules: Rules, modules: tuple[str, ...]) -> Fields:
    """Which articles have other numbers than in the book: one place, whatever else it touches."""
    return {"renumbered": tables_of(rules, modules)["renumbered"]}


def articles_of(rules: Rules) -> dict[str, dict[str, object]]:
    """What every article says."""
    found = parsed(texts(rules.folder, rules.version, rules.overlays), rules.version)
    return {id_: {key: getattr(one, key) for key in SAID} for id_, one in found.items()}


def between(was: Plain, now: Plain, path: tuple[str, ...], article: str) -> Iterator[Edit]:
    """The places that differ, from the outside to the inside."""
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        was, now = bare(was), bare(now)
        for key in dict.fromkeys((*was, *now)):
            inner = cited(now, key) or cited(was, key) or article
            yield from between(was.get(key), now.get(key), (*path, str(key)), inner)
    elif rows(was) and rows(now):
        yield from of_rows(was, now, path, article)
    elif was != now:
        yield Edit(article or rule_of(now) or rule_of(was), ".".join(path), shown(was), shown(now))


def bare(table: Fields) -> Fields:
    """A table without names that say no more than its article: numbers that changed leave them behind."""
    return {key: one for key, one in table.items() if key not in ("id", "use") or one != table.get("rule")}


def rows(value: object) -> bool:
    """Is it a list of tables?"""
    return isinstance(value, (list, tuple)) and all(isinstance(one, Mapping) for one in value)


def of_rows(
    was: Sequence[Fields], now: Sequence[Fields], path: tuple[str, ...], article: str
) -> Iterator[Edit]:
    """The rows that came, went or are not as they were."""
    before, after = [name_of(one) for one in was], [name_of(one) for one in now]
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            for one, other, name in zip(was[a:b], now[c:d], before[a:b], strict=True):
                inner = rule_of(other) or rule_of(one) or article
                yield from between(one, other, (*path, name), inner)
            continue
        yield from (Edit(rule_of(one) or article, place(path, one), shown(one), "") for one in was[a:b])
        yield from (Edit(rule_of(one) or article, place(path, one), "", shown(one)) for one in now[c:d])


def place(path: tuple[str, ...], row: Fields) -> str:
    """Where a row stands; one without a name in its table."""
    return ".".join((*path, *[str(row[key]) for key in NAMES if row.get(key)][:1]))


def name_of(row: Fields) -> str:
    """By what a row is known again; one without a name by all that it says."""
    return next((str(row[key]) for key in NAMES if row.get(key)), "") or shown(row)


def cited(table: Fields, key: object) -> str:
    """The article that stands beside a key: of a window the one that it cites for it."""
    cites = table.get("cites")
    if isinstance(cites, Mapping) and key != "cites":
        return str(cites.get(key) or cites.get("open") or "")
    return rule_of(table)


def rule_of(row: object) -> str:
    """The article that a row names as its own."""
    rule = row.get("rule", row.get("article")) if isinstance(row, Mapping) else None
    return rule if isinstance(rule, str) else ""


def shown(value: object) -> str:
    """What is written, on one line; a table without what was left to its default."""
    if isinstance(value, Mapping):
        said = {key: one for key, one in value.items() if one not in (None, "", [], {}, False)}
        return "{ " + ", ".join(f"{key} = {shown(one)}" for key, one in said.items()) + " }" if said else ""
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(shown, value)) + "]"
    return "" if value is None or value == "" else json.dumps(value, ensure_ascii=False, default=str)
