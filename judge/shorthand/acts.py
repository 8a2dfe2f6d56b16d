"""The question of a dispute as a judge types it: who, the act, its cards, in any order, French too; and the
words by which people name acts when they ask, in every language.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from judge.engine.kernel.book import Book
from judge.engine.kernel.state import SEATS
from judge.errors import nearest
from judge.fixture.acts import states_of, words_of
from judge.fixture.script import LEADS, NO, YES
from judge.rulebook.act_names import acts_of
from judge.shorthand.typed import Typed, Word, meant
from judge.speech.catalogue import languages, phrases
from judge.text.folded_words import fold
from judge.text.rows import NamedTuple

# --- the words by which people name acts, and the words of questions around them -----------------------
ELIDED: Final = re.compile(r"(?:[dlsnjcmt]|qu)['\u2019](?=\w)", re.IGNORECASE)  # d'attaquer, l'ogre
OWNED: Final = re.compile(r"['\u2019]s$")  # B's, ogre's
Form = tuple[str, ...]


class Found(NamedTuple):
    """An act that a line names, and the places of the words that name it."""

    act: str
    at: tuple[int, ...]


class Spoken:
    """The acts that are understood, each with the forms of words that name it. `beside` has the words for
    other things that a line names, `around` the words of questions, by their use.
    """

    def __init__(self, acts: Collection[str], wordings: Mapping[str, Sequence[Form]] | None = None) -> None:
        around = [phrases("", lang)["asking"] for lang in languages()]
        self.around = {
            key: frozenset(word for rows in around for word in forms_in(rows[key])) for key in KEYS
        }
        self.nothing = [[" ".join(form) for form in forms_in(rows["nothing"])] for rows in around]
        wordings = {} if wordings is None else wordings
        self.acts = {*acts, *(answer for answer in (*LEADS, *YES, *NO) if not wordings or answer in wordings)}
        self.forms: dict[Form, str] = {}
        for name in sorted(self.acts):
            for form in ((fold(name),), *wordings.get(name, ())):
                self.forms.setdefault(form, name)
        self.forms_of_one = {form[0]: act for form, act in self.forms.items() if len(form) == 1}
        beside = [(form, name) for name in wordings if name not in self.acts for form in wordings[name]]
        self.beside = dict(sorted(beside, key=lambda pair: -len(pair[0])))  # the longest is meant

    @classmethod
    def of(cls, *books: Book) -> Spoken:
        """The words of some games: their acts, and the answers to decisions in them."""
        wordings: dict[str, list[Form]] = {}
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
                        wordings.setdefault(name, []).extend(forms_in(text))
        return cls(acts, wordings)

    def is_one(self, word: Word, *kinds: str) -> bool:
        """Is it a question word of one of these kinds, with or without an elided article?"""
        spelt = {(fold(word.text),), (fold(without_article(word).text),)}
        return not word.quoted and any(spelt & self.around[kind] for kind in kinds)

    def act(self, words: Sequence[Word], heads: Sequence[int]) -> list[Found]:
        """The acts that words may name, best first: at the first of the `heads` by the beginning of a word,
        else in full anywhere but behind "with"; none where nothing fits.
        """
        whole = [*self.whole(words)]
        head = heads[0] if heads else -1
        if head >= 0 and not any(head in full.at for full in whole):
            begun = self.begun(words[head].text)
            if len(begun) == 1 or (begun and not whole):
                return [Found(name, (head,)) for name in begun]
        return whole[:1]

    def begun(self, word: str) -> list[str]:
        """The acts that a word is the beginning of, by their names before other ways of saying them."""
        plain = self.infinitive(word)
        return meant(plain, self.acts) or sorted(
            {self.forms_of_one[form] for form in meant(plain, self.forms_of_one)}
        )

    def infinitive(self, word: str) -> str:
        """A word as it is compared, without the s that an act has behind its player ("A attacks")."""
        folded = fold(word)
        stems = (folded, folded.removesuffix("s"), folded.removesuffix("es"))
        return next((stem for stem in stems if any(form[0] == stem for form in self.forms)), folded)

    def whole(self, words: Sequence[Word]) -> Iterator[Found]:
        """The acts that are named in full, those of most words first, then the first of the line."""
        ranked = [self.infinitive(without_article(word).text) for word in words]
        behind = [n > 0 and self.is_one(words[n - 1], "with") for n in range(len(words))]
        folded: list[tuple[int, int, Found]] = []
        for form, act in self.forms.items():
            at = places_in(form, ranked, behind)
            if at:
                folded.append((-len(form), at[0], Found(act, at)))
        yield from (hit for _, _, hit in sorted(folded))


KEYS: Final = ("may", "filling", "with", "several", "joining", "other")


def forms_in(text: str) -> list[Form]:
    """Ways of saying something, with commas between them."""
    return [tuple(fold(form).split()) for form in text.split(",") if form.strip()]


def without_article(word: Word) -> Word:
    """A word without an article that has lost its vowel."""
    match = ELIDED.match(word.text) if not word.quoted else None
    cut = match.end() if match else 0
    return Word(word.text[cut:], word.column + cut, word.quoted)


def places_in(form: Form, texts: Sequence[str], barred: Sequence[bool]) -> tuple[int, ...]:
    """The places of a form's words in a line, in order and perhaps with others between; () for none."""
    at: list[int] = []
    for word in form:
        start = at[-1] + 1 if at else 0
        place = next((n for n in range(start, len(texts)) if texts[n] == word and not barred[n]), -1)
        if place < 0:
            return ()
        at.append(place)
    return tuple(at)


WHY: Final = {"why": "why", "pourquoi": "why"}
WINS: Final = "who wins"
NEAR: Final = 0.75  # how like a name of an act a word must be to be a misspelling of it
SHORT: Final = 2  # letters of an article or a preposition that is not the beginning of a verb
AHEAD: Final = 4  # words at the start of a line among which a word for several players is looked for
SEVERAL: Final = re.compile(r"[AB](?:[/&][AB])+")  # A/B


class Question(NamedTuple):
    """A question: whether somebody may do something, an `ask` of a fixture, or only what happens."""

    seat: str = ""
    words: tuple[Word, ...] = ()
    ask: str = ""


def read_question(typed: Typed, acts: Collection[str] | Spoken) -> Question:
    """The question of a line, its act among `acts`; what is wrong with it becomes problems of the line."""
    spoken = acts if isinstance(acts, Spoken) else Spoken(acts)
    text = typed.text.strip().rstrip("?").strip()
    if not text or asks_only_outcome(spoken, text):
        return Question()
    words = [word for word in map(without_question_mark, typed.words()) if word.text not in ("", ";", ",")]
    if not words:
        return no_actor(typed, words, text)
    if text.lower().startswith(WINS):
        return Question(ask=text[0].lower() + text[1:])
    lead = WHY.get(fold(words[0].text.rstrip(":")))
    if lead:
        return Question(ask=f"{lead}{text[len(words[0].text.rstrip(':')) :]}")
    if len(words) == 1 and "." in words[0].text and not is_seat(words[0]):
        return Question(ask=f"why {words[0].text}")
    return read_act(typed, spoken, words, text)


def asks_only_outcome(spoken: Spoken, text: str) -> bool:
    """Does the line only ask what happens? The first letters of the word will do."""
    folded = fold(text.rstrip("."))
    if any(folded in forms for forms in spoken.nothing):
        return True
    return len(folded) > 1 and any(forms[0].startswith(folded) for forms in spoken.nothing)


def without_question_mark(word: Word) -> Word:
    """A word without the question mark or full stop at its end."""
    return word if word.quoted else word._replace(text=word.text.rstrip("?!").removesuffix("."))


def read_act(typed: Typed, spoken: Spoken, words: list[Word], text: str) -> Question:
    """The question of a line that names a player and an act."""
    at = seat_at(typed, spoken, words)
    if at is None:
        return Question()
    if at < 0:
        return no_actor(typed, words, text)
    head, rest = without_article(words[at]).parts(":")
    asked = [*words[:at], *([rest] if rest.text else []), *words[at + 1 :]]
    strange = next((word for word in asked if spoken.is_one(word, "other")), None)
    if strange is not None:
        message = f"{strange.text!r} is not understood in a question"
        expected = f"May {head.text.upper()} …, with an act: {', '.join(sorted(spoken.acts))}"
        typed.fault(strange.column, message, expected, strange.text)
        return Question()
    if all(spoken.is_one(word, "may") for word in asked):
        return no_actor(typed, words, text)
    act, others = act_of(typed, spoken, asked, at)
    return Question(head.text.upper(), (act, *others))


def no_actor(typed: Typed, words: Sequence[Word], text: str) -> Question:
    """A problem: the line does not say who does what."""
    column = words[0].column if words else 1
    typed.fault(column, "who asks to do what?", "A or B, the act, its cards", text[:40])
    return Question()


def seat_at(typed: Typed, spoken: Spoken, words: Sequence[Word]) -> int | None:
    """The place of the player whose act it is: -1 where there is none, None where the line asks about several
    players, which is a problem.
    """
    named = [n for n, token in enumerate(words) if is_seat(token) and not is_owner_of_card(spoken, words, n)]
    begins = next((n for n, token in enumerate(words) if not spoken.is_one(token, "may")), 0)
    if not named and words[begins].text.partition(":")[0].upper() in SEATS and not words[begins].quoted:
        return begins
    joined = [token for n, token in enumerate(words[:-1]) if n and is_between_players(spoken, words, n)]
    several = [word for word in words if SEVERAL.fullmatch(word.text)]
    several += joined if len(named) > 1 else []
    several += [front for front in words[:AHEAD] if spoken.is_one(front, "several")] if not named else []
    if several:
        acts = "May A …? May B …?"
        message = "this asks about several players: ask about one, then about the other"
        typed.fault(several[0].column, message, acts, several[0].text)
        return None
    return named[0] if named else -1


def is_seat(word: Word) -> bool:
    """Does a word name a player?"""
    return not word.quoted and without_article(word).text.partition(":")[0] in SEATS


def is_owner_of_card(spoken: Spoken, words: Sequence[Word], n: int) -> bool:
    """Does a player's name stand for the owner of a card: "the mole of B", "d'A"?"""
    return (n > 0 and fold(words[n - 1].text) in ("of", "de")) or fold(words[n].text).startswith("d'")


def is_between_players(spoken: Spoken, words: Sequence[Word], n: int) -> bool:
    """Is a word a joining one between two players: "A and B"?"""
    return spoken.is_one(words[n], "joining") and is_seat(words[n - 1]) and is_seat(words[n + 1])


def seat_of(words: Sequence[Word]) -> tuple[str, Sequence[Word]]:
    """The player at the head of a line, also in small letters, and the words after it; "" for none."""
    head, rest = words[0].parts(":") if words else (Word("", 1), Word("", 1))
    seat = head.text.upper()
    if seat not in SEATS:
        return "", words
    return seat, [*([rest] if rest.text else []), *words[1:]]


def act_of(typed: Typed, spoken: Spoken, words: Sequence[Word], after: int = 0) -> tuple[Word, list[Word]]:
    """The act that some words name, and the other words. The player stood before the word at `after`."""
    heads = [n for n in range(after, len(words)) if may_be_act(spoken, words[n])]
    acts = spoken.act(words, heads)
    if len(acts) == 1:
        act, at = acts[0]
        return words[at[0]]._replace(text=act), [token for n, token in enumerate(words) if n not in at]
    plain = [n for n, token in enumerate(words) if not spoken.is_one(token, "may", "filling", "with")]
    word = words[(heads or plain or [0])[0]]
    if acts:
        typed.several(word, [choice.act for choice in acts])
    else:
        hint = nearest(word.text, spoken.acts) or nearest(word.text, spoken.forms_of_one, NEAR)
        message = f"{word.text!r} is no act"
        typed.fault(word.column, message, ", ".join(sorted(spoken.acts)), word.text, hint)
    return word, [other for other in words if other is not word]


def may_be_act(spoken: Spoken, word: Word) -> bool:
    """May a word be the act of a line? Question words may not, and filling words only where they begin the
    name of just one act.
    """
    if word.quoted or spoken.is_one(word, "may", "with"):
        return False
    known = spoken.forms_of_one if len(word.text) > SHORT else spoken.acts
    return not spoken.is_one(word, "filling") or len(meant(word.text, known)) == 1
