"""TOML in, and the position of every key when a problem must be placed.

`tomllib` reads the text and forgets where things stood. A file without problems needs nothing more; when a
problem must be placed, a scanner goes through the text again and notes where each key and value begins.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import tomllib
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final, NoReturn

from judge.errors import BadInput, Problem, nearest, system_said
from judge.text.folders import Outside
from judge.text.places import Places
from judge.text.plain import Json
from judge.text.rows import NamedTuple

KeyPath = tuple[str | int, ...]

LIMIT: Final = 1_000_000  # bytes: more is no fixture, no deck and no rulebook
_KEY_PARTS: Final = 32  # tomllib's memory grows with the square of a dotted key
_PIECE: Final = 1 << 20  # bytes that are asked for at once
_SHOWN: Final = 40  # characters of the text that a problem quotes
_BOM: Final = "\ufeff"


class Source:
    """One TOML text: its data, and the position of every key in it; nothing can go wrong once it is built."""

    def __init__(self, file: str, text: str, data: dict[str, Json]) -> None:
        self.file = file
        self.text = text
        self.data = data
        self._scanned: _Scan | None = None
        self._lines: Places | None = None

    def position(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Line and column of the key (or array element) at `path`; of its nearest ancestor if not there."""
        return self._line_column(self._place(path).key)

    def value_position(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Line and column of the value at `path`; of its nearest ancestor if not there."""
        return self._line_column(self._place(path).value)

    def span(self, path: KeyPath) -> tuple[int, int]:
        """Where the single value at `path` begins and ends in `text`. Raises KeyError if there is none."""
        start = self._scan.places[path].value
        match = re.compile(_SCALAR).match(self.text, start)
        if match is None:
            raise KeyError(path)
        return start, match.end()

    def extent(self, path: KeyPath) -> tuple[int, int]:
        """Where what stands at `path` begins, its key included, and ends in `text`, a list or an inline table
        too. Raises KeyError if it is no value, or not written.
        """
        return self._scan.places[path].key, self._scan.ends[path]

    def value_extent(self, path: KeyPath) -> tuple[int, int]:
        """The extent of the value at `path`, without its key."""
        return self._scan.places[path].value, self._scan.ends[path]

    def statements(self, path: KeyPath) -> list[Statement]:
        """The headings, and the keys with their values, that concern `path` or a key beneath it."""
        return [statement for statement in self._scan.statements if statement.path[: len(path)] == path]

    def key_span(self, path: KeyPath) -> tuple[int, int]:
        """Where the last key of `path` begins and ends in `text`. Raises KeyError if it is not written."""
        start = self._scan.places[path].key
        match = re.compile(_NAME).match(self.text, start)
        if match is None or not isinstance(path[-1], str) or _name(match[0]) != path[-1]:
            raise KeyError(path)
        return start, match.end()

    def problem(
        self,
        path: Sequence[str | int],
        message: str,
        *,
        article: str = "",
        expected: str = "",
        found: str = "",
        hint: str = "",
    ) -> Problem:
        """A problem placed at the key at `path`, or at its nearest ancestor if not there."""
        line, column = self.position(path)
        return Problem(self.file, line, column, key_text(path), article, message, expected, found, hint)

    def _line_column(self, offset: int) -> tuple[int, int]:
        if self._lines is None:
            self._lines = Places(self.text)
        return self._lines.of(offset)

    def _place(self, path: Sequence[str | int]) -> _Place:
        places, known = self._scan.places, tuple(path)
        while known and known not in places:
            known = known[:-1]
        return places.get(known, _Place(0, 0))

    @property
    def _scan(self) -> _Scan:
        if self._scanned is None:
            self._scanned = _Scan(self.text)
        return self._scanned


def read_source(path: str | os.PathLike[str], limit: int = LIMIT) -> Source:
    """The TOML file at `path`; BadInput with one problem if it cannot be read, is no text or no TOML."""
    return parse_source(read_text(path, limit), os.fspath(path))


def parse_source(text: str, file: str) -> Source:
    """The TOML in `text`, problems placed in `file`; BadInput with one problem if it is no TOML."""
    if "\0" in text:
        raw = text.encode("utf-8", "surrogatepass")
        _refuse_bytes(file, raw, raw.index(0))
    text = text.removeprefix(_BOM)
    _refuse_long_keys(file, text)
    try:
        data = tomllib.loads(text)
        if re.search(_LONG_NUMBER, text):
            str(data)  # a ValueError as of a decimal number, where it is no part of a string
        return Source(file, text, data)
    except tomllib.TOMLDecodeError as error:
        problem = _syntax_problem(file, text, str(error))
    except RecursionError:
        problem = _problem_at(file, text, _deepest(text), "nested too deeply to be read")
    except ValueError:
        # The one ValueError left is int()'s or str()'s, for a number with more digits than Python converts.
        problem = _problem_at(file, text, _longest_number(text), *_too_long_a_number())
    raise BadInput([problem]) from None


def opening_keys(text: str) -> Iterator[str]:
    """The keys with which a text begins, up to the first whose value is no number and no string, and the
    first part of the heading behind them: what can be told of a TOML text without reading it.
    """
    at = len(_BOM) if text.startswith(_BOM) else 0
    opening = re.compile(_OPENING, re.DOTALL)
    while match := opening.match(text, at):
        yield match["key"].strip("\"'")
        if not match["end"]:
            return
        at = match.end()


def key_text(path: Sequence[str | int]) -> str:
    """`path` as a person writes it: `A.battle[0].card`, with quotes where TOML needs them."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += ("." if text else "") + (part if re.fullmatch(_BARE, part) else _quoted(part))
    return text


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# Reading: the file is looked at before it is opened, because opening a fifo waits and reading a device
# may never end.


def read_bytes(file: str, limit: int = LIMIT, what: str = "a TOML file") -> bytes:
    """The content of the file of this name;
    BadInput with one problem if it is not there, cannot be read or is too large.
    """
    if isinstance(file, Outside):
        message, expected = "not read: this link leads out of the folder", "a file of the folder"
        refuse(file, message, expected, os.path.realpath(file))
    raw = _read(file, limit + 1, limit, what)
    if len(raw) > limit:  # it grew, or is one of those that tell no size
        _refuse_size(file, f"more than {limit:,}", limit)
    return raw


def read_beginning(file: str, size: int, what: str = "a file") -> bytes:
    """The first bytes of the file of this name, however large it is; BadInput as above."""
    return _read(file, size, sys.maxsize, what)


def _read(file: str, size: int, limit: int, what: str) -> bytes:
    """So many bytes of a file that has not more than the limit."""
    try:
        status = os.stat(file)
        _refuse_unread(file, status, limit, what)
        with open(file, "rb") as stream:
            return _pieces(stream, size, status.st_size)
    except FileNotFoundError:
        refuse(file, "no such file", hint=_neighbour(file))
    except OSError as error:
        refuse(file, f"cannot be read: {system_said(error)}")
    except ValueError:
        refuse(file, "no such file", found="a NUL character in its name")


def _pieces(stream: BinaryIO, size: int, told: int) -> bytes:
    """So many bytes, asked for by what the file is told to have: Python sets aside at once what is asked for.
    A file that has more, or tells no size, is read on piece by piece.
    """
    pieces = [stream.read(min(size, told + 1))]
    left = size - len(pieces[0]) if len(pieces[0]) > told else 0
    while left and (piece := stream.read(min(left, _PIECE))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def read_text(path: str | os.PathLike[str], limit: int = LIMIT, what: str = "a TOML file") -> str:
    """The text of the file at `path`, without a mark of encoding; BadInput with one problem if it cannot be
    read or is no UTF-8.
    """
    file = os.fspath(path)
    return _decoded(file, read_bytes(file, limit, what))


def read_piped(stream: BinaryIO, file: str, limit: int = LIMIT) -> Source:
    """The TOML that comes through a pipe, problems placed in `file`; BadInput as of a file."""
    raw = stream.read(limit + 1)
    if len(raw) > limit:
        _refuse_size(file, f"more than {limit:,}", limit)
    return parse_source(_decoded(file, raw), file)


def _decoded(file: str, raw: bytes) -> str:
    try:
        return raw.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        _refuse_bytes(file, raw, error.start)


def _refuse_unread(file: str, status: os.stat_result, limit: int, what: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        refuse(file, "cannot be read", what, "a directory")
    if not stat.S_ISREG(status.st_mode):
        refuse(file, "cannot be read", what, "a device, pipe or socket")
    if status.st_size > limit:
        _refuse_size(file, f"{status.st_size:,}", limit)


def _refuse_size(file: str, size: str, limit: int) -> NoReturn:
    refuse(file, "too large, not read", f"at most {limit:,} bytes", f"{size} bytes")


def refuse(file: str, message: str, expected: str = "", found: str = "", hint: str = "") -> NoReturn:
    """Raise BadInput with one problem of a whole file."""
    raise BadInput([Problem(file, 0, 0, "", "", message, expected, found, hint)]) from None


def _neighbour(file: str) -> str:
    folder, name = os.path.split(file)
    try:
        close = nearest(
            name, [entry for entry in os.listdir(folder or ".") if entry != name]
        )  # a link to nowhere is listed
    except OSError:
        return ""
    return os.path.join(folder, close) if close else ""


def _refuse_bytes(file: str, raw: bytes, offset: int) -> NoReturn:
    """Refuses what is no UTF-8 text: a binary file, UTF-16, or text in an older encoding."""
    before = raw[:offset].decode("utf-8", "replace").removeprefix(_BOM)
    actual = f"byte 0x{raw[offset]:02X} at offset {offset:,}"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = "this is UTF-16, not UTF-8; save it as UTF-8"
    elif b"\0" in raw:
        message = "this is a binary file, not text"
    else:
        message = "this is not UTF-8; save it as UTF-8"
    raise BadInput([_problem_at(file, before, len(before), message, "UTF-8 text", actual)]) from None


# Syntax errors, in the words of somebody who writes fixtures. tomllib says (start of its message): we say
# what is wrong, and what was expected.

_WORDS: Final = {
    "Invalid statement": ("not a statement", "a key, a [table] or a comment (other letters need quotes)"),
    "Invalid initial character for a key part": ("not a key", "a key (other letters need quotes)"),
    "Invalid value": ("not a value", "a number, true, false, a date, a list, a table or a quoted string"),
    "Invalid hex value": ("not a character code", "\\u and four or \\U and eight hexadecimal digits"),
    "Unescaped '\\'": ("unknown escape in a string", 'one like \\n, \\" or \\\\'),
}
_UNCLOSED: Final = {
    "Unclosed array": ("list", "',' or ']'"),
    "Unclosed inline table": ("inline table", "',' or '}' on the same line"),
    "Unterminated string": ("string", "a closing quote"),
    "Expected \"'": ("string", "a closing quote"),
    "Illegal character '\\n'": ("string", "a closing quote on the same line"),
    "Found invalid character '\\n'": ("string", "a closing quote on the same line"),
}
_TWICE: Final = ("Cannot declare", "Cannot overwrite", "Cannot mutate", "Cannot redefine", "Duplicate inline")

_WHERE: Final = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"
_EXPECTED: Final = r"Expected (.+?)(?: (after .+|at the end .+))?"


def _syntax_problem(file: str, text: str, actual: str) -> Problem:
    where = re.search(_WHERE, actual)
    actual = re.sub(_WHERE, "", actual)
    offset = len(text.rstrip())
    if where and where[1]:
        offset = _offset(text, int(where[1]), int(where[2]))
    scan = _Scan(text[:offset])
    if actual.startswith(_TWICE):
        return _twice(file, text, offset, scan)
    for start, (what, expected) in _UNCLOSED.items():
        if actual.startswith(start):
            line, _ = _line_column(text, scan.opened)
            message = f"TOML syntax: the {what} opened on line {line} is not closed"
            return _problem_at(file, text, offset, message, expected, _found(text, offset))
    message, expected = _in_words(actual)
    if scan.opened:
        message += _inside(text, offset, scan)
    # Elsewhere tomllib's place is behind the fault, or its message names what it found.
    error_text = _found(text, offset) if actual.startswith(("Expected", "Invalid")) else ""
    return _problem_at(file, text, offset, f"TOML syntax: {message}", expected, error_text)


def _in_words(error_text: str) -> tuple[str, str]:
    """What is wrong and what was expected, from tomllib's message."""
    for start, words in _WORDS.items():
        if error_text.startswith(start):
            return words
    if wanted := re.fullmatch(_EXPECTED, error_text):
        return f"something else stands {wanted[2] or 'here'}", wanted[1]
    return error_text[:1].lower() + error_text[1:], ""


def _inside(text: str, offset: int, scan: _Scan) -> str:
    """Names the statement that runs on to `offset`: a list left open swallows what follows it."""
    begun, _ = _line_column(text, scan.begun)
    line, _ = _line_column(text, offset)
    return f", inside what begins on line {begun}" if begun < line else ""


def _twice(file: str, text: str, offset: int, scan: _Scan) -> Problem:
    if scan.repeated is None:
        return _problem_at(file, text, offset, "this adds to a table or value that is already complete")
    path, first, again = scan.repeated
    line, _ = _line_column(text, first)
    problem = _problem_at(file, text, again, f"given twice, first on line {line}")
    return problem._replace(key=key_text(path))


def _found(text: str, offset: int) -> str:
    word = re.compile(_WORD).match(text, offset)
    if word:
        return word[0][:_SHOWN]
    return "the end of the line" if text[offset:].strip() else "the end of the file"


def _refuse_long_keys(file: str, text: str) -> None:
    if text.count(".") < _KEY_PARTS:
        return
    start = 0
    for line in text.split("\n"):
        if line.count(".") >= _KEY_PARTS and _longest_key(line) > _KEY_PARTS:
            problem = _problem_at(file, text, start, "dotted key too long", f"at most {_KEY_PARTS} parts")
            raise BadInput([problem])
        start += len(line) + 1


def _longest_key(line: str) -> int:
    """The most names in a row that only dots part."""
    longest = parts = 0
    dot = True
    for token in re.finditer(_LINE_TOKEN, line):
        if token[0] == ".":
            dot = True
        elif token["name"]:
            parts = parts + 1 if dot else 1
            longest, dot = max(longest, parts), False
        else:
            parts, dot = 0, True
    return longest


def _deepest(text: str) -> int:
    """Where the list or table begins that holds the deepest nesting."""
    deepest = depth = opened = start = 0
    for token in _bare_tokens(text):
        if token[0] in "[{":
            start = token.start() if depth == 0 else start
            depth += 1
            if depth > deepest:
                deepest, opened = depth, start
        elif token[0] in "]}":
            depth = max(depth - 1, 0)
    return opened


def _longest_number(text: str) -> int:
    """Where the number with the most digits begins."""
    numbers = [token for token in _bare_tokens(text) if token["number"]]
    return max(numbers, key=lambda token: len(token[0])).start() if numbers else 0


def _too_long_a_number() -> tuple[str, str]:
    return "number too long to be read", f"at most {sys.get_int_max_str_digits():,} digits"


def _bare_tokens(text: str) -> Iterator[re.Match[str]]:
    """Brackets and numbers, not those inside strings and comments."""
    return (token for token in re.finditer(_TOKEN, text) if token["bracket"] or token["number"])


# Positions


def _problem_at(
    file: str, text: str, offset: int, message: str, expected: str = "", actual: str = ""
) -> Problem:
    line, column = _line_column(text, offset)
    return Problem(file, line, column, "", "", message, expected, actual)


def _line_column(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _offset(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1


# Patterns as text: compiling them takes longer than reading a fixture, and a file without problems needs
# none. `re` compiles those that are used, once.
_LONG_STRING: Final = (  # atomic groups: before 3.11.4, `re` misreads a possessive one that holds a lookahead
    r'"""(?>(?:[^"\\]+|\\.|"{1,2}(?!"))*)"{3,5}'
    r"|'''(?>(?:[^']+|'{1,2}(?!'))*)'{3,5}"
)
_SHORT_STRING: Final = r'"(?:[^"\\\n]++|\\.)*+"' + r"|'[^'\n]*+'"
_STRING: Final = f"{_LONG_STRING}|{_SHORT_STRING}"

_BARE: Final = r"[A-Za-z0-9_-]+"
_NAME: Final = f"{_SHORT_STRING}|{_BARE}"
_DOT: Final = r"[ \t]*\.[ \t]*"
_EQUALS: Final = r"[ \t]*=[ \t]*"
_GAP: Final = r"(?:[ \t\r\n]++|#[^\n]*+)*+"
_COMMAS: Final = r"(?:[ \t\r\n,]++|#[^\n]*+)*+"
_HEADER: Final = r"\[\[?[ \t]*"
# A key at the beginning of a line, or a heading's; and where it is a plain one, the end of its plain value.
_PLAIN: Final = rf"""(?:{_STRING}|[\w.+-]++)(?=[ \t]*(?:#|\r?\n))"""
_PLAIN_NAME: Final = rf""""[^"\\\n]*+"|'[^'\n]*+'|{_BARE}"""  # no escapes
_OPENING: Final = rf"(?:{_GAP})(?:\[[ \t]*)?(?P<key>{_PLAIN_NAME})[ \t]*(?:[.\]]|=[ \t]*(?P<end>{_PLAIN})?)"
_HEADER_END: Final = r"[ \t]*\]\]?"
# A date and its time may be parted by a space, the only space that a value has outside quotes.
_SCALAR: Final = rf"""(?s:{_STRING})|\d{{4}}-\d\d-\d\d[ ]\d\d:[^\s,\]}}#]*+|[^\s,\[\]{{}}#"'=]++"""

_WORD: Final = r"[\w.+-]+|\S"
_LONG_NUMBER: Final = r"\b0[xob]\w{3000}"  # that Python reads, and cannot print in decimal digits
_NUMBER: Final = r"(?P<number>0[xob]\w++|\d[\d_]*+)"
_TOKEN: Final = rf"""(?s:{_STRING}|["'].*+)|#[^\n]*+|(?P<bracket>[\[\]{{}}])|{_NUMBER}|[^\[\]{{}}\d"'#]++"""
# In both, an unclosed quote takes the rest: trying again at each later quote would take for ever.
_LINE_TOKEN: Final = r"""(?P<name>"(?:[^"\\]++|\\.)*+"?|'[^']*+'?|[A-Za-z0-9_-]++)|[^ \t]"""


class Statement(NamedTuple):
    """A heading, or a key with its value: what it speaks of, where it begins and where it ends."""

    path: KeyPath
    start: int
    end: int


class _Place(NamedTuple):
    """Where a key and its value begin, in characters from the start of the text."""

    key: int
    value: int


class _Lost(Exception):
    """The text at this place is no TOML; what was found before it stands."""


class _Scan:
    """The places of all keys and values of a text.

    It is right on text that tomllib accepts and up to the first error elsewhere. It keeps its own stack of
    open lists and tables, so it never nests more deeply than tomllib did.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.begun = 0  # where the last statement begins
        self.opened = 0  # where the innermost thing still open when the text ended was opened
        self.repeated: tuple[KeyPath, int, int] | None = None  # the first key given twice, and both places
        self.places: dict[KeyPath, _Place] = {}
        self.ends: dict[KeyPath, int] = {}  # of values
        self.statements: list[Statement] = []
        self._given: set[KeyPath] = set()  # keys spelt out to their end, not passed through on the way
        self._tables: dict[KeyPath, int] = {}  # how often each [[array of tables]] was opened
        try:
            self._document()
        except _Lost:
            quote = self._char() in ('"', "'")
            self.opened = self.at if quote else self.opened

    def _document(self) -> None:
        table: KeyPath = ()
        while self._skip(_GAP):
            self.begun = self.at
            if self._char() == "[":
                path = table = self._header()
            else:
                path = self._pair(table)
                self._value(path)
            self.statements.append(Statement(path, self.begun, self.at))

    def _header(self) -> KeyPath:
        double = self._take(_HEADER).startswith("[[")
        path, place = self._key(())
        if double:
            self._note(path, place, again=path in self._tables)
            count = self._tables.get(path, 0)
            self._tables[path] = count + 1
            path = (*path, count)
        self._note(path, place)
        self._take(_HEADER_END)
        return path

    def _pair(self, table: KeyPath) -> KeyPath:
        """Reads a key up to the beginning of its value."""
        path, place = self._key(table)
        self._take(_EQUALS)
        self._note(path, _Place(place.key, self.at))
        return path

    def _key(self, path: KeyPath) -> tuple[KeyPath, _Place]:
        """Reads a dotted key; the place is that of its last part."""
        while True:
            if path in self._tables:  # [a.b] after [[a]] speaks of the latest a
                path = (*path, self._tables[path] - 1)
            place = _Place(self.at, self.at)
            path = (*path, _name(self._take(_NAME)))
            if not re.compile(_DOT).match(self.text, self.at):
                return path, place
            self.places.setdefault(path, place)
            self._take(_DOT)

    def _note(self, path: KeyPath, place: _Place, again: bool = False) -> None:
        if path not in self._given:
            self._given.add(path)
            self.places[path] = place
        elif not again and self.repeated is None:
            self.repeated = path, self.places[path].key, place.key

    def _value(self, path: KeyPath) -> None:
        """Reads the value of `path`, with all that it holds."""
        holders: list[_Holder] = []
        while True:
            if self._char() in ("[", "{"):
                holders.append(_Holder(path, self.at, self._char() == "["))
                self.at += 1
                self.opened = holders[-1].opened
            else:
                self._take(_SCALAR)
                self.ends[path] = self.at
            inner = self._next(holders)
            if inner is None:
                return
            path = inner

    def _next(self, holders: list[_Holder]) -> KeyPath | None:
        """Goes to the next value of the innermost list or table; None when all are closed."""
        while holders:
            holder = holders[-1]
            self.opened = holder.opened
            self._skip(_COMMAS)
            if self._char() in ("]", "}"):
                holders.pop()
                self.at += 1
                self.ends[holder.path] = self.at
            elif holder.is_list:
                return self._element(holder)
            else:
                return self._pair(holder.path)
        self.opened = 0
        return None

    def _element(self, holder: _Holder) -> KeyPath:
        path = (*holder.path, holder.count)
        if self.at == len(self.text):
            raise _Lost
        holder.count += 1
        self._note(path, _Place(self.at, self.at))
        return path

    def _char(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip(self, gap: str) -> bool:
        """Skips what may be there; False at the end of the text."""
        if skipped := re.compile(gap).match(self.text, self.at):
            self.at = skipped.end()
        return self.at < len(self.text)

    def _take(self, wanted: str) -> str:
        taken = re.compile(wanted).match(self.text, self.at)
        if taken is None:
            raise _Lost
        self.at = taken.end()
        return taken[0]


class _Holder:
    """A list or inline table that is still open."""

    __slots__ = ("count", "is_list", "opened", "path")

    def __init__(self, path: KeyPath, opened: int, is_list: bool) -> None:
        self.path = path
        self.opened = opened
        self.is_list = is_list
        self.count = 0


def _name(key: str) -> str:
    if key[0] == "'":
        return key[1:-1]
    if key[0] != '"':
        return key
    if "\\" not in key:
        return key[1:-1]
    # Escapes are tomllib's business: it reads the key as a string.
    return str(tomllib.loads(f"k = {key}")["k"])
