"""A play to one of the states that were reached, found backwards through the steps by which the set grew."""

from __future__ import annotations

from explorer.search.diagrams.encoding import Diagram
from explorer.search.diagrams.reach import Growth, Reach
from explorer.system.interface import CommandIndex, TransitionSystem


def play_to(reach: Reach, states: Diagram, stepper: TransitionSystem) -> list[CommandIndex]:
    """The commands of a play to one of the states; it is not always a shortest one.

    To be asked when the search has ended. Raises `ValueError` when none of the states was reached.
    """
    state = stepper.initial_state()
    start = reach.machine.single(state)
    steps: list[Growth] = []
    last = len(reach.growths)
    while not (start & states).satisfiable():
        last = next((place for place in range(last) if (reach.growths[place].states & states).satisfiable()), -1)
        if last < 0:
            raise ValueError("none of the states was reached")
        growth = reach.growths[last]
        steps.append(growth)
        found = reach.machine.before(growth.commands[0], growth.states & states) & growth.sources
        states = found.pick_cube_dd()
    play: list[CommandIndex] = []
    numbers = {id(command): number for number, command in enumerate(reach.machine.system.commands)}
    for growth in reversed(steps):
        allowed = set(stepper.moves(state))
        play.append(next(n for n in (numbers[id(command)] for command in growth.commands) if n in allowed))
        state = stepper.successor(state, play[-1])
    return play
