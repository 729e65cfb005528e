"""The examples in the documentation run as they stand."""

import doctest

import pytest

import explorer
import explorer.search
import explorer.search.diagrams
import explorer.system
import explorer.system.terms


@pytest.mark.parametrize(
    "module",
    [explorer, explorer.system, explorer.system.terms, explorer.search, explorer.search.diagrams],
    ids=lambda m: m.__name__,
)
def test_examples(module):
    failed, attempted = doctest.testmod(module)
    assert (failed, attempted > 0) == (0, True)
