"""The steps of a system: what its plans come to, each once, with all the moments from which it may be taken.

A step leads to one moment wherever that can be told apart by a few conditions, which then are in its guard.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from explorer.system.constructors import any_of
from explorer.system.decided import decided
from explorer.system.interface import CommandIndex
from explorer.system.nodes import Term
from explorer.system.plans import Code, Plan, Plans, Terms
from explorer.system.variables import Variable


@dataclass(eq=False)
class Step:
    """What a command does from some moments, given as bits: the same everywhere but for what its terms look at.

    It changes `data`, and leads to `moment`, and a variable leaves its range where `hazard` holds. No command: the
    closing. `due` says that the closing is due where it leads. It is `alike` when another command with its decider and
    event may be allowed there too.
    """

    command: CommandIndex | None
    guard: Term
    data: Mapping[Variable, Term]
    moment: Terms
    due: bool
    hazard: Term
    moments: int = 0
    alike: bool = False


class Steps:
    """The steps from the moments of plans."""

    def __init__(self, plans: Plans) -> None:
        """None yet."""
        self._plans = plans
        self._found: dict[object, Step] = {}
        self._prepared = 0

    @property
    def found(self) -> Collection[Step]:
        """The steps from the moments that are prepared."""
        return self._found.values()

    @property
    def ready(self) -> bool:
        """Whether all moments that are known are prepared."""
        return self._prepared == self._plans.known

    def prepare(self) -> None:
        """Have the steps of all moments that are known, and of those to which they are seen to lead."""
        while not self.ready:
            code = self._prepared
            self._prepared += 1
            for plan in self._plans.at(code):
                self._add(code, plan)

    def _add(self, code: Code, plan: Plan) -> None:
        data = self._plans.data(plan.terms)
        hazard = any_of(one.condition for one in plan.hazards)
        for guard, leads in decided(plan.guard, {v: plan.terms[v] for v in self._plans.moment}):
            settled = None if plan.closed or plan.inner else self._plans.settled(leads)
            moment, due = settled or leads, not plan.closed and settled is None
            key = plan.command, guard, frozenset(data.items()), frozenset(moment.items()), due, hazard
            step = self._found.setdefault(key, Step(plan.command, guard, data, moment, due, hazard))
            step.moments |= 1 << code
            step.alike |= plan.alike
            if self._plans.is_known(moment):
                self._plans.number(moment, due=due)  # so that it is met at once
