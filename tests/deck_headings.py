"""What a reader of decks knows of a game: headings, how numbers look, names of columns."""

from __future__ import annotations

import re

from judge.decks.formats import Known

KNOWN = Known(
    frozenset(
        ("leader", "main", "main deck", "deck", "extra", "extra deck", "side", "side deck", "tokens", "traps")
    ),
    re.compile(r"[A-Z]{1,3}\d{0,2}-\d{1,4}(?:_[A-Z0-9]+)?|0*\d{1,9}"),
    {
        "count": "count",
        "quantite": "count",
        "number": "number",
        "numero": "number",
        "name": "name",
        "nom": "name",
        "section": "section",
        "player": "player",
        "player id": "player_id",
        "deck name": "title",
    },
)
