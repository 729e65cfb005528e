"""The system of a board as a Promela model that says of itself how SPIN checks it, and what it has to find."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from explorer.game import Happening
from explorer.questions import Inquiry
from explorer.search.explore import explore
from explorer.system.commands import Command
from explorer.system.compiled import CompiledStepper
from explorer.system.promela import EXTRA_STATES, EXTRA_TRANSITIONS, MARK, promela
from reports.narration import Narrator


def model(inquiry: Inquiry, tell: Narrator) -> str:
    """The model with its head; a finished play prints what its outcome is made of."""

    def told(command: Command) -> str:
        assert isinstance(command.event, Happening)
        return tell.event(command.event)

    game = inquiry.game
    ends = tuple(dict.fromkeys(game.projection.terms))
    text = promela(game.system, ends=ends, describe=told)
    return "\n".join(["/*", *(f"  {line}".rstrip() for line in _head(inquiry)), "*/", text])


def _head(inquiry: Inquiry) -> Iterator[str]:
    """What SPIN has to be told, and what it has to find."""
    flags = "-O2 -DSAFETY"
    yield f"The End Phase of a board under {inquiry.game.ruleset.id}, for SPIN:"
    yield ""
    yield f"    spin -o2 -a FILE.pml && cc {flags} -o pan pan.c && ./pan -m1000000"
    yield ""
    yield from wrap(_counts(inquiry), 100)
    yield ""
    yield "-o2: SPIN keeps apart states that differ only in what nobody reads again."
    yield f'For a line "{MARK}" of each finished state, what its outcome is made of (and one more transition each):'
    yield ""
    yield f"    spin -o2 -a -DOUTCOMES FILE.pml && cc {flags} -DPRINTF -o pan pan.c && ./pan -m1000000"


def _counts(inquiry: Inquiry) -> str:
    """What endphase counts, and so SPIN has to."""
    graph = inquiry.graph
    if not graph.complete:
        return f"endphase did not count to the end: it stopped at {len(graph.states)} states."
    between = ""
    if graph.unfinished:
        between = (
            f" A discard is chosen in parts here, and the states between the parts count; endphase tells "
            f"{len(graph.states)} states and {graph.transitions} transitions without them."
        )
        graph = explore(graph.system)
    moves = CompiledStepper(graph.system).moves
    taken = sum(len(moves(state)) for state in graph.states)
    return (
        f"endphase finds {len(graph.states)} states, of which {len(graph.terminal)} are finished; {taken} commands can "
        f"be taken in them ({graph.transitions} transitions, where those of one event to one state are one). SPIN, "
        f"which starts one step earlier, has to store {len(graph.states) + EXTRA_STATES} states and to count "
        f"{taken + EXTRA_TRANSITIONS} transitions.{between}"
    )
