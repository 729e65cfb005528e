"""The symbolic search: all cases of an open system at once.

A state has a number for what is known of it and a term over the open variables for what is not; with it goes the
condition under which it is reached. States with equal values are one, and their conditions are joined. A step forks
where its guard, a choice within its update, or a yes/no value that it assigns depends on what is open; a branch whose
condition has no case is pruned (King, "Symbolic execution and program testing", 1976; states are merged as by
Kuznetsov, Kinder, Bucur and Candea, 2012).
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Generic, TypeVar, cast

from explorer.search.conditions import Case, Conditions
from explorer.search.explore import NO_LIMITS, Limits, ended
from explorer.search.graph import Limit, StateGraph, StateNumber
from explorer.search.open_states import OpenState, Reader, Value, pinned, plain, value_of
from explorer.system.commands import RULES, Command, If, Statement
from explorer.system.evaluation import evaluate
from explorer.system.guards import control_of
from explorer.system.interface import CommandIndex
from explorer.system.nodes import ITE, Term, read, variables_of
from explorer.system.system import State, System
from explorer.system.terms import negate
from explorer.system.variables import Variable

C = TypeVar("C", bound=Hashable)

_CHECK_EVERY = 64


@dataclass(frozen=True)
class OpenEdge(Generic[C]):
    """A step: the command, where it leads, and in which cases it can be taken where its source is reached."""

    command: CommandIndex
    target: StateNumber
    condition: C


@dataclass(eq=False)
class OpenGraph(Generic[C]):
    """What a symbolic search found: states, in which cases each is reached, and the steps from each.

    `starts` are the states in which plays start, each with its cases; `unexpanded` are those whose steps are not known
    in some cases, when `limit` says that the search ended early.

    `pruned` counts the branches without a case. When `limit` is given, the search ended early, and nothing about all
    plays is proved.
    """

    system: System
    conditions: Conditions[C]
    states: list[OpenState] = field(default_factory=list)
    reached: list[C] = field(default_factory=list)
    edges: list[list[OpenEdge[C]]] = field(default_factory=list)
    starts: dict[StateNumber, C] = field(default_factory=dict)
    pruned: int = 0
    limit: Limit | None = None
    unexpanded: dict[StateNumber, C] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every state is here with all its steps."""
        return self.limit is None

    def __str__(self) -> str:
        """The numbers in words."""
        size = f"{len(self.states):,} states, {self.transitions:,} transitions"
        return f"{size}, {self.pruned:,} branches without a case, {self.conditions.questions}"

    @property
    def transitions(self) -> int:
        """The number of steps, one that is taken in several cases counted once."""
        return sum(map(len, self.edges))

    def value(self, state: StateNumber, term: Term) -> Value:
        """The value of a term in the state, written before folding or after."""
        return value_of(self.system.term(term), dict(zip(self.system.variables, self.states[state], strict=True)))

    def ended(self, state: StateNumber) -> C:
        """The cases in which the state is reached and known to have no step that can be taken."""
        left = self.reached[state]
        if state in self.unexpanded:
            left = self.conditions.without(left, self.unexpanded[state])
        for edge in self.edges[state]:
            left = self.conditions.without(left, edge.condition)
        return left if self.conditions.possible(left) else self.conditions.nothing

    def in_case(self, case: Case, system: System) -> StateGraph:
        """The graph of one case, of which `system` is the closed system: as `explore` would give it."""
        has = self.conditions.has
        start = next(state for state, cases in self.starts.items() if has(cases, case))
        order = [start]  # of states that are one in this case, the first that was met
        numbers = {self._closed(start, case): 0}
        offsets, targets, labels = array("q", [0]), array("q"), array("q")
        seen: set[tuple[str, object, StateNumber]] = set()
        expanded = 0
        for state in order:  # the list grows while it is read
            if state in self.unexpanded and has(self.unexpanded[state], case):
                break
            expanded += 1
            seen.clear()
            for edge in sorted(self.edges[state], key=lambda edge: edge.command):
                if not has(edge.condition, case):
                    continue
                command = system.commands[edge.command]
                target = numbers.setdefault(self._closed(edge.target, case), len(order))
                if target == len(order):
                    order.append(edge.target)
                same = command.by, command.event, target
                if same not in seen:
                    seen.add(same)
                    targets.append(target)
                    labels.append(edge.command)
            offsets.append(len(targets))
        offsets.extend([len(targets)] * (len(order) - expanded))
        limit = self.limit if expanded < len(order) else None
        return StateGraph(system, list(numbers), offsets, targets, labels, expanded, limit)

    def _closed(self, state: StateNumber, case: Case) -> State:
        return tuple(one if isinstance(one, int) else evaluate(one, case) for one in self.states[state])

    def decider(self, state: StateNumber) -> str:
        """Who decides in the state, or `RULES` when nothing can be done there."""
        edges = self.edges[state]
        return self.system.commands[edges[0].command].by if edges else RULES


def explore_open(
    system: System, conditions: Conditions[C], limits: Limits = NO_LIMITS, apart: Collection[Variable] | None = None
) -> OpenGraph[C]:
    """The graph of all states that are reached in any case.

    Of the variables that start as what is open elsewhere, those of `apart` (by default each) are told by cases from the
    start, and the others when they matter.

    A limit, an interrupt from the keyboard or a lack of memory ends the search with what is known; the graph says so.
    """
    search = _Search(OpenGraph(system, conditions), limits, apart)
    search.graph.limit = ended(search.run)
    search.graph.unexpanded = {**search.waiting, **search.under_way}
    return search.graph


class _Search(Generic[C]):
    """A search under way: states whose condition has grown wait to be expanded in the new cases."""

    def __init__(self, graph: OpenGraph[C], limits: Limits, apart: Collection[Variable] | None) -> None:
        self.graph = graph
        self.apart = graph.system.opened.keys() if apart is None else apart
        self.limits = limits
        self.reader = Reader()
        self.conditions = graph.conditions
        self.variables = graph.system.variables
        self.numbers: dict[OpenState, StateNumber] = {}
        self.places: list[dict[tuple[CommandIndex, StateNumber], int]] = []
        self.waiting: dict[StateNumber, C] = {}
        self.queue: deque[StateNumber] = deque()
        self.under_way: dict[StateNumber, C] = {}
        self.by_control, self.control = _grouped(graph.system)

    def run(self) -> Limit | None:
        """Expand until nothing has grown (None) or a limit is reached."""
        system = self.graph.system
        started = monotonic()
        for values, cases in self.started():
            for after, condition in self.carried_out(system.closing, values, cases):
                start = self.reach(after, condition)
                known = self.graph.starts.get(start, self.conditions.nothing)
                self.graph.starts[start] = self.conditions.either(known, condition)
        expanded = 0
        while self.queue:
            if self.limits.states is not None and len(self.graph.states) > self.limits.states:
                return "states"
            if expanded % _CHECK_EVERY == 0:
                limit = self.limits.reached(started, monotonic())
                if limit is not None:
                    return limit
            expanded += 1
            state = self.queue.popleft()
            cases = self.waiting.pop(state)
            self.under_way = {state: cases}
            self.expand(state, cases)
            self.under_way = {}
        return None

    def started(self) -> list[tuple[dict[Variable, Value], C]]:
        """The initial values: what is open itself stays so until it matters, what hangs on it is told by cases."""
        system = self.graph.system
        branches: list[tuple[dict[Variable, Value], C]] = [(dict(system.initial), self.conditions.everything)]
        for variable, term in system.opened.items():
            if term is read(variable) or variable not in self.apart:
                branches = [({**values, variable: term}, cases) for values, cases in branches]
            else:
                branches = [
                    ({**values, variable: value}, among)
                    for values, cases in branches
                    for value, among, _ in self.split(plain(term), cases)
                ]
        return branches

    def reach(self, values: dict[Variable, Value], condition: C) -> StateNumber:
        """The number of the state, which waits to be expanded in those of the cases that are new."""
        graph = self.graph
        state = self.canonical(values)
        number = self.numbers.setdefault(state, len(graph.states))
        if number == len(graph.states):
            graph.states.append(state)
            graph.reached.append(self.conditions.nothing)
            graph.edges.append([])
            self.places.append({})
        new = self.conditions.without(condition, graph.reached[number])
        joined = self.conditions.either(graph.reached[number], condition) if self.conditions.possible(new) else None
        if joined is not None and joined != graph.reached[number]:  # equal where nobody knows whether it has grown
            graph.reached[number] = joined
            if number in self.waiting:
                self.waiting[number] = self.conditions.either(self.waiting[number], new)
            else:
                self.waiting[number] = new
                self.queue.append(number)
        return number

    def canonical(self, values: dict[Variable, Value]) -> OpenState:
        """The state that stands for the values: the rows of each orbit in ascending order. Orbits hold numbers only."""
        for orbit in self.graph.system.orbits:
            rows = sorted(tuple(cast("int", values[variable]) for variable in row) for row in orbit.rows)
            for row, contents in zip(orbit.rows, rows, strict=True):
                values.update(zip(row, contents, strict=True))
        return tuple(values[variable] for variable in self.variables)

    def expand(self, number: StateNumber, condition: C) -> None:
        """Take every command that can be taken in some of these cases."""
        values = dict(zip(self.variables, self.graph.states[number], strict=True))
        control = None if self.control is None else values[self.control]
        group = self.by_control.get(control, ()) if isinstance(control, int) else range(len(self.graph.system.commands))
        for index in group:
            command = self.graph.system.commands[index]
            allowed = self.guarded(command, dict(values), condition)
            if allowed is None:
                continue
            updates = (*command.update, *self.graph.system.closing)
            for after, taken in self.carried_out(updates, *allowed):
                self.connect(number, index, self.reach(after, taken), taken)

    def connect(self, source: StateNumber, command: CommandIndex, target: StateNumber, condition: C) -> None:
        """Note the step, or that it can be taken in further cases."""
        edges, places = self.graph.edges[source], self.places[source]
        place = places.setdefault((command, target), len(edges))
        if place == len(edges):
            edges.append(OpenEdge(command, target, condition))
        else:
            edges[place] = OpenEdge(command, target, self.conditions.either(edges[place].condition, condition))

    def guarded(
        self, command: Command, values: dict[Variable, Value], condition: C
    ) -> tuple[dict[Variable, Value], C] | None:
        """Those of the cases in which the command is allowed, with the values there; None if there is none."""
        for clause in command.guard:
            holds = self.reader.value(clause.term, values)
            if holds == 0:
                return None
            if isinstance(holds, Term):
                condition = self.conditions.both(condition, self.conditions.of(holds))
                if not self.conditions.possible(condition):
                    self.graph.pruned += 1
                    return None
                values = pinned(values, holds)
        return values, condition

    def carried_out(
        self, statements: Sequence[Statement], values: dict[Variable, Value], condition: C
    ) -> list[tuple[dict[Variable, Value], C]]:
        """What the statements lead to, with the cases of each; `values` may be changed."""
        branches = [(values, condition)]
        for statement in statements:
            if isinstance(statement, If):
                branches = [
                    after
                    for now, cases in branches
                    for block, left, among in self.forked(statement, now, cases)
                    for after in self.carried_out(block, left, among)
                ]
                if len(branches) > 1:
                    branches = self.merged(branches)
            else:
                for now, _ in branches:
                    for variable in variables_of(statement.term):
                        if variable.local:
                            now.setdefault(variable, 0)
                branches = [
                    ({**now, statement.variable: value} if several else _put(now, statement.variable, value), cases_of)
                    for now, cases in branches
                    for value, cases_of, several in self.split(self.reader.value(statement.term, now), cases)
                ]
        return branches

    def forked(
        self, statement: If, values: dict[Variable, Value], condition: C
    ) -> Iterable[tuple[tuple[Statement, ...], dict[Variable, Value], C]]:
        """The branches of a choice that some case takes."""
        for variable in variables_of(statement.condition):
            if variable.local:
                values.setdefault(variable, 0)
        holds = self.reader.value(statement.condition, values)
        if not isinstance(holds, Term):
            return [(statement.then if holds else statement.otherwise, values, condition)]
        found = []
        for block, term in ((statement.then, holds), (statement.otherwise, negate(holds))):
            cases = self.conditions.both(condition, self.conditions.of(term))
            if self.conditions.possible(cases):
                found.append((block, pinned(dict(values), term), cases))
            else:
                self.graph.pruned += 1
        return found

    def split(self, value: Value, condition: C) -> list[tuple[Value, C, bool]]:
        """The value by cases where it is a choice or a yes/no; a number that is open stays a term."""
        if not isinstance(value, Term):
            return [(value, condition, False)]
        if value.kind is ITE:
            holds, then, otherwise = value.args
            ways = [(holds, plain(then)), (negate(holds), plain(otherwise))]
        elif value.is_boolean:
            ways = [(value, 1), (negate(value), 0)]
        else:
            return [(value, condition, False)]
        found: list[tuple[Value, C, bool]] = []
        for term, one in ways:
            cases = self.conditions.both(condition, self.conditions.of(term))
            if self.conditions.possible(cases):
                found += [(number, among, True) for number, among, _ in self.split(one, cases)]
        return found

    def merged(self, branches: list[tuple[dict[Variable, Value], C]]) -> list[tuple[dict[Variable, Value], C]]:
        """Branches that have come to the same values are one again."""
        joined: dict[tuple[tuple[Variable, Value], ...], tuple[dict[Variable, Value], C]] = {}
        for values, condition in branches:
            key = tuple(values.items())
            cases = self.conditions.either(joined[key][1], condition) if key in joined else condition
            joined[key] = (values, cases)
        return list(joined.values())


def _put(values: dict[Variable, Value], variable: Variable, value: Value) -> dict[Variable, Value]:
    values[variable] = value
    return values


def _grouped(system: System) -> tuple[dict[int, list[CommandIndex]], Variable | None]:
    """The commands by the value of the variable that most guards compare with a constant, as for the fast stepper."""
    control = control_of(system)
    if control is None:
        return {}, None
    groups: dict[int, list[CommandIndex]] = {value: [] for value in range(control.low, control.high + 1)}
    for index, command in enumerate(system.commands):
        for value, group in groups.items():
            if all(
                evaluate(clause.term, {control: value})
                for clause in command.guard
                if variables_of(clause.term) == {control}
            ):
                group.append(index)
    return groups, control
