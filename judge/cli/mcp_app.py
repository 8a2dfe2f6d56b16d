"""`judge mcp`: the full parser."""

from __future__ import annotations

from typing import Annotated

import typer

chats = typer.Typer()  # its command stands among those of judge itself


@chats.command(
    epilog="""Examples:

\b
  judge mcp                                  over standard input and output, as clients start it
  judge mcp --http                           at http://127.0.0.1:8751/mcp, for this machine alone

It needs the extra `mcp`: pip install 'rules-judge[mcp]'. How clients are told of it: docs/mcp.md.

Exit codes: 0 ended, 2 bad input."""
)
def mcp(
    http: Annotated[bool, typer.Option("--http", help="Listen on 127.0.0.1 instead.")] = False,
    port: Annotated[int, typer.Option(metavar="N", help="The port of --http.")] = 8751,
) -> None:
    """Answer chat clients by the Model Context Protocol: boards, acts, rulings, articles, decks."""
    from judge.cli.mcp import mcp as answer

    raise typer.Exit(answer(http, port))
