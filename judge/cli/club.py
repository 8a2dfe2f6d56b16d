"""What a club's repository begins with: a ruling with its trace, what checks it, and what CI runs."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from judge.release import VERSION
from judge.text.source import read_text

if TYPE_CHECKING:
    from judge.play.ruling import Ruling

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
    """A ruling under its title, and the trace beside it."""
    from judge.render.records import records

    path = f"{RULINGS}/{file_name(ruling)}"
    return {f"{path}.toml": ruling.fixture.source.text, f"{path}.trace": records(ruling)}


def file_name(ruling: Ruling) -> str:
    """A ruling's title as the name of a file."""
    from judge.cards.vocabulary import slug

    return re.sub("[+?]", "", slug(ruling.fixture.model.title))


def book_files(folder: Path) -> dict[str, str]:
    """The tables of a rulebook with its versions."""
    found = [*folder.glob("*.toml"), *folder.glob("versions/*.toml")]
    return {f"{BOOKS}/{folder.name}/{one.relative_to(folder).as_posix()}": read_text(one) for one in found}


def words_of(ruling: Ruling) -> dict[str, str]:
    """What the templates say of the game and of its first ruling."""
    book = ruling.fixture.book
    return {
        "GAME": ruling.fixture.model.game,
        "TITLE": str(book.tables["title"]),
        "VERSION": book.version,
        "RULING": file_name(ruling),
        "RELEASE": VERSION,
    }


def by_house_rules(game: str) -> dict[str, str]:
    """What they say where changes of the club's own are laid over the rulebook."""
    return {
        "BOOK": game,
        "LINT": f"{game} --overlay {HOUSE}",
        "RULES": f" --overlay {HOUSE}",
        "SIDES": f'"$base:{HOUSE}" {HOUSE}',
        "PYTEST": f"judge_overlays = {HOUSE}",
        "CHANGE": template("change-house.md").strip(),
    }


def by_copy(game: str) -> dict[str, str]:
    """What they say where the club has a rulebook of its own."""
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
    """A template that comes with judge."""
    return files("judge.cli").joinpath("club", name).read_text(encoding="utf-8")


def filled(text: str, words: dict[str, str]) -> str:
    """A template with its words."""
    return re.sub("@([A-Z]+)@", lambda found: words[found[1]], text)
