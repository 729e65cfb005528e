"""The verbs: what each does to the cards or players it is done to. A new verb is one function here.

A verb gets a :class:`Deed` and gives the statements that carry it out. ``possible`` says when it can be done at all;
``able`` says which cards it can be done to. Both default to "always".
"""

from explorer.game.verbs import cards, decks, duel
from explorer.game.verbs.deed import VERBS, Below, Deed, Verb, meaning, verb
from explorer.game.verbs.duel import loses

__all__ = ["VERBS", "Below", "Deed", "Verb", "cards", "decks", "duel", "loses", "meaning", "verb"]
