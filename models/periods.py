"""Periods: a day, a month or a year, as the first and the last day that it may mean."""

from __future__ import annotations

import datetime
import re

import msgspec

from models.errors import InputError

_PERIOD = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")


class Period(msgspec.Struct, frozen=True, order=True):
    """All days from ``first`` to ``last``."""

    first: datetime.date
    last: datetime.date


def read_period(text: str) -> Period:
    """The days that ``2012-09-21``, ``2012-09`` or ``2012`` may mean; raises :class:`InputError`."""
    found = _PERIOD.fullmatch(text)
    try:
        if found is None:
            raise ValueError
        year, month, day = (int(part) if part else None for part in found.groups())
        assert year is not None
        first = datetime.date(year, month or 1, day or 1)
        if day is not None:
            return Period(first, first)
        after = datetime.date(year + (month or 12) // 12, (month or 12) % 12 + 1, 1)
    except ValueError:
        expected = ["2012-09-21", "2012-09", "2012"]
        raise InputError(f"{text[:80]!r} is no day, month or year", expected=expected) from None
    return Period(first, after - datetime.timedelta(days=1))
