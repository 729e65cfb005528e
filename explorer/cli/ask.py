"""The command ``endphase ask``: claims about a board, without a file for them."""

from __future__ import annotations

from typing import Any

import click

from explorer.cli.options import (
    CHECKPOINT,
    CONTRADICTED,
    OK,
    PARTIAL,
    WITHOUT,
    common,
    document,
    named,
    page,
    searched,
    sliced,
    timed,
)


@click.command()
@click.argument("board")
@click.argument("claims", nargs=-1, required=True, metavar="CLAIM...")
@common
@CHECKPOINT
@WITHOUT
@timed
def ask(board: str, claims: tuple[str, ...], **given: Any) -> int:
    """Whether each CLAIM holds on BOARD, with a play that shows it.

    A CLAIM is what a file has below "claims:", such as "possible: CARD in the GY" (docs/claims.md). On a large board
    what cannot reach the claims is left out of the search; strategies are then not told.
    """
    from explorer.questions import ask as answer
    from explorer.questions.claims import strategy, watched
    from explorer.questions.slices import can_be_sliced
    from models.claims import read_claims
    from reports import advice, plain, plaintext

    about, library, tell = named(board, given)
    asked = read_claims(claims, about.board, library)
    search = sliced if can_be_sliced(asked) else searched
    inquiry = search(about, library, given, [what for claim in asked for what in watched(claim)])
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
