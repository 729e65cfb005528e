"""Z3's part: whether conditions can hold together, and the choices that a condition allows.

Import this module only where it is used: loading Z3 takes longer than a small search. A query costs a
thousand times what a compiled guard costs, so every answer is remembered. Terms use linear integer
arithmetic, which Z3 decides; should it ever answer "unknown", that counts as satisfiable, so nothing is
dropped without proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import z3

from explorer.system.commands import Clause
from explorer.system.folding import smallest
from explorer.system.nodes import (
    ADD,
    AND,
    CONST,
    EQ,
    HALF,
    ITE,
    LE,
    LT,
    MUL,
    NOT,
    OR,
    SUB,
    VAR,
    Term,
    variables_of,
)
from explorer.system.patience import Undecided, time_left
from explorer.system.pruning import Statistics
from explorer.system.variables import Variable, boolean

Sets = Mapping[Variable, frozenset[int]]

_LOGIC = "QF_LIA"
_FOR_EVER = (1 << 32) - 1  # milliseconds; what Z3 takes for no limit


class Translation:
    """Terms as expressions of one Z3 context. Variables get their ranges when they are first met."""

    def __init__(self, context: Any, tell: Callable[[Any], None], possible: Sets) -> None:
        """`tell` takes the constraint that keeps a variable to its possible values."""
        self.context = context
        self._tell = tell
        self._possible = possible
        self._variables: dict[Variable, Any] = {}
        self._conditions: dict[Term, Any] = {}
        self._numbers: dict[Term, Any] = {}

    def condition(self, term: Term) -> Any:
        """The term as a Z3 boolean."""
        found = self._conditions.get(term)
        if found is None:
            found = self._conditions[term] = self._condition(term)
        return found

    def number(self, term: Term) -> Any:
        """The term as a Z3 integer."""
        found = self._numbers.get(term)
        if found is None:
            found = self._numbers[term] = self._number(term)
        return found

    def variable(self, variable: Variable) -> Any:
        """The Z3 constant of the variable: a boolean for a range 0..1, else an integer."""
        found = self._variables.get(variable)
        if found is None:
            make = z3.Bool if _two_valued(variable) else z3.Int
            found = self._variables[variable] = make(variable.name, self.context)
            if not _two_valued(variable):
                self._tell(z3.And(found >= variable.low, found <= variable.high))
            if variable in self._possible:
                self._tell(self.within(variable, self._possible[variable]))
        return found

    def has_met(self, variable: Variable) -> bool:
        """Whether some term read the variable, so that it has been kept to its possible values of then."""
        return variable in self._variables

    def within(self, variable: Variable, values: Iterable[int]) -> Any:
        """The constraint that the variable has one of the values."""
        return z3.Or([self.has(variable, value) for value in sorted(values)] or [z3.BoolVal(False, self.context)])

    def has(self, variable: Variable, value: int) -> Any:
        """The constraint that the variable has the value."""
        constant = self.variable(variable)
        if _two_valued(variable):
            return constant if value else z3.Not(constant)
        return constant == value

    def _condition(self, term: Term) -> Any:
        kind, args = term.kind, term.args
        if kind is CONST:
            return z3.BoolVal(bool(term.value), self.context)
        if kind is VAR and _two_valued(term.variable):
            return self.variable(term.variable)
        if kind is AND:
            return z3.And([self.condition(arg) for arg in args])
        if kind is OR:
            return z3.Or([self.condition(arg) for arg in args])
        if kind is NOT:
            return z3.Not(self.condition(args[0]))
        if kind is EQ:
            return self.number(args[0]) == self.number(args[1])
        if kind is LE:
            return self.number(args[0]) <= self.number(args[1])
        if kind is LT:
            return self.number(args[0]) < self.number(args[1])
        if kind is ITE:
            return z3.If(*map(self.condition, args))
        return self.number(term) == 1

    def _number(self, term: Term) -> Any:
        kind, args = term.kind, term.args
        if kind is CONST:
            return z3.IntVal(term.value, self.context)
        if kind is VAR and not _two_valued(term.variable):
            return self.variable(term.variable)
        if kind is ADD:
            return z3.Sum([self.number(arg) for arg in args])
        if kind is SUB:
            return self.number(args[0]) - self.number(args[1])
        if kind is MUL:
            return term.value * self.number(args[0])
        if kind is HALF:
            return self.number(args[0]) / 2
        if kind is ITE:
            return z3.If(self.condition(args[0]), self.number(args[1]), self.number(args[2]))
        return z3.If(self.condition(term), z3.IntVal(1, self.context), z3.IntVal(0, self.context))


def _two_valued(variable: Variable) -> bool:
    return (variable.low, variable.high) == (0, 1)


class Solver:
    """Decides whether conditions can hold together, over the possible values of their variables.

    One incremental Z3 solver with a fixed seed; each condition is asserted once, under an assumption of its
    own. For the variables of one system at a time.
    """

    def __init__(
        self, possible: Sets | None = None, seconds: float | None = None, statistics: Statistics | None = None
    ) -> None:
        """A solver that keeps variables to their ranges, and to the sets in `possible`; `seconds` for a question.

        It counts its work in `statistics`.
        """
        self.statistics = Statistics() if statistics is None else statistics
        self._possible = dict(possible or {})
        self._context = z3.Context()
        self._solver = new_solver(self._context)
        self._seconds = seconds
        if seconds is not None:
            give(self._solver, seconds)
        self._translation = Translation(self._context, self._solver.add, self._possible)
        self._assumptions: dict[Term, Any] = {}
        self._terms: dict[int, Term] = {}
        self._answers: dict[frozenset[Term], bool | None] = {}

    def restrict(self, possible: Sets) -> None:
        """Keep variables to these sets from now on, which must be parts of what they could be before."""
        for variable, values in possible.items():
            if self._possible.get(variable) != values:
                self._possible[variable] = values  # the translation keeps to them what it has not met yet
                if self._translation.has_met(variable):
                    self._solver.add(self._translation.within(variable, values))
        self._answers = {terms: answer for terms, answer in self._answers.items() if answer is False}

    def satisfiable(self, clauses: Iterable[Clause | Term]) -> bool:
        """Whether all the clauses can hold at once, as far as Z3 knows."""
        return self.decide(clauses) is not False

    def decided(self, clauses: Iterable[Clause | Term]) -> bool:
        """Whether all the clauses can hold at once. Raises `Undecided` where Z3 does not know."""
        answer = self.decide(clauses)
        if answer is None:
            raise Undecided("Z3 does not know whether some conditions can hold together")
        return answer

    def decide(self, clauses: Iterable[Clause | Term]) -> bool | None:
        """Whether all the clauses can hold at once; None where Z3 does not know."""
        ordered = [*dict.fromkeys(map(_term, clauses))]
        terms = frozenset(ordered)
        if terms in self._answers:
            self.statistics.remembered += 1
            return self._answers[terms]
        answer = self._check(ordered)
        found = None if answer == z3.unknown else bool(answer == z3.sat)
        self.statistics.undetermined += found is None
        self._answers[terms] = found
        return found

    def core(self, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
        """Clauses that cannot all hold, none of which can be left out, in the order given.

        Where Z3 does not decide what can be left out, it is left in. Raises `ValueError` when all can hold at once, and
        `Undecided`.
        """
        terms = [clause.term for clause in clauses]
        answer = self._check([*dict.fromkeys(terms)])
        if answer == z3.sat:
            raise ValueError("the clauses can hold together")
        blamed = set(terms)
        if answer == z3.unsat:
            blamed = {self._terms[literal.get_id()] for literal in self._solver.unsat_core()}
        elif self.satisfiable(terms):  # unless it was decided before
            raise Undecided("Z3 does not know whether the clauses can hold together")
        first = [i for i, term in enumerate(terms) if term in blamed]
        kept = smallest(first, lambda some: not self.satisfiable(terms[i] for i in some))
        return tuple(clauses[i] for i in kept)

    def _check(self, terms: Sequence[Term]) -> Any:
        """Z3's answer about different terms, of which it depends on their order which of several cores it finds."""
        self.statistics.queries += 1
        literals = [self._assumption(term) for term in terms]
        return answered(self._solver, self._seconds, *sorted(literals, key=lambda literal: literal.get_id()))

    def _assumption(self, term: Term) -> Any:
        literal = self._assumptions.get(term)
        if literal is None:
            literal = z3.Bool(f"?{len(self._assumptions)}", self._context)
            self._assumptions[term] = literal
            self._terms[literal.get_id()] = term
            self._solver.add(z3.Implies(literal, self._translation.condition(term)))
        return literal


def _term(clause: Clause | Term) -> Term:
    return clause if isinstance(clause, Term) else clause.term


def models_of(condition: Term, variables: Sequence[Variable]) -> list[tuple[int, ...]]:
    """All values of `variables`, ascending, for which the condition can hold. Raises `Undecided`."""
    used = variables_of(condition).union(variables)
    # Over booleans alone, Z3's finite domain solver is twice as fast; but it does not know every kind of arithmetic.
    for logic in ("QF_FD", _LOGIC) if all(map(_two_valued, used)) else (_LOGIC,):
        found = _models(logic, condition, variables)
        if found is not None:
            return sorted(found)
    raise Undecided(f"Z3 does not know whether there are more models of: {condition}")


def _models(logic: str, condition: Term, variables: Sequence[Variable]) -> list[tuple[int, ...]] | None:
    """The models that the solver for this logic finds, None when it does not know whether these are all."""
    solver = new_solver(logic=logic)
    translation = Translation(z3.main_ctx(), solver.add, {})
    solver.add(translation.condition(condition))
    constants = [translation.variable(variable) for variable in variables]
    found: list[tuple[int, ...]] = []
    answer = answered(solver)
    while answer == z3.sat:
        model = solver.model()
        values = [model.eval(constant, model_completion=True) for constant in constants]
        numbers = tuple(int(z3.is_true(v)) if z3.is_bool(v) else v.as_long() for v in values)
        found.append(numbers)
        pairs = zip(variables, numbers, strict=True)
        solver.add(z3.Not(z3.And([translation.has(variable, value) for variable, value in pairs])))
        answer = answered(solver) if variables else z3.unsat
    return found if answer == z3.unsat else None


def new_solver(context: Any = None, logic: str = _LOGIC) -> Any:
    """A solver that finds the same models every time, and leaves an interrupt from the keyboard to Python."""
    solver = z3.SolverFor(logic, ctx=context)
    solver.set("random_seed", 0)
    solver.set("ctrl_c", False)
    return solver


def answered(solver: Any, seconds: float | None = None, *literals: Any) -> Any:
    """What Z3 answers, by the moment at which this process has to end; `seconds` is the time that the solver has."""
    left = time_left(seconds)
    if left == seconds:
        return solver.check(*literals)
    give(solver, left)
    try:
        return solver.check(*literals)
    finally:
        give(solver, seconds)


def give(solver: Any, seconds: float | None) -> None:
    """Give the solver so much time for each question; None is as long as it takes."""
    solver.set("timeout", _FOR_EVER if seconds is None else max(1, round(seconds * 1000)))


def choices(candidates: Sequence[object], condition: Callable[[Sequence[Variable]], Term]) -> list[tuple[int, ...]]:
    """The sets of candidates that a condition allows, as ascending tuples of positions, in order.

    `condition` is given one boolean variable for each candidate ("it is chosen") and returns the term over
    them that must hold. For plain "k of n", `itertools.combinations` gives the same, faster.
    """
    chosen = [boolean(f"chosen {position}") for position in range(len(candidates))]
    models = models_of(condition(chosen), chosen)
    return sorted(tuple(i for i, taken in enumerate(model) if taken) for model in models)
