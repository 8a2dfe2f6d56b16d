"""The vocabulary of a game's card data, from its `cards.toml`: attributes, the words that they take, headings
of tables; and the keywords that stand in printed texts.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from judge.cards.card import Numbering, as_list
from judge.errors import BadInput, Problem, nearest
from judge.rulebook.checked import load_checked
from judge.rulebook.shelf import named, rulebooks_folder
from judge.text.folded_words import fold
from judge.text.plain import Json
from judge.text.rows import NamedTuple

if TYPE_CHECKING:
    from judge.tables.card_data import CardTables, WorksRow
    from judge.tables.decks import DeckTables
    from judge.tables.rulebook import Tables


class Vocabulary(NamedTuple):
    """The words of one game's card data. Headings and spellings are folded."""

    game: str
    formats: tuple[str, ...]  # of files that no other game has
    list_series: str  # of a limit list that has a date and names none
    kinds: Mapping[str, str]  # attribute → text, texts, int, int?, flag, counts, lists, deck
    allowed: Mapping[str, tuple[str, ...]]  # attribute → the only words it takes
    words: Mapping[str, Mapping[str, str]]  # attribute → spelling → word
    columns: Mapping[str, str]  # heading → attribute
    mentions: Mapping[str, str]  # heading → keyword that the text speaks of
    has: Mapping[str, str]  # heading → keyword that the card has
    separators: Mapping[str, str]  # attribute → what parts several in one cell
    left_out: frozenset[str]  # headings that are known and not kept
    no_keywords: frozenset[str]  # what stands among keywords and is none
    types_under: str  # the attribute among whose words files have the type; "" for none
    bears: Mapping[str, frozenset[str]]  # type → the words of that attribute that only its cards bear
    keywords: Mapping[str, str]  # name of a keyword → its key in the rulebook
    plain: frozenset[str]  # keywords that need nothing beside their names
    texts: tuple[str, ...]  # attributes that hold printed texts, that of the front first
    icons: bool  # whether keywords stand in these texts as [Keyword]
    parameters: tuple[str, ...]  # words that may follow the name of a keyword
    works: WorksRow | None  # where sentences work that are not read
    number: str  # the attribute that is the id unless a source gives it; "" for none
    numbering: Numbering

    def keyword(self, name: str) -> str:
        """A keyword as the rulebook calls it, its parameter left off; a slug when the rulebook has none."""
        words = slug(name).split("-")
        shorter = (
            "-".join(words[:end])
            for end in range(len(words), 0, -1)
            if _is_parameter(words[end:], self.parameters)
        )
        return next((self.keywords[stem] for stem in shorter if stem in self.keywords), "-".join(words))

    def kind_of(self, sentence: str) -> str:
        """The kind of abilities that a sentence must belong to by how it begins; "" where it may be of any
        kind.
        """
        if self.works is None:
            return ""
        phrase = f" {' '.join(re.findall(r'[a-z]+', fold(sentence)))} "
        for folded in self.works["nowhere"]:
            phrase = phrase.replace(f" {folded} ", "  ")
        anywhere = any(f" {wording} " in phrase for wording in self.works["elsewhere"])
        begins = self.works["begins"].items()
        return "" if anywhere else next((kind for begin, kind in begins if sentence.startswith(begin)), "")

    def named(self, name: str) -> str:
        """An attribute by its name or by one of the headings that it has in files; another word as it is."""
        return name if name in self.kinds else self.columns.get(heading(name), name)

    def knows(self, heading: str) -> bool:
        """Whether a table of this game may have such a heading."""
        known: tuple[Iterable[str], ...] = (self.columns, self.mentions, self.has, self.left_out)
        return any(heading in headings for headings in known)


def sorted_types(words: Vocabulary, data: Mapping[str, object]) -> dict[str, object]:
    """The data of a card with its type separated from other words of its type line (“Fusion Monster”). If a
    file gives either key, both are replaced. A word that only cards of one type can have implies the type.
    """
    under = words.types_under
    if not under or not {"type", under} & data.keys():
        return dict(data)
    written = [word for key in ("type", under) for word in as_list(data.get(key, ()))]
    kinds = list(dict.fromkeys(term for term in written if term not in words.allowed["type"]))
    types = [term for term in dict.fromkeys(written) if term not in kinds]
    types = types or [type_ for type_ in words.bears if any(kind in words.bears[type_] for kind in kinds)]
    told = {"type": types[0] if len(types) == 1 else types} if types else {}
    return {**{key: value for key, value in data.items() if key not in ("type", under)}, **told, under: kinds}


def slug(text: str) -> str:
    """A name as a key: folded, its words parted by "-"."""
    return "-".join(re.findall(r"[a-z0-9+?]+", fold(text.replace("'", ""))))


def heading(text: str) -> str:
    """A column's heading, whatever its case, accents and underscores."""
    return fold(re.sub(r"[_\-\s]+", " ", text))


def _is_parameter(words: Iterable[str], parameters: Iterable[str]) -> bool:
    """Whether words may follow a keyword's name: numbers, or words such as colours."""
    known = set(parameters)
    return all(word.isdecimal() or word in known for word in words)


def card_games() -> list[str]:
    """The games that card data can be read for."""
    return sorted(path.parent.name for path in rulebooks_folder().glob("*/cards.toml"))


@functools.lru_cache(maxsize=16)
def load_vocabulary(game: str) -> Vocabulary:
    """The card data of a game. Raises BadInput for an unknown game, with the nearest."""
    if game not in card_games():
        known, message = card_games(), f"no card data are known for a game {game!r}"
        near = nearest(game, known)
        raise BadInput([Problem("", 0, 0, "--game", "", message, ", ".join(known), game, near)])
    checked = load_checked(str(named(game)))
    raw = checked.cards
    assert raw is not None
    kinds, allowed = _attributes(checked.tables, raw)
    left_columns, left_keywords = _left_out(raw)
    return Vocabulary(
        game, tuple(raw["formats"]), raw["list_series"],
        kinds, allowed, _spellings(raw, allowed), _columns(raw, kinds),
        {heading(head): word for head, word in raw["mentions"].items()},
        {heading(head): word for head, word in raw["has"].items()},
        _separators(raw), left_columns, left_keywords, raw["types_under"],
        _bears(checked.tables, raw["types_under"]),
        _keywords(checked.tables, raw), _plain(checked.tables), tuple(raw["texts"]), raw["icons"],
        allowed.get(raw["parameters"], ()),
        raw.get("works"),
        raw["number"]["attribute"] if "number" in raw else "",
        _numbering(checked.deck),
    )  # fmt: skip


@functools.cache
def game_with(form: str) -> str:
    """The game whose files of cards or limit lists alone are of this format. Raises BadInput for none."""
    for game in card_games():
        if form in load_vocabulary(game).formats:
            return game
    raise BadInput([Problem("", 0, 0, "format", "", f"no game has files of the format {form}")])


def _left_out(raw: CardTables) -> tuple[frozenset[str], frozenset[str]]:
    """Headings that are known and not kept, and what stands among keywords and is none."""
    if "left_out" not in raw:
        return frozenset(), frozenset()
    row = raw["left_out"]
    return frozenset(map(heading, row.get("columns", ()))), frozenset(map(slug, row.get("keywords", ())))


# The kind under which data hold an attribute of a type; for any other type it is the type's own name.
KINDS: Final = {"words": "texts", "table": "counts"}


def _attributes(tables: Tables, raw: CardTables) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """How data hold each attribute, and the words of those that take only some."""
    rows = tables["attribute"]
    kinds = {name: row.get("data") or KINDS.get(row["type"], row["type"]) for name, row in rows.items()}
    allowed = {name: tuple(row["words"]) for name, row in rows.items() if "words" in row}
    allowed["type"] = tuple(tables["types"])
    more = {name: (*allowed.get(name, ()), *words) for name, words in raw["more"].items()}
    typed = "texts" if raw["types_under"] else "text"
    return {"name": "text", "type": typed, **kinds}, {**allowed, **more}


def _spellings(raw: CardTables, allowed: Mapping[str, tuple[str, ...]]) -> dict[str, dict[str, str]]:
    spellings = {name: {heading(word): word for word in words} for name, words in allowed.items()}
    for name, row in raw["words"].items():
        spellings.setdefault(name, {}).update((heading(spelling), word) for spelling, word in row.items())
    under = raw["types_under"]
    return (
        spellings | dict.fromkeys(("type", under), spellings["type"] | spellings.get(under, {}))
        if under
        else spellings
    )


def _bears(tables: Tables, under: str) -> dict[str, frozenset[str]]:
    """By type, the words of an attribute that cards of no other type bear."""
    rows = tables["attribute"][under].get("of_types", {}) if under else {}
    others = {type_: {word for key in rows if key != type_ for word in rows[key]} for type_ in rows}
    return {type_: frozenset(words) - others[type_] for type_, words in rows.items()}


def _separators(raw: CardTables) -> dict[str, str]:
    """The separator of the words in a cell, by attribute; types have that of the attribute they
    stand among.
    """
    separators, under = dict(raw["separator"]), raw["types_under"]
    return {**separators, "type": separators[under]} if under in separators else separators


def _columns(raw: CardTables, kinds: Iterable[str]) -> dict[str, str]:
    columns = {heading(name): name for name in kinds}
    for name, headings in raw["columns"].items():
        columns |= {heading(head): name for head in headings}
    return columns


def _keywords(tables: Tables, raw: CardTables) -> dict[str, str]:
    keywords = {slug(name): key for key, row in tables["keyword"].items() for name in (key, *row["also"])}
    return keywords | {slug(name): key for name, key in raw["keyword_names"].items()}


def _plain(tables: Tables) -> frozenset[str]:
    """The keywords that say all by their names: no cost, card or number belongs to them."""
    rows = tables["keyword"].items()
    return frozenset(key for key, row in rows if not row.get("params") and "attached" not in row)


def _numbering(deck: DeckTables | None) -> Numbering:
    by = set(deck["identity"]["by"]) if deck is not None else set()
    pattern = deck["number"]["pattern"] if deck is not None and "number" in deck else ""
    return Numbering(pattern, bool(by) and by <= {"name", "counts_as"})


# --- printed texts: the keywords in them, and whether they say more than keywords ----------------------
_ICON: Final = re.compile(r"\[([^\[\]]*)\]")
_REMINDER: Final = re.compile(  # in brackets of either width; one that is never closed ends with its line
    r"\([^()]*\)|\uff08[^\uff08\uff09]*\uff09|[(\uff08][^()\uff08\uff09\n]*$", re.MULTILINE
)
_GOES_ON: Final = re.compile(r"[\w,;:・]$")  # how a line ends whose sentence goes on below


class Line(NamedTuple):
    """A line of a text without its reminders."""

    text: str
    keywords: tuple[str, ...]  # where the line is nothing but icons: those that stand on it


def lines_of(words: Vocabulary, text: str) -> Iterator[Line]:
    """The lines that have words; a dash, as tables have it for no text, is left out."""
    before = ""
    for line in _REMINDER.sub("", text).splitlines():
        stripped = line.strip()
        if not re.search(r"\w", stripped):
            continue
        alone = words.icons and not _ICON.sub("", stripped).strip() and not _GOES_ON.search(before)
        yield Line(stripped, tuple(map(words.keyword, _ICON.findall(stripped))) if alone else ())
        before = stripped


def told_by_text(words: Vocabulary, data: Mapping[str, Json]) -> dict[str, object]:
    """Data of a card with the keywords of its text: those that stand on lines of their own the card surely
    has, any others it mentions.
    """
    text = data.get(words.texts[0])
    if not words.icons or text is None:
        return dict(data)
    own = [key for line in lines_of(words, text) for key in line.keywords if key in words.plain]
    spoken = [key for key in map(words.keyword, _ICON.findall(text)) if key in words.plain]
    has = list(dict.fromkeys([*data.get("keywords", ()), *own]))
    perhaps = [key for key in dict.fromkeys([*data.get("mentions", ()), *spoken]) if key not in has]
    kept = {name: value for name, value in data.items() if name not in ("keywords", "mentions")}
    return {**kept, "keywords": has, **({"mentions": perhaps} if perhaps else {})}


def is_read(words: Vocabulary, data: Mapping[str, Json], keywords: Collection[str]) -> bool:
    """Whether a card's text says nothing but these keywords, so that a card with them is played wholly. A
    text that is not known may say anything.
    """
    front, *others = words.texts
    if front not in data or any(True for name in others for _ in lines_of(words, data.get(name, ""))):
        return False
    rows = lines_of(words, data[front])
    return all(row.keywords and set(row.keywords) <= set(keywords) for row in rows)
