# ruff: noqa: RUF001
"""Hostile deck lists: each is plain but for one line, and what that line says makes the list illegal.

Read in part, the line would make the list legal: that is the trap. Nothing here knows how the readers work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from bench.decks import named


class Sample(NamedTuple):
    """One card: its number ("" where its game has none) and name."""

    number: str
    name: str


class Table(NamedTuple):
    """A game's cards to make lists of, and what its lists look like."""

    game: str
    opening: tuple[str, ...]  # lines above the cards
    cards: Sequence[Sample]
    copies: int  # the most of one card
    size: int  # cards that a legal list has at least
    most: int  # and at most; 0 for no bound
    named: bool  # whether a name alone is enough


class Hostile(NamedTuple):
    """A list that is illegal, the line that makes it so, and its format."""

    kind: str
    line: str
    text: str
    trap: str  # the same list, the line read in part: legal
    form: str


# --- what people write ------------------------------------------------------------------------------
SCRIPTS: Final = (
    "0123456789",
    "０１２３４５６７８９",
    "٠١٢٣٤٥٦٧٨٩",
    "۰۱۲۳۴۵۶۷۸۹",
    "०१२३४५६७८९",
    "০১২৩৪৫৬৭৮৯",
    "๐๑๒๓๔๕๖๗๘๙",
    "០១២៣៤៥៦៧៨៩",
    "༠༡༢༣༤༥༦༧༨༩",
    "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
    "𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿",
    "⓪①②③④⑤⑥⑦⑧⑨",
    "⁰¹²³⁴⁵⁶⁷⁸⁹",
    "₀₁₂₃₄₅₆₇₈₉",
    "〇一二三四五六七八九",
    "零壹貳參肆伍陸柒捌玖",
    "๐๑๒๓๔๕๖๗๘๙",
    "໐໑໒໓໔໕໖໗໘໙",
    "௦௧௨௩௪௫௬௭௮௯",
    "⓿➀➁➂➃➄➅➆➇➈",
)
BLANKS: Final = (" ", " ", " ", "  ", "\t", "\u00a0", "\u2003", "\u3000", "\u200b ", " \u2060", "")
BEHIND: Final = (
    "x{}",
    "X{}",
    "×{}",
    "ｘ{}",
    "✕{}",
    "✖{}",
    "⨯{}",
    "х{}",
    "ⅹ{}",
    "x {}",
    "× {}",
    "{}x",
    "{}×",
    "{} x",
    "*{}",
    "* {}",
    "＊{}",
    "({})",
    "[{}]",
    "（{}）",
    "【{}】",
    "{{{}}}",
    "<{}>",
    "(x{})",
    "(×{})",
    "({}x)",
    ":{}",
    ": {}",
    "：{}",
    ";{}",
    "; {}",
    "；{}",
    "#{}",
    "＃{}",
    "={}",
    "= {}",
    "- {}",
    "-{}",
    "– {}",
    "— {}",
    "−{}",
    "/{}",
    "{0}/{0}",
    "{}枚",
    "（{}枚）",
    "{} 枚",
    "{}張",
    "{}장",
    "{}개",
    "{}部",
    "{} copies",
    "{} Copies",
    "({} copies)",
    "{} pcs",
    "{}pcs.",
    "{} ex.",
    "{} exemplaires",
    "{} off",
    "{} each",
    "{} cards",
    "{} Stk.",
    "{}шт",
    "@{}",
    "~{}",
    "+{}",
    "+ {}",
    "_{}",
    "^{}",
    "|{}",
    "| {}",
    "→{}",
    "-> {}",
    "=> {}",
    "no.{}",
    "№{}",
    "qty {}",
    "Qty: {}",
    "count {}",
    '"{}"',
    "'{}'",
    "«{}»",
    "!{}",
    "?{}",
    "%{}",
    "&{}",
    ", {}",
    ",{}",
    ".. {}",
    "…{}",
    "... {}",
    "\\{}",
    "`{}`",
    "**{}**",
    "__{}__",
    "\x07{}",
    "\x1b[31m{}",
    "{} times",
    "{} of them",
    "{} in deck",
    "{} (playset)",
    "playset",
    "four",
    "quatre",
    "vier",
    "IV",
    "IIII",
    "4️⃣",
    "四枚",
    "x4 foil",
    "foil x4",
    "(UR) x4",
    "x4 (UR)",
    "[LOB-005] x4",
    "4 NM",
    "NM x4",
    "€2.50 x4",
    "x4 €2.50",
)
FRONT: Final = (
    "{}x",
    "{} x",
    "x{}",
    "x {}",
    "{}×",
    "×{}",
    "{}✕",
    "{}ｘ",
    "{}*",
    "{} *",
    "{}:",
    "{} :",
    "{}：",
    "{};",
    "{}=",
    "{} =",
    "{} -",
    "{}-",
    "{} –",
    "{})",
    "{}.",
    "({})",
    "[{}]",
    "（{}）",
    "【{}】",
    "<{}>",
    "{{{}}}",
    "{}枚",
    "{} 枚",
    "{}枚：",
    "{} copies of",
    "{} copies",
    "{}pcs",
    "{} pcs of",
    "{} ex.",
    "{} exemplaires de",
    "Qty: {}",
    "qty {}",
    "Count={}",
    "{}/{}",
    "+{}",
    "~{}",
    "*{}",
    "* {}",
    "- {}",
    "• {}x",
    "→ {}",
    "{}|",
    "| {} |",
    "{},",
    "{} ,",
    '"{}"',
    "'{}'",
    "{}\\",
    "{}!",
    "{} of",
    "{} times",
    "{} off",
    "@{}",
)
BETWEEN: Final = (
    "   ",
    "      ",
    "\t",
    "\t\t",
    " | ",
    "|",
    " ¦ ",
    " │ ",
    "\f",
    "\v",
    "\u2028",
    "\u2029",
    "\x85",
    "\x1c",
    "\x1d",
    "\x1e",
    "\r",
    " ; ",
    ";",
    ", ",
    ",",
    " / ",
    "/",
    " // ",
    " & ",
    "&",
    " + ",
    "+",
    " - ",
    " – ",
    " — ",
    " -- ",
    " * ",
    " • ",
    " · ",
    "・",
    "、",
    "，",
    " and ",
    " et ",
    " und ",
    " plus ",
    " with ",
    " -> ",
    " → ",
    " => ",
    " > ",
    " >> ",
    " < ",
    "<br>",
    "<br/>",
    "</li><li>",
    "</td><td>",
    "&nbsp;",
    "&emsp;",
    " \\ ",
    " \\n ",
    " :: ",
    ": ",
    " = ",
    " ~ ",
    "…",
    " ... ",
    " # ",
    " #",
    " % ",
    " ! ",
    " ? ",
    " ^ ",
    " _ ",
    "\u3000",
    "\u2003\u2003",
    "\u00a0\u00a0",
    "\u200b",
    " ",
    "  ",
    "] [",
    ") (",
    " and also ",
    " then ",
    "。",
    " ‖ ",
    " ∥ ",
    "\x00",
    "\x07",
    "\x1f",
    "\x7f",
    "\u2063",
    "\u061c",
    "\ufeff",
    "\u180e",
)
ELSEWHERE: Final = (
    " (side)",
    " [side]",
    " -> side",
    " → side",
    " => side",
    " - side",
    " – side",
    " / side",
    ", side",
    " | side",
    "\tside",
    " (sideboard)",
    " {side}",
    " <side>",
    " (extra)",
    " side deck",
    " sideboard",
    " (not in deck)",
    " (not in the deck)",
    " (maybe)",
    " - maybeboard",
    " (cut)",
    " (removed)",
    " (out)",
    " ~~cut~~",
    " (only 1)",
    " (just one)",
    " (2 more in sleeves)",
    " (proxy)",
    " (see below)",
    " (1 missing)",
    " minus 1",
    " -1",
    " - 1 of them",
    " or nothing",
    " ?",
    " ???",
    " (2 of 3)",
    " (but 1 is lost)",
    " (SB)",
    " SB",
    " # side",
    " // side",
    " ; side",
    " (Seite)",
    " (réserve)",
    " サイド",
    " (サイド)",
    " → サイド",
    " *side*",
    " `side`",
    " (in the side)",
    " (side x3)",
    " (x0)",
    " x0",
    " ×0",
    " (0)",
    " 0枚",
    " no",
    " NOT PLAYED",
)
# How a whole list may be dressed: what stands above its lines, a line, and what stands below.
DRESSES: Final = (
    ("", "[b]{count}x[/b] [i]{card}[/i]", ""),
    ("", "[{count}x] [url=http://a.example/?q=1]{card}[/url]", ""),
    ("[list]", "[*]{count} [color=red]{card}[/color]", "[/list]"),
    ("[spoiler=Main Deck]", "{count} {card}", "[/spoiler]"),
    ("", "* {count}x [{card}](https://a.example/1)", ""),
    ("", "{count} [[{card}]]", ""),
    ("", "🔴 {count}x {card}", ""),
    ("", "✅{count} {card} 🔥", ""),
    ("", "{count}\ufe0f\u20e3 {card}", ""),
    ("", "{card}      {count}", ""),
    ("", "{count} {card} [LCKC]", ""),
    ("", "{count} {card} (SDK) *F*", ""),
    ("", "{count}x {card} (V.1 - Ultra Rare)", ""),
    ("| Qty | Card | Type |\n|---|:--|---|", "| {count} | {card} | Monster |", ""),
    ("Card | Qty\n---|---", "{card} | {count}", ""),
)
# What is done to a line of such a list, which says then that its cards are not of the deck, or more of them.
UNDRESSED: Final = (
    "[s]{}[/s]",
    "~~{}~~",
    "<del>{}</del>",
    "❌ {}",
    "🚫 {}",
    "➖ {}",
    "{} ❌",
    "⭐⭐ {}",
    "{} ⭐ ⭐",
    "{} [SIDE]",
    "{} (Not Included)",
    "[spoiler=Side]{}[/spoiler]",
    "[side]{}[/side]",
    "[url=side]{}[/url] [url=x]x[/url]",
    "![{}](https://a.example/1)",
    "| Side | {} |",
    "Player: Eve\n{}",
)
PREFIXES: Final = (
    "- ",
    "* ",
    "• ",
    "> ",
    ">> ",
    "1. ",
    "1) ",
    "☐ ",
    "✓ ",
    "– ",
    "[ ] ",
    "[x] ",
    "▪ ",
    "→ ",
    "\u200b",
    "\ufeff",
    "  ",
    "\t",
    "<li>",
    "|",
)
SUFFIXES: Final = (
    "",
    "",
    "",
    " foil",
    " (UR)",
    " [NM]",
    " €2.50",
    " (Secret Rare)",
    " EN",
    ",",
    ";",
    ".",
    " *",
    " ☆",
    "</li>",
    "\u200b",
    " |",
    " (2016)",
    " [PSA 10]",
    " - NM",
    "\t0,15 €",
)


def digits(number: int, script: str) -> str:
    """A number in a script."""
    return "".join(script[int(one)] for one in str(number))


# --- lists ------------------------------------------------------------------------------------------
def invented(count: int) -> list[Sample]:
    """Cards of a game that has names alone."""
    return [Sample("", named(at)) for at in range(3, 3 + count)]


def lists(table: Table, random: Random) -> Iterator[Hostile]:
    """Hostile lists without end."""
    kinds: tuple[Callable[[Table, Random], Hostile], ...] = (
        counted,
        counted,
        counted,
        two,
        two,
        two,
        elsewhere,
        passcodes,
        cells,
        dressed,
        dressed,
    )
    while True:
        kind = random.choice(kinds)
        if kind is not passcodes or table.game == "ygo":
            yield kind(table, random)


def card(one: Sample, table: Table, random: Random) -> str:
    """A card as people write it."""
    shapes = (
        [
            "{number} {name}",
            "{number}",
            "{name} [{number}]",
            "{name} ({number})",
            "{name} {number}",
            "{number} - {name}",
        ]
        if one.number
        else []
    )
    shapes += ["{name}"] * 3 if table.named or not one.number else []
    return random.choice(shapes).format(number=one.number, name=one.name)


def base(table: Table, random: Random, count: int) -> tuple[list[Sample], list[str]]:
    """So many cards in plain lines, and others that are not among them."""
    needed = -(-count // table.copies)
    chosen = random.sample(table.cards, needed + 2)
    lines, left = [], count
    for one in chosen[2:]:
        lines.append(f"{min(table.copies, left)} {' '.join(filter(None, one))}")
        left -= min(table.copies, left)
    return chosen[:2], lines


def with_line(table: Table, lines: list[str], line: str, plain: str, random: Random, kind: str) -> Hostile:
    """The whole list, the hostile line somewhere in it."""
    at = random.randint(0, len(lines))
    text, trap = ("\n".join((*table.opening, *lines[:at], one, *lines[at:])) + "\n" for one in (line, plain))
    return Hostile(kind, line, text, trap, "text")


def plainly(count: int, one: Sample) -> str:
    """A card in a plain line."""
    return f"{count} {' '.join(filter(None, one))}"


def counted(table: Table, random: Random) -> Hostile:
    """One copy too many in a count that is hard to read: as one copy the list would be legal."""
    (one, _), lines = base(table, random, table.size - 1)
    number = table.copies + 1 if not table.most or table.size == table.most or random.random() < 0.5 else 9
    form = random.choice((*BEHIND, *FRONT))
    said = form.format(
        digits(number, random.choice(SCRIPTS) if random.random() < 0.5 else SCRIPTS[0]), number
    )
    said = said if any(map(str.isnumeric, said)) or form in BEHIND else f"{number}x"
    blank = random.choice(BLANKS)
    words = card(one, table, random)
    line = f"{said}{blank}{words}" if form in FRONT and form not in BEHIND[:12] else f"{words}{blank}{said}"
    prefix = random.choice(PREFIXES) if random.random() < 0.2 else ""
    return with_line(table, lines, prefix + line + random.choice(SUFFIXES), plainly(1, one), random, "count")


def two(table: Table, random: Random) -> Hostile:
    """Two cards on a line, the second one too many: with the first alone the list would be legal."""
    (one, _), lines = base(table, random, table.size - 1)
    second = full(lines, table, random)
    more = random.choice(
        (
            "1 {}",
            "1 {}",
            "1x {}",
            "x1 {}",
            "{} x1",
            "{} (1)",
            "1. {}",
            "1: {}",
            "①{}",
            "１ {}",
            "1枚 {}",
            "[1] {}",
            "2 {}",
            "3x {}",
        )
    )
    if table.size == table.most:
        first = random.choice(("1 {}", "1x {}", "{} x1"))
    else:
        first = random.choice(("1 {}", "1x {}", "{} x1", "{} 1枚"))
    between = random.choice(BETWEEN)
    line = first.format(card(one, table, random)) + between + more.format(card(second, table, random))
    return with_line(table, lines, line + random.choice(SUFFIXES), plainly(1, one), random, "two cards")


def dressed(table: Table, random: Random) -> Hostile:
    """A whole list as forums, forms and shops have it, and one line of it that says more than the others."""
    kind = (
        random.choice(("more", "two cards", "elsewhere"))
        if table.most
        else random.choice(("more", "two cards"))
    )
    (one, _), lines = base(table, random, table.size - (table.copies if kind == "elsewhere" else 1))
    above, row, below = random.choice(DRESSES)
    by_words = {" ".join(filter(None, sample)): sample for sample in table.cards}

    def said(count: int, card: str) -> str:
        return row.format(count=count, card=card)

    def written(sample: Sample) -> str:
        return sample.name if table.named and random.random() < 0.5 else " ".join(filter(None, sample))

    worn = [said(int(line.split(" ", 1)[0]), written(by_words[line.split(" ", 1)[1]])) for line in lines]
    words = written(one)
    if kind == "more":
        line, plain = said(table.copies + 1, words), said(1, words)
        if table.size != table.most:
            line = said(9, words)
    elif kind == "two cards":
        more = written(full(lines, table, random))
        between = random.choice(BETWEEN)
        joined = f"{said(1, words)}{between}{said(1, more)}"
        line = random.choice((joined, said(1, f"{words}{between}1 {more}")))
        plain = said(1, words)
    else:
        plain = said(table.copies, words)
        line = random.choice(UNDRESSED).format(plain)
    at = random.randint(1, len(worn))
    text, trap = (
        "\n".join(filter(None, (*table.opening, above, *worn[:at], last, *worn[at:], below))) + "\n"
        for last in (line, plain)
    )
    return Hostile("dressed", line, text, trap, "text")


def full(lines: list[str], table: Table, random: Random) -> Sample:
    """A card of which the list has as many copies as it may."""
    found = [one for one in table.cards if f"{table.copies} {' '.join(filter(None, one))}" in set(lines)]
    return random.choice(found)


def elsewhere(table: Table, random: Random) -> Hostile:
    """Cards that the line says are not in the deck: with them the list would be legal."""
    (one, _), lines = base(table, random, table.size - table.copies)
    if not table.most:  # nothing is missing from a list of any size: too many of one card then
        return counted(table, random)
    line = f"{table.copies} {card(one, table, random)}{random.choice(ELSEWHERE)}"
    return with_line(table, lines, line, plainly(table.copies, one), random, "elsewhere")


def passcodes(table: Table, random: Random) -> Hostile:
    """A `.ydk` with two cards on one line, one too many."""
    (one, other), lines = base(table, random, table.most - 1)
    codes = [line.split()[1] for line in lines for _ in range(int(line.split()[0]))]
    behind = random.choice(
        (
            f"{random.choice(BETWEEN)}{other.number}",
            f"{random.choice(BLANKS)}{random.choice(BEHIND).format(digits(2, random.choice(SCRIPTS)), 2)}",
            f" {one.name}{random.choice(BETWEEN)}1 {other.name}",
            f" {one.name} {random.choice(BEHIND).format(2, 2)}",
        )
    )
    line = f"{one.number}{behind}"
    text, trap = ("\n".join(("#main", *codes, last, "#extra", "!side")) + "\n" for last in (line, one.number))
    return Hostile("passcodes", line, text, trap, "ydk")


def cells(table: Table, random: Random) -> Hostile:
    """A table in which a cell holds two cards, or a count that is hard to read."""
    (one, _), lines = base(table, random, table.size - 1)
    second = full(lines, table, random)
    rows = [["section", "count", "number", "name"]]
    section = "deck" if table.game != "ygo" else "main"
    by_name = {" ".join(filter(None, sample)): sample for sample in table.cards}
    rows += [[section, line.split(" ", 1)[0], *by_name[line.split(" ", 1)[1]]] for line in lines]
    if random.random() < 0.5:
        row = [section, "1", one.number, f"{one.name}{random.choice(BETWEEN)}1 {second.name}"]
    else:
        said = random.choice(("{}", "{}x", "x{}", "×{}", "{}枚", "({})", "{} copies", "{0}/{0}")).format(
            digits(table.copies + 1, random.choice(SCRIPTS))
        )
        row = [section, said, one.number, one.name]
    rows += [row, [section, "1", one.number, one.name]]
    quoted = [",".join('"' + cell.replace('"', '""') + '"' for cell in one_row) for one_row in rows]
    if table.game == "dbs":
        leader = next(line for line in table.opening if line[:1] == "1").split(" ", 2)
        quoted.insert(1, ",".join(f'"{cell}"' for cell in ("leader", "1", leader[1], leader[2])))
    text, trap = ("\n".join((*quoted[:-2], last)) + "\n" for last in quoted[-2:])
    return Hostile("cells", " , ".join(row), text, trap, "csv")
