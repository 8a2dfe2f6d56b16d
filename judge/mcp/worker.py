"""`python -m judge.mcp.worker`: reads one call of a tool, does its work within bounds, writes the result."""

from __future__ import annotations

import json
import sys

from judge.mcp.commands import FAULT, fault
from judge.mcp.tools import TOOLS
from judge.serving.worker import limit


def main() -> int:
    """Answers the call on standard input: {"tool": name, "given": arguments}."""
    limit()
    order = json.loads(sys.stdin.buffer.read())
    try:
        answer = TOOLS[order["tool"]](**order["given"])
    except Exception as error:  # told as a result: a client is to hear that no ruling was made
        answer = {"ok": False, "kind": FAULT, "problems": [fault(error)]}
    sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
