"""Wishes: what each player wants of the End Phase, the first wish counting most."""

from __future__ import annotations

from collections.abc import Mapping

from models.phrase import Condition, Count, Who, Wish

Wants = Mapping[Who, tuple[Wish, ...]]


def watched(wants: Wants) -> list[Condition | Count]:
    """What the wishes ask of states, to be kept when the board is grounded."""
    asked = [one for wishes in wants.values() for wish in wishes for one in (wish.condition, wish.count)]
    return [one for one in asked if one is not None]
