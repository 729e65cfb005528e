"""Verdicts as text: a table on a terminal, plain lines in a pipe."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.questions import ClaimAnswer, RulingAnswer, Verdict
from models.ruling import Ruling
from reports.narration import Narrator
from reports.paper import Cell, Paper
from reports.plaintext import counted, shown

_STYLE = {
    Verdict.CONFIRMED: "green",
    Verdict.CONTRADICTED: "bold red",
    Verdict.OPEN: "yellow",
    Verdict.UNDECIDED: "yellow",
    Verdict.UNMODELLED: "dim",
    Verdict.NOTE: "dim",
}


def verdicts(
    paper: Paper, answers: Sequence[RulingAnswer], tell: Narrator, *, details: bool, interrupted: bool = False
) -> None:
    """Print a verdict for each ruling and ruleset, contradicted claims with their play, and a summary."""
    paper.table(_HEAD, [*map(_row, answers)], [*map(_line, answers)])
    for one in answers:
        for claim in one.claims:
            if details or (claim.holds is False and one.verdict is not Verdict.OPEN):
                mark = {True: "holds", False: "does NOT hold", None: "undecided"}[claim.holds]
                paper.line(f"{one.ruling.id} under {one.ruleset}: {claim.claim}: {mark} ({claim.because})")
                if claim.play:
                    paper.line(shown(claim, tell))
    paper.line(summary(answers) + (" - partial: interrupted" if interrupted else ""))


def explained(claim: ClaimAnswer, answer: RulingAnswer, tell: Narrator) -> str:
    """Whether a claim of a ruling holds and why, then its play, a sentence a line."""
    head = f"{answer.ruling.id} under {answer.ruleset}: {claim}" + (f" ({claim.because})" if claim.because else "")
    lines = [f"{head}; no official answer" if answer.verdict is Verdict.OPEN else head, shown(claim, tell)]
    return "\n".join(line for line in lines if line)


def untested(ruling: Ruling) -> tuple[str, str]:
    """Why a ruling has no claims to check, in a word or two and as a sentence."""
    if ruling.unmodelled:
        return "unmodelled", f"unmodelled: {ruling.unmodelled}"
    return ("note", f"note: {ruling.note}") if ruling.note else ("no claims", "no claims")


def _line(one: RulingAnswer) -> str:
    size = f"{counted(one.states, 'state')}, {counted(one.transitions, 'transition')}" if one.states else ""
    return f"{one.ruling.id:9} {one.ruleset:9} {one.verdict:13} {size}".rstrip()


_HEAD = (
    Cell("ruling"),
    Cell("ruleset"),
    Cell("verdict"),
    Cell("states", right=True),
    Cell("transitions", right=True),
    Cell("asks"),
)


def _row(one: RulingAnswer) -> tuple[Cell, ...]:
    verdict = Cell(one.verdict.value, _STYLE[one.verdict])
    size = Cell(str(one.states)), Cell(str(one.transitions))
    return Cell(one.ruling.id), Cell(one.ruleset), verdict, *size, Cell(one.ruling.asks.en, cut=True)


def summary(answers: Sequence[RulingAnswer]) -> str:
    """How many of each verdict there are; notes are counted apart."""
    counts = {verdict: sum(one.verdict is verdict for one in answers) for verdict in Verdict}
    always = (Verdict.CONFIRMED, Verdict.CONTRADICTED, Verdict.OPEN, Verdict.UNMODELLED)
    words = [f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict] or verdict in always]
    rulings = len({one.ruling.id for one in answers})
    return f"{counted(rulings, 'ruling')}, {counted(len(answers), 'verdict')}: {', '.join(words)}"
