"""Random boards on which something is open: every case of the one search is as the closed board written out for it."""

import dataclasses

import pytest
from hypothesis import assume

from explorer.game.players import PLAYERS
from explorer.questions import inquire, outcomes
from explorer.questions.cases import inquire_open
from explorer.search.conditions import Cases, Terms
from explorer.search.explore import Limits, explore
from explorer.search.open_games import forced
from explorer.search.symbolic import explore_open
from explorer.system.evaluation import evaluate
from explorer.system.pruning import prune
from explorer.system.terms import read
from models.errors import InputError
from tests.differential.boards import LIBRARY, board_of
from tests.differential.draws import assert_of_draws
from tests.differential.openings import open_boards

PARTS, BOARDS = 10, 10
MOST_STATES = 600


def answers(inquiry):
    """The outcomes, and who can force each."""
    return {one.outcome: one.enforceable_by for one in outcomes(inquiry)}


def case_of(system, numbers):
    """The case in which every opening has the way with this number."""
    return {variable: variable.low + numbers[variable.name] for variable in system.open_variables}


def size(system):
    """The number of states, copies told apart: of what is open, copies are no longer alike."""
    return len(explore(dataclasses.replace(system, orbits=())).states)


def is_refused(text, ruleset):
    """Whether there is no such board."""
    try:
        inquire(board_of(text), LIBRARY, ruleset, limits=Limits(states=1))
    except InputError:
        return True
    return False


class Powers:
    """Who can force what, by the fixed points over all cases at once."""

    def __init__(self, opened):
        self.graph, self.sets = opened.graph, opened.conditions
        self.projection = opened.game.projection
        self.ends = [n for n in range(len(self.graph.states)) if self.sets.possible(self.graph.ended(n))]
        self.known = {}

    def won(self, player, goal):
        """For each state the cases in which the player can force one of these ends."""
        if (player, goal) not in self.known:
            self.known[player, goal] = forced(
                self.graph,
                (player.value,),
                lambda state: self.sets.everything if state in goal else self.sets.nothing,
            )
        return self.known[player, goal]

    def answers(self, case):
        """The outcomes of a case, and who can force each."""
        has, graph = self.sets.has, self.graph
        goals = {}
        for state in self.ends:
            if has(graph.ended(state), case):
                values = {term: graph.value(state, term) for term in self.projection.terms}
                values = {t: v if isinstance(v, int) else evaluate(v, case) for t, v in values.items()}
                goals.setdefault(self.projection.outcome(values), set()).add(state)
        (start,) = (state for state, own in graph.starts.items() if has(own, case))
        return {
            outcome: tuple(one for one in PLAYERS if has(self.won(one, frozenset(goal))[start], case))
            for outcome, goal in goals.items()
        }


def assert_as_written_out(board, ruleset):
    """All cases of the board, those that the rules do not allow included: these cannot be written out."""
    try:
        left_open = board_of(board.text)
        opened = inquire_open(left_open, LIBRARY, ruleset, limits=Limits(states=MOST_STATES))
    except InputError:
        assert any(is_refused(text, ruleset) for _, text in board.cases)
        assume(False)
    assume(opened.graph.complete)
    game, system = opened.game, opened.graph.system
    watched = [*game.projection.terms, read(game.scene.window), read(game.scene.adjusted)]
    watched += [read(use.link) for use in game.uses]
    other_kind = Terms if isinstance(opened.conditions, Cases) else Cases
    other = explore_open(system, other_kind(system.open_variables, system.assume), apart=game.of_cards)
    assert other.states == opened.graph.states
    powers = Powers(opened)
    for numbers, text in board.cases:
        whole = case_of(game.whole, numbers)
        if not evaluate(game.whole.assume, whole):
            with pytest.raises(InputError):
                board_of(text)
            continue
        expected = inquire(board_of(text), LIBRARY, ruleset)
        case = case_of(system, numbers)
        found = opened.closed(case)
        closed = explore(system.closed(case))
        assert (found.graph.states, found.graph.targets) == (closed.states, closed.targets)
        assert other.in_case(case, system.closed(case)).states == closed.states
        assert answers(found) == answers(expected)
        assert powers.answers(case) == answers(expected)
        assert found.start == expected.start
        folded, _ = prune(game.whole.closed(whole), watched=watched)
        assert size(folded) == size(expected.game.system)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_open_boards(part):
    """Ten boards and rulesets."""
    assert_of_draws(part, BOARDS, open_boards(), assert_as_written_out)
