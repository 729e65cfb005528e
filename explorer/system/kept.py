"""States that are kept in another form than they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar, overload

from explorer.system.system import State


class Form(Protocol):
    """How states are kept: one, or many in a row, taken apart."""

    def state(self, kept: Any, /) -> State:
        """The state that is kept so."""
        ...

    def states(self, kept: Any, /) -> Iterator[State]:
        """The states that are kept so, in order."""
        ...


F = TypeVar("F", bound=Form)
K = TypeVar("K")


class KeptStates(Sequence[State], Generic[F, K]):
    """States that are kept in a form, in a row that can be cut, and taken apart when they are looked at."""

    def __init__(self, form: F, kept: K) -> None:
        self._form = form
        self._kept: Any = kept

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return list(self._form.states(self._kept[number]))
        return self._form.state(self._kept[number])

    def __iter__(self) -> Iterator[State]:
        return self._form.states(self._kept)
