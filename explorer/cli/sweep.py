"""The command ``endphase sweep``: the boards of a spec, worked through by many processes, and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from explorer.cli.options import JOBS, OK, PARTIAL, SCHEDULER, status
from reports.paper import paper

MEMORY = 2048
"""The memory in MB of a process on this machine, past which it is started anew."""


@click.command()
@click.argument("spec")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Where the sweep is kept.")
@click.option("--block", type=click.IntRange(1), metavar="N", help="So many sets of cards are handed out at a time.")
@click.option(
    "--max-memory",
    type=click.IntRange(64),
    metavar="MB",
    default=MEMORY,
    show_default=True,
    help="The memory of each process on this machine; a block that takes more is done again.",
)
@click.option("--count", is_flag=True, help="Only tell how many boards there are; nothing is written.")
@click.option("--progress", is_flag=True, help="Progress on standard error even where that is no terminal.")
@click.option("--quiet", "-q", is_flag=True, help="No progress on standard error.")
@SCHEDULER
@JOBS
def sweep(spec: str, output: Path | None, count: bool, quiet: bool, progress: bool, **given: Any) -> int:
    """Work through all boards of SPEC and keep what is found in DIR, as Parquet.

    SPEC is pairs, triples, or a YAML file that says which cards, situations, seats, rulesets and quick effects. A sweep
    that was interrupted goes on from where it was; its bytes are the same (docs/atlas.md).
    """
    from explorer.atlas.plan import Plan
    from explorer.atlas.spec import as_spec
    from models.library import Library

    library = Library()
    wanted = as_spec(spec, library)
    if count:
        plan = Plan(wanted, library)
        boards = sum(1 for _ in plan.boards(0, len(plan)))
        paper().line(f"{len(plan.cards):,} cards, {len(plan):,} sets of {wanted.together}, {boards:,} boards")
        return OK
    if output is None:
        raise click.UsageError("sweep needs -o DIR, or --count")
    return _run(wanted, output, quiet, progress, given)


def _run(spec: Any, output: Path, quiet: bool, progress: bool, given: dict[str, Any]) -> int:
    from explorer.atlas.running import BLOCK, run

    with status(quiet, progress) as show:
        try:
            swept = run(
                spec,
                output,
                scheduler=given["scheduler"],
                workers=given["jobs"],
                memory_mb=given["max_memory"],
                block=given["block"] or BLOCK,
                progress=None if show is None else lambda now: show(str(now)),
            )
        except KeyboardInterrupt:
            click.echo(f"endphase: interrupted; the same call goes on with what is kept in {output}", err=True)
            return PARTIAL
    paper().line(f"{swept.path}: {swept.rows:,} answers, {swept.worked:,} blocks worked through now")
    return OK
