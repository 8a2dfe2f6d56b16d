"""One ruling of a site: its page, and what the other pages say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.errors import Problem
from judge.fixture.load import load_fixture
from judge.play.ruling import Ruling, Unfit, run
from judge.render.html.document import Around, draw
from judge.render.html.parts import Parts
from judge.rulebook.versions import own_numbers
from judge.speech.catalogue import phrases
from judge.suite.attempt import Failed, Result, attempt
from judge.suite.found import Found
from judge.suite.played import Playing, wanted
from judge.suite.site.places import INDEX, address, article_address, ruling_file
from judge.suite.site.quiz import Question, question


class Drawn(NamedTuple):
    """A ruling that was drawn; one that could not be has its problems and no page."""

    id: str
    result: Result
    game: str = ""
    folder: str = ""  # that of its rulebook
    mark: str = ""  # by what it was played
    title: str = ""
    kind: str = ""  # of its answer
    word: str = ""
    said: str = ""
    decides: tuple[str, ...] = ()  # by the numbers of the book itself
    acts: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    page: str = ""
    question: Question | None = None
    problems: tuple[Problem, ...] = ()
    bug: str = ""


def draw_batch(batch: Sequence[Found], playing: Playing, lang: str) -> list[Drawn]:
    """What some rulings come to: what one process does."""
    return [draw_one(one, playing, lang) for one in batch]


def draw_one(found: Found, playing: Playing, lang: str) -> Drawn:
    """One ruling. Nothing is raised."""
    done = attempt(found.path, lambda: drawn(found, playing, lang))
    if isinstance(done, Failed):
        return Drawn(found.id, done.result, problems=done.problems, bug=done.bug)
    return done


def drawn(found: Found, playing: Playing, lang: str) -> Drawn:
    """The same, as far as it can be played. Raises BadInput and NotImplementedYet."""
    fixture = load_fixture(
        found.path, playing.rulebook, dict(playing.readings), playing.overlays, playing.modules
    )
    try:
        return of_ruling(found, run(fixture), lang)
    except Unfit as error:
        return of_ruling(found, error.so_far, lang)._replace(result="fails", problems=tuple(error.problems))


def of_ruling(found: Found, ruling: Ruling, lang: str) -> Drawn:
    """A ruling that was played."""
    book = ruling.fixture.book
    back = own_numbers(book.tables["renumbered"])
    page, told = draw(ruling, "", lang, around(found.id, book.id, back))
    parts = Parts(phrases(book.folder, lang), ())
    decides = tuple(dict.fromkeys(back.get(one, one) for one in ruling.ranks.decides))
    acts = (back.get(one, one) for one in ruling.ranks.acts)
    verdict: Result = "holds" if ruling.verdict == wanted(ruling) else "fails"
    return Drawn(
        found.id, verdict, book.id, book.folder, told.answer.book,
        ruling.fixture.model.title, told.answer.kind, parts.word(told.answer),
        said(parts, told.answer.answers, told.answer.changes), decides,
        tuple(one for one in dict.fromkeys(acts) if one not in decides), cards(ruling), page,
        question(ruling, told, lang),
    )  # fmt: skip


def said(parts: Parts, answers: Sequence[str], changes: Sequence[str]) -> str:
    """What a ruling comes to in a sentence."""
    return " ".join(parts.bare(one) for one in answers) or " ".join(changes[:2])


def cards(ruling: Ruling) -> tuple[str, ...]:
    """The cards that have names, and what is printed on them as their name."""
    prints = ruling.table.prints
    named = {one.id: prints[one.print] for one in ruling.game.cards.values() if prints[one.print].key != "?"}
    printed = (next(iter(one.faces.values())).attrs.get("name") for one in named.values())
    return tuple(dict.fromkeys([*named, *(one for one in printed if isinstance(one, str))]))


def around(id_: str, game: str, back: Mapping[str, str]) -> Around:
    """How a ruling's page leads to the rest of the site; `back` are the numbers of the book itself by those
    of its version.
    """
    file = ruling_file(id_)

    def place(article: str) -> str:
        return article_address(game, back.get(article, article), file)

    return Around(home=address(INDEX, file), place=place)
