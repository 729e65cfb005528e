"""All readings in one search against the closed searches of the rulesets one after the other.

Run by hand: ``python -m tests.bench.open_clauses``. For every board of the corpus, under the card texts of one day: the
time to ground and search it with every clause left open, and that for each of the packaged rulesets in its turn.
"""

from __future__ import annotations

from time import process_time

import msgspec

from explorer.questions import inquire
from explorer.questions.cases import inquire_open
from models.library import Library
from models.ruling import cases_for


def main() -> None:
    """Print the totals and their ratio."""
    library = Library()
    rulings = [ruling for ruling in library.rulings if not (ruling.note or ruling.unmodelled)]
    boards = cases = 0
    opened = closed = 0.0
    for ruling in rulings:
        ruleset = library.ruleset(ruling.rulesets[0])
        for case in cases_for(ruling, ruleset.id):
            boards += 1
            started = process_time()
            found = inquire_open(case.board, library, ruleset, left_open=tuple(library.clauses))
            opened += process_time() - started
            cases += found.conditions.everything.bit_count()
            for name in library.ruleset_ids:
                one = msgspec.structs.replace(library.ruleset(name), day=ruleset.day)
                started = process_time()
                inquire(case.board, library, one)
                closed += process_time() - started
    print(f"{boards} boards, {cases} cases that differ in a clause that is read")
    print(f"one open search of each: {opened:.1f} s; {len(library.ruleset_ids)} closed ones: {closed:.1f} s")
    print(f"ratio: {closed / opened:.1f}")


if __name__ == "__main__":
    main()
