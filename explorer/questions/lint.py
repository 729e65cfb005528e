"""Lint: whether the library says what it should: texts understood, facts that agree, claims that could fail."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib import resources

import msgspec

from explorer.game import ground
from explorer.game.uses import Sort, sort_of_effect
from explorer.game.verbs import meaning
from explorer.questions.claims import ask, watched
from explorer.questions.inquiry import inquire
from models.board import Board, Placed, Side, Zone
from models.card import Card, Effect
from models.errors import InputError
from models.library import Library
from models.limits import home
from models.phrase import Who
from models.ruling import Case, Ruling


def lint(library: Library) -> Iterator[str]:
    """Each fault of the library in a line; none when it is clean."""
    yield from _cards(library)
    yield from _boards_of_one(library)
    yield from _rulesets(library)
    for ruling in library.rulings:
        yield from _ruling(ruling, library)


def _cards(library: Library) -> Iterator[str]:
    facts = _facts()
    for card in library.cards:
        try:
            card.check()
            for version in card.versions:
                for effect in version.effects:
                    for step in effect.all_steps:
                        for action in step.options:
                            meaning(action)
        except InputError as error:
            yield str(error)
            continue
        fact = facts.get(card.passcode or 0)
        if fact is not None:
            yield from _disagrees(card, *fact)


def _boards_of_one(library: Library) -> Iterator[str]:
    """Cards that cannot be grounded where they belong, under the texts of the rulesets' days."""
    days = {ruleset.day: ruleset for ruleset in library.rulesets}
    for card in library.cards:
        zone = home(card)
        position = "attack" if zone is Zone.MONSTERS else ""
        placed = Placed(card.name, zone, Who.TURN, Who.TURN, card.at, position=position)
        board = Board(card.name, Side(cards=(placed,)), Side(), (), card.at)
        for ruleset in days.values():
            try:
                ground(board, library, ruleset)
            except InputError as error:
                yield str(error)
                break


def _facts() -> dict[int, tuple[str, str]]:
    """For each passcode whether its End-Phase effect is mandatory and starts a chain, where that is known."""
    text = resources.files("models").joinpath("card-facts.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t")
    return {int(row["passcode"]): (row["mandatory"], row["chain"]) for row in rows}


def _disagrees(card: Card, mandatory: str, chain: str) -> Iterator[str]:
    """What the entry says of its End-Phase effects against the known fact; an entry without any says nothing."""
    said = {fact for version in card.versions for effect in version.effects for fact in _said(effect)}
    if not said or mandatory == "n/a":
        return
    if not any(one == (mandatory, chain) for one in said):
        words = "; ".join(sorted(f"{must}, {starts}" for must, starts in said))
        where = f"{card.at.source}:{card.at.line}"
        yield f"{where}: {card.name} is known as {mandatory}, {chain}, but its entry says {words}"


def _said(effect: Effect) -> Iterator[tuple[str, str]]:
    word = {True: "mandatory", False: "optional"}
    if effect.during is not None or effect.trigger is not None:
        sort = sort_of_effect(effect)
        yield word[effect.mandatory], "no chain" if sort is Sort.ITEM else "chain"
    for lasting in effect.leaves:
        yield word[not lasting.optional], "no chain"
    if effect.state:
        yield "mandatory", "no chain"


def _rulesets(library: Library) -> Iterator[str]:
    for ruleset in library.rulesets:
        for clause, setting in ruleset.clauses.items():
            for cite in setting.cites:
                if not cite.date:
                    yield f"{ruleset.id}: {clause}: {cite.text} has no date"


def _ruling(ruling: Ruling, library: Library) -> Iterator[str]:
    where = f"{ruling.at.source}:{ruling.at.line}"
    if ruling.note or ruling.unmodelled:
        return
    for case in ruling.cases:
        if not case.claims:
            yield f"{where}: {ruling.id} has a board without a claim"
        elif _holds_of_nothing(case, library):
            yield f"{where}: every claim of {ruling.id} ({case.title or 'its board'}) holds on an empty board too"


def _holds_of_nothing(case: Case, library: Library) -> bool:
    """Whether all claims hold where nobody has anything: then they say nothing about the board."""
    board: Board = msgspec.structs.replace(case.board, turn_player=Side(), opponent=Side(), lingering=(), assume=())
    ruleset = library.ruleset(case.rulesets[0])
    inquiry = inquire(board, library, ruleset, watching=[what for claim in case.claims for what in watched(claim)])
    return all(ask(inquiry, claim).holds for claim in case.claims)
