"""What a page takes: positions, time and bytes, beside the search of the board. Run as ``python -m tests.bench.pages``."""

from __future__ import annotations

from time import process_time

from explorer.questions import inquire
from explorer.questions.walk import Walk
from models.library import Library
from models.ruleset import Words
from reports.page import board_page
from tests.bench.crowded import crowded

BOARDS = ((6, 0), (7, 0), (3, 1))


def main() -> None:
    """A row for each board: items and quick effects a side, positions, seconds of search and page, megabytes."""
    library = Library()
    print("| items | quick effects | positions | search, s | page, s | MB |\n|---|---|---|---|---|---|")
    for items, quick in BOARDS:
        board = crowded(library, items, quick)
        start = process_time()
        inquiry = inquire(board, library, library.ruleset("ocg"), pictured=True)
        searched = process_time()
        page = board_page(Walk(inquiry, library), Words("crowded"), Words(""))
        times = f"{searched - start:.2f} | {process_time() - searched:.2f}"
        size = len(page.encode()) / 1e6
        print(f"| {2 * items} | {2 * quick} | {len(inquiry.graph.states):,} | {times} | {size:.2f} |")


if __name__ == "__main__":
    main()
