"""The mutants of a module: one small change each, by mutmut's mutators and some of our own.

mutmut's runner is not used: it leaves out functions with decorators, and calls each function by a detour. Beside its
changes a condition is negated, a constructor of terms turned into its opposite, and left out are a filter of a
comprehension, a part of a tuple or list (a clause of a guard, an update), an argument where the call is still one (a
keyword's, or of a function that takes any number), a call that is a statement, and an assignment to an attribute or a
key. Not changed are what never runs (annotations, docstrings), decorators, `__all__` and the case of a string's letters;
and no value becomes None, since `mypy --strict` refuses nearly all such mutants before a test is run.

DeMillo, Lipton and Sayward, "Hints on test data selection", IEEE Computer 11(4), 1978.
"""

import ast
import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation import mutators

ROOT = Path(__file__).parents[2]
_TO_NONE = {mutators.operator_arg_removal, mutators.operator_assignment, mutators.operator_lambda}
_MUTATORS = [(kind, change) for kind, change in mutators.mutation_operators if change not in _TO_NONE]
_PAIRS = [("all_of", "any_of"), ("all", "any"), ("min", "max"), ("plus", "minus")]
_OPPOSITES = {**dict(_PAIRS), **{second: first for first, second in _PAIRS}}
_BUILT_IN = frozenset({"all", "any", "min", "max"})


@dataclass(frozen=True, order=True)
class Mutant:
    """A change of a module: the how-manieth of it, the lines that it touches, whether it is made on import, and a name.

    The name is the changed code, before and after, and which of the module's changes like it: it stays where the module
    is edited elsewhere.
    """

    path: str
    number: int
    first: int
    last: int
    at_import: bool
    name: str


@dataclass(frozen=True)
class _Change:
    """A node, what it becomes, and of the mutant the lines and the time."""

    node: cst.CSTNode
    changed: cst.CSTNode
    first: int
    last: int
    at_import: bool


@cache
def variadic() -> frozenset[str]:
    """The names of the product's functions that take any number of arguments."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "explorer").rglob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return frozenset(node.name for node in nodes if node.args.vararg)


def _called(node: cst.Call) -> str:
    """The last word of what is called."""
    name = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
    return name.value if isinstance(name, cst.Name) else ""


def negated(test: cst.BaseExpression) -> cst.BaseExpression:
    """A condition that holds where this one does not."""
    inner = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.UnaryOperation(operator=cst.Not(), expression=inner)


def _negated_by_a_mutator(test: cst.BaseExpression) -> bool:
    match test:
        case cst.UnaryOperation(operator=cst.Not()):
            return True
        case cst.Comparison(comparisons=[one]):
            return isinstance(one.operator, cst.Is | cst.IsNot | cst.In | cst.NotIn | cst.Equal | cst.NotEqual)
    return False


def calls(node: cst.Call, known: frozenset[str]) -> Iterator[cst.BaseExpression]:
    """A call without one of its arguments, that of its opposite, and what is negated by it."""
    name = _called(node)
    for at, one in enumerate(node.args):
        if one.keyword or (name in variadic() and len(node.args) > 1):
            yield node.with_changes(args=[*node.args[:at], *node.args[at + 1 :]])
    if isinstance(node.func, cst.Name) and _OPPOSITES.get(name) in known:
        yield node.with_changes(func=cst.Name(_OPPOSITES[name]))
    if name == "negate" and len(node.args) == 1:
        yield node.args[0].value


def shortened(node: cst.Tuple | cst.List) -> Iterator[cst.CSTNode]:
    """A tuple or list without one of its parts."""
    for at in range(len(node.elements)):
        rest = [*node.elements[:at], *node.elements[at + 1 :]]
        if len(rest) == 1 and isinstance(node, cst.Tuple):
            rest = [rest[0].with_changes(comma=cst.Comma())]
        yield node.with_changes(elements=rest)


def changes(node: cst.CSTNode, known: frozenset[str]) -> Iterator[cst.CSTNode]:
    """What a node may be changed into in a module that knows these names."""
    for kind, change in _MUTATORS:
        if isinstance(node, kind):
            made: Iterable[cst.CSTNode] = change(node)
            yield from islice(made, 1) if change is mutators.operator_string else made
    match node:
        case cst.If() | cst.While() | cst.Assert() if not _negated_by_a_mutator(node.test):
            yield node.with_changes(test=negated(node.test))
        case cst.CompFor():
            yield from (node.with_changes(ifs=[*node.ifs[:at], *node.ifs[at + 1 :]]) for at in range(len(node.ifs)))
        case cst.Expr(value=cst.Call()):
            yield node.with_changes(value=cst.Ellipsis())
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Attribute() | cst.Subscript())]):
            yield cst.Expr(cst.Ellipsis())
        case cst.Call():
            yield from calls(node, known)
        case cst.Tuple(lpar=[_, *_]) | cst.List() if len(node.elements) > 1:
            yield from shortened(node)


def left_alone(node: cst.CSTNode) -> bool:
    """Nothing in this node is changed."""
    match node:
        case cst.Annotation() | cst.Decorator() | cst.Import() | cst.ImportFrom() | cst.AssignTarget():
            return True
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name("__all__"))]):
            return True
    return False


class _Visitor(cst.CSTVisitor):
    """Collects the changes, each with the lines from the start of its statement to its own end."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, known: frozenset[str]) -> None:
        super().__init__()
        self.found: list[_Change] = []
        self._known = known
        self._functions = 0
        self._statements = [1]

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Look for changes of a node; a function's parameters belong to what is outside of it."""
        place = self.get_metadata(PositionProvider, node, None)
        if left_alone(node):
            return False
        if self._opens(node) and place:
            self._statements.append(place.start.line)
        last = place.end.line if place else self._statements[-1]
        lines = (self._statements[-1], max(last, self._statements[-1]))
        self.found += [_Change(node, made, *lines, not self._functions) for made in changes(node, self._known)]
        if not isinstance(node, cst.FunctionDef):
            return True
        node.params.visit(self)
        self._functions += 1
        node.body.visit(self)
        self._functions -= 1
        return False

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Forget the statement that ends."""
        if self._opens(original_node):
            self._statements.pop()

    def _opens(self, node: cst.CSTNode) -> bool:
        return isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement) and not left_alone(node)


def _changes(text: str) -> tuple[cst.Module, list[_Change]]:
    imported = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
    visitor = _Visitor(_BUILT_IN | {alias.name for node in imported for alias in node.names})
    wrapper = MetadataWrapper(cst.parse_module(text))
    wrapper.visit(visitor)
    return wrapper.module, visitor.found


@cache
def _of_module(path: str) -> tuple[cst.Module, list[_Change]]:
    return _changes((ROOT / path).read_text(encoding="utf-8"))


def _written(module: cst.Module, one: _Change) -> str:
    made = module.deep_replace(one.node, one.changed)
    assert isinstance(made, cst.Module)
    return made.code


def mutated(text: str) -> list[str]:
    """The texts of all mutants of a module with this text."""
    module, found = _changes(text)
    return [_written(module, one) for one in found]


def mutants(path: str) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    module, found = _of_module(path)
    like: Counter[str] = Counter()
    made = []
    for number, one in enumerate(found):
        name = f"{module.code_for_node(one.node).strip()} -> {module.code_for_node(one.changed).strip()}"
        like[name] += 1
        made.append(Mutant(path, number, one.first, one.last, one.at_import, f"{path}: {name} #{like[name]}"))
    return made


def source(mutant: Mutant) -> str:
    """The text of the module with the change."""
    module, found = _of_module(mutant.path)
    return _written(module, found[mutant.number])


def told(mutant: Mutant) -> str:
    """The lines that differ, as `- before` and `+ after`, without what is around them."""
    before = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()
    differing = difflib.unified_diff(before, source(mutant).splitlines(), lineterm="", n=0)
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in islice(differing, 2, None) if line[0] in "+-")
