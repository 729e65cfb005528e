"""Why something cannot be done or cannot come about, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from explorer.game.players import Player
from explorer.questions import PlayedStep, Strategy, narrated, told
from explorer.questions.changes import Change
from explorer.questions.obstacles import Obstacle
from explorer.questions.why import WhyMove, WhyOutcome
from reports import plain
from reports.advice import INDENT, strategy_data, strategy_lines
from reports.narration import Narrator

SCHEMA = "endphase/why/1"


def lines(found: WhyMove | WhyOutcome, tell: Narrator) -> Iterator[str]:
    """The answer for people."""
    return _move(found, tell) if isinstance(found, WhyMove) else _outcome(found, tell)


def _move(found: WhyMove, tell: Narrator) -> Iterator[str]:
    """Whether the move is legal, with a play; else the nearest position and the clauses."""
    if found.legal:
        yield tell.reason("legal")
        yield from _play(found.play, tell)
        return
    yield tell.reason("illegal", number=found.positions)
    if found.nearest is not None:
        yield tell.reason("nearest", move=tell.event(found.nearest.move))
        yield from _play(found.nearest.play, tell)
        yield from (INDENT + text for text in map(tell.obstacle, found.nearest.obstacles))
    yield tell.reason("everywhere")
    yield from (INDENT + text for text in map(tell.obstacle, found.forbidden))


def _outcome(found: WhyOutcome, tell: Narrator) -> Iterator[str]:
    """Whether the outcome can be reached, and who decides it; else what would have to change."""
    if found.reachable:
        yield tell.reason("reachable")
        yield from _play(narrated(found.play), tell)
        yield from _powers("bring about", found.bringing_about, tell)
        yield from _powers("prevent", found.preventing, tell)
        return
    yield tell.reason("unreachable")
    if found.changes or found.limit is None:
        yield tell.reason("changes" if found.changes else "no changes")
    for change in found.changes:
        yield INDENT + "; ".join(
            f"[{tell.clause(f'ruleset: {clause}', value)}]" for clause, value in change.values.items()
        )
        yield from (INDENT + text for text in _play(narrated(change.play), tell))
    if found.limit is not None:
        yield tell.reason("changes cut short", limit=tell.stopped(found.limit))


def _play(steps: tuple[PlayedStep, ...], tell: Narrator) -> Iterator[str]:
    sentences = [tell.sentence(step) for step in told(steps)]
    yield from (INDENT + sentence for sentence in sentences or [tell.reason("at the start")])


def _powers(key: str, powers: Mapping[Player, Strategy], tell: Narrator) -> Iterator[str]:
    for player, strategy in powers.items():
        yield tell.as_sentence(tell.reason(key, player=tell.player(player))).rstrip(".。") + ":"
        yield from (INDENT + text for text in strategy_lines(strategy, tell))


# ---- plain data ----


def document(found: WhyMove | WhyOutcome, ruleset: str, tell: Narrator) -> dict[str, Any]:
    """The document ``endphase/why/1``."""
    about = _move_data(found, tell) if isinstance(found, WhyMove) else _outcome_data(found, tell)
    return {"schema": SCHEMA, "ruleset": ruleset, **about}


def _move_data(found: WhyMove, tell: Narrator) -> dict[str, Any]:
    data: dict[str, Any] = {
        "about": "move",
        "legal": found.legal,
        "play": plain.play(found.play, tell),
        "positions": found.positions,
        "forbidden": [_obstacle(one) for one in found.forbidden],
        "nearest": None,
    }
    if found.nearest is not None:
        near = found.nearest
        data["nearest"] = {
            "move": plain.event(near.move, tell.event(near.move)),
            "play": plain.play(near.play, tell),
            "obstacles": [_obstacle(one) for one in near.obstacles],
        }
    return data


def _obstacle(one: Obstacle) -> dict[str, Any]:
    data: dict[str, Any] = {
        "clause": one.reason,
        "says": one.says,
        "cites": [{"text": cite.text, "date": cite.date} for cite in one.cites],
    }
    if one.value:
        data["value"] = one.value
    if one.card:
        data["card"] = one.card
    return data


def _outcome_data(found: WhyOutcome, tell: Narrator) -> dict[str, Any]:
    data: dict[str, Any] = {
        "about": "outcome",
        "reachable": found.reachable,
        "play": plain.play(found.play, tell),
        "bring_about": [strategy_data(one, tell) for one in found.bringing_about.values()],
        "prevent": [strategy_data(one, tell) for one in found.preventing.values()],
        "changes": [_change(one, tell) for one in found.changes],
    }
    if found.limit is not None:
        data["limit"] = found.limit
    return data


def _change(one: Change, tell: Narrator) -> dict[str, Any]:
    return {"values": dict(one.values), "play": plain.play(one.play, tell)}
