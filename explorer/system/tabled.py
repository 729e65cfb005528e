"""The steps of a system by tables, which are filled as their entries are met.

The states are parted by the value of one variable, as in `explorer.system.compiled`; those with one value make a
*window*. In a window each guard and each update looks at few variables. What comes of their values is worked out by the
compiled stepper when they are first met, and then looked up (the "local transition caching" of Blom, van de Pol and
Weber, "LTSmin: distributed and symbolic reachability", 2010). A state is one integer, an update the bits that it flips.

What a step looks at is read off its terms (`explorer.system.influence`): the variables that decide what it writes, or
whether something leaves its range, and those that it writes. Others hold anything when an entry is worked out. A table
that grows past `MOST_ENTRIES` is parted: conditions into two tables, and what looks at a wide condition looks at its
truth instead (`explorer.system.summaries`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from operator import or_
from typing import Final

from explorer.system.commands import numbered
from explorer.system.compiled import CompiledStepper, sorting_source
from explorer.system.constructors import FALSE
from explorer.system.evaluation import substitute
from explorer.system.flat import Layout
from explorer.system.guards import GuardGroups, conjuncts
from explorer.system.influence import Effect, Influence, Terms, looks
from explorer.system.interface import CommandIndex
from explorer.system.nodes import OR, Term, const, variables_of
from explorer.system.source import compiled_assignments
from explorer.system.summaries import Summaries, Truth, is_wide
from explorer.system.system import State, System
from explorer.system.tables import Bits, Flips, Row, Tests, Together
from explorer.system.variables import Variable

_NARROWER: Final = 0.7  # of the variables: at so many a part of a table may look


class Window:
    """The states in which the variable of the windows has one value: what to test there, and what follows.

    `groups` are the bits at which some conditions look, with which of them fail; `rows` what can be done by all that
    fail. Rows are forgotten when other truths are told apart.
    """

    def __init__(self, steps: TabledSteps, value: int) -> None:
        """Part the guards that may hold there."""
        self.steps = steps
        self.value = value
        self.example = steps.example(value)
        self.rows: dict[Bits, Row] = {}
        self._summaries = Summaries()
        self._commands: list[CommandIndex] = []
        self._bits: dict[Variable, int] = {}
        self._required: dict[CommandIndex, list[Truth]] = {}
        self._updates: dict[CommandIndex, _Update] = {}
        units: dict[Term, Bits] = {}
        for command, tests in steps.guards.of(value):
            if FALSE in tests:
                continue
            for test in dict.fromkeys(part for one in tests for part in conjuncts(one)):
                if test.kind is OR and is_wide([test]) and not any(is_wide([arg]) for arg in test.args):
                    self._required.setdefault(command, []).append(self._summaries.truth(OR, test.args))
                else:
                    units[test] = units.get(test, 0) | 1 << len(self._commands)
            self._commands.append(command)
        self._places = len(self._commands)
        self.groups: tuple[tuple[int, Tests], ...] = ()
        self._add(units)
        self._tell_apart()

    def row(self, failing: Bits) -> Row:
        """What can be done where these fail."""
        found = self.rows.get(failing)
        if found is None:
            commands = [
                command
                for place, command in enumerate(self._commands)
                if not failing >> place & 1 and all(self._holds(t, failing) for t in self._required.get(command, ()))
            ]
            flips = [self._update(command).flips(failing) for command in commands]
            events = tuple(self.steps.events[command] for command in commands)
            steps = tuple((one.looks, one) for one in flips)
            found = self.rows[failing] = Row(
                array("i", commands),
                steps,
                reduce(or_, (looks for looks, _ in steps), 0),
                Together(steps, partial(self._take_apart, failing)) if len(steps) > 1 else None,
                events if max(Counter(events).values(), default=0) > 1 else None,
            )
        return found

    def _take_apart(self, failing: Bits) -> None:
        """Let each step of a row be looked up for itself."""
        if failing in self.rows:
            self.rows[failing] = self.rows[failing]._replace(together=None)

    def _part(self, tests: Tests) -> None:
        """Put two tables in the place of one, if each looks at less."""
        halves = _halves(tests.units, self.steps.system.index)
        if halves is None:
            return
        kept = (one for one in self.groups if one[1] is not tests)
        self.groups = (*kept, *map(self._group, halves))

    def _summarise(self, command: CommandIndex) -> None:
        """Let the command look at truths in the place of wide conditions, if there are some."""
        update = self._update(command)
        if update.summarised(self._summaries):
            self.rows.clear()
            self._tell_apart()

    def holds(self, variable: Variable, failing: Bits) -> bool:
        """Whether the truth for which a variable stands holds where these fail."""
        return self._holds(self._summaries.truths[variable], failing)

    def _holds(self, truth: Truth, failing: Bits) -> bool:
        return bool(failing >> self._bits[truth.variable] & 1) is truth.denied

    def _tell_apart(self) -> None:
        """Test for each truth that has no bit yet."""
        units: dict[Term, Bits] = {}
        for variable, truth in self._summaries.truths.items():
            if variable not in self._bits:
                self._bits[variable] = self._places
                for part in dict.fromkeys(part for one in truth.parts for part in conjuncts(one)):
                    units[part] = units.get(part, 0) | 1 << self._places
                self._places += 1
        self._add(units)

    def _add(self, units: Mapping[Term, Bits]) -> None:
        """Test conditions too: in tables that look at all that they look at, or in a new one."""
        rest = dict(units)
        groups = []
        for group in self.groups:
            tests = group[1]
            mine = {term: rest.pop(term) for term in units if term in rest and variables_of(term) <= tests.variables}
            if mine:
                together = {term: tests.units.get(term, 0) | mine.get(term, 0) for term in {**tests.units, **mine}}
                groups.append(self._group(together))
            else:
                groups.append(group)
        self.groups = (*groups, *([self._group(rest)] if rest else ()))

    def _group(self, units: Mapping[Term, Bits]) -> tuple[int, Tests]:
        tests = Tests(self.steps.layout, self.steps.system.index, self.example, units, self._part)
        return tests.looks, tests

    def _update(self, command: CommandIndex) -> _Update:
        if command not in self._updates:
            self._updates[command] = _Update(self, command, partial(self._summarise, command))
        return self._updates[command]


class _Update:
    """What a command does in a window, and the tables of it."""

    def __init__(self, window: Window, command: CommandIndex, grown: Callable[[], None]) -> None:
        self._window = window
        self._grown = grown
        self._command = command
        self._terms: Terms = {}
        self._truths: tuple[Variable, ...] | None = None
        self._flips: dict[tuple[bool, ...], Flips] = {}

    def flips(self, failing: Bits) -> Flips:
        """The table of the states in which these conditions of the window fail."""
        truths = tuple(self._window.holds(variable, failing) for variable in self._truths or ())
        found = self._flips.get(truths)
        if found is None:
            found = self._flips[truths] = self._whole() if self._truths is None else self._summary(truths)
        return found

    def summarised(self, summaries: Summaries) -> bool:
        """Look at truths in the place of wide conditions; whether that is new, and there are some."""
        effect = self._window.steps.influence.effect(self._command, self._window.value)
        if self._truths is not None or effect.hazards:
            return False
        terms = {variable: summaries.of(term) for variable, term in effect.changes.items()}
        read = frozenset[Variable]().union(*map(variables_of, terms.values()))
        truths = tuple(variable for variable in summaries.truths if variable in read)
        if truths:
            self._terms, self._truths = terms, truths
            self._flips.clear()
        return bool(truths)

    def _whole(self) -> Flips:
        """The table of all states of the window."""
        steps = self._window.steps
        return self._table(steps.influence.looks(self._command, self._window.value), steps.successor_by(self._command))

    def _summary(self, truths: Sequence[bool]) -> Flips:
        """The table of the states in which these truths hold or not."""
        system = self._window.steps.system
        held = {variable: const(truth) for variable, truth in zip(self._truths or (), truths, strict=True)}
        effect = Effect({variable: substitute(term, held) for variable, term in self._terms.items()}, ())
        assigned = compiled_assignments(effect.changes, system.index, sorting_source(system))
        return self._table(looks(effect), assigned)

    def _table(self, variables: frozenset[Variable], successor: Callable[[State], State]) -> Flips:
        steps = self._window.steps
        for copies in steps.copies:
            if copies & variables:
                variables |= copies
        return Flips(steps.layout, self._window.example, steps.layout.mask(variables), successor, self._grown)


class TabledSteps:
    """The windows of a system. `windows` has them by the bits of the variable that parts them, `control`."""

    def __init__(self, system: System, layout: Layout) -> None:
        """Part the guards of the commands; everything else waits until it is met."""
        self.system = system
        self.layout = layout
        self.guards = GuardGroups(system)
        self.events = numbered((command.by, command.event) for command in system.commands)
        self.control = 0 if self.guards.control is None else layout.mask([self.guards.control])
        self.copies = [orbit.variables for orbit in system.orbits]
        self.influence = Influence(system, self.guards.control)
        self.windows = _Windows(self)
        self._initial = layout.number(system.initial_state())
        self._stepper = CompiledStepper(system, checked=True)

    def window(self, key: int) -> Window:
        """The window of the states whose control has these bits."""
        control = self.guards.control
        value = 0 if control is None else self.layout.state(key)[self.system.index[control]]
        return Window(self, value)

    def example(self, value: int) -> int:
        """The start, but in the window of this value."""
        if self.guards.control is None:
            return self._initial
        state = list(self.layout.state(self._initial))
        state[self.system.index[self.guards.control]] = value
        return self.layout.number(tuple(state))

    def successor_by(self, command: CommandIndex) -> Callable[[State], State]:
        """The function that carries the command out; it raises `OutOfDomain` where a variable leaves its range."""
        successor = self._stepper.successor
        return lambda state: successor(state, command)


class _Windows(dict[int, Window]):
    """The windows by the bits of the control, each prepared when it is first asked for."""

    def __init__(self, steps: TabledSteps) -> None:
        super().__init__()
        self._steps = steps

    def __missing__(self, key: int) -> Window:
        self[key] = found = self._steps.window(key)
        return found


def _halves(units: Mapping[Term, Bits], index: Mapping[Variable, int]) -> list[dict[Term, Bits]] | None:
    """The conditions in two parts that look at little in common; None where parts would look at nearly everything."""
    ordered = sorted(units, key=lambda term: min((index[v] for v in variables_of(term)), default=-1))
    before, behind = _growing(ordered), _growing(reversed(ordered))[::-1]
    widths = [max(before[cut], behind[cut + 1]) for cut in range(len(ordered) - 1)]
    if not widths or min(widths) > _NARROWER * before[-1]:
        return None
    cut = widths.index(min(widths)) + 1
    return [{term: units[term] for term in some} for some in (ordered[:cut], ordered[cut:])]


def _growing(terms: Iterable[Term]) -> list[int]:
    """At how many variables the first of the terms look, the first two, and so on."""
    seen: set[Variable] = set()
    widths = []
    for term in terms:
        seen |= variables_of(term)
        widths.append(len(seen))
    return widths
