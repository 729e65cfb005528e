"""Surveys: how large a board is and what it may leave, without a graph: for boards too large to be gone through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from explorer.game import Game, Outcome, ground
from explorer.game.players import PLAYERS, Player
from explorer.questions.inquiry import PlayedStep, played, refuse_open
from explorer.search.diagrams import Case, Growing, Survey, View, survey
from explorer.search.explore import NO_LIMITS, Limits
from explorer.system.terms import Term
from models.board import Board
from models.library import Library
from models.ruleset import Ruleset


@dataclass(frozen=True)
class GameView:
    """What an outcome is made of: terms as they were first written, and what is left of them in the system."""

    game: Game
    terms: tuple[Term, ...]
    view: View

    def outcome(self, case: Case) -> Outcome:
        """The outcome that a case of the view stands for."""
        return self.game.projection.outcome(dict(zip(self.terms, case, strict=True)))


def view_of(game: Game) -> GameView:
    """The view that has one case for each outcome."""
    terms = tuple(dict.fromkeys(game.projection.terms))
    position = {term: number for number, term in enumerate(terms)}
    alike = tuple(tuple(tuple(position[term] for term in row) for row in group) for group in game.projection.alike)
    return GameView(game, terms, View(tuple(map(game.system.term, terms)), alike))


@dataclass(frozen=True)
class SurveyedOutcome:
    """One reachable outcome, with a play to it that need not be a shortest one.

    ``enforceable_by`` are the players who can bring it about whatever the other does, None where that was not asked.
    """

    number: int
    outcome: Outcome
    play: tuple[PlayedStep, ...]
    enforceable_by: tuple[Player, ...] | None


@dataclass(frozen=True)
class SurveyedBoard:
    """A board, and how large it is. Every play has been replayed by the reference stepper."""

    game: Game
    found: Survey
    most_outcomes: int

    @property
    def start(self) -> Outcome:
        """The board as it was laid, told like an outcome."""
        return self.game.start

    @cached_property
    def outcomes(self) -> tuple[SurveyedOutcome, ...]:
        """Every outcome that was found, those with smaller values first; none where they are too many to be listed."""
        view = view_of(self.game)
        return tuple(
            SurveyedOutcome(
                number,
                view.outcome(one.case),
                played(self.game, one.play),
                tuple(map(Player, one.enforceable_by)) if self.found.solved else None,
            )
            for number, one in enumerate(self.found.endings, 1)
        )


def survey_board(
    board: Board,
    library: Library,
    ruleset: Ruleset,
    *,
    powers: bool = False,
    most_outcomes: int = 1000,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Growing], None] | None = None,
) -> SurveyedBoard:
    """The board, grounded and surveyed; ``powers`` asks who can force which outcome.

    A survey that reaches a limit is partial. Raises InputError where something is open on the board.
    """
    refuse_open(board)
    game = ground(board, library, ruleset)
    found = survey(
        game.system,
        view_of(game).view,
        players=[player.value for player in PLAYERS] if powers else (),
        most_endings=most_outcomes,
        limits=limits,
        progress=progress,
    )
    return SurveyedBoard(game, found, most_outcomes)
