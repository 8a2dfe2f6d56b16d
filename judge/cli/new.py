"""`judge new` and `judge schema`: print what one needs to write a fixture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from judge.cli.codes import BAD_INPUT, NOT_IMPLEMENTED, OK
from judge.cli.options import HOME, check_choice, check_language, slip, spoken, without_game
from judge.cli.output import print_json, tell
from judge.errors import BadInput, Problem
from judge.text.plain import Json
from judge.text.rows import NamedTuple
from judge.text.source import read_text


class NewOptions(NamedTuple):
    """The game, whether to ask or to print, the file to write, files of cards, and the language asked for."""

    game: str = ""
    ask: bool = False
    template: bool = False
    output: str = ""
    cards: tuple[str, ...] = ()
    lang: str = ""

    @property
    def asks(self) -> bool:
        """Is a dispute asked for? On a terminal it is, unless the starter is wanted."""
        wanted = self.ask or bool(self.output or self.cards)
        return wanted or (not self.template and sys.stdin.isatty() and sys.stdout.isatty())


def new(options: NewOptions) -> int:
    """Ask for a dispute, or print the starter fixture of a game."""
    problems = list(check_new(options))
    if problems:
        tell(problems)
        return BAD_INPUT
    if not options.asks:
        return starter(options.game)
    from judge.cli.new_dispute import DisputeOptions, ask_dispute

    return ask_dispute(DisputeOptions(options.game, options.output, options.cards, spoken(options.lang)))


def check_new(options: NewOptions) -> Iterator[Problem]:
    """Options that do not go together, and a game that is missing."""
    yield from check_language(options.lang or HOME)
    if options.template and (options.ask or options.output or options.cards):
        yield slip("--template", "--template prints, and asks nothing", "one of --template and the form")
    elif not options.asks and options.lang not in ("", HOME):
        yield slip("--lang", "--lang: the dispute to change is printed in English only", "--ask")
    if not options.asks and not options.game:
        from judge.rulebook.shelf import games

        yield slip("GAME", "a starter fixture is of one game", ", ".join(games()))


def starter(game: str) -> int:
    """Print the starter fixture of a game."""
    from judge.rulebook.shelf import find

    try:
        path = Path(find(game), "new.toml")
        text = read_text(path) if path.exists() else ""
    except BadInput as error:
        tell(without_game(error.problems))
        return BAD_INPUT
    if not text:
        tell([slip("GAME", f"not implemented yet: a starter fixture for {game}")])
        return NOT_IMPLEMENTED
    print(text, end="")
    return OK


def schema(kind: str, game: str = "") -> int:
    """Print the JSON schema of a kind of file; of a fixture, with the cards of a game."""
    from judge.tables.documents import FILES

    problems = list(check_choice("schema", kind, ("fixture", "ruling", *FILES)))
    if game and kind != "fixture":
        problems.append(
            slip("--game", f"--game: a {kind} has no cards of a game", "judge schema fixture", game)
        )
    if problems:
        tell(problems)
        return BAD_INPUT
    try:
        print_json(schema_of(kind, game))
    except BadInput as error:
        tell(without_game(error.problems))
        return BAD_INPUT
    return OK


def schema_of(kind: str, game: str) -> dict[str, object]:
    """The schema. Raises BadInput where there is no such game."""
    if kind == "fixture":
        return fixture_schema(game)
    if kind == "ruling":
        from judge.render.schema import ruling_schema

        return ruling_schema()
    from judge.tables.documents import json_schema

    return json_schema(kind)


def fixture_schema(game: str) -> dict[str, object]:
    """The schema of fixtures, with the cards of a game where one is named. Raises BadInput."""
    from judge.fixture.envelope import door
    from judge.tables.documents import DRAFT

    document: dict[str, Json] = {"$schema": DRAFT, **door().model_json_schema()}
    if game:
        from judge.grammar.schema import cards_schema
        from judge.rulebook.load import load_rulebook
        from judge.rulebook.shelf import find

        cards = cards_schema(load_rulebook(str(find(game))))
        document["$defs"] = {**document.get("$defs", {}), **cards.pop("$defs")}
        document["properties"]["cards"] = {**cards, "default": {}}
    return document
