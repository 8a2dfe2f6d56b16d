"""Boards and facts pass a door: the wrong kind of value is told, at its place."""

from __future__ import annotations

import pytest
from playing import problems

CARD = 'k = { power = 1000, activated = { once = "turn", do = [{ draw = 1 }] } }'

WRONG = [
    'A={battle=[{card="k",effects=1}]}',
    'A={battle=[{card="k",effects=[1]}]}',
    'A={battle=[{card="k",effects=[{add="lots"}]}]}',
    'A={battle=[{card="k",effects=[{add=1, until="never"}]}]}',
    'A={battle=[{card="k",effects=[{add=1, foo=1}]}]}',
    'A={battle=[{card="k",effects=[{blank="x"}]}]}',
    'A={battle=[{card="k",effects=[{grant={nope=1}}]}]}',
    'A={battle=[{card="k",effects=[{grant=1}]}]}',
    'A={battle=[{card="k",effects=[{make="mauve",attr="color"}]}]}',
    'A={battle=[{card="k",effects=[{add=1,attr="color"}]}]}',
    'A={battle=[{card="k",effects=[{gain="red"}]}]}',
    'A={battle=[{card="k",used=1}]}',
    'A={battle=[{card="k",used=[1]}]}',
    'A={battle=[{card="k",used="zz"}]}',
    'A={battle=[{card="k",under=1}]}',
    'A={battle=[{card="k",under=[1]}]}',
    'A={battle=[{card="k",did=1}]}',
    'A={battle=[{card="k",did=[[]]}]}',
    'A={battle=[{card="k",host=[]}]}',
    'A={battle=[{card="k",as=[]}]}',
    'A={battle=[{card="k",owner=[]}]}',
    'A={battle=[{card="k",n=[]}]}',
    'A={battle=["k"]}\n[pause]\n',
    'A={battle=["k"]}\nat={step=[]}',
    'A={battle=["k"]}\nat={step={}}',
    'A={battle=["k"]}\n[expect]\norder=[1]',
    'A={battle=["k"]}\n[expect]\nk=300',
    'A={battle=["k"]}\n[expect]\nk={power="x"}',
    'A={battle=["k"]}\n[expect]\nk={power=true}',
    'A={battle=["k"]}\n[expect]\nk={zone=1}',
    'A={battle=["k"]}\n[expect]\nk={has=1}',
    'A={battle=["k"]}\n[expect]\nk={counters=1}',
    'A={battle=["k"]}\n[expect]\nk={under=1}',
    'A={battle=["k"]}\n[expect]\nk={host=1}',
    'A={battle=["k"]}\n[expect]\nk={on=1}',
    'A={battle=["k"]}\n[expect]\nk={face=1}',
    'A={battle=["k"]}\n[expect]\nA.battle={top=1}',
    'A={battle=["k"]}\n[expect]\nA.battle={count="x"}',
    'A={battle=["k"]}\n[expect]\nA.battle={has=1}',
    'A={battle=["k"]}\n[expect]\nA.battle=[1]',
    'A={battle=["k"]}\n[expect]\nA.battle={order=1}',
    'A={battle=["k"]}\n[expect]\noptions=[1]',
    'A={battle=["k"]}\n[expect]\npending=[1]',
    'A={battle=["k"]}\n[expect]\nturn=true',
    'A={battle=["k"]}\npending=[1]',
    "A={did=1}",
    "A={did=[1]}",
    'A={battle=[{card="k", counters=1}]}',
    'A={battle=[{card="k", counters={x="y"}}]}',
    "A={battle={card=1}}",
    "A={battle=[[1]]}",
    "A={battle=[true]}",
    "A={battle=[1.5]}",
    'A={life="x"}',
]


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_kind_of_value_is_told(text: str) -> None:
    """Never a traceback, never taken for something else; each at the line where it stands."""
    found = problems(f'game = "dbs"\nscript = []\n{text}\n[cards]\n{CARD}\n')
    assert found
    last = 2 + len(text.splitlines())
    assert {one.line for one in found} == {last}
