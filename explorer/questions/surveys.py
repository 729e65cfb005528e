"""Surveys: how large a board is and what it may leave, without a graph: for boards too large to be gone through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from explorer.game import Game, Outcome, ground
from explorer.game.players import PLAYERS, Player
from explorer.questions.inquiry import PlayedStep, played, refuse_open
from explorer.search.explore import NO_LIMITS, Limits
from explorer.search.surveys import Case, Survey, View
from explorer.system.reductions import EVERY, Reductions
from explorer.system.terms import Term
from models.board import Board
from models.errors import InputError
from models.library import Library
from models.ruleset import Ruleset

Engine = Literal["folded", "diagrams"]
"""How a survey is made: by positions and their moments, with numpy where these are many, or by decision diagrams."""

_GRAPHS: Final = ("--engine auto",)


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
    engine: Engine = "folded",
    powers: bool = False,
    most_outcomes: int = 1000,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Any], None] | None = None,
    reductions: Reductions = EVERY,
) -> SurveyedBoard:
    """The board, grounded and surveyed; ``powers`` asks who can force which outcome.

    ``progress`` is told what the engine tells. A survey that reaches a limit is partial. Raises ImportError where the
    engine is not installed, and InputError where something is open on the board, where its discard is chosen in parts,
    which only a graph puts together, or where it is too large for the engine.
    """
    survey = _engine(engine)
    refuse_open(board)
    game = ground(board, library, ruleset, reductions=reductions)
    if game.unfinished:
        raise InputError(
            f"the engine {engine} does not put together a discard that is chosen in parts",
            expected=(*_GRAPHS, "--without parts"),
        )
    players = [player.value for player in PLAYERS] if powers else ()
    view = view_of(game).view
    try:
        found = survey(game.system, view, players=players, most_endings=most_outcomes, limits=limits, progress=progress)
    except OverflowError as large:
        raise InputError(f"the board is too large for the engine {engine}: {large}", expected=_GRAPHS) from large
    return SurveyedBoard(game, found, most_outcomes)


def _engine(name: Engine) -> Callable[..., Survey]:
    if name == "folded":
        from explorer.search.plain_survey import survey_by_positions

        return survey_by_positions
    from explorer.search.diagrams import survey

    return survey
