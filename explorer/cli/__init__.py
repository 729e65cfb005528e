"""The command ``endphase``: read, ask, show. Each command is thin; what it does is in the layers below.

Exit codes: 0 all holds; 1 a claim is contradicted; 2 the input or the call is wrong, or the output cannot be written;
3 a limit or an interrupt came before the end, so that the answer is partial; 4 an internal error.
"""

from __future__ import annotations

import io
import os
import sys
import threading
from contextlib import suppress
from typing import NoReturn

import click

from explorer.cli import ask, authoring, boards, compare, corpus, infer, library, play, prove, report, serve, sweep
from explorer.cli.options import INTERNAL, NO_MEMORY, OK, PARTIAL, WRONG_INPUT
from explorer.deadline import OutOfTime
from explorer.interrupts import interrupts, keep_interrupts, leave_interrupts
from explorer.streams import aside, cannot_be_written, forsake, open_closed
from models.errors import InputError


def _tell_version(context: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from explorer.version import version

        click.echo(f"{context.find_root().info_name} {version()}")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Explore the End Phase of a Yu-Gi-Oh! board and check it against the official answers.

    BOARD is a file, - for standard input, or a ruling: its id, an alias, or words of its question.
    """


def main() -> None:
    """Run the command line and exit with the documented code; no traceback reaches the user."""
    keep_interrupts()
    open_closed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may have what the output cannot show
    code = run(sys.argv[1:])
    leave_interrupts()
    aside("", end="")
    if threading.active_count() > 1:
        _leave(code)
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of a call."""
    try:
        with interrupts():
            code = cli.main(arguments, prog_name="endphase", standalone_mode=False) or OK
            sys.stdout.flush()  # or nobody would learn that it cannot be written
            return code
    except InputError as error:
        aside(f"endphase: {error}")
        return WRONG_INPUT
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return WRONG_INPUT
    except (click.Abort, KeyboardInterrupt):
        aside("endphase: interrupted")
        return PARTIAL
    except OutOfTime:
        aside("endphase: the limit of seconds was reached, and there is no answer yet")
        return PARTIAL
    except MemoryError:
        aside(f"endphase: {NO_MEMORY}, and no answer yet")
        return PARTIAL
    except BrokenPipeError:
        return _reader_has_gone()
    except SystemExit:  # click ends so where the reader of a pipe has gone
        return _reader_has_gone()
    except OSError as error:
        if not cannot_be_written(error):
            return _internal(error)
        forsake(sys.stdout)
        aside(f"endphase: the output cannot be written: {error.strerror}")
        return WRONG_INPUT
    except Exception as error:  # the last line of defence: the user gets one message
        return _internal(error)


def _internal(error: Exception) -> int:
    """The exit code of an error that is told as a bug, unless Z3 gave up or a process was lost."""
    from explorer.sweep import ProcessLost
    from explorer.system.patience import Undecided

    if isinstance(error, Undecided | ProcessLost):
        aside(f"endphase: there is no answer: {error}")
        return PARTIAL
    if os.environ.get("ENDPHASE_TRACEBACK"):
        raise error
    aside(
        f"endphase: internal error: {type(error).__name__}: {error}\n"
        "  (set ENDPHASE_TRACEBACK=1 to see where; this is a bug)"
    )
    return INTERNAL


def _leave(code: int) -> NoReturn:
    """End at once: a thread was left behind in the middle of its work, and must not see Python being taken down."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(code)


def _reader_has_gone() -> int:
    """Nobody reads on, as in ``endphase cards | head -1``: that is no error, and what is left is not written."""
    forsake(sys.stdout)
    return OK


for _command in (
    boards.explore,
    ask.ask,
    corpus.check,
    boards.best,
    boards.why,
    compare.compare,
    infer.infer,
    play.play,
    boards.graph,
    report.report,
    serve.serve,
    library.cards,
    library.rulesets,
    library.rulings,
    prove.prove,
    sweep.sweep,
    corpus.lint,
    authoring.new,
    authoring.explain,
    authoring.schema,
):
    cli.add_command(_command)
