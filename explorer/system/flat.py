"""States as integers: what a search in plain Python keeps, compares and hashes.

Variables have fields of bits in their order. Those of less than a byte do not reach over the end of one, so that a
state is taken apart a byte at a time: a table has for each byte the values that it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, product
from typing import Any, Final, NamedTuple, Protocol

from explorer.system.kept import KeptStates
from explorer.system.system import State
from explorer.system.variables import Variable

_MOST_BITS: Final = 64  # of a variable
_BYTE: Final = 8


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


class Place(NamedTuple):
    """Where a variable is kept: how far its value is above `low`, in so many bits above `shift`."""

    shift: int
    bits: int
    low: int

    @property
    def mask(self) -> int:
        """The bits that it takes, moved down."""
        return (1 << self.bits) - 1

    def byte(self) -> int | None:
        """The byte in which it is, which it may share; None when it takes several."""
        return self.shift // _BYTE if self.bits <= _BYTE else None


class FlatLayout:
    """The fields of some variables, `places`: as many bits as the range of each needs, at least one."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        """Lay the variables out. Raises `OverflowError` when one does not fit 64 bits."""
        self.places: list[Place] = []
        used = 0
        for variable in variables:
            bits = max(1, (variable.high - variable.low).bit_length())
            if bits > _MOST_BITS:
                raise OverflowError(f"{variable} does not fit 64 bits")
            if bits > _BYTE - used % _BYTE:
                used += -used % _BYTE
            self.places.append(Place(used, bits, variable.low))
            used += bits if bits <= _BYTE else bits + -bits % _BYTE
        self.bytes = -(-used // _BYTE)
        self._masks = {v: place.mask << place.shift for v, place in zip(variables, self.places, strict=True)}
        self.number = self._written()
        self.state = self._read()

    def mask(self, variables: Iterable[Variable]) -> int:
        """The bits of some variables."""
        found = 0
        for variable in variables:
            found |= self._masks[variable]
        return found

    def numbers(self, states: Sequence[State]) -> list[int]:
        """The integers of some states. Raises `OverflowError` when a value does not fit its field."""
        for place, column in zip(self.places, zip(*states, strict=True), strict=False):
            if min(column) < place.low or max(column) > place.low + place.mask:
                raise OverflowError(f"{min(column)}..{max(column)} does not fit {place}")
        return list(map(self.number, states))

    def states(self, numbers: Iterable[int]) -> Iterator[State]:
        """The states of some integers."""
        return map(self.state, numbers)

    def _written(self) -> Callable[[State], int]:
        """The function that puts the integer of a state together."""
        fields = [
            f"(s[{n}]{-place.low:+} << {place.shift})" if place.low else f"(s[{n}] << {place.shift})"
            for n, place in enumerate(self.places)
        ]
        written: Callable[[State], int] = _made([f"    return {' | '.join(fields) or 0}"], {})
        return written

    def _read(self) -> Callable[[int], State]:
        """The function that takes an integer apart."""
        values: list[str] = []
        tables: dict[str, Any] = {}
        for byte, group in groupby(self.places, Place.byte):
            places = list(group)
            if byte is None:
                values += [f"(s >> {place.shift} & {place.mask}){place.low:+}" for place in places]
            else:
                values.append(f"*t{len(tables)}[b[{byte}]]")
                tables[f"t{len(tables)}"] = _values(places)
        lines = [f"    b = s.to_bytes({self.bytes}, 'little')", f"    return ({''.join(f'{v}, ' for v in values)})"]
        read: Callable[[int], State] = _made(lines, tables)
        return read


class FlatStates(KeptStates[FlatLayout, Sequence[int]]):
    """States that are kept as integers, and taken apart when they are looked at."""

    @property
    def places(self) -> Sequence[Place]:
        """Where each variable is kept."""
        return self._form.places

    def rows(self) -> tuple[int, bytes]:
        """How many bytes a state has, and the bytes of all states, from the lowest on."""
        size = self._form.bytes
        return size, b"".join([number.to_bytes(size, "little") for number in self._kept])

    def picked(self, numbers: Sequence[int]) -> FlatStates:
        """The states with these numbers, in their order, still as integers."""
        return FlatStates(self._form, [self._kept[number] for number in numbers])


def _values(places: Sequence[Place]) -> list[State]:
    """The values of variables that share a byte, from its lowest bit on, by what it holds."""
    ranges = [range(place.low, place.low + place.mask + 1) for place in reversed(places)]
    return [values[::-1] for values in product(*ranges)]


def _made(lines: Iterable[str], names: dict[str, Any]) -> Callable[..., Any]:
    exec(compile("\n".join(["def made(s):", *lines]), "<layout>", "exec"), names)
    made: Callable[..., Any] = names["made"]
    return made
