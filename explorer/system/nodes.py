"""Nodes of the term language, shared so that equal structure is one object.

Hash-consing (Filliâtre and Conchon, "Type-safe modular hash-consing", 2006): `make` looks a node up before it
builds it, so equality of terms is identity, and any answer about a term can be remembered by the term. The
table holds its nodes weakly: the terms of a board go when the board goes.

Callers build terms with `explorer.system.terms`, which simplifies; `make` does not.
"""

from __future__ import annotations

from typing import Any, Final
from weakref import ref

from explorer.system.variables import Variable

CONST: Final = "const"
VAR: Final = "var"
AND: Final = "and"
OR: Final = "or"
NOT: Final = "not"
EQ: Final = "="
LE: Final = "<="
LT: Final = "<"
ADD: Final = "+"
SUB: Final = "-"
MUL: Final = "*"
HALF: Final = "half"
ITE: Final = "if"

NO_VARIABLES: Final[frozenset[Variable]] = frozenset()


class Term:
    """An expression over variables. Never changed once built; equal structure is the same object.

    `args` holds the operands. `value` is the number of a `CONST`, or the factor of a `MUL`. `variable` is
    that of a `VAR`; no other kind has one. Every value the term can take over the ranges of its variables lies in
    `low`..`high` (the converse need not hold: the interval forgets how the operands depend on each other).
    `is_boolean` says whether that is within 0..1.
    """

    __slots__ = (
        "__weakref__",
        "_tabulated",
        "_variables",
        "args",
        "high",
        "is_boolean",
        "kind",
        "low",
        "value",
        "variable",
    )

    kind: str
    args: tuple[Term, ...]
    value: int
    low: int
    high: int
    is_boolean: bool
    variable: Variable
    _variables: frozenset[Variable] | None
    _tabulated: tuple[int, ...] | None

    def __bool__(self) -> bool:
        """Raise `TypeError`: `if term` is a mistake wherever it stands."""
        raise TypeError(f"a term has no truth value until it is evaluated: {self}")

    def __str__(self) -> str:
        """The term as people read it, with the labels of constants."""
        return _write(self, 0)

    def __repr__(self) -> str:
        """As `str`, but marked as a term."""
        return f"<Term {self}>"

    def __copy__(self) -> Term:
        """The same object: there is one of each structure."""
        return self

    def __deepcopy__(self, memo: object) -> Term:
        """The same object: there is one of each structure."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle so that loading finds the node that is there already."""
        if self.kind is VAR:
            return read, (self.variable,)
        return _revive, (self.kind, self.args, self.value, self.low, self.high)


class _Kept(ref[Term]):
    """A node of the table, held weakly, and where in the table it is."""

    __slots__ = ("key",)

    key: tuple[Any, ...]


_TABLE: dict[tuple[Any, ...], _Kept] = {}


def _drop(reference: _Kept) -> None:
    if _TABLE.get(reference.key) is reference:
        del _TABLE[reference.key]


def make(kind: str, args: tuple[Term, ...], value: int, low: int, high: int) -> Term:
    """The one node of this kind, with these operands and this number."""
    key = (kind, args, value)
    reference = _TABLE.get(key)
    if reference is not None:
        found = reference()
        if found is not None:
            return found
    term = Term()
    term.kind = kind
    term.args = args
    term.value = value
    term.low = low
    term.high = high
    term.is_boolean = low >= 0 and high <= 1
    term._variables = None
    term._tabulated = None
    _keep(key, term)
    return term


def _keep(key: tuple[Any, ...], term: Term) -> None:
    reference = _Kept(term, _drop)
    reference.key = key
    _TABLE[key] = reference


_KINDS: Final = {kind: kind for kind in (CONST, VAR, AND, OR, NOT, EQ, LE, LT, ADD, SUB, MUL, HALF, ITE)}


def _revive(kind: str, args: tuple[Term, ...], value: int, low: int, high: int) -> Term:
    """The node of an unpickled description; kinds are compared by identity, so its kind is looked up."""
    return make(_KINDS[kind], args, value, low, high)


def existing(kind: str, args: tuple[Term, ...]) -> Term | None:
    """The node of this kind and these operands if some term holds it now, else None."""
    reference = _TABLE.get((kind, args, 0))
    return None if reference is None else reference()


def const(value: int) -> Term:
    """The term that is always `value`."""
    found = _SMALL.get(value)
    return make(CONST, (), int(value), int(value), int(value)) if found is None else found


_SMALL: Final = {value: make(CONST, (), value, value, value) for value in range(-1, 256)}
"""Constants that boards have all the time, held so that they need not be made again."""


def read(variable: Variable) -> Term:
    """The term that reads `variable`.

    Variables of one name but different ranges (of two boards, say) have different terms.
    """
    found: Term | None = variable._read
    if found is not None:
        return found
    key = (VAR, variable.name, variable.low, variable.high, variable.labels, variable.local)
    reference = _TABLE.get(key)
    term = None if reference is None else reference()
    if term is None:
        term = Term()
        term.kind = VAR
        term.args = ()
        term.value = 0
        term.low = variable.low
        term.high = variable.high
        term.is_boolean = term.low >= 0 and term.high <= 1
        term.variable = variable
        term._variables = frozenset((variable,))
        term._tabulated = None
        _keep(key, term)
    variable._read = term
    return term


def bounds(term: Term) -> tuple[int, int]:
    """An interval that holds every value of the term."""
    return term.low, term.high


def variables_of(term: Term) -> frozenset[Variable]:
    """The variables that the term reads."""
    found = term._variables
    if found is None:
        found = NO_VARIABLES
        for arg in term.args:
            more = variables_of(arg)
            if not more <= found:
                found = more if found <= more else found | more
        term._variables = found
    return found


_LEVEL: Final = {OR: 1, AND: 2, NOT: 3, EQ: 4, LE: 4, LT: 4, ADD: 5, SUB: 5, MUL: 6, HALF: 6, ITE: 0}


def _write(term: Term, level: int) -> str:
    """The term as text, in brackets when it binds less tightly than `level`."""
    kind = term.kind
    if kind is CONST:
        return str(term.value)
    if kind is VAR:
        return term.variable.name
    if kind is NOT and term.args[0].kind is EQ:
        kind, text = EQ, _write_comparison("is not", term.args[0])
    else:
        text = _write_compound(term)
    return f"({text})" if _LEVEL[kind] < level else text


def _write_compound(term: Term) -> str:
    kind, args = term.kind, term.args
    if kind is AND or kind is OR:
        return f" {kind} ".join(_write(arg, _LEVEL[NOT]) for arg in args)
    if kind is NOT:
        return f"not {_write(args[0], 4)}"
    if kind is MUL:
        return f"{term.value} * {_write(args[0], 7)}"
    if kind is HALF:
        return f"half of {_write(args[0], 7)}"
    if kind is ITE:
        return f"if {_write(args[0], 1)} then {_write(args[1], 1)} else {_write(args[2], 1)}"
    if kind is ADD:
        text = _write(args[0], 5)
        for arg in args[1:]:
            minus = arg.kind is CONST and arg.value < 0
            text += f" - {-arg.value}" if minus else f" + {_write(arg, 6)}"
        return text
    if kind is SUB:
        return f"{_write(args[0], 5)} - {_write(args[1], 6)}"
    return _write_comparison(kind, term)


def _write_comparison(sign: str, term: Term) -> str:
    left, right = term.args
    if right.kind is CONST and left.kind is VAR:
        return f"{left.variable.name} {sign} {left.variable.label(right.value)}"
    return f"{_write(left, 5)} {sign} {_write(right, 5)}"
