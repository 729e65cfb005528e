"""What a page takes, and what it tells of the corpus.

``python -m tests.bench.pages``: positions, time and bytes of the pages of crowded boards, beside the search of the board.
``python -m tests.bench.pages corpus``: on how many boards a picture tells more positions apart than the search does, and in
how many positions the obstacle of a forbidden move is one of several.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import process_time

from explorer.questions import Inquiry, Walk, inquire
from explorer.questions.wishes import watched
from models.library import Library
from models.ruleset import Words
from reports.page import board_page
from tests.bench.crowded import crowded

BOARDS = ((6, 0), (7, 0), (3, 1))


def pages() -> None:
    """A row for each board: items and quick effects of both, positions, seconds of search and page, megabytes."""
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


def boards(library: Library) -> Iterator[tuple[str, Inquiry, Inquiry]]:
    """Each board of the corpus, under the first ruleset that it speaks about: as it is searched, and pictured."""
    for ruling in library.rulings:
        for number, case in enumerate(ruling.cases, 1):
            ruleset = library.ruleset((case.rulesets or ruling.rulesets)[0])
            watching = watched(case.wants)
            plain, pictured = (
                inquire(case.board, library, ruleset, watching=watching, pictured=one) for one in (False, True)
            )
            yield f"{ruling.id}#{number}", plain, pictured


def corpus() -> None:
    """The numbers of the corpus."""
    library = Library()
    count = positions = 0
    unsure: list[str] = []
    for name, plain, pictured in boards(library):
        count += 1
        assert set(plain.ends) == set(pictured.ends)
        sizes = len(plain.graph.states), len(pictured.graph.states)
        if sizes[0] != sizes[1]:
            print(f"{name}: {sizes[1]} positions for {sizes[0]} states")
        walk = Walk(pictured, library)
        positions += len(walk)
        unsure += [name for place in range(len(walk)) if not all(one.each for one in walk.position(place).forbidden)]
    print(
        f"{count} boards, {positions:,} positions; an obstacle is one of several in {len(unsure)}: {', '.join(unsure)}"
    )


if __name__ == "__main__":
    corpus() if sys.argv[1:] == ["corpus"] else pages()
