"""What the functions of a rulebook take and give: each kind of them, as a rulebook's modules declare it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import Card, Cond, Do, Option, Record
from judge.engine.kernel.view import Vars, View
from judge.text.plain import Fields, Plain

StepFunction = Callable[[View, Vars], Outcome]
OfferFunction = Callable[[View, Vars, str], Iterator[Option]]
InterruptFunction = Callable[[View, Sequence[Record]], Sequence[Do] | None]
CostTest = Callable[[View, Fields, Fields, dict[str, int]], Cond]
SuitFunction = Callable[[View, Card, Fields], Cond]
CondsFunction = Callable[[View, Fields, Fields], Iterator[Cond]]
DueFunction = Callable[[View], Iterator[Event]]
CheckFunction = Callable[[View, Sequence[Plain], Fields], bool]
AmissFunction = Callable[[Book, Fields], Iterator[Amiss]]
