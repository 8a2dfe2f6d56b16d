"""One line of a plain list: how many copies, of which number, of which name."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from judge.decks.formats.counts import COUNT, Said, said_in
from judge.decks.formats.draft import count_of
from judge.decks.formats.known import LONGEST_LINE, PASSCODE, Known, is_number, number_of, straight

_LEAD: Final = re.compile(
    rf"\[\s*[x\u00d7]?(?P<square>{COUNT})\s?[x\u00d7]?\s*\]"
    rf"|\(\s*[x\u00d7]?(?P<round>{COUNT})\s?[x\u00d7]?\s*\)"
    rf"|(?:qty|quantity|qt[e\u00e9]|quantit[e\u00e9]|nombre|count)\s*[.:=]?\s*(?P<worded>{COUNT})(?=[\s:,]|$)"
    rf"|[x\u00d7]\s?(?P<after>{COUNT})(?=[\s\[(]|$)"
    rf"|(?P<before>{COUNT})(?:[x\u00d7](?=[\s\[(]|$)|\s[x\u00d7](?=\s+\S))"
    rf"|(?P<parted>{COUNT})(?:\s*[:=]|\s+[|-])(?=\s+\S)"
    rf"|(?P<glued>[0-9]{{1,3}})[x\u00d7*:=-](?=\S)"
    rf"|(?P<plain>{COUNT})(?=[\s\[(]|$)",
    re.IGNORECASE,
)
_BARE: Final = ("plain", "parted")  # kinds of count that could be the beginning of a name
_OF: Final = re.compile(
    r"(?:copies|copy|exemplaires?|ex\.?)\s+(?:of\s+|de\s+|d['\u2019]\s?)|ex\.\s+", re.IGNORECASE
)
_UNIT: Final = re.compile(r"(?:copies|copy|exemplaires?|ex)\s+(?=\S)", re.IGNORECASE)
_BRACKET: Final = re.compile(r"\[([^\[\]()]*)\]|\(([^\[\]()]*)\)")
_TAG: Final = re.compile(r"(?<=\s)(?:\[[A-Z]{1,4}\]|\([A-Z]{1,4}\))$")
_PARTING: Final = re.compile(r"^\s*(?:[-\u2013\u2014:|,]+\s+)?")
# Names have words such as "M-2" and "T-45" in them: among other words, a number has more digits.
_CLEAR: Final = re.compile(
    r"(?<![\w-])[A-Z]{1,4}(?:[0-9]{1,3}-[0-9]{1,4}|-[0-9]{3,4})(?:[_-][A-Z]\w*)?(?![\w-])", re.IGNORECASE
)
_FEW: Final = re.compile(r"[0-9]{1,3}")  # a card of this name would be taken for a count
_ZEROS: Final = re.compile(r"(?<![0-9])0+(?=[0-9])")
_ANOTHER: Final = re.compile(
    r"(?:[+;&/]\s*[0-9]{1,2}[x\u00d7]?|,\s*[0-9]{1,2}[x\u00d7]|(?P<comma>,\s*[0-9]{1,2}))\s+\S", re.IGNORECASE
)
_QUOTED: Final = re.compile(r'"[^"]*"|\u201c[^\u201d]*\u201d')
_TWICE: Final = re.compile(r"[0-9]{1,3}[x\u00d7]?(\s+)(\S+)", re.IGNORECASE)
_ENDING: Final = re.compile(r"\s([0-9]{1,2})$")
_PAIRS: Final = (("**", "**"), ("__", "__"), ("*", "*"), ("`", "`"))
_QUOTES: Final = (('"', '"'), ("\u201c", "\u201d"), ("\u201e", "\u201c"), ("\u00ab", "\u00bb"))
_CLOSING: Final = ")]},:;|*_"
_MARKS: Final = '*_`"\u201c\u201d\u201e\u00ab\u00bb'

TWO_COUNTS: Final = "two counts"
SEVERAL: Final = "several cards on one line"
NO_COUNT: Final = "a count is missing"


class Words(NamedTuple):
    """What the words of a line are; `copies` and `at` only where there is a count."""

    copies: str  # as written; "" when there is none
    at: int  # where the count stands, in characters from the start of the line
    card: str
    name: str
    fault: str = ""  # why the line cannot be counted: one of the messages above
    ending: str = ""  # a number at the end of a line without count: part of the name, or the count


class _Lead(NamedTuple):
    copies: str
    at: int
    begins: int  # where the rest begins
    bare: bool


def read_words(text: str, known: Known) -> Words:
    """The words of one line, told apart; what is left when number and count are taken is the name."""
    inner = unwrapped(text)
    shift = text.find(inner)
    lead = _leading(inner, known)
    rest = inner[lead.begins :].rstrip()
    said = said_in(rest, known)
    words = _counted(inner, rest, lead, said, known)
    fault = _several(inner, bool(lead.copies), words.card) or words.fault
    return words._replace(fault=fault, at=words.at + shift if words.copies else 0)


def read_card(text: str, known: Known) -> tuple[str, str]:
    """The number and the name in words that say no count."""
    card, name = _number(text, known)
    return card, unwrapped(name)


def is_clear(number: str) -> bool:
    """Whether a number is none of those that stand in names, such as M-2."""
    return number.isdigit() or bool(_CLEAR.fullmatch(number))


def unwrapped(text: str) -> str:
    """Text without the marks around the whole of it, as in **Name** and "Name"."""
    if text[:1] not in _MARKS or len(text) > LONGEST_LINE:
        return text
    while inner := _inside(text, _PAIRS):
        text = inner
    return _inside(text, _QUOTES) or text


def guarded(name: str) -> str:
    """A name in quotes where a list would otherwise read a count, or marks, in it."""
    said = said_in(name, None)
    counts = (said is not None and not said.inside) or _FEW.fullmatch(name)
    if not counts and unwrapped(name) == name and not _several(name, True, ""):
        return name
    return f"\u201c{name}\u201d" if '"' in name[1:-1] else f'"{name}"'


def _inside(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for begin, end in pairs:
        inner = text[len(begin) : -len(end)]
        around = text.startswith(begin) and text.endswith(end) and inner.strip() == inner != ""
        # "A" and "B" are two words in quotes, not one.
        if around and ((begin not in inner and end not in inner) or _inside(inner, pairs)):
            return inner
    return ""


# --- counts --------------------------------------------------------------------------------------
def _leading(text: str, known: Known) -> _Lead:
    lead = _LEAD.match(straight(text))
    if lead is None:
        return _Lead("", 0, 0, False)
    kind = lead.lastgroup or "plain"
    count = lead[kind]
    begins = len(text) - len(_PARTING.sub("", text[lead.end() :], count=1))
    rest = text[begins:]
    could_be = len(count) >= PASSCODE and kind in (*_BARE, "square", "round") and is_number(count, known)
    # A passcode stands where a count would, unless a number follows it; "4x" may be glued to a number only.
    if (could_be or kind == "glued") and not _starts_with_number(rest, known):
        return _Lead("", 0, 0, False)
    unit = _OF.match(rest) or _UNIT.match(rest)
    if unit and (unit.re is _OF or _starts_with_number(rest[unit.end() :], known)):
        return _Lead(count, lead.start(kind), begins + unit.end(), False)
    return _Lead(count, lead.start(kind), begins, kind in _BARE)


def _starts_with_number(text: str, known: Known) -> bool:
    word = text.split(None, 1)[0] if text.strip() else ""
    return bool(number_of(_stripped(word), known, PASSCODE))


def _counted(text: str, rest: str, lead: _Lead, said: Said | None, known: Known) -> Words:
    """The words with the count that stands in front, or the one said later; both are a fault."""
    if not lead.copies:
        return _said_later(rest, said, known)
    if said is None or said.inside or (said.form == "parted" and not count_of(said.copies)):
        fault = TWO_COUNTS if _twice(rest, text[: lead.begins], known) else ""
        return Words(lead.copies, lead.at, *read_card(rest, known), fault)
    begins = lead.begins + said.start
    # "7 Colored Fish x3": seven is the beginning of the name.
    if lead.bare and said.last and said.form in ("x", "tab") and not _starts_with_number(rest, known):
        name = text[:begins].rstrip()
        if name != lead.copies and "\t" not in name:
            return Words(said.copies, lead.begins + said.at, "", unwrapped(name))
    return Words(lead.copies, lead.at, *read_card(rest, known), TWO_COUNTS)


def _said_later(text: str, said: Said | None, known: Known) -> Words:
    if said is None:
        card, name = read_card(text, known)
        ending = None if text.endswith((")", "]")) else _ENDING.search(straight(name[-3:]))
        return Words("", 0, card, name, ending=ending[1] if ending and name[:-3] else "")
    rest = f"{text[: said.start].rstrip()} {text[said.end :].lstrip()}".strip()
    if said.form in ("parted", "number"):
        rest = rest.rstrip(",:;=")
    if said.inside and not said.after_number:  # "Instant Transmission 10x Kamehameha"
        return Words("", 0, *read_card(text, known), NO_COUNT)
    return Words(said.copies, said.at, *read_card(rest, known))


def _twice(rest: str, before: str, known: Known) -> bool:
    """Whether a second count follows: "1 4 BT1-001", or two cells with one number each."""
    found = _TWICE.match(straight(rest))
    return found is not None and (
        bool(number_of(_stripped(found[2]), known, PASSCODE)) or (before.endswith("\t") and "\t" in found[1])
    )


def _several(text: str, counted: bool, card: str) -> str:
    """The fault of a line with two cards."""
    if len(text) > LONGEST_LINE:
        return ""
    text = _QUOTED.sub("", text)
    numbers = {_ZEROS.sub("", one.casefold()) for one in _CLEAR.findall(straight(text))}
    first = min(numbers, key=len, default="")
    other = any(one != first and not one.startswith((f"{first}_", f"{first}-")) for one in numbers)
    another = _ANOTHER.search(text) if counted else None
    return SEVERAL if other or (another and not (another["comma"] and card)) else ""


# --- number and name -----------------------------------------------------------------------------
def _stripped(word: str) -> str:
    return word.rstrip(",:;|").strip(_MARKS).strip("[](),:;|")


def _number(text: str, known: Known) -> tuple[str, str]:
    """The number in `text` and what is left of it: the first word, the last bracket, or any clear word."""
    first = text.split(None, 1)[0] if text.strip() else ""
    word = first.rstrip(",:;|").strip(_MARKS)
    # Alone on its line a short number may be one too: there is nothing else that it could be.
    if number := number_of(word, known, 4 if word == text else PASSCODE):
        return number, _without(number, text[len(first) :])
    for bracket in reversed(list(_BRACKET.finditer(text))):
        inside = (bracket[1] or bracket[2] or "").strip()
        if number := number_of(inside, known):
            before = _TAG.sub("", text[: bracket.start()].rstrip()).rstrip()
            return number, " ".join(part for part in (before, text[bracket.end() :].strip()) if part)
    return _number_among(text, known)


def _number_among(text: str, known: Known) -> tuple[str, str]:
    last = text.rsplit(None, 1)[-1] if text.strip() else ""
    digits = straight(last)
    if digits.isdigit() and last != text and number_of(last, known, 8):
        return digits, _parted(text[: -len(last)])
    for found in _CLEAR.finditer(straight(text)) if len(text) <= LONGEST_LINE else ():
        number = number_of(found[0], known)
        if number and found.end() - found.start() < len(text):
            before = _parted(text[: found.start()].rstrip(_MARKS))
            return number, f"{before} {_without(number, text[found.end() :].lstrip(_CLOSING))}".strip()
    return "", text


def _parted(text: str) -> str:
    return text.rstrip(" \t-\u2013\u2014:|,")


def _without(number: str, rest: str) -> str:
    """The name after a number, without what parts them and without the number said again."""
    parting = _PARTING.match(rest)
    name = rest[parting.end() if parting else 0 :].strip()
    for again in (f"[{number}]", f"({number})", f" {number}"):
        name = name.removesuffix(again).rstrip()
    return name
