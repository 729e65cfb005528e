"""Imports go one way only: each layer stands on those that DESIGN section 2 puts below it, and on nothing else."""

import ast

import pytest

from tests.project.sources import dotted, modules, tree

STANDS_ON = {
    "models": set(),
    "explorer.system": set(),
    "explorer.search": {"explorer.system"},
    "explorer.game": {"explorer.system", "models"},
    "explorer.questions": {"explorer.search", "explorer.game"},
    "reports": {"explorer.questions"},
    "explorer": {"explorer.questions"},  # subjects and api: what the command line and Python users call
    "explorer.atlas": {"explorer"},
    "reports.atlas": {"explorer.atlas", "reports"},
    "explorer.serve": {"explorer", "reports"},
    "explorer.cli": {"explorer", "explorer.atlas", "explorer.serve", "reports", "reports.atlas"},
    "explorer.__main__": {"explorer.cli"},
}
ONLY_IN = {
    "z3": {f"explorer.system.{one}" for one in ("agreement", "proving", "solving")},
    "numpy": {
        *(
            f"explorer.system.{one}"
            for one in (
                "codes",
                "grid",
                "grid_moves",
                "keys",
                "layout",
                "lookup",
                "moments",
                "packing",
                "parting",
                "rows",
                "spread",
                "vectors",
            )
        ),
        *(
            f"explorer.search.{one}"
            for one in ("backwards", "checkpoints", "frontiers", "machine", "positions", "rounds", "visited")
        ),
        *(f"explorer.search.folded{one}" for one in ("", "_games", "_plays", "_states", "_survey")),
        *(f"explorer.search.grid{one}" for one in ("", "_games", "_states")),
    },
    "numba": {"explorer.search.machine"},
    "oxidd": {"explorer.search.diagrams.encoding"},
    "networkx": {"explorer.search.view", "reports.graphs.formats"},
    "pygraphviz": {"reports.graphs.layout"},
    "click": {
        f"explorer.cli{one}"
        for one in (
            "",
            ".options",
            ".ask",
            ".authoring",
            ".boards",
            ".compare",
            ".corpus",
            ".drafting",
            ".infer",
            ".library",
            ".play",
            ".prove",
            ".report",
            ".serve",
            ".sweep",
        )
    },
    "dask": {"explorer.cluster"},
    "distributed": {"explorer.cluster"},
    "pyarrow": {"explorer.atlas.table"},
    "jinja2": {"reports.page.document"},
    "starlette": {"explorer.serve.app"},
    "uvicorn": {"explorer.serve.server"},
    "pytest": {"reports.suite", "reports.suite_option"},
    "rapidfuzz": {"models.likeness"},
    "rich": {"reports.terminal"},
    "textual": {"reports.play.panels", "reports.play.screen"},
    "lark": {
        "models.grammar",
        "models.phrase_builder",
        "models.claim_builder",
        "models.noun_builder",
        "models.formula_builder",
    },
    "ruamel": {"models.parsing", "reports.narration.narrator"},
}
"""Libraries that one part of the house uses; everything else works without them."""


def layer(name):
    """The layer of a module, None for a module of somebody else."""
    found = [one for one in STANDS_ON if name == one or name.startswith(f"{one}.")]
    return max(found, key=len, default=None)


def below(one):
    """All layers below a layer, and the layer itself."""
    found = {one}
    for lower in STANDS_ON[one]:
        found |= below(lower)
    return found


def imports(path):
    """What a module imports, wherever in it: the line and the full name of each module."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            yield node.lineno, node.module
            if (node.module or "") in ("explorer", "models", "reports") or layer(node.module) == "explorer":
                yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=str)
def test_imports_go_one_way(path):
    """Also those inside functions and those for type checkers."""
    allowed = below(layer(dotted(path)))
    for line, name in imports(path):
        if layer(name) is not None:
            assert layer(name) in allowed, f"{path}:{line}: {layer(dotted(path))} does not stand on {name}"


@pytest.mark.parametrize("path", modules(), ids=str)
def test_libraries_are_used_where_they_belong(path):
    """A solver, a graph library, a terminal: each has its place."""
    for line, name in imports(path):
        top = name.split(".")[0]
        assert dotted(path) in ONLY_IN.get(top, {dotted(path)}), f"{path}:{line}: {top} is not for this module"


def test_there_is_no_way_round():
    """The layers themselves form no circle, and the test sees all of them."""
    assert all(one not in set().union(*(below(lower) for lower in STANDS_ON[one]), set()) for one in STANDS_ON)
    assert {layer(dotted(path)) for path in modules()} == set(STANDS_ON)
    assert layer("explorer.system.terms") == "explorer.system"
    assert layer("explorer.subjects") == "explorer"
    assert layer("networkx") is None
