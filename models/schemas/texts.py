"""What the keys of the files are for, in a sentence each: what an editor shows beside them."""

from __future__ import annotations

CARD = {
    "name": "The English name.",
    "ja": "The Japanese name.",
    "kind": "What is printed on the card: normal monster, quick-play spell, counter trap, token ...",
    "passcode": "The number in the lower left corner.",
    "attribute": "Of a monster.",
    "type": "Of a monster: Warrior, Dragon ...",
    "level": "Level, Rank or Link Rating.",
    "atk": "ATK, or ? where a question mark is printed.",
    "def": "DEF, or ? where a question mark is printed.",
    "tuner": "Whether it is a Tuner.",
    "series": "The archetypes and series that it belongs to.",
    "also called": "Other names by which it is found.",
    "effects": "What its text does in an End Phase.",
    "versions": "Texts that held at different times, oldest first.",
}
VERSION = {
    "effects": "What this text does in an End Phase.",
    "from": "The first day on which the text holds.",
    "until": "The last day on which the text holds.",
}
EFFECT = {
    "during": "In which End Phase it is used: your End Phase.",
    "while": "The rules do it at once, as soon as this condition holds.",
    "whenever": "The rules do it at once, whenever this happens.",
    "instead of": "What would happen, and something else happens instead.",
    "when": "The event that it answers; if it is optional it can miss its timing.",
    "if": "The event that it answers, and conditions.",
    "cost": "What has to be paid to activate it.",
    "target": "The cards that are targeted when it is activated.",
    "must": "What it does; it is mandatory.",
    "may": "What it does; it is optional.",
    "effect": "What a Spell or Trap does.",
    "leaves": "What it leaves behind: a status for a while, or something to do in the End Phase.",
    "applies": "What it keeps applying while the card is face-up.",
    "from": "Where the card has to be, where that is not the field.",
    "without a chain": "It is processed without a chain, as a maintenance cost is.",
    "quick effect": "It can be used in response.",
    "once per turn": "Whether this card, or all cards of its name, are counted.",
    "mandatory": "Whether what it leaves has to be activated.",
}
BOARD = {
    "title": "What the board is called.",
    "turn player": "What the turn player has.",
    "opponent": "What the opponent has.",
    "lingering": "What was applied earlier this turn and is still due: CARD by PLAYER on CARDS.",
    "assume": "Conditions that hold of what is open on the board.",
}
SIDE = {
    "life": "Life points: a number, A..B, or open.",
    "monsters": "The Monster Zones.",
    "spells and traps": "The Spell & Trap Zones.",
    "field zone": "The Field Zone.",
    "hand": "Names, and so many unnamed cards.",
    "deck": "Names, and so many unnamed cards.",
    "graveyard": "Names, and so many unnamed cards.",
    "banished": "Names, and so many unnamed cards.",
    "extra deck": "Cards of the Extra Deck.",
    "this turn": "What this player did this turn.",
}
RULING = {
    "ruling": "Its id, which is also the name of its file in the library.",
    "source": "Where the answer comes from.",
    "status": "Whether it is settled, pending, superseded, disputed, or a mere note.",
    "rulesets": "The rulesets under which it is to hold.",
    "also": "Other names by which it is found.",
    "asks": "The question.",
    "answers": "The answer.",
    "tags": "What it is about.",
    "cases": "Several boards, each with its claims.",
    "unmodelled": "Why it has no board.",
    "note": "The text of a note.",
    "board": "The board that it is about.",
    "claims": "What the answer says of the board, each as KIND: PHRASE.",
    "wants": "What the players want, the most important first.",
}
SOURCE = {
    "authority": "Who answers.",
    "of": "For whom, or in which collection.",
    "id": "Under which number.",
    "answered": "The day, the month, the year, or -.",
    "cites": "What else it rests on.",
}
CASE = {
    "board": RULING["board"],
    "title": "What the case is called.",
    "rulesets": RULING["rulesets"],
    "claims": RULING["claims"],
    "wants": RULING["wants"],
}
RULESET = {
    "id": "Its id, which is also the name of its file.",
    "title": "What it is called.",
    "day": "The day that picks among the texts of a card.",
    "extends": "The ruleset whose values it takes where it has none.",
    "clauses": "A value for each clause, and who says so.",
}
