"""The terms of a page in the language of its book, where the rulebook has them: `terms.LANG.toml`."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from judge.page.parts import Asked, Reason, Step, Term
from judge.speech.catalogue import Phrases
from judge.text.source import read_text

PHRASED = {"zone": "zone", "mark": "mark", "window": "window", "attribute": "attr"}  # sections of phrases
MAIN = ("zone", "mark", "keyword", "window", "phase", "step")
NAMED = {"phase": "phase", "step": "step"}  # what follows the name of one


@functools.lru_cache(maxsize=16)
def tables(folder: str) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The terms of a rulebook, by language."""
    found = sorted(Path(folder).glob("terms.*.toml"))
    return {path.name.split(".")[1]: tomllib.loads(read_text(path)) for path in found}


def terms(
    folder: str, words: Phrases, asked: Iterable[Asked], why: Iterable[Reason], steps: Iterable[Step],
    more: Iterable[str],
) -> tuple[Term, ...]:  # fmt: skip
    """The terms that the sentences of a page have, in the order in which the rulebook lists them."""
    found = tables(folder)
    if not found:
        return ()
    sentences = [
        *(one.question for one in asked), *(one.text for one in steps), *more,
        *(text for one in why for text in (one.title, one.summary, *one.here)),
    ]  # fmt: skip
    text = "\n".join(sentences)
    rows = (one for lang, table in found.items() for one in spelt(lang, table, words))
    kept = {one.term: one for one in reversed([one for one in rows if occurs(one.word, text)])}
    return tuple(reversed(kept.values()))


def spelt(lang: str, table: Mapping[str, Mapping[str, str]], words: Phrases) -> Iterator[Term]:
    """Each term with the word that pages have for it."""
    for section, rows in table.items():
        said, follows = words.get(PHRASED.get(section, ""), {}), NAMED.get(section, "")
        for key, term in rows.items():
            word = said.get(key, key.replace("-", " ").replace("_", " ")).removeprefix("the ")
            word = word if follows in word else f"{word} {follows}"
            yield Term(word, term, lang, section in MAIN)


def occurs(word: str, text: str) -> bool:
    """Does a word stand in a text, as a whole word or two of them?"""
    return bool(re.search(rf"(?<![\w-]){re.escape(word)}s?(?![\w-])", text, re.IGNORECASE))
