"""One ruling of a site: its page, its address, and what the other pages say of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final
from urllib.parse import quote

from judge.errors import Problem
from judge.fixture.load import load_fixture
from judge.play.ruling import Ruling, Unfit, run
from judge.render.html.document import Around, draw
from judge.render.html.parts import Parts
from judge.rulebook.versions import own_numbers
from judge.speech.catalogue import phrases
from judge.suite.found import Found
from judge.suite.played import Failed, Playing, Result, attempt, wanted
from judge.suite.site.quiz import Question, question
from judge.text.rows import NamedTuple
from judge.text.visible import visible

# --- addresses of the pages ----------------------------------------------------------------------------
INDEX: Final = "index.html"
UP: Final = "../"
_PART: Final = re.compile(r"[-.]")  # what parts the numbers of an article
_LONGEST: Final = 200  # bytes of a name, to which more is added; systems have 255
_KEPT: Final = 160  # of one that is longer
_PLAIN: Final = re.compile(r"[^A-Za-z0-9_.-]+")


_OURS: Final = re.compile(r"index\.html|(?:articles/[A-Za-z0-9_.-]+|quiz|rulings(?:/[^/]+)*)/[^/]+\.html")


def is_of_site(file: str) -> bool:
    """Can a page of a site have this file name? Others are never removed, even if the list names them."""
    return bool(_OURS.fullmatch(file)) and ".." not in file.split("/")


def ruling_file(id_: str) -> str:
    """The file of a ruling's page, under a name that can stand in the list of files and in an address. A
    backslash is doubled, so that a sign and its code are two names.
    """
    doubled = id_.replace("\\", "\\\\")
    return f"rulings/{'/'.join(short(word) for word in visible(doubled).split('/'))}.html"


def short(name: str) -> str:
    """A file name of bounded length: the end of a long name gives way to its hash."""
    written = name.encode()
    if len(written) <= _LONGEST:
        return name
    return f"{written[:_KEPT].decode(errors='ignore')}-{mark(name)}"


def chapter(article: str) -> str:
    """The chapter of an article: the first part of its number or name."""
    return _PART.split(article)[0] or article


def chapter_file(game: str, name: str) -> str:
    """The file of a chapter's page."""
    return f"articles/{plain(game)}/{plain(name)}.html"


def quiz_file(game: str) -> str:
    """The file of a game's quiz."""
    return f"quiz/{plain(game)}.html"


def plain(name: str) -> str:
    """A name as part of a file name; a mark stands for what is left out."""
    kept = _PLAIN.sub("-", name).strip(".")
    return kept if kept == name else f"{kept}-{mark(name)}"


def mark(name: str) -> str:
    """The mark that tells a name from others that would be written alike."""
    return blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def address(file: str, of: str) -> str:
    """The address of one page on another one: both are files below the site's folder."""
    return UP * of.count("/") + quote(file)


def article_address(game: str, article: str, of: str) -> str:
    """The address of an article's text."""
    return f"{address(chapter_file(game, chapter(article)), of)}#art-{quote(article)}"


# --- one ruling ----------------------------------------------------------------------------------------
class Drawn(NamedTuple):
    """A ruling that was drawn; one that could not be drawn has its problems and no page."""

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
    """Some rulings, drawn: the work of one process."""
    return [draw_one(ruling, playing, lang) for ruling in batch]


def draw_one(ruling: Found, playing: Playing, lang: str) -> Drawn:
    """One ruling. Raises nothing."""
    done = attempt(ruling.path, lambda: drawn(ruling, playing, lang))
    if isinstance(done, Failed):
        return Drawn(ruling.id, done.result, problems=done.problems, bug=done.bug)
    return done


def drawn(ruling: Found, playing: Playing, lang: str) -> Drawn:
    """One ruling. Raises BadInput and NotImplementedYet."""
    fixture = load_fixture(
        ruling.path, playing.rulebook, dict(playing.readings), playing.overlays, playing.modules
    )
    try:
        return of_ruling(ruling, run(fixture), lang)
    except Unfit as error:
        return of_ruling(ruling, error.so_far, lang)._replace(result="fails", problems=tuple(error.problems))


def of_ruling(file: Found, ruling: Ruling, lang: str) -> Drawn:
    """A played ruling, drawn."""
    book = ruling.fixture.book
    back = own_numbers(book.tables["renumbered"])
    page, told = draw(ruling, "", lang, around(file.id, book.id, back))
    parts = Parts(phrases(book.folder, lang), ())
    decides = tuple(dict.fromkeys(back.get(article, article) for article in ruling.ranks.decides))
    acts = (back.get(act, act) for act in ruling.ranks.acts)
    verdict: Result = "holds" if ruling.verdict == wanted(ruling) else "fails"
    return Drawn(
        file.id, verdict, book.id, book.folder, told.answer.book,
        ruling.fixture.model.title, told.answer.kind, parts.word(told.answer),
        said(parts, told.answer.answers, told.answer.changes), decides,
        tuple(act for act in dict.fromkeys(acts) if act not in decides), cards(ruling), page,
        question(ruling, told, lang),
    )  # fmt: skip


def said(parts: Parts, answers: Sequence[str], changes: Sequence[str]) -> str:
    """The answer of a ruling in a sentence."""
    return " ".join(parts.bare(answer) for answer in answers) or " ".join(changes[:2])


def cards(ruling: Ruling) -> tuple[str, ...]:
    """The names of the cards, as the fixture has them and as they are printed."""
    prints = ruling.table.prints
    named = {
        card.id: prints[card.print] for card in ruling.game.cards.values() if prints[card.print].key != "?"
    }
    printed = (next(iter(printing.faces.values())).attrs.get("name") for printing in named.values())
    return tuple(dict.fromkeys([*named, *(name for name in printed if isinstance(name, str))]))


def around(id_: str, game: str, back: Mapping[str, str]) -> Around:
    """The links from a ruling's page to the rest of the site; `back` gives the book's own numbers by those of
    the version.
    """
    file = ruling_file(id_)

    def place(article: str) -> str:
        return article_address(game, back.get(article, article), file)

    return Around(home=address(INDEX, file), place=place)
