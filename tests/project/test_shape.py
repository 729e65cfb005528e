"""The shape of the code: every module says what it is about, and reads in one sitting."""

import ast

import pytest

from tests.project.sources import ROOT, modules, text, tree

MOST_LINES = 400
UNWANTED = {"utils", "util", "helpers", "common", "manager", "base", "misc"}


@pytest.mark.parametrize("path", modules(), ids=str)
def test_a_module_has_a_docstring(path):
    """Of a sentence at least."""
    docstring = ast.get_docstring(tree(path))
    assert docstring
    assert docstring.split("\n\n")[0].rstrip().endswith((".", ":"))


@pytest.mark.parametrize("path", modules(), ids=str)
def test_a_module_reads_in_one_sitting(path):
    """When one grows past this, it holds two ideas."""
    assert len(text(path).splitlines()) < MOST_LINES


def test_no_module_is_a_drawer_for_everything():
    """A module is named by a noun of the domain."""
    assert not {path.stem for path in modules()} & UNWANTED


def test_every_folder_of_code_is_a_package():
    """Nothing is found by accident."""
    folders = {path.parent for path in modules()}
    assert all((ROOT / folder / "__init__.py").exists() for folder in folders)
