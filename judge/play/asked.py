"""The values that a fixture asks for: how each of them came about is told at the end of the ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.board.position import find_card
from judge.engine.effects.provenance import tell_value
from judge.engine.kernel.state import SEATS, Card
from judge.engine.kernel.view import View


def tell_asked(view: View, expect: Mapping[str, object]) -> None:
    """Tell how every value of a card came about that is expected, unless the ruling has told it already."""
    tracer = view.tracer
    values = [one.data for one in tracer.entries if one.kind == "value"] if tracer is not None else []
    told = [(one["card"], one["attr"], one["now"]) for one in values]
    for card, attr in asked(view, expect):
        if (card.id, attr, view.value(card, attr)) not in told:
            tell_value(view, card, attr)


def asked(view: View, expect: Mapping[str, object]) -> Iterator[tuple[Card, str]]:
    """The cards and their attributes that are expected to have a value."""
    for name, value in expect.items():
        if not isinstance(value, Mapping):
            continue
        if name in SEATS:
            yield from asked(view, {inner: one for inner, one in value.items() if isinstance(one, Mapping)})
            continue
        card = find_card(view.game, name)
        attributes = [key for key in value if key in view.book.attributes] if card is not None else []
        yield from ((card, attr) for attr in attributes if card is not None)
