"""Forbidden moves: what the player who decides cannot do in a state, and the clauses that stand in the way.

The commands asked are those of the system before anything was folded or pruned, so that a move that is never legal on
the board is explained too. What a player would try is a *deed*: to use one effect of a card, to process one item, or to
wait. Each deed is told once, without its costs, targets and choices, by the command that comes nearest to being legal:
fewest circumstances, then fewest clauses in the way. Of a deed that is a response as well as an activation that one is
asked which the window is for. A discard down to the hand limit, and a choice while an effect resolves, are not deeds:
the rules call for them, and a player has no moment of their own to try one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from explorer.game import Happening, Kind, Window
from explorer.game.players import Player
from explorer.questions.inquiry import Inquiry
from explorer.questions.obstacles import Obstacle, is_rule, obstacle
from explorer.system.commands import Clause, Command
from explorer.system.system import State
from explorer.system.terms import Term
from explorer.system.truths import Truths, told, truths
from models.library import Library

Deed = tuple[str, str, int]
"""What a player does, whatever it costs, targets and chooses: how, with which card, by which effect."""

_USES = {Kind.ACTIVATE: "use", Kind.CHAIN: "use", Kind.PROCESS: "process"}
_WAITS = frozenset({Kind.PASS, Kind.NO_RESPONSE, Kind.DECLINE})
_RESPONSES = frozenset({Kind.CHAIN, Kind.NO_RESPONSE})
_RESPONDING = frozenset({Window.TURN_RESPONDS, Window.OPPONENT_RESPONDS})


@dataclass(frozen=True)
class Forbidden:
    """A move that cannot be made, and the clauses in its way.

    ``each`` tells whether every one of them forbids it in this state; else one of them does, and which is not known,
    since it depends on what makes no difference to any legal move.
    """

    move: Happening
    obstacles: tuple[Obstacle, ...]
    each: bool = True

    @property
    def circumstances(self) -> int:
        """How many of the obstacles are no rules, but that something is not where and how it would have to be."""
        return sum(not is_rule(one.reason) for one in self.obstacles)


def deed(event: object) -> Deed | None:
    """The deed that a happening is, if it is one."""
    assert isinstance(event, Happening)
    if event.kind in _WAITS:
        return "wait", "", 0
    how = _USES.get(event.kind)
    return None if how is None else (how, event.card, event.effect)


@dataclass(eq=False)
class _Way:
    """One command as a way to do a deed; ``judged`` are its clauses by their place among the truths of the player."""

    command: Command
    judged: tuple[int, ...]
    whole: tuple[bool, ...]


@dataclass(eq=False)
class _Judge:
    """Judges all deeds of one player in one kind of window."""

    holds: Truths
    deeds: dict[Deed, tuple[Callable[[Sequence[bool]], Any], tuple[_Way, ...]]]
    known: dict[tuple[Deed, Any], Forbidden] = field(default_factory=dict)


class Forbidding:
    """What is forbidden in the states of an inquiry."""

    def __init__(self, inquiry: Inquiry, library: Library) -> None:
        """Gather the deeds; what judges them is compiled when a state first asks for it."""
        self._game = inquiry.game
        self._library = library
        self._pruned = {id(one.command): one.clauses for one in self._game.system.pruned}
        self._judges: dict[tuple[Player, bool], _Judge] = {}

    def at(self, state: State, player: Player, legal: Iterable[object]) -> tuple[Forbidden, ...]:
        """What the player, who decides in the state, cannot do there, besides the moves that are ``legal``.

        Moves against which a rule alone stands come first, then those with the fewest circumstances in the way.
        """
        responding = self._game.window(state) in _RESPONDING
        judge = self._judges.get((player, responding))
        if judge is None:
            judge = self._judges[player, responding] = self._judge(player, responding)
        done = {deed(event) for event in legal}
        holds = judge.holds(state)
        found: list[Forbidden] = []
        for one, (pick, ways) in judge.deeds.items():
            if one in done:
                continue
            pattern = pick(holds)
            entry = judge.known.get((one, pattern))
            if entry is None:
                entry = judge.known[one, pattern] = self._nearest(ways, holds)
            found.append(entry)
        return tuple(sorted(found, key=lambda entry: entry.circumstances))

    def _judge(self, player: Player, responding: bool) -> _Judge:
        terms: dict[Term, int] = {}
        deeds: dict[Deed, list[_Way]] = {}
        for one, commands in self._commands(player, responding).items():
            ways: dict[tuple[tuple[int, ...], bool], _Way] = {}
            for command in commands:
                parts = [told(self._game.system, clause.term) for clause in command.guard]
                judged = tuple(terms.setdefault(term, len(terms)) for term, _ in parts)
                way = _Way(command, judged, tuple(whole for _, whole in parts))
                ways.setdefault((judged, id(command) in self._pruned), way)
            deeds[one] = list(ways.values())
        picks = {one: sorted({place for way in ways for place in way.judged}) for one, ways in deeds.items()}
        holds = truths(self._game.system, terms)
        return _Judge(holds, {one: (itemgetter(*picks[one]), tuple(ways)) for one, ways in deeds.items()})

    def _commands(self, player: Player, responding: bool) -> dict[Deed, list[Command]]:
        """The commands of each deed of the player: those that are made in such a window, if there are any."""
        found: dict[Deed, list[Command]] = {}
        for command in self._game.whole.commands:
            one = deed(command.event) if command.by == player.value else None
            if one is not None:
                found.setdefault(one, []).append(command)
        for one, commands in found.items():
            fitting = [command for command in commands if (_kind(command) in _RESPONSES) is responding]
            found[one] = fitting or commands
        return found

    def _nearest(self, ways: Sequence[_Way], holds: Sequence[bool]) -> Forbidden:
        """The way with the least in its way."""
        nearest: tuple[tuple[bool, int, int], _Way, tuple[Clause, ...]] | None = None
        for way in ways:
            guard = way.command.guard
            failing = tuple(clause for clause, place in zip(guard, way.judged, strict=True) if not holds[place])
            circumstances = sum(not is_rule(clause.reason) for clause in failing)
            key = not failing, circumstances, len(failing)
            if nearest is None or key < nearest[0]:
                nearest = key, way, failing
        assert nearest is not None
        _, way, failing = nearest
        clauses = failing or self._one_of(way)
        told_of = (obstacle(clause, way.command, self._game, self._library) for clause in clauses)
        return Forbidden(_bare(way.command.event), tuple(dict.fromkeys(told_of)), each=bool(failing))

    def _one_of(self, way: _Way) -> tuple[Clause, ...]:
        """Clauses of which one forbids the way where the state tells of none: those that exclude each other, or may."""
        excluded = self._pruned.get(id(way.command))
        if excluded is not None:
            return excluded
        return tuple(clause for clause, whole in zip(way.command.guard, way.whole, strict=True) if not whole)


def _kind(command: Command) -> Kind:
    assert isinstance(command.event, Happening)
    return command.event.kind


def _bare(event: object) -> Happening:
    """The deed alone."""
    assert isinstance(event, Happening)
    return replace(event, cost=(), targets=(), chosen=(), unnamed=0, option="", part=0)
