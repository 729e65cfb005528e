"""Commands to look things up."""

from __future__ import annotations

import click

from explorer.cli.options import OK
from reports.paper import paper


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
def rulesets(name: str | None) -> int:
    """The rulesets, or the clauses of one with their citations."""
    from models.library import Library
    from reports import plaintext

    library = Library()
    if name:
        plaintext.ruleset(paper(), library.ruleset(name))
    else:
        plaintext.rulesets(paper(), library.rulesets)
    return OK


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
