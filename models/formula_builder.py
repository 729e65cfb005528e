"""From parse trees to the records of :mod:`models.formula`, and the check that steps stand where they may."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

from models import formula as f
from models.errors import InputError
from models.phrase import Who
from models.phrase_builder import PhraseBuilder

MOST_DEPTH = 40

_STEPS_STAND = (
    "a step directly under F, G or X, or on a side of U or W",
    "there alone, denied, or joined with other steps",
)


@dataclass(frozen=True)
class _Part:
    """A formula with the first of its steps, where it speaks of steps and not of states."""

    formula: f.Formula
    step: Token | None = None


class FormulaBuilder(PhraseBuilder):
    """Builds formulas bottom up."""

    def transform(self, tree: Any) -> f.Formula:
        """The formula; raises :class:`InputError` where it is too deep, or a step stands where only a state can."""
        self._refuse_depth(tree)
        found: _Part = super().transform(tree)
        if found.step is not None:
            raise self._misplaced(found.step)
        return found.formula

    def _refuse_depth(self, tree: Any) -> None:
        pending = [(tree, 0)]
        while pending:
            here, depth = pending.pop()
            if depth > 2 * MOST_DEPTH:  # a quantifier and what follows it are two nodes
                raise InputError(f"a formula nested more than {MOST_DEPTH} deep", self._at)
            if isinstance(here, Tree):
                pending += [(child, depth + 1) for child in here.children]

    def _misplaced(self, step: Token) -> InputError:
        return InputError("a step where a state should be", self._position(step), expected=_STEPS_STAND)

    def _joined(self, link: f.Link, parts: list[_Part]) -> _Part:
        left, right = parts
        if (left.step is None) != (right.step is None):
            step = left.step or right.step
            assert step is not None
            raise self._misplaced(step)
        return _Part(f.Joined(link, left.formula, right.formula), left.step)

    def conjunction(self, parts: list[_Part]) -> _Part:
        return self._joined(f.Link.AND, parts)

    def disjunction(self, parts: list[_Part]) -> _Part:
        return self._joined(f.Link.OR, parts)

    def implication(self, parts: list[_Part]) -> _Part:
        return self._joined(f.Link.IMPLIES, parts)

    def equivalence(self, parts: list[_Part]) -> _Part:
        return self._joined(f.Link.EQUALS, parts)

    def denied(self, parts: list[_Part]) -> _Part:
        return _Part(f.Denied(parts[0].formula), parts[0].step)

    def says(self, parts: list[Any]) -> _Part:
        return _Part(f.Says(parts[0]))

    def over(self, _: list[Any]) -> _Part:
        return _Part(f.Over())

    def happens(self, parts: list[Any]) -> _Part:
        step, moment = parts
        return _Part(f.Happens(moment), step)

    def some_play(self, _: list[Any]) -> tuple[f.Quantifier, tuple[Who, ...]]:
        return f.Quantifier.SOME, ()

    def every_play(self, _: list[Any]) -> tuple[f.Quantifier, tuple[Who, ...]]:
        return f.Quantifier.EVERY, ()

    def enforce(self, players: list[Who | None]) -> tuple[f.Quantifier, tuple[Who, ...]]:
        return f.Quantifier.ENFORCE, tuple(dict.fromkeys(who for who in players if who))

    def despite(self, players: list[Who | None]) -> tuple[f.Quantifier, tuple[Who, ...]]:
        return f.Quantifier.DESPITE, tuple(dict.fromkeys(who for who in players if who))

    def along(self, parts: list[Any]) -> tuple[f.Along, f.Formula, f.Formula | None]:
        return f.Along(parts[0]), parts[1].formula, None

    def along_until(self, parts: list[Any]) -> tuple[f.Along, f.Formula, f.Formula | None]:
        keeps, along, aim = parts
        return f.Along(along), aim.formula, keeps.formula

    def quantified(self, parts: list[Any]) -> _Part:
        (quantifier, players), (along, aim, keeps) = parts
        return _Part(f.Path(quantifier, along, aim, keeps, players))
