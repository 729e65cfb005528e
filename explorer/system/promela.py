"""A system as one Promela process, for a second opinion by SPIN (Holzmann, "The SPIN Model Checker", 2003).

A step is one atomic sequence: a command whose guard holds is picked, its update is carried out, then the closing, then
the rows of each orbit are sorted, so that what SPIN stores are the states of the system and nothing between them.
Local variables, and what is computed once and used often, are `hidden`: they are no part of a state.

SPIN starts before the closing of the initial values and gets to the first state by a step of its own: `EXTRA_STATES`
and `EXTRA_TRANSITIONS` say by how much its counts are the larger. It counts every command that can be taken; two of
one event that lead to one state are two transitions. It has to be run with `-o2`, else it also resets variables that
nobody reads again, and stores fewer states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from explorer.system.commands import Command, If, Statement, reads, writes
from explorer.system.guards import conjuncts, control_of
from explorer.system.nodes import ADD, AND, CONST, EQ, HALF, ITE, LE, LT, MUL, NOT, OR, SUB, VAR, Term, variables_of
from explorer.system.source import Expressions, Sharing
from explorer.system.system import Orbit, System, UnknownVariable
from explorer.system.variables import Variable

EXTRA_STATES: Final = 1
"""SPIN stores its own start too."""

EXTRA_TRANSITIONS: Final = 2
"""SPIN counts the step from its own start, and as one more (`stored + matched`) the start itself."""

MARK: Final = "end:"
"""What begins the line that each finished state prints where the macro `OUTCOMES` is defined; the values follow it.

Each such line is one more transition to SPIN, which comes back to the state it was in."""

_TYPES: Final = (("bit", 0, 1), ("byte", 0, 2**8 - 1), ("short", -(2**15), 2**15 - 1), ("int", -(2**31), 2**31 - 1))
_SIGN: Final = {AND: " && ", OR: " || ", EQ: " == ", LE: " <= ", LT: " < ", ADD: " + ", SUB: " - "}
_TAB: Final = "    "
_LONGEST_TEST: Final = 200


def promela(system: System, *, ends: Iterable[Term] = (), describe: Callable[[Command], str] = str) -> str:
    """The system as Promela text; `ends` are the terms, as of before folding, that a finished play prints.

    `describe` says of a command what a comment says of it. Raises `ValueError` for a system in which something is
    open and for a range that no type of Promela holds, and `UnknownVariable` for an end that reads what the system
    does not keep.
    """
    if system.opened or system.open_variables:
        raise ValueError("something is open: Promela has no sets of cases; close the system first")
    ends = tuple(ends)
    unknown = sorted(v.name for end in ends for v in variables_of(system.term(end)) if v not in system.index)
    if unknown:
        raise UnknownVariable(f"the system has no variable {', '.join(unknown)}, which an end reads")
    return _Model(system, ends, describe).text()


def type_of(variable: Variable) -> str:
    """The smallest type of Promela that holds the range; raises `ValueError` when none does."""
    for name, low, high in _TYPES:
        if low <= variable.low and variable.high <= high:
            return name
    raise ValueError(f"{variable}: no type of Promela holds {variable.low}..{variable.high}")


class _Expressions(Expressions):
    """Terms as Promela expressions, in which a truth is the integer 0 or 1."""

    def value(self, term: Term) -> str:
        return self.test(term)

    def _compound(self, term: Term) -> str:
        kind, args = term.kind, term.args
        if kind is CONST:
            return str(term.value) if term.value >= 0 else f"({term.value})"
        if kind is VAR:
            return self._variable(term.variable)
        texts = [self.test(arg) for arg in args]
        if kind is NOT:
            return f"(!{texts[0]})"
        if kind is MUL:
            return f"({term.value} * {texts[0]})"
        if kind is HALF:
            return f"({texts[0]} >> 1)"  # rounds down; the division of C rounds towards 0
        if kind is ITE:
            return f"({texts[0]} -> {texts[1]} : {texts[2]})"
        return f"({_SIGN[kind].join(texts)})"


class _Model:
    """The text of one system under way: statements are written first, since they tell what has to be declared."""

    def __init__(self, system: System, ends: tuple[Term, ...], describe: Callable[[Command], str]) -> None:
        self._system = system
        self._ends = ends
        self._describe = describe
        self._names = {v: f"{_word(v.name)}_{number}" for number, v in enumerate(system.variables)}
        self._locals: dict[Variable, str] = {}
        self._derived: dict[Term, str] = {}
        self._sizes: dict[Term, int] = {}
        self._shared = 0
        self._closing_locals = _locals(system.closing)
        self._control = control_of(system)

    def text(self) -> str:
        options = [line for number in range(len(self._system.commands)) for line in self._option(number)]
        options = options or [f"{_TAB * 2}:: false"]
        closing = list(self._closing())
        finish = list(self._finish())
        start = [f"{_TAB}d_step {{", *self._reset(self._closing_locals, 2), *closing, f"{_TAB}}}"]
        step = [f"{_TAB}:: atomic {{", f"{_TAB * 2}if", *options, *finish, f"{_TAB * 2}fi;"]
        step += [f"{_TAB * 2}d_step {{", *closing, f"{_TAB * 2}}}", f"{_TAB}}}"]
        lines = [*self._declarations(), "", "active proctype play() {", *start]
        lines += ["end:", f"{_TAB}do", *step, f"{_TAB}od", "}"]
        return "\n".join(lines) + "\n"

    def _declarations(self) -> Iterator[str]:
        for variable, name in self._names.items():
            yield f"{type_of(variable)} {name} = {self._system.initial[variable]}; {_comment(_described(variable))}"
        for name in self._derived.values():
            yield f"bit {name};"
        for variable, name in self._locals.items():
            yield f"hidden int {name}; {_comment(variable.name)}"
        for number in range(self._shared):
            yield f"hidden int x{number};"
        yield "hidden int kept;"

    def _option(self, number: int) -> Iterator[str]:
        command = self._system.commands[number]
        tests = sorted(conjuncts(command.condition), key=lambda test: variables_of(test) != {self._control})
        guard = " && ".join(map(self._test, tests)) or "true"
        used = self._closing_locals | _locals(command.update)
        yield f"{_TAB * 2}:: d_step {{ {_comment(self._describe(command))}"
        yield f"{_TAB * 3}({guard});"
        yield from self._reset(used, 3)
        yield from self._block(command.update, 3)
        yield f"{_TAB * 2}}}"

    def _test(self, test: Term) -> str:
        """A condition of a guard. One that would be long is a variable that the closing keeps up to date.

        Nothing can be computed before a guard. What a state determines makes no states.
        """
        if self._size(test) <= _LONGEST_TEST:
            return _Expressions(self._place).test(test)
        return self._derived.setdefault(test, f"holds_{len(self._derived)}")

    def _size(self, term: Term) -> int:
        """The length of the term when it is written out, what it shares as often as it is used."""
        if term not in self._sizes:
            self._sizes[term] = 1 + sum(map(self._size, term.args))
        return self._sizes[term]

    def _finish(self) -> Iterator[str]:
        yield "#ifdef OUTCOMES"
        yield f"{_TAB * 2}:: else -> d_step {{"
        yield f'{_TAB * 3}printf("{MARK}");'
        for end in self._ends:
            lines, value = self._prepared(self._system.term(end), 3)
            yield from lines
            told = f" {_comment(end)}" if self._size(end) <= _LONGEST_TEST else ""
            yield f'{_TAB * 3}printf(" %d", {value});{told}'
        yield f'{_TAB * 3}printf("\\n");'
        yield f"{_TAB * 2}}};"
        yield f"{_TAB * 3}goto end"
        yield "#endif"

    def _closing(self) -> Iterator[str]:
        yield from self._block(self._system.closing, 3)
        for orbit in self._system.orbits:
            if orbit.columns:
                yield from self._sorted(orbit)
        for test, name in self._derived.items():
            lines, value = self._prepared(test, 3)
            yield from (*lines, f"{_TAB * 3}{name} = {value};")
        yield f"{_TAB * 3}skip"

    def _sorted(self, orbit: Orbit) -> Iterator[str]:
        """The rows in ascending order: the least of those from each place on is brought there by exchanges."""
        for first, second in combinations(orbit.rows, 2):
            pairs = [(self._names[one], self._names[other]) for one, other in zip(first, second, strict=True)]
            swaps = [f"kept = {one}; {one} = {other}; {other} = kept;" for one, other in pairs]
            yield from _if(_larger(pairs), [f"{_TAB * 4}{swap}" for swap in swaps], [], 3)

    def _block(self, statements: Iterable[Statement], depth: int) -> Iterator[str]:
        for statement in statements:
            if isinstance(statement, If):
                lines, test = self._prepared(statement.condition, depth)
                yield from lines
                then = list(self._block(statement.then, depth + 1))
                yield from _if(test, then, list(self._block(statement.otherwise, depth + 1)), depth)
            else:
                lines, value = self._prepared(statement.term, depth)
                yield from lines
                yield f"{_TAB * depth}{self._place(statement.variable)} = {value};"

    def _prepared(self, term: Term, depth: int) -> tuple[list[str], str]:
        """The lines that compute what the term uses more than once, and the term."""
        expressions = _Expressions(self._place)
        sharing = Sharing(variable_uses=2**31)
        sharing.use(term)
        parts = sharing.settled().get((), []) if term.args else []
        lines = []
        for part in parts:
            text = expressions.test(part)
            lines.append(f"{_TAB * depth}{expressions.name(part)} = {text};")
        self._shared = max(self._shared, len(parts))
        return lines, expressions.test(term)

    def _reset(self, used: Iterable[Variable], depth: int) -> list[str]:
        return [f"{_TAB * depth}{self._place(variable)} = 0;" for variable in sorted(used, key=lambda v: v.name)]

    def _place(self, variable: Variable) -> str:
        if not variable.local:
            return self._names[variable]
        return self._locals.setdefault(variable, f"local_{len(self._locals)}")


def _if(test: str, then: Sequence[str], otherwise: Sequence[str], depth: int) -> Iterator[str]:
    indent = _TAB * depth
    yield from (f"{indent}if", f"{indent}:: {test} ->", *(then or [f"{indent}{_TAB}skip"]))
    yield from (f"{indent}:: else ->", *(otherwise or [f"{indent}{_TAB}skip"]), f"{indent}fi;")


def _larger(pairs: Sequence[tuple[str, str]]) -> str:
    """Whether the first of two rows comes after the second, compared from the left."""
    (one, other), *more = pairs
    if not more:
        return f"({one} > {other})"
    return f"({one} > {other} || ({one} == {other} && {_larger(more)}))"


def _locals(statements: tuple[Statement, ...]) -> frozenset[Variable]:
    return frozenset(variable for variable in reads(statements) | writes(statements) if variable.local)


def _described(variable: Variable) -> str:
    """The name and, where values have labels, what each stands for."""
    labels = enumerate(variable.labels or (), variable.low)
    return ", ".join([variable.name, *(f"{value} {label}" for value, label in labels)])


def _comment(text: object) -> str:
    """A comment on one line; what would end it is taken apart."""
    return f"/* {' '.join(str(text).split()).replace('*/', '* /')} */"


def _word(name: str) -> str:
    """The letters of a name that Promela takes; the number behind it tells names apart, and from all reserved words."""
    return re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")[:40] or "v"
