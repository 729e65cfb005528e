"""Sweeps of a few cards, and what they find."""

from functools import cache

from explorer.atlas.plan import Plan
from explorer.atlas.records import records
from explorer.atlas.spec import Spec
from models.library import Library

LIBRARY = Library()


def spec(*cards, **said):
    """A spec of these cards, under today's rules unless it is said otherwise."""
    return Spec(**{"cards": cards, "rulesets": ("ocg",), **said})


@cache
def swept(wanted):
    """Every record of a sweep, by the name of the board and the ruleset."""
    plan = Plan(wanted, LIBRARY)
    return {(one.board, one.ruleset): one for one in records(plan, 0, len(plan))}
