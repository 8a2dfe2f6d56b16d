"""What people call acts when they ask for them, in every language, and the words of questions around them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from judge.engine.kernel.book import Book
from judge.fixture.acts import states_of, words_of
from judge.fixture.script import LEADS, NO, YES
from judge.rulebook.act_names import acts_of
from judge.shorthand.abbreviations import meant
from judge.shorthand.typed import Word
from judge.speech.catalogue import languages, phrases
from judge.text.folded_words import fold

ELIDED: Final = re.compile(r"(?:[dlsnjcmt]|qu)['\u2019](?=\w)", re.IGNORECASE)  # d'attaquer, l'ogre
OWNED: Final = re.compile(r"['\u2019]s$")  # B's, ogre's
Form = tuple[str, ...]


class Found(NamedTuple):
    """An act that a line names, and the places of the words that name it."""

    act: str
    at: tuple[int, ...]


class Spoken:
    """The acts that are understood, each with the ways of saying it; `beside` are words that stand beside
    acts, `around` the words of questions by what they are for.
    """

    def __init__(self, acts: Collection[str], said: Mapping[str, Sequence[Form]] | None = None) -> None:
        around = [phrases("", lang)["asking"] for lang in languages()]
        self.around = {key: frozenset(word for one in around for word in forms_in(one[key])) for key in KEYS}
        self.nothing = [[" ".join(form) for form in forms_in(one["nothing"])] for one in around]
        said = {} if said is None else said
        self.acts = {*acts, *(one for one in (*LEADS, *YES, *NO) if not said or one in said)}
        self.forms: dict[Form, str] = {}
        for name in sorted(self.acts):
            for form in ((fold(name),), *said.get(name, ())):
                self.forms.setdefault(form, name)
        self.forms_of_one = {form[0]: act for form, act in self.forms.items() if len(form) == 1}
        beside = [(form, name) for name in said if name not in self.acts for form in said[name]]
        self.beside = dict(sorted(beside, key=lambda one: -len(one[0])))  # the longest is meant

    @classmethod
    def of(cls, *books: Book) -> Spoken:
        """What is understood of some games: their acts, and the answers to what is asked in them."""
        said: dict[str, list[Form]] = {}
        acts = {act for book in books for act in acts_of(book)}
        known = {
            *acts,
            *LEADS,
            *YES,
            *NO,
            *(word for book in books for word in (*words_of(book), *states_of(book))),
        }
        for book in books:
            for lang in languages():
                for name, text in phrases(book.folder, lang)["spoken"].items():
                    if name in known:
                        said.setdefault(name, []).extend(forms_in(text))
        return cls(acts, said)

    def is_one(self, word: Word, *kinds: str) -> bool:
        """Is it a word of questions of one of these kinds, with or without an article that it has lost?"""
        spelt = {(fold(word.text),), (fold(bare(word).text),)}
        return not word.quoted and any(spelt & self.around[kind] for kind in kinds)

    def act(self, words: Sequence[Word], heads: Sequence[int]) -> list[Found]:
        """The acts that words may name, best first: at the first of the `heads` by the beginning of a word,
        else in full anywhere but behind "with"; none where nothing fits.
        """
        whole = [*self.whole(words)]
        head = heads[0] if heads else -1
        if head >= 0 and not any(head in one.at for one in whole):
            begun = self.begun(words[head].text)
            if len(begun) == 1 or (begun and not whole):
                return [Found(one, (head,)) for one in begun]
        return whole[:1]

    def begun(self, word: str) -> list[str]:
        """The acts that a word is the beginning of, by their names before other ways of saying them."""
        return meant(word, self.acts) or sorted(
            {self.forms_of_one[one] for one in meant(word, self.forms_of_one)}
        )

    def whole(self, words: Sequence[Word]) -> Iterator[Found]:
        """The acts that are named in full, those of most words first, then the first of the line."""
        said = [fold(bare(one).text) for one in words]
        behind = [n > 0 and self.is_one(words[n - 1], "with") for n in range(len(words))]
        found: list[tuple[int, int, Found]] = []
        for form, act in self.forms.items():
            at = places_in(form, said, behind)
            if at:
                found.append((-len(form), at[0], Found(act, at)))
        yield from (one for _, _, one in sorted(found))


KEYS: Final = ("may", "filling", "with", "several", "joining", "other")


def forms_in(text: str) -> list[Form]:
    """Ways of saying something, with commas between them."""
    return [tuple(fold(form).split()) for form in text.split(",") if form.strip()]


def bare(word: Word) -> Word:
    """A word without an article that has lost its vowel."""
    found = ELIDED.match(word.text) if not word.quoted else None
    cut = found.end() if found else 0
    return Word(word.text[cut:], word.column + cut, word.quoted)


def places_in(form: Form, said: Sequence[str], barred: Sequence[bool]) -> tuple[int, ...]:
    """Where the words of a form stand one after the other, with others between them; () where they do not."""
    at: list[int] = []
    for word in form:
        start = at[-1] + 1 if at else 0
        place = next((n for n in range(start, len(said)) if said[n] == word and not barred[n]), -1)
        if place < 0:
            return ()
        at.append(place)
    return tuple(at)
