"""Boards of independent items: what one of them reads or writes, no other one does; so their states multiply.

Run by hand: ``python -m tests.bench.items [ITEMS ...]`` for the table of independent items,
``python -m tests.bench.items crowded`` for that of boards whose items and effects interfere, ``python -m tests.bench.items
board ITEMS`` for the file of a board. Each measurement is a process of its own; time is that of the processor, from the
grounded board to states, transitions and outcomes (by diagrams: each with a play).
"""

from __future__ import annotations

import json
import subprocess
import sys
from statistics import median
from time import process_time

from explorer.game import Game, ground
from explorer.questions.surveys import view_of
from explorer.search.diagrams import survey
from explorer.search.explore import Limits, explore
from models.board import Board, read_board
from models.documents import read_document
from models.library import Library
from tests.bench.crowded import crowded

RULESET = "ocg-2013"
"""The ruleset under which the lingering statuses are items."""

ITEMS = (2, 3, 5, 10, 20, 40)
CROWDED = ((6, 0), (8, 0), (10, 0), (12, 0), (2, 1), (3, 1), (2, 2), (3, 2))
_STATUSES = ("Forbidden Chalice", "Effect Veiler", "Forbidden Lance", "Forbidden Dress")
_PAYING = ("Koa'ki Meiru Drago", "Koa'ki Meiru Guardian", "Koa'ki Meiru Overload")
_SHOWN = ("Blue-Eyes White Dragon", "Koa'ki Meiru Guardian")
_MOST_EXPLICIT = 3_000_000


def independent_text(library: Library, items: int) -> str:
    """The file of a board on which each player has so many statuses to end, on monsters that stay where they are, up to fifty.

    Besides, three monsters of the turn player are kept for a card that is shown, or else destroyed: eight outcomes.
    """
    bystanders = [card.name for card in library.cards if card.kind == "normal monster"][:7]
    monsters = {"turn player": bystanders[:2], "opponent": bystanders[2:]}
    lingering = [
        f"{_STATUSES[number % len(_STATUSES)]} by {player} on {names[number // len(_STATUSES) % len(names)]}"
        for player, names in monsters.items()
        for number in range(items)
    ]
    turn = {"monsters": [*monsters["turn player"], *_PAYING], "hand": _SHOWN}
    laid = {"turn player": turn, "opponent": {"monsters": monsters["opponent"]}, "lingering": lingering}
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in laid.items())


def independent(library: Library, items: int) -> Board:
    """The board of that file."""
    return read_board(read_document(independent_text(library, items), "items"), library)


def independent_states(items: int) -> int:
    """How many states the board of so many items a side has."""
    return 81 * 4**items + 8 * 2**items - 8


def independent_transitions(items: int) -> int:
    """How many transitions it has."""
    return 81 * (items + 4) * 4**items // 2 + 4 * (items + 2) * 2**items - 8


def _game(kind: str, items: int, quick: int) -> Game:
    library = Library()
    if kind == "crowded":
        return ground(crowded(library, items, quick), library, library.ruleset("ocg"))
    return ground(independent(library, items), library, library.ruleset(RULESET))


def measure(kind: str, items: int, quick: int, engine: str) -> dict[str, float]:
    """One search in this process; the time to ground the board, the library read before, is told too."""
    before = process_time()
    game = _game(kind, items, quick)
    started = process_time()
    if engine == "diagrams":
        found = survey(game.system, view_of(game).view)
        sizes = {"states": found.states, "transitions": found.transitions or 0, "outcomes": found.cases or 0}
    else:
        graph = explore(game.system, limits=Limits(states=_MOST_EXPLICIT))
        outcomes = {game.outcome(graph.states[end]) for end in graph.terminal}
        complete = {"states": len(graph.states), "transitions": graph.transitions, "outcomes": len(outcomes)}
        sizes = complete if graph.complete else {}
    return {**sizes, "seconds": process_time() - started, "ground": started - before}


def main(kind: str, boards: list[tuple[int, int]], repetitions: int = 3) -> None:
    """Print a Markdown table."""
    print("| items | quick effects | states | transitions | outcomes | diagrams, s | explicit, s | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for items, quick in boards:
        found = {}
        for engine in ("diagrams", "auto"):
            command = [sys.executable, "-m", "tests.bench.items", "one", kind, str(items), str(quick), engine]
            each = [json.loads(subprocess.check_output(command, text=True)) for _ in range(repetitions)]
            found[engine] = {**each[0], "seconds": median(one["seconds"] for one in each)}
        ours, other = found["diagrams"], found["auto"]
        sizes = [f"{ours[key]:,}" for key in ("states", "transitions", "outcomes")]
        times = [f"{ours['seconds']:.3f}", "-", "-"]
        if "states" in other:
            if any(ours[key] != other[key] for key in ("states", "transitions", "outcomes")):
                raise ValueError(f"{items}, {quick}: {ours} but {other}")
            times[1:] = [f"{other['seconds']:.3f}", f"{other['seconds'] / ours['seconds']:.2f}"]
        print(f"| {' | '.join([str(items), str(quick), *sizes, *times])} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["one"]:
        print(json.dumps(measure(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])))
    elif sys.argv[1:2] == ["board"]:
        print(independent_text(Library(), int(sys.argv[2])), end="")
    elif sys.argv[1:2] == ["crowded"]:
        main("crowded", list(CROWDED))
    else:
        main("independent", [(int(one), 0) for one in sys.argv[1:] or ITEMS])
