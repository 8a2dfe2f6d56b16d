"""`judge serve`: offers the form and its rulings to phones in the local network; `judge mcp`: a server of
the Model Context Protocol over standard input and output, or over HTTP on this machine.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping

from judge.cli.codes import BAD_INPUT, OK
from judge.cli.options import check_language, slip
from judge.cli.output import tell
from judge.errors import Problem, system_said
from judge.text.rows import NamedTuple

MISSING_SERVE = "pip install 'rules-judge[serve]' brings what `judge serve` needs"


class ServeOptions(NamedTuple):
    """Where to listen, in which language, and where disputes may be kept."""

    host: str
    port: int
    folder: str  # "" where nothing may be kept
    lang: str


# --- judge serve ---------------------------------------------------------------------------------------
def serve(options: ServeOptions) -> int:
    """Serves until it is interrupted."""
    problems = list(check_serve(options))
    if problems:
        tell(problems)
        return BAD_INPUT
    games = titles()
    listening = listen(options, problems)
    if listening is None:
        tell(problems)
        return BAD_INPUT
    end_in_order()
    with listening, tempfile.TemporaryDirectory(prefix="judge-") as place:
        run(listening, place, options, games)
    return OK


def end_in_order() -> None:
    """Ends the server in order on SIGTERM and when the terminal is closed, so that its temporary folder is
    removed; `nohup` keeps the latter from it.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(OK))
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


def check_serve(options: ServeOptions) -> Iterator[Problem]:
    """The faults of the options."""
    yield from check_language(options.lang)
    if not 0 <= options.port <= 65_535:
        yield slip("--port", "--port is a number", "0 (any that is free) to 65535", str(options.port))
    if options.folder and not os.path.isdir(options.folder):
        yield slip(
            "--folder", f"there is no folder {options.folder}", "a folder that is there", options.folder
        )
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        yield slip("", MISSING_SERVE)
    if os.name != "posix":
        yield slip("", "`judge serve` bounds what a request may take, and this system has no way to")


def listen(options: ServeOptions, problems: list[Problem]) -> socket.socket | None:
    """The socket on which it listens; what keeps it from that becomes a problem."""
    try:
        return socket.create_server((options.host, options.port))
    except (OSError, OverflowError, TypeError, UnicodeError) as error:
        reason = system_said(error) if isinstance(error, OSError) else str(error)
        problems.append(slip("--port", f"{options.host}:{options.port} cannot be listened on: {reason}"))
        return None


def run(listening: socket.socket, place: str, options: ServeOptions, games: Mapping[str, str]) -> None:
    """Prints the addresses and serves requests until it is interrupted."""
    import uvicorn

    from judge.serving.orders import CONNECTIONS
    from judge.serving.service import Patience, Service, Settings

    settings = Settings(
        place, games, options.lang, os.path.abspath(options.folder) if options.folder else "", options.host
    )
    for address in addresses(options.host):
        print(f"http://{address}:{listening.getsockname()[1]}/", flush=True)
    what = f"keeps disputes in {options.folder}" if options.folder else "writes nothing"
    print(f"Whoever is in this network may use it; it {what}. Ctrl-C ends it.", flush=True)
    config = uvicorn.Config(
        Service(settings).app(), log_level="error", access_log=False, server_header=False, date_header=False,
        limit_concurrency=CONNECTIONS, timeout_keep_alive=5, http=Patience,
        h11_max_incomplete_event_size=16_384, lifespan="off",
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])


def titles() -> dict[str, str]:
    """The titles of all playable games by their names; a rulebook that cannot be read is reported and left
    out.
    """
    from judge.rulebook.load import playable_books

    books, problems = playable_books()
    tell(problems)
    return {game: str(book.tables["title"]) for game, book in books.items()}


def addresses(host: str) -> list[str]:
    """The addresses under which it can be reached."""
    if host not in ("0.0.0.0", ""):
        return [host]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: it only says by which way it would go
            return [asking.getsockname()[0]]
        except OSError:
            return ["127.0.0.1"]


# --- judge mcp -----------------------------------------------------------------------------------------
HOST = "127.0.0.1"
MISSING_MCP = "pip install 'rules-judge[mcp]' brings what `judge mcp` needs"


def mcp(http: bool, port: int) -> int:
    """Serves until it is interrupted or its client is gone."""
    problems = list(check_mcp(http, port))
    if http and not problems:
        listening = listen(ServeOptions(HOST, port, "", ""), problems)
        if listening is not None:
            listening.close()  # the server opens its own: a port that is taken has been told in a line
    if problems:
        tell(problems)
        return BAD_INPUT
    from judge.serving.chat_clients import build
    from judge.serving.orders import BODY
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


def check_mcp(http: bool, port: int) -> Iterator[Problem]:
    """The faults of the options."""
    try:
        import mcp.server.mcpserver  # noqa: F401
    except ImportError:
        yield slip("", MISSING_MCP)
    if not 1 <= port <= 65_535:
        yield slip("--port", "--port is a number", "1 to 65535", str(port))
    if os.name != "posix":
        yield slip("", "`judge mcp` bounds what a call may take, and this system has no way to")
