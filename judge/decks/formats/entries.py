"""Entries: the lines of a list that hold cards, before their copies are added. What a line without a count
means depends on the other lines: it is one copy in a list without counts, and a fault in a list with counts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from judge.decks.formats.draft import CARD_MISSING, Draft, Place
from judge.decks.formats.list_line import NO_COUNT, SEVERAL, TWO_COUNTS, Words
from judge.decks.formats.shapes import ELSEWHERE, UNREAD_COUNT, doubt_in, set_in
from judge.decks.speech import phrased
from judge.text.folded_words import fold, straight
from judge.text.rows import NamedTuple

ABOUT: Final = {
    "player": "player",
    "joueur": "player",
    "joueuse": "player",
    "player name": "player",
    "full name": "player",
    "nom du joueur": "player",
    "nom complet": "player",
    "spieler": "player",
    "spielername": "player",
    "nombre del jugador": "player",
    "nome del giocatore": "player",
    "nome do jogador": "player",
    "spielerin": "player",
    "jugador": "player",
    "jugadora": "player",
    "giocatore": "player",
    "jogador": "player",
    "player id": "player_id",
    "id": "player_id",
    "id joueur": "player_id",
    "card game id": "player_id",
    "konami id": "player_id",
    "konami player id": "player_id",
    "player number": "player_id",
    "name": "name",
    "deck name": "name",
    "nom": "name",
    "nom du deck": "name",
    "event": "event",
    "tournament": "event",
    "evenement": "event",
    "tournoi": "event",
    "event name": "event",
    "nom du tournoi": "event",
    "turnier": "event",
    "torneo": "event",
    "submitted": "submitted",
    "handed in": "submitted",
    "remis le": "submitted",
    "envoye le": "submitted",
    "date": "date",
    "event date": "date",
    "datum": "date",
    "fecha": "date",
    "game": "game",
    "version": "version",
    "note": "note",
    "notes": "note",
    "list": "list",
    "limit list": "list",
}
_NUMBERED: Final = re.compile(r"\s*#?[0-9]{1,3}$")  # "Player 2"
NO_CARD: Final = phrased("read.no-card")
# What people write around a list: an address, a greeting, a sentence, a word and what it is.
_TALK: Final = re.compile(
    r"://|@\w+\.|[.?]$|:\s|[,!]$|^(?i:hi|hello|hey|dear|bonjour|salut|thanks|thank you|merci|regards|cheers"
    r"|cordialement)\b"
    r"|(?<!\S)(?:\S+\s+){8}"
)
_ALIKE: Final = 3  # lines with something in brackets: fewer show nothing of the list
COUNTED: Final = phrased("read.counted")
EXPECTED: Final[Mapping[str, str]] = {
    NO_COUNT: COUNTED,
    TWO_COUNTS: phrased("read.one-count"),
    UNREAD_COUNT: phrased("read.count-first"),
    NO_CARD: phrased("read.card-heading-comment"),
    ELSEWHERE: phrased("read.card-under"),
    SEVERAL: phrased("read.one-a-line"),
}
_MISREAD: Final = ("O", "o", "l", "I", "i", "|")  # "l BT1-001" is a slip of the pen for a count


def about_of(words: str) -> str:
    """What a line tells of a deck by the words before its colon; "" for anything else."""
    what = fold(words)
    folded = ABOUT.get(what) or ABOUT.get(_NUMBERED.sub("", what), "")
    return folded if what in ABOUT or folded == "player" else ""


class Entry(NamedTuple):
    """A line with a card, before it is known whether the file counts its cards."""

    words: Words
    section: str
    place: Place  # of the line's first character
    block: int = -1  # which heading it stands under; -1 when it names its section itself
    said: str = ""  # the line, as a problem quotes it
    ordinal: int = 0  # the number that the line has in the list, such as 3 in "3. Name"
    alone: bool = False  # named beside the heading of a part that holds one card: "Leader: Name"


class _File(NamedTuple):
    """What the lines of a file have in common."""

    counted: bool  # some line has a count
    ending: bool  # at least half of the uncounted lines end in a number, which may be the count
    numbered: bool  # the ordinals go up by one, so that they are no counts


def add_entries(draft: Draft, entries: Sequence[Entry], headings: Collection[str] = ()) -> None:
    """Adds the copies that the lines of a list say.

    A line without count and number is one copy of that name in a list where no line has a count. Where every
    line ends in a number, these are the counts.
    """
    entries = _without_sets(entries, headings)
    bare = [entry for entry in entries if not entry.words.copies and not entry.alone]
    endings = [entry for entry in bare if entry.words.ending]
    others = sum(1 for entry in entries if not entry.alone)
    if len(bare) == others == len(endings) > 1:
        entries = [entry if entry.alone else _ended(entry) for entry in entries]
        bare = endings = []
    file = _File(len(bare) < others, 0 < len(bare) <= 2 * len(endings), _numbered(entries))
    above = file.counted  # whether the entry stands above the list itself, as a title does
    for entry in entries:
        above = above and entry.block < 0 and not entry.section and not entry.words.copies
        _add(draft, entry, file, above)


def _without_sets(entries: Sequence[Entry], headings: Collection[str]) -> Sequence[Entry]:
    """The lines without the word in brackets behind their names, where most lines have one: then it can only
    be a set. On one line alone it may be anything.
    """
    coded = {
        at for at, entry in enumerate(entries) if entry.words.doubt and set_in(entry.words.name, headings)
    }
    if len(coded) < _ALIKE or 2 * len(coded) < len(entries):
        return entries
    return [_without_set(entry, headings) if at in coded else entry for at, entry in enumerate(entries)]


def _without_set(entry: Entry, headings: Collection[str]) -> Entry:
    words = entry.words
    set_name = set_in(words.name, headings)
    name, tail = words.name[: -len(set_name)].rstrip(), f"{set_name} {words.tail}".rstrip()
    doubt = doubt_in(straight(entry.said), words.name_at, words.name_at + len(name), entry.said)
    if doubt and doubt.weak:
        doubt = doubt._replace(weak=bool(words.card))
    return entry._replace(words=words._replace(name=name, tail=tail, doubt=doubt))


def _ended(entry: Entry) -> Entry:
    """The line with the number at its end as its count."""
    words = entry.words
    at = len(entry.said) - len(words.ending)
    card, name = words.card, words.name[: -len(words.ending)].rstrip(" \t,;")
    return entry._replace(words=words._replace(copies=words.ending, at=at, card=card, name=name, ending=""))


def _numbered(entries: Sequence[Entry]) -> bool:
    ordinals = [entry.ordinal for entry in entries if entry.ordinal]
    return all(ordinal in (1, before + 1) for before, ordinal in zip((0, *ordinals), ordinals, strict=False))


def _add(draft: Draft, entry: Entry, file: _File, above: bool) -> None:
    words, place = entry.words, entry.place
    text = entry.said or " ".join((words.name, words.card)).strip()
    fault = words.fault or ("" if words.copies else _uncounted(entry, file))
    if fault == NO_COUNT and above and not words.card:  # a title, as far as anybody can tell
        fault = NO_CARD
    if fault:
        hint = draft.nearest(words.name.split(":")[0], ABOUT) if ":" in words.name else ""
        draft.problem(place, fault, EXPECTED[fault], text, hint)
        return
    count = draft.copies(words.copies, (place[0], place[1] + words.at)) if words.copies else 1
    if not words.card and not words.name:
        draft.problem(place, *CARD_MISSING, words.copies)
    elif count:
        add_card(draft, count, entry)


def add_card(draft: Draft, count: int, entry: Entry, column: int = 0) -> None:
    """Adds the copies of a line, and the doubt that a catalogue has to settle. Its words begin in
    `column`.
    """
    words, line = entry.words, entry.place[0]
    column = column or entry.place[1]
    draft.add(count, words.card, words.name, entry.section, entry.place, column + words.name_at, words.tail)
    if words.doubt:
        draft.doubt((line, column + words.doubt.at), words.doubt.message, words.doubt.found, words.doubt.weak)


def _missing(words: Words) -> str:
    """The fault of a line without count among lines that have one."""
    if words.ending or (words.doubt and words.doubt.message == UNREAD_COUNT):
        return UNREAD_COUNT
    if not words.card and _TALK.search(words.name):
        return NO_CARD
    return words.doubt.message if words.doubt and words.doubt.message in (SEVERAL, ELSEWHERE) else NO_COUNT


def _uncounted(entry: Entry, file: _File) -> str:
    """Why a line without count is a fault; "" when it is one copy."""
    words = entry.words
    if entry.alone:
        return ""
    if file.counted and (not words.card or words.name in _MISREAD):
        return _missing(words)
    unclear = bool(words.ending) and (file.ending or (file.counted and bool(words.card)))
    if unclear or (entry.ordinal and not file.numbered):
        return UNREAD_COUNT
    return ""
