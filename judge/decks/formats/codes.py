"""Decks as codes in base64. `ydke://` links stand in running text and have three parts, each little-endian
passcodes of 32 bits. Codes of the client Omega are deflated: two counts, and so many passcodes.
"""

from __future__ import annotations

import binascii
import re
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from judge.decks.deck import Deck
from judge.decks.formats.draft import Draft, Place, refusal, shown
from judge.decks.formats.known import LONGEST_LINE, PASSCODE, Known, number_of
from judge.decks.formats.list_line import is_clear
from judge.decks.speech import phrased
from judge.text.places import Places
from judge.text.rows import NamedTuple

_LINK: Final = re.compile("ydke://", re.IGNORECASE)
# A link inside an address: what addresses have no room for is written as a number there.
_ESCAPED_LINK: Final = re.compile(
    r"ydke(?::|%3A)(?:/|%2F){2}(?:[A-Za-z0-9+/=_!-]|%(?:21|2B|2F|3D))*+", re.IGNORECASE
)
_ESCAPE: Final = re.compile("%[0-9A-F]{2}", re.IGNORECASE)
_OF_ADDRESSES: Final = str.maketrans("-_", "+/")  # base64 as addresses have it
# A part ends at "!" or a blank; one that never ends must not take in all the links after it.
_PART: Final = re.compile(r"[A-Za-z0-9+/=_-]*+(?:(?!ydke://)[^!\s])*+", re.IGNORECASE)
_COUNTED: Final = re.compile(r"[\[(]?[x\u00d7]?[0-9]{1,3}[x\u00d7]?[\])]?\s+\S", re.IGNORECASE)
# How mail programs break a long word: the end of a line, marks of quoting before what follows.
_BREAK: Final = re.compile(r"=?[ \t]*\n[ \t>]*")
# Up to the next link only: whoever looked on from each of many links to the end of their line would never
# end.
_WRAPPED: Final = re.compile(r"ydke://(?:(?!ydke://)\S)*+[ \t]*+\n[ \t>]*+[A-Za-z0-9+/=_-]*+!", re.IGNORECASE)
_WHOLE: Final = re.compile(
    r"ydke://(?:[A-Za-z0-9+/_-]|=(?![ \t]*\n)|=?[ \t]*\n[ \t>]*(?=[A-Za-z0-9+/=_!-]))*+!"
    r"(?:(?:[A-Za-z0-9+/_-]|=(?![ \t]*\n)|=?[ \t]*\n[ \t>]*(?=[A-Za-z0-9+/=_!-]))*+!){2}",
    re.IGNORECASE,
)
_REST: Final = re.compile(
    r"(?:(?!ydke://)[^\n])*+", re.IGNORECASE
)  # up to the next link or the end of the line
_BEFORE: Final = " \t:,;-\u2013\u2014<("  # between the words before a link and it
_AROUND: Final = "[](),:;*_\"'"
_MOST_LINKS: Final = 20_000
_PARTS: Final = ("main", "extra", "side")


def read_ydke(text: str, file: str, known: Known) -> list[Deck]:
    """One deck for each link in the text; the words before it on its line are its name."""
    text, columns = _unescaped(text)
    broken = _broken(text)
    text = _unwrapped(text)
    pairs = list(_drafts(text, file, broken, known))
    if not pairs:
        raise refusal(file, (1, 1), phrased("read.no-link"), "ydke://", text.strip())
    drafts, rows = [draft for draft, _ in pairs], [line for _, line in pairs]
    _remark_lines(drafts, rows, text, known)
    for draft in drafts if columns else ():
        draft.shift(columns)
    return [draft.deck() for draft in drafts]


def _drafts(text: str, file: str, broken: Mapping[int, int], known: Known) -> Iterator[tuple[Draft, int]]:
    """The deck of each link, and the line on which it begins."""
    places = Places(text)
    end = 0
    for count, link in enumerate(_LINK.finditer(text)):
        line, column = place = places.of(link.start())
        if count == _MOST_LINKS:
            raise refusal(
                file,
                place,
                phrased("read.too-many-links"),
                phrased("bound.at-most", number=f"{_MOST_LINKS:,}"),
            )
        draft = Draft(file, "ydke")
        before = text[max(end, link.start() - column + 1) : link.start()]
        draft.tell("name", before.strip(_BEFORE), place)
        end = _read_link(draft, text, link.end(), place)
        if line in broken:
            _tell_broken(draft, text, end, line, broken[line])
        _remark_rest(draft, text, end, (line, column + end - link.start()), known)
        yield draft, line


def _unescaped(text: str) -> tuple[str, dict[int, list[int]]]:
    """The text with its links unescaped, and where the characters of the changed lines stood."""
    columns: dict[int, list[int]] = {}
    lines = text.split("\n") if "%" in text else []
    for number, raw in enumerate(lines, 1):
        letters, stood, at = [], [], 0
        for link in _ESCAPED_LINK.finditer(raw):
            for match in _ESCAPE.finditer(raw, link.start(), link.end()):
                letters += [*raw[at : match.start()], chr(int(match[0][1:], 16))]
                stood += [*range(at, match.start()), match.start()]
                at = match.end()
        if at:
            lines[number - 1] = "".join((*letters, raw[at:]))
            columns[number] = [*stood, *range(at, len(raw))]
    return ("\n".join(lines), columns) if columns else (text, columns)


def _broken(text: str) -> dict[int, int]:
    """The links that a mail program broke: on which line each ends, by the line on which it begins."""
    if not _WRAPPED.search(text):
        return {}
    places = Places(text)
    spans = ((places.of(match.start())[0], places.of(match.end())[0]) for match in _WHOLE.finditer(text))
    return {begun: end for begun, end in spans if end > begun}


def _tell_broken(draft: Draft, text: str, at: int, begun: int, end: int) -> None:
    """Notes that the lines of a broken link belong to it, except for the text behind it."""
    for line in range(begun + 1, end + 1):
        draft.row(line, "cards")
        at = text.find("\n", at) + 1
    match = _REST.match(text, at)
    if match and any(map(str.isalnum, match[0])):
        draft.row(end, "left out", match[0].strip(), phrased("left.behind-link"))


def _remark_rest(draft: Draft, text: str, end: int, place: Place, known: Known) -> None:
    """Notes the text behind a link on its line, unless it is the name of the next link; a remark where it
    looks like a card.
    """
    words = _REST.match(text, end)
    rest = words[0] if words else ""
    to_line_end = text[end + len(rest) : end + len(rest) + 1] in ("", "\n")
    if draft.problems or not to_line_end or not any(map(str.isalnum, rest)):
        return
    match = rest.strip()
    place = place[0], place[1] + rest.index(match)
    draft.row(place[0], "left out", match, phrased("left.behind-link"), place[1])
    if _is_card(match.lstrip("!,;:|-/ "), known):
        message = phrased("read.behind-link", words=shown(match))
        draft.remark(place, message, phrased("read.link-alone"), match)


def _unwrapped(text: str) -> str:
    """The text with broken links joined. The line ends that broke a link are moved behind it."""
    if not _WRAPPED.search(text):
        return text
    return _WHOLE.sub(lambda match: _joined(match[0]), text)


def _joined(link: str) -> str:
    broken = _BREAK.findall(link)
    return _BREAK.sub("", link) + "".join(re.sub(r"[^\n]", "", piece) for piece in broken)


def _remark_lines(drafts: list[Draft], rows: list[int], text: str, known: Known) -> None:
    """A remark for each deck with lines like cards after its link; lines before all links are the first's."""
    by_deck: dict[int, list[Place]] = {}
    for place in _cards_beside(text, known):
        deck = max(bisect_right(rows, place[0]) - 1, 0)
        by_deck.setdefault(deck, []).append(place)
    for deck, places in by_deck.items():
        message = phrased("read.beside-link", n=len(places))
        drafts[deck].remark(places[0], message, phrased("read.link-alone"))


def _cards_beside(text: str, known: Known) -> Iterator[Place]:
    """The lines without a link that look like cards."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.strip()
        own = "ydke://" not in line.lower() and not words.startswith(("#", ";", "//"))
        if own and _is_card(words, known):
            yield number, line.index(words[0]) + 1


def _is_card(line: str, known: Known) -> bool:
    """Whether a line starts with a count, or holds a card number."""
    if len(line) > LONGEST_LINE:
        return False
    words = [word.strip(_AROUND) for word in line.split()]
    return bool(_COUNTED.match(line)) or any(
        is_clear(number) for word in words if (number := number_of(word, known, PASSCODE))
    )


def _read_link(draft: Draft, text: str, at: int, place: Place) -> int:
    """Reads the parts of a link from `at`, and returns where it ends."""
    begun = at - len("ydke://") - place[1]
    for number, section in enumerate(_PARTS):
        draft.enter(section, place)
        match = _PART.match(text, at)
        part = match[0] if match else ""
        end = at + len(part)
        if text[end : end + 1] != "!":
            missing = phrased("read.part-end", number=number + 1, part=section)
            draft.problem(
                (place[0], end - begun), phrased("read.link-cut"), missing, part or phrased("read.nothing")
            )
            return at
        _read_part(draft, part, section, (place[0], at - begun), place)
        at = end + 1
    return at


def _read_part(draft: Draft, part: str, section: str, where: Place, place: Place) -> None:
    plain = part.translate(_OF_ADDRESSES)
    if not plain.endswith("="):  # addresses leave the padding out
        plain += "=" * (-len(plain) % 4)
    try:
        raw = binascii.a2b_base64(plain, strict_mode=True)
    except ValueError:
        draft.problem(where, phrased("read.no-base64", part=section), phrased("read.base64"), part)
        return
    if len(raw) % 4:
        expected, actual = phrased("read.four-bytes"), phrased("read.bytes", number=f"{len(raw):,}")
        draft.problem(where, phrased("read.part-cut", part=section), expected, actual)
        return
    for code, run in groupby(struct.unpack(f"<{len(raw) // 4}I", raw)):
        count = draft.copies(str(sum(1 for _ in run)), where)
        if not code:
            draft.problem(where, phrased("read.no-passcode"), phrased("read.above-nought"), "0")
        elif count:
            draft.add(count, str(code), "", section, place)


# --- codes of the client Omega -------------------------------------------------------------------------
_CODE: Final = re.compile(r"[A-Za-z0-9+/]{8,2000}={0,2}")
_LARGEST: Final = 2 + 4 * (255 + 255)  # bytes: a count of each of the two piles, and a passcode a card
_HEAD: Final = 2
_AT: Final = (1, 1)


class Piles(NamedTuple):
    """The passcodes of a code."""

    open: tuple[int, ...]  # of the main and the extra deck together
    side: tuple[int, ...]


def deck_in(code: str) -> Piles | None:
    """The two piles of a code; None where a text is no such code.

    The two counts have to be those of the passcodes, to the byte.
    """
    if not _CODE.fullmatch(code):
        return None
    unpack = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        raw = unpack.decompress(binascii.a2b_base64(code + "=" * (-len(code) % 4)), _LARGEST)
    except (ValueError, zlib.error):
        return None
    whole = unpack.eof and not unpack.unused_data and not unpack.unconsumed_tail
    if not whole or len(raw) <= _HEAD or len(raw) != _HEAD + 4 * (raw[0] + raw[1]):
        return None
    codes = struct.unpack(f"<{raw[0] + raw[1]}I", raw[_HEAD:])
    return Piles(codes[: raw[0]], codes[raw[0] :])


def read_omega(text: str, file: str, known: Known) -> list[Deck]:
    """The deck of a code; as clients do, cards of the main and extra deck are sorted by their type."""
    piles = deck_in(text.strip())
    if piles is None:
        raise refusal(file, _AT, phrased("read.no-omega"), phrased("read.omega"), text.strip())
    draft = Draft(file, "omega")
    for section, codes in zip(("", "side"), piles, strict=True):
        draft.enter(section if codes else "", _AT)
        for code, run in groupby(codes):
            count = draft.copies(str(sum(1 for _ in run)), _AT)
            if not code:
                draft.problem(_AT, phrased("read.no-passcode"), phrased("read.above-nought"), "0")
            elif count:
                draft.add(count, str(code), "", section, _AT)
    return [draft.deck()]
