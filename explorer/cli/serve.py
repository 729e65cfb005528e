"""The command ``endphase serve``: lay boards, ask about them and walk through them in a browser."""

from __future__ import annotations

from os.path import isdir, isfile
from pathlib import Path

import click

from explorer.cli.options import OK, SECONDS

_PORT = 8374
_START = """\
board:
  turn player:
    life: 8000
  opponent:
    life: 8000
"""


@click.command()
@click.argument("board", required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True, help="The port; 0: any that is free."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="127.0.0.1, localhost or ::1, and no other.")
@click.option(
    "--directory",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder in which boards may be saved; else they are downloaded.",
)
@click.option(
    "--max-states",
    type=click.IntRange(1),
    default=200_000,
    show_default=True,
    help="Stop an answer after so many states.",
)
@click.option(
    "--max-seconds",
    type=SECONDS,
    default=30.0,
    show_default=True,
    help="Stop an answer after so many seconds.",
)
@click.option(
    "--max-memory",
    type=click.IntRange(64),
    metavar="MB",
    default=2048,
    show_default=True,
    help="Stop an answer when so much memory is used.",
)
def serve(
    board: str | None,
    port: int,
    host: str,
    directory: Path | None,
    max_states: int,
    max_seconds: float,
    max_memory: int,
) -> int:
    """Lay a board in a browser, ask about it, walk through it, and save it.

    Everything stays on this machine: the page is served on the loopback interface alone and loads nothing from anywhere
    else (docs/serve.md). BOARD, a file or a ruling, is what it begins with. Ctrl-C ends it.
    """
    from models.documents import STANDARD_INPUT, read_source
    from models.errors import InputError
    from models.library import Library

    try:
        from explorer.serve.opening import case_text, ruling_case
        from explorer.serve.requests import Bounds
        from explorer.serve.server import HOSTS
        from explorer.serve.server import serve as started
    except ModuleNotFoundError as missing:
        raise click.UsageError(f"{missing}: pip install 'endphase[serve]'") from missing
    if host not in HOSTS:
        raise click.BadParameter(f"{host!r} is not this machine alone", param_hint="--host: one of " + ", ".join(HOSTS))
    if directory is not None and not isdir(directory):
        raise InputError(f"there is no folder {directory}")
    library, bounds = Library(), Bounds(max_states, max_seconds, max_memory)
    start = _START
    if board is not None:
        in_file = board == STANDARD_INPUT or isfile(board)
        start = read_source(Path(board)) if in_file else case_text(*ruling_case(board, library))

    def ready(address: str) -> None:
        click.echo(f"{address} (Ctrl-C ends it)")

    started(start, library, host=host, port=port, bounds=bounds, folder=directory, ready=ready)
    return OK
