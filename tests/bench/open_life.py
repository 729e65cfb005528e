"""What an open number costs: each board of the corpus with the turn player's life open, against one closed search of it.

``python -m tests.bench.open_life [RULING ...]`` prints the slowest boards and the totals, once with the cases listed as
bits and once with terms that Z3 decides. Both times are of the search alone, the best of three: grounding is the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

import msgspec

from explorer.game import Game, ground
from explorer.search.conditions import Cases, Terms
from explorer.search.explore import explore
from explorer.search.symbolic import OpenGraph, explore_open
from models.board import Board
from models.library import Library
from models.open_values import MOST_OPEN, OpenNumber
from models.ruling import Ruling, cases_for

REPEATS = 3
SHOWN = 10
KINDS = (Cases, Terms)


@dataclass(frozen=True)
class Measured:
    """One board: its name, the closed graph's states, the seconds of the closed search and of each kind of open one."""

    name: str
    states: int
    open_states: int
    closed: float
    listed: float
    terms: float
    queries: int
    remembered: int
    pruned: int


def with_open_life(board: Board) -> Board:
    """The board, on which the turn player may have any number of life points."""
    life = OpenNumber("turn player's life", 1, MOST_OPEN, board.at)
    return msgspec.structs.replace(board, turn_player=msgspec.structs.replace(board.turn_player, life=life))


def seconds(search: Callable[[], object]) -> float:
    """The shortest time that the search takes."""
    times = []
    for _ in range(REPEATS):
        started = perf_counter()
        search()
        times.append(perf_counter() - started)
    return min(times)


def searched(game: Game, kind: type[Cases] | type[Terms]) -> OpenGraph[int]:
    """The graph of all cases."""
    system = game.system
    conditions = kind(system.open_variables, system.assume)
    return explore_open(system, conditions, apart=game.of_cards)  # type: ignore[arg-type]


def measured(name: str, board: Board, library: Library, ruling: Ruling) -> Measured:
    """The board under the first ruleset of its ruling."""
    ruleset = library.ruleset(ruling.rulesets[0])
    closed, opened = ground(board, library, ruleset), ground(with_open_life(board), library, ruleset)
    graph = searched(opened, Terms)
    asked = graph.conditions.questions
    return Measured(
        name,
        len(explore(closed.system).states),
        len(graph.states),
        seconds(lambda: explore(closed.system)),
        seconds(lambda: searched(opened, Cases)),
        seconds(lambda: searched(opened, Terms)),
        asked.queries,
        asked.remembered,
        graph.pruned,
    )


def boards(library: Library, names: Sequence[str]) -> list[tuple[str, Board, Ruling]]:
    """The boards of the rulings, by default of all, each with its name."""
    found = []
    for ruling in [library.ruling(name) for name in names] or library.rulings:
        if not (ruling.note or ruling.unmodelled):
            cases = cases_for(ruling, ruling.rulesets[0])
            found += [
                (f"{ruling.id}#{n}", case.board, ruling) for n, case in enumerate(cases, 1) if not case.board.left_open
            ]
    return found


def main(names: Sequence[str]) -> None:
    """Print the table."""
    library = Library()
    found = [measured(name, board, library, ruling) for name, board, ruling in boards(library, names)]
    print("board      states   open    closed    listed     terms   listed/closed  terms/closed   queries")
    for one in sorted(found, key=lambda one: -one.listed / one.closed)[:SHOWN]:
        print(
            f"{one.name:10} {one.states:6} {one.open_states:6} {one.closed:9.4f} {one.listed:9.4f} {one.terms:9.4f}"
            f" {one.listed / one.closed:14.1f} {one.terms / one.closed:13.1f} {one.queries:9}"
        )
    closed, listed, terms = (sum(getattr(one, what) for one in found) for what in ("closed", "listed", "terms"))
    print(f"{len(found)} boards: closed {closed:.2f} s, listed {listed:.2f} s ({listed / closed:.1f} times as long),")
    print(
        f"by terms {terms:.2f} s ({terms / closed:.1f} times as long): {sum(one.queries for one in found):,} queries,"
    )
    print(
        f"{sum(one.remembered for one in found):,} answered from memory, {sum(one.pruned for one in found):,} branches pruned"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
