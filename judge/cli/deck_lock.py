"""`judge deck diff --lock`: decks that are played against those that were locked."""

from __future__ import annotations

import os

from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.deck_options import DeckOptions
from judge.cli.decks import give
from judge.cli.desk import check_options, desk_of
from judge.cli.options import slip
from judge.cli.output import colourful, print_json, tell, width
from judge.decks.desk import Judge
from judge.decks.event_intake import entered
from judge.decks.event_lock import against, not_there, read_lock
from judge.decks.running import deck_files
from judge.errors import BadInput, Problem
from judge.render.decks import event_lock as pages


def diff_lock(options: DeckOptions, path: str) -> int:
    """What differs between decks and their lock: 0 nothing, 1 something, 2 where that cannot be said."""
    problems = check_options(options, ("text", "json"))
    files = [one for one in deck_files(options.files) if os.path.realpath(one) != os.path.realpath(path)]
    if not files:
        problems.append(
            slip("DECK", "there is no file in " + " ".join(options.files), "deck files, or folders of them")
        )
    try:
        lock = read_lock(path)
        if problems:
            raise BadInput(problems)
        games = {one.game for one in lock.decks}
        judge = Judge(
            desk_of(options if options.game or len(games) != 1 else options._replace(game=games.pop()), True)
        )
    except BadInput as error:
        tell(
            error.problems if error.problems == tuple(problems) else [*problems, *error.problems],
            options.format,
        )
        return BAD_INPUT
    decks = [deck for file in files for deck in entered(judge, file)]
    found = list(against(lock, decks, dict(judge.desk.limits)))
    gone = not_there(lock, found) if any(map(os.path.isdir, options.files)) else []
    bad: list[Problem] = [one.problem for one in found if one.problem]
    if options.format == "json":
        print_json(pages.document(lock, found, gone))
        failed = OK
    else:
        tell(bad)
        failed = give(pages.render(lock, found, gone, colourful(), width()), "")
    return failed or (BAD_INPUT if bad else FAILS if gone or not all(one.same for one in found) else OK)
