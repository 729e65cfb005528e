"""The formal core: variables, terms, guarded commands, and what steps through them. It knows no card game.

A farmer has to bring a wolf, a goat and a cabbage across a river, one at a time. Left alone, the wolf eats the goat,
and the goat the cabbage. Each variable tells who is across; a crossing is allowed when nobody will be eaten after it:

>>> from explorer.system import Assign, Clause, Command, CompiledStepper, System
>>> from explorer.system.terms import all_of, any_of, boolean, equal, negate, substitute
>>> farmer, wolf, goat, cabbage = everybody = [boolean(name) for name in ("farmer", "wolf", "goat", "cabbage")]
>>> safe = all_of(any_of(equal(farmer, goat), negate(equal(goat, other))) for other in (wolf, cabbage))
>>> def takes(load):
...     crossing = {who: negate(who) for who in (farmer, load)}
...     guard = Clause("at hand", equal(load, farmer)), Clause("nobody is eaten", substitute(safe, crossing))
...     return Command("farmer", f"takes {load}", guard, tuple(Assign(who, term) for who, term in crossing.items()))
>>> river = System(tuple(everybody), dict.fromkeys(everybody, 0), tuple(takes(load) for load in everybody))
>>> stepper = CompiledStepper(river)
>>> [(river.commands[move].event, state) for move, state in stepper.successors(stepper.initial_state())]
[('takes goat', (1, 0, 1, 0))]

`explorer.system.terms` has the term language, `folding` the passes that make a system smaller, and `solving`, to be
imported only where it is used, what Z3 decides.
"""

from explorer.system.commands import RULES, Assign, Clause, Command, If, OutOfDomain, block
from explorer.system.compiled import CompiledStepper
from explorer.system.interface import TransitionSystem
from explorer.system.reference import ReferenceStepper
from explorer.system.system import IllFormedSystem, Orbit, Pruned, State, System
from explorer.system.terms import Term, Variable

__all__ = [
    "RULES",
    "Assign",
    "Clause",
    "Command",
    "CompiledStepper",
    "If",
    "IllFormedSystem",
    "Orbit",
    "OutOfDomain",
    "Pruned",
    "ReferenceStepper",
    "State",
    "System",
    "Term",
    "TransitionSystem",
    "Variable",
    "block",
]
