"""How many mutants were killed, with the interval in which the share of all lies, and which are the same program."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from ruamel.yaml import YAML

from tests.mutation.mutants import Mutant, told
from tests.mutation.trial import Tried

_Z = 1.959964
"""Of a normal distribution 95 % lie within so many standard deviations."""


@dataclass(frozen=True)
class Known:
    """Mutants that do what the program does: why, by the module and the lines that differ."""

    reasons: dict[tuple[str, str], str]

    @classmethod
    def read(cls) -> "Known":
        """From `equivalent.yaml`."""
        path = Path(__file__).with_name("equivalent.yaml")
        entries = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8")) or []
        return cls({(one["module"], one["change"].strip()): one["why"] for one in entries})

    def reason(self, mutant: Mutant) -> str | None:
        """Why it is the same program, None where nobody says so."""
        return self.reasons.get((mutant.path, told(mutant)))


def interval(killed: int, total: int) -> tuple[float, float]:
    """Where the share of all lies, with a probability of 95 %: Wilson, JASA 22(158), 1927."""
    if not total:
        return 0.0, 1.0
    share, weight = killed / total, _Z**2 / total
    middle = (share + weight / 2) / (1 + weight)
    half = _Z * sqrt(share * (1 - share) / total + weight / (4 * total)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def table(tried: Sequence[Tried], known: Known, packages: Sequence[str]) -> str:
    """A row for each package, and one for all."""
    rows = ["| Package | Mutants | Killed | Equivalent | Survived | Score | 95 % |", "|:--|--:|--:|--:|--:|--:|:--|"]
    for name in (*packages, "all"):
        mine = [one for one in tried if name == "all" or one.mutant.path.startswith(f"explorer/{name}/")]
        killed = sum(one.killer is not None for one in mine)
        same = sum(one.killer is None and known.reason(one.mutant) is not None for one in mine)
        rest = len(mine) - same
        low, high = interval(killed, rest)
        share = f"{killed / rest:.1%}" if rest else "-"
        rows.append(
            f"| {name} | {len(mine)} | {killed} | {same} | {rest - killed} | {share} | {low:.1%} to {high:.1%} |"
        )
    return "\n".join(rows)
