"""Calls of the tools of `judge mcp`, as tests make them."""

from __future__ import annotations

import json
import re
from typing import Any

from judge.mcp.tools import TOOLS


def called(tool: str, **given: Any) -> dict[str, Any]:
    """The result of a tool, which JSON can hold."""
    found: dict[str, Any] = json.loads(json.dumps(TOOLS[tool](**given)))
    return found


def examples(text: str) -> list[str]:
    """The cards that a topic shows, a line of TOML each."""
    return re.findall(r"^\s*example: (.*)$", text, re.MULTILINE)
