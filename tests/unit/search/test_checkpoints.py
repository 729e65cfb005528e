"""Checkpoints: a search that goes on from one ends as if it had never stopped, and from anything else it does not."""

import itertools
from dataclasses import replace
from hashlib import blake2b
from importlib import import_module

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.search import checkpoints as module
from explorer.search.checkpoints import PAUSE, BadCheckpoint, Checkpoints
from explorer.search.explore import Limits, explore
from explorer.system.commands import Clause
from explorer.system.fingerprint import fingerprint
from explorer.system.terms import FALSE, integer
from tests.differential.laws import assert_same_graph
from tests.differential.test_random_systems import systems
from tests.unit.search.interrupts import assert_consistent, interrupted_at
from tests.unit.search.test_frontiers import lattice, walk
from tests.unit.system.puzzles import coins, doors, jugs, nim, river

ENGINES = ("python", "numpy")
PUZZLES = {
    "river": river(),
    "jugs": jugs(),
    "coins": coins(3, interchangeable=True),
    "nim": nim(3, 4, 5),
    "doors": doors(),
    "lattice": lattice(9),
}


class Memory:
    """Keeps a checkpoint in memory, and counts how often it is written."""

    def __init__(self, data=None):
        self.data = data
        self.writes = 0

    def read(self):
        return self.data

    def write(self, parts):
        self.data = b"".join(parts)
        self.writes += 1


def parts_of(data):
    """The line, the header as plain data, and the arrays of a checkpoint."""
    line, rest = data.split(b"\n", 1)
    length = int.from_bytes(rest[:4], "big")
    return line, msgspec.msgpack.decode(rest[4 : 4 + length]), rest[4 + length : -32]


def made_of(line, header, arrays):
    """A checkpoint of these, with the digest that it has to have."""
    head = msgspec.msgpack.encode(header)
    whole = line + b"\n" + len(head).to_bytes(4, "big") + head + arrays
    return whole + blake2b(whole, digest_size=32).digest()


def kept(system, states, engine="python"):
    """What a search leaves that ends after so many states."""
    store = Memory()
    explore(system, limits=Limits(states=states, engine=engine), checkpoints=Checkpoints(store))
    return store.data


def resumed(system, data, engine="auto", states=None):
    return explore(system, limits=Limits(states=states, engine=engine), checkpoints=Checkpoints(Memory(data)))


# ---- the same graph --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engines", [*itertools.product(ENGINES, ENGINES)], ids=" then ".join)
@pytest.mark.parametrize("name", PUZZLES)
def test_broken_off_after_any_number_of_states(name, engines):
    """And gone on with by either engine; a search that is done is not begun again."""
    system = PUZZLES[name]
    whole = explore(system)
    for states in {1, 2, 3, 5, *range(1, len(whole.states) + 1, max(1, len(whole.states) // 7)), len(whole.states)}:
        data = kept(system, states, engines[0])
        assert_same_graph(resumed(system, data, engines[1]), whole)


def test_broken_off_again_and_again():
    """Each time after seven states more, by one engine and the other in turn."""
    system, store = lattice(8), Memory()
    for states, engine in zip(range(7, 400, 7), itertools.cycle(ENGINES), strict=False):
        graph = explore(system, limits=Limits(states=states, engine=engine), checkpoints=Checkpoints(store))
    assert_same_graph(graph, explore(system))


def test_across_the_switch_from_one_engine_to_the_other(monkeypatch):
    """The default engine expands many states at once from a number of states on; it stops before, and after."""
    system = lattice(12)
    monkeypatch.setattr(import_module("explorer.search.explore"), "_MANY_STATES", 1500)
    whole = explore(system, limits=Limits(engine="python"))
    for states in (700, 1500, 1501, 2600):
        assert_same_graph(resumed(system, kept(system, states, "auto")), whole)


@settings(max_examples=60, deadline=None)
@given(systems(orbits=True), st.integers(1, 30), st.sampled_from(ENGINES), st.sampled_from(ENGINES))
def test_random_systems(system, states, one, other):
    assert_same_graph(resumed(system, kept(system, states, one), other), explore(system))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_that_is_passed_already(engine):
    """The search stops at once, with what it had."""
    system = lattice(9)
    graph = resumed(system, kept(system, 300), engine, states=100)
    assert (graph.limit, graph.expanded) == ("states", explore(system, limits=Limits(states=300)).expanded)
    assert_consistent(graph)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_kept_on_the_way_is_what_is_kept_at_an_end(monkeypatch, engine):
    """Every checkpoint of a search, some of which are written in the middle of it, leads to the same graph."""
    monkeypatch.setattr(import_module("explorer.search.explore"), "_CHECK_EVERY", 16)
    monkeypatch.setattr(import_module("explorer.search.frontiers"), "MOST_TOGETHER", 16)
    found = []

    class All(Memory):
        def write(self, parts):
            super().write(parts)
            found.append(self.data)

    system = lattice(7)
    whole = explore(system, limits=Limits(engine=engine), checkpoints=Checkpoints(All(), pause=0, clock=float))
    assert len(found) > 5
    sizes = [parts_of(data)[1]["expanded"] for data in found]
    assert sizes[0] == 0
    assert sizes[-1] == 128
    assert sizes == sorted(set(sizes))
    for data in found:
        assert_same_graph(resumed(system, data), whole)


def ours(frame):
    return frame.f_globals.get("__name__") in ("explorer.search.explore", "explorer.search.checkpoints")


@pytest.mark.parametrize("engine", ENGINES)
def test_interrupted_at_any_line(monkeypatch, engine):
    """Also while a checkpoint is made: what is kept is whole, and leads to the same graph."""
    monkeypatch.setattr(import_module("explorer.search.explore"), "_CHECK_EVERY", 4)
    system = river()
    whole = explore(system)
    partial = 0
    for line in range(1, 400, 7):
        store = Memory()

        def search(store=store):
            kept = Checkpoints(store, pause=0, clock=float)
            return explore(system, limits=Limits(engine=engine), checkpoints=kept)

        try:
            graph = interrupted_at(line, ours, search)
        except KeyboardInterrupt:  # before the search began, or while its end was kept
            graph = None
        if graph is not None:
            assert_consistent(graph)
            partial += graph.limit == "interrupted"
        assert_same_graph(resumed(system, store.data), whole)
    assert partial > 5


# ---- when ------------------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_written_at_the_start_and_at_the_end():
    """At the start, so that a folder that takes none is known before the work is done."""
    store = Memory()
    explore(lattice(9), checkpoints=Checkpoints(store))
    assert store.writes == 2
    explore(lattice(9), checkpoints=Checkpoints(store))
    assert store.writes == 2


def test_it_is_due_after_a_pause_and_ten_times_as_long_as_the_last_one_took():
    now = [100.0]

    class Slow(Memory):
        took = 0.0

        def write(self, parts):
            super().write(parts)
            now[0] += self.took

    store = Slow()
    checkpoints = Checkpoints(store, clock=lambda: now[0])
    system = lattice(5)
    checkpoints.begin(system)
    assert not checkpoints.due()
    now[0] += PAUSE
    assert checkpoints.due()
    checkpoints.keep(explore(system, limits=Limits(states=3)))
    assert not checkpoints.due()
    now[0] += PAUSE
    assert checkpoints.due()
    store.took = 7.0
    checkpoints.keep(explore(system, limits=Limits(states=9)))
    now[0] += 69.0
    assert not checkpoints.due()
    now[0] += 1.0
    assert checkpoints.due()


# ---- what is refused -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def half():
    """A checkpoint of a part of a small system."""
    return kept(lattice(4), 9)


def refused(data, system=None):
    with pytest.raises(BadCheckpoint) as bad:
        resumed(lattice(4) if system is None else system, data)
    return str(bad.value)


def test_no_byte_of_it_can_be_another(half):
    """Every byte, one after another, with a bit turned; and every length."""
    for number in range(len(half)):
        said = refused(half[:number] + bytes([half[number] ^ 1]) + half[number + 1 :])
        assert said.startswith(
            ("is no checkpoint", "is a checkpoint in another format", "is a checkpoint that is damaged")
        )
    said = {refused(half[:end]) for end in range(len(half))}
    assert said == {"is no checkpoint", "is a checkpoint that was cut off", "is a checkpoint that is damaged"}
    assert refused(half + b"\0") == "is a checkpoint that is damaged"


@pytest.mark.parametrize("data", [b"", b"\n", b"\x80\x04\x95", b"endphase\n", b"\0" * 5000])
def test_what_is_no_checkpoint(data):
    assert refused(data) == "is no checkpoint"


def test_another_format(half):
    _, header, arrays = parts_of(half)
    assert refused(made_of(b"endphase checkpoint 0", header, arrays)) == (
        "is a checkpoint in another format ('0', not 2)"
    )
    assert refused(made_of(b"endphase checkpoint 3", header, arrays)) == (
        "is a checkpoint in another format ('3', not 2)"
    )


def test_another_system(half):
    said = "is a checkpoint of another board, ruleset, library or call, or of another version of them"
    assert {refused(half, system) for system in (lattice(5), walk(0, 9), river())} == {said}


@pytest.mark.parametrize(
    "change",
    [
        {"states": 0},
        {"states": 2**40},
        {"states": -1},
        {"expanded": 17},
        {"expanded": 0},
        {"edges": 2**31},
        {"edges": "many"},
        {"width": 2},
        {"width": 0},
        {"more": 1},
    ],
    ids=str,
)
def test_a_header_that_lies(half, change):
    """With a digest that is right: nothing is taken for true because somebody could count it."""
    line, header, arrays = parts_of(half)
    assert refused(made_of(line, {**header, **change}, arrays)).startswith("is a checkpoint ")


def test_arrays_that_are_no_graph_of_the_system(half):
    """Each number of the arrays, one after another, made larger, smaller or huge."""
    line, header, arrays = parts_of(half)
    for place in range(0, len(arrays), 4):
        number = int.from_bytes(arrays[place : place + 4], "little", signed=True)
        for other in (number + 1, number - 1, 2**31 - 1, -(2**31)):
            changed = arrays[:place] + other.to_bytes(4, "little", signed=True) + arrays[place + 4 :]
            assert refused(made_of(line, header, changed)) == "is a checkpoint that does not fit the board"


def test_a_number_that_is_out_of_range_is_refused_though_its_state_is_not_expanded_again(half, monkeypatch):
    """The last edge's command and target, of a state of which nothing else is looked at."""
    monkeypatch.setattr("explorer.search.checkpoints._EXPANDED_AGAIN", 1)
    line, header, arrays = parts_of(half)
    resumed(lattice(4), made_of(line, header, arrays))
    targets = 8 * header["width"] * header["states"] + 4 * (header["expanded"] + 1)
    for end in (targets + 4 * header["edges"], targets + 8 * header["edges"]):
        for other in (2**31 - 1, -1):
            changed = arrays[: end - 4] + other.to_bytes(4, "little", signed=True) + arrays[end:]
            assert refused(made_of(line, header, changed)) == "is a checkpoint that does not fit the board"


def test_a_state_that_does_not_fit_64_bits():
    with pytest.raises(BadCheckpoint, match="cannot hold this board: place does not fit 64 bits"):
        explore(walk(0, 2**70), limits=Limits(states=5), checkpoints=Checkpoints(Memory()))


# ---- fingerprints ----------------------------------------------------------------------------------------------------


def test_systems_that_differ_have_other_fingerprints():
    system = doors()
    first, more = system.commands[0], integer("more", 0, 1)
    others = [
        replace(system, commands=system.commands[::-1]),
        replace(system, commands=system.commands[1:]),
        replace(system, closing=system.commands[0].update),
        replace(system, variables=(*system.variables, more), initial={**system.initial, more: 0}),
        *(
            replace(system, commands=(replace(first, **change), *system.commands[1:]))
            for change in ({"guard": (Clause("no", FALSE),)}, {"event": "another"}, {"by": "another"}, {"update": ()})
        ),
        *PUZZLES.values(),
    ]
    prints = [fingerprint(one) for one in others]
    assert len(set(prints)) == len(prints) == 14
    assert prints.count(fingerprint(system)) == 1, "that of the same puzzle, which was made anew"


def test_a_reason_is_no_part_of_a_fingerprint():
    system = river()
    first = system.commands[0]
    told = replace(first, guard=tuple(Clause(f"{clause.reason}!", clause.term) for clause in first.guard))
    assert fingerprint(replace(system, commands=(told, *system.commands[1:]))) == fingerprint(river())


def test_the_version_is_told_in_one_place():
    assert kept(lattice(3), 2).startswith(b"endphase checkpoint %d\n" % module.VERSION)
