"""A question as a ruling's file, ready to be sent and, once it is answered, to be filled in."""

from __future__ import annotations

import json
from collections.abc import Iterator

from explorer.questions.next_question import NextQuestion
from models.claims import MOMENTS, STATES

UNANSWERED = "nobody yet"


def question_file(asked: NextQuestion) -> str:
    """The text of a ruling that is pending: the board, and as claims what the answers differ in.

    Of each claim a comment tells by which answers it holds, so that a claim that the answer denies is to be turned
    round or left out. What no claim of one line can say is left to the board itself.
    """
    return "\n".join([*_head(asked), "board:", *_indented(asked.asked.text), *_claims(asked), ""])


def _head(asked: NextQuestion) -> Iterator[str]:
    yield f"# The board of {asked.asked.name}, on which the readings that are left differ (endphase infer)."
    for number, answer in enumerate(asked.answers, 1):
        left = "; ".join(f"{free.clause}: {' or '.join(free.values)}" for free in answer.left)
        yield f"# Answer {number} leaves {left}."
    yield "ruling: NEW"
    yield "asks: What can happen on this board?"
    yield f"source: {{authority: {UNANSWERED}, answered: '-'}}"
    yield "status: pending"
    yield f"rulesets: [{asked.ruleset}]"


def _indented(text: str) -> Iterator[str]:
    yield from (f"  {line}" if line else "" for line in text.splitlines())


def _claims(asked: NextQuestion) -> Iterator[str]:
    holding: dict[tuple[str, str], list[int]] = {}
    for number, answer in enumerate(asked.answers, 1):
        said = [(claim.kind, claim.text) for claim in answer.claims if claim.kind in (*STATES, *MOMENTS)]
        for one in (*said, *(("can", move) for move in answer.moves)):
            holding.setdefault(one, []).append(number)
    if holding:
        yield "claims:"
    for (kind, text), numbers in holding.items():
        yield f"  # by answer {' and '.join(map(str, numbers))}"
        yield f"  - {kind}: {json.dumps(text, ensure_ascii=False)}"
