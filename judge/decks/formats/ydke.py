"""`ydke://` links in running text: three parts of base64, each little-endian passcodes of 32 bits."""

from __future__ import annotations

import binascii
import re
import struct
from itertools import groupby
from typing import Final

from judge.decks.deck import Deck
from judge.decks.formats.draft import Draft, Place, Places, refusal
from judge.decks.formats.known import Known

_LINK: Final = re.compile("ydke://", re.IGNORECASE)
# A part ends at "!" or a blank; one that never ends must not take in all the links after it.
_PART: Final = re.compile(r"[A-Za-z0-9+/=]*+(?:(?!ydke://)[^!\s])*+", re.IGNORECASE)
_MOST_LINKS: Final = 20_000
_PARTS: Final = ("main", "extra", "side")


def read_ydke(text: str, file: str, known: Known) -> list[Deck]:
    """One deck for each link in the text; the words before it on its line are its name."""
    places = Places(text)
    decks = []
    end = 0
    for count, link in enumerate(_LINK.finditer(text)):
        if count == _MOST_LINKS:
            raise refusal(file, places.of(link.start()), "too many links", f"at most {_MOST_LINKS:,}")
        draft = Draft(file, "ydke")
        place = places.of(link.start())
        before = text[max(end, link.start() - place[1] + 1) : link.start()]
        draft.tell("name", before.strip(" \t:,;-\u2013\u2014<("), place)
        end = _read_link(draft, text, link.end(), place)
        decks.append(draft.deck())
    if not decks:
        raise refusal(file, (1, 1), "no link in this text", "ydke://", text.strip())
    return decks


def _read_link(draft: Draft, text: str, at: int, place: Place) -> int:
    """Reads the parts of a link from `at`; where it ends."""
    begun = at - len("ydke://") - place[1]
    for number, section in enumerate(_PARTS):
        draft.enter(section, place)
        found = _PART.match(text, at)
        part = found[0] if found else ""
        if text[at + len(part) : at + len(part) + 1] != "!":
            missing = f"'!' after part {number + 1} of 3, the {section} part"
            draft.problem(
                (place[0], at + len(part) - begun), "the link is cut off", missing, part or "nothing"
            )
            return at
        _read_part(draft, part, section, (place[0], at - begun), place)
        at += len(part) + 1
    return at


def _read_part(draft: Draft, part: str, section: str, where: Place, place: Place) -> None:
    try:
        raw = binascii.a2b_base64(part, strict_mode=True)
    except ValueError:
        draft.problem(where, f"the {section} part is not base64", "base64 with its padding", part)
        return
    if len(raw) % 4:
        expected, found = "4 bytes for each passcode", f"{len(raw):,} bytes"
        draft.problem(where, f"the {section} part is cut off", expected, found)
        return
    for code, run in groupby(struct.unpack(f"<{len(raw) // 4}I", raw)):
        count = draft.copies(str(sum(1 for _ in run)), where)
        if not code:
            draft.problem(where, "not a passcode", "a passcode above 0", "0")
        elif count:
            draft.add(count, str(code), "", section, place)
