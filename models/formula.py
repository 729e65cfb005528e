"""What a formula says, once it is read: CTL and ATL over the plays of a board.

The temporal operators look along a play, which is a row of states with a step between each two: state formulas are
asked of the states, step formulas of the steps (Emerson, Clarke, "Using branching time temporal logic to synthesize
synchronization skeletons", 1982; Alur, Henzinger, Kupferman, "Alternating-time temporal logic", 2002).
:mod:`models.grammar` makes the records; ``explorer.questions.formulas`` evaluates them.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from models.phrase import Condition, Moment, Who


class Link(StrEnum):
    """What joins two formulas."""

    AND = "and"
    OR = "or"
    IMPLIES = "->"
    EQUALS = "<->"


class Along(StrEnum):
    """What a formula says of a play: ``F`` eventually, ``G`` always, ``X`` next, ``U`` until, ``W`` unless."""

    EVENTUALLY = "F"
    ALWAYS = "G"
    NEXT = "X"
    UNTIL = "U"
    UNLESS = "W"


class Quantifier(StrEnum):
    """Of which plays: of some, of every; of those that players can enforce, or cannot prevent."""

    SOME = "E"
    EVERY = "A"
    ENFORCE = "<<>>"
    DESPITE = "[[]]"


class Says(msgspec.Struct, frozen=True, tag=True):
    """A condition on a state."""

    condition: Condition


class Over(msgspec.Struct, frozen=True, tag=True):
    """The End Phase is over: no move is left."""


class Happens(msgspec.Struct, frozen=True, tag=True):
    """The step is this moment."""

    moment: Moment


class Denied(msgspec.Struct, frozen=True, tag=True):
    """The part is false."""

    part: Formula


class Joined(msgspec.Struct, frozen=True, tag=True):
    """Two formulas joined."""

    link: Link
    left: Formula
    right: Formula


class Path(msgspec.Struct, frozen=True, tag=True):
    """What holds along plays. ``players`` are those of ``<<>>`` and ``[[]]``; ``keeps`` is the left side of U and W."""

    quantifier: Quantifier
    along: Along
    aim: Formula
    keeps: Formula | None = None
    players: tuple[Who, ...] = ()


Formula = Says | Over | Happens | Denied | Joined | Path


def conditions(formula: Formula) -> Iterator[Condition]:
    """Every condition on states in the formula, from left to right."""
    match formula:
        case Says(condition):
            yield condition
        case Denied(part):
            yield from conditions(part)
        case Joined(_, left, right):
            yield from conditions(left)
            yield from conditions(right)
        case Path():
            if formula.keeps is not None:
                yield from conditions(formula.keeps)
            yield from conditions(formula.aim)
