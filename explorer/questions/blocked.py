"""Blocked: which clauses keep a step from being taken after a play, before anything was folded or pruned."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from explorer.questions.obstacles import is_of_the_ruleset
from explorer.system.commands import Command
from explorer.system.reference import ReferenceStepper
from explorer.system.system import State, System


def blocked_by(system: System, trace: Sequence[Hashable], seen: Callable[[Command], Hashable]) -> tuple[str, ...]:
    """The reasons of the clauses that forbid the last step of a trace once the steps before it are taken.

    A trace is what is ``seen`` of the commands of a play. Of several commands that look like the last step, the one
    nearest to being allowed counts, and of those equally near one that a clause of the ruleset forbids. Empty when no
    command looks like it, or when it can be taken after all. The reference stepper takes the steps.
    """
    stepper = ReferenceStepper(system)
    alike: dict[Hashable, list[int]] = {}
    for number, command in enumerate(system.commands):
        alike.setdefault(seen(command), []).append(number)
    *before, last = trace
    states = {stepper.initial_state(): None}
    for step in before:
        states = {
            stepper.successor(state, number): None
            for state in states
            for number in alike.get(step, ())
            if not _failing(system, state, number)
        }
    found = [_failing(system, state, number) for state in states for number in alike.get(last, ())]
    return min(found, key=lambda reasons: (len(reasons), not any(map(is_of_the_ruleset, reasons))), default=())


def _failing(system: System, state: State, number: int) -> tuple[str, ...]:
    failing = system.commands[number].failing(system.values(state))
    return tuple(dict.fromkeys(clause.reason for clause in failing))
