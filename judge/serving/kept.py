"""Disputes kept in the one folder that is given: read, listed, and written under a new name."""

from __future__ import annotations

import os
import re
from typing import Final

from judge.serving.bounds import BODY, KEPT

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


class Kept:
    """The disputes of a folder; nothing else of it is touched, and nothing is written over."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """The names of the disputes, in order."""
        try:
            inside = os.listdir(self.folder)
        except OSError:  # it was taken away, or closed, since the service was started
            return []
        found = (one.removesuffix(".toml") for one in inside if one.endswith(".toml"))
        return sorted(one for one in found if NAME.fullmatch(one) and self.is_plain(one))[:KEPT]

    def is_plain(self, name: str) -> bool:
        """Is it a file of the folder, and no link to elsewhere?"""
        path = self.path(name)
        return os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) <= BODY

    def path(self, name: str) -> str:
        """Where a dispute of that name lies."""
        return os.path.join(self.folder, f"{name}.toml")

    def read(self, name: str) -> str:
        """The text of a dispute; "" where there is none of that name."""
        if not NAME.fullmatch(name) or not self.is_plain(name):
            return ""
        try:
            with open(self.path(name), encoding="utf-8", errors="replace") as stream:
                return stream.read()
        except OSError:
            return ""

    def write(self, name: str, text: str) -> str:
        """Keep a dispute under a new name; what is wrong with that, "" for nothing."""
        if not NAME.fullmatch(name):
            return "name"
        if not text.strip():
            return "empty"
        if len(self.names()) >= KEPT:
            return "full"
        part = f"{self.path(name)}.{os.getpid()}.part"
        try:
            with open(part, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            os.link(part, self.path(name))  # whole, or not at all where that name is taken
        except FileExistsError:
            return "taken"
        except OSError:
            return "unwritable"
        finally:
            if os.path.exists(part):
                os.remove(part)
        return ""
