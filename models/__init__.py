'''What is given: rulesets, cards, rulings and boards, as YAML data and the readers that check them.

A board is read against a library, which holds the cards, rulesets and rulings of the package:

>>> from models import Library, InputError, read_board, read_document
>>> library = Library()
>>> document = read_document("""
... turn player:
...   monsters: [{Flamvell Firedog: {by: Rekindling}}]
...   spells and traps: [Imperial Iron Wall, {Emergency Provisions: set}]
... lingering:
...   - 真炎の爆発 by turn player on Flamvell Firedog
... """, "example")
>>> board = read_board(document, library)
>>> [(card.name, card.zone.value, card.face) for card in board.turn_player.within("spells and traps")]
[('Imperial Iron Wall', 'spells and traps', 'face-up'), ('Emergency Provisions', 'spells and traps', 'face-down')]
>>> board.lingering[0].card, board.lingering[0].by.value, board.lingering[0].on
('Rekindling', 'turn player', ('Flamvell Firedog',))
>>> library.ruleset("ocg")["passing with mandatory items"]
'yes'

What cannot be read is refused at its place, with the nearest word that could be meant:

>>> try:
...     library.card("Imperal Iron Wall")
... except InputError as error:
...     print(error)
no card is called 'Imperal Iron Wall'
  did you mean: Imperial Iron Wall?
'''

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from models.board import Board, read_board
    from models.card import Card
    from models.documents import read_document
    from models.errors import InputError
    from models.library import Library
    from models.ruleset import Ruleset
    from models.ruling import Ruling

__all__ = [
    "Board",
    "Card",
    "InputError",
    "Library",
    "Ruleset",
    "Ruling",
    "as_board",
    "read_board",
    "read_document",
]

_HOME = {
    "Board": "board",
    "Card": "card",
    "InputError": "errors",
    "Library": "library",
    "Ruleset": "ruleset",
    "Ruling": "ruling",
    "as_board": "arguments",
    "read_board": "board",
    "read_document": "documents",
}


def __getattr__(name: str) -> Any:
    """The names above are imported when they are asked for, so that a part of the package loads alone."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
