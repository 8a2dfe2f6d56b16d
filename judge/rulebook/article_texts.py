"""The texts of articles for a page: parsed once, then kept as JSON under the hash of their files."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final

from judge.rulebook.articles import Article, parsed, texts
from judge.rulebook.checked import kept_or_made
from judge.rulebook.translations import HOME, in_language, translation_text
from judge.text.plain import Json

_FIELDS: Final[list[str]] = [*Article._fields]


class ArticleRows(Mapping[str, Article]):
    """Kept articles by id. A page names few of them, so each is built only when it is asked for."""

    def __init__(self, rows: list[list[Json]]) -> None:
        self.rows: dict[str, list[Json]] = {row[0]: row for row in rows}

    def __getitem__(self, id_: str) -> Article:
        article = Article(*self.rows[id_])
        return article._replace(beside=tuple(article.beside))

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


@functools.lru_cache(maxsize=32)
def articles_of(
    folder: str, version: str = "", overlays: tuple[str, ...] = (), lang: str = HOME
) -> Mapping[str, Article]:
    """Every article of a rulebook by id, then those that a version and overlays add; translated, where the
    language has them.
    """
    translation = texts(folder, version, overlays)

    def made() -> dict[str, Json]:
        spoken = in_language(parsed(translation, version), folder, lang)
        return {"fields": _FIELDS, "rows": [[*article] for article in spoken.values()]}

    sources = translation_text(folder, "articles", lang)
    # another release may have kept other fields, or rows of another form
    kept = kept_or_made(
        "articles",
        (version, lang, *translation, sources),
        made,
        fits=lambda kept: isinstance(kept, dict) and kept.get("fields") == _FIELDS,
    )
    return ArticleRows(kept["rows"])
