"""Commands for who writes files: to start one, to see how it was understood, and its schema."""

from __future__ import annotations

import sys
from os.path import exists
from pathlib import Path
from typing import Any

import click

from explorer.cli.options import OK
from models.errors import InputError
from reports.paper import paper

_SKELETONS = {"board": "new-board.yaml", "cards": "new-cards.yaml", "ruling": "new-ruling.yaml"}
_NEXT = {"board": "explore", "cards": "explain", "ruling": "check"}
_PLACES = ("life", "monsters", "spells-and-traps", "hand", "graveyard")
_WHO = ("turn-player", "opponent")


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


def _laying(command: Any) -> Any:
    """The flags by which a board is told: for each player the life points, and the cards of each zone."""
    for who in reversed(_WHO):
        for place in reversed(_PLACES):
            words = (
                "Life points." if place == "life" else "Names with commas between them; NAME: set; NAME: NOTE; NOTE."
            )
            metavar = "NUMBER" if place == "life" else "NAMES"
            command = click.option(f"--{who}-{place}", metavar=metavar, help=words)(command)
    return command


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--title", default="", metavar="TEXT", help="What the board is called.")
@_laying
@click.option("--lingering", multiple=True, metavar="TEXT", help='"CARD by PLAYER on NAME, NAME": what still applies.')
@click.option("--card", "kind", flag_value="cards", help="Start a file of cards instead.")
@click.option("--ruling", "kind", flag_value="ruling", help="Start a ruling instead.")
@click.option("--example", is_flag=True, help="Write an example; ask for nothing.")
@click.option("--schema", "with_schema", is_flag=True, help="Write the JSON Schema beside it, and name it for editors.")
def new(
    file: Path,
    force: bool,
    title: str,
    lingering: tuple[str, ...],
    kind: str | None,
    example: bool,
    with_schema: bool,
    **told: str | None,
) -> int:
    """Start a board: write a commented FILE that runs as it is.

    What lies on it is told by flags, or asked for on a terminal; else it is an example. Cards may be called by any of
    their names, or by a part of one; where it is clear what is meant a mistake does not matter.
    """
    from reports.files import written

    laid = {place: words for place, words in told.items() if words is not None}
    if (kind is not None or example) and (laid or lingering or title):
        flag = {"cards": "card", None: "example"}.get(kind, kind)
        raise click.UsageError(f"--{flag}: not with what lies on a board")
    if exists(file) and not force:
        raise InputError(f"{file} is there already; --force writes over it")
    beside = file.with_name(f"{kind or 'board'}.schema.json")
    first = [_line(beside.name)] if with_schema else []
    if laid or lingering or title or (kind is None and not example and sys.stdin.isatty()):
        from explorer.cli.drafting import drafted

        text = drafted(file, title, laid, lingering, first)
    else:
        text = "\n".join([*first, _skeleton(kind or "board").replace("THIS-FILE", str(file))])
    written(file, text)
    if with_schema:
        from models.schemas import written as schema_text

        written(beside, schema_text(kind or "board"))
    click.echo(f"{file}: now try: endphase {_NEXT[kind or 'board']} {file}")
    return OK


def _skeleton(kind: str) -> str:
    from importlib import resources

    return resources.files("models").joinpath(_SKELETONS[kind]).read_text(encoding="utf-8")
