"""The desk of a `judge deck` command: its options checked, and game, card data and limit list read."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import Final

from judge.cards.card import TRANSLATIONS, Card, Cards, every_name
from judge.cards.catalogue import Catalogue
from judge.cards.file import default_path, is_blank, is_catalogue
from judge.cards.imports import read_source
from judge.cards.lists import LimitList, choose
from judge.cards.storage import write
from judge.cli.deck_options import ECHOES, REPORTS, DeckOptions
from judge.cli.inputs import of_rulebook
from judge.cli.options import check_choice, check_jobs, check_language, check_written, slip
from judge.decks.batch import deck_files
from judge.decks.desk import Desk, day_of, open_desk
from judge.decks.formats import FORMATS
from judge.decks.limits import all_limits
from judge.errors import BadInput, Problem
from judge.rulebook.shelf import games


class SeveralCards:
    """The cards of several catalogues; what a card is like is said by the first that has it."""

    def __init__(self, catalogues: Sequence[Cards]) -> None:
        self.catalogues = tuple(catalogues)
        self._found: dict[str, Card | None] = {}

    def find(self, id: str, name: str = "") -> Card | None:
        """The card with this number, whatever its zero padding and reprint; by its name when `id` is ""."""
        if id:
            if id not in self._found:
                self._found[id] = self._joined([one for cards in self.catalogues if (one := cards.find(id))])
            return self._found[id]
        hits = (cards.find("", name) for cards in self.catalogues)
        return next((self.find(card.id) or card for card in hits if card is not None), None)

    def named(self, name: str) -> list[Card]:
        """Every card of this name, in whatever language, by number."""
        ids = dict.fromkeys(entry.id for cards in self.catalogues for entry in cards.named(name))
        return [card for id_ in ids if (card := self.find(id_)) is not None]

    def names(self) -> Iterable[str]:
        """Every number and name, for finding the one nearest to a misspelt one."""
        return dict.fromkeys(name for cards in self.catalogues for name in cards.names())

    def __iter__(self) -> Iterator[Card]:
        known: set[str] = set()
        for cards in self.catalogues:
            for card in cards:
                if card.id not in known:
                    known.add(card.id)
                    yield card

    def _joined(self, cards: Sequence[Card]) -> Card | None:
        if len(cards) < 2:
            return cards[0] if cards else None
        more = dict.fromkeys(name for card in cards[1:] for name in every_name(card))
        names = cards[0].data.get(TRANSLATIONS, {}) | {f"{at}": name for at, name in enumerate(more)}
        return cards[0]._replace(data={**cards[0].data, TRANSLATIONS: names})


_SCHEDULER: Final = re.compile(r"(?:tcp|tls)://[^\s/:]+:\d{1,5}")


def check_options(options: DeckOptions, formats: Sequence[str] = REPORTS) -> list[Problem]:
    """Everything that is wrong with the values given to options."""
    problems = list(check_choice("--format", options.format, formats))
    if options.game:
        problems += check_game(options.game)
    if options.form:
        problems += check_choice("--from", options.form, FORMATS)
    problems += check_language(options.lang)
    problems += check_values(options)
    read = (*read_by(options), *rules_of(options.game)) if options.output else ()
    problems += check_written("--output", options.output, read)
    missing = (card for card in options.cards if not os.path.exists(card))
    return [*problems, *(slip("--cards", f"--cards: there is no file {path!r}") for path in missing)]


def check_game(game: str) -> Iterator[Problem]:
    """The problem of a game without deck rules, or whose rulebook cannot be read."""
    try:
        known = [limit.game for limit in all_limits(game)]
    except BadInput as error:
        yield from error.problems
    else:
        yield from check_choice("--game", game, known)


def check_values(options: DeckOptions) -> Iterator[Problem]:
    """Problems of impossible numbers and days, and of options that exclude each other."""
    yield from check_jobs(options.jobs)
    if options.cluster and not _SCHEDULER.fullmatch(options.cluster):
        message = "--cluster takes the address of a scheduler"
        yield slip("--cluster", message, "tcp://HOST:PORT", options.cluster)
    if options.date and not day_of(options.date):
        message = "--date takes the day of the event"
        yield slip("--date", message, "a day such as 2014-07-01", options.date)
    if options.cap < 0 or (options.cap and not options.list):
        message = "--cap is what the cards of a deck may cost under a --list of points"
        yield slip("--cap", message, "a number above 0", str(options.cap))
    if options.echo and options.format not in ECHOES:
        message = "--echo tells the list as it was understood"
        yield slip("--echo", message, f"--format {' or '.join(ECHOES)}", options.format)
    if options.no_cards and options.cards:
        yield slip("--no-cards", "--cards and --no-cards do not go together")


def read_by(options: DeckOptions) -> list[str]:
    """Every file that the command reads: decks, card data, a limit list."""
    listed = (options.list, options.list.rpartition(":")[0])
    return [*deck_files(options.files), *_paths(options), *(path for path in listed if os.path.isfile(path))]


def rules_of(game: str) -> Iterator[str]:
    """The files of the rulebook that decks are judged by; those of all games where none is named."""
    for game_id in [game] if game else games():
        yield from of_rulebook(game_id)


def desk_of(options: DeckOptions, whole: bool = False) -> Desk:
    """The desk that the options describe; `whole` when all cards shall be in memory, so that it can be sent
    on.

    Raises BadInput for card data that cannot be read, and a limit list that is not there.
    """
    data = Data(options)
    chosen = capped(data.chosen(options.list), options.cap) if options.list else None
    lists, cards = () if chosen else data.lists(), data.cards(whole)
    desk = open_desk(options.game, cards, chosen, lists, options.form, options.encoding)
    newest = data.newest(cards) if chosen or lists else {}
    return desk._replace(date=options.date, expect=options.expect, newest=newest)


def capped(chosen: LimitList, cap: int) -> LimitList:
    """A list of points with the event's own cap. Raises BadInput for a list that has none."""
    if cap and not chosen.cap:
        raise BadInput([slip("--cap", f"{chosen.name!r} is no list of points", "a list of points", str(cap))])
    return chosen._replace(cap=cap) if cap else chosen


class Data:
    """The card data and limit lists that a command may look at.

    Raises BadInput for files that cannot be read.
    """

    def __init__(self, options: DeckOptions) -> None:
        self._game = options.game
        paths = list(_paths(options))
        if not all(map(is_catalogue, paths)):
            self._folder = TemporaryDirectory(ignore_cleanup_errors=True)  # there as long as this is
            paths = [_gathered(paths, options.game, self._folder.name)]
        self._catalogues = [Catalogue.open(path) for path in paths]
        for catalogue in self._catalogues:
            catalogue.language = options.lang

    def cards(self, whole: bool) -> Mapping[str, Cards]:
        """The card data by game. Where there are several catalogues the last one is asked first, then the
        others.
        """
        by_game: dict[str, Cards] = {}
        for catalogue in self._catalogues:
            for game in catalogue.games():
                if whole and self._game and game != self._game:
                    continue
                if catalogue.count(game):
                    cards = catalogue.whole(game) if whole else catalogue.cards(game)
                    by_game[game] = SeveralCards((cards, by_game[game])) if game in by_game else cards
        return by_game

    def newest(self, games: Iterable[str]) -> dict[str, str]:
        """For each game, the day until which its card data know cards; "" if no file says so."""
        return {game: max(catalogue.newest(game) for catalogue in self._catalogues) for game in games}

    def lists(self) -> tuple[LimitList, ...]:
        """Every limit list at hand."""
        return tuple(limit_list for catalogue in self._catalogues for limit_list in catalogue.lists())

    def chosen(self, wanted: str) -> LimitList:
        """The list that `--list` names: NAME, a date, FILE, or FILE:NAME.

        Raises BadInput with what there is.
        """
        path, name = (wanted, "") if os.path.exists(wanted) else wanted.rpartition(":")[::2]
        if path and (os.path.exists(path) or "/" in path or path.endswith(".conf")):
            return of_file(path, name, wanted)
        lists = self.lists()
        if not lists:
            imported = "import some with `judge cards import lflist.conf`"
            message = f"there are no limit lists: {imported}, or say --list FILE:NAME"
            raise BadInput([slip("--list", message, found=wanted)])
        return choose(lists, wanted)


def of_file(path: str, name: str, wanted: str) -> LimitList:
    """The list of this name in a file, or its only one. Raises BadInput when it holds several."""
    lists = read_source(path).lists
    if name:
        return choose(lists, name)
    if len(lists) != 1:
        message = f"{path} holds {len(lists)} limit lists: which one?"
        raise BadInput([slip("--list", message, "FILE:NAME", wanted)])
    return lists[0]


def _paths(options: DeckOptions) -> Iterator[str]:
    if options.cards or options.no_cards:
        yield from options.cards
    elif not is_blank(default_path()):
        yield default_path()


def _gathered(paths: Sequence[str], game: str, folder: str) -> str:
    """One catalogue of several files of card data, later ones overriding, as in `judge cards import`."""
    gathered = os.path.join(folder, "cards.sqlite")
    for path in paths:
        if not is_catalogue(path):
            write(gathered, [read_source(path, game)])
        elif not os.path.exists(gathered):
            shutil.copyfile(path, gathered)
        else:
            message = "--cards: a card catalogue comes first, files of card data after it"
            raise BadInput([slip("--cards", message, found=path)])
    return gathered
