"""Small systems in which a token moves from place to place, and formulas about where it is and how it moves."""

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.questions.formulas import Formulas
from explorer.search.explore import NO_LIMITS, Limits, explore
from explorer.search.graph import StateGraph
from explorer.system.commands import Assign, Clause, Command
from explorer.system.system import System
from explorer.system.terms import enumeration, equal
from models.formula import Along, Denied, Happens, Joined, Link, Over, Path, Quantifier, Says
from models.phrase import Who

TURN, OPPONENT, RULES = "turn player", "opponent", "rules"


@dataclass(frozen=True)
class Tokens:
    """A system: for each place who moves the token from there, and for each of their moves its name and where it leads.

    Conditions in formulas are marks of places, moments are marks of moves.
    """

    moves: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]]
    marks: Mapping[str, frozenset[str]]

    def graph(self, limits: Limits = NO_LIMITS) -> StateGraph:
        """All places that can be reached from the first."""
        names = list(self.moves)
        token = enumeration("token", names) if len(names) > 1 else enumeration("token", [*names, "nowhere"])
        commands = [
            Command(
                by,
                event,
                (Clause("here", equal(token, names.index(here))),),
                (Assign(token, names.index(there)),),
            )
            for here, (by, moves) in self.moves.items()
            for event, there in moves
        ]
        return explore(System((token,), {token: 0}, tuple(commands)), limits=limits)

    def place(self, graph: StateGraph, state: int) -> str:
        """The name of a state."""
        (token,) = graph.system.variables
        return token.label(graph.states[state][0])

    def says(self, graph: StateGraph):
        """The tests of states for conditions."""
        return lambda mark: lambda state: mark in self.marks.get(self.place(graph, state), ())

    def happens(self, graph: StateGraph):
        """The tests of edges for moments."""
        return lambda mark: lambda source, edge: mark in self.marks.get(graph.event(edge), ())

    def formulas(self, limits: Limits = NO_LIMITS) -> Formulas:
        """Formulas about this system."""
        graph = self.graph(limits)
        return Formulas(graph, self.says(graph), self.happens(graph))


def tokens(marks: Mapping[str, str] = {}, **moves) -> Tokens:
    """``a=("turn player", "b", "c")``: from a the turn player moves to b, by ``a>b``, or to c; ``a=()``: nobody does.

    A place carries its own name as a mark, a move its own, and what ``marks`` gives them, word by word.
    """
    steps = {
        here: (by[0], tuple((f"{here}>{there}", there) for there in by[1:])) if by else (RULES, ())
        for here, by in moves.items()
    }
    own = {name: {name} for name in (*moves, *(event for _, ways in steps.values() for event, _ in ways))}
    more = {name: frozenset(words | set(marks.get(name, "").split())) for name, words in own.items()}
    return Tokens(steps, more)


# ---- formulas in few letters -----------------------------------------------------------------------------------------


def at(mark):
    return Says(mark)


def step(mark):
    return Happens(mark)


def both(left, right):
    return Joined(Link.AND, left, right)


def either(left, right):
    return Joined(Link.OR, left, right)


def implies(left, right):
    return Joined(Link.IMPLIES, left, right)


def equals(left, right):
    return Joined(Link.EQUALS, left, right)


def path(quantifier, along, aim, keeps=None, *players):
    """``path("E", "F", p)``, ``path("<<>>", "U", q, p, TURN)`` for ``<<turn player>> (p U q)``."""
    return Path(Quantifier(quantifier), Along(along), aim, keeps, tuple(Who(player) for player in players))


OVER, NOT = Over(), Denied
