"""Every play that the corpus shows is one: followed by its events alone, on the system as it was before folding.

What is shown names who did what, not which command it was; of copies of a card any may be meant. So all states are kept
that the events so far can have led to, by the reference stepper on the unfolded system. Slow in all: some 20 s.
"""

import pytest

from explorer.questions import ask, best_play, inquire, outcomes
from explorer.questions.claims import watched
from explorer.system.reference import ReferenceStepper
from models.ruling import cases_for
from tests.questions.asked import library

CASES = [
    (ruling.id, ruleset)
    for ruling in library().rulings
    if not (ruling.note or ruling.unmodelled)
    for ruleset in ruling.rulesets
]


class Follower:
    """The states to which the events of a play can lead on one board."""

    def __init__(self, inquiry):
        self.stepper = ReferenceStepper(inquiry.game.whole)
        self.commands = inquiry.game.whole.commands
        self.known = {}

    def successors(self, state, happening):
        """The states after the event."""
        if state not in self.known:
            self.known[state] = [
                (self.commands[number].event, self.stepper.successor(state, number))
                for number in self.stepper.moves(state)
            ]
        return {after for event, after in self.known[state] if event == happening}

    def follow(self, steps):
        """The states at the end of the play; none if it is no play."""
        states = {self.stepper.initial_state()}
        for step in steps:
            states = {after for state in states for after in self.successors(state, step.happening)}
        return states

    def ends(self, steps):
        """Whether the play can be over after these steps."""
        return any(not self.stepper.moves(state) for state in self.follow(steps))


@pytest.mark.parametrize(("ruling", "ruleset"), CASES)
def test_every_play_of_a_ruling_can_be_followed(ruling, ruleset):
    """Witnesses and counterexamples of its claims, the shortest play to each outcome, best play and its alternatives."""
    for case in cases_for(library().ruling(ruling), ruleset):
        watching = [what for claim in case.claims for what in watched(claim)]
        inquiry = inquire(case.board, library(), library().ruleset(ruleset), watching=watching)
        follower = Follower(inquiry)
        for claim in case.claims:
            answer = ask(inquiry, claim)
            assert follower.follow(answer.play), claim
            if answer.repeats is not None:
                assert follower.follow(answer.play + answer.play[answer.repeats :]), claim
        assert all(follower.ends(one.shortest) for one in outcomes(inquiry))
        for wants in {id(claim.wants): claim.wants for claim in case.claims if claim.wants}.values():
            found = best_play(inquiry, wants)
            assert found.endless or follower.ends(found.line)
            for place, decision in enumerate(found.decisions):
                for other in decision.alternatives if decision else ():
                    play = (*found.line[:place], other.move, *other.refutation)
                    assert follower.follow(play) if other.outcome is None else follower.ends(play)
