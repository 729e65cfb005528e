"""What ``import explorer`` offers, and when it is loaded."""

import subprocess
import sys

import pytest

import explorer
from explorer import api


@pytest.mark.parametrize("name", explorer.__all__)
def test_the_functions_are_those_of_the_api(name):
    """Each by its name, and seen by whoever looks at what there is."""
    assert getattr(explorer, name) is getattr(api, name)
    assert name in dir(explorer)


def test_nothing_else_is_offered():
    """A name that there is not is refused as in any module."""
    with pytest.raises(AttributeError, match="module 'explorer' has no attribute 'solve'"):
        _ = explorer.solve


def test_nothing_is_loaded_before_it_is_asked_for():
    """So that importing a part of the package costs that part alone."""
    code = "import sys, explorer; seen = lambda: 'explorer.api' in sys.modules; print(seen(), explorer.load, seen())"
    called = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    words = called.stdout.split()
    assert (words[0], words[-1]) == ("False", "True")
