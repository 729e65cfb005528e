"""Questions of an atlas as ruling files, ready to be sent."""

from __future__ import annotations

import json
from collections.abc import Iterator

from explorer.atlas.findings import Question
from explorer.game import Outcome
from explorer.questions.compare import Comparison, compare
from explorer.search.explore import Limits
from models.board import read_board
from models.documents import read_document
from models.library import Library
from reports.question_file import UNANSWERED

_WHERE = {"graveyard": "in the GY", "banished": "banished", "hand": "in the hand", "deck": "in the Deck"}
_FIELD = ("monsters", "spells and traps", "field zone")


def ruling_file(question: Question, library: Library) -> str:
    """The text of a pending ruling: the board, and as claims what only one of the rulesets allows."""
    record, parting = question.record, question.parting
    board = read_board(read_document(record.text, record.board), library)
    rulesets = library.ruleset(question.first), library.ruleset(parting.ruleset)
    compared = compare(board, library, *rulesets, Limits(states=50_000))
    by = ", ".join(parting.by) or "several clauses together"
    return "\n".join(
        [
            f"# {record.board}",
            f"# {question.first} and {parting.ruleset} part here by {by}:",
            f"# so they do on {question.alike:,} boards of the sweep.",
            "ruling: NEW",
            "asks: What can happen on this board?",
            f"source: {{authority: {UNANSWERED}, answered: '-'}}",
            "status: pending",
            f"rulesets: [{question.first}]",
            "board:",
            *(f"  {line}" for line in record.text.splitlines()),
            *_claims(compared),
            "",
        ]
    )


def _claims(compared: Comparison) -> Iterator[str]:
    """A claim for each thing that an outcome of one ruleset says and none of the other does."""
    ends = [
        [outcome for number, outcome in enumerate(compared.outcomes, 1) if number not in compared.only_in[1 - side]]
        for side in (0, 1)
    ]
    said = [{words for outcome in each for words in _said(outcome)} for each in ends]
    lines = []
    for side in (0, 1):
        for words in sorted(said[side] - said[1 - side]):
            lines += [
                f"  # by {compared.rulesets[side]} alone",
                f"  - possible: {json.dumps(words, ensure_ascii=False)}",
            ]
    if lines:
        yield "claims:"
        yield from lines


def _said(outcome: Outcome) -> Iterator[str]:
    """What an outcome says, in the words of claims."""
    for card in outcome.cards:
        if card.zone in _FIELD:
            yield f'"{card.name}" controlled by the {card.side}'
        elif card.zone in _WHERE:
            yield f'"{card.name}" {_WHERE[card.zone]}'
    yield from (f"the {who}'s life is {life}" for who, life in outcome.life)
    yield from (f"the {who}'s next turn is skipped" for who in outcome.skipped)
