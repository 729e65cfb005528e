"""Boards to ask about: rulings by id, and boards in YAML, searched under a ruleset."""

from functools import cache
from textwrap import dedent

from explorer.questions import inquire
from explorer.questions.walk import Walk
from explorer.questions.wishes import watched
from explorer.subjects import subject
from models import read_board, read_document
from models.claims import read_wants
from models.library import Library
from models.phrase import Who


@cache
def library():
    """The packaged library, read once."""
    return Library()


def wishes(board, turn_player=(), opponent=()):
    """The wishes of the players about a board."""
    told = {Who.TURN: turn_player, Who.OPPONENT: opponent}
    return {who: read_wants(words, board, library()) for who, words in told.items() if words}


def asked(text, ruleset="ocg", turn_player=(), opponent=()):
    """The inquiry about a board in YAML, or of a ruling's id, and the wishes read for it."""
    if "\n" in text or ":" in text:
        board, rules = read_board(read_document(dedent(text), "board"), library()), library().ruleset(ruleset)
        wants = wishes(board, turn_player, opponent)
    else:
        about = subject(text, library(), ruleset)
        board, rules = about.board, about.ruleset
        wants = wishes(board, turn_player, opponent) or about.wants
    return inquire(board, library(), rules, watching=watched(wants)), wants


def walked(name, ruleset=None):
    """The walk through the board of a ruling, with the ruling's wishes."""
    about = subject(name, library(), ruleset)
    found = inquire(about.board, library(), about.ruleset, watching=watched(about.wants), pictured=True)
    return Walk(found, library(), about.wants)
