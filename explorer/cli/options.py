"""What every command shares: exit codes, options, limits, progress, and how a board is asked about."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import click

OK, CONTRADICTED, WRONG_INPUT, PARTIAL, INTERNAL = range(5)

DEFAULT_MEMORY = 4096
"""The memory in MB at which a search stops unless told otherwise, so that no board takes a machine down."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


_RULESET = click.option("--ruleset", "-r", metavar="NAME", help="The ruleset (see: endphase rulesets).")
_OPTIONS = (
    click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md)."),
    click.option("--lang", default="en", show_default=True, help="Language of the narration: en or ja."),
    click.option("--max-states", type=click.IntRange(1), help="Stop after so many states; the answer is partial."),
    click.option("--max-seconds", type=click.FloatRange(0, min_open=True), help="Stop after so many seconds."),
    click.option(
        "--max-memory",
        type=click.IntRange(1),
        metavar="MB",
        default=DEFAULT_MEMORY,
        show_default=True,
        help="Stop when so much memory is used; the answer is partial.",
    ),
    click.option("--quiet", "-q", is_flag=True, help="No progress on standard error."),
)


_ENGINES = ("auto", "python", "numpy")
DIAGRAMS = "diagrams"
"""The engine that makes no graph; it answers fewer questions."""

_HOW = "Search state by state, many states at once, or the one and then the other; the answer is the same"


def common(command: _Command) -> _Command:
    """The options that every asking command has."""
    return without_ruleset(_RULESET(command))


def without_ruleset(command: _Command) -> _Command:
    """The same, for a command that names its rulesets in another way."""
    return _with_engines(command, _ENGINES, f"{_HOW}.")


def without_graph(command: _Command) -> _Command:
    """The common options of a command that can do without a graph."""
    how = f"{_HOW}. {DIAGRAMS.capitalize()}: all at once, for boards too large to be gone through."
    return _with_engines(_RULESET(command), (*_ENGINES, DIAGRAMS), how)


def _with_engines(command: _Command, engines: Sequence[str], how: str) -> _Command:
    engine = click.option("--engine", type=click.Choice(engines), default="auto", show_default=True, help=how)
    for option in (*_OPTIONS, engine):
        command = option(command)
    return command


def limits(given: dict[str, Any]) -> Any:
    """The limits of a call."""
    from explorer.search.explore import Limits

    bounds = Limits(states=given["max_states"], seconds=given["max_seconds"], memory_mb=given["max_memory"])
    return bounds if given["engine"] == DIAGRAMS else replace(bounds, engine=given["engine"])


@contextmanager
def status(quiet: bool) -> Iterator[Callable[[str], None] | None]:
    """A line on standard error that can be written over, when that is a terminal; it is gone at the end."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    shown = False

    def show(text: str) -> None:
        nonlocal shown
        shown = True
        click.echo(f"\r{text:78}", nl=False, err=True)

    yield show
    if shown:
        click.echo("\r" + " " * 78 + "\r", nl=False, err=True)


@contextmanager
def progress(quiet: bool) -> Iterator[Callable[[Any], None] | None]:
    """Progress of a search on standard error, a few times a second, when that is a terminal."""
    with status(quiet) as show:
        if show is None:
            yield None
            return

        def tell(now: Any) -> None:
            rate = now.states / max(now.seconds, 1e-9)
            size = f"{now.states:,} states, {now.transitions:,} transitions"
            show(f"{size}, depth {now.depth}, {rate:,.0f} states/s")

        yield tell


def console() -> Any:
    """Where text is printed."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def lines(text: Iterable[str]) -> None:
    """Print the lines as they are."""
    from reports.plaintext import print_line

    where = console()
    for line in text:
        print_line(where, line)


def asked(
    board: Any, given: dict[str, Any], player: str = "", wants: Sequence[str] = (), other_wants: Sequence[str] = ()
) -> tuple[Any, Any, Any]:
    """The wishes of a call (those told with the board if it has none), the searched board, and the narrator.

    ``board`` is the argument of the call, or the subject that it names.
    """
    from explorer.questions import inquire
    from explorer.questions.best import watched
    from explorer.subjects import subject
    from models.board import PLAYERS
    from models.claims import read_wants
    from models.library import Library
    from models.phrase import Who
    from reports.narration import narrator

    library = Library()
    tell = narrator(given["lang"], library)
    about = subject(board, library, given["ruleset"]) if isinstance(board, str) else board
    wished = about.wants
    if wants or other_wants:
        other = next(who for who in PLAYERS if who != player)
        told = {Who(player): wants, other: other_wants}
        wished = {who: read_wants(wishes, about.board, library) for who, wishes in told.items() if wishes}
    with progress(given["quiet"]) as shown:
        inquiry = inquire(
            about.board, library, about.ruleset, watching=watched(wished), limits=limits(given), progress=shown
        )
    return wished, inquiry, tell
