"""What docs/decisions/0025-slices.md proves of the windows between two acts, gone through in every case.

Between two acts the board stands still; what each act leads to is worth something, and so is what follows when the phase
closes. Items that change nothing on the board lead back to the first window. Then the first window is worth the same with them as
without. Values 0 and 1 are enough, since what holds of them holds of every distributive lattice.
"""

from dataclasses import dataclass
from itertools import product

import pytest

YES_NO = (True, False)


@dataclass(frozen=True)
class Round:
    """The windows between two acts: worths of the acts, what is mandatory of them, and the clauses that matter.

    ``acts`` and ``compelled`` have a worth for each player, the second that of the best mandatory act; ``closed`` is
    what follows when the phase closes. ``other`` puts the opponent's choices together, max the turn player's.
    """

    acts: tuple[int, int]
    compelled: tuple[int, int]
    mandatory: tuple[bool, bool]
    closed: int
    other: object
    may_pass: bool
    offer: bool
    turn_player_first: bool
    anything: bool

    def worth(self, left):
        """The worth of the first window; ``left`` is for each player how many items are left: mandatory, optional."""
        return self._turn(max, 0, left, self.acts[0], self._may_pass(0, left) and self.second(left))

    def second(self, left):
        """The worth of the opponent's window after the turn player has passed."""
        return self._turn(self.other, 1, left, self.acts[1], self._may_pass(1, left) and self._passed(left))

    def _may_pass(self, player, left):
        return self.may_pass or not self._must(player, left) or None

    def _must(self, player, left):
        return self.mandatory[player] or left[player][0] > 0

    def _passed(self, left):
        """After two passes in a row."""
        turn, opponent = self._must(0, left), self._must(1, left)
        if turn and (self.turn_player_first or not opponent):
            return self._compelled(max, 0, left)
        if not opponent:
            return self.closed
        if self.turn_player_first and self.offer:
            return self._turn(max, 0, left, self.acts[0], self._compelled(self.other, 1, left))
        return self._compelled(self.other, 1, left)

    def _compelled(self, best, player, left):
        act = self.acts[player] if self.anything else self.compelled[player] if self.mandatory[player] else None
        return self._turn(best, player, left, act, None, optional=self.anything)

    def _turn(self, best, player, left, *others, optional=True):
        """The best of what a player can do; None stands for what cannot be done."""
        found = [one for one in others if one is not None]
        for kind in range(1 + optional):
            if left[player][kind]:
                fewer = [list(one) for one in left]
                fewer[player][kind] -= 1
                found.append(self.worth(tuple(map(tuple, fewer))))
        return best(found)


def rounds(other):
    """Every round, with acts of whoever holds something mandatory."""
    for acts, mandatory, closed in product(product((0, 1), repeat=2), product(YES_NO, repeat=2), (0, 1)):
        for compelled in product((0, 1), repeat=2):
            fewer = compelled[0] <= acts[0] and other([acts[1], compelled[1]]) == acts[1]
            if fewer:
                for clauses in product(YES_NO, repeat=4):
                    yield Round(acts, compelled, mandatory, closed, other, *clauses)


LEFT = [((a, b), (c, d)) for a, b, c, d in product(range(3), range(2), range(3), range(2))]


@pytest.mark.parametrize("other", [min, max], ids=["what a player can enforce", "what is possible"])
def test_items_that_change_nothing_are_worth_nothing(other):
    nothing = ((0, 0), (0, 0))
    every = list(rounds(other))
    assert len(every) == 16 * 8 * 9
    for one in every:
        assert {one.worth(left) for left in LEFT} == {one.worth(nothing)}


def test_later_windows_may_be_worth_something_else():
    """Who is compelled by an item may act on having seen the other pass: so it is the first window that counts."""
    one = Round((1, 1), (0, 0), (False, False), 0, min, True, False, True, True)
    nothing, something = ((0, 0), (0, 0)), ((1, 0), (0, 0))
    assert (one.second(nothing), one.second(something)) == (0, 1)
    assert one.worth(nothing) == one.worth(something) == 1
