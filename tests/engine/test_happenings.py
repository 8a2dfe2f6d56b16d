"""What befalls cards goes by several names:
each row of a rulebook names moves by where they come from and go to.
"""

from __future__ import annotations

import pytest

from judge.engine.kernel.event import namer

ROWS = {
    "sent": {"to": ["grave"], "not_from": ["banished", ""]},
    "leaves": {"from": ["field"], "to": ["grave", "hand"]},
    "called": {"names": ["summon", "flip"]},
    "buried": {"to": ["grave"]},
}


@pytest.mark.parametrize(
    ("event", "names"),
    [
        (("destroy", "move", "field", "grave"), ("sent", "leaves", "buried")),
        (("move", "move", "field", "deck"), ()),
        (("move", "move", "banished", "grave"), ("buried",)),
        (("move", "move", "under", "grave"), ("sent", "buried")),
        (("fall", "move", "field", "grave"), ("sent", "leaves", "buried")),
        (("move", "move", "grave", "grave"), ()),
        (("summon", "move", "hand", "field"), ("called",)),
        (("flip", "mark", "field", "field"), ("called",)),
        (("destroy", "signal", "field", "grave"), ()),
    ],
)
def test_an_event_has_the_names_of_the_rows_that_it_fits(
    event: tuple[str, str, str, str], names: tuple[str, ...]
) -> None:
    """By place, by name, and never a move within a zone or a moment in which nothing moves;
    its own name and its verb's come first.
    """
    own = dict.fromkeys(event[:2])
    assert namer(ROWS)(*event) == (*own, *names)
