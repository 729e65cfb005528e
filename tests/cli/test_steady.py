"""The same call prints the same bytes, whatever order a process hashes strings in."""

import pytest

CALLS = [
    ("explore", "A05", "--json"),
    ("explore", "A05", "--open", "all", "--json"),
    ("best", "A05", "--json"),
    ("why", "B10", "Manticore of Darkness activates", "--json"),
    ("why", "A46", "the turn player wins", "--json"),
    ("compare", "A05", "--rulesets", "ocg-2013,tcg", "--json"),
    ("check", "A46", "B12", "--json"),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(call[:2]))
def test_two_runs_print_the_same(process, call):
    """In two processes, each with its own seed of hashes."""
    environments = [{"PYTHONHASHSEED": seed} for seed in ("1", "2")]
    started = [process(*call, extra=extra) for extra in environments]
    first, second = (one.communicate(timeout=120)[0] for one in started)
    assert first == second
    assert first
