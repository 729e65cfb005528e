"""In which order the variables of a system become bits: those that are read and written together stand together.

The size of a decision diagram hangs on that order. It is found by FORCE (Aloul, Markov and Sakallah, "FORCE: a fast
and easy-to-implement variable-ordering heuristic", 2003): each variable moves to the middle of the groups that it is
in, again and again, as long as the groups get shorter. Variables of interchangeable rows that are compared with each
other are moved as one: with many bits between them, a diagram that compares rows has to remember those of a whole row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from explorer.system.commands import Command, If, Statement, reads, writes
from explorer.system.nodes import variables_of
from explorer.system.system import System
from explorer.system.variables import Variable

Group = frozenset[Variable]
"""Variables that are to stand together."""

_ROUNDS = 200  # each makes the groups shorter; the boards of the corpus need some ten


def shared(system: System) -> Group:
    """The variables that more than half of the commands use, such as whose turn it is."""
    uses = Counter(variable for command in system.commands for variable in _used(command))
    return frozenset(variable for variable, number in uses.items() if 2 * number > len(system.commands))


def ordered(
    system: System,
    variables: Sequence[Variable],
    more: Iterable[Group] = (),
    columns: Iterable[Sequence[Variable]] = (),
) -> list[Variable]:
    """The variables, the shared ones first, then in an order that keeps groups short.

    Groups are what one command uses, what one assignment of the closing uses, and those in `more`. The variables of one
    of the `columns` follow each other, and so on where columns meet.
    """
    beside = _joined(variables, columns)
    lead = {variable: beside[variable][0] for variable in variables}
    first = {lead[variable] for variable in shared(system)}
    groups = [*map(_used, system.commands), *_assigned(system.closing, frozenset()), *more]
    short = dict.fromkeys(frozenset(lead[one] for one in group) - first for group in groups)
    leads = dict.fromkeys(lead.values())
    rest = _gathered([one for one in leads if one not in first], [group for group in short if len(group) > 1])
    return [variable for one in (*(one for one in leads if one in first), *rest) for variable in beside[one]]


def _joined(
    variables: Sequence[Variable], columns: Iterable[Sequence[Variable]]
) -> dict[Variable, tuple[Variable, ...]]:
    """For each variable those that are to follow each other with it, itself among them."""
    found: dict[Variable, tuple[Variable, ...]] = {variable: (variable,) for variable in variables}
    for column in columns:
        together = tuple(dict.fromkeys(other for variable in column for other in found[variable]))
        found.update(dict.fromkeys(together, together))
    return found


def _used(command: Command) -> Group:
    """All variables that the command reads or writes; what the closing does is left out."""
    guard = (variables_of(clause.term) for clause in command.guard)
    return reads(command.update).union(writes(command.update), *guard)


def _assigned(statements: Iterable[Statement], conditions: Group) -> Iterator[Group]:
    """For each assignment what it writes and what that depends on."""
    for statement in statements:
        if isinstance(statement, If):
            under = conditions | variables_of(statement.condition)
            yield from _assigned(statement.then, under)
            yield from _assigned(statement.otherwise, under)
        else:
            yield conditions | variables_of(statement.term) | {statement.variable}


def _gathered(variables: list[Variable], groups: Sequence[Group]) -> list[Variable]:
    """The variables in the order in which FORCE stops."""
    best, shortest = variables, _length(variables, groups)
    for _ in range(_ROUNDS):
        order = _moved(best, groups)
        length = _length(order, groups)
        if length >= shortest:
            break
        best, shortest = order, length
    return best


def _moved(variables: list[Variable], groups: Sequence[Group]) -> list[Variable]:
    """The variables sorted by the mean of the middles of their groups."""
    places = {variable: float(place) for place, variable in enumerate(variables)}
    middles: dict[Variable, list[float]] = {}
    for group in groups:
        middle = sum(sorted(places[variable] for variable in group)) / len(group)
        for variable in group:
            middles.setdefault(variable, []).append(middle)
    wanted = {variable: sum(found) / len(found) for variable, found in middles.items()}
    return sorted(variables, key=lambda variable: wanted.get(variable, places[variable]))


def _length(variables: Sequence[Variable], groups: Sequence[Group]) -> int:
    """How far the groups reach, all together."""
    places = {variable: place for place, variable in enumerate(variables)}
    spans = ([places[variable] for variable in group] for group in groups)
    return sum(max(span) - min(span) for span in spans)
