"""Terms read in many states, against the system's own way to read one."""

import itertools

import pytest

from explorer.system.commands import Assign, Clause, Command
from explorer.system.folding import fold
from explorer.system.readings import Readings
from explorer.system.system import System, UnknownVariable
from explorer.system.terms import TRUE, all_of, equal, integer, less, one_of, plus, read

A, B, FIXED, UNREAD = (integer(name, 0, 3) for name in ("a", "b", "fixed", "unread"))
STEP = Command("player", "step", (Clause("room", less(read(A), 2)),), (Assign(A, plus(read(A), 1)), Assign(B, read(A))))
WHOLE = System(
    (A, B, FIXED, UNREAD), {A: 0, B: 0, FIXED: 3, UNREAD: 0}, (STEP, Command("p", "x", (), (Assign(UNREAD, 1),)))
)
TERMS = (
    read(A),
    plus(read(A), read(B)),
    read(FIXED),
    equal(read(A), 3),
    all_of(one_of(read(B), [1, 2]), less(read(A), 2)),
    TRUE,
)


@pytest.mark.parametrize("system", [WHOLE, fold(WHOLE, TERMS)], ids=["whole", "folded"])
def test_what_the_system_says(system):
    """Constants, variables and terms, in every state that keeps to the possible values, asked twice."""
    readings = Readings(system, TERMS)
    ranges = [sorted(system.possible.get(v, range(v.low, v.high + 1))) for v in system.variables]
    states = list(itertools.product(*ranges))
    assert len(states) >= 9
    for state in (*states, *states):
        assert readings.of(state) == {term: system.value(state, term) for term in TERMS}


def test_what_the_system_does_not_keep():
    """Folding has dropped it."""
    with pytest.raises(UnknownVariable, match="no variable unread"):
        Readings(fold(WHOLE, TERMS), [read(UNREAD)])
