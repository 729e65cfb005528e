"""The product's source files, parsed."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("explorer", "models", "reports")


def modules() -> list[Path]:
    """Every module of the product, below the root."""
    return [path.relative_to(ROOT) for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def text(path: Path) -> str:
    """The text of a module."""
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(text(path), str(path))


def dotted(path: Path) -> str:
    """The name under which a module is imported."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def strings(path: Path) -> list[tuple[int, str]]:
    """Every string of a module, docstrings and the fixed parts of f-strings included, with its line."""
    nodes = ast.walk(tree(path))
    return [
        (node.lineno, node.value) for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
