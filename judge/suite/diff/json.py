"""A comparison as JSON, schema `judge.diff/1`: written, and read back by `judge accept --from`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from judge.errors import BadInput, Problem
from judge.suite.diff.acceptance import Acceptance, Reviewed, grave
from judge.suite.diff.compared import BY_NAME, GROUPS, Change, Compared
from judge.suite.diff.outcome import Fork
from judge.suite.diff.report import Report, patterns
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import read_bytes

# --- writing it ----------------------------------------------------------------------------------------
SCHEMA = "judge.diff/1"
JsonTable = dict[str, Json]


def diff_json(report: Report, reviewed: Reviewed) -> JsonTable:
    """The whole comparison."""
    return {
        "schema": SCHEMA,
        "a": report.sides[0],
        "b": report.sides[1],
        "played": len(report.compared),
        "changed": len(report.changed),
        "counts": {group: len(report.of(group)) for group in GROUPS},
        "unaccepted": sum(reviewed.status(case.id) != "accepted" for case in report.by_name),
        "not_played": {
            "same_rulebook": dict(report.same_rulebook),
            "no_rulebook_on_one_side": dict(report.left_out),
            "by_neither": [{"ruling": case.id, "problem": case.problem} for case in report.unplayable],
        },
        "edited": [
            edited(report, game, article) for game in report.edits for article in articles(report, game)
        ],
        "patterns": [row for group in GROUPS for row in of_group(report, group)],
        "rulings": [ruling(case, reviewed) for case in report.changed],
        "stale": [acceptance._asdict() for acceptance in reviewed.stale],
    }


def articles(report: Report, game: str) -> list[str]:
    """The articles under which something was edited; "" for edits under none."""
    return [*report.articles(game), *([""] if any(not edit.article for edit in report.edits[game]) else [])]


def edited(report: Report, game: str, article: str) -> JsonTable:
    """An edited article, its edits, and the rulings in which it has a part."""
    ranks = report.ranks(game, article)
    return {
        "game": game,
        "article": article,
        "title": report.titles[game].get(article, ""),
        "edits": [
            {"where": edit.where, "from": edit.was, "to": edit.now}
            for edit in report.edits[game]
            if edit.article == article
        ],
        "decides": ranks["decides"],
        "acts": ranks["acts"],
        "behind": ranks["behind"],
        "forks": len(report.at(game, article)),
        "decides_unchanged": [case.id for case in report.untouched(game, article)],
    }


def of_group(report: Report, group: str) -> list[JsonTable]:
    """The patterns of a group."""
    return [
        {
            "group": group,
            "article": row.article,
            "pattern": row.pattern,
            "count": len(row.rulings),
            "example": row.rulings[0].id,
        }
        for row in patterns(report.of(group))
    ]


def ruling(compared: Compared, reviewed: Reviewed) -> JsonTable:
    """One ruling that changes."""
    by_name = compared.group in BY_NAME
    acceptance = reviewed.accepted.get(compared.id)
    return {
        "ruling": compared.id,
        "path": compared.path,
        "game": compared.game,
        "title": compared.title,
        "group": compared.group,
        "versions": list(compared.versions),
        "changes": [
            {"kind": row.kind, "what": row.what, "from": row.was, "to": row.now} for row in compared.changes
        ],
        "fork": fork(compared.fork) if compared.fork is not None else None,
        "edited": dict(compared.ranks),
        "status": reviewed.status(compared.id) if by_name else "",
        "reason": acceptance.reason if acceptance is not None else "",
    }


def fork(parting: Fork) -> JsonTable:
    """Where the traces part."""
    return {
        "article": parting.article,
        "articles": list(parting.articles),
        "after": parting.before,
        "a": parting.a,
        "b": parting.b,
        "pattern": parting.pattern,
    }


# --- reading it back: what there is to accept ----------------------------------------------------------
class Pending(NamedTuple):
    """A ruling that has to be accepted by name, with what is to be read for that."""

    ruling: str
    game: str
    title: str
    group: str
    article: str
    changes: tuple[tuple[str, str, str], ...]
    after: str = ""
    a: str = ""
    b: str = ""

    def accepted(self, reason: str) -> Acceptance:
        """Its acceptance."""
        return Acceptance(self.ruling, self.game, self.article, self.changes, reason)


class Sorted(NamedTuple):
    """What accepting did to a file: rulings that are new in it, that were there for another change, that were
    there for the same one, and entries that match nothing in the comparison.
    """

    new: Sequence[str]
    changed: Sequence[str]
    same: Sequence[str]
    stale: Sequence[str]


def read_pending(path: str) -> list[Pending]:
    """The rulings of a kept comparison that are accepted by name. Raises BadInput where it is none."""
    try:
        document: Json = json.loads(read_bytes(path))
    except ValueError as error:
        raise BadInput([no_diff(path, f"no JSON: {error}")]) from None
    except RecursionError:
        raise BadInput([no_diff(path, "JSON that is nested too deeply")]) from None
    schema = document.get("schema") if isinstance(document, Mapping) else type(document).__name__
    if schema != SCHEMA:
        raise BadInput([no_diff(path, str(schema))])
    try:
        return [pending(row) for row in document["rulings"] if row["group"] in BY_NAME]
    except (KeyError, TypeError) as error:
        raise BadInput([no_diff(path, f"a ruling without {error}")]) from None


def no_diff(path: str, actual: str) -> Problem:
    """The problem that a file was not written by `judge diff`."""
    return Problem(
        path,
        0,
        0,
        "--from",
        "",
        "is no kept comparison",
        "`judge diff … --format json` of this release",
        actual,
    )


def pending(row: Mapping[str, Json]) -> Pending:
    """One ruling of the JSON."""
    changes = (
        Change(change["kind"], change["what"], change["from"], change["to"]) for change in row["changes"]
    )
    fork = row["fork"] or {"article": "", "after": "", "a": "", "b": ""}
    ruling, game, title, group = (str(row[key]) for key in ("ruling", "game", "title", "group"))
    return Pending(
        ruling, game, title, group, fork["article"], grave(changes), fork["after"], fork["a"], fork["b"]
    )


def merged(
    acceptances: Iterable[Acceptance], taken: Sequence[Acceptance], pending: Iterable[Pending], prune: bool
) -> tuple[list[Acceptance], Sorted]:
    """The acceptances with those made now, and what that does to the file; `prune` leaves out stale ones."""
    before = {acceptance.ruling: acceptance for acceptance in acceptances}
    after = {**before, **{acceptance.ruling: acceptance for acceptance in taken}}
    known = {case.ruling: case.changes for case in pending}
    stale = [key for key, entry in after.items() if known.get(key) != entry.changes]
    names = {acceptance.ruling for acceptance in taken}
    new = [name for name in sorted(names) if name not in before]
    changed = [
        name for name in sorted(names) if name in before and before[name].changes != after[name].changes
    ]
    same = [name for name in sorted(names) if name not in new and name not in changed]
    kept = [entry for key, entry in after.items() if not (prune and key in stale)]
    return kept, Sorted(new, changed, same, sorted(stale))
