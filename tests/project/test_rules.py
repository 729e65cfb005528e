"""Every rule that a guard names is in the data with what it says, and no other is."""

import ast

from models.library import Library
from tests.project.sources import modules, tree


def named(prefix):
    """What the guards of the game name after the prefix, as far as it is written out in a module."""
    return {
        node.value.removeprefix(prefix)
        for path in modules()
        if str(path).startswith("explorer/game")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(prefix)
    }


def test_rules_that_guards_name():
    """They are those of ``models/rules.yaml``."""
    assert named("rule: ") == set(Library().rules)


def test_clauses_that_guards_name():
    """They are clauses of every ruleset."""
    assert named("ruleset: ") - {""} <= set(Library().clauses)
