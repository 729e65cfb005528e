"""Claims: whether one statement of an answer holds on a board, with the play that shows it.

Each kind but the last four of these is a formula (``explorer.questions.formulas``), p standing for its condition and
end for "the End Phase is over":

* ``possible: p`` is ``E F (end and p)``; ``impossible`` its contrary;
* ``possible despite PLAYER: p`` is ``[[PLAYER]] F (end and p)``;
* ``always: p`` is ``A G p``; ``inevitable: p`` is ``A F p``, be it at the end or on the way;
* ``until: {keeps: p, until: q}`` is ``A (p U q)``;
* ``PLAYER can enforce: p`` is ``<<PLAYER>> F (end and p)``, ``cannot enforce`` its contrary;
* ``can: m`` is ``E F step(m)``, ``can: m before n`` is ``E (not step(n) U (step(m) and not step(n)))``; ``cannot`` the
  contrary;
* ``can: m after n`` asks for a play with both, in this order;
* ``after: {line: [m, n], ...}`` says that some play begins with these told steps and no others, and that what follows
  is so after each play that does;
* ``outcomes`` and ``best play`` speak of all ends, and of the line of best play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.game import Outcome
from explorer.game.players import Player
from explorer.questions.because import Because, Ground
from explorer.questions.best import BestPlay, best_play
from explorer.questions.formulas import Formulas
from explorer.questions.inquiry import Inquiry, PlayedStep, told
from explorer.questions.moments import Moments, event_fits
from explorer.questions.strategies import Strategy, forcing
from explorer.questions.wishes import watched as wished
from explorer.questions.witnesses import CUT_SHORT, VACUOUS, Finding, found
from explorer.search.graph import StateNumber
from explorer.search.plays import track
from models.formula import Along, Denied, Formula, Happens, Joined, Link, Over, Path, Quantifier, Says, conditions
from models.phrase import Condition, Count, Moment
from models.ruling import Claim


@dataclass(frozen=True)
class ClaimAnswer:
    """Whether a claim holds: None when the search was cut short before it was decided.

    ``play`` is a witness where something is possible and a counterexample where it should not be; ``because`` says in a
    few words what was found. A play that goes round for ever ends where its step number ``repeats`` (from 0) begins.
    """

    claim: Claim
    holds: bool | None
    because: Because
    play: tuple[PlayedStep, ...] = ()
    repeats: int | None = None

    def __str__(self) -> str:
        word = {True: "holds", False: "does not hold", None: "undecided"}[self.holds]
        return f"{self.claim.kind}: {self.claim.text}: {word}"


def ask(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    """The answer to a claim on the inquiry's board."""
    if claim.kind == "best play":
        return _best(inquiry, claim)
    answer = _Asking(inquiry, Formulas.of(inquiry), Moments(inquiry)).finding(claim, 0)
    return ClaimAnswer(claim, answer.holds, answer.because, inquiry.steps(answer.play), answer.repeats)


def strategy(inquiry: Inquiry, claim: Claim) -> Strategy | None:
    """What the player does who can force what the claim is about, or else the other, who can prevent it.

    None of other claims, of a partial search, of a slice, and where only endless play prevents it.
    """
    if claim.player is None or claim.condition is None or not inquiry.complete or not inquiry.whole:
        return None
    ends, others = inquiry.ends_parted(claim.condition)
    player = Player(claim.player.value)
    if claim.kind.startswith("possible despite"):
        player = player.other
    return forcing(inquiry, player, ends) or forcing(inquiry, player.other, others)


def watched(claim: Claim) -> list[Condition | Count]:
    """What the claim asks of states, to be kept when the board is grounded."""
    asked: list[Condition | Count] = list(_conditions(claim))
    return asked + wished(claim.wants)


def _conditions(claim: Claim) -> Iterator[Condition]:
    yield from (one for one in (claim.condition, claim.keeps, *claim.outcomes) if one is not None)
    if claim.formula is not None:
        yield from conditions(claim.formula)
    if claim.inner is not None:
        yield from _conditions(claim.inner)


def formula_of(claim: Claim) -> tuple[Formula, bool]:
    """The formula that the claim stands for, and whether it is claimed to hold or not to hold.

    Raises ValueError for a claim that is no formula.
    """
    if claim.formula is not None:
        return claim.formula, True
    if claim.moment is not None and claim.moment.after is None:
        return _has(claim.moment), claim.kind == "can"
    if claim.condition is None:
        raise ValueError(f"{claim} is no formula")
    says = Says(claim.condition)
    at_end = Joined(Link.AND, Over(), says)
    match claim.kind:
        case "possible" | "impossible":
            return Path(Quantifier.SOME, Along.EVENTUALLY, at_end), claim.kind == "possible"
        case "always":
            return Path(Quantifier.EVERY, Along.ALWAYS, says), True
        case "inevitable":
            return Path(Quantifier.EVERY, Along.EVENTUALLY, says), True
        case "until" if claim.keeps is not None:
            return Path(Quantifier.EVERY, Along.UNTIL, says, Says(claim.keeps)), True
    if claim.player is None:
        raise ValueError(f"{claim} is no formula")
    players = (claim.player,)
    if claim.kind.startswith("possible despite"):
        return Path(Quantifier.DESPITE, Along.EVENTUALLY, at_end, players=players), True
    return Path(Quantifier.ENFORCE, Along.EVENTUALLY, at_end, players=players), "cannot" not in claim.kind


def _has(moment: Moment) -> Formula:
    """Some play has the moment, and nothing before it that it is to come before."""
    here = Happens(moment)
    if moment.before is None:
        return Path(Quantifier.SOME, Along.EVENTUALLY, here)
    early = Denied(Happens(moment.before))
    return Path(Quantifier.SOME, Along.UNTIL, Joined(Link.AND, here, early), early)


@dataclass(frozen=True)
class _Asking:
    """Claims about what follows a state."""

    inquiry: Inquiry
    formulas: Formulas
    moments: Moments

    def finding(self, claim: Claim, start: StateNumber) -> Finding:
        """What is found of a claim, asked of the plays from a state on."""
        if claim.kind == "outcomes":
            return self._outcomes(claim, start)
        if claim.inner is not None:
            return self._after(claim, claim.inner)
        if claim.moment is not None:
            return self._moment(claim, claim.moment, start)
        formula, wanted = formula_of(claim)
        return found(self.formulas, formula, start, wanted=wanted)

    def _moment(self, claim: Claim, moment: Moment, start: StateNumber) -> Finding:
        wanted = claim.kind == "can"
        if moment.after is None:
            finding = found(self.formulas, formula_of(claim)[0], start, wanted=wanted)
        else:
            play = self.moments.find_after(moment, moment.after, start)
            if play is None and not self.inquiry.complete:
                return Finding(None, CUT_SHORT, [])
            ground = Ground.NOT_SHOWN if play is None else Ground.SHOWN
            finding = Finding((play is not None) is wanted, ground.because(), play or [])
        if finding.holds and not wanted and not self.moments.comes_up(moment, self.formulas.reachable(start)):
            return Finding(True, VACUOUS, [])
        return finding

    def _after(self, claim: Claim, inner: Claim) -> Finding:
        """What follows each play that begins with the line: the first where it is not so, or else one where it is."""
        last = len(claim.line)
        tracks = self.moments.begin(claim.line)
        findings = [self.finding(inner, state).after(tracks.play_to(state, last)) for state in tracks.at(last)]
        for finding in findings:
            if finding.holds is False:
                return finding
        cut = any(state in self.formulas.unknown for state, stage in tracks.came_by if stage < last)
        if cut or any(finding.holds is None for finding in findings):
            return Finding(None, CUT_SHORT, [])
        if not findings:
            return Finding(False, Ground.NOT_BEGUN.because(), [])
        return max(findings, key=lambda finding: (finding.because != VACUOUS, bool(finding.play)))

    def _outcomes(self, claim: Claim, start: StateNumber) -> Finding:
        inquiry = self.inquiry
        if not inquiry.complete:
            return Finding(None, CUT_SHORT, [])
        tracks = track(inquiry.graph, lambda stage, source, edge: stage, start)
        outcome_of = {state: outcome for outcome, states in inquiry.ends.items() for state in states}
        ends: dict[Outcome, StateNumber] = {}
        for state in tracks.at(0):
            if state in outcome_of:
                ends.setdefault(outcome_of[state], state)
        if claim.count is not None:
            return Finding(len(ends) == claim.count, Ground.COUNTED.because(number=len(ends)), [])
        tests = [inquiry.holds(says) for says in claim.outcomes]
        for outcome, state in ends.items():
            if not any(test(state) for test in tests):
                return Finding(False, Ground.FURTHER.because(outcome=outcome), tracks.play_to(state, 0))
        for number, test in enumerate(tests, 1):
            if not any(map(test, ends.values())):
                return Finding(False, Ground.UNREACHABLE.because(number=number), [])
        return Finding(True, Ground.EXACTLY.because(), [])


# ---- best play -------------------------------------------------------------------------------------------------------


def _best(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    if not inquiry.complete:
        return ClaimAnswer(claim, None, CUT_SHORT)
    found = best_play(inquiry, claim.wants)
    steps = told(found.line)
    for number, moment in enumerate(claim.line):
        if number >= len(steps) or not _is(steps[number], moment):
            found_there = Ground.NO_STEP.because(number=number + 1)
            if number < len(steps):
                found_there = Ground.ANOTHER_STEP.because(number=number + 1, happening=steps[number].happening)
            return ClaimAnswer(claim, False, found_there, found.line)
    if claim.condition is not None and not _leads_to(inquiry, found, claim.condition):
        return ClaimAnswer(claim, False, Ground.ELSEWHERE.because(), found.line)
    return ClaimAnswer(claim, True, Ground.WORTH.because(value=found.value), found.line)


def _leads_to(inquiry: Inquiry, found: BestPlay, says: Condition) -> bool:
    if found.outcome is None:
        return False
    return any(inquiry.holds(says)(state) for state in inquiry.ends[found.outcome])


def _is(step: PlayedStep, moment: Moment) -> bool:
    """Whether a step of a line is the moment: who, what, of which card, and whether they had to."""
    return event_fits(moment, step.happening) and moment.must == step.must
