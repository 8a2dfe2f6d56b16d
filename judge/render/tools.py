"""Formats that tools read, whatever is reported: SARIF 2.1.0, JUnit XML, GitHub workflow commands."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from urllib.parse import quote
from xml.etree.ElementTree import Element, indent, tostring

from judge.render.json import dumps
from judge.text.plain import Json
from judge.text.visible import storable, visible

JsonTable = dict[str, Json]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def log(
    rules: Sequence[JsonTable], results: Sequence[JsonTable], version: str, properties: Mapping[str, Json]
) -> JsonTable:
    """One run of `judge` in this version, with the rules by which it found what."""
    run = {
        "tool": {"driver": {"name": "judge", "version": version, "rules": list(rules)}},
        "columnKind": "unicodeCodePoints",
        "results": list(results),
        "properties": dict(properties),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def sarif_text(document: JsonTable) -> str:
    """A log as text."""
    return storable(dumps(document)) + "\n"


def location(file: str, base: str, line: int = 0, column: int = 0) -> JsonTable:
    """A place; without a region when the line is not known."""
    physical: JsonTable = {"artifactLocation": {"uri": address(file, base)}}
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


# --- JUnit XML -----------------------------------------------------------------------------------------
def xml_text(root: Element) -> str:
    """A report as XML text, each nested element on a line of its own."""
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


# --- GitHub workflow commands --------------------------------------------------------------------------
def command(name: str, properties: dict[str, str], message: str) -> str:
    """One command, its values escaped as GitHub reads them."""
    escaped = {
        key: data(visible(value)).replace(":", "%3A").replace(",", "%2C") for key, value in properties.items()
    }
    told = ",".join(f"{key}={value}" for key, value in escaped.items())
    return f"::{name} {told}::{data(message)}"


def data(text: str) -> str:
    """A text as what a command says."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
