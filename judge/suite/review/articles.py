"""The articles at which rulings part, as the rulebooks have them by which they were played."""

from __future__ import annotations

import functools
from collections.abc import Callable

from judge.errors import BadInput
from judge.rulebook.articles import Article, parsed, texts
from judge.rulebook.shelf import find
from judge.suite.review.pending import Pending


def articles_by(rulebook: str, overlays: tuple[str, ...]) -> Callable[[Pending], Article | None]:
    """What gives the article at which a ruling parts; None where its rulebook has it no more."""

    @functools.lru_cache(maxsize=32)
    def every(game: str, version: str) -> dict[str, Article]:
        try:
            folder = str(find(rulebook or game))
        except BadInput:
            return {}
        return parsed(texts(folder, version, overlays), version)

    return lambda one: every(one.game, one.version).get(one.article)
