"""Inquiries about a slice of a board: for boards that are too large to be searched whole.

A board is searched whole up to some number of states. One that has more is asked of its slice, where the question
allows one: what cannot reach the question is left out (``explorer.game.slices``). The premises of that are looked at in
the graph of the slice; where they do not hold, the whole board is searched after all. A play is found in the slice, and
shown on the whole board: what was left out and must be done is put in where the plays of the slice pass.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic

from explorer.game import Game, Outcome, ground
from explorer.game.conditions import condition, counted
from explorer.game.slices import Slice, sliced
from explorer.questions.inquiry import Inquiry, PlayedStep, played, refuse_open, search
from explorer.questions.lifting import Lifting
from explorer.search.explore import NO_LIMITS, Limits, Progress
from explorer.search.graph import Play
from explorer.search.plays import find_loop, replay
from explorer.system.interface import CommandIndex
from explorer.system.reductions import EVERY, Reduction, Reductions
from explorer.system.terms import Term, variables_of
from models.board import Board
from models.library import Library
from models.phrase import Condition, Count
from models.ruleset import Ruleset
from models.ruling import Claim

_OF_ALL_PLAYS = ("outcomes", "best play")


@dataclass(frozen=True, eq=False)
class SlicedInquiry(Inquiry):
    """The searched slice of a board; its plays are those of the whole board."""

    of: Slice
    asked: tuple[Term, ...]

    @property
    def slice(self) -> Slice:
        """What was left out of the board."""
        return self.of

    def steps(self, play: Play) -> tuple[PlayedStep, ...]:
        """A play of the slice as one of the whole board; raises NotAPlay where the reference stepper finds none."""
        return played(self.of.whole, self._lifted(play))

    def outcome_of(self, play: Play) -> Outcome:
        """What a play of the whole board leaves that has the steps of one of the slice."""
        whole = self.of.whole
        return whole.outcome(replay(whole.system, self._lifted(play))[-1])

    def _lifted(self, play: Play) -> list[CommandIndex]:
        return self._lifting.lifted(self.graph.commands_of(play))

    @cached_property
    def _lifting(self) -> Lifting:
        return Lifting(self.of, self.asked)


def can_be_sliced(claims: Iterable[Claim]) -> bool:
    """Whether all the claims are about the cards after some or all plays, and about nothing else."""
    return all(
        claim.condition is not None
        and claim.kind not in _OF_ALL_PLAYS
        and claim.formula is None
        and claim.moment is None
        and claim.inner is None
        for claim in claims
    )


def inquire_sliced(
    board: Board,
    library: Library,
    ruleset: Ruleset,
    *,
    watching: Iterable[Condition | Count] = (),
    about: Collection[str] = (),
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
    reductions: Reductions = EVERY,
    whole_up_to: int,
) -> Inquiry:
    """The board, grounded and searched, or a slice of it where it has more than so many states.

    It is asked of what is ``watching``, and with names in ``about`` of where these cards come to rest. The other
    arguments, and what is raised, are as for ``inquire``.
    """
    refuse_open(board)
    what = tuple(watching)
    game = ground(board, library, ruleset, watching=what, about=about, reductions=reductions)
    if Reduction.SLICING not in reductions or (limits.states is not None and limits.states <= whole_up_to):
        return search(game, limits, progress)
    started = monotonic()
    first = search(game, replace(limits, states=whole_up_to), progress)
    if first.graph.limit != "states":
        return first
    asked = (*_terms(game, what), *(game.projection.terms if about else ()))
    small = slice_of(game, asked, _left(limits, started), progress)
    return small or search(game, _left(limits, started), progress)


def _left(limits: Limits, started: float) -> Limits:
    """The limits of a search that goes on with what another one has left of the seconds."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(0.0, limits.seconds - (monotonic() - started)))


def _terms(game: Game, watching: Iterable[Condition | Count]) -> Iterator[Term]:
    for what in watching:
        if isinstance(what, Count):
            yield counted(game.scene, what, None)
        else:
            yield condition(game.scene, what, None, None)


def slice_of(
    game: Game,
    asked: Sequence[Term],
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
) -> SlicedInquiry | None:
    """The searched slice of a game, for terms as they are written before folding; None where nothing is left out.

    And where a limit is reached, and where it is not seen that the slice answers like the whole.
    """
    scene = game.scene
    procedural = {scene.window, scene.passes, scene.holder, scene.step}
    if not all(procedural.isdisjoint(variables_of(term)) for term in asked):
        return None
    found = sliced(game, asked)
    if not found:
        return None
    inquiry = search(found.game, limits, progress)
    if not inquiry.complete:
        return None
    if found.left_out and not (find_loop(inquiry.graph) is None and found.stutters(inquiry.graph.states)):
        return None
    return SlicedInquiry(found.game, inquiry.graph, found, tuple(asked))
