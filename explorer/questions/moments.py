"""Moments: which steps of a play a claim speaks of ("this card is activated in a chain to that one")."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from explorer.game import Happening, Kind
from explorer.questions.inquiry import Inquiry, PlayedStep
from explorer.search.graph import Edge, Play, StateNumber
from explorer.search.plays import Stage, Tracks, track
from explorer.system.commands import RULES
from explorer.system.terms import Term, any_of, at_least, read
from models.errors import InputError
from models.phrase import Moment, Who

_KINDS = {
    "pass": {Kind.PASS},
    "activate": {Kind.ACTIVATE, Kind.CHAIN},
    "process": {Kind.PROCESS},
    "discard": {Kind.DISCARD},
    "resolve": {Kind.RESOLVE},
    "choose": {Kind.RESOLVE, Kind.PROCESS},
    "decline": {Kind.DECLINE},
}
_FIRST, _BOTH = 1, 2  # stages of a play that is to have one moment and later another

KINDS = tuple(_KINDS)
"""The kinds of moments that claims may name."""


def event_fits(moment: Moment, event: object) -> bool:
    """Whether the event is of the moment's kind, by that player, and of these cards; when it happens is not asked."""
    assert isinstance(event, Happening)
    if event.kind not in _KINDS.get(moment.kind, ()):
        return False
    if moment.who is not Who.ANY and event.by != moment.who.value:
        return False
    named = event.chosen if event.kind is Kind.DISCARD or moment.kind == "choose" else (event.card,)
    involved = (*event.cost, *event.targets, *event.chosen)
    return all(name in named for name in moment.names) and all(name in involved for name in moment.involving)


def moment_told(moment: Moment) -> str:
    """A moment in few words."""
    who = "" if moment.who is Who.ANY else f"{moment.who.value} "
    return f"{who}{moment.kind} {' and '.join(moment.names)}".strip()


_VERBS = {
    Kind.ACTIVATE: "activate",
    Kind.CHAIN: "activate",
    Kind.PROCESS: "process",
    Kind.DISCARD: "discard",
    Kind.RESOLVE: "resolve",
}


def phrased(step: PlayedStep) -> str | None:
    """The step as claims name a moment, None where they have no words for it; it may fit other steps too."""
    event = step.happening
    if event.kind is Kind.PASS:
        return f"the {event.by} passes"
    verb, names = _VERBS.get(event.kind), [event.card] if event.card else event.chosen
    if verb is None or not names:
        return None
    words = " and ".join(dict.fromkeys(names))
    if event.by == RULES:
        return f"{words} is {verb}ed"
    does = f"must {verb}" if step.must else f"{verb}{'es' if verb.endswith('s') else 's'}"
    ways = ("sending", event.cost), ("targeting", event.targets), ("choosing", event.chosen if event.card else ())
    involved = [f" {way} {' and '.join(dict.fromkeys(cards))}" for way, cards in ways if cards]
    return f"the {event.by} {does} {words}{''.join(involved)}"


class Moments:
    """Tests of edges for the moments of claims on one inquiry."""

    def __init__(self, inquiry: Inquiry) -> None:
        """Ask about the plays of this inquiry."""
        self._inquiry = inquiry

    def fits(self, moment: Moment, source: StateNumber, edge: Edge) -> bool:
        """Whether the edge is such a moment; what lies before or after it is not looked at."""
        if not event_fits(moment, self._inquiry.graph.event(edge)):
            return False
        if moment.adjustment and self._inquiry.adjusted(source) is not (moment.adjustment == "after"):
            return False
        if moment.must and not self._inquiry.step(edge).must:
            return False
        return all(self._on_chain(name, source) for name in moment.chained_to)

    def _on_chain(self, name: str, source: StateNumber) -> bool:
        return self._inquiry.test(self._link(name))(source)

    def _link(self, name: str) -> Term:
        game = self._inquiry.game
        links = [use.link for use in game.uses if use.member.name == name]
        return game.system.term(any_of(at_least(read(link), 1) for link in links))

    def find_after(self, moment: Moment, first: Moment, start: StateNumber = 0) -> Play | None:
        """A shortest play from a state on that has the first moment and later the other one; None when no play has.

        Between the two comes nothing that the other one is to come before.
        """
        before = moment.before

        def advance(stage: Stage, source: StateNumber, edge: Edge) -> Stage | None:
            if stage == _BOTH:
                return None
            if stage == _FIRST and self.fits(moment, source, edge):
                return _BOTH
            if self.fits(first, source, edge):
                return _FIRST
            too_late = stage == _FIRST and before is not None and self.fits(before, source, edge)
            return None if too_late else stage

        tracks = track(self._inquiry.graph, advance, start)
        ends = tracks.at(_BOTH)
        return tracks.play_to(ends[0], _BOTH) if ends else None

    def begin(self, line: Sequence[Moment]) -> Tracks:
        """The plays whose told steps begin exactly with the line; in the last stage, ``len(line)``, they are done.

        What no official answer would tell is passed over, unless it is the next step of the line.
        """

        def advance(stage: Stage, source: StateNumber, edge: Edge) -> Stage | None:
            if stage == len(line):
                return None
            if self.fits(line[stage], source, edge):
                return stage + 1
            return None if self._inquiry.step(edge).told else stage

        return track(self._inquiry.graph, advance)

    def follow(self, line: Sequence[Moment]) -> Tracks:
        """The same; raises InputError at a step of the line that no play has there."""
        tracks = self.begin(line)
        for number, moment in enumerate(line, 1):
            if not tracks.at(number):
                raise InputError(f"no play goes on with step {number} of the line: {moment_told(moment)}")
        return tracks

    def comes_up(self, moment: Moment, reachable: Collection[StateNumber]) -> bool:
        """Whether what the moment refers to comes up in the states: the adjustment, the link below, the one before."""
        if moment.adjustment == "after" and not any(map(self._inquiry.adjusted, reachable)):
            return False
        tests = [self._inquiry.test(self._link(name)) for name in moment.chained_to]
        if not all(any(map(test, reachable)) for test in tests):
            return False
        first = moment.after
        return first is None or any(self.fits(first, state, edge) for state in reachable for edge in self._edges(state))

    def _edges(self, state: StateNumber) -> range:
        return self._inquiry.graph.edges(state)
