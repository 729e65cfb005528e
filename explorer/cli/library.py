"""Commands to look things up, and to start a board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from explorer.cli.options import OK
from models.errors import InputError
from reports.paper import paper

if TYPE_CHECKING:
    from models.library import Library


@click.command()
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
        plaintext.cards(paper(), found)
    return OK


@click.command()
@click.argument("name", required=False)
@click.option("--table", is_flag=True, help="Print all clauses of all rulesets as Markdown.")
@click.option("--picture", is_flag=True, help="Print the windows of the End Phase as SVG.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where these are written.")
def rulesets(name: str | None, table: bool, picture: bool, output: Path | None) -> int:
    """The rulesets, or the clauses of one with their citations."""
    from models.library import Library
    from reports import plaintext

    library = Library()
    if table or picture:
        if name or (table and picture):
            raise click.UsageError("--table and --picture stand alone: they are about all rulesets")
        _print(_procedure(library, picture), output)
    elif output:
        raise click.UsageError("-o goes with --table or --picture")
    elif name:
        plaintext.ruleset(paper(), library.ruleset(name))
    else:
        plaintext.rulesets(paper(), library.rulesets)
    return OK


def _procedure(library: Library, as_picture: bool) -> str:
    from reports.procedure import procedure
    from reports.procedure_picture import picture

    return picture(list(library.clauses)) if as_picture else procedure(library)


def _print(text: str, output: Path | None) -> None:
    from reports.graphs import written

    written(output, text) if output else click.echo(text, nl=False)


@click.command()
@click.argument("name", required=False)
@click.option("--lang", default="en", show_default=True, help="en or ja.")
def rulings(name: str | None, lang: str) -> int:
    """The rulings, or one with its question, answer and claims."""
    from models.library import Library
    from reports import plaintext
    from reports.narration import narrator

    library = Library()
    if name:
        plaintext.ruling(paper(), library.ruling(name), narrator(lang, library), lang)
    else:
        plaintext.rulings(paper(), library.rulings)
    return OK


@click.command()
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
