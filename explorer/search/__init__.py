"""From a transition system to its state graph, and what the graph tells.

Two players take one or two matches in turn from a heap of four; who takes the last one wins:

>>> from explorer.search import attractor, count_plays, explore, shortest_play
>>> from explorer.system import Assign, Clause, Command, System
>>> from explorer.system.terms import at_least, equal, integer, minus
>>> matches, turn = integer("matches", 0, 4), integer("turn", 0, 1)
>>> def take(player, count):
...     guard = Clause("turn", equal(turn, player)), Clause("enough", at_least(matches, count))
...     update = Assign(matches, minus(matches, count)), Assign(turn, 1 - player)
...     return Command(("Ann", "Bob")[player], f"takes {count}", guard, update)
>>> game = System((matches, turn), {matches: 4, turn: 0}, tuple(take(p, n) for p in (0, 1) for n in (1, 2)))
>>> graph = explore(game)
>>> print(graph)
8 states, 10 transitions, 2 terminal
>>> ann_wins = [end for end in graph.terminal if game.value(graph.states[end], equal(turn, 1))]
>>> 0 in attractor(graph, {"Ann"}, ann_wins), count_plays(graph, ann_wins)
(True, 3)
>>> [graph.event(edge) for edge in shortest_play(graph, ann_wins)]
['takes 1', 'takes 1', 'takes 2']

`explorer.search.view` has the graph for networkx, to be imported only where it is used.
"""

from explorer.search.explore import Limits, MixedDeciders, Progress, explore
from explorer.search.games import Solution, UnvaluedGame, Winning, attractor, backward_values
from explorer.search.graph import Edge, Play, StateGraph, StateNumber
from explorer.search.plays import (
    Loop,
    NotAPlay,
    count_plays,
    find_loop,
    play_counts,
    replay,
    shortest_play,
)
from explorer.search.reference import reference_graph

__all__ = [
    "Edge",
    "Limits",
    "Loop",
    "MixedDeciders",
    "NotAPlay",
    "Play",
    "Progress",
    "Solution",
    "StateGraph",
    "StateNumber",
    "UnvaluedGame",
    "Winning",
    "attractor",
    "backward_values",
    "count_plays",
    "explore",
    "find_loop",
    "play_counts",
    "reference_graph",
    "replay",
    "shortest_play",
]
