"""The command ``endphase prove``: what holds in every state of the procedure, under each ruleset."""

from __future__ import annotations

import click

from explorer.cli.options import CONTRADICTED, OK, PARTIAL, SECONDS, lines, status

_USUAL = 30
"""The time for one question to Z3 unless told otherwise; none of the packaged rulesets needs a tenth of it."""


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md).")
@click.option("--lang", default="en", show_default=True, help="Language of the narration: en or ja.")
@click.option(
    "--max-seconds",
    type=SECONDS,
    default=_USUAL,
    show_default=True,
    help="The time for each question to Z3; what is not decided in it is undetermined.",
)
@click.option("--quiet", "-q", is_flag=True, help="No progress on standard error.")
def prove(rulesets: tuple[str, ...], as_json: bool, lang: str, max_seconds: float, quiet: bool) -> int:
    """Prove properties of RULESETS, packaged or files, for all states of the procedure; by default of all packaged.

    A property that fails is shown with the smallest state that refutes it, and a play on a board of the corpus.
    """
    from explorer.questions.prove import Proofs, Standing
    from explorer.questions.prove import prove as proofs_of
    from models.library import Library
    from reports import plain, proofs
    from reports.narration import narrator

    library = Library()
    tell = narrator(lang, library)
    wanted = [library.ruleset(name) for name in rulesets or library.ruleset_ids]
    found: list[Proofs] = []
    with status(quiet) as show:
        for ruleset in wanted:
            if show is not None:
                show(f"{ruleset.id}: {len(found)} of {len(wanted)} rulesets are done")
            found.append(proofs_of(ruleset, library, max_seconds))
    if as_json:
        click.echo(plain.written(proofs.document(found, tell)))
    else:
        lines(line for one in found for line in proofs.text(one, tell))
        lines([proofs.summary(found)])
    standings = {one.standing for one in found}
    if Standing.FAILS in standings:
        return CONTRADICTED
    return PARTIAL if Standing.UNDETERMINED in standings else OK
