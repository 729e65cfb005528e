"""`python -m tests.differential.many N SEED [--spin K]`: N random boards searched in every way, and who agreed on them.

Half of the boards are usual ones, half odd ones (`tests/differential/boards.py`), under the library's rulesets and others.
What the obvious search finds (states, transitions, outcomes) is compared with what each other way finds; SPIN, which has
to compile a program for each board, is asked about every K-th, and with ``--spin 0`` about none. The table has a row for
each family of boards and a column for each way: on how many of the boards that it was asked about it agreed. The boards
of a seed are the same again. A board on which a way does not agree, or fails, is printed, and the exit code is 1.
"""

import argparse
import gc
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from hypothesis import assume, given, seed, settings
from hypothesis import strategies as st

from explorer.game import Game, Outcome
from explorer.game.uses import Sort
from explorer.questions.surveys import view_of
from explorer.search.explore import Engine, Limits, explore
from explorer.search.folded_survey import survey_folded
from explorer.search.plain import explore_plain
from explorer.search.reference import ReferenceGraph, reference_graph
from explorer.search.surveys import Survey
from explorer.system import State
from explorer.system.compiled import CompiledStepper
from explorer.system.promela import promela
from models.ruleset import Ruleset
from tests.differential import spin
from tests.differential.boards import LIBRARY, cases, odd_cases, searched_draw
from tests.differential.draws import DRAWN
from tests.differential.game_laws import PLAYERS, hand

MOST_STATES = 1_000
EVERY = 8
SPIN = "SPIN"
FULL = {"monsters": 5, "spells and traps": 5}


@dataclass(frozen=True)
class Sizes:
    """What a way finds of a board."""

    states: int
    transitions: int | None
    outcomes: frozenset[Outcome]


Way = Callable[[Game], Sizes | None]
"""None where the way is not for such a board."""


# ---- the ways --------------------------------------------------------------------------------------------------------


def obvious(game: Game) -> tuple[Sizes, ReferenceGraph]:
    """What the obvious search finds."""
    graph = reference_graph(game.system)
    going_on = {source for source, _, _ in graph.edges}
    ends = {game.outcome(state) for number, state in enumerate(graph.states) if number not in going_on}
    return Sizes(len(graph.states), len(graph.edges), frozenset(ends)), graph


def searching(engine: Engine) -> Way:
    """The search that makes a graph."""

    def way(game: Game) -> Sizes:
        graph = explore(game.system, limits=Limits(engine=engine))
        ends = frozenset(game.outcome(graph.states[end]) for end in graph.terminal)
        return Sizes(len(graph.states), graph.transitions, ends)

    return way


def surveying(make: Callable[..., Survey]) -> Way:
    """The survey that makes none."""

    def way(game: Game) -> Sizes | None:
        if game.unfinished:
            return None
        view = view_of(game)
        gc.collect()  # diagrams hold gigabytes of addresses until they are found to be garbage
        try:
            found = make(game.system, view.view, players=(), most_endings=MOST_STATES, limits=Limits())
        except OverflowError:
            return None
        return Sizes(found.states, found.transitions, frozenset(view.outcome(one.case) for one in found.endings))

    return way


def by_positions(game: Game) -> Sizes | None:
    """The search by positions in plain Python."""
    if game.unfinished:
        return None
    try:
        found = explore_plain(game.system)
    except OverflowError:
        return None
    assert found is not None
    return Sizes(found.states, found.transitions, frozenset(map(game.outcome, found.final_states())))


def ways() -> dict[str, Way]:
    """Each engine that is installed."""
    engines = [one for one in get_args(Engine) if one != "auto"]
    found: dict[str, Way] = {one: searching(one) for one in engines if one != "numba" or find_spec("numba")}
    found["plain"] = by_positions
    found["folded"] = surveying(survey_folded)
    if find_spec("oxidd"):
        from explorer.search.diagrams import survey

        found["diagrams"] = surveying(survey)
    return found


def by_spin(game: Game, expected: Sizes, graph: ReferenceGraph) -> bool:
    """Whether SPIN stores the same states, takes as many commands in them, and ends with the same outcomes."""
    terms = tuple(dict.fromkeys(game.projection.terms))
    with TemporaryDirectory() as folder:
        found = spin.checked(promela(game.system, ends=terms), Path(folder))
    moves = CompiledStepper(game.system).moves
    outcomes = {game.projection.outcome(dict(zip(terms, values, strict=True))) for values in found.ends}
    taken = sum(len(moves(state)) for state in graph.states)
    return (found.states, found.transitions) == (len(graph.states), taken) and outcomes == expected.outcomes


# ---- families of boards ----------------------------------------------------------------------------------------------


def families(game: Game, laid: State) -> tuple[str, ...]:
    """What is special of the board as it is laid, seen from outside."""
    start = game.outcome(laid)
    lent = {card.side for card in start.cards if card.zone == "monsters" and card.side != card.owner}
    zones = Counter((card.side, card.zone) for card in start.cards)
    decks = {side: number for side, zone, number in start.unnamed if zone == "deck"}
    named = {card.side for card in start.cards if card.zone == "deck"}
    found = {
        "a quick effect": any(use.sort is Sort.QUICK for use in game.uses),
        "a full row of zones": any(zones[player, zone] >= most for player in PLAYERS for zone, most in FULL.items()),
        "no Deck": any(decks[player] == 0 and player not in named for player in PLAYERS),
        "life 1": any(life == 1 for _, life in start.life),
        "a hand of 12": any(hand(start, player) >= 12 for player in PLAYERS),
        "lent to one side": len(lent) == 1,
        "lent to both sides": len(lent) == 2,
        "copies that are alike": bool(game.system.orbits),
        "a ruleset that nobody plays by": bool(changed(game.ruleset)),
    }
    return ("all", *(name for name, holds in found.items() if holds))


def changed(ruleset: Ruleset) -> dict[str, str]:
    """The clauses in which a ruleset is another than the library's of that name."""
    known = LIBRARY.ruleset(ruleset.id)
    return {name: ruleset[name] for name in ruleset.clauses if ruleset[name] != known[name]}


# ---- the run ---------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """How many boards there were, by family, how often each way was asked about one, and how often it agreed."""

    boards: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    agreed: Counter[tuple[str, str]] = field(default_factory=Counter)
    largest: int = 0
    told: list[str] = field(default_factory=list)

    def add(self, kinds: tuple[str, ...], way: str, agrees: bool) -> None:
        """Count an answer in every family of its board."""
        for kind in kinds:
            self.asked[kind, way] += 1
            self.agreed[kind, way] += agrees

    def table(self, names: list[str]) -> str:
        """The rows, in the order in which families were first met, the whole first."""
        lines = [f"| Boards | Number | {' | '.join(names)} |", f"|:--|--:|{'--:|' * len(names)}"]
        for kind, number in self.boards.items():
            cells = [f"{self.agreed[kind, one]:,} of {self.asked[kind, one]:,}" for one in names]
            lines.append(f"| {kind} | {number:,} | {' | '.join(cells)} |")
        return "\n".join(lines)


def compare(tally: Tally, game: Game, text: str, every: int, asked: dict[str, Way]) -> None:
    """Ask every way about a board, and count who agrees with the obvious search."""
    expected, graph = obvious(game)
    kinds = families(game, graph.states[0])
    for kind in kinds:
        tally.boards[kind] += 1
    tally.largest = max(tally.largest, expected.states)
    number = tally.boards["all"]

    def count(name: str, ask: Callable[[], bool | None]) -> None:
        try:
            agrees, said = ask(), ""
        except Exception:  # a way that fails does not agree, whatever it raises
            agrees, said = False, traceback.format_exc()
        if agrees is not None:
            tally.add(kinds, name, agrees)
        if agrees is False:
            tally.told.append(
                f"{name} does not agree under {game.ruleset.id} {changed(game.ruleset)} on\n{text}\n{said}"
            )

    def like(way: Way) -> Callable[[], bool | None]:
        def ask() -> bool | None:
            found = way(game)
            return None if found is None else found == expected

        return ask

    for name, way in asked.items():
        count(name, like(way))
    if every and number % every == 1 % every:
        count(SPIN, lambda: by_spin(game, expected, graph))


def run(number: int, part: int, every: int, asked: dict[str, Way]) -> Tally:
    """So many boards of a seed, in every way; boards that are refused or have too many states do not count."""
    tally = Tally()

    @seed(part)
    @settings(DRAWN, max_examples=number)
    @given(st.one_of(cases(), odd_cases()))
    def each(drawn: tuple[str, Ruleset]) -> None:
        assume(tally.boards["all"] < number)
        game, _ = searched_draw(drawn, MOST_STATES)
        compare(tally, game, drawn[0], every, asked)

    each()
    return tally


def main(arguments: list[str] | None = None) -> int:
    """Run, print the table and what did not agree."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.many")
    parser.add_argument("number", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--spin", type=int, default=EVERY, metavar="K", help="ask SPIN about every K-th board; 0: none")
    given: Any = parser.parse_args(arguments)
    asked = ways()
    every = 0 if spin.MISSING else given.spin
    tally = run(given.number, given.seed, every, asked)
    print(tally.table([*asked, *([SPIN] if every else [])]))
    print(f"\nseed {given.seed}; the largest board has {tally.largest:,} states")
    for one in tally.told:
        print(f"\n{one}", file=sys.stderr)
    return 1 if tally.told else 0


if __name__ == "__main__":
    sys.exit(main())
