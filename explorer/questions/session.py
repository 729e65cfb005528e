"""A session: a play that is made move by move, the moves of the rules by themselves, and those of an opponent too.

A session never changes: each choice, undo and redo gives another one. The person stands wherever somebody has to choose
and the opponent does not; undo and redo go from one such stand to another, so that a reply is taken back together with
the choice that it answers. What was taken back is kept until something else is chosen. An opponent's reply depends on
the play alone: the same play is always answered in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Protocol

from explorer.game.players import Player
from explorer.questions.best import Merit, Value
from explorer.questions.inquiry import PlayedStep
from explorer.questions.moments import Moments, phrased
from explorer.questions.walk import Move, Position, Walk
from models.errors import InputError
from models.phrase import Moment

Address = tuple[int, ...]
"""A play as the places of its moves among those that were legal, from 0."""


class Maker(StrEnum):
    """Who made a move of a session: it was given at the start, or chosen, or replied, or the rules went on."""

    GIVEN = "given"
    PERSON = "person"
    OPPONENT = "opponent"
    RULES = "rules"


@dataclass(frozen=True, eq=False)
class Taken:
    """A move that was made: in which position, which of its moves, and by whom."""

    position: Position
    number: int
    maker: Maker

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.position.moves[self.number]


Line = tuple[Taken, ...]
"""A play with who made its moves."""


class Opponent(Protocol):
    """Who decides for one of the players."""

    @property
    def player(self) -> Player:
        """For whom it decides."""
        ...

    def reply(self, position: Position, address: Address) -> int:
        """The place of its move in a position where its player decides, after the play with this address."""
        ...


@dataclass(frozen=True)
class BestOpponent:
    """Makes the moves of best play; the walk has to have wishes."""

    player: Player

    def reply(self, position: Position, address: Address) -> int:
        """The move that best play prefers."""
        return next(number for number, move in enumerate(position.moves) if move.preferred)


@dataclass(frozen=True)
class RandomOpponent:
    """Makes any legal move, each as likely as the others."""

    player: Player
    seed: int = 0

    def reply(self, position: Position, address: Address) -> int:
        """A move that depends on the seed and the play so far."""
        return Random(f"{self.seed}:{spelled(address)}").randrange(len(position.moves))


@dataclass(frozen=True)
class Score:
    """What a finished play was worth to ``player``, and what best play is worth to them from its beginning.

    ``less`` tells whether the person got less than by best play; it is None where the person plays both. ``lost`` is
    the first choice of the person after which best play was worth less to whoever made it.
    """

    player: Player
    got: Value
    best: Value
    less: bool | None
    lost: Taken | None


@dataclass(frozen=True, eq=False)
class Session:
    """Where a person stands in a walk: ``stands`` are the plays up to each stand, ``at`` tells the present one."""

    walk: Walk
    opponent: Opponent | None
    given: int
    stands: tuple[Line, ...]
    at: int = 0

    @property
    def line(self) -> Line:
        """The play so far."""
        return self.stands[self.at]

    @property
    def address(self) -> Address:
        """The play so far, as it can be walked again."""
        return address(self.line)

    @property
    def position(self) -> Position:
        """Where the play stands."""
        return _after(self.walk, self.line)

    @property
    def steps(self) -> tuple[PlayedStep, ...]:
        """The play so far; raises NotAPlay when the reference stepper cannot follow it."""
        return self.walk.inquiry.steps([taken.move.edge for taken in self.line])

    @property
    def person(self) -> Player | None:
        """Whom the person plays, None for both players."""
        return None if self.opponent is None else self.opponent.player.other

    @property
    def over(self) -> bool:
        """Whether the End Phase is over."""
        return not self.position.moves

    @property
    def can_undo(self) -> bool:
        """Whether there is a choice to take back."""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a choice that was taken back."""
        return self.at < len(self.stands) - 1

    def choose(self, number: int) -> Session:
        """After one of the legal moves, from 0, and what follows it by itself.

        What was taken back stays if this is how it went on. Raises InputError where there is no such move.
        """
        moves = self.position.moves
        if not 0 <= number < len(moves):
            raise InputError(f"there is no move {number + 1}; there are {len(moves)}")
        line = _gone_on(self.walk, self.opponent, (*self.line, Taken(self.position, number, Maker.PERSON)))
        if self.can_redo and address(self.stands[self.at + 1]) == address(line):
            return self.redo()
        return replace(self, stands=(*self.stands[: self.at + 1], line), at=self.at + 1)

    def undo(self) -> Session:
        """Before the last choice; the same where there is none."""
        return replace(self, at=max(self.at - 1, 0))

    def redo(self) -> Session:
        """After the choice that was taken back last; the same where there is none."""
        return replace(self, at=min(self.at + 1, len(self.stands) - 1))

    def restart(self) -> Session:
        """At the start; all choices can be made again by :meth:`redo`."""
        return replace(self, at=0)

    @property
    def score(self) -> Score | None:
        """How the play compares with best play; None while it goes on, or where nobody wishes for anything."""
        valuation = self.walk.valuation
        if valuation is None or not self.over:
            return None
        best = valuation.value(_after(self.walk, self.line[: self.given]).number)
        got = valuation.value(self.position.number)
        person = self.person
        player = person if person is not None and person in best else next(iter(best))
        less = (
            None if person is None else got[player] < best[player] if player is person else best[player] < got[player]
        )
        return Score(player, got[player], best[player], less, self._lost)

    @property
    def _lost(self) -> Taken | None:
        chosen = (taken for taken in self.line if taken.maker is Maker.PERSON)
        return next((taken for taken in chosen if taken.move.merit is Merit.MISTAKE), None)


def begin(walk: Walk, opponent: Opponent | None = None, given: Sequence[int] = ()) -> Session:
    """A session that starts after a play, told by the places of its moves; raises InputError where that is none."""
    positions = walk.play(given)
    line = tuple(Taken(*taken, Maker.GIVEN) for taken in zip(positions, given, strict=False))
    return Session(walk, opponent, len(line), (_gone_on(walk, opponent, line),))


def address(line: Iterable[Taken]) -> Address:
    """The places of the moves of a play."""
    return tuple(taken.number for taken in line)


def spelled(numbers: Address) -> str:
    """An address as people write it: ``0.2.1``, empty at the start."""
    return ".".join(map(str, numbers))


def read_address(text: str) -> Address:
    """The address that a person wrote; raises InputError for what is none."""
    parts = text.split(".") if text.strip() else []
    if not all(re.fullmatch("[0-9]{1,9}", part) for part in parts):
        raise InputError(f"this is no play: {text!r}", expected=["the places of its moves, from 0, such as 0.2.1"])
    return tuple(map(int, parts))


def address_after(walk: Walk, line: Sequence[Moment]) -> Address:
    """A shortest play whose told steps are just the line; raises InputError at a step that no play has there."""
    graph = walk.inquiry.graph
    tracks = Moments(walk.inquiry).follow(line)
    play = tracks.play_to(tracks.at(len(line))[0], len(line))
    return tuple(edge - graph.edges(graph.source(edge))[0] for edge in play)


def phrases(session: Session) -> tuple[str, ...]:
    """The play as the ``line:`` of a claim, without what no official answer would tell after its last step.

    Empty where claims have no words for it, or where they tell another play that is as short.
    """
    from models.claims import read_line  # noqa: PLC0415 - the grammar is loaded for a line only

    last = max((number for number, step in enumerate(session.steps, 1) if step.told), default=0)
    found = [phrased(step) for step in session.steps[:last] if step.told]
    words = tuple(text for text in found if text is not None)
    if not words or len(words) < len(found):
        return ()
    line = read_line("; ".join(words), session.walk.inquiry.game.board, session.walk.library)
    return words if address_after(session.walk, line) == session.address[:last] else ()


def _after(walk: Walk, line: Line) -> Position:
    return walk.position(line[-1].move.to if line else 0)


def _gone_on(walk: Walk, opponent: Opponent | None, line: Line) -> Line:
    """The play with all that follows by itself, up to where it would go round for ever."""
    passed: set[int] = set()
    while True:
        here = _after(walk, line)
        taken = _by_itself(here, opponent, line)
        if taken is None or here.number in passed:
            return line
        passed.add(here.number)
        line = (*line, taken)


def _by_itself(here: Position, opponent: Opponent | None, line: Line) -> Taken | None:
    """The move of the rules where they have just one, or of the opponent."""
    if here.player is None:
        return Taken(here, 0, Maker.RULES) if len(here.moves) == 1 else None
    if opponent is None or opponent.player is not here.player:
        return None
    return Taken(here, opponent.reply(here, address(line)), Maker.OPPONENT)
