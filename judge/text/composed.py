"""Text with its accents on their letters: what looks the same is the same, whichever keyboard wrote it.

A letter with an accent is written as one character or as two, which nobody can tell apart on a screen (NFC
and NFD). Names are compared as they are after this.
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
    """The same TOML, composed; BadInput where two of its keys are one then."""
    text = composed(source.text)
    return source if text == source.text else parse_source(text, source.file)
