"""When something was answered: a day, a month, or a year."""

from datetime import date

import pytest

from models.errors import InputError
from models.periods import Period, read_period


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2012-09-21", date(2012, 9, 21), date(2012, 9, 21)),
        ("2012-02", date(2012, 2, 1), date(2012, 2, 29)),
        ("2013-02", date(2013, 2, 1), date(2013, 2, 28)),
        ("2012-12", date(2012, 12, 1), date(2012, 12, 31)),
        ("2012", date(2012, 1, 1), date(2012, 12, 31)),
    ],
)
def test_the_days_that_may_be_meant(text, first, last):
    assert read_period(text) == Period(first, last)


@pytest.mark.parametrize("text", ["", "-", "12", "2012-13", "2012-02-30", "2012-9", "0000", "2012-09-21T00", "spring"])
def test_what_is_no_time(text):
    with pytest.raises(InputError, match="no day, month or year"):
        read_period(text)


def test_the_last_year_there_is():
    """A year without one after it is no time either."""
    with pytest.raises(InputError):
        read_period("9999")
