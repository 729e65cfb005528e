"""One search of one board in this process, measured."""

from __future__ import annotations

import re
import resource
import sys
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any, Final

from explorer.game import Game, as_one, ground
from explorer.game.players import PLAYERS
from explorer.search.acts import whole_acts
from explorer.search.explore import Limits, explore
from explorer.search.games import attractor
from explorer.search.plain import explore_plain
from explorer.search.surveys import View
from explorer.system.system import System
from models.library import Library
from tests.bench.families import Sample
from tests.bench.pan import spent

ENGINES: Final = ("auto", "python", "numpy", "numba", "forced", "plain", "folded", "solved", "diagrams")

_NEEDED: Final = {"diagrams": "oxidd", "numba": "numba"}

Figures = dict[str, Any]
"""The engine, sizes, seconds of the search and of the whole process, and bytes a state; ``stored`` are states of the system."""


def measured(sample: Sample, engine: str) -> Figures | None:
    """The figures of a search by one engine; None for a board that it does not take."""
    if find_spec(_NEEDED.get(engine, "explorer")) is None:
        return None
    library = Library()
    game = ground(sample.lay(library), library, library.ruleset(sample.ruleset))
    if game.unfinished and engine in ("forced", "plain", "folded", "solved", "diagrams"):
        return None
    if engine in ("folded", "solved"):
        import explorer.search.folded_survey  # noqa: F401 - numpy is not counted, as SPIN's compiler is not; what looks positions up is, where there is no grid
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
    before, started = peak(), process_time()
    found = _counts(game, engine)
    seconds = process_time() - started
    memory = (peak() - before) / found["states"]
    return {**found, "seconds": seconds, "bytes": memory, "whole": spent(resource.RUSAGE_SELF)}


def _counts(game: Game, engine: str) -> Figures:
    """The sizes that an engine counts, and its name."""
    if engine in ("folded", "solved"):
        return _positions(game.system, engine == "solved")
    if engine == "plain":
        plain = explore_plain(game.system)
        assert plain is not None
        return _sizes("folded, plain", plain.states, plain.transitions, plain.positions)
    if engine == "diagrams":
        from explorer.search.diagrams import survey

        sets = survey(game.system, View())
        assert sets.transitions is not None
        return _sizes(engine, sets.states, sets.transitions)
    graph = explore(game.system, limits=Limits(engine="auto" if engine == "forced" else engine))  # type: ignore[arg-type]
    whole = whole_acts(graph, game.unfinished, as_one)
    if engine == "forced":
        for player in PLAYERS:
            attractor(whole, (player.value,), whole.terminal[::2])
    name = f"{_ended_with()}, solved" if engine == "forced" else _ended_with()
    return {**_sizes(name, len(whole.states), whole.transitions), "stored": len(graph.states)}


def _positions(system: System, solve: bool) -> Figures:
    """The sizes by positions alone; with ``solve`` what each player can force of half of the finished states is worked out."""
    from explorer.search import grid_games
    from explorer.search.grid import explore_grid
    from explorer.system.grid import NotAGrid

    try:
        found: Any = explore_grid(system, arrivals=False)
        name, can_force = "grid", grid_games.can_force
    except NotAGrid:
        from explorer.search import folded_games
        from explorer.search.folded import explore_folded

        found = explore_folded(system, rounds=solve)
        name, can_force = "folded", folded_games.can_force
    if solve:
        rows, moments = found.final
        for player in PLAYERS:
            can_force(found, (player.value,), (rows[::2], moments[::2]))
    return _sizes(f"{name}, solved" if solve else name, found.states, found.transitions, found.positions)


def _sizes(engine: str, states: int, transitions: int, positions: int = 0) -> Figures:
    return {
        "engine": engine,
        "states": states,
        "stored": states,
        "transitions": transitions,
        "positions": positions,
    }


def _ended_with() -> str:
    """What a search for a graph has come to in this process."""
    return "numpy" if "explorer.system.vectors" in sys.modules else "python"


def peak() -> float:
    """The most memory that this process has held since the peak was reset, in bytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    assert found is not None
    return int(found[1]) * 1024
