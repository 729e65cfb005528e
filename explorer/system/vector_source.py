"""Python source text for terms and statements over whole columns of states, with numpy.

All rows are computed at once. A choice becomes a mask: what is assigned inside it is kept where the mask holds, and the
inside is left out when it holds nowhere. All terms are total, so computing one in rows where it is not asked for is
safe. A term is computed once, and remembered until a variable that it reads is assigned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from explorer.system.commands import Assign, If, Statement
from explorer.system.guards import GuardTree
from explorer.system.nodes import ADD, AND, CONST, EQ, HALF, ITE, LE, LT, MUL, NOT, OR, SUB, VAR, Term, variables_of
from explorer.system.packing import column_type
from explorer.system.variables import Variable

_LOGIC: Final = {AND: " & ", OR: " | "}
_COMPARISON: Final = {EQ: "==", LE: "<=", LT: "<"}
_ARITHMETIC: Final = {ADD: "add", SUB: "subtract", MUL: "multiply"}


class Places:
    """The numbers of variables, and the types of their columns by number."""

    def __init__(self, variables: Iterable[Variable]) -> None:
        """Number the variables in their order; others follow as they are met."""
        self.kinds: list[str] = []
        self._numbers: dict[Variable, int] = {}
        for variable in variables:
            self.number(variable)

    def number(self, variable: Variable) -> int:
        """The number of a variable; one that is new gets the next."""
        found = self._numbers.setdefault(variable, len(self.kinds))
        if found == len(self.kinds):
            self.kinds.append(column_type(variable.low, variable.high))
        return found


class ColumnSource:
    """Writes lines that compute columns; `c` holds the columns of variables by their number.

    A variable of the state has its place in it as its number; local variables follow.
    """

    def __init__(self, places: Places) -> None:
        """Write for states in which the variables have these places."""
        self.lines: list[str] = []
        self._places = places
        self._scopes: list[dict[Term, str]] = [{}]
        self._count = 0

    def line(self, text: str) -> None:
        """Add a line, inside the masks that are open."""
        self.lines.append("    " * len(self._scopes) + text)

    def named(self, text: str) -> str:
        """The name of a new column with the value of an expression."""
        self._count += 1
        self.line(f"x{self._count} = {text}")
        return f"x{self._count}"

    def value(self, term: Term) -> str:
        """An expression for the column of the term: a name, a column of `c`, or a number."""
        if term.kind is CONST:
            return str(term.value)
        if term.kind is VAR:
            return f"c[{self._places.number(term.variable)}]"
        for scope in reversed(self._scopes):
            if term in scope:
                return scope[term]
        name = self.named(self._compound(term))
        self._scopes[-1][term] = name
        return name

    def cast(self, term: Term, kind: str) -> str:
        """The same, as an expression of a type that holds it."""
        if term.kind is CONST:
            return str(term.value) if kind == "object" else f"{kind}({term.value})"
        text = self.value(term)
        return text if _type(term) == kind else f"{text}.astype({kind})"

    def _compound(self, term: Term) -> str:
        kind, args = term.kind, term.args
        if kind in _LOGIC:
            return _LOGIC[kind].join(map(self.value, args))
        if kind is NOT:
            return f"~{self.value(args[0])}"
        if kind in _COMPARISON:
            # A truth is compared with a truth: beside a number, numpy would widen it to 64 bits.
            kinds = {_type(arg) for arg in args if arg.kind is not CONST}
            left, right = (
                self.cast(arg, "bool") if kinds == {"bool"} and arg.is_boolean else self.value(arg) for arg in args
            )
            return f"{left} {_COMPARISON[kind]} {right}"
        if kind is ITE:
            condition, *arms = args
            then, otherwise = (self.cast(arm, column_type(arm.low, arm.high)) for arm in arms)
            found = _widest(arms)
            return _as(f"where({self.value(condition)}, {then}, {otherwise})", found, term)
        wide = _widest((term, *args), min(-1, term.value), term.value)  # truths do not add up: at least 8 bits
        if kind is HALF:
            return _as(f"{self.cast(args[0], wide)} >> 1", wide, term)
        if kind is MUL:
            return _as(f"multiply({self.value(args[0])}, {term.value}, dtype={wide})", wide, term)
        text = self.value(args[0])
        for arg in args[1:]:
            text = f"{_ARITHMETIC[kind]}({text}, {self.value(arg)}, dtype={wide})"
        return _as(text, wide, term)

    def guards(self, tree: GuardTree, mask: str = "") -> None:
        """Put into the list `r` each command below the tree with the rows in which it is allowed."""
        for child in tree.children:
            tests = " & ".join([*([mask] if mask else []), *map(self.value, child.tests)])
            inner = self.named(tests) if child.tests else mask
            if child.command is not None:
                self.line(f"r.append(({child.command}, {inner or 'ones(n, bool)'}))")
            else:
                self.guards(child, inner)

    def statements(self, statements: Iterable[Statement], mask: str = "") -> None:
        """Carry the statements out in the rows of the mask; in all, when it is empty."""
        for statement in statements:
            if not isinstance(statement, If):
                self._assign(statement, mask)
                continue
            condition = self.value(statement.condition)
            branches = [(condition, statement.then), (f"~{condition}", statement.otherwise)]
            masked = [(self.named(f"{mask} & {text}" if mask else text), block) for text, block in branches if block]
            for inner, block in masked:
                with self._where(inner):
                    self.statements(block, inner)

    def _assign(self, assign: Assign, mask: str) -> None:
        variable, term = assign.variable, assign.term
        place, kind = f"c[{self._places.number(variable)}]", column_type(variable.low, variable.high)
        if not (variable.low <= term.low and term.high <= variable.high):
            text = f"{self.cast(term, _type(term))}, {mask}" if mask else self.cast(term, _type(term))
            self.line(f"check({variable.name!r}, {variable.low}, {variable.high}, {text})")
        constant = term.kind is CONST
        if not mask:
            text = f"full(n, {term.value}, {kind})" if constant else self.cast(term, kind)
            text += ".copy()" * (term.kind is VAR)  # columns are changed in place, so no two may be one
        elif constant and kind == "bool":
            text = f"{place} | {mask}" if term.value else f"{place} & ~{mask}"
        else:
            text = f"where({mask}, {self.cast(term, kind)}, {place})"
        self.line(f"{place} = {text}")
        for scope in self._scopes:
            for known in [known for known in scope if variable in variables_of(known)]:
                del scope[known]

    @contextmanager
    def _where(self, mask: str) -> Iterator[None]:
        """What is written inside is carried out when the mask holds somewhere."""
        self.line(f"if {mask}.any():")
        self._scopes.append({})
        yield
        self._scopes.pop()


def _type(term: Term) -> str:
    return column_type(term.low, term.high)


def _widest(terms: Iterable[Term], low: int = 0, high: int = 0) -> str:
    """The narrowest type that holds all values of the terms and the numbers from `low` to `high`."""
    terms = tuple(terms)
    return column_type(min(low, *(term.low for term in terms)), max(high, *(term.high for term in terms)))


def _as(text: str, found: str, term: Term) -> str:
    """The expression, of type `found`, as one of the type of the term."""
    return text if found == _type(term) else f"({text}).astype({_type(term)})"
