"""Coverage of rulebooks for machines, schema `judge.coverage/1`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.suite.coverage import RANKS, Coverage, Row
from judge.suite.formats.coverage_text import few

SCHEMA = "judge.coverage/1"


def coverage_json(found: Sequence[Coverage], all: bool = False) -> dict[str, object]:
    """The coverage of each rulebook; of an article's rulings at most three are named, unless all are asked
    for.
    """
    return {"schema": SCHEMA, "games": [book(one, all) for one in found]}


def book(one: Coverage, all: bool) -> dict[str, object]:
    """One rulebook."""
    return {
        "game": one.game,
        "title": one.title,
        "version": one.version,
        "rulings": one.rulings,
        "failing": list(one.failing),
        "demanded": len(one.demanded),
        "covered": len(one.demanded) - len(one.gaps),
        "share": round(one.share, 2),
        "counts": one.counts,
        "gaps": [row.article.id for row in one.gaps],
        "articles": [article(row, all) for row in one.rows],
    }


def article(row: Row, all: bool) -> dict[str, object]:
    """One article."""
    one = row.article
    ranks = zip(RANKS, (row.decides, row.acts, row.behind), strict=True)
    return {
        "id": one.id,
        "title": one.title,
        "kind": one.kind,
        "mechanical": one.mechanical,
        "excused": one.excused,
        "version": one.version,
        "state": row.state,
        "demanded": row.demanded,
        **{rank: {"count": len(ids), "rulings": list(few(ids, all))} for rank, ids in ranks},
        "conditions": [
            {"says": asked.say, **asked.outcomes._asdict(), "fault": asked.fault} for asked in row.asked
        ],
    }
