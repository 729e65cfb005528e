"""Counts of states and transitions, as the state graph counts them; and that in each state one player decides."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations

from explorer.search.diagrams.encoding import Diagram, without
from explorer.search.diagrams.machine import Machine
from explorer.search.explore import MixedDeciders
from explorer.system.commands import Command


def deciding(machine: Machine, states: Diagram) -> dict[str, Diagram]:
    """The states in which each decides who does anywhere.

    Raises `MixedDeciders` when the commands that are allowed in some state belong to different deciders.
    """
    found: dict[str, Diagram] = {}
    for command in machine.system.commands:
        allowed = machine.allowed(command, states)
        found[command.by] = found[command.by] | allowed if command.by in found else allowed
    for one, other in combinations(found, 2):
        both = found[one] & found[other]
        if both.satisfiable():
            _refuse(machine, both, one, other)
    return found


def _refuse(machine: Machine, states: Diagram, one: str, other: str) -> None:
    state = machine.state(states)
    here = machine.single(state)
    allowed = [command for command in machine.system.commands if machine.allowed(command, here).satisfiable()]
    first, second = (next(command for command in allowed if command.by == by) for by in (one, other))
    text = ", ".join(f"{v} = {v.label(value)}" for v, value in machine.system.values(state).items())
    raise MixedDeciders(f"both may act, {first} and {second}, in the state {text}")


def finished(machine: Machine, states: Diagram) -> Diagram:
    """The states in which no command can be taken."""
    left = states
    for command in machine.system.commands:
        left = without(left, machine.allowed(command, left))
    return left


def transitions(machine: Machine, states: Diagram) -> int:
    """The number of steps from these states; those of one state with one decider, event and target are one."""
    events: dict[tuple[str, Hashable], list[Command]] = {}
    for command in machine.system.commands:
        events.setdefault((command.by, command.event), []).append(command)
    return sum(_steps(machine, states, commands) for commands in events.values())


def _steps(machine: Machine, states: Diagram, commands: Sequence[Command]) -> int:
    """The number of pairs of a state and one after it by any of these commands."""
    encoding = machine.encoding
    sources: dict[object, Diagram] = {}
    first: dict[object, Command] = {}
    for command in commands:
        allowed = machine.allowed(command, states)
        sources[command.update] = sources.get(command.update, encoding.none) | allowed
        first.setdefault(command.update, command)
    once = several = encoding.none
    for allowed in sources.values():
        several |= once & allowed
        once |= allowed
    number = sum(encoding.count(without(allowed, several)) for allowed in sources.values())
    if several.satisfiable():
        pairs = encoding.none
        unchanged = encoding.unchanged() & several
        for update, allowed in sources.items():
            pairs |= machine.after(first[update], unchanged & allowed)
        number += encoding.count_pairs(pairs)
    return number
