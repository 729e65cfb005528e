"""Verdicts as text: a table on a terminal, plain lines in a pipe."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.questions import ClaimAnswer, RulingAnswer, Verdict
from models.names import columns
from models.ruling import Ruling
from reports.narration import Narrator
from reports.paper import Cell, Paper
from reports.plaintext import shown

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
    head = [Cell(tell.column(name), right=name in _NUMBERS) for name in _COLUMNS]
    paper.table(head, [_row(one, tell) for one in answers], [_line(one, tell) for one in answers])
    for one in answers:
        for claim in one.claims:
            if details or (claim.holds is False and one.verdict is not Verdict.OPEN):
                paper.line(tell.verdict_on(claim, one))
                if claim.play:
                    paper.line(shown(claim, tell))
    paper.line(summary(answers, tell) + tell.cut_short(interrupted))


def explained(claim: ClaimAnswer, answer: RulingAnswer, tell: Narrator) -> str:
    """Whether a claim of a ruling holds and why, then its play, a sentence a line."""
    head = tell.verdict_on(claim, answer)
    lines = [tell.unanswered(head) if answer.verdict is Verdict.OPEN else head, shown(claim, tell)]
    return "\n".join(line for line in lines if line)


def untested(ruling: Ruling) -> tuple[str, str]:
    """Why a ruling has no claims to check, in a word or two and as a sentence."""
    if ruling.unmodelled:
        return "unmodelled", f"unmodelled: {ruling.unmodelled}"
    return ("note", f"note: {ruling.note}") if ruling.note else ("no claims", "no claims")


def _line(one: RulingAnswer, tell: Narrator) -> str:
    size = tell.sizes((one.states, "state"), (one.transitions, "transition")) if one.states else ""
    verdict = tell.verdict(one.verdict)
    return f"{one.ruling.id:9} {one.ruleset:9} {verdict}{' ' * (_WIDEST - columns(verdict))} {size}".rstrip()


_COLUMNS = ("ruling", "ruleset", "verdict", "states", "transitions", "asks")
_NUMBERS = ("states", "transitions")
_WIDEST = 13  # columns for a verdict


def _row(one: RulingAnswer, tell: Narrator) -> tuple[Cell, ...]:
    verdict = Cell(tell.verdict(one.verdict), _STYLE[one.verdict])
    size = Cell(str(one.states)), Cell(str(one.transitions))
    return Cell(one.ruling.id), Cell(one.ruleset), verdict, *size, Cell(tell.words(one.ruling.asks), cut=True)


def summary(answers: Sequence[RulingAnswer], tell: Narrator) -> str:
    """How many of each verdict there are; notes are counted apart."""
    counts = {verdict: sum(one.verdict is verdict for one in answers) for verdict in Verdict}
    always = (Verdict.CONFIRMED, Verdict.CONTRADICTED, Verdict.OPEN, Verdict.UNMODELLED)
    parts = [
        tell.found("of each kind", number=counts[verdict], kind=tell.verdict(verdict))
        for verdict in Verdict
        if counts[verdict] or verdict in always
    ]
    size = tell.sizes((len({one.ruling.id for one in answers}), "ruling"), (len(answers), "verdict"))
    return tell.found("summary", size=size, parts=tell.found("list").join(parts))
