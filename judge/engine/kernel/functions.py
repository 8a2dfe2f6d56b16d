"""What the functions of a rulebook take and give: each kind of them, as a rulebook's modules declare it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from judge.engine.kernel.book import Amiss, Book, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.state import Card, Cond, Do, Option, Record
from judge.engine.kernel.view import Vars, View

StepFunction = Callable[[View, Vars], Outcome]
OfferFunction = Callable[[View, Vars, str], Iterator[Option]]
InterruptFunction = Callable[[View, Sequence[Record]], Sequence[Do] | None]
CostTest = Callable[[View, Mapping[str, Any], Mapping[str, Any], dict[str, int]], Cond]
SuitFunction = Callable[[View, Card, Mapping[str, Any]], Cond]
CondsFunction = Callable[[View, Mapping[str, Any], Mapping[str, Any]], Iterator[Cond]]
DueFunction = Callable[[View], Iterator[Event]]
TrialFunction = Callable[[View, Sequence[Do], Mapping[str, Any], str], tuple[str, ...] | None]
CheckFunction = Callable[[View, Sequence[Any], Mapping[str, Any]], bool]
AmissFunction = Callable[[Book, Mapping[str, Any]], Iterator[Amiss]]
