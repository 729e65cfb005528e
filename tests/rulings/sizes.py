"""The exact size of every board of every ruling: states, transitions and distinct outcomes, under each ruleset.

``python -m tests.rulings.sizes`` writes the table beside this file anew; look at what has changed before you commit it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ruamel.yaml import YAML

from explorer.questions import inquire
from explorer.questions.claims import watched
from models.library import Library
from models.ruling import Ruling, cases_for, rulesets_of

TABLE = Path(__file__).with_name("sizes.yaml")
HEAD = """\
# For each ruling and ruleset, what the search finds on each of the ruling's boards, in their order.
# Written by: python -m tests.rulings.sizes
"""


@cache
def library() -> Library:
    """The library."""
    return Library()


def speaks_about() -> list[tuple[str, str]]:
    """Every ruling with every ruleset that it speaks about."""
    return [(ruling.id, name) for ruling in library().rulings for name in rulesets_of(ruling)]


def measured(ruling: Ruling, ruleset: str) -> list[str]:
    """The size of each board of the ruling, as the table has it."""
    found = []
    for case in cases_for(ruling, ruleset) if not (ruling.note or ruling.unmodelled) else ():
        asked = [what for claim in case.claims for what in watched(claim)]
        inquiry = inquire(case.board, library(), library().ruleset(ruleset), watching=asked)
        states, transitions = len(inquiry.graph.states), inquiry.graph.transitions
        found.append(f"{states} states, {transitions} transitions, {len(inquiry.ends)} outcomes")
    return found


def table() -> dict[str, dict[str, list[str]]]:
    """The table as it was written."""
    found: dict[str, dict[str, list[str]]] = YAML(typ="safe", pure=True).load(TABLE)
    return found


def main() -> None:
    """Write the table."""
    lines = [HEAD.rstrip()]
    for ruling in library().rulings:
        lines.append(f"{ruling.id}:")
        for name in rulesets_of(ruling):
            sizes = measured(ruling, name)
            lines.append(f"  {name}:" if sizes else f"  {name}: []")
            lines += [f"    - {size}" for size in sizes]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
