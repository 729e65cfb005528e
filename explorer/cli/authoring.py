"""Commands for who writes files: how a file was understood, and its schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from explorer.cli.options import OK
from reports.paper import paper


@click.command()
@click.argument("file")
@click.option("--ruleset", "-r", metavar="NAME", help="The ruleset to lay boards under (see: endphase rulesets).")
@click.option("--all", "every", is_flag=True, help="All moves of a card, however many.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md).")
@click.option("--lang", default="en", show_default=True, help="Language of cards, players and moves: en or ja.")
def explain(file: str, ruleset: str | None, every: bool, as_json: bool, lang: str) -> int:
    """How each line of FILE was understood, told back in plain words from what was read.

    FILE has cards, a board, or a ruling; - is standard input. Of each card of a board it is told what its text does,
    and to which moves it gives rise, each with the clauses that allow it. Without --ruleset a board is laid under the
    first one that it is meant for.
    """
    from models.documents import read_document
    from models.library import DEFAULT_RULESET, Library
    from reports.explanations import document, explained, lines
    from reports.narration import narrator

    library = Library()
    tell = narrator(lang, library)

    def grounded(board: Any, rulesets: Any) -> Any:
        from explorer.game import ground

        return ground(board, library, library.ruleset(ruleset or (rulesets[0] if rulesets else DEFAULT_RULESET)))

    entries = list(explained(read_document(Path(file)), library, tell, grounded))
    if as_json:
        from reports import plain

        click.echo(plain.written(document(entries, ruleset, tell)))
    else:
        where = paper()
        for line in lines(entries, tell, every=every):
            where.line(line)
    return OK


@click.command()
@click.argument("kind", metavar="KIND")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
def schema(kind: str, output: Path | None) -> int:
    """The JSON Schema of a KIND of file, for editors: board, cards, ruling or ruleset."""
    from models.schemas import written as text
    from reports.files import written

    if output is None:
        click.echo(text(kind), nl=False)
    else:
        written(output, text(kind))
        click.echo(f"{output}: the schema of a {kind} file; name it in a first line: {_line(output.name)}")
    return OK


def _line(path: str) -> str:
    from models.schemas.kinds import line

    return line(path)
