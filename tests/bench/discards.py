"""Large discards for the hand size, and crowded boards, each in a process of its own: where the time goes.

Run by hand: ``python -m tests.bench.discards``. It prints a Markdown table for `docs/performance.md`. Times are those of
the processor, in seconds.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import process_time

from explorer.game import ground
from explorer.questions.inquiry import search
from explorer.questions.outcomes import outcomes
from models.board import read_board
from models.documents import read_document
from models.library import Library

HEADS = ("board", "commands", "states", "outcomes", "plays", "start", "ground", "search", "outcomes", "whole process")
CROWDED = Path(__file__).parents[2] / "docs" / "findings" / "crowded-board.yaml"


def hand(names: int, copies: int) -> str:
    """A board whose turn player holds so many copies of so many monsters that do nothing when they are discarded."""
    cards = [card for card in Library().cards if card.kind in ("normal monster", "effect monster")]
    quiet = [card.name for card in cards if not any("sent" in repr(one) for one in card.versions)]
    held = [{name: f"{copies} copies"} if copies > 1 else name for name in quiet[:names]]
    return f"turn player: {{hand: {json.dumps(held)}}}"


BOARDS = {
    **{f"discard {size - 6} of {size}, all different": (hand, size, 1) for size in (10, 12, 16, 20, 24)},
    "discard 18 of 24, eight names": (hand, 8, 3),
    "The World, two Ohka, Veiler, four cards Set": (lambda *_: CROWDED.read_text(encoding="utf-8"), 0, 0),
}


def measured(board: str) -> dict[str, object]:
    """Sizes and seconds of one board in this process."""
    make, *numbers = BOARDS[board]
    text = make(*numbers)
    library = Library()
    laid = read_board(read_document(text, "bench"), library)
    times = [process_time()]
    game = ground(laid, library, library.ruleset("ocg-2013"))
    times.append(process_time())
    inquiry = search(game)
    times.append(process_time())
    found = outcomes(inquiry)
    times.append(process_time())
    used = resource.getrusage(resource.RUSAGE_SELF)
    plays = sum(one.plays for one in found if one.plays is not None)
    sizes = [len(game.whole.commands), len(inquiry.graph.states), len(found), plays]
    parts = [times[0], *(after - before for before, after in pairwise(times))]
    return {"sizes": sizes, "seconds": [*parts, used.ru_utime + used.ru_stime]}


def main() -> None:
    """Print the table."""
    print("| " + " | ".join(HEADS) + " |")
    print("|---" * len(HEADS) + "|")
    for board in BOARDS:
        call = [sys.executable, "-m", "tests.bench.discards", board]
        told = json.loads(subprocess.run(call, capture_output=True, check=True, text=True).stdout)
        cells = [board, *(f"{one:,}" for one in told["sizes"]), *(f"{one:.2f}" for one in told["seconds"])]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measured(sys.argv[1])))
    else:
        main()
