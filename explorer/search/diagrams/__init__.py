"""Searching sets of states at once, as binary decision diagrams: for boards that are too large to be gone through.

Thirty lamps that anybody switches on, one after the other:

>>> from explorer.search.diagrams import View, survey
>>> from explorer.system import Assign, Clause, Command, System
>>> from explorer.system.terms import boolean, negate, read
>>> lamps = [boolean(f"lamp {number}") for number in range(30)]
>>> def switched(lamp):
...     return Command("rules", f"{lamp} on", (Clause("it is off", negate(lamp)),), (Assign(lamp, 1),))
>>> system = System(tuple(lamps), dict.fromkeys(lamps, 0), tuple(map(switched, lamps)))
>>> found = survey(system, View((read(lamps[0]),)))
>>> print(found)
1073741824 states, 16106127360 transitions, 1 terminal
>>> [ending.case for ending in found.endings]
[(1,)]

It needs OxiDD, the extra ``diagrams``; to be imported only where it is used.
"""

from explorer.search.diagrams.survey import Growing, survey
from explorer.search.surveys import Case, Ending, Survey, View

__all__ = ["Case", "Ending", "Growing", "Survey", "View", "survey"]
