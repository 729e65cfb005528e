"""What steps do to positions that are integers, told apart by what is seen of a position when the step is looked up.

What a variable becomes may follow from the bits that are seen; or it is the same always, so that its bits are cleared
and set; or it depends on others, at which has to be looked position by position.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from explorer.system.evaluation import substitute
from explorer.system.fields import Bits, Fields, Looked
from explorer.system.guards import conjuncts
from explorer.system.nodes import CONST, EQ, NOT, VAR, Term, const, variables_of
from explorer.system.plain_moves import Move, with_copies
from explorer.system.system import System
from explorer.system.variables import Variable


class Flips(NamedTuple):
    """What a step does to a position in which it is allowed, bit by bit.

    It clears what it does not `keep`, then flips what is `told` by bits that are seen, then what `varies` with others:
    steps of which the same varies have the same table, and it is None where nothing does. The bits that vary are
    `loose`.
    """

    keep: Bits
    told: Looked
    varies: Looked | None
    loose: Bits


class Leads:
    """What steps do to positions, in tables that they share."""

    def __init__(self, fields: Fields, system: System) -> None:
        """No step is known yet."""
        self._fields = fields
        self._system = system
        self._tables: dict[tuple[Bits, frozenset[tuple[Variable, Term | None, int | None]]], Looked] = {}

    def flips(self, move: Move, seen: Bits) -> Flips:
        """What the step does, where these bits are seen."""
        known = {v: value for v, value in held(move.step.guard).items() if v.holds(value)}
        constants = {variable: const(value) for variable, value in known.items()}
        terms = {variable: substitute(term, constants) for variable, term in move.step.data.items()}
        varied: set[Variable] = set()
        fixed: set[Variable] = set()
        for variable, term in terms.items():
            together = with_copies(frozenset([variable]), self._system)
            if self._looks(together, terms, known) & ~seen:
                alone = variable not in self._system.copies and term.kind is CONST
                (fixed if alone else varied).update(together)
        cleared, loose = self._fields.mask(fixed), self._fields.mask(varied)
        told = self._table(move.changes - varied, terms, known, ~cleared)
        return Flips(~cleared, told, self._table(varied, terms, known) if varied else None, loose)

    def _looks(
        self, changes: Collection[Variable], terms: Mapping[Variable, Term], known: Collection[Variable]
    ) -> Bits:
        needed = (variables_of(terms[variable]) for variable in changes if variable in terms)
        return self._fields.mask(set(changes).union(*needed).difference(known))

    def _table(
        self,
        changes: Collection[Variable],
        terms: Mapping[Variable, Term],
        known: Mapping[Variable, int],
        keep: Bits = -1,
    ) -> Looked:
        """The table of what giving some variables their values flips; bits that are not kept are 0 before."""
        looks = self._looks(changes, terms, known) & keep
        key = looks, frozenset((variable, terms.get(variable), known.get(variable)) for variable in changes)
        found = self._tables.get(key)
        if found is None:
            mine = {variable: term for variable, term in terms.items() if variable in changes}
            before = {variable: value for variable, value in known.items() if variable in changes}
            found = self._tables[key] = Looked(looks, self._fields.flips(mine, before))
        return found


def held(guard: Term) -> dict[Variable, int]:
    """Values that variables have wherever the guard holds."""
    found = {}
    for test in conjuncts(guard):
        denied = test.kind is NOT
        inner = test.args[0] if denied else test
        if inner.kind is VAR:
            found[inner.variable] = int(not denied)
        elif test.kind is EQ and test.args[0].kind is VAR and test.args[1].kind is CONST:
            found[test.args[0].variable] = test.args[1].value
    return found
