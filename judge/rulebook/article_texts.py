"""The texts of articles for a page: parsed once, then kept as JSON under the hash of their files."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from judge.rulebook.articles import Article, parsed, texts
from judge.rulebook.checked import cache_folder, keep, kept_in, used
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
    hashed = blake2b(digest_size=20)
    for text in (version, lang, *found, translation_text(folder, "articles", lang)):
        hashed.update(f"{len(text)}\n{text}".encode())
    key = f"articles-{hashed.hexdigest()}"
    path = cache_folder() / f"{key}.json"
    rows = read(used(path), key)
    if rows is None:
        spoken = in_language(parsed(found, version), folder, lang)
        rows = [one._asdict() for one in spoken.values()]
        keep(path, {"articles": rows})
    return {str(row["id"]): Article(**{**row, "beside": tuple(row["beside"])}) for row in rows}


def read(path: Path, key: str) -> list[dict[str, Json]] | None:
    """The rows that are kept; None where there are none of use."""
    rows: list[dict[str, Json]] = (kept_in(path, key) or {}).get("articles", [{}])
    return rows if all(tuple(row) == Article._fields for row in rows) else None
