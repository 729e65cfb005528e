"""Strongly connected components: the parts of a graph in which a play can go round.

Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.
"""

from __future__ import annotations

from array import array


def strongly_connected(offsets: array[int], targets: array[int]) -> list[list[int]]:
    """The components, each after all components that it leads to; the states of each ascending.

    State i leads to `targets[offsets[i]:offsets[i + 1]]`.
    """
    count = len(offsets) - 1
    order = [-1] * count  # when a state was met
    low = [0] * count  # the earliest state on the stack that is known to be reachable
    done = bytearray(count)
    stack: list[int] = []
    found: list[list[int]] = []
    met = 0
    for root in range(count):
        if order[root] >= 0:
            continue
        order[root] = low[root] = met
        met += 1
        stack.append(root)
        path = [(root, offsets[root])]
        while path:
            state, edge = path.pop()
            if edge < offsets[state + 1]:
                path.append((state, edge + 1))
                target = targets[edge]
                if order[target] < 0:
                    order[target] = low[target] = met
                    met += 1
                    stack.append(target)
                    path.append((target, offsets[target]))
                elif not done[target]:
                    low[state] = min(low[state], order[target])
                continue
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[state])
            if low[state] == order[state]:
                place = len(stack) - 1
                while stack[place] != state:
                    place -= 1
                members = sorted(stack[place:])
                del stack[place:]
                for member in members:
                    done[member] = 1
                found.append(members)
    return found
