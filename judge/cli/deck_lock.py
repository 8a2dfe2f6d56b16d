"""`judge deck diff --lock`: decks that are played against those that were locked."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.deck_options import DeckOptions
from judge.cli.decks import give, no_files
from judge.cli.desk import check_options, desk_of
from judge.cli.options import refuse
from judge.cli.output import colourful, print_json, tell, width
from judge.decks.batch import deck_files
from judge.decks.desk import Judge
from judge.decks.event_intake import entered
from judge.decks.event_lock import Lock, against, not_there, read_lock
from judge.decks.speech import Speech
from judge.errors import BadInput
from judge.render.decks import event_lock as pages
from judge.render.decks.spoken import problem_spoken
from judge.text.visible import visible


def diff_lock(options: DeckOptions, path: str) -> int:
    """What differs between decks and their lock: 0 nothing, 1 something, 2 where that cannot be said."""
    files = [one for one in deck_files(options.files) if os.path.realpath(one) != os.path.realpath(path)]
    try:
        lock, judge = opened(options, path, files)
    except BadInput as error:
        tell(error.problems, options.format)
        return BAD_INPUT
    decks = [deck for file in files for deck in entered(judge, file)]
    found = list(against(lock, decks, dict(judge.desk.limits)))
    gone = not_there(lock, found) if any(map(os.path.isdir, options.files)) else []
    speech = Speech(options.lang)
    bad = [
        problem_spoken(one.problem, one.deck.report.game, speech) for one in found if one.problem is not None
    ]
    failed = OK
    if options.format == "json":
        print_json(pages.document(lock, found, gone))
    else:
        for one in bad:
            print(visible(speech.line(one)), file=sys.stderr)
        failed = give(pages.render(lock, found, gone, colourful(), width(), speech), "")
    return failed or (BAD_INPUT if bad else FAILS if gone or not all(one.same for one in found) else OK)


def opened(options: DeckOptions, path: str, files: Sequence[str]) -> tuple[Lock, Judge]:
    """The lock, and a judge of its game. Raises BadInput with all that is wrong with the options and it."""
    problems = check_options(options, ("text", "json"))
    if not files:
        problems.append(no_files(options))
    try:
        lock = read_lock(path)
    except BadInput as error:
        raise BadInput([*problems, *error.problems]) from None
    refuse(problems)
    games = {one.game for one in lock.decks}
    settled = options if options.game or len(games) != 1 else options._replace(game=games.pop())
    return lock, Judge(desk_of(settled, True))
