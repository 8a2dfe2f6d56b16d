"""The grammar of a game's texts: the tables of its `text.LANG.toml` as rows, and every fault of them."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from judge.errors import nearest
from judge.reading.meanings import Saying, slots_said
from judge.reading.notation import SILENT, Piece, Signs, Way, WrongNotation, always, slots_of, ways_of
from judge.reading.rows import ANY, Row, Rows
from judge.text.rows import NamedTuple
from judge.text.source import read_source

if TYPE_CHECKING:
    from judge.tables.texts import (
        CardTextRow,
        HaltRow,
        PortionRow,
        SentenceRow,
        SettledRow,
        TaintRow,
        TextRow,
        TextTables,
    )

Place = tuple[str | int, ...]
Fault = tuple[Place, str, dict[str, str]]
LANGUAGE: Final = "en"  # in which texts are read


class Grammar(NamedTuple):
    """How the texts of a game are read."""

    rows: Rows
    sentence: SentenceRow
    reminders: tuple[str, ...]
    taints: TaintRow | None
    texts: tuple[CardTextRow, ...] = ()
    portions: tuple[PortionRow, ...] = ()
    settled: tuple[SettledRow, ...] = ()
    limited: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    doubted: frozenset[str] = frozenset()
    paid: frozenset[str] = frozenset()
    halts: HaltRow | None = None


def grammar_path(folder: str) -> Path:
    """Where the grammar of a rulebook is, if it has one."""
    return Path(folder, f"text.{LANGUAGE}.toml")


@functools.lru_cache(maxsize=8)
def load_grammar(folder: str) -> Grammar | None:
    """The grammar of a rulebook that has passed its door; None for one that has none."""
    path = grammar_path(folder)
    if not path.exists():
        return None
    tables: TextTables = read_source(path).data  # type: ignore[assignment]  # it has passed its door
    return grammar_of(tables)


def grammar_of(tables: TextTables) -> Grammar:
    """The grammar of tables. Raises WrongNotation for one whose faults were not looked for."""
    signs = signs_of(tables)
    rows = [row for kind, at, data in every(tables) for row in rows_of(kind, at, data, signs)]
    return Grammar(
        Rows(signs, rows),
        tables["sentence"],
        tuple(tables.get("reminders", ())),
        tables.get("taints"),
        tuple(tables.get("texts", ())),
        tuple(tables.get("portions", ())),
        tuple(tables.get("settled", ())),
        tuple(tables.get("limited", ())),
        tuple(tables.get("added", ())),
        frozenset(tables.get("doubted", ())),
        frozenset(tables.get("paid", ())),
        tables.get("halts"),
    )


def starts_of(tables: TextTables) -> Iterator[tuple[str, Place]]:
    """The kinds of rows that read whole sentences, with their places."""
    yield tables["sentence"]["kind"], ("sentence", "kind")
    for at, row in enumerate(tables.get("texts", ())):
        yield from ((row[key], ("texts", at, key)) for key in ("kind", "first", "alone") if key in row)
    for at, portion in enumerate(tables.get("portions", ())):
        if "kind" in portion:
            yield portion["kind"], ("portions", at, "kind")


def signs_of(tables: TextTables) -> Signs:
    """How the texts of a game are cut."""
    others, quoted = tables.get("signs", {}), tables.get("quoted", {})
    spelled, parted = tables.get("spelled"), tables.get("parted", ())
    return Signs(others, quoted, tables.get("dropped", ()), spelled, parted)


def every(tables: TextTables) -> Iterator[tuple[str, Place, TextRow]]:
    """Every row with its kind and its place; what single words mean is a row, too."""
    for kind, words in tables.get("words", {}).items():
        for word, says in words.items():
            yield kind, ("words", kind, word), {"text": [f"`{word}`"], "says": says, "by": "", "only": []}
    for kind, rows in tables.get("rows", {}).items():
        yield from ((kind, ("rows", kind, at), row) for at, row in enumerate(rows))


def texts_of(row: TextRow) -> list[str]:
    """The texts that mean the same."""
    return [row["text"]] if isinstance(row["text"], str) else row["text"]


def rows_of(kind: str, place: Place, data: TextRow, signs: Signs) -> Iterator[Row]:
    """The rows that one of the file is, one for each of its texts. Raises WrongNotation."""
    for text in texts_of(data):
        ways = ways_of(text, signs)
        slots = list(dict.fromkeys(slot for slot, _ in slots_of(ways) if slot != SILENT))
        saying = Saying(
            data.get("says"),
            data.get("by", ""),
            slots,
            data.get("unsaid", ""),
            data.get("only", ()),
            data.get("besides"),
        )
        yield Row(kind, text, ways, saying, place)


# --- what is wrong with a grammar ----------------------------------------------------------------------
def grammar_faults(tables: TextTables) -> Iterator[Fault]:
    """Every fault of a grammar whose tables have their forms."""
    faults = list(_pairs(tables))
    yield from faults
    if faults:
        return
    signs = signs_of(tables)
    rows: list[Row] = []
    for kind, place, data in every(tables):
        try:
            rows += rows_of(kind, place, data, signs)
        except WrongNotation as error:
            faults.append((_text(place), str(error), {}))
    yield from faults
    if faults:
        return
    grammar = Rows(signs, rows)
    starts = dict(starts_of(tables))
    yield from _kinds(grammar, starts)
    yield from (slot for row in rows for slot in _slots(row))
    yield from _twice(rows)
    yield from _endless(grammar)
    yield from _unreached(grammar, set(starts))


def _text(place: Place) -> Place:
    """Where the text of a row stands."""
    return place if place[0] == "words" else (*place, "text")


def _pairs(tables: TextTables) -> Iterator[Fault]:
    """Signs are single, brackets are pairs."""
    for sign in tables.get("signs", {}):
        if len(sign) != 1:
            yield ("signs", sign), "one sign is read as others", {"found": sign}
    for kind, pairs in tables.get("quoted", {}).items():
        for at, pair in enumerate(pairs):
            if len(pair) != 2:
                yield ("quoted", kind, at), "brackets are two signs", {"expected": "«»", "found": pair}


def _kinds(grammar: Rows, starts: Mapping[str, Place]) -> Iterator[Fault]:
    """Slots of kinds that there are."""
    known = {*grammar.rows, *grammar.tokens}
    for start, place in starts.items():
        if start not in known:
            hint = nearest(start, known)
            yield place, f"there is no kind {start!r}", {"found": start, "hint": hint}
    for rows in grammar.rows.values():
        for row in rows:
            for slot, kind in slots_of(row.ways):
                if kind not in known:
                    message, hint = f"{{{slot}}} is of no kind that there is", nearest(kind, known)
                    yield _text(row.place), message, {"found": kind, "hint": hint}


SAID_BY: Final = {"put": {"v"}, "together": {"a", "b"}}  # slots that a way of putting together says


def _slots(row: Row) -> Iterator[Fault]:
    """The faults of the slots of a row: one that is there twice, or only in the text, or only in what it
    says.
    """
    saying, slots = row.saying, set(row.saying.slots)
    for slot in sorted({one for way in row.ways for one, n in _along(way).items() if n > 1}):
        yield _text(row.place), f"{{{slot}}} is there twice", {"found": slot}
    if saying.says is None:
        if len(slots) != 1 and saying.by not in ("options", "done", "sum", "put"):
            message = "a row with one slot means what that means; this one needs says"
            yield _text(row.place), message, {"found": row.text}
        elif len(slots) == 1 and not saying.by and always(row.ways) != slots:
            yield (
                _text(row.place),
                "its only slot may be left out: what does it say then?",
                {"found": row.text},
            )
        return
    spoken = set(slots_said(saying.says)) | SAID_BY.get(saying.by, set())
    for slot in sorted(slots - spoken):
        message = f"{{{slot}}} is read and not said"
        yield _text(row.place), message, {"found": row.text, "hint": nearest(slot, spoken)}
    for slot in sorted(spoken - slots):
        message = f"{{{slot}}} is said and not read in {row.text!r}"
        yield (*row.place, "says"), message, {"found": slot, "hint": nearest(slot, slots)}


def _along(way: Way) -> Counter[str]:
    """How often each slot may be filled along a way."""
    counts = Counter(part.slot for part in way if part.slot not in ("", SILENT))
    for piece in way:
        inner = Counter[str]()
        for branch in piece.ways:
            inner |= _along(branch)  # one of them is taken
        counts += inner
    return counts


def _twice(rows: list[Row]) -> Iterator[Fault]:
    """Two rows of a kind with one text: the second says nothing new, or contradicts the first."""
    seen: dict[tuple[str, tuple[Way, ...]], Row] = {}
    for row in rows:
        before = seen.setdefault((row.kind, row.ways), row)
        if before is not row:
            yield _text(row.place), f"another row of {row.kind} has this text", {"found": row.text}


def _endless(grammar: Rows) -> Iterator[Fault]:
    """Kinds whose parts can begin with a part of the same kind: they would be looked for without end."""
    first: dict[str, set[str]] = defaultdict(set)
    for kind, rows in grammar.rows.items():
        for row in rows:
            first[kind] |= set(_leading(grammar, row.ways))
    for kind, rows in grammar.rows.items():
        if kind in _closure(first, first[kind]):
            row = next(other for other in rows if kind in _closure(first, set(_leading(grammar, other.ways))))
            message = f"a part of kind {kind!r} may begin with one of the same kind"
            yield _text(row.place), message, {"found": row.text, "expected": "a word before it"}


def _leading(grammar: Rows, ways: tuple[Way, ...]) -> Iterator[str]:
    """The kinds of slots with which a row may begin."""
    for way in ways:
        for piece in way:
            yield from [piece.kind] if piece.slot else _leading(grammar, piece.ways)
            if not _maybe_nothing(grammar, piece):
                break


def _maybe_nothing(grammar: Rows, piece: Piece) -> bool:
    """May a piece be nothing at all?"""
    if piece.slot:
        return ANY in grammar.begins(piece.kind)
    return piece.maybe or any(all(_maybe_nothing(grammar, part) for part in way) for way in piece.ways)


def _closure(graph: Mapping[str, set[str]], start: set[str]) -> set[str]:
    """Everything that one comes to from a start."""
    reached, left = set(start), list(start)
    while left:
        for node in graph.get(left.pop(), ()):
            if node not in reached:
                reached.add(node)
                left.append(node)
    return reached


def _unreached(grammar: Rows, starts: set[str]) -> Iterator[Fault]:
    """Kinds of rows that no sentence comes to."""
    graph = {
        kind: {slot_kind for row in rows for _, slot_kind in slots_of(row.ways)}
        for kind, rows in grammar.rows.items()
    }
    reached = _closure(graph, starts)
    for kind, rows in grammar.rows.items():
        if kind not in reached:
            yield rows[0].place, f"no sentence comes to the kind {kind!r}", {"found": kind}
