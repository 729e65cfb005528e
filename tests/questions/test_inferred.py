"""What is inferred is what the record says; if that was changed on purpose, write the record anew."""

import pytest

from tests.questions.inferred import SETS, measured, record


@pytest.mark.parametrize("number", range(SETS))
def test_what_is_inferred(number):
    """From each set of made-up evidence."""
    assert measured(number) == record()[number]


def test_the_sets_are_of_all_kinds():
    """Some agree, some conflict, some conflict more than is looked for, some have eras, some are cut short."""
    text = ["\n".join(lines) for lines in record()]
    assert len(text) == SETS
    for words, number in (("conflict of", 25), ("nothing is known", 5), ("from None until", 24), ("tied:", 20)):
        assert sum(words in one for one in text) == number, words
