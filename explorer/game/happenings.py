"""What people would say happened: the labels of the steps of a play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    """What kind of step it is."""

    PASS = "pass"
    ACTIVATE = "activate"
    CHAIN = "chain"
    NO_RESPONSE = "no response"
    DECLINE = "decline"
    RESOLVE = "resolve"
    NEGATED = "negated"
    PROCESS = "process"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Happening:
    """One step: who decided it, what was done with which card, and what it cost, targeted and chose.

    ``unnamed`` counts unnamed cards among those chosen; ``option`` is the verb picked where a text offers several;
    ``effect`` tells apart the effects of one card, from 1, and is 0 where it has one; ``mandatory`` marks what has to
    be dealt with before the End Phase may end. ``part`` counts the choices that are left of one act, this one included;
    it is 0 where the step is a whole act.
    """

    kind: Kind
    by: str
    card: str = ""
    cost: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    unnamed: int = 0
    option: str = ""
    effect: int = 0
    mandatory: bool = False
    part: int = 0

    @property
    def goes_on(self) -> bool:
        """Whether the act goes on with another choice."""
        return self.part > 1

    def __str__(self) -> str:
        """A terse line, for logs and test failures; people read ``reports.narration``."""
        words = [f"{self.by}: {self.kind}"]
        if self.card:
            words.append(self.card)
        for label, names in (("cost", self.cost), ("target", self.targets), ("chosen", self.chosen)):
            if names:
                words.append(f"{label} {', '.join(names)}")
        if self.option:
            words.append(f"({self.option})")
        return " ".join(words)


def as_one(parts: Sequence[object]) -> Happening:
    """The act of which these are the choices, in order."""
    found = [one for one in parts if isinstance(one, Happening)]
    chosen = tuple(sorted(name for one in found for name in one.chosen))
    return replace(found[-1], chosen=chosen, unnamed=sum(one.unnamed for one in found), part=0)
