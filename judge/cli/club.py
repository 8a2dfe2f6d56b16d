"""`judge init`: a new repository of rulings: a first ruling, its trace, the checks and the CI workflow."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from importlib.resources import files as shipped
from pathlib import Path
from typing import TYPE_CHECKING, Final

from judge.cli.atomic_write import NOTHING, put_in_place
from judge.cli.codes import BAD_INPUT, NOT_IMPLEMENTED, OK
from judge.cli.options import slip, without_game
from judge.cli.output import tell
from judge.errors import BadInput, Problem, system_said
from judge.release import VERSION
from judge.text.source import read_text
from judge.text.visible import visible_lines

if TYPE_CHECKING:
    from judge.play.ruling import Ruling

REPOSITORY = ".git"  # beside which files may be put: nothing is there yet


def check_empty(folder: Path) -> Iterator[Problem]:
    """The problems of a folder that has files in it, or is none."""
    expected = "an empty folder, or the name of a new one"
    try:
        names = sorted(name for name in os.listdir(folder) if name != REPOSITORY)
    except FileNotFoundError:
        names = []
        if os.path.islink(folder):
            yield fault(folder, "this leads nowhere", expected)
    except OSError as error:
        names = []
        yield fault(folder, f"this cannot be looked into: {system_said(error)}", expected)
    if names:
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        yield fault(folder, "the folder is not empty", expected, f"{names[0]}{more}")


def write_all(folder: Path, files: Mapping[str, str]) -> Problem | None:
    """Writes files into a folder that is empty or not there yet: all, or none. Gives a problem where they
    cannot be written, also because another call writes there.
    """
    texts = {str(folder / path): text for path, text in files.items()}
    problem = put_in_place(texts, str(folder), fresh=True)
    return fault(folder, problem.message.removesuffix(NOTHING)) if problem else None


def fault(folder: Path, message: str, expected: str = "", actual: str = "") -> Problem:
    """A problem of a folder."""
    return Problem(str(folder), 0, 0, "FOLDER", "", message, expected, actual)


def init(folder: str, game: str, copied: bool) -> int:
    """Writes the repository and prints what is in it; writes nothing where something is wrong."""
    from judge.rulebook.shelf import named

    target = Path(folder)
    problems = [*check_empty(target), *check_game(game)]
    if problems:
        tell(problems)
        return BAD_INPUT
    book = named(game)
    if not (book / "new.toml").is_file():
        tell([slip("--game", f"not implemented yet: a first ruling for {game}")])
        return NOT_IMPLEMENTED
    try:
        files = club_files(book, copied)
    except BadInput as error:
        tell(error.problems)
        return BAD_INPUT
    problem = write_all(target, files)
    if problem is not None:
        tell([problem])
        return BAD_INPUT
    print(visible_lines(told(target, files)))
    return OK


def check_game(game: str) -> Iterator[Problem]:
    """The problem that there is no rulebook for a game."""
    from judge.rulebook.shelf import named

    try:
        named(game)
    except BadInput as error:
        yield from (problem._replace(key="--game") for problem in without_game(error.problems))


def told(folder: Path, files: dict[str, str]) -> str:
    """The files that were written, the tables of a rulebook as one, and what may be done next."""
    tables = [file for file in files if file.startswith(f"{BOOKS}/")]
    names = sorted(set(files) - set(tables))
    if tables:
        names.append(f"{'/'.join(tables[0].split('/')[:2])}/, {len(tables)} tables")
    enter = "" if folder.samefile(".") else f"cd {shlex.quote(str(folder))} && "
    return "\n".join([*names, f"Next: {enter}sh check.sh"])


# --- the files of the new repository --------------------------------------------------------------------
RULINGS: Final = "rulings"
BOOKS: Final = "rulebooks"  # where `judge diff` looks for rulebooks of a revision
HOUSE: Final = "house.toml"
_TEMPLATES: Final = {  # in the folder `club`, without the points that would hide them
    "README.md": "README.md",
    "check.sh": "check.sh",
    "changes.sh": "changes.sh",
    "requirements.txt": "requirements.txt",
    "pytest.ini": "pytest.ini",
    "rulings.yml": ".github/workflows/rulings.yml",
    "pre-commit-config.yaml": ".pre-commit-config.yaml",
    "gitignore": ".gitignore",
    "gitattributes": ".gitattributes",
}


def club_files(folder: Path, copied: bool) -> dict[str, str]:
    """The files of a new repository, by their paths in it; rulings are played by the rulebook in `folder`, or
    by a copy of it that is among the files.

    Raises BadInput where the rulebook, or the ruling that it begins with, has faults.
    """
    ruling = first_ruling(folder)
    words = {**words_of(ruling), **(by_copy if copied else by_house_rules)(ruling.fixture.model.game)}
    targets = {**_TEMPLATES, **({} if copied else {HOUSE: HOUSE})}
    made = {target: filled(template(name), words) for name, target in targets.items()}
    return {**made, **ruling_files(ruling), **(book_files(folder) if copied else {})}


def first_ruling(folder: Path) -> Ruling:
    """The ruling that `judge new` prints, played."""
    from judge.fixture.load import parse_fixture
    from judge.play.ruling import run

    return run(parse_fixture(read_text(folder / "new.toml")))


def ruling_files(ruling: Ruling) -> dict[str, str]:
    """A ruling, named by its title, and the trace beside it."""
    from judge.render.records import records

    path = f"{RULINGS}/{file_name(ruling)}"
    return {f"{path}.toml": ruling.fixture.source.text, f"{path}.trace": records(ruling)}


def file_name(ruling: Ruling) -> str:
    """A ruling's title as the name of a file."""
    from judge.cards.vocabulary import slug

    return re.sub("[+?]", "", slug(ruling.fixture.model.title))


def book_files(folder: Path) -> dict[str, str]:
    """The tables of a rulebook with its versions."""
    paths = [*folder.glob("*.toml"), *folder.glob("versions/*.toml")]
    return {f"{BOOKS}/{folder.name}/{path.relative_to(folder).as_posix()}": read_text(path) for path in paths}


def words_of(ruling: Ruling) -> dict[str, str]:
    """The words of the game and its first ruling in the templates."""
    book = ruling.fixture.book
    return {
        "GAME": ruling.fixture.model.game,
        "TITLE": str(book.tables["title"]),
        "VERSION": book.version,
        "RULING": file_name(ruling),
        "RELEASE": VERSION,
    }


def by_house_rules(game: str) -> dict[str, str]:
    """The words for a club that lays changes of its own over the rulebook."""
    return {
        "BOOK": game,
        "LINT": f"{game} --overlay {HOUSE}",
        "RULES": f" --overlay {HOUSE}",
        "SIDES": f'"$base:{HOUSE}" {HOUSE}',
        "PYTEST": f"judge_overlays = {HOUSE}",
        "CHANGE": template("change-house.md").strip(),
    }


def by_copy(game: str) -> dict[str, str]:
    """The words for a club with a rulebook of its own."""
    book = f"{BOOKS}/{game}"
    return {
        "BOOK": book,
        "LINT": book,
        "RULES": f" --rulebook {book}",
        "SIDES": '"$base"',
        "PYTEST": f"judge_rulebook = {book}",
        "CHANGE": template("change-rulebook.md").strip().replace("@GAME@", game),
    }


def template(name: str) -> str:
    """The text of a template file that comes with judge."""
    return shipped("judge.cli").joinpath("club", name).read_text(encoding="utf-8")


def filled(text: str, words: dict[str, str]) -> str:
    """A template with its words put in."""
    return re.sub("@([A-Z]+)@", lambda match: words[match[1]], text)
