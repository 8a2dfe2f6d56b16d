"""`judge rule` and `judge rules`: what a rulebook says, and what carries it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.options import FORMATS, check_choice, check_language, refuse, slip, without_game
from judge.cli.output import print_json, tell, width
from judge.errors import BadInput, Problem, nearest
from judge.render.articles import article_json, article_text, table_json, table_text
from judge.rulebook.articles import Article
from judge.rulebook.index import bindings, look_up, search, unbound
from judge.rulebook.lint.legible import illegible
from judge.rulebook.shelf import find
from judge.rulebook.translations import HOME, spoken_articles, unsaid
from judge.speech.catalogue import fill, phrases
from judge.text.visible import visible_lines


class Look(NamedTuple):
    """How articles are printed: of which game, and as it was asked for."""

    game: str
    format: str = "text"
    lang: str = HOME


def rule(look: Look, words: Sequence[str]) -> int:
    """Print the article of this id; otherwise those that have all these words."""
    wanted = " ".join(words)
    if not wanted.strip():
        tell([slip("ARTICLE", "no article is named", "an id, or words to search for", wanted)], told_in(look))
        return BAD_INPUT
    try:
        return look_for(look, opened(look), wanted)
    except BadInput as error:
        tell(without_game(error.problems), told_in(look))
        return BAD_INPUT


def look_for(look: Look, folder: str, wanted: str) -> int:
    """The same of an open rulebook. Raises BadInput for files that cannot be read."""
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
        print(visible_lines(article_text(one, width(), phrases(folder, look.lang), look.lang)))
    return OK


def rules(look: Look, words: str = "", only_unbound: bool = False) -> int:
    """Print a rulebook's articles; with `only_unbound` those that nothing carries, which is a failure."""
    if words and not words.strip():
        tell([slip("--search", "--search says nothing", "words to search for", words)], told_in(look))
        return BAD_INPUT
    try:
        return listed(look, opened(look), words, only_unbound)
    except BadInput as error:
        tell(without_game(error.problems), told_in(look))
        return BAD_INPUT


def listed(look: Look, folder: str, words: str, only_unbound: bool) -> int:
    """The same of an open rulebook. Raises BadInput for files that cannot be read."""
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
        print(visible_lines(table_text(articles, bindings(folder), phrases(folder, look.lang))))
    return OK


def opened(look: Look) -> str:
    """The folder of a rulebook. Raises BadInput where the game, the format or the language is unknown, and
    where its articles cannot be looked up.
    """
    problems = [*check_choice("--format", look.format, FORMATS), *check_language(look.lang)]
    try:
        folder = str(find(look.game))
    except BadInput as error:
        problems += error.problems
    refuse(problems)
    refuse(illegible(folder))
    return folder


def told_in(look: Look) -> str:
    """The format in which problems are told."""
    return look.format if look.format in FORMATS else "text"


def no_article(game: str, wanted: str, ids: Sequence[str]) -> Problem:
    """Neither an id nor words of any article."""
    message = f"{game} has no article {wanted!r}, and none that says so"
    return slip("ARTICLE", message, "an id, or words to search for", wanted, nearest(wanted, ids))
