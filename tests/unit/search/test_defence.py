"""Plays of a strategy that wins, and of an evasion where none does."""

from explorer.search.defence import evasion, longest_defence
from explorer.search.games import attractor
from explorer.search.plays import replay
from tests.unit.search.test_games import events, number, places


def labels(graph):
    return [graph.event(edge) for edge in range(graph.transitions)]


def test_the_others_put_the_target_off_as_long_as_they_can():
    graph = places(a=("high", "b"), b=("low", "end", "c"), c=("high", "end"), end=("rules",))
    play = longest_defence(graph, attractor(graph, {"high"}, [number(graph, "end")]))
    assert events(graph, play) == ["a to b", "b to c", "c to end"]
    replay(graph.system, graph.commands_of(play))


def test_a_target_at_the_start_needs_no_play():
    graph = places(a=("high", "b"), b=("rules",))
    assert longest_defence(graph, attractor(graph, {"high"}, [0])) == []


def test_an_evasion_ends_elsewhere():
    graph = places(a=("low", "good", "bad"), good=("rules",), bad=("rules",))
    winning = attractor(graph, {"high"}, [number(graph, "good")])
    assert events(graph, evasion(graph, winning, labels(graph), ())) == ["a to bad"]


def test_an_evasion_may_go_round_once():
    graph = places(a=("high", "b"), b=("low", "a", "end"), end=("rules",))
    winning = attractor(graph, {"high"}, [number(graph, "end")])
    assert events(graph, evasion(graph, winning, labels(graph), ())) == ["a to b", "b to a"]


def test_an_evasion_follows_a_trace_while_it_can():
    """It takes the second way, as the trace does, and leaves it where the trace would lose."""
    graph = places(
        a=("high", "b", "c"),
        b=("low", "good", "bad"),
        c=("low", "good", "bad"),
        good=("rules",),
        bad=("rules",),
    )
    winning = attractor(graph, {"high"}, [number(graph, "good")])
    trace = ("a to c", "c to good")
    assert events(graph, evasion(graph, winning, labels(graph), trace)) == ["a to c", "c to bad"]
