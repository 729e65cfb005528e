"""Moments: which steps of a play a claim speaks of ("this card is activated in a chain to that one")."""

from __future__ import annotations

from explorer.game import Happening, Kind
from explorer.questions.inquiry import Inquiry
from explorer.search.graph import Edge, Play, StateNumber
from explorer.search.plays import find_play
from explorer.system.terms import Term, any_of, at_least, read
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

    def find(self, moment: Moment) -> Play | None:
        """A shortest play that has the moment, None when no play has.

        "X before Y" is an X with no Y earlier; "X after Z before Y" an X that follows a Z with no Y in between.
        """
        graph = self._inquiry.graph
        before, after = moment.before, moment.after
        avoiding = None if before is None else lambda source, edge: self.fits(before, source, edge)
        if after is None:
            return find_play(graph, to_edge=lambda source, edge: self.fits(moment, source, edge), avoiding=avoiding)
        return self._find_after(moment, after)

    def _find_after(self, moment: Moment, first: Moment) -> Play | None:
        """A play with the first moment somewhere and the other one later: a search over states with one bit more."""
        graph = self._inquiry.graph
        reached: dict[tuple[StateNumber, bool], tuple[tuple[StateNumber, bool], Edge] | None] = {(0, False): None}
        queue = [(0, False)]
        for here in queue:
            source, seen = here
            for edge in graph.edges(source):
                if seen and self.fits(moment, source, edge):
                    play = [edge]
                    back = reached[here]
                    while back is not None:
                        play.append(back[1])
                        back = reached[back[0]]
                    return play[::-1]
                again = self.fits(first, source, edge)
                if seen and not again and moment.before is not None and self.fits(moment.before, source, edge):
                    continue
                there = (graph.targets[edge], seen or again)
                if there not in reached:
                    reached[there] = (here, edge)
                    queue.append(there)
        return None
