"""The formats that decks are written in: files read into `Deck`, and `Deck` written again."""

from judge.decks.formats.encodings import ENCODINGS
from judge.decks.formats.known import Known
from judge.decks.formats.readers import FORMATS, LIMIT, read_decks
from judge.decks.formats.writers import WRITERS, DeckText, write_deck

__all__ = ["ENCODINGS", "FORMATS", "LIMIT", "WRITERS", "DeckText", "Known", "read_decks", "write_deck"]
