"""The boards of independent items as a person would model them for SPIN: bits for the items, a byte for the window.

The model has the states and steps of ours. Folded, passing is no step: a state is a position, from which either player
may go on, so that the same items are processed in the same orders. Both begin with a step, as the models that are exported do.
"""

from __future__ import annotations

from collections.abc import Iterator

_PAYING = 3  # monsters of the turn player that are kept by showing a card, or else destroyed

_WINDOWS = """\
#define TURN 0      /* the turn player's window */
#define OTHER 1     /* the opponent's */
#define TURN_MUST 2 /* both have passed, and the turn player has something left */
#define AGAIN 3     /* they have not, and the opponent has: the turn player's second offer */
#define OTHER_MUST 4
#define OVER 5
"""


def by_hand(items: int, *, folded: bool = False) -> str:
    """The model of the board on which each player has so many statuses to end."""
    every = (1 << items) - 1
    kept = "".join(f"byte kept{number} = 0; /* 1: a card was shown, 2: destroyed */\n" for number in range(_PAYING))
    options = "\n".join(f"  :: d_step {{ {one} }}" for one in (_folded(items) if folded else _unfolded(items)))
    window = "" if folded else f"{_WINDOWS}byte window = TURN;\n"
    return (
        f"{window}int turn, other; /* statuses left, a bit each */\n{kept}\n"
        f"active proctype phase() {{\n  d_step {{ turn = {every}; other = {every} }}\nend:\n  do\n{options}\n  od\n}}\n"
    )


def _processed(items: int) -> Iterator[tuple[str, str, str]]:
    """Who processes something, when it is there, and what changes."""
    for bit in (1 << number for number in range(items)):
        yield "turn", f"(turn & {bit})", f"turn = turn - {bit}"
        yield "other", f"(other & {bit})", f"other = other - {bit}"
    for number in range(_PAYING):
        for how in (1, 2):
            yield "turn", f"kept{number} == 0", f"kept{number} = {how}"


def _unfolded(items: int) -> Iterator[str]:
    mine = {"turn": "(window == TURN || window == TURN_MUST)", "other": "(window == OTHER || window == OTHER_MUST)"}
    for who, there, done in _processed(items):
        yield f"{mine[who]} && {there} -> {done}; window = TURN"
    left = "(turn || " + " || ".join(f"kept{number} == 0" for number in range(_PAYING)) + ")"
    yield "window == TURN -> window = OTHER"
    yield f"window == OTHER && {left} -> window = TURN_MUST"
    yield f"window == OTHER && !{left} && other -> window = AGAIN"
    yield f"window == OTHER && !{left} && !other -> window = OVER"
    yield "window == AGAIN -> window = OTHER_MUST"


def _folded(items: int) -> Iterator[str]:
    for _, there, done in _processed(items):
        yield f"{there} -> {done}"
