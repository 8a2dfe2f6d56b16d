"""`judge rule` and `judge rules`: what a rulebook says, and what carries it."""

from __future__ import annotations

from collections.abc import Sequence

from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.options import FORMATS, check_choice, slip
from judge.cli.output import print_json, tell, width
from judge.errors import BadInput, Problem, nearest
from judge.render.articles import article_json, article_text, table_json, table_text
from judge.rulebook.articles import Article, every_article
from judge.rulebook.index import bindings, look_up, search, unbound
from judge.rulebook.shelf import find


def rule(game: str, words: Sequence[str], format: str = "text") -> int:
    """Print the article of this id; otherwise those that have all these words."""
    folder = open_rulebook(game, format)
    if folder is None:
        return BAD_INPUT
    wanted = " ".join(words)
    ids = every_article(folder)
    found = [ids[wanted]] if wanted in ids else search(folder, wanted.split())
    if not found:
        tell([no_article(game, wanted, list(ids))], format)
        return BAD_INPUT
    if len(found) > 1:
        return table(game, folder, found, format)
    one = look_up(folder, found[0].id)
    if format == "json":
        print_json(article_json(game, one))
    else:
        print(article_text(one, width()))
    return OK


def rules(game: str, words: str = "", only_unbound: bool = False, format: str = "text") -> int:
    """Print a rulebook's articles; with `only_unbound` those that nothing carries, which is a failure."""
    folder = open_rulebook(game, format)
    if folder is None:
        return BAD_INPUT
    found = search(folder, words.split())
    if not only_unbound:
        return table(game, folder, found, format)
    loose = {one.id for one in unbound(folder)}
    left = [one for one in found if one.id in loose]
    table(game, folder, left, format)
    if format == "text":
        print(count(left, found))
    return FAILS if left else OK


def count(left: Sequence[Article], found: Sequence[Article]) -> str:
    """How many mechanical articles nothing carries."""
    mechanical = sum(one.mechanical for one in found)
    return f"{len(left)} of {mechanical} mechanical articles are neither bound nor excused."


def table(game: str, folder: str, articles: Sequence[Article], format: str) -> int:
    """Print several articles."""
    if format == "json":
        print_json(table_json(game, articles, bindings(folder)))
    elif articles:
        print(table_text(articles, bindings(folder)))
    return OK


def open_rulebook(game: str, format: str) -> str | None:
    """The folder of a rulebook; None when the game or the format is unknown, which has then been told."""
    problems = list(check_choice("--format", format, FORMATS))
    try:
        folder = str(find(game))
    except BadInput as error:
        problems += error.problems
    if problems:
        tell([one._replace(file="") for one in problems], format if format in FORMATS else "text")
        return None
    return folder


def no_article(game: str, wanted: str, ids: Sequence[str]) -> Problem:
    """Neither an id nor words of any article."""
    message = f"{game} has no article {wanted!r}, and none that says so"
    return slip("ARTICLE", message, "an id, or words to search for", wanted, nearest(wanted, ids))
