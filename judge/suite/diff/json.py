"""A comparison as plain data, schema `judge.diff/1`."""

from __future__ import annotations

from judge.suite.diff.acceptance import Reviewed
from judge.suite.diff.compared import BY_NAME, GROUPS, Compared
from judge.suite.diff.forks import Fork
from judge.suite.diff.report import Report, patterns
from judge.text.plain import Plain

SCHEMA = "judge.diff/1"
Json = dict[str, Plain]


def diff_json(report: Report, reviewed: Reviewed) -> Json:
    """All that a comparison found."""
    return {
        "schema": SCHEMA,
        "a": report.sides[0],
        "b": report.sides[1],
        "played": len(report.compared),
        "changed": len(report.changed),
        "counts": {group: len(report.of(group)) for group in GROUPS},
        "unaccepted": sum(reviewed.status(one.id) != "accepted" for one in report.by_name),
        "not_played": {
            "same_rulebook": dict(report.same_rulebook),
            "no_rulebook_on_one_side": dict(report.left_out),
            "by_neither": [{"ruling": one.id, "problem": one.problem} for one in report.unplayable],
        },
        "edited": [
            edited(report, game, article) for game in report.edits for article in articles(report, game)
        ],
        "patterns": [row for group in GROUPS for row in of_group(report, group)],
        "rulings": [ruling(one, reviewed) for one in report.changed],
        "stale": [one._asdict() for one in reviewed.stale],
    }


def articles(report: Report, game: str) -> list[str]:
    """The articles under which something was edited; "" for what stands under none."""
    return [*report.articles(game), *([""] if any(not one.article for one in report.edits[game]) else [])]


def edited(report: Report, game: str, article: str) -> Json:
    """An article that was edited, where, and what became of the rulings that it has a part in."""
    ranks = report.ranks(game, article)
    return {
        "game": game,
        "article": article,
        "title": report.titles[game].get(article, ""),
        "edits": [
            {"where": one.where, "from": one.was, "to": one.now}
            for one in report.edits[game]
            if one.article == article
        ],
        "decides": ranks["decides"],
        "acts": ranks["acts"],
        "behind": ranks["behind"],
        "forks": len(report.at(game, article)),
        "decides_unchanged": [one.id for one in report.untouched(game, article)],
    }


def of_group(report: Report, group: str) -> list[Json]:
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


def ruling(one: Compared, reviewed: Reviewed) -> Json:
    """One ruling that changes."""
    by_name = one.group in BY_NAME
    found = reviewed.accepted.get(one.id)
    return {
        "ruling": one.id,
        "path": one.path,
        "game": one.game,
        "title": one.title,
        "group": one.group,
        "versions": list(one.versions),
        "changes": [
            {"kind": row.kind, "what": row.what, "from": row.was, "to": row.now} for row in one.changes
        ],
        "fork": fork(one.fork) if one.fork is not None else None,
        "edited": dict(one.ranks),
        "status": reviewed.status(one.id) if by_name else "",
        "reason": found.reason if found is not None else "",
    }


def fork(one: Fork) -> Json:
    """Where the traces part."""
    return {
        "article": one.article,
        "articles": list(one.articles),
        "after": one.before,
        "a": one.a,
        "b": one.b,
        "pattern": one.pattern,
    }
