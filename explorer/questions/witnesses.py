"""Witnesses: the play that shows why a formula holds, or why it does not, and in a few words what was found.

Whoever decides the matter by reaching something goes there by a shortest way; the others, where there are any, put it
off as long as they can. Whoever decides by keeping off something plays the first moves that do, to the end, until the
matter is settled, or up to where the play comes back to a state. Where nobody decides, because all plays do it or none
does, there is no play to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from explorer.questions.because import Because, Ground, Shown
from explorer.questions.formulas import EVERYBODY, REACHING, Formulas, Race, guardians, speaks_of_steps
from explorer.search.defence import longest_defence
from explorer.search.graph import Edge, Play, StateNumber
from explorer.system.commands import RULES
from models.formula import Along, Denied, Formula, Joined, Link, Path, Quantifier, Says
from models.phrase import Both, Condition, Either, Not

VACUOUS = Ground.VACUOUS.because()
CUT_SHORT = Ground.CUT_SHORT.because()


@dataclass(frozen=True)
class Finding:
    """Whether something holds (None: undecided), what was found, and a play that decides it, from some state on.

    From its edge number ``repeats`` on the play goes round for ever: it ends where that edge begins.
    """

    holds: bool | None
    because: Because
    play: Play
    repeats: int | None = None

    def after(self, play: Play) -> Finding:
        """The same, with a play that comes before."""
        repeats = None if self.repeats is None else len(play) + self.repeats
        return replace(self, play=play + self.play, repeats=repeats)


def found(formulas: Formulas, formula: Formula, state: StateNumber = 0, *, wanted: bool = True) -> Finding:
    """Whether the formula is in a state as ``wanted``, true or false, with the play that decides it."""
    truth = formulas.holds(formula, state)
    if truth is None:
        return Finding(None, CUT_SHORT, [])
    line = _decided(formulas, formula, state, truth)
    holds = truth is wanted
    if holds and not all(comes_up(formulas, supposed, state) for supposed in _supposed(formula, truth)):
        return replace(line, holds=True, because=VACUOUS)
    return replace(line, holds=holds)


def comes_up(formulas: Formulas, formula: Formula, state: StateNumber) -> bool:
    """Whether some play from the state has a state, or a step, where the formula may hold."""
    reachable = formulas.reachable(state)
    if speaks_of_steps(formula):
        return any(formulas.graph.source(edge) in reachable for edge in formulas.edges(formula))
    return bool(formulas.unknown & reachable or formulas.where(formula, sure=False, among=reachable))


# ---- the play --------------------------------------------------------------------------------------------------------


def _decided(formulas: Formulas, formula: Formula, state: StateNumber, holds: bool) -> Finding:
    """The play that makes the formula hold, or fail, in the state; ``holds`` tells which, and is the truth."""
    match formula:
        case Denied(part):
            return _decided(formulas, part, state, not holds)
        case Joined():
            parts = _deciding(formulas, formula, state, holds)
            findings = [_decided(formulas, part, state, truth) for part, truth in parts]
            return max(findings, key=lambda finding: bool(finding.play))
        case Path():
            return replace(_along(formulas, formula, state, holds), because=_because(formula, holds))
    return Finding(holds, _so(holds), [])


def _deciding(formulas: Formulas, formula: Joined, state: StateNumber, holds: bool) -> list[tuple[Formula, bool]]:
    """The parts that make the whole true or false, each with its own truth."""
    left, right = (formulas.holds(part, state) for part in (formula.left, formula.right))
    parts = []
    if formula.link is Link.EQUALS or left is (holds is not (formula.link is Link.IMPLIES)):
        parts.append((formula.left, bool(left)))
    if formula.link is Link.EQUALS or right is holds:
        parts.append((formula.right, bool(right)))
    return parts


def _along(formulas: Formulas, path: Path, state: StateNumber, holds: bool) -> Finding:
    players = guardians(path)
    if not (players if holds else EVERYBODY - players):
        return Finding(holds, _so(holds), [])
    if path.along is Along.NEXT:
        return _next(formulas, path, state, holds)
    race = formulas.race(path, sure=holds)
    if (path.along in REACHING) is holds:
        return _reached(formulas, path, race, state, holds)
    return _kept_off(formulas, path, race, state, holds)


def _next(formulas: Formulas, path: Path, state: StateNumber, holds: bool) -> Finding:
    graph, spots = formulas.graph, formulas.spots(path.aim, sure=holds)
    edge = next((edge for edge in graph.edges(state) if spots.after(graph, edge) is holds), None)
    if edge is None:
        return Finding(holds, _so(holds), [])
    if spots.steps:
        return Finding(holds, _so(holds), [edge])
    return _decided(formulas, path.aim, graph.targets[edge], holds).after([edge])


def _reached(formulas: Formulas, path: Path, race: Race, state: StateNumber, holds: bool) -> Finding:
    """A play by which the side that has to reach the goal does so, against the longest defence."""
    targets = formulas.graph.targets
    last_edges = race.goal.numbers if race.goal.steps else frozenset()
    play = longest_defence(formulas.graph, race.winning, state, last_edges)
    if play and play[-1] in last_edges:
        return Finding(holds, _so(holds), play)
    at_end = path.keeps if path.along is Along.UNLESS and path.keeps is not None else path.aim
    return _decided(formulas, at_end, targets[play[-1]] if play else state, holds).after(play)


def _kept_off(formulas: Formulas, path: Path, race: Race, state: StateNumber, holds: bool) -> Finding:
    """A play that keeps off the goal: to its end, until it comes back to a state, or until nothing can happen any more.

    Nothing can any more once the play is past what has to be kept to on the way.
    """
    graph, keeps, goal = formulas.graph, race.keeps, race.goal
    play: Play = []
    seen = {state: 0}

    def past(edge: Edge) -> bool:
        return keeps.steps and edge not in keeps.numbers

    def lost(edge: Edge) -> bool:
        if goal.steps and edge in goal.numbers:
            return True
        return not past(edge) and graph.targets[edge] in race.winning

    while keeps.steps or state in keeps.numbers:
        edge = next((edge for edge in graph.edges(state) if not lost(edge)), None)
        if edge is None:
            return Finding(holds, _so(holds), play)
        play.append(edge)
        state = graph.targets[edge]
        if past(edge):
            return Finding(holds, _so(holds), play)
        if state in seen:
            return Finding(holds, _so(holds), play, seen[state])
        seen[state] = len(play)
    at_end = path.keeps if path.along is Along.UNTIL and path.keeps is not None else path.aim
    return _decided(formulas, at_end, state, holds).after(play)


# ---- the words -------------------------------------------------------------------------------------------------------


def _so(holds: bool) -> Because:
    return (Ground.SO if holds else Ground.NOT_SO).because()


def _because(path: Path, holds: bool) -> Because:
    named = tuple(who.value for who in path.players)
    others = tuple(sorted(EVERYBODY - {*named, RULES}, reverse=True)) or (RULES,)
    reaching = path.along in REACHING
    raced = path.along is not Along.NEXT and reaching is holds
    play = Shown.DEFENCE if raced else Shown.PLAY
    match path.quantifier, holds:
        case Quantifier.SOME, _:
            return (Ground.SHOWN if holds else Ground.NOT_SHOWN).because()
        case (Quantifier.ENFORCE, True) if named:
            return Ground.FORCED.because(players=named, play=play)
        case (Quantifier.ENFORCE, False) if named:
            return Ground.PREVENTED.because(players=others, play=play)
        case (Quantifier.DESPITE, True) if named:
            return Ground.NOT_PREVENTED.because(players=named, play=play)
        case (Quantifier.DESPITE, False) if named:
            return Ground.PREVENTED.because(players=named, play=play)
        case Quantifier.DESPITE, _:
            return (Ground.SHOWN if holds else Ground.NOT_SHOWN).because()
    if holds:
        return (Ground.REACHED if reaching else Ground.KEPT).because()
    return (Ground.AVOIDED if reaching else Ground.BROKEN).because()


# ---- what is true of nothing -----------------------------------------------------------------------------------------


def _supposed(formula: Formula, holds: bool) -> Iterator[Formula]:
    """What the formula supposes where it speaks of all states or steps of plays: the p of "always, if p, then q"."""
    match formula:
        case Denied(part):
            yield from _supposed(part, not holds)
        case Joined(Link.AND, left, right) if holds:
            yield from _supposed(left, holds)
            yield from _supposed(right, holds)
        case Path(along=Along.ALWAYS) if holds:
            yield from _if(formula.aim, True)
        case Path(along=Along.EVENTUALLY) if not holds:
            yield from _if(formula.aim, False)


def _if(formula: Formula, holds: bool) -> Iterator[Formula]:
    """The condition in a formula that is everywhere true, or false: p in "p -> q", "not p or q", "not (p and q)"."""
    match formula, holds:
        case Denied(part), _:
            yield from _if(part, not holds)
        case Joined(Link.IMPLIES, left, _), True:
            yield left
        case ((Joined(Link.OR, Denied(part), _) | Joined(Link.OR, _, Denied(part))), True):
            yield part
        case Joined(Link.AND, left, right), False:
            further = list(_if(right, False))
            yield Joined(Link.AND, left, further[0]) if further else left
        case Says(Either(parts)), True:
            denied: list[Condition] = [part.part for part in parts if isinstance(part, Not)]
            if denied:
                yield Says(Both(tuple(denied)))
        case Says(Both(parts)), False:
            yield Says(Both(parts[:-1]))
