"""Commands to look things up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from explorer.cli.options import OK
from reports.paper import paper

if TYPE_CHECKING:
    from models.library import Library


@click.command()
@click.argument("text", required=False)
@click.option("--count", is_flag=True, help="Only how many there are.")
@click.option("--brief", is_flag=True, help="A line for each card, without its effects.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/json.md).")
def cards(text: str | None, count: bool, brief: bool, as_json: bool) -> int:
    """The cards of the library, or those with TEXT in a name, English or Japanese, with what is understood of them.

    The best match comes first. Where no name has TEXT in it, the names are found that it can be a mistake for.
    """
    from models.library import Library
    from reports import plaintext

    library = Library()
    found = library.like(text) if text else library.cards
    if not found:
        library.card(text or "")
    if count:
        click.echo(len(found))
    elif as_json:
        from reports import card_texts, plain

        click.echo(plain.written(card_texts.document(found, library)))
    elif brief or not text:
        plaintext.cards(paper(), found)
    else:
        from reports import card_texts

        where = paper()
        for card in found:
            plaintext.cards(where, [card])
            for line in card_texts.lines(card, library):
                where.line(line)
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
        plaintext.ruling(paper(), library.ruling(name), narrator(lang, library))
    else:
        plaintext.rulings(paper(), library.rulings)
    return OK
