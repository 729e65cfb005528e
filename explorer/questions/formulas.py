"""Formulas of CTL and ATL on a state graph: where they hold.

A play is a row of states with a step between each two, until no move is left, or for ever. State formulas are asked of
its states, step formulas of its steps, each in its turn:

* ``F p`` - some state (step) of the play is p; on a play that goes round without it, that is false;
* ``G p`` - every state (step) is p, up to the end if there is one;
* ``X p`` - the next state (step) is p; false where nothing follows;
* ``p U q`` - some state (step) is q, and every state (step) before it is p;
* ``p W q`` - that, or every one is p.

``E`` is some play, ``A`` every play, ``<<C>>`` the plays that the players C can enforce whatever the others do, and
``[[C]] p`` is not ``<<C>>`` not p: what C cannot prevent. All four are one question: who is to see to it? Everybody for
E, nobody for A, C for ``<<C>>``, and all others for ``[[C]]``, since each of these games is won by one side or by the
other (Alur, Henzinger, Kupferman, "Alternating-time temporal logic", 2002; Grädel, Thomas, Wilke (eds.), "Automata,
Logics, and Infinite Games", 2002, chapter 2). The steps of the rules are nobody's choice, and nobody counts on them:
they are with everybody for E, and else against whoever has to see to something.

A formula is evaluated bottom up, each operator as a fixed point: one attractor of the graph. In a partial graph, what
lies beyond the states whose steps are not known is taken for the worst or for the best (``sure``), so that an answer is
given where it does not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from explorer.game.players import PLAYERS
from explorer.questions.inquiry import Inquiry
from explorer.questions.moments import Moments
from explorer.search.games import Winning, attractor
from explorer.search.graph import Edge, StateGraph, StateNumber
from explorer.search.plays import EdgeTest
from explorer.system.commands import RULES
from models.formula import Along, Denied, Formula, Happens, Joined, Link, Over, Path, Quantifier, Says
from models.phrase import Condition, Moment

States = frozenset[StateNumber]
EVERYBODY = frozenset({*(player.value for player in PLAYERS), RULES})

REACHING = (Along.EVENTUALLY, Along.UNTIL)


@dataclass(frozen=True)
class Spots:
    """Where something holds: states, or steps between them."""

    numbers: frozenset[int]
    steps: bool = False

    def after(self, graph: StateGraph, edge: Edge) -> bool:
        """Whether the step is such a spot, or the state that it leads to."""
        return (edge if self.steps else graph.targets[edge]) in self.numbers


@dataclass(frozen=True)
class Race:
    """A game in which ``players`` have to get to ``goal`` past ``keeps`` only; ``winning`` is where they can."""

    players: frozenset[str]
    keeps: Spots
    goal: Spots
    winning: Winning


def speaks_of_steps(formula: Formula) -> bool:
    """Whether the formula is asked of steps; else it is asked of states."""
    match formula:
        case Happens():
            return True
        case Denied(part):
            return speaks_of_steps(part)
        case Joined(_, left, _):
            return speaks_of_steps(left)
        case _:
            return False


def guardians(path: Path) -> frozenset[str]:
    """Who is to see to what a path formula says, against all others."""
    named = frozenset(who.value for who in path.players)
    match path.quantifier:
        case Quantifier.SOME:
            return EVERYBODY
        case Quantifier.EVERY:
            return frozenset()
        case Quantifier.ENFORCE:
            return named
        case Quantifier.DESPITE:
            return EVERYBODY - named


@dataclass(eq=False)
class Formulas:
    """The truth of formulas on one graph. ``says`` tests its states, ``happens`` its edges."""

    graph: StateGraph
    says: Callable[[Condition], Callable[[StateNumber], bool]]
    happens: Callable[[Moment], EdgeTest]
    _paths: dict[tuple[Path, bool], States] = field(default_factory=dict)
    _races: dict[tuple[Path, bool], Race] = field(default_factory=dict)
    _edges: dict[Formula, frozenset[Edge]] = field(default_factory=dict)

    @classmethod
    def of(cls, inquiry: Inquiry) -> Formulas:
        """Formulas about the board of an inquiry."""
        moments = Moments(inquiry)
        return cls(inquiry.graph, inquiry.holds, lambda moment: lambda source, edge: moments.fits(moment, source, edge))

    @cached_property
    def everywhere(self) -> States:
        """All states."""
        return frozenset(range(len(self.graph.states)))

    @cached_property
    def unknown(self) -> States:
        """The states whose steps are not known."""
        return frozenset(range(self.graph.expanded, len(self.graph.states)))

    def reachable(self, state: StateNumber) -> States:
        """The states that plays from a state get to, itself among them."""
        if state == 0:
            return self.everywhere
        reached, pending = {state}, [state]
        for source in pending:  # the list grows while it is read
            further = {self.graph.targets[edge] for edge in self.graph.edges(source)} - reached
            reached |= further
            pending += further
        return frozenset(reached)

    def holds(self, formula: Formula, state: StateNumber = 0) -> bool | None:
        """Whether the formula holds in a state; None where a partial graph does not tell."""
        if state in self.where(formula, sure=True, among=frozenset({state})):
            return True
        if not self.unknown or state not in self.where(formula, sure=False, among=frozenset({state})):
            return False
        return None

    # ---- where a formula holds ----

    def where(self, formula: Formula, *, sure: bool, among: States | None = None) -> States:
        """Those ``among`` the states (all by default) where the formula surely holds; or else where it may hold."""
        among = self.everywhere if among is None else among
        match formula:
            case Says(condition):
                test = self.says(condition)
                return frozenset(filter(test, among))
            case Over():
                over = among.intersection(self.graph.terminal)
                return over if sure else over | (among & self.unknown)
            case Denied(part):
                return among - self.where(part, sure=not sure, among=among)
            case Joined(Link.AND, left, right):
                return self.where(right, sure=sure, among=self.where(left, sure=sure, among=among))
            case Joined(Link.OR, left, right):
                found = self.where(left, sure=sure, among=among)
                return found | self.where(right, sure=sure, among=among - found)
            case Joined(Link.IMPLIES, left, right):
                found = self.where(left, sure=not sure, among=among)
                return (among - found) | self.where(right, sure=sure, among=found)
            case Joined(Link.EQUALS, left, right):
                there = Joined(Link.IMPLIES, left, right)
                return self.where(Joined(Link.AND, there, Joined(Link.IMPLIES, right, left)), sure=sure, among=among)
            case Path():
                return among & self._path(formula, sure)
        raise ValueError("a step formula is asked of a state")

    def edges(self, formula: Formula) -> frozenset[Edge]:
        """The edges where a step formula holds."""
        if formula not in self._edges:
            self._edges[formula] = self._edges_of(formula)
        return self._edges[formula]

    def _edges_of(self, formula: Formula) -> frozenset[Edge]:
        graph = self.graph
        match formula:
            case Happens(moment):
                test = self.happens(moment)
                every = ((state, edge) for state in range(graph.expanded) for edge in graph.edges(state))
                return frozenset(edge for state, edge in every if test(state, edge))
            case Denied(part):
                return self._all_edges - self.edges(part)
            case Joined(Link.AND, left, right):
                return self.edges(left) & self.edges(right)
            case Joined(Link.OR, left, right):
                return self.edges(left) | self.edges(right)
            case Joined(Link.IMPLIES, left, right):
                return (self._all_edges - self.edges(left)) | self.edges(right)
            case Joined(Link.EQUALS, left, right):
                return self._all_edges - (self.edges(left) ^ self.edges(right))
        raise ValueError("a state formula is asked of a step")

    @cached_property
    def _all_edges(self) -> frozenset[Edge]:
        return frozenset(range(self.graph.transitions))

    def spots(self, formula: Formula, *, sure: bool) -> Spots:
        """Where a formula of states or of steps holds."""
        if speaks_of_steps(formula):
            return Spots(self.edges(formula), steps=True)
        return Spots(self.where(formula, sure=sure))

    def _denied(self, spots: Spots) -> Spots:
        return Spots((self._all_edges if spots.steps else self.everywhere) - spots.numbers, spots.steps)

    def _path(self, path: Path, sure: bool) -> States:
        key = path, sure or not self.unknown
        if key not in self._paths:
            if path.along is Along.NEXT:
                self._paths[key] = self._next(path, sure)
            else:
                race = self.race(path, sure=sure)
                states = race.winning.states
                self._paths[key] = states if path.along in REACHING else self.everywhere - states
        return self._paths[key]

    def _next(self, path: Path, sure: bool) -> States:
        graph, players, spots = self.graph, guardians(path), self.spots(path.aim, sure=sure)
        found = set() if sure else set(self.unknown)
        for state in range(graph.expanded):
            fitting = [spots.after(graph, edge) for edge in graph.edges(state)]
            if fitting and (any(fitting) if graph.decider(state) in players else all(fitting)):
                found.add(state)
        return frozenset(found)

    def race(self, path: Path, *, sure: bool) -> Race:
        """The game of a path formula other than X: one side has to reach something, the other to keep off it.

        For F and U it is what they are about; for G and W what breaks them, with what would save W kept off.
        """
        key = path, sure or not self.unknown
        if key not in self._races:
            self._races[key] = self._race(path, sure)
        return self._races[key]

    def _race(self, path: Path, sure: bool) -> Race:
        players = guardians(path)
        goal = self.spots(path.aim, sure=sure)
        keeps = Spots(self.everywhere) if path.keeps is None else self.spots(path.keeps, sure=sure)
        if path.along is Along.ALWAYS:
            players, goal = EVERYBODY - players, self._denied(goal)
        elif path.along is Along.UNLESS:
            players, keeps, goal = EVERYBODY - players, self._denied(goal), self._denied(keeps)
            if keeps.steps is goal.steps:
                goal = Spots(goal.numbers & keeps.numbers, goal.steps)
        targets: States = frozenset() if goal.steps else goal.numbers
        if sure is not (path.along in REACHING):
            targets |= self.unknown if keeps.steps else self.unknown & keeps.numbers
        winning = attractor(
            self.graph,
            players,
            targets,
            target_edges=goal.numbers if goal.steps else (),
            within=None if keeps.steps or keeps.numbers is self.everywhere else keeps.numbers,
            without=self._denied(keeps).numbers if keeps.steps else (),
        )
        return Race(players, keeps, goal, winning)
