"""Hostile lines, more than five hundred: each makes its list illegal, and read in part it would be legal.

None is called legal.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from bench.decks import named
from judge.cards.card import Card
from judge.cards.hand import HandCards
from judge.cards.vocabulary import load_vocabulary
from judge.decks.desk import Judge, open_desk

LINES = [
    line.split("\t", 2)
    for line in Path(__file__).with_name("hostile_lines.tsv").read_text(encoding="utf-8").splitlines()
]
# Game, copies of a card, cards of a list, whether there is a catalogue.
TABLES = {
    "numbers": ("dbs", 4, 50, True),
    "passcodes": ("ygo", 3, 60, True),
    "names": ("postures", 3, 30, True),
    "no cards": ("postures", 3, 30, False),
}
OPENING = {"dbs": ["Leader", "1 BT9-001 Opening Leader", "Deck"], "ygo": ["Main Deck"], "postures": ["Deck"]}


def sample(table: str, at: int) -> tuple[str, str]:
    """The number ("" where the game has none) and name of a made-up card."""
    number = {"numbers": f"BT{at // 90 + 1}-{at % 90 + 1:03}", "passcodes": str(10_000_019 + 7919 * at)}.get(
        table, ""
    )
    return number, named(at + 3)


def plain(table: str, at: int, count: int) -> str:
    """A plain line."""
    return f"{count} {' '.join(filter(None, sample(table, at)))}"


@lru_cache
def judge(table: str) -> Judge:
    """Who judges the lists of a table."""
    game, _, _, known = TABLES[table]
    kinds = {
        "dbs": {"type": "battle"},
        "ygo": {"kind": ["monster"]},
        "postures": {"kind": "creature", "star": False},
    }
    cards = [
        Card(sample(table, at)[0] or f"p{at}", {"name": named(at + 3), "keywords": [], **kinds[game]})
        for at in range(40)
    ]
    cards.append(Card("BT9-001", {"name": "Opening Leader", "type": "leader", "keywords": []}))
    numbering = load_vocabulary(game).numbering
    hand = HandCards(cards if game == "dbs" else cards[:-1], numbering.pattern.pattern, numbering.one_name)
    return Judge(open_desk(game, {game: hand} if known else {}))


def listed(table: str, kind: str, line: str) -> str:
    """The list that a hostile line belongs to:
    card 0 is the one that it is about, of card 1 there are enough.
    """
    game, copies, size, _ = TABLES[table]
    if kind == "elsewhere" and table == "passcodes":
        size = 40
    left = size - (copies if kind == "elsewhere" else 1)
    lines = []
    while left > 0:
        lines.append(plain(table, len(lines) + 1, min(copies, left)))
        left -= copies
    if kind == "passcodes":
        codes = [one.split()[1] for one in lines for _ in range(int(one.split()[0]))]
        return "\n".join(("#main", *codes, line, "#extra", "!side"))
    return "\n".join((*OPENING[game], *lines, line))


def verdict(table: str, kind: str, line: str) -> str:
    """The verdict on a list with such a line."""
    (report,) = judge(table).file(
        "deck.ydk" if kind == "passcodes" else "deck.txt", listed(table, kind, line).encode()
    )
    return report.verdict


def test_no_line_is_there_twice() -> None:
    """Each of them shows something of its own."""
    assert len({tuple(one) for one in LINES}) == len(LINES) == 560


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", ["count", "two cards", "elsewhere"])
def test_the_lists_are_legal_but_for_the_line(table: str, kind: str) -> None:
    """Otherwise the hostile lines would show nothing."""
    copies = TABLES[table][1] if kind == "elsewhere" else 1
    assert verdict(table, kind, plain(table, 0, copies)) == "legal"


@pytest.mark.sample(100)
@pytest.mark.parametrize("at", range(len(LINES)))
def test_no_hostile_line_is_called_legal(at: int) -> None:
    """It is read, and found illegal, or it is not understood, and told."""
    table, kind, line = LINES[at]
    assert verdict(table, kind, json.loads(line)) in ("illegal", "unreadable")
