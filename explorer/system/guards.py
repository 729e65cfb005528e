"""The guards of many commands as one Python function that lists those that hold.

They form a tree in which a condition that several guards share is tested once for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from explorer.system.constructors import FALSE, TRUE
from explorer.system.interface import CommandIndex
from explorer.system.nodes import AND, Term
from explorer.system.source import Expressions, Path, Sharing
from explorer.system.variables import Variable

Guarded = tuple[CommandIndex, tuple[Term, ...]]
"""A command and the conditions that must all hold for it."""


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The conditions that together are the term; none for `TRUE`."""
    if term.kind is AND:
        return term.args
    return () if term is TRUE else (term,)


def moves_source(guarded: Iterable[Guarded], index: Mapping[Variable, int]) -> list[str]:
    """The lines of a function `moves(s)`: the commands whose conditions hold in state `s`, ascending."""
    tree = _tree([(n, tuple(c for t in tests for c in conjuncts(t))) for n, tests in guarded])
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
class _Node:
    """Conditions, and what is tested or found where they all hold."""

    tests: tuple[Term, ...] = ()
    children: list[_Node] = field(default_factory=list)
    command: CommandIndex | None = None


def _tree(guarded: list[Guarded]) -> _Node:
    """The condition that most guards share is tested first, and so on."""
    root = _Node()
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
    root.children += [_Node(tests, [], number) for number, tests in guarded]
    return root


def _commands(node: _Node) -> Iterator[CommandIndex]:
    if node.command is not None:
        yield node.command
    for child in node.children:
        yield from _commands(child)


def _note_uses(node: _Node, path: Path, sharing: Sharing) -> None:
    for number, child in enumerate(node.children):
        for test in child.tests:
            sharing.use(test, path)
        _note_uses(child, (*path, number), sharing)


def _lines(node: _Node, path: Path, shared: Mapping[Path, list[Term]], expressions: Expressions) -> Iterator[str]:
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
