"""Comments that hold a card: nothing in them counts, and whoever wrote it may have thought that it does."""

from __future__ import annotations

import re
from typing import Final

from judge.decks.formats.draft import Draft, Place, shown
from judge.decks.formats.known import LONGEST_LINE, PASSCODE, Known, heading, number_of, stated_heading
from judge.decks.formats.list_line import is_clear, read_words
from judge.decks.formats.stated_totals import stated_total
from judge.decks.speech import phrased
from judge.text.folded_words import straight

COMMENT: Final = ("//", "#", ";")
COMMENTED: Final = phrased("left.comment")
_COUNTED: Final = re.compile(r"[\[(]?x?[0-9]{1,2}x?[\])]?[\s*:]+\S", re.IGNORECASE)


def card_in(comment: str, known: Known) -> str:
    """The card that a comment holds, as it stands there; "" when it holds none."""
    text = comment.lstrip("#/;!-* \t")
    if not text or len(text) > LONGEST_LINE or stated_heading(text, known)[0] or stated_total(text)[0] >= 0:
        return ""
    words = read_words(text, known)
    if words.card and is_clear(words.card):
        return text
    first = text.split(None, 1)[0]
    if number_of(first, known, PASSCODE) and is_clear(first):
        return text
    counted = _COUNTED.match(straight(text)) and words.copies and any(map(str.isalpha, words.name))
    return text if counted and not heading(words.name, known) else ""


def remark_card(draft: Draft, comment: str, place: Place, known: Known, what: str = COMMENTED) -> None:
    """Tells of the card that a comment holds."""
    if card := card_in(comment, known):
        at = place[1] + comment.index(card)
        message = phrased("read.holds-card", what=what, card=shown(card))
        draft.remark((place[0], at), message, phrased("read.alone-or-nothing"), card)
