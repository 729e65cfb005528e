"""Explanations as text, line by line of the file, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from explorer.questions.groundings import Grounding
from reports import plain
from reports.explanations.entries import Entry
from reports.narration import Narrator

SCHEMA = "endphase/explain/1"
MOST_MOVES = 6
"""So many moves of a card are told unless all are asked for: they differ in costs and targets."""

_INDENT = "      "


def lines(entries: Sequence[Entry], tell: Narrator, *, every: bool = False) -> Iterator[str]:
    """Each line of the file that says something, with its number, and below it what was understood."""
    in_order = sorted(entries, key=lambda entry: entry.at.line)  # stable: within a line the order stays
    for number, group in groupby(in_order, key=lambda entry: entry.at.line):
        together = list(group)
        yield f"{number:4}  {together[0].at.text.rstrip()}"
        for entry in together:
            yield f"{_INDENT}= {entry.words}"
            yield from (f"{_INDENT}    {line}" for line in entry.effects)
            yield from (f"{_INDENT}  {line}" for line in _moves(entry, tell, every))


def _moves(entry: Entry, tell: Narrator, every: bool) -> Iterator[str]:
    if entry.moves is None:
        return
    if not entry.moves:
        yield tell.explanation("nothing due")
        return
    yield tell.explanation("moves")
    in_order = sorted(entry.moves, key=lambda one: not one.possible)
    shown = in_order if every else in_order[:MOST_MOVES]
    for one in shown:
        facts = [tell.explanation("mandatory" if one.happening.mandatory else "optional")]
        facts += [] if one.possible else [tell.explanation("never")]
        yield f"  {tell.event(one.happening)} ({', '.join(facts)})"
        yield f"    [{'] ['.join(map(tell.clause, one.reasons))}]"
    if len(shown) < len(entry.moves):
        yield "  " + tell.explanation("more", number=len(entry.moves) - len(shown))


def document(entries: Sequence[Entry], ruleset: str | None, tell: Narrator) -> dict[str, Any]:
    """The document ``endphase/explain/1``."""
    return {"schema": SCHEMA, "ruleset": ruleset, "entries": [_entry(one, tell) for one in entries]}


def _entry(entry: Entry, tell: Narrator) -> dict[str, Any]:
    found: dict[str, Any] = {
        "line": entry.at.line,
        "column": entry.at.column,
        "text": entry.at.text,
        "kind": entry.kind,
        "words": entry.words,
    }
    if entry.effects:
        found["effects"] = list(entry.effects)
    if entry.moves is not None:
        found["moves"] = [_move(one, tell) for one in entry.moves]
    return found


def _move(one: Grounding, tell: Narrator) -> dict[str, Any]:
    event = plain.event(one.happening, tell.event(one.happening))
    return {
        "event": event,
        "mandatory": one.happening.mandatory,
        "possible": one.possible,
        "clauses": list(one.reasons),
    }
