"""Answers as plain data for JSON. The keys are documented in ``docs/json.md`` and stay as they are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from explorer.game import Happening
from explorer.questions import ClaimAnswer, Inquiry, OutcomeAnswer, PlayedStep, RulingAnswer, Verdict
from explorer.system.system import Pruned
from reports import reductions
from reports.narration import Narrator


def event(happening: Happening, text: str) -> dict[str, Any]:
    """One event: who, what kind, the text, and whatever it names."""
    found: dict[str, Any] = {"by": happening.by, "kind": happening.kind.value, "text": text}
    if happening.card:
        found["card"] = happening.card
    for key, names in (("cost", happening.cost), ("targets", happening.targets), ("chosen", happening.chosen)):
        if names:
            found[key] = list(names)
    if happening.unnamed:
        found["unnamed"] = happening.unnamed
    if happening.option:
        found["option"] = happening.option
    if happening.effect:
        found["effect"] = happening.effect
    return found


def play(steps: Sequence[PlayedStep], tell: Narrator) -> list[dict[str, Any]]:
    """A play as a list of events; ``must`` marks what was compelled."""
    found = []
    for step in steps:
        one = event(step.happening, tell.step(step))
        one["window"] = step.window.value
        if step.must:
            one["must"] = True
        found.append(one)
    return found


def check(answers: Sequence[RulingAnswer], tell: Narrator, *, interrupted: bool = False) -> dict[str, Any]:
    """The document ``endphase/check/1``; where it was interrupted, it says so."""
    counted = (Verdict.CONFIRMED, Verdict.CONTRADICTED, Verdict.OPEN, Verdict.UNMODELLED)
    summary = {verdict.value: sum(one.verdict is verdict for one in answers) for verdict in counted}
    undecided = sum(one.verdict is Verdict.UNDECIDED for one in answers)
    if undecided:
        summary["undecided"] = undecided
    return {
        "schema": "endphase/check/1",
        **({"interrupted": True} if interrupted else {}),
        "summary": summary,
        "rulings": [_ruling(one, tell) for one in answers],
    }


def _ruling(answer: RulingAnswer, tell: Narrator) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": answer.ruling.id,
        "ruleset": answer.ruleset,
        "status": answer.ruling.status,
        "verdict": answer.verdict.value,
        "claims": [_claim(one, tell) for one in answer.claims],
        "states": answer.states,
        "transitions": answer.transitions,
    }
    if answer.ruling.unmodelled:
        found["reason"] = answer.ruling.unmodelled
    if answer.ruling.note:
        found["note"] = answer.ruling.note
    return found


def _claim(answer: ClaimAnswer, tell: Narrator) -> dict[str, Any]:
    found: dict[str, Any] = {
        "claim": str(answer.claim),
        "holds": answer.holds,
        "because": tell.because(answer.because),
        "play": play(answer.play, tell),
    }
    if answer.repeats is not None:
        found["repeats"] = answer.repeats
    return found


def ask(inquiry: Inquiry, answers: Sequence[ClaimAnswer], tell: Narrator) -> dict[str, Any]:
    """The document ``endphase/ask/1``."""
    return _searched("endphase/ask/1", inquiry, {"claims": [_claim(one, tell) for one in answers]})


def explore(inquiry: Inquiry, answers: Sequence[OutcomeAnswer], tell: Narrator) -> dict[str, Any]:
    """The document ``endphase/explore/1``."""
    found = [
        {
            "id": one.number,
            "summary": tell.summary(one.outcome, inquiry.start),
            "facts": one.outcome.facts,
            "plays": _plays(one),
            "shortest": play(one.shortest, tell),
            "enforceable_by": [player.value for player in one.enforceable_by],
        }
        for one in answers
    ]
    never = [pruned(one, tell) for one in inquiry.game.pruned]
    return _searched(
        "endphase/explore/1", inquiry, {"outcomes": found, "pruned": never, "z3": dict(inquiry.game.solver)}
    )


def _plays(one: OutcomeAnswer) -> str | None:
    """How many plays, as a string; None where they are not counted."""
    if not one.counted:
        return None
    return "endless" if one.plays is None else str(one.plays)


def _searched(schema: str, inquiry: Inquiry, answers: dict[str, Any]) -> dict[str, Any]:
    """The answers in a document that tells how large the graph is, and the limit that was reached if one was."""
    graph = inquiry.graph
    size = {"states": len(graph.states), "transitions": graph.transitions, "complete": graph.complete}
    limit = {"limit": graph.limit} if graph.limit else {}
    made = {"reductions": reductions.data(inquiry.game, inquiry.slice)}
    return {"schema": schema, "ruleset": inquiry.game.ruleset.id, **size, **answers, **made, **limit}


def pruned(one: Pruned, tell: Narrator) -> dict[str, Any]:
    """A move that no state allows."""
    happening = one.command.event
    assert isinstance(happening, Happening)
    return {"move": tell.event(happening), "clauses": [clause.reason for clause in one.clauses]}


def written(document: dict[str, Any]) -> str:
    """The document as text, the same bytes for the same answer."""
    return json.dumps(document, ensure_ascii=False, indent=2)
