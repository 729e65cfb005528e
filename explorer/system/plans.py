"""What commands do at each moment of the procedure, in terms over the rest of the state.

A *moment* is where the procedure is: whose window it is, who has passed. A *position* is all the rest. Moments have
numbers below `MOST_MOMENTS`, so that a set of them fits the bits of an integer.

What the closing does after a step depends on the position it leads to, which many steps share. So a step leads to a
moment in which the closing is due, where it makes a difference, and the closing is a step that nobody counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from explorer.system.commands import numbered, reads, writes
from explorer.system.constructors import FALSE, TRUE
from explorer.system.evaluation import substitute
from explorer.system.guards import control_of
from explorer.system.interface import CommandIndex
from explorer.system.nodes import CONST, Term, const, read
from explorer.system.system import System
from explorer.system.variables import Variable
from explorer.system.weakest import Hazard, after

Code = int
"""The number of a moment."""

Terms = Mapping[Variable, Term]

MOST_MOMENTS: Final = 64
_MOST_COMBINATIONS: Final = 1 << 19  # of values of the variables of the moment, met or not
_MOST_VALUES: Final = 32  # of one of them: moments are few


class TooManyMoments(OverflowError):  # noqa: N818
    """More moments are met than a set of them has bits."""


@dataclass(frozen=True, eq=False)
class Plan:
    """What a command does at a moment, in terms; None for the closing. `closed` when the closing is in it.

    It is `inner` when it leaves the position as it is, and `alike` when another command with its decider and event may
    be allowed there too.
    """

    command: CommandIndex | None
    guard: Term
    terms: Terms
    hazards: tuple[Hazard, ...]
    closed: bool
    inner: bool
    alike: bool


class Plans:
    """The plans of a system, by moment. Moments get numbers as they are met."""

    def __init__(self, system: System, moment: Sequence[Variable]) -> None:
        """Where the procedure is, the variables of `moment` say."""
        self.system = system
        self.moment = tuple(moment)
        self._inside = frozenset(moment)
        self._codes: dict[tuple[int, ...], Code] = {}
        self._held: list[tuple[int, ...]] = []  # whether the closing is due, and the values
        self._handed_over = _handed_over(system)
        self.events = numbered((command.by, command.event) for command in system.commands)
        self._plans: dict[Code, list[Plan]] = {}
        self._settled: dict[frozenset[tuple[Variable, Term]], dict[Variable, Term] | None] = {}

    @property
    def known(self) -> int:
        """How many moments have been met."""
        return len(self._held)

    @property
    def open_moments(self) -> int:
        """The moments of states, as bits: those in which no closing is due."""
        return sum(1 << code for code, (due, *_) in enumerate(self._held) if not due)

    def __contains__(self, variable: Variable) -> bool:
        """Whether the variable is one of the moment."""
        return variable in self._inside

    def at(self, code: Code) -> Sequence[Plan]:
        """What may be done at the moment."""
        if code not in self._plans:
            due = self._held[code][0]
            self._plans[code] = [self._closing_at(code)] if due else list(self._commands_at(code))
        return self._plans[code]

    def values(self, code: Code) -> dict[Variable, Term]:
        """What the variables are at a moment."""
        return dict(zip(self.moment, map(const, self._held[code][1:]), strict=True))

    def code(self, values: Sequence[int], *, due: bool) -> Code:
        """The moment in which the variables have these values, in their order.

        Raises `TooManyMoments` when there is no number left.
        """
        held = (int(due), *values)
        found = self._codes.get(held)
        if found is None:
            if len(self._held) == MOST_MOMENTS:
                raise TooManyMoments(f"more than {MOST_MOMENTS} moments")
            found = self._codes[held] = len(self._held)
            self._held.append(held)
        return found

    def number(self, values: Terms, *, due: bool) -> Code:
        """The moment in which the variables have the values of these constants."""
        return self.code([values[variable].value for variable in self.moment], due=due)

    def is_known(self, terms: Terms) -> bool:
        """Whether the terms give the same moment in every position."""
        return all(terms[v].kind is CONST and v.holds(terms[v].value) for v in self.moment)

    def data(self, terms: Terms) -> dict[Variable, Term]:
        """What changes of the position."""
        return {
            variable: term
            for variable, term in terms.items()
            if variable not in self._inside and not variable.local and term is not read(variable)
        }

    def settled(self, moment: Terms) -> dict[Variable, Term] | None:
        """The moment after the closing, if that is the same for every position, and the closing does nothing else."""
        if any(term.kind is not CONST for term in moment.values()):
            return None
        key = frozenset(moment.items())
        if key not in self._settled:
            self._settled[key] = self._closed(moment)
        return self._settled[key]

    def _closed(self, moment: Terms) -> dict[Variable, Term] | None:
        hazards: list[Hazard] = []
        terms = after(self.system.closing, moment, hazards)
        found = {variable: terms[variable] for variable in self.moment}
        constant = all(term.kind is CONST for term in found.values())
        return found if constant and not self.data(terms) and not hazards else None

    def _commands_at(self, code: Code) -> Iterator[Plan]:
        values = self.values(code)
        memo: dict[Term, Term] = {}
        guards = {n: substitute(command.condition, values, memo) for n, command in enumerate(self.system.commands)}
        possible = {number: guard for number, guard in guards.items() if guard is not FALSE}
        events = Counter(self.events[number] for number in possible)
        for number, guard in possible.items():
            hazards: list[Hazard] = []
            terms = after(self.system.commands[number].update, values, hazards)
            alike = events[self.events[number]] > 1
            whole = any(terms.get(local, const(0)) is not const(0) for local in self._handed_over)
            inner = not self.data(terms) and not hazards
            if whole or inner:
                later: list[Hazard] = []
                closed = after(self.system.closing, terms, later)
                still = inner and not self.data(closed) and not later
                if whole or still:
                    every = (*hazards, *later)
                    yield Plan(number, guard, closed, every, closed=True, inner=still, alike=alike)
                    continue
            yield Plan(number, guard, terms, tuple(hazards), closed=False, inner=inner, alike=alike)

    def _closing_at(self, code: Code) -> Plan:
        hazards: list[Hazard] = []
        terms = after(self.system.closing, self.values(code), hazards)
        inner = not self.data(terms) and not hazards
        return Plan(None, TRUE, terms, tuple(hazards), closed=True, inner=inner, alike=False)


def codes_of(moments: int) -> Iterator[Code]:
    """The moments of a set, ascending."""
    return (code for code in range(moments.bit_length()) if moments >> code & 1)


def written_by_most(system: System, combinations: int = _MOST_COMBINATIONS) -> tuple[Variable, ...]:
    """The variables that most commands write: where the procedure is.

    Those that come first, as long as they have no more `combinations` of values.
    """
    written = [writes(command.update) for command in system.commands]
    control = control_of(system)
    chosen: list[Variable] = []
    room = combinations
    for variable in system.variables:
        often = variable == control or 2 * sum(variable in some for some in written) > len(written)
        if often and variable not in system.copies and variable.width <= min(room, _MOST_VALUES):
            chosen.append(variable)
            room //= variable.width
    return tuple(chosen)


def _handed_over(system: System) -> frozenset[Variable]:
    """The local variables that the closing reads and the update of some command writes."""
    written = frozenset[Variable]().union(*(writes(command.update) for command in system.commands))
    return frozenset(variable for variable in reads(system.closing) & written if variable.local)
