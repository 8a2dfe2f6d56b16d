"""One line of a plain list: finds its count, the card number, the name, and the tail that does not count."""

from __future__ import annotations

import re
from typing import Final

from judge.decks.formats.counts import BARE, COUNT, PARTED, Said, ending, following, leading
from judge.decks.formats.draft import count_of
from judge.decks.formats.known import LONGEST_LINE, PASSCODE, Known, is_number, number_of
from judge.decks.formats.paste import is_as_seen
from judge.decks.formats.shapes import LEFT_OVER, SEVERAL, Doubt, doubt_in, marks_at, tail_at
from judge.decks.speech import phrased
from judge.text.folded_words import straight
from judge.text.rows import NamedTuple

__all__ = [
    "COUNT",
    "NO_COUNT",
    "SEVERAL",
    "TWO_COUNTS",
    "Words",
    "guarded",
    "is_clear",
    "quoted",
    "read_card",
    "read_words",
    "unwrapped",
]

_OF: Final = re.compile(
    r"(?:copies|copy|exemplaires?|ex\.?)\s+(?:of\s+|de\s+|d['\u2019]\s?)|ex\.\s+", re.IGNORECASE
)
_UNIT: Final = re.compile(r"(?:copies|copy|exemplaires?|ex)\s+(?=\S)", re.IGNORECASE)
_BRACKET: Final = re.compile(r"\[([^\[\]()]*)\]|\(([^\[\]()]*)\)")
_TAG: Final = re.compile(r"(?<=\s)(?:\[[A-Z]{1,4}\]|\([A-Z]{1,4}\))$")
_PARTING: Final = re.compile(r"\s*(?:[-:|,]+\s+)?")
# Names have words such as "M-2" and "T-45" in them: among other words, a number has more digits.
_CLEAR: Final = re.compile(
    r"(?<![\w-])[A-Z]{1,4}(?:[0-9]{1,3}-[0-9]{1,4}|-[0-9]{3,4})(?:[_-][A-Z]\w*)?(?![\w-])", re.IGNORECASE
)
_PASSCODES: Final = re.compile(r"(?<![\w,.-])[0-9]{5,9}(?![\w-]|[.,][0-9])")
_ZEROS: Final = re.compile(r"(?<![0-9])0+(?=[0-9])")
_ANOTHER: Final = re.compile(
    r"(?:[+;&/]\s*[0-9]{1,2}x?|(?<![0-9]),\s*[0-9]{1,2}x|(?P<comma>(?<![0-9]),\s*[0-9]{1,2}))\s+\S",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r'"[^"]*"|\u201c[^\u201d]*\u201d|\u00ab[^\u00bb]*\u00bb|\u201e[^\u201c]*\u201c')
_TWICE: Final = re.compile(r"[0-9]{1,3}x?(\s+)(\S+)", re.IGNORECASE)
_ENDING: Final = re.compile(r"\s([0-9]{1,2})$")
_FEW: Final = re.compile(r"[0-9]{1,3}\s")
_PAIRS: Final = (("**", "**"), ("__", "__"), ("*", "*"), ("`", "`"))
_QUOTES: Final = (('"', '"'), ("\u201c", "\u201d"), ("\u201e", "\u201c"), ("\u00ab", "\u00bb"))
_GUARDS: Final = (('"', '"'), ("\u201c", "\u201d"), ("\u00ab", "\u00bb"))
_CURLED: Final = re.compile("[\u201c-\u201e\u00ab\u00bb]")
_CLOSING: Final = ")]},:;|*_"
_MARKS: Final = '*_`"\u201c\u201d\u201e\u00ab\u00bb'
_OUTER: Final = " \t-:|,"

TWO_COUNTS: Final = phrased("read.two-counts")
NO_COUNT: Final = phrased("read.no-count")


class Words(NamedTuple):
    """The parts of a line; `copies` and `at` only where there is a count."""

    copies: str  # as written; "" when there is none
    at: int  # where the count stands, in characters from the start of the line
    card: str
    name: str
    fault: str = ""  # why the line cannot be counted: one of the messages above
    ending: str = ""  # a number at the end of a line without count: part of the name, or the count
    tail: str = ""  # what stands behind the name and says nothing that counts: set, rarity, price …
    name_at: int = 0  # where the name begins
    doubt: Doubt | None = None  # something in its name that names rarely have


def read_words(text: str, known: Known) -> Words:
    """The parts of one line. What remains without count, number and tail is the name."""
    inner = unwrapped(text)
    if len(inner) > LONGEST_LINE:
        return _endless(inner, known)
    line = _Line(inner, known)
    words = line.words()
    shift = text.find(inner)
    fault = _several(line.flat, bool(words.copies), words) or words.fault
    doubt = words.doubt._replace(at=words.doubt.at + shift) if words.doubt else None
    return words._replace(
        fault=fault, at=words.at + shift if words.copies else 0, name_at=words.name_at + shift, doubt=doubt
    )


def read_card(text: str, known: Known) -> Words:
    """The number and the name in words that say no count."""
    return _Line(text, known).uncounted() if len(text) <= LONGEST_LINE else Words("", 0, "", text)


def is_clear(number: str) -> bool:
    """Whether a card number is surely one: names hold short ones, such as M-2."""
    return number.isdigit() or bool(_CLEAR.fullmatch(number))


def unwrapped(text: str) -> str:
    """Text without the marks around the whole of it, as in **Name** and "Name"."""
    if text[:1] not in _MARKS or len(text) > LONGEST_LINE:
        return text
    while inner := _inside(text, _PAIRS):
        text = inner
    return _inside(text, _QUOTES) or text


def guarded(name: str) -> str:
    """A name as a list can hold it: in quotes where it would otherwise be read as a count, marks or another
    card.
    """
    words = read_words(f"4 {name}", _NOTHING)
    plain = words.name == name and not words.fault and words.doubt is None and not _FEW.match(f"{name} ")
    if not name or (plain and is_as_seen(f"4 {name}") and not read_words(name, _NOTHING).copies):
        return name
    return quoted(name)


def quoted(name: str) -> str:
    """A name in quotes of a kind that it does not contain; where it contains all kinds, they become plain."""
    for begin, end in _GUARDS:
        if begin not in name and end not in name:
            return f"{begin}{name}{end}"
    return "\u201c{}\u201d".format(_CURLED.sub('"', name))


_NOTHING: Final = Known(frozenset(), re.compile("(?!)"), {})


def _inside(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for begin, end in pairs:
        inner = text[len(begin) : -len(end)]
        around = text.startswith(begin) and text.endswith(end) and inner.strip() == inner != ""
        # "A" and "B" are two words in quotes, not one.
        if around and ((begin not in inner and end not in inner) or _inside(inner, pairs)):
            return inner
    return ""


def _endless(text: str, known: Known) -> Words:
    """The parts of a line that is too long to search: its count, if any, and the rest as a name."""
    lead = leading(straight(text[:LONGEST_LINE]))
    if lead is None or (lead.form == "plain" and is_number(lead.copies, known, PASSCODE)):
        return Words("", 0, "", text)
    return Words(lead.copies, lead.at, "", text[lead.end :].strip())


class _Line:
    """Takes a line apart from both ends, piece by piece, until its name is left."""

    def __init__(self, text: str, known: Known) -> None:
        self.text = text
        self.flat = straight(text)
        self.known = known
        self.begin = 0
        self.end = len(text)
        self.said: Said | None = None  # the count that stands behind
        self.twice = False
        self.tails: list[str] = []
        self.card = ""
        self.doubt: Doubt | None = None

    def words(self) -> Words:
        """The whole line."""
        lead, bare = self._lead()
        self._take_ends()
        if lead and self.said and bare and self.said.clear and not self._numbered():
            name = self.text[: self.end].rstrip()
            if (
                name != lead.copies and "\t" not in name
            ):  # "7 Colored Fish x3": seven is the beginning of the name
                return self._named(Words(self.said.copies, self.said.at, "", ""), 0, self.end)
        fault = TWO_COUNTS if self.twice or (lead and (self.said or self._counted_twice())) else ""
        if not lead and self.said is None:
            return self._uncounted()
        count = lead or self.said
        assert count is not None
        return self._carded(Words(count.copies, count.at, "", "", fault))

    def uncounted(self) -> Words:
        """The line as a number and a name, with no count looked for."""
        self._take_ends(counts=False)
        return self._carded(Words("", 0, "", ""))

    # --- the front -------------------------------------------------------------------------------
    def _lead(self) -> tuple[Said | None, bool]:
        """The count in front, and whether it could be the beginning of a name."""
        lead = leading(self.flat)
        if lead is None or self._is_no_count(lead):
            return None, False
        parting = _PARTING.match(self.flat, lead.end)
        self.begin = parting.end() if parting else lead.end
        unit = _OF.match(self.flat, self.begin) or _UNIT.match(self.flat, self.begin)
        if unit and (unit.re is _OF or _starts_with_number(self.flat[unit.end() :], self.known)):
            self.begin = unit.end()
            return lead, False
        return lead, lead.form in BARE

    def _is_no_count(self, lead: Said) -> bool:
        """A passcode stands where a count would, unless a number follows it;
        "4x" may be glued to a capital letter.
        """
        parting = _PARTING.match(self.flat, lead.end)
        rest = self.flat[parting.end() if parting else lead.end :]
        could_be = (
            len(lead.copies) >= PASSCODE
            and lead.form in (*BARE, "square", "round", "before")
            and is_number(lead.copies, self.known)
        )
        if lead.form == "glued" and self.flat[lead.end - 1] in "xX":
            capital = rest[:1].isupper() or not rest[:1].isascii() or not self.text[lead.end - 1].isascii()
            return not (capital or _starts_with_number(rest, self.known))
        return (could_be or lead.form == "glued") and not _starts_with_number(rest, self.known)

    def _numbered(self) -> bool:
        return _starts_with_number(self.flat[self.begin : self.end], self.known)

    def _counted_twice(self) -> bool:
        """Whether a second count follows: "1 4 BT1-001", or two cells with one number each."""
        match = _TWICE.match(self.flat, self.begin)
        return match is not None and (
            bool(number_of(_stripped(match[2]), self.known, PASSCODE))
            or ("\t" in self.flat[: self.begin] and "\t" in match[1])
        )

    # --- the end ---------------------------------------------------------------------------------
    def _take_ends(self, counts: bool = True) -> None:
        """Takes counts, what the table of shapes has, and punctuation off the end."""
        whole = self.end
        while self._take_tail() or (counts and self._take_count()):
            pass
        self.end = marks_at(self.flat, self.begin, self.end)
        if self.end <= self.begin and self.tails:  # a name that looks like a tail: "4 Rare"
            self.tails, self.end = [], whole

    def _take_tail(self) -> bool:
        end = marks_at(self.flat, self.begin, self.end)
        at = tail_at(self.flat, self.begin, end)
        inner = self.flat[max(at, 0) : end].strip(" []()-,;/|")
        if at <= self.begin or (number_of(inner, self.known) and not self._is_set(inner)):
            return False
        self.tails.insert(0, self.text[at:end].strip(" ,;|"))
        self.end = at
        return True

    def _is_set(self, number: str) -> bool:
        """Whether what looks like a card number of some game is the set of a card with a passcode."""
        first = _stripped(self.flat[self.begin : self.end].split(None, 1)[0])
        return first.isdigit() and not number.isdigit() and bool(number_of(first, self.known, PASSCODE))

    def _take_count(self) -> bool:
        end = marks_at(self.flat, self.begin, self.end)
        count = ending(self.flat, self.begin, end, self.known)
        if count is None or (count.form in (*PARTED, "star") and not count_of(count.copies) and self.begin):
            return False
        self.twice = self.twice or self.said is not None
        self.said = self.said or count
        self.end = count.start
        return True

    def _uncounted(self) -> Words:
        """A line without a count: its last number may be one."""
        words = self._carded(Words("", 0, "", ""))
        if words.copies or self.tails or self.text.endswith((")", "]")):
            return words
        ending = _ENDING.search(straight(words.name[-3:]))
        return words._replace(ending=ending[1] if ending and words.name[:-3] else "")

    # --- number and name -------------------------------------------------------------------------
    def _carded(self, words: Words) -> Words:
        """The words with the number: the first one, the last in brackets, or any clear one; then the name."""
        text = self.flat[self.begin : self.end]
        first = text.split(None, 1)[0] if text.strip() else ""
        start = self.begin + len(text) - len(text.lstrip())
        word = first.rstrip(",:;|").strip(_MARKS)
        # Alone on its line a short number may be one too: there is nothing else that it could be.
        if number := number_of(word, self.known, 4 if word == text else PASSCODE):
            return self._after_number(words, number, start + len(first))
        for bracket in reversed(list(_BRACKET.finditer(text))):
            inside = (bracket[1] or bracket[2] or "").strip()
            if number := number_of(inside, self.known):
                return self._around(words, number, self.begin + bracket.start(), self.begin + bracket.end())
        return self._number_among(words, text)

    def _number_among(self, words: Words, text: str) -> Words:
        last = text.rsplit(None, 1)[-1] if text.strip() else ""
        if last.isdigit() and last != text and number_of(last, self.known, 8):
            return self._around(words, last, self.begin + text.rindex(last), self.end)
        for match in _CLEAR.finditer(text):
            number = number_of(match[0], self.known)
            if number and match.end() - match.start() < len(text):
                return self._around(words, number, self.begin + match.start(), self.begin + match.end())
        return self._named(words, self.begin, self.end)

    def _after_number(self, words: Words, number: str, at: int) -> Words:
        count = following(self.flat[: self.end], at) if not words.copies else None
        if count and count.form in ("before", "unit") and count.end >= self.end:
            count = None
        if count:
            words, at = words._replace(copies=count.copies, at=count.at), count.end
        parting = _PARTING.match(self.flat, at, self.end)
        start = parting.end() if parting else at
        words = self._named(words._replace(card=number), start, self.end)
        if (
            words.doubt and not words.copies and _FEW.match(f"{straight(words.name)} ")
        ):  # "BT1-001 4 Name" hardly is one copy
            return words._replace(doubt=words.doubt._replace(weak=False))
        return words

    def _around(self, words: Words, number: str, start: int, end: int) -> Words:
        """The name before a number, or behind it; both, where a catalogue knows the two as one name."""
        after = end
        while after < self.end and self.flat[after] in f"{_CLOSING} \t-":
            after += 1
        words = words._replace(card=number)
        before = len(self.flat[:start].rstrip(f"{_OUTER}("))
        rest = self.text[after : self.end].strip()
        if before <= self.begin:
            return self._named(words, after, self.end)
        self.end = before
        if tag := _TAG.search(self.text, self.begin, before):  # a set, right before the number
            self.tails.insert(0, tag[0])
            self.end = tag.start()
        self._take_ends(counts=False)
        words = self._named(words, self.begin, self.end)
        if not rest or straight(rest).strip("[]()") == number:
            return words
        doubt = words.doubt or Doubt(after, LEFT_OVER, rest)
        return words._replace(name=f"{words.name} {rest}", doubt=doubt)

    def _named(self, words: Words, start: int, end: int) -> Words:
        """The words with the name that stands between two places, and what of it is in doubt."""
        start, end = self._trimmed(start, end, words.card)
        text = self.text[start:end]
        name = unwrapped(text)
        if name == text and text[-1:] in _MARKS:  # the other end stands elsewhere: **Name (BT1-001)**
            name = text.rstrip("*_`").rstrip() or text
        at = start + max(text.find(name), 0)
        quoted = name != text and text[:1] not in "*_`" and text[-1:] not in "*_`"
        doubt = None if quoted or not name else doubt_in(self.flat, at, at + len(name), self.text)
        if doubt and doubt.weak:
            doubt = doubt._replace(weak=bool(words.card))
        return words._replace(name=name, name_at=at if name else 0, tail=" ".join(self.tails), doubt=doubt)

    def _trimmed(self, start: int, end: int, card: str) -> tuple[int, int]:
        while start < end and self.flat[start] in " \t|,":
            start += 1
        while end > start and self.flat[end - 1] in _OUTER:
            end -= 1
        if card:
            for again in (f"[{card}]", f"({card})", f" {card}"):
                if self.flat.endswith(again, start, end):
                    end -= len(again)
            while end > start and self.flat[end - 1] in _OUTER:
                end -= 1
        return start, end


def _starts_with_number(text: str, known: Known) -> bool:
    word = text.split(None, 1)[0] if text.strip() else ""
    return bool(number_of(_stripped(word), known, PASSCODE))


def _stripped(word: str) -> str:
    return word.rstrip(",:;|").strip(_MARKS).strip("[](),:;|")


def _several(flat: str, counted: bool, words: Words) -> str:
    """The fault of a line with two cards."""
    text = _QUOTED.sub("", flat) if any(map(flat.__contains__, '"\u201c\u00ab')) else flat
    numbers = {_ZEROS.sub("", code.casefold()) for code in _CLEAR.findall(text)} if "-" in text else set()
    first = min(numbers, key=len, default="")
    other = any(number != first and not number.startswith((f"{first}_", f"{first}-")) for number in numbers)
    other = other or len({passcode.lstrip("0") for passcode in _PASSCODES.findall(text)}) > 1
    another = _ANOTHER.search(text) if counted and any(map(text.__contains__, "+;&/,")) else None
    return SEVERAL if other or (another and not (another["comma"] and words.card)) else ""
