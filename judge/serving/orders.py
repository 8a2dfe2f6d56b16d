"""What is asked of a worker and what it answers, as plain data: it goes through a pipe."""

from __future__ import annotations

from typing import NamedTuple


class Order(NamedTuple):
    """One request: the fields of the form as they were typed, or a dispute as TOML."""

    fields: dict[str, str]
    toml: str = ""
    lang: str = "en"
    seat: str = ""
    keeps: bool = False  # is there a folder to keep it in?


class Wrong(NamedTuple):
    """What is wrong with an answer of the form: in which field, at which column, and what is said of it."""

    field: str
    column: int
    said: str


class Answer(NamedTuple):
    """A ruling's page with its dispute as TOML; or what is wrong."""

    page: str = ""
    toml: str = ""
    wrong: tuple[Wrong, ...] = ()
