"""The command ``endphase``: read, ask, show. Each command is thin; what it does is in the layers below.

Exit codes: 0 all holds; 1 a claim is contradicted; 2 the input or the call is wrong; 3 a limit was reached, so that the
answer is partial; 4 an internal error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from explorer.commands.ask import ask
from explorer.commands.options import (
    CONTRADICTED,
    INTERNAL,
    OK,
    PARTIAL,
    WRONG_INPUT,
    common,
    console,
    limits,
    progress_of,
)
from explorer.interrupts import keep_interrupts
from models.errors import InputError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="endphase", message="%(prog)s %(version)s")
def cli() -> None:
    """Explore the End Phase of a Yu-Gi-Oh! board and check it against the official answers.

    BOARD is a file, - for standard input, or a ruling: its id, an alias, or words of its question.
    """


cli.add_command(ask)


def main() -> None:
    """Run the command line and exit with the documented code; no traceback reaches the user."""
    keep_interrupts()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit code of a call."""
    try:
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


def _reader_has_gone() -> int:
    """Nobody reads on, as in ``endphase cards | head -1``: that is no error, and what is left is not written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK


@cli.command()
@click.argument("board")
@common
def explore(board: str, **given: Any) -> int:
    """All reachable outcomes of BOARD, each with a play."""
    from explorer.questions import outcomes
    from reports import plain, plaintext

    _, inquiry, tell = _asked(board, given)
    found = outcomes(inquiry)
    if given["as_json"]:
        click.echo(plain.written(plain.explore(inquiry, found, tell)))
    else:
        plaintext.outcomes(console(), inquiry, found, tell)
    return OK if inquiry.complete else PARTIAL


def _asked(board: str, given: dict[str, Any], player: str = "", wants: Sequence[str] = ()) -> tuple[Any, Any, Any]:
    """The wishes of a call (those told with the board if it has none), the searched board, and the narrator."""
    from explorer.questions import inquire
    from explorer.questions.best import watched
    from explorer.subjects import subject
    from models.claims import read_wants
    from models.library import Library
    from models.phrase import Who
    from reports.narration import narrator

    library = Library()
    tell = narrator(given["lang"], library)
    about = subject(board, library, given["ruleset"])
    wished = {Who(player): read_wants(wants, about.board, library)} if wants else about.wants
    with progress_of(given["quiet"]) as progress:
        inquiry = inquire(
            about.board, library, about.ruleset, watching=watched(wished), limits=limits(given), progress=progress
        )
    return wished, inquiry, tell


@cli.command()
@click.argument("rulings", nargs=-1)
@common
@click.option("--details", is_flag=True, help="Every claim with its play, not only contradicted ones.")
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Also write JUnit XML.")
@click.option("--table", is_flag=True, help="Print the verdict table as Markdown.")
@click.option("--flip", "flipped", metavar="CLAUSE", help='What contradicts other values of a clause ("all": of each).')
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where --table is written.")
def check(
    rulings: tuple[str, ...],
    details: bool,
    junit: Path | None,
    table: bool,
    flipped: str | None,
    output: Path | None,
    **given: Any,
) -> int:
    """A verdict for each of RULINGS under the rulesets they speak about; for the whole corpus by default."""
    from explorer.questions import Verdict, check_ruling
    from explorer.questions.flips import differences
    from explorer.questions.verdicts import rulesets_of
    from models.library import Library
    from reports import plain, plaintext
    from reports.graphs import written
    from reports.junit import junit as as_junit
    from reports.narration import narrator
    from reports.table import table as as_table

    library = Library()
    tell = narrator(given["lang"], library)
    wanted = [library.ruling(name) for name in rulings] if rulings else list(library.rulings)
    if flipped and not table:
        return _print_flips(library, wanted, flipped, given)
    answers = []
    with progress_of(given["quiet"]) as progress:
        for ruling in wanted:
            names = [given["ruleset"]] if given["ruleset"] else rulesets_of(ruling)
            for name in names:
                answers.append(check_ruling(ruling, library, library.ruleset(name), limits(given), progress))
    if table:
        found = list(_flips(library, wanted, flipped, given)) if flipped else []
        text = as_table(answers, list(differences(answers, library, limits(given))), found)
        written(output, text) if output else click.echo(text, nl=False)
        return OK
    if junit is not None:
        written(junit, as_junit(answers, tell))
    if given["as_json"]:
        click.echo(plain.written(plain.check(answers, tell)))
    else:
        plaintext.verdicts(console(), answers, tell, details=details)
    verdicts = {answer.verdict for answer in answers}
    if Verdict.CONTRADICTED in verdicts:
        return CONTRADICTED
    return PARTIAL if Verdict.UNDECIDED in verdicts else OK


FLIPPED_RULESETS = ("ocg", "ocg-2013")
"""The rulesets whose clauses are flipped where none is named."""


def _flips(library: Any, rulings: Any, clause: str, given: dict[str, Any]) -> Iterator[Any]:
    """Every flip of a clause, or of each, under the named ruleset or those that answers are collected for."""
    from explorer.questions.flips import flips
    from models.errors import nearest

    if clause != "all" and clause not in library.clauses:
        raise InputError(f"no clause is called {clause!r}", near=nearest(clause, library.clauses))
    clauses = list(library.clauses) if clause == "all" else [clause]
    for name in [given["ruleset"]] if given["ruleset"] else FLIPPED_RULESETS:
        yield from flips(library, library.ruleset(name), clauses, rulings, limits(given))


def _print_flips(library: Any, rulings: Any, clause: str, given: dict[str, Any]) -> int:
    for flip in _flips(library, rulings, clause, given):
        click.echo(str(flip))
    return OK


@cli.command()
def lint() -> int:
    """Check the library: every text is understood, facts agree, every ruling has claims that could fail."""
    from explorer.questions.lint import lint as faults
    from models.library import Library

    found = list(faults(Library()))
    for fault in found:
        click.echo(fault)
    click.echo(f"{len(found)} faults" if found else "the library is clean")
    return CONTRADICTED if found else OK


@cli.command()
@click.argument("board")
@common
@click.option(
    "--for", "player", type=click.Choice(["turn player", "opponent"]), default="turn player", show_default=True
)
@click.option(
    "--want",
    "wants",
    multiple=True,
    metavar="WISH",
    help='A wish, the first counts most: "most monsters the turn player controls".',
)
def best(board: str, player: str, wants: tuple[str, ...], **given: Any) -> int:
    """Best play on BOARD by both players, for the wishes of one; the other wants the opposite."""
    from explorer.questions import best_play
    from reports import plain, plaintext

    wished, inquiry, tell = _asked(board, given, player, wants)
    if not inquiry.complete:
        click.echo(f"endphase: {plaintext.stopped(inquiry.graph.limit)}; no best play is known", err=True)
        return PARTIAL
    found = best_play(inquiry, wished)
    if given["as_json"]:
        click.echo(plain.written(plain.best(found, inquiry, tell)))
    else:
        plaintext.best(console(), found, tell, inquiry)
    return OK


@cli.command()
@click.argument("board")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="The file: .graphml, .dot or .json."
)
@common
def graph(board: str, output: Path, **given: Any) -> int:
    """Write the state graph of BOARD."""
    from reports import graphs

    _, inquiry, tell = _asked(board, given)
    found = inquiry.graph
    if len(found.states) > graphs.LARGE:
        click.echo(
            f"endphase: {len(found.states):,} states: this takes some {found.transitions // 2000:,} MB", err=True
        )
    graphs.write_graph(inquiry, output, tell)
    click.echo(f"{output}: {found}")
    return OK if inquiry.complete else PARTIAL


@cli.command()
@click.argument("text", required=False)
@click.option("--count", is_flag=True, help="Only how many there are.")
def cards(text: str | None, count: bool) -> int:
    """The cards of the library, or those with TEXT in a name, English or Japanese."""
    from models.library import Library
    from reports import plaintext

    library = Library()
    found = library.find(text) if text else library.cards
    if not found:
        library.card(text or "")
    if count:
        click.echo(len(found))
    else:
        plaintext.cards(console(), found)
    return OK


@cli.command()
@click.argument("name", required=False)
def rulesets(name: str | None) -> int:
    """The rulesets, or the clauses of one with their citations."""
    from models.library import Library
    from reports import plaintext

    library = Library()
    if name:
        plaintext.ruleset(console(), library.ruleset(name))
    else:
        plaintext.rulesets(console(), library.rulesets)
    return OK


@cli.command()
@click.argument("name", required=False)
@click.option("--lang", default="en", show_default=True, help="en or ja.")
def rulings(name: str | None, lang: str) -> int:
    """The rulings, or one with its question, answer and claims."""
    from models.library import Library
    from reports import plaintext
    from reports.narration import narrator

    library = Library()
    if name:
        plaintext.ruling(console(), library.ruling(name), narrator(lang, library), lang)
    else:
        plaintext.rulings(console(), library.rulings)
    return OK


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def new(file: Path, force: bool) -> int:
    """Start a board: write a commented FILE that runs as it is."""
    from importlib import resources

    from reports.graphs import written

    if file.exists() and not force:
        raise InputError(f"{file} is there already; --force writes over it")
    written(file, resources.files("models").joinpath("new-board.yaml").read_text(encoding="utf-8"))
    click.echo(f"{file}: now try: endphase explore {file}")
    return OK
