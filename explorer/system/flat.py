"""States as integers, a byte or more for each variable: what a search in plain Python keeps, compares and hashes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from struct import Struct
from typing import Final, Protocol, overload

from explorer.system.system import State
from explorer.system.variables import Variable

_CODES: Final = (("B", 0, 8), ("b", 7, 7), ("H", 0, 16), ("h", 15, 15), ("I", 0, 32), ("i", 31, 31), ("Q", 0, 64), ("q", 63, 63))


class Layout(Protocol):
    """Where each variable is kept in the integer that stands for a state."""

    def mask(self, variables: Iterable[Variable]) -> int:
        """The bits of some variables."""
        ...

    def number(self, state: State) -> int:
        """The integer of a state whose variables are in their ranges."""
        ...

    def state(self, number: int) -> State:
        """The state of an integer."""
        ...


class FlatLayout:
    """Whole bytes for each variable, in their order, so that `struct` takes a state apart in one go."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        """Lay the variables out. Raises `OverflowError` when one does not fit 64 bits."""
        self.codes = [_code(variable) for variable in variables]
        self._struct = Struct("<" + "".join(self.codes))
        self.bytes = self._struct.size
        self._masks: dict[Variable, int] = {}
        place = 0
        for variable, code in zip(variables, self.codes, strict=True):
            bits = 8 * Struct("<" + code).size
            self._masks[variable] = (1 << bits) - 1 << place
            place += bits

    def mask(self, variables: Iterable[Variable]) -> int:
        """The bits of some variables."""
        found = 0
        for variable in variables:
            found |= self._masks[variable]
        return found

    def number(self, state: State) -> int:
        """The integer of a state. Raises `struct.error` when a value does not fit its bytes."""
        return int.from_bytes(self._struct.pack(*state), "little")

    def state(self, number: int) -> State:
        """The state of an integer."""
        return self._struct.unpack(number.to_bytes(self.bytes, "little"))

    def states(self, numbers: Iterable[int]) -> Iterator[State]:
        """The states of some integers."""
        size, unpack = self.bytes, self._struct.unpack
        return (unpack(number.to_bytes(size, "little")) for number in numbers)


def _code(variable: Variable) -> str:
    """The type of `struct` that holds every value of the variable."""
    for code, below, above in _CODES:
        least = -(1 << below) if below else 0
        if least <= variable.low and variable.high < 1 << above:
            return code
    raise OverflowError(f"{variable} does not fit 64 bits")


class FlatStates(Sequence[State]):
    """States that are kept as integers, and taken apart when they are looked at."""

    def __init__(self, layout: FlatLayout, numbers: Sequence[int]) -> None:
        self._layout = layout
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return list(self._layout.states(self._numbers[number]))
        return self._layout.state(self._numbers[number])

    def __iter__(self) -> Iterator[State]:
        return self._layout.states(self._numbers)

    def picked(self, numbers: Sequence[int]) -> FlatStates:
        """The states with these numbers, in their order, still as integers."""
        return FlatStates(self._layout, [self._numbers[number] for number in numbers])
