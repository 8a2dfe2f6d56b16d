"""Translations: what a rulebook says in another language, read only where that language is asked for."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from judge.rulebook.articles import Article, every_article
from judge.text.plain import Fields
from judge.text.source import read_text

HOME: Final = "en"  # the language in which rulebooks are written


@functools.lru_cache(maxsize=32)
def translated(folder: str, kind: str, lang: str) -> Fields:
    """The tables of a file such as `articles.LANG.toml`; none where there is no such file."""
    text = translation_text(folder, kind, lang)
    return tomllib.loads(text) if text else {}


def translation_text(folder: str, kind: str, lang: str) -> str:
    """The text of a translation file; "" where there is none."""
    path = Path(folder, f"{kind}.{lang}.toml")
    return read_text(path) if lang != HOME and path.exists() else ""


def spoken_articles(folder: str, lang: str) -> dict[str, Article]:
    """The articles of a rulebook and of all its versions in a language."""
    return in_language(every_article(folder), folder, lang)


def unsaid(articles: Iterable[Article], lang: str) -> int:
    """The number of articles without a summary in a language."""
    return sum(article.language != lang or not article.summary for article in articles)


def in_language(articles: Mapping[str, Article], folder: str, lang: str) -> dict[str, Article]:
    """The articles in a language, as far as it has them. Each says in which language it is; one that has
    only a title there has no summary.
    """
    rows = translated(folder, "articles", lang).get("article", {})
    return {id_: worded(article, rows.get(id_, {}), lang) for id_, article in articles.items()}


def worded(article: Article, row: Fields, lang: str) -> Article:
    """One article in the words of a row."""
    if not row:
        return article
    title = row.get("title") or article.title
    return article._replace(title=title, summary=row.get("summary", ""), language=lang)
