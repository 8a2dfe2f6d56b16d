"""Which format a file is in, told by what it holds; the ending of its name only where that tells nothing."""

from __future__ import annotations

import re
from typing import Final

from judge.decks.formats.csv_table import looks_like_csv
from judge.decks.formats.known import Known
from judge.decks.formats.omega import deck_in

_ENDINGS: Final = {".toml": "toml", ".ydk": "ydk", ".ydke": "ydke", ".csv": "csv", ".tsv": "csv",
                   ".json": "json", ".cod": "cod"}  # fmt: skip
_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_KEYS: Final = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*+"
_HEADER: Final = re.compile(rf"\[\[?[ \t]*{_KEYS}[ \t]*\]\]?[ \t]*(?:#.*)?")
_PAIR: Final = re.compile(rf"""{_KEYS}[ \t]*=[ \t]*["'\[{{\dtf+-]""")
_JSON: Final = re.compile(r'\{|\[\s*(?:["{\]]|\[\s*["{\[\]0-9-])')
_XML: Final = re.compile(
    r"<(?:\?xml|!--(?!.*<(?:html|body|div|p|li|br|td)\b)|!DOCTYPE(?!\s+html)|cockatrice_deck)",
    re.IGNORECASE | re.DOTALL,
)
_LINK: Final = re.compile("ydke(?::|%3A)(?:/|%2F){2}", re.IGNORECASE)
# A card whose name has a link in it, or the beginning of one, stands in quotes beside its count.
_NAMED: Final = re.compile(r"(?:\s*[0-9]{1,3}x?\s|[^\"]*[,;\t]).*[\"\u201c\u00ab].*ydke", re.IGNORECASE)
_WHOLE: Final = re.compile(r"ydke(?::|%3A)\S*?(?:!|%21)\S*?(?:!|%21)\S*?(?:!|%21)", re.IGNORECASE)
_COMMENTS: Final = ("#", ";", "//")
_MARKER: Final = re.compile(
    r"^[ \t]*(?:#main|#extra|#created by\b.*|!side)[ \t]*$", re.IGNORECASE | re.MULTILINE
)
_COUNTED: Final = re.compile(r"[\[(]?[x\u00d7]?\d{1,3}[x\u00d7]?[\])]?\s+[^\s#\-0-9]")
_PASSCODE: Final = re.compile(r"\d{5,}")
_LOOKED_AT: Final = 50  # lines


def detect(text: str, file: str, known: Known) -> str:
    """The format of a text: one of FORMATS, "json" for every kind of JSON."""
    start = text.lstrip()
    lines = _statements(text)
    if _XML.match(start):
        return "cod"
    if _is_toml(lines):
        return "toml"
    if _JSON.match(start):
        return "json"
    if _is_linked(text, lines):
        return "ydke"
    if deck_in(start.rstrip()):
        return "omega"
    if _is_ydk(text, lines):
        return "ydk"
    if looks_like_csv(text, known):
        return "csv"
    return _by_name(file, lines)


def _statements(text: str) -> list[str]:
    """The first lines that are neither blank nor comments."""
    found = []
    # Only the beginning: the rest of a file is in the same format.
    for line in text[:100_000].split("\n"):
        content = line.strip()
        if content and not content.startswith(_COMMENTS):
            found.append(content)
        if len(found) == _LOOKED_AT:
            break
    return found


def _is_toml(lines: list[str]) -> bool:
    """Whether the first line that is no [header] is `key = value`."""
    inside = next((line for line in lines if not _HEADER.fullmatch(line)), "")
    return bool(_PAIR.match(inside))


def _is_linked(text: str, lines: list[str]) -> bool:
    """Whether there is a link; one in a comment beside a list is no deck of its own."""
    if not _LINK.search(text):
        return False
    rows = (line.strip() for line in text.split("\n") if not _NAMED.match(line) or _WHOLE.search(line))
    return not lines or any(_LINK.search(row) and not row.startswith(_COMMENTS) for row in rows)


def _is_ydk(text: str, lines: list[str]) -> bool:
    codes = [line for line in lines if not line.startswith("!")]
    if not _MARKER.search(text):
        return bool(codes) and all(_PASSCODE.fullmatch(line) for line in codes)
    return not (codes and _COUNTED.match(codes[0]))


def _by_name(file: str, lines: list[str]) -> str:
    dot = file.rfind(".")
    form = _ENDINGS.get(file[dot:].lower(), "text") if dot >= 0 else "text"
    # A list of cards is a list of cards, whatever its file is called.
    counted = any(_COUNTED.match(line) for line in lines)
    return "text" if counted and form != "csv" else form
