"""Terms: integer expressions over variables, simplified while they are built.

One language with three readings: compiled to Python for search, translated to Z3 for proof, printed for
people. Booleans are the integers 0 and 1. Equal structure is the same object, so terms are compared by
identity.

>>> place = enumeration("place", ["hand", "field", "graveyard"])
>>> due = boolean("due")
>>> print(all_of(equal(place, 2), negate(due)))
place = graveyard and not due
>>> all_of(equal(place, 2), equal(place, 1)) is FALSE
True
"""

from explorer.system.constructors import (
    FALSE,
    TRUE,
    Operand,
    all_of,
    any_of,
    at_least,
    at_most,
    count_true,
    either,
    equal,
    half,
    implies,
    larger,
    less,
    lift,
    minus,
    negate,
    one_of,
    plus,
    smaller,
    times,
)
from explorer.system.evaluation import evaluate, rebuild, substitute
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
    bounds,
    const,
    read,
    variables_of,
)
from explorer.system.variables import Variable, boolean, enumeration, integer, scratch

__all__ = [
    "ADD",
    "AND",
    "CONST",
    "EQ",
    "FALSE",
    "HALF",
    "ITE",
    "LE",
    "LT",
    "MUL",
    "NOT",
    "OR",
    "SUB",
    "TRUE",
    "VAR",
    "Operand",
    "Term",
    "Variable",
    "all_of",
    "any_of",
    "at_least",
    "at_most",
    "boolean",
    "bounds",
    "const",
    "count_true",
    "either",
    "enumeration",
    "equal",
    "evaluate",
    "half",
    "implies",
    "integer",
    "larger",
    "less",
    "lift",
    "minus",
    "negate",
    "one_of",
    "plus",
    "read",
    "rebuild",
    "scratch",
    "smaller",
    "substitute",
    "times",
    "variables_of",
]
