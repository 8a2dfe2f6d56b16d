"""The real cards of Yu-Gi-Oh! whose texts are read by tests, where their data lie beside this repository."""

from __future__ import annotations

import functools
from typing import Any

from readings import YGO, ygo

from judge.cards.card import Card
from judge.cards.imports import read_source
from judge.reading.texts import Side, read_sides


@functools.cache
def cards() -> dict[str, Card]:
    """The real cards with a text that may do something, by passcode; no Links, which are of a later book."""
    source = read_source(str(YGO / "cards-2020-03-30.cdb"), "ygo")
    return {
        one.id: one
        for one in source.cards
        if one.data.get("text")
        and one.data.get("type") in ("monster", "spell", "trap")
        and str(one.data.get("printing", one.id)) == one.id
        and {"link", "token"}.isdisjoint(kinds(one))
        and not ("normal" in kinds(one) and one.data["type"] == "monster" and "pendulum" not in kinds(one))
    }


def kinds(card: Card) -> list[str]:
    """What kinds of card it is."""
    found = card.data.get("kind", [])
    return [found] if isinstance(found, str) else list(found)


def printed(card: Card) -> dict[str, Any]:
    """What is printed on it that its abilities may ask for."""
    return {"type": card.data["type"], **({"kind": kinds(card)} if kinds(card) else {})}


def sides(card: Card) -> list[Side]:
    """What is read of a card."""
    return read_sides(ygo(), [str(card.data["text"])], "", {**card.data, "name": card.name})


@functools.cache
def read_cards() -> dict[str, list[Side]]:
    return {number: sides(card) for number, card in cards().items()}
