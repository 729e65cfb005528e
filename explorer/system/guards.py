"""The guards of many commands as one Python function that lists those that hold.

They form a tree in which a condition that several guards share is tested once for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from explorer.system.constructors import FALSE, TRUE
from explorer.system.evaluation import substitute
from explorer.system.interface import CommandIndex
from explorer.system.nodes import AND, CONST, EQ, VAR, Term, const
from explorer.system.source import Expressions, Path, Sharing
from explorer.system.system import System
from explorer.system.variables import Variable

Guarded = tuple[CommandIndex, tuple[Term, ...]]
"""A command and the conditions that must all hold for it."""


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The conditions that together are the term; none for `TRUE`."""
    if term.kind is AND:
        return term.args
    return () if term is TRUE else (term,)


class GuardGroups:
    """The guards of a system by the value of the variable that most of them compare with a constant, the control.

    A state needs to look only at those of its own value.
    """

    def __init__(self, system: System) -> None:
        """Group the commands of the system."""
        self._tests = [conjuncts(command.condition) for command in system.commands]
        self.control = _control(self._tests)
        self._by_value: dict[int, list[CommandIndex]] = {}
        self._anywhere: list[CommandIndex] = []
        for number, tests in enumerate(self._tests):
            values = [test.args[1].value for test in tests if _compared(test) == self.control is not None]
            place = self._by_value.setdefault(values[0], []) if values else self._anywhere
            place.append(number)

    def of(self, value: int) -> list[Guarded]:
        """The guards that may hold where the control has the value, simplified by it; all, when there is no control."""
        if self.control is None:
            return list(enumerate(self._tests))
        memo: dict[Term, Term] = {}
        replacements = {self.control: const(value)}
        return [
            (number, tuple(substitute(test, replacements, memo) for test in self._tests[number]))
            for number in sorted(self._by_value.get(value, []) + self._anywhere)
        ]


def _compared(test: Term) -> Variable | None:
    """The variable that the test compares with a constant, if it is such a test."""
    if test.kind is EQ and test.args[0].kind is VAR and test.args[1].kind is CONST:
        return test.args[0].variable
    return None


def control_of(system: System) -> Variable | None:
    """The variable that most guards of the system compare with a constant."""
    return _control(conjuncts(command.condition) for command in system.commands)


def _control(guards: Iterable[tuple[Term, ...]]) -> Variable | None:
    """The variable that most guards compare with a constant."""
    counts: Counter[Variable] = Counter()
    for tests in guards:
        counts.update({v: 1 for test in tests if (v := _compared(test)) is not None})
    return max(counts, key=lambda variable: counts[variable], default=None)


def moves_source(guarded: Iterable[Guarded], index: Mapping[Variable, int]) -> list[str]:
    """The lines of a function `moves(s)`: the commands whose conditions hold in state `s`, ascending."""
    tree = guard_tree(guarded)
    sharing = Sharing()
    _note_uses(tree, (), sharing)
    shared = sharing.settled()
    expressions = Expressions(lambda variable: f"s[{index[variable]}]")
    lines = ["def moves(s):", "    r = []", *_lines(tree, (), shared, expressions)]
    ordered = list(_commands(tree))
    if ordered != sorted(ordered):
        lines.append("    r.sort()")
    return [*lines, "    return r"]


@dataclass
class GuardTree:
    """Conditions, and what is tested or found where they all hold."""

    tests: tuple[Term, ...] = ()
    children: list[GuardTree] = field(default_factory=list)
    command: CommandIndex | None = None


def guard_tree(guarded: Iterable[Guarded]) -> GuardTree:
    """The guards as a tree: the condition that most of them share is tested first, and so on."""
    return _tree([(n, tuple(c for t in tests for c in conjuncts(t))) for n, tests in guarded])


def _tree(guarded: list[Guarded]) -> GuardTree:
    root = GuardTree()
    guarded = [(number, tests) for number, tests in guarded if FALSE not in tests]
    counts = Counter(test for _, tests in guarded for test in dict.fromkeys(tests))
    while counts:
        shared = max(counts, key=lambda test: counts[test])
        if counts[shared] < 2:
            break
        inside = [(n, tuple(t for t in tests if t is not shared)) for n, tests in guarded if shared in tests]
        guarded = [(n, tests) for n, tests in guarded if shared not in tests]
        for _, tests in inside:
            counts.subtract(dict.fromkeys(tests, 1))
        del counts[shared]
        branch = _tree(inside)
        branch.tests = (shared,)
        root.children.append(branch)
    root.children += [GuardTree(tests, [], number) for number, tests in guarded]
    return root


def _commands(node: GuardTree) -> Iterator[CommandIndex]:
    if node.command is not None:
        yield node.command
    for child in node.children:
        yield from _commands(child)


def _note_uses(node: GuardTree, path: Path, sharing: Sharing) -> None:
    for number, child in enumerate(node.children):
        for test in child.tests:
            sharing.use(test, path)
        _note_uses(child, (*path, number), sharing)


def _lines(node: GuardTree, path: Path, shared: Mapping[Path, list[Term]], expressions: Expressions) -> Iterator[str]:
    """The lines inside `node`: first what its children share, then the children."""
    indent = "    " * (len(path) + 1)
    for term in shared.get(path, ()):
        text = expressions.test(term)
        yield f"{indent}{expressions.name(term)} = {text}"
    for number, child in enumerate(node.children):
        inner = indent
        if child.tests:
            yield f"{indent}if {' and '.join(map(expressions.test, child.tests))}:"
            inner += "    "
        if child.command is not None:
            yield f"{inner}r.append({child.command})"
        elif child.children:
            yield from _lines(child, (*path, number), shared, expressions)
