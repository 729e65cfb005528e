"""Cases: a board on which something is open, searched once, and parted into cases that play alike.

Two cases play alike when every step can be taken in both or in neither, and all that is asked of states has the same
answer in both. All cases of such a class have one graph, so that whatever can be asked of a closed board is asked of
one of them, and answered for all.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from explorer.game import Game, ground
from explorer.questions.because import Ground
from explorer.questions.claims import ClaimAnswer, ask, watched
from explorer.questions.inquiry import Inquiry
from explorer.search.conditions import Case, Cases, Conditions, Terms
from explorer.search.explore import NO_LIMITS, Limits
from explorer.search.symbolic import OpenGraph, explore_open
from explorer.system.nodes import Term
from models.board import Board
from models.errors import InputError
from models.library import Library
from models.phrase import Condition, Count
from models.ruleset import Ruleset
from models.ruling import Claim

MOST_LISTED = 1 << 18
"""Up to so many cases are listed; more are described by terms, which Z3 decides."""


@dataclass(frozen=True)
class CaseClass:
    """Cases that play alike: which they are, the smallest of them, and its closed board."""

    condition: Hashable
    example: Case
    inquiry: Inquiry


@dataclass(frozen=True, eq=False)
class OpenInquiry:
    """A board with something open, searched in all cases at once."""

    game: Game
    graph: OpenGraph[Any]

    @property
    def conditions(self) -> Conditions[Any]:
        """The kind of sets of cases in which the answers are given."""
        return self.graph.conditions

    def classes(self, asked: Iterable[Term] = ()) -> tuple[CaseClass, ...]:
        """The cases by classes that play alike and agree on the terms that are asked of states, smallest case first."""
        found = self._parted(asked)
        examples = [(self.conditions.example(one), one) for one in found]
        order = self.graph.system.open_variables
        examples.sort(key=lambda pair: [pair[0][variable] for variable in order])
        return tuple(CaseClass(one, case, self.closed(case)) for case, one in examples)

    def _parted(self, asked: Iterable[Term]) -> list[Any]:
        conditions = self.conditions
        parts = [conditions.everything] if conditions.possible(conditions.everything) else []
        for by in dict.fromkeys(self._distinctions(asked)):
            after: list[Any] = []
            for part in parts:
                inside, outside = conditions.both(part, by), conditions.without(part, by)
                after += [one for one in (inside, outside) if conditions.possible(one)]
            parts = after
        return parts

    def _distinctions(self, asked: Iterable[Term]) -> Iterator[Any]:
        """Everything that makes a difference between cases."""
        graph = self.graph
        yield from graph.starts.values()
        yield from graph.reached
        for edges in graph.edges:
            yield from (edge.condition for edge in edges)
        terms = list(asked)
        for state in range(len(graph.states)):
            for term in terms:
                value = graph.value(state, term)
                if isinstance(value, Term):
                    yield self.conditions.of(value)

    def ending(self, says: Condition) -> Any:
        """The set of cases in which play can end as the condition says."""
        term, found = self.game.condition(says), self.conditions.nothing
        for state in range(len(self.graph.states)):
            value = self.graph.value(state, term)
            if value != 0:
                ended = self.graph.ended(state)
                here = self.conditions.both(ended, self.conditions.of(value)) if isinstance(value, Term) else ended
                found = self.conditions.either(found, here)
        return found

    def ask(self, claim: Claim) -> ClaimAnswer:
        """Whether the claim holds in every case; if not, the answer in the first case in which it does not.

        Raises InputError for a claim about numbers that differ from case to case.
        """
        _refuse_counting(claim)
        terms = [self.game.condition(says) for says in watched(claim) if not isinstance(says, Count)]
        answers = []
        for one in self.classes(terms):
            answer = ask(one.inquiry, claim)
            case = ", ".join(f"{variable}: {variable.label(value)}" for variable, value in one.example.items())
            if answer.holds is False:
                return replace(answer, because=Ground.IN_CASE.because(because=answer.because, case=case))
            answers.append(answer)
        undecided = next((answer for answer in answers if answer.holds is None), None)
        return undecided or replace(answers[0], because=Ground.IN_EVERY_CASE.because(because=answers[0].because))

    def closed(self, case: Case) -> Inquiry:
        """The board in one case, its graph taken from the one that was searched."""
        game = self.game.closed(case)
        return Inquiry(game, self.graph.in_case(case, game.system))


def _refuse_counting(claim: Claim) -> None:
    """Raise for a claim that one case of a class cannot answer for the others."""
    if claim.kind == "best play" or claim.count is not None:
        expected = ["a claim about what can happen", "endphase explore, which tells the cases"]
        raise InputError(f"{claim.kind!r} cannot be asked of all cases at once", claim.at, expected=expected)
    if claim.inner is not None:
        _refuse_counting(claim.inner)


def inquire_open(
    board: Board,
    library: Library,
    ruleset: Ruleset,
    *,
    left_open: Collection[str] = (),
    watching: Iterable[Condition | Count] = (),
    limits: Limits = NO_LIMITS,
) -> OpenInquiry:
    """The board, grounded with the clauses ``left_open`` and whatever it says is open, and searched in all cases.

    Raises InputError where what the board assumes leaves no case.
    """
    game = ground(board, library, ruleset, watching=watching, left_open=left_open)
    system = game.system
    variables = system.open_variables
    listed = prod(variable.high - variable.low + 1 for variable in variables) <= MOST_LISTED
    conditions: Any = Cases(variables, system.assume) if listed else Terms(variables, system.assume)
    if not conditions.possible(conditions.everything):
        raise InputError("what is open on this board leaves no case", board.at)
    return OpenInquiry(game, explore_open(system, conditions, limits, game.of_cards))
