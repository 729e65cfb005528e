"""Claims: whether one statement of an answer holds on a board, with the play that shows it.

``possible`` and ``impossible`` speak of the ends of plays, ``always`` of every state on the way (AG of CTL),
``inevitable`` of every play reaching it (AF), ``can`` and ``cannot`` of moments, and "can enforce" of what a player
brings about at the end whatever the other does (ATL on turn-based games).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.game import Kind
from explorer.game.players import Player
from explorer.questions.best import BestPlay, best_play
from explorer.questions.inquiry import Inquiry, PlayedStep, told
from explorer.questions.moments import Moments
from explorer.search.games import attractor
from explorer.search.graph import Play, StateNumber
from explorer.search.plays import find_play, shortest_play
from models.phrase import Condition, Count, Moment, Who
from models.ruling import Claim


@dataclass(frozen=True)
class ClaimAnswer:
    """Whether a claim holds: None when the search was cut short before it was decided.

    ``play`` is a witness where something is possible and a counterexample where it should not be; ``because`` says in a
    few words what was found.
    """

    claim: Claim
    holds: bool | None
    play: tuple[PlayedStep, ...] = ()
    because: str = ""

    def __str__(self) -> str:
        word = {True: "holds", False: "does not hold", None: "undecided"}[self.holds]
        return f"{self.claim.kind}: {self.claim.text}: {word}"


def ask(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    """The answer to a claim on the inquiry's board."""
    if claim.player is not None:
        return _enforce(inquiry, claim, claim.player)
    return _ANSWERS[claim.kind](inquiry, claim)


def watched(claim: Claim) -> list[Condition | Count]:
    """What the claim asks of states, to be kept when the board is grounded."""
    from explorer.questions.best import watched as wished  # noqa: PLC0415

    found: list[Condition | Count] = [one for one in (claim.condition, *claim.outcomes) if one is not None]
    return found + wished(claim.wants)


def _condition(claim: Claim) -> Condition:
    assert claim.condition is not None
    return claim.condition


def _reaches(inquiry: Inquiry, says: Condition) -> Play | None:
    holds = inquiry.holds(says)
    return shortest_play(inquiry.graph, [state for state in inquiry.graph.terminal if holds(state)])


def _found(inquiry: Inquiry, claim: Claim, play: Play | None, wanted: bool) -> ClaimAnswer:
    """A play decides at once; none decides only where the search is complete."""
    if play is not None:
        return ClaimAnswer(claim, wanted, inquiry.steps(play), "a play shows it")
    if not inquiry.complete:
        return ClaimAnswer(claim, None, because="no play found, but the search was cut short")
    return ClaimAnswer(claim, not wanted, because="no play does it")


def _possible(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    return _found(inquiry, claim, _reaches(inquiry, _condition(claim)), True)


def _impossible(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    return _found(inquiry, claim, _reaches(inquiry, _condition(claim)), False)


def _always(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    holds = inquiry.holds(_condition(claim))
    broken = [state for state in range(len(inquiry.graph.states)) if not holds(state)]
    return _found(inquiry, claim, find_play(inquiry.graph, to_states=broken) if broken else None, False)


def _inevitable(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    graph = inquiry.graph
    if not inquiry.complete:
        return ClaimAnswer(claim, None, because="the search was cut short")
    holds = inquiry.holds(_condition(claim))
    targets = [state for state in range(len(graph.states)) if holds(state)]
    reached = attractor(graph, (), targets)
    if 0 in reached:
        return ClaimAnswer(claim, True, because="every play gets there")
    return ClaimAnswer(
        claim, False, inquiry.steps(_evades(inquiry, lambda state: state in reached)), "a play avoids it"
    )


def _evades(inquiry: Inquiry, lost: Callable[[StateNumber], bool]) -> Play:
    """A play that stays out of the states that are lost, until it ends or comes back to a state."""
    graph = inquiry.graph
    play: Play = []
    state, seen = 0, {0}
    while graph.edges(state):
        edge = next(edge for edge in graph.edges(state) if not lost(graph.targets[edge]))
        play.append(edge)
        state = graph.targets[edge]
        if state in seen:
            break
        seen.add(state)
    return play


def _can(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    assert claim.moment is not None
    return _found(inquiry, claim, Moments(inquiry).find(claim.moment), True)


def _cannot(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    assert claim.moment is not None
    return _found(inquiry, claim, Moments(inquiry).find(claim.moment), False)


def _enforce(inquiry: Inquiry, claim: Claim, who: Who) -> ClaimAnswer:
    graph = inquiry.graph
    if not inquiry.complete:
        return ClaimAnswer(claim, None, because="the search was cut short")
    holds = inquiry.holds(_condition(claim))
    targets = [state for state in graph.terminal if holds(state)]
    player = Player(who.value)
    winning = attractor(graph, (player.value,), targets)
    can = 0 in winning
    wanted = "cannot" not in claim.kind
    if can:
        play: Play = []
        state = 0
        while graph.edges(state):
            own = winning.strategy[state]
            edge = own if own >= 0 else max(graph.edges(state), key=lambda edge: winning.ranks[graph.targets[edge]])
            play.append(edge)
            state = graph.targets[edge]
        return ClaimAnswer(
            claim, wanted, inquiry.steps(play), f"the {player} can force it; a play with the longest defence"
        )
    refuting = inquiry.steps(_evades(inquiry, lambda state: state in winning))
    return ClaimAnswer(claim, not wanted, refuting, f"the {player.other} can prevent it; a play that does")


def _outcomes(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    ends = inquiry.ends
    if not inquiry.complete:
        return ClaimAnswer(claim, None, because="the search was cut short")
    if claim.count is not None:
        return ClaimAnswer(claim, len(ends) == claim.count, because=f"{len(ends)} distinct outcomes")
    tests = [inquiry.holds(says) for says in claim.outcomes]
    for outcome, states in ends.items():
        if not any(test(states[0]) for test in tests):
            play = shortest_play(inquiry.graph, states) or []
            return ClaimAnswer(claim, False, inquiry.steps(play), f"a further outcome: {outcome.facts}")
    for number, test in enumerate(tests, 1):
        if not any(test(states[0]) for states in ends.values()):
            return ClaimAnswer(claim, False, because=f"number {number} of the list is not reachable")
    return ClaimAnswer(claim, True, because="exactly these")


def _best(inquiry: Inquiry, claim: Claim) -> ClaimAnswer:
    if not inquiry.complete:
        return ClaimAnswer(claim, None, because="the search was cut short")
    found = best_play(inquiry, claim.wants)
    steps = told(found.line)
    for number, moment in enumerate(claim.line):
        if number >= len(steps) or not _is(steps[number], moment):
            seen = str(steps[number].happening) if number < len(steps) else "the end"
            return ClaimAnswer(claim, False, found.line, f"step {number + 1} of best play is {seen}")
    if claim.condition is not None and not _leads_to(inquiry, found, claim.condition):
        return ClaimAnswer(claim, False, found.line, "best play leads elsewhere")
    return ClaimAnswer(claim, True, found.line, f"value {found.value}")


def _leads_to(inquiry: Inquiry, found: BestPlay, says: Condition) -> bool:
    if found.outcome is None:
        return False
    return any(inquiry.holds(says)(state) for state in inquiry.ends[found.outcome])


def _is(step: PlayedStep, moment: Moment) -> bool:
    """Whether a step of a line is the moment: who, what, of which card, and whether they had to."""
    happening = step.happening
    kinds = {
        "pass": (Kind.PASS,),
        "activate": (Kind.ACTIVATE, Kind.CHAIN),
        "process": (Kind.PROCESS,),
        "discard": (Kind.DISCARD,),
        "choose": (Kind.RESOLVE,),
        "decline": (Kind.DECLINE,),
    }[moment.kind]
    named = happening.chosen if happening.kind is Kind.DISCARD else (happening.card,)
    return (
        happening.kind in kinds
        and moment.who in (Who.ANY, Who(happening.by) if happening.by != "rules" else Who.ANY)
        and all(name in named for name in moment.names)
        and moment.must == step.must
    )


_ANSWERS: dict[str, Callable[[Inquiry, Claim], ClaimAnswer]] = {
    "possible": _possible,
    "impossible": _impossible,
    "always": _always,
    "inevitable": _inevitable,
    "can": _can,
    "cannot": _cannot,
    "outcomes": _outcomes,
    "best play": _best,
}
