"""Codes of the client Omega: base64 of deflated bytes, which are two counts and so many passcodes."""

from __future__ import annotations

import binascii
import re
import struct
import zlib
from itertools import groupby
from typing import Final, NamedTuple

from judge.decks.deck import Deck
from judge.decks.formats.draft import Draft, refusal
from judge.decks.formats.known import Known
from judge.decks.speech import phrased

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
    found = deck_in(text.strip())
    if found is None:
        raise refusal(file, _AT, phrased("read.no-omega"), phrased("read.omega"), text.strip())
    draft = Draft(file, "omega")
    for section, codes in zip(("", "side"), found, strict=True):
        draft.enter(section if codes else "", _AT)
        for code, run in groupby(codes):
            count = draft.copies(str(sum(1 for _ in run)), _AT)
            if not code:
                draft.problem(_AT, phrased("read.no-passcode"), phrased("read.above-nought"), "0")
            elif count:
                draft.add(count, str(code), "", section, _AT)
    return [draft.deck()]
