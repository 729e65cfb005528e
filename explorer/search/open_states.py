"""States of which something is open: a number for what is known, a term over the open variables for what is not."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.system.evaluation import evaluate, substitute
from explorer.system.nodes import AND, CONST, EQ, VAR, Term, const, read, variables_of
from explorer.system.variables import Variable

Value = int | Term
"""What a variable holds: a number, or a term over the initial values of the open variables."""

OpenState = tuple[Value, ...]
"""The values of a system's variables, in their order."""


def plain(term: Term) -> Value:
    """The number of a constant, and else the term."""
    return term.value if term.kind is CONST else term


def value_of(term: Term, values: Mapping[Variable, Value]) -> Value:
    """The value of a term where variables have these values: a number if it does not depend on what is open."""
    replacements: dict[Variable, Term] = {}
    for variable in variables_of(term):
        value = values[variable]
        if isinstance(value, Term):
            replacements[variable] = value
    if not replacements:
        return evaluate(term, values)  # type: ignore[arg-type]
    for variable in variables_of(term):
        value = values[variable]
        if isinstance(value, int):
            replacements[variable] = const(value)
    return plain(substitute(term, replacements))


class Reader:
    """Reads terms in many states, and remembers what it has read: most terms depend on few variables."""

    def __init__(self) -> None:
        self._known: dict[Term, tuple[tuple[Variable, ...], dict[OpenState, Value]]] = {}

    def value(self, term: Term, values: Mapping[Variable, Value]) -> Value:
        """As `value_of`."""
        read_here = self._known.get(term)
        if read_here is None:
            read_here = self._known[term] = tuple(variables_of(term)), {}
        variables, known = read_here
        key = tuple([values[variable] for variable in variables])
        found = known.get(key)
        if found is None:
            found = known[key] = value_of(term, values)
        return found


def pinned(values: dict[Variable, Value], holds: Term) -> dict[Variable, Value]:
    """The same values where a condition holds that leaves an open number one value.

    So what has come to be the same number is the same, be it that it was added up in another way.
    """
    facts: dict[Variable, Term] = {}
    for part in holds.args if holds.kind is AND else (holds,):
        if part.kind is EQ and part.args[0].kind is VAR and part.args[1].kind is CONST:
            variable = part.args[0].variable
            if variable.labels is None and variable.high - variable.low > 1:
                facts[variable] = part.args[1]
    if not facts:
        return values
    return {
        variable: plain(substitute(value, facts)) if isinstance(value, Term) and value is not read(variable) else value
        for variable, value in values.items()
    }
