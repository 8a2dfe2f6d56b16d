"""`judge new` and `judge schema`: what a fixture is written from."""

from __future__ import annotations

from pathlib import Path

from judge.cli.codes import BAD_INPUT, NOT_IMPLEMENTED, OK
from judge.cli.options import check_choice, slip
from judge.cli.output import print_json, tell
from judge.errors import BadInput
from judge.text.plain import Plain


def new(game: str) -> int:
    """Print the starter fixture of a game."""
    from judge.rulebook.shelf import find

    try:
        path = Path(find(game), "new.toml")
    except BadInput as error:
        tell([one._replace(file="") for one in error.problems])
        return BAD_INPUT
    if not path.is_file():
        tell([slip("GAME", f"not implemented yet: a starter fixture for {game}")])
        return NOT_IMPLEMENTED
    print(path.read_text(encoding="utf-8"), end="")
    return OK


def schema(kind: str, game: str = "") -> int:
    """Print the JSON schema of a kind of file; of a fixture, with the cards of a game."""
    from judge.tables.documents import DRAFT, FILES, json_schema

    problems = list(check_choice("schema", kind, ("fixture", "ruling", *FILES)))
    if problems:
        tell(problems)
        return BAD_INPUT
    if kind == "ruling":
        from judge.render.schema import ruling_schema

        print_json(ruling_schema())
    elif kind == "fixture":
        from judge.fixture.envelope import door

        found: dict[str, Plain] = {"$schema": DRAFT, **door().model_json_schema()}
        if game:
            from judge.grammar.schema import cards_schema
            from judge.rulebook.load import load_rulebook
            from judge.rulebook.shelf import find

            try:
                cards = cards_schema(load_rulebook(str(find(game))))
            except BadInput as error:
                tell([one._replace(file="") for one in error.problems])
                return BAD_INPUT
            found["$defs"] = {**found.get("$defs", {}), **cards.pop("$defs")}
            found["properties"]["cards"] = {**cards, "default": {}}
        print_json(found)
    else:
        print_json(json_schema(kind))
    return OK
