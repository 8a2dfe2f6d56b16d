"""The words of the rulebooks by which readers read: headings of parts, card numbers, and headings
of columns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from judge.text.folded_words import fold, plainly, seen, straight
from judge.text.rows import NamedTuple

PASSCODE: Final = 5  # digits from which a bare number is a passcode rather than a count or a name
LONGEST_LINE: Final = 1_000  # characters: a longer line is no card, and looking through it would take long
_PARTING: Final = re.compile(r"[\W_]+")
_LONGEST: Final = 60  # characters: a longer word is neither a heading nor a card number
# What people put around a heading: anything but letters, their accents, and digits.
_OUTER: Final = re.compile(r"(?:[^\w\u0300-\u036f\u3099\u309a]|_)+")
# "Monster Cards   Qty": what a form prints over its counts.
_COLUMN: Final = re.compile(
    r"\s+(?:qty|quantity|qt\u00e9|quantit\u00e9|quantit\u00e0|anzahl|menge|cantidad|quantidade)$",
    re.IGNORECASE,
)
_STATED: Final = re.compile(
    r"(.*?[^\W\d])((?:[\s:=()\[\]\u2013\u2014-]|(?<=[^\x00-\x7f]))+)[x\u00d7]?([0-9]{1,9})\s*(?:cards?|cartes?|karten|cartas?|carte|carta|\u679a)?",
    re.IGNORECASE,
)


class Known(NamedTuple):
    """What the rulebooks say about how decks are written; the caller builds it."""

    headings: frozenset[str]  # folded headings of every part that some game has: "side deck", "leader"
    number: re.Pattern[str]  # fullmatch: anything that some game prints as a card number or passcode
    columns: Mapping[str, str]  # by folded CSV heading, and by `joined`: count, number, name, section …
    near: frozenset[str] = frozenset()  # those of the games at hand; all of them when it is empty
    # Headings of parts that hold one card: "Leader: Name" needs no count.
    single: frozenset[str] = frozenset()
    # Headings of parts that no card is in unless the file says so: "side deck".
    apart: frozenset[str] = frozenset()

    @property
    def meant(self) -> frozenset[str]:
        """The headings that a misspelt one may mean."""
        return self.near or self.headings


def heading(words: str, known: Known) -> str:
    """The heading that `words` are, folded; "" when no game has it."""
    if len(words) > _LONGEST:
        return ""
    folded = fold(words)
    if folded not in known.headings and ("_" in words or "-" in words):
        folded = fold(words.replace("_", " ").replace("-", " "))
    return folded if folded in known.headings else ""


def column_of(cell: str, known: Known) -> str:
    """What a column holds, by its heading in any spelling; "" for one that is not known."""
    folded = fold(seen(cell))
    if folded in known.columns or len(folded) > _LONGEST:
        return known.columns.get(folded, "")
    return known.columns.get(joined(folded), "")


def joined(words: str) -> str:
    """A column's heading as one word: "card name", "card_name" and "cardname" are one."""
    return _PARTING.sub("", words.replace("\u00b0", "o").lower())


def stated_heading(text: str, known: Known) -> tuple[str, str]:
    """The heading that a line is, whatever surrounds it, and the count that it states ("" for none)."""
    if len(text) > _LONGEST:
        return "", ""
    words = _bare(text)
    title = heading(words, known) or heading(_COLUMN.sub("", words), known)
    if not title and (parts := _STATED.fullmatch(straight(words))):
        # "deck-1" is the first of several decks: a hyphen that states a count has a blank before it.
        return heading(_bare(parts[1]), known), "" if parts[2][:1] == "-" else parts[3]
    return title, ""


def unmarked(text: str) -> str:
    """A line without what people put around a heading, folded."""
    return fold(_bare(text))


def _bare(text: str) -> str:
    begun = _OUTER.match(text)
    start = begun.end() if begun else 0
    end = len(text)
    while end > start and _OUTER.fullmatch(text[end - 1]):
        end -= 1
    return text[start:end]


def is_number(word: str, known: Known, digits: int = 4) -> bool:
    """Whether a word is a card number; digits alone are one only when there are at least so many."""
    if not word or len(word) > _LONGEST or (word.isdigit() and len(word) < digits):
        return False
    return bool(known.number.fullmatch(word) or known.number.fullmatch(word.upper()))


def number_of(word: str, known: Known, digits: int = 4) -> str:
    """The card number that a word is, in plain digits and dashes; "" when it is none."""
    number = plainly(word)
    return number if is_number(number, known, digits) else ""


# --- headings of columns, in the languages of spreadsheets ---------------------------------------------
COLUMNS: Final = {
    "count": "count",
    "qty": "count",
    "quantity": "count",
    "copies": "count",
    "number of copies": "count",
    "amount": "count",
    "quantite": "count",
    "nombre": "count",
    "qte": "count",
    "exemplaires": "count",
    "nb": "count",
    "number": "number",
    "card number": "number",
    "card no": "number",
    "no": "number",
    "code": "number",
    "id": "number",
    "passcode": "number",
    "card id": "number",
    "numero": "number",
    "numero de carte": "number",
    "reference": "number",
    "ref": "number",
    "name": "name",
    "card name": "name",
    "card": "name",
    "nom": "name",
    "nom de la carte": "name",
    "carte": "name",
    "section": "section",
    "part": "section",
    "zone": "section",
    "board": "section",
    "partie": "section",
    "deck section": "section",
    "player": "player",
    "player name": "player",
    "joueur": "player",
    "nom du joueur": "player",
    "participant": "player",
    "player id": "player_id",
    "id joueur": "player_id",
    "deck": "title",
    "deck name": "title",
    "nom du deck": "title",
    "cardq": "count",
    "card quantity": "count",
    "anzahl": "count",
    "menge": "count",
    "cantidad": "count",
    "quantita": "count",
    "quantidade": "count",
    "枚数": "count",
    "n°": "number",
    "nummer": "number",
    "nr": "number",
    "kartennummer": "number",
    "カード番号": "number",
    "karte": "name",
    "kartenname": "name",
    "carta": "name",
    "nombre de la carta": "name",
    "nome": "name",
    "nome della carta": "name",
    "nome da carta": "name",
    "カード名": "name",
    "bereich": "section",
    "deckteil": "section",
    "spieler": "player",
    "jugador": "player",
    "giocatore": "player",
    "jogador": "player",
    "プレイヤー": "player",
}


def by_heading() -> Mapping[str, str]:
    """What each column holds, by its folded heading and by the heading as one word."""
    return {joined(head): kind for head, kind in COLUMNS.items()} | COLUMNS
