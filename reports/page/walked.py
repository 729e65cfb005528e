"""A walk as compact plain data: rows of numbers into tables in which everything that comes back stands once.

The rows are read by ``walk.js``, which stands beside this module and names their columns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from explorer.game import Window
from explorer.game.players import PLAYERS, Player
from explorer.game.scene import RESULTS
from explorer.questions.best import Merit
from explorer.questions.forbidden import Forbidden
from explorer.questions.obstacles import Obstacle, is_rule
from explorer.questions.outcomes import OutcomeAnswer
from explorer.questions.playmat import Due, Link, Lying, Playmat
from explorer.questions.walk import Move, Position, Walk
from reports.page.words import Texts
from reports.plaintext import NEEDS_NO_TELLING

ZONES = ("monsters", "spells and traps", "field zone", "hand", "deck", "extra deck", "graveyard", "banished")
WINDOWS = tuple(Window)
MERITS = (None, *Merit)


class Rows:
    """Rows of a table by what they stand for, each once."""

    def __init__(self) -> None:
        """Start with no row."""
        self.rows: list[Any] = []
        self._places: dict[Hashable, int] = {}

    def of(self, thing: Hashable, row: Callable[[], Any]) -> int:
        """Where the row of a thing is; it is made where there is none yet."""
        place = self._places.get(thing)
        if place is None:
            place = self._places[thing] = len(self.rows)
            self.rows.append(row())
        return place


class WalkData:
    """The tables of one walk, as they fill."""

    def __init__(self, walk: Walk, texts: Texts) -> None:
        """Texts may be shared by several walks."""
        self._walk = walk
        self._texts = texts
        self._cards, self._lying, self._mats, self._dues, self._links = Rows(), Rows(), Rows(), Rows(), Rows()
        self._obstacles, self._forbidden, self._lists, self._changes, self._sets = (Rows() for _ in range(5))

    def data(self, answers: Iterable[OutcomeAnswer]) -> dict[str, Any]:
        """The whole walk; ``answers`` are its outcomes with how many plays lead to each."""
        walk = self._walk
        positions = [self._position(walk.position(number)) for number in range(len(walk))]
        valued = walk.valuation
        return {
            "windows": [window.value for window in WINDOWS],
            "zones": ZONES,
            "results": RESULTS,
            "wishing": [] if valued is None else [who.value for who in valued.wishes],
            "outcomes": [self._outcome(one) for one in answers],
            "positions": positions,
            "mats": self._mats.rows,
            "lying": self._lying.rows,
            "cards": self._cards.rows,
            "dues": self._dues.rows,
            "links": self._links.rows,
            "lists": self._lists.rows,
            "forbidden": self._forbidden.rows,
            "obstacles": self._obstacles.rows,
            "changes": self._changes.rows,
            "sets": self._sets.rows,
        }

    def _outcome(self, answer: OutcomeAnswer) -> list[Any]:
        """The parts of what it leaves, and how many plays lead to it: a number in digits, "" for endlessly many."""
        start = self._walk.inquiry.start
        told = [tell.left(answer.outcome, start) or [tell.nothing] for tell in self._texts.narrators.values()]
        parts = [self._texts.add(*part) for part in zip(*told, strict=True)]
        return [parts, "" if answer.plays is None else str(answer.plays)]

    def _position(self, here: Position) -> list[Any]:
        """Window, who decides, playmat, moves, what is forbidden, and outcomes in reach and in each player's power."""
        return [
            WINDOWS.index(here.window),
            _number(here.player),
            self._mat(here.playmat),
            [number for move in here.moves for number in self._move(move)],
            self._list(here.forbidden),
            self._set(here.outcomes),
            *(self._set(here.enforceable[player]) for player in PLAYERS),
        ]

    def _move(self, move: Move) -> tuple[int, int, int, int, int]:
        """Its text, where it leads, what changes, its merit, and whether it is told (1) and preferred (2)."""
        text = self._texts.told(move.step, lambda tell: tell.step(move.step))
        changes = self._changes.of(move.changes, lambda: [self._texts.change(one) for one in move.changes])
        return text, move.to, changes, MERITS.index(move.merit), move.step.told + 2 * move.preferred

    # ---- the board ----

    def _mat(self, mat: Playmat) -> int:
        """Its cards, life points, unnamed cards, what is due, the chain, whose next turn is skipped, and the result."""
        key = mat.cards, *mat.life.values(), *mat.unnamed.values(), mat.due, mat.chain, mat.skipped, mat.result
        return self._mats.of(
            key,
            lambda: [
                [self._lies(one) for one in mat.cards],
                list(mat.life.values()),
                [[one.number, ZONES.index(zone), n] for (one, zone), n in mat.unnamed.items() if n],
                [self._due(one) for one in mat.due],
                [self._link(one) for one in mat.chain],
                [one.number for one in mat.skipped],
                RESULTS.index(mat.result),
            ],
        )

    def _lies(self, one: Lying) -> int:
        """The card, its side, zone and owner, whether it is face-down (1) and in Defense Position (2), its counters."""
        card = one.card
        sides = _number(Player(card.side)), ZONES.index(card.zone), _number(Player(card.owner))
        marks = card.face_down + 2 * one.defense
        return self._lying.of(one, lambda: [self._card(card.name), *sides, marks, one.counters])

    def _card(self, name: str) -> int:
        """Its name and its kind."""
        card = self._walk.library.card(name)
        return self._cards.of(name, lambda: [self._texts.add(card.name, card.ja or card.name), card.kind])

    def _due(self, due: Due) -> int:
        """The card, whose it is, the number of the effect, and whether it is mandatory."""
        return self._dues.of(due, lambda: [self._card(due.name), due.player.number, due.effect, int(due.mandatory)])

    def _link(self, link: Link) -> int:
        """The card, whose it is, and the number of the effect."""
        return self._links.of(link, lambda: [self._card(link.name), link.player.number, link.effect])

    # ---- what is forbidden, and what can be reached ----

    def _list(self, forbidden: tuple[Forbidden, ...]) -> int:
        """What is forbidden in a position; what is the same is one object, which the walk keeps."""
        return self._lists.of(tuple(map(id, forbidden)), lambda: [self._forbids(one) for one in forbidden])

    def _forbids(self, one: Forbidden) -> int:
        """Its text, its obstacles, whether each forbids it, and whether it is out of the question anyway."""
        text = self._texts.told(one.move, lambda tell: tell.event(one.move))
        idle = any(each.reason in NEEDS_NO_TELLING for each in one.obstacles)
        obstacles = [self._obstacle(each) for each in one.obstacles]
        return self._forbidden.of(id(one), lambda: [text, obstacles, int(one.each), int(idle)])

    def _obstacle(self, one: Obstacle) -> int:
        """The clause with its value, what it says, who says so, and whether it is a rule."""
        return self._obstacles.of(
            one,
            lambda: [
                self._texts.told((one.reason, one.value), lambda tell: tell.clause(one.reason, one.value)),
                self._texts.told(one, lambda tell: tell.says(one)),
                [self._texts.add(str(cite)) for cite in one.cites],
                int(is_rule(one.reason)),
            ],
        )

    def _set(self, numbers: frozenset[int]) -> int:
        return self._sets.of(numbers, lambda: sorted(numbers))


def _number(player: Player | None) -> int:
    """0 for the turn player, 1 for the opponent, -1 for nobody."""
    return -1 if player is None else player.number
