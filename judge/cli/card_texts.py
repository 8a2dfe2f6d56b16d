"""`judge cards read`: shows how printed texts are read, sentence by sentence, and what share of all texts is
read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Final

from judge.cards.believed import believed
from judge.cards.card import Card
from judge.cards.catalogue import Catalogue
from judge.cards.imports import read_source
from judge.cards.sentences import Printed, Texts, data_of, number_of, printed_of, settled_limits, texts_of
from judge.cards.vocabulary import card_games, load_vocabulary
from judge.cli.cards import meant, options_hold, print_several, unknown
from judge.cli.codes import BAD_INPUT, OK
from judge.cli.options import slip
from judge.cli.output import print_json, tell, width
from judge.errors import BadInput
from judge.reading.grammar import Grammar, grammar_path, load_grammar
from judge.reading.texts import Sentence, Side, read_sides
from judge.render.readings import (
    Figures,
    figures_json,
    figures_text,
    reading_json,
    reading_text,
    reading_toml,
)
from judge.rulebook.checked import load_checked
from judge.rulebook.shelf import named

_FILES: Final = (".toml", ".csv", ".json", ".cdb")


def read(
    wanted: str, game: str = "", cards: str = "", all: bool = False, why: bool = False, toml: bool = False,
    format: str = "text",
) -> int:  # fmt: skip
    """Print what is read of a card, of the cards of a file, or how much of all; the exit code."""
    if not options_hold(game, format):
        return BAD_INPUT
    try:
        if bool(wanted) == all:
            actual = f"{wanted} --all" if wanted else ""
            raise BadInput([slip("CARD", "one card, one file or --all", "a number, a name, a file", actual)])
        games = [game] if game else games_read()
        if wanted and (wanted.endswith(_FILES) or os.path.isfile(wanted)):
            source = read_source(wanted, game or games[0])
            return print_readings(source.game, source.cards, why, toml, format)
        with Catalogue.open(cards) as catalogue:
            if all:
                return print_figures(catalogue, games, format)
            several = [card for each in games for card in meant(catalogue, each, wanted)]
            if not several:
                raise BadInput([unknown(catalogue, games, wanted)])
            if len(several) > 1:
                print_several(several, format)
                return OK
            return print_readings(several[0][0], [several[0][1]], why, toml, format)
    except BadInput as error:
        tell(error.problems, format)
        return BAD_INPUT


def games_read() -> list[str]:
    """The games whose texts are read."""
    return [game for game in card_games() if grammar_path(str(named(game))).exists()]


def grammar_of(game: str) -> Grammar:
    """The grammar of a game's texts. Raises BadInput for a game that has none, and for every fault of it."""
    load_checked(str(named(game)))
    grammar = load_grammar(str(named(game)))
    if grammar is None:
        known = ", ".join(games_read())
        raise BadInput([slip("--game", f"the texts of {game} are not read yet", known, game)])
    return grammar


def sides_of(grammar: Grammar, game: str, card: Card) -> list[Side]:
    """What is read of the sides of a card."""
    return read_sides(grammar, texts_of(game, card), number_of(game, card), data_of(card))


def believed_of(grammar: Grammar, game: str, card: Card) -> list[Side]:
    """The sides of a card with what is believed of each sentence: corrections and readings by hand, too."""
    sides = sides_of(grammar, game, card)
    held = iter(settled_limits(believed(game, card, printed_of(sides)).sentences))
    return [
        side._replace(sentences=tuple(as_believed(sentence, next(held)) for sentence in side.sentences))
        for side in sides
    ]


def as_believed(sentence: Sentence, held: Printed) -> Sentence:
    """A sentence as it is believed."""
    if held.state == sentence.state:
        return sentence
    return Sentence(sentence.text, held.state, held.abilities)  # type: ignore[arg-type]  # it is plain data


def print_readings(game: str, cards: Iterable[Card], why: bool, toml: bool, format: str) -> int:
    """Print what is read of some cards. Raises BadInput for a game whose texts are not read."""
    grammar = grammar_of(game)
    readings = [(each_card, believed_of(grammar, game, each_card)) for each_card in cards]
    if format == "json":
        print_json({"cards": [reading_json(game, card, sides) for card, sides in readings]})
    elif toml:
        print(reading_toml(game, readings), end="")
    else:
        print("\n\n".join(reading_text(game, card, sides, width(), why) for card, sides in readings))
    return OK


def print_figures(catalogue: Catalogue, games: Iterable[str], format: str) -> int:
    """Prints what share of all texts is read, and what most often stops the reading. Raises BadInput."""
    told = {game: figures_of(catalogue, game) for game in games}
    if format == "json":
        print_json({game: figures_json(figures) for game, figures in told.items()})
    else:
        print("\n\n".join(figures_text(game, figures, width()) for game, figures in told.items()))
    return OK


def figures_of(catalogue: Catalogue, game: str) -> Figures:
    """How much of the texts of a game is read, each number counted once. The catalogue keeps what is read."""
    grammar_of(game)
    texts, figures = Texts(game, catalogue), Figures()
    for card in base_cards(catalogue, game):
        sort = card.data.get("type", "")
        sentences = settled_limits(believed(game, card, texts.of(card)).sentences)
        figures.count(sort if isinstance(sort, str) else "/".join(sort), sentences)
    texts.keep()
    return figures


def base_cards(catalogue: Catalogue, game: str) -> Iterator[Card]:
    """The cards of a game, each by its first printing."""
    numbering, seen = load_vocabulary(game).numbering, set[str]()
    for card in catalogue.cards(game):
        number, _ = numbering.split(card.id)
        if number not in seen:
            seen.add(number)
            yield card
