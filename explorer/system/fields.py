"""Positions as integers: what variables hold, side by side in as many bits as their possible values need.

Functions of a position read its fields from the integer, and give integers: the conditions that fail, or the bits that
an assignment flips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from explorer.system.nodes import CONST, Term
from explorer.system.source import shared
from explorer.system.system import State, System
from explorer.system.variables import Variable

Position = int
"""What all variables hold but those of the moment."""

Bits = int

Function = Callable[[Position], Bits]

_MOST_LISTED: Final = 1 << 12  # values of a variable that are numbered, and not counted from the lowest


class Looked(dict[Position, Bits]):
    """A function of some bits of a position, `looks`, that is worked out when these are first met.

    Each is equal to itself only.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __init__(self, looks: Bits, function: Function) -> None:
        """Nothing is known yet."""
        super().__init__()
        self.looks = looks
        self._function = function

    def __missing__(self, key: Position) -> Bits:
        self[key] = found = self._function(key)
        return found


class Fields:
    """Where each variable of a system is kept, but for those of the moment."""

    def __init__(self, system: System, moment: Iterable[Variable]) -> None:
        """Lay the fields side by side."""
        self._system = system
        self._moment = frozenset(moment)
        self._shift: dict[Variable, int] = {}
        self._mask: dict[Variable, int] = {}
        self._values: dict[Variable, Sequence[int]] = {}
        self._names: dict[str, Any] = {}
        self.bits = 0
        for variable in system.variables:
            if variable not in self._moment:
                self._place(variable)

    def _place(self, variable: Variable) -> None:
        values: Sequence[int] = range(variable.low, variable.high + 1)
        known = sorted(self._system.possible.get(variable, ()))
        if known and len(known) <= _MOST_LISTED:
            dense = known[-1] - known[0] == len(known) - 1
            values = range(known[0], known[-1] + 1) if dense else known
        bits = (len(values) - 1).bit_length()
        self._shift[variable] = self.bits
        self._mask[variable] = (1 << bits) - 1
        self._values[variable] = values
        if not isinstance(values, range):
            self._names[f"r{self.bits}"] = tuple(values)
            self._names[f"w{self.bits}"] = {value: number for number, value in enumerate(values)}
        self.bits += bits

    def mask(self, variables: Iterable[Variable]) -> Bits:
        """The bits of some variables."""
        found = 0
        for variable in variables:
            if variable in self._shift:
                found |= self._mask[variable] << self._shift[variable]
        return found

    def position(self, values: Mapping[Variable, int]) -> Position:
        """The position in which the variables have these values, as far as they are given; others their first."""
        found = 0
        for variable, value in values.items():
            if variable in self._shift:
                found |= self._values[variable].index(value) << self._shift[variable]
        return found

    def state(self, position: Position, moment: Mapping[Variable, int]) -> State:
        """The state of a position, where the variables of the moment have these values."""
        return tuple(moment[v] if v in moment else self._held(position, v) for v in self._system.variables)

    def values(self, terms: Sequence[Term]) -> Callable[[Position], tuple[int, ...]]:
        """The values of terms that do not read the moment."""
        writer, lines = shared(terms, self._read)
        values = "".join(f"{writer.value(term)}, " for term in terms)
        found: Callable[[Position], tuple[int, ...]] = self._function([*lines, f"    return ({values})"])
        return found

    def failures(self, units: Mapping[Term, Bits]) -> Function:
        """The bits together that conditions give when they fail."""
        writer, lines = shared(units, self._read)
        tests = [f"    if not {writer.test(term)}: r |= {bits}" for term, bits in units.items()]
        return self._function([*lines, "    r = 0", *tests, "    return r"])

    def flips(self, terms: Mapping[Variable, Term], known: Mapping[Variable, int]) -> Function:
        """What giving variables the values of terms flips, where some variables are known; copies come into order."""
        if self._system.copies.isdisjoint(terms) and all(term.kind is CONST for term in terms.values()):
            mask, constants = self.mask(terms), self.position({v: term.value for v, term in terms.items()})
            before = self.position(known)
            return lambda position: (position | before) & mask ^ constants
        writer, lines = shared(terms.values(), self._read)
        after = {variable: writer.value(term) for variable, term in terms.items()}
        for orbit in self._system.orbits:
            copies = [variable for row in orbit.rows for variable in row]
            if len(orbit.rows) < 2 or terms.keys().isdisjoint(copies):
                continue
            for variable in copies:
                name = f"v{self._shift[variable]}_{self._system.index[variable]}"
                lines.append(f"    {name} = {after.get(variable, self._read(variable))}")
                after[variable] = name
            rows = ", ".join(f"({', '.join(after[variable] for variable in row)},)" for row in orbit.rows)
            lines.append(f"    {rows} = sorted(({rows}))")
        written = [self._written(variable, text) for variable, text in after.items() if self._mask[variable]]
        known_bits = self.position(known)
        first = [f"    p |= {known_bits}"] if known_bits else []
        return self._function([*first, *lines, f"    return p & {self.mask(after)} ^ ({' | '.join(written) or 0})"])

    def _held(self, position: Position, variable: Variable) -> int:
        return self._values[variable][position >> self._shift[variable] & self._mask[variable]]

    def _read(self, variable: Variable) -> str:
        values, shift = self._values[variable], self._shift[variable]
        if len(values) == 1:
            return f"({values[0]})"
        number = f"p >> {shift} & {self._mask[variable]}"
        if not isinstance(values, range):
            return f"r{shift}[{number}]"
        return f"(({number}){values[0]:+})" if values[0] else f"({number})"

    def _written(self, variable: Variable, text: str) -> str:
        values, shift = self._values[variable], self._shift[variable]
        if not isinstance(values, range):
            return f"w{shift}[{text}] << {shift}"
        return f"({text}{-values[0]:+} << {shift})" if values[0] else f"(({text}) << {shift})"

    def _function(self, lines: Sequence[str]) -> Callable[[Position], Any]:
        names = dict(self._names)
        exec(compile("\n".join(["def made(p):", *lines]), "<positions>", "exec"), names)
        made: Callable[[Position], Any] = names["made"]
        return made
