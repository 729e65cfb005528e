"""What is true of every state of every board: the invariants of the procedure, as terms over its variables.

They are stated for whatever effects and items a board has, so that the same terms are proved for the board of kinds and
looked at in every state of the boards of the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from explorer.game.players import PLAYERS, Player
from explorer.game.procedure import Procedure, too_many
from explorer.game.windows import Window, open_windows, window_of
from explorer.system.terms import (
    TRUE,
    Term,
    all_of,
    any_of,
    at_least,
    at_most,
    count_true,
    equal,
    implies,
    less,
    negate,
    read,
)


@dataclass(frozen=True)
class Invariant:
    """A condition that every state satisfies, in words and as a term."""

    says: str
    term: Term


def invariants(procedure: Procedure) -> tuple[Invariant, ...]:
    """All of them; together they are kept by every step."""
    found = (*_windows(procedure), *_chain(procedure), *_items(procedure), *_late(procedure))
    return tuple(Invariant(says, term) for says, term in found)


Named = tuple[str, Term]


def _windows(procedure: Procedure) -> Iterator[Named]:
    scene = procedure.scene
    passing = (Window.SETTLING, Window.SETTLING_LAST, Window.NEXT, Window.CLOSING)
    yield "no step ends while the rules go on", negate(scene.in_window(*passing))
    over = scene.in_window(Window.OVER)
    yield "a decided duel is over", implies(negate(equal(read(scene.result), 0)), over)
    yield (
        "who has no life points left has lost",
        implies(any_of(equal(read(scene.life[player]), 0) for player in PLAYERS), over),
    )
    alternate = [window_of(player, kind) for player in PLAYERS for kind in ("open", "responds")]
    yield "a pass is remembered only while windows alternate", implies(read(scene.passes), scene.in_window(*alternate))
    for player in PLAYERS:
        must = procedure.mandatory(player)
        windows = [window_of(player, "compelled")]
        if player is Player.OPPONENT:
            windows.append(Window.TURN_AGAIN)
        says = f"the {player} is compelled only while holding something mandatory"
        yield says, implies(scene.in_window(*windows), must)
        adjusts = scene.in_window(window_of(player, "adjusts"))
        asked = TRUE if player is Player.TURN else scene.rule("hand-size adjustment", "both players")
        says = f"the {player} adjusts a hand only over the limit, and only if the ruleset says so"
        yield says, implies(adjusts, all_of(asked, too_many(scene, player)))
    some = any_of(item.due_last for item in procedure.last)
    last = scene.in_window(Window.LAST_ITEMS)
    yield "last items are dealt with while one is due", implies(last, some)


def _chain(procedure: Procedure) -> Iterator[Named]:
    scene, chain = procedure.scene, procedure.chain
    length = read(scene.chain_length)
    links = [read(use.link) for use in chain.uses]
    yield "a chain is as long as it has links", equal(length, count_true(at_least(link, 1) for link in links))
    levels = (
        implies(at_least(length, level), any_of(equal(link, level) for link in links))
        for level in range(1, len(links) + 1)
    )
    yield "every place on a chain is taken", all_of(levels)
    yield "no link is beyond the end of its chain", all_of(at_most(link, length) for link in links)
    apart = (any_of(equal(one, 0), negate(equal(one, other))) for one, other in combinations(links, 2))
    yield "no place on a chain is taken twice", all_of(apart)
    negated = (implies(read(use.stopped), at_least(read(use.link), 1)) for use in chain.uses)
    yield "nothing but a link is negated", all_of(negated)
    started = at_least(length, 1)
    responds = scene.in_window(*(window_of(player, "responds") for player in PLAYERS))
    resolving = scene.in_window(Window.RESOLVING)
    triggers, over = scene.in_window(Window.TRIGGERS), scene.in_window(Window.OVER)
    yield "there is a chain to respond to and to resolve", implies(any_of(responds, resolving), started)
    yield "no window opens during a chain", implies(started, any_of(responds, resolving, triggers, over))
    for player in PLAYERS:
        if not chain.quick[player]:
            yield f"the {player}, who can never respond, is not asked", negate(_responds(procedure, player))
    silent = all_of(scene.rule("triggers of the discard", "no responses"), read(scene.adjusted))
    yield "nobody responds where nothing may be chained", negate(all_of(silent, responds))
    yield (
        "triggers are put on a chain while one waits",
        implies(triggers, any_of(map(procedure.waits, procedure.triggers))),
    )
    step = read(scene.step)
    within = [implies(use.on_top, less(step, len(chain.segments[use]))) for use in chain.uses]
    yield "the link that resolves is at one of its steps", implies(resolving, all_of(within))


def _responds(procedure: Procedure, player: Player) -> Term:
    return procedure.scene.in_window(window_of(player, "responds"))


def _items(procedure: Procedure) -> Iterator[Named]:
    scene = procedure.scene
    step = read(scene.step)
    running = [(read(item.running), len(item.segments)) for item in procedure.items if item.running is not None]
    processing = scene.in_window(Window.PROCESSING)
    number = count_true(one for one, _ in running)
    yield "one item is under way while one is processed", implies(processing, equal(number, 1))
    inside = [implies(one, all_of(at_least(step, 1), less(step, total))) for one, total in running]
    yield "the item under way is at one of its later steps", implies(processing, all_of(inside))
    over = scene.in_window(Window.OVER)
    yield "else no item is under way", any_of(processing, over, equal(number, 0))
    steps = any_of(processing, over, scene.in_window(Window.RESOLVING))
    yield "else nothing is between two steps", any_of(steps, equal(step, 0))


def _late(procedure: Procedure) -> Iterator[Named]:
    scene = procedure.scene
    adjusted = read(scene.adjusted)
    early = [one for player in PLAYERS for one in open_windows(player)]
    yield "no window opens after the adjustment", negate(all_of(adjusted, scene.in_window(*early)))
    before = scene.rule("at the end of the End Phase", "before the adjustment")
    last = scene.in_window(Window.LAST_ITEMS)
    yield "last items that come before the adjustment do so", negate(all_of(before, adjusted, last))
    for player in PLAYERS:
        after = scene.in_window(window_of(player, "after"))
        must = all_of(adjusted, procedure.mandatory_after(player))
        yield f"after the adjustment the {player} acts only on something mandatory", implies(after, must)
