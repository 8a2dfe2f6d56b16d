"""`judge rule` and `judge rules`: print articles of a rulebook; `judge lint`: prints its faults."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from judge.cli.codes import BAD_INPUT, BUG, FAILS, NOT_IMPLEMENTED, OK, worst
from judge.cli.options import (
    FORMATS,
    check_choice,
    check_jobs,
    check_language,
    check_overlays,
    refuse,
    slip,
    without_game,
)
from judge.cli.output import print_json, problems_json, progress, tell, width
from judge.errors import BadInput, Problem, nearest
from judge.render.articles import article_json, article_text, table_json, table_text
from judge.rulebook.articles import Article
from judge.rulebook.index import bindings, look_up, search, unbound
from judge.rulebook.lint.legible import illegible
from judge.rulebook.shelf import find
from judge.rulebook.translations import HOME, spoken_articles, unsaid
from judge.speech.catalogue import fill, phrases
from judge.text.rows import NamedTuple
from judge.text.visible import visible, visible_lines

if TYPE_CHECKING:
    from judge.suite.found import Found
    from judge.suite.played import Played


class Look(NamedTuple):
    """How articles are printed: the game, the format and the language."""

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
    """Prints one article, or those that have all the words, of the rulebook in a folder. Raises BadInput for
    files that cannot be read.
    """
    ids = spoken_articles(folder, look.lang)
    articles = [ids[wanted]] if wanted in ids else search(folder, wanted.split(), look.lang)
    if not articles:
        tell([no_article(look.game, wanted, list(ids))], look.format)
        return BAD_INPUT
    if len(articles) > 1:
        return table(look, folder, articles)
    entry = look_up(folder, articles[0].id)._replace(article=articles[0])
    if look.format == "json":
        print_json(article_json(look.game, entry))
    else:
        print(visible_lines(article_text(entry, width(), phrases(folder, look.lang), look.lang)))
    return OK


def rules(look: Look, words: str = "", only_unbound: bool = False) -> int:
    """Prints a rulebook's articles; with `only_unbound` those that nothing runs, and a failure if there are
    any.
    """
    if words and not words.strip():
        tell([slip("--search", "--search says nothing", "words to search for", words)], told_in(look))
        return BAD_INPUT
    try:
        return listed(look, opened(look), words, only_unbound)
    except BadInput as error:
        tell(without_game(error.problems), told_in(look))
        return BAD_INPUT


def listed(look: Look, folder: str, words: str, only_unbound: bool) -> int:
    """Prints the articles of the rulebook in a folder. Raises BadInput for files that cannot be read."""
    articles = search(folder, words.split(), look.lang)
    if not only_unbound:
        table(look, folder, articles)
        if look.format == "text" and look.lang != HOME:
            print(remark(look, folder, "untold", unsaid(articles, look.lang), len(articles)))
        return OK
    loose = {article.id for article in unbound(folder)}
    left = [article for article in articles if article.id in loose]
    table(look, folder, left)
    if look.format == "text":
        print(remark(look, folder, "loose", len(left), sum(article.mechanical for article in articles)))
    return FAILS if left else OK


def remark(look: Look, folder: str, key: str, n: int, of: int) -> str:
    """A sentence about how many articles lack something."""
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
    where its articles cannot be read.
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
    """The format in which problems are printed."""
    return look.format if look.format in FORMATS else "text"


def no_article(game: str, wanted: str, ids: Sequence[str]) -> Problem:
    """The problem that words are neither an id nor words of any article."""
    message = f"{game} has no article {wanted!r}, and none that says so"
    return slip("ARTICLE", message, "an id, or words to search for", wanted, nearest(wanted, ids))


# --- `judge lint` --------------------------------------------------------------------------------------

NOTE: Final = "note"
# Of a ruling that could not be played. One that does not hold is for `judge test` to tell.
CODES: Final = {"bad input": BAD_INPUT, "not implemented": NOT_IMPLEMENTED, "bug": BUG}
Rulings = Mapping[str, Sequence["Found"]]  # by game


class LintOptions(NamedTuple):
    """The rulebooks, their overlays, and the rulings to play."""

    names: tuple[str, ...]
    format: str = "text"
    overlays: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    fixtures: tuple[str, ...] = ()
    jobs: int = 1


class Looked(NamedTuple):
    """The problems of a rulebook, its notes last, and the exit codes of rulings that could not be played."""

    problems: Sequence[Problem]
    codes: tuple[int, ...] = ()


def lint(options: LintOptions) -> int:
    """Prints every fault and note of these rulebooks, of all of them if none is named; exit 2 if there is a
    fault, else 1 if there is a note.
    """
    from judge.rulebook.shelf import games

    try:
        rulings, unread = check_lint(options)
    except BadInput as error:
        tell(error.problems, options.format)
        return BAD_INPUT
    names = options.names or tuple(games())
    strange = [] if options.names else list(of_no_game(rulings, names))
    looked = [look(name, options, rulings) for name in names]
    problems = [*unread, *strange, *(fault for row in looked for fault in row.problems)]
    show(names, problems, options.format)
    faults = any(problem.severity != NOTE for problem in problems)
    codes = (code for row in looked for code in row.codes)
    return worst([BAD_INPUT * faults, FAILS * bool(problems), *codes])


def check_lint(options: LintOptions) -> tuple[Rulings, Sequence[Problem]]:
    """The rulings by game, and the problems of those that cannot be read. Raises BadInput with everything
    that is wrong with the options.
    """
    slips = list(slips_of(options))
    try:
        rulings, unread = rulings_in(options.fixtures)
    except BadInput as error:
        slips += error.problems
    if slips:
        raise BadInput(slips)
    return rulings, unread


def slips_of(options: LintOptions) -> Iterator[Problem]:
    """The problems of the options."""
    yield from check_choice("--format", options.format, FORMATS)
    yield from check_overlays(options.overlays)
    yield from check_jobs(options.jobs)
    if options.overlays and len(options.names) != 1:
        message, actual = "--overlay lays changes over one rulebook", f"{len(options.names)} rulebooks"
        yield slip("--overlay", message, "one rulebook", actual)


def rulings_in(paths: Sequence[str]) -> tuple[Rulings, Sequence[Problem]]:
    """The rulings in files and folders, by game, and the problems of those that cannot be read or name no
    game. Raises BadInput for each path that is not there.
    """
    if not paths:
        return {}, ()
    from judge.cli.coverage import sorted_in
    from judge.suite.found import find_rulings

    rulings: dict[str, list[Found]] = {}
    return rulings, [problem for ruling in find_rulings(paths) for problem in sorted_in(rulings, ruling, "")]


def of_no_game(rulings: Rulings, games: Collection[str]) -> Iterator[Problem]:
    """The problems of rulings whose game has no rulebook here: nothing plays them."""
    for game, files in rulings.items():
        if game not in games:
            for ruling in files:
                message = f"there is no rulebook {game!r}"
                expected = ", ".join(sorted(games))
                yield Problem(ruling.path, 0, 0, "game", "", message, expected, game, nearest(game, games))


def show(names: Sequence[str], problems: Sequence[Problem], format: str) -> None:
    """Prints faults and notes; where there is no fault, says so."""
    if format == "json":
        print_json(problems_json(problems))
        return
    notes = [problem for problem in problems if problem.severity == NOTE]
    tell([row._replace(message=f"note: {row.message}") if row in notes else row for row in problems])
    if len(notes) == len(problems):
        many = f", {len(notes)} note{'s' * (len(notes) > 1)}" if notes else ""
        print(visible(f"{', '.join(names)}: no fault found{many}."))


def look(name: str, options: LintOptions, rulings: Rulings) -> Looked:
    """The faults and notes of one rulebook; a missing rulebook is one fault. Rulings are played only where it
    has no fault.
    """
    from judge.rulebook.lint.survey import survey
    from judge.rulebook.shelf import find

    try:
        folder = str(find(name))
        faults, notes = survey(folder, options.overlays, options.modules)
        if faults or not options.fixtures:
            return Looked([*faults, *notes])
        played = list(play(name, folder, options, rulings))
        return of_played(folder, notes, played, decided_by(folder, options))
    except BadInput as error:
        return Looked([shortened(problem) for problem in error.problems])


def shortened(problem: Problem) -> Problem:
    """A problem without its file, where that is a rulebook that does not exist."""
    return problem._replace(file="") if problem.line == 0 and problem.key == "game" else problem


def play(name: str, folder: str, options: LintOptions, rulings: Rulings) -> Iterator[Played]:
    """The results of a game's rulings, from the cache where they have not changed. Raises BadInput where
    there is none of a game that was named.
    """
    from judge.rulebook.checked import load_checked
    from judge.rulebook.shelf import games
    from judge.suite.cache import Cache
    from judge.suite.examined import examine_all
    from judge.suite.played import Playing

    id_ = load_checked(folder, options.overlays, options.modules).tables["id"]
    of_game = rulings.get(id_, ())
    if options.names and not of_game:
        raise BadInput([slip("--fixtures", f"there is no ruling of {id_}", "rulings of that game")])
    playing = Playing("" if name in games() else folder, options.overlays, options.modules)
    with progress(len(of_game), "playing rulings") as told:
        for ruling in examine_all(of_game, playing, options.jobs or os.cpu_count() or 1, Cache(playing)):
            told(1)
            yield ruling.played


def decided_by(folder: str, options: LintOptions) -> Collection[str]:
    """The readings that overlays decide, so that no ruling has to touch them."""
    from judge.rulebook.checked import load_checked
    from judge.rulebook.versions import decided

    return decided(load_checked(folder, options.overlays, options.modules).overlays)


def of_played(
    folder: str, notes: Sequence[Problem], played: Sequence[Played], decided: Collection[str]
) -> Looked:
    """The problems of rulings that were played, and notes about what none of them touches."""
    from judge.suite.coverage import untouched

    unplayed = [ruling for ruling in played if ruling.result in CODES]
    wrong = [problem for ruling in unplayed for problem in ruling.problems]
    sys.stderr.write("".join(ruling.page for ruling in unplayed if ruling.result == "bug"))
    more = untouched(folder, played, decided) if played else ()
    return Looked([*wrong, *notes, *more], tuple(CODES[ruling.result] for ruling in unplayed))
