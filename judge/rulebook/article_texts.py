"""The texts of articles for a page: parsed once, then kept as JSON under the hash of their files."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from judge.rulebook.articles import Article, parsed, texts
from judge.rulebook.checked import kept_or_made
from judge.rulebook.translations import HOME, in_language, translation_text
from judge.text.plain import Json


@functools.lru_cache(maxsize=32)
def articles_of(
    folder: str, version: str = "", overlays: tuple[str, ...] = (), lang: str = HOME
) -> Mapping[str, Article]:
    """Every article of a rulebook by id, then those that a version and overlays add; in a language, as far as
    they are there in it.
    """
    found = texts(folder, version, overlays)

    def rows() -> list[dict[str, Json]]:
        spoken = in_language(parsed(found, version), folder, lang)
        return [one._asdict() for one in spoken.values()]

    said = translation_text(folder, "articles", lang)
    # another release may have kept other fields
    kept = kept_or_made(
        "articles",
        (version, lang, *found, said),
        rows,
        fits=lambda kept: all(tuple(row) == Article._fields for row in kept),
    )
    return {str(row["id"]): Article(**{**row, "beside": tuple(row["beside"])}) for row in kept}
