"""The walk: what stands in each position, what cannot be done there and why, and what can still be reached."""

import pytest

from explorer.game import Happening, Kind, Window
from explorer.game.outcome import Resting
from explorer.game.players import PLAYERS, Player
from explorer.questions import inquire, outcomes
from explorer.questions.best import Merit, best_play
from explorer.questions.forbidden import deed
from explorer.questions.obstacles import is_rule
from explorer.questions.playmat import Became, Counted, Due, Link, Lying, Moved
from explorer.questions.walk import Walk
from explorer.questions.wishes import watched
from explorer.search.explore import Limits
from explorer.search.games import attractor
from explorer.subjects import subject
from explorer.system.system import UnknownVariable
from models.errors import InputError
from tests.bench.crowded import crowded
from tests.questions.asked import asked, library, walked

REKINDLING = Due("Rekindling", Player.TURN, 0, True)
FIREDOG = Resting("turn player", "monsters", "Flamvell Firedog", "turn player")
BANISHED = Resting("turn player", "banished", "Flamvell Firedog", "turn player")


def told(moves):
    """Moves in short."""
    return [(str(move.step.happening), move.to) for move in moves]


def reasons(position):
    """What is forbidden in a position, and by which clauses."""
    return [(str(one.move), [each.reason for each in one.obstacles]) for one in position.forbidden]


def test_a08_the_start():
    """Rekindling is due, Iron Wall is face-up, Provisions is set: three moves, and one that is not there."""
    walk = walked("A08", "ocg")
    here = walk.position(0)
    assert (len(walk), len(walk.outcomes)) == (19, 3)
    assert (here.window, here.player, here.ended) == (Window.TURN_OPEN, Player.TURN, None)
    assert told(here.moves) == [
        ("turn player: pass", 1),
        ("turn player: process Rekindling", 2),
        ("turn player: activate Emergency Provisions cost Imperial Iron Wall", 3),
    ]
    assert here.playmat.zone(Player.TURN, "monsters") == (Lying(FIREDOG), Lying(FIREDOG))
    assert [(one.card.name, one.card.face_down) for one in here.playmat.zone(Player.TURN, "spells and traps")] == [
        ("Emergency Provisions", True),
        ("Imperial Iron Wall", False),
    ]
    assert here.playmat.due == (REKINDLING,)
    assert here.playmat.life == {Player.TURN: 8000, Player.OPPONENT: 8000}
    assert here.playmat.unnamed[Player.TURN, "deck"] == 30
    assert here.outcomes == {0, 1, 2}
    assert here.enforceable == {Player.TURN: {0, 1, 2}, Player.OPPONENT: frozenset()}


def test_a08_what_each_order_changes():
    """While Iron Wall is there the monsters stay; once it has gone they are banished."""
    walk = walked("A08", "ocg")
    kept = walk.position(0).moves[1]
    assert kept.changes == (Became(REKINDLING, False),)
    activated = walk.position(0).moves[2]
    wall = [
        Resting("turn player", zone, "Imperial Iron Wall", "turn player") for zone in ("spells and traps", "graveyard")
    ]
    assert activated.changes[1] == Moved(*map(Lying, wall))
    assert isinstance(activated.changes[0], Moved)
    assert activated.changes[0].before.card.face_down
    assert not activated.changes[0].after.card.face_down
    chain = walk.position(activated.to)
    assert chain.playmat.chain == (Link("Emergency Provisions", Player.TURN, 0),)
    *_, resolved = walk.play([2, 0, 0])
    assert walk.position(7).moves[0].changes[1:] == (Counted(Player.TURN, "life", 8000, 9000),)
    assert resolved.moves[1].changes == (
        *[Moved(Lying(FIREDOG), Lying(BANISHED))] * 2,
        Became(REKINDLING, False),
    )
    assert resolved.enforceable == {Player.TURN: {2}, Player.OPPONENT: {2}}


def test_a08_what_is_forbidden_and_why():
    """By a rule where only a rule stands against it, else by what the card's text asks for."""
    walk = walked("A08", "ocg")
    assert reasons(walk.position(0)) == [("turn player: activate Imperial Iron Wall", ["card: where it must be"])]
    responding, compelled = walk.position(3), walk.position(4)
    assert (responding.window, compelled.window) == (Window.TURN_RESPONDS, Window.TURN_COMPELLED)
    assert reasons(responding)[0] == ("turn player: process Rekindling", ["rule: in a window of theirs"])
    assert [str(one.move) for one in responding.forbidden[1:]] == [
        "turn player: chain Imperial Iron Wall",
        "turn player: chain Emergency Provisions",
    ]
    assert reasons(compelled)[0] == ("turn player: pass", ["rule: a compelled player acts"])
    first = compelled.forbidden[0].obstacles[0]
    assert [str(cite) for cite in first.cites] == [
        "A01: database answer fid 11533, 2024-08-29",
        "English seed: sub-steps 3 and 4, -",
    ]
    assert [one.number for one in map(walk.position, range(19)) if one.player is None and one.forbidden] == []


def test_a_line_of_moves_is_walked_by_their_places():
    """Both orders of A08 to their ends; a place that is not there is refused."""
    walk = walked("A08", "ocg")
    assert walk.play([1, 0, 0])[-1].ended == 0
    assert walk.play([2, 0, 0, 1, 0, 0])[-1].ended == 2
    assert [one.number for one in walk.play([])] == [0]
    with pytest.raises(InputError, match=r"move 2 of the play is 1; there are 1 moves, from 0"):
        walk.play([0, 1])
    with pytest.raises(InputError, match=r"move 1 of the play is -1; there are 3 moves, from 0"):
        walk.play([-1])
    with pytest.raises(IndexError, match="there is no position 19"):
        walk.position(19)


def test_a46_best_play_is_marked():
    """As ``best`` has it: the turn player's pass is as good as the return, and the opponent must not act."""
    walk = walked("A46", "tcg")
    first, second = walk.play([0])
    assert [(str(one.step.happening), one.merit, one.preferred) for one in first.moves] == [
        ("turn player: pass", Merit.EQUAL, True),
        ("turn player: process Change of Heart", Merit.EQUAL, False),
    ]
    assert [(str(one.step.happening), one.merit, one.preferred) for one in second.moves] == [
        ("opponent: pass", Merit.BEST, True),
        ("opponent: process Last Turn", Merit.MISTAKE, False),
    ]


@pytest.mark.parametrize(("name", "ruleset"), [("A46", "tcg"), ("A05", "ocg-2013")])
def test_the_preferred_moves_are_the_line_of_best_play(name, ruleset):
    """Followed from the start, and compared as the decisions of the line are."""
    walk = walked(name, ruleset)
    found = best_play(*asked(name, ruleset))
    here, merits, steps = walk.position(0), [], []
    while here.moves:
        (move,) = [one for one in here.moves if one.preferred] or here.moves
        merits.append(move.merit)
        steps.append(str(move.step.happening))
        here = walk.position(move.to)
    assert steps == [str(step.happening) for step in found.line]
    assert merits == [None if one is None else one.merit for one in found.decisions]
    assert walk.outcomes[here.ended] == found.outcome


def test_without_wishes_no_move_is_better_than_another():
    """Nothing is invented."""
    walk = walked("A08", "ocg")
    assert {move.merit for number in range(len(walk)) for move in walk.position(number).moves} == {None}
    assert not any(move.preferred for number in range(len(walk)) for move in walk.position(number).moves)


def test_a_partial_search_is_not_walked():
    """Nothing would be known of what can be reached."""
    about = subject("A05", library(), "ocg")
    part = inquire(about.board, library(), about.ruleset, limits=Limits(states=10))
    with pytest.raises(InputError, match=r"the board is too large to walk through \(states\)"):
        Walk(part, library())


@pytest.mark.parametrize(("name", "states", "forbidden"), [("A05", 147, 113), ("A10", 33, 25), ("D06", 15, 16)])
def test_outcomes_and_powers_are_those_of_the_attractors(name, states, forbidden):
    """In every state, one outcome at a time, as ``outcomes`` has them at the start."""
    walk = walked(name)
    graph = walk.inquiry.graph
    assert len(walk) == states
    assert sum(len(walk.position(number).forbidden) for number in range(states)) == forbidden
    for number, goal in enumerate(walk.inquiry.ends.values()):
        for player in PLAYERS:
            forced = attractor(graph, (player.value,), goal)
            for state in range(states):
                assert (number in walk.powers[player][state]) is (state in forced)
    told = [{player for player in PLAYERS if n in walk.powers[player][0]} for n in range(len(walk.outcomes))]
    assert told == [set(one.enforceable_by) for one in outcomes(walk.inquiry)]


@pytest.mark.parametrize("name", ["A05", "A08", "A10", "A29", "B08", "D06", "D15"])
def test_every_command_of_what_is_forbidden_fails_and_none_is_nearer(name):
    """Clause by clause and command by command, over the system as it was written, in every state."""
    walk = walked(name)
    game, system = walk.inquiry.game, walk.inquiry.game.system

    def holds(state, term):
        try:
            return bool(system.value(state, term))
        except UnknownVariable:
            return None

    for here in map(walk.position, range(len(walk))):
        if here.player is None:
            assert here.forbidden == ()
            continue
        state = walk.inquiry.graph.states[here.number]
        responds = here.window in (Window.TURN_RESPONDS, Window.OPPONENT_RESPONDS)
        by_deed = {}
        for command in game.whole.commands:
            if command.by == here.player and (one := deed(command.event)) is not None:
                by_deed.setdefault(one, []).append(command)
        legal = {deed(move.step.happening) for move in here.moves}
        assert {deed(one.move) for one in here.forbidden} == set(by_deed) - legal
        for one in here.forbidden:
            of_window = [
                c for c in by_deed[deed(one.move)] if (c.event.kind in (Kind.CHAIN, Kind.NO_RESPONSE)) is responds
            ]
            fails = [
                [c.reason for c in command.guard if holds(state, c.term) is False]
                for command in of_window or by_deed[deed(one.move)]
            ]
            told = [each.reason for each in one.obstacles]
            if one.each:
                assert min(sum(not is_rule(r) for r in some) for some in fails if some) == sum(
                    not is_rule(r) for r in dict.fromkeys(told)
                )
                assert any(list(dict.fromkeys(some)) == told for some in fails)
            else:
                assert any(not some for some in fails)


def test_what_the_state_does_not_tell_is_said_as_one_of_several():
    """A33 ends each response by itself: that a mandatory effect must answer is then no longer told by the state."""
    walk = walked("A33")
    unsure = [(n, one) for n in range(len(walk)) for one in walk.position(n).forbidden if not one.each]
    assert [(n, str(one.move), [each.reason for each in one.obstacles]) for n, one in unsure] == [
        (2, "opponent: no response", ["card: a mandatory effect must answer"])
    ]


def test_positions_of_battle_are_told_apart_when_pictured():
    """A token in either position makes two boards of one; the outcomes are the same."""
    about = subject("E01", library(), None)
    plain = inquire(about.board, library(), about.ruleset, watching=watched(about.wants))
    walk = walked("E01")
    assert (len(plain.graph.states), len(walk)) == (94, 130)
    assert set(plain.ends) == set(walk.outcomes)


def test_a_crowded_board_is_walked_through():
    """Five items a side: the numbers of the whole walk."""
    walk = Walk(inquire(crowded(library(), 4), library(), library().ruleset("ocg"), pictured=True), library())
    assert (len(walk), len(walk.outcomes)) == (586, 1)
    assert sum(len(walk.position(number).moves) for number in range(len(walk))) == 1502
    assert sum(len(walk.position(number).forbidden) for number in range(len(walk))) == 1418


def test_a_deed_is_a_use_a_processing_or_waiting():
    """Discards and what resolves are none."""
    assert deed(Happening(Kind.CHAIN, "opponent", "Book of Moon", targets=("X",), effect=2)) == (
        "use",
        "Book of Moon",
        2,
    )
    assert deed(Happening(Kind.NO_RESPONSE, "opponent")) == deed(Happening(Kind.PASS, "opponent")) == ("wait", "", 0)
    assert deed(Happening(Kind.DISCARD, "opponent")) is None
    assert deed(Happening(Kind.RESOLVE, "opponent", "Book of Moon")) is None


@pytest.mark.parametrize("name", ["A10", "A06"])
def test_what_is_forbidden_is_told_without_its_choices(name):
    """A deed is forbidden, whatever would be chosen for it, and in whichever part of it."""
    walk = walked(name)
    moves = [one.move for state in range(len(walk)) for one in walk.position(state).forbidden]
    assert moves
    for one in moves:
        assert (one.cost, one.targets, one.chosen, one.unnamed, one.option, one.part) == ((), (), (), 0, "", 0)
