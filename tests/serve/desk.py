"""Requests as a page sends them, carried out in this process."""

import json
from functools import cache

from explorer.serve.requests import Bounds, Desk
from explorer.serve.worker import answered
from tests.questions.asked import library

REKINDLING = """\
board:
  turn player:
    monsters:
      - {Flamvell Firedog: [by Rekindling, 2 copies]}
    spells and traps:
      - Imperial Iron Wall
      - {Emergency Provisions: set}
  lingering:
    - Rekindling by turn player on Flamvell Firedog, Flamvell Firedog
"""

_ANY = f"spells and traps: [{', '.join(['some quick effect or none'] * 5)}]"
ENDLESS = f"turn player:\n  {_ANY}\nopponent:\n  {_ANY}\n"
"""A board that takes minutes before its search begins, so that no limit of a search ends it."""


@cache
def desk():
    """A desk with the library of all tests."""
    return Desk(library(), Bounds())


def asked(name, *, at=None, **body):
    """The status and the data of the answer to a request."""
    answer = answered(at or desk(), name, json.dumps(body).encode())
    return answer.status, json.loads(answer.body)


def answer(name, **body):
    """The data of an answer that is given."""
    status, data = asked(name, **body)
    assert status == 200, data
    return data


def refused(name, **body):
    """The status of an answer that is not given, and why: the message, and the line and column."""
    status, data = asked(name, **body)
    error = data["error"]
    return status, error["message"], (error["line"], error["column"])


def told(data):
    """The lines of an answer, as a command prints them."""
    return [line for line, _ in data["lines"]]
