"""Cards, limit lists and imports as text: aligned tables that fit the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from os.path import basename
from typing import Final

from judge.cards.believed import SENTENCE, does, said_of
from judge.cards.card import TRANSLATIONS, Card
from judge.cards.catalogue import Known
from judge.cards.lists import LimitList
from judge.cards.storage import OTHER, Imported
from judge.cards.vocabulary import load_vocabulary
from judge.decks.report import number
from judge.render.decks.layout import cut, padded, tabled
from judge.render.decks.layout import widths as widths_of
from judge.text.rows import NamedTuple
from judge.text.toml_text import inline

_ASIDE: Final = (
    "name",
    "keywords",
    "mentions",
    "text",
    "deck",
    "adds",
    "number",
    "printing",
)  # not among the plain attributes
_TEXTS: Final = {"deck": "deck building", "adds": "counts also as", "text": "text"}
_KINDS: Final = {-1: "Not in the pool", 0: "Forbidden", 1: "Limited", 2: "Semi-limited", 3: "Allowed"}
_NARROWEST: Final = 12  # columns that are left of a name
_LABEL: Final = 13  # columns of an attribute's name


# --- text in columns -----------------------------------------------------------------------------
def plain(text: str) -> str:
    """A text of a file on one line, with nothing in it that steers the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split()))


def table(
    rows: Sequence[Sequence[str]], width: int, shrinks: int = -1, right: Collection[int] = (), gap: int = 2
) -> list[str]:
    """Rows in columns; the column `shrinks` is cut where the terminal is too narrow,
    those of `right` stand right.
    """
    shown = [[plain(cell) for cell in row] for row in rows]
    widths = widths_of(shown)
    if widths and shrinks >= 0:
        over = sum(widths) + gap * (len(widths) - 1) - width
        widths[shrinks] = max(min(_NARROWEST, widths[shrinks]), widths[shrinks] - max(0, over))
    at_right = [at in right for at, _ in enumerate(widths)]
    return [(" " * gap).join(tabled(row, widths, at_right)).rstrip() for row in shown]


def wrapped(label: str, text: str, width: int) -> list[str]:
    """A label and its text beside it, over several lines if need be."""
    lines = [
        line for part in text.split("\n") for line in textwrap.wrap(plain(part), width - _LABEL - 4) or [""]
    ]
    return [f"  {padded(label if at == 0 else '', _LABEL)}  {line}".rstrip() for at, line in enumerate(lines)]


def several(count: int, thing: str) -> str:
    """A number with its noun."""
    return f"{count:,} {thing}{'s' * (count != 1)}"


# --- imports -------------------------------------------------------------------------------------
def written_text(imports: Sequence[Imported], width: int) -> str:
    """What each file brought, and what of it was left out."""
    lines = []
    for file in imports:
        lines.append(cut(plain(file.source.file), width))
        facts = [*_cards_read(file), *_lists_read(file)]
        facts += [f"left out: {', '.join(file.source.left_out)}"] if file.source.left_out else []
        for fact in facts:
            lines += textwrap.wrap(plain(fact), width, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines)


def _cards_read(file: Imported) -> Iterator[str]:
    count = len(file.source.cards)
    if count:
        numbers = f" under {several(file.numbers, 'number')}" if file.numbers != count else ""
        yield f"{several(count, 'card')} of {file.source.game}{numbers}: {_news(file)}"


def _news(parts: Imported) -> str:
    counts = (("new", parts.new), ("changed", parts.changed), ("as before", parts.same))
    file = [(count, word) for word, count in counts if count]
    if len(file) == 1:
        return f"all {file[0][1]}" if file[0][0] > 1 else file[0][1]
    return ", ".join(f"{count:,} {word}" for count, word in file)


def _lists_read(file: Imported) -> Iterator[str]:
    lists = file.source.lists
    if not lists:
        return
    count = len(lists)
    news = f"{file.new_lists:,} new, {count - file.new_lists:,} replaced"
    if file.new_lists == count:
        news = "all new" if count > 1 else "new"
    yield f"{several(count, 'limit list')} of {file.source.game}: {news}"
    for series in sorted({other.series for other in lists}):
        dates = sorted(other.date for other in lists if other.series == series)
        if len(dates) > 1 and dates[0]:
            yield f"  {series}: {several(len(dates), 'list')} from {dates[0]} to {dates[-1]}"


def stock_text(path: str, counts: Mapping[str, int], lists: int) -> str:
    """The number of cards and limit lists that the catalogue holds now."""
    held = [f"{several(count, 'card')} of {game}" for game, count in counts.items()]
    held += [several(lists, "limit list")] if lists else []
    return f"The catalogue holds {', '.join(held)}: {plain(path)}"


def written_json(
    imports: Sequence[Imported], path: str, counts: Mapping[str, int], lists: int
) -> dict[str, object]:
    """An import as a document, schema `judge.cards-import/1`."""
    return {
        "schema": "judge.cards-import/1",
        "catalogue": path,
        "cards": dict(counts),
        "lists": lists,
        "files": [source_json(file) for file in imports],
    }


def source_json(file: Imported) -> dict[str, object]:
    """One file of an import."""
    return {
        "file": file.source.file, "format": file.source.format, "game": file.source.game,
        "cards": len(file.source.cards), "numbers": file.numbers, "new": file.new, "changed": file.changed,
        "same": file.same, "lists": len(file.source.lists), "new_lists": file.new_lists,
        "left_out": list(file.source.left_out),
        "remarks": [remark._asdict() for remark in (*file.source.remarks, *file.remarks)],
    }  # fmt: skip


# --- cards ---------------------------------------------------------------------------------------
def cards_text(cards: Sequence[tuple[str, Card]], total: int, width: int) -> str:
    """Cards one a line: number, name, what kind."""
    games = {game for game, _ in cards}
    rows = [
        [card.id, card.name, _sort(game, card), *([game] if len(games) > 1 else [])] for game, card in cards
    ]
    lines = table(rows, width, shrinks=1)
    if total > len(cards):
        lines.append(f"{len(cards):,} of {total:,} cards: more words find fewer, --limit shows more")
    return "\n".join(lines)


def _sort(game: str, card: Card) -> str:
    """The kind of a card, in words."""
    words = load_vocabulary(game)
    named = [name for name in words.allowed if name != "pool"]
    return " ".join(
        word for name in words.kinds if name in named for word in value_words(card.data.get(name))
    )


def cards_json(cards: Sequence[tuple[str, Card]], total: int) -> dict[str, object]:
    """Cards as a document, schema `judge.cards/1`."""
    rows = [{"game": game, "id": card.id, "data": dict(card.data)} for game, card in cards]
    return {"schema": "judge.cards/1", "count": total, "cards": rows}


def value_words(value: object) -> list[str]:
    """A value in words; none when unknown."""
    if value is None:
        return []
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, Mapping):
        return [f"{key} {' '.join(value_words(inner))}" for key, inner in value.items()]
    return [word for part in value for word in value_words(part)] if isinstance(value, list) else [str(value)]


def card_text(known: Known, printings: Sequence[str], width: int) -> str:
    """Everything that is known of one card, and from where."""
    data = known.card.data
    names = " / ".join(value_words(data.get("name"))) or "name not known"
    title = f"{plain(known.card.id)}  "
    lines = textwrap.wrap(plain(names), width, initial_indent=title, subsequent_indent=" " * len(title))
    attributes = load_vocabulary(known.game).kinds
    lines += wrapped("game", known.game, width)
    for name in (attr for attr in attributes if data.get(attr) not in (None, []) and attr not in _ASIDE):
        lines += wrapped(name.replace("_", " "), ", ".join(value_words(data[name])), width)
    lines += _keywords(known, "keywords" in attributes, width)
    for name, label in _TEXTS.items():
        if name in data:
            told = data[name] if isinstance(data[name], str) else "; ".join(value_words(data[name]))
            lines += wrapped(label, told or "none", width)
    for (side, n), row in said_of(data.get(SENTENCE)).items():
        told = ", ".join(f"{key} = {inline(value)}" for key, value in does(row)) or "nothing"
        lines += wrapped(f"sentence {side}.{n}" if side else f"sentence {n}", f"corrected: {told}", width)
    others = (
        f"{lang}: {name}" if lang != OTHER else name for lang, name in data.get(TRANSLATIONS, {}).items()
    )
    lines += wrapped("also called", told, width) if (told := "; ".join(others)) else []
    lines += _artwork(known, printings, width)
    for at, (file, given) in enumerate(_by_file(known)):
        lines += wrapped("" if at else "source", f"{basename(file)}{given}", width)
    return "\n".join(lines)


def _keywords(known: Known, has_keywords: bool, width: int) -> list[str]:
    """Sure keywords, and apart from them those that a text only mentions."""
    if not has_keywords:
        return []
    data = known.card.data
    sure = ", ".join(data.get("keywords", ())) or ("none" if "keywords" in data else "not known")
    lines = wrapped("keywords", sure, width)
    if doubtful := ", ".join(data.get("mentions", ())):
        told = f"{doubtful}: its text speaks of it; a TOML file settles whether the card has it"
        lines += wrapped("unsure", told, width)
    return lines


def _artwork(known: Known, printings: Sequence[str], width: int) -> list[str]:
    lines = wrapped("printings", ", ".join(printings), width) if len(printings) > 1 else []
    printing = known.card.data.get("printing", known.card.id)
    return lines + (wrapped("artwork of", str(printing), width) if printing != known.card.id else [])


def _by_file(known: Known) -> list[tuple[str, str]]:
    """Each file, and which attributes it gave; the one that gave most without them."""
    files: dict[str, list[str]] = {}
    for name, file in known.sources.items():
        files.setdefault(file, []).append(name.replace("_", " "))
    ranked = sorted(files.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [(file, f": {', '.join(names)}" if at else "") for at, (file, names) in enumerate(ranked)]


def card_json(known: Known, printings: Sequence[str]) -> dict[str, object]:
    """One card as a document, schema `judge.card/1`."""
    return {"schema": "judge.card/1", "game": known.game, "id": known.card.id, "data": dict(known.card.data),
            "printings": list(printings), "sources": dict(known.sources)}  # fmt: skip


# --- limit lists ---------------------------------------------------------------------------------
def lists_text(lists: Sequence[LimitList], width: int) -> str:
    """Limit lists one a line: from when on, how many cards are forbidden, limited and semi-limited,
    and the hash.
    """
    short = width < 80
    kept = [column for column in _columns(short) if column.rare is None or any(map(column.rare, lists))]
    if len({limit_list.game for limit_list in lists}) > 1:
        kept.append(Column("game", lambda limit_list: limit_list.game))
    rows = [
        [column.head for column in kept],
        *([column.cell(limit_list) for column in kept] for limit_list in lists),
    ]
    right = [at for at, col in enumerate(kept) if col.right]
    return "\n".join(table(rows, width, shrinks=0, right=right, gap=1 if short else 2))


class Column(NamedTuple):
    """A column of the table of limit lists."""

    head: str
    cell: Callable[[LimitList], str]
    right: bool = False
    rare: Callable[[LimitList], object] | None = None  # which lists it is there for; None: all


def _columns(short: bool) -> tuple[Column, ...]:
    """The columns, with shorter names where the terminal is narrow."""
    forbidden, limited, semi = ("forb", "lim", "semi") if short else ("forbidden", "limited", "semi-limited")
    return (
        Column("list", lambda limit_list: limit_list.name),
        Column("series", lambda limit_list: limit_list.series),
        Column("from", lambda limit_list: limit_list.date),
        Column(forbidden, partial(_counted, count=0), True),
        Column(limited, partial(_counted, count=1), True),
        Column(semi, partial(_counted, count=2), True),
        Column("allowed", _allowed, True, lambda limit_list: limit_list.whitelist),
        Column(
            "points",
            lambda limit_list: str(len(limit_list.entries)) if limit_list.cap else "",
            True,
            lambda limit_list: limit_list.cap,
        ),
        Column("hash", lambda limit_list: limit_list.hash),
    )


def _counted(limit_list: LimitList, count: int) -> str:
    """The number of cards with a limit; "" for a list of points."""
    return "" if limit_list.cap else str(len(limit_list.counted(count)))


def _allowed(limit_list: LimitList) -> str:
    """The number of cards that a list allows, where it names what is allowed."""
    return str(len(limit_list.counted(3))) if limit_list.whitelist else ""


def list_text(limit_list: LimitList, names: Mapping[str, str], width: int) -> str:
    """One limit list: every card with its limit."""
    parts = [
        limit_list.name,
        limit_list.game,
        f"from {limit_list.date}" if limit_list.date else "",
        limit_list.series,
        limit_list.hash,
    ]
    lines = ["  ".join(plain(part) for part in parts if part)]
    if limit_list.whitelist:
        lines.append("Only the cards of this list are allowed.")
    if limit_list.cap:
        lines.append(
            f"The cards of a deck may cost {limit_list.cap} points together; "
            "a card that is not listed costs none."
        )
    for count, kind in headings(limit_list).items():
        entries = limit_list.counted(count)
        if entries:
            lines += ["", f"{kind} ({len(entries):,})"]
            rows = [[entry, names.get(entry, "")] if entry.isdecimal() else ["", entry] for entry in entries]
            lines += [f"  {line}" for line in table(rows, width - 2, shrinks=1, right=(0,))]
    return "\n".join(lines)


def headings(limit_list: LimitList) -> dict[int, str]:
    """The heading over the entries of each limit: forbidden, limited …, or their cost, the dearest first."""
    if not limit_list.cap:
        return dict(_KINDS)
    return {
        points: number(points, "point").capitalize()
        for points in sorted(set(limit_list.entries.values()), reverse=True)
    }


def head_json(limit_list: LimitList) -> dict[str, object]:
    """A limit list without its entries."""
    counts = {
        name: 0 if limit_list.cap else len(limit_list.counted(count))
        for count, name in enumerate(("forbidden", "limited", "semi_limited", "allowed"))
    }
    points = {"points": len(limit_list.entries), "cap": limit_list.cap} if limit_list.cap else {}
    return {
        "name": limit_list.name,
        "game": limit_list.game,
        "date": limit_list.date,
        "series": limit_list.series,
        "whitelist": limit_list.whitelist,
        **counts,
        **points,
        "hash": limit_list.hash,
        "file": limit_list.file,
    }


def lists_json(lists: Sequence[LimitList]) -> dict[str, object]:
    """Limit lists as a document, schema `judge.limit-lists/1`."""
    return {
        "schema": "judge.limit-lists/1",
        "count": len(lists),
        "lists": [head_json(limit_list) for limit_list in lists],
    }


def list_json(limit_list: LimitList, names: Mapping[str, str]) -> dict[str, object]:
    """One limit list as a document, schema `judge.limit-list/1`."""
    entries = [
        {"card": card, "count": count, "name": names.get(card, "")}
        for card, count in limit_list.entries.items()
    ]
    return {"schema": "judge.limit-list/1", **head_json(limit_list), "entries": entries}
