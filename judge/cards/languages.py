"""Which language card data are in, and whether they name the cards that are there in another one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from judge.cards.card import Card
from judge.text.folded_words import fold

OTHER: Final = "other"  # a language that is not told apart
_WORDS: Final[Mapping[str, frozenset[str]]] = {  # short words that no sentence of a language is without
    "en": frozenset(["the", "this", "you", "your", "of", "and", "from", "to", "is", "it"]),
    "fr": frozenset(["le", "la", "les", "cette", "vous", "votre", "du", "et", "depuis", "est", "une"]),
    "de": frozenset(["der", "die", "das", "du", "deine", "deiner", "und", "vom", "ist", "diese", "eine"]),
    "it": frozenset(["il", "la", "questa", "puoi", "tuo", "della", "e", "dal", "carta", "gli", "una"]),
    "es": frozenset(["el", "la", "esta", "puedes", "tu", "de", "y", "desde", "los", "es", "una"]),
    "pt": frozenset(["o", "a", "esta", "voce", "seu", "do", "e", "pode", "os", "um", "uma"]),
}
_SCRIPTS: Final = (  # the first that a text has: kana stand among Chinese signs, not the other way round
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
)
_SHARED: Final = 10  # cards at least that both have: of fewer nothing is told
_SAMPLE: Final = 400  # texts that are looked at


def language_of(cards: Iterable[Card]) -> str:
    """The language of the texts of cards, or of their names where they have none: en, fr, de, it, es, pt, ja,
    ko, zh; "other" where it is not told apart.
    """
    texts = [str(one.data.get("text") or one.name) for _, one in zip(range(_SAMPLE), cards, strict=False)]
    scripts = Counter(next((lang for lang, signs in _SCRIPTS if signs.search(one)), "") for one in texts)
    script, count = max(scripts.items(), key=lambda one: one[1], default=("", 0))
    if script and 2 * count > len(texts):
        return script
    words = Counter(word for text in texts for word in fold(text).split())
    scores = {lang: sum(words[one] for one in known) for lang, known in _WORDS.items()}
    best, *rest = sorted(scores, key=lambda one: -scores[one])
    return best if scores[best] > 1.2 * scores[rest[0]] else OTHER


def is_translation(named: Iterable[tuple[str, str]]) -> bool:
    """Whether a file names in another language what is there: of the cards that both have most are called
    otherwise. `named` has for each its name there and in the file.
    """
    pairs = [(fold(old), fold(new)) for old, new in named if old and new]
    return len(pairs) >= _SHARED and 2 * sum(old != new for old, new in pairs) > len(pairs)
