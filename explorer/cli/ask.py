"""The command ``endphase ask``: claims about a board, without a file for them."""

from __future__ import annotations

from typing import Any

import click

from explorer.cli.options import CHECKPOINT, CONTRADICTED, OK, PARTIAL, common, document, named, page, searched, timed


@click.command()
@click.argument("board")
@click.argument("claims", nargs=-1, required=True, metavar="CLAIM...")
@common
@CHECKPOINT
@timed
def ask(board: str, claims: tuple[str, ...], **given: Any) -> int:
    """Whether each CLAIM holds on BOARD, with a play that shows it.

    A CLAIM is what a file has below "claims:", such as "possible: CARD in the GY" (docs/claims.md).
    """
    from explorer.questions import ask as answer
    from explorer.questions.claims import strategy, watched
    from models.claims import read_claims
    from reports import advice, plain, plaintext

    about, library, tell = named(board, given)
    asked = read_claims(claims, about.board, library)
    inquiry = searched(about, library, given, [what for claim in asked for what in watched(claim)])
    answers = [answer(inquiry, claim) for claim in asked]
    strategies = [strategy(inquiry, claim) for claim in asked]
    if given["as_json"]:
        document(advice.with_strategies(plain.ask(inquiry, answers, tell), strategies, tell))
    else:
        plaintext.answers(page(), inquiry, list(zip(answers, strategies, strict=True)), tell)
    found = {one.holds for one in answers}
    if False in found:
        return CONTRADICTED
    return PARTIAL if None in found else OK
