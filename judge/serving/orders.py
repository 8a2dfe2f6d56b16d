"""Orders to a worker process and its answers, as plain data that goes through a pipe; and the bounds of a
request.
"""

from __future__ import annotations

from typing import Final

from judge.text.rows import NamedTuple

# --- what one request may cost: anybody in the network can send one ------------------------------------
BODY: Final = 64_000  # bytes of a request
FIELDS: Final = 20  # fields of a form
SECONDS: Final = 10  # of work for one request, on the clock and of a processor
MEMORY: Final = 1_500_000_000  # bytes of address space of whoever works for it
ANSWER: Final = 8_000_000  # bytes of a page
SENT: Final = 10  # seconds in which a form arrives whole
ASKED: Final = 5  # in which a connection begins to ask
ANSWERED: Final = 120  # in which it has taken its answer, waiting included
CONNECTIONS: Final = 64
AT_ONCE: Final = 2  # requests that are worked for at the same time
WAITING: Final = 8  # that wait for that; more are sent away
KEPT: Final = 500  # disputes in a folder that is given


# --- orders and answers --------------------------------------------------------------------------------
class Order(NamedTuple):
    """One request: the fields of the form as they were typed, or a dispute as TOML."""

    fields: dict[str, str]
    toml: str = ""
    lang: str = "en"
    seat: str = ""
    keeps: bool = False  # is there a folder to keep it in?


class Wrong(NamedTuple):
    """A fault of the form: the field, the column, and the message."""

    field: str
    column: int
    said: str


class Answer(NamedTuple):
    """A ruling's page with its dispute as TOML; or what is wrong."""

    page: str = ""
    toml: str = ""
    wrong: tuple[Wrong, ...] = ()
