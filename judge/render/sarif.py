"""SARIF 2.1.0, for code hosts and editors that show findings beside the lines."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from judge.render.json import dumps
from judge.text.plain import Plain
from judge.text.visible import storable

Json = dict[str, Plain]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def log(
    rules: Sequence[Json], results: Sequence[Json], version: str, properties: Mapping[str, Plain]
) -> Json:
    """One run of `judge` in this version, with the rules by which it found what."""
    run = {
        "tool": {"driver": {"name": "judge", "version": version, "rules": list(rules)}},
        "columnKind": "unicodeCodePoints",
        "results": list(results),
        "properties": dict(properties),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def sarif_text(document: Json) -> str:
    """A log as text."""
    return storable(dumps(document)) + "\n"


def location(file: str, base: str, line: int = 0, column: int = 0) -> Json:
    """A place; without a region when the line is not known."""
    physical: Json = {"artifactLocation": {"uri": address(file, base)}}
    if line:
        physical["region"] = {"startLine": line, **({"startColumn": column} if column else {})}
    return {"physicalLocation": physical}


def address(file: str, base: str = "") -> str:
    """The percent-encoded address of a file: relative, unless it lies outside the folder `base`."""
    path, folder = file.replace(os.sep, "/"), base.replace(os.sep, "/").rstrip("/") + "/"
    if base and path.startswith(folder):
        path = path.removeprefix(folder)
    while path.startswith("./"):
        path = path.removeprefix("./").lstrip("/")
    return ("file://" if path.startswith("/") else "") + quote(path.encode("utf-8", "surrogateescape"))
