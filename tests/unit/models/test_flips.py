"""A clause of a ruleset with another value, as the command line writes it."""

import pytest

from models.errors import InputError
from models.library import Library
from models.ruleset import read_flip

LIBRARY = Library()
OCG = LIBRARY.ruleset("ocg")


def flip(text):
    return read_flip(text, OCG, LIBRARY.clauses)


def test_a_clause_with_two_values_needs_no_more():
    assert flip("compelled act") == ("compelled act", "a mandatory item")


@pytest.mark.parametrize("value", ["one", "as many as arise"])
def test_of_a_clause_with_more_values_one_is_named(value):
    assert flip(f"chains after the adjustment: {value}") == ("chains after the adjustment", value)


@pytest.mark.parametrize(
    ("text", "says", "expected"),
    [
        ("chains after the adjustment", "which value of", "chains after the adjustment: one"),
        ("chains after the adjustment: one, directly", "is no other value", "chains after the adjustment: one"),
        ("compelled act: nothing", "'nothing' is no other value", "compelled act: a mandatory item"),
        ("compelled", "no clause is called 'compelled'", "compelled act"),
        ("", "no clause is called ''", "compelled act"),
    ],
)
def test_what_is_no_flip_is_refused(text, says, expected):
    with pytest.raises(InputError, match=says) as refused:
        flip(text)
    assert expected in refused.value.expected


def test_a_variant_is_named_by_what_was_changed():
    """The ruleset itself stays as it is."""
    variant = OCG.variant({"compelled first": "opponent"})
    assert variant.id == "ocg with compelled first: opponent"
    assert (variant["compelled first"], OCG["compelled first"]) == ("opponent", "turn player")
    assert OCG.variant({}) is OCG
