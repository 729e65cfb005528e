"""Commands about the corpus: verdicts, the table, flips of clauses, and the library's own faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from explorer.cli.options import (
    CONTRADICTED,
    JOBS,
    OK,
    PARTIAL,
    SCHEDULER,
    code_of,
    collected,
    common,
    limits,
    searching,
    status,
    told,
)
from models.errors import InputError
from reports.paper import paper


@click.command()
@click.argument("rulings", nargs=-1)
@common
@click.option("--details", is_flag=True, help="Every claim with its play, not only contradicted ones.")
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Also write JUnit XML.")
@click.option("--sarif", type=click.Path(path_type=Path), metavar="FILE", help="Also write SARIF.")
@click.option("--table", is_flag=True, help="Print the verdict table as Markdown.")
@click.option("--flip", "flipped", metavar="CLAUSE", help='What contradicts other values of a clause ("all": of each).')
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where --table is written.")
@SCHEDULER
@JOBS
def check(
    rulings: tuple[str, ...],
    details: bool,
    junit: Path | None,
    sarif: Path | None,
    table: bool,
    flipped: str | None,
    output: Path | None,
    **given: Any,
) -> int:
    """A verdict for each of RULINGS under the rulesets they speak about; for the whole corpus by default.

    A ruling is named by its id, an alias or words of its question, or by its file. The exit code is 1 where an answer
    is contradicted, else 3 where one is undecided, with --table too; with --flip alone it is 0 or 3.
    """
    from explorer.corpus import checked, checked_on
    from models.arguments import as_ruling
    from models.ruling import rulesets_of
    from reports import plain
    from reports.files import written
    from reports.junit import junit as as_junit
    from reports.sarif import sarif as as_sarif
    from reports.table import table as as_table
    from reports.verdicts import verdicts as as_text

    library, tell = told(given)
    wanted = [as_ruling(name, library) for name in rulings] if rulings else list(library.rulings)
    if flipped and not table:
        return _print_flips(library, wanted, flipped, given)
    things = [
        (ruling, name)
        for ruling in wanted
        for name in ([given["ruleset"]] if given["ruleset"] else rulesets_of(ruling))
    ]
    answers: list[Any] = []
    with status(given["quiet"], given["progress"]) as show:
        if given["scheduler"] is None:
            sweep = checked(library, things, limits(given), given["jobs"], searching(show))
        else:
            sweep = checked_on(given["scheduler"], library, things, limits(given))
        stopped = not collected(sweep, answers, show, str)
    if stopped and (table or junit is not None or sarif is not None):
        raise KeyboardInterrupt
    if table:
        from explorer.questions.flips import differences

        found = list(_flips(library, wanted, flipped, given)) if flipped else []
        text = as_table(answers, list(differences(answers, library, limits(given))), found)
        written(output, text) if output else click.echo(text, nl=False)
        return code_of(answers, stopped=any(flip.undecided for flip in found))
    if junit is not None:
        written(junit, as_junit(answers, tell))
    if sarif is not None:
        written(sarif, as_sarif(answers, tell, Path.cwd()))
    if given["as_json"]:
        click.echo(plain.written(plain.check(answers, tell, interrupted=stopped)))
    else:
        as_text(paper(), answers, tell, details=details, interrupted=stopped)
    return code_of(answers, stopped=stopped)


FLIPPED_RULESETS = ("ocg", "ocg-2013")
"""The rulesets whose clauses are flipped where none is named."""


def _flips(library: Any, rulings: Any, clause: str, given: dict[str, Any]) -> Iterator[Any]:
    """Every flip of a clause, or of each, under the named ruleset or those that answers are collected for."""
    from explorer.corpus import flipped
    from models.errors import nearest

    if clause != "all" and clause not in library.clauses:
        raise InputError(f"no clause is called {clause!r}", near=nearest(clause, library.clauses))
    clauses = list(library.clauses) if clause == "all" else [clause]
    rulesets = [library.ruleset(name) for name in ([given["ruleset"]] if given["ruleset"] else FLIPPED_RULESETS)]
    yield from flipped(library, rulesets, clauses, rulings, limits(given), given["jobs"])


def _print_flips(library: Any, rulings: Any, clause: str, given: dict[str, Any]) -> int:
    code = OK
    for flip in _flips(library, rulings, clause, given):
        click.echo(str(flip))
        code = PARTIAL if flip.undecided else code
    return code


@click.command()
def lint() -> int:
    """Check the library: every text is understood, facts agree, every ruling has claims that could fail."""
    from explorer.questions.lint import lint as faults
    from models.library import Library

    found = list(faults(Library()))
    for fault in found:
        click.echo(fault)
    click.echo(f"{len(found)} faults" if found else "the library is clean")
    return CONTRADICTED if found else OK
