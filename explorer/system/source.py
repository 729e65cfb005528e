"""Python source text for terms and statements.

Terms become expressions in which every sub-term that is used more than once is computed once, into a local
name, at the place nearest to all its uses. All terms are total, so computing one early is safe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from explorer.system.commands import If, Statement
from explorer.system.nodes import ADD, AND, CONST, EQ, HALF, ITE, LE, LT, MUL, NOT, OR, SUB, VAR, Term
from explorer.system.variables import Variable

Path = tuple[int, ...]
"""The way from the root to a place in a tree of tests."""

_SIGN: Final = {
    AND: " and ",
    OR: " or ",
    EQ: " == ",
    LE: " <= ",
    LT: " < ",
    ADD: " + ",
    SUB: " - ",
}
_TRUTHS: Final = frozenset((AND, OR, NOT, EQ, LE, LT))
_TALLEST: Final = 50  # Python refuses an expression with 200 brackets open


class Sharing:
    """Which sub-terms are used more than once, and where each has to be computed to serve all its uses."""

    def __init__(self, variable_uses: int = 3) -> None:
        """A variable is worth a local name from `variable_uses` uses on."""
        self._variable_uses = variable_uses
        self._uses: dict[Term, int] = {}
        self._place: dict[Term, Path] = {}
        self._height: dict[Term, int] = {}

    def use(self, term: Term, path: Path = ()) -> None:
        """Note that the term is computed at `path`."""
        if term.kind is CONST:
            return
        uses = self._uses.get(term, 0)
        self._uses[term] = uses + 1
        self._place[term] = _common(self._place.get(term, path), path)
        if not uses or not _worthwhile(term):
            for arg in term.args:
                self.use(arg, path)
        if not uses:
            self._height[term] = 1 + max((self._height.get(arg, 0) for arg in term.args), default=0)

    def settled(self) -> dict[Path, list[Term]]:
        """The shared terms by the place where each is to be computed, operands before what uses them."""
        tallest_first = sorted(self._height, key=lambda term: -self._height[term])
        found: dict[Path, list[Term]] = {}
        for term in tallest_first:
            if self._shared(term):
                self._raise_operands(term, self._place[term])
                found.setdefault(self._place[term], []).insert(0, term)
        return found

    def _shared(self, term: Term) -> bool:
        if term.kind is VAR:
            return self._uses[term] >= self._variable_uses
        if self._height[term] % _TALLEST == 0:
            return True
        return self._uses[term] > 1 and _worthwhile(term)

    def _raise_operands(self, term: Term, path: Path) -> None:
        for arg in term.args:
            if arg in self._place:
                self._place[arg] = _common(self._place[arg], path)
                if not self._shared(arg):
                    self._raise_operands(arg, path)


def _worthwhile(term: Term) -> bool:
    """Whether the term costs more to compute again than to remember."""
    if term.kind is NOT:
        return _worthwhile(term.args[0])
    if term.kind in (EQ, LE, LT):
        return any(arg.args for arg in term.args)
    return bool(term.args)


def _common(first: Path, second: Path) -> Path:
    if first == second:
        return first
    length = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        length += 1
    return first[:length]


class Expressions:
    """Writes terms as Python expressions; `variable` gives the expression that reads a variable."""

    def __init__(self, variable: Callable[[Variable], str]) -> None:
        """Write with no local names yet."""
        self._variable = variable
        self._names: dict[Term, str] = {}

    def name(self, term: Term) -> str:
        """A fresh local name for the term, used for it from now on."""
        self._names[term] = f"x{len(self._names)}"
        return self._names[term]

    def test(self, term: Term) -> str:
        """An expression that is true or false as the term is 1 or 0."""
        known = self._names.get(term)
        return known if known is not None else self._compound(term)

    def value(self, term: Term) -> str:
        """An expression whose value is the integer that the term has (never a Python `bool`)."""
        if term not in self._names and term.kind is ITE:
            condition, then, otherwise = term.args
            return f"({self.value(then)} if {self.test(condition)} else {self.value(otherwise)})"
        text = self.test(term)
        truth = term.kind in _TRUTHS or (term.kind is ITE and term.is_boolean)
        return f"(1 if {text} else 0)" if truth else text

    def _compound(self, term: Term) -> str:
        kind, args = term.kind, term.args
        if kind is CONST:
            return str(term.value) if term.value >= 0 else f"({term.value})"
        if kind is VAR:
            return self._variable(term.variable)
        if kind is NOT:
            inner = args[0]
            if inner.kind is EQ and inner not in self._names:
                return f"({self.test(inner.args[0])} != {self.test(inner.args[1])})"
            return f"(not {self.test(inner)})"
        if kind is MUL:
            return f"({term.value} * {self.test(args[0])})"
        if kind is HALF:
            return f"({self.test(args[0])} // 2)"
        if kind is ITE:
            arm = self.test if term.is_boolean else self.value
            return f"({arm(args[1])} if {self.test(args[0])} else {arm(args[2])})"
        return f"({_SIGN[kind].join(map(self.test, args))})"


class Statements:
    """Writes statements that change the list `t` in place; local variables become Python's own."""

    def __init__(self, index: Mapping[Variable, int], *, checked: bool) -> None:
        """With `checked`, each assignment is followed by a test that its value lies in the range, if it may not."""
        self._index = index
        self._checked = checked
        self._locals: dict[Variable, str] = {}
        self._lines: list[str] = []

    def local(self, variable: Variable) -> str:
        """The name of a local variable."""
        return self._locals.setdefault(variable, f"w{len(self._locals)}")

    def write(self, statements: Iterable[Statement], indent: str) -> list[str]:
        """The lines of the statements, and before them a 0 for each local variable that is new in them."""
        known = set(self._locals)
        self._lines = []
        self._block(statements, indent)
        fresh = [name for variable, name in self._locals.items() if variable not in known]
        return [f"{indent}{name} = 0" for name in fresh] + self._lines

    def _place(self, variable: Variable) -> str:
        return self.local(variable) if variable.local else f"t[{self._index[variable]}]"

    def _block(self, statements: Iterable[Statement], indent: str) -> None:
        for statement in statements:
            if not isinstance(statement, If):
                value = self._prepare(statement.term, indent).value(statement.term)
                place = self._place(statement.variable)
                self._lines.append(f"{indent}{place} = {value}")
                variable, term = statement.variable, statement.term
                if self._checked and not variable.low <= term.low <= term.high <= variable.high:
                    self._lines.append(f"{indent}if not {variable.low} <= {place} <= {variable.high}:")
                    self._lines.append(f"{indent}    left({variable.name!r}, {place})")
                continue
            test = self._prepare(statement.condition, indent).test(statement.condition)
            if not statement.then:
                self._lines.append(f"{indent}if not {test}:")
            else:
                self._lines.append(f"{indent}if {test}:")
                self._block(statement.then, indent + "    ")
                if statement.otherwise:
                    self._lines.append(f"{indent}else:")
            self._block(statement.otherwise, indent + "    ")

    def _prepare(self, term: Term, indent: str) -> Expressions:
        """An expression writer for the term, whose shared parts are computed by lines written now."""
        expressions = Expressions(self._place)
        if term.args:
            sharing = Sharing(variable_uses=5)
            sharing.use(term)
            for part in sharing.settled().get((), ()):
                text = expressions.test(part)
                self._lines.append(f"{indent}{expressions.name(part)} = {text}")
        return expressions


Failures = Callable[[Sequence[int]], int]
"""The bits of the conditions that fail, in the values of the variables."""

Assigned = Callable[[Sequence[int]], tuple[int, ...]]
"""The values after some assignments, all of which read the values before."""


def compiled_failures(units: Mapping[Term, int], index: Mapping[Variable, int]) -> Failures:
    """The function that puts the bits together that conditions give when they fail."""
    writer, lines = _shared(units, index)
    tests = [f"    if not {writer.test(term)}: r |= {bits}" for term, bits in units.items()]
    return _function(["def made(s):", *lines, "    r = 0", *tests, "    return r"])


def compiled_assignments(
    terms: Mapping[Variable, Term], index: Mapping[Variable, int], closing: Iterable[str] = ()
) -> Assigned:
    """The function that gives variables the values of terms over the values before.

    `closing` are lines that change the list `t` of the values after that.
    """
    writer, lines = _shared(terms.values(), index)
    values = [f"    t[{index[variable]}] = {writer.value(term)}" for variable, term in terms.items()]
    return _function(["def made(s):", *lines, "    t = list(s)", *values, *closing, "    return tuple(t)"])


def _shared(terms: Iterable[Term], index: Mapping[Variable, int]) -> tuple[Expressions, list[str]]:
    """A writer of the terms over values `s`, and the lines that compute what they share."""
    return shared(terms, lambda variable: f"s[{index[variable]}]")


def shared(terms: Iterable[Term], variable: Callable[[Variable], str]) -> tuple[Expressions, list[str]]:
    """A writer of the terms, and the lines that compute what they share; `variable` reads one."""
    sharing = Sharing()
    for term in terms:
        sharing.use(term)
    writer = Expressions(variable)
    lines = []
    for part in sharing.settled().get((), ()):
        text = writer.test(part)
        lines.append(f"    {writer.name(part)} = {text}")
    return writer, lines


def _function(lines: list[str]) -> Callable[..., Any]:
    namespace: dict[str, Any] = {}
    exec(compile("\n".join(lines), "<tables>", "exec"), namespace)
    made: Callable[..., Any] = namespace["made"]
    return made
