"""What every command shares: exit codes, options, limits, progress, and how a board is asked about."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import wraps
from importlib.util import find_spec
from math import isnan
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import click

from explorer.deadline import answered, deadline
from explorer.interrupts import interrupts
from explorer.streams import aside
from models.errors import InputError
from reports.paper import Paper, paper

OK, CONTRADICTED, WRONG_INPUT, PARTIAL, INTERNAL = range(5)

DEFAULT_MEMORY = 4096
"""The memory in MB at which a search stops unless told otherwise, so that no board takes a machine down."""

NO_MEMORY = "there is no more memory"

_TO_ANSWER = 1.0
"""The seconds before its limit at which a command ends its search to tell what was found; at most a tenth of all."""

_GRACE = 0.5
"""The seconds after its limit at which a command is cut short, and has no answer."""

_PAUSE, _PAUSE_IN_A_PIPE = 0.25, 1.0  # seconds between two lines of status

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Found = TypeVar("_Found")


class _Seconds(click.FloatRange):
    """More than none, and no more than can be counted to: what is no number is in no range, and would be let in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a valid float.", param, ctx)
        return number


MOST_SECONDS = 1_000_000
"""Some eleven days; a solver counts no further than a few weeks."""

SECONDS = _Seconds(0, MOST_SECONDS, min_open=True)
"""The type of options that take seconds."""

_RULESET = click.option("--ruleset", "-r", metavar="NAME", help="The ruleset (see: endphase rulesets).")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md).")
_OPTIONS = (
    click.option("--lang", default="en", show_default=True, help="Language of the narration: en or ja."),
    click.option("--max-states", type=click.IntRange(1), help="Stop after so many states; the answer is partial."),
    click.option("--max-seconds", type=SECONDS, help="Stop after so many seconds."),
    click.option(
        "--max-memory",
        type=click.IntRange(1),
        metavar="MB",
        default=DEFAULT_MEMORY,
        show_default=True,
        help="Stop when so much memory is used; the answer is partial.",
    ),
    click.option("--progress", is_flag=True, help="Progress on standard error even where that is no terminal."),
    click.option("--quiet", "-q", is_flag=True, help="No progress on standard error."),
)


JOBS = click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1),
    metavar="N",
    help="So many processes; by default one for each processor. What is printed is the same.",
)


CHECKPOINT = click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep there what the search has found, now and then and at its end; go on from it where the file is there.",
)

SCHEDULER = click.option(
    "--scheduler", metavar="ADDRESS", help="The Dask cluster to work on, as tcp://HOST:PORT, instead of this machine."
)


_ENGINES = ("auto", "python", "numpy", "numba")
DIAGRAMS = "diagrams"
SURVEYING = ("folded", DIAGRAMS)
"""The engines that make no graph; they answer fewer questions."""

_HOW = (
    "Search state by state, many states at once (numba: looked up by machine code), or the one and then the other; "
    "the answer is the same"
)


def common(command: _Command) -> _Command:
    """The options that every asking command has."""
    return without_ruleset(_RULESET(command))


def without_ruleset(command: _Command) -> _Command:
    """The same, for a command that names its rulesets in another way."""
    return _with_engines(command, _ENGINES, f"{_HOW}.")


def without_graph(command: _Command) -> _Command:
    """The common options of a command that can do without a graph."""
    how = f"{_HOW}. Folded, {DIAGRAMS}: without a graph, for boards that are too large for one."
    return _with_engines(_RULESET(command), (*_ENGINES, *SURVEYING), how)


def without_json(command: _Command) -> _Command:
    """The common options of a command that answers nobody but a person."""
    return _with_engines(_RULESET(command), _ENGINES, f"{_HOW}.", json=False)


def _installed(context: click.Context, option: click.Parameter, engine: str) -> str:
    """The engine. Raises `BadParameter` where it needs an extra that is not installed."""
    if engine == "numba" and find_spec(engine) is None:
        raise click.BadParameter("it comes with the extra endphase[numba]", context, option)
    return engine


def _with_engines(command: _Command, engines: Sequence[str], how: str, *, json: bool = True) -> _Command:
    kinds = click.Choice(engines)
    engine = click.option("--engine", type=kinds, default="auto", show_default=True, help=how, callback=_installed)
    for option in (*((_JSON,) if json else ()), *_OPTIONS, engine):
        command = option(command)
    return command


REDUCTIONS = ("folding", "pruning", "copies", "parts", "slicing")
"""What makes a search smaller: the names of ``explorer.system.reductions``, which the help does not load."""

_WHOLE = 20_000
"""Boards of up to so many states are searched whole, in a fifth of a second, whatever is asked."""

WITHOUT = click.option(
    "--without",
    type=click.Choice(REDUCTIONS),
    multiple=True,
    help="Do without a reduction of the search; the answer is the same. May be given again.",
)


_WISHES = (
    click.option(
        "--other-wants", multiple=True, metavar="WISH", help="A wish of the other player, who else wants the opposite."
    ),
    click.option(
        "--want",
        "wants",
        multiple=True,
        metavar="WISH",
        help='A wish, the first counts most: "most monsters the turn player controls".',
    ),
    click.option(
        "--for", "player", type=click.Choice(["turn player", "opponent"]), default="turn player", show_default=True
    ),
)


def wishing(command: _Command) -> _Command:
    """The options that tell what the players wish for: of a ``player``, who ``wants``, and ``other_wants``."""
    for option in _WISHES:
        command = option(command)
    return command


def timed(command: Callable[..., int]) -> Callable[..., int]:
    """A command about one board whose seconds count from its start to its answer, not those of the search alone.

    What of the corpus is asked has its seconds for each search.
    """

    @wraps(command)
    def within(**given: Any) -> int:
        seconds = given["max_seconds"]
        if seconds is None or given.get("corpus"):
            return command(**given)
        wanted = seconds - min(_TO_ANSWER, seconds / 10)
        with deadline(seconds + _GRACE, wanted):
            return command(**given, ends_at=monotonic() + wanted)

    return within


def limits(given: dict[str, Any]) -> Any:
    """The limits of the searches of a call."""
    from explorer.search.explore import Limits

    ends_at = given.get("ends_at")
    return Limits(
        states=given["max_states"],
        seconds=given["max_seconds"] if ends_at is None else None,
        memory_mb=given["max_memory"],
        engine="auto" if given["engine"] in SURVEYING else given["engine"],
        until=ends_at,
    )


def code_of(answers: Iterable[Any], *, stopped: bool = False) -> int:
    """The exit code that tells the worst of the answers to rulings, whatever they are shown as."""
    from explorer.questions import Verdict

    verdicts = {answer.verdict for answer in answers}
    if Verdict.CONTRADICTED in verdicts:
        return CONTRADICTED
    return PARTIAL if stopped or Verdict.UNDECIDED in verdicts else OK


@contextmanager
def status(quiet: bool, asked: bool = False) -> Iterator[Callable[[str], None] | None]:
    """A line on standard error that is written over a few times a second, when that is a terminal; gone at the end.

    Where it is no terminal, and the status was asked for, a line a second.
    """
    terminal = sys.stderr.isatty()
    if quiet or not (terminal or asked):
        yield None
        return
    from shutil import get_terminal_size

    width = get_terminal_size().columns - 1
    pause = _PAUSE if terminal else _PAUSE_IN_A_PIPE
    last = -pause

    def show(text: str) -> None:
        nonlocal last
        if monotonic() - last >= pause:
            last = monotonic()
            aside(f"\r{text[:width]:{width}}" if terminal else text, end="" if terminal else "\n")

    try:
        yield show
    finally:
        if terminal and last >= 0:
            aside(f"\r{'':{width}}\r", end="")


def collected(
    sweep: Generator[_Found], found: list[_Found], show: Callable[[str], None] | None, words: Callable[[_Found], str]
) -> bool:
    """Whether a sweep came to its end; what it found is in ``found`` even where it was cut short.

    By an interrupt, by a process that was lost, or by a lack of memory; the last two are told.
    """
    from explorer.sweep import ProcessLost

    try:
        with interrupts(), closing(sweep):
            for one in sweep:
                found.append(one)
                if show is not None:
                    show(f"{words(one)}; {len(found)} done")
    except KeyboardInterrupt:
        return False
    except (ProcessLost, MemoryError) as lost:
        aside(f"endphase: {lost if isinstance(lost, ProcessLost) else NO_MEMORY}")
        return False
    return True


@contextmanager
def progress(quiet: bool, asked: bool = False) -> Iterator[Callable[[Any], None] | None]:
    """Progress of a search on standard error, a few times a second, when that is a terminal."""
    with status(quiet, asked) as show:
        if show is not None:
            show("the board is grounded")
        yield searching(show)


def searching(show: Callable[[str], None] | None) -> Callable[[Any], None] | None:
    """What shows the progress of a search."""
    if show is None:
        return None

    def tell(now: Any) -> None:
        from explorer.search.explore import memory_in_use

        rate = now.states / max(now.seconds, 1e-9)
        size = f"{now.states:,} states ({now.states - now.expanded:,} waiting), {now.transitions:,} transitions"
        show(f"{size}, depth {now.depth}, {rate:,.0f} states/s, {memory_in_use():,.0f} MB")

    return tell


def page() -> Paper:
    """What an answer is printed on, from beginning to end: it is no longer cut short."""
    answered()
    return paper()


def document(data: dict[str, Any]) -> None:
    """Print an answer as JSON."""
    from reports import plain

    text = plain.written(data)
    answered()
    click.echo(text)


def lines(text: Iterable[str]) -> None:
    """Print the lines as they are."""
    where = page()
    for line in text:
        where.line(line)


def told(given: dict[str, Any]) -> tuple[Any, Any]:
    """The library, and the narrator of a call."""
    from models.library import Library
    from reports.narration import narrator

    library = Library()
    return library, narrator(given["lang"], library)


def named(board: str, given: dict[str, Any]) -> tuple[Any, Any, Any]:
    """The subject that a call names, the library, and the narrator."""
    from explorer.subjects import subject

    library, tell = told(given)
    return subject(board, library, given["ruleset"]), library, tell


def searched(
    about: Any, library: Any, given: dict[str, Any], watching: Iterable[Any], *, pictured: bool = False
) -> Any:
    """The inquiry about a subject within the limits of a call, to be asked of what is watched, and pictured or not."""
    from explorer.questions import inquire

    asked = {"watching": watching, "pictured": pictured, "limits": limits(given), "reductions": reductions(given)}
    with progress(given["quiet"], given["progress"]) as shown, checkpoints(given.get("checkpoint")) as kept:
        return inquire(about.board, library, about.ruleset, progress=shown, checkpoints=kept, **asked)


@contextmanager
def checkpoints(path: Path | None) -> Iterator[Any]:
    """The checkpoints in a file, None where none is named; raises InputError where a search cannot go on from it."""
    if path is None:
        yield None
        return
    from explorer.checkpoint_file import CheckpointFile
    from explorer.search.checkpoints import BadCheckpoint, Checkpoints

    try:
        yield Checkpoints(CheckpointFile(path, lambda text: aside(f"endphase: {text}")))
    except BadCheckpoint as bad:
        raise InputError(f"{path} {bad}", expected=["another FILE for --checkpoint", "no file there"]) from None


def sliced(
    about: Any,
    library: Any,
    given: dict[str, Any],
    watching: Iterable[Any],
    *,
    names: Iterable[str] = (),
    whole_up_to: int = _WHOLE,
) -> Any:
    """The same, of a slice where the whole board has more states: for what is watched, or for where named cards are.

    With checkpoints, which are of the whole board, that is searched.
    """
    if given.get("checkpoint") is not None:
        return searched(about, library, given, watching)
    from explorer.questions.slices import inquire_sliced

    asked = {"watching": watching, "about": tuple(names), "limits": limits(given), "reductions": reductions(given)}
    asked["whole_up_to"] = whole_up_to
    with progress(given["quiet"], given["progress"]) as shown:
        return inquire_sliced(about.board, library, about.ruleset, progress=shown, **asked)


def reductions(given: dict[str, Any]) -> Any:
    """The reductions that a call does not do without."""
    from explorer.system.reductions import all_but

    return all_but(given.get("without", ()))
