"""`judge cards`: imports card data and looks cards up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from judge.cards.card import Card
from judge.cards.catalogue import Catalogue, Known, default_path, nearest_card
from judge.cards.hand import one_of
from judge.cards.imports import read_source
from judge.cards.lists import LimitList
from judge.cards.source import Source
from judge.cards.storage import Imported, write
from judge.cards.vocabulary import card_games, load_vocabulary
from judge.cli.codes import BAD_INPUT, FAILS, OK
from judge.cli.options import FORMATS, check_choice, check_written, refuse, slip
from judge.cli.output import print_json, tell, width
from judge.errors import BadInput, Problem
from judge.render.cards import (
    card_json,
    card_text,
    cards_json,
    cards_text,
    list_json,
    list_text,
    lists_json,
    lists_text,
    stock_text,
    written_json,
    written_text,
)

_REMARKS: Final = 20  # shown of one import


def import_cards(
    files: Sequence[str], game: str = "", cards: str = "", format: str = "text", language: str = ""
) -> int:
    """Read files of card data and limit lists into the catalogue, all or none; print what was read."""
    if not options_hold(game, format):
        return BAD_INPUT
    if language and not re.fullmatch("[a-z]{2}", language):
        tell([slip("--language", "--language takes a code of two letters", "fr", language)], format)
        return BAD_INPUT
    path = cards or default_path()
    try:
        check_target(path, "--cards" if cards else "FILES", files)
        sources = [source._replace(language=language) for source in read_all(files, game)]
        imported = write(path, sources)
        with Catalogue.open(path) as catalogue:
            counts = {game_id: catalogue.count(game_id) for game_id in catalogue.games()}
            lists = len(catalogue.lists())
    except BadInput as error:
        tell(error.problems, format)
        return BAD_INPUT
    if format == "json":
        print_json(written_json(imported, path, counts, lists))
        return OK
    print(written_text(imported, width()))
    print(stock_text(path, counts, lists))
    tell(remarks(imported))
    return OK


def check_target(path: str, option: str, files: Sequence[str]) -> None:
    """A catalogue to write that is one of the files read. Raises BadInput."""
    over = list(check_written(option, path, files))
    if over:
        raise BadInput(over)


def read_all(files: Sequence[str], game: str) -> list[Source]:
    """Every file, read. Raises BadInput with the problems of all of them."""
    sources: list[Source] = []
    problems: list[Problem] = []
    if not files:
        problems.append(slip("FILES", "nothing to import", "a file of card data or limit lists"))
    for file in files:
        try:
            sources.append(read_source(file, game))
        except BadInput as error:
            problems += error.problems
    refuse(problems)
    return sources


def remarks(imported: Iterable[Imported]) -> list[Problem]:
    """The remarks on what was read but should be looked at: the first of them, and how many more."""
    every = [remark for entry in imported for remark in (*entry.source.remarks, *entry.remarks)]
    more = len(every) - _REMARKS
    shown = [problem._replace(message=f"note: {problem.message}") for problem in every[:_REMARKS]]
    return shown + ([slip("", f"note: and {more:,} more; --format json lists them all")] if more > 0 else [])


def search(
    words: Sequence[str], game: str = "", cards: str = "", limit: int = 20, format: str = "text"
) -> int:
    """Print the cards whose number, name or text has all the words; finding none is a failure."""
    if not options_hold(game, format):
        return BAD_INPUT
    try:
        wanted = wanted_words(words, limit)
        with Catalogue.open(cards) as catalogue:
            hits = catalogue.search(wanted, game)
    except BadInput as error:
        tell(error.problems, format)
        return BAD_INPUT
    if format == "json":
        print_json(cards_json(hits[:limit], len(hits)))
    else:
        print(cards_text(hits[:limit], len(hits), width()) if hits else "No card has all of these words.")
    return OK if hits else FAILS


def wanted_words(words: Sequence[str], limit: int) -> list[str]:
    """Every word that is searched for. Raises BadInput when there is none, or nothing may be found."""
    if limit < 1:
        raise BadInput([slip("--limit", "--limit takes a number above 0", found=str(limit))])
    wanted = [word for text in words for word in text.split()]
    if not wanted:
        raise BadInput([slip("WORDS", "nothing to search for")])
    return wanted


def show(card: str, game: str = "", cards: str = "", format: str = "text") -> int:
    """Print all that is known of the card of this number or name; of several of one name, which they are."""
    if not options_hold(game, format):
        return BAD_INPUT
    try:
        with Catalogue.open(cards) as catalogue:
            games = [game] if game else catalogue.games()
            hits = [pair for each in games for pair in meant(catalogue, each, card)]
            if not hits:
                tell([unknown(catalogue, games, card)], format)
                return BAD_INPUT
            if len(hits) == 1:
                print_card(catalogue, *hits[0], format)
            else:
                print_several(hits, format)
    except BadInput as error:
        tell(error.problems, format)
        return BAD_INPUT
    return OK


def meant(catalogue: Catalogue, game: str, card: str) -> list[tuple[str, Card]]:
    """The cards of one game that a number or name may mean."""
    numbered = catalogue.known(game, card)
    if numbered is not None:
        return [(game, numbered.card)]
    exact = catalogue.find(game, card)
    named = catalogue.cards(game).named(card)
    chosen = exact or one_of(named, load_vocabulary(game).numbering)
    return [(game, chosen)] if chosen is not None else [(game, other) for other in named]


def print_card(catalogue: Catalogue, game: str, card: Card, format: str) -> None:
    """One card in full."""
    known = catalogue.known(game, card.id) or Known(card, game, {})
    printings = catalogue.printings(game, card.id)
    if format == "json":
        print_json(card_json(known, printings))
    else:
        print(card_text(known, printings, width()))


def print_several(cards: Sequence[tuple[str, Card]], format: str) -> None:
    """Cards of one name, to choose from."""
    if format == "json":
        print_json(cards_json(cards, len(cards)))
    else:
        print(cards_text(cards, len(cards), width()))


def unknown(catalogue: Catalogue, games: Sequence[str], card: str) -> Problem:
    """A card that is not there."""
    near = (nearest_card(catalogue.cards(game), card) for game in games)
    where = " or ".join(games) or "any game"
    message = f"the card catalogue has no {card!r} of {where}"
    return slip("CARD", message, "a number or a name", hint=next((name for name in near if name), ""))


def lists(wanted: str = "", cards: str = "", format: str = "text") -> int:
    """Print the limit lists of the catalogue; with a name, or a date and series, every card of that list."""
    if not options_hold("", format):
        return BAD_INPUT
    try:
        with Catalogue.open(cards) as catalogue:
            if wanted:
                limit_list = catalogue.limit_list(wanted)
                print_list(limit_list, names_on(catalogue, limit_list), format)
                return OK
            limit_lists = catalogue.lists()
    except BadInput as error:
        tell(error.problems, format)
        return BAD_INPUT
    if format == "json":
        print_json(lists_json(limit_lists))
    else:
        print(lists_text(limit_lists, width()) if limit_lists else "There is no limit list in the catalogue.")
    return OK


def print_list(limit_list: LimitList, names: dict[str, str], format: str) -> None:
    """One limit list in full."""
    if format == "json":
        print_json(list_json(limit_list, names))
    else:
        print(list_text(limit_list, names, width()))


def names_on(catalogue: Catalogue, limit_list: LimitList) -> dict[str, str]:
    """The names of a list's entries: the catalogue's, or what the list's own file calls them."""
    known = catalogue.cards(limit_list.game) if limit_list.game in card_games() else None
    names = dict(limit_list.names)
    for entry in limit_list.entries:
        card = known.find(entry) if known is not None else None
        if card is not None and card.name:
            names[entry] = card.name
    return names


def options_hold(game: str, format: str) -> bool:
    """Are the game and the format known? Problems with them are printed."""
    problems = list(check_choice("--format", format, FORMATS))
    if game:
        try:
            load_vocabulary(game)
        except BadInput as error:
            problems += error.problems
    if problems:
        tell(problems, format if format in FORMATS else "text")
    return not problems
