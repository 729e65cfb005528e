"""Which cases of a view each player can force, all of them at once.

The attractor of `explorer.search.games`, of pairs: a state and, as its shadow, a case that a player can bring about
from it whatever the others do. So one fixed point answers for every case, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from explorer.search.diagrams.encoding import Diagram, without
from explorer.search.diagrams.views import Seen


def forced(
    seen: Seen,
    deciding: dict[str, Diagram],
    ends: Diagram,
    players: Collection[str],
    between: Callable[[], None] = lambda: None,
) -> Diagram:
    """The cases that the players together can force from the first state.

    `deciding` are the states in which each decides, `ends` those in which play is over.
    """
    machine = seen.machine
    encoding = machine.encoding
    mine = theirs = encoding.none
    for by, states in deciding.items():
        if by in players:
            mine |= states
        else:
            theirs |= states
    won = seen.with_cases(ends)
    allowed = [(command, machine.allowed(command, mine | theirs)) for command in machine.system.commands]
    allowed = [(command, states) for command, states in allowed if states.satisfiable()]
    growing = True
    while growing:
        before = won
        must = theirs
        for command, states in allowed:
            between()
            into = machine.before(command, won)
            if command.by in players:
                won |= states & into
            else:
                must = without(must, without(states, into))
        won |= must
        growing = won != before
    start = won & machine.single(machine.system.initial_state())
    return seen.shadows(start)
