"""Records: a row of the atlas for each board and ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from explorer.atlas.answers import Answered, Parting, answered, parting
from explorer.atlas.orders import Reordered
from explorer.atlas.plan import Plan, Planned
from explorer.game.players import Player
from explorer.questions.inquiry import Inquiry
from explorer.search.explore import Limits
from explorer.system.memory import uncollected
from models.errors import InputError
from models.ruleset import Ruleset

REFUSED = "refused"
"""The limit of a board that cannot be laid or grounded: its reason stands in the record."""


@dataclass(frozen=True)
class Record:
    """What is known of a board under a ruleset.

    ``board`` is its name and ``text`` the board as a file has it. ``cards``, ``situations`` and ``players`` go
    together; ``on`` is the card that another part's card lingers on. ``acting`` are the cards that somebody does
    something with.

    ``limit`` is what ended the search early, or "refused", and "" for a complete one; of a partial board outcomes and
    plays are some of those that there are, and nothing is said of what players can force. ``outcomes`` tell of each
    what not all have in common. ``order_alone`` is None where it was not decided. ``plays`` are two plays of the same
    acts that end differently where there are such, else a shortest one. ``parts`` is in what the answer differs from
    that of the first ruleset, "outcomes" or "powers", and "" where it does not; ``parts_by`` are the clauses of which
    each makes such a difference alone.
    """

    board: str
    cards: list[str]
    situations: list[str]
    players: list[str]
    on: str
    quick: str
    quick_player: str
    ruleset: str
    limit: str
    reason: str
    states: int
    transitions: int
    outcomes: list[str]
    turn_player_forces: list[int]
    opponent_forces: list[int]
    acting: list[str]
    order_alone: bool | None
    waiting_best: list[str]
    endless: bool
    plays: list[str]
    play_ends: list[int]
    parts: str
    parts_by: list[str]
    text: str


def records(plan: Plan, start: int, stop: int) -> Iterator[Record]:
    """The records of a stretch of the plan, of each board one for each ruleset of the spec, in their order."""
    rulesets = [plan.library.ruleset(name) for name in plan.spec.rulesets]
    limits = Limits(states=plan.spec.states)
    for planned in plan.boards(start, stop):
        with uncollected():
            found = [*_of_board(plan, planned, rulesets, limits)]
        yield from found


def _of_board(plan: Plan, planned: Planned, rulesets: Sequence[Ruleset], limits: Limits) -> Iterator[Record]:
    try:
        laid = plan.laid(planned)
    except InputError as error:
        yield from (_refused(planned, ruleset.id, error, "") for ruleset in rulesets)
        return
    found: list[Answered] = []
    first: tuple[Ruleset, Answered] | None = None
    told: dict[Inquiry, Record] = {}
    for ruleset in rulesets:
        try:
            answer = answered(laid.board, plan.library, ruleset, limits, found)
            differs = None
            if first is not None:
                differs = parting(laid.board, plan.library, first[0], ruleset, (first[1], answer), limits)
        except InputError as error:
            yield _refused(planned, ruleset.id, error, laid.text)
            continue
        first = first or (ruleset, answer)
        found.append(answer)
        if answer.inquiry not in told:
            told[answer.inquiry] = _record(planned, ruleset.id, answer, laid.text)
        yield _parted(told[answer.inquiry], ruleset.id, differs)


def _named(planned: Planned, ruleset: str, text: str) -> dict[str, Any]:
    """What a record says of the board itself."""
    on = [one.on for one in planned.parts if one.on is not None]
    return {
        "board": planned.name,
        "cards": [one.situation.card for one in planned.parts],
        "situations": [one.situation.told for one in planned.parts],
        "players": [one.who.value for one in planned.parts],
        "on": planned.parts[on[0]].situation.card if on else "",
        "quick": planned.quick.situation.card if planned.quick is not None else "",
        "quick_player": planned.quick.who.value if planned.quick is not None else "",
        "ruleset": ruleset,
        "text": text,
    }


def _refused(planned: Planned, ruleset: str, error: InputError, text: str) -> Record:
    return Record(
        **_named(planned, ruleset, text),
        limit=REFUSED,
        reason=error.message,
        states=0,
        transitions=0,
        outcomes=[],
        turn_player_forces=[],
        opponent_forces=[],
        acting=[],
        order_alone=None,
        waiting_best=[],
        endless=False,
        plays=[],
        play_ends=[],
        parts="",
        parts_by=[],
    )


def _parted(record: Record, ruleset: str, differs: Parting | None) -> Record:
    """The record for a ruleset that has its graph, and how that parts from the first."""
    if differs is None:
        return record if record.ruleset == ruleset else replace(record, ruleset=ruleset)
    return replace(record, ruleset=ruleset, parts=differs.likeness, parts_by=list(differs.by))


def _record(planned: Planned, ruleset: str, answer: Answered, text: str) -> Record:
    graph = answer.inquiry.graph
    reordered = answer.reordered
    plays, ends = [], []
    if isinstance(reordered, Reordered):
        plays = [answer.told(reordered.one), answer.told(reordered.other)]
        ends = [answer.ending(reordered.one), answer.ending(reordered.other)]
    elif answer.outcomes:
        plays, ends = [answer.shortest(0)], [1]
    return Record(
        **_named(planned, ruleset, text),
        limit=graph.limit or "",
        reason="",
        states=len(graph.states),
        transitions=graph.transitions,
        outcomes=answer.differences,
        turn_player_forces=list(answer.forces(Player.TURN)),
        opponent_forces=list(answer.forces(Player.OPPONENT)),
        acting=list(answer.acting),
        order_alone=None if reordered is None else reordered is not False,
        waiting_best=[player.value for player in answer.waiting],
        endless=answer.endless,
        plays=plays,
        play_ends=ends,
        parts="",
        parts_by=[],
    )
