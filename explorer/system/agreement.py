"""Whether the compiled guards and the Z3 guards of a system agree, proved by reading the compiled source back.

The search runs Python source that `explorer.system.compiled` has written; the solver judges guards by their translation
to Z3. Both come from the same terms, on different ways. Here the source text is read again and carried out on Z3's
expressions, so that for each command there are two formulas over the same variables: when it is in the list of moves,
and when its guard holds. Where they are not the same expression, Z3 decides whether they can differ.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from explorer.system.compiled import CompiledStepper
from explorer.system.evaluation import evaluate
from explorer.system.guards import conjuncts, control_of
from explorer.system.interface import CommandIndex
from explorer.system.nodes import variables_of
from explorer.system.solving import Translation, answered, give, new_solver
from explorer.system.system import System


class UnreadableSource(ValueError):  # noqa: N818
    """The compiled source holds something that is not understood here, so that nothing is proved about it."""


@dataclass(frozen=True)
class Agreement:
    """Over every value of the variables: how many guards were compared, and how.

    `identical` are the same expression on both ways, `decided` the same by Z3's answer, `different` those that Z3 tells
    apart, `undecided` those for which it did not answer in time.
    """

    identical: int = 0
    decided: int = 0
    different: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()

    @property
    def guards(self) -> int:
        """All that were compared."""
        return self.identical + self.decided + len(self.different) + len(self.undecided)

    def __add__(self, other: Agreement) -> Agreement:
        """Both together."""
        return Agreement(
            self.identical + other.identical,
            self.decided + other.decided,
            self.different + other.different,
            self.undecided + other.undecided,
        )


def agreement(system: System, seconds: float | None = None, stepper: CompiledStepper | None = None) -> Agreement:
    """What comes of comparing each guard, for each value of the variable by which commands are grouped.

    Raises `UnreadableSource`.
    """
    stepper = stepper or CompiledStepper(system)
    context = z3.Context()
    solver = new_solver(context)
    if seconds is not None:
        give(solver, seconds)
    comparison = _Comparison(system, solver, seconds, Translation(context, solver.add, {}))
    control = control_of(system)
    values = [None] if control is None else range(control.low, control.high + 1)
    found = Agreement()
    for value in values:
        found += comparison.group(stepper.source_of_moves(value or 0), value)
    return found


class _Comparison:
    """The guards of one system on both ways, in one Z3 context."""

    def __init__(self, system: System, solver: Any, seconds: float | None, translation: Translation) -> None:
        self.system = system
        self.solver = solver
        self.seconds = seconds
        self.translation = translation
        self.control = control_of(system)
        self.constants = [translation.variable(variable) for variable in system.variables]
        self.guards = [conjuncts(command.condition) for command in system.commands]

    def group(self, source: Sequence[str], value: int | None) -> Agreement:
        """Every command where the control variable has this value."""
        listed = moves_read_back("\n".join(source), self.constants)
        found = Agreement()
        for number, command in enumerate(self.system.commands):
            wanted = self.wanted(number, value)
            given = listed.get(number)
            if wanted is None and given is None:
                continue
            if wanted is not None and given is not None and len(given) == 1 and _ids(given[0]) == _ids(wanted):
                found += Agreement(identical=1)
            else:
                found += self.asked(str(command), wanted, given, value)
        return found

    def wanted(self, number: CommandIndex, value: int | None) -> list[Any] | None:
        """The conditions of the guard that are left where the control variable has this value; None if one fails."""
        left: list[Any] = []
        for test in self.guards[number]:
            if self.control is not None and value is not None and variables_of(test) == {self.control}:
                if not evaluate(test, {self.control: value}):
                    return None
            else:
                left += _flat(self.translation.condition(test))
        return left

    def asked(self, name: str, wanted: list[Any] | None, given: list[list[Any]] | None, value: int | None) -> Agreement:
        """Z3's answer whether the two can differ."""
        context = self.translation.context
        no = z3.BoolVal(False, context)
        holds = no if wanted is None else z3.And([*wanted, z3.BoolVal(True, context)])
        ways = [z3.And([*way, z3.BoolVal(True, context)]) for way in given or ()]
        self.solver.push()
        if self.control is not None and value is not None:
            self.solver.add(self.translation.has(self.control, value))
        self.solver.add(z3.Xor(holds, z3.Or([*ways, no])))
        answer = answered(self.solver, self.seconds)
        self.solver.pop()
        if answer == z3.unsat:
            return Agreement(decided=1)
        where = name
        if self.control is not None and value is not None:
            where = f"{name}, where {self.control} is {self.control.label(value)}"
        return Agreement(different=(where,)) if answer == z3.sat else Agreement(undecided=(where,))


def _ids(conditions: Sequence[Any]) -> set[int]:
    return {condition.get_id() for condition in conditions}


def _flat(condition: Any) -> Iterator[Any]:
    """The conditions of a conjunction."""
    if z3.is_and(condition):
        for one in condition.children():
            yield from _flat(one)
    elif not z3.is_true(condition):
        yield condition


def moves_read_back(source: str, constants: Sequence[Any]) -> dict[CommandIndex, list[list[Any]]]:
    """For each command that the function `moves` lists, the conditions of each way to it, over the given constants.

    Raises `UnreadableSource` for anything but what `explorer.system.guards` writes.
    """
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    reading = _Reading(constants)
    reading.block(function.body, ())
    return reading.listed


class _Reading:
    """Carries out a function on Z3's expressions: names hold expressions, and tests become conditions of what follows.

    Python's truth of 0 and 1 is kept apart from the numbers, as Z3 does; a name holds either.
    """

    def __init__(self, constants: Sequence[Any]) -> None:
        self.constants = constants
        self.names: dict[str, Any] = {}
        self.listed: dict[CommandIndex, list[list[Any]]] = {}

    def block(self, statements: Sequence[ast.stmt], under: tuple[Any, ...]) -> None:
        for statement in statements:
            match statement:
                case ast.Assign(targets=[ast.Name(id="r")], value=ast.List(elts=[])) | ast.Return():
                    pass
                case ast.Assign(targets=[ast.Name(id=name)], value=text):
                    self.names[name] = self.value(text)
                case ast.If(test=test, body=body, orelse=[]):
                    self.block(body, (*under, *_flat(self.truth(test))))
                case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="r"), attr="sort"), args=[])):
                    pass
                case ast.Expr(
                    value=ast.Call(
                        func=ast.Attribute(value=ast.Name(id="r"), attr="append"),
                        args=[ast.Constant(value=int(number))],
                    )
                ):
                    self.listed.setdefault(number, []).append(list(under))
                case _:
                    raise UnreadableSource(ast.unparse(statement))

    def truth(self, text: ast.expr) -> Any:
        """The expression as a condition."""
        found = self.value(text)
        return found if z3.is_bool(found) else found != 0

    def number(self, text: ast.expr) -> Any:
        """The expression as a number."""
        found = self.value(text)
        return z3.If(found, z3.IntVal(1, found.ctx), z3.IntVal(0, found.ctx)) if z3.is_bool(found) else found

    def value(self, text: ast.expr) -> Any:
        """What the expression stands for, a condition or a number."""
        match text:
            case ast.Name(id=name):
                return self.names[name]
            case ast.Subscript(value=ast.Name(id="s"), slice=ast.Constant(value=int(place))):
                return self.constants[place]
            case ast.Constant(value=int(number)):
                return z3.IntVal(number, self.context)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.number(operand)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return z3.Not(self.truth(operand))
            case ast.BoolOp(op=operator, values=values):
                join = z3.And if isinstance(operator, ast.And) else z3.Or
                return join([self.condition(one) for one in values])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                one, other = self.value(body), self.value(orelse)
                if not (z3.is_bool(one) and z3.is_bool(other)):
                    one, other = self.number(body), self.number(orelse)
                return z3.If(self.truth(test), one, other)
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return self.compared(operator, self.number(left), self.number(right))
            case ast.BinOp(left=left, op=operator, right=right):
                return self.combined(operator, self.number(left), self.number(right))
        raise UnreadableSource(ast.unparse(text))

    @property
    def context(self) -> Any:
        """The Z3 context of the constants."""
        return self.constants[0].ctx

    def condition(self, text: ast.expr) -> Any:
        """An operand of `and` or `or`, which is given on as it is: so it has to be a condition, or 0 or 1."""
        found = self.value(text)
        if not z3.is_bool(found) and not _is_bit(found):
            raise UnreadableSource(f"a number where a condition belongs: {ast.unparse(text)}")
        return found if z3.is_bool(found) else found != 0

    @staticmethod
    def compared(operator: ast.cmpop, left: Any, right: Any) -> Any:
        """Two numbers compared."""
        match operator:
            case ast.Eq():
                return left == right
            case ast.NotEq():
                return z3.Not(left == right)
            case ast.LtE():
                return left <= right
            case ast.Lt():
                return left < right
        raise UnreadableSource(ast.dump(operator))

    @staticmethod
    def combined(operator: ast.operator, left: Any, right: Any) -> Any:
        """Two numbers combined."""
        match operator:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
            case ast.FloorDiv() if z3.is_int_value(right) and right.as_long() > 0:
                return left / right  # Z3 rounds down for a divisor above 0, as Python does
        raise UnreadableSource(ast.dump(operator))


def _is_bit(number: Any) -> bool:
    """Whether the number is a choice between 0 and 1."""
    return z3.is_app_of(number, z3.Z3_OP_ITE) and all(
        z3.is_int_value(one) and one.as_long() in (0, 1) for one in number.children()[1:]
    )
