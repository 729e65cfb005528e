"""The command ``endphase``: read, ask, show. Each command is thin; what it does is in the layers below.

Exit codes: 0 all holds; 1 a claim is contradicted; 2 the input or the call is wrong; 3 a limit was reached, so that the
answer is partial; 4 an internal error.
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
from explorer.cli.options import INTERNAL, OK, PARTIAL, WRONG_INPUT
from explorer.deadline import OutOfTime
from explorer.interrupts import interrupts, keep_interrupts
from models.errors import InputError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="endphase", message="%(prog)s %(version)s")
def cli() -> None:
    """Explore the End Phase of a Yu-Gi-Oh! board and check it against the official answers.

    BOARD is a file, - for standard input, or a ruling: its id, an alias, or words of its question.
    """


def main() -> None:
    """Run the command line and exit with the documented code; no traceback reaches the user."""
    keep_interrupts()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may have what the output cannot show
    code = run(sys.argv[1:])
    if threading.active_count() > 1:
        _leave(code)
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of a call."""
    try:
        with interrupts():
            return cli.main(arguments, prog_name="endphase", standalone_mode=False) or OK
    except InputError as error:
        click.echo(f"endphase: {error}", err=True)
        return WRONG_INPUT
    except click.ClickException as error:
        error.show()
        return WRONG_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("endphase: interrupted", err=True)
        return PARTIAL
    except OutOfTime:
        click.echo("endphase: the limit of seconds was reached, and there is no answer yet", err=True)
        return PARTIAL
    except BrokenPipeError:
        return _reader_has_gone()
    except SystemExit:  # click ends so where the reader of a pipe has gone
        return _reader_has_gone()
    except Exception as error:  # the last line of defence: the user gets one message
        if os.environ.get("ENDPHASE_TRACEBACK"):
            raise
        click.echo(
            f"endphase: internal error: {type(error).__name__}: {error}\n"
            "  (set ENDPHASE_TRACEBACK=1 to see where; this is a bug)",
            err=True,
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
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
