"""Composed text: writes letters with accents in one way, so that texts that look the same are the same,
whatever keyboard wrote them.

A letter with an accent is written as one character or as two, which nobody can tell apart on a screen (NFC
and NFD). Names are compared in the composed form.
"""

from __future__ import annotations

from judge.text.source import Source, parse_source


def composed(text: str) -> str:
    """The text in Unicode's composed form."""
    if text.isascii():
        return text
    from unicodedata import normalize  # most files need none of it

    return normalize("NFC", text)


def composed_source(source: Source) -> Source:
    """The same TOML in composed form. Raises BadInput where two of its keys then become one."""
    text = composed(source.text)
    return source if text == source.text else parse_source(text, source.file)
