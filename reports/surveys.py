"""Surveys of boards too large for a graph, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from explorer.questions.surveys import SurveyedBoard, SurveyedOutcome
from reports import plain, reductions
from reports.narration import Narrator
from reports.plaintext import ending, never_possible


def lines(board: SurveyedBoard, tell: Narrator) -> Iterator[str]:
    """How large the board is, and every outcome with a play."""
    found = board.found
    sizes = [(found.cases, "outcome"), (found.states, "state")]
    if found.limit is None:
        sizes.append((found.transitions, "transition"))
    counts = [tell.counted(number, word) for number, word in sizes if number is not None]
    if found.limit is not None:
        counts = [tell.found("at least", words=words) for words in counts]
    yield f"{board.game.ruleset.id}: {tell.found('list').join(counts)}{tell.partial(found.limit)}"
    if found.limit is None:
        yield tell.found("no graph")
    yield from reductions.left_off(board.game)
    if found.cases is not None and found.cases > board.most_outcomes:
        yield tell.found("not listed", outcomes=tell.counted(board.most_outcomes, "outcome"))
    for one in board.outcomes:
        yield ""
        yield f"{one.number}. {tell.summary(one.outcome, board.start)}"
        if one.enforceable_by:
            yield "   " + tell.advice(
                "enforceable by", players=tell.found("and by").join(map(tell.player, one.enforceable_by))
            )
        yield ending(one.play, tell)
    yield from never_possible(board.game, tell)


def data(board: SurveyedBoard, tell: Narrator) -> dict[str, Any]:
    """The document ``endphase/survey/1``."""
    found = board.found
    document: dict[str, Any] = {
        "schema": "endphase/survey/1",
        "ruleset": board.game.ruleset.id,
        "states": str(found.states),
        "transitions": _number(found.transitions),
        "finished": _number(found.finished),
        "complete": found.complete,
        "number_of_outcomes": _number(found.cases),
        "outcomes": [_outcome(one, board, tell) for one in board.outcomes],
        "pruned": [plain.pruned(one, tell) for one in board.game.pruned],
        "z3": dict(board.game.solver),
    }
    document["reductions"] = reductions.data(board.game)
    if found.limit:
        document["limit"] = found.limit
    return document


def _number(number: int | None) -> str | None:
    """As a string, since readers of JSON lose the last digits of large numbers."""
    return None if number is None else str(number)


def _outcome(one: SurveyedOutcome, board: SurveyedBoard, tell: Narrator) -> dict[str, Any]:
    return {
        "id": one.number,
        "summary": tell.summary(one.outcome, board.start),
        "facts": one.outcome.facts,
        "play": plain.play(one.play, tell),
        "enforceable_by": None if one.enforceable_by is None else [player.value for player in one.enforceable_by],
    }
