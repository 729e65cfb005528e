"""Boards explained: each zone's entries, what lingers, and what that gives rise to under a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from explorer.game import Game
from explorer.questions.groundings import Grounding, groundings
from models import grammar
from models.board import Board, Placed, Zone
from models.documents import Mapping as Pairs
from models.documents import Node, Scalar
from models.fields import items
from models.library import Library
from models.open_values import OpenChoice, OpenNumber
from models.phrase import Who
from models.placing import read_entry
from models.sides import UNNAMED
from reports.card_texts import effect_lines
from reports.explanations.entries import Entry
from reports.narration import Narrator
from reports.paraphrase import condition, event


class BoardExplanation:
    """A board whose lines are explained; ``game`` is the board as it was grounded, None where it was not."""

    def __init__(self, board: Board, game: Game | None, library: Library, tell: Narrator) -> None:
        self.board, self.game, self.library, self.tell = board, game, library, tell
        self.moves: Mapping[str, tuple[Grounding, ...]] = groundings(game) if game is not None else {}

    def entries(self, node: Node) -> Iterator[Entry]:
        """What is understood of the lines of the board's node, in their order."""
        assert isinstance(node, Pairs)  # the reader has taken it
        for key, value in node.pairs:
            match key.text:
                case "title":
                    yield self._entry(key, "title", "title", words=self.board.title)
                case "lingering":
                    yield from self._lingering(value)
                case "assume":
                    for says, one in zip(self.board.assume, items(value), strict=True):
                        yield self._entry(one, "condition", "assume", words=condition(says))
                case player:
                    yield self._entry(key, "side", "side", player=self.tell.player(player))
                    yield from self._side(value, Who(player))

    def _entry(self, node: Node, kind: str, key: str, **words: object) -> Entry:
        return Entry(node.at, kind, self.tell.explanation(key, **words))

    def _side(self, node: Node, who: Who) -> Iterator[Entry]:
        player = self.tell.player(who)
        for key, value in node.pairs if isinstance(node, Pairs) else ():
            if key.text == "life":
                yield self._entry(value, "life", "life", player=player, number=_number(self.board.side(who).life))
            elif key.text == "this turn":
                for one in items(value):
                    assert isinstance(one, Scalar)
                    past = msgspec.structs.replace(grammar.read_past(one.text, one.at), by=Who.ANY)
                    yield self._entry(one, "event", "past", player=player, words=event(past, "was"))
            else:
                for one in items(value):
                    yield from self._placed(one, Zone(key.text), who)

    def _placed(self, node: Node, zone: Zone, who: Who) -> Iterator[Entry]:
        unnamed = UNNAMED.fullmatch(node.text) if isinstance(node, Scalar) else None
        place = {"player": self.tell.player(who), "zone": self.tell.zone(zone)}
        if unnamed is not None:
            yield self._entry(node, "unnamed", "unnamed", number=unnamed[1], **place)
            return
        cards = read_entry(node, zone, who, self.library)
        if cards[0].choice is not None:
            yield self._entry(node, "open", "one of")
        for placed in cards:
            yield self._card(placed)
        if cards[0].choice is not None and len(cards[0].choice.values) > len(cards):
            yield self._entry(node, "open", "nothing")

    def _card(self, placed: Placed) -> Entry:
        card = self.library.card(placed.name)
        notes = [f", {note}" for note in _notes(placed, self.tell)]
        words = self.tell.explanation(
            "card",
            card=self.tell.card(card.name),
            kind=card.kind,
            player=self.tell.player(placed.side),
            zone=self.tell.zone(placed.zone),
            notes="".join(notes),
        )
        return Entry(placed.at, "card", words, self._effects(card.name), self._moves(card.name))

    def _effects(self, name: str) -> tuple[str, ...]:
        """What the text of a card says on the day of the ruleset."""
        if self.game is None:
            return ()
        card = self.library.card(name)
        return tuple(effect_lines(card.effects_on(self.game.ruleset.day), card))

    def _moves(self, name: str) -> tuple[Grounding, ...] | None:
        return None if self.game is None else self.moves.get(name, ())

    def _lingering(self, node: Node) -> Iterator[Entry]:
        for item in self.board.lingering:
            on = self.tell.explanation("on", cards=self.tell.listed(item.on)) if item.on else ""
            player = self.tell.player(item.by)
            words = self.tell.explanation("lingering", card=self.tell.card(item.card), player=player, on=on)
            yield Entry(item.at, "lingering", words, self._effects(item.card), self._moves(item.card))


def _number(number: int | OpenNumber) -> str:
    return str(number) if isinstance(number, int) else f"{number.low} to {number.high}"


def _notes(placed: Placed, tell: Narrator) -> Iterator[str]:
    """What is understood of how a card lies there."""
    if placed.copies > 1:
        yield f"{placed.copies} copies"
    if placed.on_field or placed.zone is Zone.BANISHED:
        yield placed.face
    if placed.position:
        yield f"{placed.position.capitalize()} Position"
    if placed.set_this_turn:
        yield "Set this turn"
    if placed.owner != placed.side:
        yield tell.explanation("owner", player=tell.player(placed.owner))
    if placed.coin:
        yield f"its coin showed {placed.coin}"
    yield from placed.facts
    if placed.counters != 0:
        yield f"{_number(placed.counters)} counters"
    if placed.attack is not None:
        yield f"{_number(placed.attack)} ATK"
    yield from (event(one, "was") for one in placed.happened)
    yield from (_open(one) for one in placed.notes)


def _open(choice: OpenChoice) -> str:
    return f"{choice.words.rpartition(': ')[2]}: {' or '.join(choice.values)}, which is open"
