"""Why: what stands in the way of a move, and of an outcome.

A move that is legal somewhere is shown with a play to it. One that is not is explained twice: by the position that
comes nearest to it, with the clauses that forbid it there; and by clauses of which one forbids it in each position, an
unsat core of "a position is reached, and all of them hold". For this the system is searched as it was before anything
was folded or pruned, so that every clause of every guard is there.

An outcome is reached or not, and each player can bring it about or prevent it or neither. For one that is not reached
it is told which clauses of the ruleset would have to change (``explorer.questions.changes``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from explorer.game import Happening
from explorer.game.players import PLAYERS, Player
from explorer.questions.changes import Change, changes
from explorer.questions.inquiry import Inquiry, PlayedStep, inquire, search
from explorer.questions.moments import Moments, event_fits, moment_told
from explorer.questions.obstacles import Obstacle, is_rule, obstacle
from explorer.questions.strategies import Strategy, forcing
from explorer.search.explore import NO_LIMITS, Limits, Progress
from explorer.search.graph import Limit, Play, StateNumber
from explorer.search.plays import shortest_play
from explorer.system.commands import Clause, Command
from explorer.system.folding import smallest
from explorer.system.terms import all_of, any_of, boolean, negate, read
from models.board import Board
from models.claims import read_line, read_question
from models.errors import InputError
from models.library import Library
from models.phrase import Condition, Moment
from models.ruleset import Ruleset


@dataclass(frozen=True)
class Nearest:
    """A position in which little stands in the way of a move: the move, a play to there, and what forbids it."""

    move: Happening
    play: tuple[PlayedStep, ...]
    obstacles: tuple[Obstacle, ...]


@dataclass(frozen=True)
class WhyMove:
    """Whether a move is legal, and why not.

    ``play`` ends with the move where it is legal. Else ``nearest`` is the position that comes nearest, and
    ``forbidden`` are clauses of which one forbids it in each position, and none of which can be spared. All are about
    the ``positions`` after the line that was asked for, if there was one.
    """

    legal: bool
    play: tuple[PlayedStep, ...] = ()
    nearest: Nearest | None = None
    forbidden: tuple[Obstacle, ...] = ()
    positions: int = 0


@dataclass(frozen=True)
class WhyOutcome:
    """Whether an outcome can be reached, who can bring it about or prevent it, and what would make it possible.

    ``play`` is a shortest one to it. Where it is out of reach ``changes`` has the smallest sets of clauses that have to
    change, with all values that will do, the fewest clauses first. When ``limit`` is given the search for them ended
    early: other changes may do too, and of fewer clauses.
    """

    reachable: bool
    play: tuple[PlayedStep, ...] = ()
    bringing_about: Mapping[Player, Strategy] = field(default_factory=dict)
    preventing: Mapping[Player, Strategy] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    limit: Limit | None = None


def why(
    board: Board,
    library: Library,
    ruleset: Ruleset,
    what: str,
    after: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
) -> WhyMove | WhyOutcome:
    """Why a move cannot be made or an outcome not come about on the board, or how it can.

    ``after``: only after these moves, parted by semicolons; with none of them at the start. Raises InputError for what
    is neither a move nor an outcome of the board.
    """
    question = read_question(what, board, library)
    watching = [] if isinstance(question, Moment) else [question]
    inquiry = inquire(board, library, ruleset, watching=watching, limits=limits, progress=progress)
    if isinstance(question, Moment):
        line = None if after is None else read_line(after, board, library)
        return why_move(inquiry, library, question, line, limits)
    return why_outcome(inquiry, library, question, limits)


# ---- moves ----


def why_move(
    inquiry: Inquiry,
    library: Library,
    moment: Moment,
    after: Sequence[Moment] | None = None,
    limits: Limits = NO_LIMITS,
) -> WhyMove:
    """Where the move is legal, or what forbids it; raises InputError for what nothing on the board could ever do."""
    game = replace(inquiry.game, system=inquiry.game.whole)
    whole = search(game, limits)
    if not whole.complete:
        raise InputError(f"the board is too large to say why ({whole.graph.limit})")
    commands = [command for command in game.system.commands if event_fits(moment, command.event)]
    if not commands:
        raise InputError(f"nothing on this board could ever do that: {moment_told(moment)}")
    places = _positions(whole, after)
    fits = Moments(whole).fits
    for state, play in places.items():
        for edge in whole.graph.edges(state):
            if fits(moment, state, edge):
                return WhyMove(True, whole.steps([*play, edge]), positions=len(places))
    return _forbidden(whole, library, commands, places)


def _positions(inquiry: Inquiry, line: Sequence[Moment] | None) -> dict[StateNumber, Play]:
    """The states after a play whose told steps are just the line, each with a play to it; without a line all states.

    Raises InputError at a step of the line that no play has there.
    """
    graph = inquiry.graph
    if line is None:
        return {state: graph.path_to(state) for state in range(len(graph.states))}
    tracks = Moments(inquiry).follow(line)
    here = {state: tracks.play_to(state, len(line)) for state in tracks.at(len(line))}
    queue = list(here)
    for state in queue:  # what no official answer would tell goes on by itself
        for edge in graph.edges(state):
            if graph.targets[edge] not in here and not inquiry.step(edge).told:
                here[graph.targets[edge]] = [*here[state], edge]
                queue.append(graph.targets[edge])
    return here


def _forbidden(
    whole: Inquiry, library: Library, commands: Sequence[Command], places: Mapping[StateNumber, Play]
) -> WhyMove:
    """The nearest position and the core; a guard is judged clause by clause in each position."""
    system = whole.game.system
    patterns: dict[frozenset[str], None] = {}
    best: tuple[tuple[int, int, int], Command, tuple[Clause, ...], Play] | None = None
    for state, play in places.items():
        values = system.values(whole.graph.states[state])
        for command in commands:
            clauses = command.failing(values)
            patterns[frozenset(clause.reason for clause in clauses)] = None
            circumstances = sum(not is_rule(clause.reason) for clause in clauses)
            key = (circumstances, len(clauses), len(play))
            if best is None or key < best[0]:
                best = key, command, clauses, play
    assert best is not None
    _, command, clauses, play = best
    assert isinstance(command.event, Happening)
    nearest = Nearest(command.event, whole.steps(play), _told(clauses, command, whole, library))
    core = _core(patterns)
    guards = [(clause, command) for command in commands for clause in command.guard if clause.reason in core]
    forbidden = {clause.reason: obstacle(clause, command, whole.game, library) for clause, command in guards}
    return WhyMove(False, (), nearest, tuple(forbidden.values()), len(places))


def _told(clauses: Sequence[Clause], command: Command, whole: Inquiry, library: Library) -> tuple[Obstacle, ...]:
    return tuple(dict.fromkeys(obstacle(clause, command, whole.game, library) for clause in clauses))


def _core(patterns: Iterable[frozenset[str]]) -> frozenset[str]:
    """Of the clauses that fail, by pattern, some of which each pattern has one, and none of which can be spared.

    They are an unsat core: Z3 says which can be spared. Clauses of the circumstances are spared first, then those that
    fail most often, so that what is left is a rule where a rule will do, and a particular one before a general one.
    """
    from explorer.system.solving import Solver  # noqa: PLC0415 - Z3 is loaded where it is asked

    patterns = list(patterns)
    failing = Counter(reason for pattern in patterns for reason in pattern)
    reasons = sorted(failing, key=lambda reason: (not is_rule(reason), failing[reason], reason))
    holds = [read(boolean(f"holds: {reason}")) for reason in reasons]
    by_reason = dict(zip(reasons, holds, strict=True))
    reached = any_of(all_of(negate(by_reason[reason]) for reason in sorted(pattern)) for pattern in patterns)
    solver = Solver()
    core = smallest(range(len(reasons)), lambda some: not solver.decided([reached, *(holds[i] for i in some)]))
    return frozenset(reasons[i] for i in core)


# ---- outcomes ----


def why_outcome(
    inquiry: Inquiry,
    library: Library,
    says: Condition,
    limits: Limits = NO_LIMITS,
) -> WhyOutcome:
    """Whether play can end so, who can force it or prevent it, or which changes of the ruleset would allow it."""
    if not inquiry.complete:
        raise InputError(f"the board is too large to say why ({inquiry.graph.limit})")
    ends, others = inquiry.ends_parted(says)
    play = shortest_play(inquiry.graph, ends)
    if play is None:
        other = changes(inquiry.game.board, library, inquiry.game.ruleset, says, limits)
        return WhyOutcome(False, changes=other.changes, limit=other.limit)
    about, against = (
        {player: found for player in PLAYERS if (found := forcing(inquiry, player, goal)) is not None}
        for goal in (ends, others)
    )
    return WhyOutcome(True, inquiry.steps(play), about, against)
