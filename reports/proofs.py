"""Proofs about rulesets, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from explorer.questions.machine import Property
from explorer.questions.prove import BoardPlay, Counterexample, Proof, Proofs, Situation, Standing
from reports import plain
from reports.advice import INDENT
from reports.narration import Narrator
from reports.plaintext import counted

SCHEMA = "endphase/prove/1"
MOST_PARTS = 3
"""How many of the steps that break a property are named in the text; JSON names all."""


def text(found: Proofs, tell: Narrator) -> Iterator[str]:
    """The properties of a ruleset with what has come of each, and what refutes those that fail."""
    yield f"{found.ruleset}: {found.standing}"
    for proof in found.proofs:
        yield f"{INDENT}{proof.standing:13} {proof.about} ({_looked_at(proof)})"
        yield from (INDENT * 2 + line for line in _details(proof, tell))


def summary(found: Sequence[Proofs]) -> str:
    """How many of all properties hold, in one line."""
    standings = [proof.standing for one in found for proof in one.proofs]
    words = ", ".join(f"{standings.count(standing)} {standing}" for standing in Standing)
    queries = sum(one.queries for one in found)
    return f"{counted(len(found), 'ruleset')}, {len(standings)} properties: {words}; {queries} questions to Z3"


def _looked_at(proof: Proof) -> str:
    match proof.about:
        case Property.MOVES:
            return "every state"
        case Property.GUARDS:
            return f"{proof.cases} guards"
    return f"{proof.cases} steps"


def _details(proof: Proof, tell: Narrator) -> Iterator[str]:
    yield from proof.parts[:MOST_PARTS]
    if len(proof.parts) > MOST_PARTS:
        yield f"and {len(proof.parts) - MOST_PARTS} more"
    if proof.counterexample is not None:
        yield from _counterexample(proof.counterexample, tell)
    elif proof.standing is Standing.FAILS and proof.about is not Property.GUARDS:
        yield "the smallest state was not found in time"
    if proof.play is not None:
        yield from _play(proof.play, tell)
    elif proof.counterexample is not None:
        yield "no board of the corpus shows it"


def _counterexample(found: Counterexample, tell: Narrator) -> Iterator[str]:
    yield f"the smallest state: {found.says}"
    yield from (INDENT + line for line in _situation(found.before, tell))
    if found.event is not None and found.after is not None:
        yield f"the step: {tell.event(found.event)}"
        yield from (INDENT + line for line in _situation(found.after, tell))


def _play(found: BoardPlay, tell: Narrator) -> Iterator[str]:
    yield f"on the board of {found.board}:"
    yield from (INDENT + tell.sentence(step) for step in found.steps)
    yield from (INDENT + line for line in _situation(found.last, tell, "before the last step: " if found.steps else ""))


def _situation(one: Situation, tell: Narrator, lead: str = "") -> Iterator[str]:
    where = [f"{lead}{one.window}"]
    if one.passed:
        where.append("the other player has passed")
    if one.adjusted:
        where.append("the hand has been adjusted")
    yield ", ".join(where)
    if one.chain:
        yield f"on the chain: {', '.join(one.chain)}"
    for player, names in one.due.items():
        if names:
            yield f"due for {tell.player(player)}: {', '.join(names)}"
    if one.called:
        yield f"triggers that wait: {', '.join(one.called)}"
    for player in one.over_limit:
        yield f"over the hand limit: {tell.player(player)}"


# ---- plain data ----


def document(found: Sequence[Proofs], tell: Narrator) -> dict[str, Any]:
    """The document ``endphase/prove/1``."""
    return {
        "schema": SCHEMA,
        "rulesets": [
            {
                "id": one.ruleset,
                "standing": one.standing.value,
                "queries": one.queries,
                "properties": [_proof_data(proof, tell) for proof in one.proofs],
            }
            for one in found
        ],
    }


def _proof_data(proof: Proof, tell: Narrator) -> dict[str, Any]:
    found: dict[str, Any] = {
        "property": proof.about.name.lower().replace("_", " "),
        "says": proof.about.value,
        "standing": proof.standing.value,
        "cases": proof.cases,
        "parts": list(proof.parts),
        "counterexample": None,
        "play": None,
    }
    shown = proof.counterexample
    if shown is not None:
        found["counterexample"] = {
            "says": shown.says,
            "state": _situation_data(shown.before),
            "event": None if shown.event is None else plain.event(shown.event, tell.event(shown.event)),
            "after": None if shown.after is None else _situation_data(shown.after),
        }
    if proof.play is not None:
        found["play"] = {
            "board": proof.play.board,
            "says": proof.play.says,
            "steps": plain.play(proof.play.steps, tell),
            "state": _situation_data(proof.play.last),
        }
    return found


def _situation_data(one: Situation) -> dict[str, Any]:
    return {
        "window": one.window.value,
        "passed": one.passed,
        "adjusted": one.adjusted,
        "chain": list(one.chain),
        "due": {player.value: list(names) for player, names in one.due.items()},
        "called": list(one.called),
        "over limit": [player.value for player in one.over_limit],
    }
