"""Small systems whose size is known from elsewhere."""

from explorer.system.commands import Assign, Clause, Command, If
from explorer.system.system import Orbit, System
from explorer.system.terms import (
    Variable,
    all_of,
    any_of,
    boolean,
    equal,
    integer,
    less,
    minus,
    negate,
    plus,
    read,
    scratch,
    smaller,
    substitute,
)


def river() -> System:
    """The wolf, the goat and the cabbage: 10 safe states, each crossing can be taken back."""
    farmer, wolf, goat, cabbage = everybody = [boolean(name) for name in ("farmer", "wolf", "goat", "cabbage")]
    safe = all_of(any_of(equal(farmer, goat), negate(equal(goat, other))) for other in (wolf, cabbage))
    commands = []
    for load in everybody:
        crossing = {who: negate(who) for who in (farmer, load)}
        guard = Clause("at hand", equal(load, farmer)), Clause("nobody is eaten", substitute(safe, crossing))
        update = tuple(Assign(who, term) for who, term in crossing.items())
        commands.append(Command("farmer", f"takes {load}", guard, update))
    return System(tuple(everybody), dict.fromkeys(everybody, 0), tuple(commands))


def jugs() -> System:
    """Lamport's DieHard, jugs of 3 and 5 gallons: TLC generates 97 states (with the first), 16 of them distinct."""
    small, big = integer("small", 0, 3), integer("big", 0, 5)
    poured = scratch("poured", 0, 5)
    updates = {
        "fill small": (Assign(small, 3),),
        "fill big": (Assign(big, 5),),
        "empty small": (Assign(small, 0),),
        "empty big": (Assign(big, 0),),
        "small to big": (
            Assign(poured, smaller(small, minus(5, big))),
            Assign(small, minus(small, poured)),
            Assign(big, plus(big, poured)),
        ),
        "big to small": (
            Assign(poured, smaller(big, minus(3, small))),
            Assign(big, minus(big, poured)),
            Assign(small, plus(small, poured)),
        ),
    }
    commands = tuple(Command("player", event, (), update) for event, update in updates.items())
    return System((small, big), {small: 0, big: 0}, commands)


def coins(count: int, *, interchangeable: bool) -> System:
    """Coins that are turned over one by one: 2 ** count states, or count + 1 when the coins are interchangeable."""
    heads = [boolean(f"coin {i}") for i in range(count)]
    commands = tuple(
        Command(
            "player",
            "turns one up" if up else "turns one down",
            (Clause("side", equal(coin, not up)),),
            (Assign(coin, up),),
        )
        for coin in heads
        for up in (True, False)
    )
    orbits = (Orbit(tuple((coin,) for coin in heads)),) if interchangeable else ()
    return System(tuple(heads), dict.fromkeys(heads, 0), commands, orbits=orbits)


def nim(*heaps: int) -> System:
    """Nim, the last taker wins: the first player loses when the heaps' sizes have the exclusive-or 0 (Bouton, 1901)."""
    sizes = [integer(f"heap {i}", 0, max(heaps)) for i in range(len(heaps))]
    turn = integer("turn", 0, 1)
    commands = tuple(
        Command(
            ("first", "second")[player],
            f"leaves {left} of {size}",
            (Clause("turn", equal(turn, player)), Clause("size", equal(heap, size))),
            (Assign(heap, left), Assign(turn, 1 - player)),
        )
        for player in (0, 1)
        for heap in sizes
        for size in range(1, max(heaps) + 1)
        for left in range(size)
    )
    initial = {turn: 0, **dict(zip(sizes, heaps, strict=True))}
    return System((turn, *sizes), initial, commands, orbits=(Orbit(tuple((heap,) for heap in sizes)),))


def doors() -> System:
    """A corridor with a light that goes out by itself, an alarm that never rings, and a note that nobody reads.

    The rules close the door after it was opened; `closing` lights the light while the door is open.
    """
    door, light, alarm, visits, note = doors_variables()
    return System(
        (door, light, alarm, visits, note),
        {door: 0, light: 0, alarm: 0, visits: 0, note: 0},
        (
            Command(
                "guest",
                "opens the door",
                (
                    Clause("closed", negate(door)),
                    Clause("no alarm", negate(alarm)),
                    Clause("not too often", less(visits, 3)),
                ),
                (Assign(door, 1), Assign(visits, plus(visits, 1)), Assign(note, 1)),
            ),
            Command("rules", "the door closes", (Clause("open", read(door)),), (Assign(door, 0),)),
            Command(
                "guard",
                "stops the alarm",
                (Clause("it rings", read(alarm)), Clause("closed", negate(door))),
                (Assign(alarm, 0),),
            ),
        ),
        closing=(If(door, Assign(light, 1), Assign(light, 0)),),
    )


def doors_variables() -> list[Variable]:
    """The variables of `doors`: door, light, alarm, visits, note."""
    return [boolean("door"), boolean("light"), boolean("alarm"), integer("visits", 0, 9), boolean("note")]
