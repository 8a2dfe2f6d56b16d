"""The phrases of the desk, in each language. A finding is made as an English phrase that remembers its key
and values (`phrased`); a `Speech` says it again in another language when it is printed.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import Final

from judge.errors import BadInput, Problem
from judge.rulebook.shelf import find
from judge.rulebook.translations import HOME, translated
from judge.text.said import Said

PHRASES: Final = Path(__file__).parent / "phrases"
MANY: Final = "-many"  # ends the key of a phrase that is said of several
_BOOK: Final = "book"  # the key of what a rulebook says itself
_TEXT: Final = "{text}"
_DAY: Final = "date.day"
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")

Words = Mapping[str, str]


@functools.lru_cache(maxsize=8)
def phrases(lang: str) -> Words:
    """The phrases of the desk in a language, by section and key; English ones where it has none."""
    texts: dict[str, str] = {}
    for language in dict.fromkeys((HOME, lang)):
        path = PHRASES / f"{language}.toml"
        for section, rows in tomllib.loads(path.read_text("utf-8")).items() if path.is_file() else ():
            texts.update({f"{section}.{key}": text for key, text in rows.items()})
    return texts


@functools.lru_cache(maxsize=32)
def book_words(game: str, lang: str) -> Words:
    """The words of a game's deck rules, and of the attributes and types of its cards, from English to a
    language; none for a game that is not there.
    """
    try:
        folder = str(find(game)) if game else ""
    except BadInput:
        folder = ""
    if not folder:
        return {}
    book = translated(folder, "phrases", lang)
    attributes = {name.replace("_", " "): word for name, word in book.get("attr", {}).items()}
    return {**book.get("type", {}), **attributes, **translated(folder, "deck", lang).get("word", {})}


# --- making phrases --------------------------------------------------------------------------------
def phrased(key: str, **values: object) -> Said:
    """An English phrase of the desk with its values, which may be phrases themselves. Where `n` is not 1 it
    is the phrase for several. A phrase or a value that is missing is a bug and raises KeyError.
    """
    words = phrases(HOME)
    return Said(key, words[_numbered(words, key, values)], **values)


def _numbered(words: Words, key: str, values: Mapping[str, object]) -> str:
    """The key of a phrase, or of its plural, by the value `n`."""
    many = key + MANY
    return many if many in words and not _singular(words, values["n"]) else key


def _singular(words: Words, n: object) -> bool:
    """Whether a number takes the singular."""
    return str(n) in words["number.singular"].split()


def of_book(text: str) -> str:
    """A text of a rulebook, which is translated by the rulebook and not by the desk."""
    return text if isinstance(text, Said) else Said(_BOOK, _TEXT, text=text)


def of_attribute(name: str) -> str:
    """An attribute of cards, as people call it."""
    return of_book(name.replace("_", " "))


def counted(n: int, things: tuple[str, str], number: str = "") -> Said:
    """A number of what a rulebook counts; `things` are its singular and plural. `number` is printed in the
    place of `n` where it is given: "at most 4 copies".
    """
    singular, several = map(of_book, things)
    told = {"n": n, "one": singular, "several": several, "number": number or n}
    return phrased("number.things", **told, things=singular if n == 1 else several)


def cards(n: int) -> Said:
    """A number of cards, in words."""
    return phrased("number.card", n=n)


def joined(key: str, parts: Sequence[str]) -> str:
    """Texts one behind the other, as a phrase for two of them has it."""
    return functools.reduce(lambda first, second: phrased(key, a=first, b=second), parts) if parts else ""


def day(iso: str) -> Said:
    """A day, as 2020-03-31 has it."""
    year, month, day = iso.split("-")
    return phrased(_DAY, year=year, month=month, day=day)


# --- saying phrases in a language ------------------------------------------------------------------
class Speech:
    """The desk's phrases in one language."""

    __slots__ = ("lang",)

    def __init__(self, lang: str = HOME) -> None:
        self.lang = lang

    @property
    def words(self) -> Words:
        """Every phrase by its key."""
        return phrases(self.lang)

    def say(self, key: str, **values: object) -> str:
        """A phrase with its values, the one of several where `n` is not one.

        A phrase or a value that is missing is a bug and raises KeyError.
        """
        words = self.words
        template = words[_numbered(words, key, values)]
        return template.format_map(values if self.lang == HOME else self._shown(values))

    def _shown(self, values: Mapping[str, object]) -> dict[str, object]:
        return {key: self.number(value) if isinstance(value, int) else value for key, value in values.items()}

    def number(self, n: int) -> str:
        """A number, its thousands separated as in the language."""
        return f"{n:,}".replace(",", self.words["number.thousands"])

    def date(self, written: str) -> str:
        """A date in the language's form; a text that is no ISO date as it was written."""
        match = _ISO.fullmatch(written)
        return self.told(day(written), {}) if match else written

    def join(self, key: str, parts: Sequence[str]) -> str:
        """Texts one behind the other, as a phrase for two of them has it."""
        return self.words[key].format(a="", b="").join(parts)

    def told(self, text: str, book: Words) -> str:
        """A text in this language, if it is a phrase; any other text as it is. `book` translates the words of
        the rulebook in it.
        """
        if self.lang == HOME or not isinstance(text, Said):
            return text
        if text.key == _BOOK:
            return book.get(text, str(text))
        if text.key not in self.words:
            return str(text)
        values = {
            key: self.told(value, book) if isinstance(value, str) else value
            for key, value in text.values.items()
        }
        if "several" in values:
            values["things"] = values["one" if _singular(self.words, values["n"]) else "several"]
        return self.say(text.key, **values)

    # --- problems --------------------------------------------------------------------------------
    def parts(self, problem: Problem) -> tuple[str, str]:
        """The place of a problem, and what is told of it."""
        if self.lang == HOME:
            return problem.parts()
        place, told = problem._replace(article="", expected="", found="", hint="").parts()
        details = self.details(problem)
        return place, told + (f" ({details})" if details else "")

    def line(self, problem: Problem) -> str:
        """A problem as one line."""
        return "".join(self.parts(problem))

    def details(self, problem: Problem) -> str:
        """The expected and the found value, the nearest name, and the article."""
        bare = problem._replace(file="", line=0, message="")
        if self.lang == HOME:
            return bare.text().strip().removeprefix("(").removesuffix(")")
        compared = [self.say("problem.expected", what=bare.expected)] if bare.expected else []
        compared += [self.say("problem.found", what=bare.found)] if bare.found else []
        told = [", ".join(compared)] if compared else []
        told += [self.say("problem.hint", name=bare.hint)] if bare.hint else []
        parts = [part for part in (bare.article, self.join("join.semicolon", told)) if part]
        plain = Problem("", 0, 0, "", "", self.join("join.colon", parts))
        return plain.text()


ENGLISH: Final = Speech()


# --- sentences of the layers below the desk ------------------------------------------------------------
# These layers have no phrases. The desk has a phrase for each of their sentences, under [below], and finds it
# by the text. A sentence for which it has none stays as it was made.
SECTION: Final = "below"


def recognised(problem: Problem) -> Problem:
    """A problem with its sentences as phrases. Its `found` may be anybody's words: it becomes a phrase only
    where the message comes from a layer below too.
    """
    message, expected = sentence(problem.message), sentence(problem.expected)
    below = isinstance(message, Said) and message is not problem.message
    value = sentence(problem.found) if below else problem.found
    return problem._replace(message=message, expected=expected, found=value)


def sentence(text: str) -> str:
    """A sentence as a phrase with the same text, where there is one."""
    return text if isinstance(text, Said) or not text else _sentence(text)


@functools.lru_cache(maxsize=1024)
def _sentence(text: str) -> str:
    plain, filled = _known()
    if text in plain:
        return phrased(f"below.{plain[text]}")
    for name, form in filled:
        if match := form.fullmatch(text):
            return phrased(f"below.{name}", **match.groupdict())
    return text


@functools.lru_cache(maxsize=1)
def _known() -> tuple[dict[str, str], tuple[tuple[str, re.Pattern[str]], ...]]:
    """The names of the sentences without values, by their texts; and the names of those with values, each
    with a pattern.
    """
    parted = ((key.partition("."), text) for key, text in phrases(HOME).items())
    own = {name: text for (section, _, name), text in parted if section == SECTION}
    plain = {text.format(): name for name, text in own.items() if not any(_fields(text))}
    filled = [(name, re.compile(_form(text), re.DOTALL)) for name, text in own.items() if any(_fields(text))]
    return plain, tuple(filled)


def _fields(text: str) -> Iterator[str]:
    return (field for _, field, _, _ in Formatter().parse(text) if field)


def _form(text: str) -> str:
    """What matches a template, each value under its name."""
    parts = Formatter().parse(text)
    return "".join(re.escape(plain) + (f"(?P<{field}>.+)" if field else "") for plain, field, _, _ in parts)
