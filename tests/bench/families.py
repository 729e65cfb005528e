"""The boards of the benchmark: real cards, in families of which each grows from board to board.

*Independent* items have nothing to do with each other, so their states multiply. *Interacting* ones share monsters, from six a
side on. *Chains* are quick effects that may be used in any window and in response. *Costs* are maintenance costs that can
be paid or not, out of life points that set cards may raise. *Discards* are different cards above the hand limit.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from models.board import Board, read_board
from models.card import Effect
from models.documents import read_document
from models.library import Library
from models.phrase import Place
from tests.bench.by_hand import by_hand
from tests.bench.crowded import crowded
from tests.bench.items import RULESET, independent, independent_states


@dataclass(frozen=True)
class Sample:
    """A board of a family, the ruleset to search it under, how many states it has, and a model of it for SPIN.

    The model may be folded: its states are then positions, and passing is no step.
    """

    name: str
    lay: Callable[[Library], Board]
    states: int
    ruleset: str = "ocg"
    by_hand: Callable[[bool], str] | None = None


_LINGERING = ("Rekindling", "Brain Control", "Instant Fusion")


def paying(library: Library, ways: int, items: int) -> Board:
    """Two maintenance costs that can be paid or not, set cards that gain life for what is sent away, items of both."""
    spells: list[object] = ["Aerial Recharge", "Summoning Curse", {"Book of Moon": "set"}]
    spells += [{"Emergency Provisions": "set"}] * ways
    bystanders = [card.name for card in library.cards if card.kind == "normal monster"][:items]
    lingering = [
        f"{item} by {player} on {name}"
        for player in ("turn player", "opponent")
        for item, name in zip(_LINGERING, bystanders, strict=False)
    ]
    side = {"life": 8000, "spells and traps": spells, "monsters": bystanders}
    return _read(library, {"turn player": side, "opponent": {"monsters": bystanders}, "lingering": lingering})


def discarding(library: Library, hand: int) -> Board:
    """A hand of so many different monsters that do nothing there, and nothing when they are discarded."""
    day = library.ruleset(RULESET).day
    cards = [card for card in library.cards if card.kind in ("normal monster", "effect monster")]
    quiet = [card.name for card in cards if not any(_elsewhere(effect) for effect in card.effects_on(day))]
    return _read(library, {"turn player": {"hand": quiet[:hand]}})


def _elsewhere(effect: Effect) -> bool:
    """Whether the effect may do something from anywhere but the field."""
    return effect.place not in (None, Place.FIELD) or any((effect.trigger, effect.during, effect.reacts, effect.leaves))


def _read(library: Library, laid: dict[str, object]) -> Board:
    lines = "".join(f"{key}: {json.dumps(value)}\n" for key, value in laid.items())
    return read_board(read_document(lines, "bench"), library)


def _independent(items: int) -> Sample:
    states = independent_states(items)
    model = (lambda folded: by_hand(items, folded=folded)) if items <= 9 else None  # its bits fill an int
    return Sample(f"{items} items a side", lambda one: independent(one, items), states, RULESET, model)


def _crowded(items: int, quick: int, states: int) -> Sample:
    name = f"{items} items a side" + (f", {quick} quick" if quick else "")
    return Sample(name, lambda one: crowded(one, items, quick), states)


def _paying(ways: int, items: int, states: int) -> Sample:
    name = f"2 costs, {ways} ways to gain life, {items} items a side"
    return Sample(name, lambda one: paying(one, ways, items), states)


def _discarding(hand: int, states: int) -> Sample:
    return Sample(f"{hand - 6} of {hand}", lambda one: discarding(one, hand), states, RULESET)


FAMILIES: dict[str, tuple[Sample, ...]] = {
    "independent": tuple(_independent(items) for items in (2, 4, 5, 6, 7, 8, 9, 10, 20, 40)),
    "interacting": tuple(
        _crowded(items, 0, states)
        for items, states in ((5, 1_922), (7, 10_086), (9, 77_740), (10, 142_956), (12, 2_511_968))
    ),
    "chains": tuple(
        _crowded(items, quick, states)
        for items, quick, states in (
            *((2, 1, 2_805), (3, 1, 19_174), (2, 2, 90_929), (3, 2, 618_090)),
            *((4, 2, 3_788_667), (5, 2, 11_208_517)),
        )
    ),
    "costs": tuple(
        _paying(ways, items, states)
        for ways, items, states in ((0, 2, 5_726), (1, 2, 42_487), (2, 2, 192_622), (2, 3, 764_188))
    ),
    "discards": tuple(
        _discarding(hand, states)
        for hand, states in ((12, 927), (16, 8_011), (20, 38_763), (24, 134_599), (28, 376_743), (32, 906_195))
    ),
}
"""The boards by family, each larger than the one before."""
