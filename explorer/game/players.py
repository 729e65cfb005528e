"""The two players and the places where cards are, as values of variables."""

from __future__ import annotations

from enum import StrEnum

from models.phrase import Place, Who

HAND_LIMIT = 6
MONSTER_ZONES = 5
SPELL_ZONES = 5


class Player(StrEnum):
    """A player, named by whose turn it is."""

    TURN = "turn player"
    OPPONENT = "opponent"

    @property
    def other(self) -> Player:
        """The other player."""
        return Player.OPPONENT if self is Player.TURN else Player.TURN

    @property
    def number(self) -> int:
        """0 for the turn player, 1 for the opponent."""
        return 0 if self is Player.TURN else 1


PLAYERS = (Player.TURN, Player.OPPONENT)


def seen_from(who: Who, viewer: Player | None) -> Player | None:
    """The player that ``who`` means to the user of an effect; None for any player.

    Raises ValueError for "you" where there is no user.
    """
    match who:
        case Who.TURN:
            return Player.TURN
        case Who.OPPONENT:
            return Player.OPPONENT
        case Who.ANY:
            return None
    if viewer is None:
        raise ValueError(f"{who!s} has no meaning outside the effect of a card")
    return viewer if who is Who.YOU else viewer.other


NOWHERE, HAND, DECK, EXTRA, GRAVEYARD, BANISHED = range(6)
SPOTS = (
    "nowhere",
    "hand",
    "Deck",
    "Extra Deck",
    "GY",
    "banished",
    "turn player's Monster Zone",
    "opponent's Monster Zone",
    "turn player's Spell & Trap Zone",
    "opponent's Spell & Trap Zone",
    "turn player's Field Zone",
    "opponent's Field Zone",
)
"""Where a card can be, by value. Off the field a card is with its owner, so the owner need not be told."""

OFF_FIELD = {
    Place.HAND: HAND,
    Place.DECK: DECK,
    Place.EXTRA: EXTRA,
    Place.GRAVEYARD: GRAVEYARD,
    Place.BANISHED: BANISHED,
}


def monster_zone(player: Player) -> int:
    """The spot of the player's Monster Zones."""
    return 6 + player.number


def spell_zone(player: Player) -> int:
    """The spot of the player's Spell & Trap Zones."""
    return 8 + player.number


def field_zone(player: Player) -> int:
    """The spot of the player's Field Zone."""
    return 10 + player.number


def field_spots(player: Player | None) -> tuple[int, ...]:
    """The spots of a player's field, or of both fields for None."""
    if player is None:
        return tuple(range(6, 12))
    return monster_zone(player), spell_zone(player), field_zone(player)
