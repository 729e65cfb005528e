"""Answers with conditions as text and as plain data: what can happen in which cases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from explorer.questions.boxes import Box, Described, told
from explorer.questions.cases import OpenInquiry
from explorer.questions.partition import Partition
from explorer.search.conditions import Case
from reports.narration import Narrator

INDENT = "    "


def lines(found: Partition, inquiry: OpenInquiry, tell: Narrator) -> Iterator[str]:
    """Each outcome with the cases in which it is possible and can be forced; then all cases by what they allow."""
    graph = inquiry.graph
    outcomes = tell.found("in all cases", outcomes=tell.counted(len(found.outcomes), "outcome"))
    size = tell.sizes((len(graph.states), "state"), (graph.transitions, "transition"))
    yield f"{inquiry.game.ruleset.id}: {outcomes}{tell.found('list')}{size}{tell.partial(graph.limit)}"
    names = [_name(variable.name) for variable in graph.system.open_variables]
    idle = len(inquiry.game.whole.open_variables) - len(names)
    yield f"{tell.cases('open')}: {', '.join(names) or '-'}" + (tell.cases("idle", number=idle) if idle else "")
    for one in found.outcomes:
        yield ""
        yield f"{one.number}. {tell.summary(one.outcome, inquiry.game.start)}"
        yield INDENT + tell.cases("possible", cases=_told(one.possible, tell))
        for player, cases in one.enforceable.items():
            yield INDENT + tell.cases("enforceable", player=tell.player(player), cases=_told(cases, tell))
    yield ""
    yield f"{tell.cases('parts')}:"
    for part in found.parts:
        yield f"{_told(part.cases, tell)}:"
        yield INDENT + tell.cases("outcomes", outcomes=_numbers(part.outcomes))
        for player, numbers in part.enforceable.items():
            if numbers:
                yield INDENT + tell.cases("forces", player=tell.player(player), outcomes=_numbers(numbers))


def _told(cases: Described, tell: Narrator) -> str:
    return tell.cases("always") if cases.boxes and not cases.boxes[0].limits else str(cases)


def _numbers(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _name(name: str) -> str:
    return name.removeprefix("clause: ")


def data(found: Partition, inquiry: OpenInquiry, tell: Narrator) -> dict[str, Any]:
    """The document ``endphase/cases/1``."""
    graph = inquiry.graph
    document: dict[str, Any] = {
        "schema": "endphase/cases/1",
        "ruleset": inquiry.game.ruleset.id,
        "open": [
            {
                "name": _name(variable.name),
                "values": [variable.label(value) for value in range(variable.low, variable.high + 1)]
                if variable.labels
                else [variable.low, variable.high],
            }
            for variable in graph.system.open_variables
        ],
        "states": len(graph.states),
        "transitions": graph.transitions,
        "complete": graph.complete,
        "pruned": graph.pruned,
        "outcomes": [
            {
                "id": one.number,
                "summary": tell.summary(one.outcome, inquiry.game.start),
                "facts": one.outcome.facts,
                "possible": _described(one.possible),
                "enforceable": {player.value: _described(cases) for player, cases in one.enforceable.items()},
            }
            for one in found.outcomes
        ],
        "partition": [
            {
                "cases": _described(part.cases),
                "outcomes": list(part.outcomes),
                "enforceable": {player.value: list(numbers) for player, numbers in part.enforceable.items()},
            }
            for part in found.parts
        ],
    }
    if graph.limit:
        document["limit"] = graph.limit
    return document


def _described(cases: Described) -> dict[str, Any]:
    return {
        "any_of": [_box(box) for box in cases.boxes],
        "text": str(cases),
        "exact": cases.exact,
        "example": _case(cases.example),
    }


def _box(box: Box) -> list[str]:
    return [told(variable, values) for variable, values in box.limits.items()]


def _case(case: Case) -> dict[str, int | str]:
    return {
        _name(variable.name): variable.label(value) if variable.labels else value for variable, value in case.items()
    }
