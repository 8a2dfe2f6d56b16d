"""`judge serve` and `judge mcp`: their full parsers."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.cli.arguments import Language

EVERYWHERE = "0.0.0.0"  # phones in the same network are what it is for
services = typer.Typer()  # its commands stand among those of judge itself


@services.command(
    epilog="""Examples:

\b
  judge serve                                the form for every phone in this network
  judge serve --folder rulings/              disputes may be kept there, too
  judge serve --host 127.0.0.1 --port 0      for this machine alone, at any port that is free

It needs the extra `serve`: pip install 'rules-judge[serve]'. What a request may cost: docs/serve.md.

Exit codes: 0 ended, 2 bad input."""
)
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; all of this machine.")
    ] = EVERYWHERE,
    port: Annotated[int, typer.Option(metavar="N", help="The port; 0 takes any that is free.")] = 8750,
    folder: Annotated[
        str, typer.Option(metavar="FOLDER", help="Where disputes may be kept; without it nothing is written.")
    ] = "",
    lang: Language = "",
) -> None:
    """Answer disputes from phones in the local network: a form, and its rulings."""
    from judge.cli.options import spoken
    from judge.cli.serve import ServeOptions
    from judge.cli.serve import serve as answer

    raise typer.Exit(answer(ServeOptions(host, port, folder, spoken(lang))))


@services.command(
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
    from judge.cli.serve import mcp as answer

    raise typer.Exit(answer(http, port))
