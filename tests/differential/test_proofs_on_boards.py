"""What is proved of the board of kinds is looked at on the boards of the corpus, in every state that is reached.

The proofs rest on three things that they cannot show: that the invariants speak of all boards, that passing does nothing
to cards, and that effects leave the procedure's own variables to the procedure.
"""

import pytest

from explorer.game import ground
from explorer.game.happenings import Kind
from explorer.questions.machine import Machine, Property
from explorer.questions.prove import boards
from explorer.search import Limits, explore
from explorer.system.commands import writes
from explorer.system.evaluation import Evaluation
from explorer.system.terms import FALSE
from models.library import Library

LIBRARY = Library()
MOST_STATES = 400
QUIET = (Kind.PASS, Kind.NO_RESPONSE, Kind.DECLINE)
BOARDS = {(one, name): board for one in ("ocg", "tcg") for name, board in boards(LIBRARY.ruleset(one), LIBRARY)}
ABOUT_STEPS = (Property.MOVES, Property.ENDS, Property.NOTHING_LEFT, Property.TWO_PASSES)


@pytest.mark.parametrize("named", BOARDS, ids=" ".join)
def test_a_board_keeps_to_what_is_proved(named):
    """Its states satisfy the invariants, none refutes a property, and quiet steps write nothing of a card."""
    game = ground(BOARDS[named], LIBRARY, LIBRARY.ruleset(named[0]))
    machine = Machine(game, quiet=True)
    own = {*machine.own, *(use.called for use in machine.procedure.chain.uses)}
    for command in game.whole.commands:
        assert command.event.kind not in QUIET or writes(command.update) <= own
    graph = explore(game.whole, limits=Limits(states=MOST_STATES))
    by_command = {}
    alone = []
    numbers = {id(command): number for number, command in enumerate(game.whole.commands)}
    for about in ABOUT_STEPS:
        for one in machine.refutations(about):
            if one.step is None:
                alone.append(one)
            elif one.term is not FALSE:
                by_command.setdefault(numbers[id(one.step.command)], []).append(one)
    for state in range(graph.expanded):
        value_of = Evaluation(game.whole.values(graph.states[state]))
        for one in machine.invariants:
            assert value_of(one.term), one.says
        assert not [one.says for one in alone if value_of(one.term)]
        for edge in graph.edges(state):
            refuted = [one for one in by_command.get(graph.labels[edge], ()) if value_of(one.term)]
            assert not [(one.says, str(one.step.command)) for one in refuted]
