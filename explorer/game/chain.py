"""The chain: activating effects, responding, and resolving them, the last one first.

Each use keeps its own place on the chain in ``link``, so the top is the use whose link equals the chain's length. A
use is on a chain at most once at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from explorer.game.cast import Member, place_of
from explorer.game.costs import Price, after_paying, asks_for, prices, target_ways
from explorer.game.happenings import Happening, Kind
from explorer.game.lasting import LastingItem
from explorer.game.nouns import Way, fits
from explorer.game.occurrences import Occurrence, announce, matches
from explorer.game.players import HAND, Player, spell_zone
from explorer.game.scene import Listener, Scene
from explorer.game.scripts import Script, clear_missed, doable, segments
from explorer.game.uses import Sort, Use, set_this_turn, spent
from explorer.game.verbs import Below
from explorer.game.windows import WINDOWS, Window, window_of
from explorer.system.commands import RULES, Assign, Block, Clause, Command, If, Statement, block
from explorer.system.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    any_of,
    at_least,
    equal,
    larger,
    less,
    minus,
    negate,
    plus,
    read,
)
from models.phrase import Place, Refers


@dataclass(frozen=True)
class Activation:
    """One way to use an effect: what it costs, what it targets, and the conditions that are its own."""

    use: Use
    price: Price
    way: Way
    guard: tuple[Clause, ...]

    @property
    def condition(self) -> Term:
        """The guard as one term."""
        return all_of(clause.term for clause in self.guard)


class Chain:
    """Everything about chains on one board: the activations of each use, and how each use resolves."""

    def __init__(self, scene: Scene, uses: Sequence[Use], leaves: dict[Use, list[LastingItem]]) -> None:
        """Work out how each use can be activated and what it does; raises InputError for an unknown verb."""
        self.scene = scene
        self.uses = [use for use in uses if use.sort is not Sort.ITEM]
        self._leaves = leaves
        self._below = {use: tuple(self._links_below(use)) for use in uses}
        self.segments = {use: segments(self._script(use), use.effect.steps) for use in uses}
        self.activations = {use: self._activations(use) for use in uses}
        self.quick = {
            player: [use for use in self.uses if use.player is player and use.sort is Sort.QUICK] for player in Player
        }

    def _script(self, use: Use) -> Script:
        scene = self.scene
        target = use.effect.target
        referents: dict[Refers, Sequence[tuple[Member, Term]]] = {}
        those = [(member, read(mark)) for member, mark in use.those.items()]
        if those:
            referents[Refers.THOSE] = those
        if target is not None:
            referents[Refers.TARGET] = [
                (member, all_of(read(mark), fits(scene, member, target.filter, use.player, use.member)))
                for member, mark in use.targets.items()
            ]
        paid = read(use.paid) if use.paid is not None else TRUE
        why = ("by an effect", f"by a {use.member.card.kind.split()[-1]}")
        targeted = target.count.low if target is not None else 0
        here, below = self._self_here(use), self._below[use]
        return Script(scene, use.member, use.player, referents, here, paid, why, below, targeted)

    def _links_below(self, use: Use) -> Iterator[Below]:
        """The links that a use in response to an activation may have just below it."""
        event = use.effect.trigger
        if event is None or not use.answers_activation:
            return
        for one in self.uses:
            listener = Listener(event, use.member, use.player, lambda _: ())
            kinds = Occurrence(frozenset({"activated"}), one.member, by=one.player)
            told = matches(self.scene, event, listener, kinds)
            noun = event.subject.filter.kinds
            if one is use or told is FALSE or ("monster" not in noun and noun and not one.activates_card):
                continue
            directly = equal(read(one.link), minus(read(use.link), 1))
            yield Below(one.member, all_of(at_least(read(one.link), 1), directly), one.stopped, one.emptied)

    def _self_here(self, use: Use) -> Term:
        """Whether "this card" is still where its effect was used."""
        scene, place = self.scene, place_of(use.effect)
        if use.activates_card:
            return scene.on_field(use.member, use.player)
        if place is Place.FIELD:
            return scene.face_up(use.member)
        return scene.is_in(use.member, place, None)

    # ---- when an effect can be used ----

    def _activations(self, use: Use) -> list[Activation]:
        script = replace(self._script(use), why=("as a cost",), here=use.here)
        found: list[Activation] = []
        base = self._base(use)
        for price in prices(script, use.effect.cost):
            for way in target_ways(script, use.effect.target):
                if set(way.members) & set(price.members):
                    continue
                guard = [*base, *price.guard]
                if use.effect.target is not None:
                    guard.append(Clause("target", way.guard))
                if self._needs_possible(use):
                    told = {**script.referents, Refers.TARGET: [(one, TRUE) for one in way.members]}
                    possible = doable(replace(script, why=(), referents=told), use.effect.steps[0])
                    guard.append(Clause("card: it would do something", after_paying(price, possible)))
                found.append(Activation(use, price, way, tuple(guard)))
        return found

    def _base(self, use: Use) -> list[Clause]:
        base = [Clause("card: where it must be", use.here), *use.conditions]
        base.append(Clause("card: its activation is not forbidden", use.scene.can_be("activated", use.member)))
        base.append(Clause("rule: an effect is on a chain once at a time", equal(read(use.link), 0)))
        if use.activates_card:
            base.append(Clause("rule: it was not Set this turn", negate(read(set_this_turn(use.scene, use.member)))))
            base.append(Clause("rule: a card is activated once", negate(read(spent(use.scene, use.member)))))
        if use.sort is Sort.QUICK and use.effect.during is not None:
            base.append(Clause("rule: no window opens after the adjustment", negate(read(self.scene.adjusted))))
        if use.done is not None:
            base.append(Clause("card: once in each End Phase", negate(read(use.done))))
        if use.answers_activation:
            above = [
                one.on_top for one in self.uses if any(below.activation is one.stopped for below in self._below[use])
            ]
            base.append(Clause("card: in response to such an activation", any_of(above)))
        if use.used is not None:
            base.append(Clause("card: once per turn", negate(read(use.used))))
        return base

    def _needs_possible(self, use: Use) -> bool:
        """An effect that somebody chooses to use must be able to do something; a mandatory one need not."""
        if use.effect.mandatory or not use.effect.steps:
            return False
        step = use.effect.steps[0]
        return asks_for(step) or any(action.verb == "Special Summon" for action in step.options)

    def usable(self, use: Use) -> Term:
        """Whether there is any way to use the effect now, windows aside."""
        return any_of(activation.condition for activation in self.activations[use])

    # ---- activating ----

    def activate(self, activation: Activation, kind: Kind, where: Sequence[Clause], in_order: Term = FALSE) -> Command:
        """The command that activates: ``in_order`` while triggers are put on a chain one after another."""
        use = activation.use
        guard = (*where, *activation.guard)
        if use.sort is Sort.TRIGGER and use.called is not None:
            guard += (Clause("card: its event has just happened", read(use.called)),)
        if use.sort is Sort.QUICK and use.called is not None:
            guard += (Clause("card: at the moment its event has happened", read(use.called)),)
        happening = Happening(
            kind,
            use.player,
            use.member.name,
            cost=tuple(sorted(activation.price.cards)),
            targets=activation.way.names,
            unnamed=activation.price.unnamed,
            effect=use.number,
            mandatory=use.effect.mandatory,
        )
        return Command(use.player, happening, guard, self._pushes(activation, in_order))

    def _pushes(self, activation: Activation, in_order: Term) -> tuple[Statement, ...]:
        use, scene, price = activation.use, self.scene, activation.price
        member = use.member
        parts: list[Block] = [
            Assign(use.was_negated, all_of(scene.on_field(member), scene.negated(member))),
        ]
        if use.activates_card:
            parts.append(self._turns_up(use))
        elif member.card.is_monster:
            parts.append(announce(scene, Occurrence(frozenset({"activated"}), member, by=use.player)))
        parts.append(price.update)
        paid_with = {one for one, _ in price.gone}
        parts += [
            [Assign(item.applies, 1), *(Assign(mark, 1) for one, mark in item.affects.items() if one in paid_with)]
            for item in self._leaves.get(use, ())
            if item.at_once
        ]
        if use.paid is not None:
            parts.append(Assign(use.paid, price.count))
        parts += [Assign(use.targets[one], 1) for one in activation.way.members]
        parts += [
            Assign(scene.chain_length, plus(read(scene.chain_length), 1)),
            Assign(use.link, read(scene.chain_length)),
            Assign(scene.chain_speed, larger(read(scene.chain_speed), use.speed)),
            Assign(scene.speaker, use.player.number),
            Assign(scene.passes, 0),
        ]
        if use.used is not None:
            parts.append(Assign(use.used, 1))
        if use.done is not None:
            parts.append(If(use.here, Assign(use.done, 1)))
        if use.called is not None and use.sort is Sort.TRIGGER:
            parts.append(Assign(use.called, 0))
        counted = negate(scene.rule("chains after the adjustment", "as many as arise"))
        parts.append(If(all_of(counted, read(scene.adjusted)), Assign(scene.chain_after, 1)))
        parts.append(If(negate(in_order), self.goes_to_response(use.player.other)))
        return block(parts)

    def _turns_up(self, use: Use) -> Block:
        """Activating a card turns it face-up on the field; one that does not stay goes when the chain is over."""
        member = use.member
        kinds = Occurrence(frozenset({"activated"}), member, by=use.player)
        parts: list[Block] = [
            announce(self.scene, kinds),
            If(self.scene.at(member, HAND), Assign(member.spot, spell_zone(use.player))),
            Assign(member.face_down, 0),
        ]
        if not use.stays:
            parts.append(Assign(spent(self.scene, member), 1))
        return parts

    def goes_to_response(self, first: Player) -> Block:
        """The next window: the response of whoever could ever respond, ``first`` first; else the chain resolves."""
        scene = self.scene
        silent = all_of(scene.rule("triggers of the discard", "no responses"), read(scene.adjusted))
        resolves = _to(scene, Window.RESOLVING)
        asked = [
            [_to(scene, window_of(player, "responds")), Assign(scene.passes, int(player is not first))]
            for player in (first, first.other)
        ]
        second = If(self.ever_responds(first.other), If(silent, resolves, asked[1]), resolves)
        return If(self.ever_responds(first), If(silent, resolves, asked[0]), second)

    def ever_responds(self, player: Player) -> Term:
        """Whether the player has anything quick at all on this board, which may be open."""
        return self._ever_responds[player]

    @cached_property
    def _ever_responds(self) -> dict[Player, Term]:
        return {player: any_of(self.scene.dealt(use.member) for use in self.quick[player]) for player in Player}

    def no_response(self, player: Player) -> Command:
        """The player adds nothing to the chain; after two such answers in a row it resolves."""
        scene = self.scene
        where = Clause("rule: in their response", scene.in_window(window_of(player, "responds")))
        over = _to(scene, Window.RESOLVING)
        other = [_to(scene, window_of(player.other, "responds")), Assign(scene.passes, 1)]
        asked = all_of(self.ever_responds(player.other), negate(read(scene.passes)))
        then = If(asked, other, [over, Assign(scene.passes, 0)])
        must = any_of(self._answers_now(use) for use in self.quick[player] if use.effect.mandatory)
        free = Clause("card: a mandatory effect must answer", negate(must))
        return Command(player, Happening(Kind.NO_RESPONSE, player), (where, free), block(then))

    def fast_enough(self, use: Use) -> Term:
        """Whether the effect may be chained to the chain as it is: only a Counter Trap answers a Counter Trap."""
        return less(read(self.scene.chain_speed), max(use.speed, 2) + 1)

    def _answers_now(self, use: Use) -> Term:
        called = TRUE if use.called is None else read(use.called)
        return all_of(self.fast_enough(use), called, self.usable(use))

    # ---- resolving ----

    def resolutions(self, use: Use) -> list[Command]:
        """How the use resolves: each choice of each segment, and coming to nothing."""
        scene = self.scene
        where = Clause("rule: it is the top of the chain", all_of(scene.in_window(Window.RESOLVING), use.on_top))
        negated = use.negated_now()
        gone = self._gone(use)
        nothing = any_of(negated, gone, read(use.stopped), read(use.emptied), self._immovable_target(use))
        parts = self.segments[use]
        commands: list[Command] = []
        for index, segment in enumerate(parts):
            here = (where, Clause("rule: the step it is at", equal(read(scene.step), index)))
            works = Clause("card: its effect is not negated", negate(nothing)) if index == 0 else None
            then = self._advances(use, index, len(parts))
            commands += self._choices(use, index, (*here, *((works,) if works else ())), then)
            if not segment.free:
                fails = Clause("rule: nothing can be chosen", negate(segment.possible))
                guard = (*here, *((works,) if works else ()), fails)
                none = self.finishes(use, applied=True) if segment.stops else then
                commands.append(self._by_rules(use, Kind.RESOLVE, guard, none))
            if index == 0 and nothing is not FALSE:
                guard = (*here, Clause("card: its effect is negated", nothing))
                commands.append(self._by_rules(use, Kind.NEGATED, guard, self.finishes(use, applied=False)))
        return commands

    def _choices(self, use: Use, index: int, guard: tuple[Clause, ...], then: tuple[Statement, ...]) -> list[Command]:
        segment = self.segments[use][index]
        commands = []
        for choice in segment.choices:
            by = RULES if segment.free else choice.by
            happening = Happening(
                Kind.RESOLVE,
                by,
                use.member.name,
                chosen=choice.cards,
                unnamed=choice.unnamed,
                option=choice.option,
                effect=use.number,
            )
            targeted = tuple(Assign(mark, read(use.targets[one])) for one, mark in use.captured.items())
            if choice.members and not use.targets:
                then = self._advances(use, index, len(self.segments[use]), choice.members)
            update = (*clear_missed(self.scene), *targeted, *choice.update, *then)
            commands.append(Command(by, happening, (*guard, *choice.guard), update))
        return commands

    def _by_rules(self, use: Use, kind: Kind, guard: tuple[Clause, ...], then: tuple[Statement, ...]) -> Command:
        happening = Happening(kind, RULES, use.member.name, effect=use.number)
        return Command(RULES, happening, guard, (*clear_missed(self.scene), *then))

    def _gone(self, use: Use) -> Term:
        """A Continuous or Field card must still be there when its effect resolves."""
        if use.member.card.is_monster or not use.stays:
            return FALSE
        return negate(self.scene.face_up(use.member)) if place_of(use.effect) is Place.FIELD else FALSE

    def _immovable_target(self, use: Use) -> Term:
        """An effect that would move a card out of a Graveyard that nothing may leave comes to nothing at all (G07)."""
        scene = self.scene
        fixed = [rule for rule in scene.preventions if rule.done == "moved"]
        return any_of(
            all_of(read(mark), scene.is_in(one, Place.GRAVEYARD, None), rule.active, rule.applies_to(one))
            for one, mark in use.targets.items()
            for rule in fixed
        )

    def _advances(self, use: Use, index: int, total: int, chosen: Sequence[Member] = ()) -> tuple[Statement, ...]:
        if index + 1 < total:
            goes_on = Assign(self.scene.step, index + 1)
            segment = self.segments[use][index]
            return segment.then(goes_on, self.finishes(use, applied=True, chosen=chosen) if segment.gate else ())
        return self.finishes(use, applied=True, chosen=chosen)

    def finishes(self, use: Use, *, applied: bool, chosen: Sequence[Member] = ()) -> tuple[Statement, ...]:
        """The use leaves the chain; with the last one the chain is over and spent cards go."""
        scene = self.scene
        parts: list[Block] = []
        if applied:
            parts += [item.begins(use, chosen) for item in self._leaves.get(use, ())]
            parts.append(announce(scene, Occurrence(frozenset({"used"}), use.member, by=use.player)))
        if not applied and use.done is not None:
            again = scene.rule("a negated activation", "may be tried again")
            parts.append(If(all_of(again, read(use.stopped)), Assign(use.done, 0)))
        parts += [
            Assign(scene.step, 0),
            Assign(use.link, 0),
            Assign(use.stopped, 0),
            Assign(use.emptied, 0),
            Assign(use.was_negated, 0),
            *(Assign(mark, 0) for mark in use.targets.values()),
            *(Assign(mark, 0) for mark in use.those.values()),
            *([Assign(use.paid, 0)] if use.paid is not None else []),
            Assign(scene.chain_length, minus(read(scene.chain_length), 1)),
            If(
                equal(read(scene.chain_length), 0),
                [Assign(scene.chain_speed, 0), _to(scene, Window.SETTLING)],
            ),
        ]
        return block(parts)


def _to(scene: Scene, window: Window) -> Statement:
    return Assign(scene.window, WINDOWS.index(window))
