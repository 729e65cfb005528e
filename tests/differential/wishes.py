"""Random wishes for a board, each with what it means for an outcome, worked out from what the outcome tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from explorer.game import Outcome
from models.board import Board

FIELD = ("monsters", "spells and traps", "field zone")
PLACES = {
    "on the field": FIELD,
    "in GY": ("graveyard",),
    "banished": ("banished",),
    "in hand": ("hand",),
    "in Deck": ("deck",),
    "in Extra Deck": ("extra deck",),
}
PILES = {"hand": "hand", "GY": "graveyard", "Deck": "deck", "Extra Deck": "extra deck", "banished cards": "banished"}
PLAYERS = ("turn player", "opponent")


@dataclass(frozen=True)
class Wished:
    """A wish in words, and what an outcome is worth by it: more is better to the player who wishes."""

    words: str
    worth: Callable[[Outcome], int]


def drawn(board: Board, random: Random) -> list[tuple[Wished, ...]]:
    """Lists of wishes, the most important first.

    One list about each count, with up to two conditions, and a long one that wants every card in the GY, or not there.
    """
    conditions, counts = list(_conditions(board)), list(_counts())
    random.shuffle(counts)
    lists = []
    for count in counts:
        wishes = [_extreme(random, count), *(_compound(random, conditions) for _ in range(random.randint(0, 2)))]
        random.shuffle(wishes)
        lists.append(tuple(wishes))
    names = random.sample(board.names, len(board.names))
    lists.append(tuple(_opposite(one) if random.random() < 0.5 else one for one in map(_in_graveyard, names)))
    random.shuffle(lists)
    return [wishes for wishes in lists if wishes]


def _compound(random: Random, conditions: list[Wished]) -> Wished:
    """A condition, its opposite, or two of them joined."""
    one, two = random.sample(conditions, 2)
    match random.choice(["as it is", "as it is", "not", "or", "and"]):
        case "not":
            return _opposite(one)
        case "or":
            return Wished(f"{one.words} or {two.words}", lambda end: max(one.worth(end), two.worth(end)))
        case "and":
            return Wished(f"{one.words} and {two.words}", lambda end: min(one.worth(end), two.worth(end)))
    return one


def _opposite(one: Wished) -> Wished:
    return Wished(f"not {one.words}", lambda end: 1 - one.worth(end))


def _in_graveyard(name: str) -> Wished:
    return Wished(f"{name} in GY", lambda end: int(_copies(end, name, ("graveyard",)) > 0))


def _extreme(random: Random, count: Wished) -> Wished:
    """A count to be as large, or as small, as can be."""
    if random.choice(["most", "fewest"]) == "most":
        return Wished(f"most {count.words}", count.worth)
    return Wished(f"fewest {count.words}", lambda end: -count.worth(end))


def _conditions(board: Board) -> Iterator[Wished]:
    for name in board.names:
        for words, zones in PLACES.items():
            yield Wished(f"{name} {words}", _holds(lambda end, name=name, zones=zones: _copies(end, name, zones) > 0))
        yield Wished(f"no {name} in GY", _holds(lambda end, name=name: not _copies(end, name, ("graveyard",))))
        for player in PLAYERS:
            yield Wished(
                f"{name} on the field controlled by the {player}",
                _holds(lambda end, name=name, player=player: _copies(end, name, FIELD, player) > 0),
            )
        yield Wished(f"{name} on the field face-down", _holds(lambda end, name=name: _lies_face_down(end, name)))
        yield Wished(f"{name} due again", _holds(lambda end, name=name: name in end.due_again))
    yield Wished("the duel is a draw", _holds(lambda end: end.result == "draw"))
    for player in PLAYERS:
        yield Wished(f"the {player}'s next turn is skipped", _holds(lambda end, player=player: player in end.skipped))
        yield Wished(f"the {player} wins", _holds(lambda end, player=player: end.result == player))
        life = board.turn_player.life if player == PLAYERS[0] else board.opponent.life
        yield Wished(
            f"the {player}'s life is {life + 1} or more",
            _holds(lambda end, player=player, life=life: dict(end.life)[player] > life),
        )
        yield Wished(
            f"the {player} controls 1 or more monsters",
            _holds(lambda end, player=player: _laid(end, player, ("monsters",)) > 0),
        )


def _counts() -> Iterator[Wished]:
    for player in PLAYERS:
        yield Wished(f"monsters the {player} controls", lambda end, player=player: _laid(end, player, ("monsters",)))
        yield Wished(f"cards the {player} controls", lambda end, player=player: _laid(end, player, FIELD))
        yield Wished(f"the {player}'s life", lambda end, player=player: dict(end.life)[player])
        for place, zone in PILES.items():
            yield Wished(
                f"cards in the {player}'s {place}", lambda end, player=player, zone=zone: _laid(end, player, (zone,))
            )


def _holds(test: Callable[[Outcome], bool]) -> Callable[[Outcome], int]:
    return lambda end: int(test(end))


def _copies(end: Outcome, name: str, zones: tuple[str, ...], player: str = "") -> int:
    return sum(card.name == name and card.zone in zones and player in ("", card.side) for card in end.cards)


def _lies_face_down(end: Outcome, name: str) -> bool:
    return any(card.name == name and card.face_down for card in end.cards)


def _laid(end: Outcome, player: str, zones: tuple[str, ...]) -> int:
    """How many cards the player has in the zones, unnamed ones included."""
    named = sum(card.side == player and card.zone in zones for card in end.cards)
    return named + sum(number for side, zone, number in end.unnamed if side == player and zone in zones)
