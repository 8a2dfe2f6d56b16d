"""`judge rule` and `judge rules`: what a rulebook says, and what carries it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.options import FORMATS, check_choice, check_language, slip
from judge.cli.output import print_json, tell, width
from judge.errors import BadInput, Problem, nearest
from judge.render.articles import article_json, article_text, table_json, table_text
from judge.rulebook.articles import Article
from judge.rulebook.index import bindings, look_up, search, unbound
from judge.rulebook.shelf import find
from judge.rulebook.translations import HOME, spoken_articles, unsaid
from judge.speech.catalogue import fill, phrases


class Look(NamedTuple):
    """How articles are printed: of which game, and as it was asked for."""

    game: str
    format: str = "text"
    lang: str = HOME


def rule(look: Look, words: Sequence[str]) -> int:
    """Print the article of this id; otherwise those that have all these words."""
    folder = open_rulebook(look)
    if folder is None:
        return BAD_INPUT
    wanted = " ".join(words)
    ids = spoken_articles(folder, look.lang)
    found = [ids[wanted]] if wanted in ids else search(folder, wanted.split(), look.lang)
    if not found:
        tell([no_article(look.game, wanted, list(ids))], look.format)
        return BAD_INPUT
    if len(found) > 1:
        return table(look, folder, found)
    one = look_up(folder, found[0].id)._replace(article=found[0])
    if look.format == "json":
        print_json(article_json(look.game, one))
    else:
        print(article_text(one, width(), phrases(folder, look.lang), look.lang))
    return OK


def rules(look: Look, words: str = "", only_unbound: bool = False) -> int:
    """Print a rulebook's articles; with `only_unbound` those that nothing carries, which is a failure."""
    folder = open_rulebook(look)
    if folder is None:
        return BAD_INPUT
    found = search(folder, words.split(), look.lang)
    if not only_unbound:
        table(look, folder, found)
        if look.format == "text" and look.lang != HOME:
            print(remark(look, folder, "untold", unsaid(found, look.lang), len(found)))
        return OK
    loose = {one.id for one in unbound(folder)}
    left = [one for one in found if one.id in loose]
    table(look, folder, left)
    if look.format == "text":
        print(remark(look, folder, "loose", len(left), sum(one.mechanical for one in found)))
    return FAILS if left else OK


def remark(look: Look, folder: str, key: str, n: int, of: int) -> str:
    """How many articles of so many lack something."""
    return fill(phrases(folder, look.lang)["article"][key], {"n": n, "of": of})


def table(look: Look, folder: str, articles: Sequence[Article]) -> int:
    """Print several articles."""
    if look.format == "json":
        print_json(table_json(look.game, articles, bindings(folder)))
    elif articles:
        print(table_text(articles, bindings(folder), phrases(folder, look.lang)))
    return OK


def open_rulebook(look: Look) -> str | None:
    """The folder of a rulebook; None when the game, the format or the language is unknown, which has then
    been told.
    """
    game, format = look.game, look.format
    problems = [*check_choice("--format", format, FORMATS), *check_language(look.lang)]
    try:
        folder = str(find(game))
    except BadInput as error:
        problems += error.problems
    if problems:
        tell(
            [one._replace(file="") if one.key == "game" else one for one in problems],
            format if format in FORMATS else "text",
        )
        return None
    return folder


def no_article(game: str, wanted: str, ids: Sequence[str]) -> Problem:
    """Neither an id nor words of any article."""
    message = f"{game} has no article {wanted!r}, and none that says so"
    return slip("ARTICLE", message, "an id, or words to search for", wanted, nearest(wanted, ids))
