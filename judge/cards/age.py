"""Until which day card data know cards: as they say when each came out, or as their file is called."""

from __future__ import annotations

import calendar
import os
import re
from collections.abc import Iterable
from typing import Final

from judge.cards.card import Card
from judge.cards.vocabulary import Vocabulary
from judge.text.visible import storable

_DAY: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])(?:[-_.]?(0[1-9]|[12]\d|3[01]))?(?!\d)")


def until(words: Vocabulary, file: str, cards: Iterable[Card]) -> str:
    """The day of the newest card, 2020-03-30; else that in the name of the file; "" where neither says."""
    dates = [name for name, kind in words.kinds.items() if kind == "date"]
    days = (str(card.data[name]) for card in cards for name in dates if name in card.data)
    return max(days, default="") or day_in(storable(file))


def day_in(file: str) -> str:
    """The day in the name of a file: "cards-2020-03-30.cdb"; of a month the last; "" for none."""
    found = _DAY.search(os.path.basename(file))
    if found is None:
        return ""
    year, month = int(found[1]), int(found[2])
    last = calendar.monthrange(year, month)[1]
    return f"{year}-{month:02}-{min(int(found[3] or last), last):02}"
