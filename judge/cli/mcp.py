"""`judge mcp`: a server of the Model Context Protocol over standard input and output, or on this machine."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

from judge.cli.codes import BAD_INPUT, OK
from judge.cli.options import slip
from judge.cli.output import tell
from judge.cli.serve import ServeOptions, end_in_order, listen
from judge.errors import Problem

HOST = "127.0.0.1"
MISSING = "pip install 'rules-judge[mcp]' brings what `judge mcp` needs"


def mcp(http: bool, port: int) -> int:
    """Answer until it is interrupted, or its client goes."""
    problems = list(check(http, port))
    if http and not problems:
        listening = listen(ServeOptions(HOST, port, "", ""), problems)
        if listening is not None:
            listening.close()  # the server opens its own: a port that is taken has been told in a line
    if problems:
        tell(problems)
        return BAD_INPUT
    from judge.serving.bounds import BODY
    from judge.serving.chat_clients import build
    from judge.serving.workers import Workers

    end_in_order()
    with tempfile.TemporaryDirectory(prefix="judge-") as place:
        server = build(Workers(place, "judge.mcp.worker"))
        try:
            if http:
                tell([slip("", f"http://{HOST}:{port}/mcp  for this machine alone; Ctrl-C ends it")])
                server.run("streamable-http", host=HOST, port=port, max_request_body_size=2 * BODY)
            else:
                server.run("stdio")
        except KeyboardInterrupt:
            pass
    return OK


def check(http: bool, port: int) -> Iterator[Problem]:
    """Everything that is wrong with what was asked."""
    try:
        import mcp.server.mcpserver  # noqa: F401
    except ImportError:
        yield slip("", MISSING)
    if not 1 <= port <= 65_535:
        yield slip("--port", "--port is a number", "1 to 65535", str(port))
    if os.name != "posix":
        yield slip("", "`judge mcp` bounds what a call may take, and this system has no way to")
