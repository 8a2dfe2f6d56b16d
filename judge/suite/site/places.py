"""Where the pages of a site stand, and how one leads to another."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Final
from urllib.parse import quote

from judge.text.visible import visible

INDEX: Final = "index.html"
UP: Final = "../"
_PART: Final = re.compile(r"[-.]")  # what parts the numbers of an article
_LONGEST: Final = 200  # bytes of a name, to which more is added; systems have 255
_KEPT: Final = 160  # of one that is longer
_PLAIN: Final = re.compile(r"[^A-Za-z0-9_.-]+")


_OURS: Final = re.compile(r"index\.html|(?:articles/[A-Za-z0-9_.-]+|quiz|rulings(?:/[^/]+)*)/[^/]+\.html")


def is_of_site(file: str) -> bool:
    """Can a page of a site have this file? What a list names besides is not taken away."""
    return bool(_OURS.fullmatch(file)) and ".." not in file.split("/")


def ruling_file(id_: str) -> str:
    """The file of a ruling's page, under a name that a list of files and an address can have. A backslash is
    doubled: a sign and its code are two names.
    """
    doubled = id_.replace("\\", "\\\\")
    return f"rulings/{'/'.join(short(one) for one in visible(doubled).split('/'))}.html"


def short(name: str) -> str:
    """A name that a file can have: the end of a long one gives way to what tells it from others."""
    written = name.encode()
    if len(written) <= _LONGEST:
        return name
    return f"{written[:_KEPT].decode(errors='ignore')}-{mark(name)}"


def chapter(article: str) -> str:
    """The chapter of an article: the first part of its number or name."""
    return _PART.split(article)[0] or article


def chapter_file(game: str, name: str) -> str:
    """The file of a chapter's page."""
    return f"articles/{plain(game)}/{plain(name)}.html"


def quiz_file(game: str) -> str:
    """The file of a game's quiz."""
    return f"quiz/{plain(game)}.html"


def plain(name: str) -> str:
    """A name as part of a file's name; what that leaves out of it is told by something else."""
    kept = _PLAIN.sub("-", name).strip(".")
    return kept if kept == name else f"{kept}-{mark(name)}"


def mark(name: str) -> str:
    """What tells a name from others that would be written alike."""
    return blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def address(file: str, of: str) -> str:
    """The address of one page on another one: both are files below the site's folder."""
    return UP * of.count("/") + quote(file)


def article_address(game: str, article: str, of: str) -> str:
    """The address of an article's text."""
    return f"{address(chapter_file(game, chapter(article)), of)}#art-{quote(article)}"
